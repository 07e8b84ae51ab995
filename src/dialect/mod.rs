//! The languages and generators that shaders are written in.
//!
//! **In**: preprocessed tokens of a language; the file that a generator reads.
//! **Out**: typed programs ([`crate::ir`]); source text with a map of places.
//! **Never**: knows a branch's value, or imports a target or a compiler. Facts about the target are arguments
//! ([`MacroFacts`], [`InterfaceOptions`]); messages and their help may name settings of targets and other compilers.
//!
//! A *language* has a grammar and a meaning: [`Language`]. A *generator* writes source text in a language, and needs
//! neither: [`Generator`]. Both are dialects: the name that a file's extension, `[dialects]` of `uberc.toml` or
//! `Dialect` of a shader selects. [`Registry`] is the only list of them.

pub mod bsl;
pub mod create_info;
pub mod editor_files;
mod generator;
pub mod glsl;
pub mod hlsl;
mod language;
pub mod materialx;
pub mod node_scripts;
mod registry;
pub mod shaderception;

pub use generator::{
    Cxx, Generated, GeneratedInfos, GeneratedMaterial, GeneratedProgram, Generator, GeneratorInput, GeneratorOption,
    LackedName, LuaLibrary, OptionKind, OptionValues, STAND_IN, SWITCH,
};
pub use language::{Extension, InterfaceOptions, Language, LanguageSession, MacroFacts, ProblemCodes, VersionOption};
pub use registry::{Dialect, LanguageId, Registry, RegistryError, Sessions};

pub use crate::sema::Hits;
