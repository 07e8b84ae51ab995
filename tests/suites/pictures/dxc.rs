//! The library's variants as the embedded compiler has them beside what DXC makes of the same text: both draw and write the same.

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::dialect::hlsl::analyse::Version;
use uberc::model::{Stage, Variant};
use uberc::pipeline::ShaderFront;
use uberc::specialise::{Layout, emit};
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::scene::{Part, Prepared, Scene};
use uberc_judge::{batch, direct3d, runner};

use super::{library, told};
use crate::harness;
use crate::harness::direct3d::needs_direct3d;

pub fn trial() -> Trial {
    let name = "pictures::embedded_draws_what_dxc_draws";
    needs_direct3d(harness::needs_device(harness::trial(name, embedded_draws_what_dxc_draws)))
}

/// Variants of each shader in an ordinary run, evenly spread.
const SAMPLES: usize = 2;

fn embedded_draws_what_dxc_draws() -> Result<(), Failed> {
    let mut variants: Vec<(&ShaderFront, usize)> = Vec::new();
    for shader in &library().1.shaders {
        let count = shader.variants.variants.len();
        let step = if harness::compares_everything() { 1 } else { count.div_ceil(SAMPLES).max(1) };
        variants.extend((0..count).step_by(step).map(|number| (shader, number)));
    }
    let pairs: Vec<(String, [Prepared; 2])> =
        variants.into_par_iter().map(|(shader, number)| both(shader, number)).collect::<Result<_, String>>()?;
    let jobs: Vec<batch::Job> =
        pairs.iter().flat_map(|(_, both)| both.iter().map(|prepared| prepared.job.clone())).collect();
    let outcomes = runner::run(&jobs)?;
    let mut differing = Vec::new();
    for ((name, both), outcomes) in pairs.iter().zip(outcomes.chunks(2)) {
        let mut pictures = Vec::new();
        for (prepared, outcome) in both.iter().zip(outcomes) {
            pictures.push(prepared.written(outcome).ok_or_else(|| format!("{name}: {}", told(outcome)))?);
        }
        let (of_dxc, own) = (&pictures[0], &pictures[1]);
        if !of_dxc.keys().eq(own.keys()) {
            differing.push(format!("{name}: dxc's writes {:?}, uberc's {:?}", of_dxc.keys(), own.keys()));
        }
        differing.extend(compare(of_dxc, own, Tolerance::ROUNDING).iter().map(|found| format!("{name}: {found}")));
    }
    assert!(differing.is_empty(), "{} differences:\n{}", differing.len(), differing.join("\n"));
    Ok(())
}

/// A variant as DXC and as the embedded compiler have it, in one scene.
fn both(shader: &ShaderFront, number: usize) -> Result<(String, [Prepared; 2]), String> {
    let variant: &Variant = &shader.variants.variants[number];
    let name = format!("{} {} {number}", shader.declaration.name, variant.entry_point);
    let error = |error: String| format!("{name}: {error}");
    let source = &shader.variants.sources[variant.source as usize];
    let text = emit(source, &library().0.sources, Layout::OneTokenALine).text;
    let stage = match variant.stage {
        Stage::Vertex => batch::Stage::Vertex,
        Stage::Pixel => batch::Stage::Pixel,
        Stage::Compute => batch::Stage::Compute,
        other => return Err(error(format!("the judge runs no {other:?} stage"))),
    };
    let part = |spirv: Vec<u8>| Part::new(spirv, &variant.entry_point);
    let of_dxc = direct3d::hlsl(&text, stage, &variant.entry_point).and_then(part).map_err(error)?;
    let own = harness::embedded::for_judge(&text, stage, &variant.entry_point, Version::default())
        .and_then(part)
        .map_err(error)?;
    let scene = Scene::of(1, &[&of_dxc.shape]);
    Ok((name.clone(), [scene.alone(&of_dxc).map_err(error)?, scene.alone(&own).map_err(error)?]))
}
