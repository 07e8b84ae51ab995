//! The macros at the end of the unit, for the sidecar's `cpp`.

use crate::lexer::spell;
use crate::model::{MacroDefinition, Token};

use super::definition::span_of;
use super::expand::padding_of;
use super::names::Meaning;
use super::unit::Unit;

/// Upper bound of tokens of an entry. Beyond it, and if the expansion has an error, the entry has the replacement as written.
const ENTRY_TOKENS: u64 = 10_000;

impl Unit<'_> {
    /// Expands every object-like macro. Errors are not reported: the unit itself does not contain these expansions.
    pub fn fill_macro_table(&mut self) {
        self.quiet = true;
        self.names.ignore_watch = true;
        let expansions = self.out.expansions.len();
        let halted = self.halted;
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
            let expanded =
                if function_like { written } else { self.expand_entry(id, file, definition).unwrap_or(written) };
            self.out
                .macros
                .insert(entry.name, MacroDefinition { name: entry.name, defined: place, function_like, expanded });
            self.out.expansions.truncate(expansions);
        }
        self.halted = halted;
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
