//! Why a program cannot be lowered.

pub use crate::ir::{Problem, Result};
