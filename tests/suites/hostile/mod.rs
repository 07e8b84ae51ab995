//! Hostile inputs: sources of a kind that a size makes as long, as deep or as many-fold as one likes.
//!
//! - `growth::KIND`, of `cargo xtask test --all` alone: twice the size takes at most [`MOST`] times the time, within one process. Times
//!   depend on what else runs, so an ordinary run does not measure any.
//! - `limits::KIND`: the program ends within memory and time, and says what is wrong. An ordinary run builds the first size of a kind,
//!   if it is small; `cargo xtask test --all` builds all sizes. `cargo xtask hostile` builds them all with an optimised program.

mod expressions;
mod functions;
mod input;
mod macros;
mod statements;
mod table;
mod templates;
mod types;
mod variants;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use uberc::model::{Stage, Target};

use crate::harness::{compares_everything, embedded, golden, needs, suite_dir, trial};
use input::{Expected, Input};

/// A kind of input.
#[derive(Clone, Copy)]
pub struct Kind {
    name: &'static str,
    /// The size whose double is compared with it; 0: its time does not grow with the size, or is that of another kind.
    growth: usize,
    /// Sizes to build. The last one is the largest.
    sizes: &'static [usize],
    make: fn(usize) -> Input,
}

/// A row of the tables.
pub const fn kind(name: &'static str, growth: usize, sizes: &'static [usize], make: fn(usize) -> Input) -> Kind {
    Kind { name, growth, sizes, make }
}

fn kinds() -> Vec<Kind> {
    [
        expressions::KINDS,
        statements::KINDS,
        functions::KINDS,
        types::KINDS,
        templates::KINDS,
        macros::KINDS,
        variants::KINDS,
    ]
    .concat()
}

pub fn trials() -> Vec<Trial> {
    let growing = kinds().into_iter().filter(|kind| kind.growth > 0 && compares_everything());
    let growth = growing.map(|kind| trial(format!("hostile::growth::{}", kind.name), move || grow(kind)));
    let limits = kinds()
        .into_iter()
        .filter(|kind| !sizes(*kind).is_empty())
        .map(|kind| needs("prlimit", trial(format!("hostile::limits::{}", kind.name), move || build_all(kind))));
    let messages = needs("prlimit", trial("hostile::messages", messages));
    growth.chain(limits).chain([messages]).chain(table::trial()).collect()
}

/// Each bound of the embedded compiler: a kind and a size that reach it, and the code of the message.
const BOUNDS: [(&str, usize, &str); 8] = [
    ("sum", 6_000, "specialise/nesting"),
    ("overloads", 1_100, "hlsl/overloads"),
    ("structures_in_cbuffer", 30, "hlsl/type"),
    ("chain_of_structures_in_cbuffer", 200, "hlsl/type"),
    ("chain_of_functions", 300, "hlsl/recursion"),
    ("inputs", 20_000, "hlsl/type"),
    ("mesh_outputs", 600, "hlsl/unsupported"),
    ("doubled_default_arguments", 40, "compile/limit"),
];

/// What is said where a bound is reached.
fn messages() -> Result<(), Failed> {
    let mut text = String::new();
    for (name, size, code) in BOUNDS {
        let kind = kinds().into_iter().find(|kind| kind.name == name).ok_or_else(|| format!("no kind `{name}`"))?;
        let said = build((kind.make)(size))?;
        if !said.contains(&format!("error[{code}]")) {
            return Err(format!("{name} of {size} does not give {code}:\n{said}").into());
        }
        text += &format!("{name} of {size}\n");
        for line in said.lines().filter(|line| line.starts_with("error") || line.trim_start().starts_with("= help")) {
            text += &format!("{line}\n");
        }
        text += "\n";
    }
    golden(&suite_dir("hostile").join("messages.txt"), &text)
}

/// Twice the size may take so many times the time.
const MOST: f64 = 2.3;
/// Pairs of times that are compared; the best counts, because other processes only make one slower.
const ATTEMPTS: usize = 8;
/// Shorter times say nothing.
const SHORTEST: Duration = Duration::from_millis(2);

fn grow(kind: Kind) -> Result<(), Failed> {
    let (small, large) = ((kind.make)(kind.growth), (kind.make)(2 * kind.growth));
    let time = |input: &Input| {
        let begin = Instant::now();
        let stage = if input.source.contains("numthreads") { Stage::Compute } else { Stage::Pixel };
        let entry = if stage == Stage::Compute { "cs" } else { "ps" };
        // Whether it is right does not matter here.
        drop(embedded::compile(&input.source, stage, entry, Default::default(), Target::Spirv, false));
        begin.elapsed()
    };
    // Interned names and the like.
    time(&large);
    let mut told = String::new();
    for _ in 0..ATTEMPTS {
        let (short, long) = (time(&small), time(&large));
        let ratio = long.as_secs_f64() / short.as_secs_f64().max(f64::EPSILON);
        if long < SHORTEST || ratio <= MOST {
            return Ok(());
        }
        told += &format!("{:.1} ms, {:.1} ms: {ratio:.2}\n", short.as_secs_f64() * 1e3, long.as_secs_f64() * 1e3);
    }
    let (size, double) = (kind.growth, 2 * kind.growth);
    Err(format!("sizes {size} and {double} differ by more than {MOST} times:\n{told}").into())
}

/// Processor time of a run, in seconds. A debug build takes ten to twenty times what a release build takes.
const SECONDS: u64 = if cfg!(debug_assertions) { 240 } else { 20 };
/// Bytes of address space.
const MEMORY: u64 = 1 << 30;
/// The largest size of an ordinary run, which builds the first size of a kind alone.
const ORDINARY: usize = 1_000;

/// The sizes that this run builds.
fn sizes(kind: Kind) -> Vec<usize> {
    if compares_everything() {
        return kind.sizes.to_vec();
    }
    kind.sizes.iter().copied().take(1).filter(|size| *size <= ORDINARY).collect()
}

fn build_all(kind: Kind) -> Result<(), Failed> {
    let wrong: Vec<String> = sizes(kind)
        .into_iter()
        .filter_map(|size| {
            let found = build((kind.make)(size)).err()?;
            Some(format!("size {size}: {found}"))
        })
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// One target whose code naga's writer makes by walking lists, and one for which it recurses.
const PROJECT: &str = "targets = [\"spirv\", \"wgsl\"]\n[target.spirv]\ncompilers = [\"embedded\"]\n[target.wgsl]\ncompilers = \
                       [\"embedded\"]\n";

/// Builds an input with the embedded compiler alone; the messages.
fn build(input: Input) -> Result<String, String> {
    build_with(input, Path::new(env!("CARGO_BIN_EXE_uberc")), SECONDS)
}

/// The same with a program, within so many seconds of processor time.
fn build_with(input: Input, program: &Path, seconds: u64) -> Result<String, String> {
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let write =
        |name: &str, text: &str| std::fs::write(place.path().join(name), text).map_err(|error| error.to_string());
    write("main.fx", &input.source)?;
    write("main.fx.lua", &input.sidecar)?;
    write("uberc.toml", PROJECT)?;
    let (code, messages) = run(place.path(), program, seconds)?;
    let shown = || messages.lines().take(6).collect::<Vec<_>>().join("\n");
    let is_told = messages.contains("error");
    match code {
        None => Err(format!("the process was killed: {}", shown())),
        Some(0) if input.expected == Expected::Error => Err("its mistake passed silently".to_owned()),
        Some(0) => Ok(messages),
        Some(1) if is_told && !messages.contains("crashed") && !messages.contains("/internal]") => Ok(messages),
        Some(code) => Err(format!("exit code {code}: {}", shown())),
    }
}

/// The exit code, and the messages.
fn run(place: &Path, program: &Path, seconds: u64) -> Result<(Option<i32>, String), String> {
    let mut command = Command::new("prlimit");
    command
        .args([format!("--as={MEMORY}"), format!("--cpu={seconds}"), "--core=0".to_owned()])
        .arg(program)
        .args(["build", "--no-cache", "--jobs", "1"])
        .current_dir(place)
        .stdin(Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    Ok((output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()))
}
