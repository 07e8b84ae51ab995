//! Templates: what they declare, which arguments a call means, and their instances.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use ustr::Ustr;

use super::analyser::{Analyser, Owner};
use super::diagnostics::{Failed, Result};
use super::entity::{Entity, Template, TemplateArgument, TemplateParameter};
use super::memo::Context;
use super::rules::Rules;
use super::types::TypeCursor;
use super::unit::{Instantiated, Unit};
use crate::ir::{Symbol, Type};
use crate::syntax::{Kind, NodeId};

/// Instances inside instances.
const MAX_NESTED: u32 = 48;
/// Instances of one unit.
const MAX_INSTANCES: usize = 4096;

/// The argument as messages and symbols have it.
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
            Kind::Using => {
                let token = self.first(*item) + 1;
                return self.alias_template(node, parameters, token);
            }
            _ => return self.not_understood(node),
        };
        let Some(name_node) = name_node else { return self.not_understood(*item) };
        if parameters.is_empty() {
            self.unsupported(self.first(node), "an explicit specialisation of a template");
            return Err(Failed);
        }
        let token = self.first(name_node);
        let name = if is_function { self.function_name(name_node) } else { self.ustr(token) };
        let full = self.full_name(name);
        let template = self.new_template(node, full, parameters);
        let meaning = template.meaning;
        let entity = if is_function { Entity::FunctionTemplate(template) } else { Entity::StructTemplate(template) };
        if !is_function {
            self.not_twice(Symbol(full), token)?;
        }
        self.declare_global(full, entity, token, meaning);
        Ok(())
    }

    fn alias_template(&mut self, node: NodeId, parameters: Vec<TemplateParameter>, token: u32) -> Result<()> {
        let full = self.full_name(self.ustr(token));
        let template = self.new_template(node, full, parameters);
        let meaning = template.meaning;
        self.declare_global(full, Entity::AliasTemplate(template), token, meaning);
        Ok(())
    }

    fn new_template(&mut self, node: NodeId, name: Ustr, parameters: Vec<TemplateParameter>) -> Arc<Template<L>> {
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
                                format!("a template's value cannot be a `{shown}`"),
                            );
                            return Err(Failed);
                        }
                    }
                }
            };
            let name = if at < end && !matches!(self.text(at), "," | "=") {
                at += 1;
                self.ustr(at - 1)
            } else {
                Ustr::from("")
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

    /// As many arguments as the template has parameters.
    pub fn complete_arguments(
        &mut self,
        template: &Arc<Template<L>>,
        arguments: Vec<TemplateArgument>,
        token: u32,
    ) -> Result<Vec<TemplateArgument>> {
        // Inside of itself a structure's bare name is the instance.
        if arguments.is_empty()
            && let Some((_, _, bindings)) = &self.context.template
            && self.owners.iter().any(|owner| owner.name.as_str().starts_with(&format!("{}<", template.name)))
        {
            return Ok(bindings.iter().skip(template.outer.len()).map(|(_, argument)| argument.clone()).collect());
        }
        let bound: Vec<Option<TemplateArgument>> = arguments.into_iter().map(Some).collect();
        self.fill(template, bound).map_err(|why| {
            self.error("template-arguments", token, format!("`{}` {why}", template.name));
            Failed
        })
    }

    /// Defaults for what is not bound.
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
        let names = template.parameters.iter().map(|parameter| parameter.name);
        let mut bindings = template.outer.clone();
        bindings.extend(names.zip(bound.iter().cloned()));
        let chunk = self.unit.chunk_of(template);
        let context = Context {
            namespace: template.namespace,
            directives: template.directives.clone(),
            settings: self.context.settings.clone(),
            template: Some((template.node, template.meaning, bindings)),
            heads_only: true,
            without: Vec::new(),
        };
        let mut inner = Analyser::new(self.unit, &template.syntax, context, chunk);
        let found = if parameter.value_type.is_some() {
            inner
                .token_expression(first, last)
                .ok()
                .and_then(|value| i64::try_from(value).ok())
                .map(TemplateArgument::Value)
        } else {
            let mut cursor = TypeCursor::new(first, last);
            L::type_at(&mut inner, &mut cursor, 1).ok().map(TemplateArgument::Type)
        };
        found.ok_or_else(|| format!("has a wrong default for `{}`", parameter.name))
    }

    /// An instance; reports why there is none.
    pub fn instance(
        &mut self,
        template: &Arc<Template<L>>,
        arguments: &[TemplateArgument],
        token: u32,
    ) -> Result<Instantiated> {
        match self.instance_quietly(template, arguments) {
            Instantiated::Failed => {
                let shown = format!("{}{}", template.name, suffix::<L>(arguments));
                self.error("template-instance", token, format!("`{shown}` cannot be made; see the other messages"));
                Err(Failed)
            }
            Instantiated::TooDeep => {
                let shown = format!("{}{}", template.name, suffix::<L>(arguments));
                self.error("template-instance", token, format!("`{shown}` needs too many other instances"));
                Err(Failed)
            }
            Instantiated::Begun => {
                let shown = format!("{}{}", template.name, suffix::<L>(arguments));
                self.error("template-instance", token, format!("`{shown}` needs itself to be made"));
                Err(Failed)
            }
            found => Ok(found),
        }
    }

    pub fn instance_quietly(&mut self, template: &Arc<Template<L>>, arguments: &[TemplateArgument]) -> Instantiated {
        let known = self.instances.iter().any(|(known, args)| Arc::ptr_eq(known, template) && args == arguments);
        if !known {
            self.instances.push((Arc::clone(template), arguments.to_vec()));
        }
        instantiate(self.unit, template, arguments).1
    }

    /// Analyses an instance.
    fn run_instance(&mut self, template: &Template<L>, arguments: &[TemplateArgument], key: Symbol) -> Result<()> {
        let Some(item) = self.tree.operands(template.node).nth(1) else { return self.not_understood(template.node) };
        if let Some(this @ Type::Struct(of)) = &template.this {
            let bases = self.bases(of);
            self.owners.push(Owner { name: of.symbol.0, ty: Some(this.clone()), bases });
        }
        let meaning = template.meaning;
        let suffix = suffix::<L>(arguments);
        match self.kind(item) {
            Kind::Function => {
                let is_static = L::is_static(self, item);
                let this = template.this.as_ref().filter(|_| !is_static);
                let signature = self.function_head(item, this, Some(&suffix), None)?;
                let entity = Entity::Function(Arc::clone(&signature));
                self.declare_global(key.0, entity, self.first(item), meaning);
                // The body may call the instance.
                self.unit.instances.insert(key, Instantiated::Function(Arc::clone(&signature)));
                self.function_body(item, &signature)
            }
            Kind::Declaration => {
                let structure = self.tree.child(item, Kind::Type).and_then(|ty| self.tree.child(ty, Kind::Struct));
                let Some(structure) = structure else { return self.not_understood(item) };
                let full = Symbol(Ustr::from(&format!("{}{suffix}", template.name)));
                let token = self.first(structure);
                let name = Ustr::from(template.name.as_str().rsplit("::").next().unwrap_or(""));
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

/// Finds an instance, or makes it.
pub fn instantiate<L: Rules>(
    unit: &mut Unit<'_, L>,
    template: &Arc<Template<L>>,
    arguments: &[TemplateArgument],
) -> (Symbol, Instantiated) {
    let suffix = suffix::<L>(arguments);
    // Templates may share a name; the key tells them apart.
    let key = Symbol(Ustr::from(&format!("{}{suffix} {}", template.name, template.meaning.short())));
    if let Some(known) = unit.instances.get(&key) {
        let known = known.clone();
        if let Instantiated::Begun = known {
            // A structure that names itself in a method.
            let full = Ustr::from(&format!("{}{suffix}", template.name));
            let own = unit.named(full, u32::MAX, false).into_iter().find_map(|decl| match decl.entity {
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
    unit.instance_arguments
        .insert(Ustr::from(&format!("{}{suffix}", template.name)), (template.name, arguments.to_vec()));
    unit.nested_instances += 1;
    let mut bindings = template.outer.clone();
    bindings.extend(template.parameters.iter().map(|parameter| parameter.name).zip(arguments.iter().cloned()));
    let chunk = unit.chunk_of(template);
    let context = Context {
        namespace: template.namespace,
        directives: template.directives.clone(),
        settings: unit.settings.clone(),
        template: Some((template.node, template.meaning, bindings)),
        heads_only: unit.heads_only,
        without: Vec::new(),
    };
    let ok = unit.analyse_with(&template.syntax, context, chunk, |analyser| {
        let _ = analyser.run_instance(template, arguments, key);
    });
    unit.nested_instances -= 1;
    let result = if !ok {
        Instantiated::Failed
    } else {
        unit.named(key.0, u32::MAX, false)
            .into_iter()
            .find_map(|decl| match decl.entity {
                Entity::Function(signature) => Some(Instantiated::Function(signature)),
                Entity::Alias(ty) => Some(Instantiated::Type(ty)),
                _ => None,
            })
            .unwrap_or(Instantiated::Failed)
    };
    unit.instances.insert(key, result.clone());
    (key, result)
}

/// Arguments of each instance by its name.
pub type InstanceArguments = FxHashMap<Ustr, (Ustr, Vec<TemplateArgument>)>;
