//! Methods of resources: the rows of `ir::operations`, and the types of their signatures for a resource.
//!
//! The notation of a signature: `E` is the element, `E4` a vector of four of its scalar; `C` float coordinates with the
//! array layer, `L` the same without it; `P` integer coordinates with the array layer, `PM` the same with a mip level;
//! `O` integer offsets; `SS` a sampler, `SC` a comparison sampler; `T` the template argument behind the name.
//! `RS` an acceleration structure. Parameters after `?` are optional, `out` parameters are written.

use super::conversions::Cost;
use super::members::{as_texel, dims, element_type};
use super::rules::Analyser;
use crate::ir::operations::{METHODS, MethodOperation, Object, Vocabulary};
use crate::ir::{
    Access, Dim, Expr, ExprKind, Method, Order, Passing, Resource, Scalar, TokenIndex, Type, resource_name, type_name,
};
use crate::sema::numbers::{Shape, is_float, parts};
use crate::sema::{Failed, Misfit, Result, TemplateArgument, TypedValue, ValueCategory};

/// The names of all methods.
pub fn all_names() -> impl Iterator<Item = &'static str> {
    METHODS.iter().flat_map(|row| row.names.hlsl).copied()
}

/// The rows of the table that apply to a resource.
fn kinds(resource: &Resource) -> &'static [Object] {
    match resource {
        Resource::Texture { multisampled: true, .. } => &[Object::MultisampledTexture],
        Resource::Texture { dim: Dim::D2 | Dim::Cube, .. } => &[Object::Texture, Object::GatheredTexture],
        Resource::Texture { .. } => &[Object::Texture],
        Resource::Image { .. } => &[Object::WritableTexture],
        Resource::TypedBuffer { .. } => &[Object::TypedBuffer],
        Resource::Structured { access: Access::Read, .. } => &[Object::StructuredBuffer],
        Resource::Structured { access: Access::ReadWrite, .. } => &[Object::StructuredBuffer, Object::CountedBuffer],
        Resource::Append(_) => &[Object::AppendBuffer],
        Resource::Consume(_) => &[Object::ConsumeBuffer],
        Resource::ByteAddress { access: Access::Read } => &[Object::ByteBuffer],
        Resource::ByteAddress { access: Access::ReadWrite } => &[Object::ByteBuffer, Object::WritableByteBuffer],
        Resource::RayQuery { .. } => &[Object::RayQuery],
        Resource::InputAttachment { multisampled: false, .. } => &[Object::InputAttachment],
        Resource::InputAttachment { multisampled: true, .. } => &[Object::MultisampledInputAttachment],
        _ => &[],
    }
}

/// The signatures of a method for a resource; `None` if it has no such method.
fn forms(row: &MethodOperation, resource: &Resource) -> Option<&'static [&'static str]> {
    // Cubes have no whole coordinates.
    if row.method == Method::Load && matches!(resource, Resource::Texture { dim: Dim::Cube, .. }) {
        return None;
    }
    let kinds = kinds(resource);
    row.signatures.iter().find(|(object, _)| kinds.contains(object)).map(|(_, forms)| *forms)
}

fn has_dimensions(resource: &Resource) -> bool {
    !matches!(
        resource,
        Resource::Sampler { .. }
            | Resource::SampledTexture { .. }
            | Resource::AccelerationStructure
            | Resource::InputAttachment { .. }
            | Resource::RayQuery { .. }
            | Resource::Descriptor(_)
    )
}

fn names(resource: &Resource) -> Vec<&'static str> {
    let dimensions = has_dimensions(resource);
    let has = |row: &&MethodOperation| match row.method {
        Method::GetDimensions => dimensions,
        _ => forms(row, resource).is_some(),
    };
    METHODS.iter().filter(has).flat_map(|row| row.names.hlsl).copied().collect()
}

/// "did you mean", among the methods of the resource.
pub fn suggest(resource: &Resource, name: &str) -> Option<String> {
    crate::diag::suggestion(name, names(resource))
}

/// A parameter: its type, whether it is written, whether it may be left out.
struct Parameter {
    ty: Type,
    out: bool,
}

struct Signature {
    result: Type,
    parameters: Vec<Parameter>,
    /// The number of parameters that are not optional.
    least: usize,
}

/// The types of a signature for a resource; `None` if the resource has no such parameter (offsets of a cube).
fn signature(form: &'static str, resource: &Resource, explicit: Option<&Type>) -> Option<Signature> {
    let (result, parameters) = form.trim_end_matches(')').split_once('(')?;
    let mut signature = Signature { result: ty(result, resource, explicit)?, parameters: Vec::new(), least: 0 };
    let mut optional = false;
    for parameter in parameters.split(", ").filter(|parameter| !parameter.is_empty()) {
        let name = parameter.trim_start_matches('?');
        optional |= name.len() < parameter.len();
        let (out, name) = name.strip_prefix("out ").map_or((false, name), |name| (true, name));
        match ty(name, resource, explicit) {
            Some(ty) => signature.parameters.push(Parameter { ty, out }),
            // A cube has no offset; the parameters behind it move up.
            None if optional => continue,
            None => return None,
        }
        if !optional {
            signature.least += 1;
        }
    }
    Some(signature)
}

fn ty(name: &str, resource: &Resource, explicit: Option<&Type>) -> Option<Type> {
    let element = match resource {
        Resource::Texture { element, .. }
        | Resource::Image { element, .. }
        | Resource::InputAttachment { element, .. }
        | Resource::TypedBuffer { element, .. } => element_type(*element),
        Resource::Structured { element, .. } | Resource::Append(element) | Resource::Consume(element) => {
            (**element).clone()
        }
        _ => Type::Void,
    };
    let (dim, array) = match resource {
        Resource::Texture { dim, array, .. } | Resource::Image { dim, array, .. } => (*dim, u8::from(*array)),
        _ => (Dim::D1, 0),
    };
    let numbers = |scalar, count: u8| match count {
        1 => Shape::Scalar.ty(scalar, Order::ColumnMajor),
        n => Shape::Vector(n).ty(scalar, Order::ColumnMajor),
    };
    Some(match name {
        "void" => Type::Void,
        "E" => element,
        "E4" => match parts(&element) {
            Some((scalar, _)) => Type::Vector(scalar, 4),
            None => return None,
        },
        "C" => numbers(Scalar::Float, dims(dim) + array),
        "L" => numbers(Scalar::Float, dims(dim)),
        "P" => numbers(Scalar::Int, dims(dim) + array),
        "PM" if dims(dim) + array < 4 => numbers(Scalar::Int, dims(dim) + array + 1),
        "O" if dim != Dim::Cube => numbers(Scalar::Int, dims(dim)),
        "PM" | "O" => return None,
        "SS" => Type::Resource(Resource::Sampler { comparison: false }),
        "SC" => Type::Resource(Resource::Sampler { comparison: true }),
        "RS" => Type::Resource(Resource::AccelerationStructure),
        "RayDesc" => super::builtin::structure(name)?,
        "T" => explicit.cloned().unwrap_or(Type::Scalar(Scalar::Uint)),
        name => super::builtin::number(name, Order::ColumnMajor)?,
    })
}

/// Methods of textures that dxc has for DXIL, and the embedded compiler does not have.
const FOREIGN_OF_TEXTURES: &[&str] = &["GatherRaw", "WriteSamplerFeedback", "WriteSamplerFeedbackBias"];

/// Those of writable byte buffers.
const FOREIGN_OF_BYTE_BUFFERS: &[&str] = &[
    "InterlockedAdd64",
    "InterlockedAnd64",
    "InterlockedCompareExchange64",
    "InterlockedCompareExchangeFloatBitwise",
    "InterlockedCompareStore64",
    "InterlockedCompareStoreFloatBitwise",
    "InterlockedExchange64",
    "InterlockedExchangeFloat",
    "InterlockedMax64",
    "InterlockedMin64",
    "InterlockedOr64",
    "InterlockedXor64",
];

impl Analyser<'_, '_> {
    pub fn resource_method(
        &mut self,
        object: TypedValue,
        name: &str,
        explicit: Option<&[TemplateArgument]>,
        arguments: Vec<TypedValue>,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let Type::Resource(resource) = object.expr.ty.clone() else { return Err(Failed) };
        let explicit = match explicit {
            Some([TemplateArgument::Type(ty)]) => Some(ty.clone()),
            Some(_) => {
                self.error("template-arguments", at.0, format!("`{name}` takes one type"));
                return Err(Failed);
            }
            None => None,
        };
        if name == "GetDimensions" && has_dimensions(&resource) {
            return self.get_dimensions(object.expr, &resource, arguments, at);
        }
        let found = Vocabulary::Hlsl.method(name).and_then(|row| Some((row.method, forms(row, &resource)?)));
        let Some((method, forms)) = found else {
            let shown = resource_name(&resource);
            let help = suggest(&resource, name);
            let foreign = match resource {
                Resource::Texture { .. } | Resource::Image { .. } => FOREIGN_OF_TEXTURES,
                Resource::ByteAddress { access: Access::ReadWrite } => FOREIGN_OF_BYTE_BUFFERS,
                _ => &[],
            };
            if foreign.contains(&name) {
                self.unsupported(at.0, format!("`{name}`"));
                return Err(Failed);
            }
            self.error("unknown-method", at.0, format!("`{shown}` has no method `{name}`")).help = help;
            return Err(Failed);
        };
        // What `Store` is given without `<...>` is stored as it is.
        let mut stored = explicit;
        if stored.is_none() && method == Method::Store {
            stored = arguments.get(1).map(|argument| argument.clone().concrete().ty);
        }
        let mut reasons = Vec::new();
        let mut best: Option<(Signature, Cost)> = None;
        for form in forms {
            let Some(signature) = signature(form, &resource, stored.as_ref()) else { continue };
            match self.method_cost(&signature, &arguments) {
                Ok(cost) => {
                    if best.as_ref().is_none_or(|(_, known)| cost < *known) {
                        best = Some((signature, cost));
                    }
                }
                Err(why) => reasons.push(why),
            }
        }
        let Some((signature, _)) = best else {
            let types: Vec<String> = arguments.iter().map(|argument| type_name(&argument.expr.ty)).collect();
            let shown = resource_name(&resource);
            let diagnostic = self.error(
                "no-matching-function",
                at.0,
                format!("`{shown}::{name}` does not take ({})", types.join(", ")),
            );
            for why in Misfit::summary(&reasons) {
                diagnostic.note(format!("`{name}` {why}"));
            }
            return Err(Failed);
        };
        let mut converted = Vec::new();
        for (argument, parameter) in arguments.into_iter().zip(&signature.parameters) {
            converted.push(if parameter.out {
                self.written_back(argument, &parameter.ty, Passing::Out)?
            } else {
                self.convert(argument, &parameter.ty)?
            });
        }
        // `SampleCmp` gives one number and `Gather` four, whatever the texel is.
        let yields_element = (method == Method::Load || name.starts_with("Sample") && !name.starts_with("SampleCmp"))
            && matches!(&resource, Resource::Texture { element, .. } | Resource::Image { element, .. }
                | Resource::TypedBuffer { element, .. } if signature.result == element_type(*element));
        let value = TypedValue::new(ExprKind::Method(method, object.expr, converted), signature.result, at);
        Ok(if yields_element { as_texel(value, &resource) } else { value })
    }

    fn method_cost(&mut self, signature: &Signature, arguments: &[TypedValue]) -> std::result::Result<Cost, Misfit> {
        let (least, most) = (signature.least, signature.parameters.len());
        Misfit::check_count(least, most, arguments.len())?;
        let mut worst = Cost::NONE;
        for (at, (argument, parameter)) in arguments.iter().zip(&signature.parameters).enumerate() {
            let mismatch = || {
                let (found, wanted) = (type_name(&argument.expr.ty), type_name(&parameter.ty));
                format!("argument {} is `{found}`, `{wanted}` is expected", at + 1)
            };
            let cost = if parameter.out {
                if argument.category != ValueCategory::Place {
                    return Err(format!("argument {} must be a variable, for it is written", at + 1).into());
                }
                let mut probe = argument.clone();
                probe.expr.ty = parameter.ty.clone();
                self.cost(&probe, &argument.expr.ty)
            } else {
                self.cost(argument, &parameter.ty)
            };
            worst = worst.and(cost.ok_or_else(mismatch)?);
        }
        Ok(worst)
    }

    /// `GetDimensions`: all results are `out` parameters, of `uint` or `float`.
    fn get_dimensions(
        &mut self,
        object: Expr,
        resource: &Resource,
        arguments: Vec<TypedValue>,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        // Width, height, depth or layers; then levels or samples.
        let (extents, level) = match resource {
            Resource::Texture { dim, array, multisampled, .. } => {
                let extents = if *dim == Dim::Cube { 2 } else { usize::from(dims(*dim)) };
                (extents + usize::from(*array) + usize::from(*multisampled), !multisampled)
            }
            Resource::Image { dim, array, .. } => (usize::from(dims(*dim)) + usize::from(*array), false),
            Resource::Structured { .. } | Resource::Append(_) | Resource::Consume(_) => (2, false),
            _ => (1, false),
        };
        let shown = resource_name(resource);
        let with_level = level && arguments.len() == extents + 2;
        if arguments.len() != extents && !with_level {
            let more = if level { format!(" or {}", extents + 2) } else { String::new() };
            let given = arguments.len();
            self.error(
                "no-matching-function",
                at.0,
                format!("`{shown}::GetDimensions` takes {extents}{more} arguments, {given} given"),
            );
            return Err(Failed);
        }
        let mut converted = Vec::new();
        for (index, argument) in arguments.into_iter().enumerate() {
            if with_level && index == 0 {
                converted.push(self.convert(argument, &Type::Scalar(Scalar::Uint))?);
                continue;
            }
            let float = matches!(parts(&argument.expr.ty), Some((scalar, _)) if is_float(scalar));
            let ty = Type::Scalar(if float { Scalar::Float } else { Scalar::Uint });
            converted.push(self.written_back(argument, &ty, Passing::Out)?);
        }
        Ok(TypedValue::new(ExprKind::Method(Method::GetDimensions, object, converted), Type::Void, at))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ir::Element;

    #[test]
    fn every_form_has_its_types() {
        let element = Element { scalar: Scalar::Float, count: 4 };
        let texture =
            |multisampled| Resource::Texture { dim: Dim::D2, array: true, multisampled, element, texel: None };
        let number = || Arc::new(Type::Scalar(Scalar::Float));
        let holder = |object| match object {
            Object::Texture | Object::GatheredTexture => texture(false),
            Object::MultisampledTexture => texture(true),
            Object::WritableTexture => Resource::Image { dim: Dim::D2, array: true, element, texel: None },
            Object::TypedBuffer => Resource::TypedBuffer { element, access: Access::Read, texel: None },
            Object::StructuredBuffer | Object::CountedBuffer => {
                Resource::Structured { element: number(), access: Access::ReadWrite }
            }
            Object::AppendBuffer => Resource::Append(number()),
            Object::ConsumeBuffer => Resource::Consume(number()),
            Object::ByteBuffer | Object::WritableByteBuffer => Resource::ByteAddress { access: Access::ReadWrite },
            Object::RayQuery => Resource::RayQuery { flags: 0 },
            Object::InputAttachment => Resource::InputAttachment { multisampled: false, element },
            Object::MultisampledInputAttachment => Resource::InputAttachment { multisampled: true, element },
        };
        for row in METHODS {
            for (object, all) in row.signatures {
                let resource = holder(*object);
                assert!(forms(row, &resource).is_some(), "{object:?} has {:?}", row.method);
                for form in *all {
                    assert!(signature(form, &resource, None).is_some(), "{:?} {form}", row.method);
                }
            }
        }
        let sample = Method::Sample.operation().signatures[0].1[0];
        let sample = signature(sample, &texture(false), None).expect("it has a form");
        assert_eq!(sample.parameters[1].ty, Type::Vector(Scalar::Float, 3));
        assert_eq!(sample.parameters[2].ty, Type::Vector(Scalar::Int, 2));
        assert_eq!(sample.least, 2);
    }
}
