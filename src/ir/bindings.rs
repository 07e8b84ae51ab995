//! The bindings of a program's resources.

use std::collections::BTreeMap;

use super::Symbol;
use crate::model::BindingKind;

/// Part of a declaration that has a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResourcePart {
    /// The resource itself; the texture of a texture with its sampler.
    Whole,
    /// The sampler of a texture with its sampler.
    Sampler,
    /// The hidden counter of a structured buffer.
    Counter,
}

/// A resource and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub name: String,
    pub set: u32,
    pub binding: u32,
    pub kind: BindingKind,
    /// Number of descriptors; 0 means unbounded.
    pub count: u32,
    /// Its number among the resources of its kind, for targets that number each kind by itself.
    pub number: u32,
}

pub type Bindings = BTreeMap<(Symbol, ResourcePart), Bound>;

/// A resource and where it is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingSlot {
    /// The name in the source, with namespaces and the path in a structure: `N::g_Color`, `g_Layers[1].map`.
    pub name: String,
    pub kind: BindingKind,
    pub set: u32,
    pub binding: u32,
}
