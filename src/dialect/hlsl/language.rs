//! HLSL's [`Language`] and its session.

use std::sync::Arc;

use super::analyse::{self, Session, Version};
use super::grammar::GRAMMAR;
use super::wording::WORDING;
use super::{interface, predefined};
use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::dialect::{
    Extension, Hits, InterfaceOptions, Language, LanguageSession, MacroFacts, ProblemCodes, VersionOption,
};
use crate::ir::{BindingSlot, Instance, Interface, Problem, Program, Signature, Wording};
use crate::model::{BindingRule, LanguageVersion, SourceLanguage, SourceText, Stage};
use crate::sema::{self, SignatureKey};
use crate::syntax::Grammar;

/// The language.
#[derive(Clone, Copy, Debug)]
pub struct Hlsl;

/// See [`Language::revision`].
const REVISION: u32 = 7;

impl Language for Hlsl {
    fn name(&self) -> &'static str {
        "hlsl"
    }

    fn revision(&self) -> u32 {
        REVISION
    }

    fn title(&self) -> &'static str {
        "HLSL"
    }

    fn extensions(&self) -> &'static [Extension] {
        const { &[Extension { name: "fx", header: false }, Extension { name: "hlsl", header: true }] }
    }

    fn spirv_number(&self) -> u32 {
        5
    }

    fn version_option(&self) -> Option<VersionOption> {
        Some(VersionOption {
            versions: const { &[Version::ALL[0].number(), Version::ALL[1].number()] },
            about: &[
                "The language of the sources, as dxc's -HV has it: 2018, or 2021 (templates, operators of structures, and `&&`,",
                "`||`, `?:` that take scalars and stop early).",
            ],
        })
    }

    fn predefined_macros(&self, facts: &MacroFacts<'_>) -> Vec<(&'static str, String)> {
        predefined::macros(facts)
    }

    fn stage_macros(&self) -> &'static [&'static str] {
        &predefined::STAGE_MACROS
    }

    fn warnings(&self) -> &'static [&'static str] {
        &[
            "hlsl/hidden-by-intrinsic",
            "hlsl/no-return",
            "hlsl/format",
            "hlsl/not-written",
            "hlsl/partly-written",
            "hlsl/number-range",
            "hlsl/register",
            "hlsl/truncation",
            "hlsl/unknown-attribute",
            "hlsl/unused",
        ]
    }

    fn stage_warnings(&self) -> &'static [&'static str] {
        &["hlsl/partly-written"]
    }

    /// One grammar for both versions: where they differ, it has the rule under which less is folded.
    fn grammar(&self, _version: LanguageVersion) -> &'static Grammar {
        &GRAMMAR
    }

    fn wording(&self) -> &'static Wording {
        &WORDING
    }

    fn open_session(&self) -> Arc<dyn LanguageSession> {
        Arc::new(Session::new())
    }
}

impl LanguageSession for Session {
    fn source_language(&self, version: LanguageVersion) -> SourceLanguage {
        Hlsl.source_language(version)
    }

    fn codes(&self) -> ProblemCodes {
        ProblemCodes { unsupported: "hlsl/unsupported", binding: "hlsl/binding", internal: "hlsl/internal" }
    }

    fn analyse(
        &self,
        text: &SourceText,
        stage: Stage,
        entry_point: &str,
        version: LanguageVersion,
    ) -> (Option<Program>, Vec<Diagnostic>) {
        analyse::analyse(text, stage, entry_point, version.into(), self)
    }

    fn interface(&self, text: &SourceText, version: LanguageVersion) -> Arc<[Instance]> {
        analyse::interface(text, version.into(), self)
    }

    fn unit_interface(&self, text: &SourceText, version: LanguageVersion) -> Arc<[Instance]> {
        analyse::unit_interface(text, version.into(), self)
    }

    fn resolve(&self, program: &Program, options: &InterfaceOptions<'_>) -> Result<Interface, Vec<Problem>> {
        let of_unit = || interface::bindings_of_unit(&program.interface, options.bindings);
        let known = self.bindings(&program.interface, options.bindings, of_unit);
        interface::resolve(program, options, known)
    }

    fn signature(
        &self,
        text: &SourceText,
        stage: Stage,
        entry_point: &str,
        version: LanguageVersion,
        direct3d9: bool,
        own_places: bool,
    ) -> Option<Arc<Signature>> {
        let find = || {
            let (entry, patch) = analyse::entry_heads(text, stage, entry_point, version.into(), self)?;
            let mut found = interface::signature(&entry, patch.as_ref(), stage, direct3d9)?;
            if stage == Stage::Amplification {
                found.payload = analyse::sent_payload(text, version.into(), self);
            }
            Some(found)
        };
        if own_places {
            return find().map(Arc::new);
        }
        let entry_point = Atom::from(entry_point);
        // The attribute that names a hull stage's second function, and what is sent to mesh stages, are looked for in the
        // whole text.
        let part = || {
            if matches!(stage, Stage::Hull | Stage::Amplification) {
                text.digest
            } else {
                sema::heads_digest(text, entry_point, self)
            }
        };
        let key = SignatureKey { text: text.digest, stage, entry_point, version, direct3d9 };
        Session::signature(self, key, part, find)
    }

    fn binding_slots(&self, interface: &[Instance], rule: BindingRule) -> Result<Vec<BindingSlot>, Problem> {
        interface::binding_slots(interface, rule)
    }

    fn hits(&self) -> Hits {
        Session::hits(self)
    }

    fn end_build(&self) {
        Session::end_build(self);
    }

    fn forget(&self) {
        Session::forget(self);
    }
}
