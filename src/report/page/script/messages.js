// Messages of the build. Those about variants are grouped by the condition under which they appear.

function messages(page, openPermutation) {
  if (!page.diagnostics.length) return [make('p', { class: 'good' }, 'The build has no error and no warning.')];
  const groups = new Map();
  for (const one of page.diagnostics) {
    const places = one.occurrences.length ? one.occurrences : [null];
    // A message about several shaders stands under the first: they share the text that is wrong.
    const key = places[0] ? `${places[0].shader}: ${conditionText(places[0])}` : 'Without a condition';
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const worst = list => Number(!list.some(one => one.severity == 'error'));
  const sorted = [...groups].sort((a, b) => worst(a[1]) - worst(b[1]));
  return sorted.map(([condition, list]) => [
    make('h2', {}, condition),
    list.map(one => message(one, openPermutation)),
  ]);
}

// `g_bFog = 1 and g_Quality = High; or g_bSnow = 1`
function conditionText(occurrence) {
  if (!occurrence.condition.length) return occurrence.count == occurrence.of ? `all ${occurrence.unit}` : `some ${occurrence.unit}`;
  const terms = values => Object.entries(values).map(([branch, list]) => `${branch} = ${list.join(' or ')}`);
  return occurrence.condition.map(values => terms(values).join(' and ') || 'always').join('; or ');
}

function message(one, openPermutation) {
  const place = one.primary ? `${one.primary.file}:${one.primary.line}:${one.primary.column}` : '';
  // Notes say how many variants it is in; here is the way there.
  const shown = one.occurrences.filter(occurrence => occurrence.permutation).map(occurrence => make('div', {},
    make('button', { class: 'link', onclick: () => openPermutation(occurrence) }, `show ${occurrence.shader} ${occurrence.permutation}`),
    occurrence.targets.length ? make('span', { class: 'faint' }, ` for ${occurrence.targets.join(', ')}`) : ''));
  return make('div', { class: `message ${one.severity}` },
    make('div', {}, make('strong', { class: one.severity == 'error' ? 'bad' : 'warn' }, `${one.severity}[${one.code}]`), `: ${one.message}`),
    place && make('div', {}, make('code', {}, place), one.primary.message ? ` ${one.primary.message}` : ''),
    one.trail.map(step => make('div', { class: 'faint' }, `${step.message} `, make('code', {}, `${step.file}:${step.line}`))),
    one.labels.map(label => make('div', { class: 'faint' }, make('code', {}, `${label.file}:${label.line}`), ` ${label.message}`)),
    shown,
    one.notes.map(note => make('div', { class: 'faint code' }, note)),
    one.help && make('p', {}, one.help));
}
