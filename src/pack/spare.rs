//! Working memory that threads take turns to use.

use std::sync::{Mutex, PoisonError};

/// Values of which each is used by one thread at a time, and kept for the next. There are as many as threads that ran at once; rayon's
/// `map_init` makes one for each piece into which it divides a loop, which is one for two items of a small loop.
pub struct Spares<T, M> {
    make: M,
    free: Mutex<Vec<T>>,
}

impl<T, M: Fn() -> T> Spares<T, M> {
    /// None yet; `make` makes one where none is free.
    pub fn new(make: M) -> Spares<T, M> {
        Spares { make, free: Mutex::new(Vec::new()) }
    }

    /// Runs `work` with a value that nobody else uses meanwhile. What panics does not give its value back.
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut value = free.unwrap_or_else(|| (self.make)());
        let result = work(&mut value);
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(value);
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_value_is_used_again_unless_it_is_in_use() {
        let made = AtomicUsize::new(0);
        let spares = Spares::new(|| made.fetch_add(1, Ordering::Relaxed));
        assert_eq!([spares.with(|value| *value), spares.with(|value| *value)], [0, 0]);
        assert_eq!(spares.with(|outer| (*outer, spares.with(|inner| *inner))), (0, 1));
        assert_eq!(made.into_inner(), 2);
    }
}
