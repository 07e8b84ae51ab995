//! `uberc explain`: what a shader's branches cost, and what becomes of one permutation.

use super::args::{Explain, Select};
use super::project::{Opened, open};
use super::select::shader_named;
use super::{Outcome as Exit, SOURCE_ERRORS, Stop, Terminal};
use crate::diag::Diagnostic;
use crate::model::{BranchId, BranchKind, Outcome, Permutation, RenderState, Technique};
use crate::pipeline::{self, ShaderFront};
use crate::specialise::{Layout, emit};

pub(super) fn run(command: &Explain, terminal: &Terminal) -> Exit {
    let select = Select { paths: vec![command.path.clone()], target: command.target.into_iter().collect(), jobs: None };
    let opened = open(&select, terminal)?;
    let front = pipeline::front(&opened.world, &opened.targets[..1]);
    terminal.diagnostics(&front.diagnostics, &opened.world.sources);
    let shader = shader_named(&front, &command.shader)?;
    let text = match &command.permutation {
        None => whole(shader),
        Some(text) => {
            let permutation = shader.declaration.branches.parse(text).map_err(Stop::usage)?;
            one(shader, permutation, command.source, &opened)
        }
    };
    terminal.data(&text);
    Ok(if front.diagnostics.iter().any(Diagnostic::is_error) { SOURCE_ERRORS } else { 0 })
}

/// The funnel and the branches.
fn whole(shader: &ShaderFront) -> String {
    let report = shader.report();
    let exploration = &shader.exploration;
    let mut text = format!("{} ({}) for {}\n\n", report.shader, shader.source_name, report.target.name());
    for (count, what) in [
        (report.permutations, "permutations"),
        (u128::from(report.specialize_runs), "runs of Specialize"),
        (report.cubes as u128, "cubes"),
        (report.techniques as u128, "techniques with their final branch values"),
        (shader.variants.sources.len() as u128, "distinct sources"),
    ] {
        text += &format!("{count:>12}  {what}\n");
    }
    for (stage, count) in &report.variants {
        text += &format!("{count:>12}  {} variants\n", stage.name());
    }
    text += "\nbranches, and where Specialize reads them\n";
    let width = shader.declaration.branches.branches().iter().map(|branch| branch.name.len()).max().unwrap_or(0);
    for (branch, id) in shader.declaration.branches.branches().iter().zip(0u16..) {
        let kind = match &branch.kind {
            BranchKind::Bool => "bool".to_owned(),
            BranchKind::Int { min, max } => format!("{min}..{max}"),
            BranchKind::Enum { members } => members.join("|"),
        };
        let mut lines: Vec<u32> = exploration
            .cubes
            .iter()
            .flat_map(|cube| cube.reads.iter())
            .filter(|(read, _)| *read == BranchId(id))
            .map(|(_, line)| *line)
            .collect();
        let cubes = lines.len();
        lines.sort_unstable();
        lines.dedup();
        let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
        let reads = if cubes == 0 {
            "passes through".to_owned()
        } else {
            format!("read in {cubes} of {} cubes, line {}", exploration.cubes.len(), lines.join(", "))
        };
        text += &format!("  bit {:>2}  {:<width$}  {kind}: {reads}\n", branch.first_bit, branch.name);
    }
    let consulted: std::collections::BTreeSet<&str> =
        shader.tokens.iter().flat_map(|unit| unit.consulted.iter().map(|consulted| consulted.name.as_str())).collect();
    if !consulted.is_empty() {
        let names: Vec<&str> = consulted.into_iter().collect();
        text += &format!("\ndefines the source consults: {}\n", names.join(", "));
    }
    text
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
