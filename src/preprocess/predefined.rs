//! The macros of a request, as a text of `#define` lines.

use crate::diag::Diagnostic;
use crate::lexer::{leaves_comment_open, lex_text};
use crate::model::{Include, IncludeId, TokenKind};

use super::unit::{Origin, Unit};

/// The name of the text made of a technique's defines.
pub const TECHNIQUE_DEFINES: &str = "<technique defines>";

/// The name of the text made of the macros of the project and the target.
pub const PROJECT_DEFINES: &str = "<defines>";

impl Unit<'_> {
    /// Defines the macros of the project and the target, then those of the technique.
    pub fn define_handed_in(&mut self) {
        let request = self.request;
        self.define_all(request.defines, PROJECT_DEFINES, Origin::Defines);
        self.define_all(request.technique_defines, TECHNIQUE_DEFINES, Origin::TechniqueDefines);
        self.origin = Origin::Files;
    }

    fn define_all(&mut self, defines: &[(String, String)], name: &'static str, origin: Origin) {
        let mut text = String::new();
        for (macro_name, value) in defines {
            if !is_macro_name(macro_name) {
                self.report(
                    Diagnostic::error(
                        "preprocess/bad-define",
                        format!("`{macro_name}` in {name} cannot be a macro name"),
                    )
                    .help("A macro name consists of letters, digits and `_`, and does not begin with a digit."),
                );
                continue;
            }
            // One line each: a line break is white space, and a backslash at the end would join the next.
            let value = value.replace(['\n', '\r'], " ");
            let value = value.trim();
            if value.ends_with('\\') || leaves_comment_open(value) {
                self.report(
                    Diagnostic::error(
                        "preprocess/bad-define",
                        format!("the value of `{macro_name}` in {name} ends in a backslash or an open comment"),
                    )
                    .help("Give the macro a complete value."),
                );
                continue;
            }
            text += &format!("#define {macro_name} {value}\n");
        }
        if text.is_empty() {
            return;
        }
        let file = self.cache.virtual_file(name, text, self.sources);
        let include = IncludeId(self.out.includes.len() as u32);
        self.out.includes.push(Include { file: file.file.id, from: None });
        self.origin = origin;
        self.enter(file, include);
        self.read();
    }
}

/// `NAME` or `NAME(parameters)`; the parameters are checked when the macro is defined.
fn is_macro_name(name: &str) -> bool {
    let tokens = lex_text(name);
    let simple = tokens.first().is_some_and(|first| first.kind == TokenKind::Ident && first.offset == 0);
    let call = tokens.len() > 3 || tokens.len() == 3 && tokens[1].text == "(";
    let closed = tokens.len() == 1 || call && tokens[1].text == "(" && name.ends_with(')');
    simple && closed && !name.contains(['\n', '\r', '\\'])
}
