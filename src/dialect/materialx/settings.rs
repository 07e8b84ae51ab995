//! What a project says of MaterialX: options, and the folders of node libraries.

use std::path::{Path, PathBuf};

use super::option_table::{LIBRARIES, NODES};
use super::options::Options;
use crate::diag::Sources;
use crate::dialect::OptionValues;

/// Options with the folders that they name.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub options: Options,
    /// Folders of the node library; empty: that of the machine.
    pub libraries: Vec<PathBuf>,
    /// Folders of the project's own nodes.
    pub nodes: Vec<PathBuf>,
}

/// Where relative paths of a document or a sidecar lead.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    pub sources: &'a Sources,
    /// The folder of the document, or of the sidecar that names it.
    pub own: &'a Path,
    /// The include folders of the project.
    pub include_paths: &'a [PathBuf],
}

impl Places<'_> {
    /// Where a file may be: in the own folder, below the project's root, in an include folder.
    pub fn candidates(&self, name: &str) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for folder in [self.own, Path::new("")].into_iter().chain(self.include_paths.iter().map(PathBuf::as_path)) {
            let path = folder.join(name);
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths
    }

    /// A folder: the first candidate that is one, else as it is written.
    pub fn folder(&self, name: &str) -> PathBuf {
        let found = self.candidates(name).into_iter().find(|path| self.sources.root().join(path).is_dir());
        self.sources.root().join(found.unwrap_or_else(|| PathBuf::from(name)))
    }

    /// The folders that an option names.
    pub fn folders(&self, values: &OptionValues, option: &str) -> Vec<PathBuf> {
        values.get(option).into_iter().flatten().map(|name| self.folder(name)).collect()
    }
}

impl Settings {
    /// The settings of option values.
    ///
    /// # Errors
    /// What is wrong with a value.
    pub fn of(values: &OptionValues, places: &Places<'_>) -> Result<Settings, String> {
        Ok(Settings {
            options: Options::with(values)?,
            libraries: places.folders(values, LIBRARIES),
            nodes: places.folders(values, NODES),
        })
    }

    /// The settings for shaders that materials share: names are those of definitions, unless an option says otherwise.
    ///
    /// # Errors
    /// What is wrong with a value.
    pub fn shared(values: &OptionValues, places: &Places<'_>) -> Result<Settings, String> {
        let mut settings = Settings::of(values, places)?;
        settings.options.canonical_names |= !values.contains_key("canonical_names");
        Ok(settings)
    }
}
