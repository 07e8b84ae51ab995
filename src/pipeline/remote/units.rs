//! Units that other machines have built: first the lists of their files, then the results for these files.
//!
//! All units of a build are asked for together, the last first: this machine makes the first. So a round trip delays the
//! answers once, and not once for each batch, and what this machine makes is not what is asked for.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::RemoteBuild;
use super::patience::{FIRST_THINGS, Progress};
use crate::cache::{Answer, Kind, Question, Taken, Wanted};
use crate::model::{Digest, SourceUnit, Target};
use crate::pipeline::BuildContext;
use crate::pipeline::incremental::unit_cache::UnitCache;
use crate::pipeline::incremental::unit_record::FinishedUnit;

/// Questions about results that are asked together, while lists still come in.
const TOGETHER: usize = 32;

/// Questions without an answer, below which the lists of further units are asked for; and these units. Units that this machine
/// has begun meanwhile are not asked for.
const FEW: usize = 128;
const FURTHER: usize = 64;

/// Between two looks whether the answers are still wanted.
pub const LOOK: Duration = Duration::from_millis(5);

/// The units that have arrived, by their place among those that were asked for.
#[derive(Default)]
pub struct FetchedUnits {
    found: Mutex<FxHashMap<usize, Arc<FinishedUnit>>>,
    /// Those that this machine compiles: no answer is of use any more.
    made_here: Vec<AtomicBool>,
    /// Answers of any kind, and how many there will be: of each unit the lists, and one result until they are there.
    heard: AtomicUsize,
    expected: AtomicUsize,
    /// Units about which nothing more is to come.
    answered: AtomicUsize,
    /// Units whose lists are there.
    listed: AtomicUsize,
    /// Units of which there are lists, so that the server may have a result.
    promised: AtomicUsize,
    /// What these units took, in microseconds, and those of them that are still to come.
    all_worth_us: AtomicU64,
    worth_us: AtomicU64,
    /// The build waits for answers, and nothing else is done on the pool.
    is_waiting: AtomicBool,
    ended: AtomicBool,
    stop: AtomicBool,
}

impl FetchedUnits {
    /// A unit that has arrived.
    pub fn get(&self, place: usize) -> Option<Arc<FinishedUnit>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).get(&place).cloned()
    }

    /// A unit that has arrived; otherwise this machine makes it, and asks no more about it.
    pub fn get_or_make(&self, place: usize) -> Option<Arc<FinishedUnit>> {
        let found = self.get(place);
        if let (None, Some(made_here)) = (&found, self.made_here.get(place)) {
            made_here.store(true, Ordering::Relaxed);
        }
        found
    }

    fn is_made_here(&self, place: usize) -> bool {
        self.made_here.get(place).is_some_and(|made_here| made_here.load(Ordering::Relaxed))
    }

    /// What has come of so many units. Units that have not been heard of are as much work as the others.
    fn progress(&self, asked: usize, threads: u64) -> Progress {
        let load = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        let listed = load(&self.listed);
        let unheard = asked.saturating_sub(listed) as u64;
        let each = self.all_worth_us.load(Ordering::Relaxed) / listed.max(1) as u64;
        let worth = self.worth_us.load(Ordering::Relaxed).saturating_add(each.saturating_mul(unheard)) / threads;
        Progress {
            has_answered: true,
            is_hopeless: listed >= FIRST_THINGS && load(&self.promised) == 0,
            heard: load(&self.heard),
            expected: load(&self.expected),
            answered: load(&self.answered),
            asked,
            worth: Duration::from_micros(worth),
        }
    }
}

/// One question.
struct UnitQuestion {
    /// The unit's place.
    place: usize,
    wanted: Wanted,
    /// The files of the result that is asked for.
    list: Option<Vec<PathBuf>>,
}

/// What is known of one unit.
#[derive(Default)]
struct Asked {
    /// Questions without an answer.
    open: usize,
    /// Keys that were asked for.
    keys: FxHashSet<Digest>,
    /// In microseconds.
    cost: u64,
}

impl RemoteBuild<'_> {
    /// Fetches units while `work` runs. `work` begins after a wait, see [`super::patience`].
    pub fn fetch_units<T>(
        &self,
        context: &BuildContext,
        unit_cache: &UnitCache<'_>,
        units: &[(&SourceUnit, Target)],
        work: impl FnOnce(&FetchedUnits) -> T,
    ) -> T {
        let made_here = units.iter().map(|_| AtomicBool::new(false)).collect();
        let fetched = FetchedUnits { made_here, ..FetchedUnits::default() };
        if units.is_empty() || !self.server.answers() {
            return work(&fetched);
        }
        fetched.expected.store(2 * units.len(), Ordering::Relaxed);
        // A thread of the pool that waits here cannot take answers, and the others may be in the same place.
        fetched.is_waiting.store(rayon::current_thread_index().is_none(), Ordering::Relaxed);
        let threads = rayon::current_num_threads().max(1) as u64;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                Fetching { build: self, unit_cache, units, fetched: &fetched }.run();
                fetched.ended.store(true, Ordering::Release);
            });
            context.trace.measure("remote", "units", || {
                self.patience.wait(units.len(), || {
                    let ended = fetched.ended.load(Ordering::Acquire);
                    let is_open = !ended && !context.cancel.is_cancelled();
                    let has_answered = self.server.has_answered();
                    is_open.then(|| Progress { has_answered, ..fetched.progress(units.len(), threads) })
                });
            });
            fetched.is_waiting.store(false, Ordering::Relaxed);
            let done = work(&fetched);
            fetched.stop.store(true, Ordering::Relaxed);
            done
        })
    }
}

/// The thread that takes answers.
struct Fetching<'a> {
    build: &'a RemoteBuild<'a>,
    unit_cache: &'a UnitCache<'a>,
    units: &'a [(&'a SourceUnit, Target)],
    fetched: &'a FetchedUnits,
}

impl Fetching<'_> {
    fn run(&self) {
        let mut asked: Vec<Asked> = self.units.iter().map(|_| Asked::default()).collect();
        // One channel for all questions: answers that are not taken would be in the way of those that are waited for.
        let (send, receive) = channel();
        let (mut all, mut taken): (Vec<UnitQuestion>, usize) = (Vec::new(), 0);
        // Dropping them ends the calls.
        let mut open: Vec<Question> = Vec::new();
        let (mut rest, mut next) = ((0..self.units.len()).rev(), Vec::new());
        while !self.fetched.stop.load(Ordering::Relaxed) {
            if all.len() + next.len() < taken + FEW {
                let further = rest.by_ref().filter(|place| !self.fetched.is_made_here(*place)).take(FURTHER);
                further.for_each(|place| next.extend(self.lists(place, &mut asked[place])));
            }
            // Together, unless nothing else comes soon.
            let is_quiet = taken == all.len();
            if next.len() >= TOGETHER || (is_quiet && !next.is_empty()) {
                self.ask(&mut next, &mut all, &mut open, &send);
            }
            if taken == all.len() {
                return;
            }
            match receive.recv_timeout(LOOK) {
                Ok(first) => {
                    let answers: Vec<(usize, Answer)> = std::iter::once(first).chain(receive.try_iter()).collect();
                    taken += answers.len();
                    for (question, taken) in self.take_all(&all, answers) {
                        next.extend(self.answered(question, taken, &mut asked));
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.ask(&mut next, &mut all, &mut open, &send),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn ask(
        &self,
        next: &mut Vec<UnitQuestion>,
        all: &mut Vec<UnitQuestion>,
        open: &mut Vec<Question>,
        answers: &Sender<(usize, Answer)>,
    ) {
        next.retain(|question| !self.fetched.is_made_here(question.place));
        if next.is_empty() {
            return;
        }
        let wanted: Vec<Wanted> = next.iter().map(|question| question.wanted).collect();
        open.retain(|question| !question.is_answered());
        open.extend(self.build.server.ask_more(self.build.cache, all.len(), &wanted, answers.clone()));
        all.append(next);
    }

    /// The first questions about a unit: for its lists, and for its results with the lists that are known here, because the unit
    /// may have been built here with the files as they were earlier.
    fn lists(&self, place: usize, asked: &mut Asked) -> Vec<UnitQuestion> {
        let (unit, target) = self.units[place];
        let wanted = Wanted { kind: Kind::UnitLists, key: self.unit_cache.lists_key(unit, target) };
        let mut questions = vec![UnitQuestion { place, wanted, list: None }];
        asked.open += 1;
        let known = self.results(place, self.unit_cache.known_lists(unit, target), asked);
        self.fetched.expected.fetch_add(known.len(), Ordering::Relaxed);
        self.fetched.promised.fetch_add(usize::from(!known.is_empty()), Ordering::Relaxed);
        questions.extend(known);
        questions
    }

    /// Takes answers, on all threads of the pool while it has nothing else to do: files are checked and written.
    fn take_all<'q>(&self, all: &'q [UnitQuestion], answers: Vec<(usize, Answer)>) -> Vec<(&'q UnitQuestion, Taken)> {
        let take = |(at, answer): (usize, Answer)| {
            let question = all.get(at)?;
            Some((question, self.take(question, answer)))
        };
        match self.fetched.is_waiting.load(Ordering::Relaxed) && answers.len() > 1 {
            true => answers.into_par_iter().with_max_len(1).filter_map(take).collect(),
            false => answers.into_iter().filter_map(take).collect(),
        }
    }

    /// Whether a result of the unit is of use.
    fn is_open(&self, place: usize) -> bool {
        self.fetched.get(place).is_none() && !self.fetched.is_made_here(place)
    }

    fn take(&self, question: &UnitQuestion, answer: Answer) -> Taken {
        // What is made here is not stored twice.
        if question.list.is_some() && matches!(answer, Answer::Found(_)) && !self.is_open(question.place) {
            return Taken::Nothing;
        }
        let taken = self.build.server.take(self.build.cache, question.wanted, answer);
        if let (Taken::Stored, Some(list)) = (&taken, &question.list) {
            let (unit, target) = self.units[question.place];
            if let Some(finished) = self.unit_cache.adopt(unit, target, list.clone()) {
                self.fetched.found.lock().unwrap_or_else(PoisonError::into_inner).insert(question.place, finished);
            }
        }
        taken
    }

    /// Notes what an answer gave; gives the questions that follow from it.
    fn answered(&self, question: &UnitQuestion, taken: Taken, asked: &mut [Asked]) -> Vec<UnitQuestion> {
        let place = question.place;
        asked[place].open -= 1;
        self.fetched.heard.fetch_add(1, Ordering::Relaxed);
        let mut more = Vec::new();
        if let Taken::Lists(lists) = taken
            && self.is_open(place)
        {
            more = self.results(place, lists.lists, &mut asked[place]);
            self.fetched.promised.fetch_add(usize::from(!more.is_empty()), Ordering::Relaxed);
            asked[place].cost = if more.is_empty() { 0 } else { lists.cost_us };
            self.fetched.worth_us.fetch_add(asked[place].cost, Ordering::Relaxed);
            self.fetched.all_worth_us.fetch_add(asked[place].cost, Ordering::Relaxed);
        }
        if question.list.is_none() {
            self.fetched.listed.fetch_add(1, Ordering::Relaxed);
            self.fetched.expected.fetch_add(more.len(), Ordering::Relaxed);
            // The one that was expected.
            self.fetched.expected.fetch_sub(1, Ordering::Relaxed);
        }
        if asked[place].open == 0 {
            self.fetched.worth_us.fetch_sub(asked[place].cost, Ordering::Relaxed);
            self.fetched.answered.fetch_add(1, Ordering::Relaxed);
        }
        more
    }

    /// Questions for the results of a unit with these files as they are now, each once.
    fn results(&self, place: usize, lists: Vec<Vec<PathBuf>>, asked: &mut Asked) -> Vec<UnitQuestion> {
        let (unit, target) = self.units[place];
        let mut questions = Vec::new();
        for list in lists {
            let Some(key) = self.unit_cache.key_with(unit, target, &list) else { continue };
            if asked.keys.insert(key) {
                asked.open += 1;
                questions.push(UnitQuestion { place, wanted: Wanted { kind: Kind::Unit, key }, list: Some(list) });
            }
        }
        questions
    }
}
