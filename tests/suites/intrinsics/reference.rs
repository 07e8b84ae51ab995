//! Reference results of functions, computed in double precision by HLSL's documentation, one invocation at a time.

use super::row::Ty;

/// One case's arguments, for every invocation.
pub struct Context<'a> {
    pub t: Ty,
    pub result: Ty,
    pub types: &'a [Ty],
    /// By invocation, argument and component.
    pub all: &'a [Vec<Vec<f64>>],
    pub thread: usize,
    /// Lanes of a wave.
    pub wave: usize,
}

impl Context<'_> {
    fn argument(&self, at: usize) -> &[f64] {
        &self.all[self.thread][at]
    }

    /// Invocations of this one's wave.
    fn lanes(&self) -> std::ops::Range<usize> {
        let first = self.thread / self.wave * self.wave;
        first..(first + self.wave).min(self.all.len())
    }

    fn quad(&self, lane: usize) -> Vec<f64> {
        self.all[lane][0].clone()
    }

    fn each(&self, function: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let arguments = &self.all[self.thread];
        (0..self.t.components())
            .map(|at| {
                // A scalar argument is for all components.
                let parts: Vec<f64> = arguments.iter().map(|argument| argument[at.min(argument.len() - 1)]).collect();
                function(&parts)
            })
            .collect()
    }

    fn whole(&self, function: impl Fn(&[i128]) -> i128) -> Vec<f64> {
        self.each(|parts| {
            let parts: Vec<i128> = parts.iter().map(|part| *part as i128).collect();
            wrap(self.result, function(&parts))
        })
    }

    fn is_float(&self) -> bool {
        matches!(self.t.scalar, 'f' | 'd')
    }

    /// A combination of a component over some lanes.
    fn over(&self, lanes: impl Iterator<Item = usize> + Clone, start: f64, with: impl Fn(f64, f64) -> f64) -> Vec<f64> {
        (0..self.t.components())
            .map(|at| {
                let combine = |sum: f64, lane: usize| with(sum, self.all[lane][0][at]);
                lanes.clone().fold(start, combine)
            })
            .collect()
    }
}

/// A whole number as 32 bits hold it.
fn wrap(ty: Ty, value: i128) -> f64 {
    match ty.scalar {
        'i' => f64::from(value as i32),
        'u' => f64::from(value as u32),
        _ => value as f64,
    }
}

fn bits(value: f64) -> u32 {
    value as i64 as u32
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn truth(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// The result's components; `None` where the table asks for something that is not here.
pub fn reference(name: &str, context: &Context<'_>) -> Option<Vec<f64>> {
    arithmetic(name, context)
        .or_else(|| vectors(name, context))
        .or_else(|| matrices(name, context))
        .or_else(|| words(name, context))
        .or_else(|| memory(name, context))
        .or_else(|| waves(name, context))
}

fn arithmetic(name: &str, c: &Context<'_>) -> Option<Vec<f64>> {
    if !c.is_float() && matches!(name, "mad" | "min" | "max" | "clamp") {
        return Some(match name {
            "mad" => c.whole(|p| p[0] * p[1] + p[2]),
            "min" => c.whole(|p| p[0].min(p[1])),
            "max" => c.whole(|p| p[0].max(p[1])),
            _ => c.whole(|p| p[0].clamp(p[1], p[2])),
        });
    }
    Some(match name {
        "abs" => c.each(|p| p[0].abs()),
        "acos" => c.each(|p| p[0].acos()),
        "asin" => c.each(|p| p[0].asin()),
        "atan" => c.each(|p| p[0].atan()),
        "atan2" => c.each(|p| p[0].atan2(p[1])),
        "ceil" => c.each(|p| p[0].ceil()),
        "clamp" => c.each(|p| p[0].clamp(p[1], p[2])),
        "cos" => c.each(|p| p[0].cos()),
        "cosh" => c.each(|p| p[0].cosh()),
        "degrees" => c.each(|p| p[0].to_degrees()),
        "exp" => c.each(|p| p[0].exp()),
        "exp2" => c.each(|p| p[0].exp2()),
        "floor" => c.each(|p| p[0].floor()),
        "fma" | "mad" => c.each(|p| p[0] * p[1] + p[2]),
        "fmod" => c.each(|p| p[0] % p[1]),
        // Always positive, as floor is meant.
        "frac" => c.each(|p| p[0] - p[0].floor()),
        "frexp" => c.each(|p| {
            let exponent = if p[0] == 0.0 { 0.0 } else { p[0].abs().log2().floor() + 1.0 };
            p[0] / exponent.exp2() + 16.0 * exponent
        }),
        "isfinite" => c.each(|p| truth(p[0].is_finite())),
        "isinf" => c.each(|p| truth(p[0].is_infinite())),
        "isnan" => c.each(|p| truth(p[0].is_nan())),
        "isnormal" => c.each(|p| truth((p[0] as f32).is_normal())),
        "ldexp" => c.each(|p| p[0] * p[1].exp2()),
        "lerp" => c.each(|p| p[0] + p[2] * (p[1] - p[0])),
        "log" => c.each(|p| p[0].ln()),
        "log10" => c.each(|p| p[0].log10()),
        "log2" => c.each(|p| p[0].log2()),
        "max" => c.each(|p| p[0].max(p[1])),
        "min" => c.each(|p| p[0].min(p[1])),
        "modf" => c.each(|p| p[0].fract() + 16.0 * p[0].trunc()),
        "pow" => c.each(|p| p[0].powf(p[1])),
        "radians" => c.each(|p| p[0].to_radians()),
        "rcp" => c.each(|p| 1.0 / p[0]),
        "round" => c.each(|p| p[0].round_ties_even()),
        "rsqrt" => c.each(|p| 1.0 / p[0].sqrt()),
        "saturate" => c.each(|p| p[0].clamp(0.0, 1.0)),
        "select" => c.each(|p| if p[0] != 0.0 { p[1] } else { p[2] }),
        "and" => c.each(|p| p[0] * p[1]),
        "or" => c.each(|p| p[0].max(p[1])),
        "sign" => c.each(|p| if p[0] == 0.0 { 0.0 } else { p[0].signum() }),
        "sin" => c.each(|p| p[0].sin()),
        "sincos" => c.each(|p| p[0].sin() + 4.0 * p[0].cos()),
        "sinh" => c.each(|p| p[0].sinh()),
        "smoothstep" => c.each(|p| {
            let along = ((p[2] - p[0]) / (p[1] - p[0])).clamp(0.0, 1.0);
            along * along * (3.0 - 2.0 * along)
        }),
        "sqrt" => c.each(|p| p[0].sqrt()),
        "step" => c.each(|p| truth(p[1] >= p[0])),
        "tan" => c.each(|p| p[0].tan()),
        "tanh" => c.each(|p| p[0].tanh()),
        "trunc" => c.each(|p| p[0].trunc()),
        _ => return None,
    })
}

fn vectors(name: &str, c: &Context<'_>) -> Option<Vec<f64>> {
    let a = || c.argument(0);
    let b = || c.argument(1);
    Some(match name {
        "all" => vec![truth(a().iter().all(|part| *part != 0.0))],
        "any" => vec![truth(a().iter().any(|part| *part != 0.0))],
        "cross" => {
            let (a, b) = (a(), b());
            vec![a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        }
        "distance" => vec![a().iter().zip(b()).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()],
        "dot" if c.is_float() => vec![dot(a(), b())],
        "dot" => vec![wrap(c.result, a().iter().zip(b()).map(|(a, b)| *a as i128 * *b as i128).sum())],
        "dst" => vec![1.0, a()[1] * b()[1], a()[2], b()[3]],
        "faceforward" => {
            let side = if dot(b(), c.argument(2)) < 0.0 { 1.0 } else { -1.0 };
            a().iter().map(|part| part * side).collect()
        }
        "length" => vec![dot(a(), a()).sqrt()],
        "lit" => {
            let (light, half, power) = (a()[0], b()[0], c.argument(2)[0]);
            let specular = if light < 0.0 || half < 0.0 { 0.0 } else { half.powf(power) };
            vec![1.0, light.max(0.0), specular, 1.0]
        }
        "normalize" => a().iter().map(|part| part / dot(a(), a()).sqrt()).collect(),
        "reflect" => a().iter().zip(b()).map(|(i, n)| i - 2.0 * dot(a(), b()) * n).collect(),
        "refract" => {
            let (eta, cosine) = (c.argument(2)[0], dot(a(), b()));
            let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
            let part = |(i, n): (&f64, &f64)| if k < 0.0 { 0.0 } else { eta * i - (eta * cosine + k.sqrt()) * n };
            a().iter().zip(b()).map(part).collect()
        }
        "D3DCOLORtoUBYTE4" => [2, 1, 0, 3].map(|at: usize| (a()[at] * 255.001953).trunc()).to_vec(),
        _ => return None,
    })
}

fn determinant(rows: &[Vec<f64>]) -> f64 {
    let [first, rest @ ..] = rows else { return 1.0 };
    first
        .iter()
        .enumerate()
        .map(|(at, factor)| {
            let minor: Vec<Vec<f64>> = rest.iter().map(|row| [&row[..at], &row[at + 1..]].concat()).collect();
            let sign = if at % 2 == 0 { 1.0 } else { -1.0 };
            sign * factor * determinant(&minor)
        })
        .sum()
}

fn matrices(name: &str, c: &Context<'_>) -> Option<Vec<f64>> {
    let rows =
        |at: usize| -> Vec<Vec<f64>> { c.argument(at).chunks(c.types[at].columns).map(<[f64]>::to_vec).collect() };
    Some(match name {
        "determinant" => vec![determinant(&rows(0))],
        "transpose" => {
            let rows = rows(0);
            (0..rows[0].len()).flat_map(|column| rows.iter().map(move |row| row[column])).collect()
        }
        "mul" => {
            let (left, right) = (c.types[0], c.types[1]);
            if left.components() == 1 || right.components() == 1 {
                let (scalar, other) = if left.components() == 1 { (0, 1) } else { (1, 0) };
                return Some(c.argument(other).iter().map(|part| part * c.argument(scalar)[0]).collect());
            }
            // A vector is a row on the left and a column on the right.
            let columns: Vec<Vec<f64>> = if right.matrix {
                let rows = rows(1);
                (0..right.columns).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
            } else {
                vec![c.argument(1).to_vec()]
            };
            rows(0).iter().flat_map(|row| columns.iter().map(move |column| dot(row, column))).collect()
        }
        _ => return None,
    })
}

fn words(name: &str, c: &Context<'_>) -> Option<Vec<f64>> {
    let same_bits = |value: f64| match c.t.scalar {
        'f' => (value as f32).to_bits(),
        _ => bits(value),
    };
    let half = |value: f64| uberc_judge::format::half_value(bits(value) as u16);
    let first = |at: usize| bits(c.argument(at)[0]);
    let bytes = |at: usize| first(at).to_le_bytes();
    let pack = |parts: Vec<u8>| vec![f64::from(u32::from_le_bytes([parts[0], parts[1], parts[2], parts[3]]))];
    Some(match name {
        "asfloat" => c.each(|p| f64::from(f32::from_bits(same_bits(p[0])))),
        "asint" => c.each(|p| f64::from(same_bits(p[0]) as i32)),
        "asuint" if c.t.scalar == 'd' => {
            let all = c.argument(0)[0].to_bits();
            vec![f64::from(all as u32), f64::from((all >> 32) as u32)]
        }
        "asuint" => c.each(|p| f64::from(same_bits(p[0]))),
        "asdouble" => vec![f64::from_bits(u64::from(first(1) & 0x3fff_ffff) << 32 | u64::from(first(0)))],
        "countbits" => c.each(|p| f64::from(bits(p[0]).count_ones())),
        "reversebits" => c.each(|p| f64::from(bits(p[0]).reverse_bits())),
        "firstbithigh" => c.each(|p| {
            let word = if c.t.scalar == 'i' && p[0] < 0.0 { !bits(p[0]) } else { bits(p[0]) };
            if word == 0 { -1.0 } else { f64::from(31 - word.leading_zeros()) }
        }),
        "firstbitlow" => c.each(|p| if p[0] == 0.0 { -1.0 } else { f64::from(bits(p[0]).trailing_zeros()) }),
        "f16tof32" => c.argument(0).iter().map(|part| half(*part)).collect(),
        "f32tof16" => {
            c.argument(0).iter().map(|part| f64::from(uberc_judge::format::half_bits(*part as f32))).collect()
        }
        "dot2add" => vec![dot(c.argument(0), c.argument(1)) + c.argument(2)[0]],
        "msad4" => {
            let source = [bytes(1), bits(c.argument(1)[1]).to_le_bytes()].concat();
            (0..4)
                .map(|at: usize| {
                    // A byte of zero in the pattern masks its difference.
                    let used = bytes(0).into_iter().zip(&source[at..]).filter(|(pattern, _)| *pattern != 0);
                    c.argument(2)[at] + used.map(|(pattern, byte)| f64::from(pattern.abs_diff(*byte))).sum::<f64>()
                })
                .collect()
        }
        "dot4add_u8packed" => {
            let sum: i128 = bytes(0).iter().zip(bytes(1)).map(|(a, b)| i128::from(*a) * i128::from(b)).sum();
            vec![wrap(c.result, sum + c.argument(2)[0] as i128)]
        }
        "dot4add_i8packed" => {
            let sum: i128 =
                bytes(0).iter().zip(bytes(1)).map(|(a, b)| i128::from(*a as i8) * i128::from(b as i8)).sum();
            vec![wrap(c.result, sum + c.argument(2)[0] as i128)]
        }
        "pack_u8" => pack(c.argument(0).iter().map(|part| bits(*part) as u8).collect()),
        "pack_clamp_u8" => pack(c.argument(0).iter().map(|part| part.clamp(0.0, 255.0) as u8).collect()),
        "pack_clamp_s8" => pack(c.argument(0).iter().map(|part| part.clamp(-128.0, 127.0) as i8 as u8).collect()),
        "unpack_u8u32" => bytes(0).map(f64::from).to_vec(),
        "unpack_s8s32" => bytes(0).map(|byte| f64::from(byte as i8)).to_vec(),
        _ => return None,
    })
}

/// What `A`, `AI` and `W` hold before.
pub fn word_before(thread: usize) -> u32 {
    3 + 7 * thread as u32
}

/// What `Words` and `Bytes` hold.
pub fn word_held(at: usize) -> u32 {
    uberc_judge::noise::hash(&[7, at as u64]) as u32
}

fn memory(name: &str, c: &Context<'_>) -> Option<Vec<f64>> {
    let before = i128::from(word_before(c.thread));
    let after = |value: i128| vec![before as f64, wrap(c.result, value)];
    let a = || c.argument(0)[0] as i128;
    let everybody = || c.all.iter().map(|arguments| arguments[0][0] as i128);
    let neighbour = || c.all[c.thread ^ 1][0].clone();
    Some(match name {
        "InterlockedAdd" => after(before + a()),
        "InterlockedAnd" => after(before & a()),
        "InterlockedOr" => after(before | a()),
        "InterlockedXor" => after(before ^ a()),
        "InterlockedMin" => after(before.min(a())),
        "InterlockedMax" => after(before.max(a())),
        "InterlockedExchange" => after(a()),
        // Every second invocation compares with what is there.
        "InterlockedCompareExchange" => after(if c.thread.is_multiple_of(2) { a() } else { before }),
        "InterlockedCompareStore" => vec![if c.thread.is_multiple_of(2) { a() as f64 } else { before as f64 }],
        "InterlockedAddOnly" => vec![wrap(c.result, before + a())],
        "sum" => vec![wrap(c.result, everybody().sum())],
        "max of all" => vec![everybody().max()? as f64],
        "or of all" => vec![everybody().fold(0, |all, one| all | one) as f64],
        "same" => c.argument(0).to_vec(),
        "neighbour" => neighbour(),
        "words" => vec![f64::from(word_held(c.thread))],
        "bytes" => (0..c.result.components()).map(|at| f64::from(word_held(c.thread + at))).collect(),
        _ => return None,
    })
}

fn waves(name: &str, c: &Context<'_>) -> Option<Vec<f64>> {
    let lanes = || c.lanes();
    let before = || c.lanes().start..c.thread;
    let set = |lane: usize| c.all[lane][0][0] != 0.0;
    let ballot = |of: &dyn Fn(usize) -> bool| -> Vec<f64> {
        let word = |word: usize| {
            let bits = lanes().enumerate().filter(|(at, lane)| at / 32 == word && of(*lane));
            f64::from(bits.fold(0u32, |bits, (at, _)| bits | 1 << (at % 32)))
        };
        (0..4).map(word).collect()
    };
    let whole = |with: fn(u32, u32) -> u32| move |a: f64, b: f64| f64::from(with(bits(a), bits(b)));
    let lane = c.thread % c.wave;
    // Whole numbers wrap, and their products have more digits than a double.
    let sum = |a: f64, b: f64| if c.is_float() { a + b } else { wrap(c.result, a as i128 + b as i128) };
    let product = |a: f64, b: f64| if c.is_float() { a * b } else { wrap(c.result, a as i128 * b as i128) };
    Some(match name {
        "WaveGetLaneCount" => vec![c.wave as f64],
        "WaveGetLaneIndex" => vec![lane as f64],
        "WaveIsFirstLane" => vec![truth(lane == 0)],
        "WaveActiveAllEqual" => vec![truth(lanes().all(|lane| c.all[lane][0] == *c.argument(0)))],
        "WaveActiveAllTrue" => vec![truth(lanes().all(set))],
        "WaveActiveAnyTrue" => vec![truth(lanes().any(set))],
        "WaveActiveBallot" => ballot(&set),
        "WaveMatch" => ballot(&|lane| c.all[lane][0] == *c.argument(0)),
        "WaveActiveCountBits" => vec![lanes().filter(|lane| set(*lane)).count() as f64],
        "WavePrefixCountBits" => vec![before().filter(|lane| set(*lane)).count() as f64],
        "WaveActiveBitAnd" => c.over(lanes(), f64::from(u32::MAX), whole(|a, b| a & b)),
        "WaveActiveBitOr" => c.over(lanes(), 0.0, whole(|a, b| a | b)),
        "WaveActiveBitXor" => c.over(lanes(), 0.0, whole(|a, b| a ^ b)),
        "WaveActiveMax" => c.over(lanes(), f64::NEG_INFINITY, f64::max),
        "WaveActiveMin" => c.over(lanes(), f64::INFINITY, f64::min),
        "WaveActiveSum" => c.over(lanes(), 0.0, sum),
        "WavePrefixSum" => c.over(before(), 0.0, sum),
        "WaveActiveProduct" => c.over(lanes(), 1.0, product),
        "WavePrefixProduct" => c.over(before(), 1.0, product),
        "WaveReadLaneAt" => c.all[lanes().start + 1][0].clone(),
        "WaveReadLaneFirst" => c.all[lanes().start][0].clone(),
        "QuadReadAcrossX" => c.quad(c.thread ^ 1),
        "QuadReadAcrossY" => c.quad(c.thread ^ 2),
        "QuadReadAcrossDiagonal" => c.quad(c.thread ^ 3),
        "QuadReadLaneAt" => c.quad(c.thread & !3 | 2),
        "QuadAll" => vec![truth((0..4).all(|at| set(c.thread & !3 | at)))],
        "QuadAny" => vec![truth((0..4).any(|at| set(c.thread & !3 | at)))],
        _ => return None,
    })
}
