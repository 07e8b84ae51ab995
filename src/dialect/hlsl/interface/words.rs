//! What HLSL's declarations say about the interface, as it is written.

use crate::atom::Atom;
use crate::ir::{LanguageWords, OutputArray, Struct, Symbol, Type, Words};

/// A semantic as written, upper case, with its index: `TEXCOORD3` → (`TEXCOORD`, 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semantic {
    pub name: Atom,
    pub index: u32,
}

/// How a varying is interpolated, `linear` by default, and where it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Varying {
    pub no_interpolation: bool,
    pub no_perspective: bool,
    pub centroid: bool,
    pub sample: bool,
    pub precise: bool,
    /// `[[vk::location(n)]]`: where it goes, whatever stands before it.
    pub location: Option<u32>,
    /// `[[vk::index(1)]]`: the second source of blending.
    pub second_source: bool,
}

/// What a parameter of a hull, domain, geometry or mesh stage holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    #[default]
    Value,
    /// Values of several vertices: a primitive, or the points of a patch.
    Vertices,
    /// What a geometry stage writes.
    Stream,
    /// Outputs of a mesh stage.
    Outputs(OutputArray),
    /// What an amplification stage gives to mesh stages.
    Payload,
}

/// What stands at an input or output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageWords {
    pub semantic: Option<Semantic>,
    pub varying: Varying,
    pub role: Role,
}

/// What says where a member lies beside its type: `packoffset(c3.y)` is byte 52.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packing {
    /// In bytes.
    pub offset: Option<u32>,
    /// Begins a row of 16 bytes: the first number of a structure that is taken apart.
    pub new_row: bool,
    /// The first of a structure's own members, behind those of its base.
    pub behind_base: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemberWords {
    pub stage: StageWords,
    pub packing: Packing,
}

/// `register(t3, space1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// `b`, `t`, `s`, `u`, or `c` of a loose global.
    pub class: char,
    pub number: Option<u32>,
    pub space: u32,
}

/// What says where a resource or a block is bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BindingWords {
    pub register: Option<Register>,
    /// `[[vk::binding(binding, set)]]`.
    pub binding: Option<(u32, u32)>,
    /// `[[vk::counter_binding(binding)]]`.
    pub counter: Option<u32>,
    /// `[[vk::push_constant]]`.
    pub push_constant: bool,
    /// `[[vk::combinedImageSampler]]`: a texture and a sampler of one register are one descriptor.
    pub combined: bool,
}

/// What stands at a loose uniform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UniformWords {
    pub register: Option<Register>,
    /// `[[vk::global_cbuffer_binding(binding, set)]]`: of the whole `$Globals`.
    pub block_binding: Option<(u32, u32)>,
    /// See [`Packing::new_row`].
    pub new_row: bool,
}

/// What lies at the address of a pointer.
#[derive(Clone, Debug)]
pub enum Pointee {
    Type(Type),
    /// A structure that was not complete where the pointer was declared.
    Structure(Symbol),
}

/// The words of one declaration; without an entry, a part has none.
#[derive(Clone, Debug)]
pub enum HlslWords {
    /// The words of its members.
    Struct(Vec<MemberWords>),
    /// The words of its result and of its parameters.
    Function(StageWords, Vec<StageWords>),
    Resource(BindingWords),
    Uniform(UniformWords),
    /// Its own words, and the offsets of its members in bytes.
    Block(BindingWords, Vec<Option<u32>>),
    /// Of a structure that is a pointer.
    Pointer(Pointee),
}

impl HlslWords {
    /// The words of a structure with these members.
    pub fn of_members(members: Vec<MemberWords>) -> Words {
        if members.iter().all(|member| *member == MemberWords::default()) {
            return Words::default();
        }
        Words::new(HlslWords::Struct(members))
    }

    /// The words of a function with these results and parameters.
    pub fn of_function(result: StageWords, parameters: Vec<StageWords>) -> Words {
        if result == StageWords::default() && parameters.iter().all(|words| *words == StageWords::default()) {
            return Words::default();
        }
        Words::new(HlslWords::Function(result, parameters))
    }
}

impl From<UniformWords> for Words {
    fn from(words: UniformWords) -> Words {
        if words == UniformWords::default() { Words::default() } else { Words::new(HlslWords::Uniform(words)) }
    }
}

/// The words of each member, in their order.
pub fn of_struct(structure: &Struct) -> impl Iterator<Item = MemberWords> + Clone {
    let words = match structure.words.get() {
        Some(HlslWords::Struct(words)) => words.as_slice(),
        _ => &[],
    };
    (0..structure.members.len()).map(|at| words.get(at).copied().unwrap_or_default())
}

/// The words of its result, and of each of its parameters by number.
pub fn of_function(words: &Words) -> (StageWords, &[StageWords]) {
    match words.get() {
        Some(HlslWords::Function(result, parameters)) => (*result, parameters),
        _ => (StageWords::default(), &[]),
    }
}

/// The words of a resource or block.
pub fn of_binding(words: &Words) -> BindingWords {
    match words.get() {
        Some(HlslWords::Resource(words) | HlslWords::Block(words, _)) => *words,
        _ => BindingWords::default(),
    }
}

pub fn of_uniform(words: &Words) -> UniformWords {
    match words.get() {
        Some(HlslWords::Uniform(words)) => *words,
        _ => UniformWords::default(),
    }
}

/// Where a block's members are said to lie.
pub fn of_block_members(words: &Words) -> &[Option<u32>] {
    match words.get() {
        Some(HlslWords::Block(_, offsets)) => offsets,
        _ => &[],
    }
}

impl LanguageWords for HlslWords {
    fn before(&self, part: usize) -> String {
        match self {
            HlslWords::Function(..) => {
                let role = match self.stage(part).role {
                    Role::Outputs(OutputArray::Vertices) => "vertices ",
                    Role::Outputs(OutputArray::Primitives) => "primitives ",
                    Role::Outputs(OutputArray::Indices) => "indices ",
                    Role::Payload => "payload ",
                    Role::Value | Role::Vertices | Role::Stream => "",
                };
                role.to_owned() + &varying(self.stage(part).varying)
            }
            _ => String::new(),
        }
    }

    fn behind(&self, part: usize) -> String {
        match (self, part) {
            (HlslWords::Function(..), _) => {
                let semantic = self.stage(part).semantic;
                semantic.map_or(String::new(), |semantic| format!(" : {}{}", semantic.name, semantic.index))
            }
            (HlslWords::Resource(words) | HlslWords::Block(words, _), 0) => binding(*words),
            (HlslWords::Block(_, offsets), _) => {
                let offset = offsets.get(part - 1).copied().flatten();
                offset.map_or(String::new(), |offset| format!(" at {offset}"))
            }
            (HlslWords::Uniform(UniformWords { register, block_binding, new_row }), 0) => {
                let mut text = String::new();
                if let Some(register) = register {
                    text += &format!(" register({}{:?})", register.class, register.number);
                }
                if let Some((binding, set)) = block_binding {
                    text += &format!(" $Globals binding({binding}, {set})");
                }
                text + if *new_row { " in a new row" } else { "" }
            }
            _ => String::new(),
        }
    }
}

impl HlslWords {
    /// The words of a function's result or parameter.
    fn stage(&self, part: usize) -> StageWords {
        match (self, part.checked_sub(1)) {
            (HlslWords::Function(result, _), None) => *result,
            (HlslWords::Function(_, parameters), Some(at)) => parameters.get(at).copied().unwrap_or_default(),
            _ => StageWords::default(),
        }
    }
}

fn varying(of: Varying) -> String {
    let words = [
        (of.no_interpolation, "nointerpolation "),
        (of.no_perspective, "noperspective "),
        (of.centroid, "centroid "),
        (of.sample, "sample "),
        (of.precise, "precise "),
        (of.second_source, "[index 1] "),
    ];
    let location = of.location.map_or(String::new(), |location| format!("[location {location}] "));
    words.into_iter().filter(|(is, _)| *is).fold(location, |text, (_, word)| text + word)
}

fn binding(of: BindingWords) -> String {
    let mut text = String::new();
    if let Some(register) = of.register {
        let number = register.number.map_or(String::new(), |number| number.to_string());
        text += &format!(" register({}{number}, space{})", register.class, register.space);
    }
    if let Some((binding, set)) = of.binding {
        text += &format!(" binding({binding}, {set})");
    }
    if let Some(binding) = of.counter {
        text += &format!(" counter({binding})");
    }
    if of.push_constant {
        text += " push_constant";
    }
    if of.combined {
        text += " combined";
    }
    text
}
