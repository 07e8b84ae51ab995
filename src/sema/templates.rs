//! Templates: their declarations, their arguments, and their instances.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::analyser::{Analyser, Owner};
use super::diagnostics::{ChunkToken, Failed, Result};
use super::entity::{Decl, Entity, Signature, Template, TemplateArgument, TemplateParameter};
use super::lookup::Found;
use super::memo::Context;
use super::rules::Rules;
use super::types::TypeCursor;
use super::unit::{Instantiated, Unit, qualified};
use crate::atom::Atom;
use crate::ir::{Scalar, Symbol, TokenIndex, Type};
use crate::syntax::{Kind, NodeId};

/// Limit on the depth of instances inside of instances.
const MAX_NESTED: u32 = 48;
/// Limit on the instances of one unit.
const MAX_INSTANCES: usize = 4096;

/// The name under which the methods of a structure template that stand outside of it are stored. No code can spell it.
pub fn members_key(template: Atom) -> Atom {
    Atom::from(&format!("members of {template}"))
}

/// The text of an argument in messages and symbols.
pub fn argument_name<L: Rules>(argument: &TemplateArgument) -> String {
    match argument {
        TemplateArgument::Type(ty) => L::type_name(ty),
        TemplateArgument::Value(value) => value.to_string(),
    }
}

/// `<float,4>`.
fn suffix<L: Rules>(arguments: &[TemplateArgument]) -> String {
    let names: Vec<String> = arguments.iter().map(argument_name::<L>).collect();
    format!("<{}>", names.join(","))
}

impl<L: Rules> Analyser<'_, '_, L> {
    /// `template<...>` and its item.
    pub fn template(&mut self, node: NodeId) -> Result<()> {
        L::allow_templates(self, self.first(node))?;
        let operands = self.operands(node);
        let [list, item] = operands.as_slice() else { return self.not_understood(node) };
        let parameters = self.template_parameters(*list)?;
        let (name_node, is_function) = match self.kind(*item) {
            Kind::Function => (self.tree.child(*item, Kind::Name), true),
            Kind::Declaration => {
                let ty = self.tree.child(*item, Kind::Type);
                let structure = ty.and_then(|ty| self.tree.child(ty, Kind::Struct));
                (structure.and_then(|structure| self.tree.child(structure, Kind::Name)), false)
            }
            // `struct S;`.
            Kind::Empty if self.tree.node(*item).last == self.first(*item) + 3 => {
                let token = self.first(*item) + 1;
                return self.named_template(node, *item, (self.atom(token), token), parameters, false);
            }
            Kind::Using => {
                let token = self.first(*item) + 1;
                return self.alias_template(node, parameters, token);
            }
            Kind::TemplateVariable => {
                self.unsupported(self.first(*item), "a template of a variable");
                self.poison(*item);
                return Err(Failed);
            }
            _ => return self.not_understood(node),
        };
        let Some(name_node) = name_node else { return self.not_understood(*item) };
        let token = self.last(name_node);
        let name = if is_function { self.function_name(name_node) } else { self.atom(token) };
        if is_function && self.is_of_instance(name_node) {
            return self.member_template(node, name_node, name, parameters);
        }
        let outer = self.owners.len();
        if is_function && self.text(self.first(name_node)) != "operator" {
            self.enter_owner_of(name_node)?;
        }
        let result = self.named_template(node, *item, (name, token), parameters, is_function);
        self.owners.truncate(outer);
        result
    }

    /// `S::f` of a template outside of its structure: enters the structure.
    fn enter_owner_of(&mut self, name: NodeId) -> Result<()> {
        let range = *self.tree.node(name);
        let parts: Vec<Atom> =
            (range.first..range.last).filter(|at| self.text(*at) != "::").map(|at| self.atom(at)).collect();
        let Some((_, path)) = parts.split_last().filter(|(_, path)| !path.is_empty()) else { return Ok(()) };
        let info = self.structure_of_path(range.first, path)?;
        self.enter_owners(&info);
        Ok(())
    }

    /// Whether the name of a function is that of a member of an instance: `S<T>::f`.
    fn is_of_instance(&self, name: NodeId) -> bool {
        let range = self.tree.node(name);
        range.first + 1 < range.last && self.text(range.first) != "operator" && self.text(range.first + 1) == "<"
    }

    /// `template<typename T> void S<T>::f() { ... }`: the body of a method of a structure template.
    fn member_template(
        &mut self,
        node: NodeId,
        name_node: NodeId,
        name: Atom,
        parameters: Vec<TemplateParameter>,
    ) -> Result<()> {
        let token = self.first(name_node);
        let known = match self.lookup(self.atom(token)) {
            Found::Entities(decls) => decls,
            _ => Vec::new(),
        };
        let of = known.into_iter().find_map(|decl| match decl.entity {
            Entity::StructTemplate(template) => Some(template.name),
            _ => None,
        });
        let Some(of) = of else {
            let shown = self.text(token);
            self.error("template-arguments", token, format!("there is no structure template `{shown}`"));
            return Err(Failed);
        };
        let key = members_key(of);
        self.not_too_many(key, token)?;
        let template = self.new_template(node, qualified(of, name), parameters, None, true);
        let meaning = template.meaning;
        self.declare_global(key, Entity::FunctionTemplate(template), token, meaning);
        Ok(())
    }

    /// Makes the bodies of an instance's methods that stand outside of the structure template. One of its methods is called, which may
    /// call the others.
    pub fn define_members(&mut self, signature: &Signature, at: TokenIndex) {
        let full = signature.symbol.name();
        let owner = full.strip_suffix(signature.name.as_str()).and_then(|path| path.strip_suffix("::"));
        let Some(owner) = owner.filter(|owner| owner.ends_with('>')) else { return };
        let Some((template, arguments)) = self.unit.instance_arguments.get(&Atom::from(owner)).cloned() else { return };
        for decl in self.consult(members_key(template), false) {
            if let Entity::FunctionTemplate(member) = decl.entity
                && member.parameters.len() == arguments.len()
            {
                self.instance_quietly(InstanceRequest::new(&member, &arguments), at.0);
            }
        }
    }

    /// The body of a method, in the scope of the arguments of its structure.
    fn run_member(&mut self, item: NodeId, name_node: NodeId, key: Symbol) -> Result<()> {
        let range = *self.tree.node(name_node);
        let end = (range.first..range.last).rfind(|token| self.text(*token) == ">").map_or(range.last, |last| last + 1);
        let mut cursor = TypeCursor::new(range.first, end);
        let ty = L::type_at(self, &mut cursor, 0)?;
        let method = self.function_name(name_node);
        self.unit.instances.insert(key, Instantiated::Unfit(String::new()));
        self.method_of(item, &ty, method)
    }

    fn named_template(
        &mut self,
        node: NodeId,
        item: NodeId,
        (name, token): (Atom, u32),
        parameters: Vec<TemplateParameter>,
        is_function: bool,
    ) -> Result<()> {
        let full = self.full_name(name);
        let holder = if is_function {
            Some(item)
        } else {
            self.tree.child(item, Kind::Type).and_then(|ty| self.tree.child(ty, Kind::Struct))
        };
        let pattern = holder.and_then(|holder| self.tree.child(holder, Kind::TemplateArguments));
        let pattern = pattern.map(|pattern| (self.tree.node(pattern).first, self.tree.node(pattern).last));
        if parameters.is_empty() || pattern.is_some() {
            return self.specialisation(node, full, token, parameters, pattern, is_function);
        }
        let defined = is_function || self.kind(item) != Kind::Empty;
        if is_function {
            self.not_too_many(full, token)?;
        }
        let template = self.new_template(node, full, parameters, None, defined);
        let meaning = template.meaning;
        let entity = if is_function { Entity::FunctionTemplate(template) } else { Entity::StructTemplate(template) };
        let only_declared = |decl: &Decl<L>| matches!(&decl.entity, Entity::StructTemplate(known) if !known.defined);
        if !is_function && defined && !self.consult(full, true).iter().all(only_declared) {
            self.not_twice(Symbol(full), token)?;
        }
        self.declare_global(full, entity, token, meaning);
        Ok(())
    }

    fn alias_template(&mut self, node: NodeId, parameters: Vec<TemplateParameter>, token: u32) -> Result<()> {
        let full = self.full_name(self.atom(token));
        let template = self.new_template(node, full, parameters, None, true);
        let meaning = template.meaning;
        self.declare_global(full, Entity::AliasTemplate(template), token, meaning);
        Ok(())
    }

    pub fn new_template(
        &mut self,
        node: NodeId,
        name: Atom,
        parameters: Vec<TemplateParameter>,
        pattern: Option<(u32, u32)>,
        defined: bool,
    ) -> Arc<Template<L>> {
        let meaning = self.full_meaning(&format!("{name} {}", node.0));
        let this = self.owners.last().map(|owner| owner.name);
        let this = this.and_then(|name| {
            self.consult(name, false).into_iter().find_map(|decl| match decl.entity {
                Entity::Struct(info) => Some(Type::Struct(Arc::clone(&info.ty))),
                _ => None,
            })
        });
        Arc::new(Template {
            name,
            syntax: Arc::clone(self.syntax),
            node,
            namespace: self.context.namespace,
            directives: self.context.directives.clone(),
            parameters,
            pattern,
            defined,
            outer: self.context.template.as_ref().map(|(_, _, bindings)| bindings.clone()).unwrap_or_default(),
            this,
            meaning,
        })
    }

    /// `<typename T, int N = 4>`.
    fn template_parameters(&mut self, list: NodeId) -> Result<Vec<TemplateParameter>> {
        let range = *self.tree.node(list);
        let end = range.last.saturating_sub(1);
        let mut all: Vec<TemplateParameter> = Vec::new();
        let mut at = range.first + 1;
        while at < end {
            let value_type = match self.text(at) {
                "typename" | "class" => {
                    at += 1;
                    None
                }
                // `template<class T, T value>`: each value is a number.
                _ if all.iter().any(|before| before.value_type.is_none() && before.name == self.atom(at)) => {
                    at += 1;
                    Some(Type::Scalar(Scalar::Int))
                }
                _ => {
                    let mut cursor = TypeCursor::new(at, end);
                    let ty = L::type_at(self, &mut cursor, 1)?;
                    at = cursor.at;
                    match ty {
                        Type::Scalar(_) | Type::Enum { .. } => Some(ty),
                        other => {
                            let shown = L::type_name(&other);
                            self.error(
                                "template-arguments",
                                at.saturating_sub(1),
                                format!("the value of a template parameter cannot be a `{shown}`"),
                            );
                            return Err(Failed);
                        }
                    }
                }
            };
            let name = if at < end && !matches!(self.text(at), "," | "=") {
                at += 1;
                self.atom(at - 1)
            } else {
                Atom::from("")
            };
            let mut default = None;
            if at < end && self.text(at) == "=" {
                let first = at + 1;
                let mut depth = 0i32;
                at = first;
                while at < end {
                    match self.text(at) {
                        "<" | "(" => depth += 1,
                        ">" | ")" => depth -= 1,
                        ">>" => depth -= 2,
                        "," if depth <= 0 => break,
                        _ => {}
                    }
                    at += 1;
                }
                default = Some((first, at));
            }
            all.push(TemplateParameter { name, value_type, default });
            if at < end && self.text(at) == "," {
                at += 1;
            } else if at < end {
                let text = self.text(at);
                self.error("syntax", at, format!("`{text}` is not understood among a template's parameters"));
                return Err(Failed);
            }
        }
        Ok(all)
    }

    /// Completes the arguments to the number of parameters of the template.
    pub fn complete_arguments(
        &mut self,
        template: &Arc<Template<L>>,
        arguments: Vec<TemplateArgument>,
        token: u32,
    ) -> Result<Vec<TemplateArgument>> {
        // Inside of a structure template, its name without arguments is the instance.
        if arguments.is_empty() {
            let prefix = format!("{}<", template.name);
            let owner = self.owners.iter().rev().find(|owner| owner.name.as_str().starts_with(&prefix));
            if let Some((_, own)) = owner.and_then(|owner| self.unit.instance_arguments.get(&owner.name)) {
                return Ok(own.clone());
            }
        }
        let bound: Vec<Option<TemplateArgument>> = arguments.into_iter().map(Some).collect();
        self.fill(template, bound).map_err(|why| {
            self.error("template-arguments", token, format!("`{}` {why}", template.name));
            Failed
        })
    }

    /// Fills parameters without an argument with their defaults.
    pub fn fill(
        &mut self,
        template: &Arc<Template<L>>,
        mut bound: Vec<Option<TemplateArgument>>,
    ) -> std::result::Result<Vec<TemplateArgument>, String> {
        let wanted = template.parameters.len();
        if bound.len() > wanted {
            return Err(format!("takes {wanted} template arguments, {} given", bound.len()));
        }
        bound.resize(wanted, None);
        let mut all: Vec<TemplateArgument> = Vec::new();
        for (parameter, argument) in template.parameters.iter().zip(bound) {
            let argument = match (argument, parameter.default) {
                (Some(argument), _) => argument,
                (None, Some(range)) => self.default_argument(template, &all, parameter, range)?,
                (None, None) => return Err(format!("needs its template argument `{}`", parameter.name)),
            };
            match (&argument, &parameter.value_type) {
                (TemplateArgument::Type(_), None) | (TemplateArgument::Value(_), Some(_)) => {}
                (TemplateArgument::Type(ty), Some(_)) => {
                    return Err(format!(
                        "takes a value for `{}`, found the type `{}`",
                        parameter.name,
                        L::type_name(ty)
                    ));
                }
                (TemplateArgument::Value(value), None) => {
                    return Err(format!("takes a type for `{}`, found `{value}`", parameter.name));
                }
            }
            all.push(argument);
        }
        Ok(all)
    }

    fn default_argument(
        &mut self,
        template: &Arc<Template<L>>,
        bound: &[TemplateArgument],
        parameter: &TemplateParameter,
        (first, last): (u32, u32),
    ) -> std::result::Result<TemplateArgument, String> {
        let is_value = parameter.value_type.is_some();
        let found = self.in_template(template, bound, |inner| {
            if is_value {
                let value = inner.token_expression(first, last).ok()?;
                i64::try_from(value).ok().map(TemplateArgument::Value)
            } else {
                let mut cursor = TypeCursor::new(first, last);
                L::type_at(inner, &mut cursor, 1).ok().map(TemplateArgument::Type)
            }
        });
        found.ok_or_else(|| format!("has a wrong default for `{}`", parameter.name))
    }

    /// An instance. Reports the reason if there is none.
    pub fn instance(&mut self, request: InstanceRequest<L>, token: u32) -> Result<Instantiated> {
        let shown = request.shown_name();
        let why = match self.instance_quietly(request, token) {
            Instantiated::Failed | Instantiated::Unfit(_) => "cannot be instantiated; see the other messages",
            Instantiated::TooDeep => "needs too many other instances",
            Instantiated::Begun => "needs itself to be instantiated",
            found => return Ok(found),
        };
        self.error("template-instance", token, format!("`{shown}` {why}"));
        Err(Failed)
    }

    pub fn instance_quietly(&mut self, mut request: InstanceRequest<L>, token: u32) -> Instantiated {
        request.token = token;
        let found = instantiate(self.unit, &request, self.chunk).1;
        let known = self.instances.iter().any(|known| {
            Arc::ptr_eq(&known.template, &request.template)
                && known.arguments == request.arguments
                && known.shown == request.shown
        });
        if !known {
            self.instances.push(request);
        }
        found
    }

    /// Analyses an instance.
    fn run_instance(&mut self, request: &InstanceRequest<L>, key: Symbol) -> Result<()> {
        let template = &request.template;
        let Some(item) = self.tree.operands(template.node).nth(1) else { return self.not_understood(template.node) };
        if let Some(this @ Type::Struct(of)) = &template.this {
            let bases = self.bases(of);
            self.owners.push(Owner { name: of.symbol.0, ty: Some(this.clone()), bases });
        }
        let meaning = template.meaning;
        let suffix = suffix::<L>(&request.shown);
        match self.kind(item) {
            Kind::Function
                if let Some(name) = self.tree.child(item, Kind::Name)
                    && self.is_of_instance(name) =>
            {
                self.run_member(item, name, key)
            }
            Kind::Function => {
                let is_static = L::is_static(self, item);
                let this = template.this.as_ref().filter(|_| !is_static);
                let Ok(signature) = self.function_head(item, this, Some(&suffix), None) else {
                    // This is not an error of the program: another function may fit.
                    let why = self.diagnostics.drain(..).map(|told| told.message).next().unwrap_or_default();
                    self.unit.instances.insert(key, Instantiated::Unfit(why));
                    return Err(Failed);
                };
                let entity = Entity::Function(Arc::clone(&signature));
                self.declare_global(key.0, entity, self.first(item), meaning);
                // The body may call the instance.
                self.unit.instances.insert(key, Instantiated::Function(Arc::clone(&signature)));
                self.function_body(item, &signature)
            }
            Kind::Declaration => {
                let structure = self.tree.child(item, Kind::Type).and_then(|ty| self.tree.child(ty, Kind::Struct));
                let Some(structure) = structure else { return self.not_understood(item) };
                let full = Symbol(Atom::from(&format!("{}{suffix}", template.name)));
                let token = self.first(structure);
                let name = Atom::from(template.name.as_str().rsplit("::").next().unwrap_or(""));
                let ty = self.structure_named(structure, name, token, Some(full))?;
                self.declare_global(key.0, Entity::Alias(ty), token, meaning);
                Ok(())
            }
            Kind::Using => {
                let first = self.first(item);
                let end = self.tree.node(item).last;
                let mut cursor = TypeCursor::new(first + 3, end.saturating_sub(1));
                let ty = L::type_at(self, &mut cursor, 0)?;
                self.declare_global(key.0, Entity::Alias(ty), first, meaning);
                Ok(())
            }
            _ => self.not_understood(item),
        }
    }
}

/// The inputs of an instance.
#[derive(Clone, Debug)]
pub struct InstanceRequest<L: Rules> {
    /// The template, or one of its specialisations.
    pub template: Arc<Template<L>>,
    /// Arguments for its own parameters.
    pub arguments: Vec<TemplateArgument>,
    /// Arguments for the parameters of the template that it specialises; the same as `arguments` if it is not a
    /// specialisation.
    pub shown: Vec<TemplateArgument>,
    /// The token that asks for the instance, in the chunk that asks for it.
    pub token: u32,
}

impl<L: Rules> InstanceRequest<L> {
    pub fn new(template: &Arc<Template<L>>, arguments: &[TemplateArgument]) -> InstanceRequest<L> {
        InstanceRequest {
            template: Arc::clone(template),
            arguments: arguments.to_vec(),
            shown: arguments.to_vec(),
            token: 0,
        }
    }

    /// `f<float>`.
    pub fn shown_name(&self) -> String {
        format!("{}{}", self.template.name, suffix::<L>(&self.shown))
    }
}

/// Finds an instance, or makes it; `chunk` asks for it.
pub fn instantiate<L: Rules>(
    unit: &mut Unit<'_, L>,
    request: &InstanceRequest<L>,
    chunk: u32,
) -> (Symbol, Instantiated) {
    let InstanceRequest { template, arguments, shown, token } = request;
    let full = request.shown_name();
    // Templates may share a name; the key tells them apart.
    let key = Symbol(Atom::from(&format!("{full} {}", template.meaning.short())));
    if let Some(known) = unit.instances.get(&key) {
        let known = known.clone();
        if let Instantiated::Begun = known {
            // The structure may name itself in a method.
            let own = unit.named(Atom::from(&full), u32::MAX, false).into_iter().find_map(|decl| match decl.entity {
                Entity::Struct(info) => Some(Instantiated::Type(Type::Struct(Arc::clone(&info.ty)))),
                _ => None,
            });
            return (key, own.unwrap_or(known));
        }
        return (key, known);
    }
    if unit.nested_instances >= MAX_NESTED || unit.instances.len() >= MAX_INSTANCES {
        return (key, Instantiated::TooDeep);
    }
    unit.instances.insert(key, Instantiated::Begun);
    unit.instance_arguments.insert(Atom::from(&full), (template.name, shown.clone()));
    unit.nested_instances += 1;
    let shown_name = full.clone();
    unit.instance_sites.push((full, ChunkToken { chunk, token: *token }));
    let mut bindings = template.outer.clone();
    bindings.extend(template.parameters.iter().map(|parameter| parameter.name).zip(arguments.iter().cloned()));
    let chunk = unit.chunk_of(template);
    let context = Context {
        namespace: template.namespace,
        directives: template.directives.clone(),
        settings: unit.settings.clone(),
        template: Some((template.node, template.meaning, bindings)),
        heads_only: unit.heads_only,
        signatures: false,
        without: Vec::new(),
    };
    let ok = unit.analyse_with(&template.syntax, context, chunk, |analyser| {
        let _ = analyser.run_instance(request, key);
    });
    unit.nested_instances -= 1;
    unit.instance_sites.pop();
    let result = match unit.instances.get(&key) {
        // Errors in the body have been reported. Callers need only the head, which is known.
        Some(known @ (Instantiated::Unfit(_) | Instantiated::Function(_))) => known.clone(),
        _ if !ok => {
            let own =
                unit.named(Atom::from(&shown_name), u32::MAX, false).into_iter().find_map(|decl| match decl.entity {
                    Entity::Struct(info) => Some(Instantiated::Type(Type::Struct(Arc::clone(&info.ty)))),
                    _ => None,
                });
            own.unwrap_or(Instantiated::Failed)
        }
        _ => unit
            .named(key.0, u32::MAX, false)
            .into_iter()
            .find_map(|decl| match decl.entity {
                Entity::Function(signature) => Some(Instantiated::Function(signature)),
                Entity::Alias(ty) => Some(Instantiated::Type(ty)),
                _ => None,
            })
            .unwrap_or(Instantiated::Failed),
    };
    unit.instances.insert(key, result.clone());
    (key, result)
}

/// Arguments of each instance by its name.
pub type InstanceArguments = FxHashMap<Atom, (Atom, Vec<TemplateArgument>)>;
