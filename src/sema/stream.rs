//! The tokens of a variant, and the trees of its chunks. Those that stand in runs of tokens, which other variants and units have too, are
//! known without a look at their tokens.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::chunks::{ChunkSyntax, StreamPart, cut_with};
use super::rules::Rules;
use super::session::Session;
use crate::atom::Atom;
use crate::lexer;
use crate::model::{PpToken, RunId, SourceText, TokenSequence, TokenSpan};

/// The tokens of a variant with the places they come from. Mostly nothing looks at the tokens: they are not copied from the unit.
#[derive(Debug)]
pub struct TokenStream<'s> {
    /// In order, without gaps.
    pieces: Vec<Piece<'s>>,
    /// The tokens that are not the unit's.
    own: Vec<PpToken>,
    /// The piece that was asked for last: most are asked for in a row.
    last: Cell<usize>,
    /// All tokens, once somebody has asked for them in one slice.
    in_one: OnceCell<Vec<PpToken>>,
    /// The runs of the unit that are in it, or parts of them, in order.
    fragments: Vec<Fragment>,
}

/// Tokens `first..last` of a stream.
#[derive(Clone, Copy, Debug)]
struct Piece<'s> {
    first: u32,
    last: u32,
    /// The index in the unit of the first; of all of them, where they are in the place of one token.
    origin: u32,
    tokens: PieceTokens<'s>,
}

#[derive(Clone, Copy, Debug)]
enum PieceTokens<'s> {
    Unit(&'s [PpToken]),
    /// The first of the stream's own.
    Own(u32),
    /// The same, in the place of one token of the unit.
    Put(u32),
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
        let piece = Piece { first: 0, last: tokens.len() as u32, origin: 0, tokens: PieceTokens::Own(0) };
        TokenStream { own: tokens, ..TokenStream::of_pieces(vec![piece]) }
    }

    fn of_pieces(pieces: Vec<Piece<'s>>) -> TokenStream<'s> {
        TokenStream { pieces, own: Vec::new(), last: Cell::new(0), in_one: OnceCell::new(), fragments: Vec::new() }
    }

    pub fn of(source: &'s SourceText) -> TokenStream<'s> {
        let mut stream = TokenStream::of_pieces(Vec::with_capacity(source.pieces.len()));
        for piece in source.pieces.iter() {
            match *piece {
                TokenSpan::Keep { first, last } => stream.keep(source, first, last),
                TokenSpan::Text { at, text } => {
                    let Some(place) = source.tokens.tokens.get(at as usize) else { continue };
                    let (first, begin) = (stream.len(), stream.own.len());
                    stream.own.extend(lexer::lex_text(&text).into_iter().map(|token| {
                        let mut put = *place;
                        put.token.text = token.text;
                        put.token.kind = token.kind;
                        put
                    }));
                    let last = first + (stream.own.len() - begin) as u32;
                    let tokens = PieceTokens::Put(begin as u32);
                    stream.pieces.push(Piece { first, last, origin: at, tokens });
                }
            }
        }
        stream
    }

    /// Adds the tokens `first..last` of the unit, as many as there are.
    fn keep(&mut self, source: &'s SourceText, first: u32, last: u32) {
        let (unit, runs) = (&source.tokens.tokens, &source.tokens.runs);
        let last = last.min(unit.len() as u32);
        if first >= last {
            return;
        }
        let begin = self.len();
        let from = runs.partition_point(|run| run.last <= first);
        self.fragments.extend(runs[from..].iter().take_while(|run| run.first < last).map(|run| {
            let (own_first, own_last) = (run.first.max(first), run.last.min(last));
            let [first, last] = [own_first, own_last].map(|at| begin + at - first);
            Fragment { id: run.id, offset: own_first - run.first, first, last }
        }));
        for slice in unit.slices(first, last) {
            let at = self.len();
            let (end, origin) = (at + slice.len() as u32, first + at - begin);
            self.pieces.push(Piece { first: at, last: end, origin, tokens: PieceTokens::Unit(slice) });
        }
    }

    fn len(&self) -> u32 {
        self.pieces.last().map_or(0, |piece| piece.last)
    }

    /// The tokens of a piece.
    fn tokens_of(&self, piece: &Piece<'s>) -> &[PpToken] {
        match piece.tokens {
            PieceTokens::Unit(tokens) => tokens,
            PieceTokens::Own(begin) | PieceTokens::Put(begin) => {
                &self.own[begin as usize..(begin + piece.last - piece.first) as usize]
            }
        }
    }

    /// The number of the piece with a token.
    #[inline]
    fn piece_of(&self, at: u32) -> Option<usize> {
        let last = self.last.get();
        let has = |number: &usize| self.pieces.get(*number).is_some_and(|piece| piece.first <= at && at < piece.last);
        let find = || self.pieces.partition_point(|piece| piece.last <= at);
        let number = [last, last + 1].into_iter().find(has).unwrap_or_else(find);
        self.last.set(number);
        (number < self.pieces.len()).then_some(number)
    }

    /// The tokens `first..last`, as many as there are; copied if they are not in one piece.
    pub fn slice(&self, first: u32, last: u32) -> Cow<'_, [PpToken]> {
        let last = last.min(self.len());
        let Some(number) = self.piece_of(first).filter(|_| first < last) else { return Cow::default() };
        let piece = &self.pieces[number];
        if last <= piece.last {
            return self.tokens_of(piece)[(first - piece.first) as usize..(last - piece.first) as usize].into();
        }
        let pieces = self.pieces[number..].iter().take_while(|piece| piece.first < last);
        let mut all = Vec::with_capacity((last - first) as usize);
        for piece in pieces {
            let [from, to] = [first.max(piece.first), last.min(piece.last)].map(|at| (at - piece.first) as usize);
            all.extend_from_slice(&self.tokens_of(piece)[from..to]);
        }
        all.into()
    }

    /// All tokens.
    pub fn in_one(&self) -> &[PpToken] {
        match &self.pieces[..] {
            [only] => self.tokens_of(only),
            _ => self.in_one.get_or_init(|| self.slice(0, self.len()).into_owned()),
        }
    }

    /// The fragment that holds the tokens `first..last`.
    fn fragment(&self, first: u32, last: u32) -> Option<&Fragment> {
        let at = self.fragments.partition_point(|fragment| fragment.last <= first);
        self.fragments.get(at).filter(|fragment| fragment.first <= first && last <= fragment.last)
    }

    /// The indices in the unit of the tokens from `first` to `last`.
    pub fn origin(&self, first: u32, last: u32) -> Arc<[u32]> {
        let Some(number) = self.piece_of(first) else { return Arc::default() };
        let origin = |piece: &Piece<'_>, at: u32| match piece.tokens {
            PieceTokens::Unit(_) | PieceTokens::Own(_) => piece.origin + at - piece.first,
            PieceTokens::Put(_) => piece.origin,
        };
        let piece = &self.pieces[number];
        if last <= piece.last && !matches!(piece.tokens, PieceTokens::Put(_)) {
            return (origin(piece, first)..origin(piece, last)).collect();
        }
        let mut all = Vec::with_capacity((last - first) as usize);
        for piece in self.pieces[number..].iter().take_while(|piece| piece.first < last) {
            all.extend((first.max(piece.first)..last.min(piece.last)).map(|at| origin(piece, at)));
        }
        all.into()
    }
}

impl TokenSequence for TokenStream<'_> {
    fn count(&self) -> usize {
        self.len() as usize
    }

    #[inline]
    fn token(&self, at: usize) -> Option<&PpToken> {
        let at = u32::try_from(at).ok()?;
        let piece = &self.pieces[self.piece_of(at)?];
        self.tokens_of(piece).get((at - piece.first) as usize)
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
        (last <= fragment.last && !goes_on(stream, last)).then(|| {
            known.push((first, syntax));
            length
        })
    };
    let parts = cut_with(L::grammar(), stream, &mut length);
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
                let syntax = session.syntax(&stream.slice(first, last), &types);
                if let Some(fragment) = stream.fragment(first, last).filter(|_| is_ended) {
                    let run = (fragment.id, fragment.offset_of(first));
                    keep_run_chunk(session, run, stream, (first, last), &syntax);
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
            L::implicit_hints(&stream.slice(first, last))
        }
        StreamPart::Chunk { .. } | StreamPart::Leave { .. } => 0,
    };
    let outside = parts.iter().fold(0, |hints, part| hints | outside(part));
    syntaxes.iter().fold(outside, |hints, syntax| hints | syntax.hints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Preprocessed, UnitTokens};

    /// A stream has the tokens of its pieces one behind the other, whatever it is asked for.
    #[test]
    fn a_stream_is_its_pieces_in_a_row() {
        let mut state = 1_u32;
        let mut below = |bound: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % bound.max(1)
        };
        for _ in 0..200 {
            let count = below(60);
            let unit: Vec<PpToken> = (0..count).map(PpToken::of_number).collect();
            let tokens = UnitTokens::from(unit.clone());
            let (mut pieces, mut expected, mut origins) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..below(9) {
                let first = below(count + 1);
                if below(3) == 0 {
                    let words = ["", "7", "- 1"][below(3) as usize];
                    pieces.push(TokenSpan::Text { at: first, text: Atom::from(words) });
                    let place = unit.get(first as usize);
                    let put = words.split(' ').filter(|word| !word.is_empty() && place.is_some());
                    expected.extend(put.clone().map(|word| (Atom::from(word), first)));
                    origins.extend(put.map(|_| first));
                } else {
                    let last = first + below(70 - first.min(69));
                    pieces.push(TokenSpan::Keep { first, last });
                    let kept = first..last.min(count).max(first);
                    expected.extend(kept.clone().map(|at| (unit[at as usize].token.text, at)));
                    origins.extend(kept);
                }
            }
            let whole = SourceText::whole(Arc::new(Preprocessed { tokens, ..Preprocessed::default() }));
            let source = SourceText { pieces: pieces.into(), ..whole };
            let stream = TokenStream::of(&source);
            let seen = |token: &PpToken| (token.token.text, token.token.offset);
            assert_eq!(stream.count(), expected.len());
            for _ in 0..40 {
                let at = below(expected.len() as u32 + 3) as usize;
                assert_eq!(stream.token(at).map(seen), expected.get(at).copied());
                let first = below(expected.len() as u32 + 1) as usize;
                let last = first + below((expected.len() - first) as u32 + 1) as usize;
                let slice: Vec<_> = stream.slice(first as u32, last as u32).iter().map(seen).collect();
                assert_eq!(slice, expected[first..last]);
                assert_eq!(*stream.origin(first as u32, last as u32), origins[first..last]);
            }
            assert_eq!(stream.in_one().iter().map(seen).collect::<Vec<_>>(), expected);
        }
    }
}
