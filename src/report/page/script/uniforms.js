// Values of uniform blocks: what a field gets by its name, the editors for it, and the bytes of a block.

// Matrices by name, of a scene { model, view, projection }. The first words that fit decide.
const MATRICES = [
  [/world_?view_?proj|model_?view_?proj|mvp|wvp/i, 'model, view, projection'],
  [/view_?proj|proj_?view|camera_?matrix|^vp$/i, 'view, projection'],
  [/world_?view|model_?view/i, 'model, view'],
  [/proj/i, 'projection'],
  [/normal/i, 'model'],
  [/view/i, 'view'],
  [/world|model|object/i, 'model'],
  [/shadow|light/i, 'view, projection'],
  [/matrix|transform/i, 'model, view, projection'],
];

const MATRIX_CHOICES = [
  'identity', 'model', 'view', 'projection', 'model, view', 'view, projection', 'model, view, projection',
  'inverse model', 'inverse view', 'inverse projection', 'inverse view, projection',
];

function matrixChoice(name) {
  // The last part of a path says most: `view.matrix`.
  const known = MATRICES.find(([words]) => words.test(name.split('.').pop()))?.[1] ?? 'identity';
  const inverse = /inv/i.test(name) && MATRIX_CHOICES.includes(`inverse ${known}`);
  return inverse ? `inverse ${known}` : known;
}

function matrixOf(choice, scene) {
  const names = choice.replace('inverse ', '').split(', ').filter(name => name in scene.matrices);
  const matrix = names.reduce((all, name) => multiply(scene.matrices[name], all), IDENTITY);
  return choice.startsWith('inverse') ? invert(matrix) : matrix;
}

// Numbers by name; a function gets the scene, and so changes with it.
const NUMBERS = [
  [/time/i, scene => [scene.time]],
  [/(camera|eye|view).*pos|pos.*(camera|eye)|^eye$/i, scene => [...scene.eye, 1]],
  [/(sun|light).*dir|dir.*light|sundirection/i, () => [...normalize([0.4, -0.7, 0.6]), 0]],
  [/light.*pos/i, () => [2, 3, -2, 1]],
  [/dir|wind/i, () => [0, 0, 1, 0]],
  [/fog.*colou?r/i, () => [0.5, 0.6, 0.7, 1]],
  [/fog|haze/i, () => [0, 0, 0, 0]],
  [/emissive|bias|offset|jitter|velocity/i, () => [0, 0, 0, 0]],
  [/(sun|light).*(colou?r|intensity)/i, () => [3, 2.9, 2.7, 1]],
  [/colou?r|albedo|tint|diffuse/i, () => [1, 0.9, 0.8, 1]],
  [/specular/i, () => [0.5, 0.5, 0.5, 1]],
  [/viewport|resolution|(screen|display|render|target|output|source|texture).*size/i, scene => [scene.width, scene.height, 1 / scene.width, 1 / scene.height]],
  [/texel|pixel.*size|inv.*size/i, scene => [1 / scene.width, 1 / scene.height, scene.width, scene.height]],
  [/projection|nearfar|depth.*range/i, scene => [scene.near, scene.far, 1, 1]],
  [/rough/i, () => [0.4, 0.4, 0.4, 0.4]],
  [/metal/i, () => [0, 0, 0, 0]],
  [/alpha.*(ref|test|cut)|cutoff|threshold/i, () => [0.3, 0.3, 0.3, 0.3]],
  [/shin|gloss|power/i, () => [32, 32, 32, 32]],
  [/(^|_)(min|low|near)/i, () => [0, 0, 0, 0]],
];

// Three rows of a bone: no movement.
function boneRow(name) {
  const row = Number(name.match(/\[(\d+)\]$/)?.[1] ?? 0) % 3;
  return [0, 1, 2, 3].map(column => Number(column == row));
}

function numbersOfField(field, scene) {
  if (/bone|skin|joint/i.test(field.name) && field.lanes == 4) return boneRow(field.name);
  const known = NUMBERS.find(([words]) => words.test(field.name));
  if (known) return known[1](scene);
  return field.number == 'float' ? [1, 1, 1, 1] : field.number == 'bool' ? [1, 1, 1, 1] : [0, 0, 0, 0];
}

function isMatrix(field) {
  return field.lines >= 3 && field.lanes >= 3 && field.number == 'float';
}

// Whether the source multiplies rows with matrices, `mul(v, m)`, or has the columns of GLSL, which uberc stores as rows.
function multipliesRows(source, blocks) {
  if (!/\bmul\s*\(/.test(source)) return true;
  const names = blocks.flatMap(block => block.fields.filter(isMatrix).map(field => field.name.replace(/[^\w].*/, '')));
  const uses = pattern => sum(names.map(name => (source.match(pattern(name)) ?? []).length));
  return uses(name => new RegExp(`,\\s*(?:\\w+\\.)?${name}\\s*\\)`, 'g')) > uses(name => new RegExp(`mul\\s*\\(\\s*(?:\\([^)]*\\)\\s*)?${name}\\b`, 'g'));
}

// Rows of 16 bytes.
function blockLength(block) {
  return Math.ceil(Math.max(block.size, 16) / 16) * 16;
}

// The bytes of a block. `edited`: values that were entered, by the name of the field; a matrix has the name of a choice.
function blockBytes(block, edited, scene) {
  const data = new DataView(new ArrayBuffer(blockLength(block)));
  const put = (field, offset, value) => {
    if (offset + 4 > data.byteLength) return;
    if (field.number == 'float') data.setFloat32(offset, value, true);
    else data.setInt32(offset, Math.trunc(value), true);
  };
  // What has no name is 1 in each number: 0 would make most shaders black.
  if (!block.fields.length) for (let offset = 0; offset < data.byteLength; offset += 4) data.setFloat32(offset, edited[`+${offset}`] ?? 1, true);
  for (const field of block.fields) {
    let lines = [edited[field.name] ?? numbersOfField(field, scene)];
    if (isMatrix(field)) {
      const matrix = matrixOf(edited[field.name] ?? matrixChoice(field.name), scene);
      // A row of the matrix is a column of its transpose.
      lines = field.rows != scene.multipliesRows ? matrix : transpose(matrix);
    }
    for (let line = 0; line < field.lines; line++) {
      for (let lane = 0; lane < field.lanes; lane++) {
        put(field, field.offset + line * field.stride + 4 * lane, (lines[line] ?? lines[0])[lane] ?? 0);
      }
    }
  }
  return data.buffer;
}

// Editors for the fields of blocks; `changed` is called after each change.
function uniformEditors(blocks, edited, scene, changed) {
  return make('div', { class: 'uniforms' }, blocks.map((block, at) => make('details', { open: at < 2 },
    make('summary', {}, make('code', {}, block.name), ` ${block.size} bytes, ${block.push_constants ? 'push constants' : `set ${block.set} binding ${block.binding}`}`),
    block.fields.length ? block.fields.map(field => fieldEditor(field, edited, scene, changed))
      : Array.from({ length: Math.min(block.size / 4, 32) }, (_, word) => numberEditor(`+${4 * word}`, `byte ${4 * word}`, [1], edited, changed)))));
}

function fieldEditor(field, edited, scene, changed) {
  if (!isMatrix(field)) {
    const values = numbersOfField(field, scene).slice(0, field.lanes * Math.min(field.lines, 1));
    return numberEditor(field.name, field.name, values, edited, changed);
  }
  const set = value => { edited[field.name] = value; changed(); };
  const list = choice('', MATRIX_CHOICES.map(name => [name, name]), edited[field.name] ?? matrixChoice(field.name), set);
  list.querySelector('select').setAttribute('aria-label', field.name);
  return make('div', { class: 'field' }, make('code', {}, field.name), list);
}

function numberEditor(key, label, values, edited, changed) {
  const shown = [...(edited[key] ?? values)];
  const inputs = shown.map((value, at) => make('input', {
    type: 'number', step: 'any', value: String(Number(value.toFixed(4))), 'aria-label': `${label} ${'xyzw'[at]}`,
    oninput: event => {
      shown[at] = Number(event.target.value) || 0;
      edited[key] = key.startsWith('+') ? shown[0] : shown;
      changed();
    },
  }));
  return make('div', { class: 'field' }, make('code', {}, label), make('div', { class: 'values' }, inputs));
}
