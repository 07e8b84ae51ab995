//! `uberc diff`: which techniques changed between two archives, and why.

use serde_json::json;

use super::args::Diff;
use super::{Outcome, SOURCE_ERRORS, Stop, Terminal, archive_file};
use crate::report::{Change, Detail, ShaderDifference, difference, plural};

/// Upper bound of techniques printed for a shader; JSON has all.
const SHOWN: usize = 20;

pub fn run(command: &Diff, terminal: &Terminal) -> Outcome {
    let old = archive_file::open_listed(&command.old, Detail::Everything)?;
    let new = archive_file::open_listed(&command.new, Detail::Everything)?;
    let same = old.digest() == new.digest();
    let differences =
        if same { Vec::new() } else { difference(&old, &new).map_err(|error| Stop::sources(error.to_string()))? };
    for found in &differences {
        if terminal.json() {
            for line in as_json(found) {
                terminal.data(&line.to_string());
            }
        } else {
            terminal.data(&text(found));
        }
    }
    if !terminal.json() {
        let summary = match (same, differences.len()) {
            (true, _) => "the archives have the same content".to_owned(),
            // For example with another compression level, or another order of targets.
            (false, 0) => "every technique is the same; the archives are stored differently".to_owned(),
            (false, count) => format!("differences in {}", plural(count, "shader")),
        };
        terminal.talk(&summary);
    }
    Ok(if command.exit_code && !differences.is_empty() { SOURCE_ERRORS } else { 0 })
}

fn text(found: &ShaderDifference) -> String {
    let name = format!("{} {}", found.target, found.shader);
    let mut text = match &found.change {
        Change::Added => return format!("+ {name}: {}\n", plural(found.counts.1, "technique")),
        Change::Removed => return format!("- {name}: {}\n", plural(found.counts.0, "technique")),
        Change::Changed(reasons) => {
            let (added, removed, changed) = counts(found);
            let mut text = format!(
                "~ {name}: {} ({} before); {added} added, {removed} removed, {changed} changed\n",
                plural(found.counts.1, "technique"),
                found.counts.0
            );
            reasons.iter().for_each(|reason| text += &format!("    {reason}\n"));
            text
        }
    };
    if let Some(changes) = found.permutations {
        let parts = [
            (changes.built_now, "built now"),
            (changes.no_longer_built, "no longer built"),
            (changes.led_elsewhere, "lead to another technique"),
        ];
        for (count, what) in parts.into_iter().filter(|(count, _)| *count > 0) {
            text += &format!("    {}: {what}\n", plural(usize::try_from(count).unwrap_or(usize::MAX), "permutation"));
        }
    }
    for (technique, change) in found.techniques.iter().take(SHOWN) {
        match change {
            Change::Added => text += &format!("  + {technique}\n"),
            Change::Removed => text += &format!("  - {technique}\n"),
            Change::Changed(why) => {
                text += &format!("  ~ {technique}\n");
                why.iter().for_each(|reason| text += &format!("      {reason}\n"));
            }
        }
    }
    if found.techniques.len() > SHOWN {
        text += &format!("  and {} more (--message-format json lists all)\n", found.techniques.len() - SHOWN);
    }
    text
}

/// Techniques that were added, removed, changed.
fn counts(found: &ShaderDifference) -> (usize, usize, usize) {
    let count = |wanted: fn(&Change) -> bool| found.techniques.iter().filter(|(_, change)| wanted(change)).count();
    (
        count(|change| *change == Change::Added),
        count(|change| *change == Change::Removed),
        count(|change| matches!(change, Change::Changed(_))),
    )
}

fn as_json(found: &ShaderDifference) -> Vec<serde_json::Value> {
    let change = |change: &Change| match change {
        Change::Added => ("added", Vec::new()),
        Change::Removed => ("removed", Vec::new()),
        Change::Changed(why) => ("changed", why.clone()),
    };
    let (what, why) = change(&found.change);
    let permutations = found.permutations.map(|changes| {
        json!({ "built_now": changes.built_now, "no_longer_built": changes.no_longer_built,
            "led_elsewhere": changes.led_elsewhere })
    });
    let mut lines = vec![json!({
        "reason": "shader_difference", "target": found.target, "shader": found.shader, "change": what, "why": why,
        "techniques_before": found.counts.0, "techniques": found.counts.1, "permutations": permutations,
    })];
    lines.extend(found.techniques.iter().map(|(technique, of_technique)| {
        let (what, why) = change(of_technique);
        json!({ "reason": "technique_difference", "target": found.target, "shader": found.shader,
            "technique": technique, "change": what, "why": why })
    }));
    lines
}
