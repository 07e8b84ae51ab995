//! The state that `watch` keeps in memory between builds, so that a build does not read or make unchanged things again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::unit_record::{FinishedUnit, Inputs};
use crate::cache::{FileStat, FileState};
use crate::compile::{KnownProgram, WorkerPool};
use crate::model::{Artifact, Digest, Target};
use crate::pack::KnownBlobs;

/// State of one process that builds more than once.
#[derive(Debug, Default)]
pub struct ResidentState {
    /// Results of units, by the digest of the unit's subject.
    units: Mutex<FxHashMap<Digest, ResidentUnit>>,
    /// The last state of every file whose state was read.
    states: Mutex<FxHashMap<PathBuf, Option<FileState>>>,
    /// Inputs of the last build, with errors or without.
    inputs: Mutex<Inputs>,
    /// The last archive's blobs.
    blobs: KnownBlobs,
    /// Compilers and their versions.
    programs: Mutex<Vec<KnownProgram>>,
    /// Processes of compilers that wait for the next build.
    workers: Arc<WorkerPool>,
}

/// The last result of a unit without an error.
#[derive(Clone, Debug)]
pub struct ResidentUnit {
    pub key: Digest,
    /// Digest of the fields of the key that are not files. These fields and a variant's text determine the artifact.
    pub settings: Digest,
    pub finished: Arc<FinishedUnit>,
}

/// Variants whose artifacts are in memory, by target and identity.
pub type KnownVariants = FxHashMap<(Target, Digest), Arc<Artifact>>;

impl ResidentState {
    pub fn blobs(&self) -> &KnownBlobs {
        &self.blobs
    }

    pub fn programs(&self) -> Vec<KnownProgram> {
        locked(&self.programs).clone()
    }

    pub fn keep_programs(&self, programs: Vec<KnownProgram>) {
        *locked(&self.programs) = programs;
    }

    pub fn workers(&self) -> Arc<WorkerPool> {
        Arc::clone(&self.workers)
    }

    pub fn unit(&self, subject: &Digest) -> Option<ResidentUnit> {
        locked(&self.units).get(subject).cloned()
    }

    pub fn set_unit(&self, subject: Digest, unit: ResidentUnit) {
        locked(&self.units).insert(subject, unit);
    }

    /// The digest of an input in the last build; `Some(None)` if the input did not exist, `None` if the file was not an
    /// input.
    pub fn input(&self, path: &Path) -> Option<Option<Digest>> {
        locked(&self.inputs).get(path).copied()
    }

    /// The digest of a file when its state was last read, in the same form.
    pub fn last_digest(&self, path: &Path) -> Option<Option<Digest>> {
        locked(&self.states).get(path).map(|state| state.map(|state| state.digest))
    }

    /// The inputs of the last build.
    pub fn inputs(&self) -> Inputs {
        locked(&self.inputs).clone()
    }

    /// Whether an input of the last build is this path or lies below it.
    pub fn has_input_below(&self, path: &Path) -> bool {
        locked(&self.inputs).keys().any(|input| input.starts_with(path))
    }

    pub fn set_inputs(&self, inputs: Inputs) {
        *locked(&self.inputs) = inputs;
    }

    /// Adds the inputs of a build that was cancelled.
    pub fn add_inputs(&self, inputs: &Inputs) {
        locked(&self.inputs).extend(inputs.iter().map(|(path, digest)| (path.clone(), *digest)));
    }

    /// The state of a file now. If the stat has not changed, the file is not read. `Err(())`: it cannot be read.
    #[expect(clippy::result_unit_err, reason = "callers ask only whether the file can be read")]
    pub fn read_state(&self, root: &Path, path: &Path) -> Result<Option<FileState>, ()> {
        let before = locked(&self.states).get(path).copied().flatten().filter(|before| before.settled);
        let known = |stat: &FileStat| before.filter(|before| before.stat == *stat).map(|before| before.digest);
        let state = FileState::read(&root.join(path), known).map_err(|_| ())?;
        self.set_state(path, state);
        Ok(state)
    }

    pub fn set_state(&self, path: &Path, state: Option<FileState>) {
        locked(&self.states).insert(path.to_path_buf(), state);
    }

    /// Whether the state of this file was read before.
    pub fn has_state(&self, path: &Path) -> bool {
        locked(&self.states).contains_key(path)
    }
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
