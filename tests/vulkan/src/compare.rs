//! Whether two runs wrote the same.

use std::collections::BTreeMap;

/// How a written object's bytes are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    Texels(crate::format::Format),
    /// 32-bit words, of which nothing says what they are.
    Words,
}

/// Something a job wrote, under a name that both runs have.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub reading: Reading,
    pub bytes: Vec<u8>,
}

/// What may differ. Compilers order floating-point operations differently, and a value next to a threshold may fall to the other
/// side.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// Of the larger magnitude.
    pub relative: f64,
    pub absolute: f64,
    /// The part of all values that may be beyond, at most.
    pub outliers: f64,
}

impl Tolerance {
    pub const EXACT: Tolerance = Tolerance { relative: 0.0, absolute: 0.0, outliers: 0.0 };
    /// For two compilers of one source.
    pub const ROUNDING: Tolerance = Tolerance { relative: 1e-4, absolute: 1e-5, outliers: 0.002 };
}

/// A pair that is not the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub name: String,
    /// Values beyond the tolerance, of all.
    pub wrong: usize,
    pub of: usize,
    /// The first: index, left, right.
    pub first: (usize, f64, f64),
}

impl std::fmt::Display for Difference {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (at, left, right) = self.first;
        write!(out, "{}: {} of {} values differ, first {at}: {left} and {right}", self.name, self.wrong, self.of)
    }
}

/// Compares what both wrote.
pub fn compare(
    left: &BTreeMap<String, Written>,
    right: &BTreeMap<String, Written>,
    tolerance: Tolerance,
) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (name, left) in left {
        let Some(right) = right.get(name) else { continue };
        let (left, right) = common(left, right);
        let of = left.len().min(right.len());
        let beyond = |(left, right): &(Value, Value)| !left.near(*right, tolerance);
        let pairs: Vec<(Value, Value)> = left.into_iter().zip(right).collect();
        let wrong = pairs.iter().filter(|pair| beyond(pair)).count();
        if wrong as f64 > tolerance.outliers * of as f64
            && let Some(at) = pairs.iter().position(beyond)
        {
            let first = (at, pairs[at].0.number(), pairs[at].1.number());
            differences.push(Difference { name: name.clone(), wrong, of, first });
        }
    }
    differences
}

/// Values of both, less the channels that one of them has not.
fn common(left: &Written, right: &Written) -> (Vec<Value>, Vec<Value>) {
    let channels = |written: &Written| match written.reading {
        Reading::Texels(format) => format.channels as usize,
        Reading::Words => 1,
    };
    let both = channels(left).min(channels(right));
    // A storage image has the format that its compiler chose, and the game's image has one of its own: what both can hold counts.
    let coarse = match (left.reading, right.reading) {
        (Reading::Texels(left), Reading::Texels(right)) if left.numbers == right.numbers && left.bits != right.bits => {
            Some(crate::format::Format { channels: 1, ..if left.bits < right.bits { left } else { right } })
        }
        _ => None,
    };
    let rounded = |value: Value| match (coarse, value) {
        (Some(format), Value::Number(number)) => {
            let mut bytes = Vec::new();
            format.encode([number; 4], &mut bytes);
            Value::Number(format.decode(&bytes).first().copied().unwrap_or(number))
        }
        _ => value,
    };
    let take = |written: &Written| -> Vec<Value> {
        let texels = values(written);
        texels.chunks(channels(written)).flat_map(|texel| texel.iter().copied().take(both).map(rounded)).collect()
    };
    (take(left), take(right))
}

#[derive(Clone, Copy)]
enum Value {
    Number(f64),
    Word(u32),
}

fn values(written: &Written) -> Vec<Value> {
    match written.reading {
        Reading::Texels(format) => format.decode(&written.bytes).into_iter().map(Value::Number).collect(),
        Reading::Words => {
            let (words, _) = written.bytes.as_chunks();
            words.iter().map(|word| Value::Word(u32::from_le_bytes(*word))).collect()
        }
    }
}

impl Value {
    fn number(self) -> f64 {
        match self {
            Value::Number(number) => number,
            Value::Word(word) => float(word).map_or(f64::from(word), f64::from),
        }
    }

    fn near(self, other: Value, tolerance: Tolerance) -> bool {
        if let (Value::Word(left), Value::Word(right)) = (self, other) {
            if left == right {
                return true;
            }
            // Whole numbers and addresses are not near, they are right or wrong.
            if float(left).is_none() || float(right).is_none() {
                return false;
            }
        }
        near(self.number(), other.number(), tolerance)
    }
}

fn near(left: f64, right: f64, tolerance: Tolerance) -> bool {
    if left == right || left.is_nan() && right.is_nan() {
        return true;
    }
    let largest = left.abs().max(right.abs());
    // An infinity is near nothing else.
    largest.is_finite() && (left - right).abs() <= tolerance.absolute.max(tolerance.relative * largest)
}

/// The word as a float, where it looks like one: zero, or a magnitude that small whole numbers' bits do not have.
fn float(word: u32) -> Option<f32> {
    let value = f32::from_bits(word);
    let usual = (1e-12..1e12).contains(&value.abs()) || value == 0.0 || value.is_nan() || value.is_infinite();
    usual.then_some(value)
}
