//! Built-in macros.

use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::lexer::single_token;
use crate::model::{BuiltinMacro, PpToken, Token, TokenFlags, TokenKind};

use super::unit::Unit;

/// `text` as a string literal.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
    out
}

impl Unit<'_> {
    /// Expands a built-in macro; false if the name is not expanded here.
    pub fn enter_builtin(&mut self, builtin: BuiltinMacro, name: PpToken) -> bool {
        let (kind, text) = match builtin {
            BuiltinMacro::File => (TokenKind::String, quote(&self.presumed_file())),
            BuiltinMacro::FileNumber => {
                let number = self.frames.last().map_or(0, |frame| frame.number);
                (TokenKind::Number, number.to_string())
            }
            BuiltinMacro::Version { default } => {
                let number = self.out.version.map_or(default, |version| version.number);
                (TokenKind::Number, number.to_string())
            }
            BuiltinMacro::Profile => (TokenKind::Number, "1".to_owned()),
            BuiltinMacro::BaseFile => (TokenKind::String, quote(&self.request.file.name)),
            BuiltinMacro::Line => (TokenKind::Number, self.presumed_line(&name).to_string()),
            BuiltinMacro::Counter => {
                let value = self.counter;
                self.counter += 1;
                (TokenKind::Number, value.to_string())
            }
            BuiltinMacro::IncludeLevel => (TokenKind::Number, self.frames.len().saturating_sub(1).to_string()),
            BuiltinMacro::HasInclude if self.in_condition => return false,
            BuiltinMacro::HasInclude => {
                self.report_at(
                    Diagnostic::error("preprocess/has-include", "`__has_include` outside `#if` and `#elif`")
                        .help("Ask for a file in `#if __has_include(\"file\")`."),
                    &name,
                );
                return false;
            }
            BuiltinMacro::Pragma => return self.pragma_operator(&name),
            BuiltinMacro::Clock => {
                self.report_at(
                    Diagnostic::error(
                        "preprocess/clock-macro",
                        format!("`{}` is not provided: output must not depend on the clock", name.token.text),
                    )
                    .help("Remove it, or pass the wanted text as a define."),
                    &name,
                );
                return false;
            }
        };
        let token = Token {
            text: Atom::from(&text),
            kind,
            flags: TokenFlags(name.token.flags.0 & TokenFlags::SPACE_BEFORE),
            ..name.token
        };
        debug_assert!(single_token(&text).is_some_and(|one| one.kind == kind), "{text}");
        self.push_context(&[PpToken { token, ..name }]);
        true
    }
}
