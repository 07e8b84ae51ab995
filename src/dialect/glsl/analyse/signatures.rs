//! Signatures of built-in functions, in a notation of their own, and the types that a call gives them.
//!
//! A signature is `class: result(parameters)`. `T` is a scalar or vector whose scalar the class allows, `V` a vector alone; `S` is its
//! scalar; `Bt`, `It`, `Ut` and `Ft` have its shape and are of `bool`, `int`, `uint` and `float` (`I64t`, `Dt`, `Ht` and others of other widths); `M` is a matrix, `Q` a square one, `N`
//! the transposed one. Anything else is a type's name. `out` comes before what is written, `ref` before memory of atomics.

use super::conversions::{Score, scalar_score};
use super::rules::Analyser;
use crate::dialect::glsl::words::{number_type, type_name};
use crate::ir::{Order, Scalar, Type};
use crate::sema::numbers::{Shape, parts};
use crate::sema::{Misfit, TypedValue};

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    In,
    Out,
    /// Memory of an atomic function.
    Ref,
}

/// A parameter's or result's type, in terms of `T`.
#[derive(Clone, Debug, PartialEq)]
enum Pattern {
    Same,
    Vector,
    Scalar,
    Shaped(Scalar),
    Matrix { square: bool },
    Transposed,
    Fixed(Type),
}

/// One way to call a function.
#[derive(Clone, Debug)]
pub struct Signature {
    scalars: &'static [Scalar],
    result: Pattern,
    parameters: Vec<(Pattern, Passage)>,
}

/// The types of a call.
pub struct Fit {
    pub parameters: Vec<(Type, Passage)>,
    pub result: Type,
    /// Of the conversions: 0 if there are none.
    pub cost: u32,
}

const FLOATS: &[Scalar] = &[Scalar::Float, Scalar::Double, Scalar::Float16];
const SHORT_FLOATS: &[Scalar] = &[Scalar::Float, Scalar::Float16];
const INTEGERS: &[Scalar] = &[Scalar::Int, Scalar::Uint, Scalar::Int16, Scalar::Uint16, Scalar::Int64, Scalar::Uint64];
const BITS: &[Scalar] =
    &[Scalar::Bool, Scalar::Int, Scalar::Uint, Scalar::Int16, Scalar::Uint16, Scalar::Int64, Scalar::Uint64];
const NUMBERS: &[Scalar] = &[
    Scalar::Int,
    Scalar::Uint,
    Scalar::Float,
    Scalar::Double,
    Scalar::Int16,
    Scalar::Uint16,
    Scalar::Float16,
    Scalar::Int64,
    Scalar::Uint64,
];
const SIGNED: &[Scalar] = &[Scalar::Int, Scalar::Float, Scalar::Double, Scalar::Int16, Scalar::Float16, Scalar::Int64];
const ANY: &[Scalar] = &[
    Scalar::Bool,
    Scalar::Int,
    Scalar::Uint,
    Scalar::Float,
    Scalar::Double,
    Scalar::Int16,
    Scalar::Uint16,
    Scalar::Float16,
    Scalar::Int64,
    Scalar::Uint64,
];

fn class(name: &str) -> &'static [Scalar] {
    match name {
        "flt" => FLOATS,
        "f" => SHORT_FLOATS,
        "f32" => const { &[Scalar::Float] },
        "int" => INTEGERS,
        "iu" => const { &[Scalar::Int, Scalar::Uint] },
        "iul" => const { &[Scalar::Int, Scalar::Uint, Scalar::Int64, Scalar::Uint64] },
        "f64" => const { &[Scalar::Double] },
        "f16" => const { &[Scalar::Float16] },
        "i32" => const { &[Scalar::Int] },
        "i64" => const { &[Scalar::Int64] },
        "i16" => const { &[Scalar::Int16] },
        "u64" => const { &[Scalar::Uint64] },
        "u16" => const { &[Scalar::Uint16] },
        "uint" => const { &[Scalar::Uint] },
        "bool" => const { &[Scalar::Bool] },
        "bits" => BITS,
        "sig" => SIGNED,
        "num" => NUMBERS,
        _ => ANY,
    }
}

fn pattern(name: &str) -> Pattern {
    match name {
        "T" => Pattern::Same,
        "V" => Pattern::Vector,
        "S" => Pattern::Scalar,
        "Bt" => Pattern::Shaped(Scalar::Bool),
        "It" => Pattern::Shaped(Scalar::Int),
        "Ut" => Pattern::Shaped(Scalar::Uint),
        "Ft" => Pattern::Shaped(Scalar::Float),
        "Dt" => Pattern::Shaped(Scalar::Double),
        "Ht" => Pattern::Shaped(Scalar::Float16),
        "I64t" => Pattern::Shaped(Scalar::Int64),
        "I16t" => Pattern::Shaped(Scalar::Int16),
        "U64t" => Pattern::Shaped(Scalar::Uint64),
        "U16t" => Pattern::Shaped(Scalar::Uint16),
        "M" => Pattern::Matrix { square: false },
        "Q" => Pattern::Matrix { square: true },
        "N" => Pattern::Transposed,
        _ => Pattern::Fixed(number_type(name).unwrap_or(Type::Void)),
    }
}

impl Signature {
    /// Reads the notation.
    pub fn read(text: &str) -> Signature {
        let (of, rest) = text.split_once(": ").unwrap_or(("any", text));
        let (result, parameters) = rest.trim_end_matches(')').split_once('(').unwrap_or((rest, ""));
        let parameters = parameters.split(", ").filter(|one| !one.is_empty()).map(|one| match one.split_once(' ') {
            Some(("out", name)) => (pattern(name), Passage::Out),
            Some(("ref", name)) => (pattern(name), Passage::Ref),
            _ => (pattern(one), Passage::In),
        });
        Signature { scalars: class(of), result: pattern(result), parameters: parameters.collect() }
    }

    /// Whether a type in it depends on `T`.
    fn is_generic(&self) -> bool {
        let is_fixed = |pattern: &Pattern| matches!(pattern, Pattern::Fixed(_));
        !self.parameters.iter().all(|(pattern, _)| is_fixed(pattern))
    }
}

/// The type of a pattern.
fn type_of(pattern: &Pattern, scalar: Scalar, shape: Shape) -> Type {
    match (pattern, shape) {
        (Pattern::Fixed(ty), _) => ty.clone(),
        (Pattern::Scalar, _) => Type::Scalar(scalar),
        (Pattern::Shaped(of), shape) => shape.ty(*of, Order::RowMajor),
        (Pattern::Transposed, Shape::Matrix(columns, rows)) => Shape::Matrix(rows, columns).ty(scalar, Order::RowMajor),
        (_, shape) => shape.ty(scalar, Order::RowMajor),
    }
}

impl Analyser<'_, '_> {
    /// The types that the arguments give a signature; `Err`: why it does not take them.
    pub fn fit(&mut self, signature: &Signature, arguments: &[TypedValue]) -> Result<Fit, Misfit> {
        let wanted = signature.parameters.len();
        Misfit::check_count(wanted, wanted, arguments.len())?;
        let shape = self.shape_of(signature, arguments)?;
        let scalars = if signature.is_generic() { signature.scalars } else { &[Scalar::Float] };
        let mut best: Option<Fit> = None;
        let mut reason = String::new();
        for scalar in scalars {
            match self.fit_scalar(signature, arguments, *scalar, shape) {
                Ok(fit) if best.as_ref().is_none_or(|best| fit.cost < best.cost) => best = Some(fit),
                Ok(_) => {}
                Err(why) if reason.is_empty() => reason = why,
                Err(_) => {}
            }
        }
        best.ok_or(Misfit::Argument(reason))
    }

    /// The shape of `T`.
    fn shape_of(&mut self, signature: &Signature, arguments: &[TypedValue]) -> Result<Shape, String> {
        let mut shape: Option<Shape> = None;
        for (at, (argument, (pattern, _))) in arguments.iter().zip(&signature.parameters).enumerate() {
            if matches!(pattern, Pattern::Fixed(_) | Pattern::Scalar) {
                continue;
            }
            let shown = type_name(&argument.expr.ty);
            let Some((_, found)) = parts(&argument.expr.ty) else {
                return Err(format!("argument {} is `{shown}`, a number is expected", at + 1));
            };
            let fits = match (pattern, found) {
                (Pattern::Matrix { square: true }, Shape::Matrix(columns, rows)) => columns == rows,
                (Pattern::Matrix { .. } | Pattern::Transposed, found) => matches!(found, Shape::Matrix(..)),
                (Pattern::Vector, found) => matches!(found, Shape::Vector(_)),
                (_, found) => !matches!(found, Shape::Matrix(..)),
            };
            if !fits || shape.is_some_and(|shape| shape != found) {
                return Err(format!("argument {} is `{shown}`, which does not fit", at + 1));
            }
            shape = Some(found);
        }
        Ok(shape.unwrap_or(Shape::Scalar))
    }

    fn fit_scalar(
        &mut self,
        signature: &Signature,
        arguments: &[TypedValue],
        scalar: Scalar,
        shape: Shape,
    ) -> Result<Fit, String> {
        let es = self.context.settings.es;
        let mut fit = Fit { parameters: Vec::new(), result: type_of(&signature.result, scalar, shape), cost: 0 };
        for (at, (argument, (pattern, passage))) in arguments.iter().zip(&signature.parameters).enumerate() {
            let ty = type_of(pattern, scalar, shape);
            let (from, to) = (parts(&argument.expr.ty), parts(&ty));
            let mismatch = || {
                let (found, wanted) = (type_name(&argument.expr.ty), type_name(&ty));
                format!("argument {} is `{found}`, `{wanted}` is expected", at + 1)
            };
            let (Some((from, from_shape)), Some((to, to_shape))) = (from, to) else { return Err(mismatch()) };
            let score = match passage {
                Passage::In => scalar_score(from, to).filter(|score| !es || *score == Score::Exact),
                Passage::Out => scalar_score(to, from).filter(|score| !es || *score == Score::Exact),
                Passage::Ref => (from == to).then_some(Score::Exact),
            };
            let Some(score) = score.filter(|_| from_shape == to_shape) else { return Err(mismatch()) };
            fit.cost += match score {
                Score::Exact => 0,
                Score::Promotion => 1,
                Score::Conversion { double: false } => 2,
                Score::Conversion { double: true } => 3,
            };
            fit.parameters.push((ty, *passage));
        }
        Ok(fit)
    }
}
