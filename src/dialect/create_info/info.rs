//! The data of an info and of an interface, each entry with the place of the call that declared it.

use super::vocabulary::{
    Access, Base, BuiltinBits, DepthWrite, DualBlend, Format, Frequency, ImageType, Interpolation, PrimitiveIn,
    PrimitiveOut, Type,
};
use crate::diag::Span;
use crate::model::Stage;

/// An entry, and the line of Lua that declared it. Entries are equal if their values are.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    pub value: T,
    pub at: Span,
}

impl<T: PartialEq> Placed<T> {
    /// Whether it is the same entry by value and by place: one that two merged infos have from the same ancestor.
    pub fn is_same_call(&self, other: &Placed<T>) -> bool {
        self.at == other.at && self.value == other.value
    }
}

/// A vertex attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub slot: u32,
    pub ty: Type,
    pub name: String,
}

/// An output of the fragment stage.
#[derive(Clone, Debug, PartialEq)]
pub struct FragmentOut {
    pub slot: u32,
    pub ty: Type,
    pub name: String,
    pub blend: DualBlend,
    pub raster_order_group: Option<u32>,
}

/// A value that the fragment stage reads from an attachment.
#[derive(Clone, Debug, PartialEq)]
pub struct SubpassIn {
    pub slot: u32,
    pub ty: Type,
    pub image: Option<ImageType>,
    pub name: String,
    pub raster_order_group: Option<u32>,
}

/// Primitives of a geometry stage.
#[derive(Clone, Debug, PartialEq)]
pub struct GeometryLayout {
    pub input: PrimitiveIn,
    pub output: PrimitiveOut,
    pub max_vertices: i64,
    pub invocations: i64,
}

/// The value of a constant, as Lua has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstantValue {
    Number(f64),
    Bool(bool),
}

/// A specialization or compilation constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    pub ty: Type,
    pub name: String,
    pub value: ConstantValue,
}

impl Constant {
    /// Whether its type has the value.
    pub fn can_have(&self, value: ConstantValue) -> bool {
        match (self.ty.row().base, value) {
            (Base::Bool, ConstantValue::Bool(_)) => true,
            (Base::Int, ConstantValue::Number(value)) => {
                value.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value)
            }
            (Base::Uint, ConstantValue::Number(value)) => {
                value.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&value)
            }
            (Base::Float, ConstantValue::Number(value)) => value.is_finite() && value.abs() <= f64::from(f32::MAX),
            _ => false,
        }
    }
}

/// A variable of a work group.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub ty: Type,
    /// With its array suffix.
    pub name: String,
}

/// A push constant.
#[derive(Clone, Debug, PartialEq)]
pub struct PushConstant {
    pub ty: Type,
    pub name: String,
    /// Elements; 0: it is no array.
    pub array_size: u32,
}

/// The kinds of resources, in the order in which they are numbered.
#[derive(Clone, Debug, PartialEq)]
pub enum ResourceKind {
    Uniform { type_name: String },
    Storage { access: Access, type_name: String },
    Sampler { image: ImageType },
    Image { format: Format, access: Access, image: ImageType },
}

impl ResourceKind {
    /// The place of the kind in the order, and its name.
    pub fn order(&self) -> (usize, &'static str) {
        match self {
            ResourceKind::Uniform { .. } => (0, "uniform_buf"),
            ResourceKind::Storage { .. } => (1, "storage_buf"),
            ResourceKind::Sampler { .. } => (2, "sampler"),
            ResourceKind::Image { .. } => (3, "image"),
        }
    }
}

/// A buffer, texture or image.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    pub slot: u32,
    pub frequency: Frequency,
    /// With its array suffix.
    pub name: String,
    pub kind: ResourceKind,
}

/// A macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    pub name: String,
    pub value: String,
}

/// A file, text or function of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageText {
    pub stage: Stage,
    pub text: String,
    /// The name of the info that has it.
    pub owner: String,
    /// Bytes of a text that was translated, and where they come from. Any other text comes from its call.
    pub parts: Vec<(u32, u32, Span)>,
    /// Compilation constants whose values a translated text has already.
    pub fixed: Vec<String>,
}

/// Another info that is merged.
#[derive(Clone, Debug, PartialEq)]
pub struct Additional {
    pub name: String,
    /// The number of the function that decides whether it is merged.
    pub condition: Option<u32>,
}

/// An info: as its own calls declare it, or merged.
#[derive(Clone, Debug)]
pub struct Info {
    pub name: String,
    /// The call that made it.
    pub at: Span,
    pub vertex_in: Vec<Placed<Attribute>>,
    /// Names of interfaces.
    pub vertex_out: Vec<Placed<String>>,
    pub geometry_out: Vec<Placed<String>>,
    /// At most one, where there is no conflict.
    pub geometry_layout: Vec<Placed<GeometryLayout>>,
    pub fragment_out: Vec<Placed<FragmentOut>>,
    pub subpass_in: Vec<Placed<SubpassIn>>,
    /// At most one, where there is no conflict.
    pub local_size: Vec<Placed<[i64; 3]>>,
    pub early_fragment_test: Option<Placed<bool>>,
    pub depth_write: Option<Placed<DepthWrite>>,
    pub specialization_constants: Vec<Placed<Constant>>,
    pub compilation_constants: Vec<Placed<Constant>>,
    pub shared_variables: Vec<Placed<Variable>>,
    pub push_constants: Vec<Placed<PushConstant>>,
    pub resources: Vec<Placed<Resource>>,
    pub builtins: Vec<Placed<BuiltinBits>>,
    /// Those that a fallback geometry stage stands in for.
    pub replaced_builtins: Vec<BuiltinBits>,
    pub defines: Vec<Placed<Define>>,
    pub sources: Vec<Placed<StageText>>,
    pub generated: Vec<Placed<StageText>>,
    pub functions: Vec<Placed<StageText>>,
    /// Files.
    pub typedefs: Vec<Placed<String>>,
    /// Texts.
    pub typedefs_generated: Vec<Placed<String>>,
    /// Files.
    pub dependencies_generated: Vec<Placed<String>>,
    pub additional: Vec<Placed<Additional>>,
    /// Names of the infos that were merged into it, each once, without its own.
    pub merged: Vec<String>,
    pub do_static_compilation: Option<Placed<bool>>,
    pub auto_resource_location: Option<Placed<bool>>,
    pub legacy_resource_location: Option<Placed<bool>>,
    pub metal_backend_only: Option<Placed<bool>>,
    pub max_total_threads: Option<Placed<i64>>,
}

impl Info {
    /// An info without entries.
    pub fn new(name: &str, at: Span) -> Info {
        Info {
            name: name.to_owned(),
            at,
            vertex_in: Vec::new(),
            vertex_out: Vec::new(),
            geometry_out: Vec::new(),
            geometry_layout: Vec::new(),
            fragment_out: Vec::new(),
            subpass_in: Vec::new(),
            local_size: Vec::new(),
            early_fragment_test: None,
            depth_write: None,
            specialization_constants: Vec::new(),
            compilation_constants: Vec::new(),
            shared_variables: Vec::new(),
            push_constants: Vec::new(),
            resources: Vec::new(),
            builtins: Vec::new(),
            replaced_builtins: Vec::new(),
            defines: Vec::new(),
            sources: Vec::new(),
            generated: Vec::new(),
            functions: Vec::new(),
            typedefs: Vec::new(),
            typedefs_generated: Vec::new(),
            dependencies_generated: Vec::new(),
            additional: Vec::new(),
            merged: Vec::new(),
            do_static_compilation: None,
            auto_resource_location: None,
            legacy_resource_location: None,
            metal_backend_only: None,
            max_total_threads: None,
        }
    }

    /// Whether it is compiled by itself.
    pub fn is_static(&self) -> bool {
        self.do_static_compilation.as_ref().is_some_and(|set| set.value)
    }

    /// Whether it has a source of this stage, as a file or as text.
    pub fn has_stage(&self, stage: Stage) -> bool {
        self.sources.iter().chain(&self.generated).any(|source| source.value.stage == stage)
    }

    /// The file of a stage.
    pub fn source(&self, stage: Stage) -> Option<&Placed<StageText>> {
        self.sources.iter().find(|source| source.value.stage == stage)
    }

    /// The generated text of a stage.
    pub fn generated_text(&self, stage: Stage) -> Option<&Placed<StageText>> {
        self.generated.iter().find(|source| source.value.stage == stage)
    }

    /// The entry function of a stage.
    pub fn function(&self, stage: Stage) -> &str {
        self.functions
            .iter()
            .find(|function| function.value.stage == stage)
            .map_or("main", |function| &function.value.text)
    }

    /// The place of its first source of a stage.
    pub fn source_place(&self, stage: Stage) -> Option<Span> {
        self.sources.iter().chain(&self.generated).find(|source| source.value.stage == stage).map(|source| source.at)
    }

    /// Whether the builtin is named.
    pub fn has_builtin(&self, bit: BuiltinBits) -> bool {
        self.builtins.iter().any(|builtin| builtin.value == bit)
    }
}

/// The stages that an info can have, in the order of a pipeline.
pub const STAGES: [Stage; 4] = [Stage::Vertex, Stage::Geometry, Stage::Pixel, Stage::Compute];

/// The word of a stage in methods and macros of infos.
pub fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vertex",
        Stage::Geometry => "geometry",
        Stage::Pixel => "fragment",
        _ => "compute",
    }
}

/// A value that stages exchange.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub interpolation: Interpolation,
    pub ty: Type,
    pub name: String,
}

/// Values that stages exchange.
#[derive(Clone, Debug)]
pub struct Interface {
    pub name: String,
    /// Empty: its members are variables of their own.
    pub instance: String,
    pub at: Span,
    pub members: Vec<Placed<Member>>,
}

/// A name without its array suffix.
pub fn base_name(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}

/// The array suffix of a name, or nothing.
pub fn array_suffix(name: &str) -> &str {
    &name[base_name(name).len()..]
}
