//! The thread that runs the front end on the newest texts and sends the diagnostics.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::client::Client;
use super::diagnostics::Published;
use super::settings::Settings;
use super::shared::{Shared, Work};
use super::state::ProjectState;
use crate::diag::Diagnostic;
use crate::model::{SourceUnit, Target};
use crate::pipeline::{self, BuildContext, CheckedUnit};
use crate::project;

/// What is kept of a project from one analysis to the next.
#[derive(Default)]
struct Project {
    published: Published,
    /// The context of the last run, cancelled or not: files of each run are numbered behind those of all runs before it, because lexed files
    /// are found by their numbers.
    last: Option<Arc<BuildContext>>,
}

/// Analyses until the server ends.
pub fn run(shared: &Shared, settings: &Settings, client: &Client) {
    let mut projects: BTreeMap<PathBuf, Project> = BTreeMap::new();
    while let Some(work) = shared.next_work() {
        let done = catch_unwind(AssertUnwindSafe(|| analyse_all(shared, settings, &work, client, &mut projects)));
        match done {
            Ok(true) => shared.end(work.version),
            Ok(false) => shared.put_back(work.changes),
            // The panic's own message is on stderr. The next change begins anew.
            Err(_) => {
                client.log_error("the analysis of these texts crashed; this is a defect of uberc");
                shared.crash(work.version);
                projects.values_mut().for_each(|project| project.last = None);
            }
        }
        if shared.is_stopped() {
            return;
        }
    }
}

/// Analyses every project with an open text; false if newer texts cancelled it.
fn analyse_all(
    shared: &Shared,
    settings: &Settings,
    work: &Work,
    client: &Client,
    projects: &mut BTreeMap<PathBuf, Project>,
) -> bool {
    let roots: BTreeSet<PathBuf> = work.documents.iter().map(|(path, _)| settings.root_of(path)).collect();
    for closed in shared.roots().into_iter().filter(|root| !roots.contains(root)) {
        shared.forget(&closed);
        if let Some(project) = projects.remove(&closed) {
            project.published.clear(client);
        }
    }
    for root in &roots {
        let before = shared.project(root);
        let project = projects.entry(root.clone()).or_default();
        let Some(state) = front_end(shared, (before.as_deref(), &mut project.last), root, work, settings) else {
            return false;
        };
        let state = Arc::new(state);
        shared.publish(Arc::clone(&state));
        let Some(found) = find_mistakes(&state) else { return false };
        state.context.sessions.end_build();
        let open = work.documents.iter().filter(|(path, _)| settings.root_of(path) == *root);
        project.published.send(&state, open, found, client);
    }
    true
}

/// The project with the newest texts; `None` if newer ones cancelled it.
fn front_end(
    shared: &Shared,
    (before, last): (Option<&ProjectState>, &mut Option<Arc<BuildContext>>),
    root: &Path,
    work: &Work,
    settings: &Settings,
) -> Option<ProjectState> {
    let texts = work.documents.texts();
    let project_file = root.join(project::FILE_NAME);
    // A text that is being written changes nothing but itself, so that no file has to be looked at.
    let partial = before.filter(|_| !work.changes.files && !work.changes.texts.contains(&project_file));
    let units = partial.map(|before| before.context.units.clone());
    let (mut context, diagnostics) = BuildContext::open_for_editor(last.as_deref(), root, &texts, units);
    let found_before = partial.map_or(diagnostics, |before| before.found_before.clone());
    context.override_settings(&settings.overrides);
    let context = Arc::new(context);
    *last = Some(Arc::clone(&context));
    if !shared.begin(work.version, &context.cancel) {
        return None;
    }
    // Spans of an earlier run mean nothing to sources that are not made from its own.
    let follows = before.filter(|before| {
        let project = Path::new(project::FILE_NAME);
        let settings = |context: &BuildContext| context.sources.load(project).ok().map(|file| file.digest);
        Arc::ptr_eq(&before.context.files, &context.files) && settings(&before.context) == settings(&context)
    });
    let is_kept = |unit: &CheckedUnit| match partial {
        Some(_) => !work.changes.texts.iter().any(|path| unit.depends_on(&context.sources.relative(path))),
        None => unit.is_up_to_date(&context),
    };
    let known = |unit: &SourceUnit, target: Target| {
        let mut all = follows?.units.iter();
        all.find(|known| known.unit == *unit && known.target == target && is_kept(known)).cloned()
    };
    let targets = settings.targets(&context);
    let wanted: Vec<(&SourceUnit, Target)> =
        context.units.iter().flat_map(|unit| targets.iter().map(move |target| (unit, *target))).collect();
    let units: Vec<Arc<CheckedUnit>> = wanted
        .par_iter()
        .map(|(unit, target)| {
            known(unit, *target).unwrap_or_else(|| Arc::new(CheckedUnit::run(&context, unit, *target)))
        })
        .collect();
    if context.cancel.is_cancelled() {
        return None;
    }
    let (version, branches) = (work.version, BTreeMap::new());
    let mut state = ProjectState { version, context, units, found_before, selection: None, branches };
    state.know_branches(before);
    // A permutation that the shader has no more is no choice any more.
    state.selection = work.chosen.as_ref().and_then(|chosen| state.selection(chosen).ok().flatten());
    Some(state)
}

/// What `uberc check` would say; `None` if newer texts cancelled it.
fn find_mistakes(state: &ProjectState) -> Option<Vec<Diagnostic>> {
    let found: Option<Vec<_>> =
        state.units.par_iter().map(|unit| unit.find_mistakes(&state.context, state.selection.as_ref())).collect();
    let units = state.units.iter().map(|unit| &**unit);
    let mut diagnostics = pipeline::all_diagnostics(&state.context, units, found?.concat());
    diagnostics.extend(state.found_before.iter().cloned());
    Some(diagnostics)
}
