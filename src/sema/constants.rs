//! Values known at compile time: array sizes, case labels, thread counts, template arguments.

use super::analyser::Analyser;
use super::entity::Entity;
use super::numbers::{Class, Shape, class, is_float, is_integer, parts, width};
use super::rules::Rules;
use crate::ir::operations::Effect;
use crate::ir::{BinaryOp, Convert, Expr, ExprKind, Item, Literal, Scalar, Storage, Type, UnaryOp};

/// The components of a number, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    pub scalar: Scalar,
    pub values: Vec<Literal>,
}

/// Limit on constants that depend on each other, where a specialisation constant is looked for.
const MAX_DEPTH: u32 = 8;

/// Limit on the components of a known value: larger tables stay expressions.
const MAX_VALUES: usize = 4096;

impl Constant {
    pub fn one(scalar: Scalar, value: Literal) -> Constant {
        Constant { scalar, values: vec![value] }
    }

    pub fn as_int(&self) -> Option<i128> {
        match self.values.first()? {
            Literal::Int(value) => Some(*value),
            Literal::Bool(value) => Some(i128::from(*value)),
            Literal::Float(_) => None,
        }
    }
}

/// A value in the range and precision of its type, as hardware represents it.
pub fn wrap(scalar: Scalar, value: Literal) -> Literal {
    match class(scalar) {
        Class::Bool => Literal::Bool(truth(value)),
        Class::Signed | Class::Unsigned => {
            let int = match value {
                Literal::Int(value) => value,
                Literal::Bool(value) => i128::from(value),
                // A value out of range saturates, as in conversions of Direct3D.
                Literal::Float(value) => saturate(scalar, value),
            };
            Literal::Int(wrap_int(scalar, int))
        }
        Class::Float => {
            let float = match value {
                Literal::Int(value) => value as f64,
                Literal::Bool(value) => f64::from(u8::from(value)),
                Literal::Float(value) => value,
            };
            Literal::Float(if scalar == Scalar::Double { float } else { f64::from(float as f32) })
        }
    }
}

fn int_bits(scalar: Scalar) -> u32 {
    // `min16int` may be held in 32 bits.
    if matches!(scalar, Scalar::Int16 | Scalar::Uint16) { 16 } else { width(scalar).max(32) }
}

fn saturate(scalar: Scalar, value: f64) -> i128 {
    let bits = int_bits(scalar);
    let (low, high) = match class(scalar) {
        Class::Signed => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        _ => (0, (1i128 << bits) - 1),
    };
    if value.is_nan() { 0 } else { (value as i128).clamp(low, high) }
}

fn wrap_int(scalar: Scalar, value: i128) -> i128 {
    let bits = int_bits(scalar);
    let low = value & ((1i128 << bits) - 1);
    if class(scalar) == Class::Signed && low >> (bits - 1) != 0 { low - (1i128 << bits) } else { low }
}

pub fn truth(value: Literal) -> bool {
    match value {
        Literal::Bool(value) => value,
        Literal::Int(value) => value != 0,
        Literal::Float(value) => value != 0.0,
    }
}

pub fn unary(op: UnaryOp, scalar: Scalar, value: Literal) -> Option<Literal> {
    let result = match (op, value) {
        (UnaryOp::Negate, Literal::Int(value)) => Literal::Int(value.checked_neg()?),
        (UnaryOp::Negate, Literal::Float(value)) => Literal::Float(-value),
        (UnaryOp::BitNot, Literal::Int(value)) => Literal::Int(!value),
        (UnaryOp::Not, value) => return Some(Literal::Bool(!truth(value))),
        _ => return None,
    };
    Some(wrap(scalar, result))
}

/// The value of an operator. `scalar`: the operands' type. `None` if there is no value: division by zero, a shift out
/// of range.
pub fn binary(op: BinaryOp, scalar: Scalar, a: Literal, b: Literal) -> Option<Literal> {
    use BinaryOp as Op;
    let compared = |ordering: Option<std::cmp::Ordering>| {
        Some(Literal::Bool(match op {
            Op::Less => ordering?.is_lt(),
            Op::LessEqual => ordering?.is_le(),
            Op::Greater => ordering?.is_gt(),
            Op::GreaterEqual => ordering?.is_ge(),
            Op::Equal => ordering?.is_eq(),
            Op::NotEqual => ordering?.is_ne(),
            _ => return None,
        }))
    };
    let result = match (a, b) {
        (a, b) if op == Op::LogicalAnd => return Some(Literal::Bool(truth(a) && truth(b))),
        (a, b) if op == Op::LogicalOr => return Some(Literal::Bool(truth(a) || truth(b))),
        (Literal::Float(a), Literal::Float(b)) => Literal::Float(match op {
            Op::Add => a + b,
            Op::Subtract => a - b,
            Op::Multiply => a * b,
            Op::Divide => a / b,
            Op::Modulo => a % b,
            _ => return compared(a.partial_cmp(&b)),
        }),
        (Literal::Int(a), Literal::Int(b)) => {
            let bits = int_bits(scalar) as i128;
            // The amount of a shift counts modulo the width.
            let amount = (b & (bits - 1)) as u32;
            Literal::Int(match op {
                Op::Add => a.checked_add(b)?,
                Op::Subtract => a.checked_sub(b)?,
                Op::Multiply => a.checked_mul(b)?,
                Op::Divide => a.checked_div(b)?,
                Op::Modulo => a.checked_rem(b)?,
                Op::And => a & b,
                Op::Or => a | b,
                Op::Xor => a ^ b,
                Op::ShiftLeft => a.checked_shl(amount)?,
                Op::ShiftRight => a.checked_shr(amount)?,
                _ => return compared(Some(a.cmp(&b))),
            })
        }
        (Literal::Bool(a), Literal::Bool(b)) => Literal::Bool(match op {
            Op::And => a & b,
            Op::Or => a | b,
            Op::Xor => a ^ b,
            _ => return compared(Some(a.cmp(&b))),
        }),
        _ => return None,
    };
    if let Literal::Float(value) = result
        && !value.is_finite()
    {
        return None;
    }
    Some(wrap(scalar, result))
}

impl<L: Rules> Analyser<'_, '_, L> {
    /// The value of an expression, if it is known.
    pub fn evaluate(&mut self, expr: &Expr) -> Option<Constant> {
        let Some((scalar, shape)) = parts(&expr.ty) else { return self.evaluate_aggregate(expr) };
        let count = usize::from(shape.count());
        let all = |values: Vec<Literal>| (values.len() == count).then_some(Constant { scalar, values });
        match &*expr.kind {
            ExprKind::Literal(value) => Some(Constant::one(scalar, wrap(scalar, *value))),
            ExprKind::Zero => all(vec![wrap(scalar, Literal::Int(0)); count]),
            ExprKind::Global(_) | ExprKind::Local(_) => self.evaluate_name(expr),
            ExprKind::Unary(op, operand) => {
                let operand = self.evaluate(operand)?;
                all(operand.values.iter().map(|value| unary(*op, scalar, *value)).collect::<Option<_>>()?)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
                let pairs = left.values.iter().zip(&right.values);
                let values: Option<Vec<Literal>> = pairs.map(|(a, b)| binary(*op, left.scalar, *a, *b)).collect();
                all(values?)
            }
            ExprKind::ShortCircuit { and, left, right } => {
                let left = truth(*self.evaluate(left)?.values.first()?);
                if left != *and {
                    return all(vec![Literal::Bool(left)]);
                }
                let right = truth(*self.evaluate(right)?.values.first()?);
                all(vec![Literal::Bool(right)])
            }
            ExprKind::Select(condition, yes, no) | ExprKind::Conditional(condition, yes, no) => {
                let condition = self.evaluate(condition)?;
                if let [value] = condition.values.as_slice() {
                    return if truth(*value) { self.evaluate(yes) } else { self.evaluate(no) };
                }
                let (yes, no) = (self.evaluate(yes)?, self.evaluate(no)?);
                let arms = yes.values.iter().zip(&no.values);
                let values = condition.values.iter().zip(arms);
                all(values.map(|(value, (yes, no))| if truth(*value) { *yes } else { *no }).collect())
            }
            ExprKind::Comma(_, last) => self.evaluate(last),
            ExprKind::Convert(convert, operand) => {
                let from = self.evaluate(operand)?;
                let (_, from_shape) = parts(&operand.ty)?;
                let values = match convert {
                    Convert::Numeric | Convert::Reshape => from.values,
                    Convert::Splat => vec![*from.values.first()?; count],
                    Convert::Truncate => truncate(&from.values, from_shape, shape)?,
                    Convert::Fill | Convert::Flatten | Convert::Base => return None,
                };
                all(values.into_iter().map(|value| wrap(scalar, value)).collect())
            }
            ExprKind::Construct(arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.extend(self.evaluate(argument)?.values);
                }
                all(values)
            }
            ExprKind::Swizzle(base, places) => {
                let base = self.evaluate(base)?;
                all(places.iter().map(|at| base.values.get(usize::from(*at)).copied()).collect::<Option<_>>()?)
            }
            ExprKind::Index(..) | ExprKind::Member(..) => all(self.evaluate_part(expr)?),
            ExprKind::Intrinsic(intrinsic, arguments) => {
                let arguments: Vec<Constant> =
                    arguments.iter().map(|argument| self.evaluate(argument)).collect::<Option<_>>()?;
                let evaluate = intrinsic.operation().evaluate?;
                let values: Vec<Literal> = (0..count)
                    .map(|at| {
                        let lanes: Vec<Literal> =
                            arguments.iter().map(|argument| argument.values.get(at).copied()).collect::<Option<_>>()?;
                        Some(wrap(scalar, evaluate(&lanes)?))
                    })
                    .collect::<Option<_>>()?;
                all(values)
            }
            _ => None,
        }
        .filter(|constant| constant.values.len() <= MAX_VALUES)
    }

    /// The components of an array or structure, one element or member after the other.
    fn evaluate_aggregate(&mut self, expr: &Expr) -> Option<Constant> {
        let count = components(&expr.ty).filter(|count| *count <= MAX_VALUES)?;
        let values = match &*expr.kind {
            ExprKind::Aggregate(parts) => {
                let mut values = Vec::with_capacity(count);
                for part in parts {
                    values.extend(self.evaluate(part)?.values);
                }
                values
            }
            ExprKind::Global(_) | ExprKind::Local(_) => self.evaluate_name(expr)?.values,
            ExprKind::Index(..) | ExprKind::Member(..) => self.evaluate_part(expr)?,
            _ => return None,
        };
        // The scalar means nothing: each component has its own.
        (values.len() == count).then_some(Constant { scalar: Scalar::Int, values })
    }

    fn evaluate_name(&mut self, expr: &Expr) -> Option<Constant> {
        match &*expr.kind {
            ExprKind::Global(symbol) => {
                let decls = self.consult(symbol.0, false);
                decls.into_iter().find_map(|decl| match decl.entity {
                    Entity::Variable(variable) if variable.symbol == *symbol => variable.constant.clone(),
                    _ => None,
                })
            }
            // Identifiers of locals are never used again.
            ExprKind::Local(id) => self.body.as_ref()?.constants.get(id).cloned(),
            _ => None,
        }
    }

    /// The components of an element or member.
    fn evaluate_part(&mut self, expr: &Expr) -> Option<Vec<Literal>> {
        let count = components(&expr.ty)?;
        let (base, first) = match &*expr.kind {
            ExprKind::Index(base, index) => {
                let index = usize::try_from(self.evaluate_int(index)?).ok()?;
                (base, index.checked_mul(count)?)
            }
            ExprKind::Member(base, index) => {
                let Type::Struct(of) = &base.ty else { return None };
                let before = of.members.get(..*index as usize)?;
                (base, before.iter().map(|member| components(&member.ty)).sum::<Option<usize>>()?)
            }
            _ => return None,
        };
        Some(self.evaluate(base)?.values.get(first..first.checked_add(count)?)?.to_vec())
    }

    /// Reports an expression that has to be constant, and is not; one that other compilers evaluate is left to them.
    pub fn not_constant(&mut self, expr: &Expr, text: &str) {
        match self.unevaluated(expr) {
            Some(why) => self.unsupported(expr.at.0, format!("a size or label that depends on {why}")),
            None => self.error("not-constant", expr.at.0, text),
        };
    }

    /// What a constant expression depends on that has no value here: a specialisation constant, or a function that is not
    /// evaluated. `None` if there is nothing of this kind.
    pub fn unevaluated(&mut self, expr: &Expr) -> Option<String> {
        self.unevaluated_in(expr, 0)
    }

    fn unevaluated_in(&mut self, expr: &Expr, depth: u32) -> Option<String> {
        let mut parts = Vec::new();
        expr.each(&mut |part| match &*part.kind {
            ExprKind::Global(_) | ExprKind::Local(_) | ExprKind::Intrinsic(..) => parts.push(part.clone()),
            _ => {}
        });
        parts.into_iter().find_map(|part| match *part.kind {
            ExprKind::Global(symbol) => {
                let Some(Item::Global(global)) = self.item_of(symbol) else { return None };
                match &global.storage {
                    Storage::Specialisation { .. } => Some(format!("the specialisation constant `{}`", symbol.0)),
                    Storage::Constant { initialiser } if depth < MAX_DEPTH => {
                        let initialiser = initialiser.clone();
                        self.unevaluated_in(&initialiser, depth + 1)
                    }
                    _ => None,
                }
            }
            ExprKind::Local(id) => self.body.as_ref()?.unevaluated.get(&id).cloned(),
            ExprKind::Intrinsic(intrinsic, arguments) => {
                let operation = intrinsic.operation();
                let has_value = operation.evaluate.is_some() || operation.effect != Effect::None;
                if !L::CALLS_ARE_CONSTANT || has_value || arguments.is_empty() {
                    return None;
                }
                let is_known = arguments.iter().all(|argument| self.evaluate(argument).is_some());
                is_known.then(|| format!("the value of `{}`", operation.name(L::WORDING.vocabulary)))
            }
            _ => None,
        })
    }

    /// A whole number known at compile time.
    pub fn evaluate_int(&mut self, expr: &Expr) -> Option<i128> {
        parts(&expr.ty)?;
        let constant = self.evaluate(expr)?;
        if is_float(constant.scalar) {
            return None;
        }
        debug_assert!(is_integer(constant.scalar) || constant.scalar == Scalar::Bool);
        constant.as_int()
    }
}

/// The number of components of a value; `None` of what has none, or no known number.
fn components(ty: &Type) -> Option<usize> {
    match ty {
        Type::Array(element, count) => components(element)?.checked_mul((*count)? as usize),
        Type::Struct(of) => of.members.iter().map(|member| components(&member.ty)).sum(),
        _ => parts(ty).map(|(_, shape)| usize::from(shape.count())),
    }
}

fn truncate(values: &[Literal], from: Shape, to: Shape) -> Option<Vec<Literal>> {
    match (from, to) {
        (Shape::Matrix(_, columns), Shape::Matrix(rows, kept)) => {
            let mut all = Vec::new();
            for row in 0..usize::from(rows) {
                for column in 0..usize::from(kept) {
                    all.push(*values.get(row * usize::from(columns) + column)?);
                }
            }
            Some(all)
        }
        _ => values.get(..usize::from(to.count())).map(<[Literal]>::to_vec),
    }
}
