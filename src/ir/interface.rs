//! How a program meets what is outside of it: what each input and output of its entry point is, where its resources are
//! bound, and how its buffers are laid out.
//!
//! A language's front end makes it from a program, once the target's settings are known; programs themselves do not depend
//! on those, so that targets share them. Whatever reads it needs no rule of any language.

use rustc_hash::FxHashMap;

use super::{Bindings, Layouts, Symbol};

/// What the parts of a program are to the pipeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Interface {
    /// Scalars and vectors that the entry point's parameters are made of, in order: parameters that are `in` or `inout`;
    /// members, elements of arrays and rows of matrices one by one.
    pub inputs: Vec<StageValue>,
    /// The same of its result, and then of its `out` and `inout` parameters.
    pub outputs: Vec<StageValue>,
    /// What the language calls the name of a value that goes from stage to stage, for messages.
    pub link_word: &'static str,
    /// Of every resource of the unit, used or not, so that all programs of one unit agree.
    pub bindings: Bindings,
    /// The block of loose uniforms, and the one of the entry point's `uniform` parameters.
    pub loose_block: Symbol,
    pub params_block: Symbol,
    /// Of a loose uniform, which member of its block it is.
    pub loose: FxHashMap<Symbol, u32>,
    pub layouts: Layouts,
}

/// A scalar or vector that the pipeline gives to an entry point or takes from it.
#[derive(Clone, Debug, PartialEq)]
pub struct StageValue {
    /// What the source calls it: the reflection has it, and messages.
    pub name: String,
    pub slot: Slot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    BuiltIn(BuiltIn),
    Location {
        /// Two of them where a vector has more than 16 bytes.
        location: u32,
        interpolation: Interpolation,
    },
    /// The language has such a value, and a program cannot say it.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// It does not come from a rasterised primitive: an attribute of a vertex, a colour of a render target.
    None,
    /// As the provoking vertex has it. What is not made of floats of 16 or 32 bits is, whatever is said of it.
    Flat,
    /// Perspective-correct.
    Perspective(Sampling),
    /// Linear on the screen.
    Linear(Sampling),
}

/// Where in a pixel a value is interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    Centre,
    /// Inside the primitive.
    Centroid,
    /// At each sample; the shader runs for each of them.
    Sample,
}

/// A value that the pipeline itself gives or takes. Numbers are 32 bits wide; those that count are unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// Counts from the draw call's first vertex, as Vulkan's does.
    VertexIndex,
    InstanceIndex,
    BaseVertex,
    BaseInstance,
    ViewIndex,
    /// In clip space.
    Position,
    PointSize,
    /// Of a layered render target.
    Layer,
    ViewportIndex,
    /// Numbers of one array, from `first` on; numbers between those that are written clip nothing.
    ClipDistance {
        first: u32,
    },
    CullDistance {
        first: u32,
    },
    FragCoord(FragCoord),
    /// A boolean.
    FrontFacing,
    /// 1 where the front shows, else -1.
    FacingSign,
    SampleIndex,
    SampleMask,
    PrimitiveIndex,
    /// Three floats.
    Barycentric {
        perspective: bool,
    },
    FragDepth(FragDepth),
    GlobalInvocationId,
    WorkgroupId,
    LocalInvocationId,
    LocalInvocationIndex,
}

/// Where a fragment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FragCoord {
    /// `w` is the inverse of the clip-space w.
    InverseW,
    /// `w` is the clip-space w.
    ClipW,
    /// In whole pixels.
    WholePixels,
}

/// What a shader promises of the depth it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FragDepth {
    Any,
    /// Never less than the rasterised depth.
    GreaterEqual,
    LessEqual,
}
