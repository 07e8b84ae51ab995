//! Vertices, indices, and the ways to add them.

use crate::matrix::{UP, Vector, add, cross, dot, normalize, scale, subtract};

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

/// The last bone of skinning.fxh never moves: what is no figure hangs on it.
const STILL: u32 = 255;
/// Of one neighbour's normal to the next, above which an edge is round: 40 degrees.
const ROUND: f32 = 0.77;

#[derive(Clone, Copy)]
pub(crate) struct Vertex {
    pub(crate) at: Vector,
    pub(crate) normal: Vector,
    pub(crate) tangent: Vector,
    pub(crate) uv: [f32; 2],
    /// Wind weights (wind.fxh): flutter of the edge, phase, bend of the branch.
    pub(crate) wind: Vector,
    pub(crate) bones: [u32; 4],
    pub(crate) weights: [f32; 4],
}

impl Vertex {
    pub(crate) fn new(at: Vector, normal: Vector, tangent: Vector, uv: [f32; 2]) -> Vertex {
        Vertex { at, normal, tangent, uv, wind: [1.0; 3], bones: [STILL, 0, 0, 0], weights: [1.0, 0.0, 0.0, 0.0] }
    }
}

/// Triangles whose front is where `cross(b - a, c - a)` points.
#[derive(Clone, Default)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) indices: Vec<u32>,
}

impl Mesh {
    /// As `PARTS` says.
    pub(crate) fn vertex_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.vertices.len() * STRIDE as usize);
        for vertex in &self.vertices {
            // The bitangent is the way of v: normal maps are painted with v down.
            let tangent = vertex.tangent.into_iter().chain([1.0]);
            let floats = vertex.at.into_iter().chain(vertex.normal).chain(tangent).chain(vertex.uv);
            bytes.extend(floats.chain(vertex.wind).chain([1.0]).flat_map(f32::to_le_bytes));
            bytes.extend(vertex.bones.into_iter().flat_map(u32::to_le_bytes));
            bytes.extend(vertex.weights.into_iter().flat_map(f32::to_le_bytes));
        }
        bytes
    }

    pub(crate) fn index_bytes(&self) -> Vec<u8> {
        self.indices.iter().flat_map(|index| index.to_le_bytes()).collect()
    }

    pub(crate) fn join(&mut self, other: &Mesh) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(&other.vertices);
        self.indices.extend(other.indices.iter().map(|index| index + first));
    }

    /// Every vertex changed by a function.
    pub(crate) fn changed(mut self, change: impl Fn(&mut Vertex)) -> Mesh {
        self.vertices.iter_mut().for_each(change);
        self
    }

    /// Moved by an offset.
    pub(crate) fn moved(self, offset: Vector) -> Mesh {
        self.changed(|vertex| vertex.at = add(vertex.at, offset))
    }

    /// A flat quad: `corner`, its `right` and its `down` edge; seen from the front these run right and down.
    /// `tiles`: textures a metre.
    pub(crate) fn quad(&mut self, corner: Vector, right: Vector, down: Vector, tiles: f32) {
        let (normal, tangent) = (normalize(cross(right, down)), normalize(right));
        let size = [dot(tangent, right), dot(normalize(down), down)];
        let first = self.vertices.len() as u32;
        for (s, t) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let at = add(corner, add(scale(right, s), scale(down, t)));
            self.vertices.push(Vertex::new(at, normal, tangent, [s * size[0] * tiles, t * size[1] * tiles]));
        }
        self.indices.extend([0, 1, 2, 1, 3, 2].map(|index| first + index));
    }

    /// A box from one corner to the other.
    pub(crate) fn cuboid(&mut self, low: Vector, high: Vector, tiles: f32) {
        let [w, h, d] = subtract(high, low);
        let down = [0.0, -h, 0.0];
        let top = |x: f32, z: f32| [x, high[1], z];
        self.quad(top(low[0], low[2]), [w, 0.0, 0.0], down, tiles);
        self.quad(top(high[0], high[2]), [-w, 0.0, 0.0], down, tiles);
        self.quad(top(low[0], high[2]), [0.0, 0.0, -d], down, tiles);
        self.quad(top(high[0], low[2]), [0.0, 0.0, d], down, tiles);
        self.quad(top(low[0], high[2]), [w, 0.0, 0.0], [0.0, 0.0, -d], tiles);
        self.quad(low, [w, 0.0, 0.0], [0.0, 0.0, d], tiles);
    }
}

/// A grid bent into a surface: `point` gives a place for each of u and v from 0 to 1; seen from the
/// front, u runs right and v down.
pub(crate) fn surface(point: &dyn Fn(f32, f32) -> Vector, quads: [u32; 2], tiling: [f32; 2]) -> Mesh {
    let mut mesh = Mesh::default();
    for (row, column) in (0..=quads[1]).flat_map(|row| (0..=quads[0]).map(move |column| (row, column))) {
        let (u, v) = (column as f32 / quads[0] as f32, row as f32 / quads[1] as f32);
        // A pole has no directions; right beside it they are good enough.
        let (near, step) = (v.clamp(0.002, 0.998), 1e-3);
        let along = normalize(subtract(point(u + step, near), point(u - step, near)));
        let down = normalize(subtract(point(u, near + step), point(u, near - step)));
        let uv = [u * tiling[0], v * tiling[1]];
        mesh.vertices.push(Vertex::new(point(u, v), normalize(cross(along, down)), along, uv));
    }
    mesh.indices = grid(0, quads);
    mesh
}

/// Indices of a grid of vertices, row after row.
fn grid(start: u32, quads: [u32; 2]) -> Vec<u32> {
    let width = quads[0] + 1;
    let quad = |row: u32, column: u32| {
        let first = start + row * width + column;
        [first, first + 1, first + width, first + 1, first + width + 1, first + width]
    };
    (0..quads[1]).flat_map(|row| (0..quads[0]).flat_map(move |column| quad(row, column))).collect()
}

/// A profile of radius and height, from above to below, turned about the vertical axis. Its corners stay sharp where they are.
pub(crate) fn lathe(profile: &[[f32; 2]], sides: u32, tiles: f32) -> Mesh {
    let turn = std::f32::consts::TAU;
    // Outwards in the plane of radius and height.
    let outwards = |segment: &[[f32; 2]]| {
        let (radius, height) = (segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]);
        normalize([-height, radius, 0.0])
    };
    let normals: Vec<Vector> = profile.windows(2).map(outwards).collect();
    let mut mesh = Mesh::default();
    let mut way = 0.0;
    for (index, segment) in profile.windows(2).enumerate() {
        let own = normals[index];
        let smooth = |other: Option<&Vector>| match other {
            Some(other) if dot(*other, own) > ROUND => normalize(add(*other, own)),
            _ => own,
        };
        let ends =
            [smooth(index.checked_sub(1).and_then(|before| normals.get(before))), smooth(normals.get(index + 1))];
        let length = f32::hypot(segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]);
        let start = mesh.vertices.len() as u32;
        let widest = segment[0][0].max(segment[1][0]);
        for (end, v) in [(0, way), (1, way + length)] {
            for side in 0..=sides {
                let (sine, cosine) = (turn * side as f32 / sides as f32).sin_cos();
                let [radius, height] = segment[end];
                let [out, up, _] = ends[end];
                let uv = [turn * widest * side as f32 / sides as f32 * tiles, v * tiles];
                let normal = [out * cosine, up, out * sine];
                mesh.vertices.push(Vertex::new(
                    [radius * cosine, height, radius * sine],
                    normal,
                    [-sine, 0.0, cosine],
                    uv,
                ));
            }
        }
        mesh.indices.extend(grid(start, [sides, 1]));
        way += length;
    }
    mesh
}

/// A round tube along points, with a radius at each.
pub(crate) fn tube(points: &[(Vector, f32)], sides: u32, tiles: f32) -> Mesh {
    let turn = std::f32::consts::TAU;
    let mut mesh = Mesh::default();
    let mut way = 0.0;
    for (index, (at, radius)) in points.iter().enumerate() {
        let before = points[index.saturating_sub(1)].0;
        let after = points[(index + 1).min(points.len() - 1)].0;
        let along = normalize(subtract(after, before));
        let side = if along[1].abs() > 0.9 { [1.0, 0.0, 0.0] } else { UP };
        let x = normalize(cross(side, along));
        let y = cross(along, x);
        way += dot(subtract(*at, before), along);
        for step in 0..=sides {
            let (sine, cosine) = (turn * step as f32 / sides as f32).sin_cos();
            let normal = add(scale(x, cosine), scale(y, sine));
            let tangent = add(scale(x, -sine), scale(y, cosine));
            let uv = [2.0 * step as f32 / sides as f32, way * tiles];
            mesh.vertices.push(Vertex::new(add(*at, scale(normal, *radius)), normal, tangent, uv));
        }
    }
    let rows = points.len() as u32 - 1;
    mesh.indices = grid(0, [sides, rows]);
    mesh
}
