//! HLSL's built-in functions: the rows of [`operations`], with the signatures that a call can have.
//!
//! A signature is `class: result(parameters)`. `T` is the arguments' common type, `V` the same without matrices; `S` is its
//! scalar, `B`, `I`, `U` and `F` have its shape and are `bool`, `int`, `uint`, `float`; `T3` is a vector of three; anything
//! else is a type's name. The class says which number types `T` may have ([`NumberClass`](super::intrinsic_signatures::NumberClass)); a type outside of it
//! is converted. `out` and `ref` come before a type (`ref`: memory that atomics work on), `?` before a parameter that may be
//! left out.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::intrinsic_signatures::CallSignature;
use crate::ir::Intrinsic;
use crate::ir::operations::{self, OPERATIONS, Vocabulary};

/// A name of a function.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub intrinsic: Intrinsic,
    pub signatures: Vec<CallSignature>,
}

static ROWS: LazyLock<FxHashMap<&'static str, Row>> = LazyLock::new(|| {
    let rows = OPERATIONS.iter().flat_map(|row| row.hlsl.iter().map(move |name| (*name, row)));
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

/// Functions of stages and features that the embedded chain cannot carry.
pub fn is_foreign(name: &str) -> bool {
    operations::is_foreign(Vocabulary::Hlsl, name)
}
