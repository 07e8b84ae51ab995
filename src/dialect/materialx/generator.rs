//! MaterialX as a dialect: a document as a unit of GLSL with both stages, and the materials of documents.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::emit::{Shader, StageText};
use super::opened::{self, OpenRequest, Opened};
use super::option_table::OPTIONS;
use super::problem::{Problem, ProblemKind};
use super::reflection;
use super::settings::{Places, Settings};
use crate::diag::{Diagnostic, FileId, PlaceMap, SourceFile, Sources};
use crate::dialect::{Extension, Generated, GeneratedMaterial, Generator, GeneratorInput, GeneratorOption, LuaLibrary};
use crate::model::MaterialRequest;

/// MaterialX, written as GLSL.
#[derive(Clone, Copy, Debug)]
pub struct MaterialX;

/// The macro that selects the element of a document with several, by its number in the order of `uberc mtlx list`.
pub const ELEMENT_MACRO: &str = "MTLX_ELEMENT";

/// What stands for the document's name in the prefix of materials.
const DOCUMENT: &str = "{document}";

/// Raised whenever the text for a document changes.
const REVISION: u32 = 5;

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

    fn lua_library(&self) -> Option<LuaLibrary> {
        let code = include_bytes!(concat!(env!("OUT_DIR"), "/prelude/materialx.bytecode"));
        Some(LuaLibrary { global: "MaterialX", code })
    }

    fn generate(&self, input: &GeneratorInput<'_>) -> Generated {
        let places = places(input);
        let settings = match input.materials {
            Some(_) => Settings::shared(input.options, &places),
            None => Settings::of(input.options, &places),
        };
        let settings = match settings {
            Ok(settings) => settings,
            Err(why) => {
                let diagnostics = vec![Diagnostic::error("sidecar/bad-option", why)];
                return Generated { diagnostics, ..Generated::default() };
            }
        };
        let mut run = Run::new(input, &settings);
        match input.materials {
            Some(request) => run.materials(request),
            None => run.unit(),
        }
        run.generated.files.retain(|id| *id != input.file.id);
        Generated { diagnostics: run.diagnostics, ..run.generated }
    }
}

/// A call of the generator.
struct Run<'i, 'a> {
    input: &'i GeneratorInput<'a>,
    settings: &'i Settings,
    generated: Generated,
    diagnostics: Vec<Diagnostic>,
    /// The files among those of the result.
    files: FxHashSet<FileId>,
    /// The names of the materials so far.
    names: FxHashSet<String>,
    /// The texts of the materials so far: many materials have one text.
    texts: FxHashMap<Arc<str>, Arc<PlaceMap>>,
}

impl<'i, 'a> Run<'i, 'a> {
    fn new(input: &'i GeneratorInput<'a>, settings: &'i Settings) -> Run<'i, 'a> {
        Run {
            input,
            settings,
            generated: Generated::default(),
            diagnostics: Vec::new(),
            files: FxHashSet::default(),
            names: FxHashSet::default(),
            texts: FxHashMap::default(),
        }
    }

    /// Reads a document, and lets an action make shaders of it.
    fn open(&mut self, file: &SourceFile, action: impl FnOnce(&mut Self, &Opened<'_>, &mut Vec<Problem>)) {
        let (sources, settings) = (self.input.sources, self.settings);
        let strict = settings.options.strict;
        let request =
            OpenRequest { libraries: &settings.libraries, nodes: &settings.nodes, scripts: self.input.scripts };
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
        action(self, &opened, &mut problems);
        self.diagnostics.extend(unique(&problems, sources, strict));
        let (files, missing, scripted) = opened.finish();
        self.diagnostics.extend(scripted);
        for id in files {
            self.add_file(id);
        }
        self.generated.missing.extend(missing);
    }

    fn add_file(&mut self, id: FileId) {
        if self.files.insert(id) {
            self.generated.files.push(id);
        }
    }

    /// The text of the unit's document: all elements, of which a macro selects one.
    fn unit(&mut self) {
        let (sources, options) = (self.input.sources, &self.settings.options);
        self.open(self.input.file, |run, opened, problems| {
            let elements = opened.renderables();
            let (text, places) = (&mut run.generated.text, &mut run.generated.places);
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
    fn materials(&mut self, request: &MaterialRequest) {
        let (sources, options) = (self.input.sources, &self.settings.options);
        for file in self.documents(&request.files) {
            let stem = Path::new(&*file.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let prefix = request.prefix.replace(DOCUMENT, &stem.unwrap_or_default());
            let mut twice = Vec::new();
            self.open(&file, |run, opened, problems| {
                let elements = if request.elements.is_empty() {
                    opened.renderables()
                } else {
                    let found = request.elements.iter().map(|path| opened.element(path));
                    found.filter_map(|found| found.map_err(|problem| problems.push(problem)).ok()).collect()
                };
                for element in elements {
                    let name = format!("{prefix}{}", element.path());
                    let Some(shader) = opened.generate(element, options, problems) else { continue };
                    if run.names.insert(name.clone()) {
                        let material = run.material(name, &shader);
                        run.generated.materials.push(material);
                    } else {
                        let message = format!("another document has a material `{name}` as well");
                        twice.push(element.problem(ProblemKind::MaterialTwice, message));
                    }
                }
            });
            let help = format!("Set `prefix = \"{DOCUMENT}/\"` in `MaterialX.generate`, or rename one of them.");
            let twice: Vec<Problem> = twice.into_iter().map(|problem| problem.help(help.clone())).collect();
            self.diagnostics.extend(opened::diagnostics(&twice, sources, options.strict));
        }
    }

    fn material(&mut self, name: String, shader: &Shader) -> GeneratedMaterial {
        let (text, places) = unit_of(shader, self.input.sources);
        let public = &shader.interface.pixel_public;
        let (block, textures) =
            (reflection::default_bytes(&shader.types, public), reflection::default_textures(public));
        if let Some((text, places)) = self.texts.get_key_value(text.as_str()) {
            return GeneratedMaterial { name, text: Arc::clone(text), places: Arc::clone(places), block, textures };
        }
        let (text, places): (Arc<str>, _) = (text.into(), Arc::new(places));
        self.texts.insert(Arc::clone(&text), Arc::clone(&places));
        GeneratedMaterial { name, text, places, block, textures }
    }

    /// The documents of a request: the unit's own, unless it names some.
    fn documents(&mut self, names: &[String]) -> Vec<Arc<SourceFile>> {
        if names.is_empty() {
            return vec![Arc::clone(self.input.file)];
        }
        let mut found = Vec::new();
        for name in names {
            let candidates = places(self.input).candidates(name);
            let file = candidates.iter().find_map(|path| self.input.sources.load(path).ok());
            let missing = candidates.iter().map(|path| self.input.sources.relative(path));
            match file {
                Some(file) => {
                    self.add_file(file.id);
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

/// Where relative paths of the input lead.
fn places<'i>(input: &'i GeneratorInput<'_>) -> Places<'i> {
    let of_file = || input.file.path.as_deref().and_then(Path::parent);
    let of_sidecar = input.materials.map(|request| request.folder.as_path());
    let own = of_sidecar.or_else(of_file).unwrap_or(Path::new(""));
    Places { sources: input.sources, own, include_paths: input.include_paths }
}

/// The first line of a unit.
const VERSION: &str = "#version 450\n";

/// The problems, each once: several elements can have the same.
fn unique(problems: &[Problem], sources: &Sources, strict: bool) -> Vec<Diagnostic> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for problem in problems {
        let place = problem.place.as_ref().map(|place| (place.file.path.as_path(), place.start, place.end));
        if seen.insert((problem.kind, problem.message.as_str(), problem.path.as_str(), place)) {
            found.push(problem.clone());
        }
    }
    opened::diagnostics(&found, sources, strict)
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
    let (mut text, mut places) = (VERSION.to_owned(), PlaceMap::default());
    append_stages(&mut text, &mut places, shader, sources);
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
