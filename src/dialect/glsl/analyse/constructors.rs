//! Constructors: `vec4(a.xyz, 1)`, `mat3(m)`, `float[2](a, b)`, `Light(p, c)`, `sampler2D(t, s)`.

use super::conversions::numeric;
use super::rules::Analyser;
use crate::dialect::glsl::words::type_name;
use crate::ir::{Convert, Expr, ExprKind, Literal, Order, Resource, Scalar, TokenIndex, Type, has_resources};
use crate::sema::numbers::{Shape, parts};
use crate::sema::types::{array_of, literal};
use crate::sema::{Failed, Result, TypedValue, ValueCategory};

use super::temporaries::Temporaries;

impl Analyser<'_, '_> {
    pub fn construct(&mut self, ty: &Type, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        match ty {
            Type::Array(element, length) => self.array((element, *length), arguments, at),
            Type::Struct(of) => {
                let members: Vec<Type> = of.members.iter().map(|member| member.ty.clone()).collect();
                self.aggregate(ty, &members, arguments, at)
            }
            Type::Resource(Resource::AccelerationStructure) => self.structure_at(arguments, at),
            Type::Resource(resource) => self.combined(resource, arguments, at),
            _ => match parts(ty) {
                Some((scalar, shape)) => self.number(scalar, shape, arguments, at),
                None => {
                    let shown = type_name(ty);
                    self.error("bad-constructor", at.0, format!("`{shown}` has no constructor"));
                    Err(Failed)
                }
            },
        }
    }

    /// One value for each member or element.
    fn aggregate(
        &mut self,
        ty: &Type,
        parts: &[Type],
        arguments: Vec<TypedValue>,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        if parts.len() != arguments.len() {
            let (shown, wanted, given) = (type_name(ty), parts.len(), arguments.len());
            self.error("bad-constructor", at.0, format!("`{shown}` needs {wanted} values, {given} are given"));
            return Err(Failed);
        }
        let mut values = Vec::with_capacity(parts.len());
        for (argument, part) in arguments.into_iter().zip(parts) {
            values.push(self.convert(argument, part)?);
        }
        Ok(TypedValue::new(ExprKind::Aggregate(values), ty.clone(), at))
    }

    fn array(
        &mut self,
        (element, length): (&Type, Option<u32>),
        arguments: Vec<TypedValue>,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let length = length.unwrap_or(arguments.len() as u32);
        if length == 0 {
            self.error("array-size", at.0, "an array cannot have 0 elements");
            return Err(Failed);
        }
        let element = match element {
            // `float[][2](...)`: the sizes follow from the first element.
            Type::Array(_, None) => arguments.first().map_or(element.clone(), |first| first.expr.ty.clone()),
            _ => element.clone(),
        };
        let ty = array_of(element.clone(), &[Some(length)]);
        if arguments.len() != length as usize {
            let (shown, given) = (type_name(&ty), arguments.len());
            self.error("bad-constructor", at.0, format!("`{shown}` needs {length} values, {given} are given"));
            return Err(Failed);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.convert(argument, &element)?);
        }
        Ok(TypedValue::new(ExprKind::Aggregate(values), ty, at))
    }

    /// A texture with a sampler.
    fn combined(&mut self, to: &Resource, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        let ty = Type::Resource(to.clone());
        let shown = type_name(&ty);
        let Ok([texture, sampler]) = <[TypedValue; 2]>::try_from(arguments) else {
            self.error("bad-constructor", at.0, format!("`{shown}` is made of a texture and a sampler"));
            return Err(Failed);
        };
        let fits = match (to, &texture.expr.ty, &sampler.expr.ty) {
            // Texels of a buffer are never sampled: the sampler has no meaning.
            (Resource::TypedBuffer { .. }, of, Type::Resource(Resource::Sampler { .. })) if *of == ty => {
                return Ok(TypedValue { category: ValueCategory::Value, ..texture });
            }
            (
                // Whether it compares follows from what is made, not from the sampler.
                Resource::SampledTexture { dim, array, multisampled, element, .. },
                Type::Resource(Resource::Texture {
                    dim: of_dim,
                    array: of_array,
                    multisampled: of_samples,
                    element: of_element,
                    ..
                }),
                Type::Resource(Resource::Sampler { .. }),
            ) => (dim, array, multisampled, element) == (of_dim, of_array, of_samples, of_element),
            _ => false,
        };
        if !fits {
            let (a, b) = (type_name(&texture.expr.ty), type_name(&sampler.expr.ty));
            self.error("bad-constructor", at.0, format!("`{shown}` cannot be made of `{a}` and `{b}`"));
            return Err(Failed);
        }
        Ok(TypedValue::new(ExprKind::Aggregate(vec![texture.expr, sampler.expr]), ty, at))
    }

    fn number(
        &mut self,
        scalar: Scalar,
        shape: Shape,
        arguments: Vec<TypedValue>,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let ty = shape.ty(scalar, Order::RowMajor);
        let shown = type_name(&ty);
        if let Some(wrong) = arguments.iter().find(|argument| parts(&argument.expr.ty).is_none()) {
            let found = type_name(&wrong.expr.ty);
            let what = if has_resources(&wrong.expr.ty) { "a resource" } else { "no number" };
            self.error("bad-constructor", wrong.expr.at.0, format!("`{found}` is {what}; `{shown}` takes numbers"));
            return Err(Failed);
        }
        let mut arguments: Vec<Expr> = arguments.into_iter().map(TypedValue::concrete).collect();
        if let ([_], Some(only)) = (arguments.as_slice(), arguments.first().cloned()) {
            return self.made_from_one(only, scalar, shape, at);
        }
        if let (Shape::Matrix(..), Some(inner)) =
            (shape, arguments.iter().find(|one| matches!(parts(&one.ty), Some((_, Shape::Matrix(..))))))
        {
            let found = type_name(&inner.ty);
            self.error("bad-constructor", inner.at.0, format!("a `{found}` beside other values makes no `{shown}`"));
            return Err(Failed);
        }
        let needed = shape.count();
        let mut given = 0_u8;
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments.drain(..) {
            if given >= needed {
                self.error(
                    "bad-constructor",
                    argument.at.0,
                    format!("`{shown}` needs {needed} components, and has them before this"),
                );
                return Err(Failed);
            }
            let Some((_, inner)) = parts(&argument.ty) else { return Err(Failed) };
            let argument = numeric(argument, &inner.ty(scalar, Order::RowMajor));
            // Of the last argument, as many components as are missing count.
            let argument = if inner.count() > needed - given { first_of(argument, needed - given) } else { argument };
            let taken = parts(&argument.ty).map_or(1, |(_, shape)| shape.count());
            given += taken;
            values.push(argument);
        }
        if given < needed {
            self.error("bad-constructor", at.0, format!("`{shown}` needs {needed} components, {given} are given"));
            return Err(Failed);
        }
        Ok(TypedValue::new(ExprKind::Construct(values), ty, at))
    }

    /// A number from one number: a conversion, the same in every component, the first components, a matrix in a matrix.
    fn made_from_one(&mut self, value: Expr, scalar: Scalar, shape: Shape, at: TokenIndex) -> Result<TypedValue> {
        let ty = shape.ty(scalar, Order::RowMajor);
        let Some((_, from)) = parts(&value.ty) else { return Err(Failed) };
        let value = numeric(value, &from.ty(scalar, Order::RowMajor));
        let convert =
            |convert, value: Expr| Expr { kind: Box::new(ExprKind::Convert(convert, value)), ty: ty.clone(), at };
        let result = match (from, shape) {
            (a, b) if a == b => Expr { at, ..value },
            (Shape::Scalar, Shape::Vector(_)) => convert(Convert::Splat, value),
            (Shape::Scalar, Shape::Matrix(columns, rows)) => return self.diagonal(value, scalar, (columns, rows), at),
            (Shape::Matrix(columns, rows), Shape::Matrix(to_columns, to_rows)) => {
                return self.resized(value, scalar, ((columns, rows), (to_columns, to_rows)), at);
            }
            (_, Shape::Scalar | Shape::Vector(_)) if from.count() >= shape.count() => {
                Expr { at, ..first_of(value, shape.count()) }
            }
            // A matrix of as many numbers.
            (Shape::Vector(_), Shape::Matrix(..)) if from.count() == shape.count() => {
                Expr { kind: Box::new(ExprKind::Construct(vec![value])), ty, at }
            }
            _ => {
                let (shown, found) = (type_name(&ty), type_name(&value.ty));
                self.error(
                    "bad-constructor",
                    at.0,
                    format!("`{shown}` needs {} components, a `{found}` has {}", shape.count(), from.count()),
                );
                return Err(Failed);
            }
        };
        Ok(TypedValue::of(result))
    }

    /// A matrix with this number in its diagonal.
    fn diagonal(
        &mut self,
        value: Expr,
        scalar: Scalar,
        (columns, rows): (u8, u8),
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let mut temporaries = Temporaries::default();
        let value = if self.evaluate(&value).is_some() { value } else { self.held(value, &mut temporaries)? };
        let zero = literal(scalar, ZERO, at);
        let components = (0..columns).flat_map(|column| (0..rows).map(move |row| column == row));
        let values = components.map(|is_diagonal| if is_diagonal { value.clone() } else { zero.clone() }).collect();
        let ty = Shape::Matrix(columns, rows).ty(scalar, Order::RowMajor);
        let made = Expr { kind: Box::new(ExprKind::Construct(values)), ty, at };
        Ok(TypedValue::of(temporaries.before(made)))
    }

    /// A matrix of another size: what is missing is of the identity.
    fn resized(
        &mut self,
        value: Expr,
        scalar: Scalar,
        ((columns, rows), (to_columns, to_rows)): ((u8, u8), (u8, u8)),
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let ty = Shape::Matrix(to_columns, to_rows).ty(scalar, Order::RowMajor);
        if columns >= to_columns && rows >= to_rows {
            let kind = ExprKind::Convert(Convert::Truncate, value);
            return Ok(TypedValue::of(Expr { kind: Box::new(kind), ty, at }));
        }
        let mut temporaries = Temporaries::default();
        let value = if self.evaluate(&value).is_some() { value } else { self.held(value, &mut temporaries)? };
        let mut values = Vec::new();
        for column in 0..to_columns {
            for row in 0..to_rows {
                if column < columns && row < rows {
                    let kind = ExprKind::MatrixSwizzle(value.clone(), vec![(column, row)]);
                    values.push(Expr { kind: Box::new(kind), ty: Type::Scalar(scalar), at });
                } else {
                    values.push(literal(scalar, if column == row { ONE } else { ZERO }, at));
                }
            }
        }
        let made = Expr { kind: Box::new(ExprKind::Construct(values)), ty, at };
        Ok(TypedValue::of(temporaries.before(made)))
    }
}

/// Of matrices, which have floats alone.
const ZERO: Literal = Literal::Float(0.0);
const ONE: Literal = Literal::Float(1.0);

/// The first components of a vector, or of a matrix by columns.
pub fn first_of(value: Expr, count: u8) -> Expr {
    let Some((scalar, shape)) = parts(&value.ty) else { return value };
    if shape.count() == count {
        return match shape {
            Shape::Matrix(..) => first_of_matrix(value, scalar, shape, count),
            _ => value,
        };
    }
    let at = value.at;
    let ty = if count == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, count) };
    match shape {
        Shape::Matrix(..) => first_of_matrix(value, scalar, shape, count),
        _ => Expr { kind: Box::new(ExprKind::Swizzle(value, (0..count).collect())), ty, at },
    }
}

fn first_of_matrix(value: Expr, scalar: Scalar, shape: Shape, count: u8) -> Expr {
    let Shape::Matrix(_, rows) = shape else { return value };
    let at = value.at;
    let places = (0..count).map(|index| (index / rows, index % rows)).collect();
    let ty = if count == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, count) };
    Expr { kind: Box::new(ExprKind::MatrixSwizzle(value, places)), ty, at }
}
