//! Names of built-in types.

use std::sync::Arc;

use crate::atom::Atom;
use crate::ir::{Access, Dim, Element, Member, Order, Resource, Scalar, Struct, Symbol, Type, Words};

pub fn scalar(text: &str) -> Option<Scalar> {
    Some(match text {
        "bool" => Scalar::Bool,
        "int" | "int32_t" => Scalar::Int,
        "uint" | "dword" | "uint32_t" | "uint8_t4_packed" | "int8_t4_packed" => Scalar::Uint,
        "half" => Scalar::Half,
        "float" | "float32_t" => Scalar::Float,
        "double" | "float64_t" => Scalar::Double,
        "min16float" | "min10float" => Scalar::Min16Float,
        "min16int" | "min12int" => Scalar::Min16Int,
        "min16uint" => Scalar::Min16Uint,
        "int16_t" => Scalar::Int16,
        "uint16_t" => Scalar::Uint16,
        "float16_t" => Scalar::Float16,
        "int64_t" => Scalar::Int64,
        "uint64_t" => Scalar::Uint64,
        _ => return None,
    })
}

/// `float`, `uint3`, `half4x4`.
pub fn number(text: &str, order: Order) -> Option<Type> {
    if let Some(scalar) = scalar(text) {
        return Some(Type::Scalar(scalar));
    }
    let digit = |byte: u8| (b'1'..=b'4').contains(&byte).then(|| byte - b'0');
    match text.as_bytes() {
        [head @ .., rows, b'x', columns] => {
            let (rows, columns) = (digit(*rows)?, digit(*columns)?);
            let scalar = scalar(text.get(..head.len())?)?;
            Some(Type::Matrix { scalar, rows, columns, order })
        }
        [head @ .., n] => Some(Type::Vector(scalar(text.get(..head.len())?)?, digit(*n)?)),
        [] => None,
    }
}

/// An object's name, and what its template argument is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    Texture { dim: Dim, array: bool, multisampled: bool },
    Image { dim: Dim, array: bool },
    Sampler { comparison: bool },
    SampledTexture(Dim),
    TypedBuffer(Access),
    Structured(Access),
    Append,
    Consume,
    ByteAddress(Access),
    Constant,
    TextureBuffer,
    AccelerationStructure,
    RayQuery,
    InputAttachment { multisampled: bool },
}

/// Objects of hull, domain and geometry stages.
pub fn is_of_vertices(text: &str) -> bool {
    matches!(text, "InputPatch" | "OutputPatch" | "PointStream" | "LineStream" | "TriangleStream")
}

/// Objects that the embedded compiler does not support.
pub fn is_foreign_object(text: &str) -> bool {
    matches!(
        text,
        "InputPatch"
            | "OutputPatch"
            | "PointStream"
            | "LineStream"
            | "TriangleStream"
            | "DispatchNodeInputRecord"
            | "FeedbackTexture2D"
            | "FeedbackTexture2DArray"
            | "RWTexture2DMS"
            | "RWTexture2DMSArray"
            | "StateObjectConfig"
            | "GlobalRootSignature"
            | "LocalRootSignature"
    )
}

/// Structures that the language declares for ray tracing; without it they are plain data.
pub fn structure(text: &str) -> Option<Type> {
    const FLOAT: Type = Type::Scalar(Scalar::Float);
    const FLOAT2: Type = Type::Vector(Scalar::Float, 2);
    const FLOAT3: Type = Type::Vector(Scalar::Float, 3);
    let members: &[(&str, Type)] = match text {
        "RayDesc" => &[("Origin", FLOAT3), ("TMin", FLOAT), ("Direction", FLOAT3), ("TMax", FLOAT)],
        "BuiltInTriangleIntersectionAttributes" => &[("barycentrics", FLOAT2)],
        _ => return None,
    };
    let members = members.iter().map(|(name, ty)| Member { name: Atom::from(name), ty: ty.clone() }).collect();
    let symbol = Symbol(Atom::from(text));
    Some(Type::Struct(Arc::new(Struct::new(symbol, members, Vec::new(), Words::default()))))
}

pub fn object(text: &str) -> Option<Object> {
    let texture = |dim, array, multisampled| Object::Texture { dim, array, multisampled };
    let image = |dim, array| Object::Image { dim, array };
    let text = match text.strip_prefix("RasterizerOrdered") {
        Some(rest) if !rest.is_empty() => &format!("RW{rest}"),
        _ => text,
    };
    Some(match text {
        "Texture1D" => texture(Dim::D1, false, false),
        "Texture1DArray" => texture(Dim::D1, true, false),
        "Texture2D" | "texture" | "texture2D" | "Texture" => texture(Dim::D2, false, false),
        "texture1D" => texture(Dim::D1, false, false),
        "texture3D" => texture(Dim::D3, false, false),
        "textureCUBE" => texture(Dim::Cube, false, false),
        "Texture2DArray" => texture(Dim::D2, true, false),
        "Texture2DMS" => texture(Dim::D2, false, true),
        "Texture2DMSArray" => texture(Dim::D2, true, true),
        "Texture3D" => texture(Dim::D3, false, false),
        "TextureCube" => texture(Dim::Cube, false, false),
        "TextureCubeArray" => texture(Dim::Cube, true, false),
        "RWTexture1D" => image(Dim::D1, false),
        "RWTexture1DArray" => image(Dim::D1, true),
        "RWTexture2D" => image(Dim::D2, false),
        "RWTexture2DArray" => image(Dim::D2, true),
        "RWTexture3D" => image(Dim::D3, false),
        "SamplerState" | "sampler" | "sampler_state" => Object::Sampler { comparison: false },
        "SamplerComparisonState" => Object::Sampler { comparison: true },
        "sampler1D" => Object::SampledTexture(Dim::D1),
        "sampler2D" => Object::SampledTexture(Dim::D2),
        "sampler3D" => Object::SampledTexture(Dim::D3),
        "samplerCUBE" => Object::SampledTexture(Dim::Cube),
        "Buffer" => Object::TypedBuffer(Access::Read),
        "RWBuffer" => Object::TypedBuffer(Access::ReadWrite),
        "StructuredBuffer" => Object::Structured(Access::Read),
        "RWStructuredBuffer" => Object::Structured(Access::ReadWrite),
        "AppendStructuredBuffer" => Object::Append,
        "ConsumeStructuredBuffer" => Object::Consume,
        "ByteAddressBuffer" => Object::ByteAddress(Access::Read),
        "RWByteAddressBuffer" => Object::ByteAddress(Access::ReadWrite),
        "ConstantBuffer" => Object::Constant,
        "TextureBuffer" => Object::TextureBuffer,
        "RaytracingAccelerationStructure" => Object::AccelerationStructure,
        "RayQuery" => Object::RayQuery,
        "SubpassInput" => Object::InputAttachment { multisampled: false },
        "SubpassInputMS" => Object::InputAttachment { multisampled: true },
        _ => return None,
    })
}

impl Object {
    /// The type, with its template argument if it has one. `Err` says what is wrong with the argument.
    pub fn with(self, argument: Option<&Type>) -> Result<Resource, &'static str> {
        let element = || match argument {
            None => Ok((Element { scalar: Scalar::Float, count: 4 }, None)),
            Some(Type::Scalar(scalar)) => Ok((Element { scalar: *scalar, count: 1 }, None)),
            Some(Type::Vector(scalar, count)) => Ok((Element { scalar: *scalar, count: *count }, None)),
            Some(Type::Struct(structure)) => Ok((texel(structure)?, Some(Arc::clone(structure)))),
            Some(_) => Err(NO_TEXEL),
        };
        let whole = || match argument {
            Some(Type::Void | Type::Resource(_) | Type::String) => Err("takes a number type or a structure"),
            Some(ty) => Ok(Arc::new(ty.clone())),
            None => Err("needs an element type"),
        };
        let none = || if argument.is_some() { Err("takes no template argument") } else { Ok(()) };
        Ok(match self {
            Object::Texture { dim, array, multisampled } => {
                let (element, texel) = element()?;
                Resource::Texture { dim, array, multisampled, element, texel }
            }
            Object::Image { dim, array } => {
                let (element, texel) = element()?;
                Resource::Image { dim, array, element, texel }
            }
            Object::Sampler { comparison } => none().map(|()| Resource::Sampler { comparison })?,
            Object::SampledTexture(dim) => Resource::sampled(dim),
            Object::TypedBuffer(access) => {
                let (element, texel) = element()?;
                Resource::TypedBuffer { access, element, texel }
            }
            Object::Structured(access) => Resource::Structured { access, element: whole()? },
            Object::Append => Resource::Append(whole()?),
            Object::Consume => Resource::Consume(whole()?),
            Object::ByteAddress(access) => none().map(|()| Resource::ByteAddress { access })?,
            Object::Constant => Resource::Constant(whole()?),
            Object::TextureBuffer => Resource::TextureBuffer(whole()?),
            Object::AccelerationStructure => Resource::AccelerationStructure,
            Object::InputAttachment { multisampled } => {
                let element = match element() {
                    Ok((element, None)) if element.scalar.bytes() <= 4 && element.scalar != Scalar::Bool => element,
                    _ => return Err("takes a number of at most 32 bits or a vector of such"),
                };
                Resource::InputAttachment { multisampled, element }
            }
            Object::RayQuery => Err("takes flags")?,
        })
    }
}

const NO_TEXEL: &str = "takes a scalar, a vector, or a structure of up to four numbers of one type";

/// The numbers of a texel that the source has as a structure. fxc has such texels, and dxc up to 1.8.2407.
fn texel(structure: &Struct) -> Result<Element, &'static str> {
    let mut found: Option<Element> = None;
    for member in &structure.members {
        let (scalar, count) = match &member.ty {
            Type::Scalar(scalar) => (*scalar, 1),
            Type::Vector(scalar, count) => (*scalar, *count),
            _ => return Err(NO_TEXEL),
        };
        let before = found.map_or(0, |found| found.count);
        if found.is_some_and(|found| found.scalar != scalar) || before + count > 4 {
            return Err(NO_TEXEL);
        }
        found = Some(Element { scalar, count: before + count });
    }
    found.ok_or(NO_TEXEL)
}
