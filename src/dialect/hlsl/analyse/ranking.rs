//! The ranking of overloads: how well arguments fit the parameters of a function, as dxc counts it.
//!
//! An argument and its parameter are compared component by component. The common type of both is the type that an
//! operator would give them. The conversion from the argument to the common type and the one from there to the
//! parameter are each counted by kind. The counts of all arguments are added. Of two functions the one with fewer
//! conversions of the worst kind fits better, so a better fit of one argument can outweigh a worse fit of another.
//! Within one argument a kind counts once, however many components need it.
//!
//! Example: `int` to `float` has the common type `float`, which is one conversion; `half` to `float` is one widening.

use std::sync::Arc;

use super::conversions::MAX_FLAT;
use super::numbers::{Operand, common};
use super::rules::Analyser;
use crate::ir::{Passing, Scalar, Type};
use crate::sema::numbers::{Class, class, parts, width};
use crate::sema::types::same;
use crate::sema::{Failed, Result, TypedValue};

/// The conversions that the arguments of a call need, the worst kind first; smaller is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// Arguments with more components than their parameter.
    truncated: u32,
    /// Arguments of another kind or width than the common type.
    converted: u32,
    /// Parameters of another kind or width than the common type.
    narrowed: u32,
    /// Signed arguments whose common type is unsigned.
    unsigned: u32,
    /// Signed parameters whose common type is unsigned.
    signed: u32,
    /// Arguments that get more bits of the same kind.
    widened: u32,
    /// Arguments with fewer components than their parameter.
    spread: u32,
}

impl Score {
    /// The score of two arguments together.
    pub fn add(self, other: Score) -> Score {
        Score {
            truncated: self.truncated + other.truncated,
            converted: self.converted + other.converted,
            narrowed: self.narrowed + other.narrowed,
            unsigned: self.unsigned + other.unsigned,
            signed: self.signed + other.signed,
            widened: self.widened + other.widened,
            spread: self.spread + other.spread,
        }
    }
}

/// What one component of a type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    /// An untyped literal: its default type.
    Literal(Scalar),
    Number(Scalar),
    /// A value of any enumeration.
    Enumerator,
    /// Textures, buffers, samplers.
    Object,
}

/// The conversion from one kind of element to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Nothing,
    /// The same kind of number with more bits.
    Widening,
    /// An integer of the same width and the other signedness.
    Sign,
    Conversion,
}

impl Element {
    /// The common type of an argument and its parameter; `None` if there is none.
    fn meet(self, other: Element) -> Option<Element> {
        let operand = |element| match element {
            Element::Literal(scalar) => Some(Operand { scalar, literal: true }),
            Element::Number(scalar) => Some(Operand { scalar, literal: false }),
            // In common types, an enumeration ranks as `bool` does.
            Element::Enumerator => Some(Operand { scalar: Scalar::Bool, literal: false }),
            Element::Object => None,
        };
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Element::Enumerator, Element::Number(Scalar::Bool))
            | (Element::Number(Scalar::Bool), Element::Enumerator) => Some(Element::Number(Scalar::Int)),
            (a, b) => Some(Element::Number(common(operand(a)?, operand(b)?).scalar)),
        }
    }

    fn step(self, to: Element) -> Step {
        if self == to {
            return Step::Nothing;
        }
        let Element::Number(to) = to else { return Step::Conversion };
        match self {
            Element::Literal(from) if is_minimum(to) || class(from) == Class::Float && class(to) != Class::Float => {
                Step::Conversion
            }
            Element::Literal(Scalar::Float) => Step::Nothing,
            Element::Literal(_) if matches!(class(to), Class::Signed | Class::Unsigned) => Step::Nothing,
            Element::Number(from) => number_step(from, to),
            _ => Step::Conversion,
        }
    }
}

/// Whether it is a minimum-precision type, such as `min16int`.
fn is_minimum(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Min16Float | Scalar::Min16Int | Scalar::Min16Uint)
}

fn number_step(from: Scalar, to: Scalar) -> Step {
    // Types of one kind from narrow to wide; `half` has the width of `float`, and is narrower here.
    let rank = |scalar| match scalar {
        Scalar::Half => 24,
        other if is_minimum(other) => width(other) - 1,
        other => width(other),
    };
    let whole = |scalar| matches!(class(scalar), Class::Signed | Class::Unsigned);
    let widens = match (class(from), class(to)) {
        (Class::Float, Class::Float) => rank(from) < rank(to),
        // At least 16 bits become 32 or more of the same sign.
        (a, b) if is_minimum(from) => whole(from) && a == b && width(to) > width(from),
        _ => whole(from) && whole(to) && !is_minimum(to) && width(from) < width(to),
    };
    if widens {
        Step::Widening
    } else if whole(from) && whole(to) && !is_minimum(from) && !is_minimum(to) && width(from) == width(to) {
        Step::Sign
    } else {
        Step::Conversion
    }
}

impl Analyser<'_, '_> {
    /// The score of one argument. It is known to convert to the parameter.
    pub fn score(&mut self, argument: &TypedValue, to: &Type, passing: Passing) -> Score {
        let from = &argument.expr.ty;
        match passing {
            Passing::In => self.one_way(from, argument.literal, to),
            Passing::Out => self.one_way(to, false, from),
            Passing::InOut => self.one_way(from, argument.literal, to).add(self.one_way(to, false, from)),
        }
    }

    /// The argument for an `out` or `inout` parameter needs as many components as the parameter: the value that comes
    /// back is not truncated, and a scalar of the same type is not splatted.
    pub fn check_written_argument(&mut self, argument: &TypedValue, to: &Type) -> Result<()> {
        let from = &argument.expr.ty;
        let spreads = match (parts(from), parts(to)) {
            (Some((scalar, shape)), Some((to_scalar, to_shape))) => {
                scalar == to_scalar && to_shape.count() == 1 && shape.count() > 1
            }
            _ => false,
        };
        let truncates = self.cost(argument, to).is_none() && !matches!(from, Type::Resource(_));
        if spreads || truncates {
            self.no_conversion(argument.expr.at, &to.clone(), &from.clone());
            return Err(Failed);
        }
        Ok(())
    }

    fn one_way(&mut self, from: &Type, literal: bool, to: &Type) -> Score {
        if same(from, to) && !literal {
            return Score::default();
        }
        let (source, target) = (self.elements(from, literal), self.elements(to, false));
        let mut score = Score {
            truncated: u32::from(source.len() > target.len()),
            spread: u32::from(source.len() < target.len()),
            ..Score::default()
        };
        for (source, target) in source.into_iter().zip(target) {
            match source.meet(target) {
                Some(met) => {
                    match source.step(met) {
                        Step::Nothing => {}
                        Step::Widening => score.widened = 1,
                        Step::Sign => score.unsigned = 1,
                        Step::Conversion => score.converted = 1,
                    }
                    match met.step(target) {
                        Step::Nothing | Step::Widening => {}
                        Step::Sign => score.signed = 1,
                        Step::Conversion => score.narrowed = 1,
                    }
                }
                None => {
                    score.converted = 1;
                    score.narrowed = 1;
                }
            }
        }
        score
    }

    /// The components that are compared, at most [`MAX_FLAT`]. Inherited members of a structure do not count.
    fn elements(&mut self, ty: &Type, literal: bool) -> Vec<Element> {
        match ty {
            Type::Enum { .. } => vec![Element::Enumerator],
            Type::Scalar(scalar) if literal && *scalar != Scalar::Bool => vec![Element::Literal(*scalar)],
            Type::Struct(of) => {
                let of = Arc::clone(of);
                let inherited: usize = self
                    .bases(&of)
                    .iter()
                    .map(|base| if let Type::Struct(base) = base { base.members.len() } else { 0 })
                    .sum();
                let own = of.members.iter().skip(inherited);
                own.flat_map(|member| self.elements(&member.ty, false)).take(MAX_FLAT).collect()
            }
            // As many as the outer length, whatever an element consists of.
            Type::Array(of, length) => {
                let inner = self.elements(of, false);
                inner.into_iter().cycle().take((length.unwrap_or(0) as usize).min(MAX_FLAT)).collect()
            }
            _ => match parts(ty) {
                Some((scalar, shape)) => vec![Element::Number(scalar); usize::from(shape.count())],
                None => vec![Element::Object],
            },
        }
    }
}
