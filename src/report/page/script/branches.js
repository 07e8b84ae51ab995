// What each branch costs, and where it is dead.

function branches(page) {
  return [
    make('p', { class: 'faint' }, 'How much less there would be if a branch always had its first value. A branch is dead in a stage whose source does not depend on it.'),
    byTarget(page, target => branchTables(page, page.shaders.filter(shader => shader.target == target))),
  ];
}

function branchTables(page, shaders) {
  const parts = shaders.filter(shader => shader.explanation.branches.length).map(shader => {
    const known = shader.explanation;
    const costs = known.branches.map(branch => ({ branch, variants: branch.saved_variants && sum(Object.values(branch.saved_variants)) }));
    const all = known.variants ? sum(Object.values(known.variants)) : 0;
    costs.sort((a, b) => (b.variants ?? 0) - (a.variants ?? 0));
    const rows = costs.map(({ branch, variants }) => [
      make('code', {}, branch.name), branch.values, readText(branch, known), countText(branch.saved_final_techniques),
      [countText(variants), make('span', { class: 'bar', style: `width:${all ? 100 * (variants ?? 0) / all : 0}%` })],
      stageText(branch), deadTags(branch, known),
    ]);
    return [
      make('h2', {}, shader.name),
      make('p', { class: 'faint' }, `${plural(known.final_techniques, 'technique')} with final branch values, ${countText(page.spaces[shader.space].techniques.length)} in the archive, ${plural(all, 'variant')}`),
      table(['branch', 'values', 'read by Specialize', '#techniques less', '#variants less', 'of these', 'dead'], rows),
    ];
  });
  return parts.length ? parts : [make('p', {}, 'No shader has a branch.')];
}

function readText(branch, known) {
  if (!branch.cubes) return make('span', { class: 'faint' }, 'passes through');
  const lines = branch.lines.slice(0, 6).join(', ') + (branch.lines.length > 6 ? ', …' : '');
  return `in ${countText(branch.cubes)} of ${plural(known.cubes, 'cube')}, line ${lines}`;
}

function stageText(branch) {
  const saved = Object.entries(branch.saved_variants ?? {}).filter(([, count]) => count);
  return saved.map(([stage, count]) => `${count} ${stage}`).join(', ');
}

// The stages that do not depend on it. One that depends on it nowhere and costs nothing is dead.
function deadTags(branch, known) {
  if (!branch.live) return '?';
  const stages = Object.keys(known.variants ?? {}).filter(stage => !branch.live.includes(stage));
  const chooses = branch.chooses ?? [];
  if (!branch.live.length && !chooses.length && !branch.saved_techniques) return make('span', { class: 'tag dead' }, 'dead everywhere');
  return stages.map(stage => make('span', {
    class: 'tag', title: chooses.includes(stage) ? 'Specialize derives something else from it, so it still selects the variant' : 'it changes nothing here',
  }, chooses.includes(stage) ? `${stage} (selects)` : stage));
}
