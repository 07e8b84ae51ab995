//! The state that all stages of a run share.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::generated::GeneratedFiles;
use super::incremental::explore_cache::ExploredUnits;
use super::incremental::known_inputs::KnownInputs;
use super::loaded_unit::LoadedUnits;
use super::project_infos::ProjectInfos;
use crate::compile::{Analysis, Cancel};
use crate::diag::{Diagnostic, Sources};
use crate::dialect::{Dialect, LanguageId, LanguageSession, Registry, Sessions};
use crate::ir::work::WorkLimits;
use crate::model::{
    HeldCode, LanguageVersion, Limits, Permutation, Project, ProjectOverrides, SourceLanguage, SourceText, SourceUnit,
    Target,
};
use crate::preprocess::FileCache;
use crate::project::{self, Listing, ShaderFiles};
use crate::report::{Shared, Trace};
use crate::specialise::{FactsPool, Mode};
use crate::syntax::Grammar;

/// A shader, or one permutation of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    pub shader: String,
    pub permutation: Option<Permutation>,
}

/// A project, its files as this run sees them, and its units.
pub struct BuildContext {
    pub project: Project,
    pub sources: Sources,
    /// Lexed files, shared by all shaders, targets and threads.
    pub files: Arc<FileCache>,
    pub units: Vec<SourceUnit>,
    /// What stands in the folders in which units were searched for.
    pub listing: Listing,
    /// Whether `units` is the whole project. If so, a name that no unit declares does not exist.
    pub whole: bool,
    /// If set, only the selection is explored and compiled, and no archive is written. The sidecars of other shaders
    /// still run.
    pub selection: Option<Selection>,
    /// The dialects, and which file is written in which.
    pub shader_files: ShaderFiles,
    /// The texts that generators wrote in this run.
    pub generated: GeneratedFiles,
    /// The create infos of the project.
    pub infos: OnceLock<ProjectInfos>,
    /// The embedded compiler's analysis of declarations, shared by all shaders, targets and threads.
    pub sessions: Sessions,
    /// What specialising knows of functions, shared like them.
    pub functions: Arc<FactsPool>,
    /// Whether specialising folds, or only substitutes.
    pub mode: Mode,
    /// Explored units of the build before; `None`: no other build follows.
    pub explored: Option<Arc<ExploredUnits>>,
    /// Units whose sidecars have run, for the front.
    pub loaded: LoadedUnits,
    /// The code of this run's variants.
    pub held: HeldCode,
    /// The inputs of the last build, where they were looked at already.
    pub known_inputs: KnownInputs,
    /// How long each piece of work took.
    pub trace: Arc<Trace>,
    /// Stops the run.
    pub cancel: Arc<Cancel>,
}

/// Units, what was wrong, and what stands beside them.
type FoundUnits = (Vec<SourceUnit>, Vec<Diagnostic>, Listing);

impl BuildContext {
    /// Restricts the run to units; the others are forgotten.
    pub fn retain_units(&mut self, units: &[SourceUnit]) {
        self.units.retain(|unit| units.contains(unit));
        self.loaded.retain(units);
    }

    /// How much work of the embedded compiler was shared; empty if it did nothing.
    pub fn shared(&self) -> Vec<Shared> {
        let hits = self.sessions.hits();
        let named = [("parsed declarations", hits.parsed), ("analysed declarations", hits.analysed)];
        let used = named.into_iter().filter(|(_, (_, all))| *all > 0);
        used.map(|(what, (known, all))| Shared { what, known, all }).collect()
    }

    /// The dialects of the run.
    pub fn registry(&self) -> &Registry {
        self.shader_files.registry()
    }

    /// The dialect of a unit's file, whether it is there or not.
    pub fn dialect_of(&self, unit: &SourceUnit) -> Dialect {
        // Discovery accepts only units whose name belongs to a dialect, so the default is never needed.
        self.shader_files.dialect_of(&unit.sidecar.with_extension("")).unwrap_or_else(|| self.registry().first())
    }

    /// The session of a language.
    pub fn session(&self, language: LanguageId) -> &dyn LanguageSession {
        self.sessions.of(language)
    }

    /// The version of a language that the project asks for.
    pub fn version(&self, language: LanguageId) -> LanguageVersion {
        let language = self.registry().language(language);
        let asked = self.project.language_versions.get(language.name()).copied();
        asked.unwrap_or_else(|| language.default_version())
    }

    /// The words and rules of a language in the project's version.
    pub fn grammar(&self, language: LanguageId) -> &'static Grammar {
        self.registry().language(language).grammar(self.version(language))
    }

    /// A language in the project's version, for compiler steps.
    pub fn source_language(&self, language: LanguageId) -> SourceLanguage {
        self.registry().language(language).source_language(self.version(language))
    }

    /// The analysis of a variant's tokens.
    pub fn analysis<'a>(&'a self, text: &'a SourceText, language: LanguageId) -> Analysis<'a> {
        let analysis = Analysis::new(text, &self.sources, self.session(language), self.version(language));
        analysis.within(self.work_limits())
    }

    /// Limits of the embedded compiler's work on one variant.
    pub fn work_limits(&self) -> WorkLimits {
        let Limits { compile_steps, compile_timeout, compile_memory, .. } = self.project.limits;
        WorkLimits {
            steps: compile_steps,
            timeout: compile_timeout,
            memory: compile_memory,
            cancelled: self.cancel.flag(),
        }
    }

    /// Reads the project file and finds the units below `paths`; all paths must belong to one project.
    pub fn open(paths: &[std::path::PathBuf]) -> (BuildContext, Vec<Diagnostic>) {
        BuildContext::open_with(&Registry::standard(), paths)
    }

    /// The same with these dialects.
    pub fn open_with(registry: &Registry, paths: &[std::path::PathBuf]) -> (BuildContext, Vec<Diagnostic>) {
        let first = paths.first().map_or(Path::new("."), |path| path.as_path());
        let (root, _) = project::find_project(first);
        BuildContext::with(registry, paths, Sources::new(&root), Arc::default(), None)
    }

    /// The same for a build that writes this archive, or the project's, for these targets. While units are searched for, another
    /// thread looks at the inputs of the last build.
    pub fn open_to_build(
        paths: &[std::path::PathBuf],
        output: Option<&Path>,
        targets: impl Fn(&Project) -> Vec<Target> + Sync,
    ) -> (BuildContext, Vec<Diagnostic>) {
        let first = paths.first().map_or(Path::new("."), |path| path.as_path());
        let (root, _) = project::find_project(first);
        let registry = Registry::standard();
        let (context, diagnostics) = BuildContext::of_project(&registry, Sources::new(&root), Arc::default(), None);
        let look = |context: &BuildContext| {
            let output = context.project.root.join(output.unwrap_or(&context.project.output));
            context.known_inputs.look(&context.project, &output, &targets(&context.project));
        };
        let search = |context: &BuildContext| rayon::join(|| look(context), || context.search(&registry, paths)).1;
        context.with_units(paths, diagnostics, search)
    }

    /// Reads the project file of a path, and finds no units.
    pub fn open_without_units(path: &Path) -> (BuildContext, Vec<Diagnostic>) {
        let (root, _) = project::find_project(path);
        let sources = Sources::new(&root);
        BuildContext::of_project(&Registry::standard(), sources, Arc::default(), None)
    }

    /// The same for one of several builds: files that have not changed since the build before keep their tokens and
    /// numbers. All builds have the same dialects.
    pub fn open_after(
        before: Option<&BuildContext>,
        registry: &Registry,
        paths: &[std::path::PathBuf],
    ) -> (BuildContext, Vec<Diagnostic>) {
        let first = paths.first().map_or(Path::new("."), |path| path.as_path());
        let (root, _) = project::find_project(first);
        let again = before.filter(|before| before.sources.root() == root).and_then(|before| {
            let explored = before.explored.clone()?;
            Some((before.sources.again()?, Arc::clone(&before.files), explored))
        });
        let (sources, files, explored) = again.unwrap_or_else(|| (Sources::new(&root), Arc::default(), Arc::default()));
        let (mut context, diagnostics) = BuildContext::with(registry, paths, sources, files, Some(explored));
        if let Some(before) = before {
            context.sessions = before.sessions.clone();
            context.functions = Arc::clone(&before.functions);
        }
        (context, diagnostics)
    }

    /// The project in a folder, for a program that runs beside an editor: `unsaved` texts, by absolute path, stand in
    /// place of files. `units`: those of the run, where the whole project is known already; else they are searched for.
    pub fn open_for_editor(
        before: Option<&BuildContext>,
        root: &Path,
        unsaved: &BTreeMap<PathBuf, Arc<str>>,
        units: Option<Vec<SourceUnit>>,
    ) -> (BuildContext, Vec<Diagnostic>) {
        let registry = Registry::standard();
        let again = before.and_then(|before| {
            let explored = before.explored.clone()?;
            Some((before.sources.again()?, Arc::clone(&before.files), explored))
        });
        let (sources, files, explored) = again.unwrap_or_else(|| (Sources::new(root), Arc::default(), Arc::default()));
        let sources = sources.with_unsaved(unsaved.iter().map(|(path, text)| (path.as_path(), &**text)));
        let paths = [root.to_path_buf()];
        let (mut context, diagnostics) = match units {
            None => BuildContext::with(&registry, &paths, sources, files, Some(explored)),
            Some(units) => {
                let (context, diagnostics) = BuildContext::of_project(&registry, sources, files, Some(explored));
                (BuildContext { units, whole: true, ..context }, diagnostics)
            }
        };
        if let Some(before) = before {
            context.sessions = before.sessions.clone();
            context.functions = Arc::clone(&before.functions);
        }
        (context, diagnostics)
    }

    fn with(
        registry: &Registry,
        paths: &[std::path::PathBuf],
        sources: Sources,
        files: Arc<FileCache>,
        explored: Option<Arc<ExploredUnits>>,
    ) -> (BuildContext, Vec<Diagnostic>) {
        let (context, diagnostics) = BuildContext::of_project(registry, sources, files, explored);
        context.with_units(paths, diagnostics, |context| context.search(registry, paths))
    }

    /// The context with the units that `search` finds, unless the project file has an error.
    fn with_units(
        mut self,
        paths: &[std::path::PathBuf],
        mut diagnostics: Vec<Diagnostic>,
        search: impl FnOnce(&BuildContext) -> FoundUnits,
    ) -> (BuildContext, Vec<Diagnostic>) {
        if diagnostics.iter().any(Diagnostic::is_error) {
            return (self, diagnostics);
        }
        self.whole = self.is_whole(paths);
        let (units, found, listing) = search(&self);
        diagnostics.extend(found);
        self.units = units;
        self.listing = listing;
        (self, diagnostics)
    }

    /// Whether the paths are the project's folder.
    fn is_whole(&self, paths: &[std::path::PathBuf]) -> bool {
        let first = paths.first().map_or(Path::new("."), |path| path.as_path());
        paths.len() <= 1
            && std::path::absolute(first).is_ok_and(|path| self.sources.relative(&path).as_os_str().is_empty())
    }

    fn search(&self, registry: &Registry, paths: &[std::path::PathBuf]) -> FoundUnits {
        self.trace.measure("discover", "sources", || {
            if self.whole {
                return project::discover(&self.project, &self.sources, registry);
            }
            let absolute: Vec<_> =
                paths.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())).collect();
            let (units, found) = project::discover_paths(&self.project, &self.sources, registry, &absolute);
            (units, found, Listing::default())
        })
    }

    /// Applies what the command line sets.
    pub fn override_settings(&mut self, overrides: &ProjectOverrides) {
        let project = &mut self.project;
        project.warnings.add(&overrides.warnings);
        for (name, text) in &overrides.defines {
            project.defines.insert(name.clone(), text.clone());
            project.places.remove(&format!("defines.{name}"));
        }
        let folders = overrides.include.iter().map(|folder| self.sources.relative(folder));
        project.include.splice(0..0, folders);
    }

    fn of_project(
        registry: &Registry,
        sources: Sources,
        files: Arc<FileCache>,
        explored: Option<Arc<ExploredUnits>>,
    ) -> (BuildContext, Vec<Diagnostic>) {
        let root = sources.root().to_path_buf();
        let (project, diagnostics) = project::load_project(&root, &sources, registry);
        let context = BuildContext {
            shader_files: ShaderFiles::new(&project, registry),
            generated: GeneratedFiles::default(),
            infos: OnceLock::new(),
            sessions: registry.open_sessions(),
            functions: Arc::default(),
            project,
            sources,
            files,
            units: Vec::new(),
            listing: Listing::default(),
            whole: false,
            selection: None,
            mode: Mode::Folded,
            explored,
            loaded: LoadedUnits::default(),
            held: HeldCode::default(),
            known_inputs: KnownInputs::default(),
            trace: Arc::new(Trace::default()),
            cancel: Arc::default(),
        };
        (context, diagnostics)
    }
}
