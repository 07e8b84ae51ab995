//! What grows: trees and bushes of leaf cards, grass, and the land around. Vertex colours are weights of the wind (wind.fxh).

use crate::matrix::{UP, Vector, add, cross, dot, mix, normalize, scale, subtract};
use crate::scene::mesh::{Mesh, Vertex, surface, tube};

/// Numbers from 0 to 1, the same in each run (a linear congruential generator; Numerical Recipes, 1986).
pub(crate) struct Random(pub(crate) u32);

impl Random {
    pub(crate) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // The low bits repeat soon.
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }

    /// A direction.
    fn direction(&mut self) -> Vector {
        let (y, angle) = (self.between(-1.0, 1.0), self.between(0.0, std::f32::consts::TAU));
        let flat = (1.0 - y * y).sqrt();
        [flat * angle.cos(), y, flat * angle.sin()]
    }
}

/// A quad with a texture of leaves: two fronts, which share the normal of the crown, so that the crown is shaded as a body.
fn card(mesh: &mut Mesh, middle: Vector, [right, up]: [Vector; 2], normal: Vector, phase: f32) {
    let first = mesh.vertices.len() as u32;
    for (s, t) in [(-0.5, 0.5), (0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)] {
        let at = add(middle, add(scale(right, s), scale(up, t)));
        let tangent = normalize(subtract(right, scale(normal, dot(right, normal))));
        let mut vertex = Vertex::new(at, normal, tangent, [s + 0.5, 0.5 - t]);
        // The tips move more than the twig's end.
        vertex.wind = [0.75 + 0.5 * t, phase, 0.85];
        mesh.vertices.push(vertex);
    }
    let front = [0, 1, 2, 1, 3, 2];
    let back = [0, 2, 1, 1, 2, 3];
    mesh.indices.extend(front.into_iter().chain(back).map(|index| first + index));
}

/// Leaves around the middle of a twig's end.
fn leaves(mesh: &mut Mesh, random: &mut Random, (middle, radius): (Vector, f32), count: u32, size: f32, heart: Vector) {
    for _ in 0..count {
        let way = random.direction();
        let at = add(middle, scale(way, radius * random.next().powf(0.4)));
        let normal = normalize(add(normalize(subtract(at, heart)), scale(way, 0.35)));
        // Cards lie as leaves do: outwards and hanging a little.
        let out = normalize(add(way, [0.0, -0.25, 0.0]));
        let side = normalize(cross(out, add(random.direction(), [0.0, 0.1, 0.0])));
        let size = size * random.between(0.75, 1.25);
        card(mesh, at, [scale(side, size), scale(out, size)], normal, random.between(0.75, 1.0));
    }
}

/// A tree: its wood, and its leaves.
pub(crate) struct Tree {
    pub(crate) wood: Mesh,
    pub(crate) leaves: Mesh,
}

/// A broad tree of this height in metres.
pub(crate) fn tree(seed: u32, height: f32) -> Tree {
    let mut random = Random(seed);
    let mut tree = Tree { wood: Mesh::default(), leaves: Mesh::default() };
    let thick = 0.035 * height;
    let trunk: Vec<(Vector, f32)> = (0..=8)
        .map(|step| {
            let t = step as f32 / 8.0;
            let bow = 0.06 * height * (2.4 * t + seed as f32).sin() * t;
            // Roots make the foot wide.
            let radius = thick * (1.0 - 0.72 * t) * (1.0 + 0.7 * (-14.0 * t).exp());
            ([bow, 0.72 * height * t - 0.05, 0.5 * bow], radius)
        })
        .collect();
    let heart = [trunk[8].0[0], 0.66 * height, trunk[8].0[2]];
    tree.wood.join(&tube(&trunk, 14, 0.7));
    for branch in 0..13 {
        let t = 0.42 + 0.58 * branch as f32 / 12.0;
        let foot = trunk[(t * 8.0) as usize];
        // The golden angle spreads branches evenly.
        let angle = 2.4 * branch as f32 + random.between(-0.3, 0.3);
        let rise = 0.25 + 0.9 * t * t + random.between(-0.1, 0.2);
        let reach = height * (0.38 - 0.16 * t) * random.between(0.85, 1.15);
        let way = normalize([angle.cos(), rise, angle.sin()]);
        let end = add(foot.0, scale(way, reach));
        let knee = add(mix(foot.0, end, 0.5), [0.0, -0.06 * reach, 0.0]);
        let radius = 0.5 * foot.1;
        tree.wood.join(&tube(&[(foot.0, radius), (knee, 0.6 * radius), (end, 0.15 * radius)], 7, 0.9));
        for (at, size) in [(end, 0.17), (mix(knee, end, 0.35), 0.14)] {
            leaves(&mut tree.leaves, &mut random, (at, size * height), 46, 0.085 * height.min(7.0), heart);
        }
    }
    // Wood sways with its tree, and hardly flutters.
    tree.wood = tree.wood.changed(|vertex| vertex.wind = [0.3, 0.4, 0.3]);
    tree
}

/// A tall narrow tree.
pub(crate) fn cypress(seed: u32, height: f32) -> Mesh {
    let mut random = Random(seed);
    let mut mesh = Mesh::default();
    for step in 0..26 {
        let t = step as f32 / 25.0;
        let radius = 0.13 * height * (1.0 - t).powf(0.7) * (1.0 - (-9.0 * (t + 0.05)).exp()) + 0.05;
        let middle = [0.0, (0.05 + 0.93 * t) * height, 0.0];
        leaves(&mut mesh, &mut random, (middle, radius), 34, 0.5, [0.0, middle[1] - 0.4, 0.0]);
    }
    mesh
}

/// A bush whose middle is so high above its root.
pub(crate) fn bush(seed: u32, radius: f32, height: f32) -> Mesh {
    let mut random = Random(seed);
    let mut mesh = Mesh::default();
    let heart = [0.0, height - 0.3 * radius, 0.0];
    for _ in 0..9 {
        let way = random.direction();
        let middle = add([0.0, height, 0.0], [0.55 * radius * way[0], 0.45 * radius * way[1], 0.55 * radius * way[2]]);
        leaves(&mut mesh, &mut random, (middle, 0.55 * radius), 34, 0.42 * radius, heart);
    }
    mesh
}

/// Tufts of grass on places that `grows` allows, in a square of this half width.
pub(crate) fn grass(seed: u32, half: f32, count: u32, grows: &dyn Fn(f32, f32) -> bool) -> Mesh {
    let mut random = Random(seed);
    let mut mesh = Mesh::default();
    for _ in 0..count {
        let (x, z) = (random.between(-half, half), random.between(-half, half));
        if !grows(x, z) {
            continue;
        }
        let (angle, size) = (random.between(0.0, std::f32::consts::PI), random.between(0.25, 0.5));
        for turn in [0.0, 1.1] {
            let (sine, cosine) = (angle + turn).sin_cos();
            let at = [x, land(x, z) + 0.42 * size, z];
            let up = [0.1 * sine * size, 0.9 * size, 0.1 * cosine * size];
            card(
                &mut mesh,
                at,
                [[size * cosine, 0.0, size * sine], up],
                normalize(add(UP, [0.2 * sine, 0.0, 0.2])),
                0.9,
            );
        }
    }
    mesh
}

/// The height of the land: level around the court, hills in the distance.
pub(crate) fn land(x: f32, z: f32) -> f32 {
    let away = f32::hypot(x, z - 2.0);
    let far = ((away - 26.0) / 50.0).clamp(0.0, 1.6);
    let hills = 0.6 + 0.4 * (0.051 * x + 1.3).sin() * (0.043 * z).cos() + 0.3 * (0.023 * x - 0.031 * z).sin();
    13.0 * far * far * hills - 0.06
}

/// A square of land.
pub(crate) fn meadow() -> Mesh {
    let half = 160.0;
    // The middle is near and needs more of the grid.
    let spread = |t: f32| half * (0.25 * t + 0.75 * t * t * t);
    let point = |u: f32, v: f32| {
        let (x, z) = (spread(2.0 * u - 1.0), spread(1.0 - 2.0 * v));
        [x, land(x, z), z]
    };
    surface(&point, [72, 72], [1.0, 1.0]).changed(|vertex| {
        vertex.uv = [vertex.at[0] * 0.1, -vertex.at[2] * 0.1];
    })
}
