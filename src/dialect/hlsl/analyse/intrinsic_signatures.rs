//! Signatures of intrinsics, read from the notation of the table of operations.

use super::builtin;
use crate::ir::{Dim, Order, Resource, Scalar, Type};

/// The number types that `T` may have. An argument of another type is converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberClass {
    /// All.
    Any,
    /// Not `bool`.
    Number,
    /// Floats up to 32 bits; everything else becomes `float`.
    Float,
    /// Floats, including `double`.
    FloatOrDouble,
    /// Integers.
    Integer,
    Bool,
    Uint,
    Float32,
}

/// A parameter's or result's type, in terms of `T`.
#[derive(Clone, Debug, PartialEq)]
pub enum TypePattern {
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

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    In,
    Out,
    /// Memory for atomics.
    Ref,
}

/// A parameter of a signature.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureParameter {
    pub pattern: TypePattern,
    pub passage: Passage,
    pub optional: bool,
}

/// One way to call an intrinsic.
#[derive(Clone, Debug, PartialEq)]
pub struct CallSignature {
    pub class: NumberClass,
    /// `V`: no matrices.
    pub vectors: bool,
    pub result: TypePattern,
    pub parameters: Vec<SignatureParameter>,
    /// `mul`, `select`: decided by code.
    pub special: Option<&'static str>,
}

impl CallSignature {
    /// Reads `class: result(parameters)`.
    pub fn read(text: &'static str) -> CallSignature {
        let (class, rest) = text.split_once(": ").unwrap_or(("any", text));
        let class = match class {
            "num" => NumberClass::Number,
            "flt" => NumberClass::Float,
            "fd" => NumberClass::FloatOrDouble,
            "int" => NumberClass::Integer,
            "bool" => NumberClass::Bool,
            "uint" => NumberClass::Uint,
            "f32" => NumberClass::Float32,
            _ => NumberClass::Any,
        };
        let Some((result, parameters)) = rest.trim_end_matches(')').split_once('(') else {
            return CallSignature {
                class,
                vectors: false,
                result: TypePattern::Same,
                parameters: Vec::new(),
                special: Some(rest),
            };
        };
        let vectors = rest.contains('V');
        let parameters = parameters
            .split(", ")
            .filter(|parameter| !parameter.is_empty())
            .map(|parameter| {
                let optional = parameter.starts_with('?');
                let parameter = parameter.trim_start_matches('?');
                let (passage, name) = match parameter.split_once(' ') {
                    Some(("out", name)) => (Passage::Out, name),
                    Some(("ref", name)) => (Passage::Ref, name),
                    _ => (Passage::In, parameter),
                };
                SignatureParameter { pattern: pattern(name), passage, optional }
            })
            .collect();
        CallSignature { class, vectors, result: pattern(result), parameters, special: None }
    }
}

fn pattern(name: &str) -> TypePattern {
    match name {
        "T" | "V" => TypePattern::Same,
        "M" => TypePattern::Matrix { square: false },
        "Q" => TypePattern::Matrix { square: true },
        "N" => TypePattern::Transposed,
        "S" => TypePattern::Scalar,
        "T3" => TypePattern::Vector3,
        "B" => TypePattern::Shaped(Scalar::Bool),
        "I" => TypePattern::Shaped(Scalar::Int),
        "U" => TypePattern::Shaped(Scalar::Uint),
        "F" => TypePattern::Shaped(Scalar::Float),
        "H" => TypePattern::Shaped(Scalar::Float16),
        "J" => TypePattern::Shaped(Scalar::Int16),
        "W" => TypePattern::Shaped(Scalar::Uint16),
        "void" => TypePattern::Fixed(Type::Void),
        "sampler1D" => TypePattern::Fixed(Type::Resource(Resource::sampled(Dim::D1))),
        "sampler2D" => TypePattern::Fixed(Type::Resource(Resource::sampled(Dim::D2))),
        "sampler3D" => TypePattern::Fixed(Type::Resource(Resource::sampled(Dim::D3))),
        "samplerCUBE" => TypePattern::Fixed(Type::Resource(Resource::sampled(Dim::Cube))),
        _ => TypePattern::Fixed(builtin::number(name, Order::ColumnMajor).unwrap_or(Type::Void)),
    }
}
