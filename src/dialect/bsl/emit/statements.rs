//! Functions and statements.

use super::decided;
use super::writer::Writer;
use crate::diag::Span;
use crate::dialect::bsl::output_tree::{
    Callee, FunctionId, LocalId, Out, OutExpr, OutKind, OutStatement, Rounds, Unrolled,
};
use crate::dialect::bsl::program::{FunctionInfo, Passing};
use crate::dialect::bsl::types::Ty;

impl Writer<'_> {
    pub fn function(&mut self, id: FunctionId) {
        let program = self.program;
        let info = program.function(id);
        let Some(body) = &info.body else { return };
        self.function = Some(id);
        self.name_locals(id);
        let is_main = info.stage.is_some() && !self.wants_unit();
        let names = self.names;
        let name = if is_main {
            "main".to_owned()
        } else {
            self.renamed_function(id).unwrap_or_else(|| names.functions[id as usize].clone())
        };
        self.line_of_nothing();
        self.begin_line(info.function.ident().span);
        self.plain(&names.type_name(program, info.result));
        self.plain(" ");
        self.placed(&name, info.function.ident().span);
        self.plain("(");
        self.parameters(info);
        self.plain(")");
        self.end_line();
        self.line("{");
        self.indent += 1;
        self.statements(&body.statements);
        self.indent -= 1;
        self.line("}");
        self.set_origin(None);
        self.function = None;
    }

    /// The parameters of a function in GLSL: the object of a method, and what is no table.
    fn parameters(&mut self, info: &FunctionInfo) {
        let object = info.structure.filter(|_| info.is_method).map(|id| (!info.is_const, Ty::Structure(id)));
        let own =
            info.parameters.iter().filter(|parameter| info.stage.is_none() && parameter.passing != Passing::Table);
        let own = own.map(|parameter| (parameter.passing == Passing::InOut, parameter.ty));
        for (at, (is_written, ty)) in object.into_iter().chain(own).enumerate() {
            if at > 0 {
                self.plain(", ");
            }
            if is_written {
                self.plain("inout ");
            }
            let name = self.locals[at];
            self.declare(ty, name);
        }
    }

    /// An empty line.
    pub fn line_of_nothing(&mut self) {
        self.end_line();
    }

    pub fn statements(&mut self, all: &[OutStatement]) {
        for statement in all {
            self.statement(statement);
        }
    }

    fn block(&mut self, all: &[OutStatement], span: Span) {
        self.begin_line(span);
        self.plain("{");
        self.end_line();
        self.indent += 1;
        self.statements(all);
        self.indent -= 1;
        self.line("}");
    }

    /// A local with its value, without the `;`.
    fn declaration(&mut self, id: LocalId, value: Option<&OutExpr>) {
        let program = self.program;
        let body = self.function.and_then(|id| program.function(id).body.as_ref());
        let ty = body.map_or(Ty::Error, |body| body.locals[id as usize].ty);
        let name = self.locals[id as usize];
        self.declare(ty, name);
        if let Some(value) = value {
            self.plain(" = ");
            self.element(value);
        }
    }

    fn statement(&mut self, statement: &OutStatement) {
        let span = statement.span;
        if self.is_too_long(span) {
            return;
        }
        match &statement.kind {
            OutKind::Declare(id, value) => {
                self.begin_line(span);
                self.declaration(*id, value.as_ref());
                self.plain(";");
                self.end_line();
            }
            OutKind::Expression(expr) => self.expression_statement(expr, span),
            OutKind::If { condition, is_static, then, otherwise } => {
                match decided(self.wanted, condition, *is_static) {
                    Some(true) => self.block(then, span),
                    Some(false) => {
                        if let Some(otherwise) = otherwise {
                            self.block(otherwise, span);
                        }
                    }
                    None => self.choice(condition, then, otherwise.as_deref(), span),
                }
            }
            OutKind::For { first, condition, steps, body } => {
                self.for_loop(first, condition.as_ref(), steps, body, span)
            }
            OutKind::While(condition, body) => {
                self.begin_line(span);
                self.plain("while (");
                self.expression(condition);
                self.plain(")");
                self.end_line();
                self.block(body, span);
            }
            OutKind::Do(body, condition) => {
                self.begin_line(span);
                self.plain("do");
                self.end_line();
                self.block(body, span);
                self.begin_line(condition.span);
                self.plain("while (");
                self.expression(condition);
                self.plain(");");
                self.end_line();
            }
            OutKind::Switch(value, body) => self.switch(value, body, span),
            OutKind::Case(label) => {
                self.begin_line(span);
                self.plain("case ");
                self.expression(label);
                self.plain(":");
                self.end_line();
            }
            OutKind::Default => self.word("default:", span),
            OutKind::Return(None) => self.word("return;", span),
            OutKind::Return(Some(value)) => self.return_of(value, span),
            OutKind::Break => self.word("break;", span),
            OutKind::Continue => self.word("continue;", span),
            OutKind::Discard => self.word("discard;", span),
            OutKind::Block(all) => self.block(all, span),
            OutKind::Legacy { tables, body, zero } => self.legacy(tables, body, zero.as_ref(), span),
            OutKind::Unrolled(unrolled) => self.unrolled(unrolled, span),
            OutKind::Rounds(rounds) => self.rounds(rounds, span),
        }
    }

    fn return_of(&mut self, value: &OutExpr, span: Span) {
        self.begin_line(span);
        self.plain("return ");
        self.expression(value);
        self.plain(";");
        self.end_line();
    }

    /// Statements that need resources of create-infos; without them, the function returns zero or goes on.
    fn legacy(&mut self, tables: &[u32], body: &[OutStatement], zero: Option<&OutExpr>, span: Span) {
        if super::owns(self.program, self.wanted, tables) {
            self.statements(body);
        } else if let Some(zero) = zero {
            self.return_of(zero, span);
        }
    }

    fn word(&mut self, text: &str, span: Span) {
        self.begin_line(span);
        self.plain(text);
        self.end_line();
    }

    fn expression_statement(&mut self, expr: &OutExpr, span: Span) {
        if let Out::Call(Callee::BuiltIn(name), arguments) = &expr.kind {
            match name.as_str() {
                "assert" if !self.options.assertions => return,
                "assert" => return self.assertion(arguments, span),
                "printf" if !self.options.prints() => return,
                "expect" => return self.expectation(arguments, span),
                _ => {}
            }
        }
        self.begin_line(span);
        match &expr.kind {
            // Each part is a statement, where the whole is one.
            Out::Comma(all) if all.len() > 1 => {
                for (at, part) in all.iter().enumerate() {
                    let is_unused = at + 1 == all.len() && part.is_pure();
                    if is_unused {
                        continue;
                    }
                    if at > 0 {
                        self.begin_line(span);
                    }
                    self.expression(part);
                    self.plain(";");
                    self.end_line();
                }
                return;
            }
            _ => self.expression(expr),
        }
        self.plain(";");
        self.end_line();
    }

    fn choice(&mut self, condition: &OutExpr, then: &[OutStatement], otherwise: Option<&[OutStatement]>, span: Span) {
        self.begin_line(span);
        self.plain("if (");
        self.expression(condition);
        self.plain(")");
        self.end_line();
        self.block(then, span);
        if let Some(otherwise) = otherwise {
            self.begin_line(span);
            self.plain("else");
            self.end_line();
            self.block(otherwise, span);
        }
    }

    fn for_loop(
        &mut self,
        first: &[OutStatement],
        condition: Option<&OutExpr>,
        steps: &[OutExpr],
        body: &[OutStatement],
        span: Span,
    ) {
        // One simple declaration stands in the head, anything else before it.
        let simple = matches!(first, [] | [OutStatement { kind: OutKind::Declare(..) | OutKind::Expression(_), .. }]);
        if !simple {
            self.begin_line(span);
            self.plain("{");
            self.end_line();
            self.indent += 1;
            self.statements(first);
        }
        self.begin_line(span);
        self.plain("for (");
        match first {
            [OutStatement { kind: OutKind::Declare(id, value), .. }] => {
                self.declaration(*id, value.as_ref());
            }
            [OutStatement { kind: OutKind::Expression(expr), .. }] => self.expression(expr),
            _ => {}
        }
        self.plain("; ");
        if let Some(condition) = condition {
            self.expression(condition);
        }
        self.plain("; ");
        self.elements(steps);
        self.plain(")");
        self.end_line();
        self.block(body, span);
        if !simple {
            self.indent -= 1;
            self.line("}");
        }
    }

    fn switch(&mut self, value: &OutExpr, body: &[OutStatement], span: Span) {
        self.begin_line(span);
        self.plain("switch (");
        self.expression(value);
        self.plain(")");
        self.end_line();
        self.begin_line(span);
        self.plain("{");
        self.end_line();
        self.indent += 1;
        self.statements(body);
        // GLSL wants a statement behind the last label.
        if matches!(body.last().map(|last| &last.kind), Some(OutKind::Case(_) | OutKind::Default)) {
            self.line("break;");
        }
        self.indent -= 1;
        self.line("}");
    }

    fn unrolled(&mut self, unrolled: &Unrolled, span: Span) {
        let mut open = 0;
        for value in &unrolled.values {
            self.values.insert(unrolled.variable, *value);
            if let Some(guard) = &unrolled.guard {
                // A round that does not run ends the loop, so that the next ones stand inside of it.
                self.begin_line(span);
                self.plain("if (");
                self.expression(guard);
                self.plain(")");
                self.end_line();
                self.begin_line(span);
                self.plain("{");
                self.end_line();
                self.indent += 1;
                open += 1;
            }
            self.block(&unrolled.body, span);
            self.steps(&unrolled.steps, span);
        }
        self.values.remove(&unrolled.variable);
        for _ in 0..open {
            self.indent -= 1;
            self.line("}");
        }
    }

    fn rounds(&mut self, rounds: &Rounds, span: Span) {
        self.begin_line(span);
        self.plain("{");
        self.end_line();
        self.indent += 1;
        self.statements(&rounds.first);
        for _ in 0..rounds.count {
            match &rounds.condition {
                Some(condition) => {
                    self.begin_line(span);
                    self.plain("if (");
                    self.expression(condition);
                    self.plain(")");
                    self.end_line();
                    self.begin_line(span);
                    self.plain("{");
                    self.end_line();
                    self.indent += 1;
                    self.block(&rounds.body, span);
                    self.steps(&rounds.steps, span);
                    self.indent -= 1;
                    self.line("}");
                }
                None => {
                    self.block(&rounds.body, span);
                    self.steps(&rounds.steps, span);
                }
            }
        }
        self.indent -= 1;
        self.line("}");
    }

    fn steps(&mut self, steps: &[OutExpr], span: Span) {
        for step in steps {
            self.begin_line(span);
            self.expression(step);
            self.plain(";");
            self.end_line();
        }
    }
}
