//! The macros at the end of the unit, for the sidecar's `cpp`.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::lexer::spell;
use crate::model::{MacroDefinition, Token, TokenFlags};

use super::definition::{BodyKind, BodyToken, span_of};
use super::expand::padding_of;
use super::names::Meaning;
use super::unit::Unit;

/// Upper bound of tokens of an entry. Beyond it, and if the expansion has an error, the entry has the replacement as
/// written.
const ENTRY_TOKENS: u64 = 10_000;

/// Upper bound of the tokens that are handled for all entries together. Entries behind it have the replacement as
/// written.
const TABLE_TOKENS: u64 = 2_000_000;

/// The expansions of macros that do not depend on the macros around them, by number; `None` for others.
type Composed = FxHashMap<u32, Option<Rc<[Token]>>>;

impl Unit<'_> {
    /// Expands every object-like macro. Errors are not reported: the unit itself does not contain these expansions.
    pub fn fill_macro_table(&mut self) {
        self.quiet = true;
        self.names.ignore_watch = true;
        let expansions = self.out.expansions.len();
        let halted = self.halted;
        let mut composed = Composed::default();
        let mut room = TABLE_TOKENS;
        for id in 0..self.names.entries.len() as u32 {
            let entry = self.names.entries[id as usize];
            let Meaning::Defined { file, definition, .. } = entry.meaning else { continue };
            if self.names.peek(entry.name) != Some(id) {
                continue;
            }
            let place = {
                let lexed = &self.files[file as usize];
                let defined = self.definition(file, definition);
                (!lexed.file.name.starts_with('<')).then(|| span_of(lexed.file.id, &defined.name))
            };
            let function_like = self.definition(file, definition).params.is_some();
            let written = self.definition(file, definition).replacement_text();
            let expanded = if function_like || room == 0 {
                None
            } else if let Some(tokens) = self.compose(id, &mut composed) {
                room = room.saturating_sub(tokens.len() as u64);
                Some(spell(tokens.iter()))
            } else {
                let expanded = self.expand_entry(id, file, definition);
                room = room.saturating_sub(self.work);
                expanded
            };
            let expanded = expanded.unwrap_or(written);
            self.out
                .macros
                .insert(entry.name, MacroDefinition { name: entry.name, defined: place, function_like, expanded });
            self.out.expansions.truncate(expansions);
        }
        self.halted = halted;
    }

    /// The expansion of a macro, made of those of the macros in its replacement; each is made once, so that a chain of
    /// macros takes time linear in its length. `None` where the expansion depends on what stands around it: `##`, names
    /// of function-like and built-in macros, empty expansions, macros that name themselves.
    fn compose(&self, id: u32, known: &mut Composed) -> Option<Rc<[Token]>> {
        // The macros that are being expanded, and how many tokens of their replacements are known.
        let mut open: Vec<(u32, usize)> = Vec::new();
        // Until it is known, a macro that names it names itself.
        known.entry(id).or_insert_with(|| {
            open.push((id, 0));
            None
        });
        while let Some((id, at)) = open.pop() {
            let body = self.plain_body(id).unwrap_or_default();
            let inner = |element: &BodyToken| self.names.peek(element.token.text);
            let open_at = (at..body.len()).find_map(|at| {
                let inner = inner(&body[at])?;
                (!matches!(known.get(&inner), Some(Some(_)))).then_some((at, inner))
            });
            match open_at {
                None => {
                    let made = self.join(id, known);
                    known.insert(id, made);
                }
                // It depends on what stands around it, and so does what names it.
                Some((_, inner)) if known.contains_key(&inner) => {}
                Some((at, inner)) => {
                    known.insert(inner, None);
                    open.push((id, at));
                    open.push((inner, 0));
                }
            }
        }
        known.get(&id).cloned().flatten()
    }

    /// The replacement of an object-like macro without operators.
    fn plain_body(&self, id: u32) -> Option<&[BodyToken]> {
        let Meaning::Defined { file, definition, .. } = self.names.entries[id as usize].meaning else { return None };
        let definition = self.definition(file, definition);
        let plain = definition.params.is_none()
            && definition.body.iter().all(|element| element.kind == BodyKind::Token && !element.paste);
        plain.then_some(&definition.body)
    }

    /// The replacement of a macro with those of the macros in it, which are known.
    fn join(&self, id: u32, known: &Composed) -> Option<Rc<[Token]>> {
        let body = self.plain_body(id).filter(|body| !body.is_empty())?;
        let mut out: Vec<Token> = Vec::with_capacity(body.len());
        for BodyToken { token, .. } in body {
            match self.names.peek(token.text).and_then(|inner| known.get(&inner)) {
                Some(inner) => {
                    let (first, rest) = inner.as_ref()?.split_first()?;
                    // The first token of an expansion takes the space before the macro's name.
                    let white = token.flags.has(TokenFlags::SPACE_BEFORE) || token.flags.has(TokenFlags::LINE_START);
                    let flags = first.flags.without(TokenFlags::LINE_START);
                    let space = TokenFlags::SPACE_BEFORE;
                    out.push(Token { flags: if white { flags.with(space) } else { flags.without(space) }, ..*first });
                    out.extend_from_slice(rest);
                }
                None => out.push(*token),
            }
            if out.len() as u64 > ENTRY_TOKENS {
                return None;
            }
        }
        Some(out.into())
    }

    fn expand_entry(&mut self, id: u32, file: u32, definition: u32) -> Option<String> {
        let body = &self.definition(file, definition).body;
        if body.iter().all(|element| !self.names.may_matter(element.token.text) && !element.paste) {
            return None;
        }
        (self.work, self.work_limit, self.halted, self.suppressed) = (0, ENTRY_TOKENS, false, 0);
        let name = crate::model::PpToken {
            token: self.definition(file, definition).name,
            include: crate::model::IncludeId(0),
            expansion: crate::model::ExpansionId::NONE,
        };
        let opened = self.open(&[]);
        self.enter_macro(id, name);
        let mut out: Vec<Token> = Vec::new();
        let mut padding = super::expand::Padding::None;
        while let Some(token) = self.next_expanded() {
            if let Some(next) = padding_of(&token) {
                padding.add(next);
                continue;
            }
            let mut token = token.token;
            let space = crate::model::TokenFlags::SPACE_BEFORE;
            token.flags = match std::mem::replace(&mut padding, super::expand::Padding::None) {
                super::expand::Padding::None => token.flags,
                super::expand::Padding::Space => token.flags.with(space),
                super::expand::Padding::NoSpace => token.flags.without(space),
            };
            out.push(token);
        }
        self.close(opened);
        (!self.halted && self.suppressed == 0).then(|| spell(&out))
    }
}
