//! The progress of a build on the terminal, and the signals that stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::{INTERRUPTED, Stop, Terminal};
use crate::compile::Cancel;
use crate::pipeline::Events;

/// A bar that shows how many variants are done.
pub struct Progress {
    bar: ProgressBar,
    /// Of the bar once its length is known.
    style: ProgressStyle,
    compiling: AtomicBool,
}

impl Progress {
    /// The bar of this run. Ctrl-C and SIGTERM stop the compilers, then the build. The process ends at once if no
    /// compiler runs yet, and at the second signal.
    pub fn start(cancel: &Arc<Cancel>, terminal: &Terminal) -> Result<Arc<Progress>, Stop> {
        let progress = Arc::new(Progress {
            bar: terminal.progress(None),
            style: terminal.style_of_progress(),
            compiling: AtomicBool::new(false),
        });
        progress.bar.set_message("exploring");
        let (cancel, watched) = (Arc::clone(cancel), Arc::clone(&progress));
        ctrlc::set_handler(move || {
            let again = cancel.is_cancelled();
            cancel.cancel();
            if again || !watched.compiling.load(Ordering::Relaxed) {
                std::process::exit(i32::from(INTERRUPTED));
            }
        })
        .map_err(|error| Stop::environment(format!("cannot watch for Ctrl-C: {error}")))?;
        Ok(progress)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Events for Progress {
    fn variants(&self, more: usize) {
        if !self.compiling.swap(true, Ordering::Relaxed) {
            self.bar.set_style(self.style.clone());
        }
        self.bar.inc_length(more as u64);
        self.bar.set_message("compiling");
    }

    fn variant_done(&self, failed: bool) {
        if failed {
            self.bar.set_message("compiling (with errors)");
        }
        self.bar.inc(1);
    }
}
