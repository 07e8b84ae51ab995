// How long the run took.

function timings(page) {
  const known = page.timings;
  if (!known) {
    return [make('p', {}, 'This page has no timings, so that equal builds have equal pages. ', make('code', {}, 'uberc report --timings'), ' adds those of its run.')];
  }
  const milliseconds = us => (us / 1000).toFixed(1);
  const most = Math.max(1, ...known.stages.map(stage => stage.busy_us));
  const stages = known.stages.map(stage => [
    stage.stage, countText(stage.count), [milliseconds(stage.busy_us), make('span', { class: 'bar', style: `width:${100 * stage.busy_us / most}%` })],
    milliseconds(stage.span_us), `${stage.longest} (${milliseconds(stage.longest_us)} ms)`,
  ]);
  const slowest = known.slowest.map(one => [one.subject, milliseconds(one.us)]);
  const shared = known.shared.map(one => [one.what, countText(one.known), countText(one.all), `${(100 * one.known / Math.max(one.all, 1)).toFixed(1)} %`]);
  return [
    make('p', {}, `${(known.wall_ms / 1000).toFixed(2)} s: ${plural(known.compiled, 'variant')} compiled, ${countText(known.cached)} from the cache`),
    make('h2', {}, 'Stages'),
    make('p', { class: 'faint' }, 'Busy is the time of all threads together, span that from the first beginning to the last end.'),
    table(['stage', '#count', '#busy ms', '#span ms', 'longest'], stages),
    slowest.length ? [make('h2', {}, 'Slowest variants'), table(['shader, stage, permutation', '#ms'], slowest)] : [],
    shared.length ? [make('h2', {}, 'Shared work'), table(['what', '#reused', '#of', '#'], shared)] : [],
  ];
}
