//! PSL, the shading language of Shaderception: bytecode for a machine that is a shader, and typed HLSL.
//!
//! **In**: a `.psl` file, an image, or a listing.
//! **Out**: a program of the machine with its image, listings and pictures; HLSL of a unit.
//! **Never**: knows a target or a compiler.
//!
//! ```text
//! text ─► lexer ─► parse ─► check, link ─► bytecode ─► machine (pictures)
//!                                      └─► typed ─► HLSL
//! ```

pub mod ast;
pub mod builtins;
pub mod bytecode;
mod check;
mod definitions;
pub mod features;
pub mod formulas;
mod generator;
pub mod grammar;
mod lexer;
mod link;
pub mod linked;
pub mod machine;
mod parse;
mod problems;
pub mod typed;
pub mod widths;

pub use generator::Shaderception;

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, SourceFile, Span};
use bytecode::{Program, Stats};
use lexer::TokenKind;
use linked::Linked;
use problems::Problems;
use typed::{TypedOptions, TypedProgram};

/// What defects of the reference compiler become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semantics {
    /// Kept: instructions are those of the reference.
    Reference,
    /// Repaired.
    Sane,
}

/// Tokens of a program for the machine.
const MOST_TOKENS: usize = 4091;
/// Tokens of a program that is translated.
const MOST_TYPED_TOKENS: usize = 65_536;

/// The program of the machine, and figures about it; `constants` replace identifiers. `None` if a diagnostic is an
/// error.
pub fn compile(
    file: &SourceFile,
    semantics: Semantics,
    constants: &BTreeMap<String, f32>,
) -> (Option<(Program, Stats)>, Vec<Diagnostic>) {
    let mut problems = Problems::new(semantics);
    let linked = front(file, semantics, constants, &BTreeSet::new(), MOST_TOKENS, &mut problems);
    let program = linked.map(|linked| bytecode::emit(&linked, semantics, &mut problems));
    (program.filter(|_| !problems.has_errors()), problems.list)
}

/// The typed program, in the semantics `sane`. Identifiers of `branches` that the program never assigns are branches of
/// the shader. `None` if a diagnostic is an error.
pub fn translate(
    file: &SourceFile,
    constants: &BTreeMap<String, f32>,
    branches: &BTreeSet<String>,
    options: &TypedOptions,
) -> (Option<TypedProgram>, Vec<Diagnostic>) {
    let mut problems = Problems::new(Semantics::Sane);
    let linked = front(file, Semantics::Sane, constants, branches, MOST_TYPED_TOKENS, &mut problems);
    let program = linked.map(|linked| typed::translate(&linked, options, &mut problems));
    (program.filter(|_| !problems.has_errors()), problems.list)
}

/// The names of `names` that a program reads and never assigns, each with its first place: those can be branches.
fn branches_of(file: &SourceFile, names: &BTreeSet<String>) -> BTreeMap<String, Span> {
    // Mistakes are told when the program is compiled.
    let mut problems = Problems::new(Semantics::Reference);
    let tokens = lexer::lex(&file.text, file.id, &mut problems);
    let mut found = BTreeMap::new();
    for token in &tokens {
        if let TokenKind::Name(name) = &token.kind
            && names.contains(name)
        {
            found.entry(name.clone()).or_insert(token.span);
        }
    }
    if tokens.len() <= MOST_TYPED_TOKENS {
        let parsed = parse::parse(&tokens, &mut problems);
        check::all_assigned(&parsed.program, &mut |assign| _ = found.remove(&assign.name.text));
    }
    found
}

/// Text to a program whose names are resolved.
fn front(
    file: &SourceFile,
    semantics: Semantics,
    constants: &BTreeMap<String, f32>,
    branches: &BTreeSet<String>,
    most_tokens: usize,
    problems: &mut Problems,
) -> Option<Linked> {
    let mut tokens = lexer::lex(&file.text, file.id, problems);
    for token in &mut tokens {
        if let TokenKind::Name(name) = &token.kind
            && let Some(value) = constants.get(name)
        {
            token.kind = TokenKind::Number(*value);
        }
    }
    // The end is no token of the program.
    if tokens.len() - 1 > most_tokens {
        let message = format!("the program has {} tokens; the most is {most_tokens}", tokens.len() - 1);
        problems.push(Diagnostic::error("psl/limit-tokens", message).at(tokens[most_tokens].span));
        return None;
    }
    // Each stage goes on behind the mistakes of the one before, so that one run tells all.
    let parsed = parse::parse(&tokens, problems);
    let functions = check::check(&parsed, semantics, problems);
    if functions.has_circles {
        return None;
    }
    let linked = link::link(&parsed, &functions, branches, semantics, problems);
    (!problems.has_errors()).then_some(linked)
}
