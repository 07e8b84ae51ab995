//! Panics of libraries become messages, and work has limits.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use crate::ir::work::{self, Stopped, WorkLimits};

/// Bytes. naga walks expressions recursively; deep ones need more than a worker thread's stack. Only touched pages cost
/// memory.
const STACK: usize = 64 << 20;

/// Bytes of its stack that a worker may have used when guarded work begins on it: it may be several tasks deep.
const BELOW: usize = 8 << 20;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    /// Whether guarded work has room on this thread's own stack.
    static ROOMY: Cell<bool> = const { Cell::new(false) };
}

/// Makes the process's pool of workers, of so many threads (0: as many as the machine runs at once), with stacks deep
/// enough for guarded work. Without such a pool [`bounded`] starts a thread for each call.
///
/// # Errors
/// There is a pool already, or no threads can be started.
pub fn start_workers(threads: usize) -> Result<(), rayon::ThreadPoolBuildError> {
    workers(threads).build_global()
}

fn workers(threads: usize) -> rayon::ThreadPoolBuilder {
    let deep = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK + BELOW);
    deep.start_handler(|_| ROOMY.set(true))
}

/// Why guarded work has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It panicked, with this message.
    Crash(String),
    /// It reached a limit.
    Stopped(Stopped),
}

/// Runs `work` with a deep stack and without limits but that of the stack. A panic in it is not printed; its message is
/// the error. Other panics are reported as usual.
pub fn guarded<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    bounded(&WorkLimits::default(), work).map_err(|failure| match failure {
        Failure::Crash(panic) => panic,
        Failure::Stopped(_) => "it nests too deep".to_owned(),
    })
}

/// Runs `work` with a deep stack and within limits. A panic in it is not printed; its message is the error.
pub fn bounded<T: Send>(limits: &WorkLimits, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                before(info);
            }
        }));
    });
    let run = || {
        QUIET.set(true);
        let done = panic::catch_unwind(AssertUnwindSafe(|| work::run(limits, STACK, work)));
        QUIET.set(false);
        match done {
            Ok(done) => done.map_err(Failure::Stopped),
            Err(panic) => Err(Failure::Crash(words(panic))),
        }
    };
    // Nested guarded work would have only the stack that the outer one leaves.
    if ROOMY.replace(false) {
        let done = run();
        ROOMY.set(true);
        return done;
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK + BELOW).spawn_scoped(scope, run);
        match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| Err(Failure::Crash(words(panic)))),
            Err(error) => Err(Failure::Crash(format!("no thread: {error}"))),
        }
    })
}

/// The message of a panic.
fn words(payload: Box<dyn Any + Send>) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_words_and_the_next_call_works() {
        assert_eq!(
            guarded(|| -> u32 { panic!("index {} is out of range", 3) }),
            Err("index 3 is out of range".to_owned())
        );
        assert_eq!(guarded(|| -> u32 { panic!("plain") }), Err("plain".to_owned()));
        assert_eq!(guarded(|| 5), Ok(5));
    }

    fn depth(n: u32) -> u32 {
        let pad = std::hint::black_box([n; 64]);
        if n == 0 { 0 } else { depth(n - 1) + pad[0] - n + 1 }
    }

    #[test]
    fn deep_recursion_has_room() {
        assert_eq!(guarded(|| depth(50_000)), Ok(50_000));
    }

    #[test]
    fn a_worker_does_it_on_its_own_stack_and_work_within_on_another() {
        let pool = workers(1).build().expect("a pool");
        pool.install(|| {
            let here = std::thread::current().id();
            assert_eq!(guarded(|| (std::thread::current().id(), depth(50_000))), Ok((here, 50_000)));
            assert_eq!(guarded(|| -> u32 { panic!("plain") }), Err("plain".to_owned()));
            let inner = guarded(|| guarded(|| (std::thread::current().id(), depth(50_000)))).expect("no panic");
            assert!(inner.is_ok_and(|(thread, depth)| thread != here && depth == 50_000));
            assert_eq!(guarded(|| std::thread::current().id()), Ok(here));
        });
    }
}
