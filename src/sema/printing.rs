//! Messages of a debug layer: `printf` and `debugPrintfEXT`.

use super::analyser::Analyser;
use super::diagnostics::{Failed, Result};
use super::literals::unescaped;
use super::numbers::{Shape, parts};
use super::rules::Rules;
use super::values::TypedValue;
use crate::atom::Atom;
use crate::ir::{ExprKind, Intrinsic, TokenIndex, Type};

/// The values of a message: SPIR-V allows no more than 255 parameters of a function, which stands for the message at first.
const MAX_VALUES: usize = 250;

impl<L: Rules> Analyser<'_, '_, L> {
    /// The call: a string as it is written, and numbers and vectors.
    pub fn print_call(&mut self, name: &str, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        let mut arguments = arguments.into_iter();
        let format = arguments.next().map(|first| first.expr);
        let Some((format, text)) = format.and_then(|expr| match *expr.kind {
            ExprKind::String(text) => Some((expr, text)),
            _ => None,
        }) else {
            self.error("no-matching-function", at.0, format!("the first argument of `{name}` is a string"))
                .help(format!("Write `{name}(\"x is %f\", x)`."));
            return Err(Failed);
        };
        let text = unescaped(text.as_str());
        if text.contains('\0') {
            self.error("bad-character", format.at.0, format!("the format of `{name}` contains a character 0"));
            return Err(Failed);
        }
        if arguments.len() > MAX_VALUES {
            self.error("no-matching-function", at.0, format!("`{name}` takes at most {MAX_VALUES} values"));
            return Err(Failed);
        }
        let (wanted, given) = (placeholders(&text), arguments.len());
        if wanted != given {
            let values = |count: usize| if count == 1 { "1 value".to_owned() } else { format!("{count} values") };
            let message = format!("the format of `{name}` takes {}, and {} given", values(wanted), is_given(given));
            self.warning("format", format.at.0, message);
        }
        let mut all = vec![crate::ir::Expr { kind: Box::new(ExprKind::String(Atom::from(&text))), ..format }];
        for argument in arguments {
            let value = argument.concrete();
            if !matches!(parts(&value.ty), Some((_, Shape::Scalar | Shape::Vector(_)))) {
                let shown = L::type_name(&value.ty);
                self.error("type", value.at.0, format!("`{name}` takes numbers and vectors, not a `{shown}`"));
                return Err(Failed);
            }
            all.push(value);
        }
        Ok(TypedValue::new(ExprKind::Intrinsic(Intrinsic::Printf, all), Type::Void, at))
    }
}

fn is_given(count: usize) -> String {
    if count == 1 { "1 is".to_owned() } else { format!("{count} are") }
}

/// How many values a format takes: `%d`, `%v3f`; `%%` is a sign.
fn placeholders(format: &str) -> usize {
    format.replace("%%", "").matches('%').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_formats() {
        assert_eq!(["", "%d", "%%", "%v3f and %u%%", "%%%d"].map(placeholders), [0, 1, 0, 2, 1]);
    }
}
