//! Checks of uberc against itself.
//!
//! **In**: a project.
//! **Out**: where a shortcut (exploration, folding) gives another result than the long way.
//! **Never**: shares code with the shortcut it checks.

pub mod exhaustive;
pub mod plain;
