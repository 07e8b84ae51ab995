//! Tokens with their origin, and the other results of the preprocessor.

use std::path::PathBuf;

use super::UnitTokens;
use crate::atom::Atom;
use crate::diag::{Diagnostic, FileId, Span};

/// The kind of a token. Punctuators are distinguished by their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// Identifiers and keywords.
    Ident,
    /// A preprocessing number: integers, floats with suffixes, and malformed ones.
    Number,
    /// `"..."` with its quotes and escapes.
    String,
    /// `'...'` with its quotes and escapes.
    Char,
    /// Operators and brackets, longest match: `<<=`, `##`, `::`.
    Punct,
    /// A character that begins no token: `@`, `` ` ``, a lone `\`, anything beyond ASCII.
    Other,
}

/// Layout facts a token carries, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TokenFlags(pub u8);

impl TokenFlags {
    /// First token of a logical line.
    pub const LINE_START: u8 = 1;
    /// White space or a comment stands before it.
    pub const SPACE_BEFORE: u8 = 2;
    /// Part of a directive that is kept for the compiler (`#pragma ...`); such tokens are never substituted.
    pub const DIRECTIVE: u8 = 4;
    /// An identifier that must not be expanded again (C17 6.10.3.4 paragraph 2).
    pub const NO_EXPAND: u8 = 8;

    /// Whether all of these bits are set.
    #[inline]
    pub const fn has(self, bits: u8) -> bool {
        self.0 & bits == bits
    }

    /// With these bits set.
    #[must_use]
    pub const fn with(self, bits: u8) -> TokenFlags {
        TokenFlags(self.0 | bits)
    }

    /// With these bits clear.
    #[must_use]
    pub const fn without(self, bits: u8) -> TokenFlags {
        TokenFlags(self.0 & !bits)
    }
}

/// A token of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The spelling, without line splices.
    pub text: Atom,
    /// Byte offset of its first character.
    pub offset: u32,
    /// Bytes it covers in the file, line splices included.
    pub length: u16,
    pub kind: TokenKind,
    pub flags: TokenFlags,
}

/// Index into [`Preprocessed::includes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IncludeId(pub u32);

/// Index into [`Preprocessed::expansions`]; [`ExpansionId::NONE`] for a token that stands in the file itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExpansionId(pub u32);

impl ExpansionId {
    /// Not from a macro.
    pub const NONE: ExpansionId = ExpansionId(u32::MAX);
}

/// A token of the preprocessed unit: the token in the file in which it is spelled, the visit of that file, and the
/// macro expansion that produced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PpToken {
    pub token: Token,
    pub include: IncludeId,
    pub expansion: ExpansionId,
}

#[cfg(test)]
impl PpToken {
    /// A number, which is its offset too.
    pub fn of_number(number: u32) -> PpToken {
        let text = Atom::from(&number.to_string());
        let token = Token { text, kind: TokenKind::Number, flags: TokenFlags::default(), offset: number, length: 1 };
        PpToken { token, include: IncludeId(0), expansion: ExpansionId::NONE }
    }
}

/// One visit of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Include {
    pub file: FileId,
    /// The visit and the directive that led here; `None` for the unit's own file, predefined and command-line macros.
    pub from: Option<(IncludeId, Span)>,
}

/// One `#include` that names a file, in the order of reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncludeDirective {
    /// The visit that it stands in.
    pub from: IncludeId,
    pub directive: Span,
    /// As it is written, with `/` between parts.
    pub name: String,
    /// `"..."`, and not `<...>`.
    pub quoted: bool,
    /// The file; `None` where it was skipped or not found.
    pub file: Option<FileId>,
    /// A pattern of the request names it, so that nothing was read.
    pub is_skipped: bool,
}

/// One macro invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    pub name: Atom,
    /// The name in the definition; `None` for macros that no file of the user defines.
    pub defined: Option<Span>,
    /// Where the macro's name stands: the invocation.
    pub invocation: Span,
    pub include: IncludeId,
    /// The expansion whose result holds the invocation.
    pub parent: ExpansionId,
}

/// A macro as it stands at the end of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroDefinition {
    pub name: Atom,
    /// `None` for predefined macros and technique defines.
    pub defined: Option<Span>,
    pub function_like: bool,
    /// Object-like: the fully expanded replacement, right-trimmed. Function-like: the replacement as written.
    pub expanded: String,
}

impl MacroDefinition {
    /// The part that a sidecar can see: its name, whether it takes arguments, and its replacement.
    pub fn shown(&self) -> (Atom, bool, &str) {
        (self.name, self.function_like, &self.expanded)
    }
}

/// The macros of a unit, by name; what a sidecar sees as `cpp`.
pub type MacroTable = std::collections::BTreeMap<Atom, MacroDefinition>;

/// One of the macros that were handed in, and that some `#if`, `#ifdef`, `defined` or expansion asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Consulted {
    pub name: Atom,
}

/// `#version 450 core`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersionDirective {
    pub number: u32,
    pub profile: Option<Atom>,
    /// Its number, as an index into [`Preprocessed::tokens`].
    pub token: u32,
    /// Nothing but comments stands before it.
    pub is_first: bool,
}

/// `#extension GL_EXT_name : enable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtensionDirective {
    pub name: Atom,
    pub behaviour: ExtensionBehaviour,
    /// Its name, as an index into [`Preprocessed::tokens`].
    pub token: u32,
    /// Something other than directives stands before it.
    pub after_code: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtensionBehaviour {
    Require,
    Enable,
    Warn,
    Disable,
}

/// Names the tokens that a range of a file's lines became. Runs of tokens with equal numbers have equal spellings, kinds and flags, in
/// whatever unit of this process they stand; their places can differ in the visit of the file and in the macro expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub u64);

/// Tokens `first..last` of a unit: what the lines between two directives became. None of them is a directive's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRun {
    pub id: RunId,
    pub first: u32,
    pub last: u32,
    /// No macro was expanded: the tokens are those of the file, with their places there.
    pub is_verbatim: bool,
}

/// A preprocessed unit.
#[derive(Clone, Debug, Default)]
pub struct Preprocessed {
    pub tokens: UnitTokens,
    /// The longer ranges of text, in order. Units that differ in defines share most of them.
    pub runs: Vec<TextRun>,
    /// Number 0 is the unit's own file.
    pub includes: Vec<Include>,
    /// Every `#include` that was followed, or skipped.
    pub include_directives: Vec<IncludeDirective>,
    pub expansions: Vec<Expansion>,
    pub macros: MacroTable,
    /// Names that the caller watched (technique defines, defined or not) and whose state could change the tokens, in the
    /// order in which they were consulted: the first is the same for all values, and the values so far decide the next.
    pub consulted: Vec<Consulted>,
    /// Names in conditions that were not macros, and so counted as 0.
    pub unknown_in_conditions: Vec<(Atom, Span)>,
    /// Names in `#ifdef`, `#ifndef` or `defined` that were not macros.
    pub undefined_in_conditions: Vec<(Atom, Span)>,
    /// The `#version` of the unit, of a language that has one.
    pub version: Option<VersionDirective>,
    /// The `#extension` lines, in order.
    pub extensions: Vec<ExtensionDirective>,
    /// Whether a `#line` of the language names a file by its index in `files`; else by its name.
    pub numbered_files: bool,
    /// Files read, each once, in the order of their first visit; the unit's own file first.
    pub files: Vec<FileId>,
    /// Paths that were looked for and not found before the found one, sorted, each once.
    pub missing: Vec<PathBuf>,
}

/// What is before, between and behind these ranges, which are in order, up to `end`; without what is empty.
pub fn gaps(ranges: impl Iterator<Item = (u32, u32)>, end: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut from = 0;
    let gaps = ranges.chain([(end, end)]).map(move |(first, last)| (std::mem::replace(&mut from, last), first));
    gaps.filter(|(first, last)| first < last)
}

impl Preprocessed {
    /// The tokens outside of those runs that `is_left_out` answers for, as ranges.
    pub fn outside_of_runs(&self, is_left_out: impl Fn(&TextRun) -> bool) -> impl Iterator<Item = (u32, u32)> {
        let end = self.tokens.len() as u32;
        gaps(self.runs.iter().filter(move |run| is_left_out(run)).map(|run| (run.first, run.last)), end)
    }

    /// Where the token is spelled.
    pub fn spelling(&self, token: &PpToken) -> Span {
        let file = self.includes[token.include.0 as usize].file;
        Span { file, start: token.token.offset, end: token.token.offset + u32::from(token.token.length) }
    }

    /// The place for messages: the token itself, or the outermost macro invocation that produced it.
    pub fn place(&self, token: &PpToken) -> (Span, IncludeId) {
        let mut place = (self.spelling(token), token.include);
        let mut expansion = token.expansion;
        while expansion != ExpansionId::NONE {
            let step = &self.expansions[expansion.0 as usize];
            place = (step.invocation, step.include);
            expansion = step.parent;
        }
        place
    }

    /// With the token as its place, and the macro expansions and includes that lead there, innermost first.
    pub fn blame(&self, diagnostic: Diagnostic, token: &PpToken) -> Diagnostic {
        let (place, include) = self.place(token);
        let mut diagnostic = diagnostic.at(place);
        let spelled = self.spelling(token);
        if token.expansion != ExpansionId::NONE {
            diagnostic = diagnostic.via(spelled, format!("`{}` is written here", token.token.text));
        }
        let mut expansion = token.expansion;
        while let Some(step) = self.expansions.get(expansion.0 as usize).filter(|_| expansion != ExpansionId::NONE) {
            // The outermost invocation is the primary place.
            let at: Span = step.invocation;
            if at != place {
                diagnostic = diagnostic.via(at, format!("in the expansion of macro `{}`", step.name));
            } else {
                diagnostic = diagnostic.note(format!("in the expansion of macro `{}`", step.name));
            }
            expansion = step.parent;
        }
        let mut visit: Option<IncludeId> = Some(include);
        while let Some((from, directive)) =
            visit.and_then(|visit| self.includes.get(visit.0 as usize)).and_then(|include| include.from)
        {
            diagnostic = diagnostic.via(directive, "included from here");
            visit = Some(from);
        }
        diagnostic
    }
}
