//! The enum tables of create infos: names, older spellings, and what each member means.

/// Component types of values and images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Float,
    Int,
    Uint,
    Bool,
}

/// A row of [`TYPES`].
#[derive(Debug, PartialEq, Eq)]
pub struct TypeRow {
    pub name: &'static str,
    /// The older upper-case spelling.
    pub alias: &'static str,
    /// The type in GLSL: of a vertex format, the type that it is read as.
    pub glsl: &'static str,
    pub base: Base,
    /// Components of a column.
    pub components: u32,
    pub columns: u32,
    /// Whether it only says how a vertex buffer stores a value.
    pub vertex_format: bool,
}

const fn plain(name: &'static str, alias: &'static str, glsl: &'static str, base: Base, components: u32) -> TypeRow {
    TypeRow { name, alias, glsl, base, components, columns: 1, vertex_format: false }
}

const fn matrix(name: &'static str, alias: &'static str, glsl: &'static str, size: u32) -> TypeRow {
    TypeRow { name, alias, glsl, base: Base::Float, components: size, columns: size, vertex_format: false }
}

const fn stored(name: &'static str, alias: &'static str, glsl: &'static str, base: Base, components: u32) -> TypeRow {
    TypeRow { name, alias, glsl, base, components, columns: 1, vertex_format: true }
}

/// The members of `Type`.
pub const TYPES: [TypeRow; 32] = [
    plain("float", "FLOAT", "float", Base::Float, 1),
    plain("float2", "VEC2", "vec2", Base::Float, 2),
    plain("float3", "VEC3", "vec3", Base::Float, 3),
    plain("float4", "VEC4", "vec4", Base::Float, 4),
    matrix("float3x3", "MAT3", "mat3", 3),
    matrix("float4x4", "MAT4", "mat4", 4),
    plain("int", "INT", "int", Base::Int, 1),
    plain("int2", "IVEC2", "ivec2", Base::Int, 2),
    plain("int3", "IVEC3", "ivec3", Base::Int, 3),
    plain("int4", "IVEC4", "ivec4", Base::Int, 4),
    plain("uint", "UINT", "uint", Base::Uint, 1),
    plain("uint2", "UVEC2", "uvec2", Base::Uint, 2),
    plain("uint3", "UVEC3", "uvec3", Base::Uint, 3),
    plain("uint4", "UVEC4", "uvec4", Base::Uint, 4),
    plain("bool", "BOOL", "bool", Base::Bool, 1),
    stored("float3_10_10_10_2", "VEC3_101010I2", "vec3", Base::Float, 3),
    stored("uchar", "", "uint", Base::Uint, 1),
    stored("uchar2", "", "uvec2", Base::Uint, 2),
    stored("uchar3", "", "uvec3", Base::Uint, 3),
    stored("uchar4", "", "uvec4", Base::Uint, 4),
    stored("char", "", "int", Base::Int, 1),
    stored("char2", "", "ivec2", Base::Int, 2),
    stored("char3", "", "ivec3", Base::Int, 3),
    stored("char4", "", "ivec4", Base::Int, 4),
    stored("ushort", "", "uint", Base::Uint, 1),
    stored("ushort2", "", "uvec2", Base::Uint, 2),
    stored("ushort3", "", "uvec3", Base::Uint, 3),
    stored("ushort4", "", "uvec4", Base::Uint, 4),
    stored("short", "", "int", Base::Int, 1),
    stored("short2", "", "ivec2", Base::Int, 2),
    stored("short3", "", "ivec3", Base::Int, 3),
    stored("short4", "", "ivec4", Base::Int, 4),
];

/// A member of `Type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type(&'static TypeRow);

impl Type {
    /// The member with this name.
    pub fn from_name(name: &str) -> Option<Type> {
        TYPES.iter().find(|row| row.name == name).map(Type)
    }

    pub fn row(self) -> &'static TypeRow {
        self.0
    }

    pub fn is_matrix(self) -> bool {
        self.0.columns > 1
    }

    pub fn is_scalar(self) -> bool {
        self.0.columns == 1 && self.0.components == 1 && !self.0.vertex_format
    }

    pub fn is_integer(self) -> bool {
        matches!(self.0.base, Base::Int | Base::Uint)
    }

    /// Locations that a value takes between stages.
    pub fn locations(self) -> u32 {
        self.0.columns
    }
}

/// Shapes of images.
pub const DIMENSIONS: [(&str, &str); 8] = [
    ("Buffer", "BUFFER"),
    ("1D", "1D"),
    ("1DArray", "1D_ARRAY"),
    ("2D", "2D"),
    ("2DArray", "2D_ARRAY"),
    ("3D", "3D"),
    ("Cube", "CUBE"),
    ("CubeArray", "CUBE_ARRAY"),
];

/// How an image is used, beside its components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageForm {
    Plain,
    /// Compares with a reference.
    Shadow,
    /// Depth values, read as floats.
    Depth,
    Atomic,
}

/// A member of `ImageType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageType {
    pub base: Base,
    /// Index into [`DIMENSIONS`].
    dimension: usize,
    pub form: ImageForm,
}

const PLAIN: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
const COMPARED: [usize; 4] = [3, 4, 6, 7];
const ATOMIC: [usize; 3] = [3, 4, 5];

impl ImageType {
    /// Every member, in order.
    pub fn all() -> impl Iterator<Item = ImageType> {
        let of = |base: Base, form: ImageForm, dimensions: &'static [usize]| {
            dimensions.iter().map(move |dimension| ImageType { base, dimension: *dimension, form })
        };
        of(Base::Float, ImageForm::Plain, &PLAIN)
            .chain(of(Base::Int, ImageForm::Plain, &PLAIN))
            .chain(of(Base::Uint, ImageForm::Plain, &PLAIN))
            .chain(of(Base::Float, ImageForm::Shadow, &COMPARED))
            .chain(of(Base::Float, ImageForm::Depth, &COMPARED))
            .chain(of(Base::Int, ImageForm::Atomic, &ATOMIC))
            .chain(of(Base::Uint, ImageForm::Atomic, &ATOMIC))
    }

    /// The member with this name.
    pub fn from_name(name: &str) -> Option<ImageType> {
        ImageType::all().find(|member| member.name() == name)
    }

    /// As in `ImageType.NAME`: `Uint2DArray`, `Shadow2D`, `AtomicInt3D`.
    pub fn name(self) -> String {
        let dimension = DIMENSIONS[self.dimension].0;
        match self.form {
            ImageForm::Plain => format!("{}{dimension}", self.word()),
            ImageForm::Shadow => format!("Shadow{dimension}"),
            ImageForm::Depth => format!("Depth{dimension}"),
            ImageForm::Atomic => format!("Atomic{}{dimension}", self.word()),
        }
    }

    fn word(self) -> &'static str {
        match self.base {
            Base::Int => "Int",
            Base::Uint => "Uint",
            Base::Float | Base::Bool => "Float",
        }
    }

    /// Other spellings: the older one in capitals, and those of GLSL.
    pub fn aliases(self) -> Vec<String> {
        let (shape, capitals) = DIMENSIONS[self.dimension];
        let (word, prefix) = (self.word().to_uppercase(), self.prefix());
        match self.form {
            ImageForm::Plain => {
                vec![format!("{word}_{capitals}"), format!("{prefix}sampler{shape}"), format!("{prefix}image{shape}")]
            }
            ImageForm::Shadow => vec![format!("SHADOW_{capitals}"), format!("sampler{shape}Shadow")],
            ImageForm::Depth => vec![format!("DEPTH_{capitals}"), format!("sampler{shape}Depth")],
            ImageForm::Atomic => vec![
                format!("{word}_{capitals}_ATOMIC"),
                format!("{prefix}sampler{shape}Atomic"),
                format!("{prefix}image{shape}Atomic"),
            ],
        }
    }

    /// The letter that GLSL puts before a type's name.
    fn prefix(self) -> &'static str {
        match self.base {
            Base::Int => "i",
            Base::Uint => "u",
            Base::Float | Base::Bool => "",
        }
    }

    /// The type of a sampler in GLSL. Depth types are ordinary float samplers.
    pub fn sampler(self) -> String {
        let shadow = if self.form == ImageForm::Shadow { "Shadow" } else { "" };
        format!("{}sampler{}{shadow}", self.prefix(), DIMENSIONS[self.dimension].0)
    }

    /// The type of a storage image in GLSL.
    pub fn image(self) -> String {
        format!("{}image{}", self.prefix(), DIMENSIONS[self.dimension].0)
    }

    /// Whether it is a buffer with elements of a format.
    pub fn is_buffer(self) -> bool {
        DIMENSIONS[self.dimension].0 == "Buffer"
    }

    /// Whether a storage image can have it: neither compared, nor depth, nor a cube.
    pub fn can_be_image(self) -> bool {
        matches!(self.form, ImageForm::Plain | ImageForm::Atomic) && !DIMENSIONS[self.dimension].0.starts_with("Cube")
    }
}

/// What the numbers of a format become when they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format(&'static FormatRow);

/// A row of [`FORMATS`].
#[derive(Debug, PartialEq, Eq)]
pub struct FormatRow {
    pub name: &'static str,
    /// The older spelling.
    pub alias: &'static str,
    /// In a layout qualifier of GLSL.
    pub glsl: &'static str,
    pub base: Base,
    /// Whether it is one channel of 32 bits.
    pub single_word: bool,
}

macro_rules! formats {
    ($($name:literal $alias:literal $glsl:literal $base:ident $single:literal),+ $(,)?) => {
        /// The members of `Format`.
        pub const FORMATS: [FormatRow; [$($name),+].len()] = [
            $(FormatRow { name: $name, alias: $alias, glsl: $glsl, base: Base::$base, single_word: $single }),+
        ];
    };
}

formats! {
    "UNORM_8" "R8" "r8" Float false,
    "UNORM_8_8" "RG8" "rg8" Float false,
    "UNORM_8_8_8_8" "RGBA8" "rgba8" Float false,
    "UNORM_16" "R16" "r16" Float false,
    "UNORM_16_16" "RG16" "rg16" Float false,
    "UNORM_16_16_16_16" "RGBA16" "rgba16" Float false,
    "SNORM_8" "R8_SNORM" "r8_snorm" Float false,
    "SNORM_8_8" "RG8_SNORM" "rg8_snorm" Float false,
    "SNORM_8_8_8_8" "RGBA8_SNORM" "rgba8_snorm" Float false,
    "SNORM_16" "R16_SNORM" "r16_snorm" Float false,
    "SNORM_16_16" "RG16_SNORM" "rg16_snorm" Float false,
    "SNORM_16_16_16_16" "RGBA16_SNORM" "rgba16_snorm" Float false,
    "UINT_8" "R8UI" "r8ui" Uint false,
    "UINT_8_8" "RG8UI" "rg8ui" Uint false,
    "UINT_8_8_8_8" "RGBA8UI" "rgba8ui" Uint false,
    "UINT_16" "R16UI" "r16ui" Uint false,
    "UINT_16_16" "RG16UI" "rg16ui" Uint false,
    "UINT_16_16_16_16" "RGBA16UI" "rgba16ui" Uint false,
    "UINT_32" "R32UI" "r32ui" Uint true,
    "UINT_32_32" "RG32UI" "rg32ui" Uint false,
    "UINT_32_32_32_32" "RGBA32UI" "rgba32ui" Uint false,
    "SINT_8" "R8I" "r8i" Int false,
    "SINT_8_8" "RG8I" "rg8i" Int false,
    "SINT_8_8_8_8" "RGBA8I" "rgba8i" Int false,
    "SINT_16" "R16I" "r16i" Int false,
    "SINT_16_16" "RG16I" "rg16i" Int false,
    "SINT_16_16_16_16" "RGBA16I" "rgba16i" Int false,
    "SINT_32" "R32I" "r32i" Int true,
    "SINT_32_32" "RG32I" "rg32i" Int false,
    "SINT_32_32_32_32" "RGBA32I" "rgba32i" Int false,
    "SFLOAT_16" "R16F" "r16f" Float false,
    "SFLOAT_16_16" "RG16F" "rg16f" Float false,
    "SFLOAT_16_16_16_16" "RGBA16F" "rgba16f" Float false,
    "SFLOAT_32" "R32F" "r32f" Float true,
    "SFLOAT_32_32" "RG32F" "rg32f" Float false,
    "SFLOAT_32_32_32_32" "RGBA32F" "rgba32f" Float false,
    "UNORM_10_10_10_2" "RGB10_A2" "rgb10_a2" Float false,
    "UINT_10_10_10_2" "RGB10_A2UI" "rgb10_a2ui" Uint false,
    "UFLOAT_11_11_10" "R11F_G11F_B10F" "r11f_g11f_b10f" Float false,
}

impl Format {
    /// The member with this name.
    pub fn from_name(name: &str) -> Option<Format> {
        FORMATS.iter().find(|row| row.name == name).map(Format)
    }

    pub fn row(self) -> &'static FormatRow {
        self.0
    }
}

/// An enum whose members only have names.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($member:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($member),+
        }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$member),+];
            pub const NAMES: &'static [&'static str] = &[$($word),+];

            /// As in Lua.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$member => $word),+
                }
            }

            /// The member with this name.
            pub fn from_name(name: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|member| member.name() == name)
            }
        }
    };
}

words! {
    /// How often a resource is bound again.
    Frequency { Pass = "PASS", Batch = "BATCH", Geometry = "GEOMETRY" }
}

words! {
    /// Which operand of dual-source blending an output is.
    DualBlend { None = "NONE", First = "SRC_0", Second = "SRC_1" }
}

words! {
    /// How a value is interpolated.
    Interpolation { Smooth = "SMOOTH", Flat = "FLAT", NoPerspective = "NO_PERSPECTIVE" }
}

words! {
    /// How a fragment stage changes the depth.
    DepthWrite { Unchanged = "UNCHANGED", Any = "ANY", Greater = "GREATER", Less = "LESS" }
}

words! {
    /// What a geometry stage reads.
    PrimitiveIn {
        Points = "POINTS", Lines = "LINES", LinesAdjacency = "LINES_ADJACENCY", Triangles = "TRIANGLES",
        TrianglesAdjacency = "TRIANGLES_ADJACENCY",
    }
}

words! {
    /// What a geometry stage writes.
    PrimitiveOut {
        Points = "POINTS", LineStrip = "LINE_STRIP", TriangleStrip = "TRIANGLE_STRIP", Lines = "LINES",
        Triangles = "TRIANGLES",
    }
}

words! {
    /// Bits of access to a resource.
    Qualifier { NoRestrict = "no_restrict", Read = "read", Write = "write", ReadWrite = "read_write" }
}

words! {
    /// What a shader uses beside its declared interface.
    BuiltinBits {
        BarycentricCoord = "BARYCENTRIC_COORD", FragCoord = "FRAG_COORD", FrontFacing = "FRONT_FACING",
        GlobalInvocationId = "GLOBAL_INVOCATION_ID", InstanceId = "INSTANCE_ID", Layer = "LAYER",
        LocalInvocationId = "LOCAL_INVOCATION_ID", LocalInvocationIndex = "LOCAL_INVOCATION_INDEX",
        NumWorkGroup = "NUM_WORK_GROUP", PointCoord = "POINT_COORD", PointSize = "POINT_SIZE",
        PrimitiveId = "PRIMITIVE_ID", VertexId = "VERTEX_ID", WorkGroupId = "WORK_GROUP_ID",
        WorkGroupSize = "WORK_GROUP_SIZE", ViewportIndex = "VIEWPORT_INDEX", TextureAtomic = "TEXTURE_ATOMIC",
        ClipControl = "CLIP_CONTROL", ClipDistances = "CLIP_DISTANCES", StencilRef = "STENCIL_REF",
        BaseInstance = "BASE_INSTANCE", UsePrintf = "USE_PRINTF", UseDebugDraw = "USE_DEBUG_DRAW",
    }
}

/// Which accesses a resource has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    pub read: bool,
    pub write: bool,
    /// Other resources may lead to the same memory.
    pub aliased: bool,
}

impl Access {
    /// From names of [`Qualifier`].
    pub fn of(names: &[String]) -> Access {
        let mut access = Access::default();
        for qualifier in names.iter().filter_map(|name| Qualifier::from_name(name)) {
            match qualifier {
                Qualifier::NoRestrict => access.aliased = true,
                Qualifier::Read => access.read = true,
                Qualifier::Write => access.write = true,
                Qualifier::ReadWrite => (access.read, access.write) = (true, true),
            }
        }
        access
    }

    /// The names in Lua, joined.
    pub fn text(self) -> String {
        let access = match (self.read, self.write) {
            (true, true) => "read_write",
            (true, false) => "read",
            (false, true) => "write",
            (false, false) => "",
        };
        match (self.aliased, access) {
            (true, "") => "no_restrict".to_owned(),
            (true, access) => format!("no_restrict + {access}"),
            (false, access) => access.to_owned(),
        }
    }
}

/// An enum table of Lua.
#[derive(Debug)]
pub struct EnumTable {
    pub name: &'static str,
    pub members: Vec<String>,
    /// Another spelling, the member, and whether the spelling is an older one that is noted.
    pub aliases: Vec<(String, String, bool)>,
    /// Whether members can be combined.
    pub set: bool,
}

/// All of them.
pub fn tables() -> Vec<EnumTable> {
    let simple = |name, members: &[&str], set| EnumTable {
        name,
        members: members.iter().map(|member| (*member).to_owned()).collect(),
        aliases: Vec::new(),
        set,
    };
    let older = |alias: &str| alias.chars().all(|c| !c.is_lowercase());
    let of_images = ImageType::all().flat_map(|member| {
        member.aliases().into_iter().map(move |alias| {
            let noted = older(&alias);
            (alias, member.name(), noted)
        })
    });
    vec![
        EnumTable {
            name: "Type",
            members: TYPES.iter().map(|row| row.name.to_owned()).collect(),
            aliases: TYPES
                .iter()
                .filter(|row| !row.alias.is_empty())
                .map(|row| (row.alias.to_owned(), row.name.to_owned(), true))
                .collect(),
            set: false,
        },
        EnumTable {
            name: "ImageType",
            members: ImageType::all().map(ImageType::name).collect(),
            aliases: of_images.collect(),
            set: false,
        },
        EnumTable {
            name: "Format",
            members: FORMATS.iter().map(|row| row.name.to_owned()).collect(),
            aliases: FORMATS.iter().map(|row| (row.alias.to_owned(), row.name.to_owned(), false)).collect(),
            set: false,
        },
        simple("Qualifier", Qualifier::NAMES, true),
        simple("Frequency", Frequency::NAMES, false),
        simple("DualBlend", DualBlend::NAMES, false),
        simple("Interpolation", Interpolation::NAMES, false),
        simple("DepthWrite", DepthWrite::NAMES, false),
        simple("PrimitiveIn", PrimitiveIn::NAMES, false),
        simple("PrimitiveOut", PrimitiveOut::NAMES, false),
        simple("BuiltinBits", BuiltinBits::NAMES, true),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_name_of_a_table_is_there_twice() {
        for table in tables() {
            let aliases = table.aliases.iter().map(|(alias, _, _)| alias);
            let mut seen = BTreeSet::new();
            for name in table.members.iter().chain(aliases) {
                assert!(seen.insert(name), "{}.{name}", table.name);
            }
        }
    }

    #[test]
    fn image_names_are_those_of_the_document() {
        let named = |name: &str| ImageType::from_name(name).map(|member| (member.sampler(), member.image()));
        assert_eq!(named("Float2D"), Some(("sampler2D".to_owned(), "image2D".to_owned())));
        assert_eq!(named("Shadow2DArray").map(|both| both.0), Some("sampler2DArrayShadow".to_owned()));
        assert_eq!(named("DepthCube").map(|both| both.0), Some("samplerCube".to_owned()));
        assert_eq!(named("AtomicUint2DArray").map(|both| both.1), Some("uimage2DArray".to_owned()));
        assert_eq!(named("AtomicUint1D"), None);
    }
}
