//! The arguments of `uberc psl`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::dialect::shaderception::Semantics;

/// What is wrong with an option, and what to write.
pub type WrongOption = (String, &'static str);

/// Programs of the shading language PSL.
#[derive(Debug, Args)]
pub struct Psl {
    #[command(subcommand)]
    pub command: PslCommand,
}

#[derive(Debug, Subcommand)]
pub enum PslCommand {
    /// Mistakes and warnings
    Check(Check),
    /// The image of the machine, or HLSL
    Compile(Compile),
    /// List the instructions of an image or a program
    Dis(Dis),
    /// The image of a listing
    Asm(Asm),
    /// Draw pictures
    Run(Box<Run>),
    /// A page that runs the program in a browser
    Page(Page),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Meaning {
    /// What the reference compiler emits, defects included
    Reference,
    /// Its defects repaired
    Sane,
}

#[derive(Debug, Args)]
pub struct Source {
    /// What defects of the reference compiler become; default: `reference` for images, else `sane`
    #[arg(long, value_name = "SEMANTICS")]
    pub semantics: Option<Meaning>,
    /// Replace an identifier by a number, as a branch does; can be repeated
    #[arg(long = "define", short = 'D', value_name = "NAME[=VALUE]", value_parser = constant)]
    pub defines: Vec<(String, f32)>,
}

impl Source {
    pub fn semantics(&self, default: Semantics) -> Semantics {
        match self.semantics {
            Some(Meaning::Reference) => Semantics::Reference,
            Some(Meaning::Sane) => Semantics::Sane,
            None => default,
        }
    }

    pub fn constants(&self) -> BTreeMap<String, f32> {
        self.defines.iter().cloned().collect()
    }
}

fn constant(text: &str) -> Result<(String, f32), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let value = value.parse::<f32>().ok().filter(|value| value.is_finite());
    value.map(|value| (name.to_owned(), value)).ok_or_else(|| "the value is a number: `NAME=1`".to_owned())
}

#[derive(Debug, Args)]
pub struct Check {
    /// Programs
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// The image of the machine
    Bytecode,
    /// A unit with the entry points `PslVS` and `PslPS`
    Hlsl,
    /// Defines that leave out of the machine's shader what the program does not use
    Uses,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dynamic {
    /// Values carry their width where only a run decides it
    Auto,
    /// Such widths are errors
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// Missing lanes of the result are 0
    Zero,
    /// One lane is grey, missing blue is 0 and alpha 1; from linear to sRGB
    Cross,
}

#[derive(Debug, Args)]
pub struct Compile {
    /// The program
    pub file: PathBuf,
    /// What is written
    #[arg(long, short, value_name = "TARGET", default_value = "bytecode")]
    pub target: Language,
    /// The file; default: stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub source: Source,
    /// Only the used slots of the image, and one zero instruction
    #[arg(long)]
    pub trim: bool,
    /// Print counts of instructions, registers, values on the stack and jumps
    #[arg(long)]
    pub stats: bool,
    /// Widths in HLSL that only a run decides
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub dynamic: Dynamic,
    /// The colour of a result with less than four lanes, in HLSL
    #[arg(long, value_name = "FILL", default_value = "zero")]
    pub output_fill: Output,
    /// Iterations of a pixel after which it ends black, in HLSL; 0: no bound
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub loop_guard: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// Slots, decoded operands, labels, depths of the stack
    Full,
    /// `MNEMONIC operand` alone
    Plain,
}

#[derive(Debug, Args)]
pub struct Dis {
    /// An image, or a program (`.psl`)
    pub file: PathBuf,
    #[arg(long, value_name = "STYLE", default_value = "full")]
    pub style: Style,
    /// Read wrong opcodes and operands of an image as the machine would
    #[arg(long)]
    pub lenient: bool,
    #[command(flatten)]
    pub source: Source,
}

#[derive(Debug, Args)]
pub struct Asm {
    /// A listing of either style
    pub file: PathBuf,
    /// The image; default: stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Only the used slots of the image, and one zero instruction
    #[arg(long)]
    pub trim: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// The machine
    Vm,
    /// The typed program
    Typed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Gamma {
    None,
    Srgb,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Alpha {
    Opaque,
    Program,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SelfFilter {
    Linear,
    Nearest,
}

#[derive(Debug, Args)]
pub struct Run {
    /// A program (`.psl`), or an image
    pub file: PathBuf,
    /// The picture of the last frame; a `.gif` has all frames
    #[arg(long, short, value_name = "FILE", required_unless_present = "trace")]
    pub output: Option<PathBuf>,
    /// Pixels
    #[arg(long, value_name = "WxH", default_value = "512x512")]
    pub size: String,
    /// Seconds at the first frame
    #[arg(long, value_name = "S", default_value_t = 0.0)]
    pub time: f32,
    /// Seconds between frames
    #[arg(long, value_name = "S", default_value_t = 1.0 / 60.0)]
    pub dt: f32,
    /// Frames; `self` sees the one before
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub frames: u32,
    /// Also write each n-th frame, as `NAME.0000.png`; of a GIF, take each n-th
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub every: Option<u32>,
    /// Use, jump, grab, drop
    #[arg(long, value_name = "A,B,C,D", default_value = "0,0,0,0")]
    pub button: String,
    /// Move x and y, look x and y
    #[arg(long, value_name = "A,B,C,D", default_value = "0,0,0,0", allow_hyphen_values = true)]
    pub axis: String,
    /// The camera's picture
    #[arg(long, value_name = "PNG")]
    pub camera: Option<PathBuf>,
    /// The video's picture
    #[arg(long, value_name = "PNG")]
    pub video: Option<PathBuf>,
    /// The audio texture
    #[arg(long, value_name = "PNG")]
    pub audio: Option<PathBuf>,
    /// What draws
    #[arg(long, value_name = "BACKEND", default_value = "vm")]
    pub backend: Backend,
    /// Iterations of a pixel after which it ends black, of `--backend typed`; 0: no bound; default: 2000
    #[arg(long, value_name = "N")]
    pub loop_guard: Option<u32>,
    #[command(flatten)]
    pub source: Source,
    /// The first row of the picture is the bottom one
    #[arg(long)]
    pub flip_y: bool,
    /// From linear to sRGB
    #[arg(long, value_name = "GAMMA", default_value = "none")]
    pub gamma: Gamma,
    #[arg(long, value_name = "ALPHA", default_value = "opaque")]
    pub alpha: Alpha,
    /// How `self` reads
    #[arg(long, value_name = "FILTER", default_value = "linear")]
    pub self_filter: SelfFilter,
    /// Read wrong opcodes and operands of an image as the machine would
    #[arg(long)]
    pub lenient: bool,
    /// Print each step of the machine for one pixel (from the left, from the bottom), with stack and registers
    #[arg(long, value_name = "X,Y")]
    pub trace: Option<String>,
    /// Print steps, jumps and values on the stack of the last frame
    #[arg(long)]
    pub stats: bool,
    /// Number of threads; default: one for each processor
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
}

#[derive(Debug, Args)]
pub struct Page {
    /// The program
    pub file: PathBuf,
    /// The page; default: the program's name with `.html`
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Pixels of the picture when the page opens
    #[arg(long, value_name = "WxH", default_value = "512x512")]
    pub size: String,
    /// Replace an identifier by a number, as a branch does; can be repeated
    #[arg(long = "define", short = 'D', value_name = "NAME[=VALUE]", value_parser = constant)]
    pub defines: Vec<(String, f32)>,
    /// The colour of a result with less than four lanes
    #[arg(long, value_name = "FILL", default_value = "zero")]
    pub output_fill: Output,
    /// Iterations of a pixel after which it ends black; 0: no bound, with which a browser may end the page
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub loop_guard: u32,
}
