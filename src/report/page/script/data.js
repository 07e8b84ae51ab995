// The data of the page: JSON, compressed with DEFLATE, in base64.

async function readData() {
  const bytes = Uint8Array.from(atob(find('data').textContent), letter => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const page = await new Response(unpacked).json();
  page.permutations = page.spaces.map(space => new Permutations(space));
  return page;
}

// A text, whose parts are shared with other texts; `null` where the page has left it out.
function textOf(page, index) {
  if (index == null) return null;
  return page.texts.texts[index].map(part => page.texts.parts[part]).join('');
}

// `RenderMesh`, or `RenderMesh (wgsl)` where the page has several targets.
function titleOf(page, shader) {
  return page.targets.length > 1 ? `${shader.name} (${shader.target})` : shader.name;
}

// The distinct artifacts of a shader, each with the variants that became it, and its distinct programs with their techniques.
function binariesOf(page, shader) {
  const found = new Map();
  shader.artifacts.forEach((artifact, variant) => {
    if (!artifact) return;
    const known = found.get(artifact.binary) ?? { ...page.binaries[artifact.binary], variants: [] };
    known.variants.push(variant);
    found.set(artifact.binary, known);
  });
  const programs = new Map();
  (shader.programs ?? []).forEach((program, technique) => {
    const known = programs.get(program.binary) ?? { ...page.binaries[program.binary], machine: program.machine, techniques: [] };
    known.techniques.push(technique);
    programs.set(program.binary, known);
  });
  return [...found.values(), ...programs.values()];
}

// The numbers of the binaries that are programs.
function programBinaries(page) {
  return new Set(page.shaders.flatMap(shader => (shader.programs ?? []).map(program => program.binary)));
}
