//! Declarations inside of functions, and the attributes of statements.

use super::qualifiers::Qualifiers;
use super::rules::{Analyser, LocalMeaning};
use crate::ir::{Loop, Statement, StatementKind, TokenIndex, Type, has_resources};
use crate::sema::constants::Constant;
use crate::sema::{Failed, Result};
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
                            let name = self.ustr(self.first(name));
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
        let (ty, value) = self.initialised(&declarator, token)?;
        if ty == Type::Void {
            self.error("type", token, format!("`{name}` cannot be `void`"));
            return Err(Failed);
        }
        if self.body().scopes.last().is_some_and(|scope| scope.has(name)) {
            self.error("redefinition", token, format!("`{name}` is declared twice in this scope"));
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
        let read_only = words.constant.then_some("it is `const`");
        self.declare_local(name, LocalMeaning::Variable { id, ty, read_only, constant });
        self.push_statement(all, StatementKind::Declare(id, value), at);
        Ok(())
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
