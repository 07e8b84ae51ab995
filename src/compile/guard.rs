//! Panics of libraries become messages.

use std::cell::Cell;
use std::panic;
use std::sync::Once;

/// naga walks expressions recursively; deep ones need more than a worker thread's stack. Only touched pages cost memory.
const STACK: usize = 64 << 20;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` on a thread of its own, with a deep stack. A panic there is not printed; its message is the error. Panics
/// of all other threads are reported as ever.
pub fn guarded<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                before(info);
            }
        }));
    });
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || {
            QUIET.set(true);
            work()
        });
        match thread {
            Ok(thread) => thread.join().map_err(|payload| {
                let text = payload.downcast_ref::<String>().map(String::as_str);
                text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
            }),
            Err(error) => Err(format!("no thread: {error}")),
        }
    })
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

    #[test]
    fn deep_recursion_has_room() {
        fn depth(n: u32) -> u32 {
            let pad = std::hint::black_box([n; 64]);
            if n == 0 { 0 } else { depth(n - 1) + pad[0] - n + 1 }
        }
        assert_eq!(guarded(|| depth(50_000)), Ok(50_000));
    }
}
