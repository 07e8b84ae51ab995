//! Which events concern a build.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::watcher::FileEvent;
use crate::cache::FileState;
use crate::pipeline::BuildContext;
use crate::pipeline::incremental::resident::ResidentState;

/// A build, running or finished, whose inputs decide which files are relevant.
pub struct Relevance<'a> {
    pub context: &'a BuildContext,
    pub resident: &'a ResidentState,
}

impl Relevance<'_> {
    /// The files of an event that may concern a build. Paths below the root are relative to it.
    pub fn of(&self, file_event: &FileEvent) -> Option<FileEvent> {
        let paths: Vec<PathBuf> = file_event.paths.iter().filter_map(|path| self.relevant(path)).collect();
        (!paths.is_empty()).then_some(FileEvent { paths, step: file_event.step })
    }

    /// Whether [`Relevance::changed_under`] can judge the event. It cannot judge folders that appear or disappear.
    pub fn is_judged(&self, file_event: &FileEvent) -> bool {
        let is_file = |path: &PathBuf| self.seen(path).is_some();
        self.of(file_event).is_none_or(|file_event| file_event.paths.iter().all(is_file))
    }

    /// The files of an event that the running build has read and that have changed since; with the time at which they
    /// were compared.
    pub fn changed_under(&self, file_event: &FileEvent) -> Option<(FileEvent, Instant)> {
        let at = Instant::now();
        let (context, resident) = (self.context, self.resident);
        let differs = |path: &PathBuf| {
            let seen = context.sources.seen(path).or_else(|| resident.last_digest(path));
            let Ok(now) = FileState::read(&context.project.root.join(path), |_| None) else { return true };
            match seen.or_else(|| resident.input(path)) {
                Some(seen) => seen != now.map(|now| now.digest),
                // The file may be a new unit. The next check finds other new files and folders.
                None => {
                    let is_module = path.extension().is_some_and(|extension| extension == "lua");
                    is_module || context.shader_files.source_of(path).is_some()
                }
            }
        };
        let FileEvent { mut paths, step } = self.of(file_event)?;
        paths.retain(differs);
        (!paths.is_empty()).then_some((FileEvent { paths, step }, at))
    }

    fn seen(&self, path: &Path) -> Option<Option<crate::model::Digest>> {
        self.context.sources.seen(path).or_else(|| self.resident.input(path))
    }

    /// The path as builds name it, if it may concern a build.
    fn relevant(&self, path: &Path) -> Option<PathBuf> {
        let project = &self.context.project;
        let path = self.context.sources.relative(path);
        // Files that uberc writes itself are not relevant.
        let is_own = || path.starts_with(&project.cache_dir) || path == project.output;
        let is_unit = || {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            !name.starts_with('.') && (name == "uberc.toml" || self.context.shader_files.source_of(&path).is_some())
        };
        // Units, headers and modules may appear or disappear together with a folder.
        let is_folder = || {
            let whole = project.root.join(&path);
            (whole.starts_with(&project.root) && whole.is_dir()) || self.resident.has_input_below(&path)
        };
        (self.seen(&path).is_some() || !is_own() && (is_unit() || is_folder())).then_some(path)
    }
}

/// The folders of all inputs of the last build.
pub fn folders_of_inputs(context: &BuildContext, resident: &ResidentState) -> BTreeSet<PathBuf> {
    let root = &context.project.root;
    resident.inputs().keys().filter_map(|path| Some(root.join(path).parent()?.to_path_buf())).collect()
}
