//! `uberc-coverage generated`: programs made from numbers, compiled by DXC and by the embedded compiler, and what both compute.
//!
//! **In**: how many programs, and the seed that they follow from.
//! **Out**: how many both compilers take, and those that one refuses or that compute something else.
//! **Never**: a program whose result is undefined, or depends on how a number is rounded and then shows it as something else.
//!
//! Many programs share a module, because most of a compilation's time is not the program's. One that a compiler refuses is taken out,
//! and the rest is compiled again.

mod expression;
mod mutation;
mod program;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rayon::prelude::*;
use uberc::dialect::hlsl::analyse::Version;
use uberc::model::Stage;
use uberc_judge::batch::{Outcome, Work};
use uberc_judge::scene::{Part, Prepared, Scene};
use uberc_judge::{noise, runner};

pub(crate) use mutation::compare_wrong;

use crate::Options;
use crate::candidate::{Answer, Candidate, dxc};
use program::{INPUTS, Program, THREADS, Word, module, program};

/// Programs of a module.
const TOGETHER: u32 = 24;

/// Reasons of DXC's that the report shows, the most frequent first.
const REASONS: usize = 12;

/// Programs that both take, ready to run.
struct Taken {
    programs: Vec<Program>,
    prepared: [Prepared; 2],
    is_2018: bool,
}

/// What became of some programs.
#[derive(Default)]
struct Tally {
    taken: Vec<Taken>,
    /// DXC refuses so many, and says this of them and of those beside them.
    wrong: usize,
    reasons: Vec<String>,
    /// DXC takes them, the candidate does not: text and message.
    refused: Vec<(Program, bool, String)>,
}

/// Makes `options.samples` programs and compares them; true if nothing differs and nothing is refused.
pub(crate) fn compare_generated(options: &Options) -> Result<bool, String> {
    let count = u32::try_from(options.samples).unwrap_or(u32::MAX);
    let groups: Vec<u32> = (0..count.div_ceil(TOGETHER)).collect();
    let tallies: Vec<Tally> = groups
        .par_iter()
        .map(|group| {
            let is_2018 = group % 2 == 0;
            let numbers = group * TOGETHER..count.min((group + 1) * TOGETHER);
            compile(options, numbers.map(|number| program(options.seed, number, is_2018)).collect(), is_2018)
        })
        .collect::<Result<_, String>>()?;
    let taken: Vec<&Taken> = tallies.iter().flat_map(|tally| &tally.taken).collect();
    let jobs: Vec<_> =
        taken.iter().flat_map(|taken| taken.prepared.iter().map(|prepared| prepared.job.clone())).collect();
    let outcomes = runner::run_portably(&jobs)?;
    let (mut compared, mut values, mut not_run) = (0, 0, 0);
    let mut differing: Vec<(&Program, bool, String)> = Vec::new();
    for (taken, outcomes) in taken.iter().zip(outcomes.chunks(2)) {
        let (Some(left), Some(right)) =
            (words(&taken.prepared[0], &outcomes[0]), words(&taken.prepared[1], &outcomes[1]))
        else {
            not_run += taken.programs.len();
            println!("not run: {}", told(outcomes));
            continue;
        };
        let mut next = 0;
        for program in &taken.programs {
            let end = next + program.words.len() * THREADS;
            compared += 1;
            values += end - next;
            if let Some(what) = difference(program, &left[next..end], &right[next..end]) {
                differing.push((program, taken.is_2018, what));
            }
            next = end;
        }
    }
    let wrong: usize = tallies.iter().map(|tally| tally.wrong).sum();
    let refused: Vec<&(Program, bool, String)> = tallies.iter().flat_map(|tally| &tally.refused).collect();
    for (program, is_2018, what) in &differing {
        report(options.keep.as_deref(), "different", program, *is_2018, what)?;
    }
    for (program, is_2018, what) in &refused {
        report(options.keep.as_deref(), "refused", program, *is_2018, what)?;
    }
    let mut reasons: BTreeMap<&String, usize> = BTreeMap::new();
    for reason in tallies.iter().flat_map(|tally| &tally.reasons) {
        *reasons.entry(reason).or_default() += 1;
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (reason, count) in reasons.into_iter().take(REASONS) {
        println!("dxc refuses {count} times: {reason}");
    }
    println!("{count} programs of seed {}: dxc takes {}", options.seed, count as usize - wrong);
    println!("{compared} are compared ({values} values), {} are different", differing.len());
    println!("{} that dxc takes are refused, {not_run} could not be run", refused.len());
    Ok(differing.is_empty() && refused.is_empty() && not_run == 0)
}

/// Takes out what one of both refuses, until both take the rest.
fn compile(options: &Options, mut programs: Vec<Program>, is_2018: bool) -> Result<Tally, String> {
    let mut tally = Tally::default();
    while !programs.is_empty() {
        let text = module(&programs);
        let source = source(&text, is_2018);
        let reference = match dxc(&source) {
            Answer::Accepted(spirv) => spirv,
            Answer::Rejected(messages) | Answer::Unsupported(messages) => {
                tally.reasons.extend(messages.iter().flat_map(|message| message.lines().filter_map(reason)));
                tally.wrong += take_out(&mut programs, &text, &messages, |one| refuses(one, is_2018, dxc)).len();
                continue;
            }
            // A crash of DXC's names no line.
            Answer::Checked(message) | Answer::Broken(message) => {
                tally.reasons.extend(reason(&message).or_else(|| message.lines().next().map(str::to_owned)));
                tally.wrong += take_out(&mut programs, &text, &[message], |one| refuses(one, is_2018, dxc)).len();
                continue;
            }
        };
        let own = options.candidate.compile(&source, &Answer::Accepted(Vec::new()));
        let messages = match own {
            Answer::Accepted(spirv) => {
                let (left, right) = (Part::new(reference, "main")?, Part::new(spirv, "main")?);
                let prepared = [prepare(&left, &left, &programs)?, prepare(&left, &right, &programs)?];
                tally.taken.push(Taken { programs, prepared, is_2018 });
                return Ok(tally);
            }
            Answer::Rejected(messages) | Answer::Unsupported(messages) => messages,
            Answer::Broken(message) | Answer::Checked(message) => vec![message],
        };
        let candidate = |program: &crate::programs::Program| own_answer(options.candidate, program);
        let out = take_out(&mut programs, &text, &messages, |one| refuses(one, is_2018, candidate));
        let message = messages.first().cloned().unwrap_or_default();
        tally.refused.extend(out.into_iter().map(|program| (program, is_2018, message.clone())));
    }
    Ok(tally)
}

fn own_answer(candidate: Candidate, program: &crate::programs::Program) -> Answer {
    candidate.compile(program, &Answer::Accepted(Vec::new()))
}

fn source(text: &str, is_2018: bool) -> crate::programs::Program {
    let name = "generated".to_owned();
    let mut source =
        crate::programs::Program::new(name, Stage::Compute, "main".to_owned(), text.to_owned(), Path::new("/"));
    if !is_2018 {
        source.version = Version::V2021;
        source.options[1] = "2021".to_owned();
    }
    source
}

fn refuses(one: &Program, is_2018: bool, answer: impl Fn(&crate::programs::Program) -> Answer) -> bool {
    let text = module(std::slice::from_ref(one));
    !matches!(answer(&source(&text, is_2018)), Answer::Accepted(_))
}

/// Removes the programs that the messages name by a line of the text; where they name none, those that are refused alone, and
/// where that is none as well, all.
fn take_out(
    programs: &mut Vec<Program>,
    text: &str,
    messages: &[String],
    refused: impl Fn(&Program) -> bool,
) -> Vec<Program> {
    let lines: BTreeSet<usize> = messages.iter().flat_map(|message| message.lines().filter_map(line_of)).collect();
    let mut named: BTreeSet<u32> = BTreeSet::new();
    let mut current = None;
    for (number, line) in (1..).zip(text.lines()) {
        let starts = |program: &&Program| program.text.lines().next() == Some(line);
        current = programs.iter().find(starts).map(|program| program.number).or(current);
        if lines.contains(&number) {
            named.extend(current);
        }
    }
    if named.is_empty() {
        named.extend(programs.iter().filter(|program| refused(program)).map(|program| program.number));
    }
    if named.is_empty() {
        return std::mem::take(programs);
    }
    let (out, kept) = std::mem::take(programs).into_iter().partition(|program| named.contains(&program.number));
    *programs = kept;
    out
}

/// The message of a line without its place and what it names.
fn reason(line: &str) -> Option<String> {
    let (_, message) = line.split_once("error: ").or_else(|| line.split_once("Error: "))?;
    if ["call", "binary", "cannot convert"].iter().any(|start| message.starts_with(start)) {
        return Some(message.to_owned());
    }
    Some(message.split('\'').enumerate().map(|(at, part)| if at % 2 == 1 { "_" } else { part }).collect())
}

/// `source:12:3: error: ...` and `source.hlsl:12: hlsl/...` are of line 12.
fn line_of(message: &str) -> Option<usize> {
    let rest = message.strip_prefix("source.hlsl:").or_else(|| message.strip_prefix("source:"))?;
    let (line, rest) = rest.split_once(':')?;
    (rest.contains("error") || rest.contains("hlsl/")).then(|| line.parse().ok()).flatten()
}

fn prepare(reference: &Part, part: &Part, programs: &[Program]) -> Result<Prepared, String> {
    let bytes: Vec<u8> = (0..INPUTS as u64).flat_map(|at| (noise::hash(&[at]) as u32).to_le_bytes()).collect();
    let results: usize = programs.iter().map(|program| program.words.len() * THREADS).sum();
    let scene = Scene::of(1, &[&reference.shape]).holding("I", bytes).holding("O", vec![0; results * 4]);
    let mut prepared = scene.alone(part)?;
    prepared.job.work = Work::Dispatch([1; 3]);
    Ok(prepared)
}

fn words(prepared: &Prepared, outcome: &Outcome) -> Option<Vec<u32>> {
    let written = prepared.written(outcome)?;
    let bytes = &written.get("O")?.bytes;
    Some(bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

fn told(outcomes: &[Outcome]) -> String {
    let one =
        |outcome: &Outcome| if let Outcome::Done(_) = outcome { "done".to_owned() } else { format!("{outcome:?}") };
    outcomes.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The first value that is not the same.
fn difference(program: &Program, left: &[u32], right: &[u32]) -> Option<String> {
    let count = program.words.len();
    let at = (0..left.len()).find(|at| !is_same(program.words[at % count], left[*at], right[*at]))?;
    let shown = |word: u32| match program.words[at % count] {
        Word::Real => format!("{:?}", f32::from_bits(word)),
        Word::Whole => format!("{}", word as i32),
    };
    let wrong = (0..left.len()).filter(|at| !is_same(program.words[at % count], left[*at], right[*at])).count();
    let (thread, word) = (at / count, at % count);
    Some(format!(
        "{wrong} values, first word {word} of thread {thread}: dxc {}, uberc {}",
        shown(left[at]),
        shown(right[at])
    ))
}

fn is_same(word: Word, left: u32, right: u32) -> bool {
    if left == right || word == Word::Whole {
        return left == right;
    }
    let (left, right) = (f64::from(f32::from_bits(left)), f64::from(f32::from_bits(right)));
    let largest = left.abs().max(right.abs());
    left == right
        || left.is_nan() && right.is_nan()
        || largest.is_finite() && (left - right).abs() <= 1e-4_f64.max(1e-3 * largest)
}

/// A line of the report; the program alone goes to the folder.
fn report(folder: Option<&Path>, what: &str, program: &Program, is_2018: bool, why: &str) -> Result<(), String> {
    let version = if is_2018 { 2018 } else { 2021 };
    println!("{what} {} ({version}): {why}", program.number);
    let Some(folder) = folder else { return Ok(()) };
    let file = folder.join(format!("{what}-{}-{version}.hlsl", program.number));
    let text = module(std::slice::from_ref(program));
    let write = || std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, text));
    write().map_err(|error| format!("{}: {error}", file.display()))
}
