//! Items: declarations at global scope, in namespaces, buffers and structures.

use super::Parser;
use super::lookahead::template_key;
use crate::atom::Atom;
use crate::model::TokenKind;
use crate::syntax::grammar::Attributes;
use crate::syntax::problems::Expected;
use crate::syntax::tree::{Kind, NodeId};

impl Parser<'_> {
    /// One item; takes at least one token. Not called on `}` or at the end.
    pub fn item(&mut self) -> NodeId {
        let start = self.at;
        if self.too_deep() {
            self.skip_group();
            return self.node(Kind::Opaque, start, &[]);
        }
        self.depth += 1;
        let problems = self.tree.problems.len();
        let attributes = self.attributes();
        let node = self.item_after(start, attributes);
        self.one_problem_since(problems, node);
        self.depth -= 1;
        if self.at == start {
            self.at += 1;
            return self.node(Kind::Opaque, start, &[]);
        }
        node
    }

    pub fn item_after(&mut self, start: usize, attributes: Vec<NodeId>) -> NodeId {
        match self.text() {
            "}" | "" => self.node(Kind::Opaque, start, &attributes),
            ";" => {
                self.at += 1;
                self.node(Kind::Empty, start, &attributes)
            }
            "namespace" if self.opens_body() => self.body(Kind::Namespace, start, attributes),
            "enum" => {
                let ty = self.enumeration();
                self.defined(start, attributes, ty)
            }
            word if self.grammar.precision_statement == Some(word) => {
                self.skip_statement();
                self.node(Kind::Precision, start, &attributes)
            }
            "typedef" => self.typedef(start, attributes),
            "using" => {
                self.at += 1;
                if self.is_ident(self.at) && matches!(self.text_at(self.at + 1), "=" | "[") {
                    self.types.insert(self.code[self.at].text);
                }
                self.skip_statement();
                self.node(Kind::Using, start, &attributes)
            }
            "template" if self.text_at(self.at + 1) == "<" => self.template(start, attributes),
            "template" => self.instantiation(start, attributes),
            word if self.grammar.techniques.contains(&word) && self.opens_technique() => {
                while !self.done() && self.text() != "{" {
                    self.skip_group();
                }
                // A technique without a body ends with the unit.
                if !self.done() {
                    self.skip_group();
                }
                self.node(Kind::Technique, start, &attributes)
            }
            // `struct S;`.
            _ if self.begins_structure(self.at) && self.is_ident(self.at + 1) && self.text_at(self.at + 2) == ";" => {
                self.types.insert(self.code[self.at + 1].text);
                self.at += 3;
                self.node(Kind::Empty, start, &attributes)
            }
            _ if self.begins_structure(self.at) && self.defines_structure() => {
                let ty = self.structure();
                self.defined(start, attributes, ty)
            }
            _ => {
                if let Some(block) = self.block_of_variables() {
                    self.at = block;
                    return self.body(Kind::Buffer, start, attributes);
                }
                match self.qualified_definition() {
                    Some(definition) => {
                        self.at = definition;
                        let ty = if self.text() == "enum" { self.enumeration() } else { self.structure() };
                        self.defined(start, attributes, ty)
                    }
                    None => self.declaration_item(start, attributes),
                }
            }
        }
    }

    /// The word before the name of the block of variables here: one of `uniform block {` and `layout(...) uniform block {`.
    fn block_of_variables(&self) -> Option<usize> {
        let blocks = &self.grammar.blocks;
        let is_word = |at: usize| blocks.words.contains(&self.text_at(at));
        if !blocks.qualified {
            return (is_word(self.at) && self.opens_body()).then_some(self.at);
        }
        let (mut at, mut has_word) = (self.at, false);
        while let Some(after) = self.after_qualifier(at) {
            has_word |= is_word(at);
            at = after;
        }
        let is_named = self.is_ident(at) && !self.begins_structure(at) && self.text_at(at + 1) == "{";
        (has_word && is_named).then(|| at - 1)
    }

    /// `static const struct S { ... } s;`: where the definition begins.
    pub fn qualified_definition(&self) -> Option<usize> {
        let mut at = self.at;
        while let Some(next) = self.after_qualifier(at) {
            at = next;
        }
        if at == self.at {
            return None;
        }
        let defines = self.text_at(at) == "enum" || self.begins_structure(at) && self.defines_structure_at(at);
        defines.then_some(at)
    }

    fn declaration_item(&mut self, start: usize, attributes: Vec<NodeId>) -> NodeId {
        match self.declared(self.at) {
            Some(found) if self.text_at(found.after) == "(" => {
                let mut children = attributes;
                self.at = found.ty;
                children.push(self.ty(found.name));
                let whole = self.text() == "operator" || self.text_at(found.after - 1) != ">";
                while self.at < found.after && (whole || self.text() != "<") {
                    self.at += 1;
                }
                children.push(self.node(Kind::Name, found.name, &[]));
                if self.at < found.after {
                    let from = self.at;
                    self.at = found.after;
                    children.push(self.node(Kind::TemplateArguments, from, &[]));
                }
                children.push(self.parameters());
                if self.grammar.attributes == Attributes::Double {
                    children.extend(self.attributes());
                }
                self.take("const");
                self.annotations(&mut children);
                if self.text() == "{" {
                    children.push(self.block());
                } else {
                    let behind = self.at;
                    let rest = self.opaque_until(&["{"]);
                    if rest.is_some() && (self.is_ident(behind) || self.text() == "{") {
                        self.expected(behind, self.behind_parameters(behind));
                    }
                    children.extend(rest);
                    if self.text() == "{" {
                        children.push(self.block());
                    } else {
                        self.require(";");
                    }
                }
                self.node(Kind::Function, start, &children)
            }
            Some(found) => self.declaration(start, attributes, found),
            // `uint : 4;`.
            None if self.is_type_name(self.at)
                && self.text_at(self.at + 1) == ":"
                && self.code.get(self.at + 2).is_some_and(|code| code.kind == TokenKind::Number) =>
            {
                let mut children = attributes;
                children.push(self.ty(self.at + 1));
                children.push(self.annotation_word());
                self.take(";");
                self.node(Kind::Declaration, start, &children)
            }
            None if self.broken_declaration(self.at).is_some() => self.unfinished_declaration(start, &attributes),
            None => {
                self.note_broken_item();
                self.not_understood(start, attributes)
            }
        }
    }

    /// The token that is missing at `at`, behind the parameters of a function: `float4 f() SV_Target { ... }`.
    fn behind_parameters(&self, at: usize) -> Expected {
        let is_annotation = self.is_ident(at) && self.text_at(at + 1) == "{" && self.grammar.annotations.contains(&":");
        Expected::Token(if is_annotation { ":" } else { "{" })
    }

    /// Notes what is wrong with an item that is no declaration, if that is certain.
    fn note_broken_item(&mut self) {
        let at = self.at;
        let may_have_arguments = self.is_number_type(at) || self.is_resource_type(at);
        if may_have_arguments && self.text_at(at + 1) == "<" && self.after_angle(at + 1).is_none() {
            self.expected(at + 1, Expected::ClosingAngle);
        } else if self.is_number_type(at) && self.text_at(at + 1) == "=" {
            self.expected(at + 1, Expected::DeclaredName);
        } else if self.is_ident(at)
            && !self.is_known_type(at)
            && self.text_at(at + 1) == "("
            && self.after_group(at + 1).is_some_and(|after| self.text_at(after) == "{")
        {
            self.expected(at, Expected::ResultType);
        }
    }

    /// Up to and with `;` or a `{}`; or up to something that is a declaration, as behind a macro that was never
    /// defined.
    fn not_understood(&mut self, start: usize, attributes: Vec<NodeId>) -> NodeId {
        let begun = self.at;
        while !self.done() {
            match self.text() {
                "}" => break,
                ";" => {
                    self.at += 1;
                    break;
                }
                "{" => {
                    self.skip_group();
                    break;
                }
                _ if self.at > begun && self.declared(self.at).is_some() => break,
                _ => self.skip_group(),
            }
        }
        self.node(Kind::Opaque, start, &attributes)
    }

    /// Whether `keyword name? [: ...] {` stands here.
    fn opens_body(&self) -> bool {
        let mut at = self.at + 1;
        while at < self.code.len() && at < self.at + 64 {
            match self.text_at(at) {
                "{" => return true,
                ";" | "}" | "=" => return false,
                "(" => at = self.after_group(at).unwrap_or(at + 1),
                _ => at += 1,
            }
        }
        false
    }

    fn opens_technique(&self) -> bool {
        let at = if self.is_ident(self.at + 1) { self.at + 2 } else { self.at + 1 };
        matches!(self.text_at(at), "{" | "<")
    }

    /// Whether a structure is defined here, and not only named.
    pub fn defines_structure(&self) -> bool {
        self.defines_structure_at(self.at)
    }

    fn defines_structure_at(&self, from: usize) -> bool {
        let mut at = from + 1;
        while at < self.code.len() && at < from + 64 {
            match self.text_at(at) {
                "{" => return true,
                ";" | "(" | "=" | "}" | ")" | "[" => return false,
                _ => at += 1,
            }
        }
        false
    }

    fn body(&mut self, kind: Kind, start: usize, attributes: Vec<NodeId>) -> NodeId {
        let mut children = attributes;
        self.at += 1;
        if self.is_ident(self.at) {
            let name = self.at;
            self.at += 1;
            while self.text() == "::" && self.is_ident(self.at + 1) {
                self.at += 2;
            }
            children.push(self.node(Kind::Name, name, &[]));
        }
        self.annotations(&mut children);
        children.extend(self.opaque_until(&["{"]));
        self.items(&mut children);
        if kind == Kind::Buffer && self.grammar.blocks.instances && self.is_ident(self.at) {
            self.declarators(&mut children);
        }
        // Not required everywhere, but often written.
        self.take(";");
        self.node(kind, start, &children)
    }

    /// `{ items }`.
    fn items(&mut self, children: &mut Vec<NodeId>) {
        if self.text() != "{" {
            return;
        }
        self.at += 1;
        while !self.done() && self.text() != "}" {
            children.push(self.item());
        }
        self.take("}");
    }

    fn structure(&mut self) -> NodeId {
        let start = self.at;
        self.at += 1;
        let mut children = Vec::new();
        if self.is_ident(self.at) {
            self.types.insert(self.code[self.at].text);
            let name = self.at;
            self.at += 1;
            children.push(self.node(Kind::Name, name, &[]));
            if self.text() == "<"
                && let Some(after) = self.after_angle(self.at)
            {
                let from = self.at;
                self.at = after;
                children.push(self.node(Kind::TemplateArguments, from, &[]));
            }
        }
        if self.text() != "{" {
            let base = self.at;
            while !self.done() && self.text() != "{" {
                self.skip_group();
            }
            children.push(self.node(Kind::Base, base, &[]));
        }
        self.items(&mut children);
        self.node(Kind::Struct, start, &children)
    }

    fn enumeration(&mut self) -> NodeId {
        let start = self.at;
        self.at += 1;
        let mut children = Vec::new();
        self.at += usize::from(matches!(self.text(), "class" | "struct"));
        if self.is_ident(self.at) {
            self.types.insert(self.code[self.at].text);
            let name = self.at;
            self.at += 1;
            children.push(self.node(Kind::Name, name, &[]));
        }
        // The underlying type.
        if self.text() == ":" {
            children.push(self.annotation_word());
        }
        if self.text() == "{"
            && let Some(after) = self.after_group(self.at)
        {
            self.at += 1;
            while self.at + 1 < after {
                let from = self.at;
                if self.is_ident(self.at) {
                    self.at += 1;
                    let name = self.node(Kind::Name, from, &[]);
                    let mut parts = vec![name];
                    if self.take("=") {
                        parts.push(self.followed_by(Expected::Separator("}"), |parser| parser.assignment(&[])));
                    }
                    children.push(self.node(Kind::Enumerator, from, &parts));
                    if self.at + 1 < after && self.text() != "," {
                        self.expected(self.at, Expected::Separator("}"));
                    }
                }
                if !self.take(",") && self.at == from {
                    break;
                }
            }
            self.at = after;
        }
        self.node(Kind::Enum, start, &children)
    }

    /// A structure or enum has been read; declarators may follow.
    fn defined(&mut self, start: usize, attributes: Vec<NodeId>, definition: NodeId) -> NodeId {
        let ty = self.enclose(Kind::Type, definition, &[definition]);
        let mut children = attributes;
        children.push(ty);
        let is_definition = self.text_at(self.at - 1) == "}";
        if self.is_ident(self.at) && super::lookahead::ends_declarator(self.text_at(self.at + 1)) {
            self.declarators(&mut children);
        }
        // `enum T::X v;` only names a type.
        if is_definition {
            self.require(";");
        } else {
            self.take(";");
        }
        self.node(Kind::Declaration, start, &children)
    }

    fn typedef(&mut self, start: usize, attributes: Vec<NodeId>) -> NodeId {
        let mut children = attributes;
        self.at += 1;
        if self.begins_structure(self.at) && self.defines_structure() {
            let structure = self.structure();
            children.push(self.enclose(Kind::Type, structure, &[structure]));
        } else if let Some(found) = self.declared(self.at) {
            self.at = found.ty;
            children.push(self.ty(found.name));
        }
        if self.is_ident(self.at) && children.last().is_some_and(|last| self.tree.kind(*last) == Kind::Type) {
            let from = self.at;
            self.declarators(&mut children);
            let mut at = from;
            // Every name that is followed by the end of its declarator.
            while at < self.at {
                if self.is_ident(at) && matches!(self.text_at(at + 1), ";" | "," | "[") {
                    self.types.insert(self.code[at].text);
                }
                at += 1;
            }
        }
        self.skip_statement();
        self.node(Kind::Typedef, start, &children)
    }

    /// `template float f<float>(float);`, `template struct S<float>;`.
    fn instantiation(&mut self, start: usize, attributes: Vec<NodeId>) -> NodeId {
        let mut children = attributes;
        self.at += 1;
        if self.begins_structure(self.at) && !self.defines_structure() {
            let from = self.at;
            while !self.done() && !matches!(self.text(), ";" | "{" | "}") {
                self.skip_group();
            }
            children.push(self.node(Kind::Type, from, &[]));
            self.take(";");
        } else if !self.done() && self.text() != "}" {
            children.push(self.item());
        }
        self.node(Kind::Instantiation, start, &children)
    }

    /// Whether the item at a place behind `template<...>` is a variable: `static const bool x = true;`, `const T S<T>::x[2] = ...;`.
    fn is_variable_template(&self, at: usize) -> bool {
        if self.begins_structure(at) || matches!(self.text_at(at), "using" | "enum" | "template") {
            return false;
        }
        let mut at = at;
        while !matches!(self.text_at(at), "=" | "[" | ";" | "(" | "{" | "}" | "operator" | "") {
            at += 1;
        }
        at > self.at + 1 && matches!(self.text_at(at), "=" | "[" | ";")
    }

    /// The variable at a place behind `template<...>`, up to its `;`. A name inside of a structure is the structure's.
    fn variable_template(&mut self, at: usize) -> NodeId {
        let from = self.at;
        let mut end = at;
        while !matches!(self.text_at(end), "=" | "[" | ";") {
            end += 1;
        }
        let is_name = |at: &usize| {
            self.is_ident(*at)
                && (*at + 1 == end || self.text_at(*at + 1) == "<")
                && (*at == from || self.text_at(*at - 1) != "::")
        };
        let mut children = Vec::new();
        if let Some(name) = (at..end).filter(is_name).last() {
            self.types.insert(template_key(self.code[name].text));
            self.types.insert(Atom::from("template"));
            self.at = name + 1;
            children.push(self.node(Kind::Name, name, &[]));
            self.at = from;
        }
        self.skip_statement();
        self.node(Kind::TemplateVariable, from, &children)
    }

    fn template(&mut self, start: usize, attributes: Vec<NodeId>) -> NodeId {
        let mut children = attributes;
        self.at += 1;
        let from = self.at;
        let Some(after) = self.after_parameters(from) else {
            return self.not_understood(start, children);
        };
        for at in from..after {
            if matches!(self.text_at(at), "typename" | "class") && self.is_ident(at + 1) {
                self.types.insert(self.code[at + 1].text);
            }
        }
        self.at = after;
        children.push(self.node(Kind::TemplateArguments, from, &[]));
        if !self.done() && self.text() != "}" {
            let mut at = self.at;
            // Attributes stand before the item.
            while self.text_at(at) == "["
                && let Some(behind) = self.after_group(at)
            {
                at = behind;
            }
            if self.is_variable_template(at) {
                children.push(self.variable_template(at));
                return self.node(Kind::Template, start, &children);
            }
            let names_type = self.begins_structure(at) || self.text_at(at) == "using";
            let structure = (names_type && self.is_ident(at + 1)).then_some(at + 1);
            let function = || self.declared(at).filter(|found| self.text_at(found.after) == "(");
            if let Some(name) = structure.or_else(|| function().map(|found| found.name)) {
                let name = self.code[name].text;
                self.types.insert(template_key(name));
                self.types.insert(Atom::from("template"));
            }
            children.push(self.item());
        }
        self.node(Kind::Template, start, &children)
    }
}
