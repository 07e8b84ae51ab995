//! The rule that maps a unit's registers to bindings.

use std::fmt;

use serde::Serialize;

/// Shifts of register classes: `register(<class>n, space s)` becomes set *s*, binding *shift of the class + n*.
///
/// The defaults leave room for all registers Direct3D 11 has of a class (14 b, 128 t, 16 s, 64 u) and stay below 1000,
/// the binding limit of wgpu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Shifts {
    /// Constant buffers.
    pub b: u32,
    /// Textures and read-only buffers.
    pub t: u32,
    /// Samplers.
    pub s: u32,
    /// Writable resources.
    pub u: u32,
}

impl Default for Shifts {
    fn default() -> Shifts {
        Shifts { b: 0, t: 100, s: 300, u: 400 }
    }
}

impl Shifts {
    /// The largest allowed shift: with it, no register number overflows.
    pub const LARGEST: u32 = 1_000_000;

    /// The register number behind a binding made by this rule: the class with the largest shift not above it.
    pub fn register(&self, binding: u32) -> u32 {
        let shift = [self.b, self.t, self.s, self.u].into_iter().filter(|shift| *shift <= binding).max();
        binding - shift.unwrap_or(0)
    }
}

/// A target's rule for the numbers of its bindings. Whatever it is, `[[vk::binding]]` wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BindingRule {
    /// The next free number of the set, in the order of classes b, t, s, u and then of registers.
    Dense,
    Shift(Shifts),
}

impl Default for BindingRule {
    fn default() -> BindingRule {
        BindingRule::Shift(Shifts::default())
    }
}

impl BindingRule {
    /// The shifts for a compiler that supports shifts only. A later step makes dense bindings from them; until then, the shifts keep
    /// the classes apart.
    pub fn shifts(&self) -> Shifts {
        match self {
            BindingRule::Dense => Shifts::default(),
            BindingRule::Shift(shifts) => *shifts,
        }
    }
}

/// The text in cache keys.
impl fmt::Display for BindingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BindingRule::Dense => f.write_str("dense"),
            BindingRule::Shift(Shifts { b, t, s, u }) => write!(f, "b {b} t {t} s {s} u {u}"),
        }
    }
}
