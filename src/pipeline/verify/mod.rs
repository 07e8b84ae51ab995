//! Checks of uberc against itself.
//!
//! **In**: a project.
//! **Out**: where a shortcut (exploration, folding) gives a different result than the complete work.
//! **Never**: makes the reference result with the checked shortcut. `exhaustive` runs every permutation, and `plain`
//! folds no variant; both results share all other code.

pub mod exhaustive;
pub mod plain;
pub mod recompiled;
