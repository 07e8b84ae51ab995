//! How well arguments fit the parameters of a function, as dxc counts it.
//!
//! An argument and its parameter are compared number by number. Both are thought to meet in the type that an operator would
//! give them, and each step from the argument there and from there to the parameter is counted by its kind. The counts of all
//! arguments add up, and of two functions the one with fewer of the gravest kind fits better: what one argument gains
//! another can lose. Within one argument a kind counts once, however many of its numbers need it.

use std::sync::Arc;

use super::conversions::MAX_FLAT;
use super::numbers::{Operand, common};
use super::rules::Analyser;
use crate::ir::{Passing, Scalar, Type};
use crate::sema::numbers::{Class, class, parts, width};
use crate::sema::types::same;
use crate::sema::{Failed, Result, TypedValue};

/// What the arguments of a call lose on their way, the gravest first; smaller is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// Arguments with more components than their parameter.
    truncated: u32,
    /// Arguments of another kind or width than what they meet their parameter in.
    converted: u32,
    /// Parameters of another kind or width than that.
    narrowed: u32,
    /// Arguments whose sign goes.
    unsigned: u32,
    /// Parameters that bring a sign.
    signed: u32,
    /// Arguments that are widened and stay of their kind.
    widened: u32,
    /// Arguments with fewer components than their parameter.
    spread: u32,
}

impl Score {
    /// Of all arguments together.
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
    /// A number without a type of its own yet: of `float` or of a whole number.
    Literal(Scalar),
    Number(Scalar),
    /// A value of any enumeration.
    Enumerator,
    /// Textures, buffers, samplers.
    Object,
}

/// What lies between two kinds of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Nothing,
    /// The same kind of number with more bits.
    Widening,
    /// A whole number of the same width with or without sign.
    Sign,
    Conversion,
}

impl Element {
    /// In which an argument meets its parameter; `None` where they have nothing in common.
    fn meet(self, other: Element) -> Option<Element> {
        let operand = |element| match element {
            Element::Literal(scalar) => Some(Operand { scalar, literal: true }),
            Element::Number(scalar) => Some(Operand { scalar, literal: false }),
            // Gives way as `bool` does.
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

/// `min16int` and the like: numbers of at least so many bits.
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
    /// The score of one argument, of which is known that it can be passed.
    pub fn score(&mut self, argument: &TypedValue, to: &Type, passing: Passing) -> Score {
        let from = &argument.expr.ty;
        match passing {
            Passing::In => self.one_way(from, argument.literal, to),
            Passing::Out => self.one_way(to, false, from),
            Passing::InOut => self.one_way(from, argument.literal, to).add(self.one_way(to, false, from)),
        }
    }

    /// A variable for a parameter that is written has to hold what comes back, and nothing more: it is not truncated, and
    /// one number of its own type does not spread over it.
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

    /// What is compared one by one, at most [`MAX_FLAT`]. A structure counts without what it inherits.
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
