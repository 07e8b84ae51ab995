// Sizes of code as areas.

// Rectangles, as parts of 1, for sizes in falling order. Bruls, Huizing and van Wijk, "Squarified Treemaps", 2000: each row takes as many
// items as make its worst rectangle better.
function squarify(sizes, width, height) {
  const scale = (width * height) / Math.max(sum(sizes), 1e-9);
  const areas = sizes.map(size => size * scale);
  const placed = [];
  let [left, top, wide, high] = [0, 0, width, height];
  const worst = (row, side) => {
    const all = sum(row);
    return Math.max((side * side * row[0]) / (all * all), (all * all) / (side * side * row[row.length - 1]));
  };
  for (let first = 0; first < areas.length;) {
    const side = Math.max(Math.min(wide, high), 1e-9);
    let row = [areas[first]];
    while (first + row.length < areas.length && worst([...row, areas[first + row.length]], side) <= worst(row, side)) {
      row = [...row, areas[first + row.length]];
    }
    const depth = sum(row) / side;
    let along = 0;
    for (const area of row) {
      const length = area / Math.max(depth, 1e-9);
      placed.push(wide < high ? [left + along, top, length, depth] : [left, top + along, depth, length]);
      along += length;
    }
    if (wide < high) [top, high] = [top + depth, high - depth];
    else [left, wide] = [left + depth, wide - depth];
    first += row.length;
  }
  return placed;
}

const STAGE_COLOURS = { vertex: 'vertex', pixel: 'pixel', compute: 'compute' };

function sizes(page, open) {
  const legend = ['vertex', 'pixel', 'compute', 'other'].map(stage => make('span', { class: `tag ${stage}` }, stage));
  return [
    make('p', { class: 'faint' }, 'An area is one artifact or program before compression; one that several shaders use is in each of them.'),
    make('p', {}, legend),
    byTarget(page, target => [treemap(page, target, open), sizeTable(page, target)]),
  ];
}

// The shaders of a target with their artifacts, the largest first.
function measured(page, target) {
  const bySize = (a, b) => b.bytes - a.bytes;
  return page.shaders.filter(shader => shader.target == target)
    .map(shader => {
      const binaries = binariesOf(page, shader).sort(bySize);
      return { shader, binaries, bytes: sum(binaries.map(binary => binary.bytes)) };
    })
    .filter(one => one.bytes).sort(bySize);
}

// What a box says of an artifact of a stage, or of a program, and a permutation that leads there.
function describeBinary(space, binary) {
  const usersOf = (list, word) => (list.length > 1 ? `, ${list.length} ${word}s` : '');
  if (binary.machine) {
    const technique = space.techniques[binary.techniques[0]];
    return { title: `${binary.machine} program`, users: usersOf(binary.techniques, 'technique'), example: technique.value };
  }
  const variant = space.variants[binary.variants[0]];
  return { title: variant.entry_point, users: usersOf(binary.variants, 'variant'), stage: variant.stage, example: variant.example };
}

function treemap(page, target, open) {
  const shaders = measured(page, target);
  if (!shaders.length) return make('p', {}, 'Nothing was compiled.');
  const [width, height, name] = [1200, 544, 19];
  const style = (box, of) => `left:${100 * box[0] / of[0]}%;top:${100 * box[1] / of[1]}%;width:${100 * box[2] / of[0]}%;height:${100 * box[3] / of[1]}%`;
  const boxes = squarify(shaders.map(one => one.bytes), width, height);
  const groups = shaders.map(({ shader, binaries, bytes }, at) => {
    const box = boxes[at];
    const inner = [box[2], Math.max(box[3] - name, 1)];
    const cells = squarify(binaries.map(binary => binary.bytes), ...inner).map((cell, number) => {
      const binary = binaries[number];
      const { title, users, stage, example } = describeBinary(page.spaces[shader.space], binary);
      const text = `${title} ${bytesText(binary.bytes)}${users}`;
      const shifted = [cell[0], cell[1] + name, cell[2], cell[3]];
      return make('button', {
        class: `cell ${STAGE_COLOURS[stage] ?? 'other'}`, style: style(shifted, [box[2], box[3]]), title: `${shader.name}: ${text}`,
        'aria-label': `${shader.name} ${text}`, onclick: () => open(shader, bitsOf(example), stage),
      }, cell[2] > 60 && cell[3] > 14 ? text : '');
    });
    return make('div', { class: 'group', style: style(box, [width, height]) },
      make('span', { class: 'name' }, `${shader.name} ${bytesText(bytes)}`), cells);
  });
  return make('div', { class: 'treemap' }, groups);
}

function sizeTable(page, target) {
  const rows = measured(page, target).map(({ shader, binaries, bytes }) => [
    shader.name, countText(binaries.length), bytesText(bytes), bytesText(binaries[0].bytes),
  ]);
  return [make('h2', {}, 'As a table'), table(['shader', '#artifacts', '#code', '#largest'], rows)];
}
