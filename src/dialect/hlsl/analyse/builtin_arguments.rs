//! The template arguments of built-in types.

use std::sync::Arc;

use super::members::element_type;
use crate::ir::{Resource, Scalar, Type, resource_name};
use crate::sema::TemplateArgument;

/// The arguments in `vector<...>`, `matrix<...>` or an object's `<...>`, where the type begins with this name.
pub fn template_arguments(name: &str, ty: &Type) -> Vec<TemplateArgument> {
    let scalar = |scalar: &Scalar| TemplateArgument::Type(Type::Scalar(*scalar));
    let value = |value: u8| TemplateArgument::Value(i64::from(value));
    match ty {
        Type::Vector(of, n) if name == "vector" => vec![scalar(of), value(*n)],
        Type::Matrix { scalar: of, rows, columns, .. } if name == "matrix" => {
            vec![scalar(of), value(*rows), value(*columns)]
        }
        Type::Resource(resource) if resource_name(resource) == name => match resource {
            Resource::Texture { texel: Some(texel), .. }
            | Resource::Image { texel: Some(texel), .. }
            | Resource::TypedBuffer { texel: Some(texel), .. } => {
                vec![TemplateArgument::Type(Type::Struct(Arc::clone(texel)))]
            }
            Resource::Texture { element, .. }
            | Resource::Image { element, .. }
            | Resource::TypedBuffer { element, .. } => vec![TemplateArgument::Type(element_type(*element))],
            Resource::Structured { element, .. }
            | Resource::Append(element)
            | Resource::Consume(element)
            | Resource::Constant(element)
            | Resource::TextureBuffer(element) => vec![TemplateArgument::Type((**element).clone())],
            Resource::RayQuery { flags } => vec![TemplateArgument::Value(i64::from(*flags))],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
