//! What a name can mean.

use std::sync::Arc;

use ustr::Ustr;

use super::super::tree::NodeId;
use super::super::typed::{Expr, Passing, Struct, Symbol, Type};
use super::constants::Constant;
use super::syntax::Syntax;
use crate::model::Digest;

/// One declaration of a name, at its place in a unit.
#[derive(Clone, Debug)]
pub(super) struct Decl {
    pub(super) entity: Entity,
    /// Of everything that somebody who uses the name can notice.
    pub(super) meaning: Digest,
    /// Number of the chunk it stands in; [`BUILTIN`] for what nobody declared.
    pub(super) chunk: u32,
    /// The name's token in the chunk.
    pub(super) token: u32,
}

#[derive(Clone, Debug)]
pub(super) enum Entity {
    Function(Arc<Signature>),
    FunctionTemplate(Arc<Template>),
    Variable(Arc<Variable>),
    Struct(Arc<StructInfo>),
    StructTemplate(Arc<Template>),
    /// `typedef`, `using`, an enumeration.
    Alias(Type),
    AliasTemplate(Arc<Template>),
    Enumerator(Arc<Enumerator>),
    Namespace,
    /// Its declaration was wrong, which has been told.
    Poison,
}

impl Entity {
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Entity::Function(_) | Entity::FunctionTemplate(_) => "function",
            Entity::Variable(_) => "variable",
            Entity::Struct(_) | Entity::StructTemplate(_) => "structure",
            Entity::Alias(_) | Entity::AliasTemplate(_) => "type",
            Entity::Enumerator(_) => "enumerator",
            Entity::Namespace => "namespace",
            Entity::Poison => "name",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ParameterInfo {
    pub(super) name: Ustr,
    pub(super) ty: Type,
    pub(super) passing: Passing,
    pub(super) default: Option<Expr>,
}

/// A function as its callers see it.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) symbol: Symbol,
    pub(super) name: Ustr,
    /// Of a method that is not static: the structure, whose value is the first parameter of the typed function and no
    /// parameter here.
    pub(super) this: Option<Type>,
    pub(super) parameters: Vec<ParameterInfo>,
    pub(super) result: Type,
    /// Made from a template: loses against one that is not.
    pub(super) from_template: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Enumerator {
    pub(super) ty: Type,
    pub(super) value: i64,
}

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) symbol: Symbol,
    pub(super) ty: Type,
    /// Why it cannot be written.
    pub(super) read_only: Option<&'static str>,
    /// Known at compile time.
    pub(super) constant: Option<Constant>,
    /// Of a structure that holds objects: what stands for it.
    pub(super) parts: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(super) struct StructInfo {
    pub(super) ty: Arc<Struct>,
    pub(super) bases: Vec<Type>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TemplateArgument {
    Type(Type),
    Value(i64),
}

#[derive(Clone, Debug)]
pub(super) struct TemplateParameter {
    pub(super) name: Ustr,
    /// `None`: a type; otherwise a value of this type.
    pub(super) value_type: Option<Type>,
    /// Tokens of the default.
    pub(super) default: Option<(u32, u32)>,
}

/// A template: its tokens are analysed again for each list of arguments.
#[derive(Clone, Debug)]
pub(super) struct Template {
    /// Qualified.
    pub(super) name: Ustr,
    pub(super) syntax: Arc<Syntax>,
    /// The [`Kind::Template`](super::super::Kind::Template) node, or of an explicit specialisation the same.
    pub(super) node: NodeId,
    pub(super) namespace: Ustr,
    pub(super) parameters: Vec<TemplateParameter>,
    /// Bindings of an enclosing template.
    pub(super) outer: Vec<(Ustr, TemplateArgument)>,
    /// Of a method template: the structure.
    pub(super) this: Option<Type>,
    pub(super) meaning: Digest,
}
