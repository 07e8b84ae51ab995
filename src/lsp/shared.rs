//! What the threads of the server share: the newest texts, and the newest state of each project.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use lsp_server::RequestId;

use super::documents::Documents;
use super::state::{ChosenPermutation, ProjectState};
use crate::compile::Cancel;

/// What has changed since the last analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Texts that the client changed, by absolute path.
    pub texts: BTreeSet<PathBuf>,
    /// Files may have changed, too, come or gone.
    pub files: bool,
}

impl Changes {
    fn is_empty(&self) -> bool {
        self.texts.is_empty() && !self.files
    }

    fn add(&mut self, other: Changes) {
        self.texts.extend(other.texts);
        self.files |= other.files;
    }
}

/// One analysis to make.
#[derive(Clone, Debug)]
pub struct Work {
    /// Number of the newest texts.
    pub version: u64,
    pub documents: Documents,
    pub changes: Changes,
    pub chosen: Option<ChosenPermutation>,
}

#[derive(Default)]
struct Inner {
    version: u64,
    documents: Documents,
    changes: Changes,
    chosen: Option<ChosenPermutation>,
    /// Whether the permutation was chosen anew.
    rechosen: bool,
    projects: BTreeMap<PathBuf, Arc<ProjectState>>,
    /// What is being analysed; a newer text cancels it.
    running: Option<Arc<Cancel>>,
    /// Number of the last texts that were analysed to the end.
    analysed: u64,
    /// Number of the last texts whose analysis crashed.
    crashed: u64,
    /// Requests that the client does not wait for any more.
    cancelled: BTreeSet<RequestId>,
    stop: bool,
}

/// The shared data, and the sign that it has changed.
#[derive(Default)]
pub struct Shared {
    inner: Mutex<Inner>,
    changed: Condvar,
}

/// Upper bound of cancelled requests that are remembered: those of a client that cancels what it never asked are forgotten.
const MOST_CANCELLED: usize = 1_000;

impl Shared {
    fn locked(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the texts; the analysis of older ones ends. The number of these texts.
    pub fn set_documents(&self, documents: &Documents, changes: Changes) -> u64 {
        let mut inner = self.locked();
        inner.version += 1;
        inner.documents = documents.clone();
        inner.changes.add(changes);
        if let Some(running) = inner.running.take() {
            running.cancel();
        }
        self.changed.notify_all();
        inner.version
    }

    /// Sets the permutation whose variants are checked; `None`: all are.
    pub fn choose(&self, chosen: Option<ChosenPermutation>) {
        let mut inner = self.locked();
        inner.chosen = chosen;
        inner.rechosen = true;
        if let Some(running) = inner.running.take() {
            running.cancel();
        }
        self.changed.notify_all();
    }

    /// The newest texts.
    pub fn documents(&self) -> Documents {
        self.locked().documents.clone()
    }

    pub fn version(&self) -> u64 {
        self.locked().version
    }

    /// Waits for something to analyse; `None` at the end of the server. The changes are the caller's from then on.
    pub fn next_work(&self) -> Option<Work> {
        let mut inner = self.locked();
        while !inner.stop && !inner.rechosen && inner.changes.is_empty() {
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        if inner.stop {
            return None;
        }
        inner.rechosen = false;
        let changes = std::mem::take(&mut inner.changes);
        let (documents, chosen) = (inner.documents.clone(), inner.chosen.clone());
        Some(Work { version: inner.version, documents, changes, chosen })
    }

    /// Gives back what a cancelled analysis was about to do.
    pub fn put_back(&self, changes: Changes) {
        let mut inner = self.locked();
        inner.changes.add(changes);
        inner.rechosen = true;
    }

    /// Announces an analysis, so that newer texts cancel it. False if there are newer texts already.
    pub fn begin(&self, version: u64, cancel: &Arc<Cancel>) -> bool {
        let mut inner = self.locked();
        let is_newest = inner.version == version && !inner.rechosen && !inner.stop;
        if is_newest {
            inner.running = Some(Arc::clone(cancel));
        }
        is_newest
    }

    /// The state of a project, as far as it is known.
    pub fn project(&self, root: &Path) -> Option<Arc<ProjectState>> {
        self.locked().projects.get(root).cloned()
    }

    /// The roots of the projects that have a state.
    pub fn roots(&self) -> Vec<PathBuf> {
        self.locked().projects.keys().cloned().collect()
    }

    pub fn publish(&self, state: Arc<ProjectState>) {
        self.locked().projects.insert(state.root().to_path_buf(), state);
        self.changed.notify_all();
    }

    /// Notes that the texts have no state because of a defect, and forgets every project.
    pub fn crash(&self, version: u64) {
        let mut inner = self.locked();
        inner.crashed = version;
        inner.projects.clear();
        self.changed.notify_all();
    }

    pub fn forget(&self, root: &Path) {
        self.locked().projects.remove(root);
        self.changed.notify_all();
    }

    /// Notes that every project with an open text has the state of these texts.
    pub fn end(&self, version: u64) {
        let mut inner = self.locked();
        inner.analysed = inner.analysed.max(version);
        self.changed.notify_all();
    }

    /// Waits until a project's state is that of these texts or of newer ones. `None` if the request was cancelled, if the
    /// texts were analysed and none of them is of the project (any more), if there is no state because of a defect, or if
    /// the server ends.
    pub fn wait_for(&self, root: &Path, version: u64, request: &RequestId) -> Option<Arc<ProjectState>> {
        let mut inner = self.locked();
        loop {
            if inner.stop || inner.crashed >= version || inner.cancelled.contains(request) {
                return None;
            }
            if let Some(state) = inner.projects.get(root).filter(|state| state.version >= version) {
                return Some(Arc::clone(state));
            }
            if inner.analysed >= version {
                return None;
            }
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that a client does not wait for a request any more.
    pub fn cancel(&self, request: RequestId) {
        let mut inner = self.locked();
        if inner.cancelled.len() >= MOST_CANCELLED {
            inner.cancelled.pop_first();
        }
        inner.cancelled.insert(request);
        self.changed.notify_all();
    }

    /// Whether a request was cancelled; it is forgotten.
    pub fn take_cancelled(&self, request: &RequestId) -> bool {
        self.locked().cancelled.remove(request)
    }

    /// Ends the threads that wait here.
    pub fn stop(&self) {
        let mut inner = self.locked();
        inner.stop = true;
        if let Some(running) = inner.running.take() {
            running.cancel();
        }
        self.changed.notify_all();
    }

    pub fn is_stopped(&self) -> bool {
        self.locked().stop
    }
}
