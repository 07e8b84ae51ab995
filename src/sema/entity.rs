//! The meanings that a name can have.

use std::sync::Arc;

use super::chunks::ChunkSyntax;
use super::constants::Constant;
use super::rules::Rules;
use super::usings::Directive;
use crate::atom::Atom;
use crate::ir::{Expr, Passing, Struct, Symbol, Type};
use crate::model::Digest;
use crate::syntax::NodeId;

/// One declaration of a name, at its place in a unit.
#[derive(Clone, Debug)]
pub struct Decl<L: Rules> {
    pub entity: Entity<L>,
    /// A digest of all facts on which a use of the name can depend.
    pub meaning: Digest,
    /// Number of its chunk; [`BUILTIN`](super::unit::BUILTIN) for names that the unit does not declare.
    pub chunk: u32,
    /// The name's token in the chunk.
    pub token: u32,
}

#[derive(Clone, Debug)]
pub enum Entity<L: Rules> {
    Function(Arc<Signature>),
    FunctionTemplate(Arc<Template<L>>),
    Variable(Arc<Variable>),
    Struct(Arc<StructInfo>),
    StructTemplate(Arc<Template<L>>),
    /// `typedef`, `using`, an enumeration.
    Alias(Type),
    AliasTemplate(Arc<Template<L>>),
    Enumerator(Arc<Enumerator>),
    /// A namespace, by its qualified name.
    Namespace(Atom),
    /// A directive of the unit, under a name that no code can spell.
    Directive(Directive),
    /// A name with a wrong declaration. The error has been reported.
    Poison,
}

impl<L: Rules> Entity<L> {
    pub fn describe(&self) -> &'static str {
        match self {
            Entity::Function(_) | Entity::FunctionTemplate(_) => "function",
            Entity::Variable(_) => "variable",
            Entity::Struct(_) | Entity::StructTemplate(_) => "structure",
            Entity::Alias(_) | Entity::AliasTemplate(_) => "type",
            Entity::Enumerator(_) => "enumerator",
            Entity::Namespace(_) => "namespace",
            Entity::Directive(_) => "directive",
            Entity::Poison => "name",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ParameterInfo {
    pub name: Atom,
    pub ty: Type,
    pub passing: Passing,
    pub default: Option<Expr>,
}

/// A function as its callers see it.
#[derive(Clone, Debug)]
pub struct Signature {
    pub symbol: Symbol,
    pub name: Atom,
    /// The structure, if this is a non-static method. Its value is the first parameter of the typed function, and is
    /// not among the parameters here.
    pub this: Option<Type>,
    pub parameters: Vec<ParameterInfo>,
    pub result: Type,
}

#[derive(Clone, Debug)]
pub struct Enumerator {
    pub ty: Type,
    pub value: i64,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub symbol: Symbol,
    pub ty: Type,
    /// The reason if it cannot be written.
    pub read_only: Option<&'static str>,
    /// The value, if it is known at compile time.
    pub constant: Option<Constant>,
    /// The expression that replaces the variable, if it is a structure with objects.
    pub parts: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct StructInfo {
    pub ty: Arc<Struct>,
    pub bases: Vec<Type>,
    /// The number of its bases, with the bases of its bases.
    pub all_bases: usize,
    /// Whether a member with a mistake is missing, in it or in a base. The mistake was reported.
    pub incomplete: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TemplateArgument {
    Type(Type),
    Value(i64),
}

#[derive(Clone, Debug)]
pub struct TemplateParameter {
    pub name: Atom,
    /// `None`: a type; otherwise a value of this type.
    pub value_type: Option<Type>,
    /// The tokens of the default argument.
    pub default: Option<(u32, u32)>,
}

/// A template: its tokens are analysed again for each list of arguments.
#[derive(Clone, Debug)]
pub struct Template<L: Rules> {
    /// Qualified.
    pub name: Atom,
    pub syntax: Arc<ChunkSyntax<L>>,
    /// The [`Kind::Template`](crate::syntax::Kind::Template) node.
    pub node: NodeId,
    pub namespace: Atom,
    /// The directives before the template.
    pub directives: Vec<Directive>,
    pub parameters: Vec<TemplateParameter>,
    /// The tokens of `<...>`, if this is a specialisation.
    pub pattern: Option<(u32, u32)>,
    /// Whether it has a definition. A structure without members is only declared.
    pub defined: bool,
    /// Bindings of an enclosing template.
    pub outer: Vec<(Atom, TemplateArgument)>,
    /// The structure, if this is a method template.
    pub this: Option<Type>,
    pub meaning: Digest,
}
