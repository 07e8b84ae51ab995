//! Active directives, except conditionals and `#include`.

use std::sync::Arc;

use crate::atom::Atom;
use crate::diag::{Diagnostic, FileId, did_you_mean};
use crate::lexer::spell;
use crate::model::{ExtensionBehaviour, PpToken, PreprocessorRules, TokenKind};

use super::definition::{BodyKind, Definition, check_name, span_of, span_over};
use super::expand::padding_of;
use super::lines::{DIRECTIVES, Line, LineKind};
use super::names::Meaning;
use super::unit::{Origin, Unit};

impl Unit<'_> {
    /// Executes the directive on this line; the frame is at the line after it.
    pub fn directive(&mut self, line: &Line) {
        match line.kind {
            LineKind::Text | LineKind::Null => {}
            LineKind::If | LineKind::Ifdef | LineKind::Ifndef => self.conditional(line),
            LineKind::Elif | LineKind::Elifdef | LineKind::Elifndef | LineKind::Else => self.leave_group(line),
            LineKind::Endif => self.expect_end(line, 0),
            LineKind::Define => self.define(line),
            LineKind::Undef => self.undef(line),
            LineKind::Include => self.include(line),
            LineKind::Line => self.set_line(line),
            LineKind::Error | LineKind::Warning => self.message(line),
            LineKind::Pragma => self.pragma(line),
            LineKind::Version if self.request.rules.version_directives => self.version(line),
            LineKind::Extension if self.request.rules.version_directives => self.extension(line),
            LineKind::Version | LineKind::Extension => self.unknown(line),
            LineKind::Unknown => self.unknown(line),
        }
    }

    fn define(&mut self, line: &Line) {
        let Some(frame) = self.frames.last() else { return };
        let (file, include) = (frame.file, frame.include);
        let lexed = &self.files[file as usize];
        let definition = match &lexed.definitions[line.link as usize] {
            Ok(definition) => definition,
            Err(diagnostic) => {
                let diagnostic = diagnostic.clone();
                return self.report(diagnostic);
            }
        };
        let name = definition.name;
        if let Some(diagnostic) = refused_operator(definition, self.request.rules, lexed.file.id) {
            return self.report(diagnostic);
        }
        if let Err(diagnostic) = self.unreserved(&name) {
            return self.report(diagnostic);
        }
        let mut warning = None;
        match self.names.peek(name.text).map(|id| self.names.entries[id as usize].meaning) {
            Some(Meaning::Defined { file: old_file, definition: old, .. })
                if self.origin != Origin::TechniqueDefines =>
            {
                let previous = self.definition(old_file, old);
                if !previous.same_as(definition) {
                    let place = span_of(self.files[old_file as usize].file.id, &previous.name);
                    let text = format!("macro `{}` is redefined with a different replacement", name.text);
                    let redefined = match self.request.rules.defines_once {
                        true => Diagnostic::error("preprocess/redefinition", text),
                        false => Diagnostic::warning("preprocess/macro-redefined", text),
                    };
                    warning = Some(
                        redefined
                            .at(span_of(lexed.file.id, &name))
                            .label(place, "the previous definition")
                            .help(format!("Write `#undef {}` first if this is intended.", name.text)),
                    );
                }
            }
            Some(Meaning::Builtin(_)) => {
                warning = Some(
                    Diagnostic::warning(
                        "preprocess/macro-redefined",
                        format!("the built-in macro `{}` is redefined", name.text),
                    )
                    .at(span_of(lexed.file.id, &name))
                    .help("Choose another name."),
                );
            }
            _ => {}
        }
        if self.origin == Origin::Files {
            // The definition can differ from one of the request, which is reported.
            self.names.consult(name.text);
            self.names.settle(name.text);
        }
        self.names.insert(name.text, Meaning::Defined { file, definition: line.link, include });
        if let Some(warning) = warning {
            self.report(warning);
        }
    }

    /// Whether the source may define a macro of this name.
    fn unreserved(&self, name: &crate::model::Token) -> Result<(), Diagnostic> {
        match self.request.rules.reserved_macros {
            Some(prefix)
                if self.origin == Origin::Files && name.text.starts_with(prefix) && !self.has_free_macros() =>
            {
                let text = format!("macros whose names begin with `{prefix}` belong to the language");
                let place = span_of(self.lexed().file.id, name);
                Err(Diagnostic::error("preprocess/reserved-macro", text).at(place).help("Choose another name."))
            }
            _ => Ok(()),
        }
    }

    /// Whether an extension is on with which a source may define macros of the language.
    fn has_free_macros(&self) -> bool {
        let of = |name: &str| self.request.rules.frees_macros == Some(name);
        let last = self.out.extensions.iter().rev().find(|directive| of(directive.name.as_str()));
        last.is_some_and(|directive| directive.behaviour != ExtensionBehaviour::Disable)
    }

    fn undef(&mut self, line: &Line) {
        let lexed = self.lexed();
        let Some(name) = lexed.tokens_of(line).first() else {
            return self.report(
                Diagnostic::error("preprocess/missing-macro-name", "`#undef` names no macro")
                    .at(lexed.name_span(line))
                    .help("Write `#undef NAME`."),
            );
        };
        if let Err(diagnostic) = check_name(lexed.file.id, name) {
            return self.report(diagnostic);
        }
        if let Err(diagnostic) = self.unreserved(name) {
            return self.report(diagnostic);
        }
        self.names.settle(name.text);
        let removed = self.names.remove(name.text).map(|id| self.names.entries[id as usize].meaning);
        if matches!(removed, Some(Meaning::Builtin(_))) {
            self.report(
                Diagnostic::warning(
                    "preprocess/macro-redefined",
                    format!("the built-in macro `{}` is undefined", name.text),
                )
                .at(span_of(lexed.file.id, name)),
            );
        }
        self.expect_end(line, 1);
    }

    /// Warns about tokens after the first `used` ones of a directive.
    pub fn expect_end(&mut self, line: &Line, used: usize) {
        let lexed = self.lexed();
        let rest = lexed.tokens_of(line).get(used..).unwrap_or(&[]);
        if rest.is_empty() {
            return;
        }
        let name = lexed.shown(line);
        self.report(
            Diagnostic::warning("preprocess/extra-tokens", format!("extra tokens after `{name}`"))
                .at(span_over(lexed.file.id, rest, lexed.hash(line)))
                .help("Remove them, or make them a comment."),
        );
    }

    /// `#error` and `#warning`.
    fn message(&mut self, line: &Line) {
        let lexed = self.lexed();
        let tokens = lexed.tokens_of(line);
        let span = span_over(lexed.file.id, &lexed.tokens[line.hash as usize..line.end as usize], lexed.hash(line));
        let text = spell(tokens);
        let diagnostic = if line.kind == LineKind::Error {
            Diagnostic::error("preprocess/error-directive", if text.is_empty() { "#error".to_owned() } else { text })
        } else {
            Diagnostic::warning(
                "preprocess/warning-directive",
                if text.is_empty() { "#warning".to_owned() } else { text },
            )
        };
        self.report(diagnostic.at(span));
    }

    fn unknown(&mut self, line: &Line) {
        let lexed = self.lexed();
        let Some(name) = lexed.tokens.get(line.hash as usize + 1) else { return };
        let has_versions = self.request.rules.version_directives;
        let is_known = |kind: LineKind| has_versions || !matches!(kind, LineKind::Version | LineKind::Extension);
        let words = DIRECTIVES.iter().filter(|(word, kind)| !word.is_empty() && is_known(*kind)).map(|(word, _)| *word);
        let known = did_you_mean(&name.text, words);
        let help = match known {
            Some(known) => format!("Did you mean `#{known}`?"),
            None => "Remove it; directives are `#if`, `#define`, `#include` and their like.".to_owned(),
        };
        self.report(
            Diagnostic::error("preprocess/unknown-directive", format!("unknown directive `#{}`", name.text))
                .at(span_of(lexed.file.id, name))
                .help(help),
        );
    }

    /// A directive's tokens after macro expansion, without padding.
    pub fn expand_directive(&mut self, line: &Line) -> Vec<PpToken> {
        let tokens = self.unit_tokens(line);
        let opened = self.open(&tokens);
        let mut out = Vec::new();
        while let Some(token) = self.next_expanded() {
            if padding_of(&token).is_none() {
                out.push(token);
            }
        }
        self.close(opened);
        out
    }

    /// `#line 12 "name"`, `#line 12 3` in a language that numbers files, and `# 12 "name" flags` as preprocessors write
    /// it.
    fn set_line(&mut self, line: &Line) {
        let lexed = self.lexed();
        let tokens = self.expand_directive(line);
        let is_numbered = self.request.rules.numbered_files;
        let wrong = |unit: &mut Self, message: String| {
            unit.report(
                Diagnostic::error("preprocess/bad-line", message)
                    .at(span_over(lexed.file.id, lexed.tokens_of(line), lexed.hash(line)))
                    .help("Write `#line 12` or `#line 12 \"file\"`; the number is 1 to 2147483647."),
            );
        };
        let Some(number) = tokens.first() else { return wrong(self, "`#line` has no number".to_owned()) };
        let digits = number.token.text.as_str();
        let value = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<i64>().ok()).flatten();
        let Some(value) = value.filter(|value| (0..=0x7FFF_FFFF).contains(value)) else {
            return wrong(self, format!("`{digits}` is not a line number"));
        };
        let mut file_number = None;
        let name = match tokens.get(1) {
            None => None,
            Some(file) if is_numbered && file.token.kind == TokenKind::Number => {
                file_number = file.token.text.parse::<u32>().ok();
                if file_number.is_none() {
                    return wrong(self, format!("`{}` is not a file number", file.token.text));
                }
                None
            }
            Some(name) if name.token.kind == TokenKind::String && name.token.text.starts_with('"') => {
                Some(unescape(&name.token.text))
            }
            Some(name) => return wrong(self, format!("`{}` is not a file name", name.token.text)),
        };
        let is_marker = lexed.tokens[line.hash as usize + 1].kind == TokenKind::Number;
        if tokens.len() > 2 && !is_marker {
            self.expect_end(line, 2);
        }
        let physical = i64::from(lexed.file.position(lexed.hash(line).offset).line);
        // A spliced directive ends on a later line; the new number is that of the line after it.
        let last = &lexed.tokens[line.end as usize - 1];
        let end = lexed.file.position(last.offset).line;
        let next = i64::from(end).max(physical) + 1;
        if let Some(frame) = self.frames.last_mut() {
            frame.line_shift = value - next;
            frame.number = file_number.unwrap_or(frame.number);
            if let Some(name) = name {
                frame.name = Some(Arc::from(name));
            }
        }
    }

    /// Whether a name is defined, as `#ifdef` asks; records the question.
    pub fn is_defined(&mut self, name: Atom) -> bool {
        let found = self.names.look_up(name);
        found.is_some_and(|id| self.stands_for_something(id))
    }

    /// False for the built-in names whose use is an error.
    pub fn stands_for_something(&self, id: u32) -> bool {
        match self.names.entries[id as usize].meaning {
            Meaning::Builtin(builtin) => builtin.is_defined(),
            Meaning::Defined { .. } => true,
        }
    }
}

/// The error where a replacement has an operator that the language does not have.
fn refused_operator(definition: &Definition, rules: &PreprocessorRules, file: FileId) -> Option<Diagnostic> {
    if rules.pastes && rules.stringifies {
        return None;
    }
    let is_string = |kind: BodyKind| matches!(kind, BodyKind::Stringify(_) | BodyKind::VaOpt { stringify: true, .. });
    let refused = |word: &str, at: usize| {
        let token = &definition.body[at].token;
        Diagnostic::error("preprocess/no-operator", format!("this language has no `{word}` in macros"))
            .at(span_of(file, token))
            .help("Write the result out.")
    };
    let find = |is: &dyn Fn(&super::definition::BodyToken) -> bool| definition.body.iter().position(is);
    let pasted = find(&|element| element.paste).filter(|_| !rules.pastes).map(|at| refused("##", at));
    pasted
        .or_else(|| find(&|element| is_string(element.kind)).filter(|_| !rules.stringifies).map(|at| refused("#", at)))
}

/// The text a string literal holds; escapes other than `\"` and `\\` stay as they are.
pub fn unescape(literal: &str) -> String {
    let inner = literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(literal);
    let mut out = String::with_capacity(inner.len());
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        if character == '\\' && matches!(characters.peek(), Some('"' | '\\')) {
            out.extend(characters.next());
        } else {
            out.push(character);
        }
    }
    out
}
