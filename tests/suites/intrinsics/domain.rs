//! Arguments for the rows: deterministic, with the special values of functions among them.

use uberc_judge::noise::hash;

use super::row::Ty;

/// A component of an argument. All are floats (or whole numbers) that the type holds exactly.
pub fn value(domain: &str, ty: Ty, seed: u64) -> f64 {
    let random = hash(&[seed]);
    let pick = |count: u64| (random % count) as f64;
    match (ty.scalar, domain) {
        ('b', _) => pick(2),
        (_, "sparse") => [0.0, 1.0, 0.0, 3.0][(random % 4) as usize],
        ('f', "special") => {
            let values = [0.0, 1.0, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e30, -1e-30];
            f64::from(values[(random % 8) as usize] as f32)
        }
        // Sixteenths: sums and products of a few are exact.
        ('f' | 'd', "any") => pick(129) / 16.0 - 4.0,
        ('f' | 'd', "positive") => (pick(127) + 1.0) / 16.0,
        // Quotients by these are hardly ever whole, where a rounding error would decide.
        ('f', "third") => f64::from(((pick(40) + 1.0) / 3.0 + 0.01) as f32),
        ('f', "low") => -(pick(57) + 8.0) / 16.0,
        ('f', "high") => (pick(57) + 8.0) / 16.0,
        ('f', "unit") => pick(33) / 16.0 - 1.0,
        ('f', "unit01") => pick(17) / 16.0,
        (_, "whole") => {
            if ty.scalar == 'u' {
                pick(7)
            } else {
                pick(13) - 6.0
            }
        }
        ('i', "low") => -pick(30) - 5.0,
        ('i' | 'u', "high") => pick(30) + 40.0,
        ('u', "low") => pick(30),
        // No infinities, no numbers too small for a float's normal range to be told apart from zero.
        ('u', "halves") => ((random & 0x83ff) | (5 + (random >> 32) % 20) << 10) as f64,
        // Every other is small, so that products and comparisons say something.
        ('i', _) if random & 1 == 0 => pick(81) - 40.0,
        ('u', _) if random & 1 == 0 => pick(81),
        ('i', _) => f64::from((random >> 20) as i32),
        ('u', _) => f64::from((random >> 20) as u32),
        (scalar, domain) => panic!("no domain `{domain}` for `{scalar}`"),
    }
}

/// Appends a component as words.
pub fn words(ty: Ty, value: f64, out: &mut Vec<u32>) {
    match ty.scalar {
        'f' => out.push((value as f32).to_bits()),
        'd' => out.extend([value.to_bits() as u32, (value.to_bits() >> 32) as u32]),
        'i' => out.push(value as i32 as u32),
        _ => out.push(value as u32),
    }
}

/// The components that words say.
pub fn values(ty: Ty, words: &[u32]) -> Vec<f64> {
    match ty.scalar {
        // A double is handed out as a float: not every compiler takes it apart.
        'f' | 'd' => words.iter().map(|word| f64::from(f32::from_bits(*word))).collect(),
        'i' => words.iter().map(|word| f64::from(*word as i32)).collect(),
        _ => words.iter().map(|word| f64::from(*word)).collect(),
    }
}
