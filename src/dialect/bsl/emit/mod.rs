//! GLSL text of a checked program: one stage, the library, or the whole unit for GLSL's own front end.
//!
//! **In**: a [`Program`], and what is wanted of it ([`Wanted`]).
//! **Out**: text, and where each part of it comes from; what only a pipeline's constants show to be wrong.
//! **Never**: looks a name up, or changes the program.

mod declarations;
mod expressions;
mod groups;
mod info;
mod names;
mod prints;
mod reach;
mod statements;
mod words;
mod writer;

use rustc_hash::FxHashMap;

use super::constant::Constant;
use super::infos::Bindings;
use super::options::Options;
use super::output_tree::{FunctionId, OutExpr, OutKind, OutStatement, ResourceId};
use super::program::{PrintFormat, Program, Stage};
use super::types::{INT, Ty, UINT};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Sources, Span};

pub use info::{InfoBody, write_info};
pub use names::Names;

/// What is written.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// One complete stage, with the constants, bindings and tables of a pipeline.
    Stage {
        entry: FunctionId,
        constants: &'a FxHashMap<ResourceId, Constant>,
        bindings: &'a Bindings,
        tables: &'a [u32],
    },
    /// The functions of one stage, for a create-info that declares everything else. Its push constants are macros.
    Info { entry: FunctionId, constants: &'a FxHashMap<ResourceId, Constant> },
    /// Every function that is no entry point and reaches no resource.
    Library,
    /// Every entry point, or those of a stage, as functions of their own names; constants of pipelines as uniforms.
    /// `entries`: only those, which are a group of [`Names::groups`].
    Unit { stage: Option<Stage>, entries: Option<&'a [FunctionId]> },
}

/// A text.
#[derive(Debug, Default)]
pub struct Written {
    pub text: String,
    /// Bytes of the text, and where they come from; ascending.
    pub places: Vec<(u32, u32, Span)>,
    pub problems: Vec<Diagnostic>,
    /// Names of GLSL's variables that the text reads or writes.
    pub built_ins: Vec<&'static str>,
    /// Texts of assertions, by number.
    pub formats: Vec<PrintFormat>,
}

/// Writes a text. `sources` gives the lines for `#line`.
pub fn write(
    program: &Program,
    names: &Names,
    options: &Options,
    wanted: Wanted<'_>,
    sources: Option<&Sources>,
) -> Written {
    let reached = reach::reach(program, wanted);
    let mut writer = writer::Writer::new(program, names, options, wanted, sources);
    writer.problems = reach::problems(program, wanted, &reached);
    writer.unit(&reached);
    writer.finish()
}

/// The members of a structure in GLSL: words for unions and bit-fields, and something where there is nothing.
pub fn stored_members(program: &Program, id: u32) -> Vec<(Atom, Ty)> {
    let info = program.structure(id);
    if info.is_union {
        return (0..info.words.max(1)).map(|at| (Atom::from(&format!("w{at}")), UINT)).collect();
    }
    let mut all: Vec<(Atom, Ty)> = Vec::new();
    let mut unit = None;
    for member in info.members.iter().filter(|member| member.through.is_none()) {
        match member.bits {
            Some(bits) if unit == Some(bits.unit) => {}
            Some(bits) => {
                unit = Some(bits.unit);
                all.push((Atom::from(&format!("bits{}", bits.unit)), UINT));
            }
            None => all.push((Atom::from(&super::types::output_name(&member.ident.name)), member.ty)),
        }
    }
    if all.is_empty() {
        all.push((Atom::from("padding"), INT));
    }
    all
}

/// Calls `visit` with every expression of statements.
pub fn walk_statements(all: &[OutStatement], visit: &mut dyn FnMut(&OutExpr)) {
    for statement in all {
        match &statement.kind {
            OutKind::Declare(_, value) | OutKind::Return(value) => {
                if let Some(value) = value {
                    value.walk(visit);
                }
            }
            OutKind::Expression(value) | OutKind::Case(value) => value.walk(visit),
            OutKind::If { condition, then, otherwise, .. } => {
                condition.walk(visit);
                walk_statements(then, visit);
                if let Some(otherwise) = otherwise {
                    walk_statements(otherwise, visit);
                }
            }
            OutKind::For { first, condition, steps, body } => {
                walk_statements(first, visit);
                condition.iter().chain(steps).for_each(|part| part.walk(visit));
                walk_statements(body, visit);
            }
            OutKind::While(condition, body) | OutKind::Do(body, condition) | OutKind::Switch(condition, body) => {
                condition.walk(visit);
                walk_statements(body, visit);
            }
            OutKind::Block(all) => walk_statements(all, visit),
            OutKind::Legacy { body, zero, .. } => {
                walk_statements(body, visit);
                zero.iter().for_each(|zero| zero.walk(visit));
            }
            OutKind::Unrolled(unrolled) => {
                unrolled.guard.iter().chain(&unrolled.steps).for_each(|part| part.walk(visit));
                walk_statements(&unrolled.body, visit);
            }
            OutKind::Rounds(rounds) => {
                walk_statements(&rounds.first, visit);
                rounds.condition.iter().chain(&rounds.steps).for_each(|part| part.walk(visit));
                walk_statements(&rounds.body, visit);
            }
            OutKind::Default | OutKind::Break | OutKind::Continue | OutKind::Discard => {}
        }
    }
}

/// The value of an expression under the constants of a pipeline.
pub fn evaluate(expr: &OutExpr, constants: &FxHashMap<ResourceId, Constant>) -> Option<Constant> {
    use super::ast::UnaryOperator;
    use super::output_tree::{Callee, Out};
    match &expr.kind {
        Out::Constant(constant) => Some(*constant),
        Out::Resource(id) => constants.get(id).copied(),
        Out::Unary(text, operand) => {
            let operator = match *text {
                "-" => UnaryOperator::Minus,
                "+" => UnaryOperator::Plus,
                "!" => UnaryOperator::Not,
                "~" => UnaryOperator::Complement,
                _ => return None,
            };
            evaluate(operand, constants)?.unary(operator).ok()
        }
        Out::Binary(operator, left, right) => {
            use super::ast::BinaryOperator as B;
            let left = evaluate(left, constants);
            let right = evaluate(right, constants);
            match (operator, left, right) {
                (B::And, Some(one), _) | (B::And, _, Some(one)) if !one.is_true() => Some(Constant::bool(false)),
                (B::Or, Some(one), _) | (B::Or, _, Some(one)) if one.is_true() => Some(Constant::bool(true)),
                (_, Some(left), Some(right)) => left.binary(*operator, &right).ok(),
                _ => None,
            }
        }
        Out::Ternary(condition, left, right) => {
            let condition = evaluate(condition, constants)?;
            evaluate(if condition.is_true() { left } else { right }, constants)
        }
        Out::Call(Callee::Type(ty), arguments) => match arguments.as_slice() {
            [one] => Some(evaluate(one, constants)?.convert(ty.component()?)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a statement's condition decides it, under what is wanted.
pub fn decided(wanted: Wanted<'_>, condition: &OutExpr, is_static: bool) -> Option<bool> {
    match wanted {
        Wanted::Stage { constants, .. } | Wanted::Info { constants, .. } if is_static => {
            evaluate(condition, constants).map(|value| value.is_true())
        }
        _ => None,
    }
}

/// Whether an entry point of the text owns all of these tables.
pub fn owns(program: &Program, wanted: Wanted<'_>, tables: &[u32]) -> bool {
    let has = |entry: FunctionId| {
        let own = super::infos::tables_of(program, &[entry]);
        tables.iter().all(|table| own.contains(table))
    };
    match wanted {
        Wanted::Stage { entry, .. } | Wanted::Info { entry, .. } => has(entry),
        Wanted::Unit { entries: Some(entries), .. } => entries.iter().any(|entry| has(*entry)),
        Wanted::Unit { entries: None, .. } => {
            let entries = program.functions.iter().zip(0..).filter(|(info, _)| info.stage.is_some());
            entries.into_iter().any(|(_, id)| has(id))
        }
        Wanted::Library => false,
    }
}

/// The stage of an entry point that is wanted alone.
pub fn stage_of(program: &Program, wanted: Wanted<'_>) -> Option<Stage> {
    match wanted {
        Wanted::Stage { entry, .. } | Wanted::Info { entry, .. } => program.function(entry).stage,
        _ => None,
    }
}
