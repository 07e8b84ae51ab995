//! Checks of uberc against itself.
//!
//! **In**: a project.
//! **Out**: where a shortcut (exploration, folding) gives a different result than the complete work.
//! **Never**: shares code with the shortcut it checks.

pub mod exhaustive;
pub mod plain;
pub mod recompiled;
