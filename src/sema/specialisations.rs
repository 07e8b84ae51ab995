//! Specialisations of templates, and explicit instantiations.

use std::sync::Arc;

use super::analyser::Analyser;
use super::diagnostics::{Failed, Result};
use super::entity::{Entity, Template, TemplateArgument, TemplateParameter};
use super::lookup::Found;
use super::memo::Context;
use super::rules::Rules;
use super::templates::InstanceRequest;
use super::types::{TypeCursor, same};
use super::unit::Instantiated;
use crate::atom::Atom;
use crate::ir::{TokenIndex, Type};
use crate::syntax::{Kind, NodeId};

/// The name under which the specialisations of a template are stored. No code can spell it.
pub fn key(template: Atom) -> Atom {
    Atom::from(&format!("specialisations of {template}"))
}

fn same_argument(a: &TemplateArgument, b: &TemplateArgument) -> bool {
    match (a, b) {
        (TemplateArgument::Type(a), TemplateArgument::Type(b)) => same(a, b),
        (a, b) => a == b,
    }
}

fn same_arguments(a: &[TemplateArgument], b: &[TemplateArgument]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_argument(a, b))
}

impl<L: Rules> Analyser<'_, '_, L> {
    /// `template<> float f<float>(float a) { ... }`, `template<typename T> struct S<T, 3> { ... };`.
    pub fn specialisation(
        &mut self,
        node: NodeId,
        full: Atom,
        token: u32,
        parameters: Vec<TemplateParameter>,
        pattern: Option<(u32, u32)>,
        is_function: bool,
    ) -> Result<()> {
        let known = self.consult(full, true).iter().any(|decl| match &decl.entity {
            Entity::FunctionTemplate(_) => is_function,
            Entity::StructTemplate(_) => !is_function,
            _ => false,
        });
        if !known {
            let what = if is_function { "function" } else { "structure" };
            self.error("template-arguments", token, format!("there is no {what} template `{full}` to specialise"));
            return Err(Failed);
        }
        if is_function && !parameters.is_empty() || !is_function && pattern.is_none() {
            let text = if is_function {
                "a function template is specialised for all its arguments, with `template<>`"
            } else {
                "a specialisation needs its arguments in `<...>` behind the name"
            };
            self.error("template-arguments", token, text);
            return Err(Failed);
        }
        self.not_too_many(key(full), token)?;
        let template = self.new_template(node, full, parameters, pattern, true);
        let meaning = template.meaning;
        let entity = if is_function { Entity::FunctionTemplate(template) } else { Entity::StructTemplate(template) };
        self.declare_global(key(full), entity, token, meaning);
        Ok(())
    }

    /// `template float f<float>(float);`: only checks that the name is a template.
    pub fn instantiation(&mut self, node: NodeId) -> Result<()> {
        let Some(item) = self.tree.operand(node, 0) else { return self.not_understood(node) };
        let token = match self.kind(item) {
            Kind::Function => self.tree.child(item, Kind::Name).map(|name| self.last(name)),
            // The name after `struct`.
            Kind::Type => Some(self.first(item) + 1),
            _ => None,
        };
        let Some(token) = token else { return self.not_understood(node) };
        let name = self.atom(token);
        let templates = match self.lookup(name) {
            Found::Entities(decls) => decls,
            _ => Vec::new(),
        };
        let is_template =
            templates.iter().any(|decl| matches!(decl.entity, Entity::FunctionTemplate(_) | Entity::StructTemplate(_)));
        if !is_template {
            self.error("template-arguments", token, format!("there is no template `{name}`"));
            return Err(Failed);
        }
        Ok(())
    }

    /// The source of an instance of a structure template: the best fitting specialisation, or the template itself.
    pub fn specialised_structure(
        &mut self,
        template: &Arc<Template<L>>,
        arguments: Vec<TemplateArgument>,
        token: u32,
    ) -> Result<InstanceRequest<L>> {
        let mut best: Option<InstanceRequest<L>> = None;
        let mut ambiguous = false;
        for decl in self.consult(key(template.name), false) {
            let Entity::StructTemplate(special) = decl.entity else { continue };
            let Some(own) = self.pattern_arguments(&special, &arguments) else { continue };
            let spelled = self.pattern_values(&special, &own);
            if !spelled.is_some_and(|spelled| same_arguments(&spelled, &arguments)) {
                continue;
            }
            // A specialisation with fewer parameters of its own fits better.
            let open = special.parameters.len();
            let before = best.as_ref().map_or(usize::MAX, |best| best.template.parameters.len());
            ambiguous = open == before || ambiguous && open > before;
            if open < before {
                best = Some(InstanceRequest { template: special, arguments: own, shown: arguments.clone(), token });
            }
        }
        if ambiguous {
            self.error("template-arguments", token, format!("several specialisations of `{}` fit", template.name));
            return Err(Failed);
        }
        match best {
            Some(best) => Ok(best),
            None if !template.defined => {
                let shown = InstanceRequest::new(template, &arguments).shown_name();
                self.error("template-instance", token, format!("`{shown}` is declared and never defined"));
                Err(Failed)
            }
            None => Ok(InstanceRequest::new(template, &arguments)),
        }
    }

    /// The instance of a function template, or its specialisation for these arguments.
    pub fn function_instance(
        &mut self,
        template: &Arc<Template<L>>,
        arguments: &[TemplateArgument],
        at: TokenIndex,
    ) -> Instantiated {
        let mut request = InstanceRequest::new(template, arguments);
        for decl in self.consult(key(template.name), false) {
            let Entity::FunctionTemplate(special) = decl.entity else { continue };
            let Some(found) = self.specialised_for(template, &special) else { continue };
            if same_arguments(&found, arguments) {
                request.template = special;
                request.arguments = Vec::new();
                break;
            }
        }
        self.instance_quietly(request, at.0)
    }

    /// The arguments for which a function specialises a template: those in its `<...>`, and those deduced from its
    /// parameters.
    fn specialised_for(
        &mut self,
        template: &Arc<Template<L>>,
        special: &Arc<Template<L>>,
    ) -> Option<Vec<TemplateArgument>> {
        let explicit = match special.pattern {
            Some(_) => self.pattern_values(special, &[])?,
            None => Vec::new(),
        };
        let tree = &special.syntax.tree;
        let list = tree.operands(special.node).nth(1).and_then(|item| tree.child(item, Kind::Parameters))?;
        let nodes: Vec<NodeId> = tree.operands(list).collect();
        let types = self.in_template(special, &[], |inner| {
            let mut types: Vec<Type> = Vec::new();
            for node in nodes {
                types.extend(L::parameter(inner, node).ok()?.map(|parameter| parameter.info.ty));
            }
            Some(types)
        })?;
        self.arguments_of_types(template, &explicit, &types)
    }

    /// The values in the `<...>` of a specialisation, with arguments for its own parameters.
    fn pattern_values(
        &mut self,
        special: &Arc<Template<L>>,
        own: &[TemplateArgument],
    ) -> Option<Vec<TemplateArgument>> {
        let (first, last) = special.pattern?;
        self.in_template(special, own, |inner| {
            let mut cursor = TypeCursor::new(first, last);
            inner.template_arguments(&mut cursor, 1).ok()
        })
    }

    /// Runs a function in the scope of a template, with arguments for its parameters. Messages are dropped.
    pub fn in_template<T>(
        &mut self,
        template: &Arc<Template<L>>,
        arguments: &[TemplateArgument],
        run: impl FnOnce(&mut Analyser<'_, '_, L>) -> T,
    ) -> T {
        let names = template.parameters.iter().map(|parameter| parameter.name);
        let mut bindings = template.outer.clone();
        bindings.extend(names.zip(arguments.iter().cloned()));
        let chunk = self.unit.chunk_of(template);
        let context = Context {
            namespace: template.namespace,
            directives: template.directives.clone(),
            settings: self.context.settings.clone(),
            template: Some((template.node, template.meaning, bindings)),
            heads_only: true,
            signatures: false,
            without: Vec::new(),
        };
        run(&mut Analyser::new(self.unit, &template.syntax, context, chunk))
    }
}
