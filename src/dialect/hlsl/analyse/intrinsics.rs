//! HLSL's built-in functions: the rows of [`OPERATIONS`], with the signatures that a call can have.
//!
//! A signature is `class: result(parameters)`. `T` is the arguments' common type, `V` the same without matrices; `S` is its
//! scalar, `B`, `I`, `U` and `F` have its shape and are `bool`, `int`, `uint`, `float`; `T3` is a vector of three; anything
//! else is a type's name. The class says which number types `T` may have
//! ([`NumberClass`](super::intrinsic_signatures::NumberClass)); another type is converted to one of them. `out` and `ref` come
//! before a type (`ref`: memory that atomics work on), `?` before a parameter that may be left out.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::intrinsic_signatures::CallSignature;
use crate::ir::Intrinsic;
use crate::ir::operations::{OPERATIONS, Vocabulary};

/// A built-in function under one of its names.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub intrinsic: Intrinsic,
    pub signatures: Vec<CallSignature>,
}

static ROWS: LazyLock<FxHashMap<&'static str, Row>> = LazyLock::new(|| {
    let rows = OPERATIONS.iter().flat_map(|row| row.names.hlsl.iter().map(move |name| (*name, row)));
    rows.map(|(name, row)| {
        let signatures = row.signatures.iter().map(|signature| CallSignature::read(signature)).collect();
        (name, Row { name, intrinsic: row.intrinsic, signatures })
    })
    .collect()
});

/// The intrinsic of a name.
pub fn row(name: &str) -> Option<&'static Row> {
    ROWS.get(name)
}

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    Vocabulary::Hlsl.functions()
}

/// Functions for stages and features that the embedded compiler does not have. The program cannot represent them, so their
/// effects are unknown.
#[rustfmt::skip]
const FOREIGN: &[&str] = &[
    // Ray tracing.
    "AcceptHitAndEndSearch", "AllocateRayQuery", "CallShader", "DispatchRaysDimensions", "DispatchRaysIndex", "GeometryIndex",
    "HitKind", "IgnoreHit", "InstanceID", "InstanceIndex", "ObjectRayDirection", "ObjectRayOrigin", "PrimitiveIndex",
    "RayTCurrent", "RayTMin", "ReportHit", "TraceRay", "WorldRayDirection", "WorldRayOrigin",
    // Mesh shaders.
    "DispatchMesh", "SetMeshOutputCounts",
    // Tessellation.
    "Process2DQuadTessFactorsAvg", "Process2DQuadTessFactorsMax", "Process2DQuadTessFactorsMin", "ProcessIsolineTessFactors",
    "ProcessQuadTessFactorsAvg", "ProcessQuadTessFactorsMax", "ProcessQuadTessFactorsMin", "ProcessTriTessFactorsAvg",
    "ProcessTriTessFactorsMax", "ProcessTriTessFactorsMin",
    // Messages of a debug layer.
    "errorf", "printf",
];

/// Whether HLSL has a function of this name that the program cannot represent.
pub fn is_foreign(name: &str) -> bool {
    FOREIGN.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_foreign_function_is_an_intrinsic() {
        assert!(!FOREIGN.is_empty() && FOREIGN.iter().all(|name| row(name).is_none()));
    }
}
