//! The stages in order. The only module that knows them all.
//!
//! **In**: a project, and what is asked of it.
//! **Out**: a [`Front`] (everything up to variants), a [`Report`](crate::report::Report), an archive on disk.
//! **Never**: does a stage's work itself, or prints.

mod alike_targets;
mod artifacts;
mod between_units;
mod brackets;
mod branches;
mod build;
mod build_records;
mod check;
mod compared_targets;
mod compilers;
mod context;
mod create_infos;
mod cxx_check;
mod declared_shaders;
mod defines;
mod dialect_text;
mod events;
mod explanation;
mod fallbacks;
mod file_sidecar;
mod fresh_unit;
mod frontend;
mod generated;
mod generator_options;
mod incremental;
mod job_outcome;
mod lint;
mod loaded_unit;
mod option_branches;
mod output;
mod packing;
mod page;
mod portable_variants;
mod predefined;
mod programs;
mod project_cache;
mod project_infos;
mod remote;
mod request;
mod shader_front;
mod shader_texts;
mod sidecars;
mod single_text;
mod stage_bindings;
mod stage_links;
mod stage_registers;
mod technique_texts;
mod text_shader;
mod traced_step;
mod unchanged_units;
mod unit_check;
mod unit_front;
mod unit_fronts;
mod unit_results;
mod unit_scripts;
mod unit_tokens;
mod variant_diagnostics;
mod variant_job;
mod variants;
mod verify;
mod watch;

pub use artifacts::{cached_artifacts, variant_artifact};
pub use build::build;
pub use check::check;
pub use context::{BuildContext, Selection};
pub use create_infos::{
    BuilderOptions, GROUP_LIMITS, InfoResult, StageResult, StaticReport, TargetOutcome, TargetResult, compile_infos,
    load_infos,
};
pub use cxx_check::{CXX_COMPILER, CxxReport, check_cxx};
pub use events::{Events, NoEvents, ShaderObserver};
pub use explanation::explain;
pub use file_sidecar::{FileSidecar, shader_options};
pub use frontend::{Front, declarations, run_frontend};
pub use generator_options::project_options;
pub use incremental::explore_cache::ExploredUnits;
pub use incremental::resident::ResidentState;
pub use page::PageShaders;
pub use project_cache::{CacheSummary, ProjectCache};
pub use request::BuildRequest;
pub use shader_front::ShaderFront;
pub use single_text::compile_text;
pub use text_shader::{TextResult, TextShader, compile_texts};
pub use unit_check::{CheckedUnit, all_diagnostics, kept_where};
pub use verify::exhaustive::verify;
pub use verify::plain::verify_plain;
pub use verify::recompiled::recompile;
pub use watch::{WatchEvent, WatchRequest, watch};
