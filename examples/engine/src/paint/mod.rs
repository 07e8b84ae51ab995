//! **In:** functions that paint. **Out:** textures on the device, with all levels of detail.
//! **Never:** files; every texture of the example is computed.

mod materials;
mod noise;

use wgpu::util::DeviceExt;

use crate::gpu::Gpu;
use crate::resources::Resources;

pub(crate) use materials::SURFACES;
use materials::{Paint, Sample};

/// Texels a side.
const SIDE: u32 = 256;

/// The shader's textures of a surface.
pub(crate) fn surface(gpu: &Gpu, paint: Paint) -> Resources {
    let samples: Vec<Sample> = places().map(|(u, v)| paint(u, v)).collect();
    let height = |x: i32, y: i32| {
        let [x, y] = [x, y].map(|part| part.rem_euclid(SIDE as i32) as u32);
        samples[(y * SIDE + x) as usize].height
    };
    let normal = |at: usize| {
        let (x, y) = ((at as u32 % SIDE) as i32, (at as u32 / SIDE) as i32);
        let slope = [height(x - 1, y) - height(x + 1, y), height(x, y - 1) - height(x, y + 1)].map(|part| 0.5 * part);
        // Two channels of a vector of length 1; the shader finds the third.
        let length = (1.0 + slope[0] * slope[0] + slope[1] * slope[1]).sqrt();
        [0.5 + 0.5 * slope[0] / length, 0.5 + 0.5 * slope[1] / length, 1.0, 1.0]
    };
    let color = |sample: &Sample| [sample.color[0], sample.color[1], sample.color[2], sample.alpha];
    let facts = |sample: &Sample| [sample.occlusion, sample.roughness, sample.metalness, sample.glow];
    let mut resources = Resources::default();
    let mut flat = |name, color, texels| {
        let view = texture(gpu, name, color, &[texels]).create_view(&Default::default());
        resources.texture(name, view, wgpu::TextureViewDimension::D2, FILTERED);
    };
    flat("g_AlbedoMap", true, samples.iter().map(color).collect());
    flat("g_NormalMap", false, (0..samples.len()).map(normal).collect());
    flat("g_SurfaceMap", false, samples.iter().map(facts).collect());
    resources
}

const FILTERED: wgpu::TextureSampleType = wgpu::TextureSampleType::Float { filterable: true };

/// Textures that all surfaces share: the layers, their mask and the projector.
pub(crate) fn shared(gpu: &Gpu, resources: &mut Resources) {
    type LayerPaint = fn(f32, f32, u32) -> [f32; 4];
    let all: [(&'static str, u32, bool, LayerPaint); 4] = [
        ("g_LayerAlbedo", 4, true, materials::layer_color),
        ("g_LayerDetail", 4, false, materials::layer_detail),
        ("g_LayerMask", 1, false, materials::layer_mask),
        ("g_ProjectorMap", 1, false, materials::projector),
    ];
    for (name, layers, color, paint) in all {
        let texels: Vec<Vec<[f32; 4]>> =
            (0..layers).map(|layer| places().map(|(u, v)| paint(u, v, layer)).collect()).collect();
        let dimension = if layers > 1 { wgpu::TextureViewDimension::D2Array } else { wgpu::TextureViewDimension::D2 };
        let view = texture(gpu, name, color, &texels)
            .create_view(&wgpu::TextureViewDescriptor { dimension: Some(dimension), ..Default::default() });
        resources.texture(name, view, dimension, FILTERED);
    }
}

fn places() -> impl Iterator<Item = (f32, f32)> {
    (0..SIDE * SIDE).map(|at| ((at % SIDE) as f32 / SIDE as f32, (at / SIDE) as f32 / SIDE as f32))
}

/// `color`: the numbers are colours for the eye.
fn texture(gpu: &Gpu, name: &str, color: bool, layers: &[Vec<[f32; 4]>]) -> wgpu::Texture {
    let levels = SIDE.ilog2() + 1;
    let mut bytes = Vec::new();
    for layer in layers {
        let mut texels = layer.clone();
        for level in 0..levels {
            bytes.extend(texels.iter().flatten().map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8));
            texels = halved(&texels, SIDE >> level);
        }
    }
    let descriptor = wgpu::TextureDescriptor {
        label: Some(name),
        size: wgpu::Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: layers.len() as u32 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: if color { wgpu::TextureFormat::Rgba8UnormSrgb } else { wgpu::TextureFormat::Rgba8Unorm },
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    };
    let order = wgpu::util::TextureDataOrder::LayerMajor;
    gpu.device.create_texture_with_data(&gpu.queue, &descriptor, order, &bytes)
}

/// The next level of detail.
fn halved(texels: &[[f32; 4]], side: u32) -> Vec<[f32; 4]> {
    let half = (side / 2).max(1);
    let at = |x: u32, y: u32| texels[(y.min(side - 1) * side + x.min(side - 1)) as usize];
    let mean = |x: u32, y: u32| {
        let four = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
        std::array::from_fn(|part| four.iter().map(|texel| texel[part]).sum::<f32>() / 4.0)
    };
    (0..half * half).map(|index| mean(index % half * 2, index / half * 2)).collect()
}
