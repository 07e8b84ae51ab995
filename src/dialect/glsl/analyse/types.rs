//! Types: from tokens to [`Type`].

use super::rules::Analyser;
use crate::dialect::glsl::extensions;
use crate::dialect::glsl::words::{ResourceName, is_qualifier, number_type, resource_type};
use crate::ir::Type;
use crate::model::TokenKind;
use crate::sema::{Failed, Result, TypeCursor};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    /// The type before a declaration's names.
    pub fn declared_type(&mut self, node: NodeId) -> Result<Type> {
        match self.tree.child(node, Kind::Type) {
            Some(ty) => self.type_of(ty),
            None => self.not_understood(node),
        }
    }

    /// The type of a Type node. A structure in it is defined.
    pub fn type_of(&mut self, node: NodeId) -> Result<Type> {
        if let Some(inner) = self.tree.children(node).next()
            && self.kind(inner) == Kind::Struct
        {
            return self.structure(inner);
        }
        let (first, end) = (self.tree.node(node).first, self.tree.node(node).last);
        let mut cursor = TypeCursor::new(first, end);
        let ty = self.walk_type(&mut cursor)?;
        let ty = self.dimensions_at(&mut cursor, ty)?;
        if !cursor.done() {
            let text = self.text(cursor.at);
            self.error("syntax", cursor.at, format!("`{text}` is not understood in a type"));
            return Err(Failed);
        }
        Ok(ty)
    }

    /// Reports a word whose extension the unit has not enabled.
    pub fn needs_extension(&mut self, word: &str, token: u32) -> Result<()> {
        self.needs_one_of(extensions::needed(word), word, token)
    }

    /// The same of a construct that none of `extensions` allows here; `what` is its spelling.
    pub fn needs_one_of(&mut self, extensions: &[&str], what: &str, token: u32) -> Result<()> {
        let Some(first) = extensions.first().filter(|_| !self.context.settings.extensions.has_any(extensions)) else {
            return Ok(());
        };
        if self.context.settings.extensions.has_unknown() {
            self.unsupported(token, format!("`{what}` by another extension than `{first}`"));
            return Err(Failed);
        }
        self.error("extension", token, format!("`{what}` needs an extension, which nothing enables"))
            .help(format!("Write `#extension {first} : require` behind `#version`."));
        Err(Failed)
    }

    /// Reports a word of an extension that the unit enables, and of which the embedded compiler has nothing but the name.
    pub fn not_recognised(&mut self, word: &str, token: u32) -> Result<()> {
        let of = extensions::of_recognised(word);
        let Some(of) = of.filter(|of| self.context.settings.extensions.has_any(&[of])) else { return Ok(()) };
        self.unsupported(token, format!("`{word}` of `{of}`"));
        Err(Failed)
    }

    /// A type at the cursor's place, without dimensions.
    pub fn walk_type(&mut self, cursor: &mut TypeCursor) -> Result<Type> {
        while !cursor.done() && (is_qualifier(self.text(cursor.at)) || self.text(cursor.at) == "struct") {
            cursor.at += 1;
        }
        let at = cursor.at.min(cursor.end.saturating_sub(1));
        let word = self.text(at);
        if cursor.done() || self.syntax.kinds.get(at as usize) != Some(&TokenKind::Ident) {
            self.error("syntax", at, format!("expected a type, found `{word}`"));
            return Err(Failed);
        }
        cursor.at += 1;
        if word == "void" {
            return Ok(Type::Void);
        }
        if let Some(ty) = number_type(word) {
            self.needs_extension(word, at)?;
            return Ok(ty);
        }
        match resource_type(word) {
            Some(ResourceName::Known(resource)) => {
                self.needs_extension(word, at)?;
                return Ok(Type::Resource(resource));
            }
            Some(ResourceName::Foreign) => {
                self.unsupported(at, format!("`{word}`"));
                return Err(Failed);
            }
            None => {}
        }
        if is_foreign_number(word) {
            self.unsupported(at, format!("`{word}`"));
            return Err(Failed);
        }
        let name = self.atom(at);
        let found = self.lookup(name);
        self.type_of_name(found, word, at, cursor, 0)
    }
}

/// Numbers of 8 bits, which the program cannot represent.
pub fn is_foreign_number(word: &str) -> bool {
    matches!(word, "int8_t" | "uint8_t")
        || word.strip_prefix("i8vec").or(word.strip_prefix("u8vec")).is_some_and(|size| matches!(size, "2" | "3" | "4"))
}

/// Types that a misspelled name may mean.
pub const COMMON_TYPES: [&str; 20] = [
    "float",
    "vec2",
    "vec3",
    "vec4",
    "mat2",
    "mat3",
    "mat4",
    "int",
    "ivec2",
    "ivec3",
    "ivec4",
    "uint",
    "uvec2",
    "uvec3",
    "uvec4",
    "bool",
    "sampler2D",
    "samplerCube",
    "sampler3D",
    "image2D",
];
