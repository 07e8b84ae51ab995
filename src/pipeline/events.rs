//! What a build reports while it runs.

use std::sync::Arc;

use super::{BuildContext, ShaderFront};
use crate::model::Artifact;

/// Called from many threads.
pub trait Events: Sync {
    /// There is something to do.
    fn begins(&self) {}
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

/// Gets what a build makes of each shader.
pub trait ShaderObserver: Sync {
    /// Called once for each shader and target, in the order of units, targets and declarations. `artifacts` is parallel
    /// to the shader's variants; `None` where a variant failed or was not tried.
    fn shader(&self, context: &BuildContext, front: &ShaderFront, artifacts: &[Option<Arc<Artifact>>]);
}
