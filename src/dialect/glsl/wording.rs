//! GLSL's words in messages about programs.

use crate::ir::Wording;
use crate::ir::operations::Vocabulary;

pub static WORDING: Wording = Wording {
    vocabulary: Vocabulary::Glsl,
    other_compilers: &["glslangValidator"],
    instead_of_derivatives: "A derivative exists in the fragment stage alone.",
    typed_buffers: "`samplerBuffer`, `imageBuffer`",
    instead_of_typed_buffers: "Use a buffer block.",
    group_shared: "shared",
    flat: "flat",
    flat_has_points: true,
};
