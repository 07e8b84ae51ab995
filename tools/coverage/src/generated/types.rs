//! Types of generated programs, and the numbers that they are made with.

use std::fmt;

use uberc_judge::noise;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Bool,
    Int,
    Uint,
    Float,
    Int64,
    Uint64,
    Double,
}

impl Scalar {
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Scalar::Int | Scalar::Uint | Scalar::Int64 | Scalar::Uint64)
    }

    pub(super) fn is_signed(self) -> bool {
        matches!(self, Scalar::Int | Scalar::Int64 | Scalar::Float | Scalar::Double)
    }

    pub(super) fn is_real(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double)
    }

    pub(super) fn is_wide(self) -> bool {
        matches!(self, Scalar::Int64 | Scalar::Uint64 | Scalar::Double)
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Scalar::Bool => "bool",
            Scalar::Int => "int",
            Scalar::Uint => "uint",
            Scalar::Float => "float",
            Scalar::Int64 => "int64_t",
            Scalar::Uint64 => "uint64_t",
            Scalar::Double => "double",
        })
    }
}

/// Rows and columns; a scalar and a vector have no rows, a scalar has no columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    One,
    Vector(u32),
    Matrix(u32, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ty {
    pub(super) scalar: Scalar,
    pub(super) form: Form,
}

impl Ty {
    pub(super) const fn new(scalar: Scalar, form: Form) -> Ty {
        Ty { scalar, form }
    }

    pub(super) const fn one(scalar: Scalar) -> Ty {
        Ty { scalar, form: Form::One }
    }

    pub(super) const fn with(self, scalar: Scalar) -> Ty {
        Ty { scalar, form: self.form }
    }

    pub(super) const fn formed(self, form: Form) -> Ty {
        Ty { scalar: self.scalar, form }
    }

    pub(super) fn components(self) -> u32 {
        match self.form {
            Form::One => 1,
            Form::Vector(count) => count,
            Form::Matrix(rows, columns) => rows * columns,
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            Form::One => write!(out, "{}", self.scalar),
            Form::Vector(count) => write!(out, "{}{count}", self.scalar),
            Form::Matrix(rows, columns) => write!(out, "{}{rows}x{columns}", self.scalar),
        }
    }
}

/// Choices that look random and are the same everywhere.
pub(super) struct Random {
    seed: u64,
    count: u64,
}

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random { seed, count: 0 }
    }

    /// From 0 up to, but without, `end`.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        self.count += 1;
        (noise::hash(&[self.seed, self.count]) % u64::from(end.max(1))) as u32
    }

    /// One time in so many.
    pub(super) fn one_in(&mut self, many: u32) -> bool {
        self.below(many) == 0
    }

    pub(super) fn of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let at = self.below(u32::try_from(list.len()).unwrap_or(u32::MAX)) as usize;
        list.get(at).copied()
    }

    pub(super) fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        self.of(words).unwrap_or_default()
    }

    pub(super) fn scalar(&mut self) -> Scalar {
        const USUAL: [Scalar; 8] = [
            Scalar::Bool,
            Scalar::Int,
            Scalar::Int,
            Scalar::Uint,
            Scalar::Uint,
            Scalar::Float,
            Scalar::Float,
            Scalar::Float,
        ];
        const WIDE: [Scalar; 3] = [Scalar::Int64, Scalar::Uint64, Scalar::Double];
        let from: &[Scalar] = if self.one_in(12) { &WIDE } else { &USUAL };
        self.of(from).unwrap_or(Scalar::Float)
    }

    pub(super) fn form(&mut self) -> Form {
        match self.below(10) {
            0..4 => Form::One,
            4..8 => Form::Vector(2 + self.below(3)),
            _ => Form::Matrix(2 + self.below(3), 2 + self.below(3)),
        }
    }

    pub(super) fn ty(&mut self) -> Ty {
        let (scalar, form) = (self.scalar(), self.form());
        // Matrices of 64-bit numbers take more registers than they are worth.
        Ty::new(scalar, if scalar.is_wide() && matches!(form, Form::Matrix(..)) { Form::Vector(2) } else { form })
    }
}
