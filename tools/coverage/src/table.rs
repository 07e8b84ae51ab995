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
    for Group { verdict, construct, names, programs } in groups(rows) {
        out += &format!("{:>5}  {verdict:<18} {construct}\n", programs.len());
        if !names.is_empty() {
            out += &format!("{:>26} {}\n", "", named(&names));
        }
        let shown: Vec<&str> = programs.iter().take(SHOWN).copied().collect();
        let more = if programs.len() > SHOWN { ", ..." } else { "" };
        out += &format!("{:>26} in {}{more}\n", "", shown.join(", "));
    }
    out += &format!("\n{} programs, compiler {}\n", rows.len(), candidate.name());
    for (verdict, count) in counts(rows) {
        out += &format!("{count:>5}  {verdict}\n");
    }
    let wrong: Vec<&Row> = rows.iter().filter(|row| row.expects_errors).collect();
    if !wrong.is_empty() {
        let refused = wrong.iter().filter(|row| row.verdict.name() == "both-reject").count();
        let taken = wrong.iter().filter(|row| row.verdict.name() == "reference-rejects").count();
        out += &format!(
            "\n{} of them are tests that expect errors: {refused} refused by both, {taken} taken\n",
            wrong.len()
        );
    }
    let bar = Bar::of(rows.iter());
    out += &format!(
        "\n{} of {} that the reference takes and naga's IR can express are accepted ({:.1} %), {} wrong\n",
        bar.accepted,
        bar.expressible,
        bar.percent(),
        bar.wrong
    );
    if !wrong.is_empty() {
        let bar = Bar::of(rows.iter().filter(|row| !row.expects_errors));
        let (accepted, expressible, percent) = (bar.accepted, bar.expressible, bar.percent());
        out += &format!("without the tests that expect errors {accepted} of {expressible} ({percent:.1} %)\n");
    }
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
    fn of<'r>(rows: impl Iterator<Item = &'r Row> + Clone) -> Bar {
        let count = |which: fn(&Verdict) -> bool| rows.clone().filter(|row| which(&row.verdict)).count();
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
    let constructs: Vec<_> = groups(rows)
        .iter()
        .map(|group| {
            json!({ "verdict": group.verdict, "construct": group.construct, "names": group.names,
                "count": group.programs.len(), "programs": group.programs })
        })
        .collect();
    let report = json!({
        "compiler": candidate.name(),
        "programs": rows.len(),
        "counts": counts(rows),
        "bar": Bar::of(rows.iter()),
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

/// Programs of a group that the text lists; the report for machines has all.
const SHOWN: usize = 12;

/// Programs with one verdict for one reason.
struct Group<'a> {
    verdict: &'static str,
    /// The message without names and numbers.
    construct: String,
    /// The names in its place, with how many programs have each.
    names: BTreeMap<String, usize>,
    programs: Vec<&'a str>,
}

/// Most frequent first; then by name.
fn groups(rows: &[Row]) -> Vec<Group<'_>> {
    let mut groups: BTreeMap<(&'static str, String), Group<'_>> = BTreeMap::new();
    for row in rows.iter().filter(|row| !matches!(row.verdict.name(), "equal" | "different")) {
        let verdict = row.verdict.name();
        let (construct, names) = general(&construct(row.verdict.why()));
        let group = groups.entry((verdict, construct.clone())).or_insert_with(|| Group {
            verdict,
            construct,
            names: BTreeMap::new(),
            programs: Vec::new(),
        });
        if !names.is_empty() {
            *group.names.entry(names.join(", ")).or_default() += 1;
        }
        group.programs.push(&row.name);
    }
    let mut groups: Vec<Group<'_>> = groups.into_values().collect();
    groups.sort_by_key(|group| (group.verdict, std::cmp::Reverse(group.programs.len())));
    groups
}

fn named(names: &BTreeMap<String, usize>) -> String {
    let mut sorted: Vec<(&String, &usize)> = names.iter().collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let told =
        |(name, count): &(&String, &usize)| if **count > 1 { format!("{name} ({count})") } else { (*name).clone() };
    sorted.iter().take(3 * SHOWN).map(told).collect::<Vec<_>>().join("; ")
}

/// The line of a message that says what is wrong.
fn construct(message: &str) -> String {
    let told =
        |word: &'static str| message.lines().find(|line| line.contains(word) && !line.contains("compilation errors"));
    let any = || message.lines().find(|line| !matches!(line.trim(), "" | "source"));
    let line = ["ERROR", "error", "not found"].into_iter().find_map(told).or_else(any).unwrap_or_default();
    // "ERROR: source:3: 'x' : ..." and "source.hlsl(3): error 30015: ...": the place says nothing about the construct.
    let line = line.trim().trim_start_matches("ERROR: ");
    // uberc's codes.
    if let Some(at) = ["hlsl/", "glsl/", "preprocess/", "lang/"].iter().filter_map(|code| line.find(code)).min() {
        return line[at..].to_owned();
    }
    let line = line.split_once(": error ").map_or(line, |(_, rest)| rest);
    line.split_once("source:")
        .map_or(line, |(_, rest)| rest.trim_start_matches(|c: char| c.is_ascii_digit() || ": ".contains(c)))
        .to_owned()
}

/// The same with a placeholder for what differs from program to program, numbers and names in quotes; and these names.
fn general(construct: &str) -> (String, Vec<String>) {
    let mut names = Vec::new();
    let mut text = String::new();
    let plain = construct.replace('\'', "`");
    for (at, part) in plain.split('`').enumerate() {
        if at % 2 == 1 {
            names.push(part.to_owned());
            text += "`_`";
        } else {
            text += part;
        }
    }
    let words: Vec<&str> = text.split(' ').filter(|word| !word.starts_with('%')).take(24).collect();
    (words.join(" ").chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect(), names)
}
