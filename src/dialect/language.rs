//! The interface of a language.

use std::fmt::Debug;
use std::sync::Arc;

use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::ir::{BindingSlot, Instance, Interface, Problem, Program, Signature, Type, Wording};
use crate::model::{BindingRule, LanguageVersion, PreprocessorRules, SourceLanguage, SourceText, Stage, StageLinks};
use crate::sema::Hits;
use crate::syntax::Grammar;

/// A language with a grammar and a meaning.
pub trait Language: Debug + Send + Sync {
    /// The name in `Dialect`, `[dialects]` and keys: lower case, such as `hlsl`.
    fn name(&self) -> &'static str;

    /// The number of its front end, raised by each change that gives another program, interface, message or text for
    /// some source. It is in the keys of results, so that results in other languages stay valid.
    fn revision(&self) -> u32;

    /// The name in messages, such as `HLSL`.
    fn title(&self) -> &'static str;

    /// The files that are written in it, the usual extension first.
    fn extensions(&self) -> &'static [Extension];

    /// The extension of temporary files with a variant's text, without the dot.
    fn text_extension(&self) -> &'static str {
        self.name()
    }

    /// The number that SPIR-V's `OpSource` has for it; 0 where SPIR-V does not know it.
    fn spirv_number(&self) -> u32 {
        0
    }

    /// Whether bindings and locations that the source leaves open follow from the declarations of the whole unit.
    fn places_by_unit(&self) -> bool {
        false
    }

    /// Whether a stage has only those of the declared inputs and outputs that its functions use.
    fn interface_follows_use(&self) -> bool {
        false
    }

    /// The setting `NAME-version` of `uberc.toml`; `None` where the language has one version, or each text names its
    /// own.
    fn version_option(&self) -> Option<VersionOption> {
        None
    }

    /// The rules of its preprocessor.
    fn preprocessor(&self) -> &'static PreprocessorRules {
        &PreprocessorRules::C
    }

    /// Macros of every unit in this language, each with its replacement.
    fn predefined_macros(&self, _facts: &MacroFacts<'_>) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Those of the predefined macros that differ between the techniques and stages of a shader. A unit that consults
    /// one of them is preprocessed for each value.
    fn stage_macros(&self) -> &'static [&'static str] {
        &[]
    }

    /// The codes of its front end's warnings.
    fn warnings(&self) -> &'static [&'static str] {
        &[]
    }

    /// Those of the warnings that count only where every variant of an entry point has them: what a branch leaves out of
    /// one variant is not forgotten if another variant has it.
    fn stage_warnings(&self) -> &'static [&'static str] {
        &[]
    }

    /// Words and rules for trees, names and folding.
    fn grammar(&self, version: LanguageVersion) -> &'static Grammar;

    /// A type as the language spells it.
    fn type_name(&self, ty: &Type) -> String {
        crate::ir::type_name(ty)
    }

    /// Its words in messages.
    fn wording(&self) -> &'static Wording;

    /// A session without memory.
    fn open_session(&self) -> Arc<dyn LanguageSession>;

    /// The version that stands where `uberc.toml` names none.
    fn default_version(&self) -> LanguageVersion {
        self.version_option().and_then(|option| option.versions.first().copied()).unwrap_or_default()
    }

    /// Whether a global, and so a branch, cannot have this name.
    fn is_reserved_word(&self, word: &str) -> bool {
        (self.grammar(self.default_version()).is_reserved_word)(word)
    }

    /// The properties of a text in this version of the language that compiler steps use.
    fn source_language(&self, version: LanguageVersion) -> SourceLanguage {
        SourceLanguage {
            name: self.name(),
            title: self.title(),
            extension: self.text_extension(),
            spirv_number: self.spirv_number(),
            other_compilers: self.wording().other_compilers,
            version,
            places_by_unit: self.places_by_unit(),
            revision: self.revision(),
        }
    }
}

/// The analysis of texts in one language, with what it remembers. Results depend on the arguments alone.
pub trait LanguageSession: Debug + Send + Sync {
    /// See [`Language::source_language`].
    fn source_language(&self, version: LanguageVersion) -> SourceLanguage;

    /// The codes of problems that lowering finds in programs of this language.
    fn codes(&self) -> ProblemCodes;

    /// The program of an entry point. Warnings come with it; without one, there is at least one error.
    fn analyse(
        &self,
        text: &SourceText,
        stage: Stage,
        entry_point: &str,
        version: LanguageVersion,
    ) -> (Option<Program>, Vec<Diagnostic>);

    /// Resources, blocks and loose uniforms of a variant's whole unit: those that [`LanguageSession::analyse`] gives
    /// with a program. What could not be analysed is not among them.
    fn interface(&self, text: &SourceText, version: LanguageVersion) -> Arc<[Instance]>;

    /// The interface of the unit without its branches: equal for all its variants.
    fn unit_interface(&self, text: &SourceText, version: LanguageVersion) -> Arc<[Instance]>;

    /// The interface that follows from the declarations of a program under a target's settings.
    fn resolve(&self, program: &Program, options: &InterfaceOptions<'_>) -> Result<Interface, Vec<Problem>>;

    /// The inputs and outputs of an entry point, found without analysing any function's body; `None` where its
    /// declarations have a mistake, which [`LanguageSession::analyse`] reports. A signature that is known already may
    /// have the places of another text with equal tokens; with `own_places` it is found again.
    fn signature(
        &self,
        text: &SourceText,
        stage: Stage,
        entry_point: &str,
        version: LanguageVersion,
        direct3d9: bool,
        own_places: bool,
    ) -> Option<Arc<Signature>>;

    /// Where the rule binds each resource of [`LanguageSession::interface`], sorted by set, binding and name.
    fn binding_slots(&self, interface: &[Instance], rule: BindingRule) -> Result<Vec<BindingSlot>, Problem>;

    /// The first location of each vertex attribute, or render target, of [`LanguageSession::interface`] by name. None where they follow
    /// from the entry point: see [`Language::places_by_unit`].
    fn outer_locations(&self, _interface: &[Instance], _stage: Stage) -> Vec<(Atom, u32)> {
        Vec::new()
    }

    /// How many results were reused.
    fn hits(&self) -> Hits;

    /// Whether the text, whichever its stage, asks compilers for what only mesh pipelines have.
    fn is_of_mesh_pipeline(&self, _text: &SourceText) -> bool {
        false
    }

    /// Drops the results that only the units of this build need.
    fn end_build(&self);

    /// Drops all trees and meanings, where nothing more will be analysed.
    fn forget(&self);
}

/// The inputs of a program's interface other than the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterfaceOptions<'a> {
    pub bindings: BindingRule,
    /// Whether the entry point is of shader model 1 to 3, where a vertex's `POSITION` is `SV_Position`.
    pub direct3d9: bool,
    /// The locations of values between stages, where the order of declarations does not give them.
    pub links: Option<&'a StageLinks>,
}

/// The facts from which predefined macros follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MacroFacts<'a> {
    pub version: LanguageVersion,
    /// Stage and shader model: `ps_6_2`; `lib_6_2` where there is no stage.
    pub profile: &'a str,
    /// `None` where there is no stage.
    pub stage: Option<Stage>,
    /// Whether the result is SPIR-V.
    pub is_spirv: bool,
    /// Whether the result is byte code of Direct3D 9 to 11, which only fxc makes.
    pub is_fxc: bool,
    /// Whether `half` and `min16float` have 16 bits.
    pub native_16_bit: bool,
}

/// A file extension that a dialect claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extension {
    /// Without the dot.
    pub name: &'static str,
    /// Included files have it too. So a file of this extension without a sidecar is no mistake: by default, sidecars
    /// alone select such files; a pattern of `sources` or a path of the command line can name them.
    pub header: bool,
}

/// The setting that chooses a language's version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersionOption {
    /// Every version; the first is the default.
    pub versions: &'static [LanguageVersion],
    /// Lines of explanation for the project file that `uberc init` writes.
    pub about: &'static [&'static str],
}

/// The diagnostic codes of problems in a program that a language's analysis accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemCodes {
    /// The embedded compiler cannot express it.
    pub unsupported: &'static str,
    /// Resources cannot be placed.
    pub binding: &'static str,
    /// A defect of uberc.
    pub internal: &'static str,
}
