//! Semantic analysis: what languages of the C family share on the way from a variant's tokens to its typed program.
//!
//! **In**: a [`SourceText`](crate::model::SourceText) (the kept tokens of a unit and what was put in), a stage, an
//! entry point, a [`Session`], and a language's [`Rules`].
//! **Out**: a [`Program`](crate::ir::Program), or diagnostics at the text's tokens. Each code begins with the
//! language's name.
//! **Never**: a language by name, files, targets, naga, branches' values.
//!
//! The tokens are cut into chunks, one an item. A chunk's tree depends on its spellings; its meaning depends on those,
//! on the settings, and on the meanings of the names that it looks up. A [`Session`] keeps both, so that a chunk is
//! parsed and analysed once for all variants, entry points and shaders in which it is the same. Meanings are compared
//! by digests of declarations without the bodies of functions: after a change in a body, one function is analysed
//! again.
//!
//! A language implements [`Rules`] for a marker type and writes its own methods as `impl Analyser<'_, '_, ItsRules>`:
//! it reads its types, declarations, qualifiers, operators and built-in functions there, and calls the methods of
//! `impl<L: Rules>` here for the rest: names and scopes ([`lookup`], `declarations`), statements, calls and the choice
//! of overloads, templates, constants ([`constants`]).

mod aliases;
mod analyser;
mod calls;
mod chunks;
pub mod constants;
mod declarations;
mod deduction;
mod diagnostics;
mod entity;
mod enumerations;
mod expressions;
pub mod flow;
mod functions;
mod head_tokens;
mod interface_parts;
mod literals;
pub mod lookup;
mod memo;
mod misfit;
mod named_decls;
pub mod numbers;
pub mod overloads;
mod printing;
mod program;
pub mod purity;
mod rules;
mod scopes;
mod session;
mod specialisations;
mod stage_operations;
mod statements;
mod stream;
mod structures;
mod templates;
mod token_constants;
pub mod types;
pub mod unit;
mod unreached;
mod unwritten;
mod unwritten_members;
mod uses;
mod usings;
mod values;

pub use analyser::{Analyser, Body, LocalMeaning, Owner};
pub use chunks::{StreamPart, cut};
pub use declarations::Declarator;
pub use diagnostics::{ChunkDiagnostic, ChunkToken, Failed, Result, code};
pub use entity::{
    Decl, Entity, Enumerator, ParameterInfo, Signature, StructInfo, Template, TemplateArgument, TemplateParameter,
    Variable,
};
pub use functions::ParameterDeclaration;
pub use literals::{NumberSpelling, escape, string_text};
pub use memo::Context;
pub use misfit::Misfit;
pub use overloads::Candidate;
pub use program::{analyse, globals, heads, heads_digest, interface, unit_interface};
pub use rules::Rules;
pub use session::{Hits, Session, SignatureKey};
pub use structures::DataMembers;
pub use types::{TypeCursor, Wanted};
pub use unit::{Instantiated, Unit};
pub use uses::of as uses_of;
pub use usings::Directive;
pub use values::{TypedValue, ValueCategory};
