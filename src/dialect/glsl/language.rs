//! GLSL as the stages see it.

use std::sync::Arc;

use super::analyse::{self, Session};
use super::extensions::{self, Extensions};
use super::grammar::GRAMMAR;
use super::{WORDING, interface, predefined, words};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Origin, did_you_mean};
use crate::dialect::{Extension, Hits, InterfaceOptions, Language, LanguageSession, MacroFacts, ProblemCodes};
use crate::ir::{BindingSlot, Instance, Interface, Problem, Program, Signature, Type, Wording};
use crate::model::{
    BindingRule, ExtensionBehaviour, LanguageVersion, PreprocessorRules, SourceLanguage, SourceText, Stage,
    ask_other_compilers,
};
use crate::sema::{self, SignatureKey};
use crate::syntax::Grammar;

/// The language.
#[derive(Clone, Copy, Debug)]
pub struct Glsl;

/// See [`Language::revision`].
const REVISION: u32 = 12;

/// Files of all stages; each may also be a header.
pub const EXTENSIONS: &[Extension] = &[
    Extension { name: "glsl", header: true },
    Extension { name: "vert", header: true },
    Extension { name: "frag", header: true },
    Extension { name: "comp", header: true },
    Extension { name: "task", header: true },
    Extension { name: "mesh", header: true },
];

impl Language for Glsl {
    fn name(&self) -> &'static str {
        "glsl"
    }

    fn revision(&self) -> u32 {
        REVISION
    }

    fn title(&self) -> &'static str {
        "GLSL"
    }

    fn extensions(&self) -> &'static [Extension] {
        EXTENSIONS
    }

    fn spirv_number(&self) -> u32 {
        2
    }

    fn places_by_unit(&self) -> bool {
        true
    }

    fn interface_follows_use(&self) -> bool {
        true
    }

    fn preprocessor(&self) -> &'static PreprocessorRules {
        &predefined::PREPROCESSOR
    }

    fn predefined_macros(&self, facts: &MacroFacts<'_>) -> Vec<(&'static str, String)> {
        predefined::macros(facts)
    }

    fn stage_macros(&self) -> &'static [&'static str] {
        &predefined::STAGE_MACROS
    }

    fn warnings(&self) -> &'static [&'static str] {
        &[
            "glsl/format",
            "glsl/no-group-size",
            "glsl/no-return",
            "glsl/not-written",
            "glsl/partly-written",
            "glsl/unknown-attribute",
            "glsl/unknown-extension",
        ]
    }

    fn stage_warnings(&self) -> &'static [&'static str] {
        &["glsl/partly-written"]
    }

    fn grammar(&self, _version: LanguageVersion) -> &'static Grammar {
        &GRAMMAR
    }

    fn type_name(&self, ty: &Type) -> String {
        words::type_name(ty)
    }

    fn wording(&self) -> &'static Wording {
        &WORDING
    }

    fn open_session(&self) -> Arc<dyn LanguageSession> {
        Arc::new(Session::new())
    }
}

/// The settings that the directives of a unit give.
fn settings(text: &SourceText) -> analyse::Settings {
    analyse::Settings { extensions: Extensions::of(&text.tokens.extensions), ..analyse::Settings::default() }
}

/// What is wrong with `#version` and `#extension`. `required`: whether the unit cannot do without the extensions that it enables.
fn directives(text: &SourceText, required: bool) -> Vec<Diagnostic> {
    let tokens = &text.tokens;
    let at = |diagnostic: Diagnostic, token: u32| match tokens.tokens.get(token as usize) {
        Some(token) => tokens.blame(diagnostic, token),
        None => diagnostic,
    };
    let mut found = Vec::new();
    if let Some(version) = tokens.version.as_ref().filter(|version| !version.is_first) {
        let late = Diagnostic::error("glsl/version", "`#version` does not come first");
        found.push(at(late, version.token).help("Move it before everything but comments."));
    }
    for directive in &tokens.extensions {
        let name = directive.name.as_str();
        let is_required = directive.behaviour == ExtensionBehaviour::Require;
        if name == "all" || extensions::is_known(name) || extensions::is_recognised(name) && !is_required {
            continue;
        }
        let help = did_you_mean(name, extensions::EXTENSIONS).map(|best| format!("Did you mean `{best}`?"));
        let mut unknown = match directive.behaviour {
            ExtensionBehaviour::Disable => continue,
            _ if required || is_required => {
                Diagnostic::error("glsl/unsupported", format!("the embedded compiler does not have `{name}`"))
                    .origin(Origin::Unsupported)
                    .help(ask_other_compilers(WORDING.other_compilers))
            }
            _ => {
                let text = format!("`{name}` is not known to the embedded compiler, which goes on without it");
                Diagnostic::warning("glsl/unknown-extension", text)
            }
        };
        if help.is_some() {
            unknown.help = help;
        }
        found.push(at(unknown, directive.token));
    }
    found
}

/// The error of a stage of a mesh pipeline whose text does not enable the extension: all that it consists of needs it.
fn lacks_mesh_extension(
    text: &SourceText,
    stage: Stage,
    entry_point: &str,
    settings: &analyse::Settings,
) -> Option<Diagnostic> {
    let name = match stage {
        Stage::Mesh => "mesh",
        Stage::Amplification => "task",
        _ => return None,
    };
    let [extension] = extensions::MESH_SHADER else { return None };
    if settings.extensions.has_any(extensions::MESH_SHADER) {
        return None;
    }
    let lacks =
        Diagnostic::error("glsl/extension", format!("a {name} stage needs `{extension}`, which nothing enables"))
            .help(format!("Write `#extension {extension} : require` behind `#version`."));
    let entry = interface::entry(text, entry_point).and_then(|at| text.tokens.tokens.get(at as usize));
    Some(match entry {
        Some(token) => text.tokens.blame(lacks, token),
        None => lacks,
    })
}

impl LanguageSession for Session {
    fn source_language(&self, version: LanguageVersion) -> SourceLanguage {
        Glsl.source_language(version)
    }

    fn codes(&self) -> ProblemCodes {
        ProblemCodes { unsupported: "glsl/unsupported", binding: "glsl/binding", internal: "glsl/internal" }
    }

    fn analyse(
        &self,
        text: &SourceText,
        stage: Stage,
        entry_point: &str,
        _version: LanguageVersion,
    ) -> (Option<Program>, Vec<Diagnostic>) {
        let mut found = directives(text, false);
        if found.iter().any(Diagnostic::is_error) {
            return (None, found);
        }
        let settings = settings(text);
        let (program, mut others) = match lacks_mesh_extension(text, stage, entry_point, &settings) {
            Some(lacks) => (None, vec![lacks]),
            None => sema::analyse(text, stage, entry_point, settings, self),
        };
        let is_mistake = |one: &&mut Diagnostic| one.is_error() && one.origin == Origin::Sources;
        if settings.extensions.has_unknown() && others.iter_mut().any(|one| is_mistake(&one)) {
            // What is not understood may belong to an extension that is not known: another compiler decides.
            found = directives(text, true);
            others.iter_mut().filter(is_mistake).for_each(|one| one.origin = Origin::Unsupported);
        }
        found.extend(others);
        (program, found)
    }

    fn interface(&self, text: &SourceText, _version: LanguageVersion) -> Arc<[Instance]> {
        sema::interface(text, settings(text), self)
    }

    fn unit_interface(&self, text: &SourceText, _version: LanguageVersion) -> Arc<[Instance]> {
        sema::unit_interface(text, settings(text), self)
    }

    fn resolve(&self, program: &Program, options: &InterfaceOptions<'_>) -> Result<Interface, Vec<Problem>> {
        // GLSL's bindings follow from no rule of the target.
        let rule = BindingRule::default();
        let known = self.bindings(&program.interface, rule, || interface::bindings_of_unit(&program.interface));
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
            let (globals, failed) = sema::globals(text, settings(text), self);
            // An entry point that does not exist has its own message.
            let found = (!failed).then(|| interface::signature(&globals, text, stage, entry_point))?;
            found.entry.is_some().then_some(found)
        };
        if own_places {
            return find().map(Arc::new);
        }
        let entry_point = Atom::from(entry_point);
        let key = SignatureKey { text: text.digest, stage, entry_point, version, direct3d9 };
        Session::signature(self, key, || text.digest, find)
    }

    fn binding_slots(&self, interface: &[Instance], _rule: BindingRule) -> Result<Vec<BindingSlot>, Problem> {
        Ok(interface::binding_slots(interface))
    }

    fn outer_locations(&self, interface: &[Instance], stage: Stage) -> Vec<(Atom, u32)> {
        interface::outer_locations(interface, stage)
    }

    fn is_of_mesh_pipeline(&self, text: &SourceText) -> bool {
        settings(text).extensions.has_any(extensions::MESH_SHADER)
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
