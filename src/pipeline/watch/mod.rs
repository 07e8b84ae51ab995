//! Builds again after each save that changes something.
//!
//! **In**: a project, and what to build of it.
//! **Out**: a [`WatchEvent`] for each build and each problem.
//! **Never**: decides from an event *what* changed: an event only says *when* to check, and the build compares digests.
//!
//! So an unneeded event costs a few milliseconds, and a change without an event is found by the periodic check (every
//! [`waiting::CHECK_EVERY`]).

mod attempt;
mod changed_files;
mod environment;
mod maintenance;
mod relevance;
mod request;
mod waiting;
mod watcher;

use super::BuildContext;
use super::events::Events;
use super::incremental::resident::ResidentState;
use crate::compile::Cancel;
use crate::diag::{Diagnostic, Origin};
use crate::project;
use crate::report::{Ending, Report};

use attempt::{Attempt, AttemptEnd};
use changed_files::ChangedFiles;
use environment::{Environment, inputs_changed};
use maintenance::CacheMaintenance;
use relevance::{Relevance, folders_of_inputs};
use watcher::FileWatcher;

pub use request::{WatchEvent, WatchRequest};

/// A build that the machine stopped (a full disk) is tried again at the next check. The number of checks before the
/// next retry then doubles each time, up to this limit.
const MOST_CHECKS: u32 = 32;

/// Why a build begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trigger {
    /// It is the first build, or an event arrived.
    Event,
    /// A check found a change without an event.
    Check,
    /// The machine stopped the last build.
    Retry,
}

/// What to do after a build.
enum Next {
    /// Wait for a change. `retries`: the machine stopped the build, which is tried again after some time. `checks_now`:
    /// an event that arrived during the build could not be judged, so the files are checked before waiting.
    Wait {
        retries: bool,
        checks_now: bool,
    },
    /// Build again: a file changed during the build.
    BuildAgain,
    Stop,
}

/// Builds until `stop` is cancelled.
pub fn watch(request: &WatchRequest, stop: &Cancel, events: &dyn Events, report: &mut dyn FnMut(WatchEvent<'_>)) {
    let mut watch = Watch::begin(request, stop, events, report);
    let mut trigger = Trigger::Event;
    let mut before: Option<BuildContext> = None;
    while !stop.is_cancelled() {
        let (context, diagnostics) = watch.open(before.as_ref());
        let next = if context.units.is_empty() {
            watch.report_nothing(&context, &diagnostics)
        } else {
            watch.build(&context, diagnostics, trigger)
        };
        trigger = match next {
            Next::Wait { retries, checks_now } => watch.wait(&context, trigger, retries, checks_now),
            Next::BuildAgain => watch.settle(&context),
            Next::Stop => break,
        };
        before = Some(context);
    }
    watch.maintenance.flush();
}

/// The state between builds.
struct Watch<'a> {
    request: &'a WatchRequest,
    stop: &'a Cancel,
    events: &'a dyn Events,
    report: &'a mut dyn FnMut(WatchEvent<'_>),
    watcher: FileWatcher,
    resident: ResidentState,
    environment: Environment,
    maintenance: CacheMaintenance,
    /// Files that have changed since the last reported build.
    changed: ChangedFiles,
    /// How the last build ended, and its messages; `None` while there is nothing to build.
    last: Option<(Ending, Vec<Diagnostic>)>,
    /// The messages that were reported for a project that cannot be built.
    nothing: Option<Vec<String>>,
    not_stored: Option<Diagnostic>,
    /// Number of checks before the next retry.
    checks: u32,
}

impl<'a> Watch<'a> {
    fn begin(
        request: &'a WatchRequest,
        stop: &'a Cancel,
        events: &'a dyn Events,
        report: &'a mut dyn FnMut(WatchEvent<'_>),
    ) -> Watch<'a> {
        let (watcher, unwatched) = FileWatcher::new();
        if let Some(reason) = unwatched {
            report(WatchEvent::Unwatched { reason });
        }
        Watch {
            request,
            stop,
            events,
            report,
            watcher,
            resident: ResidentState::default(),
            environment: Environment::default(),
            maintenance: CacheMaintenance::default(),
            changed: ChangedFiles::default(),
            last: None,
            nothing: None,
            not_stored: None,
            checks: 1,
        }
    }

    /// Opens the project for the next build. Listening to its folders begins first, so that every later change is an
    /// event.
    fn open(&mut self, before: Option<&BuildContext>) -> (BuildContext, Vec<Diagnostic>) {
        let (mut context, mut diagnostics) =
            BuildContext::open_after(before, &self.request.registry, &self.request.paths);
        context.mode = self.request.mode;
        context.override_settings(&self.request.overrides);
        context.project.warnings.apply(&mut diagnostics);
        self.listen(&context);
        (context, diagnostics)
    }

    fn listen(&mut self, context: &BuildContext) {
        let project = &context.project;
        let folders = folders_of_inputs(context, &self.resident);
        let searched = project::searched_folders(project, &context.sources, &context.listing);
        let searched = searched.into_iter().map(|folder| project.root.join(folder)).collect();
        if let Err(reason) = self.watcher.listen(searched, &folders) {
            (self.report)(WatchEvent::Unwatched { reason });
        }
    }

    fn report_nothing(&mut self, context: &BuildContext, diagnostics: &[Diagnostic]) -> Next {
        let messages: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
        if self.nothing.as_ref() != Some(&messages) {
            (self.report)(WatchEvent::Nothing { context, diagnostics });
            self.nothing = Some(messages);
        }
        (self.last, self.changed) = (None, ChangedFiles::default());
        Next::Wait { retries: false, checks_now: false }
    }

    fn build(&mut self, context: &BuildContext, diagnostics: Vec<Diagnostic>, trigger: Trigger) -> Next {
        self.nothing = None;
        if self.last.is_none() {
            self.environment.read(context, self.request, &self.resident);
        }
        let attempt = Attempt {
            context,
            request: self.request,
            resident: &self.resident,
            watcher: &self.watcher,
            stop: self.stop,
            events: self.events,
            is_first: self.last.is_none(),
        };
        let (end, cache) = attempt.run(diagnostics);
        let not_stored = cache.write_failure().map(|failure| failure.diagnostic());
        let has_stored = matches!(&end, AttemptEnd::Report(report, _) if report.summary.compiled > 0);
        self.maintenance.take(cache, has_stored);
        let next = match end {
            AttemptEnd::Report(report, is_judged) => self.built(context, &report, trigger, is_judged),
            AttemptEnd::Stale(file_event, at) => {
                (self.report)(WatchEvent::Stale);
                self.changed.add(file_event, at);
                return Next::BuildAgain;
            }
            AttemptEnd::Stopped => return Next::Stop,
        };
        if let Some(diagnostic) = not_stored.as_ref().filter(|_| not_stored != self.not_stored) {
            (self.report)(WatchEvent::NotStored { context, diagnostic });
        }
        self.not_stored = not_stored;
        next
    }

    /// Called after a build that was not cancelled by a change. `is_judged`: whether every event during the build could
    /// be judged.
    fn built(&mut self, context: &BuildContext, report: &Report, trigger: Trigger, is_judged: bool) -> Next {
        let now = (report.ending, report.diagnostics.clone());
        let is_news = match trigger {
            Trigger::Event => true,
            Trigger::Check => !report.rebuilt.is_empty() || report.shown.is_some(),
            Trigger::Retry => false,
        };
        if is_news || self.last.as_ref() != Some(&now) {
            let (changed, since) = (&self.changed.paths(), self.changed.since());
            (self.report)(WatchEvent::Built { context, report, changed, since });
        }
        self.last = Some(now);
        self.changed = ChangedFiles::default();
        self.environment.built(context, self.request, &self.resident, report);
        // The build may have read files in folders that were not known before it.
        if self.watcher.misses(&folders_of_inputs(context, &self.resident)) {
            self.listen(context);
        }
        // A missing program is checked for at each check.
        let is_missing = |diagnostic: &Diagnostic| diagnostic.origin == Origin::MissingProgram;
        let retries = report.ending == Ending::Environment && !report.diagnostics.iter().any(is_missing);
        Next::Wait { retries, checks_now: !is_judged }
    }

    /// Waits until there is a reason to build.
    fn wait(&mut self, context: &BuildContext, last: Trigger, retries: bool, mut checks_now: bool) -> Trigger {
        self.checks = if retries && last == Trigger::Retry { (self.checks * 2).min(MOST_CHECKS) } else { 1 };
        let mut left = self.checks;
        while !self.stop.is_cancelled() {
            let relevance = Relevance { context, resident: &self.resident };
            if !checks_now
                && waiting::wait(&self.watcher, &relevance, self.stop, &mut self.changed, || {
                    self.maintenance.rest(context)
                })
            {
                return self.settle(context);
            }
            if inputs_changed(context, &self.resident, self.request)
                || self.environment.changed(context, self.request, &self.resident)
            {
                return Trigger::Check;
            }
            if !checks_now {
                left = left.saturating_sub(1);
            }
            checks_now = false;
            if retries && left == 0 {
                return Trigger::Retry;
            }
        }
        last
    }

    /// Waits until editors have finished writing.
    fn settle(&mut self, context: &BuildContext) -> Trigger {
        let relevance = Relevance { context, resident: &self.resident };
        waiting::settle(&self.watcher, &relevance, &mut self.changed);
        Trigger::Event
    }
}
