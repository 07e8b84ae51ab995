//! How a build ends: its exit status, and the archive.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use super::BuildContext;
use super::incremental::last_build::{BuildParts, UnitOutput};
use super::request::BuildRequest;
use crate::cache;
use crate::compile::Cancel;
use crate::diag::{Diagnostic, Origin};
use crate::model::{Digest, Target};
use crate::pack::{self, KnownBlobs, PackError, ShaderPart, TargetParts};
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
    /// What was packed of each unit, for the next build.
    pub parts: Option<cache::StoredParts>,
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

/// Why there is no archive.
pub enum WriteError {
    /// A unit cannot be packed as the last build packed it.
    StoredUnit,
    Failed(Ending, Vec<Diagnostic>),
}

/// How an archive is packed.
pub fn options(request: &BuildRequest<'_>) -> pack::Options {
    if request.release { pack::Options::RELEASE } else { pack::Options::FAST }
}

/// Packs and replaces the archive. Results that nobody else holds lose what the archive has. `known`: blobs of the last archive.
/// `keeps_parts`: whether the next build shall find what was packed.
pub fn write(
    context: &BuildContext,
    finished: &mut [(Target, UnitOutput)],
    request: &BuildRequest<'_>,
    known: Option<&KnownBlobs>,
    keeps_parts: bool,
) -> Result<Written, WriteError> {
    let output = request.output(context);
    let environment = |message: String| {
        let failed = Diagnostic::error("pack/write", format!("cannot write the archive: {message}"));
        WriteError::Failed(Ending::Environment, vec![failed.help("The archive of the last build was not changed.")])
    };
    // The file may have appeared while the build ran.
    if let Some(foreign) = find_foreign_file(context, request) {
        return Err(WriteError::Failed(Ending::Environment, vec![foreign]));
    }
    let name = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let known = request.resident.map(|resident| resident.blobs()).or(known);
    let packed = context.trace.measure("pack", name.as_str(), || {
        let targets = target_parts(finished, &request.targets)?;
        pack::pack_parts(&targets, options(request), known)
    });
    let is_stored = |(_, unit): &(Target, UnitOutput)| matches!(unit, UnitOutput::Stored(_));
    let packed = packed.map_err(|error| match error {
        // What was stored may be damaged in any way.
        _ if finished.iter().any(is_stored) => WriteError::StoredUnit,
        error => WriteError::Failed(Ending::SourceErrors, vec![Diagnostic::error("pack/limit", error.to_string())]),
    })?;
    let unflushed = context
        .trace
        .measure("write", name.as_str(), || match request.resident {
            // A developer waits for the archive, so it is flushed later.
            Some(_) => pack::write_whole_then_flush(&output, &packed.bytes),
            None => pack::write_whole(&output, &packed.bytes).map(|()| None),
        })
        .map_err(|error| environment(format!("{}: {}", output.display(), pack::why_not_written(&error))))?;
    let at = Instant::now();
    let digest = Digest::of(&packed.bytes);
    let parts = if keeps_parts { BuildParts::encode(&digest, &packed.blobs, finished) } else { None };
    Ok(Written { length: packed.bytes.len() as u64, digest, at, parts, unflushed })
}

/// What the index has of each shader, by target.
fn target_parts(finished: &mut [(Target, UnitOutput)], targets: &[Target]) -> Result<Vec<TargetParts>, PackError> {
    let parts = finished.par_iter_mut().map(|(target, unit)| unit.take_parts(*target));
    // The first error, whichever thread finds one.
    let parts: Vec<Result<Vec<Arc<ShaderPart>>, PackError>> = parts.collect();
    let mut packed: Vec<TargetParts> =
        targets.iter().map(|target| TargetParts { target: *target, shaders: Vec::new() }).collect();
    for ((target, _), parts) in finished.iter().zip(parts) {
        let of_target = packed.iter_mut().find(|packed| packed.target == *target);
        if let (Some(of_target), parts) = (of_target, parts?) {
            of_target.shaders.extend(parts);
        }
    }
    Ok(packed)
}
