//! A build with nothing to do: every input and the archive are as the last build left them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::unit_cache::UnitCache;
use crate::cache::{Cache, FileState, Snapshot};
use crate::diag::{Diagnostic, StoredDiagnostic};
use crate::model::keys::{BuildKey, BuildSubject};
use crate::model::{ActionKey, Digest};
use crate::pipeline::{BuildContext, BuildRequest};
use crate::report::{Ending, Report, ShaderReport, Summary};

/// What a build said, to be said again.
pub struct BuildMessages<'a> {
    pub summary: &'a Summary,
    pub shaders: &'a [ShaderReport],
    pub diagnostics: &'a [Diagnostic],
}

#[derive(Serialize, Deserialize)]
struct SaidRecord {
    summary: Summary,
    shaders: Vec<ShaderReport>,
    diagnostics: Vec<StoredDiagnostic>,
}

/// The report of the last build, if nothing has changed since. Otherwise the keeper knows what was seen of the files.
pub fn check(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    cache: &Cache,
    request: &BuildRequest<'_>,
) -> Option<Report> {
    if !request.writes(context) {
        return None;
    }
    let subject = subject(context, request);
    let mut snapshot = cache.snapshot(&subject.digest())?;
    let root = &context.project.root;
    let now = context.trace.measure("records", "inputs", || snapshot.inputs_now(root));
    let mut same = snapshot.key == key(context, unit_cache, request).digest();
    let mut settled = false;
    let output = snapshot.output_now(root).ok().flatten().filter(|now| now.digest == snapshot.output.1.digest);
    same &= output.is_some() && snapshot.output.0 == request.output(context);
    let was = |state: &Option<FileState>| state.map(|state| state.digest);
    same &=
        snapshot.inputs.iter().zip(&now).all(|((_, then), now)| now.as_ref().is_ok_and(|now| was(then) == was(now)));
    // Where nothing has to be done, nobody asks the keeper.
    let is_asked = !same || request.resident.is_some();
    for ((path, then), now) in snapshot.inputs.iter_mut().zip(now) {
        let Ok(now) = now else { continue };
        if is_asked {
            unit_cache.seen(path, now);
        }
        settled |= *then != now;
        *then = now;
    }
    let output = output.filter(|_| same)?;
    settled |= output != snapshot.output.1;
    snapshot.output.1 = output;
    let said: SaidRecord = serde_json::from_slice(&snapshot.said).ok()?;
    let diagnostics =
        said.diagnostics.iter().map(|stored| stored.restore(&context.sources)).collect::<Option<Vec<_>>>()?;
    if settled {
        // What had to be read this time need not be next time.
        cache.keep_snapshot(&subject.digest(), &snapshot);
    }
    if let Some(resident) = request.resident {
        let digest = |state: &Option<FileState>| state.map(|state| state.digest);
        resident.set_inputs(snapshot.inputs.iter().map(|(path, state)| (path.clone(), digest(state))).collect());
    }
    let inputs = snapshot.inputs.into_iter().filter(|(_, state)| state.is_some()).map(|(path, _)| path);
    let cached = said.summary.variants;
    let summary = Summary { compiled: 0, cached, failed: 0, archive_bytes: output.stat.size, ..said.summary };
    let inputs = files(context, inputs);
    Some(Report {
        ending: Ending::Success,
        diagnostics,
        shaders: said.shaders,
        summary,
        rebuilt: Vec::new(),
        inputs,
        shown: None,
    })
}

/// Remembers a build that succeeded. A file that changed while it ran leaves no memory: the next build shall see it.
pub fn keep(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    cache: &Cache,
    request: &BuildRequest<'_>,
    inputs: &BTreeMap<PathBuf, Option<Digest>>,
    archive: Digest,
    said: &BuildMessages<'_>,
) {
    let state = |(path, digest): (&PathBuf, &Option<Digest>)| {
        let state = unit_cache.state(path).ok()?;
        (state.map(|state| state.digest) == *digest).then(|| (path.clone(), state))
    };
    let Some(inputs) = inputs.iter().map(state).collect::<Option<Vec<_>>>() else { return };
    let output = request.output(context);
    let Ok(Some(state)) = FileState::read(&output, |_| None) else { return };
    if state.digest != archive {
        return;
    }
    let diagnostics = said.diagnostics.iter().map(|diagnostic| StoredDiagnostic::of(diagnostic, &context.sources));
    let Some(diagnostics) = diagnostics.collect::<Option<Vec<_>>>() else { return };
    let record = SaidRecord { summary: said.summary.clone(), shaders: said.shaders.to_vec(), diagnostics };
    let Ok(said) = serde_json::to_vec(&record) else { return };
    let key = key(context, unit_cache, request).digest();
    cache.keep_snapshot(&subject(context, request).digest(), &Snapshot { key, inputs, output: (output, state), said });
}

/// Every file a build depends on, the project's own file among them, sorted.
pub fn files(context: &BuildContext, inputs: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let project = Path::new("uberc.toml");
    let own = context.project.file.is_some().then(|| project.to_path_buf());
    let mut files: Vec<PathBuf> = inputs.chain(own).collect();
    files.sort();
    files.dedup();
    files
}

/// The archive: what keeps its identity while inputs change.
fn subject(context: &BuildContext, request: &BuildRequest<'_>) -> ActionKey {
    BuildSubject { output: &request.output(context), targets: &request.targets }.key()
}

/// Everything but files.
fn key(context: &BuildContext, unit_cache: &UnitCache<'_>, request: &BuildRequest<'_>) -> ActionKey {
    let settings: Vec<_> = request.targets.iter().map(|target| (*target, unit_cache.settings(*target))).collect();
    BuildKey {
        subject: BuildSubject { output: &request.output(context), targets: &request.targets },
        release: request.release,
        settings: &settings,
        units: &context.units,
        whole: context.whole,
    }
    .key()
}
