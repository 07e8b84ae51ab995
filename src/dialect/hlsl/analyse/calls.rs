//! Calls: what the callee is, and which of several is meant.

use std::sync::Arc;

use ustr::Ustr;

use super::analyser::Analyser;
use super::builtin;
use super::conversions::same;
use super::entity::{Decl, Entity, Signature, TemplateArgument};
use super::lookup::Found;
use super::numbers::parts;
use super::overloads::{Candidate, MAX_SHOWN};
use super::report::{Failed, Place, Result};
use super::show::type_name;
use super::types::{Walk, Wanted};
use super::unit::Instantiated;
use super::values::{Access, Value};
use crate::ir::{Expr, ExprKind, Order, Passing, TokenIndex, Type};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    pub fn call(&mut self, node: NodeId) -> Result<Value> {
        let operands = self.operands(node);
        let Some((callee, arguments)) = operands.split_first() else { return self.not_understood(node) };
        let mut callee = *callee;
        while self.kind(callee) == Kind::Paren
            && let Some(inside) = self.tree.operand(callee, 0)
        {
            callee = inside;
        }
        match self.kind(callee) {
            Kind::Member => self.method_call(callee, arguments),
            Kind::Ident => self.named_call(callee, arguments),
            _ => {
                let callee = self.value(callee)?;
                let arguments = self.arguments(arguments)?;
                self.call_object(callee, &arguments, self.at(node))
            }
        }
    }

    /// `f(...)` of an object: its `operator()`.
    fn call_object(&mut self, object: Value, arguments: &[Value], at: TokenIndex) -> Result<Value> {
        let mut all = vec![&object];
        all.extend(arguments);
        if let Some(result) = self.overloaded("()", &all, at)? {
            return Ok(result);
        }
        let shown = type_name(&object.expr.ty);
        self.error("hlsl/not-callable", at.0, format!("a `{shown}` cannot be called"));
        Err(Failed)
    }

    pub fn arguments(&mut self, nodes: &[NodeId]) -> Result<Vec<Value>> {
        let mut all = Ok(Vec::new());
        for node in nodes {
            match self.value(*node) {
                Ok(value) => {
                    if let Ok(all) = &mut all {
                        all.push(value);
                    }
                }
                Err(failed) => all = Err(failed),
            }
        }
        all
    }

    /// `<...>` behind the callee's name.
    fn explicit_arguments(&mut self, callee: NodeId) -> Result<Option<Vec<TemplateArgument>>> {
        let end = self.tree.node(callee).last;
        let Some(node) = self.children_of(callee, Kind::TemplateArguments).pop() else { return Ok(None) };
        if self.tree.node(node).last < end {
            return Ok(None);
        }
        let mut walk = Walk::new(self.tree.node(node).first, self.tree.node(node).last);
        self.template_arguments(&mut walk, 0).map(Some)
    }

    fn named_call(&mut self, callee: NodeId, nodes: &[NodeId]) -> Result<Value> {
        let at = self.at(callee);
        let Ok((found, text)) = self.lookup_ident(callee) else {
            let _ = self.arguments(nodes);
            return Err(Failed);
        };
        let simple = !text.contains("::") && self.text(at.0) != "::";
        // Constructors of the language's types; the unit's own names come first.
        if let (true, Found::Nothing) = (simple, &found)
            && (builtin::number(&text, Order::ColumnMajor).is_some()
                || matches!(text.as_str(), "vector" | "matrix")
                || builtin::object(&text).is_some())
        {
            let (first, last) = (self.tree.node(callee).first, self.tree.node(callee).last);
            let mut walk = Walk::new(first, last);
            let ty = self.walk_type(&mut walk, self.context.order, 0);
            let arguments = self.arguments(nodes);
            return self.construct(&ty?, arguments?, at);
        }
        match found {
            Found::Poison => {
                let _ = self.arguments(nodes);
                Err(Failed)
            }
            Found::Argument(TemplateArgument::Type(ty)) => {
                let arguments = self.arguments(nodes)?;
                self.construct(&ty, arguments, at)
            }
            Found::Entities(decls) => self.declared_call(callee, decls, &text, nodes, simple),
            Found::Nothing => {
                if simple && let Some(row) = super::intrinsics::row(&text) {
                    let arguments = self.arguments(nodes)?;
                    return self.intrinsic(row, arguments, at);
                }
                if simple && super::intrinsics::is_foreign(&text) {
                    self.unsupported(at.0, format!("`{text}`"));
                    return Err(Failed);
                }
                let _ = self.arguments(nodes);
                let help = self.suggest(&text, Wanted::Value);
                self.error("hlsl/unknown-function", at.0, format!("unknown function `{text}`")).help = help;
                Err(Failed)
            }
            Found::Local { .. } | Found::Member { .. } | Found::Argument(TemplateArgument::Value(_)) => {
                let object = self.expression(callee)?;
                let arguments = self.arguments(nodes)?;
                self.call_object(object, &arguments, at)
            }
        }
    }

    fn declared_call(
        &mut self,
        callee: NodeId,
        decls: Vec<Decl>,
        text: &str,
        nodes: &[NodeId],
        simple: bool,
    ) -> Result<Value> {
        let at = self.at(callee);
        let is_type = |decl: &Decl| {
            matches!(
                decl.entity,
                Entity::Struct(_) | Entity::Alias(_) | Entity::StructTemplate(_) | Entity::AliasTemplate(_)
            )
        };
        let is_function = |decl: &Decl| matches!(decl.entity, Entity::Function(_) | Entity::FunctionTemplate(_));
        if decls.iter().any(is_type) && !decls.iter().any(is_function) {
            let (first, last) = (self.tree.node(callee).first, self.tree.node(callee).last);
            let mut walk = Walk::new(first, last);
            let ty = self.walk_type(&mut walk, self.context.order, 0);
            let arguments = self.arguments(nodes);
            return self.construct(&ty?, arguments?, at);
        }
        if !decls.iter().any(is_function) {
            let object = self.expression(callee)?;
            let arguments = self.arguments(nodes)?;
            return self.call_object(object, &arguments, at);
        }
        let explicit = self.explicit_arguments(callee)?;
        let arguments = self.arguments(nodes)?;
        let candidates = self.candidates(&decls, explicit.as_deref(), &arguments);
        // As in dxc an intrinsic that takes the arguments goes before all functions of the unit that have its name.
        if simple
            && let Some(row) = super::intrinsics::row(text)
            && self.intrinsic_fits(row, &arguments)
        {
            self.tell_hidden(text, &candidates, &arguments, at);
            return self.intrinsic(row, arguments, at);
        }
        let chosen = self.choose_overload(text, candidates, &arguments, at)?;
        self.finish_call(&chosen, None, arguments, at)
    }

    /// Warns of functions that would have been called if no intrinsic had their name.
    fn tell_hidden(&mut self, name: &str, candidates: &[Candidate], arguments: &[Value], at: TokenIndex) {
        let hidden: Vec<Place> = candidates
            .iter()
            .filter(|candidate| self.fits(candidate, arguments))
            .filter_map(|candidate| match candidate {
                Candidate::Function(_, place) => Some(*place),
                Candidate::Failed(..) => None,
            })
            .collect();
        if hidden.is_empty() {
            return;
        }
        let told = self.warning(
            "hlsl/hidden-by-intrinsic",
            at.0,
            format!("`{name}` is the intrinsic here, not the function of that name"),
        );
        for place in hidden.into_iter().take(MAX_SHOWN) {
            told.label(place, "this function is not called");
        }
        told.note("dxc prefers an intrinsic that takes the arguments to functions of the source");
        told.help("Give the function another name.");
    }

    /// The functions among declarations; templates with their arguments deduced, where that works.
    pub fn candidates(
        &mut self,
        decls: &[Decl],
        explicit: Option<&[TemplateArgument]>,
        arguments: &[Value],
    ) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = Vec::new();
        for decl in decls {
            let place = Place { chunk: decl.chunk, token: decl.token };
            match &decl.entity {
                // A prototype and its definition are one.
                Entity::Function(signature)
                    if explicit.is_none()
                        && !all
                            .iter()
                            .any(|known| known.signature().is_some_and(|known| known.symbol == signature.symbol)) =>
                {
                    all.push(Candidate::Function(Arc::clone(signature), place));
                }
                Entity::FunctionTemplate(template) => {
                    let template = Arc::clone(template);
                    all.push(match self.deduce(&template, explicit.unwrap_or_default(), arguments) {
                        Ok(bound) => match self.instance_quietly(&template, &bound) {
                            Instantiated::Function(signature) => {
                                match self.undeduced(&template, explicit.unwrap_or_default(), &signature, arguments) {
                                    None => Candidate::Function(signature, place),
                                    Some(why) => Candidate::Failed(template.name, why, place),
                                }
                            }
                            Instantiated::Begun => {
                                Candidate::Failed(template.name, "it calls itself while it is made".to_owned(), place)
                            }
                            Instantiated::TooDeep => {
                                let why = "its instances are nested too deep".to_owned();
                                Candidate::Failed(template.name, why, place)
                            }
                            _ => Candidate::Failed(template.name, "it is wrong for these types".to_owned(), place),
                        },
                        Err(why) => Candidate::Failed(template.name, why, place),
                    });
                }
                _ => {}
            }
        }
        all
    }

    /// The call of a chosen function: defaults filled in, arguments converted. `object` is what a method is called on.
    pub fn finish_call(
        &mut self,
        signature: &Arc<Signature>,
        object: Option<Value>,
        arguments: Vec<Value>,
        at: TokenIndex,
    ) -> Result<Value> {
        let mut converted = Vec::new();
        if let Some(this) = &signature.this {
            let object = match object {
                Some(object) => object,
                // A method calls another of its object.
                None => match self.this_place(at) {
                    Some(this) => this,
                    None => {
                        let name = signature.name;
                        self.error("hlsl/no-this", at.0, format!("the method `{name}` needs an object"));
                        return Err(Failed);
                    }
                },
            };
            let object = self.through(object);
            converted.push(self.converted(object, this));
        }
        let mut failed = false;
        let mut arguments = arguments.into_iter();
        for parameter in &signature.parameters {
            let Some(argument) = arguments.next() else {
                let Some(default) = &parameter.default else { return Err(Failed) };
                let mut default = default.clone();
                default.at = at;
                converted.push(default);
                continue;
            };
            let argument = match parameter.passing {
                Passing::In => self.convert(argument, &parameter.ty),
                Passing::Out | Passing::InOut => self
                    .must_hold(&argument, &parameter.ty)
                    .and_then(|()| self.written_back(argument, &parameter.ty, parameter.passing)),
            };
            match argument {
                Ok(argument) => converted.push(argument),
                Err(Failed) => failed = true,
            }
        }
        if failed {
            return Err(Failed);
        }
        Ok(Value::new(ExprKind::Call(signature.symbol, converted), signature.result.clone(), at))
    }

    /// A variable for a parameter that is written has to hold what comes back, and nothing more: it is not truncated, and
    /// one number of its own type does not spread over it.
    fn must_hold(&mut self, argument: &Value, to: &Type) -> Result<()> {
        let from = &argument.expr.ty;
        let spreads = match (parts(from), parts(to)) {
            (Some((scalar, shape)), Some((to_scalar, to_shape))) => {
                scalar == to_scalar && to_shape.count() == 1 && shape.count() > 1
            }
            _ => false,
        };
        let truncates = self.cost(argument, to).is_none() && !matches!(from, Type::Resource(_));
        if spreads || truncates {
            self.no_conversion(argument.expr.at, &to.clone(), &from.clone());
            return Err(Failed);
        }
        Ok(())
    }

    /// An argument for an `out` or `inout` parameter.
    pub fn written_back(&mut self, argument: Value, ty: &Type, passing: Passing) -> Result<Expr> {
        // Objects are passed as what they are.
        if super::types::holds_resource(ty) && same(&argument.expr.ty, ty) {
            return Ok(argument.concrete());
        }
        let word = if passing == Passing::Out { "an `out` parameter" } else { "an `inout` parameter" };
        self.must_be_place(&argument, word)?;
        let from = argument.expr.ty.clone();
        if from == *ty {
            return Ok(argument.expr);
        }
        let back_value = Value::place(ExprKind::Zero, ty.clone(), argument.expr.at, Access::Value);
        let in_exists = self.cost(&argument, ty).is_some();
        let back_exists = self.cost(&back_value, &from).is_some();
        if !(in_exists || passing == Passing::Out) || !back_exists {
            let (wanted, found) = if in_exists { (&from, ty) } else { (ty, &from) };
            self.no_conversion(argument.expr.at, found, wanted);
            return Err(Failed);
        }
        // Types in between follow from the steps, in which each but the last keeps a part of where it comes from.
        let convert = self.steps(&from, ty).into_iter().map(|(step, _)| step).collect();
        let back = self.steps(ty, &from).into_iter().map(|(step, _)| step).collect();
        let at = argument.expr.at;
        let kind = ExprKind::Writeback { place: argument.expr, convert, back };
        Ok(Expr { kind: Box::new(kind), ty: ty.clone(), at })
    }

    fn method_call(&mut self, callee: NodeId, nodes: &[NodeId]) -> Result<Value> {
        let parts = self.operands(callee);
        let [object, name, ..] = parts.as_slice() else { return self.not_understood(callee) };
        let token = self.first(*name);
        let at = TokenIndex(token);
        let name = self.ustr(token);
        let object = self.value(*object);
        let explicit = self.explicit_arguments(callee)?;
        let object = object?;
        if let Type::Resource(resource) = &object.expr.ty
            && !matches!(resource, crate::ir::Resource::Constant(_) | crate::ir::Resource::TextureBuffer(_))
        {
            let arguments = self.arguments(nodes)?;
            return self.resource_method(object, name.as_str(), explicit.as_deref(), arguments, at);
        }
        let object = self.through(object);
        let Type::Struct(of) = &object.expr.ty else {
            let _ = self.arguments(nodes);
            let shown = type_name(&object.expr.ty);
            self.error("hlsl/unknown-method", token, format!("`{shown}` has no method `{name}`"));
            return Err(Failed);
        };
        let of = Arc::clone(of);
        let decls = self.lookup_member(&of, name);
        let arguments = self.arguments(nodes)?;
        if decls.is_empty() {
            // A member that can be called.
            if super::lookup::member_index(&of, name).is_some() {
                let member = self.member(callee)?;
                return self.call_object(member, &arguments, at);
            }
            let shown = of.symbol.0;
            let prefix = format!("{shown}::");
            let known = self.unit.known_names();
            let methods = known.iter().filter_map(|known| known.strip_prefix(prefix.as_str()));
            let help = crate::diag::did_you_mean(name.as_str(), methods).map(|best| format!("Did you mean `{best}`?"));
            self.error("hlsl/unknown-method", token, format!("`{shown}` has no method `{name}`")).help = help;
            return Err(Failed);
        }
        let candidates = self.candidates(&decls, explicit.as_deref(), &arguments);
        let chosen = self.choose_overload(name.as_str(), candidates, &arguments, at)?;
        self.finish_call(&chosen, Some(object), arguments, at)
    }

    /// An operator that the unit defines for these operands; `None` where it defines none.
    pub fn overloaded(&mut self, operator: &str, operands: &[&Value], at: TokenIndex) -> Result<Option<Value>> {
        if !operands.iter().any(|operand| matches!(operand.expr.ty, Type::Struct(_))) {
            return Ok(None);
        }
        let name = Ustr::from(&format!("operator{operator}"));
        if let Type::Struct(of) = &operands[0].expr.ty {
            let of = Arc::clone(of);
            let decls = self.lookup_member(&of, name);
            if !decls.is_empty() {
                let arguments: Vec<Value> = operands[1..].iter().map(|value| (*value).clone()).collect();
                let candidates = self.candidates(&decls, None, &arguments);
                if candidates.iter().any(|candidate| self.fits(candidate, &arguments)) {
                    let chosen = self.choose_overload(name.as_str(), candidates, &arguments, at)?;
                    return self.finish_call(&chosen, Some(operands[0].clone()), arguments, at).map(Some);
                }
            }
        }
        let decls = self.lookup_global(name);
        if decls.is_empty() {
            return Ok(None);
        }
        let arguments: Vec<Value> = operands.iter().map(|value| (*value).clone()).collect();
        let candidates = self.candidates(&decls, None, &arguments);
        if !candidates.iter().any(|candidate| self.fits(candidate, &arguments)) {
            return Ok(None);
        }
        let chosen = self.choose_overload(name.as_str(), candidates, &arguments, at)?;
        self.finish_call(&chosen, None, arguments, at).map(Some)
    }
}
