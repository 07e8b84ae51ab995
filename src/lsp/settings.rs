//! What the command line and the client set.

use std::path::{Path, PathBuf};

use lsp_types::InitializeParams;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::positions::path_of;
use super::state::ChosenPermutation;
use crate::diag;
use crate::model::{ProjectOverrides, Target};
use crate::pipeline::BuildContext;
use crate::project;

/// Settings of a server.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Empty: the targets of each project.
    pub targets: Vec<Target>,
    pub overrides: ProjectOverrides,
    /// The folders that the client has open.
    pub folders: Vec<PathBuf>,
}

impl Settings {
    /// The root of the project that a file belongs to: the folder of the nearest `uberc.toml`, else the folder that the
    /// client has open, else the file's own.
    pub fn root_of(&self, file: &Path) -> PathBuf {
        let (folder, found) = project::find_project(file);
        let opened = self.folders.iter().filter(|folder| found.is_none() && file.starts_with(folder));
        opened.max_by_key(|folder| folder.components().count()).cloned().unwrap_or(folder)
    }

    /// With what a client sets when it starts; and the permutation that it chooses.
    ///
    /// # Errors
    /// What is wrong with its options, for people.
    pub fn with_options(&self, params: InitializeParams) -> Result<(Settings, Option<ChosenPermutation>), String> {
        let mut settings = Settings { folders: folders(&params), ..self.clone() };
        let options = params.initialization_options.filter(|options| !options.is_null());
        let ClientOptions { targets, permutation } = options.map(parse).transpose()?.unwrap_or_default();
        if !targets.is_empty() {
            let named = |name: &String| {
                project::target_named(name)
                    .map_err(|help| format!("there is no target `{}`. {help}", diag::excerpt(name)))
            };
            settings.targets = targets.iter().map(named).collect::<Result<_, _>>()?;
        }
        Ok((settings, permutation))
    }

    /// The targets for which a project is analysed, sorted.
    pub fn targets(&self, context: &BuildContext) -> Vec<Target> {
        let mut targets =
            if self.targets.is_empty() { context.project.default_targets.clone() } else { self.targets.clone() };
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}

/// `initializationOptions` of a client.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ClientOptions {
    targets: Vec<String>,
    permutation: Option<ChosenPermutation>,
}

#[expect(deprecated, reason = "not every client names its folders")]
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let all = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    all.chain(&params.root_uri).filter_map(path_of).collect()
}

/// The parameters of a message.
pub fn parse<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|wrong| wrong.to_string())
}
