//! Writes a variant's tokens as text, with a map from each line and column to the token.

use std::sync::Arc;

use crate::atom::Atom;
use crate::diag::{Position, SourceFile, Sources};
use crate::model::{
    ExpansionId, IncludeId, LineMap, PpToken, Preprocessed, SourceText, TokenFlags, TokenKind, TokenSpan,
};

/// How the text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One token per line, for compilers. The text depends on the tokens alone, so that comments and indentation do not
    /// change it; and a message without a column (glslang) still points at one token.
    OneTokenALine,
    /// The user's lines, with `#line N "file"` (or the number of the file) before each line that does not follow the line before: for people, and
    /// for debug information.
    AsWritten,
}

/// Text and its map.
#[derive(Clone, Debug)]
pub struct Emitted {
    pub text: String,
    pub lines: LineMap,
}

/// Writes a variant's text. With the user's lines, tokens keep their lines and, if possible, their columns; the tokens
/// of a macro are on the line of its invocation.
pub fn emit(source: &SourceText, sources: &Sources, layout: Layout) -> Emitted {
    let mut writer = Writer { text: String::new(), lines: LineMap::default(), line_start: 0, at: None };
    let mut file: Option<(IncludeId, Arc<SourceFile>, String)> = None;
    let mut last = (0, Position { line: 1, column: 1 });
    let mut in_directive = false;
    for (index, replacement) in source.pieces.iter().flat_map(TokenSpan::tokens) {
        let token = &source.tokens.tokens[index as usize];
        let text = replacement.as_ref().map_or(token.token.text.as_str(), Atom::as_str);
        let directive = token.token.flags.has(TokenFlags::DIRECTIVE);
        let begins = directive && token.token.flags.has(TokenFlags::LINE_START);
        let forced = begins || (in_directive && !directive);
        let continues = directive && !begins;
        in_directive = directive;
        match layout {
            Layout::OneTokenALine if continues => writer.text.push(' '),
            Layout::OneTokenALine if writer.text.is_empty() => {}
            Layout::OneTokenALine => writer.line_break(),
            Layout::AsWritten => {
                let (span, include) = source.tokens.place(token);
                let (_, here, name) = match &file {
                    Some(known) if known.0 == include => known,
                    _ => {
                        let here = sources.get(span.file);
                        let name = name_in_line(&source.tokens, &here);
                        last = (0, Position { line: 1, column: 1 });
                        file.insert((include, here, name))
                    }
                };
                let position = here.position_from(last, span.start);
                last = (span.start, position);
                // A language that has versions reads `#version` before anything else.
                let is_version = source.tokens.version.is_some_and(|version| version.token == index + 2);
                let stays_first = is_version && writer.text.is_empty();
                if !continues && !stays_first {
                    let expanded = token.expansion != ExpansionId::NONE && !forced;
                    writer.go_to(include, name, position.line, forced, expanded);
                }
                writer.space(token, text, position.column);
            }
        }
        writer.put(index, text);
    }
    writer.text.push('\n');
    Emitted { text: writer.text, lines: writer.lines }
}

struct Writer {
    text: String,
    lines: LineMap,
    /// Byte offset of the current line in `text`.
    line_start: usize,
    /// The file visit and line the current line of text stands for.
    at: Option<(IncludeId, u32)>,
}

/// Upper bound of blank lines that replace a `#line`.
const BLANK_LINES: u32 = 8;

impl Writer {
    /// `name`: of the file, as `#line` has it.
    fn go_to(&mut self, include: IncludeId, name: &str, line: u32, forced: bool, expanded: bool) {
        match self.at {
            Some((here, current)) if here == include && current == line && !forced => return,
            // A macro's own tokens after an argument on a later line: going back would only scatter the expansion.
            Some((here, current)) if here == include && line < current && expanded => return,
            Some((here, current)) if here == include && line > current && line - current <= BLANK_LINES => {
                for _ in current..line {
                    self.line_break();
                }
            }
            _ => {
                if !self.text.is_empty() {
                    self.line_break();
                }
                self.text += &format!("#line {line} {name}");
                self.line_break();
            }
        }
        self.at = Some((include, line));
    }

    fn line_break(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
        self.lines.begin_line();
    }

    /// White space before a token: its indentation at the start of a line, one blank where the source has some or where
    /// two tokens would run together.
    fn space(&mut self, token: &PpToken, text: &str, column: u32) {
        let width = self.text.len() - self.line_start;
        if width == 0 {
            let indent = (column as usize - 1).min(80);
            self.text.extend(std::iter::repeat_n(' ', indent));
        } else if token.token.flags.has(TokenFlags::SPACE_BEFORE) || self.runs_together(token.token.kind, text) {
            self.text.push(' ');
        }
    }

    fn runs_together(&self, kind: TokenKind, text: &str) -> bool {
        let (Some(before), Some(after)) = (self.text.chars().next_back(), text.chars().next()) else { return false };
        let word = |c: char| c.is_alphanumeric() || c == '_';
        match kind {
            // A point or a sign would continue a number before it (`1.` `.x`, `1e` `-2`).
            TokenKind::Punct => {
                let operator = |c: char| "+-*/%<>=!&|^:#.".contains(c);
                (operator(before) && operator(after))
                    || (word(before) && ".+-".contains(after) && self.number_goes_on(after))
            }
            TokenKind::String | TokenKind::Char => word(before),
            _ => word(before) || (before == '.' && after.is_ascii_digit()),
        }
    }

    /// Whether the line ends in a number that this character would continue: any with a point, an exponent with a sign.
    fn number_goes_on(&self, next: char) -> bool {
        let line = &self.text[self.line_start..];
        let last = &line[line.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.').len()..];
        last.starts_with(|c: char| c.is_ascii_digit() || c == '.')
            && (next == '.' || last.ends_with(|c: char| "eEpP".contains(c)))
    }

    fn put(&mut self, token: u32, text: &str) {
        let column = (self.text.len() - self.line_start) as u32 + 1;
        self.lines.push(column, token);
        self.text.push_str(text);
    }
}

/// A file in a `#line`: its name in quotes, or its number.
fn name_in_line(tokens: &Preprocessed, file: &SourceFile) -> String {
    if tokens.numbered_files {
        let number = tokens.files.iter().position(|known| *known == file.id);
        return number.unwrap_or_default().to_string();
    }
    format!("\"{}\"", safe_name(&file.name))
}

/// A file's name as every compiler reads it in a `#line`: no quotes, no escapes, ASCII.
fn safe_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii() && !c.is_ascii_control() && c != '"' && c != '\\' { c } else { '_' }).collect()
}
