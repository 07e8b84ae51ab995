//! Functions on types, and reading types from tokens.

use std::sync::Arc;

use super::analyser::Analyser;
use super::diagnostics::{ChunkToken, Failed, Result};
use super::entity::{Decl, Entity, TemplateArgument};
use super::lookup::Found;
use super::rules::Rules;
use super::scopes::Scope;
use super::unit::Instantiated;
use crate::ir::{
    Expr, ExprKind, Literal, Resource, Scalar, TokenIndex, Type, TypeSize, has_resources, is_resource, type_size, work,
};
use crate::model::TokenKind;

/// A position among the tokens of a type. `>>` closes two lists.
pub struct TypeCursor {
    /// The next token.
    pub at: u32,
    /// The position after the last token.
    pub end: u32,
    /// Whether the first `>` of a `>>` has been taken.
    half: bool,
}

impl TypeCursor {
    pub fn new(first: u32, end: u32) -> TypeCursor {
        TypeCursor { at: first, end, half: false }
    }

    pub fn done(&self) -> bool {
        self.at >= self.end
    }
}

/// The kind of name that is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Type,
    Value,
}

/// Limit on the dimensions of an array: deeper arrays have no use and need stack.
pub const MAX_DIMENSIONS: usize = 16;
/// Limit on the elements of an array: 64 MiB of 32-bit numbers, more than any constant buffer, group or thread can
/// have.
const MAX_LENGTH: u32 = 1 << 24;
/// Types in each other, such as structures and arrays: walks through them recurse.
const MAX_LEVELS: u32 = 128;
/// Numbers and objects of a type, with one element of each array: walks through them visit each.
const MAX_PARTS: u64 = 1 << 16;
/// Numbers of a type: 256 MiB, of which naga can count the bytes.
const MAX_SCALARS: u64 = 1 << 26;
/// Limit on the nesting of template arguments.
pub const MAX_NESTING: u32 = 32;

impl<L: Rules> Analyser<'_, '_, L> {
    /// The dimensions of an array at the cursor: `[2][3]`.
    pub fn dimensions_at(&mut self, cursor: &mut TypeCursor, ty: Type) -> Result<Type> {
        let mut lengths = Vec::new();
        let first = cursor.at;
        while !cursor.done() && self.text(cursor.at) == "[" {
            let Some(close) = (cursor.at..cursor.end).find(|at| self.text(*at) == "]") else { break };
            let value = self.size_constant(cursor.at + 1, close)?;
            lengths.push(self.length(value, cursor.at + 1)?);
            cursor.at = close + 1;
        }
        if lengths.len() > MAX_DIMENSIONS {
            self.error("array-size", cursor.at.saturating_sub(1), "an array has too many dimensions");
            return Err(Failed);
        }
        let ty = lengths.into_iter().rev().fold(ty, |ty, length| Type::Array(Arc::new(ty), Some(length)));
        self.check_size(&ty, first)?;
        Ok(ty)
    }

    /// Refuses a type that nests too deep or has too many parts to walk through them; `token` declares it.
    pub fn check_size(&mut self, ty: &Type, token: u32) -> Result<()> {
        let TypeSize { scalars, mut parts, levels } = type_size(ty);
        // Descriptors in structures are followed one by one.
        if has_resources(ty) && !is_resource(ty) {
            parts = scalars;
        }
        let shown = if let Type::Struct(of) = ty { format!("`{}`", of.symbol.0) } else { "this type".to_owned() };
        let (text, help) = if levels > MAX_LEVELS {
            let text = format!("{shown} has types in each other, more than {MAX_LEVELS} deep");
            (text, "Put members of the inner structures into the outer ones.")
        } else if parts > MAX_PARTS {
            let text = format!("{shown} has more than {MAX_PARTS} parts, with those of the structures in it");
            (text, "Put them into an array, or into several structures.")
        } else if scalars > MAX_SCALARS && !is_resource(ty) {
            let text = format!("{shown} has more than {MAX_SCALARS} numbers, too many for a program's memory");
            (text, "Put them into a buffer without a fixed length.")
        } else {
            return Ok(());
        };
        self.error("type", token, text).help(help);
        Err(Failed)
    }

    /// The type of a name. The cursor is after the name; `begun` is the name's first token.
    pub fn type_of_name(
        &mut self,
        found: Found<L>,
        name: &str,
        begun: u32,
        cursor: &mut TypeCursor,
        depth: u32,
    ) -> Result<Type> {
        match found {
            Found::Argument(TemplateArgument::Type(ty)) => Ok(ty),
            Found::Entities(decls) => {
                let only_declared =
                    |decl: &Decl<L>| matches!(&decl.entity, Entity::StructTemplate(known) if !known.defined);
                let any_defined = !decls.iter().all(only_declared);
                for decl in &decls {
                    if any_defined && only_declared(decl) {
                        continue;
                    }
                    match &decl.entity {
                        Entity::Struct(info) => return Ok(Type::Struct(Arc::clone(&info.ty))),
                        Entity::Alias(ty) => return Ok(ty.clone()),
                        Entity::StructTemplate(template) | Entity::AliasTemplate(template) => {
                            let template = Arc::clone(template);
                            let mut arguments = Vec::new();
                            if !cursor.done() && self.text(cursor.at) == "<" {
                                arguments = self.template_arguments(cursor, depth)?;
                            }
                            let arguments = self.complete_arguments(&template, arguments, begun)?;
                            let request = self.specialised_structure(&template, arguments, begun)?;
                            return match self.instance(request, begun)? {
                                Instantiated::Type(ty) => Ok(ty),
                                _ => Err(Failed),
                            };
                        }
                        Entity::Poison => return Err(Failed),
                        _ => {}
                    }
                }
                let first = &decls[0];
                let place = ChunkToken { chunk: first.chunk, token: first.token };
                let what = first.entity.describe();
                self.error("not-a-type", begun, format!("`{name}` is a {what}, not a type"))
                    .label(place, "declared here");
                Err(Failed)
            }
            Found::Ambiguous(decls) => self.ambiguous_name(name, &decls, begun),
            Found::Poison => Err(Failed),
            Found::Local { .. } | Found::Member { .. } | Found::Argument(_) => {
                self.error("not-a-type", begun, format!("`{name}` is a variable, not a type"));
                Err(Failed)
            }
            Found::Nothing if L::FOREIGN_TYPES.contains(&name) => {
                self.unsupported(begun, format!("`{name}`"));
                Err(Failed)
            }
            Found::Nothing => {
                let help = self.suggest(name, Wanted::Type);
                self.error("unknown-type", begun, format!("unknown type `{name}`")).help = help;
                Err(Failed)
            }
        }
    }

    /// The arguments `<...>` after the name of a template.
    pub fn template_arguments(&mut self, cursor: &mut TypeCursor, depth: u32) -> Result<Vec<TemplateArgument>> {
        let mut arguments = Vec::new();
        cursor.at += 1;
        loop {
            work::spend(1);
            if cursor.done() {
                break;
            }
            if self.close_angle(cursor) {
                break;
            }
            arguments.push(self.template_argument(cursor, depth)?);
            if !cursor.done() && self.text(cursor.at) == "," {
                cursor.at += 1;
            } else if !cursor.done() && !matches!(self.text(cursor.at), ">" | ">>") {
                let text = self.text(cursor.at);
                self.error("syntax", cursor.at, format!("expected `,` or `>`, found `{text}`"));
                return Err(Failed);
            }
        }
        Ok(arguments)
    }

    /// Takes a `>`, or half of a `>>`.
    fn close_angle(&mut self, cursor: &mut TypeCursor) -> bool {
        match self.text(cursor.at) {
            ">" => {
                cursor.at += 1;
                true
            }
            ">>" => {
                if cursor.half {
                    cursor.at += 1;
                }
                cursor.half = !cursor.half;
                true
            }
            _ => false,
        }
    }

    fn template_argument(&mut self, cursor: &mut TypeCursor, depth: u32) -> Result<TemplateArgument> {
        // The argument is a value: it ends at `,` or `>` outside of brackets.
        let start = cursor.at;
        let is_value = matches!(self.syntax.kinds.get(start as usize), Some(TokenKind::Number))
            || matches!(self.text(start), "-" | "+" | "~" | "(" | "true" | "false" | "!")
            || L::grammar().sizeof && self.text(start) == "sizeof"
            || self.names_value(start);
        if is_value {
            let mut level = 0i32;
            let mut end = start;
            while end < cursor.end {
                match self.text(end) {
                    "(" | "[" => level += 1,
                    ")" | "]" => level -= 1,
                    "," | ">" | ">>" if level == 0 => break,
                    _ => {}
                }
                end += 1;
            }
            let value = self.size_constant(start, end)?;
            cursor.at = end;
            let value = i64::try_from(value).map_err(|_| Failed)?;
            return Ok(TemplateArgument::Value(value));
        }
        let ty = L::type_at(self, cursor, depth + 1)?;
        let ty = self.dimensions_at(cursor, ty)?;
        Ok(TemplateArgument::Type(ty))
    }

    fn names_value(&mut self, token: u32) -> bool {
        let name = self.atom(token);
        match self.lookup(name) {
            Found::Local { .. } | Found::Argument(TemplateArgument::Value(_)) => true,
            Found::Entities(decls) => {
                decls.iter().any(|decl| matches!(decl.entity, Entity::Variable(_) | Entity::Enumerator(_)))
            }
            _ => false,
        }
    }

    /// The value of a short constant expression among a type's tokens.
    fn size_constant(&mut self, first: u32, end: u32) -> Result<i128> {
        if first >= end {
            self.error("array-size", first, "expected a size");
            return Err(Failed);
        }
        self.token_expression(first, end)
    }

    /// Checks the size of an array.
    pub fn length(&mut self, value: i128, token: u32) -> Result<u32> {
        match u32::try_from(value) {
            Ok(length) if length > 0 && length <= MAX_LENGTH => Ok(length),
            _ if value > i128::from(MAX_LENGTH) => {
                self.error(
                    "array-size",
                    token,
                    format!("an array of {value} elements is too large for a program's memory"),
                )
                .help(format!("An array has at most {MAX_LENGTH} elements."));
                Err(Failed)
            }
            _ => {
                self.error("array-size", token, format!("an array cannot have {value} elements"));
                Err(Failed)
            }
        }
    }

    /// A "did you mean" suggestion: what another language's name is called here, or a similar name of the expected kind.
    pub fn suggest(&mut self, name: &str, wanted: Wanted) -> Option<String> {
        let builtin = L::builtin_names(wanted);
        let same = builtin.iter().find(|known| known.eq_ignore_ascii_case(name)).map(|known| (*known).to_owned());
        if let Some(here) = same.or_else(|| L::translated(name, wanted)) {
            return Some(format!("Did you mean `{here}`?"));
        }
        let mut known = self.unit.known_names()?;
        known.retain(|name| !name.contains('<'));
        if wanted == Wanted::Value
            && let Some(body) = &self.body
        {
            known.extend(body.scopes.iter().flat_map(Scope::all).map(|(name, _)| name.as_str()));
        }
        known.extend(builtin);
        crate::diag::did_you_mean(name, known.into_iter().filter(|known| *known != name))
            .map(|best| format!("Did you mean `{best}`?"))
    }
}

/// Whether types are equal, ignoring the storage order of matrices.
pub fn same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (
            Type::Matrix { scalar, rows, columns, .. },
            Type::Matrix { scalar: scalar2, rows: rows2, columns: columns2, .. },
        ) => (scalar, rows, columns) == (scalar2, rows2, columns2),
        (Type::Array(a, n), Type::Array(b, m)) => (n == m || n.is_none() || m.is_none()) && same(a, b),
        (Type::Struct(a), Type::Struct(b)) => a.symbol == b.symbol,
        _ => a == b,
    }
}

/// Zero, of any type.
pub fn zero(ty: &Type, at: TokenIndex) -> Expr {
    Expr { kind: Box::new(ExprKind::Zero), ty: ty.clone(), at }
}

pub fn literal(scalar: Scalar, value: Literal, at: TokenIndex) -> Expr {
    Expr { kind: Box::new(ExprKind::Literal(value)), ty: Type::Scalar(scalar), at }
}

/// `T[n]`.
pub fn array_of(ty: Type, lengths: &[Option<u32>]) -> Type {
    lengths.iter().rev().fold(ty, |ty, length| Type::Array(Arc::new(ty), *length))
}

/// The resource type of an array of resources, or of a resource.
pub fn element_resource(ty: &Type) -> Option<&Resource> {
    match ty {
        Type::Resource(resource) => Some(resource),
        Type::Array(of, _) => element_resource(of),
        _ => None,
    }
}
