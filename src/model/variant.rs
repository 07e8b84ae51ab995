//! Variants: single stages after substitution, and their texts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::cube_index::CubeIndex;
use super::{
    BranchId, BranchLayout, Cube, Digest, FinalCube, Permutation, Preprocessed, Stage, StageLinks, StagedProgram,
    Technique,
};
use crate::atom::Atom;
use crate::diag::{Position, SourceFile, Sources};

/// Index into [`VariantSet::variants`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct VariantId(pub u32);

/// One stage of some techniques; compiled once for each target.
#[derive(Clone, Debug, Serialize)]
pub struct Variant {
    pub stage: Stage,
    pub entry_point: String,
    pub profile: Option<String>,
    /// Of stage, entry point, profile, the substituted token stream (white space, comments and places do not count),
    /// and `links`.
    pub key: Digest,
    /// The locations of values between stages; `None`: they are numbered in the order of this variant's declarations.
    pub links: Option<Arc<StageLinks>>,
    /// Index into [`VariantSet::sources`].
    pub source: u32,
    /// A permutation that leads here: the smallest, for `--only`.
    pub example: Permutation,
}

/// A part of a variant's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenSpan {
    /// Tokens `first..last` as they are.
    Keep { first: u32, last: u32 },
    /// Other text in place of the token `at`.
    Text { at: u32, text: Atom },
}

impl TokenSpan {
    /// The tokens, each with the text that stands there instead.
    pub fn tokens(&self) -> impl Iterator<Item = (u32, Option<Atom>)> + use<> {
        let (tokens, text) = match *self {
            TokenSpan::Keep { first, last } => (first..last, None),
            TokenSpan::Text { at, text } => (at..at + 1, Some(text)),
        };
        tokens.map(move |token| (token, text))
    }
}

/// The pieces of a variant's text: the tokens that stay, and the text that replaces others. The text itself is made
/// only if it is compiled or shown.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// Of the specialised token stream.
    pub digest: Digest,
    pub tokens: Arc<Preprocessed>,
    pub branches: Arc<BranchLayout>,
    /// In the order of the text; tokens are indices into `tokens.tokens`.
    pub pieces: Arc<[TokenSpan]>,
}

impl SourceText {
    /// All tokens of a unit as they are.
    pub fn whole(tokens: Arc<Preprocessed>) -> SourceText {
        let last = tokens.tokens.len() as u32;
        SourceText {
            digest: Digest([0; 32]),
            tokens,
            branches: Arc::new(BranchLayout::default()),
            pieces: Arc::new([TokenSpan::Keep { first: 0, last }]),
        }
    }
}

impl SourceText {
    /// The tokens' spellings. Text in place of a token is one of them.
    pub fn texts(&self) -> impl Iterator<Item = Atom> + '_ {
        let token = |at: u32| self.tokens.tokens.get(at as usize).map(|token| token.token.text);
        self.pieces.iter().flat_map(TokenSpan::tokens).filter_map(move |(at, text)| text.or_else(|| token(at)))
    }

    /// The digest of the file, line and column of each token, where messages and debug information place it.
    pub fn digest_places(&self, sources: &Sources) -> Digest {
        let mut bytes = Vec::new();
        let mut here: Option<Arc<SourceFile>> = None;
        let mut last = (0, Position { line: 1, column: 1 });
        for (at, _) in self.pieces.iter().flat_map(TokenSpan::tokens) {
            let Some(token) = self.tokens.tokens.get(at as usize) else { continue };
            let (span, _) = self.tokens.place(token);
            let file = match here.take() {
                Some(file) if file.id == span.file => {
                    bytes.push(0);
                    file
                }
                _ => {
                    let file = sources.get(span.file);
                    bytes.push(1);
                    bytes.extend_from_slice(&(file.name.len() as u64).to_le_bytes());
                    bytes.extend_from_slice(file.name.as_bytes());
                    last = (0, Position { line: 1, column: 1 });
                    file
                }
            };
            let position = file.position_from(last, span.start);
            bytes.extend_from_slice(&position.line.to_le_bytes());
            bytes.extend_from_slice(&position.column.to_le_bytes());
            (last, here) = ((span.start, position), Some(file));
        }
        Digest::of(&bytes)
    }

    /// The member of a structure, as the token at which it is declared. Names may be qualified.
    pub fn find_member(&self, structure: &str, member: &str) -> Option<u32> {
        // An instance of a template has its arguments in its name.
        let wanted = structure.split('<').next()?.rsplit("::").next()?;
        let mut depth = 0_u32;
        let (mut previous, mut at_structure) = (Atom::default(), false);
        for at in self.pieces.iter().flat_map(TokenSpan::tokens).map(|(at, _)| at) {
            let text = self.tokens.tokens.get(at as usize)?.token.text;
            match text.as_str() {
                word if depth == 0 && word == wanted => {
                    at_structure |= ["struct", "class"].contains(&previous.as_str())
                }
                ";" if depth == 0 => at_structure = false,
                "{" => depth += u32::from(at_structure),
                "}" if depth == 1 => (depth, at_structure) = (0, false),
                "}" => depth = depth.saturating_sub(1),
                // A member's type stands before its name.
                word if depth == 1 && word == member && !["{", ";", ":"].contains(&previous.as_str()) => {
                    return Some(at);
                }
                _ => {}
            }
            previous = text;
        }
        None
    }

    /// The token behind a declaration's name that spells `word`, which is in capitals, with or without a number behind it,
    /// and its spelling: the semantic of a member, a parameter or a result.
    pub fn find_behind(&self, name: u32, word: &str) -> Option<(u32, &'static str)> {
        let mut depth = 0_i32;
        for at in self.pieces.iter().flat_map(TokenSpan::tokens).map(|(at, _)| at).skip_while(|at| *at <= name) {
            let text = self.tokens.tokens.get(at as usize)?.token.text.as_str();
            match text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                ";" | "{" | "}" => return None,
                "," if depth == 0 => return None,
                _ => {
                    let trimmed = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
                    if [text, trimmed].iter().any(|spelled| spelled.eq_ignore_ascii_case(word)) && depth == 0 {
                        return Some((at, text));
                    }
                }
            }
            if depth < 0 {
                return None;
            }
        }
        None
    }
}

/// A technique with the variant of each of its stages: what an archive holds one record of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedTechnique {
    /// The technique, and the final values that all permutations which lead here agree on.
    pub finals: FinalCube,
    pub stages: BTreeMap<Stage, VariantId>,
}

/// All variants of a shader, and the variants of each permutation.
#[derive(Clone, Debug, Default)]
pub struct VariantSet {
    pub sources: Vec<SourceText>,
    pub variants: Vec<Variant>,
    /// Pairwise different in technique or variants.
    pub techniques: Vec<StagedTechnique>,
    /// Disjoint; together they hold every permutation that is built. With each, an index into `techniques`.
    pub parts: Vec<(Cube, u32)>,
    /// The branches whose final values some text of the stage depends on, in declared order.
    pub live: BTreeMap<Stage, Vec<BranchId>>,
    index: CubeIndex,
}

impl VariantSet {
    /// Puts a set together, so that parts can be looked up.
    pub fn new(
        sources: Vec<SourceText>,
        variants: Vec<Variant>,
        techniques: Vec<StagedTechnique>,
        parts: Vec<(Cube, u32)>,
        live: BTreeMap<Stage, Vec<BranchId>>,
    ) -> VariantSet {
        let index = CubeIndex::of(parts.iter().map(|part| part.0));
        VariantSet { sources, variants, techniques, parts, live, index }
    }

    /// Leaves the division of the permutations, without the stages that led to it.
    pub fn remove_stages(&mut self) {
        self.sources.clear();
        self.variants.clear();
        for technique in &mut self.techniques {
            technique.stages.clear();
        }
    }

    /// Number of distinct (variants of the stages or program, pipeline state) among the techniques. Techniques that
    /// differ only in defines, metadata or final branch values use the same pipeline. `programs` is parallel to the
    /// techniques, or empty.
    pub fn packed<'t>(&'t self, techniques: &'t [Arc<Technique>], programs: &[StagedProgram]) -> usize {
        // Many staged techniques are made of one.
        let mut states: FxHashMap<(Vec<u8>, Option<&str>), usize> = FxHashMap::default();
        let state_of = |technique: &'t Arc<Technique>| {
            let mut state = Vec::new();
            uberc_runtime::state_bytes::write(&technique.render_state, &mut state);
            let next = states.len();
            *states.entry((state, technique.vertex_format.as_deref())).or_insert(next)
        };
        let states: Vec<usize> = techniques.iter().map(state_of).collect();
        let drawn_with = |(at, staged): (usize, &'t StagedTechnique)| {
            let program = programs.get(at).map(|program| program.packaged.artifact.bytes.digest());
            (states[staged.finals.technique.0 as usize], &staged.stages, program)
        };
        self.techniques.iter().enumerate().map(drawn_with).collect::<BTreeSet<_>>().len()
    }

    /// What a permutation leads to; `None` where nothing is built. Values must exist.
    pub fn technique_of(&self, permutation: Permutation) -> Option<&StagedTechnique> {
        self.techniques.get(self.number_of(permutation)?)
    }

    /// Its index in `techniques`.
    pub fn number_of(&self, permutation: Permutation) -> Option<usize> {
        let near = self.index.near(permutation).iter().map(|at| self.parts[*at as usize]);
        let (_, technique) = near.into_iter().find(|(cube, _)| cube.contains(permutation))?;
        Some(technique as usize)
    }
}

/// From lines of emitted text to the user's files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineMap {
    /// The columns (bytes, from 1) where tokens begin, line after line, with the index of the token in
    /// `Preprocessed::tokens`.
    begins: Vec<(u32, u32)>,
    /// For each line but the last, the number of tokens up to its end: a text has as many lines as tokens, too many for
    /// lists of their own.
    ends: Vec<u32>,
}

impl LineMap {
    /// Adds a token to the last line.
    pub fn push(&mut self, column: u32, token: u32) {
        self.begins.push((column, token));
    }

    /// Begins a line after the last.
    pub fn begin_line(&mut self) {
        self.ends.push(self.begins.len() as u32);
    }

    /// Columns and tokens of a line (from 1), columns ascending; nothing where there is no such line.
    pub fn line(&self, line: u32) -> &[(u32, u32)] {
        let index = line.saturating_sub(1) as usize;
        let first = if index == 0 { Some(0) } else { self.ends.get(index - 1).copied() };
        let last = self.ends.get(index).map_or(self.begins.len(), |end| *end as usize);
        first.and_then(|first| self.begins.get(first as usize..last)).unwrap_or_default()
    }

    /// The token at a line and column of the text (both from 1); without a column, the line's first. A line without
    /// tokens answers with the last token before it.
    pub fn token_at(&self, line: u32, column: Option<u32>) -> Option<u32> {
        let row = self.line(line);
        if row.is_empty() {
            let before = self.ends.get((line.max(1) - 1) as usize).map_or(self.begins.len(), |end| *end as usize);
            return self.begins[..before].last().map(|(_, token)| *token);
        }
        let at = column.map_or(0, |column| row.partition_point(|(start, _)| *start <= column).saturating_sub(1));
        row.get(at).map(|(_, token)| *token)
    }
}
