//! Commands: which shaders there are, and the permutation whose variants alone are checked.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::ExecuteCommandParams;
use serde_json::{Value, json};

use super::positions::uri_of;
use super::question::Query;
use super::settings::{Settings, parse};
use super::shared::Shared;
use super::state::{ChosenPermutation, KnownBranches, ProjectState};
use crate::diag;
use crate::model::{Branch, BranchKind};

const SHADERS: &str = "uberc.shaders";
const CHOOSE: &str = "uberc.choosePermutation";

/// Every command.
pub const NAMES: [&str; 2] = [SHADERS, CHOOSE];

/// Runs a command; its result.
///
/// # Errors
/// The reason, for people.
pub fn execute(
    shared: &Shared,
    settings: &Settings,
    query: &Query,
    params: &ExecuteCommandParams,
) -> Result<Value, String> {
    let states = states(shared, settings, query);
    match params.command.as_str() {
        SHADERS => Ok(states.iter().flat_map(|state| shaders(state)).collect()),
        CHOOSE => choose(shared, &states, params.arguments.first()),
        other => Err(format!("there is no command `{}`", diag::excerpt(other))),
    }
}

/// The projects of the open texts.
fn states(shared: &Shared, settings: &Settings, query: &Query) -> Vec<Arc<ProjectState>> {
    let documents = shared.documents();
    let roots: BTreeSet<PathBuf> = documents.iter().map(|(path, _)| settings.root_of(path)).collect();
    roots.iter().filter_map(|root| shared.wait_for(root, query.version, &query.id)).collect()
}

/// The shaders of a project, each with the values of its branches in the order of their bits.
fn shaders(state: &ProjectState) -> Vec<Value> {
    let shader = |(name, known): (&String, &KnownBranches)| {
        let branches: Vec<Value> = known
            .layout
            .branches()
            .iter()
            .map(|branch| json!({ "name": branch.name, "values": values(branch) }))
            .collect();
        let uri = uri_of(&state.root().join(&known.sidecar));
        json!({ "shader": name, "sidecar": uri, "branches": branches })
    };
    state.branches.iter().map(shader).collect()
}

/// Upper bound of values of a branch that are listed.
const MOST_VALUES: u64 = 256;

/// The values as permutations spell them.
fn values(branch: &Branch) -> Vec<String> {
    match &branch.kind {
        BranchKind::Enum { members } => members.iter().take(MOST_VALUES as usize).cloned().collect(),
        _ => (0..branch.value_count().min(MOST_VALUES)).map(|value| branch.display_value(value)).collect(),
    }
}

/// `null`, or nothing: all variants are checked again.
fn choose(shared: &Shared, states: &[Arc<ProjectState>], argument: Option<&Value>) -> Result<Value, String> {
    let Some(argument) = argument.filter(|argument| !argument.is_null()) else {
        shared.choose(None);
        return Ok(Value::Null);
    };
    let chosen: ChosenPermutation = parse(argument.clone())?;
    let mut described = None;
    for state in states {
        if let Some(selection) = state.selection(&chosen)? {
            let layout = &state.branches[&chosen.shader].layout;
            described = selection.permutation.map(|permutation| layout.describe(permutation.0));
        }
    }
    let Some(described) = described else {
        let names: Vec<&str> = states.iter().flat_map(|state| state.branches.keys()).map(String::as_str).collect();
        let near = diag::suggestion(&chosen.shader, names).unwrap_or_default();
        return Err(format!("there is no shader `{}`. {near}", diag::excerpt(&chosen.shader)).trim_end().to_owned());
    };
    let result = json!({ "shader": chosen.shader, "permutation": described });
    shared.choose(Some(chosen));
    Ok(result)
}
