//! From a variant in HLSL to its program; see [`sema::analyse`].

use std::sync::Arc;

use super::Version;
use super::rules::{Session, Settings};
use crate::diag::Diagnostic;
use crate::ir::{Instance, Program};
use crate::model::{SourceText, Stage};
use crate::sema;
use ustr::Ustr;

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

/// The entry point without its body, and the function of a hull stage's `patchconstantfunc`: their parameters and
/// results are the inputs and outputs of the stage. `None` where they have a mistake.
pub fn entry_heads(
    source: &SourceText,
    stage: Stage,
    entry_point: &str,
    version: Version,
    session: &Session,
) -> Option<(Instance, Option<Instance>)> {
    let patch = if stage == Stage::Hull { patch_function(source) } else { None };
    let names: Vec<Ustr> = std::iter::once(Ustr::from(entry_point)).chain(patch).collect();
    let mut heads = sema::heads(source, &names, Settings::new(version), session).into_iter();
    let entry = heads.next()??;
    let found = heads.next().flatten();
    (found.is_some() == patch.is_some()).then_some((entry, found))
}

/// The name in `[patchconstantfunc("name")]`; a hull stage's text has one.
fn patch_function(source: &SourceText) -> Option<Ustr> {
    let mut tokens = source.texts().skip_while(|text| text.as_str() != "patchconstantfunc");
    let name = tokens.nth(2)?;
    Some(Ustr::from(name.trim_matches('"')))
}

/// Resources, blocks and loose uniforms of a variant's whole unit.
pub fn interface(source: &SourceText, version: Version, session: &Session) -> Arc<[Instance]> {
    sema::interface(source, Settings::new(version), session)
}

/// The same of the unit without its branches, found once for all its variants.
pub fn unit_interface(source: &SourceText, version: Version, session: &Session) -> Arc<[Instance]> {
    sema::unit_interface(source, Settings::new(version), session)
}
