//! Variants: single stages after substitution, and the text they are compiled from.

use std::sync::Arc;

use serde::Serialize;

use super::{BranchLayout, Digest, Permutation, Preprocessed, Stage};
use crate::diag::Span;

/// Index into [`VariantSet::variants`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct VariantId(pub u32);

/// One stage of some techniques: compiled once a target.
#[derive(Clone, Debug, Serialize)]
pub struct Variant {
    pub stage: Stage,
    pub entry_point: String,
    pub profile: Option<String>,
    /// Of stage, entry point, profile and the substituted token stream (white space, comments and places do not count).
    pub key: Digest,
    /// Index into [`VariantSet::sources`].
    pub source: u32,
    /// A permutation that leads here: the smallest, for `--only`.
    pub example: Permutation,
}

/// A part of a variant's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Tokens `first..last` as they are.
    Keep { first: u32, last: u32 },
    /// Other text where the token `at` stands.
    Text { at: u32, text: ustr::Ustr },
}

impl Piece {
    /// The tokens, each with the text that stands there instead.
    pub fn tokens(&self) -> impl Iterator<Item = (u32, Option<ustr::Ustr>)> + use<> {
        let (tokens, text) = match *self {
            Piece::Keep { first, last } => (first..last, None),
            Piece::Text { at, text } => (at..at + 1, Some(text)),
        };
        tokens.map(move |token| (token, text))
    }
}

/// Where a variant's text comes from: the tokens that stay, and what is put in. Text is made only when something must be
/// compiled or shown.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// Of the specialised token stream.
    pub digest: Digest,
    pub tokens: Arc<Preprocessed>,
    pub branches: Arc<BranchLayout>,
    /// In the order of the text; tokens are indices into `tokens.tokens`.
    pub pieces: Arc<[Piece]>,
}

impl SourceText {
    /// All tokens of a unit as they are.
    pub fn whole(tokens: Arc<Preprocessed>) -> SourceText {
        let last = tokens.tokens.len() as u32;
        SourceText {
            digest: Digest([0; 32]),
            tokens,
            branches: Arc::new(BranchLayout::default()),
            pieces: Arc::new([Piece::Keep { first: 0, last }]),
        }
    }
}

/// All variants of a shader.
#[derive(Clone, Debug, Default)]
pub struct VariantSet {
    pub sources: Vec<SourceText>,
    pub variants: Vec<Variant>,
    /// Parallel to `Exploration::finals`: the variant of each stage.
    pub techniques: Vec<std::collections::BTreeMap<Stage, VariantId>>,
}

/// From lines of emitted text to the user's files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineMap {
    /// For each line of the text (index 0 is line 1): the columns (bytes, from 1) where tokens begin, ascending, with the
    /// index of the token in `Preprocessed::tokens`.
    pub lines: Vec<Vec<(u32, u32)>>,
}

impl LineMap {
    /// The token at a line and column of the text (both from 1); without a column, the line's first. A line without
    /// tokens answers with the last token before it.
    pub fn token_at(&self, line: u32, column: Option<u32>) -> Option<u32> {
        let index = (line.max(1) as usize - 1).min(self.lines.len().checked_sub(1)?);
        let row = &self.lines[index];
        if row.is_empty() {
            return self.lines[..index].iter().rev().find_map(|row| row.last()).map(|(_, token)| *token);
        }
        let at = column.map_or(0, |column| row.partition_point(|(start, _)| *start <= column).saturating_sub(1));
        row.get(at).map(|(_, token)| *token)
    }

    /// The place of a line and column of the text in the user's files.
    pub fn span_at(&self, tokens: &Preprocessed, line: u32, column: Option<u32>) -> Option<Span> {
        let token = tokens.tokens.get(self.token_at(line, column)? as usize)?;
        Some(tokens.place(token).0)
    }
}
