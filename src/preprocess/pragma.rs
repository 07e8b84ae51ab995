//! `#pragma` and `_Pragma`: kept for the compiler, on a line of their own; `#pragma once` is handled here.

use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::lexer::lex_text;
use crate::model::{ExpansionId, PpToken, Token, TokenFlags, TokenKind};

use super::directives::unescape;
use super::lines::Line;
use super::unit::Unit;

impl Unit<'_> {
    pub fn pragma(&mut self, line: &Line) {
        let lexed = self.lexed();
        let tokens = lexed.tokens_of(line);
        if tokens.first().is_some_and(|word| word.text == "once") {
            self.expect_end(line, 1);
            self.once.insert(lexed.file.id);
            return;
        }
        self.keep_line(line);
    }

    /// Writes a directive as it stands; the index of the token behind its name.
    pub fn keep_line(&mut self, line: &Line) -> u32 {
        let lexed = self.lexed();
        let include = self.visit();
        let behind_name = self.tokens.len() as u32 + (line.start - line.hash);
        for (at, token) in (line.hash..line.end).zip(&lexed.tokens[line.hash as usize..line.end as usize]) {
            let mut token = *token;
            token.flags = token.flags.with(TokenFlags::DIRECTIVE);
            if at == line.hash {
                token.flags = token.flags.with(TokenFlags::LINE_START);
            }
            self.tokens.push(PpToken { token, include, expansion: ExpansionId::NONE });
        }
        self.disturbed = true;
        behind_name
    }

    /// `_Pragma ( string )`; false where the name is left alone.
    pub fn pragma_operator(&mut self, name: &PpToken) -> bool {
        // In an argument it is handled when the result is rescanned; in a condition it is an ordinary name.
        if self.depth > 0 || self.in_condition || self.quiet {
            return false;
        }
        let string = if self.open_paren_follows() {
            self.next_unpadded();
            self.next_unpadded().filter(|string| string.token.kind == TokenKind::String)
        } else {
            None
        };
        let closed = string.is_some() && self.next_unpadded().is_some_and(|close| close.token.text == ")");
        let Some(string) = string.filter(|_| closed) else {
            self.report_at(
                Diagnostic::error(
                    "preprocess/bad-pragma-operator",
                    "`_Pragma` is not followed by a string in parentheses",
                )
                .help("Write `_Pragma(\"words\")`."),
                name,
            );
            return true;
        };
        let words = lex_text(&unescape(&string.token.text));
        if words.first().is_some_and(|word| word.text == "once") {
            let file = self.lexed().file.id;
            self.once.insert(file);
            return true;
        }
        let place = |text: &str, kind: TokenKind, flags: u8| PpToken {
            token: Token {
                text: Atom::from(text),
                kind,
                flags: TokenFlags(flags | TokenFlags::DIRECTIVE),
                ..name.token
            },
            ..*name
        };
        self.tokens.push(place("#", TokenKind::Punct, TokenFlags::LINE_START));
        self.tokens.push(place("pragma", TokenKind::Ident, 0));
        for (at, word) in words.iter().enumerate() {
            let space = if at == 0 { TokenFlags::SPACE_BEFORE } else { word.flags.0 & TokenFlags::SPACE_BEFORE };
            self.tokens.push(place(&word.text, word.kind, space));
        }
        self.line_start = true;
        self.disturbed = true;
        true
    }
}
