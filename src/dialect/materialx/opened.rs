//! A document of a project with the node library, and the shaders that are made of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::build::Builder;
use super::document::{Document, Elem};
use super::emit::{self, Shader};
use super::graph::Graph;
use super::library::{DOCUMENT, LIBRARY_NUMBER, Library, VERSION, is_document};
use super::options::Options;
use super::problem::{FileText, Problem, ProblemKind, span_of};
use super::session::{Cache, Lookups, Session};
use super::universe::{Indexed, Universe};
use super::upgrade::Rewritten;
use super::xml::{self, FileProblem, FileSource};
use super::{renderables, target, upgrade, validate};
use crate::diag::{Diagnostic, FileId, LoadError, LoadedFolder, SourceFile, Sources, path_of_listing};
use crate::dialect::node_scripts::NodeScripts;
use crate::model::Digest;

/// The environment variable with the folders of node libraries.
pub const LIBRARIES: &str = "UBERC_MTLX_LIBRARIES";

/// Files in the order in which they were read.
#[derive(Debug, Default)]
struct Seen {
    ids: Vec<FileId>,
    known: FxHashSet<FileId>,
}

/// Reads files through the project's sources, and remembers which.
#[derive(Debug)]
pub struct ProjectFiles<'a> {
    sources: &'a Sources,
    ids: Mutex<Seen>,
    missing: Mutex<BTreeSet<PathBuf>>,
}

impl<'a> ProjectFiles<'a> {
    pub fn new(sources: &'a Sources) -> ProjectFiles<'a> {
        ProjectFiles { sources, ids: Mutex::default(), missing: Mutex::default() }
    }

    fn note(&self, file: FileId) {
        let mut seen = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.known.insert(file) {
            seen.ids.push(file);
        }
    }

    /// Whether there is a document below a folder. A file that is added there counts as one that is edited.
    fn has_documents(&self, folder: &Path) -> bool {
        let listing = path_of_listing(&self.sources.relative(folder));
        self.missing.lock().unwrap_or_else(PoisonError::into_inner).insert(listing);
        self.sources.files_below(folder).iter().any(|path| is_document(path))
    }

    /// The documents and the code below a folder.
    fn below(&self, folder: &Path) -> Arc<LoadedFolder> {
        let code = target::TARGETS.iter().map(|rules| rules.extension);
        let extensions: Vec<&str> = std::iter::once(DOCUMENT).chain(code).collect();
        let folder = self.sources.load_below(folder, &extensions);
        folder.files.iter().for_each(|file| self.note(*file));
        folder
    }

    /// The files that were read, and the paths that were looked for and not found, or stand for listings of folders.
    pub fn seen(self) -> (Vec<FileId>, Vec<PathBuf>) {
        let ids = self.ids.into_inner().unwrap_or_else(PoisonError::into_inner).ids;
        let missing = self.missing.into_inner().unwrap_or_else(PoisonError::into_inner);
        (ids, missing.into_iter().collect())
    }
}

impl FileSource for ProjectFiles<'_> {
    fn load(&self, path: &Path) -> Result<Arc<FileText>, FileProblem> {
        match self.sources.load(path) {
            Ok(file) => {
                self.note(file.id);
                Ok(text_of(&file))
            }
            Err(LoadError::NotFound) => {
                let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
                missing.insert(self.sources.relative(path));
                Err(FileProblem::Missing)
            }
            Err(LoadError::Io(why)) => Err(FileProblem::Unreadable(why)),
        }
    }
}

fn text_of(file: &SourceFile) -> Arc<FileText> {
    let path = file.path.clone().unwrap_or_else(|| PathBuf::from(&*file.name));
    Arc::new(FileText { path, name: file.name.to_string(), text: file.text.to_string() })
}

/// The folders of node libraries: those of the environment variable, or of an installed Python package.
pub fn library_folders() -> Vec<PathBuf> {
    if let Some(folders) = std::env::var_os(LIBRARIES).filter(|value| !value.is_empty()) {
        return std::env::split_paths(&folders).collect();
    }
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local"));
    let environment = std::env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let prefixes = environment.into_iter().chain(home).chain(["/usr/local", "/usr"].map(PathBuf::from));
    for prefix in prefixes {
        let mut found: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(prefix.join("lib")).into_iter().flatten().flatten() {
            if !entry.file_name().to_string_lossy().starts_with("python3") {
                continue;
            }
            for packages in ["site-packages", "dist-packages"] {
                let folder = entry.path().join(packages).join("MaterialX").join("libraries");
                if folder.is_dir() {
                    found.push(folder);
                }
            }
        }
        found.sort();
        if let Some(newest) = found.pop() {
            return vec![newest];
        }
    }
    Vec::new()
}

/// A library with the implementations that were read for some options.
#[derive(Debug)]
struct Loaded {
    /// The folders, and the digests of their files.
    key: Vec<(PathBuf, Digest)>,
    library: Arc<Library>,
    caches: Mutex<Vec<(Options, Arc<Cache>)>>,
}

/// The libraries of this process, newest last: reading one takes longer than generating a hundred shaders.
static LOADED: Mutex<Vec<Arc<Loaded>>> = Mutex::new(Vec::new());

/// Libraries, and options of one, that are kept.
const MOST_LOADED: usize = 4;
const MOST_CACHES: usize = 16;

fn load_library(libraries: &[PathBuf], nodes: &[PathBuf], files: &ProjectFiles<'_>) -> Result<Arc<Loaded>, Problem> {
    let absolute = |folder: &PathBuf| std::path::absolute(folder).unwrap_or(folder.clone());
    let libraries: Vec<PathBuf> = libraries.iter().map(absolute).collect();
    let nodes: Vec<PathBuf> = nodes.iter().map(absolute).collect();
    // Every folder is listed, also behind one with documents: each listing is an input.
    let with_documents = libraries.iter().filter(|folder| files.has_documents(folder)).count();
    if with_documents == 0 {
        return Err(no_library(&libraries));
    }
    for folder in &nodes {
        if !files.has_documents(folder) {
            let message = format!("there is no document with nodes in `{}`", files.sources.relative(folder).display());
            let help = "Correct `nodes` of [materialx] in uberc.toml, or of `options` in the sidecar.";
            return Err(Problem::new(ProblemKind::Include, message).help(help));
        }
    }
    let folders: Vec<PathBuf> = libraries.into_iter().chain(nodes).collect();
    let read: Vec<Arc<LoadedFolder>> = folders.iter().map(|folder| files.below(folder)).collect();
    // A library that has not changed is not read again.
    let key: Vec<(PathBuf, Digest)> =
        folders.iter().zip(&read).map(|(folder, read)| (folder.clone(), read.digest)).collect();
    let mut known = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.iter().find(|loaded| loaded.key == key) {
        return Ok(Arc::clone(found));
    }
    let paths: Vec<PathBuf> = read.iter().flat_map(|folder| &folder.paths).cloned().collect();
    let library = Arc::new(Library::load(&folders, &paths, files));
    let loaded = Arc::new(Loaded { key, library, caches: Mutex::default() });
    if known.len() >= MOST_LOADED {
        known.remove(0);
    }
    known.push(Arc::clone(&loaded));
    Ok(loaded)
}

fn no_library(folders: &[PathBuf]) -> Problem {
    let message = match folders.first() {
        None => "no MaterialX node library is installed".to_owned(),
        Some(folder) => format!("there is no MaterialX node library in `{}`", folder.display()),
    };
    Problem::new(ProblemKind::NoLibrary, message).help(format!(
        "Install the Python package `MaterialX` {VERSION}, or let `{LIBRARIES}` or `--libraries` name its folder `libraries`."
    ))
}

/// What a document is read with.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenRequest<'r, 'a> {
    /// Node libraries; empty: those of the machine.
    pub libraries: &'r [PathBuf],
    /// Folders of a project's own nodes, which stand behind the libraries.
    pub nodes: &'r [PathBuf],
    /// Functions that write code of nodes.
    pub scripts: Option<&'a dyn NodeScripts>,
}

/// A document with the library.
pub struct Opened<'a> {
    pub files: ProjectFiles<'a>,
    loaded: Arc<Loaded>,
    pub indexed: Indexed,
    /// Problems of reading the document and the library.
    pub problems: Vec<Problem>,
    /// Elements that were rewritten, because the document is of an older version.
    pub rewritten: Vec<Rewritten>,
    /// The document implements a definition of the library.
    overrides: bool,
    scripts: Option<&'a dyn NodeScripts>,
    /// What functions of the sidecar did wrong.
    scripted: Mutex<Vec<Diagnostic>>,
}

impl<'a> Opened<'a> {
    /// Reads a document and those it includes. `folders`: node libraries; empty: those of the machine.
    ///
    /// # Errors
    /// There is no node library.
    pub fn read(sources: &'a Sources, file: &SourceFile, folders: &[PathBuf]) -> Result<Opened<'a>, Problem> {
        Opened::read_with(sources, file, &OpenRequest { libraries: folders, ..OpenRequest::default() })
    }

    /// The same, with a project's own nodes.
    ///
    /// # Errors
    /// There is no node library.
    pub fn read_with(
        sources: &'a Sources,
        file: &SourceFile,
        request: &OpenRequest<'_, 'a>,
    ) -> Result<Opened<'a>, Problem> {
        let files = ProjectFiles::new(sources);
        let libraries = if request.libraries.is_empty() { library_folders() } else { request.libraries.to_vec() };
        let loaded = load_library(&libraries, request.nodes, &files)?;
        let mut problems = loaded.library.problems.clone();
        let mut document = xml::read(text_of(file), &files, &mut problems);
        let library = Universe::new(vec![&loaded.library.indexed]);
        let shader_type = |category: &str| {
            let definitions = library.definitions_of(loaded.library.indexed.document.root(), category);
            let mut types = definitions.into_iter().map(|definition| library.definition_type(definition));
            types.find(|ty| ty.ends_with("shader")).map(str::to_owned)
        };
        let rewritten = match older_version(&document, &mut problems) {
            Some(version) => upgrade::upgrade(&mut document, version, &shader_type, &mut problems),
            None => Vec::new(),
        };
        problems.extend(upgraded(&rewritten));
        let (indexed, scripts) = (Indexed::new(document), request.scripts);
        let overrides = Universe::new(vec![&indexed, &loaded.library.indexed]).overrides(LIBRARY_NUMBER);
        Ok(Opened { files, loaded, indexed, problems, rewritten, overrides, scripts, scripted: Mutex::default() })
    }

    /// The files that were read, the paths that were looked for and not found, and what functions of the sidecar did
    /// wrong.
    pub fn finish(self) -> (Vec<FileId>, Vec<PathBuf>, Vec<Diagnostic>) {
        let (files, missing) = self.files.seen();
        (files, missing, self.scripted.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// The library.
    pub fn library(&self) -> &Library {
        &self.loaded.library
    }

    /// The documents of lookups.
    pub fn universe(&self) -> Universe<'_> {
        Universe::new(vec![&self.indexed, &self.loaded.library.indexed])
    }

    /// The elements that shaders are made of.
    pub fn renderables(&self) -> Vec<Elem<'_>> {
        renderables::renderables(&self.indexed.document)
    }

    /// The node or output with a path.
    ///
    /// # Errors
    /// There is none.
    pub fn element(&self, path: &str) -> Result<Elem<'_>, Problem> {
        renderables::element(&self.indexed.document, path)
    }

    /// Checks the whole document.
    pub fn validate(&self, options: &Options) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        let universe = self.universe();
        let macros = self.library().macros(&target::GLSL);
        validate::validate(&universe, &macros, &universe.target_chain(&options.target), &mut problems);
        validate::in_order(&mut problems);
        problems
    }

    /// The shader of an element. Problems that are errors leave it incomplete.
    pub fn generate(&self, element: Elem<'_>, options: &Options, problems: &mut Vec<Problem>) -> Option<Shader> {
        let (before, told) = (problems.len(), self.told());
        let printed = self.scripts.map(|scripts| (scripts, scripts.output_mark()));
        let shader = self.graph(element, options, &FxHashSet::default(), problems, emit::generate)?;
        let hidden = emit::macros::hidden_functions(&shader, target::rules(&options.target));
        if hidden.is_empty() {
            return Some(shader);
        }
        problems.truncate(before);
        self.scripted.lock().unwrap_or_else(PoisonError::into_inner).truncate(told);
        if let Some((scripts, printed)) = printed {
            scripts.forget_output(printed);
        }
        self.graph(element, options, &hidden, problems, emit::generate)
    }

    /// The number of mistakes of the sidecar's functions so far.
    pub fn told(&self) -> usize {
        self.scripted.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether one of these mistakes is an error, behind the first `from`.
    pub fn has_script_error(&self, from: usize) -> bool {
        let scripted = self.scripted.lock().unwrap_or_else(PoisonError::into_inner);
        scripted.iter().skip(from).any(Diagnostic::is_error)
    }

    /// The name and the text of an element's shader in OSL. The options name that target.
    pub fn generate_osl(
        &self,
        element: Elem<'_>,
        options: &Options,
        problems: &mut Vec<Problem>,
    ) -> Option<(String, String)> {
        self.graph(element, options, &FxHashSet::default(), problems, |session, graph, problems| {
            (graph.name.clone(), emit::osl::generate(session, graph, &graph.name, problems))
        })
    }

    /// Builds the graph of an element, and writes it. `hidden`: functions that its variables would hide.
    fn graph<T>(
        &self,
        element: Elem<'_>,
        options: &Options,
        hidden: &FxHashSet<String>,
        problems: &mut Vec<Problem>,
        write: impl FnOnce(&Session<'_>, &Graph, &mut Vec<Problem>) -> T,
    ) -> Option<T> {
        let cache = self.cache(options);
        let (universe, library) = (self.universe(), self.library());
        let lookups = Lookups { universe, library, source: &self.files, overrides: self.overrides, hidden };
        let session = Session::new(lookups, self.scripts, options, &cache, problems);
        let element = self.indexed.document.elem(element.id);
        let name = session.reserved.valid(&element.path().replace('/', "_"));
        let builder = Builder::new(&session, name, problems);
        let is_output = element.category() == "output";
        let graph = if is_output { builder.output_root(element) } else { builder.node_root(element) };
        let written = match graph {
            Ok(graph) => Some(write(&session, &graph, problems)),
            Err(problem) => {
                problems.push(problem);
                None
            }
        };
        self.scripted.lock().unwrap_or_else(PoisonError::into_inner).extend(session.scripted.take_diagnostics());
        written
    }

    fn cache(&self, options: &Options) -> Arc<Cache> {
        let mut caches = self.loaded.caches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, cache)) = caches.iter().find(|(known, _)| known == options) {
            return Arc::clone(cache);
        }
        if caches.len() >= MOST_CACHES {
            caches.remove(0);
        }
        let cache = Arc::new(Cache::default());
        caches.push((options.clone(), Arc::clone(&cache)));
        cache
    }
}

/// The oldest version that is read.
const OLDEST: (u32, u32) = (1, 37);

fn version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.split_once('.')?;
    Some((major.trim().parse().ok()?, minor.split('.').next()?.trim().parse().ok()?))
}

/// The version of a document that is older than the library. A version that is not read is reported.
fn older_version(document: &Document, problems: &mut Vec<Problem>) -> Option<(u32, u32)> {
    let root = document.root();
    let text = root.text("version")?;
    let newest = version(VERSION).unwrap_or(OLDEST);
    match version(text) {
        Some(found) if found > newest => {
            let message = format!("the document is of version {text}, newer than {VERSION}");
            problems.push(root.problem_at("version", ProblemKind::VersionNew, message));
            None
        }
        Some(found) if found >= OLDEST => Some(found).filter(|found| *found < newest),
        _ => {
            let message = format!("the document is of version {text}, older than {}.{}", OLDEST.0, OLDEST.1);
            problems.push(root.problem_at("version", ProblemKind::VersionOld, message));
            None
        }
    }
}

/// Rewritten elements that are told, at most.
const MOST_REWRITTEN: usize = 200;

/// What was rewritten, as warnings that are shown only where a level asks for them.
fn upgraded(rewritten: &[Rewritten]) -> Vec<Problem> {
    let told = rewritten.iter().take(MOST_REWRITTEN).map(|Rewritten { place, path, what }| Problem {
        path: path.clone(),
        ..Problem::new(ProblemKind::Upgraded, format!("written as 1.39: {what}")).at(place.clone())
    });
    let mut all: Vec<Problem> = told.collect();
    if let (Some(last), 1..) = (all.last_mut(), rewritten.len().saturating_sub(MOST_REWRITTEN)) {
        let left = rewritten.len() - MOST_REWRITTEN;
        last.help = Some(format!("{left} more are not shown; `uberc mtlx upgrade` lists all."));
    }
    all
}

/// Problems as diagnostics.
pub fn diagnostics(problems: &[Problem], sources: &Sources, strict: bool) -> Vec<Diagnostic> {
    problems.iter().map(|problem| diagnostic(problem, sources, strict)).collect()
}

fn diagnostic(problem: &Problem, sources: &Sources, strict: bool) -> Diagnostic {
    let code = problem.kind.code();
    let mut diagnostic = match problem.kind.is_error(strict) {
        false => Diagnostic::warning(code, problem.message.as_str()),
        true => Diagnostic::error(code, problem.message.as_str()),
    };
    if let Some(span) = problem.place.as_ref().and_then(|place| span_of(place, sources)) {
        diagnostic = diagnostic.at(span);
    }
    if !problem.path.is_empty() {
        diagnostic = diagnostic.note(format!("in the element `{}`", problem.path));
    }
    match &problem.help {
        Some(help) => diagnostic.help(help.as_str()),
        None => diagnostic,
    }
}
