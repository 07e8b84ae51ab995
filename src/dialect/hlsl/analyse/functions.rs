//! Functions: heads, then bodies.

use std::sync::Arc;

use ustr::Ustr;

use super::analyser::{Analyser, Body, LocalMeaning, Owner};
use super::entity::{Decl, Entity, ParameterInfo, Signature};
use super::flow;
use super::report::{Failed, Place, Result};
use super::show::type_name;
use super::unit::qualified;
use crate::dialect::hlsl::interface::{HlslWords, StageWords, Varying};
use crate::ir::{Changes, Function, Item, Local, LocalId, Parameter, Passing, Symbol, TokenIndex, Type, writes_this};
use crate::syntax::{Kind, NodeId};

/// A parameter with what only its function's item needs.
struct Read {
    info: ParameterInfo,
    uniform: bool,
    constant: bool,
    stage: StageWords,
    token: u32,
}

/// Functions of more parameters than this are refused.
const MAX_PARAMETERS: usize = 256;

impl Analyser<'_, '_> {
    pub fn function(&mut self, node: NodeId) -> Result<()> {
        let Some(name) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        // `S::f` outside of its structure.
        let range = *self.tree.node(name);
        let parts: Vec<Ustr> = (range.first..range.last)
            .filter(|token| !matches!(self.text(*token), "::"))
            .map(|token| self.ustr(token))
            .collect();
        let is_operator = parts.first().is_some_and(|part| part.as_str() == "operator");
        if parts.len() > 1 && !is_operator {
            return self.member_definition(node, &parts);
        }
        if self.is_geometry_shader(node) {
            // It concerns no other stage, and that one has another compiler.
            return Ok(());
        }
        let signature = self.function_head(node, None, None, None)?;
        self.declare_function(node, &signature)?;
        if self.tree.child(node, Kind::Block).is_some() {
            self.function_body(node, &signature)?;
        }
        Ok(())
    }

    /// The body of a method, outside of its structure.
    fn member_definition(&mut self, node: NodeId, parts: &[Ustr]) -> Result<()> {
        let Some(name_node) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        let token = self.first(name_node);
        let (method, path) = parts.split_last().map_or((Ustr::from(""), parts), |(last, path)| (*last, path));
        let found = self.lookup_path(false, path);
        let info = match found {
            super::lookup::Found::Entities(decls) => decls.into_iter().find_map(|decl| match decl.entity {
                Entity::Struct(info) => Some(info),
                _ => None,
            }),
            _ => None,
        };
        let Some(info) = info else {
            let path: Vec<&str> = path.iter().map(Ustr::as_str).collect();
            // A function of a namespace, from outside of it.
            let outer = self.context.namespace;
            let inner = path.iter().fold(outer, |outer, part| qualified(outer, Ustr::from(part)));
            if self.consult(inner, true).iter().any(|decl| matches!(decl.entity, Entity::Namespace)) {
                self.context.namespace = inner;
                let result = self.function_head(node, None, None, None).and_then(|signature| {
                    self.declare_function(node, &signature)?;
                    match self.tree.child(node, Kind::Block) {
                        Some(_) => self.function_body(node, &signature),
                        None => Ok(()),
                    }
                });
                self.context.namespace = outer;
                return result;
            }
            let path = path.join("::");
            self.error("hlsl/unknown-name", token, format!("unknown structure or namespace `{path}`"));
            return Err(Failed);
        };
        let this = Type::Struct(Arc::clone(&info.ty));
        self.owners.push(Owner { name: info.ty.symbol.0, ty: Some(this.clone()), bases: info.bases.clone() });
        let head = self.function_head(node, Some(&this), None, None);
        let result = head.and_then(|mut signature| {
            let declared = self.consult(qualified(info.ty.symbol.0, method), false);
            let known = declared.iter().find_map(|decl| match &decl.entity {
                Entity::Function(known) if super::overloads::same_parameters(known, &signature) => Some(known),
                _ => None,
            });
            match known {
                Some(known) => {
                    // Defaults and `static` stand inside.
                    signature = Arc::clone(known);
                    self.function_body(node, &signature)
                }
                None => {
                    let (of, shown) = (info.ty.symbol.0, signature.symbol.0);
                    self.error("hlsl/unknown-method", token, format!("`{of}` declares no `{shown}`"));
                    Err(Failed)
                }
            }
        });
        self.owners.pop();
        result
    }

    /// The head of a method inside its structure.
    pub fn method_head(&mut self, node: NodeId, this: &Type) -> Result<Arc<Signature>> {
        let words = self.qualifiers(node);
        let signature = self.function_head(node, (!words.is_static).then_some(this), None, None)?;
        self.declare_function(node, &signature)?;
        Ok(signature)
    }

    /// Name, parameters, result. `suffix` are the arguments of a template's instance.
    pub fn function_head(
        &mut self,
        node: NodeId,
        this: Option<&Type>,
        suffix: Option<&str>,
        name: Option<Ustr>,
    ) -> Result<Arc<Signature>> {
        let Some(name_node) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        let name = name.unwrap_or_else(|| self.function_name(name_node));
        if self.text(self.first(name_node)) == "operator" {
            self.since_2021(self.first(name_node), "operators of structures are")?;
        }
        let words = self.qualifiers(node);
        let Some(ty) = self.tree.child(node, Kind::Type) else { return self.not_understood(node) };
        let result = self.type_of(ty, words.order.unwrap_or(self.context.order));
        let parameters = self.parameters(node);
        let (result, parameters) = (result?, parameters?);
        if matches!(result, Type::Array(..)) {
            self.error("hlsl/type", self.first(ty), "a function cannot return an array");
            return Err(Failed);
        }
        let parameters: Vec<ParameterInfo> = parameters.into_iter().map(|read| read.info).collect();
        let mut seen_default = false;
        for parameter in &parameters {
            if seen_default && parameter.default.is_none() {
                let shown = parameter.name;
                self.error(
                    "hlsl/initialiser",
                    self.first(name_node),
                    format!("the parameter `{shown}` needs a default, as one before it has"),
                );
                return Err(Failed);
            }
            seen_default |= parameter.default.is_some();
        }
        let types: Vec<String> = parameters
            .iter()
            .map(|parameter| {
                let way = match parameter.passing {
                    Passing::In => "",
                    Passing::Out => "out ",
                    Passing::InOut => "inout ",
                };
                format!("{way}{}", type_name(&parameter.ty))
            })
            .collect();
        let full = self.full_name(name);
        let symbol = Symbol(Ustr::from(&format!("{full}{}({})", suffix.unwrap_or(""), types.join(","))));
        Ok(Arc::new(Signature { symbol, name, this: this.cloned(), parameters, result }))
    }

    /// `f`; `operator+`, `operator()`.
    pub fn function_name(&self, name: NodeId) -> Ustr {
        let range = self.tree.node(name);
        if self.text(range.first) == "operator" {
            let mut end = range.last;
            // The parser's name may end before the operator.
            if end == range.first + 1 {
                while self.text(end) != "(" || end == range.first + 1 {
                    end += 1;
                    if end as usize >= self.syntax.texts.len() {
                        break;
                    }
                    if self.text(end) == "(" && end > range.first + 1 {
                        break;
                    }
                }
            }
            let spelled: String = (range.first..end).map(|token| self.text(token)).collect();
            return Ustr::from(&spelled);
        }
        self.ustr(range.last.saturating_sub(1))
    }

    fn parameters(&mut self, node: NodeId) -> Result<Vec<Read>> {
        let Some(list) = self.tree.child(node, Kind::Parameters) else { return self.not_understood(node) };
        let mut all = Vec::new();
        let mut result = Ok(());
        let children = self.operands(list);
        if children.len() > MAX_PARAMETERS {
            self.error("hlsl/type", self.first(list), "a function has too many parameters");
            return Err(Failed);
        }
        for child in children {
            if self.kind(child) == Kind::Declaration {
                match self.parameter(child) {
                    Ok(read) => all.push(read),
                    Err(Failed) => result = Err(Failed),
                }
            } else {
                match self.unnamed_parameter(child) {
                    Ok(Some(read)) => all.push(read),
                    Ok(None) => {}
                    Err(Failed) => result = Err(Failed),
                }
            }
        }
        result.map(|()| all)
    }

    fn parameter(&mut self, node: NodeId) -> Result<Read> {
        let attributes = self.stage_attributes(node)?;
        let words = self.qualifiers(node);
        if words.primitive {
            self.unsupported(self.first(node), "a geometry shader's input");
            return Err(Failed);
        }
        let (Some(ty), Some(declarator)) = (self.tree.child(node, Kind::Type), self.tree.child(node, Kind::Declarator))
        else {
            return self.not_understood(node);
        };
        let base = self.type_of(ty, words.order.unwrap_or(self.context.order))?;
        let declared = self.declarator(declarator, &base)?;
        let holds = super::types::holds_resource(&declared.ty);
        if declared.ty == Type::Void || matches!(declared.ty, Type::Array(_, None)) && !holds {
            let (name, shown) = (declared.name, type_name(&declared.ty));
            self.error("hlsl/type", declared.token, format!("the parameter `{name}` cannot be `{shown}`"));
            return Err(Failed);
        }
        let passing = match (words.input, words.output) {
            (true, true) => Passing::InOut,
            (false, true) => Passing::Out,
            _ => Passing::In,
        };
        let default = match declared.initialiser {
            Some(initialiser) => Some(self.initialiser(initialiser, &declared.ty)?),
            None => None,
        };
        Ok(Read {
            info: ParameterInfo { name: declared.name, ty: declared.ty, passing, default },
            uniform: words.uniform,
            constant: words.constant,
            stage: StageWords {
                semantic: attributes.semantic.or(declared.annotations.semantic),
                varying: Varying { location: attributes.location, ..words.varying },
            },
            token: declared.token,
        })
    }

    /// `void`, or a type alone, as in a prototype.
    fn unnamed_parameter(&mut self, node: NodeId) -> Result<Option<Read>> {
        let range = *self.tree.node(node);
        if self.kind(node) != Kind::Opaque {
            return self.not_understood(node);
        }
        if range.last == range.first + 1 && self.text(range.first) == "void" {
            return Ok(None);
        }
        let mut first = range.first;
        let (mut input, mut output) = (false, false);
        while first < range.last {
            match self.text(first) {
                "in" => input = true,
                "out" => output = true,
                "inout" => (input, output) = (true, true),
                "const" | "uniform" => {}
                _ => break,
            }
            first += 1;
        }
        let mut walk = super::types::Walk::new(first, range.last);
        let ty = self.walk_type(&mut walk, self.context.order, 0)?;
        if !walk.done() {
            let text = self.text(walk.at);
            self.error("hlsl/syntax", walk.at, format!("`{text}` is not understood in a parameter"));
            return Err(Failed);
        }
        let passing = match (input, output) {
            (true, true) => Passing::InOut,
            (false, true) => Passing::Out,
            _ => Passing::In,
        };
        Ok(Some(Read {
            info: ParameterInfo { name: Ustr::from(""), ty, passing, default: None },
            uniform: false,
            constant: false,
            stage: StageWords::default(),
            token: range.first,
        }))
    }

    /// Makes a function known; checks it against others of its name.
    fn declare_function(&mut self, node: NodeId, signature: &Arc<Signature>) -> Result<()> {
        let Some(name_node) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        let token = self.first(name_node);
        let full = self.full_name(signature.name);
        let known = self.consult(full, true);
        for decl in &known {
            let place = Place { chunk: decl.chunk, token: decl.token };
            match &decl.entity {
                Entity::Function(other) if super::overloads::same_parameters(other, signature) => {
                    let passing = |signature: &Signature| -> Vec<Passing> {
                        signature.parameters.iter().map(|parameter| parameter.passing).collect()
                    };
                    if !super::conversions::same(&other.result, &signature.result)
                        || passing(other) != passing(signature)
                    {
                        let name = signature.name;
                        self.error(
                            "hlsl/redefinition",
                            token,
                            format!("`{name}` is declared with the same parameters and another result"),
                        )
                        .label(place, "first declared here");
                        return Err(Failed);
                    }
                }
                Entity::Function(_) | Entity::FunctionTemplate(_) | Entity::Namespace | Entity::Poison => {}
                other => {
                    let (name, what) = (signature.name, other.describe());
                    self.error("hlsl/redefinition", token, format!("`{name}` is already a {what}"))
                        .label(place, "declared here");
                    return Err(Failed);
                }
            }
        }
        let meaning = self.meaning(signature.symbol.0.as_str());
        let declared_before = known.iter().find_map(|decl: &Decl| match &decl.entity {
            Entity::Function(other) if other.symbol == signature.symbol => Some(Arc::clone(other)),
            _ => None,
        });
        // A definition behind its prototype has the prototype's defaults.
        let entity = match declared_before {
            Some(before) if signature.parameters.iter().all(|parameter| parameter.default.is_none()) => before,
            _ => Arc::clone(signature),
        };
        self.declare_global(full, Entity::Function(entity), token, meaning);
        Ok(())
    }

    /// Analyses the body and makes the item.
    pub fn function_body(&mut self, node: NodeId, signature: &Arc<Signature>) -> Result<()> {
        let Some(block) = self.tree.child(node, Kind::Block) else { return Ok(()) };
        let name_token = self.tree.child(node, Kind::Name).map_or(self.first(node), |name| self.first(name));
        if self.context.heads_only {
            return Ok(());
        }
        // Against other chunks the unit checks.
        if self.makes(signature.symbol) {
            let shown = signature.symbol.0;
            self.error("hlsl/redefinition", name_token, format!("`{shown}` is defined twice"));
            return Err(Failed);
        }
        let parameters = self.parameters(node)?;
        let mut locals = Vec::new();
        let mut made = Vec::new();
        let mut stages = Vec::new();
        let mut scope = Vec::new();
        if let Some(this) = &signature.this {
            let at = TokenIndex(name_token);
            locals.push(Local { name: Ustr::from("this"), ty: this.clone(), is_static: false, at });
            made.push(Parameter {
                name: Ustr::from("this"),
                ty: this.clone(),
                passing: Passing::InOut,
                uniform: false,
                at,
            });
            stages.push(StageWords::default());
        }
        for read in parameters {
            let at = TokenIndex(read.token);
            let id = LocalId(locals.len() as u32);
            let info = read.info;
            if !info.name.is_empty() && scope.iter().any(|(known, _): &(Ustr, LocalMeaning)| *known == info.name) {
                let name = info.name;
                self.error("hlsl/redefinition", read.token, format!("the parameter `{name}` is declared twice"));
            }
            let read_only = read.constant.then_some("it is `const`");
            locals.push(Local { name: info.name, ty: info.ty.clone(), is_static: false, at });
            scope.push((info.name, LocalMeaning::Variable { id, ty: info.ty.clone(), read_only, constant: None }));
            made.push(Parameter { name: info.name, ty: info.ty, passing: info.passing, uniform: read.uniform, at });
            stages.push(read.stage);
        }
        let attributes = self.function_attributes(node);
        let annotations = self.annotations(node);
        let words = self.qualifiers(node);
        let outer = self.body.replace(Body {
            symbol: signature.symbol,
            locals,
            scopes: vec![scope],
            result: signature.result.clone(),
            this: signature.this.clone(),
            loops: 0,
            switches: 0,
        });
        let failed_before = self.failed;
        self.failed = false;
        // The parameters' scope is the body's: a local cannot have a parameter's name.
        let body = self.statements(block);
        let failed = std::mem::replace(&mut self.failed, failed_before);
        self.failed |= failed;
        let inner = std::mem::replace(&mut self.body, outer);
        let attributes = attributes?;
        if failed {
            return Err(Failed);
        }
        if signature.result != Type::Void && !flow::returns(&body) {
            let shown = signature.name;
            let what = if flow::returns_somewhere(&body) {
                "does not return a value on every path"
            } else {
                "returns no value"
            };
            self.warning("hlsl/no-return", name_token, format!("`{shown}` {what}"));
        }
        let symbol = signature.symbol;
        if signature.this.is_some()
            && let Some(this) = made.first_mut()
            && !writes_this(&body, &|_, _| true)
        {
            this.passing = Passing::In;
        }
        let result = StageWords {
            semantic: attributes.stage.semantic.or(annotations.semantic),
            varying: Varying { location: attributes.stage.location, ..words.varying },
        };
        let function = Function {
            symbol,
            result: signature.result.clone(),
            parameters: made,
            words: HlslWords::of_function(result, stages),
            locals: inner.map(|body| body.locals).unwrap_or_default(),
            body,
            threads: attributes.threads,
            early_depth: attributes.early_depth,
            at: TokenIndex(name_token),
            changes: Changes::default(),
        };
        self.make(symbol, Item::Function(function));
        Ok(())
    }
}
