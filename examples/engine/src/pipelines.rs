//! Techniques as pipelines, made when they are first drawn and again when their code changes.

use std::collections::BTreeMap;
use std::error::Error;

use uberc_runtime::{Decoder, RenderState, Stage, Technique, Variant};

use crate::archive::{Choice, Generation};
use crate::gpu::Gpu;
use crate::resources::Scope;
use crate::scene::mesh::{PARTS, STRIDE};

/// What a pass draws on.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Targets {
    /// A technique has a pipeline for each name.
    pub(crate) name: &'static str,
    pub(crate) colors: &'static [wgpu::TextureFormat],
    pub(crate) depth: Option<wgpu::TextureFormat>,
}

/// A binding of group 0, by its name in the shader.
#[derive(Clone, PartialEq)]
struct Slot {
    name: String,
    number: u32,
    ty: wgpu::BindingType,
}

/// What a pipeline was made of: it is stale when any of it changes.
#[derive(PartialEq)]
struct Recipe {
    code: Vec<(Stage, String, Vec<u8>)>,
    state: RenderState,
    slots: Vec<Slot>,
    /// Name and location.
    inputs: Vec<(String, u32)>,
    outputs: usize,
    targets: Targets,
}

enum Made {
    Render(wgpu::RenderPipeline),
    Compute(wgpu::ComputePipeline),
}

pub(crate) struct Pipeline {
    /// The archive whose code it is made of.
    pub(crate) generation: u64,
    recipe: Recipe,
    made: Made,
    layout: wgpu::BindGroupLayout,
}

impl Pipeline {
    /// The group of what its stages name.
    pub(crate) fn bind(&self, gpu: &Gpu, scope: Scope<'_>) -> wgpu::BindGroup {
        let slots = &self.recipe.slots;
        // A name that is not there was told when the pipeline was made.
        let entries: Vec<wgpu::BindGroupEntry<'_>> = (slots.iter())
            .filter_map(|slot| Some(wgpu::BindGroupEntry { binding: slot.number, resource: scope.bound(&slot.name)? }))
            .collect();
        let layout = &self.layout;
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
    }

    pub(crate) fn render(&self) -> Result<&wgpu::RenderPipeline, String> {
        match &self.made {
            Made::Render(pipeline) => Ok(pipeline),
            Made::Compute(_) => Err("a technique that computes cannot be drawn with".into()),
        }
    }

    pub(crate) fn compute(&self) -> Result<&wgpu::ComputePipeline, String> {
        match &self.made {
            Made::Compute(pipeline) => Ok(pipeline),
            Made::Render(_) => Err("a technique that draws cannot be dispatched".into()),
        }
    }
}

/// A pipeline: its shader, its permutation, and the name of what it draws on.
pub(crate) type PipelineId = (u32, u64, &'static str);

/// Every pipeline that was needed so far.
pub(crate) struct Pipelines {
    known: BTreeMap<PipelineId, Pipeline>,
    decoder: Decoder,
    /// The archive in which each was last looked up.
    seen: BTreeMap<PipelineId, u64>,
    /// Since somebody last asked.
    pub(crate) made: usize,
    pub(crate) kept: usize,
}

impl Pipelines {
    pub(crate) fn new() -> Pipelines {
        Pipelines { known: BTreeMap::new(), decoder: Decoder::new(), seen: BTreeMap::new(), made: 0, kept: 0 }
    }

    /// Looks the permutation up in this generation of the archive; a pipeline that is made of the same code stays.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        generation: &Generation,
        choice: Choice,
        targets: Targets,
        scope: Scope<'_>,
    ) -> Result<PipelineId, Box<dyn Error>> {
        let found = generation.shader(choice.shader)?;
        let id = (found.id().index, choice.key.bits(), targets.name);
        if self.seen.get(&id) == Some(&generation.number()) {
            return Ok(id);
        }
        let technique = found.technique(choice.key).map_err(|miss| miss.to_string())?;
        let label = format!("{} {}", found.name(), found.describe(choice.key.bits()));
        let recipe = self.recipe(&technique, targets, scope).map_err(|error| format!("{label}: {error}"))?;
        self.seen.insert(id, generation.number());
        if self.known.get(&id).is_some_and(|known| known.recipe == recipe) {
            self.kept += 1;
            return Ok(id);
        }
        let mut pipeline = gpu.checked(|| make(gpu, &label, recipe)).map_err(|error| format!("{label}: {error}"))??;
        pipeline.generation = generation.number();
        self.known.insert(id, pipeline);
        self.made += 1;
        Ok(id)
    }

    pub(crate) fn get(&self, id: PipelineId) -> Result<&Pipeline, String> {
        self.known.get(&id).ok_or_else(|| "a pipeline that was not prepared".into())
    }

    fn recipe(
        &mut self,
        technique: &Technique<'_>,
        targets: Targets,
        scope: Scope<'_>,
    ) -> Result<Recipe, Box<dyn Error>> {
        let (mut code, mut slots) = (Vec::new(), Vec::<Slot>::new());
        for variant in technique.stages() {
            let mut text = Vec::new();
            self.decoder.decode(variant.blob(), &mut text).map_err(|error| error.to_string())?;
            code.push((variant.stage(), variant.entry_point().to_owned(), text));
            for binding in variant.bindings() {
                if binding.set != 0 {
                    return Err(format!("`{}` is in group {}, not in 0", binding.name, binding.set).into());
                }
                let ty = scope.declaration(&binding)?;
                let slot = Slot { name: binding.name.to_owned(), number: binding.binding, ty };
                // Both stages see the camera.
                if !slots.contains(&slot) {
                    slots.push(slot);
                }
            }
        }
        slots.sort_by_key(|slot| slot.number);
        let inputs = |variant: Variant<'_>| -> Vec<(String, u32)> {
            variant.inputs().filter_map(|input| Some((input.name.to_owned(), input.location?))).collect()
        };
        let outputs = technique.pixel().map_or(0, |pixel| {
            pixel.outputs().filter_map(|output| output.location).map(|last| last as usize + 1).max().unwrap_or(0)
        });
        let inputs = technique.vertex().map(inputs).unwrap_or_default();
        Ok(Recipe { code, state: technique.render_state(), slots, inputs, outputs, targets })
    }
}

fn make(gpu: &Gpu, label: &str, recipe: Recipe) -> Result<Pipeline, Box<dyn Error>> {
    let computes = recipe.code.iter().any(|(stage, ..)| *stage == Stage::Compute);
    let visibility = if computes { wgpu::ShaderStages::COMPUTE } else { wgpu::ShaderStages::VERTEX_FRAGMENT };
    let entries: Vec<wgpu::BindGroupLayoutEntry> = (recipe.slots.iter())
        .map(|slot| wgpu::BindGroupLayoutEntry { binding: slot.number, visibility, ty: slot.ty, count: None })
        .collect();
    let layout =
        gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries });
    let pipeline_layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let mut modules = BTreeMap::new();
    for (stage, entry, text) in &recipe.code {
        let source = wgpu::ShaderSource::Wgsl(std::str::from_utf8(text)?.into());
        let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(label), source });
        modules.insert(*stage, (module, entry.as_str()));
    }
    let made = match modules.get(&Stage::Compute) {
        Some((module, entry)) => Made::Compute(gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(label),
            layout: Some(&pipeline_layout),
            module,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            cache: None,
        })),
        None => Made::Render(render_pipeline(gpu, label, &recipe, &pipeline_layout, &modules)?),
    };
    Ok(Pipeline { generation: 0, recipe, made, layout })
}

fn render_pipeline(
    gpu: &Gpu,
    label: &str,
    recipe: &Recipe,
    layout: &wgpu::PipelineLayout,
    modules: &BTreeMap<Stage, (wgpu::ShaderModule, &str)>,
) -> Result<wgpu::RenderPipeline, Box<dyn Error>> {
    let mut attributes = Vec::new();
    for (name, location) in &recipe.inputs {
        // An index of 0 may be written or not.
        let part = PARTS.iter().find(|(semantic, ..)| name.trim_end_matches('0') == *semantic);
        let (_, format, offset) = part.ok_or_else(|| format!("the meshes have no `{name}`"))?;
        attributes.push(wgpu::VertexAttribute { format: *format, offset: *offset, shader_location: *location });
    }
    let buffer = wgpu::VertexBufferLayout {
        array_stride: STRIDE,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &attributes,
    };
    // Passes over the screen have no vertices.
    let buffers = if attributes.is_empty() { Vec::new() } else { vec![Some(buffer)] };
    let targets: Vec<Option<wgpu::ColorTargetState>> = (recipe.targets.colors.iter().take(recipe.outputs).enumerate())
        .map(|(index, format)| Some(recipe.state.wgpu_color_target(index, *format)))
        .collect();
    let (vertex, entry) = modules.get(&Stage::Vertex).ok_or("a technique that draws needs a vertex shader")?;
    let fragment = modules.get(&Stage::Pixel).map(|(module, entry)| wgpu::FragmentState {
        module,
        entry_point: Some(entry),
        compilation_options: Default::default(),
        targets: &targets,
    });
    Ok(gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(label),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module: vertex,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            buffers: &buffers,
        },
        primitive: recipe.state.wgpu_primitive(wgpu::PrimitiveTopology::TriangleList),
        depth_stencil: recipe.targets.depth.map(|format| recipe.state.wgpu_depth_stencil(format)),
        multisample: recipe.state.wgpu_multisample(1),
        fragment,
        multiview_mask: None,
        cache: None,
    }))
}
