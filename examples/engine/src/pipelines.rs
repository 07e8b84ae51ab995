//! Techniques as pipelines, made when they are first drawn and again when their code changes.

use std::collections::BTreeMap;
use std::error::Error;

use uberc_runtime::{Decoder, Generation, Key, RenderState, ShaderHandle, Stage, Technique, Variant};

use crate::gpu::Gpu;
use crate::meshes::{PARTS, STRIDE};

pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// Of the lit colour, the normal and the albedo; the eye's encoding for what is looked at.
pub(crate) const TARGETS: [wgpu::TextureFormat; 3] =
    [wgpu::TextureFormat::Rgba8UnormSrgb, wgpu::TextureFormat::Rgba8Unorm, wgpu::TextureFormat::Rgba8UnormSrgb];

/// A binding of group 0, by its name in the shader.
#[derive(Clone, PartialEq)]
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) number: u32,
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
}

pub(crate) struct Pipeline {
    recipe: Recipe,
    pub(crate) pipeline: wgpu::RenderPipeline,
    pub(crate) layout: wgpu::BindGroupLayout,
}

impl Pipeline {
    pub(crate) fn slots(&self) -> &[Slot] {
        &self.recipe.slots
    }

    /// How many targets its pixel shader writes.
    pub(crate) fn outputs(&self) -> usize {
        self.recipe.outputs
    }

    pub(crate) fn state(&self) -> &RenderState {
        &self.recipe.state
    }
}

/// How a resource of this name is bound.
pub(crate) type Kinds<'a> = dyn Fn(&str) -> Option<wgpu::BindingType> + 'a;

/// Every pipeline that was needed so far, by shader and permutation.
pub(crate) struct Pipelines {
    known: BTreeMap<(u32, u64), Pipeline>,
    decoder: Decoder,
    /// Since somebody last asked.
    pub(crate) made: usize,
    pub(crate) kept: usize,
}

impl Pipelines {
    pub(crate) fn new() -> Pipelines {
        Pipelines { known: BTreeMap::new(), decoder: Decoder::new(), made: 0, kept: 0 }
    }

    /// Looks the permutation up in this generation of the archive; a pipeline that is made of the same code stays.
    pub(crate) fn prepare<D: AsRef<[u8]>>(
        &mut self,
        gpu: &Gpu,
        generation: &Generation<D>,
        shader: ShaderHandle,
        key: Key,
        kinds: &Kinds<'_>,
    ) -> Result<(u32, u64), Box<dyn Error>> {
        let found = generation.shader(shader)?;
        let technique = found.technique(key).map_err(|miss| miss.to_string())?;
        let id = (found.id().index, key.bits());
        let recipe = self.recipe(&technique)?;
        if self.known.get(&id).is_some_and(|known| known.recipe == recipe) {
            self.kept += 1;
            return Ok(id);
        }
        let label = found.describe(key.bits()).to_string();
        let pipeline = gpu
            .checked(|| make(gpu, &label, recipe, kinds))
            .map_err(|error| format!("{} {label}: {error}", found.name()))??;
        self.known.insert(id, pipeline);
        self.made += 1;
        Ok(id)
    }

    pub(crate) fn get(&self, id: (u32, u64)) -> Option<&Pipeline> {
        self.known.get(&id)
    }

    fn recipe(&mut self, technique: &Technique<'_>) -> Result<Recipe, Box<dyn Error>> {
        let (mut code, mut slots) = (Vec::new(), Vec::<Slot>::new());
        for variant in technique.stages() {
            let mut text = Vec::new();
            self.decoder.decode(variant.blob(), &mut text).map_err(|error| error.to_string())?;
            code.push((variant.stage(), variant.entry_point().to_owned(), text));
            for binding in variant.bindings() {
                if binding.set != 0 {
                    return Err(format!("`{}` is in group {}, not in 0", binding.name, binding.set).into());
                }
                let slot = Slot { name: binding.name.to_owned(), number: binding.binding };
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
        Ok(Recipe { code, state: technique.render_state(), slots, inputs, outputs })
    }
}

fn make(gpu: &Gpu, label: &str, recipe: Recipe, kinds: &Kinds<'_>) -> Result<Pipeline, Box<dyn Error>> {
    let mut entries = Vec::new();
    for slot in &recipe.slots {
        let ty = kinds(&slot.name).ok_or_else(|| format!("nothing is bound to `{}`", slot.name))?;
        let visibility = wgpu::ShaderStages::VERTEX_FRAGMENT;
        entries.push(wgpu::BindGroupLayoutEntry { binding: slot.number, visibility, ty, count: None });
    }
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
    let targets: Vec<Option<wgpu::ColorTargetState>> = (TARGETS.iter().take(recipe.outputs).enumerate())
        .map(|(index, format)| Some(recipe.state.wgpu_color_target(index, *format)))
        .collect();
    let (vertex, entry) = modules.get(&Stage::Vertex).ok_or("a technique of a mesh needs a vertex shader")?;
    let fragment = modules.get(&Stage::Pixel).map(|(module, entry)| wgpu::FragmentState {
        module,
        entry_point: Some(entry),
        compilation_options: Default::default(),
        targets: &targets,
    });
    let pipeline = gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(label),
        layout: Some(&pipeline_layout),
        vertex: wgpu::VertexState {
            module: vertex,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            buffers: &[Some(buffer)],
        },
        primitive: recipe.state.wgpu_primitive(wgpu::PrimitiveTopology::TriangleList),
        depth_stencil: Some(recipe.state.wgpu_depth_stencil(DEPTH)),
        multisample: recipe.state.wgpu_multisample(1),
        fragment,
        multiview_mask: None,
        cache: None,
    });
    Ok(Pipeline { recipe, pipeline, layout })
}
