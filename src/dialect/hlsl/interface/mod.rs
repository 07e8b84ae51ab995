//! What HLSL's words say about a program's interface: semantics, registers, packing, and the attributes of Vulkan.
//!
//! **In**: a [`Program`], which does not depend on a target, and the target's settings.
//! **Out**: an [`Interface`] in no language's words, or what is wrong with the declarations as [`Problem`]s.
//! **Never**: bodies of functions, naga, a target's name.

mod bindings;
mod buffers;
mod heaps;
mod layout;
mod locations;
mod mesh_outputs;
mod registers;
mod semantics;
mod signature;
mod stage_rules;
mod system_types;
mod words;

pub use bindings::{assign_alike as bindings_of_unit, layout as binding_slots};
pub use layout::{Rules as LayoutRules, struct_members};
pub use locations::is_listable;
pub use signature::{sent_payload, signature};
pub use words::{
    BindingWords, HlslWords, MemberWords, Packing, Pointee, Register, Role, Semantic, StageWords, UniformWords,
    Varying, of_function as words_of_function, of_struct as words_of_struct,
};

use std::sync::Arc;

use crate::dialect::InterfaceOptions;
use crate::ir::{Bindings, Function, Global, Instance, Interface, Item, Problem, Program, Storage};

/// The interface of a program. `known`: the bindings of its unit, if all its variants have the same.
///
/// A value that the program cannot represent is in it as
/// [`Slot::Unknown`](crate::ir::Slot): it is an error only where a function needs it.
pub fn resolve(
    program: &Program,
    options: &InterfaceOptions<'_>,
    known: Option<Arc<Bindings>>,
) -> Result<Interface, Vec<Problem>> {
    let entry = entry_function(program);
    let loose_block = bindings::globals_block();
    let is_loose =
        |instance: &Instance| matches!(&*instance.item, Item::Global(Global { storage: Storage::Uniform { .. }, .. }));
    let reaches_loose = program.items.values().any(is_loose);
    let reached = |symbol| program.items.contains_key(&symbol) || symbol == loose_block && reaches_loose;
    let bindings = match known {
        Some(known) => known,
        None => {
            bindings::assign(&program.interface, options.bindings, &reached).map_err(|problem| vec![*problem])?.into()
        }
    };
    let samplers_of = bindings::samplers_of(&program.interface, &bindings);
    let (inputs, outputs) = match entry {
        Some(function) => locations::assign(function, program.entry.stage, options.direct3d9, options.links),
        None => (Vec::new(), Vec::new()),
    };
    let (layouts, loose) = buffers::assign(program, entry);
    Ok(Interface {
        inputs,
        outputs,
        link_word: "semantic",
        bindings,
        loose_block,
        params_block: bindings::params_block(),
        loose,
        layouts,
        samples_level_zero: false,
        joins_samplers: false,
        samplers_of,
    })
}

fn entry_function(program: &Program) -> Option<&Function> {
    match &*program.items.get(&program.entry.function)?.item {
        Item::Function(function) => Some(function),
        _ => None,
    }
}
