//! Deduction of template arguments from the arguments of a call.

use std::sync::Arc;

use super::analyser::Analyser;
use super::chunks::ChunkSyntax;
use super::entity::{Signature, Template, TemplateArgument};
use super::misfit::Misfit;
use super::rules::Rules;
use super::templates::argument_name;
use super::types::{same, zero};
use super::unit::Unit;
use super::values::TypedValue;
use crate::atom::Atom;
use crate::ir::{TokenIndex, Type};
use crate::syntax::{Kind, NodeId};

impl<L: Rules> Analyser<'_, '_, L> {
    /// The arguments of a function template for a call.
    pub fn deduce(
        &mut self,
        template: &Arc<Template<L>>,
        explicit: &[TemplateArgument],
        arguments: &[TypedValue],
    ) -> std::result::Result<Vec<TemplateArgument>, String> {
        let wanted = template.parameters.len();
        if explicit.len() > wanted {
            return Err(format!("takes {wanted} template arguments, {} given", explicit.len()));
        }
        let mut bound: Vec<Option<TemplateArgument>> = explicit.iter().cloned().map(Some).collect();
        bound.resize(wanted, None);
        let tree = &template.syntax.tree;
        let item = tree.operands(template.node).nth(1);
        let list = item.and_then(|item| tree.child(item, Kind::Parameters));
        let Some(list) = list else { return Err("is not understood".to_owned()) };
        // No instance is made if the function cannot be called with this number of arguments.
        let (needed, most) = arity(template, list);
        Misfit::check_count(needed, most, arguments.len()).map_err(|why| why.to_string())?;
        let mut matcher = Matcher { template, bound, given: explicit.len(), conflict: None, unit: self.unit };
        for (parameter, argument) in tree.operands(list).zip(arguments) {
            let ty = argument.clone().concrete().ty;
            if tree.kind(parameter) == Kind::Opaque {
                // A type without a name.
                let node = tree.node(parameter);
                matcher.matches(node.first, node.last, &ty, 0);
                continue;
            }
            let (Some(pattern), Some(declarator)) =
                (tree.child(parameter, Kind::Type), tree.child(parameter, Kind::Declarator))
            else {
                continue;
            };
            let mut inner = ty;
            for extent in tree.children(declarator).filter(|child| tree.kind(*child) == Kind::Extent) {
                let Type::Array(of, length) = inner else { break };
                if let (Some(expression), Some(length)) = (tree.operand(extent, 0), length) {
                    let node = tree.node(expression);
                    if node.last == node.first + 1 {
                        matcher.bind(template.syntax.atom(node.first), TemplateArgument::Value(i64::from(length)));
                    }
                }
                inner = (*of).clone();
            }
            let node = tree.node(pattern);
            matcher.matches(node.first, node.last, &inner, 0);
        }
        if let Some((name, a, b)) = matcher.conflict {
            return Err(format!("`{name}` would be both `{a}` and `{b}`"));
        }
        let bound = matcher.bound;
        self.fill(template, bound)
    }

    /// The arguments of a specialisation for which its `<...>` is equal to these arguments; `None` if there are none.
    pub fn pattern_arguments(
        &mut self,
        template: &Arc<Template<L>>,
        arguments: &[TemplateArgument],
    ) -> Option<Vec<TemplateArgument>> {
        let pattern = template.pattern?;
        let bound = vec![None; template.parameters.len()];
        let mut matcher = Matcher { template, bound, given: 0, conflict: None, unit: self.unit };
        matcher.matches_list(pattern, arguments);
        if matcher.conflict.is_some() {
            return None;
        }
        matcher.bound.into_iter().collect()
    }

    /// The arguments for which a function template has an instance with parameters of these types.
    pub fn arguments_of_types(
        &mut self,
        template: &Arc<Template<L>>,
        explicit: &[TemplateArgument],
        types: &[Type],
    ) -> Option<Vec<TemplateArgument>> {
        let values: Vec<TypedValue> = types.iter().map(|ty| TypedValue::of(zero(ty, TokenIndex(0)))).collect();
        self.deduce(template, explicit, &values).ok()
    }

    /// The reason why an instance does not take the arguments from which it was deduced: a parameter with a deduced
    /// type takes only arguments of that type. Arguments for parameters with types from `explicit` are converted as
    /// usual.
    pub fn undeduced(
        &self,
        template: &Template<L>,
        explicit: &[TemplateArgument],
        instance: &Signature,
        arguments: &[TypedValue],
    ) -> Option<String> {
        let tree = &template.syntax.tree;
        let item = tree.operands(template.node).nth(1)?;
        let list = tree.child(item, Kind::Parameters)?;
        let deduced = |token: u32| {
            template.parameters.iter().skip(explicit.len()).any(|of| of.name == template.syntax.atom(token))
        };
        let pairs = tree.operands(list).zip(arguments.iter().zip(&instance.parameters)).zip(1..);
        for ((node, (argument, parameter)), at) in pairs {
            let Some(pattern) = tree.child(node, Kind::Type) else { continue };
            let range = tree.node(pattern);
            let found = argument.clone().concrete().ty;
            if (range.first..range.last).any(deduced) && !same(&found, &parameter.ty) {
                let (found, wanted) = (L::type_name(&found), L::type_name(&parameter.ty));
                return Some(format!("argument {at} is `{found}`, `{wanted}` is expected"));
            }
        }
        None
    }
}

/// The smallest and the largest number of arguments of a call of the function.
fn arity<L: Rules>(template: &Template<L>, list: NodeId) -> (usize, usize) {
    let tree = &template.syntax.tree;
    let (mut needed, mut most) = (0, 0);
    for parameter in tree.operands(list) {
        let node = tree.node(parameter);
        if node.last == node.first + 1 && template.syntax.text(node.first) == "void" {
            continue;
        }
        most += 1;
        let is_default = |part: NodeId| !matches!(tree.kind(part), Kind::Name | Kind::Extent | Kind::Annotation);
        let has_default =
            tree.child(parameter, Kind::Declarator).is_some_and(|declarator| tree.children(declarator).any(is_default));
        if !has_default {
            needed = most;
        }
    }
    (needed, most)
}

/// Matches the tokens of a parameter's type with the type of an argument.
struct Matcher<'a, 'u, 's, L: Rules> {
    template: &'a Template<L>,
    bound: Vec<Option<TemplateArgument>>,
    /// Number of template arguments that the call gives explicitly.
    given: usize,
    conflict: Option<(Atom, String, String)>,
    unit: &'u mut Unit<'s, L>,
}

impl<L: Rules> Matcher<'_, '_, '_, L> {
    /// Matches the `<...>` at these tokens with arguments.
    fn matches_list(&mut self, (first, last): (u32, u32), arguments: &[TemplateArgument]) {
        let syntax = Arc::clone(&self.template.syntax);
        for (range, argument) in argument_ranges(&syntax, first, last).into_iter().zip(arguments) {
            match argument {
                TemplateArgument::Type(ty) => self.matches(range.0, range.1, ty, 0),
                TemplateArgument::Value(_) if range.1 == range.0 + 1 => {
                    self.bind(syntax.atom(range.0), argument.clone())
                }
                TemplateArgument::Value(_) => {}
            }
        }
    }

    fn bind(&mut self, name: Atom, to: TemplateArgument) {
        let Some(at) = self.template.parameters.iter().position(|parameter| parameter.name == name) else { return };
        match &self.bound[at] {
            None => self.bound[at] = Some(to),
            // An explicit template argument determines the type; the argument of the call is converted.
            Some(_) if at < self.given => {}
            Some(known) => {
                let agrees = match (known, &to) {
                    (TemplateArgument::Type(a), TemplateArgument::Type(b)) => same(a, b),
                    (a, b) => a == b,
                };
                if !agrees && self.conflict.is_none() {
                    self.conflict = Some((name, argument_name::<L>(known), argument_name::<L>(&to)));
                }
            }
        }
    }

    fn matches(&mut self, first: u32, last: u32, ty: &Type, depth: u32) {
        if depth > 8 || first >= last {
            return;
        }
        let syntax = Arc::clone(&self.template.syntax);
        let mut first = first;
        while first + 1 < last && (L::grammar().is_qualifier)(syntax.text(first)) {
            first += 1;
        }
        if last == first + 1 {
            self.bind(syntax.atom(first), TemplateArgument::Type(ty.clone()));
            return;
        }
        if syntax.text(first + 1) != "<" {
            return;
        }
        let ranges = argument_ranges(&syntax, first + 1, last);
        for (range, argument) in ranges.into_iter().zip(self.arguments_of(syntax.text(first), ty)) {
            match argument {
                TemplateArgument::Type(ty) => self.matches(range.0, range.1, &ty, depth + 1),
                value @ TemplateArgument::Value(_) if range.1 == range.0 + 1 => {
                    self.bind(syntax.atom(range.0), value);
                }
                TemplateArgument::Value(_) => {}
            }
        }
    }

    /// The arguments in the `<...>` of a type that begins with this name.
    fn arguments_of(&mut self, name: &str, ty: &Type) -> Vec<TemplateArgument> {
        if let Type::Struct(of) = ty {
            return match self.unit.instance_arguments.get(&of.symbol.0) {
                Some((template, arguments)) if template.as_str().rsplit("::").next() == Some(name) => arguments.clone(),
                _ => Vec::new(),
            };
        }
        L::template_arguments(name, ty)
    }
}

/// The tokens of each argument in `<...>`, of which `first` is the `<`.
fn argument_ranges<L: Rules>(syntax: &ChunkSyntax<L>, first: u32, last: u32) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut level = 0i32;
    let mut begun = first + 1;
    for at in first + 1..last {
        match syntax.text(at) {
            "<" | "(" => level += 1,
            ")" => level -= 1,
            ">" if level == 0 => ranges.push((begun, at)),
            ">" => level -= 1,
            ">>" => {
                level -= 2;
                if level < 0 {
                    ranges.push((begun, at));
                }
            }
            "," if level == 0 => {
                ranges.push((begun, at));
                begun = at + 1;
            }
            _ => {}
        }
    }
    ranges
}
