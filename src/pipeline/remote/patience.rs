//! How long a build waits for answers while it could work.
//!
//! Waiting is worth it while answers come: a result that arrives need not be made. Where they do not, the build works,
//! and takes what arrives later. So a server that is slow from the beginning costs the first wait alone, and one that
//! stops answering later costs a twelfth of what the results would take here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The first wait of a small project, by the number of things that are asked for: a unit takes some milliseconds at the least.
const WAIT_PER_ITEM: Duration = Duration::from_millis(2);
const MOST: Duration = Duration::from_millis(25);
/// That of a large one: a far server answers after several round trips, and the wait is small beside the work.
const WAIT_OF_MANY: Duration = Duration::from_micros(250);
const MOST_OF_MANY: Duration = Duration::from_millis(250);

/// The share of the first wait after which a server must have said what it can do: what it has takes it several times as
/// long.
const FIRST_WORD: u32 = 2;

/// Things that a server must have one of, if there are as many. Where it has none, as in the first build of a project, it is
/// likely to have none of the others.
pub const FIRST_THINGS: usize = 16;

/// The share of the results' worth that a silence may last.
const SILENCE: u32 = 12;

/// The rest between two looks at what has arrived.
const LOOK: Duration = Duration::from_micros(300);

/// The patience of one build.
pub struct Patience {
    /// As the project says.
    stated: Option<Duration>,
    /// An answer was waited for in vain.
    is_lost: AtomicBool,
}

/// What a wait sees of the answers.
pub struct Progress {
    /// Whether the server has said anything at all.
    pub has_answered: bool,
    /// Whether it has had none of the first [`FIRST_THINGS`].
    pub is_hopeless: bool,
    /// Answers of any kind, and how many there will be at the end.
    pub heard: usize,
    pub expected: usize,
    /// Things about which nothing more is to come, of all.
    pub answered: usize,
    pub asked: usize,
    /// The time that the results would take here that are still to come.
    pub worth: Duration,
}

impl Patience {
    pub fn new(stated: Option<Duration>) -> Patience {
        Patience { stated, is_lost: AtomicBool::new(false) }
    }

    /// Waits until all answers are there, or waiting is not worth it. `progress` gives `None` where no more will come.
    pub fn wait(&self, asked: usize, progress: impl Fn() -> Option<Progress>) {
        let step = match self.stated {
            Some(stated) => stated,
            None if self.is_lost.load(Ordering::Relaxed) => return,
            None => first_wait(u32::try_from(asked).unwrap_or(u32::MAX)),
        };
        let begin = Instant::now();
        let (mut last, mut seen) = (begin, 0);
        loop {
            let Some(now) = progress() else { return };
            if now.answered >= now.asked {
                return;
            }
            if now.heard > seen {
                (last, seen) = (Instant::now(), now.heard);
            }
            let silence = match self.stated {
                Some(_) => step,
                None if now.is_hopeless => Duration::ZERO,
                None if !now.has_answered => step / FIRST_WORD,
                None => step.max(now.worth / SILENCE),
            };
            if last.elapsed() >= silence || !self.is_worth(begin.elapsed(), step, &now) {
                self.is_lost.store(true, Ordering::Relaxed);
                return;
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Whether the answers that are missing come, at the pace so far, in half the time that it takes to make the results.
    fn is_worth(&self, waited: Duration, step: Duration, now: &Progress) -> bool {
        if self.stated.is_some() || waited < step || now.heard == 0 {
            return true;
        }
        let missing = now.expected.saturating_sub(now.heard) as f64;
        waited.as_secs_f64() * missing / now.heard as f64 * 2.0 <= now.worth.as_secs_f64()
    }
}

fn first_wait(asked: u32) -> Duration {
    let few = WAIT_PER_ITEM.saturating_mul(asked).min(MOST);
    few.max(WAIT_OF_MANY.saturating_mul(asked).min(MOST_OF_MANY))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SILENT: Progress = Progress {
        has_answered: false,
        is_hopeless: false,
        heard: 0,
        expected: 100_000,
        answered: 0,
        asked: 100_000,
        worth: Duration::from_secs(60),
    };

    fn waits(stated: Option<Duration>, answered: impl Fn(Duration) -> usize, worth: Duration) -> (Duration, bool) {
        let patience = Patience::new(stated);
        let begin = Instant::now();
        patience.wait(100, || {
            let answered = answered(begin.elapsed());
            let progress = Progress { heard: answered, expected: 100, answered, asked: 100, worth, ..SILENT };
            Some(Progress { has_answered: true, ..progress })
        });
        (begin.elapsed(), patience.is_lost.into_inner())
    }

    #[test]
    fn a_silent_server_costs_one_short_wait() {
        let (took, is_lost) = waits(None, |_| 0, Duration::ZERO);
        assert!(is_lost && took >= MOST && took < 20 * MOST, "{took:?}");
    }

    #[test]
    fn a_server_that_has_not_said_a_word_is_waited_for_half_as_long() {
        let patience = Patience::new(None);
        let begin = Instant::now();
        patience.wait(SILENT.asked, || Some(SILENT));
        assert!(patience.is_lost.into_inner() && begin.elapsed() >= MOST_OF_MANY / FIRST_WORD);
    }

    #[test]
    fn a_server_that_has_nothing_is_not_waited_for() {
        let begin = Instant::now();
        let nothing = || Some(Progress { has_answered: true, is_hopeless: true, ..SILENT });
        let patience = Patience::new(None);
        patience.wait(SILENT.asked, nothing);
        assert!(patience.is_lost.into_inner());
        // Unless the project says so.
        let step = Duration::from_millis(100);
        Patience::new(Some(step)).wait(SILENT.asked, nothing);
        assert!(begin.elapsed() >= step);
    }

    #[test]
    fn a_large_project_waits_longer_for_the_first_answer() {
        let milliseconds = [1, 10, 100, 400, 4_000].map(|asked| first_wait(asked).as_millis());
        assert_eq!(milliseconds, [2, 20, 25, 100, 250]);
    }

    #[test]
    fn answers_that_come_are_waited_for() {
        let (_, is_lost) = waits(None, |since| since.as_millis() as usize, Duration::from_secs(60));
        assert!(!is_lost);
    }

    #[test]
    fn what_is_made_sooner_is_not_waited_for() {
        let (took, is_lost) = waits(None, |since| 1 + since.as_millis() as usize / 20, Duration::from_millis(100));
        assert!(is_lost && took < Duration::from_secs(1), "{took:?}");
    }

    #[test]
    fn a_stated_wait_is_kept() {
        let step = Duration::from_millis(200);
        let (took, is_lost) = waits(Some(step), |_| 0, Duration::ZERO);
        assert!(is_lost && took >= step);
    }
}
