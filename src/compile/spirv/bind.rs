//! Puts the resources of another compiler's SPIR-V where the project's rule has them.
//!
//! Compilers know shifts, and number what has no register after what the variant uses. So that all variants of a shader
//! share a layout, whichever compiler each was made by, the numbers are assigned from the unit's declarations, as the
//! embedded step does it, and found again in the module by name.

use std::collections::BTreeMap;

use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op};

use super::reflect;
use crate::compile::step::{error, step_key};
use crate::compile::{Cancel, Compiler, Job, ProgramForm, StepOutcome, panic_guard};
use crate::ir::BindingSlot;
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult, Binding, BindingKind, SourceLanguage};

const IDENTITY: &str = "2 rspirv 0.13";

/// SPIR-V to SPIR-V. It needs names, so it follows the compiler that made the module.
#[derive(Clone, Copy, Debug)]
pub struct Bind {
    /// For every language: not only for one whose resources are placed by the declarations of the whole unit.
    pub always: bool,
}

impl Compiler for Bind {
    fn name(&self) -> &str {
        crate::compile::external::catalogue::BIND
    }

    fn is_needed(&self, job: &Job<'_>) -> bool {
        self.always || job.language.places_by_unit
    }

    fn reads_declarations(&self, language: SourceLanguage) -> bool {
        self.always || language.places_by_unit
    }

    fn input(&self) -> ProgramForm {
        ProgramForm::Spirv
    }

    fn output(&self) -> ProgramForm {
        ProgramForm::Spirv
    }

    fn identity(&self) -> &str {
        IDENTITY
    }

    fn key(&self, job: &Job<'_>) -> ActionKey {
        let layout = job.source.and_then(|analysis| analysis.layout(job.bindings).ok()).unwrap_or_default();
        let lines = layout.iter().map(|at| format!("{} {:?} {} {}", at.name, at.kind, at.set, at.binding));
        let layout = Some(lines.collect::<Vec<_>>().join("\n"));
        StepKey { layout, bindings: Some(job.bindings), ..step_key(self, job) }.key()
    }

    fn command(&self, job: &Job<'_>) -> String {
        format!("bind (in process): {}", job.bindings)
    }

    fn run(&self, job: &Job<'_>, _: &Cancel) -> StepOutcome {
        let Some(analysis) = job.source else {
            return StepOutcome::Failed(vec![error("bindings follow from tokens, and this job has none")]);
        };
        let layout = match analysis.layout(job.bindings) {
            Ok(layout) => layout,
            Err(wrong) => return StepOutcome::Rejected(vec![wrong]),
        };
        match panic_guard::guarded(|| bind(job.input.bytes(), &layout)) {
            Ok(Ok(output)) => StepOutcome::Done(ActionResult { output, ..ActionResult::default() }),
            Ok(Err(problems)) => StepOutcome::Failed(problems.into_iter().map(error).collect()),
            Err(panic) => StepOutcome::Failed(vec![error(format!("the SPIR-V cannot be read: {panic}"))]),
        }
    }
}

fn bind(spirv: &[u8], layout: &[BindingSlot]) -> Result<Vec<u8>, Vec<String>> {
    let mut module = load_bytes(spirv).map_err(|problem| vec![format!("the SPIR-V cannot be read: {problem}")])?;
    let (mut places, blocks) = (BTreeMap::new(), block_names(&module));
    let (mut lost, mut renamed) = (Vec::new(), Vec::new());
    for (id, binding) in reflect::bound(&module) {
        match find(layout, &binding).or_else(|| layout.iter().find(|place| Some(&place.name) == blocks.get(&id))) {
            Some(place) => {
                if place.name != binding.name {
                    renamed.push((id, place.name.clone()));
                }
                places.insert(id, place);
            }
            None => lost.push(format!(
                "the compiler calls a resource `{}`, which is none of the names that the source declares: it cannot be \
                 given its binding",
                binding.name
            )),
        }
    }
    if !lost.is_empty() {
        return Err(lost);
    }
    let is_place = |found: &Instruction| match found.operands.as_slice() {
        [Operand::IdRef(id), Operand::Decoration(Decoration::Binding | Decoration::DescriptorSet), ..] => {
            found.class.opcode == Op::Decorate && places.contains_key(id)
        }
        _ => false,
    };
    module.annotations.retain(|found| !is_place(found));
    for (id, place) in &places {
        for (decoration, number) in [(Decoration::DescriptorSet, place.set), (Decoration::Binding, place.binding)] {
            let operands = vec![Operand::IdRef(*id), Operand::Decoration(decoration), Operand::LiteralBit32(number)];
            module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
        }
    }
    // And under one name, which is how a game may ask for it.
    for (id, name) in renamed {
        let is_own = |named: &Instruction| named.operands.first() == Some(&Operand::IdRef(id));
        module.debug_names.retain(|named| named.class.opcode != Op::Name || !is_own(named));
        let operands = vec![Operand::IdRef(id), Operand::LiteralString(name)];
        module.debug_names.push(Instruction::new(Op::Name, None, None, operands));
    }
    Ok(reflect::to_bytes(&module))
}

/// By the names that the compilers have for it: glslang's are the source's own, but for loose uniforms and counters;
/// dxc leaves namespaces out, and slangc packs all that is loose into one parameter.
/// The name of the block that a variable is, or is an array of: GLSL's variable has the name of the instance.
fn block_names(module: &Module) -> BTreeMap<u32, String> {
    let mut names = BTreeMap::new();
    for name in &module.debug_names {
        if let [Operand::IdRef(id), Operand::LiteralString(text)] = name.operands.as_slice() {
            names.insert(*id, text.clone());
        }
    }
    // By type, and then by variable.
    let mut blocks: BTreeMap<u32, String> = BTreeMap::new();
    for instruction in &module.types_global_values {
        let inner = match (instruction.class.opcode, instruction.operands.as_slice()) {
            (Op::TypeStruct, _) => instruction.result_id.and_then(|id| names.get(&id)),
            (Op::TypePointer, [_, Operand::IdRef(to)]) => blocks.get(to),
            (Op::TypeArray | Op::TypeRuntimeArray, [Operand::IdRef(element), ..]) => blocks.get(element),
            (Op::Variable, _) => instruction.result_type.and_then(|pointer| blocks.get(&pointer)),
            _ => None,
        };
        if let (Some(id), Some(name)) = (instruction.result_id, inner.cloned()) {
            blocks.insert(id, name);
        }
    }
    blocks
}

fn find<'l>(layout: &'l [BindingSlot], binding: &Binding) -> Option<&'l BindingSlot> {
    let name = binding.name.as_str();
    let name = name.strip_prefix("globalParams.").unwrap_or(name);
    let counter = name.strip_prefix("counter.var.").map(|of| format!("{of}@count"));
    let name = match name {
        "$Global" | "globalParams" => "$Globals",
        _ => counter.as_deref().unwrap_or(name),
    };
    let is_sampler = |kind| kind == BindingKind::Sampler;
    // A Direct3D 9 sampler is a texture and a sampler of one name.
    let same_kind = |place: &&BindingSlot| is_sampler(place.kind) == is_sampler(binding.kind);
    if let Some(found) = layout.iter().filter(same_kind).find(|place| place.name == name) {
        return Some(found);
    }
    let inner = |place: &&BindingSlot| place.name.rsplit("::").next() == Some(name) && same_kind(place);
    let mut inner = layout.iter().filter(inner);
    inner.next().filter(|_| inner.next().is_none())
}
