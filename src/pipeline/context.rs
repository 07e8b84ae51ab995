//! What all stages of a run share.

use std::path::Path;
use std::sync::Arc;

use super::incremental::explore_cache::ExploredUnits;
use super::loaded_unit::LoadedUnits;
use crate::diag::{Diagnostic, Sources};
use crate::dialect::hlsl::analyse::Session;
use crate::model::{Permutation, Project, SourceUnit};
use crate::preprocess::FileCache;
use crate::project;
use crate::report::{Shared, Trace};
use crate::specialise::Mode;

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
    /// Whether `units` is the whole project: then a name that is not declared there does not exist.
    pub whole: bool,
    /// Only this is explored and compiled, and no archive is written; of other shaders only the sidecars run.
    pub selection: Option<Selection>,
    /// What the embedded compiler knows of the units' declarations, shared by all shaders, targets and threads.
    pub session: Arc<Session>,
    /// How far specialising goes.
    pub mode: Mode,
    /// Explored units of the build before; `None`: no other build follows.
    pub explored: Option<Arc<ExploredUnits>>,
    /// Units whose sidecars have run, for the front.
    pub loaded: LoadedUnits,
    /// How long each piece of work took.
    pub trace: Arc<Trace>,
}

impl BuildContext {
    /// Restricts the run to units; the others are forgotten.
    pub fn retain_units(&mut self, units: &[SourceUnit]) {
        self.units.retain(|unit| units.contains(unit));
        self.loaded.retain(units);
    }

    /// How much work of the embedded compiler was shared; empty where it did nothing.
    pub fn shared(&self) -> Vec<Shared> {
        let hits = self.session.hits();
        let named = [("parsed declarations", hits.parsed), ("analysed declarations", hits.analysed)];
        let used = named.into_iter().filter(|(_, (_, all))| *all > 0);
        used.map(|(what, (known, all))| Shared { what, known, all }).collect()
    }

    /// Reads the project file and finds the units below `paths`; all paths must belong to one project.
    pub fn open(paths: &[std::path::PathBuf]) -> (BuildContext, Vec<Diagnostic>) {
        let first = paths.first().map_or(Path::new("."), |path| path.as_path());
        let (root, _) = project::find_project(first);
        BuildContext::with(paths, Sources::new(&root), Arc::default(), None)
    }

    /// The same for one of several builds: files that have not changed since the build before keep their tokens and numbers.
    pub fn open_after(before: Option<&BuildContext>, paths: &[std::path::PathBuf]) -> (BuildContext, Vec<Diagnostic>) {
        let first = paths.first().map_or(Path::new("."), |path| path.as_path());
        let (root, _) = project::find_project(first);
        let again = before.filter(|before| before.sources.root() == root).and_then(|before| {
            let explored = before.explored.clone()?;
            Some((before.sources.again()?, Arc::clone(&before.files), explored))
        });
        let (sources, files, explored) = again.unwrap_or_else(|| (Sources::new(&root), Arc::default(), Arc::default()));
        BuildContext::with(paths, sources, files, Some(explored))
    }

    fn with(
        paths: &[std::path::PathBuf],
        sources: Sources,
        files: Arc<FileCache>,
        explored: Option<Arc<ExploredUnits>>,
    ) -> (BuildContext, Vec<Diagnostic>) {
        let first = paths.first().map_or(Path::new("."), |path| path.as_path());
        let root = sources.root().to_path_buf();
        let (project, mut diagnostics) = project::load_project(&root, &sources);
        let mut context = BuildContext {
            project,
            sources,
            files,
            units: Vec::new(),
            whole: false,
            selection: None,
            session: Arc::default(),
            mode: Mode::Folded,
            explored,
            loaded: LoadedUnits::default(),
            trace: Arc::new(Trace::default()),
        };
        if diagnostics.iter().any(Diagnostic::is_error) {
            return (context, diagnostics);
        }
        let whole = paths.len() <= 1
            && std::path::absolute(first).is_ok_and(|path| context.sources.relative(&path).as_os_str().is_empty());
        context.whole = whole;
        let (units, found) = context.trace.measure("discover", "sources", || {
            if whole {
                project::discover(&context.project, &context.sources)
            } else {
                let absolute: Vec<_> =
                    paths.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())).collect();
                project::discover_paths(&context.project, &context.sources, &absolute)
            }
        });
        diagnostics.extend(found);
        context.units = units;
        (context, diagnostics)
    }
}
