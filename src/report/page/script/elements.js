// Elements of the page and texts of numbers.

// An element: `make('p', { class: 'faint', onclick: f }, 'text', otherElement)`. Texts are never read as HTML.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value != 'string') element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter(child => child != null));
  return element;
}

// The parts of the page that are about one target, with a choice where there are several.
function byTarget(page, partsOf) {
  const place = make('div');
  const show = target => place.replaceChildren(...partsOf(target).flat(Infinity).filter(part => part != null));
  show(page.targets[0]);
  const targets = page.targets.map(target => [target, target]);
  return [page.targets.length > 1 ? make('div', { class: 'row' }, choice('Target', targets, page.targets[0], show)) : null, place];
}

function find(id) {
  return document.getElementById(id);
}

// A table of rows of cells; a cell is a text, a number or an element. `heads` that begin with # are of numbers.
function table(heads, rows) {
  const isNumber = heads.map(head => head.startsWith('#'));
  const head = heads.map((text, at) => make('th', { class: isNumber[at] ? 'number' : null, scope: 'col' }, text.replace(/^#/, '')));
  const body = rows.map(cells => make('tr', {}, cells.map((cell, at) => make('td', { class: isNumber[at] ? 'number' : null }, cell ?? ''))));
  return make('div', { class: 'wide' }, make('table', {}, make('thead', {}, make('tr', {}, head)), make('tbody', {}, body)));
}

// A choice with a label; `options` are pairs of value and text.
function choice(label, options, value, onchange) {
  const list = make('select', {}, options.map(([key, text]) => make('option', { value: String(key), selected: key === value }, text)));
  list.addEventListener('change', () => onchange(list.value));
  return make('label', {}, label, ' ', list);
}

// `12,345`; beyond what numbers of this language hold, `1.8 × 10^19`; `?` where it is not known.
function countText(count) {
  if (count == null) return '?';
  const number = typeof count == 'bigint' && count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : count;
  if (typeof number == 'number' && number <= Number.MAX_SAFE_INTEGER) return number.toLocaleString('en');
  const [digits, exponent] = Number(number).toExponential(1).split('e+');
  return `${digits} × 10^${exponent}`;
}

// `1 variant`, `2 variants`.
function plural(count, word) {
  return `${countText(count)} ${word}${count == 1 ? '' : 's'}`;
}

function bytesText(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(2)} MiB`;
}

function sum(numbers) {
  return numbers.reduce((all, number) => all + number, 0);
}
