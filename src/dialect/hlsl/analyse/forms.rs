//! Forms of calls, read from the tables' notation.

use super::builtin;
use crate::ir::{Dim, Order, Resource, Scalar, Type};

/// Which number types `T` may have, and what others become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// All.
    Any,
    /// Not `bool`.
    Number,
    /// Floats up to 32 bits; everything else becomes `float`.
    Float,
    /// Floats, `double` too.
    FloatOrDouble,
    /// Whole numbers.
    Integer,
    Bool,
    Uint,
    Float32,
}

/// A parameter's or result's type, in terms of `T`.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// `T`, `V`.
    Same,
    /// Matrices only; square only.
    Matrix {
        square: bool,
    },
    /// The transposed matrix.
    Transposed,
    /// Of `T`'s shape.
    Shaped(Scalar),
    /// `T`'s scalar.
    Scalar,
    Vector3,
    Fixed(Type),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    In,
    Out,
    /// Memory for atomics.
    Ref,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub part: Part,
    pub way: Way,
    pub optional: bool,
}

/// One way to call an intrinsic.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub class: Class,
    /// `V`: no matrices.
    pub vectors: bool,
    pub result: Part,
    pub parameters: Vec<Parameter>,
    /// `mul`, `select`: decided by code.
    pub special: Option<&'static str>,
}

impl Form {
    /// Reads `class: result(parameters)`.
    pub fn read(text: &'static str) -> Form {
        let (class, rest) = text.split_once(": ").unwrap_or(("any", text));
        let class = match class {
            "num" => Class::Number,
            "flt" => Class::Float,
            "fd" => Class::FloatOrDouble,
            "int" => Class::Integer,
            "bool" => Class::Bool,
            "uint" => Class::Uint,
            "f32" => Class::Float32,
            _ => Class::Any,
        };
        let Some((result, parameters)) = rest.trim_end_matches(')').split_once('(') else {
            return Form { class, vectors: false, result: Part::Same, parameters: Vec::new(), special: Some(rest) };
        };
        let vectors = rest.contains('V');
        let parameters = parameters
            .split(", ")
            .filter(|parameter| !parameter.is_empty())
            .map(|parameter| {
                let optional = parameter.starts_with('?');
                let parameter = parameter.trim_start_matches('?');
                let (way, name) = match parameter.split_once(' ') {
                    Some(("out", name)) => (Way::Out, name),
                    Some(("ref", name)) => (Way::Ref, name),
                    _ => (Way::In, parameter),
                };
                Parameter { part: part(name), way, optional }
            })
            .collect();
        Form { class, vectors, result: part(result), parameters, special: None }
    }
}

fn part(name: &str) -> Part {
    match name {
        "T" | "V" => Part::Same,
        "M" => Part::Matrix { square: false },
        "Q" => Part::Matrix { square: true },
        "N" => Part::Transposed,
        "S" => Part::Scalar,
        "T3" => Part::Vector3,
        "B" => Part::Shaped(Scalar::Bool),
        "I" => Part::Shaped(Scalar::Int),
        "U" => Part::Shaped(Scalar::Uint),
        "F" => Part::Shaped(Scalar::Float),
        "H" => Part::Shaped(Scalar::Float16),
        "J" => Part::Shaped(Scalar::Int16),
        "W" => Part::Shaped(Scalar::Uint16),
        "void" => Part::Fixed(Type::Void),
        "sampler1D" => Part::Fixed(Type::Resource(Resource::SampledTexture { dim: Dim::D1 })),
        "sampler2D" => Part::Fixed(Type::Resource(Resource::SampledTexture { dim: Dim::D2 })),
        "sampler3D" => Part::Fixed(Type::Resource(Resource::SampledTexture { dim: Dim::D3 })),
        "samplerCUBE" => Part::Fixed(Type::Resource(Resource::SampledTexture { dim: Dim::Cube })),
        _ => Part::Fixed(builtin::number(name, Order::ColumnMajor).unwrap_or(Type::Void)),
    }
}
