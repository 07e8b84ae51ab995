//! Cancelling a build: a flag, and the process groups that are killed when it is set.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Shared by every job of a build. Cancelling kills the compilers that run now and stops new ones.
#[derive(Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    running: Mutex<BTreeSet<u32>>,
}

impl Cancel {
    /// Stops the build: no step begins any more, and every compiler is killed with its children.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::SeqCst);
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        for leader in running.iter() {
            super::external::process::kill_group(*leader);
        }
    }

    /// The flag alone, for work that must not know the rest.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Whether the build is being stopped.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    /// Registers a child, the leader of its own group. If the build was cancelled after the child was started, it is
    /// killed here.
    pub fn register(&self, leader: u32) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(leader);
        if self.is_cancelled() {
            super::external::process::kill_group(leader);
        }
    }

    /// Removes a child. This must happen before it is reaped: until then no other process can have its number.
    pub fn unregister(&self, leader: u32) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&leader);
    }
}
