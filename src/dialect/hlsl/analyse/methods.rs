//! The objects' methods, as a table: for each kind of object the forms of its methods.
//!
//! In a form stand for: `E` the element, `E4` four of its scalar, `C` coordinates with the array's, `L` coordinates without,
//! `P` whole coordinates with the array's, `PM` the same and a level, `O` whole offsets, `SS` and `SC` samplers, `T` what
//! `<...>` behind the name says. `?` begins what may be left out; `out` what is written.

use super::analyser::Analyser;
use super::conversions::Cost;
use super::entity::TemplateArgument;
use super::members::{as_texel, dims, element_type};
use super::numbers::Shape;
use super::report::{Failed, Result};
use super::show::{resource_name, type_name};
use super::values::Value;
use crate::ir::{Access, Dim, Expr, ExprKind, Method, Order, Passing, Resource, Scalar, TokenIndex, Type};

type Row = (&'static str, Method, &'static [&'static str]);

const SAMPLED: &[Row] = &[
    ("Sample", Method::Sample, &["E(SS, C, ?O, ?float, ?out uint)", "E(SS, C, float, ?out uint)"]),
    ("SampleBias", Method::SampleBias, &["E(SS, C, float, ?O, ?float, ?out uint)"]),
    ("SampleGrad", Method::SampleGrad, &["E(SS, C, L, L, ?O, ?float, ?out uint)"]),
    ("SampleLevel", Method::SampleLevel, &["E(SS, C, float, ?O, ?out uint)"]),
    ("SampleCmp", Method::SampleCmp, &["float(SC, C, float, ?O, ?float, ?out uint)"]),
    ("SampleCmpLevelZero", Method::SampleCmpLevelZero, &["float(SC, C, float, ?O, ?out uint)"]),
    ("SampleCmpLevel", Method::SampleCmpLevel, &["float(SC, C, float, float, ?O, ?out uint)"]),
    ("SampleCmpBias", Method::SampleCmpBias, &["float(SC, C, float, float, ?O, ?float, ?out uint)"]),
    ("SampleCmpGrad", Method::SampleCmpGrad, &["float(SC, C, float, L, L, ?O, ?float, ?out uint)"]),
    ("CalculateLevelOfDetail", Method::CalculateLevelOfDetail, &["float(SS, L)", "float(SC, L)"]),
    ("CalculateLevelOfDetailUnclamped", Method::CalculateLevelOfDetailUnclamped, &["float(SS, L)", "float(SC, L)"]),
    ("Load", Method::Load, &["E(PM, ?O, ?out uint)"]),
];

const GATHERED: &[Row] = &[
    ("Gather", Method::Gather, GATHER),
    ("GatherRed", Method::GatherRed, GATHER),
    ("GatherGreen", Method::GatherGreen, GATHER),
    ("GatherBlue", Method::GatherBlue, GATHER),
    ("GatherAlpha", Method::GatherAlpha, GATHER),
    ("GatherCmp", Method::GatherCmp, GATHER_CMP),
    ("GatherCmpRed", Method::GatherCmpRed, GATHER_CMP),
    ("GatherCmpGreen", Method::GatherCmpGreen, GATHER_CMP),
    ("GatherCmpBlue", Method::GatherCmpBlue, GATHER_CMP),
    ("GatherCmpAlpha", Method::GatherCmpAlpha, GATHER_CMP),
];
const GATHER: &[&str] = &["E4(SS, C, ?O, ?out uint)", "E4(SS, C, O, O, O, O, ?out uint)"];
const GATHER_CMP: &[&str] = &["E4(SC, C, float, ?O, ?out uint)", "E4(SC, C, float, O, O, O, O, ?out uint)"];

const MULTISAMPLED: &[Row] = &[
    ("Load", Method::Load, &["E(P, int, ?O, ?out uint)"]),
    ("GetSamplePosition", Method::GetSamplePosition, &["float2(int)"]),
];

const IMAGE: &[Row] = &[("Load", Method::Load, &["E(P, ?out uint)"])];
const TYPED: &[Row] = &[("Load", Method::Load, &["E(int, ?out uint)"])];
const STRUCTURED: &[Row] = &[("Load", Method::Load, &["E(int, ?out uint)"])];
const COUNTED: &[Row] = &[
    ("IncrementCounter", Method::IncrementCounter, &["uint()"]),
    ("DecrementCounter", Method::DecrementCounter, &["uint()"]),
];
const APPEND: &[Row] = &[("Append", Method::Append, &["void(E)"])];
const CONSUME: &[Row] = &[("Consume", Method::Consume, &["E()"])];
const BYTES: &[Row] = &[
    ("Load", Method::Load, &["T(uint, ?out uint)"]),
    ("Load2", Method::Load2, &["uint2(uint, ?out uint)"]),
    ("Load3", Method::Load3, &["uint3(uint, ?out uint)"]),
    ("Load4", Method::Load4, &["uint4(uint, ?out uint)"]),
];
const WRITABLE_BYTES: &[Row] = &[
    ("Store", Method::Store, &["void(uint, T)"]),
    ("Store2", Method::Store2, &["void(uint, uint2)"]),
    ("Store3", Method::Store3, &["void(uint, uint3)"]),
    ("Store4", Method::Store4, &["void(uint, uint4)"]),
    ("InterlockedAdd", Method::InterlockedAdd, ATOMIC),
    ("InterlockedAnd", Method::InterlockedAnd, ATOMIC),
    ("InterlockedOr", Method::InterlockedOr, ATOMIC),
    ("InterlockedXor", Method::InterlockedXor, ATOMIC),
    ("InterlockedMin", Method::InterlockedMin, SIGNED_ATOMIC),
    ("InterlockedMax", Method::InterlockedMax, SIGNED_ATOMIC),
    ("InterlockedExchange", Method::InterlockedExchange, &["void(uint, uint, out uint)"]),
    ("InterlockedCompareExchange", Method::InterlockedCompareExchange, &["void(uint, uint, uint, out uint)"]),
    ("InterlockedCompareStore", Method::InterlockedCompareStore, &["void(uint, uint, uint)"]),
];
const ATOMIC: &[&str] = &["void(uint, uint, ?out uint)"];
/// The value's type says how the memory is compared.
const SIGNED_ATOMIC: &[&str] = &["void(uint, uint, ?out uint)", "void(uint, int, ?out int)"];

/// Methods of all objects, some more than once.
pub fn all_names() -> impl Iterator<Item = &'static str> {
    let tables =
        [SAMPLED, GATHERED, MULTISAMPLED, IMAGE, TYPED, STRUCTURED, COUNTED, APPEND, CONSUME, BYTES, WRITABLE_BYTES];
    tables.into_iter().flatten().map(|(name, ..)| *name).chain(["GetDimensions"])
}

/// The tables of an object.
fn tables(resource: &Resource) -> Vec<&'static [Row]> {
    match resource {
        Resource::Texture { multisampled: true, .. } => vec![MULTISAMPLED],
        Resource::Texture { dim: Dim::D2 | Dim::Cube, .. } => vec![SAMPLED, GATHERED],
        Resource::Texture { .. } => vec![SAMPLED],
        Resource::Image { .. } => vec![IMAGE],
        Resource::TypedBuffer { .. } => vec![TYPED],
        Resource::Structured { access: Access::Read, .. } => vec![STRUCTURED],
        Resource::Structured { access: Access::ReadWrite, .. } => vec![STRUCTURED, COUNTED],
        Resource::Append(_) => vec![APPEND],
        Resource::Consume(_) => vec![CONSUME],
        Resource::ByteAddress { access: Access::Read } => vec![BYTES],
        Resource::ByteAddress { access: Access::ReadWrite } => vec![BYTES, WRITABLE_BYTES],
        _ => Vec::new(),
    }
}

fn has_dimensions(resource: &Resource) -> bool {
    !matches!(resource, Resource::Sampler { .. } | Resource::SampledTexture { .. } | Resource::AccelerationStructure)
}

fn names(resource: &Resource) -> Vec<&'static str> {
    let mut names: Vec<&'static str> =
        tables(resource).into_iter().flatten().map(|(name, ..)| *name).filter(|name| applies(resource, name)).collect();
    if has_dimensions(resource) {
        names.push("GetDimensions");
    }
    names
}

/// Cubes have no whole coordinates.
fn applies(resource: &Resource, name: &str) -> bool {
    !(name == "Load" && matches!(resource, Resource::Texture { dim: Dim::Cube, .. }))
}

/// What else the object offers.
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
    /// How many must be given.
    least: usize,
}

/// The types of a form for an object; `None` where it has no such parameter (offsets of a cube).
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
        Resource::Texture { element, .. } | Resource::Image { element, .. } | Resource::TypedBuffer { element, .. } => {
            element_type(*element)
        }
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
        "E4" => match super::numbers::parts(&element) {
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
        "T" => explicit.cloned().unwrap_or(Type::Scalar(Scalar::Uint)),
        name => super::builtin::number(name, Order::ColumnMajor)?,
    })
}

impl Analyser<'_, '_> {
    pub fn resource_method(
        &mut self,
        object: Value,
        name: &str,
        explicit: Option<&[TemplateArgument]>,
        arguments: Vec<Value>,
        at: TokenIndex,
    ) -> Result<Value> {
        let Type::Resource(resource) = object.expr.ty.clone() else { return Err(Failed) };
        let explicit = match explicit {
            Some([TemplateArgument::Type(ty)]) => Some(ty.clone()),
            Some(_) => {
                self.error("hlsl/template-arguments", at.0, format!("`{name}` takes one type"));
                return Err(Failed);
            }
            None => None,
        };
        if name == "GetDimensions" && has_dimensions(&resource) {
            return self.get_dimensions(object.expr, &resource, arguments, at);
        }
        let found =
            tables(&resource).into_iter().flatten().find(|(known, ..)| *known == name && applies(&resource, name));
        let Some((_, method, forms)) = found else {
            let shown = resource_name(&resource);
            let help = suggest(&resource, name);
            if matches!(resource, Resource::Texture { .. } | Resource::Image { .. })
                && matches!(name, "WriteSamplerFeedback" | "WriteSamplerFeedbackBias" | "GatherRaw")
            {
                self.unsupported(at.0, format!("`{name}`"));
                return Err(Failed);
            }
            self.error("hlsl/unknown-method", at.0, format!("`{shown}` has no method `{name}`")).help = help;
            return Err(Failed);
        };
        // What `Store` is given without `<...>` is stored as it is.
        let mut stored = explicit;
        if stored.is_none() && *method == Method::Store {
            stored = arguments.get(1).map(|argument| argument.clone().concrete().ty);
        }
        let mut reasons = Vec::new();
        let mut best: Option<(Signature, Cost)> = None;
        for form in *forms {
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
            let told = self.error(
                "hlsl/no-matching-function",
                at.0,
                format!("`{shown}::{name}` does not take ({})", types.join(", ")),
            );
            for why in reasons {
                told.note(format!("`{name}` {why}"));
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
        let yields_element = (*method == Method::Load || name.starts_with("Sample") && !name.starts_with("SampleCmp"))
            && matches!(&resource, Resource::Texture { element, .. } | Resource::Image { element, .. }
                | Resource::TypedBuffer { element, .. } if signature.result == element_type(*element));
        let value = Value::new(ExprKind::Method(*method, object.expr, converted), signature.result, at);
        Ok(if yields_element { as_texel(value, &resource) } else { value })
    }

    fn method_cost(&mut self, signature: &Signature, arguments: &[Value]) -> std::result::Result<Cost, String> {
        let (least, most) = (signature.least, signature.parameters.len());
        if arguments.len() < least || arguments.len() > most {
            let wanted = if least == most { most.to_string() } else { format!("{least} to {most}") };
            let plural = if wanted == "1" { "" } else { "s" };
            return Err(format!("takes {wanted} argument{plural}, {} given", arguments.len()));
        }
        let mut worst = Cost::NONE;
        for (at, (argument, parameter)) in arguments.iter().zip(&signature.parameters).enumerate() {
            let mismatch = || {
                let (found, wanted) = (type_name(&argument.expr.ty), type_name(&parameter.ty));
                format!("argument {} is `{found}`, `{wanted}` is expected", at + 1)
            };
            let cost = if parameter.out {
                if argument.access != super::values::Access::Place {
                    return Err(format!("argument {} must be a variable, for it is written", at + 1));
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

    /// All its results go through parameters, of `uint` or `float`.
    fn get_dimensions(
        &mut self,
        object: Expr,
        resource: &Resource,
        arguments: Vec<Value>,
        at: TokenIndex,
    ) -> Result<Value> {
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
                "hlsl/no-matching-function",
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
            let float = matches!(super::numbers::parts(&argument.expr.ty), Some((scalar, _)) if super::numbers::is_float(scalar));
            let ty = Type::Scalar(if float { Scalar::Float } else { Scalar::Uint });
            converted.push(self.written_back(argument, &ty, Passing::Out)?);
        }
        Ok(Value::new(ExprKind::Method(Method::GetDimensions, object, converted), Type::Void, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Element;

    #[test]
    fn every_form_has_its_types() {
        let element = Element { scalar: Scalar::Float, count: 4 };
        let texture = Resource::Texture { dim: Dim::D2, array: true, multisampled: false, element, texel: None };
        for row in [SAMPLED, GATHERED] {
            for (name, _, forms) in row {
                for form in *forms {
                    assert!(signature(form, &texture, None).is_some(), "{name} {form}");
                }
            }
        }
        let sample = signature(SAMPLED[0].2[0], &texture, None).expect("it has a form");
        assert_eq!(sample.parameters[1].ty, Type::Vector(Scalar::Float, 3));
        assert_eq!(sample.parameters[2].ty, Type::Vector(Scalar::Int, 2));
        assert_eq!(sample.least, 2);
        for (name, _, forms) in BYTES.iter().chain(WRITABLE_BYTES) {
            for form in *forms {
                assert!(
                    signature(form, &Resource::ByteAddress { access: Access::ReadWrite }, None).is_some(),
                    "{name}"
                );
            }
        }
    }
}
