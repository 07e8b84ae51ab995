//! HLSL's words in messages about programs.

use crate::ir::Wording;
use crate::ir::operations::Vocabulary;

pub static WORDING: Wording = Wording {
    vocabulary: Vocabulary::Hlsl,
    other_compilers: &["dxc", "glslangValidator", "slangc"],
    instead_of_derivatives: "Name the level of detail or the gradients, as `SampleLevel` and `SampleGrad` do.",
    typed_buffers: "`Buffer<T>`, `RWBuffer<T>`",
    instead_of_typed_buffers: "Use a StructuredBuffer or a ByteAddressBuffer.",
    group_shared: "groupshared",
    flat: "nointerpolation",
    flat_has_points: false,
};
