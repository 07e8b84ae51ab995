//! Programs of PSL, drawn by the machine, which is a shader of the archive (`examples/psl/machine`). A program is bytes in a buffer:
//! another one needs no other pipeline, also when the archive is replaced.

use std::error::Error;

use uberc_runtime::{BindingKind, Decoder, Generation, Key, Scalar, Shader, ShaderHandle, Stage, Technique};

use crate::gpu::Gpu;

/// The machine that runs the programs, as the archive names it.
const MACHINE: &str = "psl";
/// Bytes of the largest program: 4092 slots of four floats, of which those behind the program are zeros.
const PROGRAM_BYTES: usize = 4092 * 16;
/// Groups of functions. All are on, so that one pipeline draws every program.
const GROUPS: [&str; 4] = ["g_bMath", "g_bGeometry", "g_bTextures", "g_bAudio"];
/// The machine of few registers: drivers compile and run it much faster.
const SMALL: &str = "g_bSmall";
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// A binding of the machine: number, name, kind.
type Bound = (u32, String, BindingKind);

/// A stage's code: its stage, entry point and text.
type Code = (Stage, String, Vec<u8>);

/// The machine as a pipeline, and what it was made of.
struct Machine {
    code: Vec<Code>,
    bindings: Vec<Bound>,
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
}

/// Draws programs.
pub(crate) struct Player {
    size: [u32; 2],
    time: f32,
    /// Of the large machine, and of the small one.
    machines: [Option<Machine>; 2],
    program: wgpu::Buffer,
    constants: wgpu::Buffer,
    black: wgpu::TextureView,
    sampler: wgpu::Sampler,
    decoder: Decoder,
}

/// What drawing took.
pub(crate) struct Played {
    pub(crate) pixels: Vec<u8>,
    /// Instructions of the program.
    pub(crate) instructions: usize,
    /// Whether a pipeline was made for it.
    pub(crate) is_made: bool,
}

impl Player {
    pub(crate) fn new(gpu: &Gpu, size: [u32; 2], time: f32) -> Player {
        let buffer = |size: usize, usage| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: size as u64,
                usage: usage | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        Player {
            size,
            time,
            machines: [None, None],
            program: buffer(PROGRAM_BYTES, wgpu::BufferUsages::STORAGE),
            constants: buffer(80, wgpu::BufferUsages::UNIFORM),
            black: gpu.target([1, 1], 1, FORMAT).create_view(&Default::default()),
            sampler: gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..Default::default()
            }),
            decoder: Decoder::new(),
        }
    }

    /// Draws the program of a permutation with the machine of the same archive.
    pub(crate) fn draw<D: AsRef<[u8]>>(
        &mut self,
        gpu: &Gpu,
        generation: &Generation<D>,
        (shader, key): (ShaderHandle, Key),
        machine: ShaderHandle,
    ) -> Result<Played, Box<dyn Error>> {
        let technique = generation.shader(shader)?.technique(key).map_err(|miss| miss.to_string())?;
        let program = technique.program().filter(|program| program.machine() == MACHINE);
        let program = program.ok_or("the shader has no program: set `Output = \"bytecode\"` in its sidecar")?;
        let mut image = Vec::new();
        self.decoder.decode(program.blob(), &mut image).map_err(|error| error.to_string())?;
        let number = |name: &str| match technique.metadata().get(name) {
            Some(Scalar::Number(number)) => number as usize,
            _ => 0,
        };
        let instructions = number("psl instructions");
        let is_small = technique.metadata().get("psl g_bSmall") == Some(Scalar::Bool(true));
        let is_made = self.prepare(gpu, &generation.shader(machine)?, is_small)?;
        image.resize(PROGRAM_BYTES, 0);
        gpu.queue.write_buffer(&self.program, 0, &image);
        gpu.queue.write_buffer(&self.constants, 0, &self.environment());
        let target = gpu.target(self.size, 1, FORMAT);
        gpu.checked(|| self.pass(gpu, is_small, &target))?;
        Ok(Played { pixels: gpu.read(&target)?, instructions, is_made })
    }

    /// The machine's pipeline; whether it had to be made.
    fn prepare(&mut self, gpu: &Gpu, shader: &Shader<'_>, is_small: bool) -> Result<bool, Box<dyn Error>> {
        let mut key = shader.key();
        for branch in GROUPS.into_iter().chain(is_small.then_some(SMALL)) {
            key = key.with(shader.branch(branch)?, true);
        }
        let technique = shader.technique(key).map_err(|miss| miss.to_string())?;
        let (code, bindings) = self.parts(&technique)?;
        let place = usize::from(is_small);
        if self.machines[place].as_ref().is_some_and(|known| known.code == code && known.bindings == bindings) {
            return Ok(false);
        }
        self.machines[place] = Some(gpu.checked(|| make(gpu, code, bindings))??);
        Ok(true)
    }

    fn parts(&mut self, technique: &Technique<'_>) -> Result<(Vec<Code>, Vec<Bound>), Box<dyn Error>> {
        let (mut code, mut bindings) = (Vec::new(), Vec::new());
        for variant in technique.stages() {
            let mut text = Vec::new();
            self.decoder.decode(variant.blob(), &mut text).map_err(|error| error.to_string())?;
            code.push((variant.stage(), variant.entry_point().to_owned(), text));
            bindings.extend(variant.bindings().map(|one| (one.binding, one.name.to_owned(), one.kind)));
        }
        Ok((code, bindings))
    }

    /// The block `PslEnvironment`: time, no frame before, nothing pressed, the size, no audio.
    fn environment(&self) -> Vec<u8> {
        let t = self.time;
        let [width, height] = self.size.map(|side| side as f32);
        let mut numbers = vec![t / 20.0, t, 2.0 * t, 3.0 * t];
        numbers.resize(16, 0.0);
        numbers.extend([width, height, 0.0, 0.0]);
        numbers.into_iter().flat_map(f32::to_le_bytes).collect()
    }

    fn pass(&self, gpu: &Gpu, is_small: bool, target: &wgpu::Texture) {
        let Some(machine) = &self.machines[usize::from(is_small)] else { return };
        let resource = |kind| match kind {
            BindingKind::UniformBuffer => self.constants.as_entire_binding(),
            BindingKind::Sampler => wgpu::BindingResource::Sampler(&self.sampler),
            BindingKind::SampledTexture => wgpu::BindingResource::TextureView(&self.black),
            _ => self.program.as_entire_binding(),
        };
        let entries: Vec<wgpu::BindGroupEntry<'_>> = machine
            .bindings
            .iter()
            .map(|(binding, _, kind)| wgpu::BindGroupEntry { binding: *binding, resource: resource(*kind) })
            .collect();
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &machine.layout,
            entries: &entries,
        });
        let view = target.create_view(&Default::default());
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store };
        let attachment = wgpu::RenderPassColorAttachment { view: &view, depth_slice: None, resolve_target: None, ops };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(attachment)],
            ..Default::default()
        });
        pass.set_pipeline(&machine.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
    }
}

fn make(gpu: &Gpu, code: Vec<Code>, bindings: Vec<Bound>) -> Result<Machine, Box<dyn Error>> {
    let buffer = |ty| wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
    let mut entries = Vec::new();
    for (binding, name, kind) in &bindings {
        let ty = match kind {
            BindingKind::UniformBuffer => buffer(wgpu::BufferBindingType::Uniform),
            BindingKind::ReadOnlyStorageBuffer => buffer(wgpu::BufferBindingType::Storage { read_only: true }),
            BindingKind::Sampler => wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
            BindingKind::SampledTexture => wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable: true },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
            kind => return Err(format!("nothing is bound to `{name}`, a {}", kind.name()).into()),
        };
        let visibility = wgpu::ShaderStages::FRAGMENT;
        entries.push(wgpu::BindGroupLayoutEntry { binding: *binding, visibility, ty, count: None });
    }
    let layout =
        gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
    let pipeline_layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let module = |stage: Stage| -> Result<(wgpu::ShaderModule, &str), Box<dyn Error>> {
        let (_, entry, text) = code.iter().find(|(of, ..)| *of == stage).ok_or("the machine lacks a stage")?;
        let source = wgpu::ShaderSource::Wgsl(std::str::from_utf8(text)?.into());
        Ok((gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source }), entry.as_str()))
    };
    let (vertex, fragment) = (module(Stage::Vertex)?, module(Stage::Pixel)?);
    let pipeline = gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&pipeline_layout),
        vertex: wgpu::VertexState {
            module: &vertex.0,
            entry_point: Some(vertex.1),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &fragment.0,
            entry_point: Some(fragment.1),
            compilation_options: Default::default(),
            targets: &[Some(FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    });
    Ok(Machine { code, bindings, pipeline, layout })
}
