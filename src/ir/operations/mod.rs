//! The one table of operations: each built-in function and method that the program can represent, or that lowering
//! rejects with a reason, has one row.
//!
//! **In**: nothing; this is data. A row has the names in each language ([`Names`]), HLSL's signatures, the family that
//! lowers it, its side effect ([`Effect`]), and its function for constant expressions.
//! **Out**: [`Intrinsic`] and [`Method`], the program's own names for them, and the rows. Analysis reads names and
//! signatures, folding reads effects and written arguments, lowering reads families.
//! **Never**: knows naga, diagnostics or syntax. The row of a built-in function that the program cannot represent has
//! no signature: the front end rejects the call.
//!
//! One macro makes the enum and the table, so a member without a row does not compile. A signature is text in the
//! notation that `dialect::hlsl::analyse` documents and reads (`intrinsics` for functions, `methods` for methods). The
//! signatures are HLSL's: a language in which they differ keeps its own in its front end and shares names, family and
//! effect.

mod evaluate;
mod methods;
mod number_types;
mod table;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{Dim, Literal};
pub use methods::{METHODS, Method, MethodOperation, Object};
pub use table::{Intrinsic, OPERATIONS};

/// A row: a function that a language has built in.
#[derive(Debug)]
pub struct Operation {
    pub intrinsic: Intrinsic,
    pub names: Names,
    pub family: Family,
    pub effect: Effect,
    /// HLSL's signatures; none if HLSL has no such function, or if the program cannot represent it.
    pub signatures: &'static [&'static str],
    /// The value of one component in a constant expression; `None`: constant expressions cannot have it.
    pub evaluate: Option<Evaluate>,
}

/// From one component of each argument to one of the result; `None` where these have no exact value.
pub type Evaluate = fn(&[Literal]) -> Option<Literal>;

/// The language whose names are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    Hlsl,
    Glsl,
}

/// The names of an operation. A language has none where it has an operator for the meaning, no such function, or a
/// function of the same name with another meaning.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    pub hlsl: &'static [&'static str],
    pub glsl: &'static [&'static str],
}

impl Names {
    pub const fn of(&self, language: Vocabulary) -> &'static [&'static str] {
        match language {
            Vocabulary::Hlsl => self.hlsl,
            Vocabulary::Glsl => self.glsl,
        }
    }

    /// The name in messages about a program in this language: its first name there. Where a front end uses the
    /// operation for something that is no function of its language, the first name of any language.
    fn shown(&self, language: Vocabulary) -> &'static str {
        let all = std::iter::once(language).chain(Vocabulary::ALL);
        all.filter_map(|language| self.of(language).first()).next().copied().unwrap_or_default()
    }
}

/// The side effect of an operation, and what its value depends on besides the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: equal arguments give equal values.
    None,
    /// It reads a resource, an input or the state of a stage.
    Reads,
    /// As `Reads`, and it takes differences to the neighbouring invocations: control flow must be uniform in the quad.
    Derivative,
    /// It exchanges values with the other active invocations, so moving or removing what surrounds it changes the
    /// value.
    Lanes,
    /// It writes to memory, or gives its results through `out` parameters alone.
    Writes,
    /// It orders memory accesses, or waits for other invocations.
    Barrier,
    /// It ends the invocation.
    Ends,
}

impl Effect {
    /// Whether an expression whose value is not used can be dropped.
    pub const fn is_pure(self) -> bool {
        matches!(self, Effect::None | Effect::Reads | Effect::Derivative)
    }
}

/// What is done with a ray query, or asked of it. Values of an intersection are of the committed or of the candidate
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayOperation {
    /// Sets the acceleration structure and the ray.
    Initialize,
    Terminate,
    /// Finds the next candidate: whether there is one.
    Proceed,
    /// Commits the candidate, a triangle.
    Confirm,
    /// Commits a hit in the candidate's box at a distance.
    Generate,
    Flags,
    LeastDistance,
    WorldOrigin,
    WorldDirection,
    /// Whether the candidate's box is opaque.
    CandidateIsOpaque,
    Intersection(RayValue, Committed),
}

/// Whether an intersection is the committed one.
pub type Committed = bool;

/// A value of an intersection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayValue {
    Kind,
    Distance,
    /// The number that the application gave the instance.
    InstanceCustomIndex,
    /// The instance's number in the acceleration structure.
    InstanceIndex,
    ShaderRecordOffset,
    GeometryIndex,
    PrimitiveIndex,
    Barycentrics,
    IsFrontFace,
    ObjectDirection,
    ObjectOrigin,
    /// Four columns of three.
    ObjectToWorld,
    WorldToObject,
}

impl RayValue {
    pub const ALL: [RayValue; 13] = [
        RayValue::Kind,
        RayValue::Distance,
        RayValue::InstanceCustomIndex,
        RayValue::InstanceIndex,
        RayValue::ShaderRecordOffset,
        RayValue::GeometryIndex,
        RayValue::PrimitiveIndex,
        RayValue::Barycentrics,
        RayValue::IsFrontFace,
        RayValue::ObjectDirection,
        RayValue::ObjectOrigin,
        RayValue::ObjectToWorld,
        RayValue::WorldToObject,
    ];
}

/// Where in a pixel an input is interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterpolationPoint {
    /// Inside of the primitive.
    Centroid,
    /// At the sample with the number in the second argument.
    Sample,
    /// As many pixels from the centre as the second argument says.
    Offset,
}

/// How an operation is lowered: each family has one handler in `lower`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    /// One function of naga, applied to each component; all arguments have the result's type.
    Component,
    /// Several of naga's functions, or types that differ from naga's.
    Arithmetic,
    Matrix,
    /// The bits of numbers, and packed numbers.
    Bits,
    Derivative(Axis, Accuracy),
    /// Waves and quads.
    Wave,
    /// The number of elements of an array without a fixed length, which is the last member of a buffer.
    ArrayLength,
    /// What lies at an address: a place.
    AtAddress,
    /// The clock of a scope, whose number in SPIR-V is the argument.
    Clock,
    /// Whether the invocation only helps to compute derivatives.
    HelperInvocation,
    /// The value of an input at a vertex of the primitive.
    AtVertex,
    /// The value of an input at a chosen point of the pixel.
    AtPoint(InterpolationPoint),
    /// Whether a tiled resource has memory where it was read.
    Residency,
    /// Arithmetic over lanes that naga does not have.
    LaneOperation(LaneArithmetic, LaneGroup),
    Atomic(Atomic),
    Barrier(BarrierMemory, Sync),
    /// A texture function of Direct3D 9, which takes a combined sampler.
    Sampled(Dim, Sampling),
    /// The acceleration structure at an address.
    StructureAddress,
    /// A message of a debug layer: a format and numbers.
    Print,
    /// It says how many vertices and primitives a group of a mesh stage has.
    MeshOutputs,
    /// It starts groups of the mesh stage.
    DispatchMesh,
    /// naga's IR cannot represent it; the text is the reason.
    Unsupported(&'static str),
}

/// How a method is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodFamily {
    Sample {
        compares: bool,
    },
    Gather {
        compares: bool,
        /// 0 to 3.
        component: u8,
    },
    /// The level that a sample would take.
    LevelOfDetail {
        /// To the levels of the texture.
        clamped: bool,
    },
    Dimensions,
    SamplePosition,
    Load,
    /// The pixel of an input attachment; its sample is the argument, if it has several.
    SubpassLoad,
    Store,
    Append,
    Consume,
    /// The hidden counter of a structured buffer.
    Count {
        up: bool,
    },
    Atomic(Atomic),
    RayQuery(RayOperation),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    X,
    Y,
    /// The sum of both absolute differences.
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuracy {
    Any,
    Coarse,
    Fine,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomic {
    Add,
    And,
    Or,
    Xor,
    Min,
    Max,
    Exchange,
    /// With or without the old value as a result.
    CompareExchange,
}

/// An operation over the values of several lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneArithmetic {
    Add,
    Multiply,
    And,
    Or,
    Xor,
    Min,
    Max,
}

/// The lanes of such an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneGroup {
    /// Those up to this one.
    Inclusive,
    /// Those before this one.
    Exclusive,
    /// The second argument is a constant: so many neighbours are one cluster.
    Clustered,
    /// Those of a partition; the second argument is its ballot.
    Partitioned,
    /// Those of a partition up to this one.
    PartitionedInclusive,
    /// Those of a partition before this one.
    PartitionedExclusive,
}

/// Memory whose accesses a barrier orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierMemory {
    Group,
    /// Buffers and textures.
    Device,
    All,
    /// All memory, between the lanes of a wave alone.
    Wave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    /// Only memory is ordered.
    Continue,
    /// Every invocation of the group waits for the others.
    Wait,
}

/// How a texture function chooses the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    Plain,
    Bias,
    Gradient,
    Level,
    /// Coordinates are divided by the fourth.
    Projected,
}

/// The rows by their names in one language: no other language's name is found there.
#[derive(Debug, Default)]
struct ByName {
    functions: FxHashMap<&'static str, &'static Operation>,
    methods: FxHashMap<&'static str, &'static MethodOperation>,
}

static BY_NAME: LazyLock<[ByName; Vocabulary::ALL.len()]> = LazyLock::new(|| {
    Vocabulary::ALL.map(|language| ByName {
        functions: OPERATIONS
            .iter()
            .flat_map(|row| row.names.of(language).iter().map(move |name| (*name, row)))
            .collect(),
        methods: METHODS.iter().flat_map(|row| row.names.of(language).iter().map(move |name| (*name, row))).collect(),
    })
});

impl Vocabulary {
    /// Every language, in the order of the members.
    pub const ALL: [Vocabulary; 2] = [Vocabulary::Hlsl, Vocabulary::Glsl];

    /// The function of a name.
    pub fn function(self, name: &str) -> Option<&'static Operation> {
        BY_NAME[self as usize].functions.get(name).copied()
    }

    /// The operation on a resource of a name: a method in HLSL, a function in GLSL.
    pub fn method(self, name: &str) -> Option<&'static MethodOperation> {
        BY_NAME[self as usize].methods.get(name).copied()
    }

    /// The name of a number type, or also of a function, that another language calls `name`: `lerp` for `mix` in HLSL.
    pub fn translated(self, name: &str, also_functions: bool) -> Option<String> {
        let others = Self::ALL.into_iter().filter(|other| *other != self && also_functions);
        let function =
            || others.filter_map(|other| other.function(name)).find_map(|row| row.names.of(self).first().copied());
        self.translated_type(name).or_else(|| function().map(str::to_owned))
    }

    /// Names of all functions, in the order of the table.
    pub fn functions(self) -> impl Iterator<Item = &'static str> + Clone {
        OPERATIONS.iter().flat_map(move |row| row.names.of(self)).copied()
    }
}

/// Whether a call of the function of this name has no effect but its value. Where some signatures write to arguments
/// (HLSL's `asuint`), this is about the others: [`written_arguments`] separates them.
pub fn is_pure(words: Vocabulary, name: &str) -> bool {
    words.function(name).is_some_and(|row| row.effect.is_pure())
}

/// Whether the function of this name prints a message.
pub fn prints(words: Vocabulary, name: &str) -> bool {
    words.function(name).is_some_and(|row| row.family == Family::Print)
}

/// Whether a call of the resource method of this name has no effect but its value, as long as it writes no argument.
pub fn is_pure_method(words: Vocabulary, name: &str) -> bool {
    words.method(name).is_some_and(|row| row.effect.is_pure())
}

/// Bit *n*: a call of the function with this many arguments may write to argument *n*. Where no signature has so many,
/// all that any signature writes to.
pub fn written_arguments(words: Vocabulary, name: &str, given: usize) -> u64 {
    words.function(name).map_or(0, |row| written_by(row.intrinsic, given))
}

/// The same for an operation.
pub fn written_by(intrinsic: Intrinsic, given: usize) -> u64 {
    let row = intrinsic.operation();
    if !intrinsic.writes_arguments() {
        return 0;
    }
    let fitting = row.signatures.iter().filter(|signature| takes(signature, given));
    let written = fitting.map(|signature| writes(signature)).reduce(|all, one| all | one);
    written.unwrap_or_else(|| row.signatures.iter().fold(0, |all, signature| all | writes(signature)))
}

/// The same for a method of a resource.
pub fn written_by_method(words: Vocabulary, name: &str, given: usize) -> u64 {
    match words.method(name) {
        Some(row) if row.signatures.is_empty() => u64::MAX,
        Some(row) if given >= row.method.least_with_output() => 1 << (given - 1).min(63),
        _ => 0,
    }
}

/// The parameters of a signature, as they stand there.
fn parameters(signature: &str) -> impl Iterator<Item = &str> {
    let list = signature.split_once('(').map_or("", |(_, list)| list.trim_end_matches(')'));
    list.split(", ").filter(|parameter| !parameter.is_empty())
}

/// Whether a parameter is one that the operation writes to.
fn is_written(parameter: &str) -> bool {
    let parameter = parameter.trim_start_matches('?');
    parameter.starts_with("out ") || parameter.starts_with("ref ")
}

/// Whether a call of so many arguments can be of the signature.
fn takes(signature: &str, given: usize) -> bool {
    let most = parameters(signature).count();
    let least = parameters(signature).filter(|parameter| !parameter.starts_with('?')).count();
    (least..=most).contains(&given)
}

/// Bit *n*: parameter *n* is written.
fn writes(signature: &str) -> u64 {
    let written = parameters(signature).enumerate().filter(|(_, parameter)| is_written(parameter));
    written.fold(0, |all, (at, _)| all | 1 << at.min(63))
}

impl Operation {
    /// The name in messages about a program in this language.
    pub fn name(&self, language: Vocabulary) -> &'static str {
        self.names.shown(language)
    }
}

impl MethodOperation {
    /// The name in messages about a program in this language.
    pub fn name(&self, language: Vocabulary) -> &'static str {
        self.names.shown(language)
    }
}

impl Intrinsic {
    /// The row.
    pub const fn operation(self) -> &'static Operation {
        &OPERATIONS[self as usize]
    }

    /// Whether a parameter of some signature is `out` or memory.
    pub fn writes_arguments(self) -> bool {
        WRITING[self as usize]
    }
}

/// By [`Intrinsic`]. Lowering asks for every call, and the signatures are text.
static WRITING: LazyLock<Vec<bool>> = LazyLock::new(|| {
    OPERATIONS.iter().map(|row| row.signatures.iter().any(|signature| parameters(signature).any(is_written))).collect()
});

#[cfg(test)]
mod tests;
