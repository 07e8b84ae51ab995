//! GLSL: its grammar, its analysis, and what its declarations say about the interface.
//!
//! **In**: preprocessed tokens, and the tree that [`crate::syntax`] makes of them by GLSL's grammar.
//! **Out**: typed programs ([`crate::ir`]) with their interfaces, or diagnostics with codes `glsl/...`.
//! **Never**: a target, naga, the values of branches.
//!
//! The language is that of glslang for Vulkan (GLSL 4.60 with `GL_KHR_vulkan_glsl`); the forms of desktop GL and of ES are read as
//! well: loose uniforms, and declarations without locations and bindings.
//!
//! A program's matrices have GLSL's columns as their rows: `mat4x2` is a matrix of 4 rows of 2. Indexing and constructors then mean
//! the same, and a product swaps its factors.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

pub mod analyse;
mod extensions;
mod grammar;
pub mod interface;
mod language;
mod predefined;
pub mod text_mate;
mod wording;
mod words;

pub use grammar::GRAMMAR;
pub use language::Glsl;
pub use words::is_reserved_word;

/// Whether GLSL has a built-in function of this name.
pub fn is_function(name: &str) -> bool {
    static NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| analyse::function_names().collect());
    NAMES.contains(name)
}

/// Whether a macro of this name is predefined, in some stage.
pub fn is_predefined(name: &str) -> bool {
    name == "VULKAN" || name.starts_with("GL_") || predefined::STAGE_MACROS.contains(&name)
}

/// The names of all built-in functions.
#[cfg(test)]
pub fn function_names() -> impl Iterator<Item = &'static str> {
    analyse::function_names()
}
use wording::WORDING;
