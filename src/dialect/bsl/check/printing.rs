//! `assert` and `printf`. They stay calls of these names; what is written for them is decided on output.

use super::{Checker, Value};
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Expr, ExprKind};
use crate::dialect::bsl::constant::{Constant, text_number};
use crate::dialect::bsl::output_tree::{Callee, Out, OutExpr};
use crate::dialect::bsl::program::PrintFormat;
use crate::dialect::bsl::types::{BOOL, FLOAT, INT, Scalar, Ty, UINT};

/// The text of a literal, without quotes and escapes.
fn unescaped(literal: &str) -> String {
    let inside = literal.get(1..literal.len().saturating_sub(1)).unwrap_or("");
    let mut text = String::with_capacity(inside.len());
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}

impl Checker<'_> {
    pub fn assert_call(&mut self, arguments: &[Expr], span: Span) -> Value {
        let [condition] = arguments else {
            return self.broken("bsl/no-matching-function", "`assert` takes one condition", span);
        };
        let condition = self.condition(condition);
        Value::temporary(Ty::Void, OutExpr::built_in("assert", vec![condition.out], span))
    }

    /// The number of a text; two texts with one number are a mistake.
    pub fn format_number(&mut self, text: &str, span: Span) -> u32 {
        let number = text_number(text);
        match self.program.formats.iter().find(|known| known.number == number) {
            Some(known) if known.text != text => {
                self.error("bsl/printf-hash", format!("two texts have the number {number}"), span);
            }
            Some(_) => {}
            None => {
                self.program.formats.push(PrintFormat { number, text: text.to_owned(), span, is_assertion: false });
            }
        }
        number
    }

    pub fn printf_call(&mut self, arguments: &[Expr], span: Span) -> Value {
        let Some((Expr { kind: ExprKind::String(parts), span: place }, rest)) = arguments.split_first() else {
            return self.broken("bsl/printf-format", "the first argument of `printf` is not a text", span);
        };
        let text: String = parts.iter().map(|part| unescaped(&part.name)).collect();
        let Some(conversions) = self.conversions(&text, *place) else { return Value::broken(span) };
        if conversions.len() != rest.len() {
            let message =
                format!("the text has {} conversions, and {} values are given", conversions.len(), rest.len());
            return self.broken("bsl/printf-args", message, span);
        }
        let number = self.format_number(&text, *place);
        let mut outs = vec![Value::constant(Constant::uint(number), *place).out];
        for (conversion, argument) in conversions.iter().zip(rest) {
            let value = self.expression(argument, None);
            if value.is_broken() {
                return value;
            }
            let wanted = match conversion {
                'f' => FLOAT,
                'd' => INT,
                _ => UINT,
            };
            let value = if value.ty == BOOL { self.cast(value, UINT) } else { value };
            let value = self.of_underlying(value);
            if !value.ty.is_scalar_number() && value.ty != Ty::String {
                let message = format!("a `{}` is printed with `%{conversion}`", self.show(value.ty));
                return self.broken("bsl/printf-args", message, argument.span);
            }
            let value = if value.ty == Ty::String { Value { ty: UINT, ..value } } else { self.cast(value, wanted) };
            outs.push(word(value));
        }
        Value::temporary(Ty::Void, OutExpr::built_in("printf", outs, span))
    }

    fn conversions(&mut self, text: &str, span: Span) -> Option<Vec<char>> {
        let mut all = Vec::new();
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            if letter != '%' {
                continue;
            }
            match letters.next() {
                Some('%') => {}
                Some(conversion @ ('u' | 'd' | 'f' | 'x')) => all.push(conversion),
                other => {
                    let shown = other.map_or_else(String::new, |other| other.to_string());
                    let problem = Diagnostic::error("bsl/printf-format", format!("`%{shown}` is not a conversion"));
                    self.report(problem.at(span).help("There are `%u`, `%d`, `%f` and `%x`, without flags."));
                    return None;
                }
            }
        }
        Some(all)
    }
}

/// The bits of a scalar as an unsigned number.
fn word(value: Value) -> OutExpr {
    let span = value.out.span;
    match value.ty.component() {
        Some(Scalar::Float) => OutExpr::built_in("floatBitsToUint", vec![value.out], span),
        Some(Scalar::Int) => OutExpr::call(Callee::Type(UINT), vec![value.out], span),
        _ => match value.out.kind {
            Out::Comma(_) => OutExpr::call(Callee::Type(UINT), vec![value.out], span),
            kind => OutExpr::new(kind, span),
        },
    }
}
