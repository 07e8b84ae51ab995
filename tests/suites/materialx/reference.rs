//! Shaders compared with those of the reference: the texts are equal but for comments and white space, so that
//! interfaces, bindings and pictures are. The few texts that differ are listed with the reason.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::{Failed, Trial};
use uberc::diag::Sources;
use uberc::dialect::materialx::opened::Opened;
use uberc::dialect::materialx::options::Options;
use uberc::dialect::materialx::value::document_text;
use uberc_judge::batch::Stage;
use uberc_judge::glslang::rejects_glsl;

use super::{library, package, standard_options};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let texts = harness::trial("materialx::every_definition_is_written_as_by_the_reference", definitions);
    let mut trials = vec![harness::needs("glslangValidator", texts)];
    trials.push(harness::trial("materialx::osl_is_written_as_by_the_reference", open_shading_language));
    trials.extend(harness::cases("materialx_reference", document));
    trials
}

/// Vertex text, pixel text, and public uniforms: name, type, default.
pub type Answer = Option<(String, String, Vec<(String, String, Option<String>)>)>;

pub fn ask(words: &[&str]) -> Result<BTreeMap<String, Answer>, Failed> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites/materialx/reference.py");
    let output = Command::new("python3")
        .arg(script)
        .args(words)
        .env("PYTHONPATH", package())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The shaders of all node definitions, by kind (`node`, `graph`) and name. The reference is asked once.
pub fn of_definitions() -> Result<&'static BTreeMap<String, Answer>, Failed> {
    static ANSWERS: OnceLock<Result<BTreeMap<String, Answer>, String>> = OnceLock::new();
    let answers = ANSWERS.get_or_init(|| {
        ask(&["definitions"]).map_err(|failed| failed.message().unwrap_or("the reference failed").to_owned())
    });
    answers.as_ref().map_err(|why| why.as_str().into())
}

/// The lines of a text without comments, indentation and empty lines.
fn lines(text: &str) -> Vec<String> {
    let code = |line: &str| line.split("//").next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    // An expression of the library ends with `;`, and the reference writes another behind it.
    text.lines()
        .map(code)
        .map(|line| line.replace(" ;", ";").replace(";;", ";"))
        .filter(|line| !line.is_empty())
        .collect()
}

/// The first line that differs, in both texts.
fn difference(expected: &str, actual: &str) -> Option<String> {
    let (expected, actual) = (lines(expected), lines(actual));
    if expected == actual {
        return None;
    }
    let at = expected.iter().zip(&actual).position(|(a, b)| a != b).unwrap_or(expected.len().min(actual.len()));
    let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "(end)".to_owned());
    Some(format!("reference: {}\n     ours: {}", line(&expected), line(&actual)))
}

/// Definitions for which the reference's text is no GLSL, and why. Ours is.
const NOT_GLSL: [(&str, &str); 11] = [
    ("ND_light", "the body of a light is in `main`"),
    ("ND_point_light", "as `light`"),
    ("ND_directional_light", "as `light`"),
    ("ND_spot_light", "as `light`"),
    ("ND_dot_surfaceshader", "lights are counted by a uniform that is not declared"),
    ("ND_mix_surfaceshader", "as `dot`"),
    ("ND_constant_filename", "a variable has the type of a texture"),
    ("ND_dot_filename", "as `constant_filename`"),
    ("ND_geompropvalueuniform_filename", "as `constant_filename`"),
    ("ND_randomfloat_float", "the uniform `max` hides a function that the text calls"),
    ("ND_randomfloat_integer", "as `randomfloat_float`"),
];

/// Definitions without implementation for GLSL.
const WITHOUT_IMPLEMENTATION: usize = 12;

fn definitions() -> Result<(), Failed> {
    let answers = of_definitions()?;
    let sources = Sources::new("");
    let empty = sources.add("empty.mtlx", "<materialx version=\"1.39\"/>");
    let library_alone = Opened::read(&sources, &empty, &[library()]).map_err(|problem| problem.message)?;
    let options = standard_lights_off();
    let (mut wrong, mut equal, mut missing) = (Vec::new(), 0, 0);
    let mut doubted: Vec<[String; 2]> = Vec::new();
    for (name, answer) in answers {
        let (kind, definition) = name.split_once('/').ok_or("a kind and a name")?;
        let (text, path) = isolated(kind, definition, &library_alone)?;
        let file = sources.add(format!("{kind}_{definition}.mtlx"), &text);
        let opened = Opened::read(&sources, &file, &[library()]).map_err(|problem| problem.message)?;
        let element = opened.element(path).map_err(|problem| problem.message)?;
        let mut problems = Vec::new();
        let shader = opened.generate(element, &options, &mut problems);
        let Some((vertex, pixel, values)) = answer else {
            // Where the reference has no shader, the problem has the code that the documents promise.
            missing += usize::from(problems.iter().any(|problem| problem.kind.code() == "mx/no-implementation"));
            continue;
        };
        let Some(shader) = shader.filter(|_| problems.is_empty()) else {
            wrong.push(format!("{name}: no shader: {:?}", problems.first().map(|problem| &problem.message)));
            continue;
        };
        let found = difference(vertex, &shader.vertex.text).or_else(|| difference(pixel, &shader.pixel.text));
        let found = found.or_else(|| different_values(values, &shader));
        match found {
            Some(_) if NOT_GLSL.iter().any(|(known, _)| *known == definition) => {
                doubted.push([pixel.clone(), shader.pixel.text]);
            }
            Some(found) => wrong.push(format!("{name}:\n{found}")),
            None => equal += 1,
        }
    }
    if missing != 2 * WITHOUT_IMPLEMENTATION {
        wrong.push(format!("{missing} shaders have no implementation, not {}", 2 * WITHOUT_IMPLEMENTATION));
    }
    if equal < 1547 {
        wrong.push(format!("only {equal} shaders are compared"));
    }
    if doubted.len() < NOT_GLSL.len() {
        wrong.push(format!("only {} texts of the reference are no GLSL", doubted.len()));
    }
    let texts: Vec<String> = doubted.into_iter().flatten().collect();
    let rejected = rejects_glsl(&texts, Stage::Pixel, None)?;
    for (pair, texts) in rejected.chunks(2).zip(texts.chunks(2)) {
        if pair != [true, false] {
            wrong.push(format!("rejected: {pair:?}: {}", texts[0].split("void main()").nth(1).unwrap_or("")));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The reference's Python bindings bind no lights here.
pub fn standard_lights_off() -> Options {
    Options { lights: Vec::new(), ..standard_options() }
}

/// A document with a node of a definition, alone or in a graph, and the path of the element.
pub fn isolated(kind: &str, definition: &str, opened: &Opened<'_>) -> Result<(String, &'static str), Failed> {
    let universe = opened.universe();
    let found = universe.definition(None, definition).ok_or_else(|| format!("no `{definition}`"))?;
    let (category, ty) = (found.attr("node").unwrap_or(""), universe.definition_type(found));
    if kind == "node" {
        let node = format!("<{category} name=\"n\" type=\"{ty}\" nodedef=\"{definition}\"/>");
        return Ok((format!("<materialx version=\"1.39\">{node}</materialx>"), "n"));
    }
    let mut inputs = String::new();
    for name in ["geomprop", "varname"] {
        if universe.definition_inputs(found).iter().any(|input| input.name() == name) {
            inputs += &format!("<input name=\"{name}\" type=\"string\" value=\"foo\"/>");
        }
    }
    let outputs = universe.definition_outputs(found);
    let first = outputs.first().ok_or("an output")?;
    let chosen = if outputs.len() > 1 { format!(" output=\"{}\"", first.name()) } else { String::new() };
    let out = first.attr("type").unwrap_or("");
    Ok((
        format!(
            "<materialx version=\"1.39\"><nodegraph name=\"g\">\
             <{category} name=\"n\" type=\"{ty}\" nodedef=\"{definition}\">{inputs}</{category}>\
             <output name=\"out\" type=\"{out}\" nodename=\"n\"{chosen}/></nodegraph></materialx>"
        ),
        "g/out",
    ))
}

/// Public uniforms whose names, order or defaults differ.
fn different_values(
    expected: &[(String, String, Option<String>)],
    shader: &uberc::dialect::materialx::emit::Shader,
) -> Option<String> {
    let ours = &shader.interface.pixel_public;
    let names = |names: Vec<&str>| names.join(" ");
    let expected_names = names(expected.iter().map(|(name, _, _)| name.as_str()).collect());
    let our_names = names(ours.iter().map(|uniform| uniform.name.as_str()).collect());
    if expected_names != our_names {
        return Some(format!("reference: {expected_names}\n     ours: {our_names}"));
    }
    for ((name, ty, value), uniform) in expected.iter().zip(ours) {
        let is_number = matches!(ty.as_str(), "float" | "color3" | "color4" | "vector2" | "vector3" | "vector4");
        let (Some(value), Some(own)) = (value, &uniform.value) else { continue };
        let numbers = |text: &str| text.split(',').map(|part| part.trim().parse::<f32>()).collect::<Vec<_>>();
        let own = document_text(own);
        let is_equal = if is_number {
            let near = |(a, b): (&Result<f32, _>, &Result<f32, _>)| match (a, b) {
                (Ok(a), Ok(b)) => (a - b).abs() <= 1e-5 * a.abs().max(1.0),
                _ => false,
            };
            let (a, b) = (numbers(value), numbers(&own));
            a.len() == b.len() && a.iter().zip(&b).all(near)
        } else {
            ty != "integer" && ty != "boolean" || *value == own
        };
        if !is_equal {
            return Some(format!("`{name}`: the reference's default is {value}, ours {own}"));
        }
    }
    None
}

/// Definitions whose OSL differs from the reference's, and why.
const DIFFERENT_OSL: [(&str, &str); 2] =
    [("ND_dot_lightshader", "the reference gives a shader no default"), ("ND_dot_volumeshader", "as for lights")];

/// The statements of an OSL shader without comments, metadata and white space.
fn statements(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(open) = rest.find("[[") {
        plain += &rest[..open];
        rest = rest[open..].find("]]").map_or("", |close| &rest[open + close + 2..]);
    }
    plain += rest;
    let code: Vec<&str> = plain.lines().map(|line| line.split("//").next().unwrap_or("").trim()).collect();
    let spaced: String = code.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    for (at, c) in spaced.char_indices() {
        let near = |c: Option<char>| c.is_some_and(|c| ",;(){}=".contains(c));
        let is_loose = c == ' ' && (near(spaced[..at].chars().next_back()) || near(spaced[at + 1..].chars().next()));
        if !is_loose {
            out.push(c);
        }
    }
    // Names that the reference gives where a text needs one.
    let out = out.replace("_surfacematerial__out", "surface_material_out");
    let out = out.replace("closure color null_closure=0;return null_closure;", "closure color none=0;return none;");
    let out = out.replace(";;", ";");
    out.split_inclusive([';', '{', '}']).map(str::to_owned).collect()
}

fn open_shading_language() -> Result<(), Failed> {
    let answers = ask(&["osl"])?;
    let sources = Sources::new("");
    let empty = sources.add("empty.mtlx", "<materialx version=\"1.39\"/>");
    let library_alone = Opened::read(&sources, &empty, &[library()]).map_err(|problem| problem.message)?;
    let options = Options { target: "genosl".to_owned(), ..standard_lights_off() };
    let (mut wrong, mut equal) = (Vec::new(), 0);
    for (definition, answer) in &answers {
        let Some((_, expected, _)) = answer else { continue };
        if DIFFERENT_OSL.iter().any(|(known, _)| known == definition) {
            continue;
        }
        let (text, path) = isolated("graph", definition, &library_alone)?;
        let file = sources.add(format!("osl_{definition}.mtlx"), &text);
        let opened = Opened::read(&sources, &file, &[library()]).map_err(|problem| problem.message)?;
        let element = opened.element(path).map_err(|problem| problem.message)?;
        let mut problems = Vec::new();
        let Some((_, actual)) = opened.generate_osl(element, &options, &mut problems) else {
            wrong.push(format!("{definition}: {:?}", problems.first().map(|problem| &problem.message)));
            continue;
        };
        let (expected, actual) = (statements(expected), statements(&actual));
        match expected.iter().zip(&actual).find(|(a, b)| a != b) {
            Some((a, b)) => wrong.push(format!("{definition}:\nreference: {a}\n     ours: {b}")),
            None if expected.len() != actual.len() => wrong.push(format!("{definition}: one text is longer")),
            None => equal += 1,
        }
    }
    if equal < 780 {
        wrong.push(format!("only {equal} shaders are compared"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn document(folder: &Path) -> Result<(), Failed> {
    let elements = std::fs::read_to_string(folder.join("elements.txt"))?;
    let runs = std::fs::read_to_string(folder.join("options.txt")).unwrap_or_default();
    let file = folder.join("main.mtlx").display().to_string();
    let sources = Sources::new(folder);
    let source = sources.load(Path::new("main.mtlx")).map_err(|error| format!("{error:?}"))?;
    let opened = Opened::read(&sources, &source, &[library()]).map_err(|problem| problem.message)?;
    let mut wrong = Vec::new();
    for path in elements.split_whitespace() {
        for run in std::iter::once("").chain(runs.lines()) {
            let words: Vec<&str> = run.split_whitespace().collect();
            let mut options = standard_lights_off();
            for word in &words {
                let (name, value) = word.split_once('=').ok_or("options.txt: NAME=VALUE")?;
                options.set(name, value)?;
            }
            let mut question = vec!["document", file.as_str(), path];
            question.extend(&words);
            let answers = ask(&question)?;
            let answer = answers.get("document").and_then(Option::as_ref);
            let (vertex, pixel, values) = answer.ok_or_else(|| format!("{path} {run}: the reference fails"))?;
            let mut problems = Vec::new();
            let element = opened.element(path).map_err(|problem| problem.message)?;
            let shader = opened.generate(element, &options, &mut problems);
            let Some(shader) = shader.filter(|_| problems.is_empty()) else {
                wrong.push(format!("{path} {run}: {:?}", problems.first().map(|problem| &problem.message)));
                continue;
            };
            let found = difference(vertex, &shader.vertex.text).or_else(|| difference(pixel, &shader.pixel.text));
            if let Some(found) = found.or_else(|| different_values(values, &shader)) {
                wrong.push(format!("{path} {run}:\n{found}"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
