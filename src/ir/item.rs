//! Items: functions, and declarations outside of functions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

use super::{
    Expr, ImageFormat, InlineInstruction, Local, LocalId, MeshGroup, OutputArray, SpirvNeeds, Statement, TokenIndex,
    Type, TypeSize, Wording, Words, has_resources, type_size,
};
use crate::atom::Atom;
use crate::model::{Digest, Stage};

/// The full name of an item, unique in a program: `Lights::g_Sun`, `lerp3(float3,float3,float)`, `max2<int>(int,int)`,
/// `Ray::at(float)` of a method (which takes `this` as its first, `inout` parameter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub Atom);

impl Symbol {
    /// The name in the source: without the types of parameters, and without what tells a block from other names.
    pub fn name(self) -> &'static str {
        let name = self.0.as_str().split('(').next().unwrap_or_default();
        name.strip_prefix("block ").unwrap_or(name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Member {
    pub name: Atom,
    pub ty: Type,
}

/// A structure; inherited members come first. Methods are functions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Struct {
    pub symbol: Symbol,
    pub members: Vec<Member>,
    pub fields: Vec<BitField>,
    pub words: Words,
    has_resources: bool,
    size: TypeSize,
}

impl Struct {
    pub fn new(symbol: Symbol, members: Vec<Member>, fields: Vec<BitField>, words: Words) -> Struct {
        let has_resources = members.iter().any(|member| has_resources(&member.ty));
        let mut size = TypeSize { scalars: 0, parts: 0, levels: 0 };
        for TypeSize { scalars, parts, levels } in members.iter().map(|member| type_size(&member.ty)) {
            size.scalars = size.scalars.saturating_add(scalars);
            size.parts = size.parts.saturating_add(parts);
            size.levels = size.levels.max(levels);
        }
        Struct { symbol, members, fields, words, has_resources, size }
    }

    /// Whether a member is or contains an object with a descriptor. It is known from the beginning, because a structure
    /// of structures can have more parts than anyone can count.
    pub fn has_resources(&self) -> bool {
        self.has_resources
    }

    /// How large it is, without the structure itself as a level.
    pub fn size(&self) -> TypeSize {
        self.size
    }
}

/// A member of a structure that is a part of one of its members, which is a number that no other name means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitField {
    pub name: Atom,
    pub ty: Type,
    /// Index of the member.
    pub member: u32,
    pub bits: Bits,
}

/// Bits of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits {
    /// Of the lowest.
    pub offset: u8,
    pub width: u8,
    /// The highest of them is a sign.
    pub signed: bool,
}

/// The format of a writable texture that has that of the game's view.
pub const UNKNOWN_FORMAT: &str = "unknown";

/// Attributes of a resource, beside its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResourceAttributes {
    /// Of a writable texture or typed buffer.
    pub format: Option<ImageFormat>,
    /// Writes of one group are visible to other groups.
    pub coherent: bool,
    /// Which of the subpass's input attachments it is.
    pub input_attachment: Option<u32>,
    /// It is this heap, as an array of one type of resource; without a type
    /// ([`Resource::Descriptor`](super::Resource::Descriptor)), the heap is only mentioned.
    pub heap: Option<Heap>,
}

/// All descriptors of a kind, in one array that the program does not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heap {
    /// Textures and buffers.
    Resource,
    Sampler,
}

impl Heap {
    pub const ALL: [Heap; 2] = [Heap::Resource, Heap::Sampler];

    /// The name in the source.
    pub const fn name(self) -> &'static str {
        match self {
            Heap::Resource => "ResourceDescriptorHeap",
            Heap::Sampler => "SamplerDescriptorHeap",
        }
    }
}

/// The storage of a global.
#[derive(Clone, Debug, PartialEq)]
pub enum Storage {
    /// One for each thread, with its initialiser (zero without one).
    Private {
        initialiser: Option<Expr>,
    },
    /// A constant: folded where possible.
    Constant {
        initialiser: Expr,
    },
    GroupShared,
    /// An array of outputs of a mesh stage, which all threads of a group write.
    Output(OutputArray),
    /// What a group of an amplification stage gives to the groups of mesh stages that it starts.
    Payload,
    /// Texture, sampler, buffer, constants; arrays of them.
    Resource(ResourceAttributes),
    /// A loose uniform, a member of the unit's block of them. Its default value is what an engine may read from the
    /// reflection.
    Uniform {
        default: Option<Expr>,
    },
    /// A member of a block of constants: `index` into [`Block::members`].
    Member {
        block: Symbol,
        index: u32,
    },
    /// A constant that is set when a pipeline is made.
    Specialisation {
        id: u32,
        default: Expr,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub symbol: Symbol,
    pub ty: Type,
    pub storage: Storage,
    pub words: Words,
    pub at: TokenIndex,
}

/// A block of constants. Its members are globals too ([`Storage::Member`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub symbol: Symbol,
    /// A storage buffer, not a constant buffer.
    pub texture_buffer: bool,
    pub words: Words,
    pub members: Vec<Member>,
    /// Of each member, its name.
    pub members_at: Vec<TokenIndex>,
    pub at: TokenIndex,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passing {
    In,
    /// Copied out at the end.
    Out,
    /// Copied in, then out.
    InOut,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: Atom,
    pub ty: Type,
    pub passing: Passing,
    /// `uniform` parameter of an entry point: a member of the block of such.
    pub uniform: bool,
    pub at: TokenIndex,
}

/// A guarantee about a pixel shader's depth and stencil tests, or a change of their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TestMode {
    /// Tested before the shader with what the guarantees allow, and again after it.
    EarlyAndLate,
    /// The depth that is written is the fragment's own.
    DepthUnchanged,
    /// The coverage that is read is what the depth and stencil tests left.
    PostDepthCoverage,
    StencilReference(Face, StencilChange),
    /// Of any stage: invocations of a subgroup that leave a choice meet again behind it.
    UniformSubgroups,
}

/// How invocations of a group form quads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuadLayout {
    /// Two by two.
    Square,
    /// Four in a row.
    Linear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    Front,
    Back,
}

/// How the stencil reference that is written relates to the pipeline's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StencilChange {
    Unchanged,
    GreaterEqual,
    LessEqual,
}

/// A function with a body. Locals are numbered; the parameters are the first of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub symbol: Symbol,
    pub result: Type,
    pub parameters: Vec<Parameter>,
    /// Of the result and the parameters.
    pub words: Words,
    pub locals: Vec<Local>,
    pub body: Vec<Statement>,
    /// Threads in a group, of a stage that has groups.
    pub threads: Option<[u32; 3]>,
    /// The numbers of the specialisation constants that may replace them.
    pub thread_constants: [Option<u32>; 3],
    /// For how many views a stage runs, where the source says it.
    pub views: Option<u32>,
    /// Depth and stencil are tested before it runs.
    pub early_depth: bool,
    /// How the invocations of a compute shader form quads, where the source says it.
    pub quads: Option<QuadLayout>,
    /// Its ray queries may skip triangles or boxes.
    pub culls_primitives: bool,
    /// Of a pixel shader.
    pub modes: Box<[TestMode]>,
    /// Of an entry point: the globals that hold inputs, with the parameter that each is a copy of. Nothing else writes them.
    pub input_globals: Box<[(Symbol, LocalId)]>,
    /// Of a mesh stage.
    pub mesh: Option<MeshGroup>,
    /// Of an entry point: the parameters that are not passed, because they are globals: arrays of outputs, and a payload.
    pub global_parameters: Vec<(LocalId, Symbol)>,
    /// What it needs of SPIR-V, if it says so itself.
    pub needs: Option<Arc<SpirvNeeds>>,
    /// The instruction that it stands for; its body is empty then.
    pub instruction: Option<Arc<InlineInstruction>>,
    pub at: TokenIndex,
    pub changes: Derived<ChangedLocals>,
    /// The types that it reads or writes in buffers of bytes and at addresses.
    pub raw_types: Derived<Vec<Type>>,
    /// Whether some operation in it is not for every stage.
    pub has_stage_operations: DerivedFlag,
}

/// What follows from a function, found at first use and kept for all programs that have the function. It does not affect equality, and
/// a copy, whose body may be changed, finds it again.
#[derive(Debug)]
pub struct Derived<T>(OnceLock<Box<T>>);

/// A [`Derived`] answer in one byte: not known, no, yes.
#[derive(Debug, Default)]
pub struct DerivedFlag(AtomicU8);

/// The locals of a function that need a variable.
#[derive(Clone, Debug, Default)]
pub struct ChangedLocals {
    /// Locals that change after their declaration, or are indexed by a run-time value.
    pub always: FxHashSet<LocalId>,
    /// Arguments that change if the called function writes to this parameter; the function's body is not known here.
    pub by_calls: Vec<(Symbol, usize, LocalId)>,
}

impl<T> Derived<T> {
    pub fn get_or_find(&self, find: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(|| Box::new(find()))
    }
}

impl DerivedFlag {
    /// Threads may find it at the same time, and find the same.
    pub fn get_or_find(&self, find: impl FnOnce() -> bool) -> bool {
        match self.0.load(Ordering::Relaxed) {
            0 => {
                let found = find();
                self.0.store(1 + u8::from(found), Ordering::Relaxed);
                found
            }
            known => known == 2,
        }
    }
}

impl Clone for DerivedFlag {
    fn clone(&self) -> DerivedFlag {
        DerivedFlag::default()
    }
}

impl PartialEq for DerivedFlag {
    fn eq(&self, _: &DerivedFlag) -> bool {
        true
    }
}

impl<T> Default for Derived<T> {
    fn default() -> Derived<T> {
        Derived(OnceLock::new())
    }
}

impl<T> Clone for Derived<T> {
    fn clone(&self) -> Derived<T> {
        Derived::default()
    }
}

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Derived<T>) -> bool {
        true
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Function(Function),
    Global(Global),
    Block(Block),
}

/// An item at its place in a unit.
#[derive(Clone, Debug)]
pub struct Instance {
    pub item: Arc<Item>,
    /// For each token of the item, its index in `Preprocessed::tokens`.
    pub tokens: Arc<[u32]>,
    /// Digest of everything that `item` depends on: equal digests mean equal items.
    pub digest: Digest,
    /// The items that it names.
    pub uses: Arc<[Symbol]>,
}

impl Instance {
    /// The type of a global.
    pub fn global_type(&self) -> Option<&Type> {
        match &*self.item {
            Item::Global(global) => Some(&global.ty),
            _ => None,
        }
    }
}

/// The program of one stage.
#[derive(Clone, Debug)]
pub struct Program {
    pub entry: EntryPoint,
    /// The items that the entry point reaches, by symbol.
    pub items: BTreeMap<Symbol, Instance>,
    /// Every resource, block and loose uniform of the whole unit in the order of their declarations, reached or not:
    /// bindings are assigned from these, so that all variants of a shader share one layout.
    pub interface: Arc<[Instance]>,
    /// Of the language, for messages.
    pub wording: &'static Wording,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    pub stage: Stage,
    pub function: Symbol,
}
