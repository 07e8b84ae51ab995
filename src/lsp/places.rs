//! What stands at a cursor: the same characters can be tokens of many units, shaders and techniques.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::declarations::Declarations;
use super::positions::offset_of;
use super::question::Cursor;
use super::state::ProjectState;
use crate::diag::{FileId, Sources, Span, TextOrigin};
use crate::model::{Expansion, IncludeDirective, Preprocessed, SourceText, Stage, TokenKind, TokenSpan, VariantId};
use crate::pipeline::ShaderFront;

/// Upper bound of texts in which a token is looked for: a header can be in those of every shader.
const MOST_TEXTS: usize = 256;

/// A name in one preprocessed text of a shader.
pub struct Site<'s> {
    pub shader: &'s ShaderFront,
    pub text: &'s Arc<Preprocessed>,
    /// Index into the text's tokens.
    pub token: u32,
}

/// A cursor as a byte of a file that the state has read.
pub struct Place {
    pub file: FileId,
    pub offset: u32,
}

impl Cursor<'_> {
    /// The byte under the cursor; `None` where no unit reads the file.
    pub fn place(&self) -> Option<Place> {
        let file = self.state.file(self.path)?;
        let offset = offset_of(&file.text, self.position) as u32;
        Some(Place { file: file.id, offset })
    }

    /// The word under the cursor, and its byte range in the text: letters, digits and underscores.
    pub fn word(&self) -> Option<(&str, std::ops::Range<usize>)> {
        let at = offset_of(self.text, self.position);
        let is_word = |letter: char| letter == '_' || letter.is_ascii_alphanumeric();
        let start = self.text[..at]
            .rfind(|letter| !is_word(letter))
            .map_or(0, |before| before + self.text[before..].chars().next().map_or(1, char::len_utf8));
        let end = self.text[at..].find(|letter| !is_word(letter)).map_or(self.text.len(), |length| at + length);
        (start < end).then(|| (&self.text[start..end], start..end))
    }

    /// Every text of a shader that has the file.
    fn texts(&self, file: FileId) -> impl Iterator<Item = (&ShaderFront, &Arc<Preprocessed>)> {
        let sources = &self.state.context.sources;
        let all = self.state.shaders();
        let texts = all.flat_map(|(_, shader)| shader.tokens.units.iter().map(move |text| (shader, text)));
        let has = move |text: &Preprocessed| text.files.iter().any(|id| *id == file || is_made(sources, *id));
        texts.filter(move |(_, text)| has(text)).take(MOST_TEXTS)
    }

    /// The names under the cursor: one for each text, those of the chosen permutation first.
    pub fn sites(&self) -> Vec<Site<'_>> {
        let Some(place) = self.place() else { return Vec::new() };
        let sources = &self.state.context.sources;
        let Some((word, _)) = self.word() else { return Vec::new() };
        let mut sites: Vec<Site<'_>> = Vec::new();
        for (shader, text) in self.texts(place.file) {
            let is_here = |at: &usize| {
                let token = &text.tokens[*at];
                token.token.kind == TokenKind::Ident
                    && is_name(&token.token.text, word)
                    && covers(sources, text.spelling(token), &place)
            };
            let token = (0..text.tokens.len()).find(is_here);
            sites.extend(token.map(|token| Site { shader, text, token: token as u32 }));
        }
        let chosen = self.state.selection.as_ref();
        sites.sort_by_key(|site| chosen.is_none_or(|chosen| chosen.shader != site.shader.declaration.name));
        sites
    }

    /// The macro invocation under the cursor.
    pub fn expansion(&self) -> Option<(&Preprocessed, Expansion)> {
        let place = self.place()?;
        let sources = &self.state.context.sources;
        self.texts(place.file).find_map(|(_, text)| {
            let found = text.expansions.iter().find(|step| covers(sources, step.invocation, &place))?;
            Some((&**text, *found))
        })
    }

    /// The file that the `#include` under the cursor names.
    pub fn included_file(&self) -> Option<FileId> {
        let place = self.place()?;
        let sources = &self.state.context.sources;
        let followed = self.texts(place.file).find_map(|(_, text)| {
            let covered = |include: &&IncludeDirective| covers(sources, include.directive, &place);
            text.include_directives.iter().find(covered)?.file
        });
        followed.or_else(|| self.named_file())
    }

    /// The same from the line alone: a generator reads the files of its language itself.
    fn named_file(&self) -> Option<FileId> {
        let at = offset_of(self.text, self.position);
        let start = self.text[..at].rfind('\n').map_or(0, |before| before + 1);
        let line = self.text[start..].lines().next()?.trim_start();
        let rest = line.strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let name = rest.get(1..)?.split(['"', '>']).next().filter(|_| rest.starts_with(['"', '<']))?;
        let context = &self.state.context;
        let own = self.path.parent().map(|folder| context.sources.relative(folder));
        let mut folders = own.into_iter().chain(context.project.include.iter().cloned());
        folders.find_map(|folder| Some(self.state.file(&folder.join(name))?.id))
    }
}

/// Whether a token can be what a word in the user's file became. A generator may put words in front of a name, with `_` between them.
fn is_name(token: &str, word: &str) -> bool {
    token == word || token.strip_suffix(word).is_some_and(|before| before.ends_with('_'))
}

/// Whether a file was made from others.
fn is_made(sources: &Sources, file: FileId) -> bool {
    !matches!(sources.get(file).origin, TextOrigin::Own)
}

/// Whether the place is in the span, or right behind it.
fn covers(sources: &Sources, span: Span, place: &Place) -> bool {
    let is_in = |span: Span| span.file == place.file && span.start <= place.offset && place.offset <= span.end;
    is_in(span) || span.file != place.file && is_made(sources, span.file) && is_in(sources.outermost(span))
}

impl Site<'_> {
    /// The spelling.
    pub fn name(&self) -> &'static str {
        self.text.tokens[self.token as usize].token.text.as_str()
    }

    /// Whether it stands behind a dot, so that it is a member of what stands before it.
    pub fn is_member(&self) -> bool {
        let before = self.token.checked_sub(1).map(|before| self.text.tokens[before as usize].token.text);
        before.is_some_and(|before| matches!(before.as_str(), "." | "->"))
    }

    /// Whether it is a branch of its shader: no local or parameter hides the branch here.
    pub fn is_branch(&self, state: &ProjectState) -> bool {
        if self.is_member() || self.shader.declaration.branches.find(self.name()).is_none() {
            return false;
        }
        let declarations = Declarations::of(state.context.grammar(self.shader.language), self.text);
        let found = declarations.meant_by(self.token);
        found.iter().all(|token| declarations.is_global(*token))
    }

    /// The variants that keep the token, also those in which a value stands in its place.
    pub fn keepers(&self) -> BTreeSet<VariantId> {
        let set = &self.shader.variants;
        let has = |piece: &TokenSpan| match *piece {
            TokenSpan::Keep { first, last } => (first..last).contains(&self.token),
            TokenSpan::Text { at, .. } => at == self.token,
        };
        let keeps = |source: &SourceText| Arc::ptr_eq(&source.tokens, self.text) && source.pieces.iter().any(has);
        let kept: Vec<bool> = set.sources.iter().map(keeps).collect();
        let variants = set.variants.iter().zip(0u32..).filter(|(variant, _)| kept[variant.source as usize]);
        variants.map(|(_, id)| VariantId(id)).collect()
    }
}

/// For each stage of a shader, how many of its variants are among these, and how many there are.
pub fn count_by_stage(shader: &ShaderFront, variants: &BTreeSet<VariantId>) -> Vec<(Stage, usize, usize)> {
    let mut counts: BTreeMap<Stage, (usize, usize)> = BTreeMap::new();
    for (variant, id) in shader.variants.variants.iter().zip(0u32..) {
        let (has, all) = counts.entry(variant.stage).or_default();
        *has += usize::from(variants.contains(&VariantId(id)));
        *all += 1;
    }
    counts.into_iter().map(|(stage, (has, all))| (stage, has, all)).collect()
}
