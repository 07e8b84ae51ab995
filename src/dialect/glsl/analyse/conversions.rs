//! Implicit conversions, and how well an argument fits a parameter.

use super::rules::Analyser;
use crate::dialect::glsl::words::type_name;
use crate::ir::{Convert, Expr, ExprKind, Scalar, TokenIndex, Type};
use crate::sema::constants::wrap;
use crate::sema::numbers::{Class, class, is_float, parts, width};
use crate::sema::types::same;
use crate::sema::{Failed, Result, TypedValue};

/// How well an argument fits a parameter: the conversion between their scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Exact,
    /// `float` to `double`, and other numbers that get more bits.
    Promotion,
    /// Between kinds of numbers; to a `double`, it is worse than to a `float`.
    Conversion {
        double: bool,
    },
}

impl Score {
    pub const WORST: Score = Score::Conversion { double: true };

    const fn rank(self) -> u8 {
        match self {
            Score::Exact => 0,
            Score::Promotion => 1,
            Score::Conversion { double: false } => 2,
            Score::Conversion { double: true } => 3,
        }
    }

    /// Whether an argument with this score fits better than with another one.
    pub const fn is_better(self, other: Score) -> bool {
        self.rank() < other.rank()
    }
}

/// The implicit conversion between scalars, if there is one: to a type that can hold all values, or to a float.
pub fn scalar_score(from: Scalar, to: Scalar) -> Option<Score> {
    if from == to {
        return Some(Score::Exact);
    }
    let (a, b) = (class(from), class(to));
    let wider = width(to) > width(from);
    let conversion = Score::Conversion { double: to == Scalar::Double };
    match (a, b) {
        (Class::Bool, _) | (_, Class::Bool) | (Class::Float, Class::Signed | Class::Unsigned) => None,
        (Class::Float, Class::Float) => wider.then_some(Score::Promotion),
        (Class::Signed, Class::Signed) | (Class::Unsigned, Class::Unsigned) => wider.then_some(Score::Promotion),
        (Class::Signed, Class::Unsigned) => (width(to) >= width(from)).then_some(conversion),
        (Class::Unsigned, Class::Signed) => wider.then_some(conversion),
        // 16 bits convert to any float, 32 bits to `float` and `double`, 64 bits to `double`.
        (Class::Signed | Class::Unsigned, Class::Float) => (width(to) >= width(from)).then_some(conversion),
    }
}

impl Analyser<'_, '_> {
    /// The implicit conversion from a type to another, if there is one: the shape stays.
    pub fn score(&mut self, from: &Type, to: &Type) -> Option<Score> {
        if same(from, to) {
            return Some(Score::Exact);
        }
        let ((from, from_shape), (to, to_shape)) = (parts(from)?, parts(to)?);
        let may_convert = !self.context.settings.es || from == to;
        let score = scalar_score(from, to).filter(|_| from_shape == to_shape && may_convert)?;
        // Matrices of integers do not exist.
        Some(score)
    }

    /// Converts implicitly.
    pub fn convert(&mut self, value: TypedValue, to: &Type) -> Result<Expr> {
        if self.score(&value.expr.ty, to).is_some() {
            return Ok(self.converted(value, to));
        }
        let (at, from) = (value.expr.at, value.expr.ty);
        self.no_conversion(at, &from, to);
        Err(Failed)
    }

    pub fn no_conversion(&mut self, at: TokenIndex, from: &Type, to: &Type) {
        let (shown_from, shown_to) = (type_name(from), type_name(to));
        let es = self.context.settings.es;
        let diagnostic = self.error("type-mismatch", at.0, format!("expected `{shown_to}`, found `{shown_from}`"));
        if let (Some((from, from_shape)), Some((to, to_shape))) = (parts(from), parts(to)) {
            if from_shape.count() >= to_shape.count() || from_shape.count() == 1 {
                diagnostic.help(format!("Write the conversion: `{shown_to}(value)`."));
            }
            if es && from_shape == to_shape && scalar_score(from, to).is_some() {
                diagnostic.note("GLSL ES converts nothing implicitly");
            }
        }
    }

    /// Converts where an implicit conversion is known to exist.
    pub fn converted(&mut self, value: TypedValue, to: &Type) -> Expr {
        numeric(value.concrete(), to)
    }
}

/// A number as another type of the same shape.
pub fn numeric(expr: Expr, to: &Type) -> Expr {
    if same(&expr.ty, to) {
        return expr;
    }
    let at = expr.at;
    if let (ExprKind::Literal(literal), Type::Scalar(scalar)) = (&*expr.kind, to) {
        let kind = Box::new(ExprKind::Literal(wrap(*scalar, *literal)));
        return Expr { kind, ty: to.clone(), at };
    }
    Expr { kind: Box::new(ExprKind::Convert(Convert::Numeric, expr)), ty: to.clone(), at }
}

/// The scalar in which two operands are computed; `None` if neither converts to the other.
pub fn common(a: Scalar, b: Scalar) -> Option<Scalar> {
    if scalar_score(a, b).is_some() {
        return Some(b);
    }
    if scalar_score(b, a).is_some() {
        return Some(a);
    }
    // `int64_t` with `float`: both become `double`.
    (is_float(a) || is_float(b))
        .then_some(Scalar::Double)
        .filter(|to| scalar_score(a, *to).is_some() && scalar_score(b, *to).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_convert_without_loss_of_kind() {
        assert_eq!(scalar_score(Scalar::Int, Scalar::Uint), Some(Score::Conversion { double: false }));
        assert_eq!(scalar_score(Scalar::Uint, Scalar::Int), None);
        assert_eq!(scalar_score(Scalar::Float, Scalar::Int), None);
        assert_eq!(scalar_score(Scalar::Bool, Scalar::Int), None);
        assert_eq!(scalar_score(Scalar::Float, Scalar::Double), Some(Score::Promotion));
        assert_eq!(common(Scalar::Int, Scalar::Float), Some(Scalar::Float));
        assert_eq!(common(Scalar::Uint, Scalar::Int), Some(Scalar::Uint));
        assert_eq!(common(Scalar::Bool, Scalar::Float), None);
    }
}
