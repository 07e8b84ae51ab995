//! Names, fallbacks and places of shaders: what the checks between units look at.

use crate::diag::Span;
use crate::model::{Fallback, Target};

/// What the checks between units need to know of a shader.
pub struct DeclaredShader {
    pub name: String,
    pub target: Target,
    pub fallback: Option<Fallback>,
    /// `None` where its file is gone.
    pub place: Option<Span>,
    /// Where the fallback is written, if that is known.
    pub fallback_place: Option<Span>,
}

/// Shaders that a sidecar declares or would declare, and that the front does not have because of an error.
#[derive(Clone, Debug, Default)]
pub struct Undeclared {
    /// Names of shaders whose declaration has an error.
    pub refused: Vec<String>,
    /// A sidecar did not run to its end: what it would have declared is not known.
    pub unknown: bool,
}

impl Undeclared {
    pub fn add(&mut self, other: Undeclared) {
        self.refused.extend(other.refused);
        self.unknown |= other.unknown;
    }
}
