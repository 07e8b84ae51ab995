//! A build in which files of a few units have changed: the other units are packed as the last build packed them.

use std::path::PathBuf;

use super::BuildContext;
use super::incremental::last_build::UnitOutput;
use super::incremental::unit_record::Inputs;
use super::incremental::up_to_date::ChangedFiles;
use super::output::options;
use super::request::BuildRequest;
use super::unit_results::UnitResults;
use crate::cache::Cache;
use crate::model::Target;
use crate::pack::KnownBlobs;

/// The results of all units, and the blobs of the last archive. `finished`: the affected units, in their order. `targets`: of each unit
/// of the build. `None` where a unit that is not affected has to be read: dictionaries depend on the code of all units, and what the
/// last build packed may be lost; or where an affected one was not stored.
pub fn with_unchanged(
    context: &BuildContext,
    cache: &Cache,
    request: &BuildRequest<'_>,
    changed: &ChangedFiles,
    finished: Vec<(Target, UnitOutput)>,
    targets: &[Target],
) -> Option<(UnitResults, KnownBlobs)> {
    let options = options(request);
    if options.dictionaries {
        return None;
    }
    let last = changed.last_build();
    let parts = last.parts(cache)?;
    let known = last.known_blobs(&parts, options)?;
    let mut results = UnitResults::default();
    (results.inputs, results.last_inputs) = inputs_of_unchanged(changed);
    let units = parts.into_units(changed.inputs_of_unchanged())?;
    if units.len() != targets.len() {
        return None;
    }
    let mut finished = finished.into_iter();
    for (at, (unit, target)) in units.into_iter().zip(targets).enumerate() {
        match (unit, changed.record_of(at)) {
            (Some(unit), record) if unit.record == record => results.add_stored(*target, unit, &context.sources)?,
            (Some(_), _) => return None,
            (None, _) => match finished.next()? {
                // One that was not stored lacks the messages that have no place on disk.
                (target, UnitOutput::Finished(unit)) if unit.record.get().is_some() => {
                    results.add_finished(target, unit, false, &context.sources);
                }
                _ => return None,
            },
        }
    }
    Some((results, known))
}

/// The inputs of the units that are not affected, and all inputs of the last build.
fn inputs_of_unchanged(changed: &ChangedFiles) -> (Inputs, Vec<PathBuf>) {
    let mut is_used = vec![false; changed.inputs().count()];
    for input in changed.inputs_of_unchanged().into_iter().flatten().flatten() {
        if let Some(is_used) = is_used.get_mut(input as usize) {
            *is_used = true;
        }
    }
    let used = changed.inputs().zip(is_used).filter(|(_, is_used)| *is_used);
    let inputs = used.map(|((path, digest), _)| (path.clone(), digest)).collect();
    (inputs, changed.inputs().map(|(path, _)| path.clone()).collect())
}
