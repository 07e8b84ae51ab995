//! What the parser expected where it found something else. Recorded only where no reading of the tokens makes sense;
//! what is merely unknown to the parser is a [`Kind::Opaque`](super::Kind::Opaque) node without a problem.

/// Something that the parser expected before the token `at`, which is an index into the parsed tokens, or their number
/// at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxProblem {
    pub at: u32,
    pub expected: Expected,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// This token.
    Token(&'static str),
    /// `,` or the bracket that ends the list.
    Separator(&'static str),
    Expression,
    /// The name that a declaration declares.
    DeclaredName,
    /// Behind `.`.
    MemberName,
    /// Before the name of a function.
    ResultType,
    /// What an `else` belongs to.
    If,
    /// Two `;` in the head of the `for` at this place.
    TwoSemicolons,
    /// `>` for the `<` at this place.
    ClosingAngle,
}

impl Expected {
    /// Whether the place to show is the token before.
    pub const fn is_behind(self) -> bool {
        matches!(self, Expected::Token(_))
    }

    /// One sentence; `before` and `found` are the tokens around the place, `found` is empty at the end.
    pub fn message(self, before: &str, found: &str) -> String {
        let instead =
            if found.is_empty() { ", at the end of the source".to_owned() } else { format!(", found `{found}`") };
        match self {
            Expected::Token(text) => format!("expected `{text}` after `{before}`{instead}"),
            Expected::Separator(closer) => format!("expected `,` or `{closer}` after `{before}`{instead}"),
            Expected::Expression if found.is_empty() => format!("expected an expression after `{before}`"),
            Expected::Expression => format!("expected an expression before `{found}`"),
            Expected::DeclaredName => format!("expected a name after `{before}`{instead}"),
            Expected::MemberName => format!("expected the name of a member after `{before}`{instead}"),
            Expected::ResultType => format!("expected a result type before `{found}`"),
            Expected::If => format!("`{found}` without an `if` before it"),
            Expected::TwoSemicolons => "expected two `;` in the head of this `for`".to_owned(),
            Expected::ClosingAngle => "expected `>` to close this `<`".to_owned(),
        }
    }
}
