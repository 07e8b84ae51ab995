//! The scene drawn with a technique: first the sun's shadow map with the caster that goes with it, then the picture.

use std::error::Error;

use uberc_runtime::{Generation, Key, ShaderHandle};
use wgpu::util::DeviceExt;

use crate::constants::{self, SHADOW_SIDE, Viewer};
use crate::gpu::Gpu;
use crate::meshes::{self, Mesh};
use crate::pipelines::{DEPTH, Kinds, Pipeline, Pipelines, TARGETS};
use crate::textures;

/// `kSHADOW_CASCADES` of shadows.fxh.
const CASCADES: u32 = 4;

/// A permutation, and the one that draws its shadows.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) shader: ShaderHandle,
    pub(crate) picture: Key,
    pub(crate) caster: Key,
}

/// A mesh on the device.
struct Solid {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    count: u32,
    object: wgpu::Buffer,
}

/// What a resource is.
enum Resource {
    Buffer(wgpu::Buffer, wgpu::BufferBindingType),
    Texture(wgpu::TextureView, wgpu::TextureViewDimension, wgpu::TextureSampleType),
    Sampler(wgpu::Sampler, wgpu::SamplerBindingType),
}

pub(crate) struct Renderer {
    pub(crate) size: [u32; 2],
    pub(crate) pipelines: Pipelines,
    solids: Vec<Solid>,
    /// By name in the shader; the view, the object and the shadow map follow from what is drawn.
    resources: Vec<(&'static str, Resource)>,
    views: [wgpu::Buffer; 2],
    colors: Vec<wgpu::Texture>,
    depth: wgpu::Texture,
    shadow_map: wgpu::Texture,
    /// A caster's pixel shader may name a target, and writes nothing to it.
    unseen: wgpu::Texture,
}

impl Renderer {
    pub(crate) fn new(gpu: &Gpu, size: [u32; 2], debug_view: i32, time: f32) -> Renderer {
        let buffer = |bytes: &[u8], usage| {
            gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents: bytes, usage })
        };
        let uniform = |bytes: &[u8]| buffer(bytes, wgpu::BufferUsages::UNIFORM);
        let solid = |mesh: Mesh| Solid {
            vertices: buffer(&mesh.vertices, wgpu::BufferUsages::VERTEX),
            count: mesh.indices.len() as u32,
            indices: buffer(
                &mesh.indices.iter().flat_map(|index| index.to_le_bytes()).collect::<Vec<u8>>(),
                wgpu::BufferUsages::INDEX,
            ),
            object: uniform(&constants::object(&mesh, debug_view)),
        };
        let mut resources: Vec<(&'static str, Resource)> = textures::all(&gpu.device, &gpu.queue)
            .into_iter()
            .map(|(name, dimension, view)| {
                (name, Resource::Texture(view, dimension, wgpu::TextureSampleType::Float { filterable: true }))
            })
            .collect();
        for (name, bytes) in
            [("Material", constants::material()), ("Shadow", constants::shadow()), ("Bones", constants::bones())]
        {
            resources.push((name, Resource::Buffer(uniform(&bytes), wgpu::BufferBindingType::Uniform)));
        }
        let (ranges, indices) = constants::clusters();
        for (name, bytes) in [("g_Lights", constants::lights()), ("g_Clusters", ranges), ("g_ClusterLights", indices)] {
            let storage = buffer(&bytes, wgpu::BufferUsages::STORAGE);
            resources.push((name, Resource::Buffer(storage, wgpu::BufferBindingType::Storage { read_only: true })));
        }
        resources.extend(samplers(gpu));
        let shadow_map = gpu.target([SHADOW_SIDE; 2], CASCADES, DEPTH);
        let all =
            wgpu::TextureViewDescriptor { dimension: Some(wgpu::TextureViewDimension::D2Array), ..Default::default() };
        resources.push((
            "g_CascadeMap",
            Resource::Texture(
                shadow_map.create_view(&all),
                wgpu::TextureViewDimension::D2Array,
                wgpu::TextureSampleType::Depth,
            ),
        ));
        Renderer {
            size,
            pipelines: Pipelines::new(),
            solids: meshes::scene().into_iter().map(solid).collect(),
            resources,
            views: [Viewer::Camera, Viewer::Sun].map(|viewer| {
                let size = if viewer == Viewer::Sun { [SHADOW_SIDE; 2] } else { size };
                uniform(&constants::view(viewer, size, time))
            }),
            colors: TARGETS.iter().map(|format| gpu.target(size, 1, *format)).collect(),
            depth: gpu.target(size, 1, DEPTH),
            shadow_map,
            unseen: gpu.target([SHADOW_SIDE; 2], 1, TARGETS[0]),
        }
    }

    /// Draws; the picture stays on the device. Gives whether it has colours.
    pub(crate) fn draw<D: AsRef<[u8]>>(
        &mut self,
        gpu: &Gpu,
        generation: &Generation<D>,
        choice: Choice,
    ) -> Result<bool, Box<dyn Error>> {
        let (resources, mut pipelines) = (&self.resources, std::mem::replace(&mut self.pipelines, Pipelines::new()));
        let kinds = |name: &str| kind(resources, name);
        let mut prepare = |key| pipelines.prepare(gpu, generation, choice.shader, key, &kinds as &Kinds<'_>);
        let prepared = prepare(choice.caster).and_then(|caster| Ok([caster, prepare(choice.picture)?]));
        self.pipelines = pipelines;
        let [caster, picture] = prepared?.map(|id| self.pipelines.get(id));
        let (Some(caster), Some(picture)) = (caster, picture) else { return Err("a pipeline went missing".into()) };
        gpu.checked(|| {
            let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            // The first cascade reaches as far as the scene; the others are never looked at.
            let view = self.shadow_map.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(wgpu::TextureViewDimension::D2),
                array_layer_count: Some(1),
                ..Default::default()
            });
            self.pass(gpu, &mut encoder, caster, Viewer::Sun, std::slice::from_ref(&self.unseen), &view);
            let depth = self.depth.create_view(&Default::default());
            self.pass(gpu, &mut encoder, picture, Viewer::Camera, &self.colors, &depth);
            gpu.queue.submit([encoder.finish()]);
        })?;
        let writes = |target: usize| picture.state().render_target(target).color_write_state.bits() != 0;
        Ok((0..picture.outputs()).any(writes))
    }

    fn pass(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Pipeline,
        viewer: Viewer,
        colors: &[wgpu::Texture],
        depth: &wgpu::TextureView,
    ) {
        let views: Vec<wgpu::TextureView> =
            colors.iter().take(pipeline.outputs()).map(|color| color.create_view(&Default::default())).collect();
        let attachments: Vec<Option<wgpu::RenderPassColorAttachment<'_>>> = views
            .iter()
            .map(|view| {
                let sky = wgpu::Color { r: 0.10, g: 0.13, b: 0.18, a: 1.0 };
                let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(sky), store: wgpu::StoreOp::Store };
                Some(wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops })
            })
            .collect();
        let depth_ops = Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Store });
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &attachments,
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: depth,
                depth_ops,
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_pipeline(&pipeline.pipeline);
        for solid in &self.solids {
            let entries: Vec<wgpu::BindGroupEntry<'_>> = pipeline
                .slots()
                .iter()
                .filter_map(|slot| {
                    let resource = match slot.name.as_str() {
                        "View" => self.views[usize::from(viewer == Viewer::Sun)].as_entire_binding(),
                        "Object" => solid.object.as_entire_binding(),
                        name => bound(&self.resources, name)?,
                    };
                    Some(wgpu::BindGroupEntry { binding: slot.number, resource })
                })
                .collect();
            let layout = &pipeline.layout;
            let group =
                gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries });
            pass.set_bind_group(0, &group, &[]);
            pass.set_vertex_buffer(0, solid.vertices.slice(..));
            pass.set_index_buffer(solid.indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..solid.count, 0, 0..1);
        }
    }

    /// What was drawn, as 8-bit RGBA: the first target, or the depth where nothing writes colours.
    pub(crate) fn picture(&self, gpu: &Gpu, colored: bool) -> Result<Vec<u8>, Box<dyn Error>> {
        if colored {
            return gpu.read(&self.colors[0]);
        }
        let bytes = gpu.read(&self.depth)?;
        let depths: Vec<f32> = bytes.as_chunks().0.iter().map(|depth| f32::from_le_bytes(*depth)).collect();
        // Perspective crowds them at the far end: from the nearest to the farthest that was drawn.
        let drawn = || depths.iter().copied().filter(|depth| *depth < 1.0);
        let (low, high) = (drawn().fold(1.0, f32::min), drawn().fold(0.0, f32::max));
        let shade = |depth: f32| if depth < 1.0 { 0.25 + 0.75 * (high - depth) / (high - low).max(1e-6) } else { 0.0 };
        Ok(depths.into_iter().flat_map(|depth| [(shade(depth) * 255.0) as u8; 3].into_iter().chain([255])).collect())
    }

    /// The first target, for a window.
    #[cfg(feature = "window")]
    pub(crate) fn color(&self) -> wgpu::TextureView {
        self.colors[0].create_view(&Default::default())
    }
}

fn samplers(gpu: &Gpu) -> [(&'static str, Resource); 3] {
    let sampler = |address_mode, compare, ty| {
        let descriptor = wgpu::SamplerDescriptor {
            address_mode_u: address_mode,
            address_mode_v: address_mode,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            compare,
            ..Default::default()
        };
        Resource::Sampler(gpu.device.create_sampler(&descriptor), ty)
    };
    let (repeat, clamp) = (wgpu::AddressMode::Repeat, wgpu::AddressMode::ClampToEdge);
    let (plain, compares) = (wgpu::SamplerBindingType::Filtering, wgpu::SamplerBindingType::Comparison);
    [
        ("g_MaterialSampler", sampler(repeat, None, plain)),
        ("g_ShadowSampler", sampler(clamp, Some(wgpu::CompareFunction::LessEqual), compares)),
        ("g_ClampSampler", sampler(clamp, None, plain)),
    ]
}

fn kind(resources: &[(&'static str, Resource)], name: &str) -> Option<wgpu::BindingType> {
    let buffer = |ty| wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
    if name == "View" || name == "Object" {
        return Some(buffer(wgpu::BufferBindingType::Uniform));
    }
    let (_, resource) = resources.iter().find(|(known, _)| *known == name)?;
    Some(match resource {
        Resource::Buffer(_, ty) => buffer(*ty),
        Resource::Texture(_, view_dimension, sample_type) => wgpu::BindingType::Texture {
            sample_type: *sample_type,
            view_dimension: *view_dimension,
            multisampled: false,
        },
        Resource::Sampler(_, ty) => wgpu::BindingType::Sampler(*ty),
    })
}

fn bound<'a>(resources: &'a [(&'static str, Resource)], name: &str) -> Option<wgpu::BindingResource<'a>> {
    let (_, resource) = resources.iter().find(|(known, _)| *known == name)?;
    Some(match resource {
        Resource::Buffer(buffer, _) => buffer.as_entire_binding(),
        Resource::Texture(view, ..) => wgpu::BindingResource::TextureView(view),
        Resource::Sampler(sampler, _) => wgpu::BindingResource::Sampler(sampler),
    })
}
