//! What a build stores for later builds, beside the results of variants.

use super::BuildContext;
use super::incremental::unit_cache::UnitCache;
use super::incremental::up_to_date;
use super::output::Written;
use super::request::BuildRequest;
use super::unit_results::UnitResults;
use crate::diag::Diagnostic;
use crate::report::Summary;

/// Stores the units that were built, and, where an archive was written, the whole build.
pub fn keep_records(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    request: &BuildRequest<'_>,
    results: &UnitResults,
    summary: &Summary,
    diagnostics: &[Diagnostic],
    written: Option<&Written>,
) {
    for (unit, finished) in &results.to_keep {
        let name = unit.unit.sidecar.display().to_string();
        context.trace.measure("records", name, || unit.keep(unit_cache, finished));
    }
    if let (Some(cache), Some(archive)) = (request.records, written) {
        let messages = up_to_date::BuildMessages { summary, diagnostics };
        context.trace.measure("records", "build", || {
            let (inputs, units, last) = (&results.inputs, &*results.finished, &*results.last_inputs);
            let files = up_to_date::UnitFiles { inputs, units, last };
            let written = up_to_date::ArchiveRecord { digest: archive.digest, parts: archive.parts.as_ref() };
            up_to_date::keep(context, unit_cache, cache, request, &files, &written, &messages);
        });
    }
}
