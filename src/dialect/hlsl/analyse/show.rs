//! Types as HLSL spells them, which is how the typed tree is printed too.

pub use crate::ir::{resource_name, type_name};
