//! A project with defaults filled in.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::{BindingRule, LanguageVersion, RemoteSettings, ShaderModel, Target};
use crate::diag::{Span, WarningLevels};

/// Limits; an input that exceeds one is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Files and folders that are searched for units.
    pub files: u64,
    /// Parts into which live branches divide the permutations of a shader; its techniques are at most as many.
    pub techniques: u64,
    /// Cubes of a shader.
    pub cubes: u64,
    /// Wall time of one sidecar: its file, and separately each call of `Specialize`.
    pub sidecar_time: Duration,
    /// Loop rounds, calls and returns of one sidecar: its file, and separately each call of `Specialize`.
    pub sidecar_instructions: u64,
    /// Memory of one sidecar, in bytes.
    pub sidecar_memory: usize,
    /// Wall time of one compiler process, and of the embedded compiler's work on one variant.
    pub compile_timeout: Duration,
    /// Address space of one compiler process, and growth of uberc's own process while it compiles a variant; in bytes.
    /// Linux alone can set and tell it.
    pub compile_memory: u64,
    /// Expressions, statements, types and members that the embedded compiler visits for one variant.
    pub compile_steps: u64,
    pub include_depth: u32,
    /// Tokens of one preprocessed unit.
    pub tokens: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            files: 1_000_000,
            techniques: 100_000,
            cubes: 100_000,
            sidecar_time: Duration::from_secs(10),
            sidecar_instructions: 100_000_000,
            sidecar_memory: 256 << 20,
            compile_timeout: Duration::from_secs(120),
            compile_memory: 8 << 30,
            compile_steps: 4_000_000,
            include_depth: 200,
            tokens: 4_000_000,
        }
    }
}

/// A platform compiler's settings in the project file; `None` keeps what is built in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CompilerStep {
    /// Name or path of the program.
    pub program: Option<String>,
    /// The whole command line after the program; see `compile/external/command_template.rs` for the placeholders.
    pub args: Option<Vec<String>>,
    /// Added after the built-in arguments.
    pub extra_args: Vec<String>,
    /// Whether a program that can serve does its jobs in workers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<bool>,
    /// Files that go with the program to the machines of `remote.execute`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remote_files: Vec<PathBuf>,
}

/// How a target is compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TargetSettings {
    /// Compilers by name, in order, each taking the output of the one before; empty: the built-in chain.
    pub chain: Vec<String>,
    pub bindings: BindingRule,
}

/// The settings of `uberc.toml` (or defaults), and its path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Project {
    /// The folder of `uberc.toml`; every other path is relative to it unless absolute.
    #[serde(skip)]
    pub root: PathBuf,
    /// `uberc.toml`, where there is one.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    /// Globs of shader files and sidecars; empty: the extensions of the dialects.
    pub sources: Vec<String>,
    pub exclude: Vec<String>,
    /// Searched in order by `#include`, after the including file's own folder for the quoted form.
    pub include: Vec<PathBuf>,
    /// Searched in order by `require`.
    pub lua: Vec<PathBuf>,
    /// Lua files of create infos, for `Technique:from_info`.
    pub create_infos: Vec<PathBuf>,
    pub output: PathBuf,
    /// What `build` builds where the command line names no target, in order.
    pub default_targets: Vec<Target>,
    pub targets: BTreeMap<Target, TargetSettings>,
    pub compilers: BTreeMap<String, CompilerStep>,
    /// Macros of every unit, before the technique's.
    pub defines: BTreeMap<String, String>,
    /// Globs of shader files, in order, each with the name of the dialect that the files are written in.
    pub dialects: Vec<(String, String)>,
    /// By the name of a generator: the options of its section, each with its values.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub generator_options: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// By the name of a language; absent languages have their default version.
    pub language_versions: BTreeMap<String, LanguageVersion>,
    /// The shader model of techniques without a `Profile`, such as `6_6`; `None`: the target's default.
    pub profile: Option<String>,
    /// Whether it is an error where `auto` would take another compiler than the embedded one.
    pub denies_fallback: bool,
    #[serde(skip_serializing_if = "WarningLevels::is_default")]
    pub warnings: WarningLevels,
    /// Whether macros are expanded before `##` joins them: fxc's rule, not C's.
    pub legacy_macro_expansion: bool,
    pub limits: Limits,
    pub cache_dir: PathBuf,
    /// Bytes; least recently used objects go first.
    pub cache_size: u64,
    /// Results that machines share; `None`: only this machine's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remote: Option<RemoteSettings>,
    /// The place of each value in `uberc.toml`, by its dotted key: `sources[0]`, `compiler.dxc.program`. Defaults have
    /// no place.
    #[serde(skip)]
    pub places: BTreeMap<String, Span>,
}

/// What a command line sets, with priority over `uberc.toml`.
#[derive(Clone, Debug, Default)]
pub struct ProjectOverrides {
    pub warnings: WarningLevels,
    /// Macros of every unit, in the place of those of the same names.
    pub defines: BTreeMap<String, String>,
    /// Folders that `#include` searches before those of the project; absolute.
    pub include: Vec<PathBuf>,
}

/// The compilers that `compile` knows without a `[compiler.NAME]` of the project file, by the name that chains use.
pub const BUILT_IN_COMPILERS: [&str; 10] =
    ["auto", "embedded", "naga", "glslangValidator", "spirv-opt", "spirv-val", "dxc", "fxc", "slangc", "metal"];

impl Project {
    /// The project's profile, for targets that it suits. See [`ShaderModel::suits`].
    pub fn profile_of(&self, target: Target) -> Option<&str> {
        let suits = |profile: &&str| ShaderModel::of_profile(profile).is_some_and(|model| model.suits(target));
        self.profile.as_deref().filter(suits)
    }

    /// Where `[defines]` gives a macro its text.
    pub fn define_place(&self, name: &str) -> Option<Span> {
        // A macro's name needs no quotes as a key.
        self.places.get(&format!("defines.{name}")).copied()
    }

    /// The settings without a project file. `include` and `lua` are empty here: the stage `project` checks whether
    /// their default folders exist.
    pub fn with_defaults(root: impl Into<PathBuf>) -> Project {
        Project {
            root: root.into(),
            file: None,
            sources: Vec::new(),
            exclude: Vec::new(),
            include: Vec::new(),
            lua: Vec::new(),
            create_infos: Vec::new(),
            output: PathBuf::from("shaders.fxo"),
            default_targets: vec![Target::Spirv],
            targets: BTreeMap::new(),
            compilers: BTreeMap::new(),
            defines: BTreeMap::new(),
            dialects: Vec::new(),
            generator_options: BTreeMap::new(),
            language_versions: BTreeMap::new(),
            profile: None,
            denies_fallback: false,
            warnings: WarningLevels::default(),
            legacy_macro_expansion: false,
            limits: Limits::default(),
            cache_dir: PathBuf::from(".uberc"),
            cache_size: 4 << 30,
            remote: None,
            places: BTreeMap::new(),
        }
    }
}
