//! Declarations inside of functions, and the attributes of statements.

use super::qualifiers::Qualifiers;
use super::rules::{Analyser, HlslRules, LocalMeaning};
use crate::ir::{Expr, ExprKind, Loop, Statement, StatementKind, TokenIndex, Type, has_resources};
use crate::sema::constants::Constant;
use crate::sema::{Declarator, Failed, Result};
use crate::syntax::{Kind, NodeId};

/// Attributes of statements that change nothing in the program.
const WITHOUT_EFFECT: &[&str] = &["branch", "flatten", "forcecase", "call", "allow_uav_condition"];

impl Analyser<'_, '_> {
    pub fn local_declaration(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        let words = self.qualifiers(node);
        let base = self.declared_type(node);
        let mut result = Ok(());
        for child in self.tree.operands(node) {
            match self.kind(child) {
                Kind::Declarator => {
                    let declared = match &base {
                        Ok(base) => self.local(child, base, &words, all),
                        Err(failed) => Err(*failed),
                    };
                    if declared.is_err() {
                        if let Some(name) = self.tree.child(child, Kind::Name) {
                            let name = self.atom(self.first(name));
                            self.declare_local(name, LocalMeaning::Poison);
                        }
                        result = Err(Failed);
                    }
                }
                Kind::Opaque => result = self.not_understood(child),
                _ => {}
            }
        }
        base.and(result)
    }

    fn local(&mut self, node: NodeId, base: &Type, words: &Qualifiers, all: &mut Vec<Statement>) -> Result<()> {
        let declarator = self.declarator(node, base)?;
        let (name, token) = (declarator.name, declarator.token);
        let at = TokenIndex(token);
        if words.group_shared {
            self.error("misplaced", token, "a `groupshared` variable must be declared outside of functions");
            return Err(Failed);
        }
        if self.body().scopes.last().is_some_and(|scope| scope.has(name)) {
            // What else is wrong is told as well.
            let _ = self.initialised(&declarator, token);
            self.error("redefinition", token, format!("`{name}` is declared twice in this scope"));
            return Err(Failed);
        }
        let read_only = words.constant.then_some("it is `const`");
        // In its own value, the name is that of the variable, which has no value yet.
        let own = (!words.is_static && self.names_itself(&declarator)).then(|| {
            let id = self.new_local(name, declarator.ty.clone(), words.is_static, at);
            let meaning = LocalMeaning::Variable { id, ty: declarator.ty.clone(), read_only, constant: None };
            self.declare_local(name, meaning);
            id
        });
        let (ty, value) = self.initialised(&declarator, token)?;
        if let (Some(id), Some(value)) = (own, &value) {
            let place = Expr { kind: Box::new(ExprKind::Local(id)), ty: ty.clone(), at };
            let kind = Box::new(ExprKind::Assign(place, value.clone()));
            self.push_statement(all, StatementKind::Declare(id, None), at);
            self.push_statement(all, StatementKind::Expr(Expr { kind, ty, at }), at);
            return Ok(());
        }
        if ty == Type::Void {
            self.error("type", token, format!("`{name}` cannot be `void`"));
            return Err(Failed);
        }
        if words.constant && value.is_none() && !has_resources(&ty) && !words.is_static {
            self.error("initialiser", token, format!("the constant `{name}` needs a value"));
            return Err(Failed);
        }
        let constant: Option<Constant> = match &value {
            Some(value) if words.constant => self.evaluate(value),
            _ => None,
        };
        let id = self.new_local(name, ty.clone(), words.is_static, at);
        self.declare_local(name, LocalMeaning::Variable { id, ty, read_only, constant });
        self.push_statement(all, StatementKind::Declare(id, value), at);
        Ok(())
    }

    /// Whether the value of a local of known size has its name in it.
    fn names_itself(&self, declarator: &Declarator<HlslRules>) -> bool {
        let Some(value) = declarator.initialiser.filter(|_| !declarator.unsized_array) else { return false };
        if has_resources(&declarator.ty) || declarator.ty == Type::Void {
            return false;
        }
        let (first, last) = (self.tree.node(value).first, self.tree.node(value).last);
        let is_name = |token: u32| {
            // `float noise = noise(p);` is a call.
            self.atom(token) == declarator.name
                && !matches!(self.text(token.saturating_sub(1)), "." | "::")
                && !matches!(self.text(token + 1), "(" | "::")
        };
        (first..last).any(is_name)
    }

    /// `[unroll]`, `[loop]`, `[branch]` and others.
    pub fn statement_attributes(&mut self, node: NodeId) -> Loop {
        let mut hint = Loop::Free;
        for attribute in self.attributes(node) {
            let Some((name, arguments)) = self.attribute(attribute) else { continue };
            match name.as_str() {
                "unroll" => {
                    let count = arguments.first().and_then(|argument| {
                        let value = self.value(*argument).ok()?.concrete();
                        u32::try_from(self.evaluate_int(&value)?).ok()
                    });
                    hint = Loop::Unroll(count);
                }
                "loop" | "fastopt" => hint = Loop::Loop,
                known if WITHOUT_EFFECT.contains(&known) => {}
                other => {
                    let known = ["unroll", "loop", "fastopt"].iter().chain(WITHOUT_EFFECT).copied();
                    let help = crate::diag::did_you_mean(other, known).map(|best| format!("Did you mean `{best}`?"));
                    let message = format!("the attribute `{other}` is not known here");
                    let token = self.tree.children(attribute).next().map_or(self.first(attribute), |of| self.first(of));
                    self.warning("unknown-attribute", token, message).help = help;
                }
            }
        }
        hint
    }
}
