//! naga in process: SPIR-V to WGSL, MSL, GLSL and HLSL text.
//!
//! - Clip space is Direct3D's throughout: nothing is flipped on the way in. GLSL is adjusted to OpenGL's depth range and
//!   has Y flipped, so that textures rendered to keep Direct3D's origin (and front faces wind the other way).
//! - Where a target has number spaces of its own, resources are numbered densely in the order of set and binding;
//!   [`Binding::slot`] and [`Binding::renamed`] tell the result. Metal: buffers, textures, samplers. OpenGL: uniform
//!   blocks, storage blocks, texture units, image units; a texture and its sampler are one uniform.
//! - HLSL is shader model 6.0 for Direct3D 12: registers and spaces are those of the source, except that samplers are
//!   indices into a sampler heap (`register(s0, space0)` and for comparison `space1`), read from a buffer of indices
//!   at `register(t<set>, space255)`. That is how naga writes samplers.
//! - Bounds checks, loop bounds and division checks, which naga offers against hostile shaders, are off: the shaders are
//!   the game's own and must cost what their authors wrote. Group-shared memory starts undefined, as in HLSL.

use std::collections::BTreeMap;
use std::error::Error;

use naga::back::{glsl, hlsl, msl, pipeline_constants, wgsl};
use naga::front::spv;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, ImageClass, Module, ResourceBinding, ShaderStage, TypeInner};

use super::layout_limits;
use crate::compile::external::glslang_packing;
use crate::compile::spirv::reflect;
use crate::compile::step::{error, step_key};
use crate::compile::{Cancel, Compiler, Job, ProgramForm, StepOutcome, panic_guard};
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult, Binding, Reflection, Stage};

/// Of the crate, and of the options below: a change of either gives other text.
pub const VERSION: &str = "naga 30.0, options 2";

/// HLSL's space for the buffers of sampler indices; shaders are told to keep out of it by Direct3D's own conventions.
const SAMPLER_INDEX_SPACE: u8 = 255;

/// SPIR-V to one of the text forms.
#[derive(Clone, Copy, Debug)]
pub struct Naga {
    output: ProgramForm,
}

impl Naga {
    /// `None` for forms that naga does not write.
    pub fn new(output: ProgramForm) -> Option<Naga> {
        matches!(
            output,
            ProgramForm::Wgsl | ProgramForm::Msl | ProgramForm::Glsl | ProgramForm::Gles | ProgramForm::HlslText
        )
        .then_some(Naga { output })
    }

    fn translate(&self, job: &Job<'_>) -> Result<ActionResult, String> {
        if matches!(job.stage, Stage::Hull | Stage::Domain | Stage::Geometry) {
            return Err(format!("naga has no {} stage, so there is no {} of it", job.stage.name(), self.output.name()));
        }
        let reflection =
            reflect::reflect(job.input).map_err(|problem| format!("the SPIR-V cannot be read: {problem}"))?;
        // Its reader rejects the extensions that carry the semantics' names.
        let spirv = reflect::mark_image_access(&reflect::strip(job.input, false)?)?;
        let options = spv::Options { adjust_coordinate_space: false, ..spv::Options::default() };
        let module = spv::parse_u8_slice(&spirv, &options).map_err(|problem| unreadable(&problem))?;
        let info =
            Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module).map_err(|problem| {
                let members = layout_limits::misplaced_members(&module);
                if members.is_empty() {
                    format!("not valid: {}", chain(&problem.into_inner()))
                } else {
                    members.join(
                        "
",
                    )
                }
            })?;
        if matches!(self.output, ProgramForm::Wgsl | ProgramForm::Msl) {
            let arrays = layout_limits::spread_arrays(&module);
            if !arrays.is_empty() {
                return Err(arrays.join(
                    "
",
                ));
            }
        }
        let stage = shader_stage(job.stage);
        let entry = module
            .entry_points
            .iter()
            .find(|entry| entry.stage == stage && entry.name == job.entry_point)
            .or_else(|| module.entry_points.first())
            .map(|entry| (entry.stage, entry.name.clone()))
            .ok_or("the SPIR-V has no entry point")?;
        let register = |at: ResourceBinding| job.bindings.shifts().register(at.binding);
        let written = write_text(self.output, &module, &info, reflection, &register, entry)?;
        Ok(ActionResult { messages: glslang_packing::differences(job.input)?, ..written })
    }
}

/// A validated module as one of the text forms. `register`: the number that HLSL has for a binding.
pub fn write_text(
    output: ProgramForm,
    module: &Module,
    info: &ModuleInfo,
    reflection: Reflection,
    register: &dyn Fn(ResourceBinding) -> u32,
    entry: Entry,
) -> Result<ActionResult, String> {
    let mut writer = Writer { module, info, reflection, register };
    let (text, entry_point) = match output {
        ProgramForm::Wgsl => writer.wgsl(&entry)?,
        ProgramForm::Msl => writer.msl(entry)?,
        ProgramForm::HlslText => writer.hlsl(entry)?,
        ProgramForm::Gles => writer.glsl(entry, glsl::Version::new_gles(310))?,
        _ => writer.glsl(entry, glsl::Version::Desktop(450))?,
    };
    Ok(ActionResult {
        output: text.into_bytes(),
        messages: Vec::new(),
        reflection: Some(writer.reflection),
        entry_point: Some(entry_point),
    })
}

impl Compiler for Naga {
    fn name(&self) -> &str {
        "naga"
    }

    fn input(&self) -> ProgramForm {
        ProgramForm::Spirv
    }

    fn output(&self) -> ProgramForm {
        self.output
    }

    fn identity(&self) -> &str {
        VERSION
    }

    fn key(&self, job: &Job<'_>) -> ActionKey {
        let bindings = Some(job.bindings);
        let common = step_key(self, job);
        StepKey { stage: Some(job.stage), entry_point: Some(job.entry_point), bindings, ..common }.key()
    }

    fn command(&self, job: &Job<'_>) -> String {
        format!("naga (in process): {} entry point {} to {}", job.stage.name(), job.entry_point, self.output.name())
    }

    fn run(&self, job: &Job<'_>, _: &Cancel) -> StepOutcome {
        match panic_guard::guarded(|| self.translate(job)) {
            Ok(Ok(result)) => StepOutcome::Done(result),
            Ok(Err(problem)) => StepOutcome::Failed(vec![error(problem)]),
            Err(panic) => StepOutcome::Failed(vec![error(format!("naga crashed: {panic}"))]),
        }
    }
}

/// What naga's reader cannot take, in HLSL's words where they are known.
fn unreadable(problem: &spv::Error) -> String {
    use rspirv::spirv::{Capability, StorageClass};
    let what = match problem {
        spv::Error::UnsupportedCapability(Capability::SampledBuffer | Capability::ImageBuffer) => {
            "typed buffers (`Buffer`, `RWBuffer`): use a structured buffer"
        }
        spv::Error::UnsupportedStorageClass(class) if *class == StorageClass::Image as u32 => {
            "atomics on textures: use a buffer"
        }
        spv::Error::UnsupportedMatrixStride { .. } => {
            "a matrix of two rows in a buffer (two columns, if row-major), whose lines HLSL keeps 16 bytes apart: use vectors"
        }
        _ => return format!("cannot read this SPIR-V: {}", chain(problem)),
    };
    format!("naga cannot read {what} ({})", chain(problem))
}

/// An error with its causes, each said once.
pub fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let words = cause.to_string();
        if !text.ends_with(&words) {
            text = format!("{text}: {words}");
        }
        next = cause.source();
    }
    text
}

/// naga knows no hull, domain or geometry stage; `translate` has refused them.
const fn shader_stage(stage: Stage) -> ShaderStage {
    match stage {
        Stage::Vertex => ShaderStage::Vertex,
        Stage::Compute => ShaderStage::Compute,
        _ => ShaderStage::Fragment,
    }
}

pub type Entry = (ShaderStage, String);

struct Writer<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    reflection: Reflection,
    register: &'a dyn Fn(ResourceBinding) -> u32,
}

/// Number spaces that some target keeps apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    UniformBuffer,
    StorageBuffer,
    Texture,
    Image,
    Sampler,
}

impl Writer<'_> {
    /// Every bound resource in the order of set and binding, and whether it is an array of them.
    fn resources(&self) -> Vec<(ResourceBinding, Class, bool)> {
        let mut found = BTreeMap::new();
        for (_, variable) in self.module.global_variables.iter() {
            let Some(binding) = variable.binding else { continue };
            let mut inner = &self.module.types[variable.ty].inner;
            let array = matches!(inner, TypeInner::BindingArray { .. });
            if let TypeInner::BindingArray { base, .. } = inner {
                inner = &self.module.types[*base].inner;
            }
            let class = match (inner, variable.space) {
                (TypeInner::Sampler { .. }, _) => Class::Sampler,
                (TypeInner::Image { class: ImageClass::Storage { .. }, .. }, _) => Class::Image,
                (TypeInner::Image { .. }, _) => Class::Texture,
                (_, AddressSpace::Storage { .. }) => Class::StorageBuffer,
                _ => Class::UniformBuffer,
            };
            found.insert((binding.group, binding.binding), (binding, class, array));
        }
        found.into_values().collect()
    }

    fn note(&mut self, at: ResourceBinding, change: impl FnOnce(&mut Binding)) {
        let mut bindings = self.reflection.bindings.iter_mut();
        if let Some(found) = bindings.find(|found| found.set == at.group && found.binding == at.binding) {
            change(found);
        }
    }

    fn wgsl(&mut self, entry: &Entry) -> Result<(String, String), String> {
        let text = wgsl::write_string(self.module, self.info, wgsl::WriterFlags::empty()).map_err(|e| chain(&e))?;
        // The writer renames an entry point whose name WGSL reserves, and does not tell.
        let attribute = match entry.0 {
            ShaderStage::Vertex => "@vertex",
            ShaderStage::Compute => "@compute",
            _ => "@fragment",
        };
        let name = text
            .find(attribute)
            .and_then(|at| text[at..].split_once("fn "))
            .and_then(|(_, rest)| rest.split_once('('))
            .map_or_else(|| entry.1.clone(), |(name, _)| name.to_owned());
        Ok((text, name))
    }

    /// Override-expressions (specialisation constants) have no place in these languages: they take their defaults.
    fn settled(&self) -> Result<(Module, ModuleInfo), String> {
        let constants = naga::back::PipelineConstants::default();
        let (module, info) = pipeline_constants::process_overrides(self.module, self.info, None, &constants)
            .map_err(|problem| chain(&problem))?;
        Ok((module.into_owned(), info.into_owned()))
    }

    fn msl(&mut self, entry: Entry) -> Result<(String, String), String> {
        let mut resources = msl::EntryPointResources::default();
        let mut next = [0_u8; 3];
        let mut take = |space: usize| {
            let slot = next[space];
            next[space] = slot.checked_add(1)?;
            Some(slot)
        };
        for (at, class, array) in self.resources() {
            let mut target = msl::BindTarget {
                mutable: class == Class::StorageBuffer || class == Class::Image,
                ..Default::default()
            };
            let slot = match class {
                // An array is an argument buffer.
                _ if array => take(0).inspect(|slot| target.buffer = Some(*slot)),
                Class::UniformBuffer | Class::StorageBuffer => take(0).inspect(|slot| target.buffer = Some(*slot)),
                Class::Texture | Class::Image => take(1).inspect(|slot| target.texture = Some(*slot)),
                Class::Sampler => {
                    take(2).inspect(|slot| target.sampler = Some(msl::BindSamplerTarget::Resource(*slot)))
                }
            };
            let slot = slot.ok_or("more than 255 resources of one kind")?;
            self.note(at, |binding| binding.slot = Some(u32::from(slot)));
            resources.resources.insert(at, target);
        }
        resources.immediates_buffer = take(0);
        resources.sizes_buffer = take(0);
        let options = msl::Options {
            lang_version: (2, 4),
            per_entry_point_map: [(entry.1.clone(), resources)].into_iter().collect(),
            fake_missing_bindings: false,
            zero_initialize_workgroup_memory: false,
            force_loop_bounding: false,
            emit_int_div_checks: false,
            ..msl::Options::default()
        };
        let pipeline = msl::PipelineOptions { entry_point: Some(entry), ..Default::default() };
        let (module, info) = self.settled()?;
        let (text, translation) = msl::write_string(&module, &info, &options, &pipeline).map_err(|e| chain(&e))?;
        let name = translation.entry_point_names.into_iter().next().ok_or("no entry point was written")?;
        Ok((text, name.map_err(|e| chain(&e))?))
    }

    fn hlsl(&mut self, entry: Entry) -> Result<(String, String), String> {
        let mut options = hlsl::Options {
            shader_model: hlsl::ShaderModel::V6_0,
            fake_missing_bindings: false,
            zero_initialize_workgroup_memory: false,
            restrict_indexing: false,
            force_loop_bounding: false,
            ..hlsl::Options::default()
        };
        let mut samplers = 0;
        for (at, class, _) in self.resources() {
            let space = u8::try_from(at.group).ok().filter(|space| *space < SAMPLER_INDEX_SPACE);
            let space = space.ok_or_else(|| format!("set {} is beyond the spaces that naga's HLSL has", at.group))?;
            let mut register = (self.register)(at);
            if class == Class::Sampler {
                register = samplers;
                samplers += 1;
                let index_buffer =
                    hlsl::BindTarget { space: SAMPLER_INDEX_SPACE, register: at.group, ..Default::default() };
                options
                    .sampler_buffer_binding_map
                    .insert(hlsl::SamplerIndexBufferKey { group: at.group }, index_buffer);
            }
            self.note(at, |binding| binding.slot = Some(register));
            options.binding_map.insert(at, hlsl::BindTarget { space, register, ..Default::default() });
        }
        let pipeline = hlsl::PipelineOptions { entry_point: Some(entry) };
        let (module, info) = self.settled()?;
        let mut text = String::new();
        let translation = hlsl::Writer::new(&mut text, &options, &pipeline)
            .write(&module, &info, None)
            .map_err(|problem| chain(&problem))?;
        let name = translation.entry_point_names.into_iter().next().ok_or("no entry point was written")?;
        Ok((text, name.map_err(|e| chain(&e))?))
    }

    fn glsl(&mut self, entry: Entry, version: glsl::Version) -> Result<(String, String), String> {
        let mut options = glsl::Options {
            version,
            writer_flags: glsl::WriterFlags::ADJUST_COORDINATE_SPACE,
            binding_map: glsl::BindingMap::default(),
            zero_initialize_workgroup_memory: false,
        };
        let mut next = [0_u8; 4];
        for (at, class, array) in self.resources() {
            if array {
                return Err("arrays of textures, samplers and buffers cannot be written as GLSL".to_owned());
            }
            let space = match class {
                Class::UniformBuffer => 0,
                Class::StorageBuffer => 1,
                Class::Texture => 2,
                Class::Image => 3,
                Class::Sampler => continue,
            };
            let slot = next[space];
            next[space] = slot.checked_add(1).ok_or("more than 255 resources of one kind")?;
            self.note(at, |binding| binding.slot = Some(u32::from(slot)));
            options.binding_map.insert(at, slot);
        }
        let pipeline = glsl::PipelineOptions { shader_stage: entry.0, entry_point: entry.1, multiview: None };
        let (module, info) = self.settled()?;
        let mut text = String::new();
        let policies = naga::proc::BoundsCheckPolicies::default();
        let names = glsl::Writer::new(&mut text, &module, &info, &options, &pipeline, policies)
            .and_then(|mut writer| writer.write())
            .map_err(|problem| chain(&problem))?;
        let at = |variable: naga::Handle<naga::GlobalVariable>| module.global_variables[variable].binding;
        // By name: the maps have no order.
        for (name, mapping) in names.texture_mapping.into_iter().collect::<BTreeMap<_, _>>() {
            let unit = at(mapping.texture).and_then(|texture| options.binding_map.get(&texture)).copied();
            if let Some(texture) = at(mapping.texture) {
                self.note(texture, |binding| binding.renamed = Some(name.clone()));
            }
            // The sampler's state belongs on the texture's unit; several textures may share a sampler.
            if let Some(sampler) = mapping.sampler.and_then(at) {
                self.note(sampler, |binding| match &mut binding.renamed {
                    Some(all) => *all = format!("{all} {name}"),
                    None => (binding.slot, binding.renamed) = (unit.map(u32::from), Some(name)),
                });
            }
        }
        let blocks: BTreeMap<String, _> = names.uniforms.into_iter().map(|(variable, name)| (name, variable)).collect();
        for (name, variable) in blocks {
            if let Some(block) = at(variable) {
                self.note(block, |binding| binding.renamed = Some(name));
            }
        }
        Ok((text, "main".to_owned()))
    }
}
