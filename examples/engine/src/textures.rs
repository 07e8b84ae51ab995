//! Textures that are computed: nothing to download, and each shows what its branch is for.

use wgpu::util::DeviceExt;

const SIDE: u32 = 128;

/// From 0 to 1, the same for the same place.
fn noise(x: u32, y: u32, seed: u32) -> f32 {
    let mixed = (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca6b) ^ seed.wrapping_mul(0xc2b2_ae35))
        .wrapping_mul(0x27d4_eb2f);
    ((mixed ^ (mixed >> 15)) & 0xffff) as f32 / 65535.0
}

/// Smooth noise of this many cells a side; repeats.
fn clouds(u: f32, v: f32, cells: u32, seed: u32) -> f32 {
    let (x, y) = (u * cells as f32, v * cells as f32);
    let (column, row) = (x.floor() as u32, y.floor() as u32);
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (s, t) = (smooth(x.fract()), smooth(y.fract()));
    let corner = |dx: u32, dy: u32| noise((column + dx) % cells, (row + dy) % cells, seed);
    let (above, below) = (corner(0, 0) * (1.0 - s) + corner(1, 0) * s, corner(0, 1) * (1.0 - s) + corner(1, 1) * s);
    above * (1.0 - t) + below * t
}

/// A brick wall: the distance from the joints, 0 in them, and the number of the brick.
fn brick(u: f32, v: f32) -> (f32, u32) {
    let row = (v * 4.0).floor();
    let x = u * 2.0 + if row as u32 % 2 == 1 { 0.5 } else { 0.0 };
    let (a, b) = (x.fract(), (v * 4.0).fract());
    let edge = (a.min(1.0 - a) * 2.0).min(b.min(1.0 - b));
    ((edge * 8.0).clamp(0.0, 1.0), (x.floor() as u32 % 2) + 4 * row as u32)
}

/// Bricks with round holes in their alpha.
fn albedo(u: f32, v: f32, _: u32) -> [f32; 4] {
    let (inside, number) = brick(u, v);
    let shade = 0.6 + 0.3 * noise(number, 1, 3) + 0.1 * clouds(u, v, 32, 5);
    let color = if inside < 0.5 { [0.55, 0.53, 0.5] } else { [shade, shade * 0.72, shade * 0.6] };
    let (x, y) = ((u * 4.0).fract() - 0.5, (v * 4.0).fract() - 0.5);
    [color[0], color[1], color[2], ((x * x + y * y).sqrt() * 4.0 - 0.5).clamp(0.0, 1.0)]
}

fn normals(u: f32, v: f32, _: u32) -> [f32; 4] {
    let step = 1.0 / SIDE as f32;
    let wrap = |t: f32| t.rem_euclid(1.0);
    let x = brick(wrap(u - step), v).0 - brick(wrap(u + step), v).0;
    let y = brick(u, wrap(v - step)).0 - brick(u, wrap(v + step)).0;
    [0.5 + 0.35 * x, 0.5 + 0.35 * y, 1.0, 1.0]
}

/// Occlusion, roughness, metalness, emissive mask: joints glow, every fifth brick is metal.
fn surfaces(u: f32, v: f32, _: u32) -> [f32; 4] {
    let (inside, number) = brick(u, v);
    let metal = number.is_multiple_of(5);
    let glow = if inside < 0.25 { 1.0 } else { 0.0 };
    [0.5 + 0.5 * inside, if metal { 0.35 } else { 0.8 }, if metal { 1.0 } else { 0.0 }, glow]
}

fn layer_albedo(u: f32, v: f32, layer: u32) -> [f32; 4] {
    let base = [[0.25, 0.55, 0.15], [0.75, 0.6, 0.35], [0.45, 0.45, 0.5], [0.95, 0.95, 1.0]][layer as usize % 4];
    let shade = 0.7 + 0.6 * clouds(u, v, 16, layer) - 0.3;
    let [r, g, b] = base.map(|part| part * shade);
    [r, g, b, 1.0]
}

fn layer_detail(u: f32, v: f32, layer: u32) -> [f32; 4] {
    [0.4 + 0.2 * clouds(u, v, 16, layer + 8), 0.4 + 0.2 * clouds(u, v, 16, layer + 12), 0.5, clouds(u, v, 8, layer)]
}

fn layer_mask(u: f32, v: f32, _: u32) -> [f32; 4] {
    [1, 2, 3, 4].map(|layer| clouds(u, v, 3, 20 + layer))
}

/// A window's frame.
fn projector(u: f32, v: f32, _: u32) -> [f32; 4] {
    let pane = |t: f32| (t * 2.0).fract();
    let bar = |t: f32| !(0.12..=0.88).contains(&pane(t));
    [1.0, 1.0, 1.0, if bar(u) || bar(v) { 1.0 } else { 0.0 }]
}

/// A sky with a bright side, a horizon and ground, by face of the cube.
fn environment(u: f32, v: f32, face: u32) -> [f32; 4] {
    let (x, y) = (2.0 * u - 1.0, 1.0 - 2.0 * v);
    let [dx, dy, dz] =
        [[1.0, y, -x], [-1.0, y, x], [x, 1.0, -y], [x, -1.0, y], [x, y, 1.0], [-x, y, -1.0]][face as usize % 6];
    let up = dy / f32::sqrt(dx * dx + dy * dy + dz * dz);
    let sky = |low: f32, high: f32| if up < 0.0 { 0.25 + 0.1 * up } else { low + (high - low) * up };
    let warm = (0.5 - 0.3 * dx).clamp(0.0, 1.0) * 0.3;
    [sky(0.8, 0.3) + warm, sky(0.82, 0.5) + 0.5 * warm, sky(0.9, 0.95), 1.0]
}

type Paint = fn(f32, f32, u32) -> [f32; 4];

/// Name in the shader, kind, layers, whether its numbers are colours for the eye, and what is painted on it.
const ALL: [(&str, wgpu::TextureViewDimension, u32, bool, Paint); 8] = [
    ("g_AlbedoMap", wgpu::TextureViewDimension::D2, 1, true, albedo),
    ("g_NormalMap", wgpu::TextureViewDimension::D2, 1, false, normals),
    ("g_SurfaceMap", wgpu::TextureViewDimension::D2, 1, false, surfaces),
    ("g_LayerAlbedo", wgpu::TextureViewDimension::D2Array, 4, true, layer_albedo),
    ("g_LayerDetail", wgpu::TextureViewDimension::D2Array, 4, false, layer_detail),
    ("g_LayerMask", wgpu::TextureViewDimension::D2, 1, false, layer_mask),
    ("g_ProjectorMap", wgpu::TextureViewDimension::D2, 1, false, projector),
    ("g_Environment", wgpu::TextureViewDimension::Cube, 6, false, environment),
];

/// Every texture of the material, by its name in the shader.
pub(crate) fn all(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
) -> Vec<(&'static str, wgpu::TextureViewDimension, wgpu::TextureView)> {
    ALL.iter()
        .map(|(name, dimension, layers, color, paint)| {
            (*name, *dimension, texture(device, queue, name, (*dimension, *layers, *color), *paint))
        })
        .collect()
}

fn texture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    name: &str,
    (dimension, layers, color): (wgpu::TextureViewDimension, u32, bool),
    paint: Paint,
) -> wgpu::TextureView {
    let levels = SIDE.ilog2() + 1;
    let mut bytes = Vec::new();
    for layer in 0..layers {
        let mut texels: Vec<[f32; 4]> = (0..SIDE * SIDE)
            .map(|at| paint((at % SIDE) as f32 / SIDE as f32, (at / SIDE) as f32 / SIDE as f32, layer))
            .collect();
        for level in 0..levels {
            bytes.extend(texels.iter().flatten().map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8));
            texels = halved(&texels, SIDE >> level);
        }
    }
    let descriptor = wgpu::TextureDescriptor {
        label: Some(name),
        size: wgpu::Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: layers },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: if color { wgpu::TextureFormat::Rgba8UnormSrgb } else { wgpu::TextureFormat::Rgba8Unorm },
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    };
    let texture = device.create_texture_with_data(queue, &descriptor, wgpu::util::TextureDataOrder::LayerMajor, &bytes);
    texture.create_view(&wgpu::TextureViewDescriptor { dimension: Some(dimension), ..Default::default() })
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
