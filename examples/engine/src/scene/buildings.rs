//! What masons make: arcades, columns, the basin and its pedestal, pots.

use crate::matrix::Vector;
use crate::scene::mesh::{Mesh, Vertex, lathe, surface};

/// Measures of an arcade, in metres.
pub(crate) struct Arcade {
    pub(crate) bays: u32,
    /// From the axis of a column to that of the next.
    pub(crate) bay: f32,
    /// Where columns end and arches begin.
    pub(crate) spring: f32,
    pub(crate) radius: f32,
    pub(crate) top: f32,
    pub(crate) thickness: f32,
}

/// Segments of a half circle.
const SEGMENTS: u32 = 20;
/// Textures a metre on walls.
const WALL: f32 = 0.5;

impl Arcade {
    /// The wall above the columns, from x = 0 on, with arches in it and a moulding on its edge.
    pub(crate) fn wall(&self) -> Mesh {
        let mut mesh = Mesh::default();
        let (near, far) = (-0.5 * self.thickness, 0.5 * self.thickness);
        for bay in 0..self.bays {
            let (left, middle) = (self.bay * bay as f32, self.bay * (bay as f32 + 0.5));
            for z in [near, far] {
                self.pier(&mut mesh, left, middle - self.radius, z);
                self.pier(&mut mesh, middle + self.radius, left + self.bay, z);
                self.spandrel(&mut mesh, middle, z);
            }
            self.intrados(&mut mesh, middle, self.radius, (near, far));
            // A ring of stones that stands out from the wall.
            let (inner, outer) = (self.radius - 0.001, self.radius + 0.16);
            for (z, out) in [(near, -0.05), (far, 0.05)] {
                self.ring(&mut mesh, middle, (inner, outer), (z, z + out));
            }
        }
        let length = self.bay * self.bays as f32;
        let half = 0.5 * self.thickness;
        mesh.cuboid([0.0, self.top, -half], [length, self.top + 0.12, half], WALL);
        mesh.cuboid([-0.12, self.top + 0.12, -half - 0.12], [length + 0.12, self.top + 0.3, half + 0.12], WALL);
        // Ends, so that nobody looks into the wall.
        mesh.quad([0.0, self.top, far], [0.0, 0.0, -self.thickness], [0.0, self.spring - self.top, 0.0], WALL);
        mesh.quad([length, self.top, near], [0.0, 0.0, self.thickness], [0.0, self.spring - self.top, 0.0], WALL);
        mesh
    }

    fn pier(&self, mesh: &mut Mesh, left: f32, right: f32, z: f32) {
        let (width, height) = (right - left, self.top - self.spring);
        if z < 0.0 {
            mesh.quad([left, self.top, z], [width, 0.0, 0.0], [0.0, -height, 0.0], WALL);
            // Its lower side, which rests on the column.
            mesh.quad([left, self.spring, z], [width, 0.0, 0.0], [0.0, 0.0, -2.0 * z], WALL);
        } else {
            mesh.quad([right, self.top, z], [-width, 0.0, 0.0], [0.0, -height, 0.0], WALL);
        }
    }

    /// Between the arch and the top of the wall.
    fn spandrel(&self, mesh: &mut Mesh, middle: f32, z: f32) {
        let front = z < 0.0;
        let sign = if front { 1.0 } else { -1.0 };
        let point = |u: f32, v: f32| {
            let angle = std::f32::consts::PI * (1.0 - u);
            let (sine, cosine) = angle.sin_cos();
            let low = self.spring + self.radius * sine;
            [middle + sign * self.radius * cosine, self.top + (low - self.top) * v, z]
        };
        let flat = |vertex: &mut Vertex| {
            vertex.uv = [sign * vertex.at[0] * WALL, (self.top - vertex.at[1]) * WALL];
            (vertex.normal, vertex.tangent) = ([0.0, 0.0, -sign], [sign, 0.0, 0.0]);
        };
        mesh.join(&surface(&point, [SEGMENTS, 1], [1.0, 1.0]).changed(flat));
    }

    fn intrados(&self, mesh: &mut Mesh, middle: f32, radius: f32, (near, far): (f32, f32)) {
        let point = |u: f32, v: f32| {
            let (sine, cosine) = (std::f32::consts::PI * (1.0 - u)).sin_cos();
            [middle + radius * cosine, self.spring + radius * sine, near + (far - near) * v]
        };
        mesh.join(&surface(&point, [SEGMENTS, 1], [radius * std::f32::consts::PI * WALL, (far - near) * WALL]));
    }

    /// A half ring from the wall at `z` outwards.
    fn ring(&self, mesh: &mut Mesh, middle: f32, (inner, outer): (f32, f32), (wall, out): (f32, f32)) {
        let arc = std::f32::consts::PI;
        let sign = if out < wall { 1.0 } else { -1.0 };
        let face = |u: f32, v: f32| {
            let (sine, cosine) = (arc * (1.0 - u)).sin_cos();
            let radius = outer + (inner - outer) * v;
            [middle + sign * radius * cosine, self.spring + radius * sine, out]
        };
        mesh.join(&surface(&face, [SEGMENTS, 1], [outer * arc * WALL, 0.1]));
        let (low, high) = (wall.min(out), wall.max(out));
        self.intrados(mesh, middle, inner, (low, high));
        let back = |u: f32, v: f32| {
            let (sine, cosine) = (arc * u).sin_cos();
            [middle + outer * cosine, self.spring + outer * sine, low + (high - low) * v]
        };
        mesh.join(&surface(&back, [SEGMENTS, 1], [outer * arc * WALL, 0.1]));
    }

    /// Where columns stand.
    pub(crate) fn columns(&self) -> impl Iterator<Item = f32> + '_ {
        (0..=self.bays).map(|column| self.bay * column as f32)
    }
}

/// A column of this height with base, swelling shaft and capital.
pub(crate) fn column(height: f32) -> Mesh {
    let shaft = |t: f32| {
        // Entasis: a little narrower at the top, and not along a straight line.
        let radius = 0.2 - 0.035 * t * t;
        [radius, 0.3 + (height - 0.72) * t]
    };
    let mut profile = vec![
        [0.31, height - 0.14],
        [0.31, height - 0.16],
        [0.285, height - 0.2],
        [0.2, height - 0.33],
        [0.2, height - 0.37],
        [0.175, height - 0.39],
        [0.175, height - 0.42],
    ];
    profile.extend((0..=8).rev().map(|step| shaft(step as f32 / 8.0)));
    profile.extend([
        [0.225, 0.29],
        [0.225, 0.26],
        [0.27, 0.235],
        [0.28, 0.2],
        [0.27, 0.165],
        [0.235, 0.15],
        [0.235, 0.12],
    ]);
    let mut mesh = lathe(&profile, 28, 0.8);
    mesh.cuboid([-0.34, height - 0.14, -0.34], [0.34, height, 0.34], 0.8);
    mesh.cuboid([-0.32, 0.0, -0.32], [0.32, 0.12, 0.32], 0.8);
    mesh
}

/// A round basin; water stands in it at `WATER`.
pub(crate) fn basin() -> Mesh {
    let profile = [
        [1.98, 0.08],
        [1.98, 0.44],
        [2.0, 0.47],
        [2.03, 0.48],
        [2.3, 0.48],
        [2.33, 0.47],
        [2.34, 0.44],
        [2.34, 0.38],
        [2.24, 0.34],
        [2.24, 0.14],
        [2.36, 0.1],
        [2.36, 0.0],
    ];
    let mut mesh = lathe(&profile, 72, 0.5);
    mesh.join(&lathe(&[[0.0, 0.08], [1.98, 0.08]], 72, 0.5));
    mesh
}

/// Metres above the floor.
pub(crate) const WATER: f32 = 0.36;

pub(crate) fn water() -> Mesh {
    disc(1.98, 0.45).moved([0.0, WATER, 0.0])
}

/// A flat disc with a texture that is not bent around its middle.
pub(crate) fn disc(radius: f32, tiles: f32) -> Mesh {
    lathe(&[[0.0, 0.0], [radius, 0.0]], 64, 1.0).changed(|vertex| {
        vertex.uv = [vertex.at[0] * tiles, -vertex.at[2] * tiles];
        vertex.tangent = [1.0, 0.0, 0.0];
    })
}

/// Stands in the basin and carries the figure at `PEDESTAL`.
pub(crate) fn pedestal() -> Mesh {
    let profile = [
        [0.0, 1.3],
        [0.4, 1.3],
        [0.42, 1.28],
        [0.42, 1.22],
        [0.36, 1.16],
        [0.33, 1.1],
        [0.3, 0.8],
        [0.33, 0.6],
        [0.42, 0.52],
        [0.56, 0.46],
        [0.58, 0.43],
        [0.58, 0.08],
    ];
    lathe(&profile, 40, 0.8)
}

pub(crate) const PEDESTAL: f32 = 1.3;

/// A pot, and where its soil is.
pub(crate) fn pot() -> Mesh {
    let profile = [
        [0.3, 0.56],
        [0.3, 0.66],
        [0.32, 0.68],
        [0.4, 0.68],
        [0.41, 0.66],
        [0.41, 0.58],
        [0.36, 0.56],
        [0.37, 0.45],
        [0.34, 0.3],
        [0.26, 0.1],
        [0.27, 0.07],
        [0.27, 0.0],
    ];
    let mut mesh = lathe(&profile, 32, 1.5);
    mesh.join(&lathe(&[[0.0, 0.58], [0.31, 0.58]], 32, 1.5));
    mesh
}

/// A lantern's frame around the middle of its flame.
pub(crate) fn lantern_frame() -> Mesh {
    let mut mesh = lathe(&[[0.0, 0.26], [0.03, 0.24], [0.17, 0.16], [0.17, 0.14], [0.0, 0.14]], 8, 2.0);
    mesh.join(&lathe(&[[0.0, -0.15], [0.14, -0.15], [0.14, -0.18], [0.05, -0.22], [0.0, -0.22]], 8, 2.0));
    for (x, z) in [(-0.1, -0.1), (0.1, -0.1), (-0.1, 0.1), (0.1, 0.1)] {
        mesh.cuboid([x - 0.012, -0.16, z - 0.012], [x + 0.012, 0.15, z + 0.012], 2.0);
    }
    // It hangs on a rod.
    mesh.cuboid([-0.01, 0.22, -0.01], [0.01, 1.0, 0.01], 2.0);
    mesh
}

pub(crate) fn ball(radius: f32, quads: [u32; 2], tiling: [f32; 2]) -> Mesh {
    let turn = std::f32::consts::TAU;
    let point = |u: f32, v: f32| -> Vector {
        let (sine, cosine) = (v * turn / 2.0).sin_cos();
        [radius * sine * (u * turn).cos(), radius * cosine, radius * sine * (u * turn).sin()]
    };
    surface(&point, quads, tiling)
}
