//! Statements of bodies.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::{Checker, JumpTarget, LocalSymbol, Place, Value};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{
    Binding, Declaration, Declarator, Expr, ExprKind, ForStatement, IfStatement, Statement, StatementKind, Using,
    UsingKind,
};
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::output_tree::{Out, OutExpr, OutKind, OutStatement};
use crate::dialect::bsl::program::Symbol;
use crate::dialect::bsl::types::{BOOL, Scalar, Ty};

impl Checker<'_> {
    pub fn statements(&mut self, all: &[Statement], out: &mut Vec<OutStatement>) {
        for statement in all {
            self.statement(statement, out);
        }
    }

    /// A block with names of its own.
    pub fn block(&mut self, all: &[Statement]) -> Vec<OutStatement> {
        let mut out = Vec::new();
        let names = self.body.names.len();
        self.body.blocks.push(names);
        let outer = std::mem::take(&mut self.body.legacy);
        self.statements(all, &mut out);
        self.body.blocks.pop();
        self.body.names.truncate(names);
        match all.first() {
            Some(first) => self.legacy_block(outer, out, first.span),
            None => {
                self.body.legacy = outer;
                out
            }
        }
    }

    pub fn body_block(&mut self, statement: &Statement) -> Vec<OutStatement> {
        match &statement.kind {
            StatementKind::Block(all) => self.block(all),
            _ => self.block(std::slice::from_ref(statement)),
        }
    }

    /// Declares what the current statement needs.
    pub fn flush_temporaries(&mut self, out: &mut Vec<OutStatement>) {
        out.append(&mut self.body.temporaries);
    }

    fn statement(&mut self, statement: &Statement, out: &mut Vec<OutStatement>) {
        let span = statement.span;
        let kind = match &statement.kind {
            StatementKind::Declaration(declaration) => return self.declaration(declaration, out),
            StatementKind::Binding(binding) => return self.binding(binding, out),
            StatementKind::Expression(expr) => {
                let value = self.expression(expr, None);
                match value.out.kind {
                    Out::Call(crate::dialect::bsl::output_tree::Callee::BuiltIn(name), _) if name == "discard" => {
                        OutKind::Discard
                    }
                    kind => OutKind::Expression(OutExpr::new(kind, value.out.span)),
                }
            }
            StatementKind::If(choice) => {
                let mut made = Vec::new();
                self.choice(choice, span, &mut made);
                self.flush_temporaries(out);
                out.append(&mut made);
                return;
            }
            StatementKind::For(head) => return self.for_loop(head, span, out),
            StatementKind::While(condition, body) => {
                let condition = self.condition(condition);
                let temporaries = std::mem::take(&mut self.body.temporaries);
                out.extend(temporaries);
                let body = self.loop_body(body, JumpTarget::Loop);
                OutKind::While(condition.out, body)
            }
            StatementKind::Do(body, condition) => {
                let body = self.loop_body(body, JumpTarget::Loop);
                let condition = self.condition(condition);
                OutKind::Do(body, condition.out)
            }
            StatementKind::Switch(value, all) => return self.switch(value, all, span, out),
            StatementKind::Case(_) | StatementKind::Default => {
                self.error("bsl/unexpected-token", "a label outside of a `switch`", span);
                return;
            }
            StatementKind::Return(value) => self.return_value(value.as_ref(), span),
            StatementKind::Break => self.jump(true, span),
            StatementKind::Continue => self.jump(false, span),
            StatementKind::Block(all) => OutKind::Block(self.block(all)),
            StatementKind::Using(using) => return self.using(using),
            StatementKind::Test(suite, name, all) => return self.test((*suite, *name), all, span, out),
            StatementKind::Empty => return,
        };
        self.flush_temporaries(out);
        out.push(OutStatement { kind, span });
    }

    fn loop_body(&mut self, body: &Statement, target: JumpTarget) -> Vec<OutStatement> {
        self.body.targets.push(target);
        let out = self.body_block(body);
        self.body.targets.pop();
        out
    }

    fn jump(&mut self, is_break: bool, span: Span) -> OutKind {
        let target = self.body.targets.iter().rev().find(|target| is_break || **target != JumpTarget::Switch);
        let word = if is_break { "break" } else { "continue" };
        match target {
            None => self.error("bsl/unexpected-token", format!("`{word}` outside of a loop"), span),
            Some(JumpTarget::Unrolled) => {
                self.error("bsl/unroll-jump", format!("`{word}` leaves a round of an unrolled loop"), span);
            }
            Some(_) => {}
        }
        if is_break { OutKind::Break } else { OutKind::Continue }
    }

    fn return_value(&mut self, value: Option<&Expr>, span: Span) -> OutKind {
        let Some(result) = self.body.result else {
            self.error("bsl/return-outside", "`return` outside of a function", span);
            return OutKind::Return(None);
        };
        match value {
            None => {
                if !matches!(result, Ty::Void | Ty::Error) {
                    let message = format!("the function gives a `{}`, and nothing is returned", self.show(result));
                    self.error("bsl/invalid-operands", message, span);
                }
                OutKind::Return(None)
            }
            Some(expr) => {
                let value = self.expression(expr, Some(result));
                if value.is_broken() || result == Ty::Error {
                    return OutKind::Return(Some(value.out));
                }
                if result == Ty::Void {
                    self.error(
                        "bsl/invalid-operands",
                        "the function gives nothing, and a value is returned",
                        expr.span,
                    );
                    return OutKind::Return(None);
                }
                let value = self.convert_or_report(value, result, expr.span);
                OutKind::Return(Some(value.out))
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration, out: &mut Vec<OutStatement>) {
        for attribute in &declaration.attributes {
            self.check_attribute(attribute, &["maybe_unused"]);
        }
        if declaration.is_static && declaration.is_constexpr {
            for declarator in &declaration.declarators {
                let symbol = match self.constant_of(declaration, declarator) {
                    Some((value, ty)) => LocalSymbol::Constant(value, ty),
                    None => LocalSymbol::Broken,
                };
                self.declare_local(declarator.ident, symbol);
            }
            return;
        }
        let references = declaration.declarators.iter().filter(|declarator| declarator.is_reference).count();
        if references != 0 && references != declaration.declarators.len() {
            let message = "references and values in one declaration";
            self.error("bsl/reference-mixed", message, declaration.span);
            for declarator in &declaration.declarators {
                self.declare_local(declarator.ident, LocalSymbol::Broken);
            }
            return;
        }
        for declarator in &declaration.declarators {
            if declarator.is_reference {
                self.declare_reference(declaration, declarator, out);
            } else {
                self.declare_variable_of_body(declaration, declarator, out);
            }
        }
    }

    fn declare_variable_of_body(
        &mut self,
        declaration: &Declaration,
        declarator: &Declarator,
        out: &mut Vec<OutStatement>,
    ) {
        let ident = declarator.ident;
        let is_auto = declaration.ty.path.single().is_some_and(|name| name.name == "auto");
        let (ty, value) = if is_auto {
            match self.auto_value(declarator) {
                Some(value) => (value.ty, Some(value)),
                None => (Ty::Error, None),
            }
        } else {
            let (element, _) = self.resolve_type(&declaration.ty);
            let count = Checker::list_length(declarator.initialiser.as_ref());
            let ty = self.with_extents(element, &declarator.extents, count);
            let value = declarator.initialiser.as_ref().map(|expr| {
                if ty == Ty::Error {
                    if !matches!(expr.kind, ExprKind::List(_)) {
                        self.expression(expr, None);
                    }
                    return Value::broken(expr.span);
                }
                self.initialiser(expr, ty)
            });
            (ty, value)
        };
        if ty == Ty::Void {
            self.error("bsl/unknown-type", format!("`{}` is a variable of type `void`", ident.name), ident.span);
        }
        if self.program.table_kind(ty).is_some() {
            self.error("bsl/table-construct", format!("`{}` is a copy of a resource table", ident.name), ident.span);
            return self.declare_local(ident, LocalSymbol::Broken);
        }
        self.reject_opaque(ty, ident);
        if ty == Ty::Error || ty == Ty::Void {
            self.body.temporaries.clear();
            return self.declare_local(ident, LocalSymbol::Broken);
        }
        let is_const = declaration.ty.is_const || declaration.is_constexpr;
        if is_const && declarator.initialiser.is_none() {
            self.error("bsl/not-constant", format!("`{}` is constant, and has no value", ident.name), ident.span);
        }
        let id = self.new_local(ident.name, ty);
        // As in C++: a constant integer is a constant expression, a constant `float` is not.
        let is_whole = matches!(self.program.underlying(ty), Ty::Scalar(Scalar::Int | Scalar::Uint | Scalar::Bool));
        let constant = value.as_ref().and_then(|value| value.constant).filter(|_| is_const && is_whole);
        let initial = value.map(|value| value.out);
        self.flush_temporaries(out);
        out.push(OutStatement { kind: OutKind::Declare(id, initial), span: ident.span });
        self.declare_local(ident, LocalSymbol::Variable { id, ty, is_const, constant });
    }

    fn auto_value(&mut self, declarator: &Declarator) -> Option<Value> {
        let ident = declarator.ident;
        let Some(initialiser) = &declarator.initialiser else {
            self.error("bsl/auto", format!("`{}` has no initialiser to take its type from", ident.name), ident.span);
            return None;
        };
        let expr = match &initialiser.kind {
            ExprKind::List(list) => match list.items.as_slice() {
                [(None, one)] if !matches!(one.kind, ExprKind::List(_)) => one,
                [] => {
                    self.error("bsl/auto", format!("`{}` takes its type from an empty list", ident.name), ident.span);
                    return None;
                }
                _ => {
                    let message = format!("`{}` takes its type from a list of several values", ident.name);
                    self.error("bsl/auto-list", message, ident.span);
                    return None;
                }
            },
            _ => initialiser,
        };
        let value = self.expression(expr, None);
        match value.ty {
            Ty::Error => None,
            Ty::Array(_) => {
                self.error("bsl/array-operand", format!("`{}` is a copy of an array", ident.name), expr.span);
                None
            }
            Ty::Void => {
                self.error("bsl/auto", format!("`{}` takes its type from nothing", ident.name), expr.span);
                None
            }
            _ => Some(value),
        }
    }

    /// `auto [a, b] = e;`.
    fn binding(&mut self, binding: &Binding, out: &mut Vec<OutStatement>) {
        if let Some(span) = binding.is_reference {
            self.error("bsl/binding-ref", "the names of a structured binding are references", span);
        }
        let value = self.expression(&binding.initialiser, None);
        let parts: Vec<(Ty, Option<Atom>)> = match value.ty {
            Ty::Structure(id) => {
                let members = self.initialised_members(id);
                let infos = &self.program.structure(id).members;
                members.iter().map(|at| (infos[*at as usize].ty, Some(infos[*at as usize].ident.name))).collect()
            }
            Ty::Array(id) => {
                let (element, length) = self.program.arrays.get(id);
                vec![(element, None); length.unwrap_or(0) as usize]
            }
            Ty::Vector(scalar, lanes) => vec![(Ty::Scalar(scalar), None); usize::from(lanes)],
            Ty::Error => Vec::new(),
            _ => {
                let message = format!("a `{}` has no parts", self.show(value.ty));
                self.error("bsl/binding-count", message, binding.initialiser.span);
                Vec::new()
            }
        };
        if value.is_broken() || parts.is_empty() || parts.len() != binding.names.len() {
            if !parts.is_empty() {
                let message = format!("{} names for {} parts", binding.names.len(), parts.len());
                self.error("bsl/binding-count", message, binding.span);
            }
            for ident in &binding.names {
                self.declare_local(*ident, LocalSymbol::Broken);
            }
            return;
        }
        let span = binding.initialiser.span;
        let whole = self.new_local(Atom::from("bound"), value.ty);
        self.flush_temporaries(out);
        out.push(OutStatement { kind: OutKind::Declare(whole, Some(value.out)), span });
        let owner =
            Value { ty: value.ty, out: OutExpr::new(Out::Local(whole), span), constant: None, place: Place::Mutable };
        for (at, (ident, (ty, member))) in binding.names.iter().zip(parts).enumerate() {
            let part = match member {
                Some(name) => {
                    let part = crate::dialect::bsl::ast::PathPart {
                        ident: crate::dialect::bsl::ast::Ident { name, span: ident.span },
                        arguments: None,
                    };
                    self.member_of(owner.clone(), &part, ident.span).out
                }
                None => {
                    let index = Value::constant(crate::dialect::bsl::constant::Constant::int(at as i32), span).out;
                    OutExpr::new(Out::Index(Box::new(owner.out.clone()), Box::new(index)), ident.span)
                }
            };
            let id = self.new_local(ident.name, ty);
            out.push(OutStatement { kind: OutKind::Declare(id, Some(part)), span: ident.span });
            self.declare_local(*ident, LocalSymbol::Variable { id, ty, is_const: false, constant: None });
        }
    }

    fn choice(&mut self, choice: &IfStatement, span: Span, out: &mut Vec<OutStatement>) {
        self.check_chain(choice);
        let mut before = std::mem::take(&mut self.body.temporaries);
        let condition = if choice.static_branch.is_some() {
            self.static_condition(&choice.condition)
        } else {
            self.no_value = None;
            self.condition(&choice.condition)
        };
        let own = std::mem::take(&mut self.body.temporaries);
        let mut constant = condition.constant;
        if choice.is_constexpr && constant.is_none() {
            self.not_constant(&condition, choice.condition.span);
            constant = None;
        }
        let then = self.body_block(&choice.then);
        let mut otherwise = None;
        if let Some(part) = &choice.otherwise {
            let mut made = Vec::new();
            match &part.kind {
                StatementKind::If(inner) => {
                    self.choice(inner, part.span, &mut made);
                    let mut temporaries = std::mem::take(&mut self.body.temporaries);
                    temporaries.append(&mut made);
                    made = temporaries;
                }
                _ => made = self.body_block(part),
            }
            otherwise = Some(made);
        }
        before.extend(own);
        self.body.temporaries = before;
        match constant {
            Some(constant) if constant.is_true() => out.push(OutStatement { kind: OutKind::Block(then), span }),
            Some(_) => {
                if let Some(otherwise) = otherwise {
                    out.push(OutStatement { kind: OutKind::Block(otherwise), span });
                }
            }
            None => {
                let is_static = choice.static_branch.is_some();
                let kind = OutKind::If { condition: condition.out, is_static, then, otherwise };
                out.push(OutStatement { kind, span });
            }
        }
    }

    /// `[[static_branch]]` stands at every part of a chain, or at none.
    fn check_chain(&mut self, choice: &IfStatement) {
        if choice.is_constexpr
            && let Some(span) = choice.static_branch
        {
            self.error("bsl/static-branch-mixed", "`[[static_branch]]` at an `if constexpr`", span);
        }
        let Some(StatementKind::If(inner)) = choice.otherwise.as_ref().map(|part| &part.kind) else { return };
        let span = inner.static_branch.unwrap_or(inner.condition.span);
        match (choice.static_branch, inner.static_branch) {
            (Some(_), None) if inner.is_constexpr => {
                self.error("bsl/static-branch-mixed", "`if constexpr` behind a static branch", span);
            }
            (None, Some(_)) if choice.is_constexpr => {
                self.error("bsl/static-branch-mixed", "a static branch behind an `if constexpr`", span);
            }
            (Some(_), None) => {
                let message = "this `else if` continues a static branch, and has no `[[static_branch]]`";
                self.error("bsl/static-branch-chain", message, span);
            }
            (None, Some(_)) => {
                self.error("bsl/static-branch-chain", "`[[static_branch]]` begins in the middle of a chain", span);
            }
            _ => {}
        }
    }

    /// A condition of constants alone.
    fn static_condition(&mut self, expr: &Expr) -> Value {
        let value = self.condition(expr);
        if value.is_broken() || value.constant.is_some() {
            return value;
        }
        let mut is_static = true;
        let resources = &self.program.resources;
        value.out.walk(&mut |part| {
            is_static &= match &part.kind {
                Out::Resource(id) => matches!(
                    resources[*id as usize].kind,
                    crate::dialect::bsl::program::ResourceKind::CompilationConstant
                        | crate::dialect::bsl::program::ResourceKind::SpecializationConstant { .. }
                ),
                Out::Constant(_) | Out::Unary("-" | "+" | "!" | "~", _) | Out::Binary(..) | Out::Ternary(..) => true,
                Out::Call(crate::dialect::bsl::output_tree::Callee::Type(_), _) => true,
                _ => false,
            };
        });
        if !is_static {
            let message = "the condition of a static branch is not made of constants alone";
            return self.broken("bsl/static-branch-condition", message, expr.span);
        }
        value
    }

    fn for_loop(&mut self, head: &ForStatement, span: Span, out: &mut Vec<OutStatement>) {
        let names = self.body.names.len();
        self.body.blocks.push(names);
        match self.unroll_of(head) {
            super::unroll::Unroll::No => self.plain_loop(head, span, out),
            super::unroll::Unroll::Evaluated { limit } => self.evaluated_loop(head, limit, span, out),
            super::unroll::Unroll::Rounds(count) => self.rounds(head, count, span, out),
            super::unroll::Unroll::Broken => {
                let mut first = Vec::new();
                if let Some(statement) = &head.first {
                    self.statement(statement, &mut first);
                }
                self.loop_body(&head.body, JumpTarget::Loop);
            }
        }
        self.body.blocks.pop();
        self.body.names.truncate(names);
    }

    fn plain_loop(&mut self, head: &ForStatement, span: Span, out: &mut Vec<OutStatement>) {
        let (first, condition, steps) = self.loop_head(head);
        let temporaries = std::mem::take(&mut self.body.temporaries);
        out.extend(temporaries);
        let body = self.loop_body(&head.body, JumpTarget::Loop);
        out.push(OutStatement { kind: OutKind::For { first, condition, steps, body }, span });
    }

    /// The parts of a loop's head; its temporaries stay in `self.body.temporaries`.
    pub fn loop_head(&mut self, head: &ForStatement) -> (Vec<OutStatement>, Option<OutExpr>, Vec<OutExpr>) {
        let mut first = Vec::new();
        if let Some(statement) = &head.first {
            self.statement(statement, &mut first);
        }
        let condition = head.condition.as_ref().map(|condition| self.condition(condition).out);
        let steps = head.steps.iter().map(|step| self.expression(step, None).out).collect();
        (first, condition, steps)
    }

    fn switch(&mut self, value: &Expr, all: &[Statement], span: Span, out: &mut Vec<OutStatement>) {
        let value_span = value.span;
        let value = self.expression(value, None);
        let value = self.of_underlying(value);
        if !value.is_broken()
            && !matches!(
                value.ty,
                Ty::Scalar(crate::dialect::bsl::types::Scalar::Int | crate::dialect::bsl::types::Scalar::Uint)
            )
        {
            let message = format!("`switch` over a `{}`, which is not an integer", self.show(value.ty));
            self.error("bsl/invalid-operands", message, value_span);
        }
        self.flush_temporaries(out);
        let names = self.body.names.len();
        self.body.blocks.push(names);
        self.body.targets.push(JumpTarget::Switch);
        let mut body = Vec::new();
        let mut labels = FxHashMap::default();
        for statement in all {
            match &statement.kind {
                StatementKind::Case(label) => {
                    let label_value = self.expression(label, None);
                    let label_value = self.of_underlying(label_value);
                    if label_value.is_broken() || value.is_broken() {
                        continue;
                    }
                    if label_value.constant.is_none() {
                        self.not_constant(&label_value, label.span);
                        continue;
                    }
                    let made = self.convert_or_report(label_value, value.ty, label.span);
                    if made.constant.is_some() {
                        self.add_label(made.constant, label.span, &mut labels);
                    }
                    body.push(OutStatement { kind: OutKind::Case(made.out), span: statement.span });
                }
                StatementKind::Default => {
                    self.add_label(None, statement.span, &mut labels);
                    body.push(OutStatement { kind: OutKind::Default, span: statement.span });
                }
                _ => self.statement(statement, &mut body),
            }
        }
        self.body.targets.pop();
        self.body.blocks.pop();
        self.body.names.truncate(names);
        out.push(OutStatement { kind: OutKind::Switch(value.out, body), span });
    }

    /// Each label of a `switch` stands once in it; `None` is `default`.
    fn add_label(&mut self, label: Option<Constant>, span: Span, known: &mut FxHashMap<Option<Constant>, Span>) {
        match known.entry(label) {
            Entry::Vacant(free) => {
                free.insert(span);
            }
            Entry::Occupied(earlier) => {
                let text = "this label stands in the `switch` already";
                let problem = Diagnostic::error("bsl/redefinition", text).at(span);
                self.report(problem.label(*earlier.get(), "previous definition"));
            }
        }
    }

    fn using(&mut self, using: &Using) {
        match &using.kind {
            UsingKind::Namespace => {
                self.error("bsl/using-namespace", "`using namespace` is not part of BSL", using.span);
            }
            UsingKind::Other => self.error("bsl/using-form", "`using` names neither a function nor a type", using.span),
            UsingKind::Alias(ident, ty) => {
                let (ty, _) = self.resolve_type(ty);
                let symbol = if ty == Ty::Error { LocalSymbol::Broken } else { LocalSymbol::Type(ty) };
                self.declare_local(*ident, symbol);
            }
            UsingKind::Name(path) => {
                let symbol = match self.find_path(path) {
                    super::lookup::Named::Symbol(Symbol::Functions(all), _) => LocalSymbol::Functions(all),
                    super::lookup::Named::Symbol(Symbol::Type(ty, _), _) => LocalSymbol::Type(ty),
                    super::lookup::Named::Symbol(Symbol::Constant(constant, ty), _) => {
                        LocalSymbol::Constant(constant, ty)
                    }
                    super::lookup::Named::Broken => LocalSymbol::Broken,
                    _ => {
                        self.unknown_name(path);
                        LocalSymbol::Broken
                    }
                };
                self.declare_local(path.last().ident, symbol);
            }
        }
    }

    /// Whether a value is a `bool`.
    pub fn is_bool(value: &Value) -> bool {
        value.ty == BOOL
    }

    pub fn attribute_misplaced(&mut self, name: &str, span: Span) {
        let message = format!("`[[{name}]]` means nothing here");
        self.report(Diagnostic::error("bsl/attribute-placement", message).at(span));
    }
}
