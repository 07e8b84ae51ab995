//! The inputs of the last build, looked at while units are searched for: both ask the system about each file of a project.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::cache::{Cache, CacheOptions, InputNow, Snapshot, StatRoot};
use crate::model::keys::BuildSubject;
use crate::model::{Digest, Project, Target};

/// What was found, for the build that begins with it.
#[derive(Default)]
pub struct KnownInputs {
    found: Mutex<Option<LastInputs>>,
}

/// The record of the last build, and its inputs as they are now.
pub struct LastInputs {
    /// The build's key without its inputs.
    subject: Digest,
    pub snapshot: Snapshot,
    /// Parallel to the inputs; `None` for those that did not exist: the search for units may know that they still do not.
    pub now: Vec<Option<InputNow>>,
}

impl KnownInputs {
    /// Looks at the inputs of the last build that wrote this archive for these targets.
    pub fn look(&self, project: &Project, output: &Path, targets: &[Target]) {
        let folder = project.root.join(&project.cache_dir);
        let (cache, _) = Cache::open(&folder, CacheOptions { read_only: true, index: false, lazy: true });
        let subject = BuildSubject { output, targets }.key().digest();
        let Some(snapshot) = cache.snapshot(&subject) else { return };
        let root = StatRoot::new(&project.root);
        let now = snapshot.existing_inputs_now(&root);
        let found = LastInputs { subject, snapshot, now };
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
    }

    /// What was found for the build with this key without inputs; once.
    pub fn take(&self, subject: &Digest) -> Option<LastInputs> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner).take();
        found.filter(|found| found.subject == *subject)
    }
}
