//! Puts the inputs and outputs of another compiler's SPIR-V where the stages of the shader agree to have them.
//!
//! Compilers number in the order of declarations, each stage by itself, and differ in what a hull or domain stage
//! counts. The values are found again by the semantic that glslang and dxc write beside a variable. slangc writes none:
//! there the variable's name ends with the name of the member or parameter. GLSL has no semantics: a variable has the name of its
//! declaration, and a block is found by the name of its type.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op, StorageClass};

use super::reflect;
use crate::compile::step::{error, step_key};
use crate::compile::{Cancel, Compiler, Job, ProgramForm, StepOutcome, panic_guard};
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult, SourceLanguage, StageLink, StageLinks};

const IDENTITY: &str = "4 rspirv 0.13";

/// SPIR-V to SPIR-V. It needs names, so it follows the compiler that made the module.
#[derive(Clone, Copy, Debug)]
pub struct Link;

impl Compiler for Link {
    fn name(&self) -> &str {
        crate::compile::external::catalogue::LINK
    }

    fn is_needed(&self, job: &Job<'_>) -> bool {
        locations(job).is_some()
    }

    fn reads_declarations(&self, language: SourceLanguage) -> bool {
        language.places_by_unit
    }

    fn keeps_links(&self) -> bool {
        true
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
        StepKey { links: locations(job).map(StageLinks::text), ..step_key(self, job) }.key()
    }

    fn command(&self, _: &Job<'_>) -> String {
        "link (in process)".to_owned()
    }

    fn run(&self, job: &Job<'_>, _: &Cancel) -> StepOutcome {
        let no_links = StageLinks::default();
        match panic_guard::guarded(|| link(job.input.bytes(), locations(job).unwrap_or(&no_links))) {
            Ok(Ok(output)) => StepOutcome::Done(ActionResult { output, ..ActionResult::default() }),
            Ok(Err(problem)) => StepOutcome::Failed(vec![error(problem)]),
            Err(panic) => StepOutcome::Failed(vec![error(format!("the SPIR-V cannot be read: {panic}"))]),
        }
    }
}

/// Where the values have to be; `None` where the order of declarations gives it.
fn locations<'j>(job: &Job<'j>) -> Option<&'j StageLinks> {
    job.source.and_then(|analysis| analysis.locations(job.stage, job.entry_point, job.links)).or(job.links)
}

/// A variable between stages in the other compiler's module.
struct Value {
    id: u32,
    input: bool,
    per_patch: bool,
    per_primitive: bool,
    location: u32,
    semantic: Option<String>,
    name: String,
    /// Whether it is a block; `name` is that of its type.
    is_block: bool,
}

/// The module with other locations.
///
/// # Errors
/// The compiler has a value between stages that none of the links is about.
pub fn link(spirv: &[u8], links: &StageLinks) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|problem| format!("the SPIR-V cannot be read: {problem}"))?;
    let values = values(&module);
    let mut locations = BTreeMap::new();
    for value in &values {
        let links = if value.input { &links.inputs } else { &links.outputs };
        // Vertex attributes and render targets.
        if links.is_empty() {
            continue;
        }
        let Some(link) = find(value, links, &values) else {
            let what = value.semantic.as_ref().unwrap_or(&value.name);
            return Err(format!(
                "the compiler has `{what}` between two stages, which is none of the names that the source declares: it \
                 cannot be given its location"
            ));
        };
        if value.input && link.per_primitive && !value.per_primitive {
            return Err(format!(
                "the mesh shader writes `{}` once for each primitive, and the compiler does not decorate it with PerPrimitiveEXT: \
                 use the embedded compiler for this pixel shader",
                link.name
            ));
        }
        locations.insert(value.id, link.location);
    }
    for annotation in &mut module.annotations {
        if let [Operand::IdRef(id), Operand::Decoration(Decoration::Location), Operand::LiteralBit32(location)] =
            annotation.operands.as_mut_slice()
            && annotation.class.opcode == Op::Decorate
            && let Some(found) = locations.get(id)
        {
            *location = *found;
        }
    }
    Ok(reflect::to_bytes(&module))
}

fn values(module: &Module) -> Vec<Value> {
    let (mut classes, mut blocks, mut pointed) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut arrays: BTreeMap<u32, u32> = BTreeMap::new();
    let is_block =
        |annotation: &&Instruction| annotation.operands.get(1) == Some(&Operand::Decoration(Decoration::Block));
    let structs: BTreeSet<u32> =
        module.annotations.iter().filter(is_block).filter_map(|one| one.operands.first()?.id_ref_any()).collect();
    let block_of = |ty: u32, arrays: &BTreeMap<u32, u32>| {
        if structs.contains(&ty) { Some(ty) } else { arrays.get(&ty).copied() }
    };
    for instruction in &module.types_global_values {
        let Some(id) = instruction.result_id else { continue };
        match (instruction.class.opcode, instruction.operands.as_slice()) {
            // Outputs of a mesh stage are arrays of blocks.
            (Op::TypeArray, [Operand::IdRef(of), _]) => {
                if let Some(block) = block_of(*of, &arrays) {
                    arrays.insert(id, block);
                }
            }
            (Op::TypePointer, [_, Operand::IdRef(to)]) => {
                pointed.extend(block_of(*to, &arrays).map(|block| (id, block)))
            }
            (Op::Variable, [Operand::StorageClass(class), ..]) => {
                classes.insert(id, *class);
                if let Some(block) = instruction.result_type.and_then(|pointer| pointed.get(&pointer)) {
                    blocks.insert(id, *block);
                }
            }
            _ => {}
        }
    }
    let mut names = BTreeMap::new();
    for name in &module.debug_names {
        if let [Operand::IdRef(id), Operand::LiteralString(text)] = name.operands.as_slice() {
            names.insert(*id, text.clone());
        }
    }
    let (mut locations, mut semantics) = (Vec::new(), BTreeMap::new());
    let (mut patches, mut primitives) = (BTreeSet::new(), BTreeSet::new());
    for annotation in &module.annotations {
        match annotation.operands.as_slice() {
            [Operand::IdRef(id), Operand::Decoration(Decoration::Location), Operand::LiteralBit32(location)] => {
                locations.push((*id, *location));
            }
            [Operand::IdRef(id), Operand::Decoration(Decoration::UserSemantic), Operand::LiteralString(text)] => {
                semantics.insert(*id, text.to_ascii_uppercase());
            }
            [Operand::IdRef(id), Operand::Decoration(Decoration::Patch)] => {
                patches.insert(*id);
            }
            // Of a variable, or of the members of a block.
            [Operand::IdRef(id), Operand::Decoration(Decoration::PerPrimitiveEXT)]
            | [Operand::IdRef(id), Operand::LiteralBit32(_), Operand::Decoration(Decoration::PerPrimitiveEXT)] => {
                primitives.insert(*id);
            }
            _ => {}
        }
    }
    let value = |(id, location): (u32, u32)| {
        let class = classes.get(&id)?;
        matches!(class, StorageClass::Input | StorageClass::Output).then(|| Value {
            id,
            input: *class == StorageClass::Input,
            per_patch: patches.contains(&id),
            per_primitive: primitives.contains(&id) || blocks.get(&id).is_some_and(|block| primitives.contains(block)),
            location,
            semantic: semantics.remove(&id),
            name: names.get(blocks.get(&id).unwrap_or(&id)).cloned().unwrap_or_default(),
            is_block: blocks.contains_key(&id),
        })
    };
    locations.into_iter().filter_map(value).collect()
}

/// The link of a variable's first row.
fn find<'l>(value: &Value, links: &'l [StageLink], values: &[Value]) -> Option<&'l StageLink> {
    let same_patch = |link: &&StageLink| link.per_patch == value.per_patch;
    let Some(semantic) = &value.semantic else {
        let name = value.name.rsplit('.').next()?;
        let is_named = |link: &&StageLink| {
            let of_declaration = || declaration(&link.name) == name && link.name != name;
            if value.is_block { declaration(&link.name) == name } else { link.declared == name || of_declaration() }
        };
        let mut named = links.iter().filter(same_patch).filter(is_named);
        let first = named.next()?;
        // Rows of one declaration follow each other; two declarations of one name do not tell which is meant.
        let is_same = |(link, at): (&StageLink, u32)| {
            link.default == first.default.saturating_add(at) || declaration(&link.name) == declaration(&first.name)
        };
        return named.zip(1..).all(is_same).then_some(first);
    };
    let own = links.iter().filter(same_patch).find(|link| is_named(&link.name, semantic))?;
    // glslang has a variable for each element of an array, all with the semantic of the first.
    let twin = |other: &&Value| {
        (other.input, other.per_patch) == (value.input, value.per_patch) && other.semantic == value.semantic
    };
    let first = values.iter().filter(twin).map(|other| other.location).min()?;
    let default = own.default.saturating_add(value.location.saturating_sub(first));
    links.iter().filter(same_patch).find(|link| link.default == default)
}

/// The name of the declaration that has this part: `m` of `m[1]` and of `m.a`.
fn declaration(name: &str) -> &str {
    name.split(['[', '.']).next().unwrap_or(name)
}

/// `TEXCOORD0` is `TEXCOORD`.
fn is_named(name: &str, semantic: &str) -> bool {
    let without = semantic.strip_suffix('0').filter(|rest| !rest.ends_with(|last: char| last.is_ascii_digit()));
    name == semantic || without == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_of_0_need_not_be_written() {
        assert!(is_named("TEXCOORD", "TEXCOORD0"));
        assert!(is_named("TEXCOORD", "TEXCOORD"));
        assert!(is_named("TEXCOORD10", "TEXCOORD10"));
        assert!(!is_named("TEXCOORD1", "TEXCOORD10"));
        assert!(!is_named("TEXCOORD", "TEXCOORD1"));
    }
}
