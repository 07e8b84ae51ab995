//! From the shaders of a Lua state to declarations.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use mlua::{Error, Function, Table, Value};

use super::Request;
use super::comparisons::{NeverEqual, never_equal};
use super::problem::{Context, frame_of, frames_of};
use super::technique::{read_places, read_scalars, read_technique};
use crate::diag::{Diagnostic, SourceFile, Sources, Span};
use crate::model::{BranchKind, BranchLayout, Fallback, LayoutError, ShaderDeclaration, Stage, Technique};

/// Each shader without a mistake, with its number in Lua (from 1).
pub fn declare(
    request: &Request<'_>,
    prelude: &Table,
    context: &Context,
    sources: &Sources,
    file: &Arc<SourceFile>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<(usize, ShaderDeclaration)>, Error> {
    let shaders: Table = prelude.raw_get("shaders")?;
    let mut declared = Vec::new();
    for (number, shader) in (1..).zip(shaders.sequence_values::<Table>()) {
        let shader = shader?;
        if let Some(declaration) = one(request, prelude, (number, &shader), context, sources, file, diagnostics)? {
            declared.push((number, declaration));
        }
    }
    // A shader may have been declared wrongly.
    if declared.len() == shaders.raw_len() {
        diagnostics.extend(comparisons(prelude, &declared, context, file)?);
    }
    if shaders.raw_len() == 0 && diagnostics.is_empty() {
        diagnostics.push(
            Diagnostic::error("sidecar/no-shader", format!("the sidecar `{}` declares no shader", file.name))
                .at(file.line_span(1))
                .help("Write `local shader = Shader(\"Name\")` and set its fields."),
        );
    }
    Ok(declared)
}

/// Comparisons that never hold, in each `Specialize` of the sidecar's own text.
fn comparisons(
    prelude: &Table,
    declared: &[(usize, ShaderDeclaration)],
    context: &Context,
    file: &Arc<SourceFile>,
) -> Result<Vec<Diagnostic>, Error> {
    // By the function's line: one that serves several shaders is only wrong where it is wrong for all.
    let mut found: BTreeMap<u32, Vec<NeverEqual>> = BTreeMap::new();
    let place: Function = prelude.raw_get("specialize_place")?;
    for (number, shader) in declared.iter().filter(|(_, shader)| shader.has_specialize) {
        let (chunk, line) = place.call::<(String, u32)>(*number)?;
        if context.chunks.borrow().get(&chunk).is_none_or(|known| known.id != file.id) {
            continue;
        }
        let span = file.line_span(line);
        let own = never_equal(&file.text, span.start as usize..span.end as usize, &shader.branches);
        match found.entry(line) {
            Entry::Vacant(entry) => drop(entry.insert(own)),
            Entry::Occupied(mut entry) => entry.get_mut().retain(|known| own.contains(known)),
        }
    }
    let warning = |found: NeverEqual| {
        let span = Span { file: file.id, start: found.start as u32, end: found.end as u32 };
        Diagnostic::warning("sidecar/never-equal", found.message).at(span).help(found.help)
    };
    Ok(found.into_values().flatten().map(warning).collect())
}

fn one(
    request: &Request<'_>,
    prelude: &Table,
    (number, shader): (usize, &Table),
    context: &Context,
    sources: &Sources,
    file: &Arc<SourceFile>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<ShaderDeclaration>, Error> {
    let name: String = shader.raw_get("name")?;
    let place = |table: &Table, key: &str| -> Option<Span> {
        let holder = table.raw_get::<Table>(key).ok()?;
        let frame: Table = holder.raw_get(1).ok()?;
        context.span(&frame.raw_get::<String>(1).ok()?, frame.raw_get(2).ok()?)
    };
    let declared = place(shader, "frames").unwrap_or(file.line_span(1));
    let values: Table = shader.raw_get("values")?;
    let mut sound = !shader.raw_get::<bool>("bad").unwrap_or(false);

    let dialect: String = values.raw_get("Dialect")?;
    // One that is not known is told of when its text is read.
    let language = request.registry.find(&dialect).map(|dialect| request.registry.language(dialect.language));
    let mut kinds = Vec::new();
    for branch in shader.raw_get::<Table>("branches")?.sequence_values::<Table>() {
        let branch = branch?;
        let kind = match branch.raw_get::<String>("kind")?.as_str() {
            "int" => BranchKind::Int { min: branch.raw_get("min")?, max: branch.raw_get("max")? },
            "enum" => BranchKind::Enum {
                members: branch.raw_get::<Table>("members")?.sequence_values().collect::<Result<_, _>>()?,
            },
            _ => BranchKind::Bool,
        };
        let name: String = branch.raw_get("name")?;
        let frame = frames_of(&branch).into_iter().next();
        let span = frame.and_then(|frame| context.word(&frame.source, frame.line, &name, 1));
        if let Some(language) = language.filter(|language| language.is_reserved_word(&name)) {
            diagnostics.push(
                Diagnostic::error(
                    "sidecar/reserved-branch",
                    format!("`{name}` is a word of {} and cannot be a branch", language.title()),
                )
                .at(span.unwrap_or(declared))
                .help("A branch is named like the global in the shader; give both another name."),
            );
            sound = false;
        }
        kinds.push((name, kind, span));
    }
    let branches = match BranchLayout::new(kinds) {
        Ok(layout) => layout,
        Err(LayoutError::TooManyBits(bits)) => {
            diagnostics.push(
                Diagnostic::error(
                    "sidecar/too-many-bits",
                    format!("the branches of shader \"{name}\" take {bits} bits; a key has 64"),
                )
                .at(place(shader, "branches_frames").unwrap_or(declared))
                .help(
                    "Take branches out of `Branches` (they stay run-time uniforms of the shader), or split the shader.",
                ),
            );
            return Ok(None);
        }
    };

    let mut technique = Technique::default();
    if let Value::Table(object) = values.raw_get::<Value>("Technique")? {
        let text: String = prelude.raw_get::<Function>("fingerprint")?.call(&object)?;
        technique =
            read_technique(&text).ok_or_else(|| Error::runtime("the prelude wrote a technique that cannot be read"))?;
        technique.places = read_places(&prelude.raw_get::<Function>("places")?.call(object)?, &technique, context);
    }
    // No draw and no dispatch could use all of them.
    let mixed = technique.entry_points.contains_key(&Stage::Compute) && technique.entry_points.len() > 1;
    let has_specialize = matches!(values.raw_get::<Value>("Specialize")?, Value::Function(_));
    // What was meant to be one may have been refused.
    if !has_specialize && technique.entry_points.is_empty() && diagnostics.is_empty() {
        diagnostics.push(
            Diagnostic::error(
                "sidecar/no-entry-point",
                format!("shader \"{name}\" has neither an entry point nor a `Specialize`"),
            )
            .at(declared)
            .help("Set `shader.Technique.VertexShader` or another stage to the name of a function of the shader."),
        );
        sound = false;
    }
    if !has_specialize && mixed {
        let place = technique.places.entry_points.get(&Stage::Compute).copied();
        let message = format!("the technique of shader \"{name}\" has a compute shader and graphics stages");
        diagnostics.push(
            Diagnostic::error("sidecar/mixed-stages", message)
                .at(place.unwrap_or(declared))
                .help("Make two shaders of it: a dispatch runs the one, a draw the other."),
        );
        sound = false;
    }
    let source = values.raw_get::<Option<String>>("Source")?.map(|text| {
        let frames = shader.raw_get::<Table>("source_frames").ok();
        let frame = frames.and_then(|frames| frame_of(&frames.raw_get::<Table>(1).ok()?));
        let within = if text.is_empty() { None } else { context.text_place(&text, frame.as_ref()) };
        sources.add_part(format!("{}:Source({name})", file.name), &text, within)
    });
    let fallback = match values.raw_get::<Value>("Fallback")? {
        Value::String(text) => Some(Fallback::Shader(text.to_string_lossy())),
        Value::Table(_) => {
            let mut bits = 0;
            if let Ok(set) = shader.raw_get::<Table>("fallback_values") {
                for branch in branches.branches() {
                    if let Some(number) = set.raw_get::<Option<f64>>(branch.name.as_str())? {
                        bits |= branch.insert(number as u64);
                    }
                }
            }
            Some(Fallback::Permutation(bits))
        }
        _ => None,
    };
    let set_at = |frames: &str, field: &str, value: Option<&str>| {
        let frames = shader.raw_get::<Table>(frames).ok()?;
        let frame = frame_of(&frames.raw_get::<Table>(1).ok()?)?;
        context.setting(&frame.source, frame.line, field, value)
    };
    let fallback_name = if let Some(Fallback::Shader(name)) = &fallback { Some(name.as_str()) } else { None };
    let fallback_declared = set_at("fallback_frames", "Fallback", fallback_name);
    let dialect_declared = set_at("dialect_frames", "Dialect", Some(&dialect));
    let metadata: String = prelude.raw_get::<Function>("scalars_text")?.call(values.raw_get::<Table>("Metadata")?)?;

    if has_specialize && sound {
        let lua_layout: Vec<[u8; 2]> =
            branches.branches().iter().map(|branch| [branch.first_bit, branch.width]).collect();
        prelude.raw_get::<Function>("prepare")?.call::<()>((number, lua_layout))?;
    }
    Ok(sound.then_some(ShaderDeclaration {
        name,
        branches,
        technique,
        has_specialize,
        source,
        dialect,
        fallback,
        fallback_declared,
        dialect_declared,
        metadata: read_scalars(&metadata),
        declared,
    }))
}
