//! The inputs of the library's shaders.
//!
//! Textures are slopes with noise on them, other in each channel, layer and level; vertices a grid of 72 triangles, drawn twice;
//! buffers and constants noise from 1/8 to 1 and matrices near identity (`uberc_judge::scene`). Where that means nothing to a
//! shader its branches would not show, so constants and buffers that must be about something are here.

use uberc_judge::noise;
use uberc_judge::scene::Scene;

/// Components of a constant, by its name.
const CONSTANTS: [(&str, &[f64]); 59] = [
    ("g_Viewport", &[64.0, 48.0, 1.0 / 64.0, 1.0 / 48.0]),
    ("g_Projection", &[0.1, 100.0, 1.0, 1.0]),
    ("g_CameraPosition", &[0.0, 0.25, -2.0]),
    ("g_SunDirection", &[0.36, -0.48, 0.8]),
    ("g_SunColor", &[2.0, 1.75, 1.5]),
    ("g_Rayleigh", &[5.8e-6, 13.5e-6, 33.1e-6, 8000.0]),
    ("g_Mie", &[4e-6, 4e-6, 4e-6, 1200.0]),
    ("g_SunIntensity", &[20.0]),
    // Texels far smaller than the picture's: edges are long then.
    ("g_Texel", &[1.0 / 512.0, 1.0 / 384.0]),
    ("g_EdgeMinimum", &[0.002]),
    ("g_EdgeRelative", &[0.004]),
    // Shadows that fade over the scene, and a projector that darkens what is lit.
    ("g_CascadeEnd", &[0.75, 0.875, 1.0, 1.125]),
    ("g_ShadowFilter", &[2.0, 1.0 / 64.0, 0.75, 1.0]),
    ("g_ProjectorColor", &[0.0, 0.0, 0.0]),
    ("g_AlphaReference", &[0.25]),
    ("g_BaseColor", &[0.875, 0.75, 1.0, 1.0]),
    ("g_TintColor", &[0.75, 1.0, 0.875, 1.0]),
    ("g_Opacity", &[0.9375]),
    ("g_DebugView", &[6.0]),
    ("g_AdaptDown", &[8.0]),
    ("g_SourceTexel", &[1.0 / 64.0, 1.0 / 48.0]),
    ("g_Threshold", &[0.25]),
    ("g_BloomThreshold", &[0.25]),
    ("g_SourceSize", &[64.0, 48.0]),
    ("g_LowPercentile", &[0.05]),
    ("g_HighPercentile", &[0.95]),
    ("g_ExposureLimits", &[1e-6, 1e6]),
    ("g_DeltaTime", &[0.25]),
    ("g_LightCount", &[LIGHTS as f64]),
    ("g_IndexCapacity", &[1024.0]),
    ("g_ParticleCount", &[60.0]),
    ("g_SpawnBudget", &[32.0]),
    ("g_CollisionThickness", &[100.0]),
    ("g_Flipbook", &[4.0, 4.0, 16.0, 0.0]),
    ("g_SoftDistance", &[2.0]),
    ("g_OutputSize", &[64.0, 48.0]),
    ("g_OcclusionShape", &[0.5, 0.5, 1.5, 4.0]),
    ("g_FrameIndex", &[3.0]),
    ("g_Patch", &[-0.4, 0.1, 0.8, 2.0]),
    ("g_HeightScale", &[1.6]),
    ("g_HeightOffset", &[-0.8]),
    ("g_PlanetRadius", &[8.0]),
    ("g_ShadowBias", &[0.05]),
    ("g_HeightMapTransform", &[0.5, 0.5, 0.5, 0.5]),
    ("g_MorphRange", &[0.5, 3.0]),
    ("g_WhitePoint", &[4.0]),
    ("g_PeakLuminance", &[0.5]),
    ("g_ClipRect", &[0.0, 0.0, 64.0, 48.0]),
    ("g_CanvasTransform", &[1.0, 1.0, 0.0, 0.0]),
    ("g_DistanceRange", &[4.0]),
    // Rendered at half the display's size, with motion vectors of the display's.
    ("g_RenderSize", &[32.0, 24.0, 1.0 / 32.0, 1.0 / 24.0]),
    ("g_DisplaySize", &[64.0, 48.0, 1.0 / 64.0, 1.0 / 48.0]),
    ("g_MotionSize", &[64.0, 48.0, 1.0 / 64.0, 1.0 / 48.0]),
    ("g_Jitter", &[0.25, -0.125, -0.25, 0.375]),
    ("g_Frustum", &[0.1, 100.0, 0.5, 0.375]),
    ("g_MotionScale", &[0.0625, 0.0625, 32.0, 0.0]),
    ("g_ExposureScale", &[1.25, 0.875, 4.0, 1.0]),
    ("g_FrameState", &[7.0, 0.0625, 16.0, 8.0]),
    ("g_Filter", &[0.625, 0.25, 1.25, 0.75]),
];

/// More than a group has threads, so that the order in which they are found is not the order in which they lie.
const LIGHTS: usize = 160;
/// `kCLUSTERS_X` * `kCLUSTERS_Y` * `kCLUSTERS_Z` of lights.fxh.
const CLUSTERS: usize = 16 * 9 * 24;

/// `kMAX_BONES` of skinning.fxh.
const BONES: usize = 256;

/// The scene with what the library needs.
pub fn with_hints(scene: Scene) -> Scene {
    let scene = CONSTANTS.iter().fold(scene, |scene, (name, values)| scene.with(name, values));
    let words = |words: Vec<u32>| words.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>();
    scene
        .with("g_BoneRows", &(0..BONES).flat_map(bone).collect::<Vec<f64>>())
        .holding("g_Lights", words((0..LIGHTS).flat_map(light).map(f32::to_bits).collect()))
        .holding("g_Clusters", words((0..CLUSTERS as u32).flat_map(|at| [at * 7 % 96, at % 7]).collect()))
        .holding("g_ClusterLights", words((0..1024).map(|at| at * 11 % LIGHTS as u32).collect()))
        .holding("g_Particles", words((0..64).flat_map(particle).map(f32::to_bits).collect()))
        .holding(
            "g_PreviousNearness",
            words((0..32 * 24).map(|at| (0.5 + 0.25 * signed(3, at, 0)).to_bits()).collect()),
        )
        .holding("g_Histogram", words((0..256).map(|at| if at < 90 { at * at % 31 } else { 0 }).collect()))
}

/// From -1 to 1.
fn signed(kind: u64, at: usize, component: u64) -> f32 {
    2.0 * noise::unit(noise::hash(&[kind, at as u64, component])) as f32 - 1.0
}

/// Three rows of a matrix near identity: with noise in them no light would reach what is skinned.
fn bone(at: usize) -> [f64; 12] {
    std::array::from_fn(|component| {
        let identity = if component % 5 == 0 { 1.0 } else { 0.0 };
        identity + 0.125 * f64::from(signed(4, at, component as u64))
    })
}

/// `Light` of lights.fxh: every third a point, the others spots of any width.
fn light(at: usize) -> [f32; 12] {
    let random = |component| signed(1, at, component);
    let direction = [random(4), random(5), random(6)];
    let length = direction.iter().map(|part| part * part).sum::<f32>().sqrt().max(1e-3);
    let outer = if at.is_multiple_of(3) { -1.0 } else { random(7) };
    let [x, y, z] = direction.map(|part| part / length);
    let position = [random(0), random(1), random(2)];
    [position[0], position[1], position[2], 0.75 + 0.5 * random(3), 1.0, 0.5, 0.25, outer, x, y, z, 1.5]
}

/// `Particle` of particle_types.fxh: every fourth is dead.
fn particle(at: usize) -> [f32; 16] {
    let random = |component| signed(2, at, component);
    let age = if at % 4 == 3 { -1.0 } else { 0.5 + 0.4 * random(3) };
    let seed = f32::from_bits(at as u32);
    let (velocity, color) = ([random(4), random(5), random(6)], [random(7).abs(), random(8).abs(), 0.5, 0.75]);
    [
        0.5 * random(0),
        0.5 * random(1),
        0.5 + 0.25 * random(2),
        age,
        velocity[0],
        velocity[1],
        velocity[2],
        1.0,
        color[0],
        color[1],
        color[2],
        color[3],
        0.5 + 0.25 * random(9),
        random(10),
        random(11),
        seed,
    ]
}
