//! Static widths: the rules of operators and built-in functions, and the warnings about them.

use super::Semantics;
use super::ast::BinaryOp;
use super::builtins::{Builtin, POW, ROUND, ResultWidth};
use super::problems::Problems;
use crate::diag::{Diagnostic, Span};

/// The number of lanes of a value, as far as it is known without running the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// There is no value.
    Nothing,
    /// 1 to 4.
    Known(u8),
    Dynamic,
}

pub use Width::{Dynamic, Known, Nothing};

impl Width {
    /// The number of lanes, if it is known.
    pub fn known(self) -> Option<u8> {
        match self {
            Known(lanes) => Some(lanes),
            Nothing | Dynamic => None,
        }
    }

    /// The width where two paths meet.
    pub fn join(self, other: Width) -> Width {
        match (self, other) {
            (Nothing, width) | (width, Nothing) => width,
            (Known(a), Known(b)) if a == b => self,
            (Known(a), Known(b)) if a > 1 && b > 1 => Known(a.max(b)),
            _ => Dynamic,
        }
    }
}

/// The width of an operator's result, as the machine has it.
pub fn binary(op: BinaryOp, left: Width, right: Width) -> Width {
    match (left, right) {
        (Known(a), Known(b)) if a == b => left,
        (Known(1), _) => right,
        (_, Known(1)) => left,
        (Known(a), Known(b)) if op.is_arithmetic() => Known(a.min(b)),
        (Known(a), Known(b)) => Known(a.max(b)),
        _ => Dynamic,
    }
}

/// The widest of several operands.
pub fn widest(operands: &[Width]) -> Width {
    let lanes: Option<Vec<u8>> = operands.iter().map(|width| width.known()).collect();
    match lanes {
        Some(lanes) => lanes.into_iter().max().map_or(Nothing, Known),
        None if operands.contains(&Known(4)) => Known(4),
        None => Dynamic,
    }
}

/// The width of a built-in function's result.
pub fn builtin(builtin: &Builtin, operands: &[Width], semantics: Semantics) -> Width {
    match builtin.result {
        _ if builtin.id == ROUND && semantics == Semantics::Sane => operands.first().copied().unwrap_or(Dynamic),
        ResultWidth::Same => operands.first().copied().unwrap_or(Dynamic),
        ResultWidth::Widest => widest(operands),
        ResultWidth::Fixed(lanes) => Known(lanes),
        ResultWidth::Selected => Dynamic,
    }
}

/// Warns of operands of different widths above 1.
pub fn check_operands(what: &str, operands: &[Width], span: Span, problems: &mut Problems) {
    let mut wide = operands.iter().filter_map(|width| width.known()).filter(|lanes| *lanes > 1);
    let Some(first) = wide.next() else { return };
    if let Some(other) = wide.find(|lanes| *lanes != first) {
        let message = format!("operands of `{what}` have {first} and {other} lanes");
        let problem = Diagnostic::warning("psl/width-mismatch", message).at(span);
        problems.push(problem.help("Select the same number of lanes of both, for example with `.xyz`."));
    }
}

/// Warns of what a call of a built-in function does with widths.
pub fn check_builtin(builtin: &Builtin, operands: &[Width], span: Span, problems: &mut Problems) {
    if builtin.is_constructor() {
        if let Some(lanes) = operands.iter().filter_map(|width| width.known()).find(|lanes| *lanes > 1) {
            let message = format!("`{}` takes one lane of an argument that has {lanes}", builtin.name);
            let problem = Diagnostic::warning("psl/width-mismatch", message).at(span);
            problems.push(problem.help("Select the lane, for example with `.x`."));
        }
    } else if builtin.pads || builtin.id == POW {
        check_operands(builtin.name, operands, span, problems);
    }
}

/// Warns of lanes that a value does not have.
pub fn check_swizzle(width: Width, lanes: &[u8], span: Span, problems: &mut Problems) {
    let Known(has) = width else { return };
    if lanes.iter().any(|lane| *lane > has) {
        let message = format!("the value has {has} {}; others are 0", if has == 1 { "lane" } else { "lanes" });
        let problem = Diagnostic::warning("psl/swizzle-range", message).at(span);
        problems.push(problem.help("Select lanes that the value has."));
    }
}

/// Warns of a value that does not fit its write mask.
pub fn check_mask(width: Width, mask: &[u8], semantics: Semantics, span: Span, problems: &mut Problems) {
    let Known(has) = width else { return };
    let is_spread = has == 1 && semantics == Semantics::Sane;
    if usize::from(has) != mask.len() && !is_spread {
        let message = format!("{} lanes are assigned a value that has {has}", mask.len());
        let problem = Diagnostic::warning("psl/width-mismatch", message).at(span);
        problems.push(problem.help("Lanes that the value lacks become 0; the others are left out."));
    }
}
