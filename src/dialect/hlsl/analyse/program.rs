//! From a variant in HLSL to its program; see [`sema::analyse`].

use std::sync::Arc;

use super::Version;
use super::rules::{Session, Settings};
use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::dialect::hlsl::interface as of_interface;
use crate::ir::{Instance, Program, SentPayload};
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
    let names: Vec<Atom> = std::iter::once(Atom::from(entry_point)).chain(patch).collect();
    let mut heads = sema::heads(source, &names, Settings::new(version), session).into_iter();
    let entry = heads.next()??;
    let found = heads.next().flatten();
    (found.is_some() == patch.is_some()).then_some((entry, found))
}

/// What the amplification stage of a text sends: the variable that is the last argument of `DispatchMesh`.
pub fn sent_payload(source: &SourceText, version: Version, session: &Session) -> SentPayload {
    let mut depth = 0_u32;
    let mut tokens = source.texts().skip_while(|text| text.as_str() != "DispatchMesh").skip(1);
    let (mut arguments, mut last) = (0, Vec::new());
    for text in tokens.by_ref() {
        match text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth <= 1 => break,
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 1 => {
                arguments += 1;
                last.clear();
            }
            _ => last.push(text),
        }
    }
    match (arguments, last.as_slice()) {
        (3, [name]) => {
            of_interface::sent_payload(&sema::globals(source, Settings::new(version), session).0, name.as_str())
        }
        _ => SentPayload::Unknown,
    }
}

/// The name in `[patchconstantfunc("name")]`; a hull stage's text has one.
fn patch_function(source: &SourceText) -> Option<Atom> {
    let mut tokens = source.texts().skip_while(|text| text.as_str() != "patchconstantfunc");
    let name = tokens.nth(2)?;
    Some(Atom::from(name.trim_matches('"')))
}

/// Resources, blocks and loose uniforms of a variant's whole unit.
pub fn interface(source: &SourceText, version: Version, session: &Session) -> Arc<[Instance]> {
    sema::interface(source, Settings::new(version), session)
}

/// The same of the unit without its branches, found once for all its variants.
pub fn unit_interface(source: &SourceText, version: Version, session: &Session) -> Arc<[Instance]> {
    sema::unit_interface(source, Settings::new(version), session)
}
