//! The report: a line for each program that is not equal, the numbers, and the constructs behind them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use crate::candidate::Candidate;
use crate::inexpressible;
use crate::verdict::{Row, Verdict};

pub(crate) fn text(rows: &[Row], candidate: Candidate) -> String {
    let mut out = String::new();
    for row in rows.iter().filter(|row| row.verdict.name() != "equal") {
        out += &format!("{:<18} {:<8} {}: {}\n", row.verdict.name(), row.stage, row.name, construct(row.verdict.why()));
    }
    out += "\nby construct\n";
    for ((verdict, construct), count) in constructs(rows) {
        out += &format!("{count:>5}  {verdict:<18} {construct}\n");
    }
    out += &format!("\n{} programs, compiler {}\n", rows.len(), candidate.name());
    for (verdict, count) in counts(rows) {
        out += &format!("{count:>5}  {verdict}\n");
    }
    let bar = Bar::of(rows);
    out += &format!(
        "\n{} of {} that the reference takes and naga's IR can express are accepted ({:.1} %), {} wrong\n",
        bar.accepted,
        bar.expressible,
        bar.percent(),
        bar.wrong
    );
    out + &inexpressible(rows)
}

/// How much of what can be done is done.
#[derive(Serialize)]
struct Bar {
    accepted: usize,
    /// What the reference takes and naga's IR can express.
    expressible: usize,
    wrong: usize,
}

impl Bar {
    fn of(rows: &[Row]) -> Bar {
        let count = |which: fn(&Verdict) -> bool| rows.iter().filter(|row| which(&row.verdict)).count();
        let accepted = count(|verdict| matches!(verdict, Verdict::Equal | Verdict::Accepted(_)));
        let wrong = count(Verdict::is_wrong);
        let missing = count(|verdict| matches!(verdict, Verdict::Unsupported(_) | Verdict::Refused(_)));
        Bar { accepted, expressible: accepted + wrong + missing, wrong }
    }

    fn percent(&self) -> f64 {
        100.0 * self.accepted as f64 / self.expressible.max(1) as f64
    }
}

/// The constructs that naga's IR cannot represent, with the fact about naga.
fn inexpressible(rows: &[Row]) -> String {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for row in rows.iter().filter(|row| matches!(row.verdict, Verdict::Inexpressible(_))) {
        *counts.entry(inexpressible::fact(row.verdict.why()).unwrap_or_default()).or_default() += 1;
    }
    let mut out = String::new();
    for ((construct, naga), count) in counts {
        out += &format!("{count:>5}  {construct}: {naga}\n");
    }
    if out.is_empty() { out } else { format!("\nnaga's IR cannot represent\n{out}") }
}

pub(crate) fn json(rows: &[Row], candidate: Candidate) -> Result<String, String> {
    let constructs: Vec<_> = constructs(rows)
        .into_iter()
        .map(|((verdict, construct), count)| json!({ "verdict": verdict, "construct": construct, "count": count }))
        .collect();
    let report = json!({
        "compiler": candidate.name(),
        "programs": rows.len(),
        "counts": counts(rows),
        "bar": Bar::of(rows),
        "constructs": constructs,
        "rows": rows,
    });
    serde_json::to_string_pretty(&report).map_err(|error| error.to_string())
}

fn counts(rows: &[Row]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(row.verdict.name()).or_default() += 1;
    }
    counts
}

fn constructs(rows: &[Row]) -> Vec<((&'static str, String), usize)> {
    let mut counts: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
    for row in rows.iter().filter(|row| !matches!(row.verdict.name(), "equal" | "different" | "inexpressible")) {
        *counts.entry((row.verdict.name(), general(&construct(row.verdict.why())))).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    // Most frequent first; then by name.
    counts.sort_by_key(|((verdict, _), count)| (*verdict, std::cmp::Reverse(*count)));
    counts
}

/// The line of a message that says what is wrong.
fn construct(message: &str) -> String {
    let told =
        |word: &'static str| message.lines().find(|line| line.contains(word) && !line.contains("compilation errors"));
    let any = || message.lines().find(|line| !matches!(line.trim(), "" | "source"));
    let line = ["ERROR", "error", "not found"].into_iter().find_map(told).or_else(any).unwrap_or_default();
    // "ERROR: source:3: 'x' : ..." and "source.hlsl(3): error 30015: ...": the place says nothing about the construct.
    let line = line.trim().trim_start_matches("ERROR: ");
    let line = line.split_once(": error ").map_or(line, |(_, rest)| rest);
    line.split_once("source:")
        .map_or(line, |(_, rest)| rest.trim_start_matches(|c: char| c.is_ascii_digit() || ": ".contains(c)))
        .to_owned()
}

/// The same without what differs from program to program: numbers, and names in quotes where more words follow.
fn general(construct: &str) -> String {
    let mut words: Vec<&str> = construct.split(' ').filter(|word| !word.starts_with('%')).collect();
    words.truncate(14);
    words.join(" ").chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect()
}
