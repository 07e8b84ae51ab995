//! Runs programs on the software Vulkan device: each variant of the library draws and writes the same bits as the ubershader whose
//! branches are uniforms.
//!
//! Both are compiled by the reference compiler from one unit with the technique's defines; one has its branches folded, the
//! other is the text as it is written, and the values are set when it is drawn. That proves something only if a wrong variant
//! would be seen, so two things are asked besides: no two variants draw the same, and each branch shows when it is set wrong.
//! [`dxc`] compares the embedded compiler's variants with DXC's.

mod dxc;
mod inputs;
mod ubershader;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

use libtest_mimic::{Failed, Trial};
use uberc::model::{BranchId, Cube, Permutation, Target, VariantId};
use uberc::pipeline::{BuildContext, Front, ShaderFront, run_frontend};
use uberc_judge::batch::{Job, Outcome};
use uberc_judge::compare::{Tolerance, Written, compare};
use uberc_judge::scene::{Prepared, SIZE};
use uberc_judge::{picture, runner, variations};

use crate::harness;
use ubershader::{Code, Entry};

/// Every shader of the library; `every_shader_is_here` says if one is missing.
const SHADERS: [&str; 21] = [
    "AntiAlias",
    "BloomDownsample",
    "BloomUpsample",
    "DeferredLighting",
    "LuminanceHistogram",
    "ExposureAdaptation",
    "LightCulling",
    "RenderMesh",
    "ParticleSimulation",
    "Particles",
    "Sky",
    "AmbientOcclusion",
    "AmbientOcclusionBlur",
    "TerrainDepth",
    "TerrainShadow",
    "ToneMap",
    "UserInterface",
    "UpscaleReconstruct",
    "UpscaleDepthClip",
    "UpscaleAccumulate",
    "UpscaleSharpen",
];

/// Shaders whose variants differ from the ubershader in the last bits.
const ROUNDED: [Rounded; 4] = [
    Rounded {
        shader: "BloomUpsample",
        why: "a loop over one ring is unrolled: the driver computes `exp2`, `sin` and `cos` of what are constants then, and \
              approximates them at run time",
        bound: 5e-7,
        exact: false,
    },
    Rounded {
        shader: "RenderMesh",
        why: "in the debug view of what glows the driver joins factors of the bright pass with the view's logarithm",
        bound: 1e-5,
        exact: true,
    },
    Rounded { shader: "TerrainDepth", why: SUMMED, bound: 2e-6, exact: true },
    Rounded { shader: "TerrainShadow", why: SUMMED, bound: 2e-6, exact: true },
];

const SUMMED: &str = "a loop over two layers is unrolled: the driver adds the products in another order";

struct Rounded {
    shader: &'static str,
    why: &'static str,
    /// The difference at most: relative, and absolute around 0.
    bound: f64,
    /// With arithmetic that the driver must do as it is written, they are equal bit for bit.
    exact: bool,
}

impl Rounded {
    fn tolerance(&self) -> Tolerance {
        Tolerance { relative: self.bound, absolute: self.bound, outliers: 0.0 }
    }
}

pub fn trials() -> Vec<Trial> {
    let judged = SHADERS.map(|name| {
        harness::needs_device(harness::trial(format!("pictures::{name}"), move || {
            variants_draw_what_the_ubershader_draws(name)
        }))
    });
    let complete = harness::trial("pictures::every_shader_is_here", every_shader_is_here);
    judged.into_iter().chain([complete, dxc::trial()]).collect()
}

fn library() -> &'static (BuildContext, Front) {
    static LIBRARY: OnceLock<(BuildContext, Front)> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let (context, _) = BuildContext::open(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders")]);
        let known = run_frontend(&context, &[Target::Spirv]);
        (context, known)
    })
}

fn every_shader_is_here() -> Result<(), Failed> {
    let found: Vec<&str> = library().1.shaders.iter().map(|shader| shader.declaration.name.as_str()).collect();
    assert_eq!(found, SHADERS);
    Ok(())
}

/// Draws with one pipeline in a job: more share the cost of building it, but a job's results are in memory together.
const TURNS: usize = 48;
/// Such jobs at a time.
const JOBS: usize = 16;

/// A technique, to be drawn.
#[derive(Clone)]
struct Drawn {
    stages: Vec<VariantId>,
    /// Index into the shader's distinct ubershaders.
    uber: usize,
    /// Final values of the smallest permutation that leads to it, and of the largest: a branch in which they differ must make
    /// no difference.
    finals: Vec<Permutation>,
}

/// One draw of the ubershader for a technique.
#[derive(Clone)]
struct Turn {
    technique: usize,
    values: Permutation,
    /// This branch has a value that the technique does not have.
    wrong: Option<BranchId>,
}

fn variants_draw_what_the_ubershader_draws(name: &str) -> Result<(), Failed> {
    let (context, known) = library();
    let shader = known.shaders.iter().find(|shader| shader.declaration.name == name).ok_or("no such shader")?;
    let mut code = Code::new(context, shader)?;
    // Another device may round in its own way, and with constants in another: there, arithmetic is as it is written, and nearly equal
    // is equal.
    let other = runner::is_other_device();
    if other {
        code = code.exact()?;
    }
    let (ubers, techniques) = drawn(shader, &code)?;
    let pictures = variants(shader, &code, &ubers, &techniques)?;
    let rounded = ROUNDED.iter().find(|rounded| rounded.shader == name && !other);
    let exact = if other { Tolerance::ROUNDING } else { Tolerance::EXACT };
    let tolerance = rounded.map_or(exact, Rounded::tolerance);
    let Compared { differing, near, shown } =
        compared(shader, &code, &ubers, &techniques, &pictures, &turns(shader, &techniques), tolerance)?;
    assert!(differing.is_empty(), "{} differ from the ubershader:\n{}", differing.len(), differing.join("\n"));
    if let Some(Rounded { why, exact, .. }) = rounded {
        assert!(!near.is_empty(), "nothing differs any more because {why}");
        if *exact {
            let near: Vec<Drawn> = near.into_iter().map(|technique| techniques[technique].clone()).collect();
            equal_as_written(shader, &code.exact()?, &ubers, &near)?;
        }
    }
    let layout = &shader.declaration.branches;
    let hidden: Vec<&str> = live(shader).difference(&shown).map(|branch| layout.get(*branch).name.as_str()).collect();
    assert!(hidden.is_empty(), "{hidden:?} could have any value, and the pictures would be the same");
    let mut alike: BTreeMap<Vec<u8>, Vec<String>> = BTreeMap::new();
    for (technique, picture) in techniques.iter().zip(&pictures) {
        alike.entry(content(picture)).or_default().push(layout.describe(technique.finals[0].0));
    }
    alike.retain(|_, alike| alike.len() > 1);
    let alike: Vec<Vec<String>> = alike.into_values().collect();
    assert!(alike.is_empty(), "one could stand for the other, and the pictures would be the same: {alike:#?}");
    Ok(())
}

/// With arithmetic as it is written, nothing may differ.
fn equal_as_written(
    shader: &ShaderFront,
    code: &Code,
    ubers: &[Vec<Entry>],
    techniques: &[Drawn],
) -> Result<(), Failed> {
    let mut turns = turns(shader, techniques);
    turns.retain(|turn| turn.wrong.is_none());
    let pictures = variants(shader, code, ubers, techniques)?;
    let differing = compared(shader, code, ubers, techniques, &pictures, &turns, Tolerance::EXACT)?.differing;
    assert!(differing.is_empty(), "{} differ without reason:\n{}", differing.len(), differing.join("\n"));
    Ok(())
}

struct Compared {
    /// Techniques whose ubershader draws something else.
    differing: Vec<String>,
    /// Those whose ubershader draws the same but for what the tolerance allows.
    near: BTreeSet<usize>,
    /// Branches that were set wrong and seen.
    shown: BTreeSet<BranchId>,
}

fn compared(
    shader: &ShaderFront,
    code: &Code,
    ubers: &[Vec<Entry>],
    techniques: &[Drawn],
    pictures: &[BTreeMap<String, Written>],
    turns: &[Turn],
    tolerance: Tolerance,
) -> Result<Compared, Failed> {
    let mut compared = Compared { differing: Vec::new(), near: BTreeSet::new(), shown: BTreeSet::new() };
    for (number, uber) in ubers.iter().enumerate() {
        let own: Vec<&Turn> = turns.iter().filter(|turn| techniques[turn.technique].uber == number).collect();
        for some in own.chunks(TURNS * JOBS) {
            for (turn, picture) in some.iter().zip(draw(code, uber, shader, some)?) {
                let expected = &pictures[turn.technique];
                if picture == *expected {
                    continue;
                }
                if let Some(branch) = turn.wrong {
                    compared.shown.insert(branch);
                    continue;
                }
                let differences = compare(&picture, expected, tolerance);
                if differences.is_empty() && picture.keys().eq(expected.keys()) {
                    compared.near.insert(turn.technique);
                } else {
                    let values = shader.declaration.branches.describe(turn.values.0);
                    let places: Vec<String> = differences.iter().map(ToString::to_string).collect();
                    let written = (picture.keys(), expected.keys());
                    compared.differing.push(format!("{values}: {places:?}; written: {written:?}"));
                }
            }
        }
    }
    Ok(compared)
}

/// So many techniques of a shader are drawn in an ordinary run, evenly spread.
const SAMPLES: usize = 8;

/// The numbers of the techniques to draw, in order. In a run that compares everything: each that has other stages. Else a sample
/// of those that have a variant which no earlier one has.
fn numbers_to_draw(shader: &ShaderFront) -> Vec<u32> {
    let everything = harness::compares_everything();
    let (mut variants, mut combinations) = (BTreeSet::new(), BTreeSet::new());
    let mut all = Vec::new();
    for (number, technique) in (0u32..).zip(&shader.variants.techniques) {
        let stages: Vec<VariantId> = technique.stages.values().copied().collect();
        let has_new_variant = stages.iter().filter(|stage| variants.insert(**stage)).count() > 0;
        if has_new_variant || everything && !combinations.contains(&stages) {
            all.push(number);
        }
        combinations.insert(stages);
    }
    let step = if everything { 1 } else { all.len().div_ceil(SAMPLES).max(1) };
    all.into_iter().step_by(step).collect()
}

/// The distinct ubershaders, and the techniques to draw.
fn drawn(shader: &ShaderFront, code: &Code) -> Result<(Vec<Vec<Entry>>, Vec<Drawn>), String> {
    let layout = &shader.declaration.branches;
    let (mut ubers, mut techniques) = (Vec::new(), Vec::<Drawn>::new());
    for number in numbers_to_draw(shader) {
        let technique = &shader.variants.techniques[number as usize];
        let stages: Vec<VariantId> = technique.stages.values().copied().collect();
        let uber = code.entries(shader, technique.finals.technique.0 as usize);
        let uber = ubers.iter().position(|known| *known == uber).unwrap_or_else(|| {
            ubers.push(uber);
            ubers.len() - 1
        });
        let cubes = || shader.variants.parts.iter().filter(|(_, of)| *of == number).map(|(cube, _)| *cube);
        let first = cubes().map(|cube| cube.value).min();
        let last = cubes().map(|cube| largest(shader, cube)).max();
        let resolve = |bits| shader.exploration.resolve(layout, Permutation(bits)).map(|found| found.values);
        let mut finals: Vec<Permutation> = [first, last].into_iter().flatten().filter_map(resolve).collect();
        finals.dedup();
        if finals.is_empty() {
            return Err(format!("no permutation leads to technique {number}"));
        }
        techniques.push(Drawn { stages, uber, finals });
    }
    Ok((ubers, techniques))
}

/// The largest permutation of a cube.
fn largest(shader: &ShaderFront, cube: Cube) -> u64 {
    let layout = &shader.declaration.branches;
    layout.branches().iter().fold(cube.value, |bits, branch| {
        let values = (0..branch.value_count()).map(|value| bits & !branch.mask() | branch.insert(value));
        values.filter(|bits| cube.contains(Permutation(*bits))).max().unwrap_or(bits)
    })
}

/// What the techniques' variants draw.
fn variants(
    shader: &ShaderFront,
    code: &Code,
    ubers: &[Vec<Entry>],
    techniques: &[Drawn],
) -> Result<Vec<BTreeMap<String, Written>>, Failed> {
    let name = &shader.declaration.name;
    let prepare = |technique: &Drawn| code.draw_folded(&ubers[technique.uber], shader, &technique.stages);
    let prepared: Vec<Prepared> = techniques.iter().map(prepare).collect::<Result<_, _>>()?;
    let jobs: Vec<Job> = prepared.iter().map(|prepared| prepared.job.clone()).collect();
    let outcomes = runner::run_portably(&jobs)?;
    let mut pictures = Vec::new();
    for (at, (prepared, outcome)) in prepared.iter().zip(outcomes).enumerate() {
        let picture = prepared.written(&outcome).ok_or_else(|| format!("{name} {at}: {}", told(&outcome)))?;
        keep(&format!("{name} {at}"), &picture)?;
        pictures.push(picture);
    }
    Ok(pictures)
}

/// Each technique with its own values, and with each branch that the shader depends on set wrong.
fn turns(shader: &ShaderFront, techniques: &[Drawn]) -> Vec<Turn> {
    let layout = &shader.declaration.branches;
    let mut turns = Vec::new();
    for (technique, drawn) in techniques.iter().enumerate() {
        turns.extend(drawn.finals.iter().map(|values| Turn { technique, values: *values, wrong: None }));
        let right = drawn.finals[0].0;
        turns.extend(live(shader).into_iter().map(|id| {
            let branch = layout.get(id);
            let other = (branch.extract(right) + 1) % branch.value_count();
            let values = Permutation(right & !branch.mask() | branch.insert(other));
            Turn { technique, values, wrong: Some(id) }
        }));
    }
    turns
}

fn live(shader: &ShaderFront) -> BTreeSet<BranchId> {
    shader.variants.live.values().flatten().copied().collect()
}

/// What an ubershader draws with the values of each turn.
fn draw(
    code: &Code,
    uber: &[Entry],
    shader: &ShaderFront,
    turns: &[&Turn],
) -> Result<Vec<BTreeMap<String, Written>>, Failed> {
    let prepare = |turns: &[&Turn]| {
        let values: Vec<Permutation> = turns.iter().map(|turn| turn.values).collect();
        code.draw_uber(uber, shader, &values)
    };
    let prepared: Vec<Prepared> = turns.chunks(TURNS).map(prepare).collect::<Result<_, _>>()?;
    let jobs: Vec<Job> = prepared.iter().map(|prepared| prepared.job.clone()).collect();
    let mut pictures = Vec::new();
    for (prepared, outcome) in prepared.iter().zip(runner::run_portably(&jobs)?) {
        for outcome in variations::each(&prepared.job, outcome) {
            let name = &shader.declaration.name;
            let picture = prepared.written(&outcome);
            pictures.push(picture.ok_or_else(|| format!("the ubershader of {name}: {}", told(&outcome)))?);
        }
    }
    Ok(pictures)
}

/// An outcome without its bytes.
fn told(outcome: &Outcome) -> String {
    if let Outcome::Done(_) = outcome { "done".to_owned() } else { format!("{outcome:?}") }
}

fn content(written: &BTreeMap<String, Written>) -> Vec<u8> {
    written.values().flat_map(|written| written.bytes.iter().copied()).collect()
}

/// `UBERC_KEEP_PICTURES` names a folder for the pictures.
fn keep(name: &str, written: &BTreeMap<String, Written>) -> Result<(), Failed> {
    let Some(folder) = std::env::var_os("UBERC_KEEP_PICTURES") else { return Ok(()) };
    for (target, written) in written.iter().filter(|(target, _)| target.starts_with("target")) {
        let file = Path::new(&folder).join(format!("{name} {target}.png").replace(' ', "_"));
        picture::write_png(&file, written, SIZE[0], SIZE[1])?;
    }
    Ok(())
}
