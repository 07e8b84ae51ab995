//! One draw on the best Vulkan device; Mesa's llvmpipe will do.

use std::sync::{Arc, Mutex, PoisonError};

use uberc_render::{Binding, Resource, TEXEL};
use wgpu::util::DeviceExt as _;

use crate::folder::Files;

/// Of the picture, and of every texture.
const COLOR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// For smooth edges.
const SAMPLES: u32 = 4;

struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

/// The texels of a scene's picture.
pub fn picture(files: &Files) -> Result<Vec<u8>, String> {
    let gpu = open()?;
    let failure = watch(&gpu.device);
    // The causes before their consequences: what there was no memory for cannot be used.
    let filters = [wgpu::ErrorFilter::Validation, wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::OutOfMemory];
    let scopes = filters.map(|filter| gpu.device.push_error_scope(filter));
    let drawn = draw(&gpu, files);
    let popped = scopes.into_iter().rev().map(|scope| pollster::block_on(scope.pop()));
    let errors: Vec<String> = popped.flatten().map(|error| error.to_string()).collect();
    let lost = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
    match lost.or(errors.into_iter().next()) {
        Some(why) => Err(why),
        None => drawn,
    }
}

/// The first failure that no call answers with: a device that was lost, or an error outside of every scope.
fn watch(device: &wgpu::Device) -> Arc<Mutex<Option<String>>> {
    let failure = Arc::new(Mutex::new(None));
    let note = |failure: &Mutex<Option<String>>, why: String| {
        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    };
    let of_device = Arc::clone(&failure);
    device.set_device_lost_callback(move |reason, why| {
        // A device is also destroyed at the end of the program.
        if !matches!(reason, wgpu::DeviceLostReason::Destroyed) {
            note(&of_device, format!("the device was lost: {why}"));
        }
    });
    let uncaptured = Arc::clone(&failure);
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| note(&uncaptured, error.to_string())));
    failure
}

fn open() -> Result<Gpu, String> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::VULKAN;
    let instance = wgpu::Instance::new(descriptor);
    let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()))
        .map_err(|error| format!("no Vulkan device: {error} (Debian: mesa-vulkan-drivers)"))?;
    let wanted = wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
    let (device, queue) =
        pollster::block_on(adapter.request_device(&wanted)).map_err(|error| format!("no Vulkan device: {error}"))?;
    Ok(Gpu { device, queue })
}

fn draw(gpu: &Gpu, files: &Files) -> Result<Vec<u8>, String> {
    let resources = files.scene.bindings.iter().map(|binding| bound(gpu, files, binding));
    let resources: Vec<Bound> = resources.collect::<Result<_, _>>()?;
    let last = files.scene.bindings.iter().map(|binding| binding.group).max();
    if let Some(last) = last.filter(|last| *last >= gpu.device.limits().max_bind_groups) {
        return Err(format!("the device has no group {last}"));
    }
    let groups = last.map_or(0, |last| last + 1);
    let of_group = |group: u32| files.scene.bindings.iter().zip(&resources).filter(move |(b, _)| b.group == group);
    let mut layouts = Vec::new();
    for group in 0..groups {
        let entries: Vec<wgpu::BindGroupLayoutEntry> =
            of_group(group).map(|(binding, bound)| layout_entry(binding.binding, bound)).collect();
        let descriptor = wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries };
        layouts.push(gpu.device.create_bind_group_layout(&descriptor));
    }
    let pipeline = pipeline(gpu, files, &layouts)?;
    let [width, height] = files.scene.size;
    let many = target(gpu, [width, height], COLOR, SAMPLES);
    let one = target(gpu, [width, height], COLOR, 1);
    let depth = target(gpu, [width, height], DEPTH, SAMPLES).create_view(&Default::default());
    let vertices = buffer(gpu, files.bytes(&files.scene.mesh.file), wgpu::BufferUsages::VERTEX)?;
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    {
        let (view, resolved) = (many.create_view(&Default::default()), one.create_view(&Default::default()));
        let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT), store: wgpu::StoreOp::Store };
        let color =
            wgpu::RenderPassColorAttachment { view: &view, depth_slice: None, resolve_target: Some(&resolved), ops };
        let depth_ops = Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Discard });
        let depth = wgpu::RenderPassDepthStencilAttachment { view: &depth, depth_ops, stencil_ops: None };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(color)],
            depth_stencil_attachment: Some(depth),
            ..Default::default()
        });
        pass.set_pipeline(&pipeline);
        for (group, layout) in (0..groups).zip(&layouts) {
            let entries: Vec<wgpu::BindGroupEntry<'_>> = of_group(group)
                .map(|(binding, bound)| wgpu::BindGroupEntry { binding: binding.binding, resource: bound.resource() })
                .collect();
            let descriptor = wgpu::BindGroupDescriptor { label: None, layout, entries: &entries };
            pass.set_bind_group(group, &gpu.device.create_bind_group(&descriptor), &[]);
        }
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.draw(0..files.scene.mesh.vertices, 0..1);
    }
    gpu.queue.submit([encoder.finish()]);
    read(gpu, &one)
}

/// A resource on the device.
enum Bound {
    Uniform(wgpu::Buffer),
    Texture(wgpu::TextureView),
    Sampler(wgpu::Sampler),
}

impl Bound {
    fn resource(&self) -> wgpu::BindingResource<'_> {
        match self {
            Bound::Uniform(buffer) => buffer.as_entire_binding(),
            Bound::Texture(view) => wgpu::BindingResource::TextureView(view),
            Bound::Sampler(sampler) => wgpu::BindingResource::Sampler(sampler),
        }
    }
}

fn layout_entry(binding: u32, bound: &Bound) -> wgpu::BindGroupLayoutEntry {
    let ty = match bound {
        Bound::Uniform(_) => wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        Bound::Texture(_) => wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        Bound::Sampler(_) => wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
    };
    wgpu::BindGroupLayoutEntry { binding, visibility: wgpu::ShaderStages::VERTEX_FRAGMENT, ty, count: None }
}

fn bound(gpu: &Gpu, files: &Files, binding: &Binding) -> Result<Bound, String> {
    Ok(match &binding.resource {
        Resource::Uniform { file } => {
            let (bytes, most) = (files.bytes(file), gpu.device.limits().max_uniform_buffer_binding_size);
            if bytes.len() as u64 > most {
                let Binding { group, binding, .. } = binding;
                let size = bytes.len();
                return Err(format!(
                    "the block of uniforms at group {group}, binding {binding} has {size} bytes, and the device takes {most}"
                ));
            }
            Bound::Uniform(buffer(gpu, bytes, wgpu::BufferUsages::UNIFORM)?)
        }
        Resource::Texture { file, width, height, levels } => {
            let bytes = files
                .levels(file, *width, *height, *levels)
                .ok_or_else(|| format!("{file}: no texture of {width} x {height} texels with {levels} levels"))?;
            let descriptor = wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width: *width, height: *height, depth_or_array_layers: 1 },
                mip_level_count: *levels,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: COLOR,
                usage: wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            };
            let order = wgpu::util::TextureDataOrder::LayerMajor;
            let texture = gpu.device.create_texture_with_data(&gpu.queue, &descriptor, order, bytes);
            Bound::Texture(texture.create_view(&Default::default()))
        }
        Resource::Sampler => Bound::Sampler(gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        })),
    })
}

/// A buffer with contents. Without memory for it, there is no range to write to.
fn buffer(gpu: &Gpu, contents: &[u8], usage: wgpu::BufferUsages) -> Result<wgpu::Buffer, String> {
    let size = (contents.len() as u64).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT).max(wgpu::COPY_BUFFER_ALIGNMENT);
    let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: true };
    let buffer = gpu.device.create_buffer(&descriptor);
    buffer
        .get_mapped_range_mut(..)
        .map_err(|error| error.to_string())?
        .slice(..contents.len())
        .copy_from_slice(contents);
    buffer.unmap();
    Ok(buffer)
}

fn target(gpu: &Gpu, size: [u32; 2], format: wgpu::TextureFormat, samples: u32) -> wgpu::Texture {
    let mut usage = wgpu::TextureUsages::RENDER_ATTACHMENT;
    if samples == 1 {
        usage |= wgpu::TextureUsages::COPY_SRC;
    }
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

fn pipeline(gpu: &Gpu, files: &Files, layouts: &[wgpu::BindGroupLayout]) -> Result<wgpu::RenderPipeline, String> {
    let scene = &files.scene;
    let layouts: Vec<Option<&wgpu::BindGroupLayout>> = layouts.iter().map(Some).collect();
    let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &layouts,
        immediate_size: 0,
    });
    let module = |name: &str| -> Result<wgpu::ShaderModule, String> {
        let source = wgpu::ShaderSource::Wgsl(files.text(name)?.into());
        Ok(gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source }))
    };
    let (vertex, pixel) = (module(&scene.vertex.file)?, module(&scene.pixel.file)?);
    let mut attributes = Vec::new();
    for part in &scene.mesh.attributes {
        let format = format_of(part.is_float, part.components).ok_or("an attribute has 1 to 4 components")?;
        let (offset, shader_location) = (u64::from(part.offset), part.location);
        attributes.push(wgpu::VertexAttribute { format, offset, shader_location });
    }
    let mesh = wgpu::VertexBufferLayout {
        array_stride: u64::from(scene.mesh.stride),
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &attributes,
    };
    Ok(gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &vertex,
            entry_point: Some(&scene.vertex.entry_point),
            compilation_options: Default::default(),
            buffers: &[Some(mesh)],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Less),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState { count: SAMPLES, ..Default::default() },
        fragment: Some(wgpu::FragmentState {
            module: &pixel,
            entry_point: Some(&scene.pixel.entry_point),
            compilation_options: Default::default(),
            targets: &[Some(COLOR.into())],
        }),
        multiview_mask: None,
        cache: None,
    }))
}

fn format_of(is_float: bool, components: u32) -> Option<wgpu::VertexFormat> {
    use wgpu::VertexFormat as Format;
    let formats = if is_float {
        [Format::Float32, Format::Float32x2, Format::Float32x3, Format::Float32x4]
    } else {
        [Format::Sint32, Format::Sint32x2, Format::Sint32x3, Format::Sint32x4]
    };
    formats.get(components.checked_sub(1)? as usize).copied()
}

/// The texels of a picture, row by row.
fn read(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Vec<u8>, String> {
    let size = texture.size();
    let own = size.width as usize * TEXEL;
    let row = (own as u32).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(row) * u64::from(size.height),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
    let to = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
    encoder.copy_texture_to_buffer(texture.as_image_copy(), to, size);
    gpu.queue.submit([encoder.finish()]);
    // The mapping is done when the queue is.
    buffer.map_async(wgpu::MapMode::Read, .., |_| {});
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| error.to_string())?;
    let mapped = buffer.get_mapped_range(..).map_err(|error| error.to_string())?;
    Ok(mapped.chunks_exact(row as usize).flat_map(|row| &row[..own]).copied().collect())
}
