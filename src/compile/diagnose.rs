//! From a compiler's coordinates to the user's lines.

use super::StepMessage;
use super::external::catalogue;
use super::step::ENTRY_POINT_NOT_FOUND;
use crate::diag::{Diagnostic, Severity};
use crate::model::{
    CompilerMessage, LineMap, MessageSeverity, PpToken, Preprocessed, SourceText, TokenFlags, TokenKind,
};

/// The variant that the messages are about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub text: &'a SourceText,
    pub map: &'a LineMap,
    pub entry_point: &'a str,
    /// The command line, for a note of every error.
    pub command: &'a str,
}

/// Places every message in the user's files. A message without a line (and one about SPIR-V, which has lines of its
/// own) is placed at the entry point.
pub fn diagnose(messages: &[StepMessage], subject: Subject<'_>) -> Vec<Diagnostic> {
    let tokens = &*subject.text.tokens;
    let mut found: Vec<Diagnostic> = Vec::new();
    // The token of each error's place, and the error's index in `found`.
    let mut errors: Vec<(&PpToken, usize)> = Vec::new();
    // The index in `found` of what the notes that follow explain.
    let mut explained = 0;
    for StepMessage { compiler, of_source, message } in messages {
        let token = if *of_source { token(message, subject.map, tokens) } else { None };
        let token =
            token.or_else(|| member(tokens, &message.text)).or_else(|| entry_point(tokens, subject.entry_point));
        // A note explains the message before it.
        if message.severity == MessageSeverity::Note
            && let Some(last) = found.get_mut(explained)
        {
            match token.filter(|_| *of_source && message.line.is_some()) {
                Some(token) => {
                    let place = tokens.place(token).0;
                    last.labels.push(crate::diag::Label { span: place, message: clean(&message.text) });
                }
                None => last.notes.push(message.text.clone()),
            }
            continue;
        }
        let code = code(compiler);
        let (mut text, more) = headline(&message.text);
        if text == ENTRY_POINT_NOT_FOUND {
            text = format!("entry point `{}` not found", subject.entry_point);
        }
        if message.severity == MessageSeverity::Error
            && let Some(token) = token
        {
            // After an error, parsers report follow-up errors on the same line: those become notes of the first.
            if let Some((_, first)) = errors.iter().find(|(earlier, _)| on_one_line(tokens, earlier, token)) {
                let note = format!("then: {text}");
                let notes = &mut found[*first].notes;
                if !notes.contains(&note) {
                    notes.push(note);
                }
                explained = *first;
                continue;
            }
            errors.push((token, found.len()));
        }
        let mut diagnostic = match message.severity {
            MessageSeverity::Error => Diagnostic::error(code, text),
            MessageSeverity::Warning => Diagnostic::warning(code, text),
            MessageSeverity::Note => Diagnostic { severity: Severity::Note, ..Diagnostic::warning(code, text) },
        };
        if let Some(token) = token {
            diagnostic = tokens.blame(diagnostic, token);
        }
        let by = message
            .code
            .as_ref()
            .map_or_else(|| format!("reported by {compiler}"), |code| format!("reported by {compiler} as {code}"));
        diagnostic = diagnostic.note(by);
        if let Some(more) = more {
            diagnostic = diagnostic.note(more);
        }
        if message.severity == MessageSeverity::Error {
            diagnostic = diagnostic.note(format!("ran: {}", subject.command));
        }
        explained = found.len();
        found.push(diagnostic);
    }
    found
}

/// Whether two tokens of the unit stand on one line of one file, as far as no line begins between them.
fn on_one_line(tokens: &Preprocessed, first: &PpToken, second: &PpToken) -> bool {
    let index = |token: &PpToken| tokens.tokens.iter().position(|other| std::ptr::eq(other, token));
    let (Some(first), Some(second)) = (index(first), index(second)) else { return false };
    let (from, to) = (first.min(second), first.max(second));
    let mut between = tokens.tokens.iter().take(to + 1).skip(from + 1);
    between.all(|token| token.include == tokens.tokens[from].include && !token.token.flags.has(TokenFlags::LINE_START))
}

/// glslang's column is the parser's position, some tokens after the mistake, but its message quotes the token that is
/// meant.
fn token<'a>(message: &CompilerMessage, map: &LineMap, tokens: &'a Preprocessed) -> Option<&'a PpToken> {
    let line = message.line?;
    let at = |index: u32| tokens.tokens.get(index as usize);
    let quoted = message.text.strip_suffix('\'').and_then(|text| text.rsplit_once('\'')).map(|(_, name)| name);
    let named = map
        .line(line)
        .iter()
        .filter_map(|(_, index)| at(*index))
        .find(|token| Some(token.token.text.as_str()) == quoted);
    let placed = || at(map.token_at(line, message.column)?);
    // A column at the quoted name (from compilers with exact columns) selects one of several tokens of that name.
    placed().filter(|token| Some(token.token.text.as_str()) == quoted).or(named).or_else(placed)
}

/// uberc's own steps write ``` `member` of `structure` ```: the first token of the member's name after the first of the
/// structure's.
fn member<'a>(tokens: &'a Preprocessed, text: &str) -> Option<&'a PpToken> {
    let (_, text) = text.split_once('`')?;
    let (member, rest) = text.split_once("` of `")?;
    let (owner, _) = rest.split_once('`')?;
    let named = |name: &str, token: &PpToken| token.token.text.as_str() == name;
    let begin = tokens.tokens.iter().position(|token| named(owner, token))?;
    tokens.tokens.iter().skip(begin).find(|token| named(member, token))
}

/// Where an entry point is declared: the last token of that name before a parenthesis.
pub fn entry_point<'a>(tokens: &'a Preprocessed, name: &str) -> Option<&'a PpToken> {
    let all = &tokens.tokens;
    let is = |token: &PpToken, text: &str| token.token.text.as_str() == text;
    let at = (0..all.len()).rev().find(|at| {
        all[*at].token.kind == TokenKind::Ident
            && is(&all[*at], name)
            && all.get(at + 1).is_some_and(|next| is(next, "("))
    })?;
    all.get(at)
}

/// A message is one line, in lower case, without a full stop; further lines go into a note. Names keep their case.
fn headline(text: &str) -> (String, Option<String>) {
    match text.trim().split_once('\n') {
        Some((first, rest)) => (clean(first), Some(rest.to_owned())),
        None => (clean(text), None),
    }
}

fn clean(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        // `Expected` begins a sentence; `SV_Position`, `X3004` and `GLSL` are names.
        (Some(first), Some(second)) if first.is_uppercase() && second.is_lowercase() && !text.starts_with("Op") => {
            first.to_lowercase().chain(text.chars().skip(1)).collect()
        }
        _ => text.to_owned(),
    }
}

/// The code of diagnostics from a compiler.
fn code(compiler: &str) -> &'static str {
    match compiler {
        "naga" => "compile/naga",
        "strip" => "compile/strip",
        program => catalogue::find(program).map_or("compile/compiler", |builtin| builtin.code),
    }
}
