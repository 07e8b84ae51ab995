//! What programs draw and write on the software Vulkan device: folding a variant changes no pixel and no buffer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::model::{Permutation, Stage, Target, VariantId, VariantSet};
use uberc::pipeline::{ShaderFront, World, front};
use uberc::specialise::{Layout, Mode, emit, specialise};
use uberc_judge::batch::Outcome;
use uberc_judge::compare::{Tolerance, Written, compare};
use uberc_judge::scene::{Part, Prepared, SIZE, Scene};
use uberc_judge::{batch, glslang, picture, runner};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![harness::needs_device(Trial::test("pictures::folded_draws_what_plain_draws", folded_draws_what_plain_draws))]
}

/// So many final techniques of a shader are drawn, evenly spread. `UBERC_KEEP_PICTURES` names a folder for the pictures.
const SAMPLES: usize = 6;

/// What constants of the library must be about for a picture to show anything.
const HINTS: [(&str, &[f64]); 10] = [
    ("g_Viewport", &[64.0, 48.0, 1.0 / 64.0, 1.0 / 48.0]),
    ("g_Projection", &[0.1, 100.0, 1.0, 1.0]),
    ("g_CameraPosition", &[0.0, 0.25, -2.0]),
    ("g_ClipRect", &[0.0, 0.0, 64.0, 48.0]),
    ("g_CanvasTransform", &[1.0, 1.0, 0.0, 0.0]),
    ("g_Rayleigh", &[5.8e-6, 13.5e-6, 33.1e-6, 8000.0]),
    ("g_Mie", &[4e-6, 4e-6, 4e-6, 1200.0]),
    ("g_SunIntensity", &[20.0]),
    ("age", &[0.25]),
    ("lifetime", &[1.0]),
];

/// A technique, drawn both ways.
struct Pair {
    name: String,
    plain: Prepared,
    folded: Prepared,
}

fn folded_draws_what_plain_draws() -> Result<(), Failed> {
    let (world, _) = World::open(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders")]);
    let known = front(&world, &[Target::Spirv]);
    let mut pairs = Vec::new();
    for shader in &known.shaders {
        pairs.extend(pairs_of(&world, shader)?);
    }
    let jobs: Vec<batch::Job> =
        pairs.iter().flat_map(|pair| [pair.plain.job.clone(), pair.folded.job.clone()]).collect();
    let outcomes = runner::run(&jobs)?;
    let (mut drawn, mut unsupported, mut wrong) = (BTreeSet::new(), Vec::new(), Vec::new());
    for (pair, outcomes) in pairs.iter().zip(outcomes.as_chunks::<2>().0) {
        let (Some(plain), Some(folded)) = (pair.plain.written(&outcomes[0]), pair.folded.written(&outcomes[1])) else {
            match &outcomes[0] {
                Outcome::Unsupported(what) if outcomes[0] == outcomes[1] => {
                    unsupported.push(format!("{}: {what}", pair.name));
                }
                _ => wrong.push(format!("{}: {:?}", pair.name, outcomes.each_ref().map(told))),
            }
            continue;
        };
        if plain.keys().ne(folded.keys()) {
            wrong.push(format!("{}: {:?} and {:?} are written", pair.name, plain.keys(), folded.keys()));
        }
        wrong.extend(
            compare(&plain, &folded, Tolerance::EXACT).iter().map(|difference| format!("{}: {difference}", pair.name)),
        );
        keep(&pair.name, &folded)?;
        drawn.insert(content(&folded));
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), pairs.len(), wrong.join("\n"));
    assert!(unsupported.is_empty(), "the device cannot run {unsupported:?}");
    // A comparison of black pictures would prove nothing.
    assert!(drawn.len() * 10 > pairs.len() * 6, "only {} pictures of {} are different", drawn.len(), pairs.len());
    Ok(())
}

/// An outcome without its bytes.
fn told(outcome: &Outcome) -> String {
    if let Outcome::Done(_) = outcome { "done".to_owned() } else { format!("{outcome:?}") }
}

fn content(written: &BTreeMap<String, Written>) -> Vec<u8> {
    written.iter().filter(|(name, _)| *name != "depth").flat_map(|(_, written)| written.bytes.iter().copied()).collect()
}

fn keep(name: &str, written: &BTreeMap<String, Written>) -> Result<(), Failed> {
    let Some(folder) = std::env::var_os("UBERC_KEEP_PICTURES") else { return Ok(()) };
    for (target, written) in written.iter().filter(|(target, _)| target.starts_with("target")) {
        let file = Path::new(&folder).join(format!("{name} {target}.png").replace(' ', "_"));
        picture::write_png(&file, written, SIZE[0], SIZE[1])?;
    }
    Ok(())
}

fn pairs_of(world: &World, shader: &ShaderFront) -> Result<Vec<Pair>, String> {
    let limits = &world.project.limits;
    let (plain, _) = specialise(&shader.declaration, &shader.exploration, &shader.tokens, Mode::Plain, limits);
    let count = plain.parts.len();
    let mut sampled = Vec::new();
    for at in (0..count).step_by(count.div_ceil(SAMPLES).max(1)) {
        let key = Permutation(plain.parts[at].0.value);
        let of = |set: &VariantSet| Some(set.technique_of(key)?.stages.clone());
        sampled.push((at, of(&plain).zip(of(&shader.variants)).ok_or("a part has no technique")?));
    }
    let mut wanted = BTreeSet::new();
    for (_, (plain, folded)) in &sampled {
        wanted.extend(plain.values().map(|id| (false, *id)));
        wanted.extend(folded.values().map(|id| (true, *id)));
    }
    let compiled: BTreeMap<(bool, VariantId), Part> = wanted
        .into_par_iter()
        .map(|(folded, id)| {
            let part = compiled(world, if folded { &shader.variants } else { &plain }, id);
            Ok(((folded, id), part.map_err(|error| format!("{}: {error}", shader.declaration.name))?))
        })
        .collect::<Result<_, String>>()?;
    let mut pairs = Vec::new();
    for (at, (plain, folded)) in sampled {
        let parts = |stages: &BTreeMap<Stage, VariantId>, folded: bool| -> BTreeMap<Stage, &Part> {
            stages.iter().map(|(stage, id)| (*stage, &compiled[&(folded, *id)])).collect()
        };
        let (plain, folded) = (parts(&plain, false), parts(&folded, true));
        let shapes: Vec<_> = plain.values().map(|part| &part.shape).collect();
        let scene = HINTS.iter().fold(Scene::of(1, &shapes), |scene, (name, values)| scene.with(name, values));
        let prepare = |parts: &BTreeMap<Stage, &Part>| match (parts.get(&Stage::Vertex), parts.get(&Stage::Pixel)) {
            (Some(vertex), Some(pixel)) => scene.draw(vertex, pixel),
            _ => scene.alone(parts.values().next().ok_or("a technique without a stage")?),
        };
        let name = format!("{} {at}", shader.declaration.name);
        let error = |error| format!("{name}: {error}");
        let (plain, folded) = (prepare(&plain).map_err(error)?, prepare(&folded).map_err(error)?);
        pairs.push(Pair { name, plain, folded });
    }
    Ok(pairs)
}

fn compiled(world: &World, set: &VariantSet, id: VariantId) -> Result<Part, String> {
    let variant = &set.variants[id.0 as usize];
    let text = emit(&set.sources[variant.source as usize], &world.sources, Layout::OneTokenALine).text;
    let stage = match variant.stage {
        Stage::Vertex => batch::Stage::Vertex,
        Stage::Pixel => batch::Stage::Pixel,
        Stage::Compute => batch::Stage::Compute,
        other => return Err(format!("no {} stage in the library so far", other.name())),
    };
    Part::new(glslang::hlsl(&text, stage, &variant.entry_point)?, "main")
}
