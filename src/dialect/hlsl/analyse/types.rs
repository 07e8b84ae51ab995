//! Types: from tokens to [`Type`].

use super::rules::{Analyser, Found};
use super::{addresses, builtin};
use crate::atom::Atom;
use crate::ir::{Order, Resource, Scalar, Type, type_name};
use crate::model::TokenKind;
use crate::sema::numbers::{parts, with_scalar};
use crate::sema::types::MAX_NESTING;
use crate::sema::{Failed, Result, TemplateArgument, TypeCursor};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    /// The type before a declaration's names, stored as its qualifiers say.
    pub fn declared_type(&mut self, node: NodeId) -> Result<Type> {
        let order = self.qualifiers(node).order.unwrap_or(self.context.settings.order);
        match self.tree.child(node, Kind::Type) {
            Some(ty) => self.type_of(ty, order),
            None => self.not_understood(node),
        }
    }

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
        let mut cursor = TypeCursor::new(first, end);
        let ty = self.walk_type(&mut cursor, order, 0)?;
        let ty = self.dimensions_at(&mut cursor, ty)?;
        if !cursor.done() {
            let text = self.text(cursor.at);
            self.error("syntax", cursor.at, format!("`{text}` is not understood in a type"));
            return Err(Failed);
        }
        Ok(ty)
    }

    /// A type at the cursor's place, without dimensions.
    pub fn walk_type(&mut self, cursor: &mut TypeCursor, order: Order, depth: u32) -> Result<Type> {
        let mut order = order;
        if depth > MAX_NESTING {
            self.error("nesting", cursor.at, "template arguments are nested too deep");
            return Err(Failed);
        }
        while !cursor.done() {
            match self.text(cursor.at) {
                "row_major" => order = Order::RowMajor,
                "column_major" => order = Order::ColumnMajor,
                "struct" | "class" | "enum" | "const" | "volatile" | "precise" | "typename" | "unorm" | "snorm" => {}
                _ => break,
            }
            cursor.at += 1;
        }
        if cursor.done()
            || self.syntax.kinds.get(cursor.at as usize) != Some(&TokenKind::Ident) && self.text(cursor.at) != "::"
        {
            let at = cursor.at.min(cursor.end.saturating_sub(1));
            let text = self.text(at);
            self.error("syntax", at, format!("expected a type, found `{text}`"));
            return Err(Failed);
        }
        let begun = cursor.at;
        let mut ty = self.named_type(cursor, order, depth)?;
        while !cursor.done() && matches!(self.text(cursor.at), "const" | "precise") {
            cursor.at += 1;
        }
        if let Type::Void = ty
            && depth > 0
        {
            self.error("type", begun, "`void` cannot be a template argument");
            ty = Type::Scalar(Scalar::Int);
        }
        Ok(ty)
    }

    fn named_type(&mut self, cursor: &mut TypeCursor, order: Order, depth: u32) -> Result<Type> {
        let begun = cursor.at;
        let word = self.text(cursor.at);
        // A type of the unit may hide the language's.
        match word {
            "void" => {
                cursor.at += 1;
                return Ok(Type::Void);
            }
            "string" => {
                cursor.at += 1;
                return Ok(Type::String);
            }
            "unsigned" => {
                cursor.at += 1;
                let inner = self.text(cursor.at);
                let ty = if cursor.done() { None } else { builtin::number(inner, order) };
                let unsigned = |scalar| match scalar {
                    Scalar::Int => Scalar::Uint,
                    Scalar::Int16 => Scalar::Uint16,
                    Scalar::Int64 => Scalar::Uint64,
                    Scalar::Min16Int => Scalar::Min16Uint,
                    other => other,
                };
                return Ok(match ty {
                    Some(ty) => {
                        cursor.at += 1;
                        match parts(&ty) {
                            Some((scalar, _)) => with_scalar(&ty, unsigned(scalar)),
                            None => ty,
                        }
                    }
                    None => Type::Scalar(Scalar::Uint),
                });
            }
            "vector" | "matrix" if self.is_builtin_here(cursor.at) => {
                cursor.at += 1;
                return self.generic_number(word, cursor, order, depth);
            }
            _ => {}
        }
        let single = cursor.at + 1 >= cursor.end || self.text(cursor.at + 1) != "::";
        if single && word != "::" {
            if let Some(ty) = builtin::number(word, order) {
                cursor.at += 1;
                return Ok(ty);
            }
            if let Some(object) = builtin::object(word)
                && self.is_builtin_here(cursor.at)
            {
                cursor.at += 1;
                return self.object_type(begun, object, cursor, depth);
            }
            if let Some(ty) = builtin::structure(word)
                && self.is_builtin_here(cursor.at)
            {
                cursor.at += 1;
                return Ok(ty);
            }
            if builtin::is_of_vertices(word) && self.context.signatures && self.is_builtin_here(cursor.at) {
                return self.type_of_vertices(cursor, depth);
            }
            if builtin::is_foreign_object(word) && self.is_builtin_here(cursor.at) {
                self.unsupported(begun, format!("`{word}`"));
                return Err(Failed);
            }
        }
        let rooted = word == "::";
        if rooted {
            cursor.at += 1;
        }
        let mut parts = vec![self.atom(cursor.at)];
        cursor.at += 1;
        while cursor.at + 1 < cursor.end && self.text(cursor.at) == "::" {
            parts.push(self.atom(cursor.at + 1));
            cursor.at += 2;
        }
        let found = self.lookup_path(rooted, &parts);
        let name: Vec<&str> = parts.iter().map(Atom::as_str).collect();
        let name = name.join("::");
        if name == addresses::POINTER && matches!(found, Found::Nothing) {
            return self.pointer_type(begun, cursor, depth);
        }
        let mut ty = self.type_of_name(found, &name, begun, cursor, depth)?;
        // `S<float>::Inner`.
        while cursor.at + 1 < cursor.end && self.text(cursor.at) == "::" {
            let token = cursor.at + 1;
            let inner = self.atom(token);
            let decls = match &ty {
                Type::Struct(of) => self.lookup_member(&of.clone(), inner),
                _ => Vec::new(),
            };
            cursor.at += 2;
            let found = if decls.is_empty() { Found::Nothing } else { Found::Entities(decls) };
            ty = self.type_of_name(found, inner.as_str(), token, cursor, depth)?;
        }
        Ok(ty)
    }

    /// Whether the unit does not redeclare the word.
    fn is_builtin_here(&mut self, token: u32) -> bool {
        let name = self.atom(token);
        !matches!(self.lookup(name), Found::Entities(_) | Found::Argument(_))
    }

    /// `vector<T, n>`, `matrix<T, r, c>`.
    fn generic_number(&mut self, word: &str, cursor: &mut TypeCursor, order: Order, depth: u32) -> Result<Type> {
        let begun = cursor.at.saturating_sub(1);
        let arguments = if !cursor.done() && self.text(cursor.at) == "<" {
            self.template_arguments(cursor, depth)?
        } else {
            Vec::new()
        };
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
            self.error("template-arguments", begun, format!("the arguments of `{word}` are wrong"))
                .help(format!("Write `{form}` with a scalar type and sizes from 1 to 4."));
            Failed
        })
    }

    /// What a patch or stream consists of. Its number of points is read as any argument.
    fn type_of_vertices(&mut self, cursor: &mut TypeCursor, depth: u32) -> Result<Type> {
        cursor.at += 1;
        match self.template_arguments(cursor, depth)?.into_iter().next() {
            Some(TemplateArgument::Type(ty)) => Ok(ty),
            _ => Err(Failed),
        }
    }

    fn object_type(
        &mut self,
        begun: u32,
        object: builtin::Object,
        cursor: &mut TypeCursor,
        depth: u32,
    ) -> Result<Type> {
        let name = self.text(begun);
        let mut arguments = Vec::new();
        if !cursor.done() && self.text(cursor.at) == "<" {
            arguments = self.template_arguments(cursor, depth)?;
        }
        if object == builtin::Object::RayQuery {
            return match arguments.as_slice() {
                [TemplateArgument::Value(flags)] | [TemplateArgument::Value(flags), TemplateArgument::Value(0)]
                    if u32::try_from(*flags).is_ok() =>
                {
                    Ok(Type::Resource(Resource::RayQuery { flags: *flags as u32 }))
                }
                _ => {
                    self.error("template-arguments", begun, format!("`{name}` takes the flags of its rays"))
                        .help("Write for example `RayQuery<RAY_FLAG_NONE>`.");
                    Err(Failed)
                }
            };
        }
        let argument = match arguments.first() {
            None => None,
            Some(TemplateArgument::Type(ty)) => Some(ty),
            Some(TemplateArgument::Value(_)) => {
                self.error("template-arguments", begun, format!("`{name}` takes a type"));
                return Err(Failed);
            }
        };
        match object.with(argument) {
            Ok(resource) => Ok(Type::Resource(resource)),
            Err(why) => {
                let given = argument.map(type_name);
                let diagnostic = self.error("template-arguments", begun, format!("`{name}` {why}"));
                if let Some(given) = given {
                    diagnostic.under(format!("`{given}` is given"));
                }
                Err(Failed)
            }
        }
    }
}

/// Types that a misspelled name may mean.
pub const COMMON_TYPES: [&str; 22] = [
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
