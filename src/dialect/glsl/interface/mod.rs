//! What GLSL's declarations say about a program's interface: layout qualifiers, built-in variables, blocks.
//!
//! **In**: a [`Program`], which does not depend on a target, and the target's settings.
//! **Out**: an [`Interface`] in no language's words, or what is wrong with the declarations as [`Problem`]s.
//! **Never**: bodies of functions, naga, a target's name.

mod bindings;
mod buffers;
mod layout;
mod locations;
mod signature;
mod words;

pub use bindings::{assign_alike as bindings_of_unit, block_symbol, layout as binding_slots};
pub use layout::Rules;
pub use locations::{DeclaredPlace, automatic, declared_places, outer_locations};
pub use signature::{entry, signature};
pub use words::{
    GlslWords, GroupLayout, MemberWords, Packing, ResourceWords, StageWords, Varying, of_entry, of_stage, of_struct,
};

use std::sync::Arc;

use crate::dialect::InterfaceOptions;
use crate::ir::{Bindings, Interface, Item, Problem, Program, Symbol};

/// The block of loose uniforms.
fn loose_block() -> Symbol {
    Symbol("gl_DefaultUniformBlock".into())
}

/// The interface of a program. `known`: the bindings of its unit, if all its variants have the same.
///
/// What the pipeline cannot carry is in it as such; it is a problem of whoever needs it.
pub fn resolve(
    program: &Program,
    options: &InterfaceOptions<'_>,
    known: Option<Arc<Bindings>>,
) -> Result<Interface, Vec<Problem>> {
    let bindings = match known {
        Some(known) => known,
        None => bindings::assign(&program.interface, &|symbol| program.items.contains_key(&symbol))
            .map_err(|problem| vec![*problem])?
            .into(),
    };
    let (inputs, outputs) = match program.items.get(&program.entry.function).map(|instance| &*instance.item) {
        Some(Item::Function(function)) => locations::assign(function, program.entry.stage, options.links),
        _ => (Vec::new(), Vec::new()),
    };
    let has_quads = match program.items.get(&program.entry.function).map(|instance| &*instance.item) {
        Some(Item::Function(function)) => function.quads.is_some(),
        _ => false,
    };
    let (layouts, loose) = buffers::assign(program);
    Ok(Interface {
        inputs,
        outputs,
        link_word: "name",
        bindings,
        loose_block: loose_block(),
        // GLSL has no such parameters.
        params_block: Symbol("$Params".into()),
        loose,
        layouts,
        samples_level_zero: !has_quads,
        joins_samplers: true,
        samplers_of: Default::default(),
    })
}
