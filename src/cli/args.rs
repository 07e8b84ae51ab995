//! The arguments of the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::Stop;
use super::values::{define, size, target};
use super::warnings::Warnings;
use crate::diag::WarningLevels;
use crate::dialect::create_info;
use crate::model::{ProjectOverrides, Target};

/// Finds the techniques an ubershader can really have, compiles each distinct variant once, and packs one archive.
#[derive(Debug, Parser)]
#[command(name = "uberc", version, about, propagate_version = true, max_term_width = 100)]
pub struct Arguments {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Args)]
pub struct Global {
    /// How messages and results are written
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    pub message_format: MessageFormat,
    /// When to use colours; NO_COLOR is obeyed
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// No progress, no summary: only results and diagnostics
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// Text for people
    Human,
    /// One line for each diagnostic, for editors: `file(line,column): error code: message`
    Short,
    /// One JSON object per line on stdout
    Json,
    /// SARIF 2.1.0 on stdout: diagnostics of build and check, for code review sites and editors
    Sarif,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Create a project that builds: one shader, its sidecar, uberc.toml, editor settings
    Init(Init),
    /// Build the archive
    Build(Build),
    /// Build, and build again whenever a save changes something
    Watch(Watch),
    /// Build without an archive, and write what there is to see as one HTML page: sizes, costs, failures, every permutation
    Report(Report),
    /// Everything except the compilers: sidecars, permutations, preprocessing, substitution, types of every variant
    Check(Check),
    /// Permutations, Specialize runs, cubes, techniques and variants of each shader
    List(Select),
    /// One shader's branches and counts, or the path of one permutation
    Explain(Explain),
    /// Check uberc itself: exploration against every permutation, folding against plain substitution
    Verify(Verify),
    /// Look a technique up in an archive, as a game does
    Lookup(Lookup),
    /// The contents of an archive and their sizes
    Inspect(Inspect),
    /// Write an archive's shaders to files
    Extract(Extract),
    /// Which techniques changed between two archives, and why
    Diff(Diff),
    /// The data between two stages of the pipeline, as text
    Dump(Dump),
    /// The cache: size, clean-up, integrity, why something was rebuilt
    Cache(Cache),
    /// Compile create infos: shader interfaces that Lua files declare
    ShaderBuilder(ShaderBuilder),
    /// Programs of the shading language PSL: check, compile, list, draw
    Psl(super::psl::options::Psl),
    /// MaterialX documents: list and check them, and write their shaders
    Mtlx(super::mtlx::options::Mtlx),
    /// Which compilers are installed, and what each target needs
    Doctor(Doctor),
    /// Serve an editor: the language server protocol on stdin and stdout
    Lsp(Lsp),
    /// Shell completions or man pages
    Completions(Completions),
}

/// The shaders and targets of a run.
#[derive(Debug, Args)]
pub struct Select {
    /// Project folders, shader folders, shader files or sidecars
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Targets by name, separated by commas; default: `targets` of uberc.toml
    #[arg(long, short, value_name = "TARGET", value_delimiter = ',', value_parser = target)]
    pub target: Vec<Target>,
    /// Number of jobs that run at the same time; default: one for each processor
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub warnings: Warnings,
    /// A macro of every source, with priority over `[defines]` of uberc.toml; without a value it is 1; can be repeated
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = define)]
    pub defines: Vec<(String, String)>,
    /// A folder that `#include` searches before those of uberc.toml; can be repeated
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub include: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub select: Select,
    /// Also check files that are C++ as well (BSL) with g++
    #[arg(long)]
    pub cxx: bool,
    /// Write assertions on sizes and offsets of the structures that C++ shares with shaders to a header; implies `--cxx`
    #[arg(long, value_name = "FILE")]
    pub static_asserts: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ShaderBuilder {
    /// Files of create infos: Lua, or BSL with pipelines
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Targets by name, separated by commas; default: `targets` of uberc.toml
    #[arg(long, short, value_name = "TARGET", value_delimiter = ',', value_parser = target)]
    pub target: Vec<Target>,
    /// Only infos whose name matches the pattern: `overlay_*`
    #[arg(long, value_name = "GLOB")]
    pub name: Option<String>,
    /// Replace the default of a specialization constant; can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub specialize: Vec<String>,
    /// Define a macro of the platform; can be repeated
    #[arg(long = "define", short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// How slots become bindings
    #[arg(long, value_name = "POLICY", default_value = "packed")]
    pub bindings: Bindings,
    /// Bases of the kinds under `--bindings slot`: uniform, storage, sampler, image
    #[arg(long, value_name = "N,N,N,N", value_delimiter = ',')]
    pub slot_bases: Vec<u32>,
    /// Registers of Direct3D at which slots begin: uniform b, read-only storage t, writable storage u, sampler t and s, image u
    #[arg(long, value_name = "N,N,N,N,N", value_delimiter = ',')]
    pub register_bases: Vec<u32>,
    /// What WGSL may have of each kind: uniform buffers, storage buffers, samplers, images
    #[arg(long, value_name = "N,N,N,N", value_delimiter = ',')]
    pub group_limits: Vec<u32>,
    /// Bytes of push constants that are a push block; more of them are a uniform block
    #[arg(long, value_name = "BYTES", default_value_t = create_info::PUSH_CONSTANT_LIMIT)]
    pub push_constant_limit: u32,
    /// The depth range of the sources
    #[arg(long, value_name = "RANGE", default_value = "zero-to-one")]
    pub clip_depth: ClipDepth,
    /// Whether a geometry stage stands in for layers, viewports and barycentric coordinates
    #[arg(long, value_name = "WHEN", default_value = "off")]
    pub fallback_geometry: FallbackGeometry,
    /// Write what each stage became to files of this folder
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Write the complete source of each stage to files of this folder
    #[arg(long, value_name = "DIR")]
    pub keep_sources: Option<PathBuf>,
    /// List the infos and compile nothing
    #[arg(long)]
    pub list: bool,
    /// Print the merged view of an info, each entry with its Lua line
    #[arg(long, value_name = "INFO", conflicts_with = "list")]
    pub explain: Option<String>,
    /// Print size and offsets of the structures of shared headers
    #[arg(long)]
    pub layouts: bool,
    /// Write a C++ header that checks size and offsets of these structures
    #[arg(long, value_name = "FILE")]
    pub static_asserts: Option<PathBuf>,
    /// One JSON object for each info, and one with the counts
    #[arg(long)]
    pub json: bool,
    /// Neither read nor write the cache
    #[arg(long)]
    pub no_cache: bool,
    /// Number of jobs that run at the same time; default: one for each processor
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bindings {
    /// Numbered through: pass, batch and geometry resources in set 0
    Packed,
    /// The base of the kind and the slot
    Slot,
    /// A set for each frequency
    #[value(alias = "by_frequency")]
    ByFrequency,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FallbackGeometry {
    /// Extensions give what an info asks for
    Off,
    /// For devices without these extensions
    On,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClipDepth {
    /// That of Vulkan and Direct3D
    #[value(alias = "zero_to_one")]
    ZeroToOne,
    /// That of OpenGL; vertex stages are changed for other targets
    #[value(alias = "minus_one_to_one")]
    MinusOneToOne,
}

#[derive(Debug, Args)]
pub struct Init {
    /// The folder; created where it is missing
    #[arg(default_value = ".")]
    pub dir: PathBuf,
}

/// The archive to build, and how.
#[derive(Debug, Args)]
pub struct Archive {
    /// The archive; default: `output` of uberc.toml
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file at the archive's place even if it is no archive
    #[arg(long)]
    pub force: bool,
    /// Smallest archive: debug names stripped, strongest compression
    #[arg(long, conflicts_with = "debug_info")]
    pub release: bool,
    /// Keep names and source lines for graphics debuggers; no optimisation
    #[arg(long)]
    pub debug_info: bool,
    /// Only substitute branch values: nothing is folded, and unreachable code stays
    #[arg(long)]
    pub plain: bool,
    /// Do not ask the servers of `[remote]` in uberc.toml
    #[arg(long)]
    pub offline: bool,
}

#[derive(Debug, Args)]
pub struct Build {
    #[command(flatten)]
    pub select: Select,
    #[command(flatten)]
    pub archive: Archive,
    /// Build only the variants of this shader, or of one permutation of it; the archive is not written
    #[arg(long = "only", value_name = "SHADER[:PERMUTATION]")]
    pub selection: Option<String>,
    /// Stop at the first variant that fails instead of finding every error
    #[arg(long)]
    pub fail_fast: bool,
    /// Neither read nor write the cache
    #[arg(long)]
    pub no_cache: bool,
    /// Take results from the remote cache, and store none there
    #[arg(long)]
    pub remote_only_read: bool,
    /// Print what was rebuilt, and which inputs changed
    #[arg(long)]
    pub explain: bool,
    /// Print how long each stage took
    #[arg(long)]
    pub timings: bool,
    /// Write the time of each piece of work as a Chrome trace, for Perfetto
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write the files that the archive depends on, for make and ninja
    #[arg(long, value_name = "FILE", conflicts_with = "selection")]
    pub depfile: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Report {
    #[command(flatten)]
    pub select: Select,
    /// The page
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Show how long this run took; such a page differs from run to run
    #[arg(long)]
    pub timings: bool,
    /// Neither read nor write the cache
    #[arg(long)]
    pub no_cache: bool,
    /// Do not ask the remote cache of `[remote]` in uberc.toml
    #[arg(long)]
    pub offline: bool,
}

#[derive(Debug, Args)]
pub struct Watch {
    #[command(flatten)]
    pub select: Select,
    #[command(flatten)]
    pub archive: Archive,
    /// Print how long each stage of each build took
    #[arg(long)]
    pub timings: bool,
}

#[derive(Debug, Args)]
pub struct Explain {
    /// The name of a shader or of a material
    pub shader: String,
    /// A permutation: a number (`0x2a`, `42`) or branch values (`g_bSkinning=1,g_Quality=High`; the other branches have
    /// their first value)
    pub permutation: Option<String>,
    /// The project, or files of it
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub path: PathBuf,
    #[arg(long, short, value_name = "TARGET", value_parser = target)]
    pub target: Option<Target>,
    /// Print the text that is compiled
    #[arg(long)]
    pub source: bool,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("checks").required(true).multiple(true).args(["exhaustive", "plain"])))]
pub struct Verify {
    #[command(flatten)]
    pub select: Select,
    /// Call Specialize for every permutation of each shader of up to 20 bits
    #[arg(long)]
    pub exhaustive: bool,
    /// Compile every variant also from plain substitution, and compare the optimised SPIR-V
    #[arg(long)]
    pub plain: bool,
}

#[derive(Debug, Args)]
pub struct Lookup {
    /// The archive
    pub archive: PathBuf,
    /// A shader's name
    pub shader: String,
    /// A permutation: a number (`0x2a`, `42`) or branch values (`g_bSkinning=1,g_Quality=High`; the other branches have
    /// their first value)
    #[arg(default_value = "0")]
    pub permutation: String,
    /// Default: the archive's first
    #[arg(long, short, value_name = "TARGET", value_parser = target)]
    pub target: Option<Target>,
}

#[derive(Debug, Args)]
pub struct Inspect {
    /// The archive
    pub archive: PathBuf,
    /// Read and check every blob, not only the index
    #[arg(long)]
    pub verify: bool,
}

#[derive(Debug, Args)]
pub struct Extract {
    /// The archive
    pub archive: PathBuf,
    /// The folder; created where it is missing
    #[arg(long, short, value_name = "DIR", default_value = "extracted")]
    pub output: PathBuf,
    /// Only this shader
    #[arg(long)]
    pub shader: Option<String>,
    /// Only this target
    #[arg(long, short, value_name = "TARGET", value_parser = target)]
    pub target: Option<Target>,
    /// Also the compression dictionaries, for Zstandard's own tools
    #[arg(long)]
    pub dictionaries: bool,
}

#[derive(Debug, Args)]
pub struct Diff {
    /// The older archive
    pub old: PathBuf,
    /// The newer archive
    pub new: PathBuf,
    /// Exit with 1 where a technique differs
    #[arg(long)]
    pub exit_code: bool,
}

#[derive(Debug, Args)]
pub struct Dump {
    /// Which data
    #[arg(long, value_name = "STAGE")]
    pub stage: DumpStage,
    #[command(flatten)]
    pub select: Select,
    /// Only this shader
    #[arg(long)]
    pub shader: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DumpStage {
    /// Pairs of files
    Project,
    /// Shader declarations
    Sidecar,
    /// Cubes and outcomes
    Explore,
    /// Preprocessed text of each set of defines, with `#line`
    Preprocess,
    /// Text of each distinct source after substitution, with `#line`
    Specialise,
    /// The typed program that analysis makes from each variant
    Analyse,
    /// Variants and where they are used
    Variants,
    /// Compiled artifacts: text, or a hexadecimal listing, with reflection
    Compile,
}

#[derive(Debug, Args)]
pub struct Cache {
    #[command(subcommand)]
    pub command: CacheCommand,
    /// The project
    #[arg(long, value_name = "PATH", default_value = ".", global = true)]
    pub path: PathBuf,
}

#[derive(Debug, Subcommand)]
pub enum CacheCommand {
    /// The size of the cache, and what the last build did
    Stats,
    /// Remove the least recently used results until the rest fits
    Gc {
        /// Bytes, or a number with a unit (`500MiB`); default: `cache.size` of uberc.toml
        #[arg(long, value_name = "SIZE", value_parser = size)]
        size: Option<u64>,
    },
    /// Read and check every file; broken files are removed, so that their results are built again
    Verify {
        /// Leave broken files where they are
        #[arg(long)]
        keep: bool,
        /// Also compile this many variants again, spread over the project, and compare with what is stored for them
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        recompile: Option<u32>,
    },
    /// Which inputs had changed when units were last rebuilt
    Why {
        /// A source or sidecar; default: all
        unit: Option<String>,
    },
}

#[derive(Debug, Args)]
pub struct Doctor {
    /// The project, whose uberc.toml may name compilers
    #[arg(default_value = ".")]
    pub dir: PathBuf,
}

#[derive(Debug, Args)]
pub struct Lsp {
    /// Targets by name, separated by commas; default: `targets` of the uberc.toml of each project
    #[arg(long, short, value_name = "TARGET", value_delimiter = ',', value_parser = target)]
    pub target: Vec<Target>,
    /// Number of jobs that run at the same time; default: one for each processor
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// A macro of every source, with priority over `[defines]` of uberc.toml; without a value it is 1; can be repeated
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = define)]
    pub defines: Vec<(String, String)>,
    /// A folder that `#include` searches before those of uberc.toml; can be repeated
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub include: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell to complete for
    #[arg(required_unless_present = "man")]
    pub shell: Option<Shell>,
    /// Write man pages, one for each command, into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "shell")]
    pub man: Option<PathBuf>,
}

/// Whether JSON lines are asked for, in arguments that may be wrong otherwise.
pub fn asks_for_json(arguments: &[OsString]) -> bool {
    let option = "--message-format";
    let own = arguments.iter().take_while(|argument| *argument != "--");
    let mut last = None;
    let mut before: Option<&OsString> = None;
    for argument in own {
        let joined = argument.to_str().and_then(|text| text.strip_prefix(option)?.strip_prefix('='));
        let apart = before.filter(|before| *before == option).and_then(|_| argument.to_str());
        last = joined.or(apart).or(last);
        before = Some(argument);
    }
    last == Some("json")
}

impl Select {
    /// What the command line sets on top of `uberc.toml`. The folders of `--include` exist.
    pub fn overrides(&self) -> Result<ProjectOverrides, Stop> {
        overrides(self.warnings.levels(), &self.defines, &self.include)
    }
}

impl Lsp {
    /// As [`Select::overrides`].
    pub fn overrides(&self) -> Result<ProjectOverrides, Stop> {
        overrides(WarningLevels::default(), &self.defines, &self.include)
    }
}

fn overrides(
    warnings: WarningLevels,
    defines: &[(String, String)],
    include: &[PathBuf],
) -> Result<ProjectOverrides, Stop> {
    if let Some(missing) = include.iter().find(|folder| !folder.is_dir()) {
        return Err(Stop::usage(format!("--include: there is no folder `{}`", missing.display())));
    }
    let place = |error| Stop::environment(format!("the working folder cannot be found: {error}"));
    let include = include.iter().map(std::path::absolute).collect::<Result<_, _>>().map_err(place)?;
    Ok(ProjectOverrides { warnings, defines: defines.iter().cloned().collect(), include })
}
