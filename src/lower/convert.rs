//! Conversions between types.

use naga::{Expression, ScalarKind};

use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{Shape, held, scalar, shape};
use crate::ir::{Convert, Result, Scalar, Type};

impl FunctionBuilder<'_, '_> {
    /// A scalar or vector as another number type.
    pub fn cast_row(&mut self, value: ValueHandle, from: Scalar, to: Scalar) -> ValueHandle {
        let (from, to) = (scalar(from), scalar(to));
        let is_integer = |kind| matches!(kind, ScalarKind::Sint | ScalarKind::Uint);
        if from == to {
            value
        } else if from.kind == ScalarKind::Float && is_integer(to.kind) && to.width == 2 {
            // naga's writers do not support conversions of floats to 16-bit integers.
            let wide = self.cast(value, naga::Scalar { kind: to.kind, width: 4 });
            self.cast(wide, to)
        } else if is_integer(from.kind) && is_integer(to.kind) && from.kind != to.kind && from.width < to.width {
            // naga extends by the sign of the result type; the program means the sign of the operand type.
            let wide = self.cast(value, naga::Scalar { kind: from.kind, width: to.width });
            self.cast(wide, to)
        } else {
            self.cast(value, to)
        }
    }

    pub fn converted(&mut self, kind: Convert, value: ValueHandle, from: &Type, to: &Type) -> Result<ValueHandle> {
        let (from, to) = (held(from), held(to));
        match kind {
            Convert::Fill => self.fill(value, from, to),
            Convert::Flatten => {
                let mut scalars = Vec::new();
                self.flatten(value, from, &mut scalars)?;
                self.unflatten(to, &mut scalars.into_iter())
            }
            Convert::Base => self.base(value, from, to),
            Convert::Numeric | Convert::Splat | Convert::Truncate | Convert::Reshape => self.reshaped(value, from, to),
        }
    }

    /// Converts between any two numeric types; other values of equal type stay as they are.
    pub fn reshaped(&mut self, value: ValueHandle, from: &Type, to: &Type) -> Result<ValueHandle> {
        let (source, target) = (shape(from), shape(to));
        if source == target {
            return Ok(value);
        }
        let (Some((kind, rows, columns)), Some((wanted, to_rows, to_columns))) = (source.grid(), target.grid()) else {
            if self.ty(from) == self.ty(to) {
                return Ok(value);
            }
            let mut scalars = Vec::new();
            self.flatten(value, from, &mut scalars)?;
            return self.unflatten(to, &mut scalars.into_iter());
        };
        if rows == 1 && columns == 1 {
            let value = if source.is_matrix() { self.part(value, 0) } else { value };
            let value = self.cast_row(value, kind, wanted);
            let line = self.splat(value, to_columns);
            return self.of_rows(vec![line; usize::from(to_rows)], target);
        }
        let same_grid = rows == to_rows && columns == to_columns && source.is_matrix() == target.is_matrix();
        if same_grid {
            return self.each_row(value, source, target, |fun, row| fun.cast_row(row, kind, wanted));
        }
        let smaller = to_rows <= rows && to_columns <= columns;
        if smaller && (source.is_matrix() == target.is_matrix() || (to_rows == 1 && to_columns == 1)) {
            let lanes: Vec<u8> = (0..to_columns).collect();
            let mut lines = Vec::with_capacity(usize::from(to_rows));
            for row in self.rows(value, source).into_iter().take(usize::from(to_rows)) {
                let row = if to_columns < columns { self.swizzle(row, &lanes) } else { row };
                lines.push(self.cast_row(row, kind, wanted));
            }
            return self.of_rows(lines, target);
        }
        let count = usize::from(to_rows) * usize::from(to_columns);
        let scalars = self.scalars(value, source);
        if scalars.len() < count {
            return self.internal(format!("a conversion from {from:?} to {to:?}"));
        }
        let scalars = scalars.into_iter().take(count).map(|one| self.cast_row(one, kind, wanted)).collect();
        self.of_scalars(scalars, target)
    }

    fn fill(&mut self, value: ValueHandle, from: &Type, to: &Type) -> Result<ValueHandle> {
        let handle = self.ty(to);
        match shape(to) {
            Shape::Array(element, count) => {
                let element = self.fill(value, from, element)?;
                Ok(self.add(Expression::Compose { ty: handle, components: vec![element; count as usize] }))
            }
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                let mut components = Vec::new();
                for (member, place) in structure.members.iter().zip(&*record.members) {
                    if place.is_some() {
                        components.push(self.fill(value, from, &member.ty)?);
                    }
                }
                if components.is_empty() {
                    return Ok(self.zero(handle));
                }
                Ok(self.add(Expression::Compose { ty: handle, components }))
            }
            _ => self.reshaped(value, from, to),
        }
    }

    /// Adds all scalars of a value to `into`, each with its type.
    pub fn flatten(&mut self, value: ValueHandle, ty: &Type, into: &mut Vec<(ValueHandle, Scalar)>) -> Result<()> {
        match shape(ty) {
            Shape::Array(element, count) => {
                for at in 0..count {
                    let part = self.part(value, at);
                    self.flatten(part, element, into)?;
                }
            }
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                for (member, place) in structure.members.iter().zip(&*record.members) {
                    if let Some(place) = place {
                        let part = self.part(value, *place);
                        self.flatten(part, &member.ty, into)?;
                    }
                }
            }
            other => {
                let Some((kind, ..)) = other.grid() else { return self.internal("a value without numbers") };
                into.extend(self.scalars(value, other).into_iter().map(|value| (value, kind)));
            }
        }
        Ok(())
    }

    /// The reverse: makes a value from the first scalars of `scalars`, as many as the type has.
    pub fn unflatten(
        &mut self,
        ty: &Type,
        scalars: &mut impl Iterator<Item = (ValueHandle, Scalar)>,
    ) -> Result<ValueHandle> {
        let handle = self.ty(ty);
        match shape(ty) {
            Shape::Array(element, count) => {
                let mut components = Vec::with_capacity(count as usize);
                for _ in 0..count {
                    components.push(self.unflatten(element, scalars)?);
                }
                Ok(self.add(Expression::Compose { ty: handle, components }))
            }
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                let mut components = Vec::new();
                for (member, place) in structure.members.iter().zip(&*record.members) {
                    if place.is_some() {
                        components.push(self.unflatten(&member.ty, scalars)?);
                    }
                }
                if components.is_empty() {
                    return Ok(self.zero(handle));
                }
                Ok(self.add(Expression::Compose { ty: handle, components }))
            }
            other => {
                let Some((wanted, rows, columns)) = other.grid() else {
                    return self.internal("a value without numbers");
                };
                let mut parts = Vec::new();
                for _ in 0..usize::from(rows) * usize::from(columns) {
                    let Some((value, kind)) = scalars.next() else { return self.internal("too few numbers") };
                    parts.push(self.cast_row(value, kind, wanted));
                }
                self.of_scalars(parts, other)
            }
        }
    }

    fn base(&mut self, value: ValueHandle, from: &Type, to: &Type) -> Result<ValueHandle> {
        let (Shape::Struct(derived), Shape::Struct(base)) = (shape(from), shape(to)) else {
            return self.internal("a base of a value that is not a structure");
        };
        let derived = self.low.types.record(&mut self.low.module, derived);
        let record = self.low.types.record(&mut self.low.module, base);
        let mut components = Vec::new();
        for place in derived.members.iter().take(base.members.len()).flatten() {
            components.push(self.part(value, *place));
        }
        if components.is_empty() {
            return Ok(self.zero(record.ty));
        }
        Ok(self.add(Expression::Compose { ty: record.ty, components }))
    }
}
