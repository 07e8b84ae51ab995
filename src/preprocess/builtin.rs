//! Built-in macros.

use std::sync::LazyLock;

use ustr::Ustr;

use crate::diag::Diagnostic;
use crate::lexer::single_token;
use crate::model::{PpToken, Token, TokenFlags, TokenKind};

use super::unit::Unit;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    File,
    BaseFile,
    Line,
    Counter,
    IncludeLevel,
    /// `__has_include`: means something in conditions only.
    HasInclude,
    /// `_Pragma`.
    Pragma,
    /// `__DATE__` and similar: known so that their use is reported.
    Clock,
}

static ALL: LazyLock<[(Ustr, Builtin); 10]> = LazyLock::new(|| {
    [
        ("__FILE__", Builtin::File),
        ("__BASE_FILE__", Builtin::BaseFile),
        ("__LINE__", Builtin::Line),
        ("__COUNTER__", Builtin::Counter),
        ("__INCLUDE_LEVEL__", Builtin::IncludeLevel),
        ("__has_include", Builtin::HasInclude),
        ("_Pragma", Builtin::Pragma),
        ("__DATE__", Builtin::Clock),
        ("__TIME__", Builtin::Clock),
        ("__TIMESTAMP__", Builtin::Clock),
    ]
    .map(|(name, builtin)| (Ustr::from(name), builtin))
});

/// All of them with their names.
pub fn all() -> &'static [(Ustr, Builtin)] {
    &*ALL
}

impl Builtin {
    /// The result of `defined`.
    pub fn is_defined(self) -> bool {
        !matches!(self, Builtin::Clock | Builtin::Pragma)
    }
}

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
    pub fn enter_builtin(&mut self, builtin: Builtin, name: PpToken) -> bool {
        let (kind, text) = match builtin {
            Builtin::File => (TokenKind::String, quote(&self.presumed_file())),
            Builtin::BaseFile => (TokenKind::String, quote(&self.request.file.name)),
            Builtin::Line => (TokenKind::Number, self.presumed_line(&name).to_string()),
            Builtin::Counter => {
                let value = self.counter;
                self.counter += 1;
                (TokenKind::Number, value.to_string())
            }
            Builtin::IncludeLevel => (TokenKind::Number, self.frames.len().saturating_sub(1).to_string()),
            Builtin::HasInclude if self.in_condition => return false,
            Builtin::HasInclude => {
                self.report_at(
                    Diagnostic::error("preprocess/has-include", "`__has_include` outside `#if` and `#elif`")
                        .help("Ask for a file in `#if __has_include(\"file\")`."),
                    &name,
                );
                return false;
            }
            Builtin::Pragma => return self.pragma_operator(&name),
            Builtin::Clock => {
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
            text: Ustr::from(&text),
            kind,
            flags: TokenFlags(name.token.flags.0 & TokenFlags::SPACE_BEFORE),
            ..name.token
        };
        debug_assert!(single_token(&text).is_some_and(|one| one.kind == kind), "{text}");
        self.push_context(&[PpToken { token, ..name }]);
        true
    }
}
