//! What surfaces look like: each is a function of a place on a texture that repeats. Colours are as the eye sees them (sRGB).

use crate::paint::noise::{cells, clouds, fractal, noise, smooth};

/// One texel of a surface, before it becomes textures.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) color: [f32; 3],
    pub(crate) alpha: f32,
    /// In texels of relief.
    pub(crate) height: f32,
    pub(crate) occlusion: f32,
    pub(crate) roughness: f32,
    pub(crate) metalness: f32,
    pub(crate) glow: f32,
}

const PLAIN: Sample =
    Sample { color: [0.5; 3], alpha: 1.0, height: 0.0, occlusion: 1.0, roughness: 0.8, metalness: 0.0, glow: 0.0 };

pub(crate) type Paint = fn(f32, f32) -> Sample;

/// Name, and what is painted.
pub(crate) const SURFACES: [(&str, Paint); 13] = [
    ("paving", paving),
    ("stone", stone),
    ("ashlar", ashlar),
    ("plaster", plaster),
    ("bronze", bronze),
    ("clay", clay),
    ("bark", bark),
    ("leaves", leaves),
    ("blades", blades),
    ("meadow", meadow),
    ("water", water),
    ("lamp", lamp),
    ("lattice", lattice),
];

fn tint(color: [f32; 3], factor: f32) -> [f32; 3] {
    color.map(|part| part * factor)
}

pub(crate) fn blend(a: [f32; 3], b: [f32; 3], t: f32) -> [f32; 3] {
    std::array::from_fn(|part| a[part] + (b[part] - a[part]) * t)
}

/// Blocks in rows: the distance from the joints in blocks' heights, and a number of the block.
fn blocks(u: f32, v: f32, [columns, rows]: [u32; 2], shift: f32) -> (f32, u32) {
    let row = (v * rows as f32).floor();
    // Each row begins somewhere else; whole numbers of blocks keep the texture repeating.
    let x = (u + shift * noise(row as u32, 3, 11)).rem_euclid(1.0) * columns as f32;
    let (a, b) = (x.fract(), (v * rows as f32).fract());
    let aspect = rows as f32 / columns as f32;
    let edge = (a.min(1.0 - a) * aspect).min(b.min(1.0 - b));
    (edge, x.floor() as u32 % columns + 31 * (row as u32 % rows))
}

/// Slabs of a court: worn, of several quarries, with joints where moss finds a place.
fn paving(u: f32, v: f32) -> Sample {
    let wobble = 0.006 * (clouds(u, v, 24, 41) - 0.5);
    let (edge, number) = blocks(u + wobble, v + wobble, [6, 8], 0.5);
    let edge = edge + 0.05 * (fractal(u, v, 32, 3, 5) - 0.5);
    let slab = smooth(0.015, 0.075, edge);
    let grain = fractal(u, v, 16, 5, 8);
    let quarry = noise(number, 5, 2);
    let color = blend([0.8, 0.76, 0.69], [0.7, 0.69, 0.67], quarry);
    let color = tint(color, 0.84 + 0.2 * noise(number, 1, 3) + 0.25 * (grain - 0.5));
    let joint = tint([0.42, 0.4, 0.34], 0.8 + 0.4 * grain);
    Sample {
        color: blend(joint, color, slab),
        height: 3.4 * slab + 1.6 * grain + 1.0 * noise(number, 9, 4),
        occlusion: 0.55 + 0.45 * slab,
        roughness: 0.9 - 0.3 * slab * smooth(0.35, 0.75, grain),
        ..PLAIN
    }
}

/// Limestone of columns, without joints.
fn stone(u: f32, v: f32) -> Sample {
    let grain = fractal(u, v, 12, 5, 60);
    let stain = smooth(0.45, 0.8, fractal(u, v, 4, 3, 70));
    let pit = smooth(0.8, 0.9, clouds(u, v, 64, 75));
    let color = blend([0.88, 0.84, 0.75], [0.78, 0.73, 0.63], stain);
    Sample {
        color: tint(color, 0.86 + 0.22 * grain - 0.1 * pit),
        height: 1.4 * grain - 1.6 * pit,
        occlusion: 1.0 - 0.3 * pit,
        roughness: 0.82,
        ..PLAIN
    }
}

/// Walls of cut limestone.
fn ashlar(u: f32, v: f32) -> Sample {
    let (edge, number) = blocks(u, v, [3, 6], 0.5);
    let edge = edge + 0.02 * (fractal(u, v, 32, 2, 15) - 0.5);
    let block = smooth(0.01, 0.05, edge);
    let base = stone(u, v);
    let color = tint(base.color, 0.88 + 0.16 * noise(number, 2, 6));
    Sample {
        color: blend(tint(color, 0.62), color, block),
        height: base.height + 3.0 * block + 0.8 * noise(number, 3, 7),
        occlusion: base.occlusion * (0.65 + 0.35 * block),
        ..base
    }
}

/// Ochre plaster, washed out and stained.
fn plaster(u: f32, v: f32) -> Sample {
    let grain = fractal(u, v, 24, 4, 90);
    let wash = fractal(u, v, 3, 4, 95);
    let color = blend([0.84, 0.7, 0.53], [0.88, 0.8, 0.68], smooth(0.3, 0.7, wash));
    Sample { color: tint(color, 0.88 + 0.2 * grain), height: 1.2 * grain, roughness: 0.9, ..PLAIN }
}

/// Metal with a green film in its hollows.
fn bronze(u: f32, v: f32) -> Sample {
    let grain = fractal(u, v, 8, 5, 110);
    let film = smooth(0.52, 0.74, fractal(u, v, 5, 5, 120));
    let metal = tint([0.8, 0.64, 0.44], 0.86 + 0.3 * (grain - 0.5));
    Sample {
        color: blend(metal, [0.33, 0.5, 0.43], 0.8 * film),
        height: 0.5 * grain + 0.5 * film,
        roughness: 0.3 + 0.14 * grain + 0.4 * film,
        metalness: 1.0 - 0.85 * film,
        ..PLAIN
    }
}

fn clay(u: f32, v: f32) -> Sample {
    let grain = fractal(u, v, 12, 4, 130);
    let ring = 0.5 + 0.5 * (v * 8.0 * std::f32::consts::TAU + 2.0 * grain).sin();
    let chalk = smooth(0.6, 0.85, fractal(u, v, 4, 4, 135));
    let color = blend(tint([0.74, 0.5, 0.37], 0.85 + 0.3 * grain), [0.8, 0.68, 0.58], 0.6 * chalk);
    Sample { color, height: 0.8 * grain + 0.5 * ring, roughness: 0.78, ..PLAIN }
}

fn bark(u: f32, v: f32) -> Sample {
    // Ridges run along the trunk: the noise is stretched.
    let warp = 0.08 * fractal(u, v, 6, 3, 150);
    let (edge, number) = cells(u + warp, v * 0.5, 12, 155);
    let ridge = smooth(0.02, 0.4, edge);
    let color = blend([0.24, 0.18, 0.13], tint([0.5, 0.41, 0.32], 0.8 + 0.4 * number), ridge);
    Sample { color, height: 4.0 * ridge, occlusion: 0.5 + 0.5 * ridge, roughness: 0.9, ..PLAIN }
}

/// Leaves on a twig, on nothing.
fn leaves(u: f32, v: f32) -> Sample {
    let mut sample = Sample { color: [0.3, 0.42, 0.14], alpha: 0.0, roughness: 0.55, ..PLAIN };
    for leaf in 0..15u32 {
        let t = leaf as f32 / 14.0;
        let side = if leaf % 2 == 0 { 1.0 } else { -1.0 };
        // The twig rises from the lower edge; leaves stand at both sides of it.
        let foot = [0.5 + 0.06 * (5.0 * t).sin(), 0.95 - 0.72 * t];
        let angle = side * (0.5 + 0.75 * (1.0 - t) + 0.25 * (noise(leaf, 2, 160) - 0.5));
        let length = 0.3 + 0.1 * noise(leaf, 1, 161);
        let (dx, dy) = (u - foot[0], v - foot[1]);
        let (sine, cosine) = angle.sin_cos();
        let (along, across) = ((dx * sine - dy * cosine) / length, (dx * cosine + dy * sine) / length);
        if !(0.0..=1.0).contains(&along) {
            continue;
        }
        let wide = 0.27 * (along * std::f32::consts::PI).sin().powf(0.8) * (1.0 - 0.25 * along);
        let inside = wide - across.abs();
        if inside > 0.0 {
            let vein = smooth(0.0, 0.02, across.abs());
            let age = noise(leaf, 3, 162);
            let color = blend([0.36, 0.5, 0.16], [0.5, 0.56, 0.2], age);
            sample.color = tint(color, (0.75 + 0.25 * age) * (0.82 + 0.18 * vein));
            sample.alpha = smooth(0.0, 0.03, inside).max(sample.alpha);
            sample.height = 2.0 * inside;
        }
    }
    let twig = (u - 0.5 - 0.06 * (5.0 * (0.95 - v) / 0.72).sin()).abs();
    if v > 0.25 && twig < 0.012 {
        (sample.alpha, sample.color) = (1.0, [0.36, 0.28, 0.17]);
    }
    sample
}

/// Blades of grass, on nothing.
fn blades(u: f32, v: f32) -> Sample {
    let mut sample = Sample { color: [0.32, 0.42, 0.15], alpha: 0.0, roughness: 0.7, ..PLAIN };
    for blade in 0..22u32 {
        let foot = 0.08 + 0.84 * noise(blade, 0, 170);
        let tall = 0.5 + 0.48 * noise(blade, 1, 171);
        let lean = 0.5 * (noise(blade, 2, 172) - 0.5);
        let t = (1.0 - v) / tall;
        if t > 1.0 {
            continue;
        }
        let inside = 0.024 * (1.0 - t).sqrt() - (u - foot - lean * t * t * tall).abs();
        if inside > 0.0 {
            let dry = noise(blade, 3, 173);
            sample.color = tint(blend([0.36, 0.47, 0.17], [0.6, 0.57, 0.28], dry * dry), 0.62 + 0.4 * t);
            sample.alpha = 1.0;
        }
    }
    sample
}

fn meadow(u: f32, v: f32) -> Sample {
    let grain = fractal(u, v, 32, 4, 180);
    let patch = smooth(0.3, 0.75, fractal(u, v, 5, 4, 185));
    let color = blend([0.4, 0.46, 0.22], [0.48, 0.48, 0.25], patch);
    Sample { color: tint(color, 0.8 + 0.3 * grain), height: 2.0 * grain, roughness: 0.95, ..PLAIN }
}

/// Small waves of several directions.
fn water(u: f32, v: f32) -> Sample {
    let turn = std::f32::consts::TAU;
    let wave = |x: f32, y: f32, phase: f32| (turn * (x * u + y * v) + phase).sin();
    let waves =
        wave(3.0, 1.0, 0.0) + 0.7 * wave(-2.0, 4.0, 1.0) + 0.5 * wave(5.0, -3.0, 2.0) + 0.3 * wave(7.0, 6.0, 4.0);
    let height = 1.1 * waves + 3.0 * fractal(u, v, 6, 3, 190);
    Sample { color: [1.0; 3], height, roughness: 0.06, ..PLAIN }
}

/// A flame behind glass.
fn lamp(u: f32, v: f32) -> Sample {
    let flame = fractal(u, v, 4, 3, 200);
    Sample { color: [0.9, 0.8, 0.6], glow: 0.75 + 0.25 * flame, roughness: 0.4, ..PLAIN }
}

/// Wood with holes.
fn lattice(u: f32, v: f32) -> Sample {
    let bars = |t: f32| (0.5 - (t * 6.0).rem_euclid(1.0)).abs();
    let edge = (0.5 - bars(u)).min(0.5 - bars(v));
    let grain = fractal(u, v, 24, 3, 210);
    Sample {
        color: tint([0.62, 0.42, 0.24], 0.75 + 0.4 * grain),
        alpha: 1.0 - smooth(0.12, 0.16, edge),
        height: 2.0 * smooth(0.0, 0.1, 0.14 - edge) + 0.5 * grain,
        roughness: 0.7,
        ..PLAIN
    }
}

/// Layers of a terrain: stone dust, moss, gravel and earth; colours stand around middle grey, which leaves the base as it is.
pub(crate) fn layer_color(u: f32, v: f32, layer: u32) -> [f32; 4] {
    let grain = fractal(u, v, 16, 4, 220 + 8 * layer);
    let [r, g, b] = match layer {
        0 => tint([0.74, 0.73, 0.71], 0.88 + 0.22 * grain),
        1 => tint([0.46, 0.51, 0.3], 0.7 + 0.5 * grain),
        2 => {
            let (edge, number) = cells(u, v, 10, 260);
            tint([0.72, 0.68, 0.63], (0.6 + 0.5 * number) * (0.45 + 0.55 * smooth(0.0, 0.25, edge)))
        }
        _ => tint([0.66, 0.58, 0.47], 0.75 + 0.4 * grain),
    };
    [r, g, b, 1.0]
}

/// Normal, roughness and height of a layer.
pub(crate) fn layer_detail(u: f32, v: f32, layer: u32) -> [f32; 4] {
    let height = |u: f32, v: f32| match layer {
        2 => smooth(0.0, 0.35, cells(u, v, 10, 260).0),
        _ => fractal(u, v, 16, 4, 220 + 8 * layer),
    };
    let step = 1.0 / 256.0;
    let slope = |du: f32, dv: f32| height(u - du, v - dv) - height(u + du, v + dv);
    let roughness = [0.5, 0.56, 0.48, 0.55][layer as usize % 4];
    [0.5 + 0.8 * slope(step, 0.0), 0.5 + 0.8 * slope(0.0, step), roughness, height(u, v)]
}

/// How much of each layer there is: dust everywhere, moss in spots and joints, a little of the rest.
pub(crate) fn layer_mask(u: f32, v: f32, _: u32) -> [f32; 4] {
    let moss = smooth(0.5, 0.78, fractal(u, v, 4, 4, 300));
    let joint = 1.0 - smooth(0.0, 0.09, blocks(u, v, [6, 8], 0.5).0);
    let gravel = 0.75 * smooth(0.62, 0.8, fractal(u, v, 3, 3, 310));
    [0.62, (0.85 * moss + 0.7 * joint * smooth(0.35, 0.6, fractal(u, v, 6, 3, 305))).min(1.0), gravel, 0.35 * joint]
}

/// A window's frame, thrown by a lamp: dark where alpha is high.
pub(crate) fn projector(u: f32, v: f32, _: u32) -> [f32; 4] {
    let bar = |t: f32| !(0.1..=0.9).contains(&(t * 2.0).fract());
    [1.0, 1.0, 1.0, if bar(u) || bar(v) { 1.0 } else { 0.0 }]
}
