//! The progress of a build on the terminal, and the signals that stop it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use indicatif::{ProgressBar, ProgressStyle};

use super::{INTERRUPTED, Stop, Terminal};
use crate::compile::Cancel;
use crate::pipeline::Events;

/// A bar that shows how many variants are done.
pub struct Progress {
    bar: ProgressBar,
    /// Of the bar once its length is known.
    style: ProgressStyle,
    compiling: Arc<AtomicBool>,
    cancel: Arc<Cancel>,
    /// Why signals are not watched for.
    failure: OnceLock<String>,
}

impl Progress {
    /// The bar of this run. From [`Events::begins`] on, Ctrl-C and SIGTERM stop the compilers, then the build; the process ends at once
    /// if no compiler runs yet, and at the second signal. Before, the signal itself ends the process: until then a build has only
    /// written small files by a rename and asked programs for their versions. A build with nothing to do starts no thread for signals.
    pub fn start(cancel: &Arc<Cancel>, terminal: &Terminal) -> Arc<Progress> {
        let progress = Arc::new(Progress {
            bar: terminal.progress(None),
            style: terminal.style_of_progress(),
            compiling: Arc::default(),
            cancel: Arc::clone(cancel),
            failure: OnceLock::new(),
        });
        progress.bar.set_message("exploring");
        progress
    }

    fn watch_signals(&self) -> Result<(), ctrlc::Error> {
        let (cancel, compiling) = (Arc::clone(&self.cancel), Arc::clone(&self.compiling));
        ctrlc::set_handler(move || {
            let again = cancel.is_cancelled();
            cancel.cancel();
            if again || !compiling.load(Ordering::Relaxed) {
                std::process::exit(i32::from(INTERRUPTED));
            }
        })
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Whether signals could be watched for.
    ///
    /// # Errors
    /// Why not; the build was cancelled, unless nothing was left to do.
    pub fn watched(&self) -> Result<(), Stop> {
        let failed = |why: &String| Stop::environment(format!("cannot watch for Ctrl-C: {why}"));
        self.failure.get().map_or(Ok(()), |why| Err(failed(why)))
    }
}

impl Events for Progress {
    fn begins(&self) {
        if let Err(error) = self.watch_signals() {
            self.failure.get_or_init(|| error.to_string());
            self.cancel.cancel();
        }
    }

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
