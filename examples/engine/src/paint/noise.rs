//! Noise that repeats at the edges of a texture.

/// From 0 to 1, the same for the same place.
pub(crate) fn noise(x: u32, y: u32, seed: u32) -> f32 {
    let mixed = (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca6b) ^ seed.wrapping_mul(0xc2b2_ae35))
        .wrapping_mul(0x27d4_eb2f);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2c1b_3c6d);
    ((mixed ^ (mixed >> 13)) & 0xffff) as f32 / 65535.0
}

pub(crate) fn smooth(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Smooth noise of this many cells a side.
pub(crate) fn clouds(u: f32, v: f32, cells: u32, seed: u32) -> f32 {
    let (x, y) = (u.rem_euclid(1.0) * cells as f32, v.rem_euclid(1.0) * cells as f32);
    let (column, row) = (x.floor() as u32, y.floor() as u32);
    let (s, t) = (smooth(0.0, 1.0, x.fract()), smooth(0.0, 1.0, y.fract()));
    let corner = |dx: u32, dy: u32| noise((column + dx) % cells, (row + dy) % cells, seed);
    let (above, below) = (corner(0, 0) * (1.0 - s) + corner(1, 0) * s, corner(0, 1) * (1.0 - s) + corner(1, 1) * s);
    above * (1.0 - t) + below * t
}

/// Octaves of it, from this many cells on; 0 to 1.
pub(crate) fn fractal(u: f32, v: f32, cells: u32, octaves: u32, seed: u32) -> f32 {
    let octave = |level: u32| (0.5f32.powi(level as i32), clouds(u, v, cells << level, seed + level));
    let (sum, total) = (0..octaves)
        .map(octave)
        .fold((0.0, 0.0), |(sum, total), (weight, value)| (sum + weight * value, total + weight));
    sum / total
}

/// A pattern of cells (Worley, "A Cellular Texture Basis Function", 1996): the distance to the border in cells, 0 on it, and a number of
/// the cell from 0 to 1.
pub(crate) fn cells(u: f32, v: f32, count: u32, seed: u32) -> (f32, f32) {
    let (x, y) = (u.rem_euclid(1.0) * count as f32, v.rem_euclid(1.0) * count as f32);
    let (mut first, mut second, mut number) = (f32::MAX, f32::MAX, 0.0);
    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
        let (cx, cy) = (x.floor() as i32 + dx, y.floor() as i32 + dy);
        let wrapped = [cx, cy].map(|cell| cell.rem_euclid(count as i32) as u32);
        let at = [0, 1].map(|axis| 0.15 + 0.7 * noise(wrapped[0], wrapped[1], seed + axis));
        let distance = f32::hypot(cx as f32 + at[0] - x, cy as f32 + at[1] - y);
        if distance < first {
            (second, first, number) = (first, distance, noise(wrapped[0], wrapped[1], seed + 7));
        } else {
            second = second.min(distance);
        }
    }
    (second - first, number)
}
