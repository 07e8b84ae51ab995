// From permutations to artifacts, for each shader.

const FUNNEL = [
  ['permutations', known => known.permutations, 'one value for each branch'],
  ['cubes', known => known.cubes, 'sets of permutations that one run of Specialize answers'],
  ['packed techniques', (known, space) => known.variants && space.techniques.length, 'what the archive holds: results of Specialize with the variants of their stages'],
  ['variants', known => known.variants && sum(Object.values(known.variants)), 'distinct sources of stages, each compiled once'],
  ['artifacts', known => known.binaries, 'distinct results of the compilers'],
];

// Only pages with such shaders have this column.
const PROGRAMS = ['programs', known => known.programs ?? 0, 'distinct programs of a machine, which techniques have in the place of stages'];

function funnelSteps(page) {
  return page.shaders.some(shader => shader.programs) ? [...FUNNEL, PROGRAMS] : FUNNEL;
}

function overview(page, open) {
  return [
    make('p', { class: 'faint' }, 'Bars are logarithmic: a shader narrows from left to right. Choose a shader to look at its variants.'),
    byTarget(page, target => [funnel(page, page.shaders.filter(shader => shader.target == target), open)]),
    make('h2', {}, 'What the words mean'),
    make('dl', { class: 'facts' }, funnelSteps(page).map(([name, , about]) => [make('dt', {}, name), make('dd', {}, about)])),
  ];
}

function funnel(page, shaders, open) {
  const columns = funnelSteps(page);
  const largest = Math.max(2, ...shaders.map(shader => shader.explanation.permutations));
  const width = count => `${100 * Math.log(Number(count) + 1) / Math.log(largest + 1)}%`;
  const cells = shaders.flatMap(shader => {
    const known = shader.explanation;
    const name = make('button', { class: 'link', onclick: () => open(shader, 0n) }, shader.name);
    const runs = `${plural(known.specialize_runs, 'run')} of Specialize`;
    const steps = columns.map(([, of]) => {
      const count = of(known, page.spaces[shader.space]);
      return make('div', { class: 'cell' }, countText(count), make('span', { class: 'bar', style: `width:${count ? width(count) : 0}` }));
    });
    return [make('div', { class: 'cell' }, name, make('div', { class: 'faint' }, `${shader.file}, ${runs}`)), ...steps];
  });
  const heads = columns.map(([name, , about]) => make('div', { class: 'head', title: about }, name));
  return make('div', { class: 'funnel', style: `--columns: ${columns.length}` }, make('div', { class: 'head' }, 'shader'), heads, cells);
}
