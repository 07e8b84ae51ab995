//! MaterialX as a dialect: a document as a unit of GLSL with both stages.

use super::emit::{Shader, StageText};
use super::opened::{self, Opened};
use super::options::{Options, STANDARD_LIGHTS};
use super::problem::{Problem, ProblemKind};
use crate::diag::{Diagnostic, PlaceMap, Sources};
use crate::dialect::{Extension, Generated, Generator, GeneratorInput};

/// MaterialX, written as GLSL.
#[derive(Clone, Copy, Debug)]
pub struct MaterialX;

/// The macro that selects the element of a document with several, by its number in the order of `uberc mtlx list`.
pub const ELEMENT_MACRO: &str = "MTLX_ELEMENT";

/// Raised whenever the text for a document changes.
const REVISION: u32 = 2;

impl Generator for MaterialX {
    fn name(&self) -> &'static str {
        "materialx"
    }

    fn extensions(&self) -> &'static [Extension] {
        &[Extension { name: "mtlx", header: true }]
    }

    fn language(&self) -> &'static str {
        "glsl"
    }

    /// The folders of the node library are an input of each result, like a revision.
    fn revision(&self) -> u32 {
        let folders = opened::library_folders();
        let text = folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join("\n");
        text.bytes().fold(REVISION, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    fn generate(&self, input: &GeneratorInput<'_>) -> Generated {
        let lights = STANDARD_LIGHTS.iter().map(|(id, name)| (*id, (*name).to_owned())).collect();
        let options = Options { lights, ..Options::default() };
        let opened = match Opened::read(input.sources, input.file, &[]) {
            Ok(opened) => opened,
            Err(problem) => {
                let diagnostics = opened::diagnostics(&[problem], input.sources, false);
                return Generated { diagnostics, ..Generated::default() };
            }
        };
        let mut problems = opened.problems.clone();
        let (mut text, mut places) = (String::from("#version 450\n"), PlaceMap::default());
        let elements = opened.renderables();
        if elements.is_empty() && problems.is_empty() {
            let root = opened.indexed.document.root();
            problems
                .push(root.problem(ProblemKind::NoRenderable, "the document has no material and no connected output"));
        }
        if elements.len() > 1 {
            text += &format!("#ifndef {ELEMENT_MACRO}\n#define {ELEMENT_MACRO} 0\n#endif\n");
        }
        for (number, element) in elements.iter().enumerate() {
            let Some(shader) = opened.generate(*element, &options, &mut problems) else { continue };
            if elements.len() > 1 {
                text += &format!("#if {ELEMENT_MACRO} == {number}\n");
            }
            text += "#ifdef UBERC_VERTEX\n";
            append(&mut text, &mut places, &shader.vertex, input.sources);
            text += "#else\n";
            append(&mut text, &mut places, &shader.pixel, input.sources);
            text += "#endif\n";
            if elements.len() > 1 {
                text += "#endif\n";
            }
        }
        let diagnostics = unique(&problems, input.sources);
        let (files, missing) = opened.files.seen();
        let own = input.file.id;
        Generated {
            text,
            places,
            diagnostics,
            files: files.into_iter().filter(|id| *id != own).collect(),
            missing,
            metadata: Vec::new(),
            machine: None,
        }
    }
}

/// Several elements can have the same problem.
fn unique(problems: &[Problem], sources: &Sources) -> Vec<Diagnostic> {
    let mut seen: Vec<&Problem> = Vec::new();
    for problem in problems {
        if !seen.contains(&problem) {
            seen.push(problem);
        }
    }
    let seen: Vec<Problem> = seen.into_iter().cloned().collect();
    opened::diagnostics(&seen, sources, false)
}

/// Both stages of a shader as one text.
pub fn unit_of(shader: &Shader, sources: &Sources) -> (String, PlaceMap) {
    let (mut text, mut places) = (String::from("#version 450\n#ifdef UBERC_VERTEX\n"), PlaceMap::default());
    append(&mut text, &mut places, &shader.vertex, sources);
    text += "#else\n";
    append(&mut text, &mut places, &shader.pixel, sources);
    text += "#endif\n";
    (text, places)
}

/// Appends a stage without its version, which stands at the beginning of the unit.
fn append(text: &mut String, places: &mut PlaceMap, stage: &StageText, sources: &Sources) {
    let skipped = stage.text.find("\n\n").map_or(0, |version| version + 2);
    let skipped = skipped + stage.text[skipped..].find("\n\n").map_or(0, |pragma| pragma + 2);
    let base = text.len();
    text.push_str(&stage.text[skipped..]);
    for origin in &stage.origins {
        if let Some(span) = opened::span_of(&origin.place, sources) {
            let place = |at: u32| (at as usize).saturating_sub(skipped) + base;
            places.push(place(origin.start) as u32, place(origin.end) as u32, span);
        }
    }
}
