//! A build with nothing to do: neither an input nor the archive has changed since the last build.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::unit_cache::UnitCache;
use crate::cache::{Cache, FileState, Snapshot};
use crate::diag::{Diagnostic, StoredDiagnostic};
use crate::model::keys::{BuildKey, BuildSubject};
use crate::model::{ActionKey, Digest};
use crate::pipeline::BuildContext;
use crate::pipeline::request::BuildRequest;
use crate::report::{Ending, Report, ShaderReport, Summary};

/// The messages of a build: a build with nothing to do reports them again.
pub struct BuildMessages<'a> {
    pub summary: &'a Summary,
    pub shaders: &'a [ShaderReport],
    pub diagnostics: &'a [Diagnostic],
}

#[derive(Serialize, Deserialize)]
struct ReportRecord {
    summary: Summary,
    shaders: Vec<ShaderReport>,
    diagnostics: Vec<StoredDiagnostic>,
}

/// The report of the last build, if nothing has changed since. Otherwise `unit_cache` has the states of the files that
/// were read.
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
    // A single build with nothing to do does not use the states any more.
    let is_asked = !same || request.resident.is_some();
    for ((path, then), now) in snapshot.inputs.iter_mut().zip(now) {
        let Ok(now) = now else { continue };
        if is_asked {
            unit_cache.set_state(path, now);
        }
        settled |= *then != now;
        *then = now;
    }
    let output = output.filter(|_| same)?;
    settled |= output != snapshot.output.1;
    snapshot.output.1 = output;
    let report: ReportRecord = serde_json::from_slice(&snapshot.report).ok()?;
    let diagnostics =
        report.diagnostics.iter().map(|stored| stored.restore(&context.sources)).collect::<Option<Vec<_>>>()?;
    if settled {
        // Files that had to be read this time need not be read next time.
        cache.keep_snapshot(&subject.digest(), &snapshot);
    }
    if let Some(resident) = request.resident {
        let digest = |state: &Option<FileState>| state.map(|state| state.digest);
        resident.set_inputs(snapshot.inputs.iter().map(|(path, state)| (path.clone(), digest(state))).collect());
    }
    let inputs = snapshot.inputs.into_iter().filter(|(_, state)| state.is_some()).map(|(path, _)| path);
    let cached = report.summary.variants;
    let summary =
        Summary { compiled: 0, cached, remote: 0, failed: 0, archive_bytes: output.stat.size, ..report.summary };
    let inputs = files(context, inputs);
    Some(Report {
        ending: Ending::Success,
        diagnostics,
        shaders: report.shaders,
        summary,
        rebuilt: Vec::new(),
        fetched: Vec::new(),
        inputs,
        shown: None,
    })
}

/// Stores a build that succeeded. If a file changed during the build, nothing is stored, so that the next build finds
/// the change.
pub fn keep(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    cache: &Cache,
    request: &BuildRequest<'_>,
    inputs: &BTreeMap<PathBuf, Option<Digest>>,
    archive: Digest,
    report: &BuildMessages<'_>,
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
    let diagnostics = report.diagnostics.iter().map(|diagnostic| StoredDiagnostic::of(diagnostic, &context.sources));
    let Some(diagnostics) = diagnostics.collect::<Option<Vec<_>>>() else { return };
    let record = ReportRecord { summary: report.summary.clone(), shaders: report.shaders.to_vec(), diagnostics };
    let Ok(report) = serde_json::to_vec(&record) else { return };
    let key = key(context, unit_cache, request).digest();
    cache
        .keep_snapshot(&subject(context, request).digest(), &Snapshot { key, inputs, output: (output, state), report });
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

/// The key of the archive without its inputs: it stays the same when they change.
fn subject(context: &BuildContext, request: &BuildRequest<'_>) -> ActionKey {
    BuildSubject { output: &request.output(context), targets: &request.targets }.key()
}

/// All fields of the key that are not files.
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
