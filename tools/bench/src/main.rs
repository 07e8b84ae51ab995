//! Compares uberc with builds without it, and with its own limits. See README.md of this folder.
#![allow(clippy::print_stdout, clippy::print_stderr)] // A bench's output is its purpose.

mod archive;
mod defines;
mod explore;
mod front;
mod index;
mod infos;
mod killed;
mod lookups;
mod macros;
mod materialx;
mod medians;
mod memory;
mod ninja;
mod noop;
mod processes;
mod project;
mod psl;
mod remote;
mod variants;
mod warm;
mod watched;
mod workers;

use std::ffi::OsString;
use std::process::ExitCode;

/// As the program's, which it stands in for.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// What is wrong, for stderr.
type Failure = Box<dyn std::error::Error>;

/// What the verbs share.
struct Options {
    rounds: usize,
    /// What may run at once: ninja's and uberc's.
    jobs: usize,
    /// What `archive` decodes and weighs.
    archive: Option<String>,
    /// The one program that `psl` measures.
    only: Option<String>,
    /// What `remote` builds; each has 21 variants.
    shaders: usize,
}

const USAGE: &str = "\
usage: uberc-bench VERB [--rounds N] [--jobs N] [--archive FILE] [--only NAME] [--shaders N]

  ninja    the upscaler's permutations: ninja + glslangValidator -D against uberc build
  ninja-glsl  the same of the pass in GLSL
  macros   a file of 512 macro permutations: ninja + glslangValidator and a resident dxc against uberc build
  defines  units that differ in defines: what a further set takes, for few functions and for many
  explore  exploration against a call of Specialize for each permutation, for the whole library
  front    everything before compiling, for mesh, on one core: time and peak memory
  infos    500 create infos: merging, and static compilation against glslangValidator
  materialx  the node library, full surfaces, and 200 documents to SPIR-V, against MaterialX + glslangValidator -V
  index    512 techniques of the upscaler that differ in defines: bytes of the index, by section
  look-ups in a table and in diagrams: time on one processor, instructions, lines of the archive
  memory   2,000 shaders, and one of 28,673 variants: peak memory and time of a first build
  archive  look-ups, opening; with --archive also decoding and sizes
  psl      programs of PSL: instructions a second, compilations, on the software device typed against the machine
  variants the whole library for SPIR-V and WGSL: processor time of a variant in a first build
  warm     mesh: a cold build, one without cache, and one with nothing to do
  noop     1,000 generated shaders with nothing to do, against ninja over the same files and edges
  remote   20,000 objects in a remote cache: a clean checkout without a server, with one, and with one of 50 ms and of 1 s
  watched  mesh under `uberc watch`: from a save to an archive that was read
  workers  dxc and fxc: a process a variant against workers that load the library once
  killed   builds killed at random moments: every next one equals a clean one; take --rounds 300

--rounds: medians are over so many, default 3. --jobs: default 2. --only: of `psl`, the one program.
--shaders: of `remote`, default 1000.";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // This program holds the whole of uberc: what is measured is always what was built with it.
    if arguments.first().is_some_and(|verb| verb == processes::UBERC) {
        return ExitCode::from(uberc::cli::run(arguments));
    }
    match measure(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &[OsString]) -> Result<(), Failure> {
    let words: Vec<&str> =
        arguments.iter().map(|word| word.to_str().ok_or("arguments are plain text")).collect::<Result<_, _>>()?;
    let Some((verb, rest)) = words.split_first() else { return Err(USAGE.into()) };
    match (verb, rest) {
        (&materialx::CHILD, [library]) => return materialx::child(library),
        (&lookups::TIMES, [archive, rounds]) => return lookups::times(archive, rounds),
        (&lookups::COUNTED, [archive, shader, repeated]) => return lookups::counted(archive, shader, repeated),
        _ => {}
    }
    let mut options = Options { rounds: 3, jobs: 2, archive: None, only: None, shaders: 1000 };
    for pair in rest.chunks(2) {
        let value = |text: &str| text.parse().ok().filter(|number| *number > 0).ok_or("a number from 1 is wanted");
        match pair {
            ["--rounds", text] => options.rounds = value(text)?,
            ["--archive", text] => options.archive = Some((*text).to_owned()),
            ["--only", text] => options.only = Some((*text).to_owned()),
            ["--shaders", text] => options.shaders = value(text)?,
            ["--jobs", text] => options.jobs = value(text)?,
            _ => return Err(USAGE.into()),
        }
    }
    match *verb {
        "archive" => archive::run(&options),
        "ninja" => ninja::run(&options),
        "ninja-glsl" => ninja::run_glsl(&options),
        "macros" => macros::run(&options),
        "defines" => defines::run(&options),
        "index" => index::run(&options),
        "infos" => infos::run(&options),
        "look-ups" => lookups::run(&options),
        "memory" => memory::run(&options),
        "materialx" => materialx::run(&options),
        "explore" => explore::run(&options),
        "front" => front::run(&options),
        front::CHILD => front::child(),
        "psl" => psl::run(&options),
        "remote" => remote::run(&options),
        "variants" => variants::run(&options),
        "warm" => warm::run(&options),
        "noop" => noop::run(&options),
        "watched" => watched::run(&options),
        "workers" => workers::run(&options),
        "killed" => killed::run(&options),
        _ => Err(USAGE.into()),
    }
}
