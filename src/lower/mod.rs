//! Lowers typed programs to naga modules.
//!
//! **In**: a [`Program`] of one entry point, and its [`Interface`].
//! **Out**: a validated naga [`Module`] with one entry point, and the reflection with which a game binds its resources;
//! or every [`Problem`], each with its token.
//! **Never**: reads the text of tokens or a file, knows a target, or approximates: what naga cannot represent exactly
//! is a problem.
//!
//! # Representation
//! - Matrices: see `shape`. Buffers: see `memory`. Resources in variables, structures and parameters: see `resource`.
//! - Inputs and outputs: see `entry`. Locations, bindings and buffer layouts come from the interface; nothing here
//!   depends on the source's language.
//! - Locals that never change are values; all others are variables.
//! - A construct that naga cannot represent becomes a placeholder if [`Options::placeholders`] allows it: a SPIR-V pass
//!   replaces the placeholder after naga has written the module. See [`Lowered`], `atomic_result`, `spirv_only` and
//!   `builtin_workaround`.
//! - Lowering runs again if it found a fact that its beginning depends on, such as which groupshared variables are
//!   atomic and which textures are compared.

mod addresses;
mod arithmetic;
mod atomic;
mod atomic_result;
mod bit_conversions;
mod bit_fields;
mod bits;
mod buffer;
mod built_ins;
mod builtin_workaround;
mod call;
mod constant;
mod convert;
mod copied_functions;
mod d3d9_samplers;
mod deep_values;
mod entry;
mod expression;
mod formats;
mod function;
mod function_ids;
mod globals;
mod inline_instruction;
mod inline_types;
mod interpolation;
mod intrinsic;
mod inverse;
mod known_functions;
mod lvalue;
mod matrix;
mod memory;
mod mesh;
mod module;
mod operators;
mod outputs;
mod printing;
mod private_globals;
mod ray_query;
mod resource;
mod sample;
mod sample_position;
mod shape;
mod shared;
mod shared_locations;
mod spirv_only;
mod statement;
mod texture;
mod validation;
mod vertices;
mod walk;
mod wave;

use std::collections::{BTreeMap, BTreeSet};

use naga::Module;
use naga::valid::ModuleInfo;

pub use atomic_result::{AtomicResult, PLACEHOLDER_SET};
pub use bit_conversions::{DOUBLE_OF_WORDS, DOUBLE_PLACEHOLDER, WORDS_OF_DOUBLE};
pub use builtin_workaround::Placeholder;
pub use copied_functions::FunctionCopy;
pub use function_ids::{KeyKind, add_text};
pub use inline_instruction::{InlineArgument, InlineCall};
pub use known_functions::{Effects, FunctionId, KnownFunctions, SharedFunction, Sharing};
pub use memory::ROW;
pub use mesh::{MeshOutput, MeshStage};
pub use ray_query::RayQueryVariable;
pub use spirv_only::{INSTRUCTION_BINDING, ImageOperands, Instruction, RayInstruction, Specialisation, WordAtomic};

use crate::atom::Atom;
use crate::ir::{
    Interface, Problem, ProblemKind, Program, QuadLayout, ResourcePart, SpirvNeeds, Storage, TestMode, element_places,
};
use crate::model::{Binding, BindingKind, Reflection};
use module::{Lowerer, LoweringFacts};
use shape::AskedTypes;

/// Upper bound of rounds. Each round adds facts from a finite set, so a correct run ends long before.
const ROUNDS: u32 = 64;

/// The inputs of lowering other than the program and its interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Whether the module has names of locals, and for each expression and statement the span of its token: `(token +
    /// 1)..(token + 2)`.
    pub debug_names: bool,
    /// Whether a pass replaces placeholders in the written module: one-dimensional textures by texel buffers
    /// ([`Lowered::texel_buffers`]), reads of the descriptor set [`PLACEHOLDER_SET`] by the results of
    /// [`AtomicResult`], and calls of functions that read it by an [`Instruction`].
    pub placeholders: bool,
    pub push_constants: PushConstantForm,
    /// Whether the words of coherent buffers are atomic, which WGSL has, instead of being declared as coherent, which it has not.
    pub atomic_coherence: bool,
    /// Whether a comparing exchange may fail though the memory has the expected value, so that it is repeated.
    pub weak_exchanges: bool,
    /// Whether `%` of signed integers has the sign of its first operand; else it is made of a division, a product and a difference.
    pub signed_remainders: bool,
    /// Whether the pipeline gives the number of views, so that the output need not say it.
    pub views: bool,
    pub specialisation: SpecialisationForm,
}

/// What a specialisation constant is in the module, where no pass replaces placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecialisationForm {
    /// There are none.
    Refused,
    Override,
    /// A private variable whose name begins with [`CONSTANT_VARIABLE`] and its number: the text gets the value.
    Variable,
}

/// The beginning of the names of variables that stand for specialisation constants.
pub const CONSTANT_VARIABLE: &str = "uberc_constant_";

/// The type of push constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PushConstantForm {
    /// An array of words.
    Words,
    /// A structure with an array of rows of 16 bytes: in a constant buffer of Direct3D, the elements of an array begin such rows.
    Rows,
    /// A structure of such rows: WGSL has no arrays in push constants. Its rows cannot be found by computed indices.
    RowMembers,
}

/// A lowered program.
#[derive(Debug)]
pub struct Lowered {
    pub module: Module,
    pub info: ModuleInfo,
    pub reflection: Reflection,
    /// For each (set, binding) of the reflection, the resource's number among those of its kind.
    pub numbers: BTreeMap<(u32, u32), u32>,
    /// The (set, binding)s of samplers whose number is their register in texts for Direct3D.
    pub registered_samplers: BTreeSet<(u32, u32)>,
    /// By (set, binding) of each array of resources, the binding that its second element has where elements are bound one by one.
    pub element_places: BTreeMap<(u32, u32), u32>,
    /// By (set, binding) in the module, the actual (set, binding). naga does not allow several variables at one
    /// binding.
    pub aliased_places: BTreeMap<(u32, u32), (u32, u32)>,
    /// The (set, binding)s of typed buffers. naga has no typed buffers: they are one-dimensional textures in its
    /// module.
    pub texel_buffers: BTreeSet<(u32, u32)>,
    /// The indices of input attachments, by (set, binding). They are two-dimensional textures in naga's module.
    pub input_attachments: BTreeMap<(u32, u32), u32>,
    /// By (set, binding) of each texture that is one resource with its sampler, the (set, binding) of the sampler if it is in use. Only
    /// with [`Options::placeholders`]: other targets have two resources.
    pub combined_samplers: BTreeMap<(u32, u32), Option<(u32, u32)>>,
    /// The formats in the module of writable textures that have none. No other texture has them.
    pub unknown_formats: Vec<naga::StorageFormat>,
    /// The specialisation constants that the module reads, each once.
    pub specialisations: Vec<Specialisation>,
    /// How the invocations of a compute shader form quads, where the source says it.
    pub quads: Option<QuadLayout>,
    /// The variables of ray queries, which instructions name by their numbers.
    pub ray_queries: Vec<RayQueryVariable>,
    /// The formats of messages, which instructions name by their numbers.
    pub messages: Vec<Atom>,
    /// The calls of functions whose bodies are instructions, which instructions name by their numbers.
    pub inline_calls: Vec<InlineCall>,
    /// What functions need of the module.
    pub needs: SpirvNeeds,
    /// The numbers of those that may replace the sizes of a group.
    pub thread_constants: [Option<u32>; 3],
    /// Varyings that are placeholders for system values, by location.
    pub system_values: BTreeMap<u32, Placeholder>,
    /// Whether some index of resources is marked as non-uniform.
    pub marks_indices: bool,
    /// Modes that naga does not have.
    pub modes: Vec<TestMode>,
    /// Of a mesh or amplification stage, which is a compute stage in the module.
    pub mesh_stage: Option<MeshStage>,
    /// For each function of the module, how it is shared with other modules: see [`KnownFunctions`].
    pub functions: Vec<Option<SharedFunction>>,
    /// For each variable of the module without a binding, its number for functions that are shared.
    pub variables: Vec<Option<u32>>,
}

impl Lowered {
    /// Whether functions of the module are stand-ins for known ones.
    pub fn has_stand_ins(&self) -> bool {
        self.functions.iter().flatten().any(|function| function.effects.is_none())
    }
}

/// Lowers a program and validates the result. `known`: functions that need not be lowered again, and of which the module has stand-ins or
/// copies.
pub fn lower(
    program: &Program,
    interface: &Interface,
    options: &Options,
    known: Option<&dyn KnownFunctions>,
) -> Result<Lowered, Vec<Problem>> {
    let mut facts = LoweringFacts::default();
    for _ in 0..ROUNDS {
        let mut lowerer = Lowerer::new((program, interface), options, &facts);
        lowerer.known = known;
        lowerer.types.asked = (lowerer.sharing() == Some(Sharing::Copies)).then(AskedTypes::default);
        let io = lowerer.entry_point();
        let found = std::mem::take(&mut lowerer.found);
        let mut problems = std::mem::take(&mut lowerer.problems);
        let io = match io {
            Ok(io) if problems.is_empty() => io,
            Ok(_) => return Err(distinct(problems)),
            Err(problem) => {
                problems.push(*problem);
                return Err(distinct(problems));
            }
        };
        lowerer.settle();
        let stage = program.entry.stage;
        let mut reflection = Reflection {
            bindings: Vec::new(),
            inputs: io.inputs,
            outputs: io.outputs,
            workgroup_size: stage.has_groups().then_some(lowerer.threads),
        };
        let system_values = io.placeholders.all;
        let modes = io.modes;
        let combined_samplers = lowerer.combined_samplers();
        let Bound { bindings, numbers, registered_samplers, texel_buffers, input_attachments } =
            bindings(&lowerer, interface, &combined_samplers);
        reflection.bindings = bindings;
        reflection.bindings.sort();
        // The reflection has no types of a heap's buffers, so their entries are equal.
        reflection.bindings.dedup();
        join_halves(&mut reflection.bindings);
        reflection.inputs.sort();
        reflection.outputs.sort();
        let variables = lowerer.variable_numbers();
        let mut module = std::mem::take(&mut lowerer.module);
        let copies = std::mem::take(&mut lowerer.copies);
        let marks_indices = lowerer.marks_indices || facts.marks_indices;
        let aliased_places = std::mem::take(&mut lowerer.aliased_places);
        let unknown_formats = std::mem::take(&mut lowerer.unknown_formats);
        let specialisations = std::mem::take(&mut lowerer.specialisations);
        let quads = lowerer.quads;
        let ray_queries = std::mem::take(&mut lowerer.ray_queries);
        let messages = std::mem::take(&mut lowerer.messages);
        let inline_calls = std::mem::take(&mut lowerer.inline_calls);
        let needs = lowerer.all_needs();
        let thread_constants = lowerer.thread_constants;
        let mesh_stage = lowerer.mesh_stage.take();
        let mut shared = std::mem::take(&mut lowerer.shared);
        let functions = module.functions.iter().map(|(handle, _)| shared.remove(&handle)).collect();
        drop(lowerer);
        if facts.learn(found) {
            continue;
        }
        let info = validation::validate(&mut module, &copies)?;
        return Ok(Lowered {
            module,
            info,
            reflection,
            numbers,
            registered_samplers,
            element_places: element_places(&interface.bindings),
            aliased_places,
            texel_buffers,
            input_attachments,
            combined_samplers,
            unknown_formats,
            specialisations,
            quads,
            ray_queries,
            messages,
            inline_calls,
            needs,
            thread_constants,
            system_values,
            marks_indices,
            modes,
            mesh_stage,
            functions,
            variables,
        });
    }
    Err(vec![*Problem::internal(None, "lowering does not terminate")])
}

/// What the resources in use are bound to.
#[derive(Default)]
struct Bound {
    /// Without an order.
    bindings: Vec<Binding>,
    /// See [`Lowered::numbers`].
    numbers: BTreeMap<(u32, u32), u32>,
    /// See [`Lowered::registered_samplers`].
    registered_samplers: BTreeSet<(u32, u32)>,
    /// See [`Lowered::texel_buffers`].
    texel_buffers: BTreeSet<(u32, u32)>,
    /// See [`Lowered::input_attachments`].
    input_attachments: BTreeMap<(u32, u32), u32>,
}

fn bindings(
    lowerer: &Lowerer<'_>,
    interface: &Interface,
    combined_samplers: &BTreeMap<(u32, u32), Option<(u32, u32)>>,
) -> Bound {
    let mut found = Bound::default();
    let is_combined = |place: (u32, u32)| combined_samplers.contains_key(&place);
    for (key, size) in &lowerer.used {
        let Some(bound) = interface.bindings.get(key) else { continue };
        found.numbers.insert((bound.set, bound.binding), bound.number);
        if bound.has_register && key.1 == ResourcePart::Sampler {
            found.registered_samplers.insert((bound.set, bound.binding));
        }
        if matches!(bound.kind, BindingKind::UniformTexelBuffer | BindingKind::StorageTexelBuffer) {
            found.texel_buffers.insert(lowerer.aliases_of.get(key).copied().unwrap_or((bound.set, bound.binding)));
        }
        if bound.kind == BindingKind::InputAttachment {
            let index = match lowerer.global_item(key.0).map(|(_, global)| &global.storage) {
                Some(Storage::Resource(attributes)) => attributes.input_attachment,
                _ => None,
            };
            let place = lowerer.aliases_of.get(key).copied().unwrap_or((bound.set, bound.binding));
            found.input_attachments.insert(place, index.unwrap_or(0));
        }
        let joins = !combined_samplers.is_empty();
        if joins && key.1 == ResourcePart::Sampler {
            continue;
        }
        let kind = if is_combined((bound.set, bound.binding)) && bound.kind == BindingKind::SampledTexture {
            BindingKind::CombinedImageSampler
        } else {
            bound.kind
        };
        found.bindings.push(Binding {
            set: bound.set,
            binding: bound.binding,
            name: bound.name.clone(),
            kind,
            count: bound.count,
            size: if bound.kind == BindingKind::SampledTexture { 0 } else { *size },
            slot: None,
            renamed: None,
        });
    }
    found
}

/// A texture and a sampler at one place are halves of one descriptor.
fn join_halves(bindings: &mut Vec<Binding>) {
    let is = |one: &Binding, kind: BindingKind| one.kind == kind;
    let place = |one: &Binding| (one.set, one.binding);
    let samplers: BTreeSet<(u32, u32)> =
        bindings.iter().filter(|one| is(one, BindingKind::Sampler)).map(place).collect();
    let textures: BTreeSet<(u32, u32)> =
        bindings.iter().filter(|one| is(one, BindingKind::SampledTexture)).map(place).collect();
    bindings.retain(|one| !(is(one, BindingKind::Sampler) && textures.contains(&place(one))));
    for one in bindings.iter_mut().filter(|one| is(one, BindingKind::SampledTexture) && samplers.contains(&place(one)))
    {
        one.kind = BindingKind::CombinedImageSampler;
    }
}

/// Removes duplicates: a function that is lowered for several sets of resources has the same problems for each.
fn distinct(problems: Vec<Problem>) -> Vec<Problem> {
    // Problems that only follow from a statement that could not be lowered are not reported.
    let cause = problems.iter().any(|problem| problem.kind != ProblemKind::Internal);
    let mut kept: Vec<Problem> = Vec::new();
    for problem in problems {
        if !kept.contains(&problem) && (!cause || problem.kind != ProblemKind::Internal) {
            kept.push(problem);
        }
    }
    kept
}
