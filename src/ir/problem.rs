//! What stands between a program and its interface, or its module.

/// Why a program could not be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub message: String,
    /// Index into `Preprocessed::tokens`; `None`: the program as a whole.
    pub token: Option<u32>,
    /// Other tokens that belong to it, each with what it is: the second of two that collide.
    pub others: Vec<(u32, String)>,
    /// How to go on, as a full sentence; may be empty.
    pub help: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// Legal, and naga's IR cannot carry it: another compiler may do it.
    Unsupported,
    /// Wrong whichever compiler is used: two resources at one binding.
    Mistake,
    /// The typed tree is not what it promises to be, or naga rejects what was made of it: a defect of uberc.
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
