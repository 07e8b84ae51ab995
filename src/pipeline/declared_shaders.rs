//! Names, fallbacks and places of shaders, for the checks between units.

use crate::diag::Span;
use crate::model::{Fallback, Target};

/// The data of a shader for the checks between units.
pub struct DeclaredShader {
    pub name: String,
    pub target: Target,
    pub fallback: Option<Fallback>,
    /// The place of its declaration; `None` if the file does not exist any more.
    pub place: Option<Span>,
    /// The place of its fallback, if it is known.
    pub fallback_place: Option<Span>,
    /// Names of the materials that it draws.
    pub materials: Vec<String>,
}

/// Shaders that a sidecar declares or would declare, and that the front does not have because of an error.
#[derive(Clone, Debug, Default)]
pub struct Undeclared {
    /// Names of shaders whose declaration has an error.
    pub refused: Vec<String>,
    /// Whether a sidecar did not run to its end, so that its declarations are not known.
    pub unknown: bool,
}

impl Undeclared {
    pub fn add(&mut self, other: Undeclared) {
        self.refused.extend(other.refused);
        self.unknown |= other.unknown;
    }
}
