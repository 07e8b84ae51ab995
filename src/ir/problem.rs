//! Errors of making a program's interface, and of lowering it.

/// Why a program could not be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub message: String,
    /// Index into `Preprocessed::tokens`; `None`: the program as a whole.
    pub token: Option<u32>,
    /// Other tokens that belong to it, each with a text, such as the second of two colliding declarations.
    pub others: Vec<(u32, String)>,
    /// The help text, a full sentence; can be empty.
    pub help: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// Legal, but naga's IR cannot represent it: another compiler may compile it.
    Unsupported,
    /// An error for every compiler, such as two resources at one binding.
    Mistake,
    /// The typed program is inconsistent, or naga rejects the module: a defect of uberc.
    Internal,
}

/// Most functions here stop at the first problem of a statement.
pub type Result<T> = std::result::Result<T, Box<Problem>>;

impl Problem {
    fn new(kind: ProblemKind, token: Option<u32>, message: impl Into<String>) -> Box<Problem> {
        Box::new(Problem { kind, message: message.into(), token, others: Vec::new(), help: String::new() })
    }

    /// `what` names the construct: "geometry shaders".
    pub fn unsupported(token: Option<u32>, what: impl AsRef<str>) -> Box<Problem> {
        let message = format!("{} cannot be compiled by the embedded chain", what.as_ref());
        Problem::new(ProblemKind::Unsupported, token, message)
    }

    pub fn mistake(token: Option<u32>, message: impl Into<String>) -> Box<Problem> {
        Problem::new(ProblemKind::Mistake, token, message)
    }

    pub fn internal(token: Option<u32>, message: impl Into<String>) -> Box<Problem> {
        Problem::new(ProblemKind::Internal, token, message)
    }
}
