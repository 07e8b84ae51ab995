//! Textures with their samplers. naga cannot represent them, so it is given a texture and a sampler; here both become one variable of a
//! sampled image, at the texture's binding.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Facts, builder};

/// Whether a (set, binding) is that of a texture that is joined with its sampler, or of such a sampler.
pub fn is_of_pair(facts: &Facts<'_>, place: (u32, u32)) -> bool {
    let is_sampler = || facts.combined_samplers.values().flatten().any(|sampler| *sampler == place);
    facts.combined_samplers.contains_key(&place) || is_sampler()
}

/// Joins the variables of [`Facts::combined_samplers`].
pub fn join(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    let bindings = builder::bindings(module);
    let at = |wanted: &dyn Fn((u32, u32)) -> bool| -> BTreeSet<u32> {
        bindings.iter().filter(|(_, place)| wanted(**place)).map(|(id, _)| *id).collect()
    };
    let textures = at(&|place| facts.combined_samplers.contains_key(&place));
    let samplers = at(&|place| facts.combined_samplers.values().flatten().any(|sampler| *sampler == place));
    let mut types = SampledTypes::default();
    for id in &textures {
        types.replace_variable(module, *id)?;
    }
    let is_user = |instruction: &Instruction| {
        builder::base(instruction).is_some_and(|base| textures.contains(&base) || samplers.contains(&base))
    };
    let mut gone = FxHashSet::default();
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        if !function.all_inst_iter().any(is_user) {
            continue;
        }
        let users = image_users(function);
        let mut rewriter = Rewriter {
            types: &mut types,
            pointers: textures.iter().copied().collect(),
            samplers: samplers.iter().copied().collect(),
            loaded: FxHashMap::default(),
            joined: FxHashMap::default(),
            users,
            gone: &mut gone,
        };
        for block in &mut function.blocks {
            let before = std::mem::take(&mut block.instructions);
            for instruction in before {
                rewriter.instruction(module, instruction, &mut block.instructions)?;
            }
        }
    }
    module.functions = functions;
    builder::remove_variables(module, |id| samplers.contains(&id));
    // Decorations of what is gone.
    builder::remove_notes(module, |id| gone.contains(&id));
    Ok(())
}

/// The ids that something else than `OpSampledImage` reads.
fn image_users(function: &rspirv::dr::Function) -> FxHashSet<u32> {
    let all = function.blocks.iter().flat_map(|block| &block.instructions);
    let others = all.filter(|instruction| instruction.class.opcode != Op::SampledImage);
    others.flat_map(|instruction| instruction.operands.iter().filter_map(Operand::id_ref_any)).collect()
}

/// The types of sampled images, by the types of images, arrays and pointers that they replace.
#[derive(Default)]
struct SampledTypes {
    of: BTreeMap<u32, u32>,
}

impl SampledTypes {
    /// Gives a variable the type of a pointer to sampled images.
    fn replace_variable(&mut self, module: &mut Module, variable: u32) -> Result<(), String> {
        let position = |module: &Module, id: u32| {
            module.types_global_values.iter().position(|global| global.result_id == Some(id))
        };
        let old = position(module, variable).and_then(|at| module.types_global_values[at].result_type);
        let pointee = old.and_then(|pointer| builder::pointee(module, pointer)).map(|(_, pointee)| pointee);
        let pointee = pointee.ok_or("a texture without a type")?;
        let sampled = self.of_pointee(module, pointee)?;
        let pointer = self.pointer_to(module, sampled)?;
        // The variable stands behind its type.
        let at = position(module, variable).ok_or("a texture that is not declared")?;
        let mut declaration = module.types_global_values.remove(at);
        declaration.result_type = Some(pointer);
        let behind = position(module, pointer).map_or(at, |pointer| (pointer + 1).max(at));
        module.types_global_values.insert(behind, declaration);
        Ok(())
    }

    /// The type of a sampled image, or an array of them, in the place of images.
    fn of_pointee(&mut self, module: &mut Module, ty: u32) -> Result<u32, String> {
        if let Some(known) = self.of.get(&ty) {
            return Ok(*known);
        }
        let Some(declaration) = builder::global(module, ty).cloned() else {
            return Err("a type is missing".to_owned());
        };
        let made = match (declaration.class.opcode, declaration.operands.as_slice()) {
            (Op::TypeImage, _) => sampled_image(module, ty),
            (Op::TypeArray | Op::TypeRuntimeArray, [Operand::IdRef(element), rest @ ..]) => {
                let element = self.of_pointee(module, *element)?;
                let operands = std::iter::once(Operand::IdRef(element)).chain(rest.iter().cloned()).collect();
                let mut at = behind(module, &[element, ty]);
                builder::insert_global(module, &mut at, declaration.class.opcode, None, operands)
            }
            _ => return Err("a texture of an unknown type".to_owned()),
        };
        self.of.insert(ty, made);
        Ok(made)
    }

    fn pointer_to(&mut self, module: &mut Module, ty: u32) -> Result<u32, String> {
        let operands = vec![Operand::StorageClass(StorageClass::UniformConstant), Operand::IdRef(ty)];
        let is_it = |global: &&Instruction| global.class.opcode == Op::TypePointer && global.operands == operands;
        if let Some(known) = module.types_global_values.iter().find(is_it).and_then(|global| global.result_id) {
            return Ok(known);
        }
        let mut at = behind(module, &[ty]);
        Ok(builder::insert_global(module, &mut at, Op::TypePointer, None, operands))
    }
}

/// The place behind all of these declarations.
fn behind(module: &Module, ids: &[u32]) -> usize {
    let is_one = |global: &Instruction| global.result_id.is_some_and(|id| ids.contains(&id));
    module.types_global_values.iter().rposition(is_one).map_or(0, |at| at + 1)
}

/// The type of an image with a sampler, declared right behind the image's.
fn sampled_image(module: &mut Module, image: u32) -> u32 {
    let operands = vec![Operand::IdRef(image)];
    let is_it = |global: &Instruction| global.class.opcode == Op::TypeSampledImage && global.operands == operands;
    let known = module.types_global_values.iter().position(is_it).map(|at| module.types_global_values.remove(at));
    let mut at = behind(module, &[image]);
    match known {
        Some(declaration) => {
            let id = declaration.result_id.unwrap_or_default();
            module.types_global_values.insert(at, declaration);
            id
        }
        None => builder::insert_global(module, &mut at, Op::TypeSampledImage, None, operands),
    }
}

/// Rewrites one function.
struct Rewriter<'t> {
    types: &'t mut SampledTypes,
    /// Pointers to sampled images and arrays of them.
    pointers: FxHashSet<u32>,
    /// Samplers, pointers to them and their values, all of which go.
    samplers: FxHashSet<u32>,
    /// By the id of an image, that of the sampled image that was loaded.
    loaded: FxHashMap<u32, u32>,
    /// By the id of a joined image and sampler, the same.
    joined: FxHashMap<u32, u32>,
    users: FxHashSet<u32>,
    /// Ids whose instructions went.
    gone: &'t mut FxHashSet<u32>,
}

impl Rewriter<'_> {
    fn instruction(
        &mut self,
        module: &mut Module,
        mut instruction: Instruction,
        to: &mut Vec<Instruction>,
    ) -> Result<(), String> {
        let base = builder::base(&instruction);
        let of_sampler = base.is_some_and(|base| self.samplers.contains(&base));
        let of_texture = base.is_some_and(|base| self.pointers.contains(&base));
        match (instruction.class.opcode, instruction.result_id) {
            (Op::AccessChain | Op::InBoundsAccessChain | Op::Load | Op::CopyObject, Some(id)) if of_sampler => {
                self.samplers.insert(id);
                self.gone.insert(id);
                return Ok(());
            }
            (Op::AccessChain | Op::InBoundsAccessChain, Some(id)) if of_texture => {
                let pointee = instruction.result_type.and_then(|pointer| builder::pointee(module, pointer));
                let (_, pointee) = pointee.ok_or("an element without a type")?;
                let sampled = self.types.of_pointee(module, pointee)?;
                instruction.result_type = Some(self.types.pointer_to(module, sampled)?);
                self.pointers.insert(id);
            }
            (Op::Load, Some(id)) if of_texture => {
                let image = instruction.result_type.ok_or("a load without a type")?;
                let whole = builder::fresh_id(module);
                let ty = self.types.of_pointee(module, image)?;
                let non_uniform = builder::decoration(id, Decoration::NonUniform);
                if module.annotations.iter().any(|known| known.operands == non_uniform.operands) {
                    module.annotations.push(builder::decoration(whole, Decoration::NonUniform));
                }
                to.push(Instruction::new(Op::Load, Some(ty), Some(whole), instruction.operands));
                self.loaded.insert(id, whole);
                if self.users.contains(&id) {
                    let operands = vec![Operand::IdRef(whole)];
                    to.push(Instruction::new(Op::Image, Some(image), Some(id), operands));
                } else {
                    self.gone.insert(id);
                }
                return Ok(());
            }
            (Op::SampledImage, Some(id)) => {
                if let Some(whole) = base.and_then(|image| self.loaded.get(&image)) {
                    self.joined.insert(id, *whole);
                    self.gone.insert(id);
                    return Ok(());
                }
            }
            _ => {}
        }
        for operand in &mut instruction.operands {
            if let Operand::IdRef(id) = operand
                && let Some(whole) = self.joined.get(id)
            {
                *id = *whole;
            }
        }
        to.push(instruction);
        Ok(())
    }
}
