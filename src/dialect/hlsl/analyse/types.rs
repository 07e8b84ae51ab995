//! Types as they are written: tokens to [`Type`].

use std::sync::Arc;

use ustr::Ustr;

use super::analyser::Analyser;
use super::builtin;
use super::entity::{Entity, TemplateArgument};
use super::lookup::Found;
use super::report::{Failed, Place, Result};
use super::show::type_name;
use super::unit::Instantiated;
use crate::ir::{Order, Resource, Scalar, Type};
use crate::model::TokenKind;
use crate::syntax::{Kind, NodeId};

/// A walk over the tokens of a type. `>>` closes two lists.
pub struct Walk {
    pub at: u32,
    end: u32,
    half: bool,
}

impl Walk {
    pub fn new(first: u32, end: u32) -> Walk {
        Walk { at: first, end, half: false }
    }

    pub fn done(&self) -> bool {
        self.at >= self.end
    }
}

/// Arrays of arrays of arrays: deeper ones have no use and cost stack.
const MAX_DIMENSIONS: usize = 16;
/// Template arguments inside template arguments.
const MAX_NESTING: u32 = 32;

impl Analyser<'_, '_> {
    /// The type of a Type node. A structure or enumeration in it is defined.
    pub fn type_of(&mut self, node: NodeId, order: Order) -> Result<Type> {
        if let Some(inner) = self.tree.children(node).next() {
            match self.kind(inner) {
                Kind::Struct => return self.structure(inner),
                Kind::Enum => return self.enumeration(inner),
                _ => {}
            }
        }
        let (first, end) = (self.tree.node(node).first, self.tree.node(node).last);
        let mut walk = Walk::new(first, end);
        let ty = self.walk_type(&mut walk, order, 0)?;
        let ty = self.walk_dimensions(&mut walk, ty)?;
        if !walk.done() {
            let text = self.text(walk.at);
            self.error("hlsl/syntax", walk.at, format!("`{text}` is not understood in a type"));
            return Err(Failed);
        }
        Ok(ty)
    }

    fn walk_dimensions(&mut self, walk: &mut Walk, ty: Type) -> Result<Type> {
        let mut lengths = Vec::new();
        while !walk.done() && self.text(walk.at) == "[" {
            let Some(close) = (walk.at..walk.end).find(|at| self.text(*at) == "]") else { break };
            let value = self.small_constant(walk.at + 1, close)?;
            lengths.push(self.length(value, walk.at + 1)?);
            walk.at = close + 1;
        }
        if lengths.len() > MAX_DIMENSIONS {
            self.error("hlsl/array-size", walk.at.saturating_sub(1), "an array has too many dimensions");
            return Err(Failed);
        }
        Ok(lengths.into_iter().rev().fold(ty, |ty, length| Type::Array(Arc::new(ty), Some(length))))
    }

    /// A type at the walk's place, without dimensions.
    pub fn walk_type(&mut self, walk: &mut Walk, order: Order, depth: u32) -> Result<Type> {
        let mut order = order;
        if depth > MAX_NESTING {
            self.error("hlsl/nesting", walk.at, "template arguments are nested too deep");
            return Err(Failed);
        }
        while !walk.done() {
            match self.text(walk.at) {
                "row_major" => order = Order::RowMajor,
                "column_major" => order = Order::ColumnMajor,
                "struct" | "class" | "enum" | "const" | "volatile" | "precise" | "typename" | "unorm" | "snorm" => {}
                _ => break,
            }
            walk.at += 1;
        }
        if walk.done()
            || self.syntax.kinds.get(walk.at as usize) != Some(&TokenKind::Ident) && self.text(walk.at) != "::"
        {
            let at = walk.at.min(walk.end.saturating_sub(1));
            let text = self.text(at);
            self.error("hlsl/syntax", at, format!("expected a type, found `{text}`"));
            return Err(Failed);
        }
        let begun = walk.at;
        let mut ty = self.named_type(walk, order, depth)?;
        while !walk.done() && matches!(self.text(walk.at), "const" | "precise") {
            walk.at += 1;
        }
        if let Type::Void = ty
            && depth > 0
        {
            self.error("hlsl/type", begun, "`void` cannot be a template argument");
            ty = Type::Scalar(Scalar::Int);
        }
        Ok(ty)
    }

    fn named_type(&mut self, walk: &mut Walk, order: Order, depth: u32) -> Result<Type> {
        let begun = walk.at;
        let word = self.text(walk.at);
        // A type of the unit may hide the language's.
        match word {
            "void" => {
                walk.at += 1;
                return Ok(Type::Void);
            }
            "string" => {
                walk.at += 1;
                return Ok(Type::String);
            }
            "unsigned" => {
                walk.at += 1;
                let inner = self.text(walk.at);
                let ty = if walk.done() { None } else { builtin::number(inner, order) };
                let unsigned = |scalar| match scalar {
                    Scalar::Int => Scalar::Uint,
                    Scalar::Int16 => Scalar::Uint16,
                    Scalar::Int64 => Scalar::Uint64,
                    Scalar::Min16Int => Scalar::Min16Uint,
                    other => other,
                };
                return Ok(match ty {
                    Some(ty) => {
                        walk.at += 1;
                        match super::numbers::parts(&ty) {
                            Some((scalar, _)) => super::numbers::with_scalar(&ty, unsigned(scalar)),
                            None => ty,
                        }
                    }
                    None => Type::Scalar(Scalar::Uint),
                });
            }
            "vector" | "matrix" if self.is_builtin_here(walk.at) => {
                walk.at += 1;
                return self.generic_number(word, walk, order, depth);
            }
            _ => {}
        }
        let single = walk.at + 1 >= walk.end || self.text(walk.at + 1) != "::";
        if single && word != "::" {
            if let Some(ty) = builtin::number(word, order) {
                walk.at += 1;
                return Ok(ty);
            }
            if let Some(object) = builtin::object(word)
                && self.is_builtin_here(walk.at)
            {
                walk.at += 1;
                return self.object_type(begun, object, walk, depth);
            }
            if builtin::is_foreign_object(word) && self.is_builtin_here(walk.at) {
                self.unsupported(begun, format!("`{word}`"));
                return Err(Failed);
            }
        }
        let rooted = word == "::";
        if rooted {
            walk.at += 1;
        }
        let mut parts = vec![self.ustr(walk.at)];
        walk.at += 1;
        while walk.at + 1 < walk.end && self.text(walk.at) == "::" {
            parts.push(self.ustr(walk.at + 1));
            walk.at += 2;
        }
        let found = self.lookup_path(rooted, &parts);
        let name: Vec<&str> = parts.iter().map(Ustr::as_str).collect();
        self.type_from(found, &name.join("::"), begun, walk, depth)
    }

    /// Whether the unit has not given the word a meaning of its own.
    fn is_builtin_here(&mut self, token: u32) -> bool {
        let name = self.ustr(token);
        !matches!(self.lookup(name), Found::Entities(_) | Found::Argument(_))
    }

    fn type_from(&mut self, found: Found, name: &str, begun: u32, walk: &mut Walk, depth: u32) -> Result<Type> {
        match found {
            Found::Argument(TemplateArgument::Type(ty)) => Ok(ty),
            Found::Entities(decls) => {
                for decl in &decls {
                    match &decl.entity {
                        Entity::Struct(info) => return Ok(Type::Struct(Arc::clone(&info.ty))),
                        Entity::Alias(ty) => return Ok(ty.clone()),
                        Entity::StructTemplate(template) | Entity::AliasTemplate(template) => {
                            let template = Arc::clone(template);
                            let mut arguments = Vec::new();
                            if !walk.done() && self.text(walk.at) == "<" {
                                arguments = self.template_arguments(walk, depth)?;
                            }
                            let arguments = self.complete_arguments(&template, arguments, begun)?;
                            return match self.instance(&template, &arguments, begun)? {
                                Instantiated::Type(ty) => Ok(ty),
                                _ => Err(Failed),
                            };
                        }
                        Entity::Poison => return Err(Failed),
                        _ => {}
                    }
                }
                let first = &decls[0];
                let place = Place { chunk: first.chunk, token: first.token };
                let what = first.entity.describe();
                self.error("hlsl/not-a-type", begun, format!("`{name}` is a {what}, not a type"))
                    .label(place, "declared here");
                Err(Failed)
            }
            Found::Poison => Err(Failed),
            Found::Local { .. } | Found::Member { .. } | Found::Argument(_) => {
                self.error("hlsl/not-a-type", begun, format!("`{name}` is a variable, not a type"));
                Err(Failed)
            }
            Found::Nothing => {
                let help = self.suggest(name, Wanted::Type);
                let told = self.error("hlsl/unknown-type", begun, format!("unknown type `{name}`"));
                told.help = help;
                Err(Failed)
            }
        }
    }

    /// `<...>` behind a template's name.
    pub fn template_arguments(&mut self, walk: &mut Walk, depth: u32) -> Result<Vec<TemplateArgument>> {
        let mut arguments = Vec::new();
        walk.at += 1;
        loop {
            if walk.done() {
                break;
            }
            if self.close_angle(walk) {
                break;
            }
            arguments.push(self.template_argument(walk, depth)?);
            if !walk.done() && self.text(walk.at) == "," {
                walk.at += 1;
            } else if !walk.done() && !matches!(self.text(walk.at), ">" | ">>") {
                let text = self.text(walk.at);
                self.error("hlsl/syntax", walk.at, format!("expected `,` or `>`, found `{text}`"));
                return Err(Failed);
            }
        }
        Ok(arguments)
    }

    /// Takes a `>`, or half of a `>>`.
    fn close_angle(&mut self, walk: &mut Walk) -> bool {
        match self.text(walk.at) {
            ">" => {
                walk.at += 1;
                true
            }
            ">>" => {
                if walk.half {
                    walk.at += 1;
                }
                walk.half = !walk.half;
                true
            }
            _ => false,
        }
    }

    fn template_argument(&mut self, walk: &mut Walk, depth: u32) -> Result<TemplateArgument> {
        // A value: up to `,` or `>` outside of brackets.
        let start = walk.at;
        let is_value = matches!(self.syntax.kinds.get(start as usize), Some(TokenKind::Number))
            || matches!(self.text(start), "-" | "+" | "~" | "(" | "true" | "false" | "!")
            || self.names_value(start);
        if is_value {
            let mut level = 0i32;
            let mut end = start;
            while end < walk.end {
                match self.text(end) {
                    "(" | "[" => level += 1,
                    ")" | "]" => level -= 1,
                    "," | ">" | ">>" if level == 0 => break,
                    _ => {}
                }
                end += 1;
            }
            let value = self.small_constant(start, end)?;
            walk.at = end;
            let value = i64::try_from(value).map_err(|_| Failed)?;
            return Ok(TemplateArgument::Value(value));
        }
        let ty = self.walk_type(walk, self.context.order, depth + 1)?;
        let ty = self.walk_dimensions(walk, ty)?;
        Ok(TemplateArgument::Type(ty))
    }

    fn names_value(&mut self, token: u32) -> bool {
        let name = self.ustr(token);
        match self.lookup(name) {
            Found::Local { .. } | Found::Argument(TemplateArgument::Value(_)) => true,
            Found::Entities(decls) => {
                decls.iter().any(|decl| matches!(decl.entity, Entity::Variable(_) | Entity::Enumerator(_)))
            }
            _ => false,
        }
    }

    /// `vector<T, n>`, `matrix<T, r, c>`.
    fn generic_number(&mut self, word: &str, walk: &mut Walk, order: Order, depth: u32) -> Result<Type> {
        let begun = walk.at.saturating_sub(1);
        let arguments =
            if !walk.done() && self.text(walk.at) == "<" { self.template_arguments(walk, depth)? } else { Vec::new() };
        let scalar = match arguments.first() {
            None => Some(Scalar::Float),
            Some(TemplateArgument::Type(Type::Scalar(scalar))) => Some(*scalar),
            Some(_) => None,
        };
        let mut extents = arguments.iter().skip(1).map(|argument| match argument {
            TemplateArgument::Value(value) => u8::try_from(*value).ok().filter(|value| (1..=4).contains(value)),
            TemplateArgument::Type(_) => None,
        });
        let mut extent = || extents.next().unwrap_or(Some(4));
        let ty = match word {
            "vector" => scalar.zip(extent()).map(|(scalar, n)| Type::Vector(scalar, n)),
            _ => scalar.zip(extent().zip(extent())).map(|(scalar, (rows, columns))| Type::Matrix {
                scalar,
                rows,
                columns,
                order,
            }),
        };
        ty.ok_or_else(|| {
            let form = if word == "vector" { "vector<T, n>" } else { "matrix<T, rows, columns>" };
            self.error("hlsl/template-arguments", begun, format!("the arguments of `{word}` are wrong"))
                .help(format!("Write `{form}` with a scalar type and sizes from 1 to 4."));
            Failed
        })
    }

    fn object_type(&mut self, begun: u32, object: builtin::Object, walk: &mut Walk, depth: u32) -> Result<Type> {
        let name = self.text(begun);
        let mut arguments = Vec::new();
        if !walk.done() && self.text(walk.at) == "<" {
            arguments = self.template_arguments(walk, depth)?;
        }
        let argument = match arguments.first() {
            None => None,
            Some(TemplateArgument::Type(ty)) => Some(ty),
            Some(TemplateArgument::Value(_)) => {
                self.error("hlsl/template-arguments", begun, format!("`{name}` takes a type"));
                return Err(Failed);
            }
        };
        match object.with(argument) {
            Ok(resource) => Ok(Type::Resource(resource)),
            Err(why) => {
                let given = argument.map(type_name);
                let told = self.error("hlsl/template-arguments", begun, format!("`{name}` {why}"));
                if let Some(given) = given {
                    told.under(format!("`{given}` is given"));
                }
                Err(Failed)
            }
        }
    }

    /// The value of a short constant expression among a type's tokens.
    fn small_constant(&mut self, first: u32, end: u32) -> Result<i128> {
        if first >= end {
            self.error("hlsl/array-size", first, "expected a size");
            return Err(Failed);
        }
        self.token_expression(first, end)
    }

    /// What an array's size must be.
    pub fn length(&mut self, value: i128, token: u32) -> Result<u32> {
        match u32::try_from(value) {
            // 65,536 elements of a cbuffer's array and 2^20 of anything else are far below.
            Ok(length) if length > 0 && length <= 1 << 24 => Ok(length),
            _ => {
                self.error("hlsl/array-size", token, format!("an array cannot have {value} elements"));
                Err(Failed)
            }
        }
    }

    /// "did you mean", among the names that would do.
    pub fn suggest(&mut self, name: &str, wanted: Wanted) -> Option<String> {
        let mut known: Vec<&'static str> = Vec::new();
        if wanted == Wanted::Value
            && let Some(body) = &self.body
        {
            known.extend(body.scopes.iter().flatten().map(|(name, _)| name.as_str()));
        }
        known.extend(self.unit.known_names().into_iter().filter(|name| !name.contains('<')));
        match wanted {
            Wanted::Type => known.extend(COMMON_TYPES),
            Wanted::Value => known.extend(super::intrinsics::names()),
        }
        crate::diag::did_you_mean(name, known.into_iter().filter(|known| *known != name))
            .map(|best| format!("Did you mean `{best}`?"))
    }
}

/// What kind of name would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Type,
    Value,
}

const COMMON_TYPES: [&str; 22] = [
    "float",
    "float2",
    "float3",
    "float4",
    "float3x3",
    "float4x4",
    "int",
    "int2",
    "uint",
    "uint2",
    "uint3",
    "bool",
    "half",
    "Texture2D",
    "Texture3D",
    "TextureCube",
    "SamplerState",
    "StructuredBuffer",
    "RWStructuredBuffer",
    "RWTexture2D",
    "ByteAddressBuffer",
    "ConstantBuffer",
];

/// Whether values of the type live in registers: numbers, and structures and arrays of them.
pub fn holds_resource(ty: &Type) -> bool {
    match ty {
        Type::Resource(_) => true,
        Type::Array(of, _) => holds_resource(of),
        Type::Struct(of) => of.members.iter().any(|member| holds_resource(&member.ty)),
        _ => false,
    }
}

/// The resource of an array of them, or itself.
pub fn element_resource(ty: &Type) -> Option<&Resource> {
    match ty {
        Type::Resource(resource) => Some(resource),
        Type::Array(of, _) => element_resource(of),
        _ => None,
    }
}
