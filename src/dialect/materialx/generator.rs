//! MaterialX as a dialect: a document as a unit of GLSL with both stages, and the materials of documents.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::emit::{Shader, StageText};
use super::opened::{self, OpenRequest, Opened};
use super::option_table::{LIBRARIES, NODES, OPTIONS};
use super::options::Options;
use super::problem::{Problem, ProblemKind};
use super::reflection;
use crate::diag::{Diagnostic, FileId, PlaceMap, SourceFile, Sources};
use crate::dialect::{
    Extension, Generated, GeneratedMaterial, Generator, GeneratorInput, GeneratorOption, OptionValues,
};
use crate::model::MaterialRequest;

/// MaterialX, written as GLSL.
#[derive(Clone, Copy, Debug)]
pub struct MaterialX;

/// The macro that selects the element of a document with several, by its number in the order of `uberc mtlx list`.
pub const ELEMENT_MACRO: &str = "MTLX_ELEMENT";

/// What stands for the document's name in the prefix of materials.
const DOCUMENT: &str = "{document}";

/// Raised whenever the text for a document changes.
const REVISION: u32 = 3;

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

    fn options(&self) -> &'static [GeneratorOption] {
        OPTIONS
    }

    /// The folders of the node library are an input of each result, like a revision.
    fn revision(&self) -> u32 {
        let folders = opened::library_folders();
        let text = folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join("\n");
        text.bytes().fold(REVISION, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    fn follows_sidecar(&self) -> bool {
        true
    }

    fn generate(&self, input: &GeneratorInput<'_>) -> Generated {
        let mut run = Run::new(input);
        match (Options::with(input.options), input.materials) {
            (Err(why), _) => run.diagnostics.push(Diagnostic::error("sidecar/bad-option", why)),
            (Ok(options), Some(request)) => {
                run.materials(&Options { canonical_names: canonical(input.options, &options), ..options }, request);
            }
            (Ok(options), None) => run.unit(&options),
        }
        run.generated.files.retain(|id| *id != input.file.id);
        Generated { diagnostics: run.diagnostics, ..run.generated }
    }
}

/// Materials share shaders unless an option says that names are those of nodes.
fn canonical(values: &OptionValues, options: &Options) -> bool {
    options.canonical_names || !values.contains_key("canonical_names")
}

/// A call of the generator.
struct Run<'i, 'a> {
    input: &'i GeneratorInput<'a>,
    libraries: Vec<PathBuf>,
    nodes: Vec<PathBuf>,
    generated: Generated,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Run<'_, 'a> {
    fn new<'i>(input: &'i GeneratorInput<'a>) -> Run<'i, 'a> {
        let folders = |name: &str| -> Vec<PathBuf> {
            let names = input.options.get(name).into_iter().flatten();
            names.map(|name| folder_of(input, name)).collect()
        };
        Run {
            input,
            libraries: folders(LIBRARIES),
            nodes: folders(NODES),
            generated: Generated::default(),
            diagnostics: Vec::new(),
        }
    }

    /// Reads a document, and lets an action make shaders of it.
    fn open(
        &mut self,
        file: &SourceFile,
        strict: bool,
        action: impl FnOnce(&Opened<'_>, &mut Generated, &mut Vec<Problem>),
    ) {
        let sources = self.input.sources;
        let request = OpenRequest { libraries: &self.libraries, nodes: &self.nodes, scripts: self.input.scripts };
        let opened = match Opened::read_with(sources, file, &request) {
            Ok(opened) => opened,
            Err(problem) => {
                self.diagnostics.extend(opened::diagnostics(&[problem], sources, strict));
                return;
            }
        };
        let mut problems = opened.problems.clone();
        if opened.renderables().is_empty() && problems.is_empty() {
            let root = opened.indexed.document.root();
            problems
                .push(root.problem(ProblemKind::NoRenderable, "the document has no material and no connected output"));
        }
        action(&opened, &mut self.generated, &mut problems);
        self.diagnostics.extend(unique(&problems, sources, strict));
        let (files, missing, scripted) = opened.finish();
        self.diagnostics.extend(scripted);
        let known = &mut self.generated.files;
        known.extend(files.into_iter().filter(|id| !known.contains(id)).collect::<Vec<FileId>>());
        self.generated.missing.extend(missing);
    }

    /// The text of the unit's document: all elements, of which a macro selects one.
    fn unit(&mut self, options: &Options) {
        let sources = self.input.sources;
        self.open(self.input.file, options.strict, |opened, generated, problems| {
            let elements = opened.renderables();
            let (text, places) = (&mut generated.text, &mut generated.places);
            text.push_str(VERSION);
            if elements.len() > 1 {
                *text += &format!("#ifndef {ELEMENT_MACRO}\n#define {ELEMENT_MACRO} 0\n#endif\n");
            }
            for (number, element) in elements.iter().enumerate() {
                let Some(shader) = opened.generate(*element, options, problems) else { continue };
                if elements.len() > 1 {
                    *text += &format!("#if {ELEMENT_MACRO} == {number}\n");
                }
                append_stages(text, places, &shader, sources);
                if elements.len() > 1 {
                    *text += "#endif\n";
                }
            }
        });
    }

    /// A text for each material of the documents.
    fn materials(&mut self, options: &Options, request: &MaterialRequest) {
        for file in self.documents(&request.files) {
            let stem = Path::new(&*file.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let prefix = request.prefix.replace(DOCUMENT, &stem.unwrap_or_default());
            let sources = self.input.sources;
            let mut twice = Vec::new();
            self.open(&file, options.strict, |opened, generated, problems| {
                let elements = if request.elements.is_empty() {
                    opened.renderables()
                } else {
                    let found = request.elements.iter().map(|path| opened.element(path));
                    found.filter_map(|found| found.map_err(|problem| problems.push(problem)).ok()).collect()
                };
                for element in elements {
                    let name = format!("{prefix}{}", element.path());
                    let Some(shader) = opened.generate(element, options, problems) else { continue };
                    if generated.materials.iter().any(|known| known.name == name) {
                        let message = format!("another document has a material `{name}` as well");
                        twice.push(element.problem(ProblemKind::MaterialTwice, message));
                        continue;
                    }
                    generated.materials.push(material(name, &shader, sources));
                }
            });
            let help = format!("Set `prefix = \"{DOCUMENT}/\"` in `MaterialX.generate`, or rename one of them.");
            let twice: Vec<Problem> = twice.into_iter().map(|problem| problem.help(help.clone())).collect();
            self.diagnostics.extend(opened::diagnostics(&twice, sources, options.strict));
        }
    }

    /// The documents of a request: the unit's own, unless it names some.
    fn documents(&mut self, names: &[String]) -> Vec<Arc<SourceFile>> {
        if names.is_empty() {
            return vec![Arc::clone(self.input.file)];
        }
        let mut found = Vec::new();
        for name in names {
            let candidates = candidates(self.input, name);
            let file = candidates.iter().find_map(|path| self.input.sources.load(path).ok());
            let missing = candidates.iter().map(|path| self.input.sources.relative(path));
            match file {
                Some(file) => {
                    self.generated.files.push(file.id);
                    found.push(file);
                }
                None => {
                    let message = format!("there is no document `{name}`");
                    let mut error = Diagnostic::error(ProblemKind::Document.code(), message);
                    for path in missing.clone() {
                        error = error.note(format!("looked for {}", path.display()));
                    }
                    self.generated.missing.extend(missing);
                    let help = "Correct `file`: it is relative to the folder of the sidecar, to the project, or to a \
                                folder of `include` in uberc.toml.";
                    self.diagnostics.push(error.help(help));
                }
            }
        }
        found
    }
}

/// Where a relative path may lead: beside the unit's file, from the project's root, from its include folders.
fn candidates(input: &GeneratorInput<'_>, name: &str) -> Vec<PathBuf> {
    let of_file = || input.file.path.as_deref().and_then(Path::parent);
    let of_sidecar = input.materials.map(|request| request.folder.as_path());
    let own = of_sidecar.or_else(of_file).unwrap_or(Path::new(""));
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in [own, Path::new("")].into_iter().chain(input.include_paths.iter().map(PathBuf::as_path)) {
        let path = folder.join(name);
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// The folder of an option: the first candidate that is one, else as it is written.
fn folder_of(input: &GeneratorInput<'_>, name: &str) -> PathBuf {
    let found = candidates(input, name).into_iter().find(|path| input.sources.root().join(path).is_dir());
    input.sources.root().join(found.unwrap_or_else(|| PathBuf::from(name)))
}

fn material(name: String, shader: &Shader, sources: &Sources) -> GeneratedMaterial {
    let (mut text, mut places) = (VERSION.to_owned(), PlaceMap::default());
    append_stages(&mut text, &mut places, shader, sources);
    let public = &shader.interface.pixel_public;
    let textures: BTreeMap<String, String> = reflection::default_textures(public);
    GeneratedMaterial { name, text, places, block: reflection::default_bytes(&shader.types, public), textures }
}

/// The first line of a unit.
const VERSION: &str = "#version 450\n";

/// Several elements can have the same problem.
fn unique(problems: &[Problem], sources: &Sources, strict: bool) -> Vec<Diagnostic> {
    let mut seen: Vec<&Problem> = Vec::new();
    for problem in problems {
        if !seen.contains(&problem) {
            seen.push(problem);
        }
    }
    let seen: Vec<Problem> = seen.into_iter().cloned().collect();
    opened::diagnostics(&seen, sources, strict)
}

fn append_stages(text: &mut String, places: &mut PlaceMap, shader: &Shader, sources: &Sources) {
    text.push_str("#ifdef UBERC_VERTEX\n");
    append(text, places, &shader.vertex, sources);
    text.push_str("#else\n");
    append(text, places, &shader.pixel, sources);
    text.push_str("#endif\n");
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
        if let Some(span) = origin.at.span(sources) {
            let place = |at: u32| (at as usize).saturating_sub(skipped) + base;
            places.push(place(origin.start) as u32, place(origin.end) as u32, span);
        }
    }
}
