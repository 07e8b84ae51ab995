//! Limits of a unit.

/// Limits of one unit; exceeding one is an error in the user's sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Files open inside each other.
    pub include_depth: u32,
    /// Upper bound of the tokens of a unit, and of the tokens that macro expansion handles for it. A token takes 24
    /// bytes.
    pub tokens: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { include_depth: 200, tokens: 4_000_000 }
    }
}

/// Nesting of macro arguments. Each level uses stack, so this is not a setting.
pub const ARGUMENT_DEPTH: u32 = 200;

/// Nesting of parentheses and `?:` in a condition. Not a setting for the same reason.
pub const CONDITION_DEPTH: u32 = 200;
