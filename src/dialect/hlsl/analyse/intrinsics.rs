//! HLSL's built-in functions: the rows of [`OPERATIONS`], with the signatures that a call can have.
//!
//! A signature is `class: result(parameters)`. `T` is the arguments' common type, `V` the same without matrices; `S` is
//! its scalar, `B`, `I`, `U` and `F` have its shape and are `bool`, `int`, `uint`, `float`; `T3` is a vector of three;
//! anything else is a type's name. The class says which number types `T` may have
//! ([`NumberClass`](super::intrinsic_signatures::NumberClass)); another type is converted to one of them. `out` and
//! `ref` come before a type (`ref`: memory that atomics work on), `?` before a parameter that may be left out.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::intrinsic_signatures::CallSignature;
use crate::ir::Intrinsic;
use crate::ir::operations::{OPERATIONS, Operation, Vocabulary};

/// A built-in function under one of its names.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub intrinsic: Intrinsic,
    pub signatures: Vec<CallSignature>,
}

static ROWS: LazyLock<FxHashMap<&'static str, Row>> = LazyLock::new(|| {
    let rows = callable().flat_map(|row| row.names.hlsl.iter().map(move |name| (*name, row)));
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

/// The names of all functions that a program can call.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    callable().flat_map(|row| row.names.hlsl).copied()
}

fn callable() -> impl Iterator<Item = &'static Operation> + Clone {
    OPERATIONS.iter().filter(|row| !row.signatures.is_empty())
}

/// Whether HLSL has a function of this name that the program cannot represent: its row has no signature. Its effects
/// are unknown.
pub fn is_foreign(name: &str) -> bool {
    Vocabulary::Hlsl.function(name).is_some_and(|row| row.signatures.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_without_a_signature_is_foreign() {
        assert!(is_foreign("TraceRay") && row("TraceRay").is_none() && !names().any(|name| name == "TraceRay"));
        assert!(!is_foreign("lerp") && !is_foreign("mix") && row("lerp").is_some());
    }
}
