// The page: tabs, colours, and the address, which names what is shown.

const TABS = [
  ['overview', 'Overview'], ['sizes', 'Sizes'], ['branches', 'Branches'], ['messages', 'Messages'], ['timings', 'Timings'], ['variants', 'Variants'],
];

class ReportPage {
  constructor(page) {
    this.page = page;
    this.browser = page.shaders.length ? new VariantBrowser(page, (shader, key) => this.setAddress(['variants', shader.name, shader.target, '0x' + key.toString(16)])) : null;
    const open = (shader, key, stage) => { this.show('variants'); this.browser.open(shader, key, stage); };
    const openPermutation = occurrence => {
      const shader = page.shaders.find(one => one.name == occurrence.shader && (!occurrence.targets.length || occurrence.targets.includes(one.target)));
      const key = shader && page.permutations[shader.space].parse(occurrence.permutation.replace('(all branches off)', ''));
      if (key != null) open(shader, key);
    };
    this.parts = {
      overview: () => overview(page, open), sizes: () => sizes(page, open), branches: () => branches(page), messages: () => messages(page, openPermutation),
      timings: () => timings(page), variants: () => this.browser ? [this.browser.element] : [make('p', {}, 'There is no shader.')],
    };
    this.tabs = TABS.map(([id, title]) => make('button', { role: 'tab', id: `tab-${id}`, 'aria-controls': 'part', onclick: () => this.go(id) }, title));
    find('tabs').replaceChildren(...this.tabs);
    find('tabs').addEventListener('keydown', event => this.moveFocus(event));
    addEventListener('hashchange', () => this.readAddress());
    this.summarise();
    this.readAddress();
  }

  summarise() {
    const { page } = this;
    const shaders = new Set(page.shaders.map(shader => shader.name)).size;
    const errors = page.diagnostics.filter(one => one.severity == 'error').length;
    const warnings = page.diagnostics.filter(one => one.severity == 'warning').length;
    const code = bytesText(sum(page.binaries.map(binary => binary.bytes)));
    const programs = programBinaries(page).size;
    find('summary').textContent = [
      plural(shaders, 'shader'), `for ${page.targets.join(', ')}`, plural(page.variants, 'variant'), `${page.failed} failed`,
      ...(programs ? [plural(programs, 'program')] : []), `${plural(page.binaries.length - programs, 'distinct artifact')}, ${code}`, plural(errors, 'error'), plural(warnings, 'warning'),
    ].join(' · ');
  }

  // Arrow keys go from tab to tab.
  moveFocus(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = this.tabs.indexOf(document.activeElement);
    if (!step || at < 0) return;
    const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
    next.focus();
    next.click();
  }

  go(id) {
    this.show(id);
    if (id == 'variants' && this.browser) this.browser.open(this.browser.shader, this.browser.key);
    else this.setAddress([id]);
  }

  show(id) {
    if (this.shown == id) return;
    this.shown = id;
    this.tabs.forEach((tab, at) => {
      const isShown = TABS[at][0] == id;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    });
    find('part').setAttribute('aria-labelledby', `tab-${id}`);
    find('part').replaceChildren(...this.parts[id]().flat(Infinity).filter(part => part != null));
  }

  // The part behind `#`: it can be kept as a link.
  setAddress(words) {
    const address = '#' + words.map(encodeURIComponent).join('/');
    if (location.hash != address) history.replaceState(null, '', address);
  }

  readAddress() {
    const [id, name, target, permutation] = location.hash.slice(1).split('/').map(decoded);
    if (id != 'variants' || !this.browser) return this.go(TABS.some(([known]) => known == id) ? id : 'overview');
    const shader = this.page.shaders.find(one => one.name == name && one.target == target) ?? this.page.shaders.find(one => one.name == name);
    const key = shader && this.page.permutations[shader.space].parse(permutation ?? '0');
    this.show('variants');
    this.browser.open(shader ?? this.browser.shader, key ?? 0n);
  }
}

// A part of the address; empty where it is no encoded text.
function decoded(part) {
  try { return decodeURIComponent(part); } catch { return ''; }
}

find('theme').addEventListener('change', event => { document.documentElement.dataset.theme = event.target.value; });
try {
  const page = await readData();
  document.documentElement.dataset.ready = 'true';
  new ReportPage(page);
} catch (error) {
  find('summary').textContent = `The data of this page cannot be read: ${error.message}`;
  throw error;
}
