//! Conditionals. Groups are linked when the file is lexed, so that a run jumps over inactive groups and needs no stack
//! of open conditionals.

use crate::diag::Diagnostic;
use crate::model::{ExpansionId, PpToken, TokenKind};

use super::definition::{span_of, span_over};
use super::expand::padding_of;
use super::expression::{Operand, evaluate};
use super::lines::{Line, LineKind};
use super::unit::Unit;

impl Unit<'_> {
    /// Enters the first group whose condition is true, or jumps behind the conditional.
    pub fn conditional(&mut self, first: &Line) {
        let lexed = self.lexed();
        let mut line = *first;
        let mut other_seen = false;
        loop {
            let holds = match line.kind {
                LineKind::If | LineKind::Elif => self.condition(&line),
                LineKind::Ifdef | LineKind::Elifdef => self.names_macro(&line) == Some(true),
                LineKind::Ifndef | LineKind::Elifndef => self.names_macro(&line) == Some(false),
                LineKind::Else => {
                    self.expect_end(&line, 0);
                    !std::mem::replace(&mut other_seen, true)
                }
                _ => {
                    self.expect_end(&line, 0);
                    return;
                }
            };
            if holds || self.halted {
                return;
            }
            let Some(next) = lexed.lines.get(line.link as usize) else {
                self.jump(lexed.lines.len() as u32);
                return;
            };
            self.jump(line.link + 1);
            line = *next;
        }
    }

    /// The end of an active group: jumps behind `#endif`. Conditions of later groups are not evaluated.
    pub fn leave_group(&mut self, line: &Line) {
        let lexed = self.lexed();
        let mut line = *line;
        // An `#else` without `#if` has no link; it was reported when the file was lexed.
        while line.link != super::lines::NONE {
            let Some(next) = lexed.lines.get(line.link as usize) else {
                return self.jump(lexed.lines.len() as u32);
            };
            self.jump(line.link + 1);
            if next.kind == LineKind::Endif {
                return self.expect_end(next, 0);
            }
            line = *next;
        }
    }

    fn jump(&mut self, line: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.line = line;
        }
    }

    /// Whether the name after `#ifdef`, `#ifndef` and so on is a macro.
    fn names_macro(&mut self, line: &Line) -> Option<bool> {
        let lexed = self.lexed();
        let tokens = lexed.tokens_of(line);
        let Some(name) = tokens.first().filter(|name| name.kind == TokenKind::Ident) else {
            let span = lexed.name_span(line);
            let directive = lexed.shown(line);
            let message = match tokens.first() {
                Some(token) => format!("`{directive}` wants a macro name, not `{}`", token.text),
                None => format!("`{directive}` names no macro"),
            };
            self.report(
                Diagnostic::error("preprocess/missing-macro-name", message)
                    .at(tokens.first().map_or(span, |token| span_of(lexed.file.id, token)))
                    .help(format!("Write `{directive} NAME`, or `#if` for an expression.")),
            );
            return None;
        };
        let defined = self.is_defined(name.text);
        if !defined {
            self.out.undefined_in_conditions.push((name.text, span_of(lexed.file.id, name)));
        }
        self.expect_end(line, 1);
        Some(defined)
    }

    /// The value of an `#if` or `#elif`; false where it is malformed.
    fn condition(&mut self, line: &Line) -> bool {
        let lexed = self.lexed();
        let whole = span_over(lexed.file.id, lexed.tokens_of(line), lexed.hash(line));
        let expansions = self.out.expansions.len();
        let tokens = self.unit_tokens(line);
        let opened = self.open(&tokens);
        self.in_condition = true;
        let operands = self.operands();
        self.in_condition = false;
        self.close(opened);
        let value = match operands {
            Some(_) if self.halted => false,
            Some(operands) => {
                let rules = self.request.rules;
                let outcome = evaluate(&operands, rules.true_is_one);
                let are_zero = rules.unknown_names_are_zero && self.profile().is_none() || outcome.unknown.is_empty();
                for name in outcome.consulted {
                    self.names.consult(name);
                }
                for token in outcome.undefined {
                    let place = self.out.place(&token).0;
                    self.out.undefined_in_conditions.push((token.token.text, place));
                }
                for token in outcome.unknown {
                    let place = self.out.place(&token).0;
                    self.out.unknown_in_conditions.push((token.token.text, place));
                    if !are_zero {
                        let message = format!("`{}` is not a macro", token.token.text);
                        let error = Diagnostic::error("preprocess/bad-condition", message);
                        let help = "Define it, or ask with `defined` in an `#if` around this one.";
                        self.report_at(error.help(help), &token);
                    }
                }
                for (mut diagnostic, token) in outcome.diagnostics {
                    match token {
                        Some(token) => self.report_at(diagnostic, &token),
                        None => {
                            diagnostic = diagnostic.at(whole);
                            self.report(diagnostic);
                        }
                    }
                }
                outcome.value && are_zero
            }
            None => false,
        };
        // The tokens of a condition are not part of the output.
        self.out.expansions.truncate(expansions);
        value
    }

    /// The expanded condition, with `defined` and `__has_include` answered.
    fn operands(&mut self) -> Option<Vec<Operand>> {
        let mut operands = Vec::new();
        while let Some(token) = self.next_expanded() {
            if padding_of(&token).is_some() {
                continue;
            }
            if token.token.kind != TokenKind::Ident {
                operands.push(Operand::Token(token));
                continue;
            }
            match token.token.text.as_str() {
                "defined" => {
                    if token.expansion != ExpansionId::NONE && !self.request.rules.expands_defined {
                        let error = Diagnostic::error("preprocess/bad-condition", "`defined` comes out of a macro");
                        self.report_at(error.help("Write `defined` in the condition itself."), &token);
                        return None;
                    }
                    let name = self.operand_name(&token)?;
                    // Not recorded yet: only the evaluation knows whether the value matters.
                    let value = self.names.peek(name.token.text).is_some_and(|id| self.stands_for_something(id));
                    operands.push(Operand::Defined { name, value });
                }
                "__has_include" if self.names.peek(token.token.text).is_some() => {
                    let value = self.has_include(&token)?;
                    operands.push(Operand::IfValue { token, value });
                }
                _ => operands.push(Operand::Token(token)),
            }
        }
        Some(operands)
    }

    /// `X` or `(X)` after `defined`, not expanded.
    fn operand_name(&mut self, defined: &PpToken) -> Option<PpToken> {
        let first = self.next_unpadded();
        let (name, closed) = match first {
            Some(open) if open.token.text == "(" => {
                let name = self.next_unpadded();
                let close = self.next_unpadded();
                (name, close.is_some_and(|close| close.token.text == ")"))
            }
            name => (name, true),
        };
        let name = name.filter(|name| name.token.kind == TokenKind::Ident);
        if name.is_none() || !closed {
            self.report_at(
                Diagnostic::error("preprocess/bad-condition", "`defined` is not followed by a macro name")
                    .help("Write `defined NAME` or `defined(NAME)`."),
                defined,
            );
            return None;
        }
        name
    }
}
