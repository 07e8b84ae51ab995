//! Items: what stands outside of functions, and functions.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;
use ustr::Ustr;

use super::{Expr, ImageFormat, Local, LocalId, Statement, TokenIndex, Type};
use crate::model::{Digest, Stage};

/// The full name of an item, unique in a program: `Lights::g_Sun`, `lerp3(float3,float3,float)`, `max2<int>(int,int)`,
/// `Ray::at(float)` of a method (which takes `this` as its first, `inout` parameter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub Ustr);

/// A semantic as written, upper case, with its index: `TEXCOORD3` → (`TEXCOORD`, 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Semantic {
    pub name: Ustr,
    pub index: u32,
}

/// How a varying is interpolated, `linear` by default, and where it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Varying {
    pub no_interpolation: bool,
    pub no_perspective: bool,
    pub centroid: bool,
    pub sample: bool,
    pub precise: bool,
    /// `[[vk::location(n)]]`: where it goes, whatever stands before it.
    pub location: Option<u32>,
}

/// What says where a member lies beside its type: `packoffset(c3.y)` is byte 52.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packing {
    /// In bytes.
    pub offset: Option<u32>,
    /// Begins a row of 16 bytes: the first number of a structure that is taken apart.
    pub new_row: bool,
    /// The first of a structure's own members, behind those of its base.
    pub behind_base: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Member {
    pub name: Ustr,
    pub ty: Type,
    pub semantic: Option<Semantic>,
    pub varying: Varying,
    pub packing: Packing,
}

/// A structure; inherited members come first. Methods are functions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Struct {
    pub symbol: Symbol,
    pub members: Vec<Member>,
}

/// `register(t3, space1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register {
    /// `b`, `t`, `s`, `u`, or `c` of a loose global.
    pub class: char,
    pub number: Option<u32>,
    pub space: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResourceAttributes {
    pub register: Option<Register>,
    /// `[[vk::binding(binding, set)]]`.
    pub vk_binding: Option<(u32, u32)>,
    pub vk_counter_binding: Option<u32>,
    pub vk_format: Option<ImageFormat>,
    pub vk_push_constant: bool,
    /// Of the block of loose uniforms, written at one of them.
    pub vk_globals_binding: Option<(u32, u32)>,
    /// `globallycoherent`.
    pub coherent: bool,
}

/// Where a global lives.
#[derive(Clone, Debug, PartialEq)]
pub enum Storage {
    /// `static`: one a thread, with its initialiser (zero without one).
    Private {
        initialiser: Option<Expr>,
    },
    /// `static const`, or a constant in a namespace: folded wherever possible.
    Constant {
        initialiser: Expr,
    },
    GroupShared,
    /// Texture, sampler, buffer, `ConstantBuffer<T>`; arrays of them.
    Resource(ResourceAttributes),
    /// A member of `$Globals`: a loose uniform. Its default value is what an engine may read from the reflection.
    Uniform {
        register: Option<Register>,
        /// `[[vk::global_cbuffer_binding(binding, set)]]`: of the whole `$Globals`.
        block_binding: Option<(u32, u32)>,
        /// See [`Packing::new_row`].
        new_row: bool,
        default: Option<Expr>,
    },
    /// A member of a `cbuffer` or `tbuffer`: `index` into [`Block::members`].
    Member {
        block: Symbol,
        index: u32,
    },
    /// `[[vk::constant_id(id)]] const`.
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
    pub at: TokenIndex,
}

/// A `cbuffer` or `tbuffer`. Its members are globals too ([`Storage::Member`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub symbol: Symbol,
    pub texture_buffer: bool,
    pub attributes: ResourceAttributes,
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
    pub name: Ustr,
    pub ty: Type,
    pub passing: Passing,
    /// `uniform` parameter of an entry point: a member of `$Params`.
    pub uniform: bool,
    pub semantic: Option<Semantic>,
    pub varying: Varying,
    pub at: TokenIndex,
}

/// A function with a body. Locals are numbered; the parameters are the first of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub symbol: Symbol,
    pub result: Type,
    /// Of the result, where it is an entry point's.
    pub semantic: Option<Semantic>,
    pub result_varying: Varying,
    pub parameters: Vec<Parameter>,
    pub locals: Vec<Local>,
    pub body: Vec<Statement>,
    /// `[numthreads(x, y, z)]`.
    pub threads: Option<[u32; 3]>,
    /// `[earlydepthstencil]`.
    pub early_depth: bool,
    pub at: TokenIndex,
    pub changes: Changes,
}

/// What a function does to its locals, once somebody looked. It follows from the function, so it makes no two functions differ.
#[derive(Clone, Debug, Default)]
pub struct Changes(OnceLock<Box<ChangedLocals>>);

/// The locals of a function that need a variable.
#[derive(Clone, Debug, Default)]
pub struct ChangedLocals {
    /// They change after their declaration, or are indexed by what is not known.
    pub always: FxHashSet<LocalId>,
    /// Arguments that change if the function that is called writes this parameter; what it does in its body is not known here.
    pub by_calls: Vec<(Symbol, usize, LocalId)>,
}

impl Changes {
    pub fn get_or_find(&self, find: impl FnOnce() -> ChangedLocals) -> &ChangedLocals {
        self.0.get_or_init(|| Box::new(find()))
    }
}

impl PartialEq for Changes {
    fn eq(&self, _: &Changes) -> bool {
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
    /// Of everything that decides what `item` is: equal digests, equal items.
    pub digest: Digest,
}

/// Everything one stage needs.
#[derive(Clone, Debug)]
pub struct Program {
    pub entry: EntryPoint,
    /// By symbol: what the entry point reaches, and nothing else.
    pub items: BTreeMap<Symbol, Instance>,
    /// Every resource, `cbuffer` and loose uniform of the whole unit in the order of their declarations, reached or not:
    /// bindings are given out from these, so that all variants of a shader share one layout.
    pub interface: Arc<[Instance]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    pub stage: Stage,
    pub function: Symbol,
}
