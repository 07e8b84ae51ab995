//! What a build reports while it runs.

/// Called from many threads.
pub trait Events: Sync {
    /// `more` variants will be compiled, in addition to those announced before.
    fn variants(&self, more: usize);
    /// One variant is finished.
    fn variant_done(&self, failed: bool);
}

/// Ignores every event.
pub struct NoEvents;

impl Events for NoEvents {
    fn variants(&self, _more: usize) {}
    fn variant_done(&self, _failed: bool) {}
}
