//! One build under `watch`: cancelled as soon as one of its inputs changes.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::relevance::Relevance;
use super::request::WatchRequest;
use super::watcher::{FileEvent, FileWatcher, Received};
use crate::cache::{Cache, CacheOptions, RemoteCache, RemoteMode};
use crate::compile::Cancel;
use crate::diag::Diagnostic;
use crate::pipeline::BuildContext;
use crate::pipeline::build::build;
use crate::pipeline::events::Events;
use crate::pipeline::incremental::resident::ResidentState;
use crate::pipeline::request::BuildRequest;
use crate::report::Report;

/// Time between two checks for events and for `stop`.
const POLL: Duration = Duration::from_millis(2);

pub struct Attempt<'a> {
    pub context: &'a BuildContext,
    pub request: &'a WatchRequest,
    pub resident: &'a ResidentState,
    pub watcher: &'a FileWatcher,
    pub stop: &'a Cancel,
    pub events: &'a dyn Events,
    /// Whether nothing has been built before.
    pub is_first: bool,
}

pub enum AttemptEnd {
    /// The report, and whether every event that arrived during the build could be judged.
    Report(Box<Report>, bool),
    /// A file has changed since the build read it; the time at which this was noticed.
    Stale(FileEvent, Instant),
    Stopped,
}

impl Attempt<'_> {
    /// Builds; returns the end of the build, and the cache that it used.
    pub fn run(&self, diagnostics: Vec<Diagnostic>) -> (AttemptEnd, Cache) {
        let project = &self.context.project;
        let folder = project.root.join(&project.cache_dir);
        // The cache is opened for each build, and its index only if needed: only one process at a time can open the
        // index.
        let (cache, _) = Cache::open(&folder, CacheOptions { lazy: true, ..CacheOptions::default() });
        let cancel = &*self.context.cancel;
        let remote = self.open_remote(&cache);
        let (remote, not_usable) = match &remote {
            Some(Ok(remote)) => (Some(remote), None),
            Some(Err(warning)) => (None, Some(warning)),
            None => (None, None),
        };
        let request = BuildRequest {
            targets: self.request.targets(self.context),
            output: self.request.output.clone(),
            cache: &cache,
            records: Some(&cache),
            resident: Some(self.resident),
            cancel,
            events: self.events,
            force: self.request.force,
            release: self.request.release,
            debug_info: self.request.debug_info,
            fail_fast: false,
            observer: None,
            remote,
        };
        let (mut report, stale, is_judged) = self.build_and_listen(&request, diagnostics, cancel);
        report.diagnostics.extend(not_usable.map(|warning| (**warning).clone()));
        report.diagnostics.extend(remote.into_iter().flat_map(RemoteCache::problems));
        self.context.sessions.end_build();
        let end = match stale {
            _ if self.stop.is_cancelled() => AttemptEnd::Stopped,
            // Also if the change came too late to cancel the build: the archive is written, and the next build follows.
            Some((file_event, at)) => AttemptEnd::Stale(file_event, at),
            None => AttemptEnd::Report(Box::new(report), is_judged),
        };
        (end, cache)
    }

    /// The server of results that machines share, for the first build alone: later ones build what was just edited on this
    /// machine, and would only wait to hear that nobody has it. `Err`: a warning.
    fn open_remote(&self, cache: &Cache) -> Option<Result<RemoteCache, Box<Diagnostic>>> {
        let project = &self.context.project;
        let is_used = self.is_first && !self.request.offline && cache.writable();
        let settings = project.remote.as_ref().filter(|_| is_used)?;
        let mode = RemoteMode { offline: false, read_only: true };
        Some(RemoteCache::open(settings, &project.root, mode))
    }

    /// The report; the change that cancelled the build, if one did; and whether every other event could be judged.
    fn build_and_listen(
        &self,
        request: &BuildRequest<'_>,
        diagnostics: Vec<Diagnostic>,
        cancel: &Cancel,
    ) -> (Report, Option<(FileEvent, Instant)>, bool) {
        let context = self.context;
        let relevance = Relevance { context, resident: self.resident };
        let (mut stale, mut is_judged) = (None, true);
        // The build runs on a thread of the pool: passing work to the pool and back takes longer than some stages.
        let report = rayon::in_place_scope(|scope| {
            let (ended, has_ended) = channel();
            // Sending fails only without a receiver, and the receiver lives as long as this scope.
            scope.spawn(move |_| drop(ended.send(build(context, diagnostics, request))));
            loop {
                match has_ended.recv_timeout(POLL) {
                    Ok(report) => return Some(report),
                    // The build panicked: the scope's end passes that on.
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if self.stop.is_cancelled() {
                    cancel.cancel();
                } else if stale.is_none() {
                    stale = self.watcher.pending().find_map(|received| match received {
                        Received::Files(file_event) => {
                            is_judged &= relevance.is_judged(&file_event);
                            relevance.changed_under(&file_event)
                        }
                        Received::Lost => {
                            is_judged = false;
                            None
                        }
                        Received::Other | Received::Timeout | Received::Closed => None,
                    });
                    if stale.is_some() {
                        cancel.cancel();
                    }
                }
            }
        });
        (report.expect("a build that did not panic has a report"), stale, is_judged)
    }
}
