//! `uberc-coverage generated-wrong`: generated programs with one change each, most of which make them wrong, and who refuses them.
//!
//! A program that both take is not run: a change may leave it valid and make what it computes undefined.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::program::{Program, module, program};
use super::types::Random;
use super::{own_answer, reason, report, source};
use crate::Options;
use crate::candidate::{Answer, dxc};

/// Programs of each group that the report shows.
const SHOWN: usize = 3;

/// Names of types, and what a change puts in their place.
const TYPES: [&str; 14] = [
    "bool",
    "int",
    "uint",
    "float",
    "bool2",
    "int2",
    "uint3",
    "float2",
    "float3",
    "float4",
    "float2x2",
    "float3x4",
    "void",
    "Texture2D",
];

const OPERATORS: [&str; 20] =
    ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "<", "==", "=", "+=", "!", "~", "?", "."];

/// Tokens that are put where they do not belong.
const STRAYS: [&str; 12] = ["(", ")", "{", "}", "[", "]", ";", ",", "else", "case 1:", "break;", "return;"];

/// What became of a changed program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    BothRefuse,
    BothTake,
    /// The candidate takes it; DXC crashes, or writes SPIR-V that is not valid.
    Unknown,
    /// DXC refuses what the candidate takes.
    Taken,
    /// DXC takes what the candidate refuses.
    Refused,
    /// An internal error.
    Broken,
}

/// Changes `options.samples` programs and compares who takes them; true if there is no internal error, and nothing that DXC refuses is
/// taken. What one of both takes alone is reported, with the message of the other.
pub(crate) fn compare_wrong(options: &Options) -> Result<bool, String> {
    let count = u32::try_from(options.samples).unwrap_or(u32::MAX);
    let all: Vec<(Fate, Program, String)> = (0..count).into_par_iter().map(|number| judge(options, number)).collect();
    let mut groups: BTreeMap<(Fate, &str), Vec<&Program>> = BTreeMap::new();
    for (fate, program, why) in &all {
        if !matches!(fate, Fate::BothRefuse | Fate::BothTake) {
            groups.entry((*fate, why)).or_default().push(program);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|((fate, _), programs)| (*fate, std::cmp::Reverse(programs.len())));
    for ((fate, why), programs) in groups {
        let what = match fate {
            Fate::Taken => "taken",
            Fate::Refused => "refused",
            Fate::Unknown => "unknown",
            _ => "broken",
        };
        println!("{} {what}: {why}", programs.len());
        for program in programs.into_iter().take(SHOWN) {
            report(options.keep.as_deref(), what, program, is_2018(program.number), why)?;
        }
    }
    let of = |wanted: Fate| all.iter().filter(|(fate, ..)| *fate == wanted).count();
    println!("{count} changed programs of seed {}: both refuse {}", options.seed, of(Fate::BothRefuse));
    println!("both take {}, dxc alone {}, dxc fails {}", of(Fate::BothTake), of(Fate::Refused), of(Fate::Unknown));
    println!("{} alone {}, internal errors {}", options.candidate.name(), of(Fate::Taken), of(Fate::Broken));
    Ok(of(Fate::Broken) == 0 && of(Fate::Taken) == 0)
}

fn is_2018(number: u32) -> bool {
    number.is_multiple_of(2)
}

fn judge(options: &Options, number: u32) -> (Fate, Program, String) {
    let mut changed = program(options.seed, number, is_2018(number));
    let random = Random::new(uberc_judge::noise::hash(&[options.seed, u64::from(number), 1]));
    changed.text = changed_text(&changed.text, random);
    let source = source(&module(std::slice::from_ref(&changed)), is_2018(number));
    let first = |messages: &[String]| {
        let mut lines = messages.iter().flat_map(|message| message.lines());
        let told = lines.clone().find_map(reason).or_else(|| lines.next().map(str::to_owned));
        told.unwrap_or_default()
    };
    let own = own_answer(options.candidate, &source);
    let (fate, why) = match (dxc(&source), own) {
        (_, Answer::Broken(message)) => (Fate::Broken, message),
        (Answer::Accepted(_) | Answer::Checked(_), Answer::Accepted(_) | Answer::Checked(_)) => {
            (Fate::BothTake, String::new())
        }
        (Answer::Accepted(_) | Answer::Checked(_), Answer::Rejected(own) | Answer::Unsupported(own)) => {
            (Fate::Refused, own.first().map(|message| without_place(message)).unwrap_or_default())
        }
        (Answer::Rejected(messages) | Answer::Unsupported(messages), Answer::Accepted(_) | Answer::Checked(_)) => {
            let is_valid = !messages.iter().any(|message| message.contains("SPIR-V is invalid"));
            (if is_valid { Fate::Taken } else { Fate::Unknown }, first(&messages))
        }
        (Answer::Broken(message), Answer::Accepted(_) | Answer::Checked(_)) => (Fate::Unknown, first(&[message])),
        _ => (Fate::BothRefuse, String::new()),
    };
    (fate, changed, why)
}

/// The message without its place and the names in it.
fn without_place(message: &str) -> String {
    let text = message.find("hlsl/").or_else(|| message.find("preprocess/")).map_or(message, |at| &message[at..]);
    text.split('`').enumerate().map(|(at, part)| if at % 2 == 1 { "_" } else { part }).collect()
}

/// The functions with one change, in the first: what calls it is not the program's.
fn changed_text(text: &str, mut random: Random) -> String {
    let (function, caller) = text.split_once("\nvoid P").unwrap_or((text, ""));
    // The head of the function stays: its name is how a program is told from others.
    let (head, body) = function.split_once('\n').unwrap_or((function, ""));
    let mut tokens = tokens(body);
    if let Some(at) = random.of(&(0..tokens.len()).filter(|at| !tokens[*at].trim().is_empty()).collect::<Vec<_>>()) {
        change(&mut tokens, at, &mut random);
    }
    format!("{head}\n{}\nvoid P{caller}", tokens.concat())
}

fn change(tokens: &mut Vec<String>, at: usize, random: &mut Random) {
    let token = tokens[at].clone();
    let is_word = token.starts_with(|first: char| first.is_ascii_alphabetic());
    match random.below(6) {
        0 => tokens[at].clear(),
        1 => tokens.insert(at, format!("{token} ")),
        2 => tokens[at] = format!("{} {token}", random.word(&STRAYS)),
        3 => {
            let other = random.of(&(0..tokens.len()).collect::<Vec<_>>()).unwrap_or(at);
            tokens.swap(at, other);
        }
        _ if TYPES.contains(&token.as_str()) => tokens[at] = random.word(&TYPES).to_owned(),
        _ if is_word && tokens[..at].concat().ends_with('.') => {
            tokens[at] = random.word(&["q", "xyzw", "xr", "_m44", "rgbag", "Load(0)"]).to_owned();
        }
        _ if is_word => {
            let parameters = ["p0", "p1", "p2", "I", "O", "Over", "Unknown", "float3", "1"];
            tokens[at] = random.word(&parameters).to_owned();
        }
        _ if token.starts_with(|first: char| first.is_ascii_digit()) => {
            tokens[at] = random.word(&["1e", "0x", "1.5q", "09", "p0", "-", "99999999999999999999", "{1}"]).to_owned();
        }
        _ => tokens[at] = random.word(&OPERATORS).to_owned(),
    }
}

/// Words and numbers, spaces, and single characters.
fn tokens(text: &str) -> Vec<String> {
    let class = |letter: char| match letter {
        _ if letter.is_ascii_alphanumeric() || letter == '_' => 0,
        _ if letter.is_whitespace() => 1,
        _ => 2,
    };
    let mut all: Vec<String> = Vec::new();
    let mut before = None;
    for letter in text.chars() {
        match all.last_mut() {
            Some(last) if before == Some(class(letter)) && class(letter) != 2 => last.push(letter),
            _ => all.push(letter.to_string()),
        }
        before = Some(class(letter));
    }
    all
}
