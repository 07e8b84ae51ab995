//! Calls of intrinsics: which form fits, and the arguments in its types.

use super::analyser::Analyser;
use super::conversions::{Cost, same};
use super::forms::{Class, Form, Parameter, Part, Way};
use super::intrinsics::Row;
use super::numbers::{Operand, Shape, common, is_float, is_integer, order_of, parts};
use super::operators::Choice;
use super::report::{Failed, Result};
use super::show::type_name;
use super::values::{Access, Value};
use crate::ir::{Expr, ExprKind, Intrinsic, Order, Passing, Scalar, TokenIndex, Type};

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

impl Class {
    /// The nearest number type of the class.
    fn admit(self, scalar: Scalar) -> Scalar {
        match self {
            Class::Any => scalar,
            Class::Number if scalar == Scalar::Bool => Scalar::Int,
            Class::Float if scalar == Scalar::Double || !is_float(scalar) => Scalar::Float,
            Class::FloatOrDouble if !is_float(scalar) => Scalar::Float,
            Class::Integer if scalar == Scalar::Bool => Scalar::Uint,
            Class::Integer if !is_integer(scalar) => Scalar::Int,
            Class::Bool => Scalar::Bool,
            Class::Uint => Scalar::Uint,
            Class::Float32 => Scalar::Float,
            Class::Number | Class::Float | Class::FloatOrDouble | Class::Integer => scalar,
        }
    }
}

impl Bound {
    fn ty(self, part: &Part) -> Type {
        match part {
            Part::Same | Part::Matrix { .. } => self.shape.ty(self.scalar, self.order),
            Part::Transposed => match self.shape {
                Shape::Matrix(rows, columns) => Shape::Matrix(columns, rows).ty(self.scalar, self.order),
                shape => shape.ty(self.scalar, self.order),
            },
            Part::Shaped(scalar) => self.shape.ty(*scalar, self.order),
            Part::Scalar => Type::Scalar(self.scalar),
            Part::Vector3 => Type::Vector(self.scalar, 3),
            Part::Fixed(ty) => ty.clone(),
        }
    }
}

impl Analyser<'_, '_> {
    /// What `T` is for these arguments.
    fn bind(&mut self, form: &Form, arguments: &[Value]) -> std::result::Result<Bound, String> {
        let mut scalar: Option<Operand> = None;
        let mut shape: Option<Shape> = None;
        let mut order = None;
        for (at, (argument, parameter)) in arguments.iter().zip(&form.parameters).enumerate() {
            if matches!(parameter.part, Part::Fixed(_)) {
                continue;
            }
            let Some((found, inner)) = parts(&argument.expr.ty) else {
                return Err(format!("argument {} is `{}`, a number is expected", at + 1, type_name(&argument.expr.ty)));
            };
            // What is written decides nothing, as long as something else does.
            if parameter.way == Way::Out {
                continue;
            }
            order = order.or(order_of(&argument.expr.ty));
            let operand = Operand { scalar: found, literal: argument.literal };
            scalar = Some(match scalar {
                // An atomic's memory decides alone.
                Some(known) if form.parameters.first().is_some_and(|first| first.way == Way::Ref) => known,
                Some(known) => common(known, operand),
                None => operand,
            });
            if matches!(parameter.part, Part::Same | Part::Matrix { .. } | Part::Transposed) {
                shape = Some(match shape {
                    Some(known) => known.common_part(inner).ok_or_else(|| {
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
            Shape::Scalar if form.parameters.iter().any(|one| matches!(one.part, Part::Matrix { .. })) => {
                Shape::Matrix(1, 1)
            }
            shape => shape,
        };
        let scalar = form.class.admit(scalar.map_or(Scalar::Float, |operand| operand.scalar));
        Ok(Bound { scalar, shape, order: order.unwrap_or(Order::ColumnMajor) })
    }

    fn fit(&mut self, form: &Form, arguments: &[Value]) -> std::result::Result<Fit, String> {
        let most = form.parameters.len();
        let least = form.parameters.iter().filter(|parameter| !parameter.optional).count();
        if arguments.len() < least || arguments.len() > most {
            let wanted = if least == most { most.to_string() } else { format!("{least} to {most}") };
            let plural = if wanted == "1" { "" } else { "s" };
            return Err(format!("takes {wanted} argument{plural}, {} given", arguments.len()));
        }
        let bound = self.bind(form, arguments)?;
        match (bound.shape, form.vectors) {
            (Shape::Matrix(..), true) => return Err("takes scalars and vectors, no matrices".to_owned()),
            (shape, _) => {
                let wants = form.parameters.iter().find_map(|parameter| match parameter.part {
                    Part::Matrix { square } => Some(square),
                    _ => None,
                });
                match (wants, shape) {
                    (Some(true), Shape::Matrix(rows, columns)) if rows != columns => {
                        return Err("takes a square matrix".to_owned());
                    }
                    (Some(_), Shape::Scalar | Shape::Vector(_)) => return Err("takes a matrix".to_owned()),
                    _ => {}
                }
            }
        }
        let mut cost = Cost::NONE;
        let mut parameters = Vec::new();
        for (at, (argument, parameter)) in arguments.iter().zip(&form.parameters).enumerate() {
            let ty = bound.ty(&parameter.part);
            cost = cost.and(self.argument_cost(argument, parameter, &ty, at)?);
            parameters.push(ty);
        }
        Ok(Fit { parameters, result: bound.ty(&form.result), cost })
    }

    fn argument_cost(
        &mut self,
        argument: &Value,
        parameter: &Parameter,
        ty: &Type,
        at: usize,
    ) -> std::result::Result<Cost, String> {
        let mismatch =
            || format!("argument {} is `{}`, `{}` is expected", at + 1, type_name(&argument.expr.ty), type_name(ty));
        match parameter.way {
            Way::In => {
                // As between arguments, but what the function does not spread over it may take the front of.
                let kept = match (parts(&argument.expr.ty), parts(ty)) {
                    (Some((_, from)), Some((_, to))) => {
                        from.common_part(to).is_some() && from.count() >= to.count()
                            || matches!(from, Shape::Scalar)
                            || to == Shape::Scalar
                    }
                    _ => true,
                };
                self.cost(argument, ty).filter(|_| kept).ok_or_else(mismatch)
            }
            Way::Out => {
                if argument.access != Access::Place {
                    return Err(format!("argument {} must be a variable, for it is written", at + 1));
                }
                let mut probe = argument.clone();
                probe.expr.ty = ty.clone();
                self.cost(&probe, &argument.expr.ty).ok_or_else(mismatch)
            }
            Way::Ref => {
                let is_scalar = matches!(argument.expr.ty, Type::Scalar(_));
                if argument.access != Access::Place || !is_scalar || is_local(&argument.expr) {
                    return Err(format!(
                        "argument {} must be one number in group-shared memory or in a writable resource",
                        at + 1
                    ));
                }
                if same(&argument.expr.ty, ty) { Ok(Cost::NONE) } else { Err(mismatch()) }
            }
        }
    }

    /// Whether some form takes these arguments without loss.
    pub fn intrinsic_fits(&mut self, row: &'static Row, arguments: &[Value]) -> bool {
        let numbers = |wanted| arguments.len() == wanted && arguments.iter().all(|one| parts(&one.expr.ty).is_some());
        match row.intrinsic {
            Intrinsic::Mul => numbers(2),
            Intrinsic::Select => numbers(3),
            _ => row.forms.iter().any(|form| form.special.is_some() || self.fit(form, arguments).is_ok()),
        }
    }

    pub fn intrinsic(&mut self, row: &'static Row, arguments: Vec<Value>, at: TokenIndex) -> Result<Value> {
        match row.intrinsic {
            Intrinsic::Mul => return self.mul(arguments, at),
            Intrinsic::Select => return self.select_call(arguments, at),
            _ => {}
        }
        let mut best: Option<(Fit, &Form)> = None;
        let mut reasons = Vec::new();
        for form in &row.forms {
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
            let told =
                self.error("hlsl/no-matching-function", at.0, format!("`{name}` does not take ({})", types.join(", ")));
            for why in reasons {
                told.note(format!("`{name}` {why}"));
            }
            return Err(Failed);
        };
        let mut converted = Vec::new();
        for ((argument, ty), parameter) in arguments.into_iter().zip(&fit.parameters).zip(&form.parameters) {
            converted.push(match parameter.way {
                Way::In => self.convert(argument, ty)?,
                Way::Out => self.written_back(argument, ty, Passing::Out)?,
                Way::Ref => argument.expr,
            });
        }
        let kind = ExprKind::Intrinsic(row.intrinsic, converted);
        Ok(Value::new(kind, fit.result, at))
    }

    /// `mul`: a row vector times a matrix, a matrix times a column vector, matrices, dot product, scaling.
    fn mul(&mut self, arguments: Vec<Value>, at: TokenIndex) -> Result<Value> {
        let Ok([left, right]) = <[Value; 2]>::try_from(arguments) else {
            self.error("hlsl/no-matching-function", at.0, "`mul` takes 2 arguments");
            return Err(Failed);
        };
        let shapes = (parts(&left.expr.ty), parts(&right.expr.ty));
        let (Some((a, a_shape)), Some((b, b_shape))) = shapes else {
            return self.mul_mismatch(&left, &right, at);
        };
        let order = order_of(&left.expr.ty).or(order_of(&right.expr.ty)).unwrap_or(Order::ColumnMajor);
        let met = common(Operand { scalar: a, literal: left.literal }, Operand { scalar: b, literal: right.literal });
        let scalar = Class::Number.admit(met.scalar);
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
        Ok(Value::new(ExprKind::Intrinsic(Intrinsic::Mul, vec![left, right]), result, at))
    }

    fn mul_mismatch<T>(&mut self, left: &Value, right: &Value, at: TokenIndex) -> Result<T> {
        let (a, b) = (type_name(&left.expr.ty), type_name(&right.expr.ty));
        self.error("hlsl/no-matching-function", at.0, format!("`mul` does not take ({a}, {b})"));
        Err(Failed)
    }

    fn select_call(&mut self, arguments: Vec<Value>, at: TokenIndex) -> Result<Value> {
        let Ok([condition, yes, no]) = <[Value; 3]>::try_from(arguments) else {
            self.error("hlsl/no-matching-function", at.0, "`select` takes 3 arguments");
            return Err(Failed);
        };
        self.choose(condition, yes, no, at, Choice::Select)
    }
}

/// Whether a place lies in a variable of a function.
fn is_local(expr: &Expr) -> bool {
    match &*expr.kind {
        ExprKind::Local(_) => !super::types::holds_resource(&expr.ty),
        ExprKind::Index(base, _) => !matches!(base.ty, Type::Resource(_)) && is_local(base),
        ExprKind::Member(base, _) | ExprKind::Swizzle(base, _) | ExprKind::MatrixSwizzle(base, _) => is_local(base),
        _ => false,
    }
}
