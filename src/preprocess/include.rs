//! `#include`, `__has_include`, and the search for files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::atom::Atom;
use crate::diag::{Diagnostic, DiagnosticKind, LoadError, SourceFile, Span, did_you_mean};
use crate::lexer::spell;
use crate::model::{Include, IncludeDirective, IncludeId, PpToken, Token, TokenFlags, TokenKind};

use super::definition::{span_of, span_over};
use super::lines::Line;
use super::unit::Unit;

/// The work of an include that is too deep, in tokens.
const TOO_DEEP: u64 = 10_000;

/// The file that an `#include` names.
struct Wanted {
    /// With `/` between parts.
    name: String,
    quoted: bool,
}

/// The result of a search.
enum Found {
    File(Arc<SourceFile>),
    Nowhere(Vec<PathBuf>),
    Unreadable(PathBuf, LoadError),
}

impl Unit<'_> {
    pub fn include(&mut self, line: &Line) {
        let lexed = self.lexed();
        let tokens = lexed.tokens_of(line);
        let whole = span_over(lexed.file.id, &lexed.tokens[line.hash as usize..line.end as usize], lexed.hash(line));
        let (wanted, place) = match tokens.first().and_then(|token| direct(token).map(|wanted| (token, wanted))) {
            Some((token, wanted)) => {
                self.expect_end(line, 1);
                (Some(wanted), span_of(lexed.file.id, token))
            }
            None => {
                let expanded = self.expand_directive(line);
                let plain: Vec<Token> = expanded.iter().map(|token| token.token).collect();
                (computed(&plain), span_over(lexed.file.id, tokens, lexed.hash(line)))
            }
        };
        if self.halted {
            return;
        }
        let Some(wanted) = wanted.filter(|wanted| !wanted.name.is_empty()) else {
            return self.report(
                Diagnostic::error("preprocess/bad-include", "`#include` names no file")
                    .at(place)
                    .help("Write `#include \"file\"` or `#include <file>`."),
            );
        };
        let name = wanted.name.rsplit('/').next().unwrap_or(&wanted.name);
        let is_skipped = self.request.skipped_includes.iter().any(|pattern| fits(pattern, name));
        let from = self.visit();
        let noted = IncludeDirective {
            from,
            directive: whole,
            name: wanted.name.clone(),
            quoted: wanted.quoted,
            file: None,
            is_skipped,
        };
        let at = self.out.include_directives.len();
        self.out.include_directives.push(noted);
        if is_skipped {
            return;
        }
        match self.find(&wanted) {
            Found::File(file) => {
                self.out.include_directives[at].file = Some(file.id);
                self.visit_file(&file, whole);
            }
            Found::Nowhere(tried) => self.report_missing(&wanted, &tried, place),
            Found::Unreadable(path, error) => {
                let why = match error {
                    LoadError::NotFound => "it is gone".to_owned(),
                    LoadError::Io(words) => words,
                };
                self.report(
                    Diagnostic::error(
                        "preprocess/unreadable-file",
                        format!("`{}` cannot be read: {why}", shown(&path)),
                    )
                    .at(place),
                );
            }
        }
    }

    /// `__has_include(...)` in a condition; `None` where it is malformed.
    pub fn has_include(&mut self, operator: &PpToken) -> Option<bool> {
        let mut inner: Vec<Token> = Vec::new();
        let opened = self.next_unpadded().is_some_and(|token| token.token.text == "(");
        let mut closed = false;
        if opened {
            let mut depth = 0u32;
            loop {
                let next = self.next_expanded();
                let Some(token) = next else { break };
                if super::expand::padding_of(&token).is_some() {
                    continue;
                }
                match token.token.text.as_str() {
                    "(" => depth += 1,
                    ")" if depth == 0 => {
                        closed = true;
                        break;
                    }
                    ")" => depth -= 1,
                    _ => {}
                }
                inner.push(token.token);
            }
        }
        let wanted = match inner.as_slice() {
            [one] => direct(one),
            many => computed(many),
        };
        let Some(wanted) = wanted.filter(|_| closed) else {
            self.report_at(
                Diagnostic::error("preprocess/has-include", "`__has_include` is not followed by a file in parentheses")
                    .help("Write `__has_include(\"file\")` or `__has_include(<file>)`."),
                operator,
            );
            return None;
        };
        match self.find(&wanted) {
            Found::File(file) => {
                self.note_file(&file);
                Some(true)
            }
            Found::Nowhere(_) | Found::Unreadable(..) => Some(false),
        }
    }

    /// Searches the including file's own folder for `"..."`, then the include folders.
    fn find(&mut self, wanted: &Wanted) -> Found {
        let mut tried = Vec::new();
        let mut seen: Vec<PathBuf> = Vec::new();
        let name = Path::new(&wanted.name);
        let is_absolute = name.is_absolute();
        let own = (wanted.quoted && !is_absolute).then(|| {
            let lexed = self.lexed();
            Path::new(&*lexed.file.name).parent().unwrap_or(Path::new("")).to_path_buf()
        });
        let folders = self.request.include_paths.iter().filter(|_| !is_absolute);
        let whole = is_absolute.then(|| name.to_path_buf());
        let paths = own.iter().chain(folders).map(|folder| folder.join(name)).chain(whole);
        for path in paths {
            if seen.contains(&path) {
                continue;
            }
            match self.sources.load(&path) {
                Ok(file) => {
                    self.out.missing.extend(tried);
                    return Found::File(file);
                }
                Err(LoadError::NotFound) => {
                    tried.push(self.sources.relative(&path));
                    seen.push(path);
                }
                Err(error) => {
                    self.out.missing.extend(tried);
                    // `__has_include` treats it as missing; it is recorded, because it can be readable in a later
                    // build.
                    self.out.missing.push(self.sources.relative(&path));
                    return Found::Unreadable(path, error);
                }
            }
        }
        self.out.missing.extend(tried.iter().cloned());
        Found::Nowhere(tried)
    }

    /// Records that the unit depends on the file.
    fn note_file(&mut self, file: &SourceFile) {
        if !self.out.files.contains(&file.id) {
            self.out.files.push(file.id);
        }
    }

    fn visit_file(&mut self, file: &Arc<SourceFile>, directive: Span) {
        self.note_file(file);
        if self.once.contains(&file.id) {
            return;
        }
        let lexed = self.cache.file(file);
        if lexed.guard.is_some_and(|guard| self.is_defined(guard)) {
            return;
        }
        let limit = self.request.limits.include_depth;
        if self.frames.len() > limit as usize {
            let again = self.frames.iter().any(|frame| self.files[frame.file as usize].file.id == file.id);
            let (message, help) = if again {
                (
                    format!("`{}` includes itself: includes are more than {limit} deep", file.name),
                    "Put `#pragma once` at its top.",
                )
            } else {
                (format!("includes are more than {limit} deep"), "Flatten the includes, or raise the limit.")
            };
            // A file that includes itself twice gets here in 2^limit ways.
            self.work += TOO_DEEP;
            return self.report(Diagnostic::error("preprocess/include-depth", message).at(directive).help(help));
        }
        let here = self.visit();
        let include = IncludeId(self.out.includes.len() as u32);
        self.out.includes.push(Include { file: file.id, from: Some((here, directive)) });
        // Files that include each other without end take time even if they have no tokens.
        self.work += 1 + lexed.lines.len() as u64;
        if self.work > self.work_limit {
            let token = Token {
                text: Atom::default(),
                offset: directive.start,
                length: u16::try_from(directive.end - directive.start).unwrap_or(u16::MAX),
                kind: TokenKind::Other,
                flags: TokenFlags::default(),
            };
            return self.halt(&PpToken { token, include: here, expansion: crate::model::ExpansionId::NONE });
        }
        self.enter(lexed, include);
    }

    fn report_missing(&mut self, wanted: &Wanted, tried: &[PathBuf], place: Span) {
        let mut diagnostic = Diagnostic::error("preprocess/missing-include", format!("`{}` is not found", wanted.name))
            .kind(DiagnosticKind::MissingInclude)
            .at(place);
        if tried.is_empty() {
            diagnostic = diagnostic.note("there is no include folder to search");
        }
        for path in tried {
            diagnostic = diagnostic.note(format!("looked for {}", shown(path)));
        }
        let file = Path::new(&wanted.name).file_name().map(|name| name.to_string_lossy().into_owned());
        let near = tried.iter().find_map(|path| {
            let siblings = self.sources.siblings(path);
            let best = did_you_mean(file.as_deref()?, siblings.iter().map(String::as_str))?;
            Some(Path::new(&wanted.name).with_file_name(best))
        });
        diagnostic = match near {
            Some(near) => diagnostic.help(format!("Did you mean `{}`?", shown(&near))),
            None if wanted.quoted => {
                diagnostic.help("Correct the name, or add its folder to `include` in `uberc.toml` (for one run: `-I DIR`).")
            }
            None => diagnostic.help(
                "Correct the name, add its folder to `include` in `uberc.toml` (for one run: `-I DIR`), or use `\"...\"` for a file \
                 beside this one.",
            ),
        };
        self.report(diagnostic);
    }
}

/// Whether a name is one of a pattern, in which `*` stands for any text.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(before) else { return false };
    (0..=rest.len()).any(|at| rest.is_char_boundary(at) && fits(after, &rest[at..]))
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// A header name that is one token.
fn direct(token: &Token) -> Option<Wanted> {
    let text = token.text.as_str();
    if token.kind != TokenKind::String || text.len() < 2 {
        return None;
    }
    let name = text[1..text.len() - 1].replace('\\', "/");
    Some(Wanted { name, quoted: text.starts_with('"') })
}

/// A header name that macros made: a string, or `<` to `>`.
fn computed(tokens: &[Token]) -> Option<Wanted> {
    let first = tokens.first()?;
    if let Some(wanted) = direct(first) {
        return Some(wanted);
    }
    if first.text != "<" {
        return None;
    }
    let close = tokens.iter().position(|token| token.text == ">")?;
    let mut name = spell(&tokens[1..close]);
    // The space after `<` is not part of the name; spaces between other tokens are.
    if let Some(stripped) = name.strip_prefix(' ') {
        name = stripped.to_owned();
    }
    Some(Wanted { name: name.replace('\\', "/"), quoted: false })
}
