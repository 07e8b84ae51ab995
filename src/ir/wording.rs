//! A language's words in messages about a program that its front end has accepted.

use super::operations::Vocabulary;

/// What messages of analysis and lowering say in the language's own words. Each language has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wording {
    /// The names of operations.
    pub vocabulary: Vocabulary,
    /// Installed programs that may compile what the embedded compiler does not support: those of `compile`'s catalogue
    /// that read the language and write SPIR-V, in the order in which `auto` asks them.
    pub other_compilers: &'static [&'static str],
    /// What to write where a stage has no derivatives: a full sentence.
    pub instead_of_derivatives: &'static str,
    /// The types of buffers whose elements have a format, such as `Buffer<T>`, for `the typed buffer `x` (...)`.
    pub typed_buffers: &'static str,
    /// What to write where a target has no such buffers: a full sentence.
    pub instead_of_typed_buffers: &'static str,
    /// The word for memory of a thread group, such as `groupshared`.
    pub group_shared: &'static str,
    /// The word for an input that is not interpolated, such as `nointerpolation`.
    pub flat: &'static str,
    /// Whether an input with that word has its value at every point of the pixel; else asking for it at one is a mistake.
    pub flat_has_points: bool,
}
