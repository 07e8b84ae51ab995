//! Which of several functions a call means: `tests/cases/hlsl_tables/overloads.txt`, of which DXC 1.8 decided each cell. A section:
//!
//! - `= 2018 2021<tab>NAME<tab>TITLE`: the versions of HLSL it holds for, and the functions' name;
//! - `> ...`: declarations before the functions;
//! - `@ ...`: arguments of calls, separated by tabs; what contains `$(` is a whole expression, in which that is the call;
//! - other lines: a set of functions separated by `; `, a tab, and a letter for each call: `A` the first function, `B` the second,
//!   `i` an intrinsic, `?` ambiguous, `-` refused for lack of a function that fits, `x` refused after the choice, or an operator
//!   for which DXC does not say why. A function is the types of its parameters, or its head, in which `$` is the result.
//!
//! The result of each function is a structure of its own and the calls initialise samplers, so the message names what was called.

use std::collections::HashMap;
use std::fmt::Write as _;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::diag::Sources;
use uberc::dialect::hlsl::analyse::{Session, Version, analyse};
use uberc::model::Stage;

use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![harness::trial("hlsl_analyse::overloads_are_those_of_the_table", overloads)]
}

#[derive(Default)]
struct Section {
    versions: Vec<Version>,
    name: String,
    declarations: String,
    arguments: Vec<String>,
    /// Functions and cells.
    sets: Vec<(Vec<String>, String)>,
}

fn sections() -> Result<Vec<Section>, Failed> {
    let text = std::fs::read_to_string(harness::suite_dir("hlsl_tables").join("overloads.txt"))?;
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(head) = line.strip_prefix("= ") {
            let [versions, name, _] = *head.split('\t').collect::<Vec<_>>() else { return Err(line.into()) };
            let version = |word| if word == "2021" { Version::V2021 } else { Version::V2018 };
            let versions = versions.split(' ').map(version).collect();
            sections.push(Section { versions, name: name.to_owned(), ..Section::default() });
            continue;
        }
        let section = sections.last_mut().ok_or("the table begins without a section")?;
        if let Some(declaration) = line.strip_prefix("> ") {
            section.declarations += declaration;
            section.declarations.push('\n');
        } else if let Some(arguments) = line.strip_prefix("@ ") {
            section.arguments = arguments.split('\t').map(str::to_owned).collect();
        } else {
            let (set, cells) = line.split_once('\t').ok_or_else(|| format!("no cells: {line}"))?;
            assert_eq!(cells.len(), section.arguments.len(), "{line}");
            section.sets.push((set.split("; ").map(str::to_owned).collect(), cells.to_owned()));
        }
    }
    Ok(sections)
}

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The function with its result in place of `$` and a body.
fn function(section: &Section, set: &str, letter: char) -> String {
    let head = if set.contains('$') {
        set.replace('$', &format!("R{letter}"))
    } else {
        let parameters: Vec<String> =
            set.split(", ").filter(|ty| !ty.is_empty()).enumerate().map(|(at, ty)| format!("{ty} p{at}")).collect();
        format!("R{letter} {}({})", section.name, parameters.join(", "))
    };
    format!("{head} {{ return (R{letter})0; }}")
}

/// Calls in one function: a chunk has no more than 50 messages, and each call may warn for each of its arguments.
const CALLS: usize = 12;

/// A program of all calls of a set, and the line on which each of them stands.
fn program(section: &Section, functions: &[String]) -> (String, HashMap<usize, usize>) {
    let mut text = String::new();
    for letter in LETTERS.chars().take(functions.len().max(5)) {
        let _ = writeln!(text, "struct R{letter} {{ int a; }};");
    }
    let all: String = functions.iter().zip(LETTERS.chars()).fold(String::new(), |mut all, (set, letter)| {
        let _ = writeln!(all, "{}", function(section, set, letter));
        all
    });
    // Methods stand where their structure has a place for them.
    if section.declarations.contains("METHODS") {
        text += &section.declarations.replace("METHODS", &all.replace('\n', " "));
    } else {
        text += &section.declarations;
        text += &all;
    }
    let mut lines = HashMap::new();
    let mut line = text.lines().count() + 1;
    let mut main = "[numthreads(1, 1, 1)] void main()\n{\n".to_owned();
    for (block, arguments) in section.arguments.chunks(CALLS).enumerate() {
        let _ = writeln!(text, "void calls{block}()\n{{");
        line += 2;
        for (at, argument) in arguments.iter().enumerate() {
            lines.insert(line, block * CALLS + at);
            line += 1;
            let call = match argument.contains("$(") {
                true => argument.replace("$(", &format!("{}(", section.name)),
                false => format!("{}({argument})", section.name),
            };
            let _ = writeln!(text, "    {{ SamplerState s = {call}; }}");
        }
        text += "}\n";
        line += 1;
        let _ = writeln!(main, "    calls{block}();");
    }
    (text + &main + "}\n", lines)
}

/// A letter for each call.
fn answers(section: &Section, functions: &[String], version: Version) -> Result<String, String> {
    let (text, lines) = program(section, functions);
    let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
    let source = harness::source_text(&sources)?;
    let (_, found) = analyse(&source, Stage::Compute, "main", version, &Session::new());
    let mut cells = vec![' '; section.arguments.len()];
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    for told in found.iter().filter(|told| told.is_error()) {
        let place = told.primary.as_ref().map_or(0, |label| label.span.start as usize);
        let line = starts.partition_point(|start| *start <= place);
        let Some(call) = lines.get(&line) else {
            return Err(format!("line {line}: {}: {}\n{text}", told.code, told.message));
        };
        let chosen = told.message.split_once("found `R").and_then(|(_, rest)| rest.strip_suffix('`'));
        let letter = match (chosen, told.code) {
            (Some(letter), "hlsl/type-mismatch") => letter.chars().next().unwrap_or(' '),
            (None, "hlsl/type-mismatch") if told.message.starts_with("expected `SamplerState`") => 'i',
            (_, "hlsl/ambiguous-call") => '?',
            _ => '-',
        };
        if cells[*call] == ' ' {
            cells[*call] = letter;
        }
    }
    Ok(cells.into_iter().collect())
}

fn overloads() -> Result<(), Failed> {
    let sections = sections()?;
    let mut cells = 0;
    let mut jobs = Vec::new();
    for section in &sections {
        // What holds for several versions is asked of one, in turn.
        for (at, (functions, expected)) in section.sets.iter().enumerate() {
            cells += expected.len();
            jobs.push((section, section.versions[at % section.versions.len()], functions, expected));
        }
    }
    assert!(cells >= 70_000, "only {cells} cells");
    let wrong: Vec<String> = jobs
        .par_iter()
        .flat_map_iter(|(section, version, functions, expected)| {
            let found = answers(section, functions, *version).unwrap_or_else(|message| {
                let message = format!("{functions:?}: {message}");
                panic!("{message}")
            });
            let pairs: Vec<String> = section
                .arguments
                .iter()
                .zip(found.chars().zip(expected.chars()))
                .filter(|(_, (found, expected))| match expected {
                    'x' => !matches!(found, '?' | '-'),
                    expected => found != expected,
                })
                .map(|(call, (found, expected))| {
                    format!(
                        "{version} {} {functions:?} called with `{call}`: {found}, expected {expected}",
                        section.name
                    )
                })
                .collect();
            pairs
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {cells} calls:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}
