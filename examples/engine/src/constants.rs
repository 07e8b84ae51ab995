//! The constant buffers of the shaders, filled as their `cbuffer` declarations lie in memory.

use crate::matrix::{Matrix, UP, Vector, add, length, mix, normalize, scale, subtract};
use crate::scene::materials::Material;
use crate::scene::{Camera, Light, Object, SUN, SUN_COLOR, skeleton};

const NEAR: f32 = 0.1;
const FAR: f32 = 400.0;
/// Texels a side of each cascade.
pub(crate) const SHADOW_SIDE: u32 = 2048;
/// `kSHADOW_CASCADES` of shadows.fxh.
pub(crate) const CASCADES: usize = 4;
/// Where cascades begin and end, in metres from the camera.
const SPLITS: [f32; CASCADES + 1] = [NEAR, 7.0, 14.0, 26.0, 55.0];
/// Behind what a cascade covers, whatever stands there throws its shadow into it.
const SUN_DISTANCE: f32 = 60.0;
/// Light of the air between, as the sky is at the horizon.
const FOG_COLOR: Vector = [1.7, 2.0, 2.4];
/// Clouds scatter the light of the sun to all sides of a hemisphere: what the eye sees of it.
const CLOUD_SHARE: f32 = 0.42;
/// What leaves the tone curve as white, over the scene's light.
const EXPOSURE: f32 = 0.34;

#[derive(Default)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Bytes {
    fn floats(mut self, floats: impl IntoIterator<Item = f32>) -> Bytes {
        self.0.extend(floats.into_iter().flat_map(f32::to_le_bytes));
        self
    }

    fn words(mut self, words: impl IntoIterator<Item = u32>) -> Bytes {
        self.0.extend(words.into_iter().flat_map(u32::to_le_bytes));
        self
    }
}

/// Who looks: the camera, the same at the sky, the sun into a cascade, or the environment map through one of its sides.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Viewer {
    Camera,
    Sky,
    Sun(usize),
    Side(usize),
}

/// A camera with what it draws on.
pub(crate) struct Eye<'a> {
    pub(crate) camera: &'a Camera,
    pub(crate) size: [u32; 2],
    /// Seconds.
    pub(crate) time: f32,
}

/// Directions of a cube map's sides, and what is up on them.
pub(crate) const SIDES: [(Vector, Vector); 6] = [
    ([1.0, 0.0, 0.0], UP),
    ([-1.0, 0.0, 0.0], UP),
    (UP, [0.0, 0.0, -1.0]),
    ([0.0, -1.0, 0.0], [0.0, 0.0, 1.0]),
    ([0.0, 0.0, 1.0], UP),
    ([0.0, 0.0, -1.0], UP),
];

impl Eye<'_> {
    /// Scales of the projection.
    fn scales(&self) -> [f32; 2] {
        [self.camera.zoom * self.size[1] as f32 / self.size[0] as f32, self.camera.zoom]
    }

    /// World to view, and view to what is drawn on.
    fn matrices(&self, viewer: Viewer) -> (Matrix, Matrix) {
        let eye = self.camera.eye;
        match viewer {
            Viewer::Camera | Viewer::Sky => {
                (Matrix::look(eye, self.camera.at, UP), Matrix::perspective(self.scales(), NEAR, FAR))
            }
            Viewer::Side(side) => {
                let (way, up) = SIDES[side % 6];
                (Matrix::look(eye, add(eye, way), up), Matrix::perspective([1.0; 2], NEAR, FAR))
            }
            Viewer::Sun(cascade) => {
                let (middle, radius) = self.cascade(cascade);
                let sun = add(middle, scale(normalize(SUN), SUN_DISTANCE));
                (Matrix::look(sun, middle, UP), Matrix::orthographic(radius, SUN_DISTANCE + radius))
            }
        }
    }

    /// The sphere around what the camera sees of a cascade.
    fn cascade(&self, cascade: usize) -> (Vector, f32) {
        let back = Matrix::look(self.camera.eye, self.camera.at, UP).inverse();
        let [x, y] = self.scales().map(|scale| 1.0 / scale);
        let corner = |depth: f32, right: f32| back.point([right * x * depth, right * y * depth, depth]);
        let [near, far] = [SPLITS[cascade], SPLITS[cascade + 1]];
        let middle = mix(corner(near, 0.0), corner(far, 0.0), 0.5);
        (middle, length(subtract(corner(far, 1.0), middle)).max(length(subtract(corner(near, 1.0), middle))))
    }

    /// `View` of view.fxh.
    pub(crate) fn view(&self, viewer: Viewer) -> Vec<u8> {
        let (view, projection) = self.matrices(viewer);
        let both = projection.after(view);
        let [width, height] = self.size.map(|side| side as f32);
        let [x, y] = self.scales();
        let share = if matches!(viewer, Viewer::Sky | Viewer::Side(_)) { CLOUD_SHARE } else { 1.0 };
        Bytes::default()
            .floats(both.floats())
            .floats(view.floats())
            .floats(both.inverse().floats())
            .floats(self.camera.eye)
            .floats([self.time])
            .floats([width, height, 1.0 / width, 1.0 / height])
            .floats([NEAR, FAR, x, y])
            .floats(normalize(SUN).map(|part| -part))
            .floats([0.0035])
            .floats(scale(SUN_COLOR, share))
            .floats([0.04])
            .floats(FOG_COLOR)
            .floats([0.0])
            .0
    }

    /// `Shadow` of shadows.fxh.
    pub(crate) fn shadow(&self) -> Vec<u8> {
        let all = (0..CASCADES).map(|cascade| {
            let (view, projection) = self.matrices(Viewer::Sun(cascade));
            projection.after(view)
        });
        // A lamp over the scene that throws the projector's texture.
        let lamp = add(self.camera.at, [0.9, 4.2, -1.6]);
        let projector = Matrix::perspective([1.5; 2], 2.5, 9.0).after(Matrix::look(
            lamp,
            add(self.camera.at, [0.0, -0.8, 0.0]),
            UP,
        ));
        all.fold(Bytes::default(), |bytes, matrix| bytes.floats(matrix.floats()))
            .floats((0..CASCADES).map(|cascade| SPLITS[cascade + 1]))
            .floats((0..CASCADES).map(|cascade| 2.0 * self.cascade(cascade).1 / SHADOW_SIDE as f32))
            .floats(projector.floats())
            .floats([0.12, 0.1, 0.3, 0.0])
            .floats([1.8, 1.0 / SHADOW_SIDE as f32, 0.85 * SPLITS[CASCADES], 2.4])
            .0
    }
}

/// `Object` of mesh.fx. `debug_view`: a number of debug_views.fxh.
pub(crate) fn object(object: &Object, debug_view: u32) -> Vec<u8> {
    Bytes::default()
        .floats(object.world.floats())
        // Turned and scaled evenly: normals turn with it, and the shader makes their length 1.
        .floats(object.world.floats())
        .floats(object.tint)
        .floats([0.9, 0.0, 0.42, 1.3])
        .floats([0.0004, 0.006, 1.7])
        .words([debug_view])
        .0
}

/// `Material` of material.fxh.
pub(crate) fn material(material: &Material) -> Vec<u8> {
    Bytes::default()
        .floats(material.base)
        .floats(material.emissive)
        .floats([material.alpha_reference])
        .floats([material.roughness, material.metalness, material.relief, material.translucency])
        .floats(material.layers)
        .floats([0.25, 2.0, 1.0, material.opacity])
        .0
}

/// `Bones` of skinning.fxh.
pub(crate) fn bones() -> Vec<u8> {
    Bytes::default().floats(skeleton::rows().into_iter().flatten()).0
}

/// `g_Lights` of lights.fxh; a buffer cannot be empty.
pub(crate) fn lights(lights: &[Light]) -> Vec<u8> {
    let none = Light { at: [0.0; 3], range: 0.01, color: [0.0; 3] };
    let all = lights.iter().chain(lights.is_empty().then_some(&none));
    all.fold(Bytes::default(), |bytes, light| {
        bytes.floats(light.at).floats([light.range]).floats(light.color).floats([-1.0, 0.0, -1.0, 0.0, 1.0])
    })
    .0
}

/// `Culling` of light_cull.fx.
pub(crate) fn culling(lights: u32, capacity: u32) -> Vec<u8> {
    Bytes::default().words([lights, capacity, 0, 0]).0
}

/// `Atmosphere` of sky.fx. An environment map has no disc of the sun: its light comes from a direction of its own.
pub(crate) fn atmosphere(disc: bool) -> Vec<u8> {
    Bytes::default()
        .floats(Matrix::IDENTITY.floats())
        .floats([5.8e-6, 13.5e-6, 33.1e-6, 8000.0])
        .floats([7.0e-6, 7.0e-6, 7.0e-6, 1200.0])
        .floats([0.76, if disc { 0.0075 } else { 1e-6 }, 44.0, 0.0])
        .floats([0.002, 0.001, 0.4, 4200.0])
        .0
}

/// What sky.fx reads at run time: `g_bStars` and `g_bClouds`.
pub(crate) fn sky_switches() -> Vec<u8> {
    Bytes::default().words([0, 1, 0, 0]).0
}

/// `Occlusion` of ssao.fx.
pub(crate) fn occlusion(size: [u32; 2]) -> Vec<u8> {
    Bytes::default().floats([0.9, 0.4, 1.35, 7.0]).words(size).floats([0.0, 14.0]).0
}

/// `Bloom` of bloom.fx, for a source of this size.
pub(crate) fn bloom(source: [u32; 2]) -> Vec<u8> {
    Bytes::default()
        .floats(source.map(|side| 1.0 / side as f32))
        .floats([1.0, 1.0])
        .floats([5.0, 2.0, 1.1, 0.7])
        .floats([1.0, 1.0, 1.0, 0.0])
        .0
}

/// `ToneMap` of tonemap.fx. `plain`: numbers are shown as they are.
pub(crate) fn tone_map(plain: bool) -> Vec<u8> {
    let (exposure, vignette, saturation) = if plain { (1.0, 0.0, 1.0) } else { (EXPOSURE, 0.16, 1.12) };
    Bytes::default()
        .floats([exposure, 6.0, 1.2, 0.16])
        .floats([200.0, 1000.0, vignette, saturation])
        .floats([0.0, 0.002, 0.006, 0.0])
        .floats([1.03, 1.0, 0.97, 0.0])
        .0
}

/// `AntiAlias` of antialias.fx.
pub(crate) fn anti_alias(size: [u32; 2]) -> Vec<u8> {
    Bytes::default().floats(size.map(|side| 1.0 / side as f32)).floats([0.04, 0.12, 0.7, 0.5, 0.0, 0.0]).0
}
