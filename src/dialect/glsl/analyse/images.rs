//! Functions of images: `imageLoad`, `imageStore`, `imageSize`, and atomics.

use super::built_ins::expr;
use super::constructors::first_of;
use super::declarations::{READONLY_IMAGE, WRITEONLY_IMAGE};
use super::rules::Analyser;
use crate::ir::{Access, Dim, Element, Expr, ExprKind, Intrinsic, Literal, Resource, Scalar, TokenIndex, Type};
use crate::sema::numbers::is_float;
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue, ValueCategory};

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Load,
    Store,
    Size,
    Samples,
    Atomic(Intrinsic),
}

fn form(name: &str) -> Option<Form> {
    Some(match name {
        "imageLoad" => Form::Load,
        "imageStore" => Form::Store,
        "imageSize" => Form::Size,
        "imageSamples" => Form::Samples,
        "imageAtomicAdd" => Form::Atomic(Intrinsic::InterlockedAdd),
        "imageAtomicMin" => Form::Atomic(Intrinsic::InterlockedMin),
        "imageAtomicMax" => Form::Atomic(Intrinsic::InterlockedMax),
        "imageAtomicAnd" => Form::Atomic(Intrinsic::InterlockedAnd),
        "imageAtomicOr" => Form::Atomic(Intrinsic::InterlockedOr),
        "imageAtomicXor" => Form::Atomic(Intrinsic::InterlockedXor),
        "imageAtomicExchange" => Form::Atomic(Intrinsic::InterlockedExchange),
        "imageAtomicCompSwap" => Form::Atomic(Intrinsic::InterlockedCompareExchange),
        _ => return None,
    })
}

/// The components of an image's coordinates and size, and its texels.
fn kind(ty: &Type) -> Option<(u8, Element)> {
    match ty {
        Type::Resource(Resource::Image { dim, array, element, .. }) => {
            let lanes = match dim {
                Dim::D1 => 1,
                Dim::D2 => 2,
                Dim::D3 | Dim::Cube => 3,
            };
            Some((lanes + u8::from(*array), *element))
        }
        Type::Resource(Resource::TypedBuffer { access: Access::ReadWrite, element, .. }) => Some((1, *element)),
        _ => None,
    }
}

fn vector(scalar: Scalar, count: u8) -> Type {
    if count == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, count) }
}

impl Analyser<'_, '_> {
    /// The call of an image function; `None` if it is none.
    pub fn image_call(
        &mut self,
        name: &'static str,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Option<Result<TypedValue>> {
        let form = form(name)?;
        Some(self.with_ordered(arguments, |analyser, ordered| analyser.of_image(form, name, ordered, at)))
    }

    fn of_image(
        &mut self,
        form: Form,
        name: &'static str,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let Some((image, rest)) = arguments.split_first() else {
            return self.no_signature(name, arguments, &[], at);
        };
        let Some((lanes, element)) = kind(&image.expr.ty) else {
            return self.no_signature(name, arguments, &[], at);
        };
        let (reads, writes) = match form {
            Form::Load => (true, false),
            Form::Store => (false, true),
            Form::Size | Form::Samples => (false, false),
            Form::Atomic(_) => (true, true),
        };
        match image.category {
            ValueCategory::ReadOnly(READONLY_IMAGE) if writes => {
                self.error("read-only", image.expr.at.0, format!("`{name}` cannot write here: {READONLY_IMAGE}"));
                return Err(Failed);
            }
            ValueCategory::ReadOnly(WRITEONLY_IMAGE) if reads => {
                self.error("read-only", image.expr.at.0, format!("`{name}` cannot read here: {WRITEONLY_IMAGE}"));
                return Err(Failed);
            }
            _ => {}
        }
        match (form, rest) {
            (Form::Size, []) => self.dimensions(image.expr.clone(), None, lanes, 0, at),
            (Form::Samples, []) => {
                self.unsupported(at.0, "the samples of an image");
                Err(Failed)
            }
            (Form::Load, [place]) => {
                let texel = self.texel(name, arguments, &image.expr, place, (lanes, element), at)?;
                Ok(TypedValue::of(widened(texel, element, at)))
            }
            (Form::Store, [place, value]) => {
                let texel = self.texel(name, arguments, &image.expr, place, (lanes, element), at)?;
                let given = self.argument(name, arguments, value, &Type::Vector(element.scalar, 4), at)?;
                let given = first_of(given, element.count);
                let (kind, ty) = (ExprKind::Assign(texel, given), vector(element.scalar, element.count));
                let done = expr(kind, ty, at);
                let nothing = literal(Scalar::Int, Literal::Int(0), at);
                Ok(TypedValue::new(ExprKind::Comma(done, nothing), Type::Void, at))
            }
            (Form::Atomic(operation), [place, values @ ..]) => {
                let wanted = if operation == Intrinsic::InterlockedCompareExchange { 2 } else { 1 };
                if element.count != 1 || is_float(element.scalar) || values.len() != wanted {
                    let why = "takes an image of format `r32i` or `r32ui`".to_owned();
                    return self.no_signature(name, arguments, &[why], at);
                }
                let texel = self.texel(name, arguments, &image.expr, place, (lanes, element), at)?;
                let mut all = vec![texel];
                for value in values {
                    all.push(self.argument(name, arguments, value, &Type::Scalar(element.scalar), at)?);
                }
                self.atomic(operation, all, at)
            }
            _ => self.no_signature(name, arguments, &[], at),
        }
    }

    fn argument(
        &mut self,
        name: &str,
        all: &[TypedValue],
        argument: &TypedValue,
        ty: &Type,
        at: TokenIndex,
    ) -> Result<Expr> {
        if self.score(&argument.expr.ty, ty).is_none() {
            return self.no_signature(name, all, &[], at);
        }
        Ok(self.converted(argument.clone(), ty))
    }

    fn texel(
        &mut self,
        name: &str,
        all: &[TypedValue],
        image: &Expr,
        place: &TypedValue,
        (lanes, element): (u8, Element),
        at: TokenIndex,
    ) -> Result<Expr> {
        let place = self.argument(name, all, place, &vector(Scalar::Int, lanes), at)?;
        Ok(expr(ExprKind::Index(image.clone(), place), vector(element.scalar, element.count), at))
    }
}

/// A texel with four components: what its format lacks is 0, and 1 in the last.
fn widened(texel: Expr, element: Element, at: TokenIndex) -> Expr {
    if element.count == 4 {
        return texel;
    }
    let number = |value: i128| {
        let value = if is_float(element.scalar) { Literal::Float(value as f64) } else { Literal::Int(value) };
        literal(element.scalar, value, at)
    };
    let mut all = vec![texel];
    all.extend((element.count..4).map(|lane| number(i128::from(lane == 3))));
    let ty = Type::Vector(element.scalar, 4);
    expr(ExprKind::Construct(all), ty, at)
}
