//! Calls of intrinsics: the choice of a signature, and the conversion of the arguments.

use super::conversions::Cost;
use super::intrinsic_signatures::{CallSignature, NumberClass, Passage, SignatureParameter, TypePattern};
use super::intrinsics::Row;
use super::numbers::{Operand, common, common_part};
use super::operators::Choice;
use super::rules::Analyser;
use crate::ir::{Expr, ExprKind, Intrinsic, Order, Passing, Scalar, TokenIndex, Type, has_resources, type_name};
use crate::sema::numbers::{Shape, is_float, is_integer, order_of, parts};
use crate::sema::types::same;
use crate::sema::{Failed, Misfit, Result, TypedValue, ValueCategory};

/// `T` of a call.
#[derive(Clone, Copy, Debug)]
struct Bound {
    scalar: Scalar,
    shape: Shape,
    order: Order,
}

/// The types of a call's parameters and result, and what the arguments cost.
struct Fit {
    parameters: Vec<Type>,
    result: Type,
    cost: Cost,
}

impl NumberClass {
    /// The nearest number type of the class.
    fn admit(self, scalar: Scalar) -> Scalar {
        match self {
            NumberClass::Any => scalar,
            NumberClass::Number if scalar == Scalar::Bool => Scalar::Int,
            NumberClass::Float if scalar == Scalar::Double || !is_float(scalar) => Scalar::Float,
            NumberClass::FloatOrDouble if !is_float(scalar) => Scalar::Float,
            NumberClass::Integer if scalar == Scalar::Bool => Scalar::Uint,
            NumberClass::Integer if !is_integer(scalar) => Scalar::Int,
            NumberClass::Bool => Scalar::Bool,
            NumberClass::Uint => Scalar::Uint,
            NumberClass::Float32 => Scalar::Float,
            NumberClass::Number | NumberClass::Float | NumberClass::FloatOrDouble | NumberClass::Integer => scalar,
        }
    }
}

impl Bound {
    fn ty(self, part: &TypePattern) -> Type {
        match part {
            TypePattern::Same | TypePattern::Matrix { .. } => self.shape.ty(self.scalar, self.order),
            TypePattern::Transposed => match self.shape {
                Shape::Matrix(rows, columns) => Shape::Matrix(columns, rows).ty(self.scalar, self.order),
                shape => shape.ty(self.scalar, self.order),
            },
            TypePattern::Shaped(scalar) => self.shape.ty(*scalar, self.order),
            TypePattern::Scalar => Type::Scalar(self.scalar),
            TypePattern::Vector3 => Type::Vector(self.scalar, 3),
            TypePattern::Fixed(ty) => ty.clone(),
        }
    }
}

impl Analyser<'_, '_> {
    /// What `T` is for these arguments.
    fn bind(&mut self, form: &CallSignature, arguments: &[TypedValue]) -> std::result::Result<Bound, String> {
        let mut scalar: Option<Operand> = None;
        let mut shape: Option<Shape> = None;
        let mut order = None;
        for (at, (argument, parameter)) in arguments.iter().zip(&form.parameters).enumerate() {
            if matches!(parameter.pattern, TypePattern::Fixed(_)) {
                continue;
            }
            let Some((found, inner)) = parts(&argument.expr.ty) else {
                return Err(format!("argument {} is `{}`, a number is expected", at + 1, type_name(&argument.expr.ty)));
            };
            // `out` arguments do not determine the type if another argument does.
            if parameter.passage == Passage::Out {
                continue;
            }
            order = order.or(order_of(&argument.expr.ty));
            let operand = Operand { scalar: found, literal: argument.literal };
            scalar = Some(match scalar {
                // An atomic's memory decides alone.
                Some(known) if form.parameters.first().is_some_and(|first| first.passage == Passage::Ref) => known,
                Some(known) => common(known, operand),
                None => operand,
            });
            if matches!(parameter.pattern, TypePattern::Same | TypePattern::Matrix { .. } | TypePattern::Transposed) {
                shape = Some(match shape {
                    Some(known) => common_part(known, inner).ok_or_else(|| {
                        format!(
                            "argument {} is `{}`, which does not meet the others",
                            at + 1,
                            type_name(&argument.expr.ty)
                        )
                    })?,
                    None => inner,
                });
            }
        }
        let shape = match shape.unwrap_or(Shape::Scalar) {
            // A number is a matrix of one component.
            Shape::Scalar if form.parameters.iter().any(|one| matches!(one.pattern, TypePattern::Matrix { .. })) => {
                Shape::Matrix(1, 1)
            }
            shape => shape,
        };
        let scalar = form.class.admit(scalar.map_or(Scalar::Float, |operand| operand.scalar));
        Ok(Bound { scalar, shape, order: order.unwrap_or(Order::ColumnMajor) })
    }

    fn fit(&mut self, form: &CallSignature, arguments: &[TypedValue]) -> std::result::Result<Fit, Misfit> {
        let most = form.parameters.len();
        let least = form.parameters.iter().filter(|parameter| !parameter.optional).count();
        Misfit::check_count(least, most, arguments.len())?;
        let bound = self.bind(form, arguments)?;
        match (bound.shape, form.vectors) {
            (Shape::Matrix(..), true) => return Err("takes scalars and vectors, no matrices".to_owned().into()),
            (shape, _) => {
                let wants = form.parameters.iter().find_map(|parameter| match parameter.pattern {
                    TypePattern::Matrix { square } => Some(square),
                    _ => None,
                });
                match (wants, shape) {
                    (Some(true), Shape::Matrix(rows, columns)) if rows != columns => {
                        return Err("takes a square matrix".to_owned().into());
                    }
                    (Some(_), Shape::Scalar | Shape::Vector(_)) => return Err("takes a matrix".to_owned().into()),
                    _ => {}
                }
            }
        }
        let mut cost = Cost::NONE;
        let mut parameters = Vec::new();
        for (at, (argument, parameter)) in arguments.iter().zip(&form.parameters).enumerate() {
            let ty = bound.ty(&parameter.pattern);
            cost = cost.and(self.argument_cost(argument, parameter, &ty, at)?);
            parameters.push(ty);
        }
        Ok(Fit { parameters, result: bound.ty(&form.result), cost })
    }

    fn argument_cost(
        &mut self,
        argument: &TypedValue,
        parameter: &SignatureParameter,
        ty: &Type,
        at: usize,
    ) -> std::result::Result<Cost, String> {
        let mismatch =
            || format!("argument {} is `{}`, `{}` is expected", at + 1, type_name(&argument.expr.ty), type_name(ty));
        match parameter.passage {
            Passage::In => {
                // The rule for two arguments, but a longer argument may be truncated.
                let kept = match (parts(&argument.expr.ty), parts(ty)) {
                    (Some((_, from)), Some((_, to))) => {
                        common_part(from, to).is_some() && from.count() >= to.count()
                            || matches!(from, Shape::Scalar)
                            || to == Shape::Scalar
                    }
                    _ => true,
                };
                self.cost(argument, ty).filter(|_| kept).ok_or_else(mismatch)
            }
            Passage::Out => {
                if argument.category != ValueCategory::Place {
                    return Err(format!("argument {} must be a variable, for it is written", at + 1));
                }
                let mut probe = argument.clone();
                probe.expr.ty = ty.clone();
                self.cost(&probe, &argument.expr.ty).ok_or_else(mismatch)
            }
            Passage::Ref => {
                let is_scalar = matches!(argument.expr.ty, Type::Scalar(_));
                if argument.category != ValueCategory::Place || !is_scalar || is_local(&argument.expr) {
                    return Err(format!(
                        "argument {} must be one number in group-shared memory or in a writable resource",
                        at + 1
                    ));
                }
                if same(&argument.expr.ty, ty) { Ok(Cost::NONE) } else { Err(mismatch()) }
            }
        }
    }

    /// Whether a signature takes these arguments without loss.
    pub fn intrinsic_fits(&mut self, row: &'static Row, arguments: &[TypedValue]) -> bool {
        let numbers = |wanted| arguments.len() == wanted && arguments.iter().all(|one| parts(&one.expr.ty).is_some());
        match row.intrinsic {
            Intrinsic::Mul => numbers(2),
            Intrinsic::Select => numbers(3),
            _ => row.signatures.iter().any(|form| form.special.is_some() || self.fit(form, arguments).is_ok()),
        }
    }

    pub fn intrinsic(&mut self, row: &'static Row, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        match row.intrinsic {
            Intrinsic::Mul => return self.mul(arguments, at),
            Intrinsic::Select => return self.select_call(arguments, at),
            _ => {}
        }
        let mut best: Option<(Fit, &CallSignature)> = None;
        let mut reasons = Vec::new();
        for form in &row.signatures {
            match self.fit(form, &arguments) {
                Ok(fit) => {
                    if best.as_ref().is_none_or(|(known, _)| fit.cost < known.cost) {
                        best = Some((fit, form));
                    }
                }
                Err(why) => reasons.push(why),
            }
        }
        let Some((fit, form)) = best else {
            let types: Vec<String> = arguments.iter().map(|argument| type_name(&argument.expr.ty)).collect();
            let name = row.name;
            let diagnostic =
                self.error("no-matching-function", at.0, format!("`{name}` does not take ({})", types.join(", ")));
            for why in Misfit::summary(&reasons) {
                diagnostic.note(format!("`{name}` {why}"));
            }
            return Err(Failed);
        };
        let mut converted = Vec::new();
        for ((argument, ty), parameter) in arguments.into_iter().zip(&fit.parameters).zip(&form.parameters) {
            converted.push(match parameter.passage {
                Passage::In => self.convert(argument, ty)?,
                Passage::Out => self.written_back(argument, ty, Passing::Out)?,
                Passage::Ref => argument.expr,
            });
        }
        let kind = ExprKind::Intrinsic(row.intrinsic, converted);
        Ok(TypedValue::new(kind, fit.result, at))
    }

    /// `mul`: a row vector times a matrix, a matrix times a column vector, matrices, dot product, scaling.
    fn mul(&mut self, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        let Ok([left, right]) = <[TypedValue; 2]>::try_from(arguments) else {
            self.error("no-matching-function", at.0, "`mul` takes 2 arguments");
            return Err(Failed);
        };
        let shapes = (parts(&left.expr.ty), parts(&right.expr.ty));
        let (Some((a, a_shape)), Some((b, b_shape))) = shapes else {
            return self.mul_mismatch(&left, &right, at);
        };
        let order = order_of(&left.expr.ty).or(order_of(&right.expr.ty)).unwrap_or(Order::ColumnMajor);
        let met = common(Operand { scalar: a, literal: left.literal }, Operand { scalar: b, literal: right.literal });
        let scalar = NumberClass::Number.admit(met.scalar);
        use Shape::{Matrix, Vector};
        // The common extent shrinks to the smaller one, as vectors and matrices do elsewhere.
        let (left_shape, right_shape, result) = match (a_shape, b_shape) {
            (Shape::Scalar, other) => (Shape::Scalar, other, other),
            (other, Shape::Scalar) => (other, Shape::Scalar, other),
            (Vector(n), Vector(m)) => (Vector(n.min(m)), Vector(n.min(m)), Shape::Scalar),
            (Vector(n), Matrix(rows, columns)) => {
                let common = n.min(rows);
                (Vector(common), Matrix(common, columns), Vector(columns))
            }
            (Matrix(rows, columns), Vector(n)) => {
                let common = n.min(columns);
                (Matrix(rows, common), Vector(common), Vector(rows))
            }
            (Matrix(rows, inner), Matrix(inner2, columns)) => {
                let common = inner.min(inner2);
                (Matrix(rows, common), Matrix(common, columns), Matrix(rows, columns))
            }
        };
        let left = self.convert(left, &left_shape.ty(scalar, order))?;
        let right = self.convert(right, &right_shape.ty(scalar, order))?;
        let result = result.ty(scalar, order);
        Ok(TypedValue::new(ExprKind::Intrinsic(Intrinsic::Mul, vec![left, right]), result, at))
    }

    fn mul_mismatch<T>(&mut self, left: &TypedValue, right: &TypedValue, at: TokenIndex) -> Result<T> {
        let (a, b) = (type_name(&left.expr.ty), type_name(&right.expr.ty));
        self.error("no-matching-function", at.0, format!("`mul` does not take ({a}, {b})"));
        Err(Failed)
    }

    fn select_call(&mut self, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        let Ok([condition, yes, no]) = <[TypedValue; 3]>::try_from(arguments) else {
            self.error("no-matching-function", at.0, "`select` takes 3 arguments");
            return Err(Failed);
        };
        self.choose(condition, yes, no, at, Choice::Select)
    }
}

/// Whether an lvalue is in a local variable.
fn is_local(expr: &Expr) -> bool {
    match &*expr.kind {
        ExprKind::Local(_) => !has_resources(&expr.ty),
        ExprKind::Index(base, _) => !matches!(base.ty, Type::Resource(_)) && is_local(base),
        ExprKind::Member(base, _) | ExprKind::Swizzle(base, _) | ExprKind::MatrixSwizzle(base, _) => is_local(base),
        _ => false,
    }
}
