//! Calls of functions, methods and operators that the unit declares.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::analyser::Analyser;
use super::diagnostics::{ChunkToken, Failed, Result};
use super::entity::{Decl, Entity, Signature, TemplateArgument};
use super::lookup::member_index;
use super::overloads::Candidate;
use super::rules::Rules;
use super::types::{TypeCursor, same};
use super::unit::Instantiated;
use super::values::{TypedValue, ValueCategory};
use crate::atom::Atom;
use crate::ir::{Expr, ExprKind, Passing, Symbol, TokenIndex, Type, has_resources, work};
use crate::syntax::{Kind, NodeId};

impl<L: Rules> Analyser<'_, '_, L> {
    /// `f(...)` of an object: its `operator()`.
    pub fn call_object(&mut self, object: TypedValue, arguments: &[TypedValue], at: TokenIndex) -> Result<TypedValue> {
        let mut all = vec![&object];
        all.extend(arguments);
        if let Some(result) = self.overloaded("()", &all, at)? {
            return Ok(result);
        }
        let shown = L::type_name(&object.expr.ty);
        self.error("not-callable", at.0, format!("a `{shown}` cannot be called"));
        Err(Failed)
    }

    pub fn arguments(&mut self, nodes: &[NodeId]) -> Result<Vec<TypedValue>> {
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

    /// The template arguments `<...>` after the name of the callee.
    pub fn explicit_arguments(&mut self, callee: NodeId) -> Result<Option<Vec<TemplateArgument>>> {
        let end = self.tree.node(callee).last;
        let Some(node) = self.children_of(callee, Kind::TemplateArguments).pop() else { return Ok(None) };
        if self.tree.node(node).last < end {
            return Ok(None);
        }
        let mut cursor = TypeCursor::new(self.tree.node(node).first, self.tree.node(node).last);
        self.template_arguments(&mut cursor, 0).map(Some)
    }

    /// The functions among declarations. Templates are included if their arguments can be deduced.
    pub fn candidates(
        &mut self,
        decls: &[Decl<L>],
        explicit: Option<&[TemplateArgument]>,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = Vec::new();
        let mut symbols: FxHashSet<Symbol> = FxHashSet::default();
        for decl in decls {
            let place = ChunkToken { chunk: decl.chunk, token: decl.token };
            match &decl.entity {
                // A prototype and its definition are one candidate.
                Entity::Function(signature) if explicit.is_none() && symbols.insert(signature.symbol) => {
                    all.push(Candidate::Function(Arc::clone(signature), place));
                }
                Entity::FunctionTemplate(template) => {
                    let template = Arc::clone(template);
                    all.push(match self.deduce(&template, explicit.unwrap_or_default(), arguments) {
                        Ok(bound) => match self.function_instance(&template, &bound, at) {
                            Instantiated::Function(signature) => {
                                match self.undeduced(&template, explicit.unwrap_or_default(), &signature, arguments) {
                                    None => Candidate::Function(signature, place),
                                    Some(why) => Candidate::Failed(template.name, why, place),
                                }
                            }
                            Instantiated::Unfit(why) => Candidate::Failed(template.name, why, place),
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
                Entity::Poison => all.push(Candidate::Wrong),
                _ => {}
            }
        }
        all
    }

    /// The call of a chosen function, with default arguments and converted arguments. `object`: the object of a method.
    pub fn finish_call(
        &mut self,
        signature: &Arc<Signature>,
        object: Option<TypedValue>,
        arguments: Vec<TypedValue>,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        self.define_members(signature, at);
        let mut converted = Vec::new();
        if let Some(this) = &signature.this {
            let object = match object {
                Some(object) => object,
                // A method calls another method of its object.
                None => match self.this_place(at) {
                    Some(this) => this,
                    None => {
                        let name = signature.name;
                        self.error("no-this", at.0, format!("the method `{name}` needs an object"));
                        return Err(Failed);
                    }
                },
            };
            let object = L::loaded(self, object);
            converted.push(L::converted(self, object, this));
        }
        let mut failed = false;
        let mut arguments = arguments.into_iter();
        for parameter in &signature.parameters {
            let Some(argument) = arguments.next() else {
                let Some(default) = &parameter.default else { return Err(Failed) };
                default.each(&mut |_| work::spend(1));
                let mut default = default.clone();
                default.at = at;
                converted.push(default);
                continue;
            };
            let argument = match parameter.passing {
                Passing::In => L::convert(self, argument, &parameter.ty),
                Passing::Out | Passing::InOut => L::check_written_argument(self, &argument, &parameter.ty)
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
        Ok(TypedValue::new(ExprKind::Call(signature.symbol, converted), signature.result.clone(), at))
    }

    /// An argument for an `out` or `inout` parameter.
    pub fn written_back(&mut self, argument: TypedValue, ty: &Type, passing: Passing) -> Result<Expr> {
        // Objects are passed without a conversion.
        if has_resources(ty) && same(&argument.expr.ty, ty) {
            return Ok(argument.concrete());
        }
        let word = if passing == Passing::Out { "an `out` parameter" } else { "an `inout` parameter" };
        self.must_be_place(&argument, word)?;
        let from = argument.expr.ty.clone();
        if from == *ty {
            return Ok(argument.expr);
        }
        let back_value = TypedValue::place(ExprKind::Zero, ty.clone(), argument.expr.at, ValueCategory::Value);
        let in_exists = L::converts(self, &argument, ty);
        let back_exists = L::converts(self, &back_value, &from);
        if !(in_exists || passing == Passing::Out) || !back_exists {
            let (wanted, found) = if in_exists { (&from, ty) } else { (ty, &from) };
            L::report_no_conversion(self, argument.expr.at, found, wanted);
            return Err(Failed);
        }
        // The types in between are dropped because they follow from the steps: each step but the last keeps a part of
        // its operand's type.
        let convert = L::conversion_steps(self, &from, ty).into_iter().map(|(step, _)| step).collect();
        let back = L::conversion_steps(self, ty, &from).into_iter().map(|(step, _)| step).collect();
        let at = argument.expr.at;
        let kind = ExprKind::Writeback { place: argument.expr, convert, back };
        Ok(Expr { kind: Box::new(kind), ty: ty.clone(), at })
    }

    /// `object.method(...)`.
    pub fn method_call(&mut self, callee: NodeId, nodes: &[NodeId]) -> Result<TypedValue> {
        let parts = self.operands(callee);
        let [object, name, ..] = parts.as_slice() else { return self.not_understood(callee) };
        let token = self.first(*name);
        let at = TokenIndex(token);
        let name = self.atom(token);
        let object = self.value(*object);
        let explicit = self.explicit_arguments(callee)?;
        let object = object?;
        if L::has_builtin_methods(&object.expr.ty) {
            let arguments = self.arguments(nodes)?;
            return L::builtin_method(self, object, name.as_str(), explicit.as_deref(), arguments, at);
        }
        let object = L::loaded(self, object);
        let Type::Struct(of) = &object.expr.ty else {
            let _ = self.arguments(nodes);
            let shown = L::type_name(&object.expr.ty);
            self.error("unknown-method", token, format!("`{shown}` has no method `{name}`"));
            return Err(Failed);
        };
        let of = Arc::clone(of);
        let decls = self.lookup_member(&of, name);
        let arguments = self.arguments(nodes)?;
        if decls.is_empty() {
            // A member that can be called.
            if member_index(&of, name).is_some() {
                let member = L::expression(self, callee)?;
                return self.call_object(member, &arguments, at);
            }
            let shown = of.symbol.0;
            let prefix = format!("{shown}::");
            let known = self.unit.known_names().unwrap_or_default();
            let methods = known.iter().filter_map(|known| known.strip_prefix(prefix.as_str()));
            let help = crate::diag::did_you_mean(name.as_str(), methods).map(|best| format!("Did you mean `{best}`?"));
            self.error("unknown-method", token, format!("`{shown}` has no method `{name}`")).help = help;
            return Err(Failed);
        }
        let candidates = self.candidates(&decls, explicit.as_deref(), &arguments, at);
        let chosen = self.choose_overload(name.as_str(), candidates, &arguments, at)?;
        self.finish_call(&chosen, Some(object), arguments, at)
    }

    /// An operator that the unit defines for these operands; `None` if it defines none.
    pub fn overloaded(
        &mut self,
        operator: &str,
        operands: &[&TypedValue],
        at: TokenIndex,
    ) -> Result<Option<TypedValue>> {
        if !operands.iter().any(|operand| matches!(operand.expr.ty, Type::Struct(_))) {
            return Ok(None);
        }
        let name = Atom::from(&format!("operator{operator}"));
        if let Type::Struct(of) = &operands[0].expr.ty {
            let of = Arc::clone(of);
            let decls = self.lookup_member(&of, name);
            if !decls.is_empty() {
                let arguments: Vec<TypedValue> = operands[1..].iter().map(|value| (*value).clone()).collect();
                let candidates = self.candidates(&decls, None, &arguments, at);
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
        let arguments: Vec<TypedValue> = operands.iter().map(|value| (*value).clone()).collect();
        let candidates = self.candidates(&decls, None, &arguments, at);
        if !candidates.iter().any(|candidate| self.fits(candidate, &arguments)) {
            return Ok(None);
        }
        let chosen = self.choose_overload(name.as_str(), candidates, &arguments, at)?;
        self.finish_call(&chosen, None, arguments, at).map(Some)
    }
}
