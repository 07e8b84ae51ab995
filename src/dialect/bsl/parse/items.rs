//! Items of a file, a namespace or a structure.

use std::rc::Rc;

use super::declarations::Specifiers;
use super::{Parse, Parser};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{
    Attribute, Declaration, Enumeration, Function, Instantiation, Item, Member, Path, Pipeline, Structure, Template,
    TemplateItem, TemplateParameter, TypeName,
};

/// Lines that make a create-info's names known.
pub const CREATE_INFO_WORDS: [&str; 4] = [
    "SHADER_LIBRARY_CREATE_INFO",
    "VERTEX_SHADER_CREATE_INFO",
    "FRAGMENT_SHADER_CREATE_INFO",
    "COMPUTE_SHADER_CREATE_INFO",
];

/// A function or variables behind their type.
enum Declared {
    Function(Rc<Function>),
    Variables(Declaration),
}

impl Parser<'_> {
    pub fn unit(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while !self.done() {
            if self.text() == "}" {
                let span = self.here();
                self.note(Diagnostic::error("bsl/unexpected-token", "this `}` closes nothing").at(span));
                self.advance();
                continue;
            }
            self.recovering_item(&mut items);
        }
        items
    }

    fn recovering_item(&mut self, items: &mut Vec<Item>) {
        let before = self.at;
        self.is_silent = false;
        if self.deeper(|parser| parser.item(items)).is_err() && !self.has_ended(before) {
            self.skip_statement();
            if self.at == before {
                self.skip_group();
            }
        }
        self.is_silent = false;
    }

    /// Whether what began at `start` was read to its end before its mistake was found.
    fn has_ended(&self, start: usize) -> bool {
        self.at > start && matches!(self.text_at(self.at - 1), "}" | ";")
    }

    fn item(&mut self, items: &mut Vec<Item>) -> Parse<()> {
        let start = self.at;
        let attributes = self.attributes()?;
        let item = match self.text() {
            ";" => {
                self.advance();
                return Ok(());
            }
            "inline" if self.next_text() == "namespace" => {
                self.advance();
                self.namespace()?
            }
            "namespace" => self.namespace()?,
            "return" => {
                let span = self.here();
                let problem = Diagnostic::error("bsl/return-outside", "`return` outside of a function");
                return Err(self.report(problem.at(span)));
            }
            "TEST" if self.next_text() == "(" => {
                let span = self.here();
                let problem = Diagnostic::error("bsl/test-placement", "a test outside of a function");
                return Err(self.report(problem.at(span)));
            }
            "using" => Item::Using(self.using()?),
            "template" => match self.template(attributes, start)? {
                Ok(template) => Item::Template(Rc::new(template)),
                Err(instantiation) => Item::Instantiation(Rc::new(instantiation)),
            },
            "struct" | "class" | "union" if self.defines_structure() => {
                let structure = self.structure(attributes)?;
                self.expect(";")?;
                Item::Structure(Rc::new(structure))
            }
            "enum" if self.defines_enumeration() => {
                let enumeration = self.enumeration(attributes)?;
                self.expect(";")?;
                Item::Enumeration(Rc::new(enumeration))
            }
            "PipelineGraphic" | "PipelineCompute" => self.pipeline(start)?,
            word if CREATE_INFO_WORDS.contains(&word) && self.next_text() == "(" => {
                self.at += 2;
                let name = self.ident("the name of a create-info")?;
                self.expect(")")?;
                self.take(";");
                Item::CreateInfo(name)
            }
            _ => match self.declared(attributes, start)? {
                Declared::Function(function) => Item::Function(function),
                Declared::Variables(declaration) => Item::Variable(Rc::new(declaration)),
            },
        };
        items.push(item);
        Ok(())
    }

    fn namespace(&mut self) -> Parse<Item> {
        self.advance();
        let mut path = vec![self.ident("the name of a namespace")?];
        while self.take("::") {
            path.push(self.ident("the name of a namespace")?);
        }
        self.expect("{")?;
        let mut items = Vec::new();
        while !self.done() && self.text() != "}" {
            self.recovering_item(&mut items);
        }
        self.expect("}")?;
        Ok(Item::Namespace(path, items))
    }

    /// Whether a body follows; `struct S x;` only names a type.
    fn defines_structure(&self) -> bool {
        for at in self.at + 1..(self.at + 64).min(self.tokens.len()) {
            match self.text_at(at) {
                "{" | ":" => return true,
                ";" => return true,
                "(" | "=" | "}" | ")" => return false,
                _ => {}
            }
        }
        false
    }

    fn defines_enumeration(&self) -> bool {
        for at in self.at + 1..(self.at + 64).min(self.tokens.len()) {
            match self.text_at(at) {
                "{" | ":" => return true,
                "(" | "=" | "}" | ")" | ";" => return false,
                _ => {}
            }
        }
        false
    }

    /// Up to its `}`.
    pub fn structure(&mut self, attributes: Vec<Attribute>) -> Parse<Structure> {
        let start = self.at;
        let is_union = self.text() == "union";
        self.advance();
        let mut attributes = attributes;
        attributes.extend(self.attributes()?);
        let mut name = None;
        let mut arguments = None;
        if self.has_name() {
            let ident = self.ident("the name of a structure")?;
            name = Some(ident);
            if self.text() == "<" {
                arguments = Some(self.template_arguments()?);
            }
        }
        if self.text() == ";" {
            let span = name.map_or_else(|| self.here(), |ident| ident.span);
            return Err(self.report(
                Diagnostic::error("bsl/forward-class", "a structure is declared without its members")
                    .at(span)
                    .help("Define it before its first use."),
            ));
        }
        if self.text() == ":" {
            let span = self.here();
            self.note(Diagnostic::error("bsl/inheritance", "a structure inherits from another").at(span));
            while !self.done() && self.text() != "{" {
                self.skip_group_before_brace();
            }
        }
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.done() && self.text() != "}" {
            let before = self.at;
            self.is_silent = false;
            if self.deeper(|parser| parser.member(&mut members, name.map(|ident| ident.name))).is_err() {
                self.skip_statement();
                if self.at == before {
                    self.skip_group();
                }
            }
            self.is_silent = false;
        }
        self.expect("}")?;
        Ok(Structure {
            attributes,
            is_union,
            name,
            arguments,
            members,
            declarators: Vec::new(),
            span: self.since(start),
        })
    }

    fn skip_group_before_brace(&mut self) {
        if self.text() == "{" {
            return;
        }
        self.skip_group();
    }

    fn member(&mut self, members: &mut Vec<Member>, structure: Option<Atom>) -> Parse<()> {
        let start = self.at;
        let attributes = self.attributes()?;
        let own_name = structure.is_some_and(|name| self.text() == name.as_str());
        match self.text() {
            ";" => {
                self.advance();
                return Ok(());
            }
            "public" | "private" | "protected" => {
                self.advance();
                return self.expect(":");
            }
            "~" => {
                let span = self.here();
                return Err(self.no_constructor("a destructor", span));
            }
            "explicit" => {
                let span = self.here();
                return Err(self.no_constructor("a constructor", span));
            }
            _ if own_name && self.next_text() == "(" => {
                let span = self.here();
                return Err(self.no_constructor("a constructor", span));
            }
            "virtual" => return Err(self.unexpected("a member")),
            "template" => {
                if let Ok(template) = self.template(attributes, start)? {
                    members.push(Member::Template(Rc::new(template)));
                    return Ok(());
                }
                let span = self.since(start);
                let message = "a template is instantiated inside of a structure";
                return Err(self.report(Diagnostic::error("bsl/template-form", message).at(span)));
            }
            "struct" | "class" | "union" if self.defines_structure() => {
                let mut structure = self.structure(attributes)?;
                if self.text() != ";" {
                    structure.declarators = self.declarators()?;
                }
                self.expect(";")?;
                members.push(Member::Structure(Rc::new(structure)));
            }
            "enum" if self.defines_enumeration() => {
                let enumeration = self.enumeration(attributes)?;
                self.expect(";")?;
                members.push(Member::Enumeration(Rc::new(enumeration)));
            }
            _ => members.push(match self.declared(attributes, start)? {
                Declared::Function(function) => Member::Function(function),
                Declared::Variables(declaration) => Member::Data(declaration),
            }),
        }
        Ok(())
    }

    fn no_constructor(&mut self, what: &str, span: Span) -> super::Broken {
        let message = format!("a structure declares {what}");
        self.report(
            Diagnostic::error("bsl/constructor", message).at(span).help("Write a function that returns the structure."),
        )
    }

    fn enumeration(&mut self, attributes: Vec<Attribute>) -> Parse<Enumeration> {
        self.advance();
        let is_class = self.take("class") || self.take("struct");
        let mut attributes = attributes;
        attributes.extend(self.attributes()?);
        let name = self.ident("the name of an enumeration")?;
        let base = if self.take(":") { Some(self.type_name(Specifiers::default())?) } else { None };
        self.expect("{")?;
        let mut values = Vec::new();
        while !self.take("}") {
            let ident = self.ident("the name of a value")?;
            let value = if self.take("=") { Some(self.assignment()?) } else { None };
            values.push((ident, value));
            if !self.take(",") {
                self.expect("}")?;
                break;
            }
        }
        Ok(Enumeration { attributes, is_class, name, base, values })
    }

    /// A template, or an instance that is asked for.
    fn template(&mut self, attributes: Vec<Attribute>, start: usize) -> Parse<Result<Template, Instantiation>> {
        self.advance();
        if self.text() != "<" {
            return Ok(Err(self.instantiation(attributes, start)?));
        }
        self.advance();
        let mut parameters = Vec::new();
        while !self.take_angle() {
            parameters.push(self.template_parameter()?);
            if !self.take(",") {
                if self.take_angle() {
                    break;
                }
                return Err(self.unexpected("`,` or `>`"));
            }
        }
        let item_start = self.at;
        let mut attributes = attributes;
        attributes.extend(self.attributes()?);
        let item = if matches!(self.text(), "struct" | "class" | "union") && self.defines_structure() {
            if self.is_name_at(self.at + 1) {
                let name = self.tokens[self.at + 1].token.text;
                self.templates.insert(name);
            }
            let structure = self.structure(attributes)?;
            self.expect(";")?;
            if let (Some(_), false) = (&structure.arguments, parameters.is_empty()) {
                return Err(self.partial(structure.span));
            }
            TemplateItem::Structure(Rc::new(structure))
        } else if self.text() == "using" || self.text() == "template" {
            let span = self.here();
            let message = "only functions and structures can be templates";
            return Err(self.report(Diagnostic::error("bsl/template-form", message).at(span)));
        } else {
            match self.declared(attributes, item_start)? {
                Declared::Function(function) => {
                    if function.name.last().arguments.is_some() && !parameters.is_empty() {
                        return Err(self.partial(function.name.span));
                    }
                    self.templates.insert(function.ident().name);
                    TemplateItem::Function(function)
                }
                Declared::Variables(declaration) => {
                    let message = "only functions and structures can be templates";
                    let problem = Diagnostic::error("bsl/template-form", message).at(declaration.span);
                    return Err(self.report(problem));
                }
            }
        };
        Ok(Ok(Template { parameters, item, span: self.since(start) }))
    }

    fn partial(&mut self, span: Span) -> super::Broken {
        self.report(
            Diagnostic::error("bsl/template-form", "a partial specialisation")
                .at(span)
                .help("Write a full specialisation: `template<>` with every argument."),
        )
    }

    fn template_parameter(&mut self) -> Parse<TemplateParameter> {
        let span = self.here();
        if self.text() == "template" {
            let message = "a template as a parameter of a template";
            return Err(self.report(Diagnostic::error("bsl/template-form", message).at(span)));
        }
        let is_type = matches!(self.text(), "typename" | "class");
        let ty = if is_type {
            self.advance();
            None
        } else {
            Some(self.type_name(Specifiers::default())?)
        };
        if self.text() == "..." || self.text() == "." && self.next_text() == "." {
            let span = self.here();
            return Err(self.report(Diagnostic::error("bsl/template-form", "a variadic template").at(span)));
        }
        let ident = self.ident("the name of a template's parameter")?;
        let mut default = None;
        if self.text() == "=" {
            default = Some(self.here());
            self.advance();
            self.template_default()?;
        }
        Ok(TemplateParameter { ident, ty, default })
    }

    fn template_default(&mut self) -> Parse<()> {
        while !self.done() && !matches!(self.text(), "," | ">" | ">>" | ";" | "{") {
            self.skip_group();
        }
        Ok(())
    }

    /// Behind `template`: `struct S<float>;` or a function's head.
    fn instantiation(&mut self, attributes: Vec<Attribute>, start: usize) -> Parse<Instantiation> {
        if matches!(self.text(), "struct" | "class") {
            self.advance();
            let path = self.path(true)?;
            self.expect(";")?;
            return Ok(Instantiation::Structure(path));
        }
        match self.declared(attributes, start)? {
            Declared::Function(function) if function.body.is_none() => Ok(Instantiation::Function(function)),
            Declared::Function(function) => {
                let message = "an instantiation has a body";
                let help = "Write `template<>` for a specialisation.";
                Err(self.report(Diagnostic::error("bsl/template-form", message).at(function.span).help(help)))
            }
            Declared::Variables(declaration) => {
                let message = "only functions and structures can be instantiated";
                Err(self.report(Diagnostic::error("bsl/template-form", message).at(declaration.span)))
            }
        }
    }

    /// A function, or variables.
    fn declared(&mut self, attributes: Vec<Attribute>, start: usize) -> Parse<Declared> {
        let specifiers = self.specifiers();
        if self.text() == "operator" {
            let span = self.here();
            return Err(self.no_operator(span));
        }
        let ty = self.type_name(specifiers)?;
        let reference = (self.text() == "&").then(|| self.here());
        let name_at = self.at + usize::from(reference.is_some());
        if self.text_at(name_at) == "operator" {
            let span = self.span_at(name_at);
            return Err(self.no_operator(span));
        }
        if !self.is_function_at(name_at) {
            return Ok(Declared::Variables(self.declaration_behind(attributes, specifiers, ty, start)?));
        }
        self.at = name_at;
        let name = self.path(true)?;
        self.function(attributes, specifiers, ty, reference, name, start)
    }

    fn no_operator(&mut self, span: Span) -> super::Broken {
        self.report(Diagnostic::error("bsl/operator-overload", "an operator is overloaded").at(span))
    }

    /// Whether a name, possibly with a scope and arguments, and a `(` follow.
    fn is_function_at(&self, at: usize) -> bool {
        let mut at = at;
        let limit = at + 64;
        while at < limit && self.is_name_at(at) {
            match self.text_at(at + 1) {
                "(" => return self.text_at(at + 2) != "&",
                "::" => at += 2,
                "<" => {
                    let mut depth = 0usize;
                    let mut next = at + 1;
                    while next < limit {
                        match self.text_at(next) {
                            "<" => depth += 1,
                            ">" => depth -= 1,
                            ">>" => depth = depth.saturating_sub(2),
                            ";" | "{" => return false,
                            _ => {}
                        }
                        next += 1;
                        if depth == 0 {
                            break;
                        }
                    }
                    match self.text_at(next) {
                        "(" => return true,
                        "::" => at = next + 1,
                        _ => return false,
                    }
                }
                _ => return false,
            }
        }
        false
    }

    fn function(
        &mut self,
        attributes: Vec<Attribute>,
        specifiers: Specifiers,
        result: TypeName,
        result_reference: Option<Span>,
        name: Path,
        start: usize,
    ) -> Parse<Declared> {
        self.expect("(")?;
        let parameters = self.parameters()?;
        let mut is_const = false;
        while self.text() == "const" {
            self.advance();
            is_const = true;
        }
        let body = if self.text() == "{" {
            Some(self.block()?)
        } else {
            self.expect(";")?;
            None
        };
        Ok(Declared::Function(Rc::new(Function {
            attributes,
            is_static: specifiers.is_static,
            result,
            result_reference,
            name,
            parameters,
            is_const,
            body,
            span: self.since(start),
        })))
    }

    /// `PipelineGraphic name(vs, fs, Table{.c = v});`.
    fn pipeline(&mut self, start: usize) -> Parse<Item> {
        let is_compute = self.text() == "PipelineCompute";
        self.advance();
        let ident = self.ident("the name of a pipeline")?;
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.take(")") {
            if self.text() == "&" {
                let span = self.here();
                let message = "a pipeline takes the function itself, not its address";
                return Err(
                    self.report(Diagnostic::error("bsl/pipeline-entry", message).at(span).help("Remove the `&`."))
                );
            }
            arguments.push(self.assignment()?);
            if !self.take(",") {
                self.expect(")")?;
                break;
            }
        }
        self.expect(";")?;
        Ok(Item::Pipeline(Rc::new(Pipeline { is_compute, ident, arguments, span: self.since(start) })))
    }
}
