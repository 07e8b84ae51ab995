//! The state of one run, and its main loop.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diag::{Diagnostic, FileId, Sources, Span};
use crate::lexer::must_separate;
use crate::model::{
    BegunTokens, Expansion, ExpansionId, Include, IncludeId, PpToken, Preprocessed, Token, TokenFlags, TokenKind,
};

use super::expand::{Context, Padding, padding_of};
use super::invocation::ArgRange;
use super::lines::{LexedFile, Line, LineKind};
use super::names::Names;
use super::report::ReportKey;
use super::{FileCache, Request};

/// A file being read.
#[derive(Debug)]
pub struct Frame {
    /// Index into `Unit::files`.
    pub file: u32,
    pub include: IncludeId,
    /// The line to read next.
    pub line: u32,
    /// The unread rest of the text range being read.
    pub at: u32,
    pub end: u32,
    /// The effect of `#line`: the number that is added to a line of the file, and the name that replaces the file's.
    pub line_shift: i64,
    pub name: Option<Arc<str>>,
    /// The file's number, in a language that numbers files.
    pub number: u32,
}

/// Where definitions come from now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Files,
    Defines,
    TechniqueDefines,
}

/// One run of the preprocessor.
pub struct Unit<'a> {
    pub request: &'a Request<'a>,
    pub cache: &'a FileCache,
    pub sources: &'a Sources,
    /// Without its tokens.
    pub out: Preprocessed,
    pub tokens: BegunTokens,
    pub diagnostics: Vec<Diagnostic>,
    pub reported: FxHashSet<ReportKey>,
    /// By severity: how many diagnostics there were.
    pub counts: [usize; 3],
    /// Diagnostics are counted in `suppressed` instead of reported.
    pub quiet: bool,
    pub suppressed: u32,
    pub files: Vec<Arc<LexedFile>>,
    pub file_index: FxHashMap<FileId, u32>,
    pub once: FxHashSet<FileId>,
    pub names: Names,
    pub origin: Origin,
    pub frames: Vec<Frame>,
    /// Tokens being rescanned: `contexts` are ranges of `pool`, the last on top.
    pub contexts: Vec<Context>,
    pub pool: Vec<PpToken>,
    /// Arguments being collected: raw tokens, fully expanded tokens, and ranges of both.
    pub raw: Vec<PpToken>,
    pub expanded: Vec<PpToken>,
    pub arguments: Vec<ArgRange>,
    /// Arguments inside arguments.
    pub depth: u32,
    /// Tokens that expansion has handled.
    pub work: u64,
    pub work_limit: u64,
    /// A limit was reached; nothing more is read.
    pub halted: bool,
    pub counter: u64,
    /// The tokens of an `#if` are read.
    pub in_condition: bool,
    /// The white space before the next token of the output.
    pub padding: Padding,
    /// The next token begins a line, whatever its own flags are.
    pub line_start: bool,
    /// The next token follows an expansion or a pragma.
    pub disturbed: bool,
    /// In the runs of [`Request::before`], the one behind that from which the last was copied.
    pub next_before: usize,
}

impl<'a> Unit<'a> {
    pub fn new(request: &'a Request<'a>, cache: &'a FileCache, sources: &'a Sources) -> Unit<'a> {
        Unit {
            request,
            cache,
            sources,
            out: Preprocessed::default(),
            tokens: BegunTokens::default(),
            diagnostics: Vec::new(),
            reported: FxHashSet::default(),
            counts: [0; 3],
            quiet: false,
            suppressed: 0,
            files: Vec::new(),
            file_index: FxHashMap::default(),
            once: FxHashSet::default(),
            names: Names::new(request.watch, request.rules.builtin_macros),
            origin: Origin::Files,
            frames: Vec::new(),
            contexts: Vec::new(),
            pool: Vec::new(),
            raw: Vec::new(),
            expanded: Vec::new(),
            arguments: Vec::new(),
            depth: 0,
            work: 0,
            work_limit: u64::from(request.limits.tokens),
            halted: false,
            counter: 0,
            in_condition: false,
            padding: Padding::None,
            line_start: false,
            disturbed: false,
            next_before: 0,
        }
    }

    pub fn run(mut self) -> (Preprocessed, Vec<Diagnostic>) {
        self.out.includes.push(Include { file: self.request.file.id, from: None });
        self.define_handed_in();
        let file = self.cache.file(&self.request.file);
        // Of a unit behind another, few tokens are its own.
        if self.request.before.is_none() {
            self.tokens.reserve(file.tokens.len().max(file.last_unit.load(Ordering::Relaxed)));
        }
        self.out.files.push(self.request.file.id);
        self.out.numbered_files = self.request.rules.numbered_files;
        self.enter(Arc::clone(&file), IncludeId(0));
        self.read();
        file.last_unit.store(self.tokens.len(), Ordering::Relaxed);
        self.out.tokens = std::mem::take(&mut self.tokens).finish();
        if self.request.macro_table {
            self.fill_macro_table();
        }
        self.out.missing.sort_unstable();
        self.out.missing.dedup();
        let diagnostics = self.diagnostics();
        self.out.consulted = self.names.into_consulted();
        (self.out, diagnostics)
    }

    /// Begins a file.
    pub fn enter(&mut self, lexed: Arc<LexedFile>, include: IncludeId) {
        let id = lexed.file.id;
        let file = match self.file_index.get(&id) {
            Some(known) => *known,
            None => {
                let file = self.files.len() as u32;
                self.files.push(Arc::clone(&lexed));
                self.file_index.insert(id, file);
                file
            }
        };
        self.frames.push(Frame { file, include, line: 0, at: 0, end: 0, line_shift: 0, name: None, number: 0 });
        for diagnostic in &lexed.diagnostics {
            self.report(diagnostic.clone());
        }
    }

    /// Reads until every file is at its end.
    pub fn read(&mut self) {
        while let Some(frame) = self.frames.last_mut() {
            let lines = &self.files[frame.file as usize].lines;
            let Some(&line) = lines.get(frame.line as usize).filter(|_| !self.halted) else {
                self.frames.pop();
                continue;
            };
            let at = frame.line;
            frame.line += 1;
            self.halted |= self.request.is_cancelled();
            if line.kind == LineKind::Text {
                (frame.at, frame.end) = (line.start, line.end);
                let (file, first) = (frame.file, self.tokens.len());
                let is_taken = self.take_text((file, at), &line);
                if is_taken && let Some(frame) = self.frames.last_mut() {
                    frame.at = frame.end;
                }
                let is_copied = is_taken || self.text();
                // Not where the arguments of a macro go on behind a directive.
                let is_whole = self.frames.last().is_some_and(|frame| frame.line == at + 1) && !self.halted;
                if is_whole && self.origin == Origin::Files {
                    self.note_run((file, at), &line, first, is_copied);
                }
            } else {
                self.directive(&line);
            }
        }
    }

    /// Copies the text range of the top frame, expanding macros. An invocation may run over into later lines. Answers whether all tokens
    /// are copies.
    fn text(&mut self) -> bool {
        let mut is_copied = true;
        while !self.halted {
            let Unit { frames, files, names, tokens: out, .. } = self;
            let Some(frame) = frames.last_mut() else { break };
            let tokens = &files[frame.file as usize].tokens[frame.at as usize..frame.end as usize];
            let Some(&first) = tokens.first() else { break };
            let include = frame.include;
            let stop = if self.disturbed {
                0
            } else {
                tokens.iter().position(|token| is_special(names, token)).unwrap_or(tokens.len())
            };
            if stop > 0 {
                out.extend(tokens[..stop].iter().map(|&token| PpToken {
                    token,
                    include,
                    expansion: ExpansionId::NONE,
                }));
                frame.at += stop as u32;
                if out.len() > self.request.limits.tokens as usize {
                    let last = PpToken { token: first, include, expansion: ExpansionId::NONE };
                    self.halt(&last);
                }
                continue;
            }
            is_copied = false;
            frame.at += 1;
            let special = is_special(names, &first);
            let token = PpToken { token: first, include, expansion: ExpansionId::NONE };
            if special && first.kind == TokenKind::Ident {
                self.identifier(token);
            } else {
                self.emit(token);
            }
        }
        is_copied
    }

    /// Handles a name of the file that can be a macro.
    fn identifier(&mut self, token: PpToken) {
        let Some(id) = self.names.look_up(token.token.text) else { return self.emit(token) };
        self.line_start |= token.token.flags.has(TokenFlags::LINE_START);
        if !self.enter_macro(id, token) {
            return self.emit(token);
        }
        while !self.contexts.is_empty() && !self.halted {
            if let Some(token) = self.next_expanded() {
                self.emit(token);
            }
        }
        self.disturbed = true;
    }

    /// Appends a token to the output.
    pub fn emit(&mut self, mut token: PpToken) {
        if let Some(padding) = padding_of(&token) {
            self.padding.add(padding);
            return;
        }
        let mut flags = token.token.flags;
        flags = match std::mem::replace(&mut self.padding, Padding::None) {
            Padding::None => flags,
            Padding::Space => flags.with(TokenFlags::SPACE_BEFORE),
            Padding::NoSpace => flags.without(TokenFlags::SPACE_BEFORE),
        };
        let before = self.tokens.last().map(|before| before.token);
        let after_directive = before.is_some_and(|before| before.flags.has(TokenFlags::DIRECTIVE));
        if self.line_start || after_directive {
            flags = flags.with(TokenFlags::LINE_START);
        }
        let joined = !flags.has(TokenFlags::SPACE_BEFORE) && !flags.has(TokenFlags::LINE_START);
        if joined && before.is_some_and(|before| must_separate(&before, &token.token)) {
            flags = flags.with(TokenFlags::SPACE_BEFORE);
        }
        self.line_start = false;
        self.disturbed = false;
        token.token.flags = flags;
        if token.token.kind == TokenKind::Other {
            self.check_stray(&token);
        }
        self.tokens.push(token);
        if self.tokens.len() > self.request.limits.tokens as usize {
            self.halt(&token);
        }
    }

    fn check_stray(&mut self, token: &PpToken) {
        let what = match token.token.text.as_bytes().first() {
            Some(b'"') => "string",
            Some(b'\'') => "character constant",
            _ => return,
        };
        let quote = &token.token.text[..1];
        self.report_at(
            Diagnostic::error("preprocess/unterminated-constant", format!("the {what} is never closed"))
                .help(format!("Close it with `{quote}` on the same line.")),
            token,
        );
    }

    /// Records an invocation of the macro that is defined at a place; `None`: outside of the user's files.
    pub fn record(&mut self, name: &PpToken, defined: Option<Span>) -> ExpansionId {
        let id = ExpansionId(self.out.expansions.len() as u32);
        self.out.expansions.push(Expansion {
            name: name.token.text,
            defined,
            invocation: self.out.spelling(name),
            include: name.include,
            parent: name.expansion,
        });
        id
    }

    /// The directive's tokens as tokens of the unit.
    pub fn unit_tokens(&self, line: &Line) -> Vec<PpToken> {
        let Some(frame) = self.frames.last() else { return Vec::new() };
        self.files[frame.file as usize]
            .tokens_of(line)
            .iter()
            .map(|&token| PpToken { token, include: frame.include, expansion: ExpansionId::NONE })
            .collect()
    }

    /// The file being read.
    pub fn lexed(&self) -> Arc<LexedFile> {
        let frame = self.frames.last().expect("a directive is read from a file");
        Arc::clone(&self.files[frame.file as usize])
    }

    /// The visit being read.
    pub fn visit(&self) -> IncludeId {
        self.frames.last().map_or(IncludeId(0), |frame| frame.include)
    }

    /// `__LINE__` at this token: the line of the outermost invocation, as `#line` tells it.
    pub fn presumed_line(&self, token: &PpToken) -> i64 {
        let (span, _) = self.out.place(token);
        let line = i64::from(self.sources.get(span.file).position(span.start).line);
        let frame = self.frames.last();
        let here = frame.is_some_and(|frame| self.files[frame.file as usize].file.id == span.file);
        // A `#line` among the arguments counts from where it stands, which is behind the invocation.
        (line + frame.filter(|_| here).map_or(0, |frame| frame.line_shift)).max(0)
    }

    /// `__FILE__`.
    pub fn presumed_file(&self) -> Arc<str> {
        let Some(frame) = self.frames.last() else { return Arc::clone(&self.request.file.name) };
        frame.name.clone().unwrap_or_else(|| Arc::clone(&self.files[frame.file as usize].file.name))
    }
}

#[inline]
fn is_special(names: &Names, token: &Token) -> bool {
    match token.kind {
        TokenKind::Ident => names.may_matter(token.text),
        TokenKind::Other => true,
        _ => false,
    }
}
