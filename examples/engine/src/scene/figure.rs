//! A figure: a solid of round parts that flow into each other, meshed where its distance function is zero, each vertex hanging on the
//! bones of the parts beside it.

use crate::matrix::{Vector, add, cross, dot, length, mix, normalize, scale, subtract};
use crate::scene::mesh::{Mesh, Vertex};
use crate::scene::skeleton::{BONES, CHEST, HEAD, LEFT_ARM, LEFT_LEG, PELVIS, RIGHT_ARM, RIGHT_LEG, RIGHT_PALM, SPINE};

/// A segment with a radius at each end, and the bone it belongs to.
struct Part {
    bone: u32,
    ends: [Vector; 2],
    radii: [f32; 2],
    /// Metres over which it flows into what is there.
    blend: f32,
}

impl Part {
    fn distance(&self, at: Vector) -> f32 {
        let (along, offset) = (subtract(self.ends[1], self.ends[0]), subtract(at, self.ends[0]));
        let t = (dot(offset, along) / dot(along, along).max(1e-9)).clamp(0.0, 1.0);
        length(subtract(offset, scale(along, t))) - (self.radii[0] + (self.radii[1] - self.radii[0]) * t)
    }
}

/// Between two samples of the distance, in metres.
const CELL: f32 = 0.0145;
const LOW: Vector = [-0.86, -0.03, -0.32];
const HIGH: Vector = [0.86, 1.86, 0.32];
/// How fast a bone's hold on a vertex fades with the distance of its parts, in metres.
const HOLD: f32 = 0.022;

fn limb(bone: u32, from: Vector, to: Vector, radii: [f32; 2], blend: f32) -> Part {
    Part { bone, ends: [from, to], radii, blend }
}

fn start(bone: u32) -> Vector {
    BONES[bone as usize].1
}

/// One side's arm and leg; `side` is 1 for the right.
fn limbs(side: f32, arm: [u32; 2], leg: [u32; 3]) -> Vec<Part> {
    let palm = [side * RIGHT_PALM[0], RIGHT_PALM[1], RIGHT_PALM[2]];
    let [shoulder, elbow] = arm.map(start);
    let wrist = mix(elbow, palm, 0.78);
    let [hip, knee, ankle] = leg.map(start);
    let calf = mix(knee, ankle, 0.3);
    let toes = add(ankle, [side * 0.03, -0.05, -0.15]);
    vec![
        limb(arm[0], mix(shoulder, [0.0, 1.45, 0.0], 0.12), shoulder, [0.062, 0.064], 0.05),
        limb(arm[0], shoulder, elbow, [0.055, 0.041], 0.03),
        limb(arm[1], elbow, mix(elbow, wrist, 0.3), [0.041, 0.043], 0.02),
        limb(arm[1], mix(elbow, wrist, 0.3), wrist, [0.042, 0.026], 0.02),
        limb(arm[1], wrist, palm, [0.026, 0.034], 0.02),
        limb(arm[1], palm, add(palm, [side * 0.055, -0.045, -0.01]), [0.03, 0.014], 0.02),
        limb(arm[1], mix(wrist, palm, 0.6), add(palm, [side * 0.005, -0.01, -0.055]), [0.017, 0.011], 0.015),
        limb(leg[0], hip, knee, [0.097, 0.06], 0.04),
        limb(leg[1], knee, calf, [0.057, 0.06], 0.03),
        limb(leg[1], calf, ankle, [0.058, 0.036], 0.03),
        limb(leg[2], add(ankle, [0.0, -0.045, 0.04]), toes, [0.04, 0.03], 0.03),
    ]
}

fn parts() -> Vec<Part> {
    let mut parts = vec![
        limb(PELVIS, [-0.075, 0.98, 0.0], [0.075, 0.98, 0.0], [0.115, 0.115], 0.0),
        limb(SPINE, [0.0, 1.04, 0.0], [0.0, 1.16, 0.0], [0.115, 0.105], 0.06),
        limb(CHEST, [-0.06, 1.31, 0.0], [0.06, 1.31, 0.0], [0.118, 0.118], 0.09),
        limb(CHEST, [-0.12, 1.42, 0.01], [0.12, 1.42, 0.01], [0.078, 0.078], 0.06),
        limb(CHEST, [-0.07, 1.325, -0.075], [-0.065, 1.32, -0.085], [0.062, 0.06], 0.035),
        limb(CHEST, [0.07, 1.325, -0.075], [0.065, 1.32, -0.085], [0.062, 0.06], 0.035),
        limb(CHEST, [0.0, 1.46, 0.01], [0.0, 1.56, -0.005], [0.056, 0.05], 0.05),
        limb(HEAD, [0.0, 1.62, -0.035], [0.0, 1.69, 0.0], [0.07, 0.092], 0.025),
        limb(HEAD, [0.0, 1.655, -0.105], [0.0, 1.615, -0.118], [0.012, 0.017], 0.02),
        limb(HEAD, [0.0, 1.575, -0.075], [0.0, 1.58, -0.08], [0.03, 0.03], 0.03),
        // Hair, and the knot of it.
        limb(HEAD, [0.0, 1.71, 0.01], [0.0, 1.69, 0.035], [0.092, 0.09], 0.008),
        limb(HEAD, [0.0, 1.7, 0.12], [0.0, 1.69, 0.13], [0.05, 0.045], 0.02),
    ];
    parts.extend(limbs(-1.0, LEFT_ARM, LEFT_LEG));
    parts.extend(limbs(1.0, RIGHT_ARM, RIGHT_LEG));
    parts
}

/// The garment from the hips to below the knees, with folds, and its belt.
fn garment(at: Vector) -> f32 {
    let [x, y, z] = at;
    let (angle, t) = (z.atan2(x), (1.13 - y).clamp(0.0, 0.78));
    let radius = f32::hypot(x, 1.25 * z);
    let folds = t * (0.018 * (9.0 * angle).sin() + 0.012 * (14.0 * angle + 5.0 * t).sin());
    let wide = 0.135 + 0.09 * (t * 5.0).min(1.0) + 0.1 * t + folds;
    let side = 0.75 * (radius - wide);
    side.max(y - 1.13).max(0.36 + 0.02 * (5.0 * angle).sin() - y)
}

fn smooth_min(a: f32, b: f32, blend: f32) -> f32 {
    if blend <= 0.0 {
        return a.min(b);
    }
    let h = (blend - (a - b).abs()).max(0.0) / blend;
    a.min(b) - 0.25 * blend * h * h
}

fn distance(parts: &[Part], at: Vector) -> f32 {
    let body = parts.iter().fold(f32::MAX, |sum, part| smooth_min(sum, part.distance(at), part.blend));
    smooth_min(body, garment(at), 0.02)
}

/// The four bones that hold a place most, and how much.
fn weights(parts: &[Part], at: Vector) -> ([u32; 4], [f32; 4]) {
    let mut holds = [0.0f32; BONES.len()];
    let nearest = parts.iter().map(|part| part.distance(at)).fold(f32::MAX, f32::min);
    for part in parts {
        let hold = (-(part.distance(at) - nearest) / HOLD).exp();
        holds[part.bone as usize] = holds[part.bone as usize].max(hold);
    }
    // The garment hangs from the hips, and follows the leg on its side the lower the more.
    if garment(at) < 0.03 && at[1] < 1.0 && at[0].abs() < 0.5 {
        holds = [0.0; BONES.len()];
        let low = ((0.98 - at[1]) / 0.4).clamp(0.0, 1.0);
        let right = (0.5 + at[0] / 0.24).clamp(0.0, 1.0);
        holds[PELVIS as usize] = 1.0 - 0.9 * low;
        holds[LEFT_LEG[0] as usize] = 0.9 * low * (1.0 - right);
        holds[RIGHT_LEG[0] as usize] = 0.9 * low * right;
    }
    let mut order: Vec<u32> = (0..BONES.len() as u32).collect();
    order.sort_by(|a, b| holds[*b as usize].total_cmp(&holds[*a as usize]).then(a.cmp(b)));
    let bones: [u32; 4] = std::array::from_fn(|index| order[index]);
    let total: f32 = bones.iter().map(|bone| holds[*bone as usize]).sum();
    (bones, bones.map(|bone| holds[bone as usize] / total.max(1e-6)))
}

/// Samples of the distance, x fastest.
struct Grid {
    counts: [usize; 3],
    samples: Vec<f32>,
}

impl Grid {
    fn new(parts: &[Part]) -> Grid {
        let counts: [usize; 3] = std::array::from_fn(|axis| ((HIGH[axis] - LOW[axis]) / CELL) as usize + 2);
        let mut grid = Grid { counts, samples: Vec::new() };
        let [nx, ny, nz] = counts;
        for (z, y) in (0..nz).flat_map(|z| (0..ny).map(move |y| (z, y))) {
            for x in 0..nx {
                grid.samples.push(distance(parts, place([x as f32, y as f32, z as f32])));
            }
        }
        grid
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.counts[1] + y) * self.counts[0] + x
    }

    fn at(&self, cell: [usize; 3]) -> f32 {
        self.samples[self.index(cell)]
    }

    /// The mean of where the surface crosses the edges of a cell, in cells; none where it does not.
    fn crossing(&self, cell: [usize; 3]) -> Option<Vector> {
        let corner = |bits: usize| std::array::from_fn(|axis| cell[axis] + (bits >> axis & 1));
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for (bits, axis) in (0..8usize).flat_map(|bits| (0..3usize).map(move |axis| (bits, axis))) {
            if bits >> axis & 1 == 1 {
                continue;
            }
            let (from, to): ([usize; 3], [usize; 3]) = (corner(bits), corner(bits | 1 << axis));
            let (a, b) = (self.at(from), self.at(to));
            if (a < 0.0) != (b < 0.0) {
                let t = a / (a - b);
                let point: Vector = std::array::from_fn(|part| from[part] as f32 + (to[part] - from[part]) as f32 * t);
                (sum, count) = (add(sum, point), count + 1.0);
            }
        }
        (count > 0.0).then(|| scale(sum, 1.0 / count))
    }
}

fn place(cells: Vector) -> Vector {
    add(LOW, scale(cells, CELL))
}

/// Surface nets (Gibson, "Constrained Elastic Surface Nets", 1998): a vertex in each cell that the surface crosses, a quad around each
/// edge of the grid that it crosses.
pub(crate) fn mesh() -> Mesh {
    let parts = parts();
    let grid = Grid::new(&parts);
    let [nx, ny, nz] = grid.counts.map(|count| count - 1);
    let mut mesh = Mesh::default();
    let mut numbers = vec![u32::MAX; grid.samples.len()];
    let cells = || (0..nz).flat_map(move |z| (0..ny).flat_map(move |y| (0..nx).map(move |x| [x, y, z])));
    for cell in cells() {
        if let Some(point) = grid.crossing(cell) {
            numbers[grid.index(cell)] = mesh.vertices.len() as u32;
            mesh.vertices.push(vertex(&parts, place(point)));
        }
    }
    for cell in cells() {
        for axis in 0..3 {
            let mut next = cell;
            next[axis] += 1;
            let (inside, leaves) = (grid.at(cell) < 0.0, grid.at(next) < 0.0);
            let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
            if inside == leaves || cell[b] == 0 || cell[c] == 0 {
                continue;
            }
            let around = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(back_b, back_c)| {
                let mut beside = cell;
                (beside[b], beside[c]) = (cell[b] - back_b, cell[c] - back_c);
                numbers[grid.index(beside)]
            });
            let [p, q, r, s] = around;
            // From inside to outside along the axis the front faces outwards.
            mesh.indices.extend(if inside { [p, q, r, p, r, s] } else { [p, r, q, p, s, r] });
        }
    }
    mesh
}

fn vertex(parts: &[Part], at: Vector) -> Vertex {
    let step = 0.5 * CELL;
    let slope = |axis: usize| {
        let (mut low, mut high) = (at, at);
        (low[axis], high[axis]) = (low[axis] - step, high[axis] + step);
        distance(parts, high) - distance(parts, low)
    };
    let normal = normalize([slope(0), slope(1), slope(2)]);
    let tangent = normalize(cross([0.0, 1.0, 0.001], normal));
    let uv = [1.5 * (at[0] + at[2]), -1.5 * at[1]];
    let mut vertex = Vertex::new(at, normal, tangent, uv);
    (vertex.bones, vertex.weights) = weights(parts, at);
    vertex
}
