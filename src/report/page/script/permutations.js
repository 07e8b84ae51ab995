// The permutations of a shader. A permutation is a number whose bits are the branches in their order; it can have 64 bits, so it is a
// BigInt. Where it leads is a decision diagram: one step for each bit that matters.

class Permutations {
  constructor(space) {
    this.space = space;
    this.branches = space.layout.branches.map(branch => ({
      ...branch,
      values: valueCount(branch.kind),
      mask: ((1n << BigInt(branch.width)) - 1n) << BigInt(branch.first_bit),
    }));
    this.bits = space.layout.bits;
  }

  // The value of a branch, from 0.
  valueOf(branch, key) {
    return Number((key & branch.mask) >> BigInt(branch.first_bit));
  }

  with(branch, key, value) {
    return (key & ~branch.mask) | ((BigInt(value) << BigInt(branch.first_bit)) & branch.mask);
  }

  exists(key) {
    return key >= 0n && key >> BigInt(this.bits) == 0n && this.branches.every(branch => this.valueOf(branch, key) < branch.values);
  }

  // `g_bSkinning=1,g_Quality=High`, as the commands of uberc read it; booleans that are 0 are left out.
  describe(key) {
    const set = this.branches.filter(branch => branch.kind != 'bool' || this.valueOf(branch, key));
    return set.map(branch => `${branch.name}=${valueText(branch, this.valueOf(branch, key))}`).join(',') || '(all branches off)';
  }

  // A number (`42`, `0x2a`) or branch values; `null` where it is no permutation.
  parse(text) {
    if (/^\s*(0x[0-9a-f]+|\d+)\s*$/i.test(text)) {
      const key = BigInt(text.trim());
      return this.exists(key) ? key : null;
    }
    let key = 0n;
    for (const part of text.split(',').map(part => part.trim()).filter(part => part)) {
      const [name, value = '1'] = part.split('=').map(word => word.trim());
      const branch = this.branches.find(branch => branch.name == name);
      const index = branch ? indexOfValue(branch, value) : -1;
      if (index < 0) return null;
      key = this.with(branch, key, index);
    }
    return key;
  }

  random() {
    return this.branches.reduce((key, branch) => this.with(branch, key, Math.floor(Math.random() * branch.values)), 0n);
  }

  // The run of `Specialize` for a permutation; `null` where it is not known.
  pathOf(key) {
    return this.space.paths[evaluate(this.space.path_of, key)] ?? null;
  }

  // Index of its technique; `null` where nothing is built.
  techniqueOf(key) {
    return evaluate(this.space.technique_of, key);
  }

  // Number of permutations whose technique `accepts` takes, as a BigInt; `null` where there is no diagram.
  count(accepts) {
    return countIn(this.space.technique_of, this.bits, accepts);
  }

  // Those permutations as cases, each a list of branches with the values that they may have; at most `limit` of them.
  cases(accepts, limit) {
    const cubes = cubesOf(this.space.technique_of, accepts, limit);
    return cubes && this.joined(cubes.map(cube => this.caseOf(cube)));
  }

  caseOf(cube) {
    return this.branches.map(branch => {
      const mask = cube.mask & branch.mask;
      if (mask == 0n) return null;
      // Too many to list: the smallest stands for them.
      if (branch.values > 256) return Object.assign([this.valueOf(branch, cube.value)], { isPart: true });
      const fits = value => ((this.with(branch, 0n, value) ^ cube.value) & mask) == 0n;
      return Array.from({ length: branch.values }, (_, value) => value).filter(fits);
    });
  }

  // Joins cases that differ in the values of one branch alone.
  joined(cases) {
    const differs = (a, b) => (a ?? []).join() != (b ?? []).join();
    for (let first = 0; first < cases.length; first++) {
      for (let second = first + 1; second < cases.length; second++) {
        const different = this.branches.map((_, at) => at).filter(at => differs(cases[first][at], cases[second][at]));
        const [at] = different;
        const lists = [cases[first][at], cases[second][at]];
        if (different.length > 1 || lists.some(list => list == null || list.isPart)) continue;
        const values = [...new Set([...cases[first][at], ...cases[second][at]])].sort((a, b) => a - b);
        cases[first][at] = values.length == this.branches[at].values ? null : values;
        cases.splice(second, 1);
        second = first;
      }
    }
    return cases;
  }

  // `g_bSkinning and g_Quality = Low or High, without g_bFoliage, with any g_bDebug`
  caseText(values) {
    const of = wanted => this.branches.filter((branch, at) => branch.width && wanted(branch, values[at]));
    const set = of((branch, value) => value && (branch.kind != 'bool' || value[0])).map(branch => {
      const list = values[this.branches.indexOf(branch)];
      if (list.isPart) return `some values of ${branch.name}`;
      const texts = list.map(value => valueText(branch, value));
      return branch.kind == 'bool' ? branch.name : `${branch.name} = ${texts.join(' or ')}`;
    });
    const names = list => list.map(branch => branch.name).join(', ');
    const [off, any] = [of((branch, value) => value && branch.kind == 'bool' && !value[0]), of((_, value) => !value)];
    const parts = [set.join(' and '), off.length ? `without ${names(off)}` : '', any.length ? `with any ${names(any)}` : ''];
    return parts.filter(part => part).join(', ') || 'its one permutation';
  }

  // A permutation of a case: the first value of each branch.
  exampleOf(values) {
    return this.branches.reduce((key, branch, at) => this.with(branch, key, values[at]?.[0] ?? 0), 0n);
  }
}

function bitsOf(text) {
  return BigInt('0x' + text);
}

// Number of values of a branch's type: `bool`, `{ int: { min, max } }` or `{ enum: { members } }`.
function valueCount(kind) {
  if (kind == 'bool') return 2;
  return kind.int ? kind.int.max - kind.int.min + 1 : kind.enum.members.length;
}

function valueText(branch, value) {
  if (branch.kind == 'bool') return String(value);
  return branch.kind.int ? String(branch.kind.int.min + value) : branch.kind.enum.members[value] ?? `#${value}`;
}

// The value of a branch with this text; -1 where there is none.
function indexOfValue(branch, text) {
  if (branch.kind == 'bool') return { 0: 0, 1: 1, false: 0, true: 1 }[text] ?? -1;
  if (branch.kind.enum) return branch.kind.enum.members.indexOf(text);
  const value = /^-?\d+$/.test(text) ? Number(text) - branch.kind.int.min : -1;
  return value < branch.values ? value : -1;
}

// The number of a permutation; `null` where it has none.
function evaluate(decision, key) {
  if (decision.diagram) {
    const { root, nodes } = decision.diagram;
    let at = root;
    while (at >= 0 && at % 2 == 0) {
      const [bit, low, high] = nodes[at / 2];
      at = (key >> BigInt(bit)) & 1n ? high : low;
    }
    return at < 0 ? null : (at - 1) / 2;
  }
  for (const [mask, value, number] of decision.cubes ?? []) {
    if ((key & bitsOf(mask)) == bitsOf(value)) return number;
  }
  return null;
}

// How many of all keys lead to a number that `accepts` takes. A node has the mean of its children: each decides half of the keys.
function countIn(decision, bits, accepts) {
  if (!decision.diagram) return null;
  const { root, nodes } = decision.diagram;
  const counts = [];
  const countOf = at => {
    if (at < 0) return 0n;
    return at % 2 ? (accepts((at - 1) / 2) ? 1n << BigInt(bits) : 0n) : counts[at / 2];
  };
  // Children stand before their parents.
  for (const [, low, high] of nodes) counts.push((countOf(low) + countOf(high)) / 2n);
  return countOf(root);
}

// The paths of a diagram that lead to a number that `accepts` takes; `null` where it has no diagram or more paths than the limit.
function cubesOf(decision, accepts, limit) {
  if (!decision.diagram) return null;
  const { root, nodes } = decision.diagram;
  const reaches = [];
  const leads = at => at >= 0 && (at % 2 ? accepts((at - 1) / 2) : reaches[at / 2]);
  for (const [, low, high] of nodes) reaches.push(leads(low) || leads(high));
  const found = [];
  const pending = leads(root) ? [[root, { mask: 0n, value: 0n }]] : [];
  while (pending.length) {
    const [at, cube] = pending.pop();
    if (at % 2) {
      if (found.length == limit) return null;
      found.push(cube);
      continue;
    }
    const [bit, low, high] = nodes[at / 2];
    const one = 1n << BigInt(bit);
    if (leads(high)) pending.push([high, { mask: cube.mask | one, value: cube.value | one }]);
    if (leads(low)) pending.push([low, { mask: cube.mask | one, value: cube.value }]);
  }
  return found;
}
