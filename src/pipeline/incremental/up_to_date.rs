//! A build with nothing to do: neither an input nor the archive has changed since the last build; or inputs have, and the
//! results of their units have not.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::last_build::{LastBuild, UnitOutput};
use super::unit_cache::UnitCache;
use super::unit_record::Inputs;
use crate::cache::{Cache, FileState, InputNow, Snapshot, StatRoot, StoredParts, UnitState};
use crate::diag::{Diagnostic, StoredDiagnostic, listed_folder};
use crate::model::keys::{BuildKey, BuildSubject};
use crate::model::{ActionKey, Digest, Target};
use crate::pipeline::BuildContext;
use crate::pipeline::request::BuildRequest;
use crate::report::{Ending, Report, Summary};

/// The archive of a build.
pub struct ArchiveRecord<'a> {
    pub digest: Digest,
    /// What was packed of each unit, see [`super::last_build`].
    pub parts: Option<&'a StoredParts>,
}

/// The files of a build's units.
pub struct UnitFiles<'a> {
    pub inputs: &'a Inputs,
    pub units: &'a [(Target, UnitOutput)],
    /// The inputs of the last build, where units are as it packed them.
    pub last: &'a [PathBuf],
}

/// The messages of a build: a build with nothing to do reports them again.
pub struct BuildMessages<'a> {
    pub summary: &'a Summary,
    pub diagnostics: &'a [Diagnostic],
}

#[derive(Serialize, Deserialize)]
struct ReportRecord {
    summary: Summary,
    diagnostics: Vec<StoredDiagnostic>,
}

/// What has changed since the last build.
pub enum Changes {
    /// Nothing: the report of that build.
    None(Box<Report>),
    /// Files of some units.
    Files(Box<ChangedFiles>),
    /// More, or it is not known what.
    Unknown,
}

/// A build whose settings, units and archive are those of the last one, and some of whose files have changed: often in a
/// comment alone, so that the units that read them have the same results, and the archive is what it is.
pub struct ChangedFiles {
    subject: Digest,
    /// With the states that the files have now.
    snapshot: Snapshot,
    /// The units that read such a file, in the order of the build's units and targets.
    pub affected: Vec<usize>,
}

/// Compares the last build with what there is now. Unless nothing has changed, `unit_cache` has the states of the files that
/// were read.
pub fn check(context: &BuildContext, unit_cache: &UnitCache<'_>, cache: &Cache, request: &BuildRequest<'_>) -> Changes {
    let subject = subject(context, request).digest();
    if !request.writes(context) {
        return Changes::Unknown;
    }
    let looked = context.known_inputs.take(&subject).map(|looked| (looked.snapshot, looked.now));
    let known = looked.or_else(|| Some((cache.snapshot(&subject)?, Vec::new())));
    let Some((mut snapshot, looked)) = known else { return Changes::Unknown };
    let root = StatRoot::new(&context.project.root);
    let now = || inputs_now(context, unit_cache, request, (&snapshot, looked), &root);
    let measured = || context.trace.measure("records", "inputs", now);
    let (now, key) = rayon::join(measured, || key(context, unit_cache, request).digest());
    let was = |state: &Option<FileState>| state.map(|state| state.digest);
    let pairs = snapshot.inputs.iter().zip(&now).zip(0u32..);
    let is_changed = |then, now: &InputNow| now.as_ref().is_ok_and(|now| was(then) != was(now));
    let changed: Vec<u32> = pairs.filter(|(((_, then), now), _)| is_changed(then, now)).map(|(_, at)| at).collect();
    let mut same = now.iter().all(Result::is_ok);
    // Under `watch`, the archive has new code sooner without a look at the old.
    let output = if request.resident.is_some() && !changed.is_empty() { None } else { snapshot.output_now(&root).ok() };
    let output = output.flatten().filter(|now| now.digest == snapshot.output.1.digest);
    same &= output.is_some() && snapshot.output.0 == request.output(context);
    same &= snapshot.key == key;
    // A single build with nothing to do does not use the states any more.
    let is_asked = !same || !changed.is_empty() || request.resident.is_some();
    let mut settled = false;
    for ((path, then), now) in snapshot.inputs.iter_mut().zip(now) {
        let Ok(now) = now else { continue };
        if is_asked {
            unit_cache.set_state(path, now);
        }
        if let (Some(state), Some(_)) = (now, request.resident) {
            context.sources.note_current(path, state.digest);
        }
        settled |= *then != now;
        *then = now;
    }
    let Some(output) = output.filter(|_| same) else { return Changes::Unknown };
    settled |= output != snapshot.output.1;
    snapshot.output.1 = output;
    if !changed.is_empty() {
        let affected = find_affected(&snapshot, &changed);
        return affected.map_or(Changes::Unknown, |affected| {
            Changes::Files(Box::new(ChangedFiles { subject, snapshot, affected }))
        });
    }
    if settled {
        // Files that had to be read this time need not be read next time.
        cache.keep_snapshot(&subject, &snapshot);
    }
    if let Some(resident) = request.resident {
        resident.set_inputs(snapshot.inputs.iter().map(|(path, state)| (path.clone(), was(state))).collect());
    }
    report_of(context, snapshot).map_or(Changes::Unknown, |report| Changes::None(Box::new(report)))
}

/// The inputs of a build as they are now.
fn inputs_now(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    request: &BuildRequest<'_>,
    (snapshot, looked): (&Snapshot, Vec<Option<InputNow>>),
    root: &StatRoot,
) -> Vec<InputNow> {
    snapshot.inputs_now(root, looked, |path, then| {
        // What is in memory is newer than what the record has.
        if request.resident.is_some_and(|resident| resident.has_state(path)) {
            return Some(unit_cache.state(path).map_err(|()| std::io::Error::other("it cannot be read")));
        }
        (then.is_none() && context.listing.is_absent(path)).then_some(Ok(None))
    })
}

/// The units that read one of these files. `None`: a file is no unit's.
fn find_affected(snapshot: &Snapshot, changed: &[u32]) -> Option<Vec<usize>> {
    let reads = |unit: &UnitState, file: &u32| unit.inputs.binary_search(file).is_ok();
    let of_units = changed.iter().all(|file| snapshot.units.iter().any(|unit| reads(unit, file)));
    let affected: Vec<usize> = snapshot
        .units
        .iter()
        .enumerate()
        .filter(|(_, unit)| changed.iter().any(|file| reads(unit, file)))
        .map(|(at, _)| at)
        .collect();
    of_units.then_some(affected)
}

/// The report of the last build as that of one in which nothing was compiled; `None` where a message has lost its place.
fn report_of(context: &BuildContext, snapshot: Snapshot) -> Option<Report> {
    let report: ReportRecord = serde_json::from_slice(&snapshot.report).ok()?;
    let diagnostics =
        report.diagnostics.iter().map(|stored| stored.restore(&context.sources)).collect::<Option<Vec<_>>>()?;
    let cached = report.summary.variants;
    let archive_bytes = snapshot.output.1.stat.size;
    let summary = Summary { compiled: 0, executed: 0, cached, remote: 0, failed: 0, archive_bytes, ..report.summary };
    let inputs = snapshot.inputs.into_iter().filter(|(_, state)| state.is_some()).map(|(path, _)| path);
    let inputs = files(context, inputs);
    Some(Report {
        ending: Ending::Success,
        diagnostics,
        shaders: Vec::new(),
        summary,
        rebuilt: Vec::new(),
        fetched: Vec::new(),
        inputs,
        shown: None,
    })
}

impl ChangedFiles {
    /// Whether most units are not affected: then it is worth to build these alone first.
    pub fn is_minority(&self) -> bool {
        self.affected.len() * 2 <= self.snapshot.units.len()
    }

    /// The digest of a unit's result.
    pub fn record_of(&self, unit: usize) -> Digest {
        self.snapshot.units[unit].record
    }

    /// The files that a unit reads and looks for, in their present state.
    fn files_of(&self, unit: usize) -> impl Iterator<Item = (&PathBuf, Option<Digest>)> {
        let inputs = self.snapshot.units[unit].inputs.iter();
        let read = inputs.map(|input| &self.snapshot.inputs[*input as usize]);
        read.map(|(path, state)| (path, state.map(|state| state.digest)))
    }

    /// The same as inputs.
    pub fn inputs_of(&self, unit: usize) -> Inputs {
        self.files_of(unit).map(|(path, digest)| (path.clone(), digest)).collect()
    }

    /// Whether a unit reads and looks for the same files as before, in their present state.
    pub fn has_files(&self, unit: usize, files: &Inputs) -> bool {
        self.files_of(unit).eq(files.iter().map(|(path, digest)| (path, *digest)))
    }

    /// The build of which these are changes.
    pub fn last_build(&self) -> LastBuild {
        let (path, state) = &self.snapshot.output;
        LastBuild { subject: self.subject, output: (path.clone(), state.digest) }
    }

    /// The inputs of that build, with the digests that they have now.
    pub fn inputs(&self) -> impl Iterator<Item = (&PathBuf, Option<Digest>)> {
        self.snapshot.inputs.iter().map(|(path, state)| (path, state.map(|state| state.digest)))
    }

    /// For each unit of the build that is not affected, which inputs are its own; `None` for the others.
    pub fn inputs_of_unchanged(&self) -> Vec<Option<Vec<u32>>> {
        let mut affected = self.affected.iter().peekable();
        let of_unit =
            |(at, unit): (usize, &UnitState)| affected.next_if_eq(&&at).is_none().then(|| unit.inputs.clone());
        self.snapshot.units.iter().enumerate().map(of_unit).collect()
    }

    /// Whether the affected units have the results that they had, and read the same files: then all that follows from them is the
    /// same too. `finished`: these units, in their order.
    pub fn are_same(&self, finished: &[(Target, UnitOutput)]) -> bool {
        let is_same = |(at, (_, unit)): (&usize, &(Target, UnitOutput))| match unit {
            UnitOutput::Finished(finished) => {
                finished.record.get() == Some(&self.record_of(*at)) && self.has_files(*at, &finished.inputs)
            }
            UnitOutput::Stored(_) => false,
        };
        finished.len() == self.affected.len() && self.affected.iter().zip(finished).all(is_same)
    }

    /// The report of the build, if all affected units have the results that they had.
    pub fn report_of_same(self, context: &BuildContext, cache: &Cache) -> Option<Report> {
        cache.keep_snapshot(&self.subject, &self.snapshot);
        report_of(context, self.snapshot)
    }
}

/// The units for the record of a build; empty where one of them has no stored result.
fn unit_states(files: &UnitFiles<'_>, count: usize) -> Vec<UnitState> {
    // To compare and to hash paths takes ten times as long.
    let places: FxHashMap<&OsStr, u32> = files.inputs.keys().map(|path| path.as_os_str()).zip(0..).collect();
    let place = |path: &PathBuf| places.get(path.as_os_str()).copied();
    let last: Vec<Option<u32>> = files.last.iter().map(place).collect();
    let state = |(_, unit): &(Target, UnitOutput)| {
        // All are sorted by path.
        let own: Option<Vec<u32>> = match unit {
            UnitOutput::Finished(finished) => finished.inputs.keys().map(place).collect(),
            UnitOutput::Stored(stored) => stored.inputs.iter().map(|at| *last.get(*at as usize)?).collect(),
        };
        Some(UnitState { inputs: own?, record: unit.record()? })
    };
    if files.units.len() != count {
        return Vec::new();
    }
    files.units.iter().map(state).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Stores a build that succeeded. If a file changed during the build, nothing is stored, so that the next build finds
/// the change.
pub fn keep(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    cache: &Cache,
    request: &BuildRequest<'_>,
    files: &UnitFiles<'_>,
    archive: &ArchiveRecord<'_>,
    report: &BuildMessages<'_>,
) {
    let units = unit_states(files, context.units.len() * request.targets.len());
    let state = |(path, digest): (&PathBuf, &Option<Digest>)| {
        let state = unit_cache.state(path).ok()?;
        (state.map(|state| state.digest) == *digest).then(|| (path.clone(), state))
    };
    let Some(inputs) = files.inputs.iter().map(state).collect::<Option<Vec<_>>>() else { return };
    let output = request.output(context);
    let Ok(Some(state)) = FileState::read(&output, |_| None) else { return };
    if state.digest != archive.digest {
        return;
    }
    let diagnostics = report.diagnostics.iter().map(|diagnostic| StoredDiagnostic::of(diagnostic, &context.sources));
    let Some(diagnostics) = diagnostics.collect::<Option<Vec<_>>>() else { return };
    let record = ReportRecord { summary: report.summary.clone(), diagnostics };
    let Ok(report) = serde_json::to_vec(&record) else { return };
    let key = key(context, unit_cache, request).digest();
    let snapshot = Snapshot { key, inputs, output: (output, state), units, report };
    let subject = subject(context, request).digest();
    cache.keep_snapshot(&subject, &snapshot);
    if let Some(parts) = archive.parts {
        cache.keep_build_parts(&subject, parts);
    }
}

/// Every file a build depends on, the project's own file among them, sorted. `inputs`: sorted, each once.
pub fn files(context: &BuildContext, inputs: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = inputs.filter(|path| listed_folder(path).is_none()).collect();
    let project = Path::new("uberc.toml");
    if context.project.file.is_some()
        && let Err(at) = files.binary_search_by(|file| file.as_path().cmp(project))
    {
        files.insert(at, project.to_path_buf());
    }
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
