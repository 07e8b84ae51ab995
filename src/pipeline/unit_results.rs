//! What has become of the units of a build.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::frontend::{DeclaredShader, Undeclared};
use super::incremental::unit_cache::UnitCache;
use super::incremental::unit_record::{FinishedUnit, Inputs};
use crate::diag::{Diagnostic, Sources, StoredDiagnostic};
use crate::model::{Digest, SourceUnit, Target};
use crate::report;
use crate::report::{Cause, Finding, Rebuilt};

/// What has become of the units so far.
#[derive(Default)]
pub struct UnitResults {
    /// Of everything before compiling.
    pub diagnostics: Vec<Diagnostic>,
    pub findings: Vec<Finding>,
    pub declared: Vec<DeclaredShader>,
    pub undeclared: Undeclared,
    pub reports: Vec<report::ShaderReport>,
    pub rebuilt: Vec<Rebuilt>,
    /// Units whose records are written after the archive.
    pub to_keep: Vec<(ToKeep, Arc<FinishedUnit>)>,
    /// Those without an error, with their target.
    pub finished: Vec<(Target, Arc<FinishedUnit>)>,
    /// Files that were read, with the digests they had; `None` for those that were looked for and not found.
    pub inputs: Inputs,
    /// Every variant of every target, by identity.
    pub variants: BTreeSet<(Target, Digest)>,
    /// Distinct variants of each shader, over all targets.
    pub of_shaders: BTreeMap<String, BTreeSet<Digest>>,
    pub artifacts: BTreeSet<Digest>,
    pub compiled: usize,
    pub failed: usize,
    /// Never tried.
    pub skipped: usize,
    /// A variant has no artifact: it failed, or was never tried.
    pub incomplete: bool,
}

/// Of a file that one build saw in two states: equal to neither, so that the next look finds a change.
const TWO_STATES: Option<Digest> = Some(Digest([0; 32]));

impl UnitResults {
    /// Notes what a unit read. Units that were kept and units that were built look at a file at different times.
    pub fn read(&mut self, inputs: &Inputs) {
        for (path, digest) in inputs {
            let seen = self.inputs.entry(path.clone()).or_insert(*digest);
            if seen != digest {
                *seen = TWO_STATES;
            }
        }
    }
}

/// What is noted with a unit that was built anew.
pub struct ToKeep {
    pub unit: SourceUnit,
    pub target: Target,
    pub cause: Cause,
    /// Variants that were compiled, and those that were found.
    pub counts: (usize, usize),
}

impl ToKeep {
    pub fn keep(&self, unit_cache: &UnitCache<'_>, finished: &Arc<FinishedUnit>) {
        unit_cache.keep(&self.unit, self.target, finished, &self.cause, self.counts);
    }
}

/// Files that messages point into are inputs where the messages are kept: places move with what stands before them. `uberc.toml`
/// is one, for a macro that it defines.
pub fn note_places<'d>(stored: impl Iterator<Item = &'d StoredDiagnostic>, sources: &Sources, inputs: &mut Inputs) {
    for path in stored.flat_map(StoredDiagnostic::paths) {
        if let Some(digest) = sources.seen(path) {
            inputs.entry(path.to_path_buf()).or_insert(digest);
        }
    }
}
