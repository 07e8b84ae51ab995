//! Functions with rules of their own: samplers, images, matrices, tables.

use super::{Checker, Place, Value};
use crate::atom::Atom;
use crate::diag::Span;
use crate::dialect::bsl::ast::{Expr, ExprKind};
use crate::dialect::bsl::output_tree::OutExpr;
use crate::dialect::bsl::program::TableKind;
use crate::dialect::bsl::types::{BOOL, Dimension, FLOAT, INT, Opaque, Scalar, Ty};

fn floats(lanes: u8) -> Ty {
    Ty::of(Scalar::Float, lanes)
}

fn ints(lanes: u8) -> Ty {
    Ty::of(Scalar::Int, lanes)
}

impl Checker<'_> {
    pub fn special_call(&mut self, name: Atom, arguments: &[Expr], span: Span) -> Value {
        match name.as_str() {
            "assert" => return self.assert_call(arguments, span),
            "printf" => return self.printf_call(arguments, span),
            check if check.starts_with("EXPECT_") => return self.expect_call(check, arguments, span),
            "gpu_discard_fragment" => {
                return Value::temporary(Ty::Void, OutExpr::built_in("discard", Vec::new(), span));
            }
            "resource_table_get" => return self.table_get(arguments, span),
            accessor if accessor.ends_with("_get") => return self.legacy_access(accessor, arguments, span),
            _ => {}
        }
        let values = self.values(arguments);
        if values.iter().any(Value::is_broken) {
            return Value::broken(span);
        }
        if let Some(value) = self.matrix_function(&name, &values, span) {
            return value;
        }
        let found = match values.first().map(|value| value.ty) {
            Some(Ty::Opaque(opaque)) if opaque.is_image => image_signature(&name, opaque, values.len()),
            Some(Ty::Opaque(opaque)) => sampler_signature(&name, opaque, values.len()),
            _ => None,
        };
        if let Some(value) = self.bounds_test(&name, &values, span) {
            return value;
        }
        let fits = |(result, parameters): &(Ty, Vec<Ty>)| {
            let _ = result;
            parameters.len() + 1 == values.len()
                && values[1..].iter().zip(parameters).all(|(value, ty)| {
                    value.ty == *ty || self.program.underlying(value.ty).is_scalar_number() && ty.is_scalar_number()
                })
        };
        let Some((result, parameters)) = found.filter(fits) else {
            let types: Vec<String> = values.iter().map(|value| self.show(value.ty)).collect();
            let message = format!("no `{name}` takes ({})", types.join(", "));
            return self.broken("bsl/no-matching-function", message, span);
        };
        let mut outs = Vec::new();
        for (at, value) in values.into_iter().enumerate() {
            let value_span = value.out.span;
            let value = if at == 0 { value } else { self.convert_or_report(value, parameters[at - 1], value_span) };
            outs.push(value.out);
        }
        Value::temporary(result, OutExpr::built_in(&name, outs, span))
    }

    /// `resource_table_get(T)`.
    fn table_get(&mut self, arguments: &[Expr], span: Span) -> Value {
        if let [Expr { kind: ExprKind::Path(path), .. }] = arguments {
            let (ty, _) = self.resolve_path_type(path);
            if ty == Ty::Error {
                return Value::broken(span);
            }
            if self.program.table_kind(ty) == Some(TableKind::Resources) {
                let out = OutExpr::new(crate::dialect::bsl::output_tree::Out::BuiltIn(""), span);
                return Value { ty, out, constant: None, place: Place::Mutable };
            }
        }
        self.broken("bsl/table-construct", "`resource_table_get` takes the type of a resource table", span)
    }

    fn matrix_function(&mut self, name: &str, values: &[Value], span: Span) -> Option<Value> {
        let types: Vec<Ty> = values.iter().map(|value| value.ty).collect();
        let result = match (name, types.as_slice()) {
            ("determinant", [Ty::Matrix(a, b)]) if a == b => FLOAT,
            ("inverse", [Ty::Matrix(a, b)]) if a == b => types[0],
            ("transpose", [Ty::Matrix(columns, rows)]) => Ty::Matrix(*rows, *columns),
            ("matrixCompMult", [a @ Ty::Matrix(..), b]) if a == b => *a,
            ("outerProduct", [Ty::Vector(Scalar::Float, rows), Ty::Vector(Scalar::Float, columns)]) => {
                Ty::Matrix(*columns, *rows)
            }
            _ => return None,
        };
        let outs = values.iter().map(|value| value.out.clone()).collect();
        Some(Value::temporary(result, OutExpr::built_in(name, outs, span)))
    }

    /// `in_texture_range(texel, sampler)`, `in_image_range(texel, image)`.
    fn bounds_test(&mut self, name: &str, values: &[Value], span: Span) -> Option<Value> {
        let is_image = match name {
            "in_image_range" => true,
            "in_texture_range" => false,
            _ => return None,
        };
        let [texel, resource] = values else { return None };
        let Ty::Opaque(opaque) = resource.ty else { return None };
        let lanes = opaque.extents();
        if opaque.is_image != is_image || texel.ty != ints(lanes) {
            return None;
        }
        let size = match (is_image, opaque.dimension) {
            (true, _) => OutExpr::built_in("imageSize", vec![resource.out.clone()], span),
            (_, Dimension::Buffer) => OutExpr::built_in("textureSize", vec![resource.out.clone()], span),
            _ => {
                let zero = Value::constant(crate::dialect::bsl::constant::Constant::int(0), span).out;
                OutExpr::built_in("textureSize", vec![resource.out.clone(), zero], span)
            }
        };
        let zero = self.zero(ints(lanes), span).out;
        let value = self.evaluated_once(texel.clone(), span);
        let out = self.both_bounds(value, ("greaterThanEqual", zero), ("lessThan", size), span);
        Some(Value::temporary(BOOL, out))
    }
}

fn sampler_signature(name: &str, opaque: Opaque, count: usize) -> Option<(Ty, Vec<Ty>)> {
    let texel = Ty::Vector(opaque.scalar, 4);
    let own = match opaque.dimension {
        Dimension::One | Dimension::Buffer => 1,
        Dimension::Two => 2,
        Dimension::Three | Dimension::Cube => 3,
    };
    let coordinates = floats(opaque.coordinates());
    let is_cube = opaque.dimension == Dimension::Cube;
    let has_levels = opaque.dimension != Dimension::Buffer;
    let more = |first: Ty, rest: &[Ty]| -> Vec<Ty> {
        let mut all = vec![first];
        all.extend_from_slice(rest);
        all
    };
    Some(match name {
        "texture" if has_levels && count == 3 => (texel, more(coordinates, &[FLOAT])),
        "texture" if has_levels => (texel, vec![coordinates]),
        "textureLod" if has_levels => (texel, more(coordinates, &[FLOAT])),
        "textureGrad" if has_levels => (texel, more(coordinates, &[floats(own), floats(own)])),
        "textureOffset" if has_levels && !is_cube => (texel, more(coordinates, &[ints(own)])),
        "textureLodOffset" if has_levels && !is_cube => (texel, more(coordinates, &[FLOAT, ints(own)])),
        "textureGather" if own >= 2 && opaque.dimension != Dimension::Three && count == 3 => {
            (texel, more(coordinates, &[INT]))
        }
        "textureGather" if own >= 2 && opaque.dimension != Dimension::Three => (texel, vec![coordinates]),
        "textureGatherOffset" if opaque.dimension == Dimension::Two && count == 4 => {
            (texel, more(coordinates, &[ints(2), INT]))
        }
        "textureGatherOffset" if opaque.dimension == Dimension::Two => (texel, more(coordinates, &[ints(2)])),
        "textureProj" if has_levels && !is_cube && !opaque.is_array => (texel, vec![floats(own + 1)]),
        "texelFetch" if !has_levels => (texel, vec![INT]),
        "texelFetch" if !is_cube => (texel, more(ints(opaque.coordinates()), &[INT])),
        "texelFetchOffset" if has_levels && !is_cube => (texel, more(ints(opaque.coordinates()), &[INT, ints(own)])),
        "textureSize" if !has_levels => (INT, Vec::new()),
        "textureSize" => (ints(opaque.extents()), vec![INT]),
        "textureQueryLevels" if has_levels => (INT, Vec::new()),
        "textureQueryLod" if has_levels => (floats(2), vec![floats(own)]),
        _ => return None,
    })
}

fn image_signature(name: &str, opaque: Opaque, count: usize) -> Option<(Ty, Vec<Ty>)> {
    let texel = Ty::Vector(opaque.scalar, 4);
    let place = ints(opaque.coordinates());
    let word = Ty::Scalar(opaque.scalar);
    let is_atomic = opaque.scalar != Scalar::Float;
    Some(match name {
        "imageLoad" => (texel, vec![place]),
        "imageStore" => (Ty::Void, vec![place, texel]),
        "imageSize" => (ints(opaque.extents()), Vec::new()),
        "imageAtomicCompSwap" if is_atomic && count == 4 => (word, vec![place, word, word]),
        name if is_atomic && name.starts_with("imageAtomic") && name != "imageAtomicCompSwap" => {
            (word, vec![place, word])
        }
        _ => return None,
    })
}
