//! The module under construction, and facts about the whole program.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use naga::{AddressSpace, GlobalVariable, Handle, ImageDimension, Module, Span, StorageAccess, StorageFormat};
use rustc_hash::FxHashMap;

use super::bit_conversions::DoubleFunctions;
use super::constant::Evaluator;
use super::function_ids::FunctionIds;
use super::known_functions::{FunctionId, Journal, KnownFunctions, ModuleVariable, SharedFunction};
use super::mesh::{MeshStage, OutputLayout, PartCounts};
use super::resource::{FunctionKey, ResourceRef};
use super::shape::{Ty, Types};
use super::validation::Copied;
use super::walk::reading_methods;
use super::{Options, PushConstantForm, RayQueryVariable, Specialisation, SpecialisationForm};
use crate::atom::Atom;
use crate::ir::{
    Dim, Function, Global, Instance, Interface, Item, Passing, Problem, Program, QuadLayout, ResourcePart, Symbol, Type,
};

/// Facts about the whole program on which the lowering of its parts depends. Lowering is repeated until it finds no new
/// fact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoweringFacts {
    /// Parts of groupshared variables that atomic functions work on: member indices, elements as [`ANY`].
    pub shared_atomics: BTreeSet<(Symbol, Vec<u32>)>,
    /// Textures that a comparison sampler is used with.
    pub compared: BTreeSet<Symbol>,
    /// Samplers that are declared without a comparison, and compare.
    pub comparing: BTreeSet<Symbol>,
    /// Samplers that are declared with a comparison, and do not compare.
    pub not_comparing: BTreeSet<Symbol>,
    /// Buffers with a signed minimum or maximum.
    pub signed_atomics: BTreeSet<(Symbol, ResourcePart)>,
    /// Buffers that atomic functions work on, where functions are shared: all access to their words is atomic.
    pub atomic_buffers: BTreeSet<(Symbol, ResourcePart)>,
    /// Whether the group must be one-dimensional: see [`super::entry`].
    pub linear_group: bool,
    /// Inputs that are read at vertices, by their numbers in the interface.
    pub per_vertex: BTreeSet<u32>,
    /// Whether an index of resources is marked, where functions are shared: see [`super::Lowered::marks_indices`].
    pub marks_indices: bool,
}

/// Any element of an array, in a path.
pub const ANY: u32 = u32::MAX;

impl LoweringFacts {
    pub fn covers(&self, other: &LoweringFacts) -> bool {
        self.shared_atomics.is_superset(&other.shared_atomics)
            && self.compared.is_superset(&other.compared)
            && self.comparing.is_superset(&other.comparing)
            && self.not_comparing.is_superset(&other.not_comparing)
            && self.signed_atomics.is_superset(&other.signed_atomics)
            && self.atomic_buffers.is_superset(&other.atomic_buffers)
            && (self.linear_group || !other.linear_group)
            && self.per_vertex.is_superset(&other.per_vertex)
            && (self.marks_indices || !other.marks_indices)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0 && !self.linear_group && !self.marks_indices
    }

    pub fn join(&mut self, other: LoweringFacts) {
        if other.is_empty() {
            return;
        }
        self.shared_atomics.extend(other.shared_atomics);
        self.compared.extend(other.compared);
        self.comparing.extend(other.comparing);
        self.not_comparing.extend(other.not_comparing);
        self.signed_atomics.extend(other.signed_atomics);
        self.atomic_buffers.extend(other.atomic_buffers);
        self.linear_group |= other.linear_group;
        self.per_vertex.extend(other.per_vertex);
        self.marks_indices |= other.marks_indices;
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        let symbols = [&self.compared, &self.comparing, &self.not_comparing];
        let paths: usize = self.shared_atomics.iter().map(|(_, path)| 1 + path.len()).sum();
        let buffers = self.signed_atomics.len() + self.atomic_buffers.len();
        symbols.iter().map(|some| some.len()).sum::<usize>() + paths + buffers + self.per_vertex.len()
    }

    /// Adds the facts that were found; returns `false` if none is new.
    pub fn learn(&mut self, found: LoweringFacts) -> bool {
        let new = !self.covers(&found);
        self.join(found);
        new
    }
}

/// A buffer as words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Rows of four: constant buffers.
    Rows,
    /// Single words, unsigned.
    Flat,
    /// Single words, signed.
    FlatSigned,
    /// Words at an address, without a variable.
    Address,
}

/// A buffer's variable.
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    pub variable: Handle<GlobalVariable>,
    pub words: Words,
    /// Whether the words are the only member of a structure: of each element, if it is an array of buffers.
    pub wrapped: bool,
}

/// A function of the module.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub handle: Handle<naga::Function>,
    pub result: Option<FunctionValue>,
    /// The resources in its result. An index that is a value is a slot: the nth index that the function returns.
    pub resources: Vec<ResourceRef>,
    /// For each `out` and `inout` parameter with resources, its resources at the end, if they differ from those at the
    /// beginning.
    pub given_back: Vec<Option<Vec<ResourceRef>>>,
    /// The function's number if it is shared with other modules.
    pub shared: Option<FunctionId>,
}

/// The result of a function of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    pub ty: Ty,
    /// Whether the program's function has a value that is not a resource.
    pub is_given: bool,
    /// The number of additional results that are indices of resources. If there are any, the type is a structure: the
    /// value, then the indices.
    pub indices: usize,
}

pub struct Lowerer<'p> {
    pub program: &'p Program,
    /// The program's items: each call, and each use of a global, looks for one.
    items: FxHashMap<Symbol, &'p Instance>,
    pub interface: &'p Interface,
    /// Facts of the previous round.
    pub facts: &'p LoweringFacts,
    pub found: LoweringFacts,
    pub module: Module,
    pub types: Types,
    pub evaluator: Evaluator<'p>,
    pub buffers: FxHashMap<(Symbol, ResourcePart), Buffer>,
    pub handles: FxHashMap<(Symbol, ResourcePart), Handle<GlobalVariable>>,
    /// Buffers as 64-bit words, signed or not.
    pub wide_buffers: FxHashMap<((Symbol, ResourcePart), bool), Handle<GlobalVariable>>,
    pub variables: FxHashMap<Symbol, Handle<GlobalVariable>>,
    pub image_access: BTreeMap<Symbol, StorageAccess>,
    pub atomic_buffers: BTreeSet<(Symbol, ResourcePart)>,
    pub used: BTreeMap<(Symbol, ResourcePart), u32>,
    /// Lowered functions; `None`: the function is being lowered.
    pub functions: FxHashMap<FunctionKey, Option<Lowered>>,
    pub built_ins: BTreeMap<naga::BuiltIn, Handle<GlobalVariable>>,
    /// Variables whose initialisers are evaluated at run time, in an order in which they can be evaluated.
    pub initialised: Vec<Symbol>,
    /// The resources that static variables of a resource type stand for.
    pub aliases: FxHashMap<Symbol, Vec<ResourceRef>>,
    reading_methods: BTreeSet<Symbol>,
    pub problems: Vec<Problem>,
    /// Whether the module has the names of the source, and lines.
    pub debug: bool,
    pub threads: [u32; 3],
    /// See [`Lowered::thread_constants`](super::Lowered::thread_constants).
    pub thread_constants: [Option<u32>; 3],
    /// See [`Options::placeholders`].
    pub placeholders_allowed: bool,
    /// See [`Lowered::unknown_formats`](super::Lowered::unknown_formats).
    pub unknown_formats: Vec<StorageFormat>,
    /// See [`Lowered::specialisations`](super::Lowered::specialisations).
    pub specialisations: Vec<Specialisation>,
    /// See [`Lowered::ray_queries`](super::Lowered::ray_queries).
    pub ray_queries: Vec<RayQueryVariable>,
    /// See [`Lowered::messages`](super::Lowered::messages).
    pub messages: Vec<Atom>,
    /// See [`Lowered::inline_calls`](super::Lowered::inline_calls).
    pub inline_calls: Vec<super::InlineCall>,
    /// See [`Lowered::needs`](super::Lowered::needs): capabilities, extensions.
    pub needs: (BTreeSet<u32>, BTreeSet<Atom>),
    /// Whether ray queries may skip triangles or boxes.
    pub culls_primitives: bool,
    /// See [`Lowered::quads`](super::Lowered::quads).
    pub quads: Option<QuadLayout>,
    pub push_constants: PushConstantForm,
    /// See [`Options::atomic_coherence`].
    pub atomic_coherence: bool,
    /// See [`Options::weak_exchanges`].
    pub weak_exchanges: bool,
    /// See [`Options::signed_remainders`].
    pub signed_remainders: bool,
    /// See [`Options::views`].
    pub views_of_pipeline: bool,
    /// See [`Options::specialisation`].
    pub specialisation_form: SpecialisationForm,
    /// What specialisation constants are where they are variables.
    pub constant_variables: FxHashMap<Symbol, Handle<GlobalVariable>>,
    /// What specialisation constants are where there are overrides.
    pub overrides: FxHashMap<Symbol, Handle<naga::Override>>,
    /// See [`super::Lowered::marks_indices`].
    pub marks_indices: bool,
    /// The buffers of placeholders, by binding.
    pub placeholders: BTreeMap<u32, Handle<GlobalVariable>>,
    /// By the number of an input, the variable with its values at the vertices.
    pub vertex_values: BTreeMap<u32, Handle<GlobalVariable>>,
    /// See [`super::Lowered::aliased_places`].
    pub aliased_places: BTreeMap<(u32, u32), (u32, u32)>,
    /// The key of `aliased_places` of each resource that has one.
    pub aliases_of: BTreeMap<(Symbol, ResourcePart), (u32, u32)>,
    /// The functions that stand for instructions, by code, types of arguments and type of the result.
    pub instructions: FxHashMap<(u32, Vec<Ty>, Ty), Handle<naga::Function>>,
    pub double_functions: DoubleFunctions,
    /// The variables of arrays of outputs, by the number of the part.
    pub output_variables: FxHashMap<(Symbol, usize), Handle<GlobalVariable>>,
    pub output_layouts: FxHashMap<Symbol, Arc<OutputLayout>>,
    pub part_counts: PartCounts,
    /// The payload of `DispatchMesh`, where it is an argument.
    pub sent_payload: Option<Handle<GlobalVariable>>,
    /// See [`super::Lowered::mesh_stage`].
    pub mesh_stage: Option<MeshStage>,
    /// Functions that need not be lowered. `None`: none are shared.
    pub known: Option<&'p dyn KnownFunctions>,
    pub ids: FunctionIds<'p>,
    pub journal: Journal,
    /// The variables that functions which are shared may use.
    pub named_variables: FxHashMap<Handle<GlobalVariable>, ModuleVariable>,
    /// The functions that are shared with other modules.
    pub shared: FxHashMap<Handle<naga::Function>, SharedFunction>,
    /// The functions that are copies, or that others copy.
    pub copies: Vec<Copied>,
}

impl<'p> Lowerer<'p> {
    pub fn new(
        (program, interface): (&'p Program, &'p Interface),
        options: &'p Options,
        facts: &'p LoweringFacts,
    ) -> Lowerer<'p> {
        Lowerer {
            program,
            items: program.items.iter().map(|(symbol, instance)| (*symbol, instance)).collect(),
            interface,
            facts,
            found: LoweringFacts::default(),
            module: Module::default(),
            types: Types::default(),
            evaluator: Evaluator { program, known: FxHashMap::default() },
            buffers: FxHashMap::default(),
            handles: FxHashMap::default(),
            wide_buffers: FxHashMap::default(),
            variables: FxHashMap::default(),
            image_access: BTreeMap::new(),
            atomic_buffers: BTreeSet::new(),
            used: BTreeMap::new(),
            functions: FxHashMap::default(),
            built_ins: BTreeMap::new(),
            initialised: Vec::new(),
            aliases: FxHashMap::default(),
            reading_methods: reading_methods(program),
            problems: Vec::new(),
            debug: options.debug_names,
            threads: [1; 3],
            thread_constants: [None; 3],
            placeholders_allowed: options.placeholders,
            unknown_formats: Vec::new(),
            specialisations: Vec::new(),
            ray_queries: Vec::new(),
            messages: Vec::new(),
            inline_calls: Vec::new(),
            needs: Default::default(),
            culls_primitives: false,
            quads: None,
            push_constants: options.push_constants,
            atomic_coherence: options.atomic_coherence,
            weak_exchanges: options.weak_exchanges,
            signed_remainders: options.signed_remainders,
            views_of_pipeline: options.views,
            specialisation_form: options.specialisation,
            constant_variables: FxHashMap::default(),
            overrides: FxHashMap::default(),
            marks_indices: false,
            placeholders: BTreeMap::new(),
            vertex_values: BTreeMap::new(),
            aliased_places: BTreeMap::new(),
            aliases_of: BTreeMap::new(),
            instructions: FxHashMap::default(),
            double_functions: DoubleFunctions::default(),
            output_variables: FxHashMap::default(),
            output_layouts: FxHashMap::default(),
            part_counts: PartCounts::default(),
            sent_payload: None,
            mesh_stage: None,
            known: None,
            ids: FunctionIds::default(),
            journal: Journal::default(),
            named_variables: FxHashMap::default(),
            shared: FxHashMap::default(),
            copies: Vec::new(),
        }
    }

    pub fn instance(&self, symbol: Symbol) -> Option<&'p Instance> {
        self.items.get(&symbol).copied().or_else(|| {
            self.program.interface.iter().find(|instance| match &*instance.item {
                Item::Global(global) => global.symbol == symbol,
                Item::Block(block) => block.symbol == symbol,
                Item::Function(_) => false,
            })
        })
    }

    pub fn function_item(&self, symbol: Symbol) -> Option<(&'p Instance, &'p Function)> {
        let instance = *self.items.get(&symbol)?;
        match &*instance.item {
            Item::Function(function) => Some((instance, function)),
            _ => None,
        }
    }

    /// How a function takes its parameter of this number.
    pub fn passing(&self, function: &Function, at: usize) -> Passing {
        let said = function.parameters.get(at).map_or(Passing::In, |parameter| parameter.passing);
        if at == 0 && self.reading_methods.contains(&function.symbol) { Passing::In } else { said }
    }

    pub fn global_item(&self, symbol: Symbol) -> Option<(&'p Instance, &'p Global)> {
        let instance = self.instance(symbol)?;
        match &*instance.item {
            Item::Global(global) => Some((instance, global)),
            _ => None,
        }
    }

    /// The type of a scalar, vector or naga matrix.
    pub fn number(&mut self, scalar: naga::Scalar, rows: u8, columns: u8) -> Ty {
        self.types.number(&mut self.module, scalar, rows, columns)
    }

    pub fn value_type(&mut self, ty: &Type) -> Ty {
        self.types.value(&mut self.module, ty)
    }

    /// A variable with one value for each thread.
    pub fn private(&mut self, name: &str, ty: Ty) -> Handle<GlobalVariable> {
        let variable = GlobalVariable {
            name: Some(name.to_owned()),
            space: AddressSpace::Private,
            binding: None,
            ty,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        };
        self.module.global_variables.append(variable, Span::UNDEFINED)
    }

    /// A system value that functions read through a variable.
    pub fn built_in(&mut self, built_in: naga::BuiltIn) -> Handle<GlobalVariable> {
        if let Some(found) = self.built_ins.get(&built_in) {
            return *found;
        }
        let ty = self.number(naga::Scalar::U32, 1, 1);
        let variable = self.private(&format!("{built_in:?}"), ty);
        self.built_ins.insert(built_in, variable);
        self.name_variable(variable, ModuleVariable::BuiltIn(built_in));
        variable
    }
}

pub const fn dimension(dim: Dim) -> ImageDimension {
    match dim {
        Dim::D1 => ImageDimension::D1,
        Dim::D2 => ImageDimension::D2,
        Dim::D3 => ImageDimension::D3,
        Dim::Cube => ImageDimension::Cube,
    }
}
