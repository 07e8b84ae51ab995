//! Types, declarators, attributes and parameters.

use super::{Parse, Parser};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{
    Attribute, Binding, Declaration, Declarator, Expr, ExprKind, Ident, Parameter, TypeName,
};
use crate::dialect::bsl::legacy::{INTERFACE_PREFIX, TABLE_PREFIX};
use crate::dialect::bsl::types::built_in;
use crate::model::TokenKind;

/// Tokens of template arguments that are looked at to find out whether a declaration begins.
const MAX_LOOKAHEAD: usize = 96;

/// What may stand before a declaration's type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Specifiers {
    pub is_static: bool,
    pub is_constexpr: bool,
    pub is_const: bool,
}

impl Parser<'_> {
    /// The token behind a type that may begin at `at`.
    fn after_type(&self, at: usize) -> Option<usize> {
        let mut at = at;
        if self.text_at(at) == "::" {
            at += 1;
        }
        loop {
            if !self.is_free_at(at) {
                return None;
            }
            at += 1;
            if self.text_at(at) == "<" {
                at = self.after_angles(at)?;
            }
            if self.text_at(at) != "::" {
                break;
            }
            at += 1;
        }
        while self.text_at(at) == "const" {
            at += 1;
        }
        Some(at)
    }

    /// The token behind the `>` that closes the `<` at `at`.
    fn after_angles(&self, at: usize) -> Option<usize> {
        let (mut depth, mut round) = (0usize, 0usize);
        for next in at..(at + MAX_LOOKAHEAD).min(self.tokens.len()) {
            match self.text_at(next) {
                "<" if round == 0 => depth += 1,
                ">" if round == 0 => depth -= 1,
                ">>" if round == 0 => depth = depth.saturating_sub(2),
                "(" => round += 1,
                ")" => round = round.checked_sub(1)?,
                ";" | "{" | "}" | "&&" | "||" | "=" => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(next + 1);
            }
        }
        None
    }

    /// Whether a declaration of variables begins here, behind attributes.
    pub fn begins_declaration(&self) -> bool {
        if matches!(self.text(), "static" | "const" | "constexpr" | "inline") {
            return true;
        }
        let Some(at) = self.after_type(self.at) else { return false };
        let ends = |text: &str| matches!(text, ";" | "=" | "," | "[" | "{" | ":" | ")" | "(");
        match self.text_at(at) {
            // `auto [a, b] = e;`
            "[" => self.text() == "auto",
            "&" => {
                let name = at + 1;
                self.text() == "auto" && self.text_at(name) == "["
                    || self.is_free_at(name) && matches!(self.text_at(name + 1), "=" | ";" | "," | ")" | ":")
            }
            "(" => self.text_at(at + 1) == "&" && self.is_name_at(at + 2),
            "*" => built_in(self.tokens[self.at].token.text).is_some(),
            _ => self.is_free_at(at) && ends(self.text_at(at + 1)),
        }
    }

    pub fn specifiers(&mut self) -> Specifiers {
        let mut found = Specifiers::default();
        loop {
            match self.text() {
                "static" => {
                    if found.is_constexpr {
                        let span = self.here();
                        self.note(
                            Diagnostic::error("bsl/constexpr-order", "`static` stands behind `constexpr`")
                                .at(span)
                                .help("Write `static constexpr`."),
                        );
                    }
                    found.is_static = true;
                }
                "constexpr" => found.is_constexpr = true,
                "const" => found.is_const = true,
                "inline" => {}
                "virtual" => break,
                _ => break,
            }
            self.advance();
        }
        found
    }

    /// A type, with `const` before or behind it.
    pub fn type_name(&mut self, specifiers: Specifiers) -> Parse<TypeName> {
        let start = self.at;
        let mut is_const = specifiers.is_const;
        while self.take("const") {
            is_const = true;
        }
        if matches!(self.text(), "enum" | "struct" | "class" | "typename") {
            self.advance();
        }
        let path = self.path(true)?;
        while self.take("const") {
            is_const = true;
        }
        if self.text() == "*" {
            return Err(self.unsupported("pointers", self.here()));
        }
        Ok(TypeName { path, is_const, span: self.since(start) })
    }

    /// `[[...]]`, as many as there are; lists that stand side by side are one.
    pub fn attributes(&mut self) -> Parse<Vec<Attribute>> {
        let mut all = Vec::new();
        while self.text() == "[" && self.next_text() == "[" {
            self.at += 2;
            while self.text() != "]" {
                let start = self.at;
                let mut name = self.ident("the name of an attribute")?;
                if self.text() == "::" {
                    self.advance();
                    let second = self.ident("the name of an attribute")?;
                    name = Ident { name: format!("{}::{}", name.name, second.name).into(), span: self.since(start) };
                }
                let mut arguments = Vec::new();
                if self.take("(") {
                    arguments = self.arguments()?;
                }
                all.push(Attribute { name, arguments });
                if !self.take(",") {
                    break;
                }
            }
            self.expect("]")?;
            self.expect("]")?;
        }
        Ok(all)
    }

    /// A declaration of variables, with its `;`.
    pub fn declaration(&mut self, attributes: Vec<Attribute>, start: usize) -> Parse<Declaration> {
        let specifiers = self.specifiers();
        let ty = self.type_name(specifiers)?;
        self.declaration_behind(attributes, specifiers, ty, start)
    }

    /// The declarators of a declaration, with its `;`.
    pub fn declaration_behind(
        &mut self,
        attributes: Vec<Attribute>,
        specifiers: Specifiers,
        ty: TypeName,
        start: usize,
    ) -> Parse<Declaration> {
        let declarators = self.declarators()?;
        self.expect(";")?;
        let Specifiers { is_static, is_constexpr, .. } = specifiers;
        let (attributes, ty, declarators) = legacy_table(attributes, ty, declarators);
        Ok(Declaration { attributes, is_static, is_constexpr, ty, declarators, span: self.since(start) })
    }

    pub fn declarators(&mut self) -> Parse<Vec<Declarator>> {
        let mut all = vec![self.declarator()?];
        while self.take(",") {
            all.push(self.declarator()?);
        }
        Ok(all)
    }

    fn declarator(&mut self) -> Parse<Declarator> {
        let mut declarator = self.declarator_name(false)?;
        if self.text() == ":" {
            self.advance();
            declarator.width = Some(Box::new(self.binary(0, false)?));
        }
        if self.take("=") {
            declarator.initialiser = Some(self.assignment()?);
        } else if self.text() == "{" {
            let list = self.list()?;
            let span = list.span;
            declarator.initialiser = Some(Expr { kind: ExprKind::List(list), span });
        }
        Ok(declarator)
    }

    /// `a`, `&a`, `(&a)`, with extents. A parameter may have no name.
    fn declarator_name(&mut self, may_be_unnamed: bool) -> Parse<Declarator> {
        let mut is_reference = self.take("&");
        let is_enclosed = !is_reference && self.text() == "(" && self.next_text() == "&";
        if is_enclosed {
            self.at += 2;
            is_reference = true;
        }
        let ident = if may_be_unnamed && !self.is_name() {
            Ident { name: Default::default(), span: self.here() }
        } else {
            self.ident("a name")?
        };
        if is_enclosed {
            self.expect(")")?;
        }
        let mut extents = Vec::new();
        while self.text() == "[" && self.next_text() != "[" {
            let place = self.here();
            self.advance();
            let size = if self.text() == "]" { None } else { Some(self.expression()?) };
            self.expect("]")?;
            extents.push((size, place));
        }
        Ok(Declarator { ident, is_reference, extents, width: None, initialiser: None })
    }

    /// `auto [a, b] = e;`, where it is one.
    pub fn binding(&mut self) -> Parse<Option<Binding>> {
        let start = self.at;
        let is_const = self.text() == "const";
        let at = self.at + usize::from(is_const);
        let reference = self.text_at(at + 1) == "&";
        let list = at + 1 + usize::from(reference);
        if self.text_at(at) != "auto" || self.text_at(list) != "[" {
            return Ok(None);
        }
        let is_reference = reference.then(|| self.span_at(at + 1));
        self.at = list + 1;
        let mut names = Vec::new();
        loop {
            names.push(self.ident("a name")?);
            if !self.take(",") {
                break;
            }
        }
        self.expect("]")?;
        self.expect("=")?;
        let initialiser = self.assignment()?;
        self.expect(";")?;
        Ok(Some(Binding { is_reference, names, initialiser, span: self.since(start) }))
    }

    /// Behind `(`, with the `)`.
    pub fn parameters(&mut self) -> Parse<Vec<Parameter>> {
        let mut all = Vec::new();
        if self.take(")") {
            return Ok(all);
        }
        if self.text() == "void" && self.next_text() == ")" {
            self.at += 2;
            return Ok(all);
        }
        loop {
            all.push(self.parameter()?);
            if self.take(")") {
                return Ok(all);
            }
            if !self.take(",") {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
    }

    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.at;
        let attributes = self.attributes()?;
        let specifiers = self.specifiers();
        let ty = self.type_name(specifiers)?;
        let mut declarator = self.declarator_name(true)?;
        if self.take("=") {
            declarator.initialiser = Some(self.assignment()?);
        }
        Ok(Parameter { attributes, ty, declarator, span: self.since(start) })
    }

    /// Whether the next token is an identifier.
    pub fn has_name(&self) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.token.kind == TokenKind::Ident)
    }

    pub fn path_span(&self, start: usize) -> Span {
        self.since(start)
    }
}

/// `[[legacy_info]] ShaderCreateInfo name;` is the table of that info, `[[legacy_iface]] StageInterfaceInfo name;` that of
/// an interface.
fn legacy_table(
    mut attributes: Vec<Attribute>,
    mut ty: TypeName,
    mut declarators: Vec<Declarator>,
) -> (Vec<Attribute>, TypeName, Vec<Declarator>) {
    let named = attributes.iter_mut().find_map(|attribute| match attribute.name.name.as_str() {
        "legacy_info" => Some((attribute, "ShaderCreateInfo", TABLE_PREFIX)),
        "legacy_iface" => Some((attribute, "StageInterfaceInfo", INTERFACE_PREFIX)),
        _ => None,
    });
    if let (Some((attribute, word, prefix)), [declarator]) = (named, declarators.as_mut_slice())
        && ty.path.single().is_some_and(|ident| ident.name == word)
    {
        attribute.name.name = Atom::from("resource_table");
        let last = ty.path.parts.len() - 1;
        ty.path.parts[last].ident =
            Ident { name: Atom::from(&format!("{prefix}{}", declarator.ident.name)), span: declarator.ident.span };
        declarator.is_reference = true;
    }
    (attributes, ty, declarators)
}
