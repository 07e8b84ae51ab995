//! `uberc lookup`: a technique from an archive, found as a game finds it.

use serde_json::json;
use uberc_runtime::{BranchKind, Fallback, Material, Miss, MissReason, Scalar, Shader, Technique};

use super::args::Lookup;
use super::{Outcome, SOURCE_ERRORS, Stop, Terminal, archive_file};
use crate::diag::did_you_mean;
use crate::report::readable_size;
use crate::sidecar::render_state_changes;

pub fn run(command: &Lookup, terminal: &Terminal) -> Outcome {
    let pack = archive_file::open(&command.archive)?;
    let target = archive_file::target(&pack, command.target)?;
    // The name of a material leads to its shader.
    let material = target.materials().find(|material| material.name() == command.shader);
    let shader = match &material {
        Some(material) if !target.shaders().any(|shader| shader.name() == command.shader) => material.shader(),
        _ => archive_file::shader(&target, &command.shader)?,
    };
    let material = material.filter(|material| material.shader().id() == shader.id());
    let bits = key(&shader, &command.permutation)?;
    match shader.technique(shader.key_from_bits(bits)) {
        Ok(technique) => {
            terminal.data(&if terminal.json() {
                as_json(&shader, bits, &technique, material.as_ref())
            } else {
                text(&shader, bits, &technique) + &material.map(|one| values(&one, &technique)).unwrap_or_default()
            });
            Ok(0)
        }
        Err(miss) => {
            if terminal.json() {
                terminal.data(&miss_as_json(&shader, bits, &miss));
                return Ok(SOURCE_ERRORS);
            }
            if let Some(found) = miss.fallback() {
                terminal.data(&text(&found.shader, found.key.bits(), &found.technique));
            }
            Err(Stop::sources(miss.to_string()))
        }
    }
}

fn miss_as_json(shader: &Shader<'_>, bits: u64, miss: &Miss<'_>) -> String {
    let code = match miss.reason() {
        MissReason::NotBuilt => "lookup/not-built",
        MissReason::NoSuchPermutation { .. } => "lookup/no-such-permutation",
        MissReason::BitsBeyondKey => "lookup/bits-beyond-key",
        _ => "lookup/bad-key",
    };
    // The fallback is only followed for an existing permutation, and it may lead to nothing.
    let declared = shader.fallback().filter(|_| miss.reason() == MissReason::NotBuilt);
    let fallback = declared.map(|declared| match (miss.fallback(), declared) {
        (Some(found), _) => json!({
            "shader": found.shader.name(), "permutation": found.key.bits(), "technique": found.technique.number(),
            "message": null,
        }),
        (None, Fallback::Shader(name)) => json!({
            "shader": name, "permutation": null, "technique": null,
            "message": format!("shader {name} has no technique for it either"),
        }),
        (None, Fallback::Permutation(key)) => json!({
            "shader": shader.name(), "permutation": key.bits(), "technique": null,
            "message": format!("{} is not built either", shader.describe(key.bits())),
        }),
    });
    let nearest = miss.nearest();
    json!({
        "reason": "miss", "code": code, "shader": shader.name(), "permutation": bits, "message": miss.to_string(),
        "what": if miss.reason() == MissReason::NotBuilt { shader.describe(bits).to_string() } else { format!("{bits:#x}") },
        "suggestion": nearest.map(|key| shader.describe(key.bits()).to_string()),
        "nearest": nearest.map(|key| key.bits()), "fallback": fallback,
    })
    .to_string()
}

/// Bits from a number or branch values.
fn key(shader: &Shader<'_>, text: &str) -> Result<u64, Stop> {
    let number = match text.split_at_checked(2) {
        Some(("0x" | "0X", digits)) => Some(u64::from_str_radix(digits, 16)),
        Some(("0b" | "0B", digits)) => Some(u64::from_str_radix(digits, 2)),
        _ if text.starts_with(|c: char| c.is_ascii_digit()) => Some(text.parse()),
        _ => None,
    };
    if let Some(number) = number {
        return number.map_err(|error| {
            Stop::usage(format!("`{text}` is not a permutation: {error}")).about("usage/bad-permutation", text, None)
        });
    }
    let mut key = shader.key();
    let mut named = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, "1"));
        let (name, value) = (name.trim(), value.trim());
        let branch = shader.branch(name)?;
        let info = shader.branches().find(|info| info.handle() == branch);
        let known = info.as_ref().and_then(|info| info.parse(value));
        let known = known.ok_or_else(|| {
            let members: Vec<&str> = info.iter().flat_map(|info| info.members()).collect();
            let takes = match branch.kind() {
                BranchKind::Bool => "0, 1".to_owned(),
                BranchKind::Int { min, max } => format!("{min} to {max}"),
                BranchKind::Enum { .. } => members.join(", "),
            };
            let near = did_you_mean(value, members).map(str::to_owned);
            Stop::usage(format!("branch `{name}` has no value `{value}`; its values are {takes}")).about(
                "usage/unknown-value",
                value,
                near,
            )
        })?;
        if named.contains(&branch) {
            let twice = Stop::usage(format!("branch `{name}` is given twice"));
            return Err(twice.about("usage/bad-permutation", name, None));
        }
        named.push(branch);
        key = key.with(branch, known);
    }
    Ok(key.bits())
}

fn text(shader: &Shader<'_>, bits: u64, technique: &Technique<'_>) -> String {
    let mut text = format!("{} {bits:#x}: {}\n", shader.name(), shader.describe(bits));
    text += &format!("target          {}\n", shader.target().name());
    text += &format!("technique       {} of {}\n", technique.number(), shader.techniques().len());
    text += &format!("final branches  {}\n", final_branches(shader, technique));
    if let Some(format) = technique.vertex_format() {
        text += &format!("vertex format   {format}\n");
    }
    for (what, scalars) in [("defines", technique.defines()), ("metadata", technique.metadata())] {
        if !scalars.is_empty() {
            text += &format!("{what:<15} {}\n", archive_file::scalar_list(scalars, what == "defines"));
        }
    }
    for variant in technique.stages() {
        let (source, code) = (variant.source_entry_point(), variant.entry_point());
        let renamed = if source == code { String::new() } else { format!(" (in the code: {code})") };
        text += &format!(
            "{:<15} {source}{renamed}, {}, blob {}\n",
            variant.stage().name(),
            readable_size(variant.blob().len() as u64),
            variant.blob().index()
        );
        for binding in variant.bindings() {
            text += &format!(
                "  set {} binding {:>3}  {:<24} {}\n",
                binding.set,
                binding.binding,
                binding.kind.name(),
                binding.name
            );
        }
    }
    if let Some(program) = technique.program() {
        let (machine, blob) = (program.machine(), program.blob());
        text +=
            &format!("{:<15} for the machine `{machine}`, {} bytes, blob {}\n", "program", blob.len(), blob.index());
    }
    text + &format!("render state    {}\n", render_state(technique))
}

/// A material with its values for a technique. The block is shown as numbers, 16 bytes a line.
fn values(material: &Material<'_>, technique: &Technique<'_>) -> String {
    let Some(values) = material.values(technique) else { return String::new() };
    let mut text = format!("material        {}, {} bytes of values\n", material.name(), values.block().len());
    for (at, row) in values.block().chunks(16).enumerate() {
        let words: Vec<String> = row.as_chunks::<4>().0.iter().map(|word| shown(*word)).collect();
        text += &format!("  {:>4}  {}\n", at * 16, words.join(" "));
    }
    for (name, file) in values.textures().iter() {
        if let Scalar::String(file) = file {
            text += &format!("  {name} = {file}\n");
        }
    }
    text
}

/// A word of a block. Its type is the shader's: small whole numbers are shown as such, others as floats.
fn shown(word: [u8; 4]) -> String {
    const SMALL: i32 = 1 << 16;
    let (whole, float) = (i32::from_le_bytes(word), f32::from_le_bytes(word));
    if (-SMALL..=SMALL).contains(&whole) { whole.to_string() } else { format!("{float:?}") }
}

/// The values that all permutations of the technique share; the technique depends on no other branch. Booleans that are
/// off are omitted.
fn final_branches(shader: &Shader<'_>, technique: &Technique<'_>) -> String {
    let bits = technique.final_values().bits();
    let shared: Vec<String> = shader
        .branches()
        .filter(|info| technique.final_mask() & info.handle().mask() == info.handle().mask())
        .filter(|info| info.handle().kind() != BranchKind::Bool || bits & info.handle().mask() != 0)
        .map(|info| format!("{}={}", info.name(), info.display(bits)))
        .collect();
    if shared.is_empty() { "(all branches off)".to_owned() } else { shared.join(",") }
}

fn as_json(shader: &Shader<'_>, bits: u64, technique: &Technique<'_>, material: Option<&Material<'_>>) -> String {
    let stages: serde_json::Map<String, serde_json::Value> = technique
        .stages()
        .map(|variant| {
            let bindings: Vec<_> = variant
                .bindings()
                .map(|binding| {
                    json!({ "set": binding.set, "binding": binding.binding, "name": binding.name,
                        "kind": binding.kind.name(), "count": binding.count, "size": binding.size })
                })
                .collect();
            let value = json!({
                "variant": variant.index(), "entry_point": variant.source_entry_point(),
                "code_entry_point": variant.entry_point(), "blob": variant.blob().index(),
                "bytes": variant.blob().len(), "bindings": bindings, "workgroup_size": variant.workgroup_size(),
            });
            (variant.stage().name().to_owned(), value)
        })
        .collect();
    let program = technique.program().map(|program| {
        json!({ "machine": program.machine(), "blob": program.blob().index(), "bytes": program.blob().len() })
    });
    let values = material.and_then(|material| Some((material.name(), material.values(technique)?)));
    let material = values.map(|(name, values)| {
        json!({ "name": name, "block": values.block(), "textures": archive_file::scalars(values.textures()) })
    });
    let mut json = json!({
        "reason": "technique", "shader": shader.name(), "target": shader.target().name(), "permutation": bits,
        "technique": technique.number(), "final_permutation": technique.final_values().bits(),
        "final_mask": technique.final_mask(),
        "vertex_format": technique.vertex_format(), "profile": technique.profile(),
        "defines": archive_file::scalars(technique.defines()), "metadata": archive_file::scalars(technique.metadata()),
        "render_state": technique.render_state(), "stages": stages, "program": program,
    });
    if let Some(material) = material {
        json["material"] = material;
    }
    json.to_string()
}

fn render_state(technique: &Technique<'_>) -> String {
    let changes = render_state_changes(&technique.render_state());
    if changes.is_empty() {
        return "default".to_owned();
    }
    changes.into_iter().map(|(field, value)| format!("{field}={value}")).collect::<Vec<_>>().join(" ")
}
