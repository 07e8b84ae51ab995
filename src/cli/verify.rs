//! `uberc verify`: compares exploration and folding with the same work done without them.

use super::args::Verify;
use super::build::open_cache;
use super::project::{Opened, open};
use super::{ENVIRONMENT, Outcome, SOURCE_ERRORS, Terminal};
use crate::diag::{Diagnostic, Origin};
use crate::model::{Permutation, Target};
use crate::pipeline::{self, Front};
use crate::report::{Comparison, PlainDifference, PlainVerified, plural, verified_line};

/// Upper bound of mismatches printed; all are counted.
const NAMED: usize = 3;

pub fn run(command: &Verify, terminal: &Terminal) -> Outcome {
    let opened = open(&command.select, terminal)?;
    let mut failed = opened.diagnostics.iter().any(Diagnostic::is_error);
    terminal.diagnostics(&opened.diagnostics, &opened.context.sources);
    if command.exhaustive {
        failed |= exhaustive(&opened, terminal);
    }
    if command.plain {
        match plain(&opened, terminal) {
            Ok(differs) => failed |= differs,
            Err(code) => return Ok(code),
        }
    }
    Ok(if failed { SOURCE_ERRORS } else { 0 })
}

/// Compares every permutation, one by one; returns whether something differs.
fn exhaustive(opened: &Opened, terminal: &Terminal) -> bool {
    let (verified, diagnostics) = pipeline::verify(&opened.context, &opened.targets);
    terminal.diagnostics(&diagnostics, &opened.context.sources);
    let mut failed = diagnostics.iter().any(Diagnostic::is_error);
    let (mut compared, mut in_part, mut left_out) = (0, 0, 0);
    for shader in &verified {
        let word = if shader.permutations == 1 { "permutation" } else { "permutations" };
        let name = format!("{} for {}: {} {word}", shader.shader, shader.target.name(), shader.permutations);
        let line = match &shader.comparison {
            Err(why) => {
                left_out += 1;
                format!("{name}, not compared: {}", why.describe())
            }
            Ok(comparison) => {
                compared += 1;
                in_part += usize::from(!comparison.left_out.is_empty());
                failed |= !comparison.is_clean();
                format!("{name}, {}", result(comparison))
            }
        };
        terminal.data(&if terminal.json() { verified_line(shader) } else { line });
    }
    let in_part = if in_part > 0 { format!(" ({in_part} in part)") } else { String::new() };
    let compared = plural(compared, "shader");
    terminal.talk(&format!("{compared} compared with every permutation{in_part}, {left_out} not compared"));
    failed
}

/// Compares folded with plain code; returns whether something differs, or the exit code where nothing could be
/// compared.
fn plain(opened: &Opened, terminal: &Terminal) -> Result<bool, u8> {
    let front = pipeline::run_frontend(&opened.context, &[Target::Spirv]);
    terminal.diagnostics(&front.diagnostics, &opened.context.sources);
    let mut failed = front.diagnostics.iter().any(Diagnostic::is_error);
    let cache = open_cache(opened, terminal);
    let (verified, diagnostics) = pipeline::verify_plain(&opened.context, &front, &cache);
    terminal.diagnostics(&diagnostics, &opened.context.sources);
    if diagnostics.iter().any(|diagnostic| diagnostic.origin == Origin::MissingProgram) {
        return Err(ENVIRONMENT);
    }
    failed |= diagnostics.iter().any(Diagnostic::is_error);
    for shader in &verified {
        failed |=
            shader.comparison.as_ref().map_or(true, |found| !found.differences.is_empty() || found.not_compiled > 0);
        terminal.data(&if terminal.json() { plain_json(shader) } else { plain_text(shader, &front) });
    }
    let compared = verified.iter().filter(|shader| shader.comparison.is_ok()).count();
    let left_out = verified.len() - compared;
    terminal.talk(&format!("{} compared with plain substitution, {left_out} not compared", plural(compared, "shader")));
    Ok(failed)
}

fn plain_text(shader: &PlainVerified, front: &Front) -> String {
    let found = match &shader.comparison {
        Ok(found) => found,
        Err(why) => return format!("{}: not compared, {}", shader.shader, why.describe()),
    };
    let mut text = format!(
        "{}: {} against {} plain, {} of {} differ",
        shader.shader,
        plural(found.folded_variants, "folded variant"),
        found.plain_variants,
        found.differences.len(),
        plural(found.pairs, "pair")
    );
    if found.sampled {
        text += "; only the smallest and the largest permutation of each technique, because plain substitution has more parts \
                 than `limits.techniques` of the project file allows";
    }
    if found.not_compiled > 0 {
        text += &format!("; {} not compared, they do not compile", plural(found.not_compiled, "pair"));
    }
    let layout = front.shaders.iter().find(|known| known.declaration.name == shader.shader);
    for PlainDifference { stage, entry_point, permutation } in &found.differences {
        let described = layout.map_or_else(String::new, |known| known.declaration.branches.describe(permutation.0));
        text += &format!("\n  {} {entry_point} of {:#x}: {described}", stage.name(), permutation.0);
    }
    if !found.differences.is_empty() {
        text += "\n  an optimiser can leave equivalent shaders in different forms: compare the pictures of this archive with those \
                 of an archive made by `uberc build --plain --output FILE`";
    }
    text
}

fn plain_json(shader: &PlainVerified) -> String {
    let found = shader.comparison.as_ref().ok();
    let differences: Option<Vec<_>> = found.map(|found| {
        let pair = |pair: &PlainDifference| {
            serde_json::json!({
                "stage": pair.stage.name(), "entry_point": pair.entry_point, "permutation": pair.permutation.0,
            })
        };
        found.differences.iter().map(pair).collect()
    });
    serde_json::json!({
        "reason": "verified_plain", "shader": shader.shader, "pairs": found.map(|found| found.pairs),
        "plain_variants": found.map(|found| found.plain_variants),
        "folded_variants": found.map(|found| found.folded_variants),
        "sampled": found.map(|found| found.sampled),
        "not_compiled": found.map(|found| found.not_compiled), "differences": differences,
        "not_compared": shader.comparison.as_ref().err().map(|why| why.name()),
    })
    .to_string()
}

fn result(comparison: &Comparison) -> String {
    let techniques = if comparison.techniques == 1 { "technique" } else { "techniques" };
    let mut text = format!("{} {techniques}, {}", comparison.techniques, mismatches(comparison.mismatches.len()));
    let named: Vec<String> =
        comparison.mismatches.iter().take(NAMED).map(|Permutation(bits)| format!("{bits:#x}")).collect();
    if !named.is_empty() {
        let more = if comparison.mismatches.len() > NAMED { ", ..." } else { "" };
        text += &format!(" ({}{more})", named.join(", "));
    }
    for other in &comparison.other_counts {
        text += &format!(", but {other} techniques were counted");
    }
    for what in &comparison.left_out {
        text += &format!("; not compared: {}", what.describe());
    }
    text
}

fn mismatches(count: usize) -> String {
    if count == 1 { "1 mismatch".to_owned() } else { format!("{count} mismatches") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::LeftOut;

    #[test]
    fn says_what_was_not_compared() {
        let left_out = vec![LeftOut::DecisionDiagram, LeftOut::CountedTechniques];
        let comparison = Comparison { mismatches: Vec::new(), techniques: 3, other_counts: Vec::new(), left_out };
        assert_eq!(
            result(&comparison),
            "3 techniques, 0 mismatches; not compared: its decision diagram, which is too large; not compared: the \
             techniques counted on diagrams, which are too large"
        );
    }
}
