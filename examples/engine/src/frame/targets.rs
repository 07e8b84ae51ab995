//! The pictures that passes draw on and read, and what each pass finds under which name.

use crate::constants::{self, CASCADES, SHADOW_SIDE};
use crate::frame::environment;
use crate::gpu::Gpu;
use crate::paint;
use crate::pipelines::Targets;
use crate::resources::{Resource, Resources};

const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// Light before the tone curve.
const LIGHT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// What is looked at: the shader encodes it for the eye.
const SHOWN: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const OCCLUSION: wgpu::TextureFormat = wgpu::TextureFormat::R32Uint;
/// Halvings of the picture that glow spreads over.
const BLOOM_LEVELS: usize = 5;

pub(crate) const SHADOWS: Targets = Targets { name: "shadows", colors: &[], depth: Some(DEPTH) };
pub(crate) const DEPTHS: Targets = Targets { name: "depth", colors: &[], depth: Some(DEPTH) };
/// Light, normal with roughness, albedo with metalness: mesh.fx's `DeferredOutput`.
pub(crate) const SURFACES: Targets =
    Targets { name: "surfaces", colors: &[LIGHT, LIGHT, wgpu::TextureFormat::Rgba8UnormSrgb], depth: Some(DEPTH) };
pub(crate) const LIT: Targets = Targets { name: "lit", colors: &[LIGHT], depth: None };
pub(crate) const OVER_LIT: Targets = Targets { name: "over lit", colors: &[LIGHT], depth: Some(DEPTH) };
pub(crate) const SCREEN: Targets = Targets { name: "screen", colors: &[SHOWN], depth: None };

/// A level of the glow.
pub(crate) struct Level {
    pub(crate) view: wgpu::TextureView,
    /// What the pass down to it reads, and the pass up from it.
    pub(crate) down: Resources,
    pub(crate) up: Resources,
}

/// Pictures of one size.
pub(crate) struct Pictures {
    pub(crate) surfaces: [wgpu::TextureView; 3],
    pub(crate) depth: wgpu::Texture,
    pub(crate) depth_view: wgpu::TextureView,
    light: wgpu::Texture,
    lit: wgpu::Texture,
    pub(crate) lit_view: wgpu::TextureView,
    pub(crate) toned: wgpu::TextureView,
    pub(crate) shown: wgpu::Texture,
    pub(crate) shown_view: wgpu::TextureView,
    pub(crate) cascades: [wgpu::TextureView; CASCADES],
    pub(crate) bloom: Vec<Level>,
    pub(crate) environment: wgpu::Texture,
    /// What every pass may name.
    pub(crate) shared: Resources,
    pub(crate) occlusion: [Resources; 3],
    pub(crate) lighting: Resources,
    pub(crate) sky: Resources,
    pub(crate) side_sky: Resources,
    pub(crate) tone_map: Resources,
    pub(crate) plain: Resources,
    pub(crate) anti_alias: Resources,
}

impl Pictures {
    pub(crate) fn new(gpu: &Gpu, size: [u32; 2]) -> Pictures {
        let surfaces: [wgpu::Texture; 3] = std::array::from_fn(|index| gpu.target(size, 1, SURFACES.colors[index]));
        let depth = gpu.target(size, 1, DEPTH);
        let (lit, toned, shown) = (gpu.target(size, 1, LIGHT), gpu.target(size, 1, SHOWN), gpu.target(size, 1, SHOWN));
        let bloom: Vec<wgpu::Texture> =
            (1..=BLOOM_LEVELS).map(|level| gpu.target(size.map(|side| (side >> level).max(1)), 1, LIGHT)).collect();
        let occlusion = [gpu.storage(size, OCCLUSION), gpu.storage(size, OCCLUSION)];
        let shadow_map = gpu.target([SHADOW_SIDE; 2], CASCADES as u32, DEPTH);
        let environment = environment::texture(&gpu.device);
        let view = |texture: &wgpu::Texture| texture.create_view(&Default::default());
        let tone_map = |plain: bool| {
            let mut resources = named(&[("g_SceneColor", &lit), ("g_BloomColor", &bloom[0])]);
            resources.buffer("ToneMap", gpu.uniform(&constants::tone_map(plain)));
            resources
        };
        let mut anti_alias = named(&[("g_Picture", &toned)]);
        anti_alias.buffer("AntiAlias", gpu.uniform(&constants::anti_alias(size)));
        let [light, normal, albedo] = &surfaces;
        Pictures {
            cascades: std::array::from_fn(|cascade| layer(&shadow_map, cascade as u32)),
            shared: shared(gpu, &shadow_map, &environment),
            occlusion: occlusion_steps(gpu, size, [&depth, normal], &occlusion),
            lighting: named(&[
                ("g_LightBuffer", light),
                ("g_NormalBuffer", normal),
                ("g_AlbedoBuffer", albedo),
                ("g_Depth", &depth),
                ("g_Occlusion", &occlusion[0]),
            ]),
            sky: sky(gpu, true),
            side_sky: sky(gpu, false),
            tone_map: tone_map(false),
            plain: tone_map(true),
            anti_alias,
            bloom: levels(gpu, &lit, &bloom),
            surfaces: [view(light), view(normal), view(albedo)],
            depth_view: view(&depth),
            depth,
            lit_view: view(&lit),
            toned: view(&toned),
            shown_view: view(&shown),
            shown,
            environment,
            light: light.clone(),
            lit,
        }
    }

    /// What the first surface buffer holds takes the place of the lit picture.
    pub(crate) fn copy_light(&self, encoder: &mut wgpu::CommandEncoder) {
        let size = self.lit.size();
        encoder.copy_texture_to_texture(self.light.as_image_copy(), self.lit.as_image_copy(), size);
    }
}

fn named(textures: &[(&'static str, &wgpu::Texture)]) -> Resources {
    let mut resources = Resources::default();
    textures.iter().for_each(|(name, texture)| resources.target(name, texture));
    resources
}

fn layer(texture: &wgpu::Texture, layer: u32) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2),
        base_array_layer: layer,
        array_layer_count: Some(1),
        ..Default::default()
    })
}

fn sky(gpu: &Gpu, disc: bool) -> Resources {
    let mut resources = Resources::default();
    resources.buffer("Atmosphere", gpu.uniform(&constants::atmosphere(disc)));
    // Switches that are no branches stand in a buffer of their own.
    resources.buffer("$Globals", gpu.uniform(&constants::sky_switches()));
    resources
}

/// Occlusion, then its blur along x and along y; the result is in the first of `words`.
fn occlusion_steps(
    gpu: &Gpu,
    size: [u32; 2],
    [depth, normal]: [&wgpu::Texture; 2],
    words: &[wgpu::Texture; 2],
) -> [Resources; 3] {
    [(1, 0), (0, 1), (1, 0)].map(|(from, to)| {
        let mut resources = named(&[("g_Depth", depth), ("g_Normals", normal), ("g_OcclusionInput", &words[from])]);
        resources.buffer("Occlusion", gpu.uniform(&constants::occlusion(size)));
        let view = words[to].create_view(&Default::default());
        resources.set("g_OcclusionOutput", Resource::Storage(view, OCCLUSION));
        resources
    })
}

/// Each level's passes: what is above it goes down to it, and it goes up to what is above it.
fn levels(gpu: &Gpu, lit: &wgpu::Texture, bloom: &[wgpu::Texture]) -> Vec<Level> {
    let above = std::iter::once(lit).chain(bloom);
    let level = |(above, own): (&wgpu::Texture, &wgpu::Texture)| {
        let pass = |source: &wgpu::Texture| {
            let mut resources = named(&[("g_Source", source)]);
            let size = [source.width(), source.height()];
            resources.buffer("Bloom", gpu.uniform(&constants::bloom(size)));
            resources
        };
        Level { view: own.create_view(&Default::default()), down: pass(above), up: pass(own) }
    };
    above.zip(bloom).map(level).collect()
}

fn shared(gpu: &Gpu, shadow_map: &wgpu::Texture, environment: &wgpu::Texture) -> Resources {
    let mut resources = Resources::default();
    paint::shared(gpu, &mut resources);
    let view = |texture: &wgpu::Texture, dimension| {
        texture.create_view(&wgpu::TextureViewDescriptor { dimension: Some(dimension), ..Default::default() })
    };
    let array = wgpu::TextureViewDimension::D2Array;
    resources.texture("g_CascadeMap", view(shadow_map, array), array, wgpu::TextureSampleType::Depth);
    let (cube, filtered) = (wgpu::TextureViewDimension::Cube, wgpu::TextureSampleType::Float { filterable: true });
    resources.texture("g_Environment", view(environment, cube), cube, filtered);
    // The tone mapping pass names it, whether exposure is measured or not.
    resources.target("g_ExposureValue", &gpu.target([1, 1], 1, LIGHT));
    samplers(gpu, &mut resources);
    resources
}

fn samplers(gpu: &Gpu, resources: &mut Resources) {
    let linear = |address_mode, compare| {
        gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            address_mode_u: address_mode,
            address_mode_v: address_mode,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            compare,
            ..Default::default()
        })
    };
    let (repeat, clamp) = (wgpu::AddressMode::Repeat, wgpu::AddressMode::ClampToEdge);
    let (plain, compares) = (wgpu::SamplerBindingType::Filtering, wgpu::SamplerBindingType::Comparison);
    let anisotropic = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        address_mode_u: repeat,
        address_mode_v: repeat,
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        anisotropy_clamp: 8,
        ..Default::default()
    });
    resources.set("g_MaterialSampler", Resource::Sampler(anisotropic, plain));
    resources
        .set("g_ShadowSampler", Resource::Sampler(linear(clamp, Some(wgpu::CompareFunction::LessEqual)), compares));
    for name in ["g_ClampSampler", "g_LinearClamp"] {
        resources.set(name, Resource::Sampler(linear(clamp, None), plain));
    }
    let point = gpu.device.create_sampler(&wgpu::SamplerDescriptor::default());
    resources.set("g_PointClamp", Resource::Sampler(point, wgpu::SamplerBindingType::NonFiltering));
}
