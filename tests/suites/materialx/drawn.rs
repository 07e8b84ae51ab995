//! Shaders drawn on the software device: ours through the native chain, the reference's through glslangValidator, with
//! the same uniforms, textures and values between the stages. Pictures are equal within 1/255.
//!
//! An ordinary run draws the full surfaces and a definition of each category; with `--all`, every definition.
//! `UBERC_KEEP_PICTURES=DIR` keeps the pictures.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::diag::{Diagnostic, Span};
use uberc::dialect::materialx::emit::Shader;
use uberc::dialect::materialx::opened::Opened;
use uberc::dialect::materialx::options::Options;
use uberc::dialect::materialx::reflection::default_bytes;
use uberc::dialect::materialx::unit_of;
use uberc::model::{Artifact, Stage, Target};
use uberc::pipeline::{BuildContext, ProjectCache, TextShader, compile_texts};
use uberc_judge::batch::{Job, Stage as JudgeStage};
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::glslang;
use uberc_judge::picture::write_png;
use uberc_judge::runner;
use uberc_judge::scene::{Part, Prepared, SIZE, Scene};

use super::reference::{self, Answer};
use super::{library, standard_options};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let trial = |name: &str, test: fn() -> Result<(), Failed>| {
        harness::needs_device(harness::trial(format!("materialx::{name}"), test))
    };
    vec![
        trial("surfaces_are_drawn_as_by_the_reference", surfaces),
        trial("nodes_are_drawn_as_by_the_reference", nodes),
        trial("a_light_that_is_a_graph_lights_as_a_function_does", light_graph),
    ]
}

/// Of a colour from 0 to 1, and in proportion of brighter ones.
const EQUAL: Tolerance = Tolerance { relative: 1.0 / 255.0, absolute: 1.0 / 255.0, outliers: 0.0 };

/// Of nodes with thresholds, such as the edges of hexagonal tiles: one value in a picture may fall to the other side.
const EQUAL_BUT_FOR_EDGES: Tolerance = Tolerance { outliers: 1e-4, ..EQUAL };

/// Two shaders that are drawn alike: texts for glslangValidator, and one for the native chain.
struct Pair {
    name: String,
    vertex: String,
    pixel: String,
    own: Shader,
}

/// Members of uniforms with which every branch of a surface shows.
fn scene_of(seed: u64, reference: &Part) -> Scene {
    Scene::of(seed, &[&reference.shape])
        .with("u_viewPosition", &[0.3, 0.4, 3.0])
        .with("u_envRadianceSamples", &[8.0])
        .with("u_envRadianceMips", &[6.0])
        .with("u_numActiveLightSources", &[3.0])
}

/// The document's elements with these options, as both generate them.
fn pairs_of(file: &Path, elements: &[&str], words: &[&str], options: &Options) -> Result<Vec<Pair>, Failed> {
    let folder = file.parent().ok_or("a folder")?;
    let sources = uberc::diag::Sources::new(folder);
    let source = sources.load(file).map_err(|error| format!("{error:?}"))?;
    let opened = Opened::read(&sources, &source, &[library()]).map_err(|problem| problem.message)?;
    let mut pairs = Vec::new();
    for element in elements {
        let name = file.display().to_string();
        let mut question = vec!["document", name.as_str(), element];
        question.extend(words);
        let mut answers = reference::ask(&question)?;
        let answer: Answer = answers.remove("document").flatten();
        let (vertex, pixel, _) = answer.ok_or_else(|| format!("{element}: the reference fails"))?;
        let mut problems = Vec::new();
        let shader = opened.generate(opened.element(element).map_err(|it| it.message)?, options, &mut problems);
        let own = shader.filter(|_| problems.is_empty()).ok_or_else(|| format!("{element}: {problems:?}"))?;
        let pixel = with_our_light_data(&pixel, &own.pixel.text);
        pairs.push(Pair { name: format!("{element} {}", words.join(" ")), vertex, pixel, own });
    }
    Ok(pairs)
}

/// The reference's order of the members of a light follows a hash; ours is put in its place.
fn with_our_light_data(reference: &str, own: &str) -> String {
    const STRUCTURE: &str = "struct LightData\n{\n";
    let parts = |text: &str| -> Option<(usize, usize)> {
        let start = text.find(STRUCTURE)? + STRUCTURE.len();
        Some((start, start + text[start..].find("};")?))
    };
    match (parts(reference), parts(own)) {
        (Some((start, end)), Some((own_start, own_end))) => {
            format!("{}{}{}", &reference[..start], &own[own_start..own_end], &reference[end..])
        }
        _ => reference.to_owned(),
    }
}

fn surfaces() -> Result<(), Failed> {
    let file = harness::suite_dir("materialx_reference").join("surfaces/main.mtlx");
    let elements = std::fs::read_to_string(file.with_file_name("elements.txt"))?;
    let elements: Vec<&str> = elements.split_whitespace().collect();
    let mut pairs = pairs_of(&file, &elements, &["lights=true"], &standard_options())?;
    let alone = Options { max_lights: 0, transparency: true, ..standard_options() };
    let more = if harness::compares_everything() { &elements[..] } else { &elements[1..2] };
    pairs.extend(pairs_of(&file, more, &["max_lights=0", "transparency=true"], &alone)?);
    // The driver takes seconds for each program.
    let values: &[Values] = if harness::compares_everything() { &Values::ALL } else { &[Values::Invented] };
    hold(&pairs, values, EQUAL)
}

/// Definitions whose files call functions that only the text of a lit surface has: neither text compiles without one.
const ONLY_IN_SURFACES: [&str; 3] =
    ["ND_chiang_hair_absorption_from_color", "ND_chiang_hair_roughness", "ND_deon_hair_absorption_from_melanin"];

fn nodes() -> Result<(), Failed> {
    let answers = reference::of_definitions()?;
    let sources = uberc::diag::Sources::new("");
    let empty = sources.add("empty.mtlx", "<materialx version=\"1.39\"/>");
    let opened = Opened::read(&sources, &empty, &[library()]).map_err(|problem| problem.message)?;
    let universe = opened.universe();
    let (mut pairs, mut categories) = (Vec::new(), BTreeSet::new());
    for (name, answer) in answers {
        let Some((vertex, pixel, _)) = answer else { continue };
        let Some(definition) = name.strip_prefix("graph/") else { continue };
        let found = universe.definition(None, definition).ok_or("a definition")?;
        let ty = universe.definition_type(found);
        // A closure or a light has no colour of its own, and `surfaces` draws whole surfaces.
        let is_colour =
            !matches!(ty, "BSDF" | "EDF" | "VDF" | "filename") && !ty.ends_with("shader") && ty != "material";
        let is_new = is_colour && categories.insert(found.attr("node").unwrap_or("").to_owned());
        if !is_colour || !(is_new || harness::compares_everything()) || ONLY_IN_SURFACES.contains(&definition) {
            continue;
        }
        let (text, path) = reference::isolated("graph", definition, &opened)?;
        let file = sources.add(format!("drawn_{definition}.mtlx"), &text);
        let document = Opened::read(&sources, &file, &[library()]).map_err(|problem| problem.message)?;
        let element = document.element(path).map_err(|problem| problem.message)?;
        let mut problems = Vec::new();
        let shader = document.generate(element, &reference::standard_lights_off(), &mut problems);
        let own = shader.filter(|_| problems.is_empty()).ok_or_else(|| format!("{name}: {problems:?}"))?;
        pairs.push(Pair { name: definition.to_owned(), vertex: vertex.clone(), pixel: pixel.clone(), own });
    }
    if pairs.len() < 165 {
        return Err(format!("only {} nodes", pairs.len()).into());
    }
    let values: &[Values] = if harness::compares_everything() { &Values::ALL } else { &[Values::Invented] };
    hold(&pairs, values, EQUAL_BUT_FOR_EDGES)
}

/// A light whose graph ends in a `light` node, against a function of a file that computes the same.
fn light_graph() -> Result<(), Failed> {
    let folder = harness::suite_dir("materialx").join("light_graph");
    let sources = uberc::diag::Sources::new(&folder);
    let file = sources.load(Path::new("main.mtlx")).map_err(|error| format!("{error:?}"))?;
    let opened = Opened::read(&sources, &file, &[library()]).map_err(|problem| problem.message)?;
    let element = opened.element("lit").map_err(|problem| problem.message)?;
    let with = |light: &str| -> Result<Shader, Failed> {
        let options = Options { lights: vec![(1, light.to_owned())], ..standard_options() };
        let mut problems = Vec::new();
        let shader = opened.generate(element, &options, &mut problems);
        shader.filter(|_| problems.is_empty()).ok_or_else(|| format!("{light}: {problems:?}").into())
    };
    let (graph, function) = (with("ND_lamp")?, with("ND_lamp_by_function")?);
    assert!(graph.pixel.text.contains("result.intensity *= pow(2.0, light.stops)"), "{}", graph.pixel.text);
    // Both read the same members, so that both are given the same data.
    let pixel = with_our_light_data(&function.pixel.text, &graph.pixel.text);
    let pair = Pair { name: "lamp".to_owned(), vertex: function.vertex.text, pixel, own: graph };
    hold(&[pair], &[Values::Invented], EQUAL)
}

/// Values of the uniforms of a material.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Invented,
    Defaults,
}

impl Values {
    const ALL: [Values; 2] = [Values::Invented, Values::Defaults];
}

/// Compiles, draws and compares all pairs.
fn hold(pairs: &[Pair], values: &[Values], tolerance: Tolerance) -> Result<(), Failed> {
    let project = tempfile::tempdir()?;
    std::fs::write(project.path().join("uberc.toml"), "")?;
    let (context, _) = BuildContext::open_without_units(project.path());
    let shaders: Vec<TextShader> = pairs.iter().map(|pair| text_shader(&context, pair)).collect();
    let (results, missing) = compile_texts(&context, &shaders, &[Target::Spirv], &ProjectCache::none(), true);
    let said = harness::diagnostics(&missing, &context.sources);
    assert!(said.is_empty(), "{said}");
    for (pair, results) in pairs.iter().zip(&results) {
        let errors: Vec<Diagnostic> = results[0].diagnostics.iter().filter(|one| one.is_error()).cloned().collect();
        assert!(errors.is_empty(), "{}: {}", pair.name, harness::diagnostics(&errors, &context.sources));
    }
    let made: Vec<Vec<(String, [Prepared; 2])>> = pairs
        .par_iter()
        .zip(&results)
        .map(|(pair, results)| jobs(pair, &results[0].stages, values).map_err(|why| format!("{}: {why}", pair.name)))
        .collect::<Result<_, String>>()?;
    let made: Vec<(String, [Prepared; 2])> = made.into_iter().flatten().collect();
    let jobs: Vec<Job> = made.iter().flat_map(|(_, both)| both.iter().map(|prepared| prepared.job.clone())).collect();
    let outcomes = runner::run(&jobs)?;
    let mut wrong = Vec::new();
    for ((name, both), outcomes) in made.iter().zip(outcomes.chunks(2)) {
        let mut written = Vec::new();
        for (prepared, outcome) in both.iter().zip(outcomes) {
            written.push(prepared.written(outcome).ok_or_else(|| format!("{name}: {outcome:?}"))?);
        }
        if let Some(folder) = std::env::var_os("UBERC_KEEP_PICTURES") {
            for (written, by) in written.iter().zip(["reference", "own"]) {
                let Some(target) = written.get("target 0") else { continue };
                let file = format!("mtlx {} {by}.png", name.replace(['/', '='], "_"));
                write_png(&Path::new(&folder).join(file), target, SIZE[0], SIZE[1])?;
            }
        }
        if !written[0].keys().eq(written[1].keys()) {
            wrong.push(format!("{name}: {:?} and {:?}", written[0].keys(), written[1].keys()));
        }
        wrong.extend(compare(&written[0], &written[1], tolerance).iter().map(|found| format!("{name}: {found}")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn text_shader(context: &BuildContext, pair: &Pair) -> TextShader {
    let (text, places) = unit_of(&pair.own, &context.sources);
    let file = context.sources.add_generated(pair.name.as_str(), &text, places);
    let declared = Span { file: file.id, start: 0, end: 0 };
    let entry_points = [Stage::Vertex, Stage::Pixel].map(|stage| (stage, "main".to_owned())).into();
    TextShader { name: pair.name.clone(), file, language: "glsl", entry_points, declared }
}

/// The vertices, and a picture of the pixel stage for each choice of values.
fn jobs(
    pair: &Pair,
    stages: &BTreeMap<Stage, Arc<Artifact>>,
    values: &[Values],
) -> Result<Vec<(String, [Prepared; 2])>, String> {
    let reference = |text: &str, stage: JudgeStage| -> Result<Part, String> {
        Part::new(glslang::glsl_with(text, stage, &glslang::Options::default())?, "main")
    };
    let own = |stage: Stage| -> Result<Part, String> {
        let artifact = stages.get(&stage).ok_or("a stage is missing")?;
        Part::new(artifact.bytes.content().into_owned(), &artifact.entry_point)
    };
    let vertex = [reference(&pair.vertex, JudgeStage::Vertex)?, own(Stage::Vertex)?];
    let pixel = [reference(&pair.pixel, JudgeStage::Pixel)?, own(Stage::Pixel)?];
    let scene = scene_of(1, &vertex[0]);
    let mut made =
        vec![(format!("{} vertices", pair.name), [scene.vertices(&vertex[0])?, scene.vertices(&vertex[1])?])];
    for values in values {
        let (scene, name) = match values {
            Values::Invented => (scene_of(1, &pixel[0]), "values"),
            Values::Defaults => {
                let defaults = default_bytes(&pair.own.types, &pair.own.interface.pixel_public);
                (scene_of(2, &pixel[0]).holding("PublicUniforms_pixel", defaults), "defaults")
            }
        };
        made.push((format!("{} {name}", pair.name), [scene.fill(&pixel[0])?, scene.fill(&pixel[1])?]));
    }
    Ok(made)
}
