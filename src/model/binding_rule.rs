//! The rule that maps a unit's registers to bindings.

use std::fmt;

use serde::Serialize;

/// Shifts of register classes: `register(<class>n, space s)` becomes set *s*, binding *shift of the class + n*.
///
/// The defaults leave room for all registers Direct3D 11 has of a class (14 b, 128 t, 16 s, 64 u) and stay below 1000,
/// the binding limit of wgpu. A register beyond the room of its class (b100, t200, s100, u100) would lie upon another
/// class: under the default shifts, such registers take turns from 500 on, so that no two registers share a binding.
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

/// The classes, in the order in which registers beyond the room take turns, with the number of registers that the
/// default shifts leave room for.
const ROOM: [(char, u32); 4] = [('b', 100), ('t', 200), ('s', 100), ('u', 100)];

/// The binding of the first register beyond the room.
const BEYOND: u32 = 500;

impl Shifts {
    /// The largest allowed shift: with it, no register number overflows.
    pub const LARGEST: u32 = 1_000_000;

    /// The binding of a register of the class `b`, `t`, `s` or `u`.
    pub fn binding(&self, class: char, register: u32) -> u32 {
        let shift = match class {
            'b' => self.b,
            't' => self.t,
            's' => self.s,
            _ => self.u,
        };
        let turn = ROOM.into_iter().zip(0u32..).find(|((known, _), _)| *known == class);
        match turn {
            Some(((_, room), turn)) if *self == Shifts::default() && register >= room => {
                (register - room).saturating_mul(4).saturating_add(BEYOND + turn)
            }
            _ => shift.saturating_add(register),
        }
    }

    /// The register number behind a binding made by this rule: the class with the largest shift not above it.
    pub fn register(&self, binding: u32) -> u32 {
        if *self == Shifts::default() && binding >= BEYOND {
            let beyond = binding - BEYOND;
            return ROOM[(beyond % 4) as usize].1 + beyond / 4;
        }
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
    /// The shifts for a compiler that supports shifts only. A later step makes dense bindings from them; until then,
    /// the shifts keep the classes apart.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn no_two_registers_share_a_default_binding() {
        let shifts = Shifts::default();
        let mut taken = BTreeMap::new();
        for class in ['b', 't', 's', 'u'] {
            for register in 0..2000 {
                let binding = shifts.binding(class, register);
                assert_eq!(taken.insert(binding, (class, register)), None, "{class}{register} and another");
                assert_eq!(shifts.register(binding), register, "{class}{register}");
            }
        }
    }

    #[test]
    fn shifts_of_the_project_are_shifts_alone() {
        let shifts = Shifts { t: 16, ..Shifts::default() };
        assert_eq!(shifts.binding('t', 250), 266);
        assert_eq!(Shifts::default().binding('t', 3), 103);
    }
}
