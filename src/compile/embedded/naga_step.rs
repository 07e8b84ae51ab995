//! The step `naga`: another compiler's SPIR-V to a text form, in process.

use naga::front::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{ResourceBinding, ShaderStage};
use rspirv::spirv::{Decoration, Op};

use super::capability::{self, ModuleOrigin};
use super::layout_limits;
use super::uniformity;
use super::writers::{TextFacts, chain, write_text};
use crate::compile::external::glslang_packing;
use crate::compile::spirv::{image_access, reflect, remainders, strip, words};
use crate::compile::step::{error, step_key};
use crate::compile::{Cancel, Compiler, Job, ProgramForm, StepOutcome, panic_guard};
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult, Stage};

/// Part of the step's cache key: the crate's version, and a number that changes with what `writers` make.
pub const VERSION: &str = "naga 30.0, options 7";

/// SPIR-V to one of the text forms.
#[derive(Clone, Copy, Debug)]
pub struct Naga {
    output: ProgramForm,
}

impl Naga {
    /// `None` for forms that naga does not write.
    pub fn new(output: ProgramForm) -> Option<Naga> {
        capability::translates(output).then_some(Naga { output })
    }

    fn translate(&self, job: &Job<'_>) -> Result<ActionResult, String> {
        if !capability::has_stage(job.stage) {
            return Err(format!("naga has no {} stage, so there is no {} of it", job.stage.name(), self.output.name()));
        }
        let reflection =
            reflect::reflect(job.input.bytes()).map_err(|problem| format!("the SPIR-V cannot be read: {problem}"))?;
        // naga's reader rejects the extensions that carry the semantics' names.
        let mut spirv = image_access::mark(&strip::strip(job.input.bytes(), false)?)?;
        if !capability::has_signed_remainders(self.output) {
            spirv = remainders::expand(&spirv)?;
        }
        let options = spv::Options { adjust_coordinate_space: false, ..spv::Options::default() };
        let module = spv::parse_u8_slice(&spirv, &options).map_err(|problem| unreadable(&problem))?;
        let info =
            Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module).map_err(|problem| {
                let members = layout_limits::misplaced_members(&module);
                if members.is_empty() {
                    format!("not valid: {}", chain(&problem.into_inner()))
                } else {
                    members.join("\n")
                }
            })?;
        if let Some(missing) = capability::missing(self.output, ModuleOrigin::Spirv, &module, &info) {
            return Err(missing.message);
        }
        if self.output == ProgramForm::Wgsl && has_coherent_memory(job.input.bytes()) {
            return Err("it has no coherent buffers that another compiler made; target `wgpu` has".to_owned());
        }
        if self.output == ProgramForm::Wgsl && uniformity::divergent_barrier(&module).is_some() {
            return Err(uniformity::MESSAGE.to_owned());
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
        let text = TextFacts { register: &register, registered_samplers: Default::default(), constants: Vec::new() };
        let written = write_text(self.output, &module, &info, reflection, text, entry)?;
        Ok(ActionResult { messages: glslang_packing::differences(job.input.bytes())?, ..written })
    }
}

/// Whether something is decorated as coherent or volatile: naga's reader drops that of members.
fn has_coherent_memory(spirv: &[u8]) -> bool {
    let words = words::from_bytes(spirv).unwrap_or_default();
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some(first) = rest.first() {
        let (opcode, length) = (*first & 0xFFFF, (*first >> 16).max(1) as usize);
        let decoration = match opcode {
            opcode if opcode == Op::Decorate as u32 => rest.get(2),
            opcode if opcode == Op::MemberDecorate as u32 => rest.get(3),
            _ => None,
        };
        let wanted = [Decoration::Coherent as u32, Decoration::Volatile as u32];
        if decoration.is_some_and(|decoration| wanted.contains(decoration)) {
            return true;
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    false
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

fn unreadable(problem: &spv::Error) -> String {
    match capability::unreadable(problem) {
        Some(what) => format!("naga cannot read {what} ({})", chain(problem)),
        None => format!("cannot read this SPIR-V: {}", chain(problem)),
    }
}

/// naga has no hull, domain or geometry stage; `translate` has rejected them.
const fn shader_stage(stage: Stage) -> ShaderStage {
    match stage {
        Stage::Vertex => ShaderStage::Vertex,
        Stage::Compute => ShaderStage::Compute,
        _ => ShaderStage::Fragment,
    }
}
