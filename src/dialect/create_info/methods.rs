//! The methods of the builders and their parameters, as data: the Lua side checks calls by this table, and
//! [`Method`] says which call it was.

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A whole number from 0.
    Slot,
    /// A whole number.
    Integer,
    /// A number of things: a whole number from 0.
    Count,
    /// A number or a boolean.
    Scalar,
    Boolean,
    /// A short string: a name, a file.
    Text,
    /// A string that can be long: source text.
    Source,
    /// A member of the enum.
    Member(&'static str),
    /// Members of the enum, combined with `+` or in a list.
    Set(&'static str),
    /// An interface or its name.
    Interface,
    /// An info or its name.
    Info,
    /// A list of strings, or one.
    Texts,
    /// A function of the sidecar's own.
    Function,
}

impl ParameterKind {
    /// The word of the Lua side, and the enum's name.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            ParameterKind::Slot => ("slot", ""),
            ParameterKind::Integer => ("integer", ""),
            ParameterKind::Count => ("count", ""),
            ParameterKind::Scalar => ("scalar", ""),
            ParameterKind::Boolean => ("boolean", ""),
            ParameterKind::Text => ("text", ""),
            ParameterKind::Source => ("source", ""),
            ParameterKind::Member(name) => ("member", name),
            ParameterKind::Set(name) => ("set", name),
            ParameterKind::Interface => ("interface", ""),
            ParameterKind::Info => ("info", ""),
            ParameterKind::Texts => ("texts", ""),
            ParameterKind::Function => ("function", ""),
        }
    }
}

/// A parameter of a method.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub kind: ParameterKind,
    /// Whether it can be left out.
    pub optional: bool,
}

/// A row of [`METHODS`].
#[derive(Debug)]
pub struct MethodRow {
    pub method: Method,
    pub name: &'static str,
    pub of_interface: bool,
    pub parameters: &'static [Parameter],
    /// Whether the last parameter takes any number of arguments, at least one.
    pub variadic: bool,
}

const fn one(name: &'static str, kind: ParameterKind) -> Parameter {
    Parameter { name, kind, optional: false }
}

const fn may(name: &'static str, kind: ParameterKind) -> Parameter {
    Parameter { name, kind, optional: true }
}

use ParameterKind::{
    Boolean, Count, Function, Info, Integer, Interface, Member, Scalar, Set, Slot, Source, Text, Texts,
};

macro_rules! methods {
    ($($method:ident $name:literal $of_interface:literal $variadic:literal [$($parameter:expr),* $(,)?]),+ $(,)?) => {
        /// A method of a builder.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Method {
            $($method),+
        }

        /// Every method.
        pub const METHODS: &[MethodRow] = &[
            $(MethodRow {
                method: Method::$method,
                name: $name,
                of_interface: $of_interface,
                parameters: &[$($parameter),*],
                variadic: $variadic,
            }),+
        ];
    };
}

const TYPE: Parameter = one("type", Member("Type"));
const NAME: Parameter = one("name", Text);
const SLOT: Parameter = one("slot", Slot);
const FREQUENCY: Parameter = may("frequency", Member("Frequency"));
const ENTRY: Parameter = may("entry", Text);
const ON: Parameter = may("on", Boolean);

methods! {
    Smooth "smooth" true false [TYPE, NAME],
    Flat "flat" true false [TYPE, NAME],
    NoPerspective "no_perspective" true false [TYPE, NAME],
    VertexIn "vertex_in" false false [SLOT, TYPE, NAME],
    VertexOut "vertex_out" false false [one("interface", Interface)],
    GeometryOut "geometry_out" false false [one("interface", Interface)],
    GeometryLayout "geometry_layout" false false [
        one("in", Member("PrimitiveIn")), one("out", Member("PrimitiveOut")), one("max_vertices", Integer),
        may("invocations", Integer),
    ],
    FragmentOut "fragment_out" false false [
        SLOT, TYPE, NAME, may("blend", Member("DualBlend")), may("raster_order_group", Slot),
    ],
    SubpassIn "subpass_in" false false [
        SLOT, TYPE, may("image", Member("ImageType")), NAME, may("raster_order_group", Slot),
    ],
    LocalGroupSize "local_group_size" false false [one("x", Integer), may("y", Integer), may("z", Integer)],
    EarlyFragmentTest "early_fragment_test" false false [ON],
    DepthWrite "depth_write" false false [one("write", Member("DepthWrite"))],
    SpecializationConstant "specialization_constant" false false [TYPE, NAME, one("default", Scalar)],
    CompilationConstant "compilation_constant" false false [TYPE, NAME, one("value", Scalar)],
    SharedVariable "shared_variable" false false [TYPE, NAME],
    PushConstant "push_constant" false false [TYPE, NAME, may("array_size", Count)],
    UniformBuf "uniform_buf" false false [SLOT, one("type_name", Text), NAME, FREQUENCY],
    StorageBuf "storage_buf" false false [
        SLOT, one("qualifier", Set("Qualifier")), one("type_name", Text), NAME, FREQUENCY,
    ],
    Sampler "sampler" false false [SLOT, one("image", Member("ImageType")), NAME, FREQUENCY],
    Image "image" false false [
        SLOT, one("format", Member("Format")), one("qualifier", Set("Qualifier")), one("image", Member("ImageType")),
        NAME, FREQUENCY,
    ],
    Builtins "builtins" false true [one("bits", Set("BuiltinBits"))],
    Define "define" false false [NAME, may("value", Source)],
    VertexSource "vertex_source" false false [one("file", Text)],
    GeometrySource "geometry_source" false false [one("file", Text)],
    FragmentSource "fragment_source" false false [one("file", Text)],
    ComputeSource "compute_source" false false [one("file", Text)],
    GraphicSource "graphic_source" false false [one("file", Text)],
    VertexFunction "vertex_function" false false [ENTRY],
    GeometryFunction "geometry_function" false false [ENTRY],
    FragmentFunction "fragment_function" false false [ENTRY],
    ComputeFunction "compute_function" false false [ENTRY],
    VertexSourceGenerated "vertex_source_generated" false false [one("text", Source)],
    GeometrySourceGenerated "geometry_source_generated" false false [one("text", Source)],
    FragmentSourceGenerated "fragment_source_generated" false false [one("text", Source)],
    ComputeSourceGenerated "compute_source_generated" false false [one("text", Source)],
    TypedefSource "typedef_source" false false [one("file", Text)],
    TypedefSourceGenerated "typedef_source_generated" false false [one("text", Source)],
    DependenciesGenerated "dependencies_generated" false false [one("files", Texts)],
    AdditionalInfo "additional_info" false true [one("name", Info)],
    AdditionalInfoIf "additional_info_if" false false [one("condition", Function), one("name", Info)],
    DoStaticCompilation "do_static_compilation" false false [ON],
    AutoResourceLocation "auto_resource_location" false false [ON],
    LegacyResourceLocation "legacy_resource_location" false false [ON],
    MetalBackendOnly "metal_backend_only" false false [ON],
    MaxTotalThreads "mtl_max_total_threads_per_threadgroup" false false [one("threads", Integer)],
}

impl Method {
    /// The method of a builder with this name.
    pub fn from_name(name: &str, of_interface: bool) -> Option<Method> {
        METHODS.iter().find(|row| row.name == name && row.of_interface == of_interface).map(|row| row.method)
    }
}
