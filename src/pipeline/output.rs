//! How a build ends: its exit status, and the archive.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::BuildContext;
use super::incremental::unit_record::FinishedUnit;
use super::request::BuildRequest;
use crate::compile::Cancel;
use crate::diag::{Diagnostic, Origin};
use crate::model::{Digest, Package, PackagedTarget, Target};
use crate::pack;
use crate::report::Ending;

/// How the build ends before its archive is written. `incomplete`: a variant has no artifact.
pub fn decide_ending<'d>(
    diagnostics: impl Iterator<Item = &'d Diagnostic> + Clone,
    incomplete: bool,
    cancel: &Cancel,
) -> Ending {
    if cancel.is_cancelled() {
        Ending::Cancelled
    } else if diagnostics.clone().any(|diagnostic| diagnostic.origin.is_environment()) {
        Ending::Environment
    } else if diagnostics.clone().any(Diagnostic::is_error) || incomplete {
        Ending::SourceErrors
    } else {
        Ending::Success
    }
}

/// An archive in its place.
pub struct Written {
    /// Bytes.
    pub length: u64,
    pub digest: Digest,
    /// The time from which readers could open it.
    pub at: Instant,
    unflushed: Option<pack::Unflushed>,
}

impl Written {
    /// Waits until the archive is on the disk.
    pub fn flush(&mut self, output: &Path) -> Result<(), Vec<Diagnostic>> {
        let Some(unflushed) = self.unflushed.take() else { return Ok(()) };
        unflushed.flush().map_err(|error| {
            let why = pack::why_not_written(&error);
            let message = format!("the archive cannot be flushed to the disk: {}: {why}", output.display());
            let failed = Diagnostic::error("pack/write", message);
            vec![failed.help("It can be read now, but it may be lost if the machine loses power.")]
        })
    }
}

/// The error if the archive would replace a file that is something else.
pub fn find_foreign_file(context: &BuildContext, request: &BuildRequest<'_>) -> Option<Diagnostic> {
    let output = request.output(context);
    if !request.writes(context) || request.force || pack::is_archive_or_nothing(&output) {
        return None;
    }
    let shown = output.strip_prefix(&context.project.root).unwrap_or(&output);
    let message = format!("`{}` is no archive of uberc, and would be replaced by one", shown.display());
    let refused = Diagnostic::error("pack/not-an-archive", message).origin(Origin::Machine);
    Some(refused.help("Name another file with --output, or replace this one with --force."))
}

/// Packs and replaces the archive. Shaders that nobody else holds are moved out of their units.
pub fn write(
    context: &BuildContext,
    finished: &mut [(Target, Arc<FinishedUnit>)],
    request: &BuildRequest<'_>,
) -> Result<Written, (Ending, Vec<Diagnostic>)> {
    let targets = request.targets.iter().map(|target| PackagedTarget { target: *target, shaders: Vec::new() });
    let mut package = Package { targets: targets.collect() };
    for (target, unit) in finished {
        let Some(packaged) = package.targets.iter_mut().find(|packaged| packaged.target == *target) else { continue };
        match Arc::get_mut(unit) {
            Some(unit) => packaged.shaders.extend(unit.shaders.drain(..).map(|shader| shader.packaged)),
            // `watch` keeps it for the next build.
            None => packaged.shaders.extend(unit.shaders.iter().map(|shader| shader.packaged.clone())),
        }
    }
    let output = request.output(context);
    let environment = |message: String| {
        let failed = Diagnostic::error("pack/write", format!("cannot write the archive: {message}"));
        (Ending::Environment, vec![failed.help("The archive of the last build was not changed.")])
    };
    // The file may have appeared while the build ran.
    if let Some(foreign) = find_foreign_file(context, request) {
        return Err((Ending::Environment, vec![foreign]));
    }
    let options = if request.release { pack::Options::RELEASE } else { pack::Options::FAST };
    let name = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bytes = context
        .trace
        .measure("pack", name.as_str(), || match request.resident {
            Some(resident) => pack::pack_again(&package, options, resident.blobs()),
            None => pack::pack(&package, options),
        })
        .map_err(|error| (Ending::SourceErrors, vec![Diagnostic::error("pack/limit", error.to_string())]))?;
    let unflushed = context
        .trace
        .measure("write", name.as_str(), || match request.resident {
            // A developer waits for the archive, so it is flushed later.
            Some(_) => pack::write_whole_then_flush(&output, &bytes),
            None => pack::write_whole(&output, &bytes).map(|()| None),
        })
        .map_err(|error| environment(format!("{}: {}", output.display(), pack::why_not_written(&error))))?;
    let at = Instant::now();
    Ok(Written { length: bytes.len() as u64, digest: Digest::of(&bytes), at, unflushed })
}
