//! Expressions.

use naga::{BinaryOperator, Expression, Statement, UnaryOperator};

use super::constant;
use super::function::{FunctionBuilder, ValueHandle};
use super::lvalue::Lvalue;
use super::shape::{Shape, has_resources, is_resource, scalar, shape};
use crate::ir::{BinaryOp, Convert, Expr, ExprKind, Result, Type, work};

impl FunctionBuilder<'_, '_> {
    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Result<ValueHandle> {
        match self.evaluate(expr)? {
            Some(value) => Ok(value),
            None => self.internal("an expression without a value"),
        }
    }

    /// Lowers an expression whose value may be absent.
    pub fn effect(&mut self, expr: &Expr) -> Result<()> {
        self.evaluate(expr).map(|_| ())
    }

    fn evaluate(&mut self, expr: &Expr) -> Result<Option<ValueHandle>> {
        work::spend(1);
        self.at(expr.at);
        let value = match &*expr.kind {
            ExprKind::Literal(value) => {
                let Shape::Scalar(kind) = shape(&expr.ty) else { return self.internal("a literal of this type") };
                self.literal(constant::literal(*value, scalar(kind)))
            }
            ExprKind::String(_) => return self.unsupported("a string"),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Member(..)
            | ExprKind::Swizzle(..)
            | ExprKind::MatrixSwizzle(..)
            | ExprKind::Bits(..)
            | ExprKind::Index(..)
            | ExprKind::MipIndex(..) => self.place_value(expr)?,
            ExprKind::Unary(op, operand) => {
                if matches!(&*operand.kind, ExprKind::Literal(_))
                    && let Some(known) = self.low.evaluator.value(expr)
                {
                    return self.constant(&expr.ty, &mut known.iter()).map(Some);
                }
                let value = self.value(operand)?;
                self.unary_op(*op, value, &operand.ty, &expr.ty)?
            }
            ExprKind::Binary(op, left, right) => self.binary_value(*op, left, right, &expr.ty)?,
            ExprKind::ShortCircuit { and, left, right } => self.short_circuit(*and, left, right)?,
            ExprKind::Select(condition, accept, reject) => {
                let condition_value = self.value(condition)?;
                let (accept, reject) = (self.value(accept)?, self.value(reject)?);
                self.select_value(condition_value, &condition.ty, accept, reject, &expr.ty)?
            }
            ExprKind::Conditional(condition, accept, reject) => {
                self.conditional(condition, accept, reject, &expr.ty)?
            }
            ExprKind::Assign(place, value) => {
                if has_resources(&place.ty) {
                    let resources = self.resources(value)?;
                    self.set_resources(place, resources)?;
                }
                if is_resource(&place.ty) {
                    return Ok(None);
                }
                self.assign(place, value)?.1
            }
            ExprKind::AssignOp { op, place, value } => self.assign_op(*op, place, value)?.1,
            ExprKind::Step { place, up, prefix } => {
                let (to, before, after) = self.step(place, *up)?;
                if *prefix { self.kept(&to, &place.ty, after)? } else { before }
            }
            ExprKind::Comma(first, second) => {
                self.effect(first)?;
                return self.evaluate(second);
            }
            ExprKind::Convert(kind, operand) => {
                if has_resources(&expr.ty) && is_resource(&expr.ty) {
                    return self.internal("a resource as a value");
                }
                if matches!(&*operand.kind, ExprKind::Literal(_) | ExprKind::Unary(..))
                    && !matches!(kind, Convert::Fill)
                    && let Some(known) = self.low.evaluator.value(expr)
                {
                    return self.constant(&expr.ty, &mut known.iter()).map(Some);
                }
                let value = self.value(operand)?;
                self.converted(*kind, value, &operand.ty, &expr.ty)?
            }
            ExprKind::Construct(parts) => self.construct(parts, &expr.ty)?,
            ExprKind::Aggregate(parts) => {
                let mut components = Vec::with_capacity(parts.len());
                for part in parts {
                    if !is_resource(&part.ty) {
                        components.push(self.value(part)?);
                    }
                }
                let ty = self.ty(&expr.ty);
                match shape(&expr.ty) {
                    _ if components.is_empty() => self.zero(ty),
                    Shape::Array(..) | Shape::Struct(_) => self.add(Expression::Compose { ty, components }),
                    other => {
                        let mut scalars = Vec::new();
                        for (value, part) in components.into_iter().zip(parts) {
                            scalars.extend(self.scalars(value, shape(&part.ty)));
                        }
                        self.of_scalars(scalars, other)?
                    }
                }
            }
            ExprKind::Call(symbol, arguments) => {
                if let Some(value) = self.called.remove(&std::ptr::from_ref(expr).addr()) {
                    return Ok(value);
                }
                return self.call(*symbol, arguments).map(|(value, _)| value);
            }
            ExprKind::Writeback { place, .. } => {
                let value = self.value(place)?;
                self.reshaped(value, &place.ty, &expr.ty)?
            }
            ExprKind::Intrinsic(intrinsic, arguments) => return self.intrinsic(*intrinsic, arguments, expr),
            ExprKind::Method(method, object, arguments) => return self.method(*method, object, arguments, expr),
            ExprKind::Zero => {
                let ty = self.ty(&expr.ty);
                self.zero(ty)
            }
        };
        Ok(Some(value))
    }

    fn place_value(&mut self, expr: &Expr) -> Result<ValueHandle> {
        // A known element of a constant table is used without the table.
        if let ExprKind::Index(base, index) = &*expr.kind
            && matches!(&*base.kind, ExprKind::Global(_))
            && matches!(&*index.kind, ExprKind::Literal(_))
            && let Some(known) = self.low.evaluator.value(expr)
        {
            return self.constant(&expr.ty, &mut known.iter());
        }
        let place = self.place(expr)?;
        self.load_place(&place, &expr.ty)
    }

    fn binary_value(&mut self, op: BinaryOp, left: &Expr, right: &Expr, ty: &Type) -> Result<ValueHandle> {
        // naga scales vectors by scalars; an explicit splat would only be undone by every driver.
        if op == BinaryOp::Multiply
            && let Some(value) = self.scaled(left, right)?
        {
            return Ok(value);
        }
        let (of, at) = (&left.ty, left.at);
        let left = self.value(left)?;
        let right = self.value(right)?;
        self.at(at);
        self.binary_op(op, left, right, of, ty)
    }

    fn scaled(&mut self, left: &Expr, right: &Expr) -> Result<Option<ValueHandle>> {
        fn splat(expr: &Expr) -> Option<&Expr> {
            match &*expr.kind {
                ExprKind::Convert(Convert::Splat, inner) if !matches!(&*inner.kind, ExprKind::Literal(_)) => {
                    let same = shape(&inner.ty).grid()?.0 == shape(&expr.ty).grid()?.0;
                    Some(inner).filter(|inner| same && matches!(shape(&inner.ty), Shape::Scalar(_)))
                }
                _ => None,
            }
        }
        let Shape::Vector(kind, _) = shape(&left.ty) else { return Ok(None) };
        if !super::shape::is_float(kind) {
            return Ok(None);
        }
        let (first, second) = match (splat(left), splat(right)) {
            (None, Some(right)) => (left, right),
            (Some(left), None) => (left, right),
            _ => return Ok(None),
        };
        let (first, second) = (self.value(first)?, self.value(second)?);
        Ok(Some(self.binary(BinaryOperator::Multiply, first, second)))
    }

    fn construct(&mut self, parts: &[Expr], to: &Type) -> Result<ValueHandle> {
        let target = shape(to);
        let vectors = matches!(target, Shape::Vector(..))
            && parts.iter().all(|part| matches!(shape(&part.ty), Shape::Scalar(_) | Shape::Vector(..)));
        if vectors {
            let mut components = Vec::with_capacity(parts.len());
            for part in parts {
                components.push(self.value(part)?);
            }
            let ty = self.ty(to);
            let lanes = target.grid().map_or(0, |(_, _, columns)| usize::from(columns));
            return Ok(if components.len() == lanes {
                self.vector(ty, components)
            } else if let [one] = components.as_slice() {
                *one
            } else {
                self.add(Expression::Compose { ty, components })
            });
        }
        let mut scalars = Vec::new();
        for part in parts {
            let value = self.value(part)?;
            scalars.extend(self.scalars(value, shape(&part.ty)));
        }
        self.of_scalars(scalars, target)
    }

    /// The place that an expression has written, if it writes to one and is it still: `++x`, `x = y`, `x += y`.
    pub fn written_place(&mut self, expr: &Expr) -> Result<Option<Lvalue>> {
        Ok(match &*expr.kind {
            ExprKind::Assign(place, value) if !has_resources(&place.ty) => Some(self.assign(place, value)?.0),
            ExprKind::AssignOp { op, place, value } => Some(self.assign_op(*op, place, value)?.0),
            ExprKind::Step { place, up, prefix: true } => Some(self.step(place, *up)?.0),
            _ => None,
        })
    }

    /// The place, and its value then.
    fn assign(&mut self, place: &Expr, value: &Expr) -> Result<(Lvalue, ValueHandle)> {
        let value = self.value(value)?;
        let to = self.place(place)?;
        self.store_place(&to, &place.ty, value)?;
        let value = self.kept(&to, &place.ty, value)?;
        Ok((to, value))
    }

    /// The place, and its value then.
    fn assign_op(&mut self, op: BinaryOp, place: &Expr, value: &Expr) -> Result<(Lvalue, ValueHandle)> {
        let of = &value.ty;
        let value = self.value(value)?;
        let to = self.place(place)?;
        let before = self.load_place(&to, &place.ty)?;
        let before = self.reshaped(before, &place.ty, of)?;
        let after = self.binary_op(op, before, value, of, of)?;
        let after = self.reshaped(after, of, &place.ty)?;
        self.store_place(&to, &place.ty, after)?;
        let after = self.kept(&to, &place.ty, after)?;
        Ok((to, after))
    }

    /// The place, its value before, and the value that was stored.
    fn step(&mut self, place: &Expr, up: bool) -> Result<(Lvalue, ValueHandle, ValueHandle)> {
        let to = self.place(place)?;
        let before = self.load_place(&to, &place.ty)?;
        let of = shape(&place.ty);
        let Some((kind, _, columns)) = of.grid() else {
            return self.internal("a step of a value that is not numeric");
        };
        let one = self.number(1.0, scalar(kind), columns);
        let op = if up { BinaryOp::Add } else { BinaryOp::Subtract };
        let after = self.each_row(before, of, of, |fun, row| fun.binary_row(op, row, one, kind, columns))?;
        self.store_place(&to, &place.ty, after)?;
        Ok((to, before, after))
    }

    /// The value of a place after a store: a bit field may have lost some bits of the stored value.
    fn kept(&mut self, place: &Lvalue, ty: &Type, value: ValueHandle) -> Result<ValueHandle> {
        match place {
            Lvalue::Bits(..) => self.load_place(place, ty),
            _ => Ok(value),
        }
    }

    /// Chooses between values, component by component where the condition has components.
    pub fn select_value(
        &mut self,
        condition: ValueHandle,
        of: &Type,
        accept: ValueHandle,
        reject: ValueHandle,
        ty: &Type,
    ) -> Result<ValueHandle> {
        let target = shape(ty);
        let Some(_) = target.grid() else {
            if !matches!(shape(of), Shape::Scalar(_)) {
                return self.internal("a choice between structures by a vector");
            }
            let handle = self.ty(ty);
            let variable = self.variable("chosen", handle);
            let (accept, _) = self.nested(|fun| {
                fun.store(variable, accept);
                Ok(())
            })?;
            let (reject, _) = self.nested(|fun| {
                fun.store(variable, reject);
                Ok(())
            })?;
            self.push(Statement::If { condition, accept, reject });
            return Ok(self.load(variable));
        };
        if !target.is_matrix() && !shape(of).is_matrix() {
            return Ok(self.select(condition, accept, reject));
        }
        let conditions = match shape(of) {
            Shape::Matrix { .. } => self.rows(condition, shape(of)),
            _ => vec![condition],
        };
        let (accepts, rejects) = (self.rows(accept, target), self.rows(reject, target));
        let mut rows = Vec::with_capacity(accepts.len());
        for (at, (accept, reject)) in accepts.into_iter().zip(rejects).enumerate() {
            let Some(condition) = conditions.get(at).or(conditions.first()) else { break };
            rows.push(self.select(*condition, accept, reject));
        }
        self.of_rows(rows, target)
    }

    fn short_circuit(&mut self, and: bool, left: &Expr, right: &Expr) -> Result<ValueHandle> {
        let first = self.value(left)?;
        if is_simple(right, 0) {
            let second = self.value(right)?;
            let op = if and { BinaryOperator::LogicalAnd } else { BinaryOperator::LogicalOr };
            return Ok(self.binary(op, first, second));
        }
        let ty = self.low.number(naga::Scalar::BOOL, 1, 1);
        let result = self.variable(if and { "and" } else { "or" }, ty);
        self.store(result, first);
        let condition = if and { first } else { self.unary(UnaryOperator::LogicalNot, first) };
        let (accept, _) = self.nested(|fun| {
            let second = fun.value(right)?;
            fun.store(result, second);
            Ok(())
        })?;
        self.push(Statement::If { condition, accept, reject: naga::Block::new() });
        Ok(self.load(result))
    }

    fn conditional(&mut self, condition: &Expr, accept: &Expr, reject: &Expr, ty: &Type) -> Result<ValueHandle> {
        let test = self.value(condition)?;
        if is_simple(accept, 0) && is_simple(reject, 0) && shape(ty).grid().is_some() {
            let (accept, reject) = (self.value(accept)?, self.value(reject)?);
            return self.select_value(test, &condition.ty, accept, reject, ty);
        }
        if matches!(ty, Type::Void) {
            let (accept, _) = self.nested(|fun| fun.effect(accept))?;
            let (reject, _) = self.nested(|fun| fun.effect(reject))?;
            self.push(Statement::If { condition: test, accept, reject });
            let none = self.uint(0);
            return Ok(none);
        }
        let handle = self.ty(ty);
        let result = self.variable("chosen", handle);
        let mut arm = |expr: &Expr| {
            self.nested(|fun| {
                let value = fun.value(expr)?;
                fun.store(result, value);
                Ok(())
            })
        };
        let (accept, _) = arm(accept)?;
        let (reject, _) = arm(reject)?;
        self.push(Statement::If { condition: test, accept, reject });
        Ok(self.load(result))
    }

    /// Declares a local.
    pub fn declare(&mut self, local: crate::ir::LocalId, value: Option<&Expr>) -> Result<()> {
        let Some(declared) = self.source.locals.get(local.0 as usize) else {
            return self.internal("a local that is not listed");
        };
        if declared.is_static {
            return self.declare_static(local, value);
        }
        if has_resources(&declared.ty) {
            let resources = match value {
                Some(value) => self.resources(value)?,
                None => self.unset_resources(&declared.ty)?,
            };
            self.new_resources(local, resources);
            if is_resource(&declared.ty) {
                return Ok(());
            }
        }
        let value = match value {
            Some(value) => Some(self.value(value)?),
            None => None,
        };
        if !self.changed.contains(&local)
            && let Some(value) = value
        {
            self.name(value, declared.name.as_str());
            self.locals[local.0 as usize].value = Some(value);
            return Ok(());
        }
        let known = self.locals[local.0 as usize].variable;
        let variable = match known {
            Some(variable) => variable,
            None => {
                let ty = self.ty(&declared.ty);
                let variable = self.variable(declared.name.as_str(), ty);
                self.locals[local.0 as usize].variable = Some(variable);
                variable
            }
        };
        if let Some(value) = value {
            self.store(variable, value);
        }
        Ok(())
    }

    fn declare_static(&mut self, local: crate::ir::LocalId, value: Option<&Expr>) -> Result<()> {
        let declared = &self.source.locals[local.0 as usize];
        if has_resources(&declared.ty) {
            return self.unsupported("a static local with resources");
        }
        let symbol = format!("{}.{}.{}", self.source.symbol.0, declared.name, local.0);
        let symbol = crate::ir::Symbol(symbol.as_str().into());
        let known = self.low.variables.get(&symbol).copied();
        let ty = self.ty(&declared.ty);
        let variable = match known {
            Some(variable) => variable,
            None => {
                let variable = self.low.private(declared.name.as_str(), ty);
                self.low.variables.insert(symbol, variable);
                let known = value.and_then(|value| self.low.evaluator.value(value));
                let init = match known.filter(|known| known.iter().copied().all(constant::is_finite)) {
                    Some(known) => self.low.global_constant(&declared.ty, &mut known.iter())?,
                    None => {
                        let zero = Expression::ZeroValue(ty);
                        self.low.module.global_expressions.append(zero, naga::Span::UNDEFINED)
                    }
                };
                self.low.module.global_variables.get_mut(variable).init = Some(init);
                variable
            }
        };
        let pointer = self.global(variable);
        self.locals[local.0 as usize].variable = Some(pointer);
        let Some(value) = value.filter(|value| self.low.evaluator.value(value).is_none()) else { return Ok(()) };
        // The flag is set when the declaration is first reached.
        let flag_type = self.low.number(naga::Scalar::BOOL, 1, 1);
        let guard = crate::ir::Symbol(format!("{}.set", symbol.0).as_str().into());
        let flag = match self.low.variables.get(&guard).copied() {
            Some(flag) => flag,
            None => {
                let flag = self.low.private(guard.0.as_str(), flag_type);
                let zero = Expression::ZeroValue(flag_type);
                let init = self.low.module.global_expressions.append(zero, naga::Span::UNDEFINED);
                self.low.module.global_variables.get_mut(flag).init = Some(init);
                self.low.variables.insert(guard, flag);
                flag
            }
        };
        let flag = self.global(flag);
        let is_set = self.load(flag);
        let condition = self.unary(UnaryOperator::LogicalNot, is_set);
        let (accept, _) = self.nested(|fun| {
            let value = fun.value(value)?;
            fun.store(pointer, value);
            let yes = fun.literal(naga::Literal::Bool(true));
            fun.store(flag, yes);
            Ok(())
        })?;
        self.push(Statement::If { condition, accept, reject: naga::Block::new() });
        Ok(())
    }
}

/// Whether computing the expression is cheap and has no effect, so that it may be computed although its value is not
/// needed.
fn is_simple(expr: &Expr, depth: u32) -> bool {
    if depth > 6 {
        return false;
    }
    let simple = |inner: &Expr| is_simple(inner, depth + 1);
    match &*expr.kind {
        ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Zero => true,
        ExprKind::Member(base, _)
        | ExprKind::Swizzle(base, _)
        | ExprKind::MatrixSwizzle(base, _)
        | ExprKind::Unary(_, base)
        | ExprKind::Convert(_, base) => simple(base),
        ExprKind::Index(base, index) => matches!(&*index.kind, ExprKind::Literal(_)) && simple(base),
        ExprKind::Binary(op, left, right) => {
            !matches!(op, BinaryOp::Divide | BinaryOp::Modulo) && simple(left) && simple(right)
        }
        ExprKind::ShortCircuit { left, right, .. } => simple(left) && simple(right),
        ExprKind::Select(a, b, c) => simple(a) && simple(b) && simple(c),
        ExprKind::Construct(parts) => parts.iter().all(simple),
        _ => false,
    }
}
