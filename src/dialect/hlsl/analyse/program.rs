//! From a variant in HLSL to its program; see [`sema::analyse`].

use std::sync::Arc;

use super::Version;
use super::rules::{Session, Settings};
use crate::diag::Diagnostic;
use crate::ir::{Instance, Program};
use crate::model::{SourceText, Stage};
use crate::sema;

/// Analyses a variant. Warnings come with the program; without one there is at least one error.
pub fn analyse(
    source: &SourceText,
    stage: Stage,
    entry_point: &str,
    version: Version,
    session: &Session,
) -> (Option<Program>, Vec<Diagnostic>) {
    sema::analyse(source, stage, entry_point, Settings::new(version), session)
}

/// Resources, blocks and loose uniforms of a variant's whole unit.
pub fn interface(source: &SourceText, version: Version, session: &Session) -> Arc<[Instance]> {
    sema::interface(source, Settings::new(version), session)
}

/// The same of the unit without its branches, found once for all its variants.
pub fn unit_interface(source: &SourceText, version: Version, session: &Session) -> Arc<[Instance]> {
    sema::unit_interface(source, Settings::new(version), session)
}
