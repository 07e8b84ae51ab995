//! Operators and built-in functions on values.

use super::NONE;
use super::environment::{Environment, Image};
use crate::dialect::shaderception::ast::BinaryOp;
use crate::dialect::shaderception::builtins::{self, ResultWidth};

/// Four lanes; NaN where the value has no lane.
pub type Value = [f32; 4];

/// The number of lanes that are numbers.
pub fn width_of(value: Value) -> usize {
    value.iter().filter(|lane| !lane.is_nan()).count()
}

/// The first lane in the first `width` lanes, and none behind them.
pub fn spread(value: Value, width: usize) -> Value {
    [0, 1, 2, 3].map(|lane| if lane < width { value[0] } else { NONE })
}

/// An operator as the machine has it.
pub fn combine(op: BinaryOp, mut left: Value, mut right: Value) -> Value {
    let (l, r) = (width_of(left), width_of(right));
    if l == 1 && r != 1 {
        left = spread(left, r);
    } else if r == 1 && l != 1 {
        right = spread(right, l);
    }
    let most = l.max(r);
    [0, 1, 2, 3].map(|lane| if lane < most { of_lanes(op, left[lane], right[lane]) } else { NONE })
}

/// An operator on two lanes; truth is 1.
pub fn of_lanes(op: BinaryOp, a: f32, b: f32) -> f32 {
    let truth = |is: bool| f32::from(u8::from(is));
    match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        BinaryOp::Less => truth(a < b),
        BinaryOp::Greater => truth(a > b),
        BinaryOp::Equal => truth(a == b),
        BinaryOp::LessEqual => truth(a <= b),
        BinaryOp::GreaterEqual => truth(a >= b),
        BinaryOp::NotEqual => truth(a != b),
        BinaryOp::And => truth(a != 0.0 && b != 0.0),
        BinaryOp::Or => truth(a != 0.0 || b != 0.0),
    }
}

/// A value cast to a width: one lane is spread, missing lanes are 0.
pub fn pad(value: Value, has: usize, width: usize) -> Value {
    if has == 1 {
        [value[0]; 4]
    } else {
        [0, 1, 2, 3].map(|lane| if lane < has.min(width) { value[lane] } else { 0.0 })
    }
}

/// A built-in function as the machine has it; unknown numbers give four zeros.
pub fn call(id: u32, operands: &[Value], environment: &Environment<'_>, uv: [f32; 2]) -> Value {
    let Some(builtin) = builtins::by_id(id) else { return [0.0; 4] };
    let widths = operands.iter().map(|value| width_of(*value));
    let widest = widths.max().unwrap_or(0);
    let mut lanes = [[0.0; 4]; 4];
    for (place, value) in lanes.iter_mut().zip(operands) {
        // `all` looks only at lanes that are there.
        let missing = if builtin.id == 48 { 1.0 } else { 0.0 };
        let numbers = value.map(|lane| if lane.is_nan() { missing } else { lane });
        let is_narrow = builtin.pads && width_of(*value) < widest;
        *place = if is_narrow { pad(numbers, width_of(*value), widest) } else { numbers };
    }
    let result = evaluate(builtin.id, &lanes, environment, uv);
    let width = match builtin.result {
        ResultWidth::Same => operands.first().map_or(0, |value| width_of(*value)),
        ResultWidth::Widest => widest,
        ResultWidth::Fixed(width) => usize::from(width),
        // An invalid letter leaves its lane out.
        ResultWidth::Selected => return result,
    };
    [0, 1, 2, 3].map(|lane| if lane < width { result[lane] } else { NONE })
}

fn each(a: &Value, f: impl Fn(f32) -> f32) -> Value {
    a.map(f)
}

fn each2(a: &Value, b: &Value, f: impl Fn(f32, f32) -> f32) -> Value {
    [0, 1, 2, 3].map(|lane| f(a[lane], b[lane]))
}

fn each3(a: &Value, b: &Value, c: &Value, f: impl Fn(f32, f32, f32) -> f32) -> Value {
    [0, 1, 2, 3].map(|lane| f(a[lane], b[lane], c[lane]))
}

fn dot(a: &Value, b: &Value) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

fn truth(is: bool) -> Value {
    [f32::from(u8::from(is)), 0.0, 0.0, 0.0]
}

/// A function on operands without missing lanes; lanes behind the result's width are not defined.
pub fn evaluate(id: u8, operands: &[Value; 4], environment: &Environment<'_>, uv: [f32; 2]) -> Value {
    let [a, b, c, d] = operands;
    match id {
        1..=8 | 10..=18 | 33 => each(a, |x| componentwise(id, x)),
        9 => each2(a, b, power),
        19 => each2(a, b, |x, y| x - y * (x / y).floor()),
        20 => each2(a, b, f32::min),
        21 => each2(a, b, f32::max),
        22 => each3(a, b, c, |x, low, high| x.max(low).min(high)),
        23 => each3(a, b, c, |x, y, t| x + (y - x) * t),
        24 => each2(a, b, |edge, x| f32::from(u8::from(x >= edge))),
        25 => each3(a, b, c, |low, high, x| {
            let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }),
        26..=28 => [a[0], b[0], c[0], d[0]],
        29 => b.map(|lane| match lane.round_ties_even() {
            lane if (1.0..=4.0).contains(&lane) => a[lane as usize - 1],
            _ => NONE,
        }),
        30 => [uv[0], uv[1], 0.0, 0.0],
        31 => [20.0 * (uv[0] - 0.5), 20.0 * (uv[1] - 0.5), 0.0, 0.0],
        34..=40 => geometric(id, operands),
        // Missing lanes were made 1 for `all`.
        48 => truth(a.iter().all(|lane| *lane != 0.0)),
        49 => truth(a.iter().any(|lane| *lane != 0.0)),
        _ => from_environment(id, operands, environment),
    }
}

fn componentwise(id: u8, x: f32) -> f32 {
    match id {
        1 => x.ln(),
        2 => x.log2(),
        3 => x.sin(),
        4 => x.cos(),
        5 => x.tan(),
        6 => x.asin(),
        7 => x.acos(),
        8 => x.atan(),
        10 => x.exp(),
        11 => x.exp2(),
        12 => x.sqrt(),
        13 => 1.0 / x.sqrt(),
        14 => x.abs(),
        15 => f32::from(i8::from(x > 0.0) - i8::from(x < 0.0)),
        16 => x.floor(),
        17 => x.ceil(),
        18 => x - x.floor(),
        _ => x.round_ties_even(),
    }
}

/// A negative base is a domain error, as in shaders; x^0 is 1.
fn power(x: f32, y: f32) -> f32 {
    if y == 0.0 {
        1.0
    } else if x < 0.0 {
        f32::NAN
    } else {
        x.powf(y)
    }
}

fn geometric(id: u8, [a, b, c, _]: &[Value; 4]) -> Value {
    let one = |x: f32| [x, 0.0, 0.0, 0.0];
    match id {
        34 => one(dot(a, b)),
        35 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0.0],
        36 => {
            let between = each2(a, b, |x, y| x - y);
            one(dot(&between, &between).sqrt())
        }
        37 => {
            let length = dot(a, a).sqrt();
            each(a, |x| x / length)
        }
        38 => one(dot(a, a).sqrt()),
        39 => {
            let along = 2.0 * dot(a, b);
            each2(a, b, |x, normal| x - along * normal)
        }
        _ => {
            let (eta, cosine) = (c[0], dot(b, a));
            let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
            if k < 0.0 {
                return [0.0; 4];
            }
            each2(a, b, |x, normal| eta * x - (eta * cosine + k.sqrt()) * normal)
        }
    }
}

fn from_environment(id: u8, [a, ..]: &[Value; 4], environment: &Environment<'_>) -> Value {
    let sample =
        |image: Option<&Image>, nearest: bool| image.map_or([0.0; 4], |image| image.sample([a[0], a[1]], nearest));
    let time = environment.time;
    let inverse = |x: f32| if x == 0.0 { 0.0 } else { 1.0 / x };
    match id {
        32 => [time / 20.0, time, 2.0 * time, 3.0 * time],
        41 => sample(environment.previous, environment.nearest),
        42 => [environment.resolution[0], environment.resolution[1], 0.0, 0.0],
        43 => environment.button,
        44 => environment.axis,
        45 => sample(environment.camera, false),
        46 => {
            let (delta, smooth) = (environment.delta, environment.smoothed_delta);
            [delta, inverse(delta), smooth, inverse(smooth)]
        }
        47 => sample(environment.video, false),
        66..=69 => environment.audio.map_or([0.0; 4], |audio| audio_at(id, a, audio)),
        _ => [0.0; 4],
    }
}

/// Texels of the audio texture: plain, continued in the next rows, and between two.
fn audio_at(id: u8, at: &Value, audio: &Image) -> Value {
    let row = audio.width.max(1) as i64;
    let texel = |x: f32, y: f32| {
        let (x, y) = (x as i64, y as i64);
        // The first row of the texture is at its top.
        let flipped = |y: i64| audio.height as i64 - 1 - y;
        if id == 67 || id == 69 {
            audio.texel(x.rem_euclid(row), flipped(y.saturating_add(x.div_euclid(row))))
        } else {
            audio.texel(x, flipped(y))
        }
    };
    if id < 68 {
        return texel(at[0], at[1]);
    }
    let (one, two) = (texel(at[0], at[1]), texel(at[0] + 1.0, at[1]));
    let t = at[0] - at[0].floor();
    [0, 1, 2, 3].map(|lane| one[lane] + (two[lane] - one[lane]) * t)
}
