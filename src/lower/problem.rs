//! What may stand between a program and its module.

pub use crate::ir::{Problem, Result};
