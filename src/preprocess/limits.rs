//! What a unit may cost.

/// Limits of one unit; going beyond one is an error of the user's sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Files open inside each other.
    pub include_depth: u32,
    /// Tokens a unit may come to, and tokens that macro expansion may handle on the way. A token takes 24 bytes.
    pub tokens: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { include_depth: 200, tokens: 4_000_000 }
    }
}

/// Macro arguments inside macro arguments. Each level uses stack, so this is no setting.
pub const ARGUMENT_DEPTH: u32 = 200;

/// Parentheses and `?:` inside each other in a condition; likewise.
pub const CONDITION_DEPTH: u32 = 200;
