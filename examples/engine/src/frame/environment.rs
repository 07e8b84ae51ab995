//! Light from all around: the sky's own technique drawn on the sides of a cube, blurred for rougher surfaces from level to level.

use std::error::Error;

use crate::archive::Pass;
use crate::constants::{SIDES, Viewer};
use crate::frame::encode::Recorder;
use crate::frame::loaded::Loaded;
use crate::matrix::{Vector, add, cross, dot, normalize, scale};
use crate::pipelines::Targets;
use crate::resources::{Resources, Scope};
use crate::scene::{SUN, SUN_COLOR};

/// Texels a side; `AmbientLight` of material.fxh reads levels 0 to 7.
pub(crate) const SIDE: u32 = 128;
const LEVELS: u32 = SIDE.ilog2() + 1;
/// The level whose texels stand for all light when the ones below are made.
const SOURCE: u32 = 3;
/// Four floats a texel, as they are drawn and read back.
pub(crate) const CAPTURED: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Float;
const FILTERED: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// What the ground around gives back of the light on it.
const GROUND: Vector = [0.36, 0.33, 0.27];

/// A map for shaders, empty at first.
pub(crate) fn texture(device: &wgpu::Device) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("environment"),
        size: wgpu::Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: 6 },
        mip_level_count: LEVELS,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FILTERED,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

const ON: Targets = Targets { name: "environment", colors: &[CAPTURED], depth: None };

/// The archive whose code the sky is drawn with.
pub(crate) fn sky_made(
    recorder: Recorder<'_>,
    sky: &Pass,
    scene: &Loaded,
    constants: &Resources,
) -> Result<u64, Box<dyn Error>> {
    let choice = sky.choice(recorder.generation)?;
    let scope = Scope(&[scene.view(Viewer::Side(0)), constants]);
    let id = recorder.pipelines.prepare(recorder.gpu, recorder.generation, choice, ON, scope)?;
    Ok(recorder.pipelines.get(id)?.generation)
}

/// Draws the sky on a cube, adds the ground, and fills `map`.
pub(crate) fn capture(
    mut recorder: Recorder<'_>,
    sky: &Pass,
    scene: &Loaded,
    constants: &Resources,
    map: &wgpu::Texture,
) -> Result<(), Box<dyn Error>> {
    let gpu = recorder.gpu;
    let sides = gpu.target([SIDE; 2], 6, CAPTURED);
    for side in 0..6 {
        let view = sides.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2),
            base_array_layer: side,
            array_layer_count: Some(1),
            ..Default::default()
        });
        recorder.cleared(sky, ON, &view, Scope(&[scene.view(Viewer::Side(side as usize)), constants]))?;
    }
    recorder.submit();
    let floats: Vec<f32> = gpu.read(&sides)?.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let mut radiance: Vec<Vector> = floats.as_chunks::<4>().0.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
    add_ground(&mut radiance);
    for (level, texels) in levels(radiance).into_iter().enumerate() {
        upload(&gpu.queue, map, level as u32, &texels);
    }
    Ok(())
}

/// The direction of each texel of a level, in the order of its texels.
fn directions(side: u32) -> impl Iterator<Item = Vector> {
    SIDES.into_iter().flat_map(move |(forward, up)| {
        let right = cross(up, forward);
        (0..side * side).map(move |at| {
            let part = |index: u32| 2.0 * (index as f32 + 0.5) / side as f32 - 1.0;
            normalize(add(forward, add(scale(right, part(at % side)), scale(up, -part(at / side)))))
        })
    })
}

/// The sky's technique ends at the horizon; below it lies ground that the sun and the sky light.
fn add_ground(radiance: &mut [Vector]) {
    let (mut sky, mut total) = ([0.0; 3], 0.0);
    for (texel, way) in radiance.iter().zip(directions(SIDE)).filter(|(_, way)| way[1] > 0.0) {
        (sky, total) = (add(sky, scale(*texel, way[1])), total + way[1]);
    }
    let sun = scale(SUN_COLOR, normalize(SUN)[1] * std::f32::consts::FRAC_1_PI);
    // Half of what is around stands in shadow.
    let light = add(scale(sky, 1.0 / f32::max(total, 1.0)), scale(sun, 0.5));
    let ground: Vector = std::array::from_fn(|part| light[part] * GROUND[part]);
    for (texel, way) in radiance.iter_mut().zip(directions(SIDE)) {
        let t = ((0.02 - way[1]) / 0.06).clamp(0.0, 1.0);
        *texel = add(scale(*texel, 1.0 - t), scale(ground, t));
    }
}

/// All levels: means of four for the smooth ones, and lobes that grow with the roughness that a level stands for.
fn levels(radiance: Vec<Vector>) -> Vec<Vec<Vector>> {
    let mut levels = vec![radiance];
    for level in 1..=SOURCE {
        let above = &levels[level as usize - 1];
        levels.push(halved(above, SIDE >> (level - 1)));
    }
    let side = SIDE >> SOURCE;
    let source: Vec<(Vector, Vector)> = directions(side).zip(levels[SOURCE as usize].iter().copied()).collect();
    levels.pop();
    for level in SOURCE..LEVELS {
        // Phong's exponent for GGX's alpha, which is the square of the roughness; the last level is what matt surfaces get.
        let roughness = (level as f32 / (LEVELS - 2) as f32).min(1.0);
        let exponent = if level + 1 == LEVELS { 1.0 } else { (2.0 / roughness.powi(4) - 2.0).max(1.0) };
        let lobe = |way: Vector| {
            let (mut sum, mut total) = ([0.0; 3], 0.0);
            for (other, light) in &source {
                let cosine = dot(way, *other);
                if cosine > 0.0 {
                    let weight = cosine.powf(exponent);
                    (sum, total) = (add(sum, scale(*light, weight)), total + weight);
                }
            }
            scale(sum, 1.0 / f32::max(total, 1e-6))
        };
        levels.push(directions(SIDE >> level).map(lobe).collect());
    }
    levels
}

fn halved(texels: &[Vector], side: u32) -> Vec<Vector> {
    let half = side / 2;
    let at = |face: u32, x: u32, y: u32| texels[(face * side * side + y * side + x) as usize];
    let mean = |index: u32| {
        let (face, x, y) = (index / (half * half), index % half * 2, index / half % half * 2);
        let sum =
            [(0, 0), (1, 0), (0, 1), (1, 1)].iter().fold([0.0; 3], |sum, (dx, dy)| add(sum, at(face, x + dx, y + dy)));
        scale(sum, 0.25)
    };
    (0..6 * half * half).map(mean).collect()
}

fn upload(queue: &wgpu::Queue, map: &wgpu::Texture, level: u32, texels: &[Vector]) {
    let side = SIDE >> level;
    let half = |part: f32| half::f16::from_f32(part).to_le_bytes();
    let bytes: Vec<u8> = texels.iter().flat_map(|[r, g, b]| [*r, *g, *b, 1.0]).flat_map(half).collect();
    queue.write_texture(
        wgpu::TexelCopyTextureInfo { mip_level: level, ..map.as_image_copy() },
        &bytes,
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(side * 8), rows_per_image: Some(side) },
        wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 6 },
    );
}
