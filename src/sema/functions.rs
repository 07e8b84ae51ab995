//! Functions: first their heads, then their bodies.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::analyser::{Analyser, Body, LocalMeaning, Owner};
use super::constants::truth;
use super::diagnostics::{ChunkToken, Failed, Result};
use super::entity::{Decl, Entity, ParameterInfo, Signature, StructInfo};
use super::flow;
use super::lookup::Found;
use super::overloads::same_parameters;
use super::rules::Rules;
use super::scopes::Scope;
use super::types::same;
use super::unit::qualified;
use super::{unwritten, unwritten_members};
use crate::atom::Atom;
use crate::ir::{
    Derived, Expr, Function, InlineOperand, Item, Local, LocalId, Parameter, Passing, Statement, Symbol, TokenIndex,
    Type, Words, writes_this,
};
use crate::syntax::{Kind, NodeId};

/// A parameter as a function's head declares it.
#[derive(Debug)]
pub struct ParameterDeclaration<L: Rules> {
    pub info: ParameterInfo,
    /// Whether it is a `uniform` parameter of an entry point.
    pub uniform: bool,
    /// Whether it cannot be written to.
    pub constant: bool,
    /// Its interface words.
    pub words: L::ParameterWords,
    /// The name's token.
    pub token: u32,
}

/// A function's parameters, the object of a method first.
struct OwnParameters<L: Rules> {
    locals: Vec<Local>,
    /// Their names; that of the object is no name.
    scope: Scope<L>,
    declared: Vec<Parameter>,
    words: Vec<L::ParameterWords>,
}

/// Limit on the parameters of a function: a function with more is an error.
const MAX_PARAMETERS: usize = 256;
/// Functions and templates of one name.
const MAX_OVERLOADS: usize = 1_024;

/// Upper bound of messages about members of one structure.
const MAX_MEMBERS: usize = 16;

impl<L: Rules> Analyser<'_, '_, L> {
    /// A function outside of structures, or the definition of a method.
    pub fn function(&mut self, node: NodeId) -> Result<()> {
        let Some(name) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        // The definition of a method outside of its structure: `S::f`.
        let range = *self.tree.node(name);
        let parts: Vec<Atom> = (range.first..range.last)
            .filter(|token| !matches!(self.text(*token), "::"))
            .map(|token| self.atom(token))
            .collect();
        let name_at =
            parts.iter().position(|part| part.as_str() == "operator").unwrap_or(parts.len().saturating_sub(1));
        if name_at > 0 {
            let method = self.function_name(name);
            return self.member_definition(node, &parts[..name_at], method);
        }
        let Ok(signature) = self.function_head(node, None, None, None) else {
            // Its calls say nothing more.
            self.poison(node);
            return Err(Failed);
        };
        self.declare_function(node, &signature)?;
        self.function_body(node, &signature)
    }

    /// The body of a method, outside of its structure.
    fn member_definition(&mut self, node: NodeId, path: &[Atom], method: Atom) -> Result<()> {
        let Some(name_node) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        let token = self.first(name_node);
        let found = self.lookup_path(false, path);
        let info = match found {
            Found::Entities(decls) => decls.into_iter().find_map(|decl| match decl.entity {
                Entity::Struct(info) => Some(info),
                _ => None,
            }),
            _ => None,
        };
        let Some(info) = info else {
            let path: Vec<&str> = path.iter().map(Atom::as_str).collect();
            // The definition of a function of a namespace, outside of the namespace.
            let outer = self.context.namespace;
            let inner = path.iter().fold(outer, |outer, part| qualified(outer, Atom::from(part)));
            if self.consult(inner, true).iter().any(|decl| matches!(decl.entity, Entity::Namespace(_))) {
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
            self.error("unknown-name", token, format!("unknown structure or namespace `{path}`"));
            return Err(Failed);
        };
        self.method_body(node, &info, method, token)
    }

    /// The same, of a structure that is known.
    pub fn method_of(&mut self, node: NodeId, ty: &Type, method: Atom) -> Result<()> {
        let token = self.tree.child(node, Kind::Name).map_or(self.first(node), |name| self.first(name));
        let Type::Struct(of) = ty else { return self.not_understood(node) };
        let found = self.consult(of.symbol.0, false).into_iter().find_map(|decl| match decl.entity {
            Entity::Struct(info) => Some(info),
            _ => None,
        });
        let Some(info) = found else { return self.not_understood(node) };
        self.method_body(node, &info, method, token)
    }

    fn method_body(&mut self, node: NodeId, info: &StructInfo, method: Atom, token: u32) -> Result<()> {
        let this = Type::Struct(Arc::clone(&info.ty));
        let outer = self.owners.len();
        self.enter_owners(info);
        let head = self.function_head(node, Some(&this), None, None);
        let result = head.and_then(|mut signature| {
            let declared = self.consult(qualified(info.ty.symbol.0, method), false);
            let known = declared.iter().find_map(|decl| match &decl.entity {
                Entity::Function(known) if same_parameters(known, &signature) => Some(known),
                _ => None,
            });
            match known {
                Some(known) => {
                    // Default arguments and `static` are in the declaration inside of the structure.
                    signature = Arc::clone(known);
                    self.function_body(node, &signature)
                }
                None => {
                    let (of, shown) = (info.ty.symbol.0, signature.symbol.0);
                    self.error("unknown-method", token, format!("`{of}` declares no `{shown}`"));
                    Err(Failed)
                }
            }
        });
        self.owners.truncate(outer);
        result
    }

    /// Enters a structure, after the structures that contain its definition.
    pub fn enter_owners(&mut self, info: &StructInfo) {
        let name = info.ty.symbol.0;
        for (end, _) in name.as_str().match_indices("::") {
            let around = self.consult(Atom::from(&name[..end]), true).into_iter().find_map(|decl| match decl.entity {
                Entity::Struct(info) => Some(info),
                _ => None,
            });
            if let Some(info) = around {
                let ty = Some(Type::Struct(Arc::clone(&info.ty)));
                self.owners.push(Owner { name: info.ty.symbol.0, ty, bases: info.bases.clone() });
            }
        }
        let ty = Some(Type::Struct(Arc::clone(&info.ty)));
        self.owners.push(Owner { name, ty, bases: info.bases.clone() });
    }

    /// The head of a method inside its structure.
    pub fn method_head(&mut self, node: NodeId, this: &Type) -> Result<Arc<Signature>> {
        let is_static = L::is_static(self, node);
        let signature = self.function_head(node, (!is_static).then_some(this), None, None)?;
        self.declare_function(node, &signature)?;
        Ok(signature)
    }

    /// Reads name, parameters and result. `suffix`: the arguments of an instance of a template.
    pub fn function_head(
        &mut self,
        node: NodeId,
        this: Option<&Type>,
        suffix: Option<&str>,
        name: Option<Atom>,
    ) -> Result<Arc<Signature>> {
        let Some(name_node) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        L::declared_name(self, self.last(name_node))?;
        let name = name.unwrap_or_else(|| self.function_name(name_node));
        if self.text(self.first(name_node)) == "operator" {
            L::allow_operator(self, self.first(name_node))?;
        }
        let Some(ty) = self.tree.child(node, Kind::Type) else { return self.not_understood(node) };
        let result = L::declared_type(self, node);
        let parameters = self.parameters(node);
        let (result, parameters) = (result?, parameters?);
        if !L::ARRAY_RESULTS && matches!(result, Type::Array(..)) {
            self.error("type", self.first(ty), "a function cannot return an array");
            return Err(Failed);
        }
        let parameters: Vec<ParameterInfo> = parameters.into_iter().map(|parameter| parameter.info).collect();
        let mut seen_default = false;
        for parameter in &parameters {
            if seen_default && parameter.default.is_none() {
                let shown = parameter.name;
                self.error(
                    "initialiser",
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
                format!("{way}{}", L::type_name(&parameter.ty))
            })
            .collect();
        let full = self.full_name(name);
        let symbol = Symbol(Atom::from(&format!("{full}{}({})", suffix.unwrap_or(""), types.join(","))));
        Ok(Arc::new(Signature { symbol, name, this: this.cloned(), parameters, result }))
    }

    fn parameters(&mut self, node: NodeId) -> Result<Vec<ParameterDeclaration<L>>> {
        let Some(list) = self.tree.child(node, Kind::Parameters) else { return self.not_understood(node) };
        let mut all = Vec::new();
        let mut result = Ok(());
        let children = self.operands(list);
        if children.len() > MAX_PARAMETERS {
            self.error("type", self.first(list), "a function has too many parameters");
            return Err(Failed);
        }
        for child in children {
            match L::parameter(self, child) {
                Ok(Some(parameter)) => all.push(parameter),
                Ok(None) => {}
                Err(Failed) => result = Err(Failed),
            }
        }
        result.map(|()| all)
    }

    /// Declares a function, and checks it against other functions of its name.
    fn declare_function(&mut self, node: NodeId, signature: &Arc<Signature>) -> Result<()> {
        let Some(name_node) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        let token = self.first(name_node);
        let full = self.full_name(signature.name);
        self.not_too_many(full, token)?;
        let known = self.consult(full, true);
        for decl in &known {
            let place = ChunkToken { chunk: decl.chunk, token: decl.token };
            match &decl.entity {
                Entity::Function(other) if same_parameters(other, signature) => {
                    let passing = |signature: &Signature| -> Vec<Passing> {
                        signature.parameters.iter().map(|parameter| parameter.passing).collect()
                    };
                    if !same(&other.result, &signature.result) || passing(other) != passing(signature) {
                        let name = signature.name;
                        self.error(
                            "redefinition",
                            token,
                            format!("`{name}` is declared with the same parameters and another result"),
                        )
                        .label(place, "first declared here");
                        return Err(Failed);
                    }
                }
                Entity::Function(_) | Entity::FunctionTemplate(_) | Entity::Namespace(_) | Entity::Poison => {}
                other => {
                    let (name, what) = (signature.name, other.describe());
                    self.error("redefinition", token, format!("`{name}` is already a {what}"))
                        .label(place, "declared here");
                    return Err(Failed);
                }
            }
        }
        let meaning = self.meaning(signature.symbol.0.as_str());
        let declared_before = known.iter().find_map(|decl: &Decl<L>| match &decl.entity {
            Entity::Function(other) if other.symbol == signature.symbol => Some(Arc::clone(other)),
            _ => None,
        });
        let is_same =
            |decl: &&Decl<L>| matches!(&decl.entity, Entity::Function(other) if other.symbol == signature.symbol);
        // A prototype and a definition: more declarations say nothing more.
        if known.iter().filter(is_same).count() > 1 {
            return Ok(());
        }
        // A definition after its prototype has the default arguments of the prototype.
        let entity = match declared_before {
            Some(before) if signature.parameters.iter().all(|parameter| parameter.default.is_none()) => before,
            _ => Arc::clone(signature),
        };
        self.declare_global(full, Entity::Function(entity), token, meaning);
        Ok(())
    }

    /// Each declaration of a name is compared with those before it, and each call with all of them.
    pub fn not_too_many(&mut self, full: Atom, token: u32) -> Result<()> {
        let known = self.unit.declarations_of(full);
        if known.len() < MAX_OVERLOADS {
            return Ok(());
        }
        // Said once. The chunk is not remembered: it depends on declarations that it has not looked up.
        self.failed = true;
        if known.iter().any(|decl| matches!(decl.entity, Entity::Poison)) {
            return Err(Failed);
        }
        let name = self.text(token);
        self.error("overloads", token, format!("`{name}` has more than {MAX_OVERLOADS} declarations"))
            .help("Give some of these functions names of their own.");
        let meaning = self.meaning(full.as_str());
        self.declare_global(full, Entity::Poison, token, meaning);
        Err(Failed)
    }

    /// Warns of reads of locals, and of `out` parameters, that nothing has written.
    fn warn_of_unwritten(&mut self, function: &Function) {
        let found = unwritten::find(&function.parameters, &function.locals, &function.body);
        for (local, at) in found.reads {
            let Some(local) = function.locals.get(local.0 as usize) else { continue };
            let name = local.name;
            self.warning("not-written", at.0, format!("`{name}` is read, and nothing has written it before"));
        }
        for at in found.outputs {
            let parameter = &function.parameters[at];
            let name = parameter.name;
            self.warning("not-written", parameter.at.0, format!("the `out` parameter `{name}` is never written"));
        }
        for found in unwritten_members::find(&function.parameters, &function.locals, &function.body) {
            let Some(local) = function.locals.get(found.local.0 as usize) else { continue };
            let (Type::Struct(of), name) = (&local.ty, local.name) else { continue };
            let becomes = if found.is_output { "an output" } else { "returned" };
            for member in found.members.into_iter().take(MAX_MEMBERS) {
                // One of each: variants that lack different members agree on what all of them lack.
                let member = of.members[member].name;
                let message = format!("`{name}.{member}` is never written, and `{name}` is {becomes}");
                self.warning("partly-written", found.at.0, message);
            }
        }
    }

    /// The parameters as locals of the body, the object first.
    fn own_parameters(&mut self, node: NodeId, signature: &Signature, name_token: u32) -> Result<OwnParameters<L>> {
        let parameters = self.parameters(node)?;
        let mut locals = Vec::new();
        let mut declared = Vec::new();
        let mut words = Vec::new();
        let mut scope = Scope::default();
        if let Some(this) = &signature.this {
            let at = TokenIndex(name_token);
            locals.push(Local { name: Atom::from("this"), ty: this.clone(), is_static: false, at });
            declared.push(Parameter {
                name: Atom::from("this"),
                ty: this.clone(),
                passing: Passing::InOut,
                uniform: false,
                at,
            });
            words.push(L::ParameterWords::default());
        }
        for parameter in parameters {
            let at = TokenIndex(parameter.token);
            let id = LocalId(locals.len() as u32);
            let info = parameter.info;
            if !info.name.is_empty() && scope.has(info.name) {
                let name = info.name;
                self.error("redefinition", parameter.token, format!("the parameter `{name}` is declared twice"));
            }
            let read_only = parameter.constant.then_some("it is `const`");
            locals.push(Local { name: info.name, ty: info.ty.clone(), is_static: false, at });
            let meaning = LocalMeaning::Variable { id, ty: info.ty.clone(), read_only, constant: None };
            scope.declare(info.name, meaning);
            declared.push(Parameter {
                name: info.name,
                ty: info.ty,
                passing: info.passing,
                uniform: parameter.uniform,
                at,
            });
            words.push(parameter.words);
        }
        Ok(OwnParameters { locals, scope, declared, words })
    }

    /// Whether a function with a result returns one.
    fn check_returns(&mut self, body: &[Statement], signature: &Signature, name_token: u32) -> Result<()> {
        if signature.result == Type::Void || self.context.signatures {
            return Ok(());
        }
        let mut constant = |condition: &Expr| Some(truth(*self.evaluate(condition)?.values.first()?));
        // Most functions do without the values of their conditions, which take longer.
        if flow::returns(body, &mut |_| None) || flow::returns(body, &mut constant) {
            return Ok(());
        }
        let (shown, result) = (signature.name, L::type_name(&signature.result));
        let (is_error, text) = match flow::returns_somewhere(body) {
            true => (L::RETURNS_ON_EVERY_PATH, format!("`{shown}` does not return a value on every path")),
            false => (true, format!("`{shown}` returns no value, and its result is `{result}`")),
        };
        if !is_error {
            self.warning("no-return", name_token, text);
            return Ok(());
        }
        self.error("no-return", name_token, text).help("Write `return` and a value where such a path ends.");
        Err(Failed)
    }

    /// Analyses the body and makes the item.
    pub fn function_body(&mut self, node: NodeId, signature: &Arc<Signature>) -> Result<()> {
        let instruction = match self.tree.child(node, Kind::Block) {
            Some(_) => None,
            None => match L::instruction(self, node)? {
                Some(instruction) => Some(Arc::new(instruction)),
                None => return Ok(()),
            },
        };
        let block = self.tree.child(node, Kind::Block);
        let name_token = self.tree.child(node, Kind::Name).map_or(self.first(node), |name| self.first(name));
        if self.context.heads_only && !self.context.signatures {
            return Ok(());
        }
        // The unit checks for a second body in another chunk.
        if self.has_item(signature.symbol) {
            let shown = signature.symbol.0;
            self.error("redefinition", name_token, format!("`{shown}` is defined twice"));
            return Err(Failed);
        }
        let OwnParameters { locals, scope, mut declared, words } = self.own_parameters(node, signature, name_token)?;
        let attributes = L::function_attributes(self, node);
        let outer = self.body.replace(Body {
            symbol: signature.symbol,
            locals,
            scopes: vec![scope],
            constants: FxHashMap::default(),
            unevaluated: FxHashMap::default(),
            result: signature.result.clone(),
            this: signature.this.clone(),
            loops: 0,
            switches: 0,
        });
        let failed_before = self.failed;
        self.failed = false;
        // Parameters and body share a scope: a local cannot have the name of a parameter.
        let body = match block {
            Some(block) if !self.context.signatures => self.statements(block),
            _ => Vec::new(),
        };
        let failed = std::mem::replace(&mut self.failed, failed_before);
        self.failed |= failed;
        let inner = std::mem::replace(&mut self.body, outer);
        let attributes = attributes?;
        if failed {
            return Err(Failed);
        }
        if block.is_some() {
            self.check_returns(&body, signature, name_token)?;
        }
        for (parameter, operand) in declared.iter_mut().zip(instruction.iter().flat_map(|one| &one.operands)) {
            // The instruction may write there.
            parameter.passing = if *operand == InlineOperand::Reference { Passing::InOut } else { Passing::In };
        }
        let symbol = signature.symbol;
        if signature.this.is_some()
            && let Some(this) = declared.first_mut()
            && !writes_this(&body, &|_, _| true)
        {
            this.passing = Passing::In;
        }
        let mut function = Function {
            symbol,
            result: signature.result.clone(),
            parameters: declared,
            words: Words::default(),
            locals: inner.map(|body| body.locals).unwrap_or_default(),
            body,
            threads: None,
            thread_constants: [None; 3],
            views: None,
            early_depth: false,
            quads: None,
            culls_primitives: false,
            modes: Box::default(),
            input_globals: Box::default(),
            mesh: None,
            global_parameters: Vec::new(),
            needs: None,
            instruction,
            at: TokenIndex(name_token),
            changes: Derived::default(),
            raw_types: Derived::default(),
            has_stage_operations: Default::default(),
        };
        L::apply_attributes(&mut function, attributes, words);
        if !self.context.signatures && block.is_some() {
            self.warn_of_unwritten(&function);
        }
        self.add_item(symbol, Item::Function(function));
        Ok(())
    }
}
