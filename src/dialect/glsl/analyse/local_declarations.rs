//! Declarations inside of functions, and the attributes of statements.

use super::declarations::RAY_QUERY;
use super::qualifiers::{Qualifiers, Storage};
use super::rules::{Analyser, LocalMeaning};
use crate::atom::Atom;
use crate::dialect::glsl::extensions::{CONTROL_FLOW, UNIFORM_SUBGROUPS};
use crate::ir::{Loop, Statement, StatementKind, TestMode, TokenIndex, Type, has_resources, is_ray_query};
use crate::sema::{Failed, Result};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    pub fn local_declaration(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        let words = self.declared_qualifiers(node);
        let base = self.declared_type(node);
        let mut result = Ok(());
        for child in self.tree.operands(node) {
            match self.kind(child) {
                Kind::Declarator => {
                    let declared = match (&base, &words) {
                        (Ok(base), Ok(words)) => self.local(child, base, words, all),
                        _ => Err(Failed),
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
        words.map(drop).and(base.map(drop)).and(result)
    }

    fn local(&mut self, node: NodeId, base: &Type, words: &Qualifiers, all: &mut Vec<Statement>) -> Result<()> {
        let declarator = self.declarator(node, base)?;
        let declarator = self.with_length(declarator);
        let (name, token) = (declarator.name, declarator.token);
        if name.starts_with("gl_") {
            return self.of_the_language(name, token);
        }
        if words.storage != Storage::None {
            let word = self.text(words.storage_token);
            self.error("misplaced", words.storage_token, format!("`{word}` is for variables outside of functions"));
            return Err(Failed);
        }
        self.only_layouts(&words.layout, &[], "a local variable")?;
        let is_query = is_ray_query(&declarator.ty);
        if is_query {
            self.is_new_query(&declarator)?;
        }
        let (ty, value) = self.initialised(&declarator, token)?;
        if ty == Type::Void || has_resources(&ty) && !is_query {
            let shown = crate::dialect::glsl::words::type_name(&ty);
            self.error("type", token, format!("the local variable `{name}` cannot be a `{shown}`"));
            return Err(Failed);
        }
        if self.gives_local_length(name, &ty, value.is_some()) {
            return Ok(());
        }
        if self.body().scopes.last().is_some_and(|scope| scope.has(name)) {
            self.error("redefinition", token, format!("`{name}` is declared twice in this scope"));
            return Err(Failed);
        }
        if words.constant && value.is_none() {
            self.error("initialiser", token, format!("the constant `{name}` needs a value"));
            return Err(Failed);
        }
        let constant = match &value {
            Some(value) if words.constant => self.evaluate(value),
            _ => None,
        };
        let at = TokenIndex(token);
        let id = self.new_local(name, ty.clone(), false, at);
        if words.constant
            && constant.is_none()
            && let Some(why) = value.as_ref().and_then(|value| self.unevaluated(value))
        {
            self.body().unevaluated.insert(id, why);
        }
        let read_only = words.constant.then_some("it is `const`").or(is_query.then_some(RAY_QUERY));
        self.declare_local(name, LocalMeaning::Variable { id, ty, read_only, constant });
        self.push_statement(all, StatementKind::Declare(id, value), at);
        Ok(())
    }

    /// Whether a declaration only says the length of a local array that has been declared without one.
    fn gives_local_length(&mut self, name: Atom, ty: &Type, has_value: bool) -> bool {
        if has_value || self.implicit_length(name).is_none() {
            return false;
        }
        let scope = self.body().scopes.last();
        let known = scope.and_then(|scope| scope.find(name));
        matches!(known, Some(LocalMeaning::Variable { ty: known, .. }) if known == ty)
    }

    /// `[[subgroup_uniform_control_flow]]` behind the parameters of a function. Others may mean anything.
    pub fn function_modes(&mut self, node: NodeId) -> Result<Vec<TestMode>> {
        let mut modes = Vec::new();
        for attribute in self.children_of(node, Kind::Attribute) {
            let Some(inside) = self.tree.children(attribute).next() else { continue };
            let token = self.first(inside);
            if self.text(token) == "subgroup_uniform_control_flow" {
                self.needs_one_of(UNIFORM_SUBGROUPS, self.text(token), token)?;
                modes = vec![TestMode::UniformSubgroups];
            }
        }
        Ok(modes)
    }

    /// `[[unroll]]`, `[[dont_unroll]]` and others of `GL_EXT_control_flow_attributes`.
    pub fn statement_attributes(&mut self, node: NodeId) -> Loop {
        let mut hint = Loop::Free;
        for attribute in self.children_of(node, Kind::Attribute) {
            let Some(inside) = self.tree.children(attribute).next() else { continue };
            let token = self.first(inside);
            // The statement is understood without it.
            let _ = self.needs_one_of(CONTROL_FLOW, self.text(token), token);
            match self.text(self.first(inside)) {
                "unroll" => hint = Loop::Unroll(None),
                "dont_unroll" | "loop" => hint = Loop::Loop,
                "flatten"
                | "branch"
                | "dont_flatten"
                | "dependency_infinite"
                | "dependency_length"
                | "min_iterations"
                | "max_iterations"
                | "iteration_multiple"
                | "peel_count"
                | "partial_count" => {}
                other => {
                    let known = ["unroll", "dont_unroll", "flatten", "branch", "dont_flatten"];
                    let help = crate::diag::did_you_mean(other, known).map(|best| format!("Did you mean `{best}`?"));
                    let message = format!("the attribute `{other}` is not known here");
                    self.warning("unknown-attribute", token, message).help = help;
                }
            }
        }
        hint
    }
}
