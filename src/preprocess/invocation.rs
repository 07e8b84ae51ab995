//! The arguments of a function-like invocation, which can span several lines and directives.

use crate::diag::Diagnostic;
use crate::model::{ExpansionId, PpToken, Token, TokenFlags, TokenKind};

use super::expand::padding_of;
use super::lines::LineKind;
use super::unit::Unit;

/// One argument: its tokens as written, in `Unit::raw`, and expanded, in `Unit::expanded`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArgRange {
    pub raw_start: u32,
    pub raw_end: u32,
    pub expanded_start: u32,
    pub expanded_end: u32,
    /// The variable arguments, if even the comma before them is missing.
    pub omitted: bool,
}

impl Unit<'_> {
    /// Reads from `(` to its `)`; false if `)` is missing or the number of arguments is wrong.
    pub fn collect_arguments(&mut self, name: &PpToken, file: u32, definition: u32) -> bool {
        let params = self.definition(file, definition).params.as_ref();
        let (count, variadic) = params.map_or((0, false), |params| (params.names.len(), params.variadic));
        let first = self.arguments.len();
        let mut start = self.raw.len();
        let all = start;
        let mut depth = 0u32;
        // The `(` itself.
        self.next_unpadded();
        loop {
            let Some(mut token) = self.next_raw() else {
                self.report_unterminated(name);
                return false;
            };
            if padding_of(&token).is_some() {
                if self.raw.len() > start {
                    self.raw.push(token);
                }
                continue;
            }
            match token.token.kind {
                TokenKind::Punct => match token.token.text.as_bytes() {
                    b"(" => depth += 1,
                    b")" if depth == 0 => {
                        self.end_argument(start);
                        break;
                    }
                    b")" => depth -= 1,
                    b"," if depth == 0 && !(variadic && self.arguments.len() - first + 1 == count) => {
                        self.end_argument(start);
                        start = self.raw.len();
                        continue;
                    }
                    _ => {}
                },
                TokenKind::Ident => {
                    // Marked now, while the macros around it are disabled.
                    let disabled =
                        self.names.peek(token.token.text).is_some_and(|id| self.names.entries[id as usize].disabled);
                    if disabled {
                        token.token.flags = token.token.flags.with(TokenFlags::NO_EXPAND);
                    }
                }
                _ => {}
            }
            self.raw.push(token);
        }
        // Arguments within arguments are collected once for each level.
        self.spend((self.raw.len() - all) as u64, name);
        let given = self.arguments.len() - first;
        let empty = given == 1 && self.arguments[first].raw_start == self.arguments[first].raw_end;
        if count == 0 && empty {
            self.arguments.truncate(first);
            return true;
        }
        if variadic && given + 1 == count {
            self.end_argument(self.raw.len());
            self.omit_last();
            return true;
        }
        if variadic && count == 1 && empty {
            self.omit_last();
        }
        if given != count {
            self.report_count(name, file, definition, if empty { 0 } else { given });
            return false;
        }
        true
    }

    fn omit_last(&mut self) {
        if let Some(last) = self.arguments.last_mut() {
            last.omitted = true;
        }
    }

    fn end_argument(&mut self, start: usize) {
        while self.raw.len() > start && self.raw.last().is_some_and(|last| padding_of(last).is_some()) {
            self.raw.pop();
        }
        self.arguments.push(ArgRange {
            raw_start: start as u32,
            raw_end: self.raw.len() as u32,
            ..ArgRange::default()
        });
    }

    /// The next token of the text being read, without moving; a directive ends the search.
    pub fn peek_of_file(&self) -> Option<Token> {
        let frame = self.frames.last()?;
        let lexed = &self.files[frame.file as usize];
        (frame.at < frame.end).then(|| lexed.tokens[frame.at as usize])
    }

    /// The next token of the file, over lines and directives; `None` at the end of the file.
    pub fn next_of_file(&mut self) -> Option<PpToken> {
        loop {
            if self.halted {
                return None;
            }
            let frame = self.frames.last_mut()?;
            let lexed = &self.files[frame.file as usize];
            if frame.at < frame.end {
                let mut token = lexed.tokens[frame.at as usize];
                frame.at += 1;
                if token.flags.has(TokenFlags::LINE_START) {
                    token.flags = token.flags.without(TokenFlags::LINE_START).with(TokenFlags::SPACE_BEFORE);
                }
                return Some(PpToken { token, include: frame.include, expansion: ExpansionId::NONE });
            }
            let line = *lexed.lines.get(frame.line as usize)?;
            frame.line += 1;
            match line.kind {
                LineKind::Text => (frame.at, frame.end) = (line.start, line.end),
                LineKind::Include => {
                    let span = lexed.name_span(&line);
                    self.report(
                        Diagnostic::error(
                            "preprocess/include-in-arguments",
                            "`#include` between the parentheses of a macro invocation",
                        )
                        .at(span)
                        .help("Close the invocation first."),
                    );
                }
                _ => self.directive(&line),
            }
        }
    }

    fn report_unterminated(&mut self, name: &PpToken) {
        if self.halted {
            return;
        }
        self.report_at(
            Diagnostic::error(
                "preprocess/unterminated-invocation",
                format!("the arguments of macro `{}` are never closed", name.token.text),
            )
            .help("Add the missing `)`."),
            name,
        );
    }

    fn report_count(&mut self, name: &PpToken, file: u32, definition: u32, given: usize) {
        let definition = self.definition(file, definition);
        let (count, variadic) =
            definition.params.as_ref().map_or((0, false), |params| (params.names.len(), params.variadic));
        let wanted = match (count, variadic) {
            (count, true) => format!("at least {}", count - 1),
            (count, false) => count.to_string(),
        };
        let plural = if wanted == "1" || wanted == "at least 1" { "" } else { "s" };
        let place = super::definition::span_of(self.files[file as usize].file.id, &definition.name);
        let diagnostic = Diagnostic::error(
            "preprocess/argument-count",
            format!(
                "macro `{}` takes {wanted} argument{plural}, but {given} {} given",
                name.token.text,
                if given == 1 { "is" } else { "are" }
            ),
        )
        .label(place, "defined here")
        .help(if given < count {
            "Add the missing arguments."
        } else {
            "Put parentheses around an argument that contains a comma, or remove what is too much."
        });
        self.report_at(diagnostic, name);
    }
}
