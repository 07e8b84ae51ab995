//! Calls of built-in functions: the choice of a signature, and what the call becomes in the program.

use super::ballots::{UVEC4, wide_mask};
use super::conversions::numeric;
use super::function_table::{self, Meaning, Row};
use super::rules::{Analyser, Entity};
use super::signatures::{Fit, Passage};
use super::temporaries::{Temporaries, has_effect};
use crate::dialect::glsl::extensions::DEBUG_PRINTF;
use crate::dialect::glsl::words::{matrix, type_name};
use crate::ir::operations::{self, Vocabulary};
use crate::ir::{BinaryOp, Expr, ExprKind, Intrinsic, Literal, Passing, Scalar, TokenIndex, Type, has_resources};
use crate::sema::numbers::{Shape, parts, with_scalar};
use crate::sema::types::literal;
use crate::sema::{Failed, Misfit, Result, TypedValue, ValueCategory};
use crate::syntax::{Kind, NodeId};

/// An expression of this kind and type.
pub fn expr(kind: ExprKind, ty: Type, at: TokenIndex) -> Expr {
    Expr { kind: Box::new(kind), ty, at }
}

impl Analyser<'_, '_> {
    /// The call of a built-in function; `None` if there is none of this name.
    pub fn built_in_call(
        &mut self,
        name: &'static str,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Option<Result<TypedValue>> {
        if name == "nonuniformEXT"
            && let [only] = arguments
            && has_resources(&only.expr.ty)
        {
            return Some(Ok(TypedValue::of(non_uniform(only.expr.clone(), at))));
        }
        if operations::prints(Vocabulary::Glsl, name) {
            let is_on = self.needs_one_of(DEBUG_PRINTF, name, at.0);
            return Some(is_on.and_then(|()| self.print_call(name, arguments.to_vec(), at)));
        }
        if let Some(result) = self
            .ray_query_call(name, arguments, at)
            .or_else(|| self.counter_call(name, arguments, at))
            .or_else(|| self.attachment_call(name, arguments, at))
        {
            return Some(result);
        }
        if let Some(result) = self.texture_call(name, arguments, at).or_else(|| self.image_call(name, arguments, at)) {
            return Some(result);
        }
        match function_table::find(name) {
            Some(rows) => Some(self.table_call(name, rows, arguments, at)),
            None if function_table::is_foreign(name) => {
                self.unsupported(at.0, format!("`{name}`"));
                Some(Err(Failed))
            }
            None => None,
        }
    }

    /// Whether a built-in function takes the arguments without converting one.
    pub fn fits_built_in_exactly(&mut self, name: &str, arguments: &[TypedValue]) -> bool {
        let rows = function_table::find(name).unwrap_or_default();
        let mut signatures = rows.iter().flat_map(|row| &row.signatures);
        signatures.any(|signature| self.fit(signature, arguments).is_ok_and(|fit| fit.cost == 0))
    }

    /// Reports a function that has the parameters of a built-in one, and another result: it would be both.
    pub fn keeps_built_in_result(&mut self, node: NodeId) {
        let Some(name_node) = self.tree.child(node, Kind::Name) else { return };
        let (name, token) = (self.atom(self.last(name_node)), self.last(name_node));
        let Some(rows) = function_table::find(name.as_str()) else { return };
        let own = self.consult(name, true).into_iter().find_map(|decl| match decl.entity {
            Entity::Function(signature) if (decl.chunk, decl.token) == (self.chunk, token) => Some(signature),
            _ => None,
        });
        let Some(own) = own else { return };
        let given = |ty: &Type| TypedValue::place(ExprKind::Zero, ty.clone(), TokenIndex(token), ValueCategory::Place);
        let arguments: Vec<TypedValue> = own.parameters.iter().map(|parameter| given(&parameter.ty)).collect();
        let fits =
            rows.iter().flat_map(|row| &row.signatures).filter_map(|signature| self.fit(signature, &arguments).ok());
        let exact = fits.filter(|fit| fit.cost == 0).map(|fit| fit.result).next();
        if let Some(result) = exact.filter(|result| *result != own.result) {
            let (wanted, shown) = (type_name(&result), type_name(&own.result));
            let text = format!("the built-in function `{name}` returns `{wanted}` for these parameters, not `{shown}`");
            self.error("redefinition", token, text).help("Give the function another name.");
        }
    }

    /// Reports that a function does not take these arguments.
    pub fn no_signature<T>(
        &mut self,
        name: &str,
        arguments: &[TypedValue],
        reasons: &[String],
        at: TokenIndex,
    ) -> Result<T> {
        let types: Vec<String> = arguments.iter().map(|argument| type_name(&argument.expr.ty)).collect();
        let diagnostic =
            self.error("no-matching-function", at.0, format!("`{name}` does not take ({})", types.join(", ")));
        for why in reasons {
            diagnostic.note(format!("`{name}` {why}"));
        }
        Err(Failed)
    }

    fn table_call(
        &mut self,
        name: &str,
        rows: &'static [Row],
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let mut reasons: Vec<Misfit> = Vec::new();
        // Of those that fit, the first that converts least.
        let mut best: Option<(Meaning, Fit)> = None;
        'rows: for row in rows {
            if row.meaning == Meaning::OuterProduct {
                return self.outer_product(name, arguments, at);
            }
            for signature in &row.signatures {
                match self.fit(signature, arguments) {
                    Ok(fit) if fit.cost == 0 => {
                        best = Some((row.meaning, fit));
                        break 'rows;
                    }
                    Ok(fit) if best.as_ref().is_none_or(|(_, best)| fit.cost < best.cost) => {
                        best = Some((row.meaning, fit))
                    }
                    Ok(_) => {}
                    Err(why) if !reasons.contains(&why) => reasons.push(why),
                    Err(_) => {}
                }
            }
        }
        let Some((meaning, fit)) = best else {
            return self.no_signature(name, arguments, &Misfit::summary(&reasons), at);
        };
        for (argument, (_, passage)) in arguments.iter().zip(&fit.parameters) {
            if *passage != Passage::In {
                self.must_be_place(argument, &format!("`{name}`"))?;
            }
        }
        self.meant(meaning, fit, arguments.to_vec(), at)
    }

    /// The arguments as their parameters have them.
    fn passed(&mut self, fit: &Fit, arguments: Vec<TypedValue>) -> Result<Vec<Expr>> {
        let mut all = Vec::with_capacity(arguments.len());
        for (argument, (ty, passage)) in arguments.into_iter().zip(&fit.parameters) {
            all.push(match passage {
                Passage::In => numeric(argument.concrete(), ty),
                Passage::Out => self.written_back(argument, ty, Passing::Out)?,
                Passage::Ref => argument.expr,
            });
        }
        Ok(all)
    }

    fn meant(&mut self, meaning: Meaning, fit: Fit, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        let mut temporaries = Temporaries::default();
        let mut all = self.passed(&fit, arguments)?;
        if all.len() > 1 && all.iter().any(has_effect) {
            for (argument, (_, passage)) in all.iter_mut().zip(&fit.parameters) {
                if *passage == Passage::In {
                    *argument = self.copied(argument.clone(), &mut temporaries)?;
                }
            }
        }
        let value = self.meant_with(meaning, &fit, all, at)?;
        Ok(if temporaries.is_empty() { value } else { TypedValue::of(temporaries.before(value.expr)) })
    }

    /// The same of arguments as their parameters have them.
    fn meant_with(&mut self, meaning: Meaning, fit: &Fit, mut all: Vec<Expr>, at: TokenIndex) -> Result<TypedValue> {
        let result = fit.result.clone();
        let value = match meaning {
            Meaning::Operation(operation) => {
                if spreads(operation) {
                    all = all.into_iter().map(|argument| self.spread(argument, &result)).collect();
                }
                expr(ExprKind::Intrinsic(operation, all), result, at)
            }
            Meaning::Converted(operation, scalar) => {
                let made = with_scalar(&result, scalar);
                numeric(expr(ExprKind::Intrinsic(operation, all), made, at), &result)
            }
            Meaning::Binary(op) => match <[Expr; 2]>::try_from(all) {
                Ok([left, right]) => expr(ExprKind::Binary(op, left, right), result, at),
                Err(_) => return Err(Failed),
            },
            Meaning::Unary(op) => match all.pop() {
                Some(operand) => expr(ExprKind::Unary(op, operand), result, at),
                None => return Err(Failed),
            },
            Meaning::Select => match <[Expr; 3]>::try_from(all) {
                Ok([no, yes, condition]) => expr(ExprKind::Select(condition, yes, no), result, at),
                Err(_) => return Err(Failed),
            },
            Meaning::Atomic(operation) => return self.atomic(operation, all, at),
            Meaning::Inclusive(operation, op) => return self.inclusive(operation, op, all, at),
            Meaning::Shuffle(op) => shuffle(op, all, at)?,
            Meaning::Carry { add } => return self.carry(add, all, at),
            Meaning::Extended => return self.extended(all, at),
            Meaning::Ballot(what) => return self.ballot(what, all, at),
            Meaning::WideBallot => wide_mask(expr(ExprKind::Intrinsic(Intrinsic::WaveActiveBallot, all), UVEC4, at)),
            Meaning::Clustered(operation) => {
                self.cluster_size(&all)?;
                expr(ExprKind::Intrinsic(operation, all), result, at)
            }
            Meaning::OuterProduct => return Err(Failed),
        };
        Ok(TypedValue::of(value))
    }

    /// Reports a size of clusters that is none.
    fn cluster_size(&mut self, all: &[Expr]) -> Result<()> {
        let Some(size) = all.get(1) else { return Err(Failed) };
        let is_size = |size: i128| u32::try_from(size).is_ok_and(u32::is_power_of_two);
        if self.evaluate_int(size).is_some_and(is_size) {
            return Ok(());
        }
        self.error("operands", size.at.0, "the size of clusters must be a constant and a power of two");
        Err(Failed)
    }

    /// The value before an atomic operation.
    pub fn atomic(&mut self, operation: Intrinsic, mut all: Vec<Expr>, at: TokenIndex) -> Result<TypedValue> {
        let Some(memory) = all.first() else { return Err(Failed) };
        if memory.root().is_some() {
            self.error("operands", memory.at.0, "an atomic function needs memory that invocations share")
                .help("Use a member of a buffer block, or a `shared` variable.");
            return Err(Failed);
        }
        let ty = memory.ty.clone();
        let before = self.temporary(&ty, at)?;
        all.push(before.clone());
        let call = expr(ExprKind::Intrinsic(operation, all), Type::Void, at);
        Ok(TypedValue::new(ExprKind::Comma(call, before), ty, at))
    }

    fn inclusive(&mut self, operation: Intrinsic, op: BinaryOp, all: Vec<Expr>, at: TokenIndex) -> Result<TypedValue> {
        let Some(value) = all.into_iter().next() else { return Err(Failed) };
        let ty = value.ty.clone();
        let mut temporaries = Temporaries::default();
        let value = self.held(value, &mut temporaries)?;
        let before = expr(ExprKind::Intrinsic(operation, vec![value.clone()]), ty.clone(), at);
        let made = expr(ExprKind::Binary(op, before, value), ty, at);
        Ok(TypedValue::of(temporaries.before(made)))
    }

    /// `uaddCarry(x, y, carry)`, `usubBorrow(x, y, borrow)`.
    fn carry(&mut self, add: bool, all: Vec<Expr>, at: TokenIndex) -> Result<TypedValue> {
        let Ok([x, y, out]) = <[Expr; 3]>::try_from(all) else { return Err(Failed) };
        let ty = x.ty.clone();
        let mut temporaries = Temporaries::default();
        let (x, y) = (self.held(x, &mut temporaries)?, self.held(y, &mut temporaries)?);
        let op = if add { BinaryOp::Add } else { BinaryOp::Subtract };
        let sum = expr(ExprKind::Binary(op, x.clone(), y.clone()), ty.clone(), at);
        let sum = self.held(sum, &mut temporaries)?;
        let test = with_scalar(&ty, Scalar::Bool);
        let (left, right) = if add { (sum.clone(), x) } else { (x, y) };
        let carries = expr(ExprKind::Binary(BinaryOp::Less, left, right), test, at);
        temporaries.push(self.given_out(out, numeric(carries, &ty), at));
        Ok(TypedValue::of(temporaries.before(sum)))
    }

    /// Assigns to an argument that is written.
    fn given_out(&mut self, out: Expr, value: Expr, at: TokenIndex) -> Expr {
        let place = match *out.kind {
            ExprKind::Writeback { place, .. } => place,
            kind => Expr { kind: Box::new(kind), ty: out.ty, at: out.at },
        };
        let ty = place.ty.clone();
        let value = numeric(value, &ty);
        expr(ExprKind::Assign(place, value), ty, at)
    }

    /// `umulExtended`, `imulExtended`: the upper and the lower half of a product, from products of 16 bits.
    fn extended(&mut self, all: Vec<Expr>, at: TokenIndex) -> Result<TypedValue> {
        let Ok([x, y, high_out, low_out]) = <[Expr; 4]>::try_from(all) else { return Err(Failed) };
        let signed = x.ty.clone();
        let is_signed = parts(&signed).is_some_and(|(scalar, _)| scalar == Scalar::Int);
        let ty = with_scalar(&signed, Scalar::Uint);
        let mut temporaries = Temporaries::default();
        let (x, y) = (self.held(numeric(x, &ty), &mut temporaries)?, self.held(numeric(y, &ty), &mut temporaries)?);
        let of = |this: &mut Self, op: BinaryOp, a: &Expr, b: &Expr| {
            let b = this.spread(b.clone(), &ty);
            expr(ExprKind::Binary(op, a.clone(), b), ty.clone(), at)
        };
        let number = |value: i128| literal(Scalar::Uint, Literal::Int(value), at);
        let (half, mask) = (number(16), number(0xFFFF));
        let (x_low, x_high) = (of(self, BinaryOp::And, &x, &mask), of(self, BinaryOp::ShiftRight, &x, &half));
        let (y_low, y_high) = (of(self, BinaryOp::And, &y, &mask), of(self, BinaryOp::ShiftRight, &y, &half));
        let (x_low, x_high) = (self.held(x_low, &mut temporaries)?, self.held(x_high, &mut temporaries)?);
        let (y_low, y_high) = (self.held(y_low, &mut temporaries)?, self.held(y_high, &mut temporaries)?);
        let low = of(self, BinaryOp::Multiply, &x_low, &y_low);
        let carried = of(self, BinaryOp::ShiftRight, &low, &half);
        let cross = of(self, BinaryOp::Multiply, &x_high, &y_low);
        let cross = of(self, BinaryOp::Add, &cross, &carried);
        let cross = self.held(cross, &mut temporaries)?;
        let other = of(self, BinaryOp::Multiply, &x_low, &y_high);
        let cross_low = of(self, BinaryOp::And, &cross, &mask);
        let other = of(self, BinaryOp::Add, &other, &cross_low);
        let other = of(self, BinaryOp::ShiftRight, &other, &half);
        let high = of(self, BinaryOp::Multiply, &x_high, &y_high);
        let cross_high = of(self, BinaryOp::ShiftRight, &cross, &half);
        let high = of(self, BinaryOp::Add, &high, &cross_high);
        let mut high = of(self, BinaryOp::Add, &high, &other);
        if is_signed {
            // A negative factor counts as 2^32 too much.
            let top = number(31);
            for (sign, factor) in [(&x, &y), (&y, &x)] {
                let negative = of(self, BinaryOp::ShiftRight, sign, &top);
                let correction = of(self, BinaryOp::Multiply, &negative, factor);
                high = of(self, BinaryOp::Subtract, &high, &correction);
            }
        }
        let low = of(self, BinaryOp::Multiply, &x, &y);
        temporaries.push(self.given_out(high_out, numeric(high, &signed), at));
        let last = self.given_out(low_out, numeric(low, &signed), at);
        let nothing = expr(ExprKind::Comma(last, literal(Scalar::Int, Literal::Int(0), at)), Type::Void, at);
        Ok(TypedValue::of(temporaries.before(nothing)))
    }

    /// The matrix of all products of components.
    fn outer_product(&mut self, name: &str, arguments: &[TypedValue], at: TokenIndex) -> Result<TypedValue> {
        let [column, row] = arguments else {
            return self.no_signature(name, arguments, &["takes 2 arguments".to_owned()], at);
        };
        let (Some((_, Shape::Vector(rows))), Some((_, Shape::Vector(columns)))) =
            (parts(&column.expr.ty), parts(&row.expr.ty))
        else {
            return self.no_signature(name, arguments, &["takes two vectors".to_owned()], at);
        };
        let scalar = self.common_scalar(column, row).map(|scalar| match scalar {
            Scalar::Double | Scalar::Float16 => scalar,
            _ => Scalar::Float,
        });
        let Some(scalar) = scalar else {
            return self.no_signature(name, arguments, &["takes vectors of floats".to_owned()], at);
        };
        let column = numeric(column.clone().concrete(), &Type::Vector(scalar, rows));
        let row = numeric(row.clone().concrete(), &Type::Vector(scalar, columns));
        let kind = ExprKind::Intrinsic(Intrinsic::OuterProduct, vec![column, row]);
        Ok(TypedValue::new(kind, matrix(scalar, columns, rows), at))
    }
}

/// The resource, whose index differs between invocations. Of a texture with its sampler each is one.
fn non_uniform(resource: Expr, at: TokenIndex) -> Expr {
    let ty = resource.ty.clone();
    match *resource.kind {
        ExprKind::Aggregate(parts) => {
            expr(ExprKind::Aggregate(parts.into_iter().map(|part| non_uniform(part, at)).collect()), ty, at)
        }
        kind => {
            let resource = Expr { kind: Box::new(kind), ..resource };
            expr(ExprKind::Intrinsic(Intrinsic::NonUniformResourceIndex, vec![resource]), ty, at)
        }
    }
}

/// Whether a scalar argument beside vectors is the same in every component.
fn spreads(operation: Intrinsic) -> bool {
    matches!(
        operation,
        Intrinsic::Clamp
            | Intrinsic::Max
            | Intrinsic::Min
            | Intrinsic::Lerp
            | Intrinsic::Mod
            | Intrinsic::Smoothstep
            | Intrinsic::Step
    )
}

/// The value of another invocation, whose number follows from the own one.
fn shuffle(op: BinaryOp, all: Vec<Expr>, at: TokenIndex) -> Result<Expr> {
    let Ok([value, by]) = <[Expr; 2]>::try_from(all) else { return Err(Failed) };
    let uint = Type::Scalar(Scalar::Uint);
    let own = expr(ExprKind::Intrinsic(Intrinsic::WaveGetLaneIndex, Vec::new()), uint.clone(), at);
    let other = expr(ExprKind::Binary(op, own, by), uint, at);
    let ty = value.ty.clone();
    Ok(expr(ExprKind::Intrinsic(Intrinsic::WaveReadLaneAt, vec![value, other]), ty, at))
}
