//! The page of a build: one HTML file with its figures, and every permutation of its shaders to look up and draw.
//!
//! **In**: shaders with their explanations and variants, as a build hands them over; diagnostics and timings.
//! **Out**: the page as text. It contains all its data, and loads nothing.
//! **Never**: compiles, or depends on clocks and machine paths: without timings, equal builds have equal pages.
//!
//! The data is JSON, compressed with DEFLATE (RFC 1951) and written in base64; the script of the page reads it. Files of
//! the script are in `page/script`, in the order of `writer`.

mod bits;
mod builder;
mod data;
mod decision;
mod pool;
mod texts;
mod writer;

pub use bits::Bits;
pub use builder::PageBuilder;
pub use data::{
    Page, PageSource, PageTechnique, PageTimings, PageVariant, PathOutcome, PermutationSpace, RunPath, ShaderPage,
    SlowVariant, TechniqueSettings,
};
pub use decision::Decision;
pub use writer::{escaped, html};
