//! What is known of a program: scopes, types, functions, resources, pipelines.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::ast::{Expr, Function, Ident, Structure, Template};
use super::constant::Constant;
use super::output_tree::{Body, FunctionId, GlobalId, OutExpr, ResourceId};
use super::types::{Arrays, Storage, Ty};
use crate::atom::Atom;
use crate::diag::Span;
use crate::dialect::create_info::vocabulary::Format;

/// An index into [`Program::scopes`].
pub type ScopeId = u32;

/// The scope of the file itself.
pub const GLOBAL: ScopeId = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    Namespace,
    Structure(u32),
    /// The arguments of a template.
    Arguments,
}

#[derive(Debug)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    pub name: Atom,
    pub symbols: FxHashMap<Atom, Entry>,
}

/// A declared name.
#[derive(Clone, Debug)]
pub struct Entry {
    pub symbol: Symbol,
    /// Where in the order of all files it is declared.
    pub order: u64,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Symbol {
    Namespace(ScopeId),
    Type(Ty, Storage),
    StructureTemplate(u32),
    Functions(Vec<FunctionId>),
    Constant(Constant, Ty),
    Global(GlobalId),
    /// An index into the structure's members.
    Member(u32),
    /// A name that was reported already.
    Broken,
}

/// An argument of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    Type(Ty),
    Value(Constant),
}

/// How an argument reaches a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    Value,
    InOut,
    /// A resource table, which does not exist at run time.
    Table,
}

#[derive(Clone, Debug)]
pub struct ParameterInfo {
    pub ident: Ident,
    pub ty: Ty,
    pub passing: Passing,
    pub is_const: bool,
    /// Declared with `&`.
    pub is_reference: bool,
    pub default: Option<Rc<Expr>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    Vertex,
    Fragment,
    Compute,
}

impl Stage {
    pub const ALL: [Stage; 3] = [Stage::Vertex, Stage::Fragment, Stage::Compute];

    /// The macro that is defined for this stage.
    pub const fn define(self) -> &'static str {
        match self {
            Stage::Vertex => "GPU_VERTEX_SHADER",
            Stage::Fragment => "GPU_FRAGMENT_SHADER",
            Stage::Compute => "GPU_COMPUTE_SHADER",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Fragment => "fragment",
            Stage::Compute => "compute",
        }
    }
}

#[derive(Debug)]
pub struct FunctionInfo {
    pub function: Rc<Function>,
    /// Where its names are looked up.
    pub scope: ScopeId,
    /// Whose method it is.
    pub structure: Option<u32>,
    /// It has an object.
    pub is_method: bool,
    /// A method that changes no member.
    pub is_const: bool,
    /// The template, where it is one and not an instance.
    pub template: Option<Rc<Template>>,
    /// Instances of a template.
    pub instances: Vec<(Vec<Argument>, FunctionId)>,
    /// The arguments of an instance, and where it was asked for.
    pub arguments: Option<(Vec<Argument>, Span)>,
    /// Every parameter of its template follows from the arguments of a call.
    pub is_deducible: bool,
    pub result: Ty,
    pub parameters: Vec<ParameterInfo>,
    pub is_broken: bool,
    pub order: u64,
    pub has_body: bool,
    pub stage: Option<Stage>,
    pub local_size: [u32; 3],
    pub early_fragment_tests: bool,
    pub is_node: bool,
    /// The name on output, before it is made unique.
    pub name: String,
    pub body: Option<Body>,
    /// What parameters of an entry point stand for.
    pub entry: EntryUse,
}

/// What an entry point reads and writes beside resources.
#[derive(Clone, Debug, Default)]
pub struct EntryUse {
    /// Tables, in the order of parameters.
    pub tables: Vec<u32>,
    pub inputs: Option<u32>,
    pub outputs: Option<u32>,
    /// The word of `gl_FragDepth`'s layout.
    pub depth: Option<&'static str>,
    pub clip_distances: Option<u32>,
    /// Threads of a group, at most, for Metal.
    pub max_total_threads: Option<u32>,
    pub extensions: Vec<&'static str>,
}

/// The kind of a structure whose members have attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableKind {
    VertexInput,
    Interface,
    FragmentOutput,
    FragmentInput,
    Resources,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitField {
    pub unit: u32,
    pub offset: u32,
    pub width: u32,
}

#[derive(Clone, Debug)]
pub struct MemberInfo {
    pub ident: Ident,
    pub ty: Ty,
    pub storage: Storage,
    /// The resource, of a table.
    pub resource: Option<ResourceId>,
    /// The table that this member is.
    pub table: Option<u32>,
    pub bits: Option<BitField>,
    /// Of a union: the first word.
    pub word: u32,
    /// It stands in this anonymous union, which is a member of its own.
    pub through: Option<u32>,
    pub is_hidden: bool,
}

#[derive(Debug)]
pub struct StructureInfo {
    pub structure: Rc<Structure>,
    /// As a message shows it.
    pub shown: String,
    /// The name on output.
    pub name: String,
    pub scope: ScopeId,
    pub members: Vec<MemberInfo>,
    pub kind: Option<TableKind>,
    pub is_union: bool,
    pub is_host_shared: bool,
    /// The number of 32-bit words of all members; of a union, of the largest.
    pub words: u32,
    /// Structures inside each other, itself among them.
    pub depth: u32,
    pub arguments: Option<(Vec<Argument>, Span)>,
    pub is_broken: bool,
}

#[derive(Debug)]
pub struct StructureTemplate {
    pub template: Rc<Template>,
    pub structure: Rc<Structure>,
    pub scope: ScopeId,
    pub instances: Vec<(Vec<Argument>, u32)>,
    pub name: Atom,
}

#[derive(Debug)]
pub struct EnumerationInfo {
    pub shown: String,
    pub base: super::types::Scalar,
    pub values: Vec<(Atom, Constant)>,
}

#[derive(Debug)]
pub struct GlobalInfo {
    pub name: String,
    pub ty: Ty,
    pub initialiser: Option<OutExpr>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    ReadWrite,
}

#[derive(Clone, Debug)]
pub enum ResourceKind {
    Uniform { slot: u32 },
    Storage { slot: u32, access: Access },
    Sampler { slot: u32 },
    Image { slot: u32, access: Access, format: Format },
    PushConstant,
    CompilationConstant,
    SpecializationConstant { default: Constant },
    Shared,
    VertexInput { location: u32 },
    Interface { qualifier: &'static str, location: u32 },
    FragmentOutput { location: u32, index: Option<u32>, raster_order_group: Option<u32> },
    SubpassInput { slot: u32, raster_order_group: u32 },
}

/// A member of a table.
#[derive(Clone, Debug)]
pub struct Resource {
    pub table: u32,
    pub member: Ident,
    pub ty: Ty,
    pub storage: Storage,
    /// The last word of the type, as the file has it.
    pub type_name: Atom,
    pub kind: ResourceKind,
    pub condition: Option<OutExpr>,
    pub frequency: &'static str,
    pub is_const: bool,
}

/// A pipeline, as the file defines it.
#[derive(Clone, Debug)]
pub struct PipelineInfo {
    pub name: String,
    pub is_compute: bool,
    /// Vertex and fragment, or compute.
    pub entries: Vec<FunctionId>,
    pub constants: FxHashMap<ResourceId, Constant>,
    pub span: Span,
}

/// What a record of the print buffer stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintFormat {
    /// The first word of the record.
    pub number: u32,
    /// The text of `printf`; of an assertion, the name of its file.
    pub text: String,
    /// The first call that has it.
    pub span: Span,
    pub is_assertion: bool,
}

/// A check of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCheck {
    /// `suite.name`.
    pub test: String,
    pub span: Span,
}

/// Everything.
#[derive(Debug, Default)]
pub struct Program {
    pub scopes: Vec<Scope>,
    pub arrays: Arrays,
    pub structures: Vec<StructureInfo>,
    pub templates: Vec<StructureTemplate>,
    pub enumerations: Vec<EnumerationInfo>,
    pub functions: Vec<FunctionInfo>,
    pub globals: Vec<GlobalInfo>,
    pub resources: Vec<Resource>,
    pub pipelines: Vec<PipelineInfo>,
    pub formats: Vec<PrintFormat>,
    /// Checks of tests, by their index.
    pub tests: Vec<TestCheck>,
    /// Structures that are the type of a local, member or function, for `info` output.
    pub create_infos: Vec<Ident>,
}

impl Program {
    /// The type as a message shows it.
    pub fn show(&self, ty: Ty) -> String {
        match ty {
            Ty::Structure(id) => self.structures[id as usize].shown.clone(),
            Ty::Enumeration(id) => self.enumerations[id as usize].shown.clone(),
            Ty::Array(id) => {
                let (mut element, length) = self.arrays.get(id);
                let mut extents = vec![length];
                while let Ty::Array(inner) = element {
                    let (next, length) = self.arrays.get(inner);
                    extents.push(length);
                    element = next;
                }
                let extents: String = extents
                    .iter()
                    .map(|length| length.map_or("[]".to_owned(), |length| format!("[{length}]")))
                    .collect();
                format!("{}{extents}", self.show(element))
            }
            Ty::Error => "?".to_owned(),
            _ => super::types::bsl_number(ty),
        }
    }

    pub fn structure(&self, id: u32) -> &StructureInfo {
        &self.structures[id as usize]
    }

    pub fn function(&self, id: FunctionId) -> &FunctionInfo {
        &self.functions[id as usize]
    }

    /// An enumeration's integer, any other type itself.
    pub fn underlying(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Enumeration(id) => Ty::Scalar(self.enumerations[id as usize].base),
            other => other,
        }
    }

    /// What an array has, through all its dimensions; any other type itself.
    pub fn element_of(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Array(id) => self.element_of(self.arrays.get(id).0),
            other => other,
        }
    }

    /// Whether the type is a structure whose members are resources or interface variables.
    pub fn table_kind(&self, ty: Ty) -> Option<TableKind> {
        match ty {
            Ty::Structure(id) => self.structures[id as usize].kind,
            _ => None,
        }
    }
}
