//! The numbers of the tokens that ranges of text became. Units of a shader differ in their defines, and most ranges consult no macro
//! that differs: what follows from such tokens alone is then found once, for all units that have the same number.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::atom::Atom;
use crate::model::{ExpansionId, IncludeId, PpToken, Preprocessed, RunId, TextRun, Token, TokenFlags, TokenKind};

use super::expand::Padding;
use super::lines::{LexedFile, Line, LineKind};
use super::unit::Unit;

/// Shorter ranges have no number: looking for what is known of them would take as long as finding it again.
const LEAST_TOKENS: usize = 16;

/// Upper bound of the results of a range that are kept, of its tokens, and of the tokens of all results of a file.
const MOST_RESULTS: usize = 32;
const MOST_TOKENS: usize = 20_000;
const MOST_TOKENS_OF_FILE: usize = 200_000;

/// The next number that no tokens have. Files that are read again get others.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// What all uses of a token but its places depend on.
type Spelled = (Atom, TokenKind, TokenFlags);

fn spelled(token: &Token) -> Spelled {
    (token.text, token.kind, token.flags)
}

/// What the ranges of text of a file became.
#[derive(Debug)]
pub struct RunNumbers {
    /// The number of the first line's own tokens; those of the others follow.
    first: u64,
    lines: Box<[LineWords]>,
    expanded: Mutex<Results>,
}

/// The words of a range that has been read before, which tell whether a macro is among them.
#[derive(Debug, Default)]
struct LineWords {
    was_read: AtomicBool,
    /// Each once, in the order of the text. `None`: it has a token that is reported.
    words: OnceLock<Option<Box<[Atom]>>>,
}

/// What a range became.
type Outcome = (Box<[Spelled]>, RunId);

/// By the index of the range's line, the tokens of each result that has expansions.
#[derive(Debug, Default)]
struct Results {
    by_line: FxHashMap<u32, Vec<Outcome>>,
    tokens: usize,
}

impl RunNumbers {
    /// `lines`: the number of the file's lines.
    pub fn new(lines: usize) -> RunNumbers {
        RunNumbers {
            first: NEXT.fetch_add(lines as u64, Ordering::Relaxed),
            lines: (0..lines).map(|_| LineWords::default()).collect(),
            expanded: Mutex::default(),
        }
    }

    /// The words of a line of text with these tokens, from the second time on.
    fn words(&self, line: u32, tokens: &[Token]) -> Option<&[Atom]> {
        let LineWords { was_read, words } = self.lines.get(line as usize)?;
        if !was_read.swap(true, Ordering::Relaxed) {
            return None;
        }
        let find = || {
            if tokens.iter().any(|token| token.kind == TokenKind::Other) {
                return None;
            }
            let mut seen: FxHashSet<Atom> = FxHashSet::default();
            let words = tokens.iter().filter(|token| token.kind == TokenKind::Ident).map(|token| token.text);
            Some(words.filter(|word| seen.insert(*word)).collect())
        };
        words.get_or_init(find).as_deref()
    }

    fn of_line(&self, line: u32) -> RunId {
        RunId(self.first + u64::from(line))
    }

    /// The number of what a line became, with macros in it; `None` where too many results are known.
    fn of_result(&self, line: u32, tokens: &[PpToken]) -> Option<RunId> {
        let mut expanded = self.expanded.lock().unwrap_or_else(PoisonError::into_inner);
        let Results { by_line, tokens: kept } = &mut *expanded;
        let known = by_line.entry(line).or_default();
        let is_it = |(result, _): &&Outcome| {
            result.len() == tokens.len()
                && result.iter().zip(tokens).all(|(known, token)| *known == spelled(&token.token))
        };
        if let Some((_, id)) = known.iter().find(is_it) {
            return Some(*id);
        }
        if known.len() >= MOST_RESULTS || tokens.len() > MOST_TOKENS || *kept + tokens.len() > MOST_TOKENS_OF_FILE {
            return None;
        }
        *kept += tokens.len();
        let id = RunId(NEXT.fetch_add(1, Ordering::Relaxed));
        known.push((tokens.iter().map(|token| spelled(&token.token)).collect(), id));
        Some(id)
    }
}

impl Unit<'_> {
    /// Copies a line of text as a whole, if it has been read before and none of its words is a macro here. Records the questions that
    /// reading it token by token would record.
    pub fn take_text(&mut self, (file, at): (u32, u32), line: &Line) -> bool {
        let Unit { files, names, tokens: out, request, .. } = self;
        let lexed = &files[file as usize];
        let tokens = lexed.tokens_of(line);
        let is_clean = !self.disturbed && !self.line_start && self.padding == Padding::None && self.contexts.is_empty();
        if !is_clean || tokens.len() < LEAST_TOKENS || out.len() + tokens.len() > request.limits.tokens as usize {
            return false;
        }
        let Some(words) = lexed.runs.words(at, tokens) else { return false };
        if words.iter().any(|word| names.look_up(*word).is_some()) {
            return false;
        }
        let include = self.frames.last().map_or(IncludeId(0), |frame| frame.include);
        if let Some(before) = request.before
            && let Some(run) = verbatim_run(before, &mut self.next_before, lexed.runs.of_line(at), include)
        {
            out.share(&before.tokens, run.first, run.last);
            return true;
        }
        let copied = tokens.iter().map(|&token| PpToken { token, include, expansion: ExpansionId::NONE });
        out.extend(copied);
        true
    }

    /// Notes that a line of text became the tokens from `first` on. `is_copied`: they are the line's own, without a change.
    pub fn note_run(&mut self, (file, at): (u32, u32), line: &Line, first: usize, is_copied: bool) {
        debug_assert!(line.kind == LineKind::Text);
        let last = self.tokens.len();
        if last - first < LEAST_TOKENS {
            return;
        }
        let lexed = &self.files[file as usize];
        let (id, is_verbatim) = match self.tokens.own_tail(last - first).filter(|_| !is_copied) {
            None => (is_copied.then(|| lexed.runs.of_line(at)), is_copied),
            Some(tokens) => run_of(lexed, at, line, tokens),
        };
        self.out.runs.extend(id.map(|id| TextRun { id, first: first as u32, last: last as u32, is_verbatim }));
    }
}

/// The number of what a line became, and whether it is what it was.
fn run_of(lexed: &LexedFile, at: u32, line: &Line, tokens: &[PpToken]) -> (Option<RunId>, bool) {
    let own = lexed.tokens_of(line);
    let is_own =
        own.len() == tokens.len() && own.iter().zip(tokens).all(|(own, token)| spelled(own) == spelled(&token.token));
    if is_own {
        let is_verbatim = tokens.iter().all(|token| token.expansion == ExpansionId::NONE);
        return (Some(lexed.runs.of_line(at)), is_verbatim);
    }
    // A `#pragma` among the arguments of a macro.
    let has_directive = tokens.iter().any(|token| token.token.flags.has(TokenFlags::DIRECTIVE));
    (if has_directive { None } else { lexed.runs.of_result(at, tokens) }, false)
}

/// Runs of the unit before among which a run is looked for, from the expected one on.
const MOST_LOOKED_AT: usize = 32;

/// The tokens of a run that an earlier unit has with the same places. `next`: the run that is expected there.
fn verbatim_run(before: &Preprocessed, next: &mut usize, id: RunId, include: IncludeId) -> Option<TextRun> {
    let is_it = |run: &TextRun| {
        let has_places = || before.tokens.get(run.first as usize).is_some_and(|token| token.include == include);
        run.id == id && run.is_verbatim && has_places()
    };
    let at = *next + before.runs.get(*next..)?.iter().take(MOST_LOOKED_AT).position(is_it)?;
    *next = at + 1;
    Some(before.runs[at])
}
