// The variants of a shader: branches to toggle, and what the permutation becomes.

// Paths of the diagram that are joined to cases, and cases that are shown.
const MOST_PATHS = 400;
const MOST_CASES = 12;

class VariantBrowser {
  constructor(page, moved) {
    this.page = page;
    this.moved = moved;
    this.shader = page.shaders[0];
    this.key = 0n;
    this.controls = make('div');
    this.heading = make('h2', { role: 'status' });
    this.facts = make('div');
    this.answer = make('div', { class: 'answer', id: 'answer' }, this.heading, this.facts);
    this.text = make('div');
    this.drawing = page.shaders.some(shader => shader.artifacts.some(artifact => artifact?.drawable)) ? new Drawing(page) : null;
    const options = page.shaders.map((shader, at) => [at, titleOf(page, shader)]);
    this.list = choice('Shader', options, 0, at => this.open(page.shaders[at], 0n));
    this.list.querySelector('select').id = 'shader';
    this.input = make('input', { type: 'text', id: 'permutation', spellcheck: false, size: 24, 'aria-label': 'Permutation: a number, or branch values' });
    this.input.addEventListener('change', () => this.enter());
    const random = () => this.open(this.shader, this.permutations().random());
    this.element = make('div', {},
      make('div', { class: 'row' }, this.list, make('label', {}, 'Permutation ', this.input),
        make('button', { onclick: random }, 'Random'), make('button', { onclick: () => this.open(this.shader, 0n) }, 'First values')),
      make('div', { class: 'variants' }, this.controls, make('div', {}, this.answer, this.drawing?.element, this.text)));
  }

  permutations() {
    return this.page.permutations[this.shader.space];
  }

  // Shows a permutation of a shader, and the text of a stage.
  open(shader, key, stage) {
    const isOther = shader != this.shader || !this.controls.childElementCount;
    this.shader = shader;
    this.key = key;
    if (stage) this.stage = stage;
    if (isOther) {
      this.list.querySelector('select').value = String(this.page.shaders.indexOf(shader));
      this.controls.replaceChildren(...this.permutations().branches.map(branch => this.control(branch)));
      if (!this.permutations().branches.length) this.controls.replaceChildren(make('p', { class: 'faint' }, 'This shader has no branches.'));
    }
    this.update();
  }

  enter() {
    const key = this.permutations().parse(this.input.value);
    this.input.setCustomValidity(key == null ? 'No permutation of this shader: write a number, or branch=value pairs.' : '');
    this.input.reportValidity();
    if (key != null) this.open(this.shader, key);
  }

  // A switch for a branch: a box, a list, or a number.
  control(branch) {
    const set = value => this.open(this.shader, this.permutations().with(branch, this.key, value));
    let input;
    if (branch.kind == 'bool') {
      input = make('input', { type: 'checkbox', id: `branch-${branch.name}`, onchange: event => set(Number(event.target.checked)) });
    } else if (branch.kind.enum || branch.values <= 32) {
      const options = Array.from({ length: branch.values }, (_, value) => make('option', { value: String(value) }, valueText(branch, value)));
      input = make('select', { id: `branch-${branch.name}`, onchange: event => set(Number(event.target.value)) }, options);
    } else {
      const { min, max } = branch.kind.int;
      input = make('input', {
        type: 'number', min: String(min), max: String(max), id: `branch-${branch.name}`,
        onchange: event => set(Math.min(Math.max(Math.trunc(Number(event.target.value)) - min, 0), branch.values - 1)),
      });
    }
    return make('div', { class: 'branch' }, make('label', { for: input.id }, make('code', {}, branch.name)), input, make('div', { class: 'note' }));
  }

  // Brings controls, answer, text and drawing to the permutation.
  update() {
    const permutations = this.permutations();
    const start = performance.now();
    const path = permutations.pathOf(this.key);
    const number = permutations.techniqueOf(this.key);
    const took = performance.now() - start;
    this.moved(this.shader, this.key);
    if (document.activeElement != this.input) this.input.value = '0x' + this.key.toString(16);
    this.updateControls(path);
    const technique = number == null ? null : permutations.space.techniques[number];
    this.answer.dataset.technique = number == null ? '' : String(number);
    this.heading.textContent = this.headingOf(path, number);
    this.facts.replaceChildren(...this.factsOf(path, number, took).flat(Infinity).filter(part => part));
    this.text.replaceChildren();
    if (technique) this.showTexts(technique);
    if (this.drawing) {
      const isDrawn = technique && this.shader.artifacts.some(artifact => artifact?.drawable);
      this.drawing.element.hidden = !isDrawn;
      if (isDrawn && this.drawn != technique) {
        this.drawn = technique;
        const vertex = technique.variants.find(at => permutations.space.variants[at].stage == 'vertex');
        const source = vertex == null ? '' : this.sourceOf(vertex);
        this.drawing.show(this.shader, technique, source);
      }
    }
  }

  // What Specialize did with each branch stands below its switch.
  updateControls(path) {
    const permutations = this.permutations();
    const read = new Set(path?.reads.map(([branch]) => branch));
    permutations.branches.forEach((branch, at) => {
      const [, input, note] = this.controls.children[at].children;
      const value = permutations.valueOf(branch, this.key);
      if (branch.kind == 'bool') input.checked = value == 1;
      else input.value = input.type == 'number' ? valueText(branch, value) : String(value);
      const written = path?.outcome.built && (bitsOf(path.outcome.built.mask) & branch.mask) == branch.mask && branch.width > 0;
      const after = written ? permutations.valueOf(branch, bitsOf(path.outcome.built.value)) : value;
      const passes = read.has(at) ? 'read' : 'passes through';
      const sets = after == value ? `Specialize sets it to ${valueText(branch, after)}` : `becomes ${valueText(branch, after)}`;
      note.textContent = !path ? '' : written ? sets : passes;
    });
  }

  headingOf(path, number) {
    if (number != null) return `Technique ${number} of ${this.permutations().space.techniques.length}`;
    return { not_built: 'Not built', failed: 'Specialize failed' }[path?.outcome] ?? 'Nothing is known';
  }

  factsOf(path, number, took) {
    const permutations = this.permutations();
    const { space } = permutations;
    const technique = space.techniques[number];
    const why = technique ? null : path?.outcome == 'not_built' ? 'Specialize returns nil for this permutation.'
      : path?.outcome == 'failed' ? 'The messages say why.' : 'Its variants are not known because of an error, or there are too many of them for this page.';
    const rows = [['permutation', make('code', {}, permutations.describe(this.key))]];
    const built = path?.outcome.built;
    if (built) {
      const final = (this.key & ~bitsOf(built.mask)) | bitsOf(built.value);
      rows.push(['final branches', make('code', { id: 'final' }, permutations.describe(final))]);
    }
    const settings = space.settings[technique?.settings ?? built?.settings];
    if (settings) rows.push(...settingRows(settings));
    return [
      why && make('p', {}, why), facts(rows), pathList(permutations, path, this.key, this.shader),
      technique ? [this.madeOf(technique, number), this.shared = this.sharing('this technique', other => other == number)] : null,
      make('p', { class: 'faint' }, took > 0 ? `Found in ${(1000 * took).toFixed(0)} µs.` : 'Found in less than the clock of this browser shows.'),
    ];
  }

  sourceOf(variant) {
    const { space } = this.permutations();
    return textOf(this.page, space.sources[space.variants[variant].source].text);
  }

  // The stages of a technique, or its program.
  madeOf(technique, number) {
    const program = this.shader.programs?.[number];
    if (!program) return this.stageTable(technique);
    const binary = this.page.binaries[program.binary];
    const uses = other => this.shader.programs[other].binary == program.binary;
    const users = make('button', {
      class: 'link', onclick: () => this.shared.replaceWith(this.shared = this.sharing('this program', uses)),
    }, countText(this.permutations().count(uses)));
    const row = [program.machine, make('code', { title: binary.digest }, binary.digest.slice(0, 16)), bytesText(binary.bytes), users];
    const needs = Object.entries(program.metadata).map(([name, value]) => `${name}=${scalarText(value)}`).join(', ');
    return [
      make('div', { id: 'program' }, table(['program for', 'artifact', '#size', '#permutations'], [row])),
      needs && facts([['the machine needs', make('code', {}, needs)]]),
    ];
  }

  stageTable(technique) {
    const permutations = this.permutations();
    const { space } = permutations;
    const rows = technique.variants.map(at => {
      const variant = space.variants[at];
      const artifact = this.shader.artifacts[at];
      const binary = artifact && this.page.binaries[artifact.binary];
      const uses = number => space.techniques[number].variants.includes(at);
      const users = make('button', {
        class: 'link', onclick: () => this.shared.replaceWith(this.shared = this.sharing(`this ${variant.stage} variant`, uses)),
      }, countText(permutations.count(uses)));
      return [
        variant.stage, make('code', {}, variant.entry_point), make('code', { title: variant.key }, variant.key.slice(0, 16)),
        make('code', { title: space.sources[variant.source].digest }, space.sources[variant.source].digest.slice(0, 16)),
        binary ? [make('code', { title: binary.digest }, binary.digest.slice(0, 16)), this.otherShaders(artifact.binary)] : 'not compiled',
        binary ? bytesText(binary.bytes) : '', users,
      ];
    });
    return table(['stage', 'entry point', 'variant', 'source', 'artifact', '#size', '#permutations'], rows);
  }

  // Other shaders of the target that have an equal artifact.
  otherShaders(binary) {
    const others = this.page.shaders.filter(shader => shader != this.shader && shader.artifacts.some(artifact => artifact?.binary == binary));
    const names = others.map(shader => titleOf(this.page, shader));
    return names.length ? make('div', { class: 'faint' }, `also in ${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}`) : null;
  }

  // The permutations whose techniques `accepts` takes.
  sharing(what, accepts) {
    const permutations = this.permutations();
    const count = permutations.count(accepts);
    const all = this.shader.explanation.permutations;
    if (count == null) return make('p', { class: 'faint' }, 'The shader has no compact diagram on which its permutations could be counted.');
    const cases = permutations.cases(accepts, MOST_PATHS);
    const shown = cases?.slice(0, MOST_CASES).map(values => make('li', {}, make('button', {
      class: 'link', onclick: () => this.open(this.shader, permutations.exampleOf(values)),
    }, permutations.caseText(values))));
    const more = cases == null ? 'There are too many cases to list.' : cases.length > MOST_CASES ? `and ${cases.length - MOST_CASES} more cases` : null;
    return make('details', { open: true },
      make('summary', { id: 'sharing' }, `${countText(count)} of ${countText(all)} permutations have ${what}`),
      shown && make('ul', { class: 'cases' }, shown), more && make('p', { class: 'faint' }, more));
  }

  // The texts of the stages: the source after specialisation, and the code where the page has it.
  showTexts(technique) {
    const { space } = this.permutations();
    // A program is no text.
    if (!technique.variants.length) return;
    const texts = technique.variants.flatMap(at => {
      const { stage } = space.variants[at];
      const artifact = this.shader.artifacts[at];
      const code = artifact?.drawable ? [[`${stage}: ${this.shader.target}`, stage, textOf(this.page, artifact.drawable.text)]] : [];
      return [[`${stage}: source`, stage, this.sourceOf(at)], ...code];
    });
    let chosen = texts.findIndex(([name]) => name == this.textName);
    if (this.stage) chosen = texts.findIndex(([, stage]) => stage == this.stage);
    this.stage = null;
    const text = make('pre', { class: 'text', tabIndex: 0, id: 'text' });
    const buttons = texts.map(([name], at) => make('button', { 'aria-pressed': 'false', onclick: () => press(at) }, name));
    const press = at => {
      this.textName = texts[at]?.[0];
      buttons.forEach((button, other) => button.setAttribute('aria-pressed', String(other == at)));
      text.textContent = texts[at]?.[2] ?? 'This page has too much text, so this one was left out.';
    };
    press(Math.max(chosen, 0));
    this.text.replaceChildren(make('h3', {}, 'Text'), make('div', { class: 'choices' }, buttons), text);
  }
}

function facts(rows) {
  return make('dl', { class: 'facts' }, rows.map(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
}

// A value of metadata, which may have its type around it.
function scalarText(value) {
  return Object(value) === value ? Object.values(value)[0] : value;
}

function settingRows(settings) {
  const list = entries => make('code', {}, entries.map(([name, value]) => `${name}=${scalarText(value)}`).join(' '));
  const rows = [];
  if (settings.vertex_format) rows.push(['vertex format', make('code', {}, settings.vertex_format)]);
  if (settings.profile) rows.push(['profile', make('code', {}, settings.profile)]);
  for (const [name, entries] of [['defines', Object.entries(settings.defines)], ['metadata', Object.entries(settings.metadata)], ['render state', settings.render_state]]) {
    if (entries.length) rows.push([name, list(entries)]);
  }
  return rows;
}

// The reads of `Specialize` on the way to its result.
function pathList(permutations, path, key, shader) {
  if (!path) return null;
  const reads = path.reads.map(([at, line]) => {
    const branch = permutations.branches[at];
    return make('li', {}, make('span', { class: 'faint' }, `line ${line} `), make('code', {}, `${branch.name} = ${valueText(branch, permutations.valueOf(branch, key))}`));
  });
  const summary = reads.length ? `Specialize reads ${plural(reads.length, 'branch').replace(/branchs$/, 'branches')} (${shader.sidecar})` : 'Specialize reads no branch';
  return make('details', { open: true }, make('summary', {}, summary), make('ol', { class: 'path', id: 'path' }, reads));
}
