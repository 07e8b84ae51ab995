//! The interface of a program: the inputs and outputs of its entry point, the bindings of its resources, and the
//! layouts of its buffers.
//!
//! A language's front end makes it from a program and the target's settings. Programs themselves do not depend on these
//! settings, so that targets share them. A reader of the interface needs no rule of any language.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Bindings, Layouts, Symbol};

/// Inputs, outputs, bindings and layouts of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Interface {
    /// Scalars and vectors that the entry point's parameters are made of, in order: parameters that are `in` or
    /// `inout`; members, elements of arrays and rows of matrices one by one.
    pub inputs: Vec<StageValue>,
    /// The same of its result, and then of its `out` and `inout` parameters.
    pub outputs: Vec<StageValue>,
    /// The language's word for the name of a value between stages, for messages.
    pub link_word: &'static str,
    /// Of every resource of the unit, used or not, so that all programs of one unit agree.
    pub bindings: Arc<Bindings>,
    /// The block of loose uniforms, and the one of the entry point's `uniform` parameters.
    pub loose_block: Symbol,
    pub params_block: Symbol,
    /// Of a loose uniform, which member of its block it is.
    pub loose: FxHashMap<Symbol, u32>,
    pub layouts: Layouts,
    /// A sample without a level reads level 0 in stages without derivatives; else such a sample is a mistake.
    pub samples_level_zero: bool,
    /// A texture with its sampler is one resource where the target has such.
    pub joins_samplers: bool,
    /// The sampler of each texture that is one descriptor with a sampler, though both are resources of their own.
    pub samplers_of: BTreeMap<Symbol, Symbol>,
}

/// A scalar or vector that the pipeline gives to an entry point or takes from it.
#[derive(Clone, Debug, PartialEq)]
pub struct StageValue {
    /// The name in the source, for the reflection and messages.
    pub name: String,
    pub slot: Slot,
    /// Of an input of which the earlier stage writes more components than this one reads: how many it writes.
    pub written: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    BuiltIn(BuiltIn),
    Location {
        /// Two of them where a vector has more than 16 bytes.
        location: u32,
        /// The first of the location's four components that the value has. Several values may share a location.
        component: u8,
        /// The number of components that the stage has at the location, up to the last of all values there.
        width: u8,
        interpolation: Interpolation,
        /// Of a colour: the second source of blending at this location (`index = 1`).
        second_source: bool,
    },
    /// The language has this value, but the program cannot represent it.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The value is not interpolated by the rasteriser: a vertex attribute, a colour of a render target.
    None,
    /// The value of the provoking vertex. Always used for values that are not 16-bit or 32-bit floats.
    Flat,
    /// Perspective-correct.
    Perspective(Sampling),
    /// Linear on the screen.
    Linear(Sampling),
    /// One value for each primitive, of a mesh stage.
    PerPrimitive,
    /// None: the input is an array with the value at each of the primitive's three vertices.
    PerVertex,
}

impl Interpolation {
    pub const fn new(flat: bool, no_perspective: bool, sampling: Sampling) -> Interpolation {
        match (flat, no_perspective) {
            (true, _) => Interpolation::Flat,
            (false, true) => Interpolation::Linear(sampling),
            (false, false) => Interpolation::Perspective(sampling),
        }
    }
}

/// The position in a pixel at which a value is interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    Centre,
    /// Inside the primitive.
    Centroid,
    /// At each sample; the shader runs for each of them.
    Sample,
}

impl Sampling {
    pub const fn new(centroid: bool, sample: bool) -> Sampling {
        match (centroid, sample) {
            (_, true) => Sampling::Sample,
            (true, false) => Sampling::Centroid,
            (false, false) => Sampling::Centre,
        }
    }
}

/// A value that the pipeline itself provides or consumes. Numbers are 32 bits wide; indices and counts are unsigned.
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
    /// Whether a primitive of a mesh stage is left out.
    CullPrimitive,
    /// The numbers of a primitive's vertices, of a mesh stage.
    PrimitiveIndices,
    /// The number of the device in a group of devices.
    DeviceIndex,
    /// The number of the draw in a multi-draw.
    DrawIndex,
    /// The value that a stencil test compares with, as an output.
    StencilReference,
    /// The fragment's size in pixels, as bits: of the primitive as an output, of the fragment as an input.
    ShadingRate,
    /// A boolean: the invocation only helps to compute derivatives.
    HelperInvocation,
    /// Elements of one array, from `first` on; elements that are not written clip nothing.
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
    /// A position in the square of a point, two floats.
    PointCoord,
    NumWorkgroups,
    NumSubgroups,
    SubgroupId,
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

/// The guarantee of a shader about the depth that it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FragDepth {
    Any,
    /// Never less than the rasterised depth.
    GreaterEqual,
    LessEqual,
    /// The rasterised depth.
    Unchanged,
}
