//! The ubershader as it is written: branches are uniforms, and their values are set when it is drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use uberc::compile::without_contraction;
use uberc::model::{BranchLayout, Permutation, Preprocessed, SourceText, Stage, Variant, VariantId};
use uberc::pipeline::{BuildContext, ShaderFront};
use uberc::specialise::{Layout, emit};
use uberc_judge::batch::{self, Content, Job};
use uberc_judge::glslang;
use uberc_judge::scene::{Part, Prepared, Scene};
use uberc_judge::shape::{Scalar, Shape, Type};
use uberc_judge::variations;

use super::inputs;

/// Where HLSL's compiler puts globals that stand in no `cbuffer`; branches are among them.
const GLOBALS: &str = "$Globals";

/// An entry point of the ubershader: the unit it is in (techniques with other defines have another), stage and name.
pub type Entry = (usize, Stage, String);

/// A shader's code both ways.
pub struct Code {
    units: Vec<Arc<Preprocessed>>,
    /// The whole unit.
    uber: BTreeMap<Entry, Part>,
    folded: BTreeMap<VariantId, Part>,
}

impl Code {
    /// Compiles the shader's variants, and its text with the branches left in it for each entry point.
    pub fn new(context: &BuildContext, shader: &ShaderFront) -> Result<Code, String> {
        let units = shader.tokens.units.clone();
        let mut code = Code { units, uber: BTreeMap::new(), folded: BTreeMap::new() };
        let set = &shader.variants;
        let entries: BTreeSet<Entry> = (set.techniques.iter())
            .flat_map(|technique| code.entries(shader, technique.finals.technique.0 as usize))
            .collect();
        let error = |error: String| format!("{}: {error}", shader.declaration.name);
        let uber = |(unit, stage, name): Entry| {
            let source = SourceText::whole(Arc::clone(&code.units[unit]));
            let part = compiled(context, &source, stage, &name).map_err(error)?;
            Ok(((unit, stage, name), part))
        };
        let folded = |(id, variant): (u32, &Variant)| {
            let source = &set.sources[variant.source as usize];
            let part = compiled(context, source, variant.stage, &variant.entry_point).map_err(error)?;
            Ok((VariantId(id), part))
        };
        let uber = entries.into_par_iter().map(uber).collect::<Result<_, String>>()?;
        let variants: Vec<(u32, &Variant)> = (0..).zip(&set.variants).collect();
        code.folded = variants.into_par_iter().map(folded).collect::<Result<_, String>>()?;
        code.uber = uber;
        Ok(code)
    }

    /// The same code, with no arithmetic that a driver may do in another order.
    pub fn exact(&self) -> Result<Code, String> {
        let exact = |part: &Part| Part::new(without_contraction(&part.module.spirv)?, &part.module.entry);
        Ok(Code {
            units: self.units.clone(),
            uber: self
                .uber
                .iter()
                .map(|(entry, part)| Ok((entry.clone(), exact(part)?)))
                .collect::<Result<_, String>>()?,
            folded: self.folded.iter().map(|(id, part)| Ok((*id, exact(part)?))).collect::<Result<_, String>>()?,
        })
    }

    /// The ubershader's entry points for a technique, in the order of stages: techniques with the same share a pipeline.
    pub fn entries(&self, shader: &ShaderFront, technique: usize) -> Vec<Entry> {
        let entry_points = &shader.exploration.techniques[technique].entry_points;
        let unit = |stage| shader.tokens.unit_of(technique, stage);
        entry_points.iter().map(|(stage, name)| (unit(*stage), *stage, name.clone())).collect()
    }

    /// The ubershader, to be drawn with each of these values of the branches in turn.
    pub fn draw_uber(&self, uber: &[Entry], shader: &ShaderFront, values: &[Permutation]) -> Result<Prepared, String> {
        let layout = &shader.declaration.branches;
        let parts: Vec<&Part> = uber.iter().map(|entry| &self.uber[entry]).collect();
        let mut prepared = prepare(&scene(&parts, &parts, layout), &parts)?;
        let set = |values: &Permutation| set_branches(&prepared.job, &parts, layout, *values);
        let mut turns: Vec<Vec<(usize, Vec<u8>)>> = values.iter().map(set).collect::<Result<_, _>>()?;
        if turns.is_empty() {
            return Err("nothing to draw".to_owned());
        }
        for (object, bytes) in turns.remove(0) {
            prepared.job.objects[object].content = Content::Buffer { format: None, bytes };
        }
        prepared.job.again = turns;
        prepared.job.limit += Duration::from_secs(values.len() as u64);
        Ok(prepared)
    }

    /// A technique's variants, in the scene of its ubershader.
    pub fn draw_folded(&self, uber: &[Entry], shader: &ShaderFront, stages: &[VariantId]) -> Result<Prepared, String> {
        let uber: Vec<&Part> = uber.iter().map(|entry| &self.uber[entry]).collect();
        let parts: Vec<&Part> = stages.iter().map(|id| &self.folded[id]).collect();
        prepare(&scene(&uber, &parts, &shader.declaration.branches), &parts)
    }
}

/// The scene that the ubershader expects, with the loose globals laid out as `parts` have them: those have no branches.
fn scene(uber: &[&Part], parts: &[&Part], layout: &BranchLayout) -> Scene {
    let own = parts.iter().find_map(|part| part.shape.bindings.iter().find(|binding| binding.name == GLOBALS));
    let shapes: Vec<Shape> = uber
        .iter()
        .map(|part| {
            let mut shape = part.shape.clone();
            for binding in shape.bindings.iter_mut().filter(|binding| binding.name == GLOBALS) {
                binding.ty = own.map_or(Type::Struct(Vec::new()), |own| own.ty.clone());
            }
            shape
        })
        .collect();
    let mut scene = Scene::of(1, &shapes.iter().collect::<Vec<_>>());
    // A loose global is not where it was once the branches are gone, so that its value must follow from its name.
    for (_, members) in uber.iter().filter_map(|part| variations::constants(part, GLOBALS)) {
        for member in members.iter().filter(|member| layout.find(&member.name).is_none()) {
            scene = scene.with(&member.name, &[1.0; 4]);
        }
    }
    inputs::with_hints(scene)
}

fn prepare(scene: &Scene, parts: &[&Part]) -> Result<Prepared, String> {
    match parts {
        [one] => scene.alone(one),
        [vertex, pixel] => scene.draw(vertex, pixel),
        _ => Err(format!("the judge runs no technique of {} stages", parts.len())),
    }
}

/// The constant buffers with the values of the branches in them.
fn set_branches(
    job: &Job,
    parts: &[&Part],
    layout: &BranchLayout,
    values: Permutation,
) -> Result<Vec<(usize, Vec<u8>)>, String> {
    let mut changes: Vec<(usize, Vec<u8>)> = Vec::new();
    for part in parts {
        let (Some((_, members)), Some(object)) =
            (variations::constants(part, GLOBALS), variations::object(job, part, GLOBALS))
        else {
            continue;
        };
        if changes.iter().any(|(known, _)| *known == object) {
            continue;
        }
        let Content::Buffer { bytes, .. } = &job.objects[object].content else { continue };
        let mut bytes = bytes.clone();
        for branch in layout.branches() {
            let Some(member) = members.iter().find(|member| member.name == branch.name) else { continue };
            if !matches!(member.ty, Type::Vector(Scalar::Bool | Scalar::Uint(32) | Scalar::Int(32), 1)) {
                return Err(format!("branch `{}` is a {:?}", branch.name, member.ty));
            }
            let value = branch.source_value(branch.extract(values.0)) as i32;
            let at = member.offset as usize;
            bytes.get_mut(at..at + 4).ok_or("a branch lies beyond its buffer")?.copy_from_slice(&value.to_le_bytes());
        }
        changes.push((object, bytes));
    }
    Ok(changes)
}

fn compiled(context: &BuildContext, source: &SourceText, stage: Stage, entry: &str) -> Result<Part, String> {
    let text = emit(source, &context.sources, Layout::OneTokenALine).text;
    let stage = match stage {
        Stage::Vertex => batch::Stage::Vertex,
        Stage::Pixel => batch::Stage::Pixel,
        Stage::Compute => batch::Stage::Compute,
        other => return Err(format!("no {} stage in the library so far", other.name())),
    };
    Part::new(glslang::hlsl(&text, stage, entry).map_err(|error| format!("{entry}: {error}"))?, "main")
}
