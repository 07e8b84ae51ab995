//! `uberc explain`: what a shader's branches cost, and what becomes of one permutation.

use serde_json::{Value, json};

use super::args::{Explain, Select};
use super::project::{Opened, open};
use super::select::shader_named;
use super::{Outcome as Exit, SOURCE_ERRORS, Terminal};
use crate::diag::Diagnostic;
use crate::model::{Branch, Outcome, Permutation, RenderState, Stage, Technique, VariantId};
use crate::pipeline::{self, ShaderFront};
use crate::report::{BranchShare, Explanation, explanation_line};
use crate::specialise::{Layout, emit};

pub(super) fn run(command: &Explain, terminal: &Terminal) -> Exit {
    let select = Select { paths: vec![command.path.clone()], target: command.target.into_iter().collect(), jobs: None };
    let opened = open(&select, terminal)?;
    let front = pipeline::front(&opened.world, &opened.targets[..1]);
    terminal.diagnostics(&front.diagnostics, &opened.world.sources);
    let shader = shader_named(&front, &command.shader)?;
    let text = match &command.permutation {
        None => {
            let known = pipeline::explain(shader);
            if terminal.json() { explanation_line(&known) } else { whole(shader, &known) }
        }
        Some(text) => {
            let permutation = shader.declaration.branches.parse(text)?;
            if terminal.json() {
                one_as_json(shader, permutation, command.source, &opened)
            } else {
                one(shader, permutation, command.source, &opened)
            }
        }
    };
    terminal.data(&text);
    Ok(if front.diagnostics.iter().any(Diagnostic::is_error) { SOURCE_ERRORS } else { 0 })
}

/// Techniques and lines shown; JSON has them all.
const SHOWN: usize = 16;

/// The funnel, the techniques, the branches and the reads.
fn whole(shader: &ShaderFront, known: &Explanation) -> String {
    let mut text = format!("{} ({}) for {}\n\n", known.shader, shader.source_name, known.target);
    let mut count = |count: Option<u128>, what: &str| {
        let count = count.map_or("?".to_owned(), |count| count.to_string());
        text += &format!("{count:>20}  {what}\n");
    };
    count(Some(known.permutations), "permutations");
    count(Some(u128::from(known.specialize_runs)), "runs of Specialize");
    count(Some(known.cubes as u128), "cubes");
    count(known.diagram_nodes.map(|nodes| nodes as u128), "nodes of the decision diagram");
    count(Some(known.techniques.len() as u128), "techniques");
    count(known.final_techniques, "techniques with their final branch values");
    count(Some(known.sources as u128), "distinct sources");
    for (stage, variants) in &known.variants {
        count(Some(*variants as u128), &format!("{} variants", stage.name()));
    }

    text += "\npermutations of each technique\n";
    let shares = known.techniques.iter().map(|technique| {
        let entry_points: Vec<&str> = technique.entry_points.values().map(String::as_str).collect();
        let defines: String = technique.defines.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        (technique.permutations, format!("technique {}: {}{defines}", technique.technique, entry_points.join(", ")))
    });
    let without = [(known.not_built, "not built"), (known.failed, "failed")];
    let without =
        without.into_iter().filter(|(count, _)| *count != Some(0)).map(|(count, what)| (count, what.to_owned()));
    for (count, what) in shares.take(SHOWN).chain(without) {
        let count = count.map_or("?".to_owned(), |count| count.to_string());
        text += &format!("{count:>20}  {what}\n");
    }
    if known.techniques.len() > SHOWN {
        text += &format!("{:>20}  and {} techniques more\n", "", known.techniques.len() - SHOWN);
    }

    text += "\nbranches, and what would go if each were always 0\n";
    let width = known.branches.iter().map(|branch| branch.name.len()).max().unwrap_or(0);
    for branch in &known.branches {
        text += &format!(
            "  bit {:>2}  {:<width$}  {}: {}; {}\n",
            branch.first_bit,
            branch.name,
            branch.values,
            savings(branch),
            where_read(branch, known.cubes)
        );
    }

    text += "\nreads that split\n";
    for read in known.reads.iter().take(SHOWN) {
        text += &format!(
            "  line {:>4}  {} in {} of {} cubes\n",
            read.line,
            read.branches.join(", "),
            read.cubes,
            known.cubes
        );
    }
    if known.reads.is_empty() {
        text += "  none\n";
    } else if known.reads.len() > SHOWN {
        text += &format!("  and {} lines more\n", known.reads.len() - SHOWN);
    }
    if !known.defines.is_empty() {
        text += &format!("\ndefines the source consults: {}\n", known.defines.join(", "));
    }
    text
}

fn savings(branch: &BranchShare) -> String {
    let (Some(techniques), Some(finals)) = (branch.saved_techniques, branch.saved_final_techniques) else {
        return "not counted".to_owned();
    };
    if finals == 0 {
        return "nothing".to_owned();
    }
    let mut text = format!("{techniques} techniques, {finals} with final values");
    if let Some(variants) = &branch.saved_variants {
        let variants: Vec<String> = variants.iter().map(|(stage, count)| format!("{count} {}", stage.name())).collect();
        text += &format!(", {} variants", variants.join(" + "));
    }
    text
}

fn where_read(branch: &BranchShare, cubes: usize) -> String {
    if branch.cubes == 0 {
        return "passes through".to_owned();
    }
    let lines: Vec<String> = branch.lines.iter().map(u32::to_string).collect();
    format!("read in {} of {cubes} cubes, line {}", branch.cubes, lines.join(", "))
}

/// The path of one permutation.
fn one(shader: &ShaderFront, permutation: Permutation, source: bool, opened: &Opened) -> String {
    let layout = &shader.declaration.branches;
    let exploration = &shader.exploration;
    let mut text = format!("{} {:#x}: {}\n", shader.declaration.name, permutation.0, layout.describe(permutation.0));
    let Some(cube) = exploration.cube_of(permutation) else {
        return text + "no cube holds this permutation: exploration failed there, see the diagnostics\n";
    };
    text += "\nSpecialize read\n";
    for (branch, line) in &cube.reads {
        let branch = layout.get(*branch);
        text +=
            &format!("  line {line:>4}  {} = {}\n", branch.name, branch.display_value(branch.extract(permutation.0)));
    }
    if cube.reads.is_empty() {
        text += "  nothing\n";
    }
    let (id, written_mask, written_value) = match cube.outcome {
        Outcome::Built { technique, written_mask, written_value } => (technique, written_mask, written_value),
        Outcome::NotBuilt => return text + "\nand returned nil: this permutation is never built\n",
        Outcome::Failed => return text + "\nand failed: see the diagnostics\n",
    };
    let written: Vec<String> = layout
        .branches()
        .iter()
        .filter(|branch| branch.width > 0 && written_mask & branch.mask() == branch.mask())
        .map(|branch| format!("{} = {}", branch.name, branch.display_value(branch.extract(written_value))))
        .collect();
    text += &format!("and wrote\n  {}\n", if written.is_empty() { "nothing".to_owned() } else { written.join("\n  ") });
    let technique = &exploration.techniques[id.0 as usize];
    text += &technique_text(technique);
    let Some(found) = exploration.resolve(layout, permutation) else { return text };
    text += &format!("\nfinal branches  {}\n", layout.describe(found.values.0));
    let Some(number) = exploration.final_id(found) else { return text };
    for (stage, variant) in &shader.variants.techniques[number.0 as usize] {
        let variant = &shader.variants.variants[variant.0 as usize];
        let digest = shader.variants.sources[variant.source as usize].digest;
        text += &format!(
            "{:<14}  {}, variant {}, source {}\n",
            stage.name(),
            variant.entry_point,
            variant.key.short(),
            digest.short()
        );
    }
    if source && let Some(variant) = shader.variants.techniques[number.0 as usize].values().next() {
        let variant = &shader.variants.variants[variant.0 as usize];
        let emitted = emit(&shader.variants.sources[variant.source as usize], &opened.world.sources, Layout::AsWritten);
        text += "\n";
        text += &emitted.text;
    }
    text
}

/// The same as a JSON line; what the permutation does not have is null.
fn one_as_json(shader: &ShaderFront, permutation: Permutation, source: bool, opened: &Opened) -> String {
    let layout = &shader.declaration.branches;
    let exploration = &shader.exploration;
    let cube = exploration.cube_of(permutation);
    let value = |branch: &Branch, bits: u64| branch.display_value(branch.extract(bits));
    let reads: Vec<Value> = cube
        .map_or(&[][..], |cube| &cube.reads)
        .iter()
        .map(|(id, line)| {
            let branch = layout.get(*id);
            json!({ "line": line, "branch": branch.name, "value": value(branch, permutation.0) })
        })
        .collect();
    let (outcome, written) = match cube.map(|cube| cube.outcome) {
        Some(Outcome::Built { written_mask, written_value, .. }) => ("built", Some((written_mask, written_value))),
        Some(Outcome::NotBuilt) => ("not_built", None),
        Some(Outcome::Failed) | None => ("failed", None),
    };
    let written: Option<serde_json::Map<String, Value>> = written.map(|(mask, bits)| {
        let branches =
            layout.branches().iter().filter(|branch| branch.width > 0 && mask & branch.mask() == branch.mask());
        branches.map(|branch| (branch.name.clone(), value(branch, bits).into())).collect()
    });
    let found = exploration.resolve(layout, permutation);
    let stages = found
        .and_then(|found| exploration.final_id(found))
        .and_then(|number| shader.variants.techniques.get(number.0 as usize))
        .map(|stages| {
            let stage = |(stage, id): (&Stage, &VariantId)| {
                let variant = &shader.variants.variants[id.0 as usize];
                let text = &shader.variants.sources[variant.source as usize];
                let emitted = source.then(|| emit(text, &opened.world.sources, Layout::AsWritten).text);
                let value = json!({ "entry_point": variant.entry_point, "variant": variant.key.to_string(),
                    "source": text.digest.to_string(), "text": emitted });
                (stage.name().to_owned(), value)
            };
            stages.iter().map(stage).collect::<serde_json::Map<String, Value>>()
        });
    json!({
        "reason": "explained_permutation", "shader": shader.declaration.name, "target": shader.target.name(),
        "permutation": permutation.0, "branches": layout.describe(permutation.0), "reads": reads, "outcome": outcome,
        "written": written, "technique": found.map(|found| &exploration.techniques[found.technique.0 as usize]),
        "final_permutation": found.map(|found| found.values.0), "stages": stages,
    })
    .to_string()
}

fn technique_text(technique: &Technique) -> String {
    let mut text = String::from("\ntechnique\n");
    for (stage, entry_point) in &technique.entry_points {
        text += &format!("  {:<12}  {entry_point}\n", stage.name());
    }
    if let Some(format) = &technique.vertex_format {
        text += &format!("  vertex format {format}\n");
    }
    if let Some(profile) = &technique.profile {
        text += &format!("  profile       {profile}\n");
    }
    for (name, value) in &technique.defines {
        text += &format!("  define        {name}={}\n", value.replacement());
    }
    for (field, value) in render_state_changes(&technique.render_state) {
        text += &format!("  {field:<12}  {value}\n");
    }
    text
}

/// The fields that differ from `DefaultRenderState`, as the model names them.
pub(super) fn render_state_changes(state: &RenderState) -> Vec<(String, String)> {
    let fields = |state: &RenderState| match serde_json::to_value(state) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let default = fields(&RenderState::DEFAULT);
    let mut changes = Vec::new();
    for (name, value) in fields(state) {
        let before = default.get(&name);
        match (&value, before) {
            (serde_json::Value::Object(inner), Some(serde_json::Value::Object(before))) => {
                let inner = inner.iter().filter(|(part, value)| before.get(*part) != Some(value));
                changes.extend(inner.map(|(part, value)| (format!("{name}.{part}"), plain(value))));
            }
            _ if before == Some(&value) => {}
            _ => changes.push((name, plain(&value))),
        }
    }
    changes
}

/// JSON without the quotes of a string.
fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
