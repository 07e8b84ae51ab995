//! Create infos: reading their files, and static compilation.
//!
//! **In**: a project's context, Lua files, options.
//! **Out**: a library of infos, a [`StaticReport`] with the result of each info.
//! **Never**: prints, or decides what an info means.

mod compile;
mod load;
mod metal;
mod options;
mod reflection;
mod report;

pub use compile::compile_infos;
pub use load::{load_infos, project_infos, technique_metadata, technique_text};
pub use options::{BuilderOptions, GROUP_LIMITS};
pub use report::{InfoResult, StageResult, StaticReport, TargetOutcome, TargetResult};
