//! How a build ends: the archive, and what stands in its way.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::incremental::unit_record::FinishedUnit;
use super::{BuildContext, BuildRequest};
use crate::compile;
use crate::compile::Cancel;
use crate::diag::Diagnostic;
use crate::model::{Digest, Package, PackagedTarget, Target};
use crate::pack;
use crate::report::Ending;

/// Nothing the sources could mend.
const ENVIRONMENT_CODES: [&str; 5] = [
    "compile/missing-compiler",
    "compile/cannot-start",
    "compile/no-temporary-folder",
    "compile/no-room",
    "compile/no-memory",
];

/// Compilers work in temporary folders. Tried once here, so that one cause is not told for every variant.
pub fn no_temporary_folder() -> Option<Diagnostic> {
    compile::sweep_temporary_folders();
    let error = compile::temporary_folder().err()?;
    let folder = std::env::temp_dir();
    Some(
        Diagnostic::error(
            "compile/no-temporary-folder",
            format!("compilers have no place for temporary files in `{}`: {}", folder.display(), error.kind()),
        )
        .help("Set TMPDIR to a folder that can be written and has room."),
    )
}

pub fn ending<'d>(
    diagnostics: impl Iterator<Item = &'d Diagnostic> + Clone,
    incomplete: bool,
    cancel: &Cancel,
) -> Ending {
    if cancel.is_cancelled() {
        Ending::Cancelled
    } else if diagnostics.clone().any(|diagnostic| ENVIRONMENT_CODES.contains(&diagnostic.code)) {
        Ending::Environment
    } else if diagnostics.clone().any(Diagnostic::is_error) || incomplete {
        Ending::SourceErrors
    } else {
        Ending::Success
    }
}

/// An archive that readers see.
pub struct Written {
    pub length: u64,
    pub digest: Digest,
    /// When they saw it.
    pub at: Instant,
    unflushed: Option<pack::Unflushed>,
}

impl Written {
    /// Comes back when it is on the disk.
    pub fn flush(&mut self, output: &Path) -> Result<(), Vec<Diagnostic>> {
        let Some(unflushed) = self.unflushed.take() else { return Ok(()) };
        unflushed.flush().map_err(|error| {
            let why = pack::why_not_written(&error);
            let message = format!("the archive cannot be brought to the disk: {}: {why}", output.display());
            let failed = Diagnostic::error("pack/write", message);
            vec![failed.help("It can be read now, and may be lost when the machine stops.")]
        })
    }
}

/// Packs and replaces the archive.
pub fn write(
    context: &BuildContext,
    finished: &[(Target, Arc<FinishedUnit>)],
    request: &BuildRequest<'_>,
) -> Result<Written, (Ending, Vec<Diagnostic>)> {
    let packaged = |target: &Target| PackagedTarget {
        target: *target,
        shaders: finished
            .iter()
            .filter(|(of, _)| of == target)
            .flat_map(|(_, unit)| unit.shaders.iter().map(|shader| shader.packaged.clone()))
            .collect(),
    };
    let package = Package { targets: request.targets.iter().map(packaged).collect() };
    let output = request.output(context);
    let environment = |message: String| {
        let failed = Diagnostic::error("pack/write", format!("cannot write the archive: {message}"));
        (Ending::Environment, vec![failed.help("The archive of the last build is untouched.")])
    };
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
            // Somebody waits for it.
            Some(_) => pack::show_whole(&output, &bytes),
            None => pack::write_whole(&output, &bytes).map(|()| None),
        })
        .map_err(|error| environment(format!("{}: {}", output.display(), pack::why_not_written(&error))))?;
    let at = Instant::now();
    Ok(Written { length: bytes.len() as u64, digest: Digest::of(&bytes), at, unflushed })
}
