//! Statements.

use rustc_hash::FxHashSet;

use super::analyser::Analyser;
use super::diagnostics::{Failed, Result};
use super::flow;
use super::numbers::{Shape, is_float, parts};
use super::rules::Rules;
use super::values::TypedValue;
use crate::ir::{Case, Expr, ExprKind, Scalar, Statement, StatementKind, TokenIndex, Type, UnaryOp, work};
use crate::syntax::{Kind, NodeId};

impl<L: Rules> Analyser<'_, '_, L> {
    /// The statements of a block, in a scope of its own.
    pub fn block(&mut self, node: NodeId) -> Vec<Statement> {
        self.scoped(|this| this.statements(node))
    }

    pub fn statements(&mut self, node: NodeId) -> Vec<Statement> {
        let mut all = Vec::new();
        for child in self.tree.operands(node) {
            work::spend(1);
            // Errors have been reported.
            let _ = self.statement(child, &mut all);
        }
        all
    }

    /// The body of a condition or loop, in a scope of its own.
    fn governed(&mut self, node: NodeId) -> Vec<Statement> {
        if self.kind(node) == Kind::Block {
            return self.block(node);
        }
        work::spend(1);
        self.scoped(|this| {
            let mut all = Vec::new();
            let _ = this.statement(node, &mut all);
            all
        })
    }

    /// Adds a statement after the statements that its expressions need before it.
    pub fn push_statement(&mut self, all: &mut Vec<Statement>, kind: StatementKind, at: TokenIndex) {
        all.append(&mut self.before);
        all.push(Statement { kind, at });
    }

    fn statement(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        let result = self.sound_statement(node, all);
        // Also where the mistake is in a declaration that the statement uses, and was reported there: the body lacks the statement.
        self.failed |= result.is_err();
        result
    }

    fn sound_statement(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        let at = self.at(node);
        match self.kind(node) {
            Kind::Empty => Ok(()),
            Kind::Block => {
                let body = self.block(node);
                self.push_statement(all, StatementKind::Block(body), at);
                Ok(())
            }
            Kind::Declaration => L::local_declaration(self, node, all),
            Kind::Expression => {
                let Some(expression) = self.tree.operand(node, 0) else { return self.not_understood(node) };
                if self.kind(expression) == Kind::Empty {
                    return Ok(());
                }
                let value = L::expression(self, expression)?;
                self.push_statement(all, StatementKind::Expr(value.concrete()), at);
                Ok(())
            }
            Kind::If => self.if_statement(node, all),
            Kind::For => self.for_statement(node, all),
            Kind::While => self.while_statement(node, all),
            Kind::Do => self.do_statement(node, all),
            Kind::Switch => self.switch_statement(node, all),
            Kind::Return => self.return_statement(node, all),
            Kind::Break => {
                let body = self.body();
                if body.loops == 0 && body.switches == 0 {
                    self.error("misplaced", at.0, "`break` outside of a loop or `switch`");
                    return Err(Failed);
                }
                self.push_statement(all, StatementKind::Break, at);
                Ok(())
            }
            Kind::Continue => {
                if self.body().loops == 0 {
                    self.error("misplaced", at.0, "`continue` outside of a loop");
                    return Err(Failed);
                }
                self.push_statement(all, StatementKind::Continue, at);
                Ok(())
            }
            Kind::Discard => {
                L::discard(self, node)?;
                self.push_statement(all, StatementKind::Discard, at);
                Ok(())
            }
            Kind::Case | Kind::Default if self.body().switches > 0 => {
                self.unsupported(at.0, "a label inside of another statement of its `switch`");
                Err(Failed)
            }
            Kind::Case | Kind::Default => {
                self.error("misplaced", at.0, "a label outside of a `switch`");
                Err(Failed)
            }
            Kind::Typedef | Kind::Using => self.alias(node),
            Kind::Function if L::INNER_PROTOTYPES && self.tree.child(node, Kind::Block).is_none() => {
                self.unsupported(at.0, "a function that is declared inside another");
                self.poison(node);
                Err(Failed)
            }
            Kind::Function => {
                self.error("misplaced", at.0, "a function cannot stand inside another");
                Err(Failed)
            }
            _ => self.not_understood(node),
        }
    }

    /// The condition of a statement: an expression, or a declaration, which becomes a statement before it.
    fn head(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<Expr> {
        if self.kind(node) != Kind::Declaration {
            let condition = self.condition(node)?;
            all.append(&mut self.before);
            return Ok(condition);
        }
        let value = self.declared_head(node, all)?;
        L::convert(self, value, &Type::Scalar(Scalar::Bool))
    }

    /// The value of the variable that the head of a statement declares.
    fn declared_head(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<TypedValue> {
        let before = all.len();
        L::local_declaration(self, node, all)?;
        let declared = all.get(before..).unwrap_or_default().iter().filter_map(|statement| match &statement.kind {
            StatementKind::Declare(id, value) => Some((*id, value.is_some(), statement.at)),
            _ => None,
        });
        let declared: Vec<_> = declared.collect();
        let Some((id, has_value, at)) = declared.first().copied() else { return self.not_understood(node) };
        let wrong = declared.get(1).map(|(_, _, second)| *second).or((!has_value).then_some(at));
        if let Some(wrong) = wrong {
            self.error("syntax", wrong.0, "a condition declares one variable, with its value");
            return Err(Failed);
        }
        let ty = self.body().locals[id.0 as usize].ty.clone();
        Ok(TypedValue::of(Expr { kind: Box::new(ExprKind::Local(id)), ty, at }))
    }

    /// Statements in the scope of the declarations of a head.
    fn with_head(
        &mut self,
        all: &mut Vec<Statement>,
        at: TokenIndex,
        declares: bool,
        run: impl FnOnce(&mut Self, &mut Vec<Statement>) -> Result<()>,
    ) -> Result<()> {
        if !declares {
            return run(self, all);
        }
        let mut inner = Vec::new();
        let result = self.scoped(|this| run(this, &mut inner));
        self.push_statement(all, StatementKind::Block(inner), at);
        result
    }

    fn if_statement(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        L::statement_attributes(self, node);
        let operands = self.operands(node);
        let [condition, then, otherwise @ ..] = operands.as_slice() else { return self.not_understood(node) };
        let at = self.at(node);
        let declares = self.kind(*condition) == Kind::Declaration;
        if declares && !L::IF_DECLARES {
            self.error("syntax", self.first(*condition), "the condition of an `if` cannot be a declaration")
                .help("Declare the variable before the `if`.");
            return Err(Failed);
        }
        self.with_head(all, at, declares, |this, all| {
            let condition = this.head(*condition, all);
            let then = this.governed(*then);
            let otherwise = otherwise.first().map(|node| this.governed(*node)).unwrap_or_default();
            let condition = condition?;
            this.push_statement(all, StatementKind::If { condition, then, otherwise }, at);
            Ok(())
        })
    }

    fn in_loop<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.body().loops += 1;
        let result = run(self);
        self.body().loops -= 1;
        result
    }

    fn for_statement(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        let hint = L::statement_attributes(self, node);
        let operands = self.operands(node);
        let [init, condition, step, body] = operands.as_slice() else { return self.not_understood(node) };
        let at = self.at(node);
        self.scoped(|this| {
            let mut first = Vec::new();
            let started = this.statement(*init, &mut first);
            let mut inner = Vec::new();
            let condition = match this.kind(*condition) {
                Kind::Empty => Ok(None),
                _ => this.loop_condition(*condition, &mut inner),
            };
            let step = match this.kind(*step) {
                Kind::Empty => Ok(None),
                _ => L::expression(this, *step).map(|value| Some(value.concrete())),
            };
            let body = this.loop_body(*body, inner);
            started?;
            let kind = StatementKind::For { hint, init: first, condition: condition?, step: step?, body };
            this.push_statement(all, kind, at);
            Ok(())
        })
    }

    fn while_statement(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        let hint = L::statement_attributes(self, node);
        let operands = self.operands(node);
        let [condition, body] = operands.as_slice() else { return self.not_understood(node) };
        let at = self.at(node);
        self.scoped(|this| {
            let mut inner = Vec::new();
            let condition = this.loop_condition(*condition, &mut inner);
            let body = this.loop_body(*body, inner);
            let kind = StatementKind::For { hint, init: Vec::new(), condition: condition?, step: None, body };
            this.push_statement(all, kind, at);
            Ok(())
        })
    }

    /// The condition of a loop. A declaration is made anew each time, so it becomes the first statements of the body, which leave the
    /// loop.
    fn loop_condition(&mut self, node: NodeId, body: &mut Vec<Statement>) -> Result<Option<Expr>> {
        if self.kind(node) != Kind::Declaration {
            return self.condition(node).map(Some);
        }
        let declarators = self.children_of(node, Kind::Declarator);
        let has_value = |one: &NodeId| {
            self.operands(*one)
                .iter()
                .any(|part| !matches!(self.kind(*part), Kind::Name | Kind::Extent | Kind::Annotation))
        };
        if declarators.len() != 1 || !declarators.iter().all(has_value) {
            self.error("syntax", self.first(node), "a condition declares one variable, with its value");
            return Err(Failed);
        }
        let condition = self.head(node, body)?;
        let at = condition.at;
        let kind = Box::new(ExprKind::Unary(UnaryOp::Not, condition));
        let condition = Expr { kind, ty: Type::Scalar(Scalar::Bool), at };
        let then = vec![Statement { kind: StatementKind::Break, at }];
        body.push(Statement { kind: StatementKind::If { condition, then, otherwise: Vec::new() }, at });
        Ok(None)
    }

    /// The statements of a loop, behind those of its condition, in the scope of the loop.
    fn loop_body(&mut self, node: NodeId, mut first: Vec<Statement>) -> Vec<Statement> {
        let shares = L::BODY_SHARES_SCOPE && self.kind(node) == Kind::Block;
        let rest = self.in_loop(|this| if shares { this.statements(node) } else { this.governed(node) });
        first.extend(rest);
        first
    }

    fn do_statement(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        let hint = L::statement_attributes(self, node);
        let operands = self.operands(node);
        let [body, condition] = operands.as_slice() else { return self.not_understood(node) };
        let at = self.at(node);
        let body = self.in_loop(|this| this.governed(*body));
        let condition = self.condition(*condition)?;
        self.push_statement(all, StatementKind::DoWhile { hint, body, condition }, at);
        Ok(())
    }

    fn switch_statement(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        L::statement_attributes(self, node);
        let operands = self.operands(node);
        let [selector, body] = operands.as_slice() else { return self.not_understood(node) };
        let at = self.at(node);
        let declares = L::IF_DECLARES && self.kind(*selector) == Kind::Declaration;
        self.with_head(all, at, declares, |this, all| {
            let selector = if declares { this.declared_head(*selector, all) } else { this.value(*selector) };
            let cases = this.scoped(|this| {
                this.body().switches += 1;
                let cases = this.cases(*body);
                this.body().switches -= 1;
                cases
            });
            let (selector, cases) = (this.selector(selector?)?, cases?);
            this.push_statement(all, StatementKind::Switch { selector, cases }, at);
            Ok(())
        })
    }

    /// The value that `switch` compares with its labels.
    fn selector(&mut self, selector: TypedValue) -> Result<Expr> {
        let scalar = match parts(&selector.expr.ty) {
            Some((scalar, Shape::Scalar)) if !is_float(scalar) => scalar,
            Some((_, Shape::Scalar)) if L::SWITCHES_OVER_FLOATS => {
                return L::convert(self, selector, &Type::Scalar(Scalar::Int));
            }
            _ => {
                let shown = L::type_name(&selector.expr.ty);
                self.error("type-mismatch", selector.expr.at.0, format!("`switch` needs an integer, found `{shown}`"));
                return Err(Failed);
            }
        };
        let scalar = if scalar == Scalar::Bool { Scalar::Int } else { scalar };
        match selector.expr.ty {
            // Its type says later whether the labels can be all of its values.
            Type::Enum { scalar: own, .. } if own == scalar => Ok(selector.expr),
            Type::Enum { .. } => Ok(L::converted(self, selector, &Type::Scalar(scalar))),
            _ => L::convert(self, selector, &Type::Scalar(scalar)),
        }
    }

    fn cases(&mut self, body: NodeId) -> Result<Vec<Case>> {
        if self.kind(body) != Kind::Block {
            self.error("syntax", self.first(body), "expected `{` behind `switch (...)`");
            return Err(Failed);
        }
        let mut cases: Vec<Case> = Vec::new();
        let mut seen: FxHashSet<Option<i64>> = FxHashSet::default();
        let mut labelled = false;
        let mut result = Ok(());
        let children = self.operands(body);
        for child in &children {
            let child = *child;
            let kind = self.kind(child);
            if !matches!(kind, Kind::Case | Kind::Default) {
                match cases.last_mut() {
                    None if kind == Kind::Empty => {}
                    None => {
                        self.error("misplaced", self.first(child), "a statement before the first label");
                        result = Err(Failed);
                    }
                    Some(_) => {
                        let mut inner = Vec::new();
                        let _ = self.statement(child, &mut inner);
                        if let Some(case) = cases.last_mut() {
                            case.body.append(&mut inner);
                        }
                        labelled = false;
                    }
                }
                continue;
            }
            let Ok(value) = self.label(child) else {
                // What follows it still stands behind a label.
                cases.push(Case { values: Vec::new(), body: Vec::new(), falls_through: false });
                (labelled, result) = (true, Err(Failed));
                continue;
            };
            if !seen.insert(value) {
                let shown = value.map_or("default".to_owned(), |value| format!("case {value}"));
                self.error("redefinition", self.first(child), format!("`{shown}` occurs twice in this `switch`"));
                result = Err(Failed);
            }
            match cases.last_mut() {
                Some(case) if labelled => case.values.push(value),
                _ => cases.push(Case { values: vec![value], body: Vec::new(), falls_through: false }),
            }
            labelled = true;
        }
        let needs_statements = labelled && result.is_ok() && L::labels_need_statements(&self.context.settings);
        if let Some(last) = children.last().filter(|_| needs_statements) {
            self.error("syntax", self.first(*last), "the last label of a `switch` needs a statement behind it")
                .help("Write `break;` behind it.");
            result = Err(Failed);
        }
        let count = cases.len();
        for (at, case) in cases.iter_mut().enumerate() {
            case.falls_through = at + 1 < count && !flow::leaves(&case.body);
        }
        result.map(|()| cases)
    }

    fn label(&mut self, node: NodeId) -> Result<Option<i64>> {
        if self.kind(node) == Kind::Default {
            return Ok(None);
        }
        let Some(expression) = self.tree.operand(node, 0) else { return self.not_understood(node) };
        let value = self.value(expression)?.concrete();
        match self.evaluate_int(&value).and_then(|value| i64::try_from(value).ok()) {
            Some(value) => Ok(Some(value)),
            None => {
                self.not_constant(&value, "a label must be an integer constant");
                Err(Failed)
            }
        }
    }

    fn return_statement(&mut self, node: NodeId, all: &mut Vec<Statement>) -> Result<()> {
        let at = self.at(node);
        let result = self.body().result.clone();
        let Some(expression) = self.tree.operand(node, 0) else {
            if result != Type::Void {
                let shown = L::type_name(&result);
                self.error("type-mismatch", at.0, format!("`return` needs a `{shown}`"));
                return Err(Failed);
            }
            self.push_statement(all, StatementKind::Return(None), at);
            return Ok(());
        };
        if self.kind(expression) == Kind::List {
            let value = L::initialiser(self, expression, &result)?;
            self.push_statement(all, StatementKind::Return(Some(value)), at);
            return Ok(());
        }
        let value = L::expression(self, expression)?;
        if result == Type::Void {
            if value.expr.ty == Type::Void && L::RETURNS_VOID {
                self.push_statement(all, StatementKind::Expr(value.expr), at);
                self.push_statement(all, StatementKind::Return(None), at);
                return Ok(());
            }
            self.error("type-mismatch", value.expr.at.0, "a `void` function returns no value");
            return Err(Failed);
        }
        if value.expr.ty == Type::Void {
            let shown = L::type_name(&result);
            self.error("type-mismatch", value.expr.at.0, format!("expected `{shown}`, found `void`"));
            return Err(Failed);
        }
        let value = L::convert(self, value, &result)?;
        self.push_statement(all, StatementKind::Return(Some(value)), at);
        Ok(())
    }
}
