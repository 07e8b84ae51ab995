//! The bound on the memory of answers: those that wait for their taker, and those that are being read.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of all answers of a client that are in memory at once.
pub const MOST_HELD: u64 = 256 << 20;

/// Bytes of one permit: a semaphore counts with 32 bits.
const UNIT: u64 = 1 << 10;

/// Room for answers.
pub struct Rooms(Arc<Semaphore>);

/// The room of one answer; free again when the last clone is dropped. It does not count when answers are compared.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// Held, and never read.
    _permit: Option<Arc<OwnedSemaphorePermit>>,
}

impl PartialEq for Room {
    fn eq(&self, _: &Room) -> bool {
        true
    }
}

impl Eq for Room {}

impl Default for Rooms {
    fn default() -> Rooms {
        Rooms(Arc::new(Semaphore::new((MOST_HELD / UNIT) as usize)))
    }
}

impl Rooms {
    /// Waits for room; all of it for what is larger than all. Who waits must hold none.
    pub async fn take(&self, bytes: u64) -> Room {
        let units = bytes.min(MOST_HELD).div_ceil(UNIT) as u32;
        // The semaphore is never closed.
        Room { _permit: Arc::clone(&self.0).acquire_many_owned(units).await.ok().map(Arc::new) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn room_is_free_again_with_the_last_clone() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let rooms = Rooms::default();
            let first = rooms.take(u64::MAX).await;
            let clone = first.clone();
            drop(first);
            let waited = tokio::time::timeout(Duration::from_millis(20), rooms.take(1)).await;
            assert!(waited.is_err());
            drop(clone);
            assert!(tokio::time::timeout(Duration::from_secs(10), rooms.take(1)).await.is_ok());
        });
    }
}
