//! Names of types in the printed program: `float4`, `Texture2D<float4>`.

use super::{Access, Dim, Element, Resource, Scalar, Type};

fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int => "int",
        Scalar::Uint => "uint",
        Scalar::Half => "half",
        Scalar::Float => "float",
        Scalar::Double => "double",
        Scalar::Min16Int => "min16int",
        Scalar::Min16Uint => "min16uint",
        Scalar::Min16Float => "min16float",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 => "uint16_t",
        Scalar::Float16 => "float16_t",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
    }
}

fn element(element: Element) -> String {
    match element.count {
        1 => scalar_name(element.scalar).to_owned(),
        n => format!("{}{n}", scalar_name(element.scalar)),
    }
}

fn dim_name(dim: Dim) -> &'static str {
    match dim {
        Dim::D1 => "1D",
        Dim::D2 => "2D",
        Dim::D3 => "3D",
        Dim::Cube => "Cube",
    }
}

fn access_prefix(access: Access) -> &'static str {
    match access {
        Access::Read => "",
        Access::ReadWrite => "RW",
    }
}

/// The type's name without template arguments, for objects.
pub fn resource_name(resource: &Resource) -> String {
    match resource {
        Resource::Texture { dim, array, multisampled, .. } => {
            let ms = if *multisampled { "MS" } else { "" };
            format!("Texture{}{ms}{}", dim_name(*dim), if *array { "Array" } else { "" })
        }
        Resource::Image { dim, array, .. } => {
            format!("RWTexture{}{}", dim_name(*dim), if *array { "Array" } else { "" })
        }
        Resource::Sampler { comparison: false } => "SamplerState".to_owned(),
        Resource::Sampler { comparison: true } => "SamplerComparisonState".to_owned(),
        Resource::SampledTexture { dim, .. } => match dim {
            Dim::D1 => "sampler1D".to_owned(),
            Dim::D2 => "sampler2D".to_owned(),
            Dim::D3 => "sampler3D".to_owned(),
            Dim::Cube => "samplerCUBE".to_owned(),
        },
        Resource::TypedBuffer { access, .. } => format!("{}Buffer", access_prefix(*access)),
        Resource::Structured { access, .. } => format!("{}StructuredBuffer", access_prefix(*access)),
        Resource::Append(_) => "AppendStructuredBuffer".to_owned(),
        Resource::Consume(_) => "ConsumeStructuredBuffer".to_owned(),
        Resource::ByteAddress { access } => format!("{}ByteAddressBuffer", access_prefix(*access)),
        Resource::Constant(_) => "ConstantBuffer".to_owned(),
        Resource::TextureBuffer(_) => "TextureBuffer".to_owned(),
        Resource::AccelerationStructure => "RaytracingAccelerationStructure".to_owned(),
        Resource::InputAttachment { multisampled, .. } => {
            format!("SubpassInput{}", if *multisampled { "MS" } else { "" })
        }
        Resource::RayQuery { .. } => "RayQuery".to_owned(),
        Resource::Descriptor(heap) => format!("{}[]", heap.name()),
    }
}

fn resource_type(resource: &Resource) -> String {
    let name = resource_name(resource);
    match resource {
        Resource::Texture { texel: Some(texel), .. }
        | Resource::Image { texel: Some(texel), .. }
        | Resource::TypedBuffer { texel: Some(texel), .. } => format!("{name}<{}>", texel.symbol.0),
        Resource::Texture { element: e, .. }
        | Resource::Image { element: e, .. }
        | Resource::InputAttachment { element: e, .. }
        | Resource::TypedBuffer { element: e, .. } => format!("{name}<{}>", element(*e)),
        Resource::Structured { element: ty, .. }
        | Resource::Append(ty)
        | Resource::Consume(ty)
        | Resource::Constant(ty)
        | Resource::TextureBuffer(ty) => format!("{name}<{}>", type_name(ty)),
        Resource::RayQuery { flags } => format!("{name}<{flags}>"),
        _ => name,
    }
}

/// `float3`, `Light[8]`, `Texture2D<float4>`.
pub fn type_name(ty: &Type) -> String {
    match ty {
        Type::Void => "void".to_owned(),
        Type::Scalar(scalar) => scalar_name(*scalar).to_owned(),
        Type::Vector(scalar, n) => format!("{}{n}", scalar_name(*scalar)),
        Type::Matrix { scalar, rows, columns, .. } => format!("{}{rows}x{columns}", scalar_name(*scalar)),
        Type::Array(..) => {
            let mut dims = String::new();
            let mut inner = ty;
            while let Type::Array(of, length) = inner {
                dims += &length.map_or("[]".to_owned(), |length| format!("[{length}]"));
                inner = of;
            }
            type_name(inner) + &dims
        }
        Type::Struct(of) => of.symbol.0.to_string(),
        Type::Enum { name, .. } => name.0.to_string(),
        Type::Resource(resource) => resource_type(resource),
        Type::String => "string".to_owned(),
    }
}
