//! What the analysis and the lowering of one variant may cost.
//!
//! Code whose work a source controls counts its steps with [`spend`]. The count depends on the source alone: what is
//! remembered from an earlier variant is counted as if it were done again ([`remembered`]). Where a bound is reached,
//! the work is unwound, as a panic is, up to [`run`], whose caller reports it. Outside of [`run`] nothing is bounded.

use std::cell::{Cell, RefCell};
#[cfg(target_os = "linux")]
use std::fs::File;
#[cfg(target_os = "linux")]
use std::os::unix::fs::FileExt as _;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
#[cfg(target_os = "linux")]
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bounds of the work on one variant.
#[derive(Clone, Debug)]
pub struct WorkLimits {
    /// Expressions, statements, types and members that are visited.
    pub steps: u64,
    /// Wall time.
    pub timeout: Duration,
    /// Bytes by which the process may grow. Linux alone tells how large it is.
    pub memory: u64,
    /// Set when the build is cancelled.
    pub cancelled: Arc<AtomicBool>,
}

impl Default for WorkLimits {
    fn default() -> WorkLimits {
        WorkLimits {
            steps: u64::MAX,
            timeout: Duration::MAX,
            memory: u64::MAX,
            cancelled: Arc::new(AtomicBool::new(false)),
        }
    }
}

/// Why work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It needs more than so many steps.
    Steps(u64),
    /// It needs more stack than there is: the source nests too deep.
    Depth,
    Time(Duration),
    Memory(u64),
    Cancelled,
}

/// Between two looks at the clock and at whether the build is cancelled, in calls of [`spend`].
const CALLS: u32 = 1 << 10;
/// Between two looks at the size of the process, in looks at the clock.
const LOOKS: u32 = 1 << 4;
/// Bytes of the stack that are kept for the code between two calls of [`spend`].
const RESERVE: usize = 6 << 20;

struct Work {
    limits: WorkLimits,
    end: Option<Instant>,
    /// Of the process, at the first look at the clock. Most work ends before it, and asking for the size takes as long as linking a
    /// variant.
    resident: Cell<Option<u64>>,
    looks: Cell<u32>,
}

/// What each call of [`spend`] reads, in one place: it is called for every expression.
struct Counters {
    /// Steps that are left.
    left: Cell<u64>,
    /// The stack may not grow below this address.
    floor: Cell<usize>,
    /// Until the next look at the clock.
    calls_left: Cell<u32>,
}

thread_local! {
    static COUNTERS: Counters = const {
        Counters { left: Cell::new(u64::MAX), floor: Cell::new(0), calls_left: Cell::new(CALLS) }
    };
    /// Steps that are counted as part of remembered work inside of what is counted now.
    static INNER: Cell<u64> = const { Cell::new(0) };
    static WORK: RefCell<Option<Work>> = const { RefCell::new(None) };
}

/// An address on the stack, near its end.
#[inline(never)]
fn stack_pointer() -> usize {
    let here = 0u8;
    std::hint::black_box(std::ptr::from_ref(&here)).addr()
}

/// Bytes of this process in memory; 0 where the system does not tell.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    /// Opened once: to read it again takes one call of the system instead of five.
    static SIZES: OnceLock<Option<File>> = OnceLock::new();
    // Seven numbers.
    let mut text = [0; 160];
    let file = SIZES.get_or_init(|| File::open("/proc/self/statm").ok());
    let length = file.as_ref().and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
    let mut numbers = text[..length].split(|byte| *byte == b' ').skip(1);
    let pages = numbers.next().and_then(|pages| std::str::from_utf8(pages).ok()?.parse::<u64>().ok());
    pages.unwrap_or(0).saturating_mul(4096)
}

#[cfg(not(target_os = "linux"))]
fn resident() -> u64 {
    0
}

/// Runs work within limits. `stack`: the bytes of this thread's stack that are left for it.
///
/// # Errors
/// Why it was stopped.
pub fn run<T>(limits: &WorkLimits, stack: usize, work: impl FnOnce() -> T) -> Result<T, Stopped> {
    let now = Work {
        limits: limits.clone(),
        end: Instant::now().checked_add(limits.timeout),
        resident: Cell::new(None),
        looks: Cell::new(LOOKS),
    };
    let before = WORK.replace(Some(now));
    let left = replace_left(limits.steps);
    let inner = INNER.replace(0);
    let lowest = stack_pointer().saturating_sub(stack.saturating_sub(RESERVE));
    let floor = COUNTERS.with(|counters| counters.floor.replace(lowest));
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    COUNTERS.with(|counters| counters.floor.set(floor));
    INNER.set(inner);
    replace_left(left);
    WORK.replace(before);
    done.or_else(|payload| match payload.downcast::<Stopped>() {
        Ok(stopped) => Err(*stopped),
        Err(panic) => panic::resume_unwind(panic),
    })
}

/// Counts steps, which may stop the work.
#[inline]
pub fn spend(steps: u64) {
    COUNTERS.with(|counters| {
        let left = counters.left.get();
        if left < steps || stack_pointer() < counters.floor.get() {
            return stop_at_limit(left < steps);
        }
        counters.left.set(left - steps);
        let calls = counters.calls_left.get() - 1;
        counters.calls_left.set(calls);
        if calls == 0 {
            counters.calls_left.set(CALLS);
            look();
        }
    });
}

/// The steps that are left.
fn left() -> u64 {
    COUNTERS.with(|counters| counters.left.get())
}

/// Sets the steps that are left; those before.
fn replace_left(steps: u64) -> u64 {
    COUNTERS.with(|counters| counters.left.replace(steps))
}

#[cold]
fn stop_at_limit(steps: bool) {
    let limit = WORK.with_borrow(|work| work.as_ref().map_or(0, |work| work.limits.steps));
    stop(if steps { Stopped::Steps(limit) } else { Stopped::Depth });
}

fn stop(why: Stopped) -> ! {
    panic::resume_unwind(Box::new(why))
}

/// Whether time, memory or the user stop the work.
#[cold]
fn look() {
    let found = WORK.with_borrow(|work| {
        let work = work.as_ref()?;
        if work.limits.cancelled.load(Ordering::Relaxed) {
            return Some(Stopped::Cancelled);
        }
        if work.end.is_some_and(|end| Instant::now() > end) {
            return Some(Stopped::Time(work.limits.timeout));
        }
        let begin = work.resident.get().unwrap_or_else(resident);
        work.resident.set(Some(begin));
        let looks = work.looks.get() - 1;
        work.looks.set(looks);
        if looks == 0 {
            work.looks.set(LOOKS);
            let grown = resident().saturating_sub(begin);
            return (grown > work.limits.memory).then_some(Stopped::Memory(work.limits.memory));
        }
        None
    });
    if let Some(why) = found {
        stop(why);
    }
}

/// Runs work that is remembered afterwards; its steps, without those of such work inside of it.
pub fn remembered<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let (before, inner) = (left(), INNER.get());
    let done = work();
    let all = before - left();
    let own = all - (INNER.get() - inner);
    INNER.set(inner + all);
    (done, own)
}

/// Runs work that other variants do not do again: its steps are counted by themselves, against the same limit.
pub fn apart<T>(work: impl FnOnce() -> T) -> T {
    let limit = WORK.with_borrow(|work| work.as_ref().map_or(u64::MAX, |work| work.limits.steps));
    let (before, inner) = (replace_left(limit), INNER.replace(0));
    let done = work();
    INNER.set(inner);
    replace_left(before);
    done
}

/// The steps that some work takes.
pub fn steps_of<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = left();
    let done = work();
    (done, before - left())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(steps: u64, work: impl FnOnce()) -> Result<(), Stopped> {
        run(&WorkLimits { steps, ..WorkLimits::default() }, 64 << 20, work)
    }

    #[test]
    fn steps_have_a_bound_and_the_next_run_has_its_own() {
        assert_eq!(within(10, || (0..10).for_each(|_| spend(1))), Ok(()));
        assert_eq!(within(10, || (0..11).for_each(|_| spend(1))), Err(Stopped::Steps(10)));
        assert_eq!(within(10, || spend(10)), Ok(()));
    }

    #[test]
    fn remembered_work_costs_the_same_again() {
        let inner = || remembered(|| spend(3));
        let (((), first), all) = steps_of(|| {
            remembered(|| {
                spend(2);
                assert_eq!(inner().1, 3);
                spend(4);
            })
        });
        assert_eq!((first, all), (6, 9));
    }

    #[test]
    fn a_cancelled_build_and_time_stop_the_work() {
        let endless = || loop {
            spend(1);
        };
        let cancelled = WorkLimits::default();
        cancelled.cancelled.store(true, Ordering::Relaxed);
        assert_eq!(run::<()>(&cancelled, 64 << 20, endless), Err(Stopped::Cancelled));
        let timeout = Duration::from_millis(1);
        let short = WorkLimits { timeout, ..WorkLimits::default() };
        assert_eq!(run::<()>(&short, 64 << 20, endless), Err(Stopped::Time(timeout)));
    }

    #[test]
    fn depth_has_a_bound() {
        fn deeper(n: u64) -> u64 {
            spend(1);
            let pad = std::hint::black_box([n; 64]);
            if n == 0 { 0 } else { deeper(n - 1) + pad[0] - n + 1 }
        }
        let thread = std::thread::Builder::new().stack_size(16 << 20);
        let done = thread.spawn(|| run(&WorkLimits::default(), 16 << 20, || deeper(u64::MAX)));
        assert_eq!(done.expect("a thread").join().expect("no panic"), Err(Stopped::Depth));
    }
}
