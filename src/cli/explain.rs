//! `uberc explain`: what a shader's branches cost, and how one permutation is built.

use serde_json::{Value, json};

use super::args::{Explain, Select};
use super::build::open_cache;
use super::project::{Opened, open};
use super::select::{keep, narrow};
use super::warnings::Warnings;
use super::{Outcome as Exit, SOURCE_ERRORS, Terminal};
use crate::diag::Diagnostic;
use crate::model::{Artifact, Branch, Digest, Outcome, Permutation, Stage, Technique, VariantId};
use crate::pipeline::{self, ProjectCache, ShaderFront};
use crate::report::{BranchShare, Explanation, count_text, explanation_line, plural, readable_size};
use crate::sidecar::{entry_points, render_state_changes};
use crate::specialise::{Layout, emit};

pub fn run(command: &Explain, terminal: &Terminal) -> Exit {
    let select = Select {
        paths: vec![command.path.clone()],
        target: command.target.into_iter().collect(),
        jobs: None,
        warnings: Warnings::default(),
        defines: Vec::new(),
        include: Vec::new(),
    };
    let mut opened = open(&select, terminal)?;
    if !narrow(&command.shader, None, &mut opened, terminal)? {
        return Ok(SOURCE_ERRORS);
    }
    let mut front = pipeline::run_frontend(&opened.context, &opened.targets[..1]);
    terminal.diagnostics(&front.diagnostics, &opened.context.sources);
    if front.shaders.iter().any(|shader| shader.sound) {
        keep(&mut front, &command.shader, true)?;
    }
    // If the source is missing, an error was printed before.
    let Some(shader) = front.shaders.first() else { return Ok(SOURCE_ERRORS) };
    let artifacts = cached(shader, &opened, terminal);
    let text = match &command.permutation {
        None => {
            let binaries: Vec<Option<Digest>> =
                artifacts.iter().map(|artifact| Some(artifact.as_ref()?.bytes.digest())).collect();
            let known = pipeline::explain(shader, &binaries);
            if terminal.json() { explanation_line(&known) } else { whole(shader, &known) }
        }
        Some(text) => {
            let permutation = shader.declaration.branches.parse(text)?;
            if terminal.json() {
                one_as_json(shader, permutation, command.source, &artifacts, &opened)
            } else {
                one(shader, permutation, command.source, &artifacts, &opened)
            }
        }
    };
    terminal.data(&text);
    Ok(if front.diagnostics.iter().any(Diagnostic::is_error) { SOURCE_ERRORS } else { 0 })
}

/// The shader's artifacts in the project's cache, if there is a cache.
fn cached(shader: &ShaderFront, opened: &Opened, terminal: &Terminal) -> Vec<Option<Artifact>> {
    if !ProjectCache::exists(&opened.context) {
        return Vec::new();
    }
    pipeline::cached_artifacts(&opened.context, shader, &open_cache(opened, terminal))
}

/// Upper bound of techniques and lines printed; JSON has all.
const SHOWN: usize = 16;

/// The counts, the techniques, the branches and the reads.
fn whole(shader: &ShaderFront, known: &Explanation) -> String {
    let mut text = format!("{} ({}) for {}\n\n", known.shader, shader.source_name, known.target);
    text += &counts(known);
    text += &techniques(known);
    text += &branches(known);
    text += &unread_branches(known);
    text += &reads(known);
    if !known.defines.is_empty() {
        text += &format!("\ndefines the source consults: {}\n", known.defines.join(", "));
    }
    text
}

/// From permutations to artifacts.
fn counts(known: &Explanation) -> String {
    let mut text = String::new();
    let mut count = |count: Option<u128>, one: &str, many: &str, rest: &str| {
        let what = if count == Some(1) { one } else { many };
        text += &format!("{:>20}  {what}{rest}\n", count_text(count));
    };
    let wide = |count: Option<usize>| count.map(|count| count as u128);
    count(Some(known.permutations), "permutation", "permutations", "");
    count(Some(u128::from(known.specialize_runs)), "run", "runs", " of Specialize");
    count(Some(known.cubes as u128), "cube", "cubes", "");
    count(wide(known.diagram_nodes), "node", "nodes", " of the decision diagram");
    count(Some(known.techniques.len() as u128), "technique", "techniques", "");
    count(known.final_techniques, "technique", "techniques", " with their final branch values");
    count(wide(known.packed), "technique", "techniques", " packed");
    if known.programs > 0 {
        count(Some(known.programs as u128), "distinct program", "distinct programs", "");
        return text;
    }
    count(wide(known.sources), "distinct source", "distinct sources", "");
    for (stage, variants) in known.variants.iter().flatten() {
        let rest = if *variants == 1 { " variant" } else { " variants" };
        count(Some(*variants as u128), stage.name(), stage.name(), rest);
    }
    let variants = known.variants.as_ref().map(|variants| variants.values().sum::<usize>());
    match (variants, known.compiled) {
        (Some(variants), Some(compiled)) if compiled < variants => {
            let what = format!(": the cache holds {compiled} of {}", plural(variants, "variant"));
            count(None, "", "distinct artifacts", &what);
        }
        (Some(_), _) => count(wide(known.binaries), "distinct artifact", "distinct artifacts", ""),
        (None, _) => count(None, "", "variants", ": not known, because of an error"),
    }
    text
}

fn techniques(known: &Explanation) -> String {
    let mut text = "\npermutations of each technique\n".to_owned();
    let shares = known.techniques.iter().map(|technique| {
        let entry_points: Vec<&str> = technique.entry_points.values().map(String::as_str).collect();
        let defines: String = technique.defines.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let made = if known.programs > 0 { "a program".to_owned() } else { entry_points.join(", ") };
        (technique.permutations, format!("technique {}: {made}{defines}", technique.technique))
    });
    let without = [(known.not_built, "not built"), (known.failed, "failed")];
    let without =
        without.into_iter().filter(|(count, _)| *count != Some(0)).map(|(count, what)| (count, what.to_owned()));
    for (count, what) in shares.take(SHOWN).chain(without) {
        text += &format!("{:>20}  {what}\n", count_text(count));
    }
    if known.techniques.len() > SHOWN {
        text += &format!("{:>20}  and {} more\n", "", plural(known.techniques.len() - SHOWN, "technique"));
    }
    text
}

fn branches(known: &Explanation) -> String {
    let mut text = "\nbranches, and how much less there would be if each always had its first value\n".to_owned();
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
    text
}

/// For each stage: the branches that its source does not depend on, and those of them that select its variant
/// nevertheless.
fn unread_branches(known: &Explanation) -> String {
    let is_read = |branch: &BranchShare, stage: &Stage| branch.live.iter().flatten().any(|live| live == stage);
    let list = |names: Vec<&str>| if names.is_empty() { "none".to_owned() } else { names.join(" ") };
    if known.programs > 0 {
        // The stage that stood for the programs.
        let unread = known.branches.iter().filter(|branch| !is_read(branch, &Stage::Pixel));
        let unread = list(unread.map(|branch| branch.name.as_str()).collect());
        return format!("\nbranches whose final values the programs do not depend on\n  {unread}\n");
    }
    let stages: Vec<&Stage> = known.variants.iter().flat_map(|variants| variants.keys()).collect();
    let section = |title: &str, of: &dyn Fn(&Stage) -> String| {
        let lines: String = stages.iter().map(|stage| format!("  {:<8}  {}\n", stage.name(), of(stage))).collect();
        let lines = if known.variants.is_none() { "  not known\n".to_owned() } else { lines };
        format!("\n{title}\n{lines}")
    };
    let unread = |stage: &Stage| {
        let unread = known.branches.iter().filter(|branch| !is_read(branch, stage));
        list(unread.map(|branch| branch.name.as_str()).collect())
    };
    let choosing = |stage: &Stage| {
        let unread = known.branches.iter().filter(|branch| !is_read(branch, stage));
        let chooses = |branch: &BranchShare| branch.chooses.as_ref().map(|stages| stages.contains(stage));
        let named = unread.filter_map(|branch| match chooses(branch) {
            Some(false) => None,
            Some(true) => Some(Some(branch.name.as_str())),
            None => Some(None),
        });
        named.collect::<Option<Vec<&str>>>().map_or("not known".to_owned(), list)
    };
    section("branches whose final values a stage's source does not depend on", &unread)
        + &section("of these, branches that still select the stage's variant, because Specialize uses them", &choosing)
}

fn reads(known: &Explanation) -> String {
    let mut text = "\nreads that split\n".to_owned();
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
        text += &format!("  and {} more\n", plural(known.reads.len() - SHOWN, "line"));
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
    let mut text = format!("{}, {finals} with final values", plural(techniques, "technique"));
    let Some(saved) = &branch.saved_variants else { return text };
    let variants: Vec<String> = saved.iter().map(|(stage, count)| format!("{count} {}", stage.name())).collect();
    if !variants.is_empty() {
        let word = if saved.len() == 1 && saved.values().all(|count| *count == 1) { "variant" } else { "variants" };
        text += &format!(", {} {word}", variants.join(" + "));
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
fn one(
    shader: &ShaderFront,
    permutation: Permutation,
    source: bool,
    artifacts: &[Option<Artifact>],
    opened: &Opened,
) -> String {
    let layout = &shader.declaration.branches;
    let exploration = &shader.exploration;
    let mut text = format!("{} {:#x}: {}\n", shader.declaration.name, permutation.0, layout.describe(permutation.0));
    let Some(cube) = exploration.cube_of(permutation) else {
        return text + "no cube contains this permutation: exploration failed there, see the diagnostics\n";
    };
    // The result of a run that reads no branch holds for all permutations.
    if cube.outcome == Outcome::Failed && cube.reads.is_empty() && cube.cube.mask != 0 {
        return text + "exploration stopped before it reached this permutation: see the diagnostics\n";
    }
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
    if shader.known_variants().is_none() {
        return text + "its variants are not known, because of an error\n";
    }
    let Some(staged) = shader.variants.technique_of(permutation) else { return text };
    if let Some(program) = shader.program_of(permutation) {
        text += &format!(
            "{:<14}  for the machine `{}`, artifact {}, {}\n",
            "program",
            program.machine,
            program.artifact.bytes.digest().short(),
            readable_size(program.artifact.bytes.len() as u64)
        );
    }
    for (stage, id) in &staged.stages {
        let variant = &shader.variants.variants[id.0 as usize];
        let digest = shader.variants.sources[variant.source as usize].digest;
        let blob = match artifacts.get(id.0 as usize).and_then(Option::as_ref) {
            Some(artifact) => {
                format!("artifact {}, {}", artifact.bytes.digest().short(), readable_size(artifact.bytes.len() as u64))
            }
            None => "not in the cache".to_owned(),
        };
        text += &format!(
            "{:<14}  {}, variant {}, source {}, {blob}\n",
            stage.name(),
            variant.entry_point,
            variant.key.short(),
            digest.short(),
        );
    }
    for (stage, id) in staged.stages.iter().filter(|_| source) {
        let variant = &shader.variants.variants[id.0 as usize];
        let emitted =
            emit(&shader.variants.sources[variant.source as usize], &opened.context.sources, Layout::AsWritten);
        text += &format!("\n// {} {}\n{}", stage.name(), variant.entry_point, emitted.text);
    }
    text
}

/// The path of one permutation as a JSON line; absent values are null.
fn one_as_json(
    shader: &ShaderFront,
    permutation: Permutation,
    source: bool,
    artifacts: &[Option<Artifact>],
    opened: &Opened,
) -> String {
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
    let stages = found.and_then(|_| shader.variants.technique_of(permutation)).map(|staged| {
        let stage = |(stage, id): (&Stage, &VariantId)| {
            let variant = &shader.variants.variants[id.0 as usize];
            let text = &shader.variants.sources[variant.source as usize];
            let emitted = source.then(|| emit(text, &opened.context.sources, Layout::AsWritten).text);
            let artifact = artifacts.get(id.0 as usize).and_then(Option::as_ref);
            let blob = artifact.map(|artifact| artifact.bytes.digest().to_string());
            let value = json!({ "entry_point": variant.entry_point, "variant": variant.key.to_string(),
                    "source": text.digest.to_string(), "text": emitted, "blob": blob });
            (stage.name().to_owned(), value)
        };
        staged.stages.iter().map(stage).collect::<serde_json::Map<String, Value>>()
    });
    let program = found.and_then(|_| shader.program_of(permutation)).map(|program| {
        json!({ "machine": program.machine, "bytes": program.artifact.bytes.len(),
            "blob": program.artifact.bytes.digest().to_string() })
    });
    json!({
        "reason": "explained_permutation", "shader": shader.declaration.name, "target": shader.target.name(),
        "permutation": permutation.0, "branches": layout.describe(permutation.0), "reads": reads, "outcome": outcome,
        "written": written, "technique": found.map(|found| &exploration.techniques[found.technique.0 as usize]),
        "final_permutation": found.map(|found| found.values.0), "stages": stages,
        "program": program,
    })
    .to_string()
}

/// The technique as a sidecar spells it, a field a line.
fn technique_text(technique: &Technique) -> String {
    let mut text = String::new();
    for (field, stage) in entry_points() {
        if let Some(entry_point) = technique.written_entry_point(stage) {
            text += &format!("  {field} = \"{entry_point}\"\n");
        }
    }
    for (field, value) in [("VertexFormat", &technique.vertex_format), ("Profile", &technique.profile)] {
        if let Some(value) = value {
            text += &format!("  {field} = \"{value}\"\n");
        }
    }
    for (name, value) in &technique.defines {
        text += &format!("  Defines.{name} = {}\n", value.replacement());
    }
    for (field, value) in render_state_changes(&technique.render_state) {
        text += &format!("  RenderState.{field} = {value}\n");
    }
    // A program of a machine has no entry points.
    if text.is_empty() {
        text += "  nothing is set\n";
    }
    format!("\ntechnique\n{text}")
}
