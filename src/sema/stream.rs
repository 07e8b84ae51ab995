//! The tokens of a variant, and the trees of its chunks. Those that stand in runs of tokens, which other variants and units have too, are
//! known without a look at their tokens.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::chunks::{ChunkSyntax, StreamPart, cut_with};
use super::rules::Rules;
use super::session::Session;
use crate::atom::Atom;
use crate::lexer;
use crate::model::{PpToken, RunId, SourceText, TextRun, TokenSequence, TokenSpan};

/// The tokens of a variant with the places they come from. Those of a whole unit are the unit's own.
#[derive(Debug)]
pub struct TokenStream<'s> {
    pub tokens: Cow<'s, [PpToken]>,
    /// For each token, its index in the unit; `None`: its own.
    origin: Option<Vec<u32>>,
    /// The runs of the unit that are in it, or parts of them, in order.
    fragments: Vec<Fragment>,
}

/// Tokens `first..last` of a stream, which are those from `offset` on of a run.
#[derive(Clone, Copy, Debug)]
struct Fragment {
    id: RunId,
    offset: u32,
    first: u32,
    last: u32,
}

impl Fragment {
    /// Where a token of the stream stands in the run.
    fn offset_of(&self, at: u32) -> u32 {
        self.offset + at - self.first
    }
}

impl<'s> TokenStream<'s> {
    /// Of tokens without a unit.
    pub fn of_tokens(tokens: Vec<PpToken>) -> TokenStream<'s> {
        TokenStream { tokens: Cow::Owned(tokens), origin: None, fragments: Vec::new() }
    }

    pub fn of(source: &'s SourceText) -> TokenStream<'s> {
        let unit = &source.tokens.tokens;
        if let [TokenSpan::Keep { first: 0, last }] = *source.pieces
            && last as usize == unit.len()
        {
            let whole = |run: &TextRun| Fragment { id: run.id, offset: 0, first: run.first, last: run.last };
            let fragments = source.tokens.runs.iter().map(whole).collect();
            return TokenStream { tokens: unit.slice(0, last), origin: None, fragments };
        }
        let kept = |piece: &TokenSpan| match *piece {
            TokenSpan::Keep { first, last } => last.saturating_sub(first) as usize,
            TokenSpan::Text { .. } => 1,
        };
        let length = source.pieces.iter().map(kept).sum();
        let (mut tokens, mut origin) = (Vec::with_capacity(length), Vec::with_capacity(length));
        let mut fragments = Vec::new();
        let runs = &source.tokens.runs;
        for piece in source.pieces.iter() {
            match *piece {
                TokenSpan::Keep { first, last } => {
                    let last = last.min(unit.len() as u32);
                    if first >= last {
                        continue;
                    }
                    let begin = tokens.len() as u32;
                    let from = runs.partition_point(|run| run.last <= first);
                    fragments.extend(runs[from..].iter().take_while(|run| run.first < last).map(|run| {
                        let (own_first, own_last) = (run.first.max(first), run.last.min(last));
                        let [first, last] = [own_first, own_last].map(|at| begin + at - first);
                        Fragment { id: run.id, offset: own_first - run.first, first, last }
                    }));
                    unit.slices(first, last).for_each(|slice| tokens.extend_from_slice(slice));
                    origin.extend(first..last);
                }
                TokenSpan::Text { at, text } => {
                    let Some(place) = unit.get(at as usize) else { continue };
                    for token in lexer::lex_text(&text) {
                        let mut put = *place;
                        put.token.text = token.text;
                        put.token.kind = token.kind;
                        tokens.push(put);
                        origin.push(at);
                    }
                }
            }
        }
        TokenStream { tokens: Cow::Owned(tokens), origin: Some(origin), fragments }
    }

    /// The fragment that holds the tokens `first..last`.
    fn fragment(&self, first: u32, last: u32) -> Option<&Fragment> {
        let at = self.fragments.partition_point(|fragment| fragment.last <= first);
        self.fragments.get(at).filter(|fragment| fragment.first <= first && last <= fragment.last)
    }

    /// The indices in the unit of the tokens from `first` to `last`.
    pub fn origin(&self, first: u32, last: u32) -> Arc<[u32]> {
        match &self.origin {
            Some(origin) => origin[first as usize..last as usize].into(),
            None => (first..last).collect(),
        }
    }
}

/// Trees of chunks, each with the first token of its chunk.
type KnownSyntaxes<L> = Vec<(u32, Arc<ChunkSyntax<L>>)>;

/// Cuts a stream. Also answers with the trees of chunks that are known by their runs.
pub fn cut_stream<L: Rules>(session: &Session<L>, stream: &TokenStream<'_>) -> (Vec<StreamPart>, KnownSyntaxes<L>) {
    let mut known = Vec::new();
    let mut length = |first: u32| {
        let fragment = stream.fragment(first, first + 1)?;
        let (length, syntax) = session.run_chunk(fragment.id, fragment.offset_of(first))?;
        let last = first + length;
        (last <= fragment.last && !goes_on(&*stream.tokens, last)).then(|| {
            known.push((first, syntax));
            length
        })
    };
    let parts = cut_with(L::grammar(), &*stream.tokens, &mut length);
    (parts, known)
}

/// Whether a chunk that ends here in its run has another token: a `;` behind the `}` of an item belongs to it.
pub fn goes_on(tokens: &(impl TokenSequence + ?Sized), last: u32) -> bool {
    let text = |at: u32| tokens.token(at as usize).map_or("", |token| token.token.text.as_str());
    text(last) == ";" && text(last - 1) == "}"
}

/// The trees of the chunks of a stream.
pub fn chunk_syntaxes<L: Rules>(
    session: &Session<L>,
    stream: &TokenStream<'_>,
    parts: &[StreamPart],
    known: KnownSyntaxes<L>,
) -> Vec<Arc<ChunkSyntax<L>>> {
    let mut types: FxHashMap<Atom, ()> = FxHashMap::default();
    let mut known = known.into_iter().peekable();
    let mut all = Vec::with_capacity(parts.len());
    for part in parts {
        let StreamPart::Chunk { first, last, is_ended } = *part else { continue };
        let of_run = known.next_if(|(at, _)| *at == first).map(|(_, syntax)| syntax);
        let syntax = match of_run.filter(|syntax| syntax.fits(&types)) {
            Some(syntax) => {
                session.count_parsed();
                syntax
            }
            None => {
                let syntax = session.syntax(&stream.tokens[first as usize..last as usize], &types);
                if let Some(fragment) = stream.fragment(first, last).filter(|_| is_ended) {
                    let run = (fragment.id, fragment.offset_of(first));
                    keep_run_chunk(session, run, &*stream.tokens, (first, last), &syntax);
                }
                syntax
            }
        };
        types.extend(syntax.declares_types.iter().map(|name| (*name, ())));
        all.push(syntax);
    }
    all
}

/// Whether a chunk is an item wherever it stands. In a namespace, a `}` ends that.
pub fn begins_item<L: Rules>(syntax: &ChunkSyntax<L>) -> bool {
    !matches!(syntax.text(0), "namespace" | "}")
}

/// Notes a chunk that lies in a run: `run` says where it begins there. `tokens`: of the unit or the variant, in which the chunk is
/// `first..last`.
pub fn keep_run_chunk<L: Rules>(
    session: &Session<L>,
    (run, offset): (RunId, u32),
    tokens: &(impl TokenSequence + ?Sized),
    (first, last): (u32, u32),
    syntax: &Arc<ChunkSyntax<L>>,
) {
    if begins_item(syntax) && !goes_on(tokens, last) {
        session.keep_run_chunk(run, offset, last - first, syntax);
    }
}

/// The [`Rules::implicit_hints`] of a stream.
pub fn hints<L: Rules>(stream: &TokenStream<'_>, parts: &[StreamPart], syntaxes: &[Arc<ChunkSyntax<L>>]) -> u8 {
    let outside = |part: &StreamPart| match *part {
        StreamPart::Directive { first, last } | StreamPart::Enter { first, last } => {
            L::implicit_hints(&stream.tokens[first as usize..last as usize])
        }
        StreamPart::Chunk { .. } | StreamPart::Leave { .. } => 0,
    };
    let outside = parts.iter().fold(0, |hints, part| hints | outside(part));
    syntaxes.iter().fold(outside, |hints, syntax| hints | syntax.hints)
}
