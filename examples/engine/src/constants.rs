//! The constant buffers of `mesh.fx` and its includes, filled as their `cbuffer` declarations lie in memory.

use crate::matrix::{Matrix, Vector, normalize};
use crate::meshes::Mesh;

const NEAR: f32 = 0.1;
const FAR: f32 = 50.0;
const EYE: Vector = [0.5, 2.3, -4.6];
const TARGET: Vector = [0.0, 0.85, 0.2];
/// Where the sun is seen from, for its shadow map.
const SUN: Vector = [-4.0, 6.0, -4.5];
const SUN_HALF_WIDTH: f32 = 4.5;
const SUN_DEPTH: f32 = 16.0;
pub(crate) const SHADOW_SIDE: u32 = 1024;
const CASCADES: usize = 4;

/// Who looks: the camera, or the sun for its shadow map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Viewer {
    Camera,
    Sun,
}

#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn floats(mut self, floats: impl IntoIterator<Item = f32>) -> Bytes {
        self.0.extend(floats.into_iter().flat_map(f32::to_le_bytes));
        self
    }
}

fn sun_matrix() -> Matrix {
    Matrix::orthographic(SUN_HALF_WIDTH, SUN_DEPTH).after(Matrix::look(SUN, [0.0, 0.5, 0.0]))
}

fn sun_direction() -> Vector {
    normalize([-SUN[0], 0.5 - SUN[1], -SUN[2]])
}

/// `View` of view.fxh. `time`: seconds.
pub(crate) fn view(viewer: Viewer, size: [u32; 2], time: f32) -> Vec<u8> {
    let camera = Matrix::look(EYE, TARGET);
    let scale = [2.0 * size[1] as f32 / size[0] as f32, 2.0];
    let (projected, view) = match viewer {
        Viewer::Camera => (Matrix::perspective(scale, NEAR, FAR).after(camera), camera),
        Viewer::Sun => (sun_matrix(), Matrix::look(SUN, [0.0, 0.5, 0.0])),
    };
    let [width, height] = size.map(|side| side as f32);
    Bytes::default()
        .floats(projected.floats())
        .floats(view.floats())
        // The mesh does not go back from depth to world.
        .floats(Matrix::placed(0.0, [0.0; 3]).floats())
        .floats(EYE)
        .floats([time])
        .floats([width, height, 1.0 / width, 1.0 / height])
        .floats([NEAR, FAR, scale[0], scale[1]])
        .floats(sun_direction())
        .floats([0.03])
        .floats([2.4, 2.2, 1.9])
        .floats([0.2])
        .floats([0.45, 0.55, 0.7, 0.0])
        .0
}

/// `Object` of mesh.fx. `debug_view`: a number of debug_views.fxh.
pub(crate) fn object(mesh: &Mesh, debug_view: i32) -> Vec<u8> {
    let mut bytes = Bytes::default()
        .floats(mesh.world.floats())
        // A turn is its own inverse transpose.
        .floats(mesh.world.floats())
        .floats(mesh.tint)
        .floats([1.0, 0.0, 0.25, 6.0])
        .floats([0.0, 0.02, 1.3])
        .0;
    bytes.extend(debug_view.to_le_bytes());
    bytes
}

/// `Material` of material.fxh.
pub(crate) fn material() -> Vec<u8> {
    Bytes::default()
        .floats([1.0; 4])
        .floats([1.0, 0.45, 0.1, 0.5])
        .floats([1.0, 1.0, 1.0, 0.6])
        .floats([1.0; 4])
        .floats([0.2, 0.25, 0.1, 0.55])
        .0
}

/// `Shadow` of shadows.fxh: all cascades are the same.
pub(crate) fn shadow() -> Vec<u8> {
    let texel = 2.0 * SUN_HALF_WIDTH / SHADOW_SIDE as f32;
    // A lamp over the scene that throws the projector's texture.
    let projector = Matrix::perspective([1.6; 2], 0.5, 12.0).after(Matrix::look([1.5, 5.0, -2.5], [0.0, 0.0, 0.3]));
    (0..CASCADES)
        .fold(Bytes::default(), |bytes, _| bytes.floats(sun_matrix().floats()))
        .floats([FAR; CASCADES])
        .floats([2.0 * texel; CASCADES])
        .floats(projector.floats())
        .floats([0.15, 0.1, 0.3, 0.0])
        .floats([2.0, 1.0 / SHADOW_SIDE as f32, FAR, 4.0])
        .0
}

/// `Bones` of skinning.fxh: the first stays, the second leans and turns.
pub(crate) fn bones() -> Vec<u8> {
    let (sine, cosine) = 0.55f32.sin_cos();
    let mut rows = vec![[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    rows.extend([[cosine, -sine, 0.0, 0.0], [sine, cosine, 0.0, 0.0], [0.0, 0.0, 1.0, -0.3]]);
    rows.resize(256 * 3, [0.0; 4]);
    Bytes::default().floats(rows.into_iter().flatten()).0
}

const LIGHTS: [(Vector, Vector); 3] =
    [([-1.6, 1.6, -1.6], [4.0, 0.6, 0.3]), ([1.9, 0.9, -1.2], [0.3, 2.5, 0.6]), ([0.2, 2.6, 1.8], [0.4, 0.8, 5.0])];

/// `g_Lights`: points that reach 5 metres.
pub(crate) fn lights() -> Vec<u8> {
    LIGHTS
        .iter()
        .fold(Bytes::default(), |bytes, (position, color)| {
            bytes.floats(*position).floats([5.0]).floats(*color).floats([-1.0, 0.0, -1.0, 0.0, 1.0])
        })
        .0
}

/// `g_Clusters` and `g_ClusterLights`: few enough lights that each cluster has all.
pub(crate) fn clusters() -> (Vec<u8>, Vec<u8>) {
    let count = LIGHTS.len() as u32;
    let ranges = std::iter::repeat_n([0, count], 16 * 9 * 24).flatten().flat_map(u32::to_le_bytes).collect();
    (ranges, (0..count).flat_map(u32::to_le_bytes).collect())
}
