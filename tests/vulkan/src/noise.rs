//! Numbers that look random and are the same everywhere.

/// A hash of some numbers (SplitMix64's finaliser, chained).
pub fn hash(parts: &[u64]) -> u64 {
    parts.iter().fold(0x9e37_79b9_7f4a_7c15, |state, part| {
        let mut mixed = (state ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}

/// A hash of a name.
pub fn name(seed: u64, text: &str) -> u64 {
    text.bytes().fold(hash(&[seed, text.len() as u64]), |state, byte| hash(&[state, u64::from(byte)]))
}

/// From 0 up to 1, in steps that a half has.
pub fn unit(hash: u64) -> f64 {
    (hash >> 54) as f64 / 1024.0
}

/// A value of a texture: a slope over the image with noise on it, from 0 to 1. `place` is a fraction of the image.
pub fn texel(seed: u64, place: [f64; 3], at: [u32; 3], layer: u32, level: u32, channel: u32) -> f64 {
    let phase = unit(hash(&[seed, u64::from(channel), u64::from(layer)]));
    let slope = [0.7, 0.5, 0.3].map(|most| most * (unit(hash(&[seed, 1, u64::from(channel)])) + 0.5));
    let along: f64 = place.iter().zip(slope).map(|(place, slope)| place * slope).sum();
    let noise = unit(hash(&[
        seed,
        u64::from(at[0]),
        u64::from(at[1]),
        u64::from(at[2]),
        u64::from(layer) << 8 | u64::from(level),
        u64::from(channel),
    ]));
    0.75 * (phase + along).fract() + 0.25 * noise
}
