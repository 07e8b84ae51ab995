//! The data types that the stages of the pipeline exchange.
//!
//! **In**: nothing; these are types only.
//! **Out**: types that can be printed, compared and hashed.
//! **Never**: reads a file, runs a process, or holds a live Lua value.

mod artifact;
mod binding_rule;
mod blob;
mod branch;
mod cube;
mod cube_index;
mod diagram;
mod exploration;
mod key;
mod key_change;
mod key_fields;
pub mod keys;
mod links;
mod package;
mod permutation_text;
mod preprocessor_rules;
mod profile;
mod project;
mod remote_settings;
mod shader;
mod shader_tokens;
mod source_language;
mod specialize;
mod target;
mod technique;
mod tokens;
mod uniform_block;
mod unit;
mod unit_tokens;
mod variant;

pub use crate::digest::{Digest, DigestWriter};
pub use artifact::{Artifact, Binding, BindingKind, Reflection, StageIo};
pub use binding_rule::{BindingRule, Shifts};
pub use blob::{Blob, HeldCode};
pub use branch::{Branch, BranchId, BranchKind, BranchLayout, LayoutError};
pub use cube::{Cube, Permutation};
pub use diagram::{Diagram, DiagramChild, DiagramNode, DiagramTooLarge};
pub use exploration::{CubeOutcome, Exploration, FinalCube, FinalTechnique, Outcome, TechniqueId};
pub use key::{ActionCache, ActionKey, ActionResult, CompilerMessage, MessageSeverity};
pub use key_change::KeyChange;
pub use links::{StageLink, StageLinks};
pub use package::{
    Decision, MaterialValues, Package, PackagedMaterial, PackagedProgram, PackagedShader, PackagedTarget,
    PackagedTechnique, PackagedVariant, StagedProgram,
};
pub use permutation_text::BadPermutation;
pub use preprocessor_rules::{BuiltinMacro, LINE_MACRO, PreprocessorRules, ProfileRules};
pub use profile::{ShaderModel, default_shader_model, stage_profile};
pub use project::{BUILT_IN_COMPILERS, CompilerStep, Limits, Project, ProjectOverrides, TargetSettings};
pub use remote_settings::RemoteSettings;
pub use shader::{Fallback, MaterialRequest, ShaderDeclaration};
pub use shader_tokens::ShaderTokens;
pub use source_language::{LanguageVersion, SourceLanguage, ask_other_compilers};
pub use specialize::{Failure, Run, Specialize};
pub use target::Target;
pub use technique::{DefineValue, Scalar, SettingPlaces, Technique};
pub use tokens::{
    Consulted, Expansion, ExpansionId, ExtensionBehaviour, ExtensionDirective, Include, IncludeDirective, IncludeId,
    MacroDefinition, MacroTable, PpToken, Preprocessed, RunId, TextRun, Token, TokenFlags, TokenKind, VersionDirective,
    gaps,
};
pub use uberc_runtime::{RenderState, Stage};
pub use uniform_block::{NumberKind, UniformBlock, UniformField};
pub use unit::SourceUnit;
pub use unit_tokens::{BegunTokens, TokenSequence, UnitTokens};
pub use variant::{LineMap, SourceText, StagedTechnique, TokenSpan, Variant, VariantId, VariantSet};
