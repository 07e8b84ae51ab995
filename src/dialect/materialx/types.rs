//! Data types: the built-in ones and the structures of a document, with their syntax in GLSL.

use rustc_hash::{FxHashMap, FxHashSet};

use super::document::Elem;
use super::names::{self, Kept};
use super::problem::{Problem, ProblemKind};
use super::target::Rules;
use super::universe::Universe;

/// Structures in one another.
const MOST_STRUCT_DEPTH: usize = 16;

/// A type of a [`TypeTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(u16);

/// What a type is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    Boolean,
    Integer,
    Float,
    /// Components of a vector or colour.
    Vector(u8),
    /// Rows and columns.
    Matrix(u8),
    String,
    Filename,
    /// Reflection, transmission, emission or volume response.
    Closure,
    /// A surface, volume, displacement or light.
    Shader,
    Material,
    /// Names and types of the members.
    Struct(Vec<(String, TypeId, String)>),
    /// Elements are of this type.
    Array(TypeId),
    /// A type that no target has syntax for.
    Other,
}

/// A type.
#[derive(Clone, Debug)]
pub struct TypeInfo {
    pub name: String,
    pub kind: TypeKind,
    /// The type's name in the text; empty if the language has none.
    pub text: String,
    /// The value of a variable that nothing assigns, and of a missing value.
    pub default: String,
}

macro_rules! builtin {
    ($($constant:ident $name:literal $kind:expr, $text:literal, $default:literal;)*) => {
        #[allow(clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Number { $($constant),* }

        impl TypeId {
            $(pub const $constant: TypeId = TypeId(Number::$constant as u16);)*
        }

        fn builtins() -> Vec<TypeInfo> {
            vec![$(TypeInfo {
                name: $name.to_owned(), kind: $kind, text: $text.to_owned(), default: $default.to_owned(),
            }),*]
        }
    };
}

builtin! {
    BOOLEAN "boolean" TypeKind::Boolean, "bool", "false";
    INTEGER "integer" TypeKind::Integer, "int", "0";
    FLOAT "float" TypeKind::Float, "float", "0.0";
    COLOR3 "color3" TypeKind::Vector(3), "vec3", "vec3(0.0)";
    COLOR4 "color4" TypeKind::Vector(4), "vec4", "vec4(0.0)";
    VECTOR2 "vector2" TypeKind::Vector(2), "vec2", "vec2(0.0)";
    VECTOR3 "vector3" TypeKind::Vector(3), "vec3", "vec3(0.0)";
    VECTOR4 "vector4" TypeKind::Vector(4), "vec4", "vec4(0.0)";
    MATRIX33 "matrix33" TypeKind::Matrix(3), "mat3", "mat3(1.0)";
    MATRIX44 "matrix44" TypeKind::Matrix(4), "mat4", "mat4(1.0)";
    STRING "string" TypeKind::String, "int", "0";
    FILENAME "filename" TypeKind::Filename, "sampler2D", "0";
    GEOMNAME "geomname" TypeKind::String, "int", "0";
    BSDF "BSDF" TypeKind::Closure, "BSDF", "BSDF(vec3(0.0),vec3(1.0))";
    EDF "EDF" TypeKind::Closure, "EDF", "EDF(0.0)";
    VDF "VDF" TypeKind::Closure, "VDF", "VDF(vec3(0.0),vec3(1.0))";
    SURFACESHADER "surfaceshader" TypeKind::Shader, "surfaceshader", "surfaceshader(vec3(0.0),vec3(0.0))";
    VOLUMESHADER "volumeshader" TypeKind::Shader, "volumeshader", "volumeshader(vec3(0.0),vec3(0.0))";
    DISPLACEMENTSHADER "displacementshader" TypeKind::Shader, "displacementshader", "displacementshader(vec3(0.0),1.0)";
    LIGHTSHADER "lightshader" TypeKind::Shader, "lightshader", "lightshader(vec3(0.0),vec3(0.0))";
    MATERIAL "material" TypeKind::Material, "material", "material(vec3(0.0),vec3(0.0))";
    NONE "none" TypeKind::Other, "void", "";
    INTEGERARRAY "integerarray" TypeKind::Array(TypeId::INTEGER), "int", "int[1](0)";
    FLOATARRAY "floatarray" TypeKind::Array(TypeId::FLOAT), "float", "float[1](0.0)";
}

/// The types of a document and the node library.
#[derive(Clone, Debug)]
pub struct TypeTable {
    types: Vec<TypeInfo>,
    by_name: FxHashMap<String, TypeId>,
}

/// Reports names of a structure and of its members that the text cannot declare. They are not renamed: functions of
/// files use them.
fn check_names(typedef: Elem<'_>, rules: &Rules, macros: &FxHashSet<String>, problems: &mut Vec<Problem>) {
    let mut members = typedef.children_of("member").peekable();
    if members.peek().is_none() {
        return;
    }
    for named in std::iter::once(typedef).chain(members) {
        let name = named.name();
        let why = match names::kept(rules, macros, name) {
            _ if !names::is_identifier(name) => "it is no identifier",
            Some(Kept::Word) => "the language keeps it",
            Some(Kept::Macro) => "a macro of the text has it",
            None => continue,
        };
        let message = format!("`{name}` cannot be the name of a structure or a member: {why}");
        problems.push(named.problem_at("name", ProblemKind::Type, message).help("Choose another name."));
    }
}

impl Default for TypeTable {
    fn default() -> TypeTable {
        let types = builtins();
        let by_name = types.iter().enumerate().map(|(at, info)| (info.name.clone(), TypeId(at as u16))).collect();
        TypeTable { types, by_name }
    }
}

impl TypeTable {
    /// Built-in types and those that the documents define.
    pub fn of(
        universe: &Universe<'_>,
        rules: &Rules,
        macros: &FxHashSet<String>,
        problems: &mut Vec<Problem>,
    ) -> TypeTable {
        let mut table = TypeTable::default();
        for (name, text, default) in rules.types {
            if let Some(id) = table.find(name) {
                let info = &mut table.types[usize::from(id.0)];
                (*text).clone_into(&mut info.text);
                (*default).clone_into(&mut info.default);
            }
        }
        let typedefs: Vec<Elem<'_>> = universe.typedefs().collect();
        for typedef in &typedefs {
            table.define(*typedef, &typedefs, 0, problems);
            check_names(*typedef, rules, macros, problems);
        }
        table
    }

    /// Adds a type, and before it those of its members.
    fn define(&mut self, typedef: Elem<'_>, all: &[Elem<'_>], depth: usize, problems: &mut Vec<Problem>) {
        if self.by_name.contains_key(typedef.name()) || self.types.len() >= usize::from(u16::MAX) {
            return;
        }
        if depth > MOST_STRUCT_DEPTH {
            let message = format!("the type `{}` contains itself, or is nested too deep", typedef.name());
            problems.push(typedef.problem(ProblemKind::Type, message));
            return;
        }
        let mut members = Vec::new();
        for member in typedef.children_of("member") {
            let name = member.attr("type").unwrap_or("");
            if !self.by_name.contains_key(name)
                && let Some(inner) = all.iter().find(|inner| inner.name() == name)
            {
                self.define(*inner, all, depth + 1, problems);
            }
            match self.by_name.get(name) {
                Some(id) => {
                    members.push((member.name().to_owned(), *id, member.attr("value").unwrap_or("").to_owned()))
                }
                None => {
                    problems.push(member.problem_at("type", ProblemKind::Type, format!("there is no type `{name}`")))
                }
            }
        }
        let name = typedef.name().to_owned();
        let (kind, text, default) = if members.is_empty() {
            (TypeKind::Other, String::new(), String::new())
        } else {
            let values: Vec<String> = members.iter().map(|(_, id, _)| self.get(*id).default.clone()).collect();
            let default = format!("{name}({})", values.join(", "));
            (TypeKind::Struct(members), name.clone(), default)
        };
        let id = TypeId(self.types.len() as u16);
        self.types.push(TypeInfo { name: name.clone(), kind, text, default });
        self.by_name.insert(name, id);
    }

    /// The name of every type in documents.
    pub fn document_names(&self) -> impl Iterator<Item = &str> {
        self.types.iter().map(|info| info.name.as_str())
    }

    /// The type of this name.
    pub fn find(&self, name: &str) -> Option<TypeId> {
        self.by_name.get(name).copied()
    }

    /// A type.
    pub fn get(&self, id: TypeId) -> &TypeInfo {
        &self.types[usize::from(id.0)]
    }

    /// The structures that documents define, those of members first.
    pub fn structs(&self) -> impl Iterator<Item = (&TypeInfo, &[(String, TypeId, String)])> {
        self.types.iter().filter_map(|info| match &info.kind {
            TypeKind::Struct(members) => Some((info, members.as_slice())),
            _ => None,
        })
    }

    /// The names of types that a variable can have, in the order of the table.
    pub fn declarable(&self) -> impl Iterator<Item = &str> {
        let is_value = |info: &&TypeInfo| !matches!(info.kind, TypeKind::Other | TypeKind::Array(_));
        self.types.iter().filter(is_value).map(|info| info.name.as_str())
    }

    /// The name of every type in the text; variables may not have it.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.types.iter().map(|info| info.text.as_str()).filter(|name| !name.is_empty())
    }

    /// A closure, a shader or a material: nothing that a host sets.
    pub fn is_closure_like(&self, id: TypeId) -> bool {
        matches!(self.get(id).kind, TypeKind::Closure | TypeKind::Shader | TypeKind::Material)
    }
}
