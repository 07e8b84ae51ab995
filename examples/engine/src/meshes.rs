//! What the scene is made of: a floor, a ball, a column and a ring.

use crate::matrix::{Matrix, Vector, cross, normalize, subtract};

/// Bytes of a vertex: everything that any of the mesh's vertex formats has. A technique takes what its inputs name.
pub(crate) const STRIDE: u64 = 96;

/// HLSL semantic, format and offset of a vertex's parts.
pub(crate) const PARTS: [(&str, wgpu::VertexFormat, u64); 7] = [
    ("POSITION", wgpu::VertexFormat::Float32x3, 0),
    ("NORMAL", wgpu::VertexFormat::Float32x3, 12),
    ("TANGENT", wgpu::VertexFormat::Float32x4, 24),
    ("TEXCOORD", wgpu::VertexFormat::Float32x2, 40),
    ("COLOR", wgpu::VertexFormat::Float32x4, 48),
    ("BLENDINDICES", wgpu::VertexFormat::Uint32x4, 64),
    ("BLENDWEIGHT", wgpu::VertexFormat::Float32x4, 80),
];

/// A mesh and where it stands.
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<u8>,
    pub(crate) indices: Vec<u32>,
    pub(crate) world: Matrix,
    pub(crate) tint: [f32; 4],
}

/// From far to near, so that blending needs no sorting.
pub(crate) fn scene() -> Vec<Mesh> {
    let turn = std::f32::consts::TAU;
    let floor = |u: f32, v: f32| [8.0 * u - 4.0, 0.0, 8.0 * v - 4.0];
    let column = |u: f32, v: f32| {
        let radius = 0.38 + 0.06 * (12.0 * v).cos();
        [radius * (u * turn).cos(), 2.4 * v, radius * (u * turn).sin()]
    };
    let ring = |u: f32, v: f32| {
        let wide = 0.62 + 0.24 * (v * turn).cos();
        [wide * (u * turn).cos(), 0.86 + wide * (u * turn).sin(), 0.24 * (v * turn).sin()]
    };
    let ball = |u: f32, v: f32| {
        let (sine, cosine) = (v * turn / 2.0).sin_cos();
        [0.7 * sine * (u * turn).cos(), 0.7 - 0.7 * cosine, 0.7 * sine * (u * turn).sin()]
    };
    vec![
        surface(&floor, [24, 24], [5.0, 5.0], Matrix::placed(0.0, [0.0; 3]), [0.8, 0.8, 0.85, 1.0]),
        surface(&column, [32, 32], [2.0, 3.0], Matrix::placed(0.0, [1.35, 0.0, 0.9]), [1.0, 0.85, 0.7, 1.0]),
        surface(&ring, [48, 24], [4.0, 2.0], Matrix::placed(0.5, [-1.35, 0.0, 0.6]), [0.7, 0.85, 1.0, 1.0]),
        surface(&ball, [48, 24], [4.0, 2.0], Matrix::placed(0.0, [0.1, 0.0, -0.7]), [1.0, 1.0, 1.0, 1.0]),
    ]
}

/// A grid bent into a surface: `point` gives a place for each of u and v from 0 to 1.
fn surface(
    point: &dyn Fn(f32, f32) -> Vector,
    quads: [u32; 2],
    tiling: [f32; 2],
    world: Matrix,
    tint: [f32; 4],
) -> Mesh {
    let mut vertices = Vec::new();
    for (row, column) in (0..=quads[1]).flat_map(|row| (0..=quads[0]).map(move |column| (row, column))) {
        let (u, v) = (column as f32 / quads[0] as f32, row as f32 / quads[1] as f32);
        let at = point(u, v);
        // A pole has no directions; right beside it they are good enough.
        let (near, step) = (v.clamp(0.002, 0.998), 1e-3);
        let along = normalize(subtract(point(u + step, near), point(u - step, near)));
        let down = normalize(subtract(point(u, near + step), point(u, near - step)));
        let normal = cross(down, along);
        // Of the upper bone, more with the height; the vertex colour is wind: edge flutter, phase, branch bend.
        let bend = (at[1] / 2.4).clamp(0.0, 1.0);
        let floats = [at[0], at[1], at[2], normal[0], normal[1], normal[2], along[0], along[1], along[2], 1.0];
        let colors = [u * tiling[0], v * tiling[1], 1.0, 0.9 + 0.1 * u, 1.0, 1.0];
        vertices.extend(floats.into_iter().chain(colors).flat_map(f32::to_le_bytes));
        vertices.extend([0u32, 1, 0, 0].into_iter().flat_map(u32::to_le_bytes));
        vertices.extend([1.0 - bend, bend, 0.0, 0.0].into_iter().flat_map(f32::to_le_bytes));
    }
    let width = quads[0] + 1;
    let quad = |row: u32, column: u32| {
        let first = row * width + column;
        [first, first + width, first + 1, first + 1, first + width, first + width + 1]
    };
    let indices = (0..quads[1]).flat_map(|row| (0..quads[0]).flat_map(move |column| quad(row, column))).collect();
    Mesh { vertices, indices, world, tint }
}
