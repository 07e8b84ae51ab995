//! Changes to the SPIR-V that naga writes: what naga gets wrong, and what naga cannot represent.
//!
//! **In**: a module of naga's SPIR-V writer, and [`Facts`] about the program that it was written from.
//! **Out**: the module, changed by each pass of [`PASSES`] that the facts ask for.
//! **Never**: knows a shading language; parses a module that needs no pass, or parses one twice.

mod addresses;
mod aliased_places;
mod builder;
mod combined_samplers;
mod descriptor_indexing;
mod fix_naga;
mod group_size;
mod image_types;
mod input_attachment;
mod instruction;
mod mesh_stage;
mod nan;
mod needs;
mod partial;
mod ray_query;
mod sample_mask;
mod source_lines;
mod system_values;
mod test_modes;
mod texel_atomic;
mod texel_buffer;
mod unknown_formats;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use rspirv::binary::Assemble as _;
use rspirv::dr::{Module, load_words};
use rspirv::spirv::SourceLanguage;

use crate::atom::Atom;
use crate::ir::{QuadLayout, SpirvNeeds, TestMode};
use crate::lower::{InlineCall, MeshStage, Placeholder, Specialisation};

use partial::PartialModule;

pub use nan::set_semantics as set_nan_semantics;
pub use source_lines::{FILE_NAME, columns_of_tokens};

/// What the passes must know of a program besides its SPIR-V. The default asks for no pass.
#[derive(Clone, Debug, Default)]
pub struct Facts<'a> {
    /// An entry point reads or writes the coverage mask.
    pub sample_mask: bool,
    /// A variable is an array of constant buffers.
    pub uniform_arrays: bool,
    /// A groupshared variable is an array or a structure.
    pub workgroup_aggregates: bool,
    /// The size of an image is read that is arrayed, and one-dimensional, multisampled or writable.
    pub array_sizes: bool,
    /// An entry point reads the draw call's first vertex or instance.
    pub draw_parameters: bool,
    /// By location, the varyings that stand for system values.
    pub system_values: BTreeMap<u32, Placeholder>,
    /// Modes of the entry point that naga does not have.
    pub test_modes: Vec<TestMode>,
    /// The result of an atomic function on a texture is read, from a buffer of
    /// [`PLACEHOLDER_SET`](crate::lower::PLACEHOLDER_SET).
    pub texel_results: bool,
    /// An array of textures has elements that atomic functions work on.
    pub texel_elements: bool,
    /// Functions stand for instructions that naga does not have ([`Instruction`](crate::lower::Instruction)).
    pub instructions: bool,
    /// (set, binding) of the textures that stand for typed buffers.
    pub texel_buffers: BTreeSet<(u32, u32)>,
    /// By (set, binding) of the textures that stand for input attachments, the attachment's index.
    pub input_attachments: BTreeMap<(u32, u32), u32>,
    /// By (set, binding), the (set, binding) that it stands for: several variables have one.
    pub aliased_places: BTreeMap<(u32, u32), (u32, u32)>,
    /// By (set, binding) of a texture that is one resource with its sampler, the (set, binding) of the sampler if it is in use.
    pub combined_samplers: BTreeMap<(u32, u32), Option<(u32, u32)>>,
    /// The formats of writable textures that have none.
    pub unknown_formats: Vec<naga::StorageFormat>,
    /// The specialisation constants that instructions name by their numbers.
    pub specialisations: Vec<Specialisation>,
    /// How the invocations of a compute shader form quads, where the source says it.
    pub quads: Option<QuadLayout>,
    /// The variables of ray queries that instructions name by their numbers: how many queries an array of them has.
    pub ray_queries: Vec<Option<u32>>,
    /// The formats of messages that instructions name by their numbers.
    pub messages: Vec<Atom>,
    /// The instructions that the source names, which instructions name by their numbers.
    pub inline_calls: Vec<InlineCall>,
    /// Capabilities and extensions that the source names.
    pub needs: SpirvNeeds,
    /// Along each axis, the size of a group and the number of the specialisation constant that may replace it.
    pub group_size: Option<[(u32, Option<u32>); 3]>,
    /// A variable is an array of resources.
    pub resource_arrays: bool,
    /// A variable is an array of input attachments.
    pub attachment_arrays: bool,
    /// The program marks an index of resources that may differ between invocations of a wave.
    pub marks_indices: bool,
    /// Of a mesh or amplification stage.
    pub mesh_stage: Option<MeshStage>,
    /// The stage reads values of whole primitives.
    pub primitive_inputs: bool,
    /// Where tokens are, for a module with debug information.
    pub lines: Option<Lines<'a>>,
}

/// The source behind the tokens of a module with debug information.
#[derive(Clone, Copy)]
pub struct Lines<'a> {
    pub language: SourceLanguage,
    /// How many tokens there are.
    pub tokens: usize,
    /// Where the token of a number is; `None`: there is no such token.
    pub place: &'a dyn Fn(u32) -> Option<LinePlace>,
}

impl fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("language", &self.language).finish_non_exhaustive()
    }
}

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePlace {
    pub file: Arc<str>,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

type IsNeeded = fn(&Facts<'_>) -> bool;
type IsChanged = fn(&Facts<'_>, (u32, u32)) -> bool;
type Run = fn(&mut Module, &Facts<'_>) -> Result<(), String>;

/// When a pass runs in a module that is put together from functions that it shares with others (`shared_code`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before: it sees the functions that no other module has, and those that are new. What it does to a function that is shared follows
    /// from what the code of that function follows from. What it declares follows from the facts or from functions that are never shared,
    /// or it is found again in the code of shared functions, as capabilities are (`shared_code`).
    Functions,
    /// Afterwards: it changes declarations alone, and what it does follows from all of them.
    Declarations,
}

/// One change of a module.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    pub name: &'static str,
    pub is_needed: IsNeeded,
    /// Whether the pass must see the functions that name the variable of a (set, binding), as naga wrote it; it needs and changes no
    /// others. `None`: it may change every function. If all passes that a module needs tell it, only these functions are parsed.
    pub changes: Option<IsChanged>,
    pub phase: Phase,
    /// Whether the pass must see all functions of such a module, so that the module shares none.
    pub needs_all: IsNeeded,
    /// # Errors
    /// What the module lacks that the facts promise.
    pub run: Run,
}

impl Pass {
    const fn of_functions(name: &'static str, is_needed: IsNeeded, run: Run) -> Pass {
        Pass { name, is_needed, changes: None, phase: Phase::Functions, needs_all: |_| false, run }
    }

    const fn of_variables(name: &'static str, is_needed: IsNeeded, changes: IsChanged, run: Run) -> Pass {
        Pass { changes: Some(changes), ..Pass::of_functions(name, is_needed, run) }
    }

    const fn of_declarations(name: &'static str, is_needed: IsNeeded, run: Run) -> Pass {
        Pass { phase: Phase::Declarations, ..Pass::of_variables(name, is_needed, |_, _| false, run) }
    }

    /// Of all functions where the module has this.
    const fn of_all(self, needs_all: IsNeeded) -> Pass {
        Pass { needs_all, ..self }
    }
}

/// The passes in the order in which they run: those of functions come first, and source lines last. Six orders matter: aliased places come after all
/// passes that find variables by their bindings; combined samplers come after instructions, which take samples apart, and before
/// descriptor indexing, which decorates what is loaded; texel buffers come before instructions, which make their fetches sparse, and
/// before descriptor indexing, which declares a capability by the kind of image that an array holds; what the source needs
/// comes after descriptor indexing, which removes what naga declares of indices; and passes that insert
/// instructions come before source lines, which sees each `OpLine` once. A mesh stage comes before
/// instructions, which remove the functions that name its variables. The other passes touch different instructions;
/// their order is fixed because ids are numbered by it.
pub const PASSES: &[Pass] = &[
    Pass::of_functions("sample_mask", |facts| facts.sample_mask, sample_mask::make_arrays),
    Pass::of_functions("fix_sizes", |facts| facts.array_sizes, fix_naga::fix_sizes),
    Pass::of_functions("system_values", |facts| !facts.system_values.is_empty(), system_values::replace_varyings),
    Pass::of_functions("texel_atomic", |facts| facts.texel_results, texel_atomic::connect_results),
    Pass::of_functions("texel_elements", |facts| facts.texel_elements, texel_atomic::choose_elements),
    Pass::of_functions("texel_buffer", |facts| !facts.texel_buffers.is_empty(), texel_buffer::replace_textures),
    Pass::of_functions(
        "input_attachment",
        |facts| !facts.input_attachments.is_empty(),
        input_attachment::replace_textures,
    )
    // Another pass declares a capability by how functions index them.
    .of_all(|facts| facts.attachment_arrays),
    // SPIR-V 1.4, whose entry points list all variables.
    Pass::of_functions("mesh_stage", mesh_stage::is_needed, mesh_stage::make).of_all(|_| true),
    Pass::of_functions("instruction", |facts| facts.instructions, instruction::replace_calls),
    Pass::of_functions(
        "unused_declarations",
        |facts| facts.mesh_stage.is_some(),
        |module, _| {
            builder::remove_unused_globals(module);
            Ok(())
        },
    ),
    Pass::of_variables(
        "combined_samplers",
        |facts| !facts.combined_samplers.is_empty(),
        combined_samplers::is_of_pair,
        combined_samplers::join,
    ),
    Pass::of_functions("unknown_formats", |facts| !facts.unknown_formats.is_empty(), unknown_formats::remove),
    Pass::of_variables(
        "descriptor_indexing",
        |facts| facts.resource_arrays,
        descriptor_indexing::reads_functions,
        descriptor_indexing::declare_indices,
    ),
    Pass::of_declarations("fix_declarations", fix_naga::are_declarations_wrong, fix_naga::fix_declarations),
    Pass::of_declarations("test_modes", |facts| !facts.test_modes.is_empty(), test_modes::declare),
    Pass::of_declarations("needs", |facts| !facts.needs.is_empty(), needs::declare),
    Pass::of_declarations("group_size", group_size::is_needed, group_size::declare),
    // The place that stands for one follows from the order in which functions name the variables.
    Pass::of_declarations("aliased_places", |facts| !facts.aliased_places.is_empty(), aliased_places::put_back)
        .of_all(|_| true),
    // Places are those of one text.
    Pass::of_functions("source_lines", |facts| facts.lines.is_some(), source_lines::place_lines).of_all(|_| true),
];

/// Whether a pass of this phase changes such a module.
pub fn are_needed(facts: &Facts<'_>, phase: Phase) -> bool {
    PASSES.iter().any(|pass| pass.phase == phase && (pass.is_needed)(facts))
}

/// Whether a pass must see all functions of such a module.
pub fn need_all_functions(facts: &Facts<'_>) -> bool {
    PASSES.iter().any(|pass| (pass.is_needed)(facts) && (pass.needs_all)(facts))
}

/// Applies every pass that the facts ask for. The module is parsed only if there is one; NaN semantics, which every
/// module needs, are set in its words.
///
/// # Errors
/// The words are not SPIR-V, or the module lacks what the facts promise.
pub fn apply(mut words: Vec<u32>, facts: &Facts<'_>) -> Result<Vec<u32>, String> {
    nan::set_semantics(&mut words);
    apply_some(words, facts, |_| true)
}

/// Applies those of a phase, without NaN semantics.
///
/// # Errors
/// See [`apply`].
pub fn apply_phase(words: Vec<u32>, facts: &Facts<'_>, phase: Phase) -> Result<Vec<u32>, String> {
    apply_some(words, facts, |pass| pass.phase == phase)
}

fn apply_some(words: Vec<u32>, facts: &Facts<'_>, is_meant: impl Fn(&Pass) -> bool) -> Result<Vec<u32>, String> {
    let needed: Vec<&Pass> = PASSES.iter().filter(|pass| is_meant(pass) && (pass.is_needed)(facts)).collect();
    if needed.is_empty() {
        return Ok(words);
    }
    let is_partial = needed.iter().all(|pass| pass.changes.is_some());
    let is_changed = |place| needed.iter().any(|pass| pass.changes.is_some_and(|changes| changes(facts, place)));
    if is_partial {
        let mut partial = PartialModule::load(words, is_changed)?;
        needed.iter().try_for_each(|pass| (pass.run)(&mut partial.module, facts))?;
        return Ok(partial.assemble());
    }
    let mut module = load_words(&words).map_err(|error| error.to_string())?;
    needed.iter().try_for_each(|pass| (pass.run)(&mut module, facts))?;
    Ok(module.assemble())
}
