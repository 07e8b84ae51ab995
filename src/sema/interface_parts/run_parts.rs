//! The parts of a run of tokens that consists of whole items. Many units have the run; its parts are found once.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Part;
use crate::atom::Atom;
use crate::sema::chunks::ChunkSyntax;
use crate::sema::rules::Rules;

/// What a run of tokens that consists of whole items has.
#[derive(Debug)]
pub struct RunParts<L: Rules> {
    /// The end of each item in the run.
    pub ends: Box<[u32]>,
    /// Each with the number of its item.
    pub parts: Box<[(u32, Part<L>)]>,
    /// Names that the parser looked up and that no item of the run declares before, and whether they were types.
    asked: Box<[(Atom, bool)]>,
    pub declares_types: Box<[Atom]>,
    pub hinted: Hinted,
}

/// What can ask for implicit declarations.
#[derive(Debug, Default)]
pub struct Hinted {
    /// See [`Rules::implicit_hints`].
    pub hints: u8,
    /// The tokens of the items and directives that have such a bit.
    pub places: Vec<(u32, u32)>,
}

impl Hinted {
    pub fn add(&mut self, hints: u8, place: (u32, u32)) {
        self.hints |= hints;
        self.places.extend((hints != 0).then_some(place));
    }
}

impl<L: Rules> RunParts<L> {
    pub fn of(items: &[(u32, Arc<ChunkSyntax<L>>)]) -> RunParts<L> {
        let mut asked: FxHashMap<Atom, ()> = FxHashMap::default();
        let mut declared: FxHashMap<Atom, ()> = FxHashMap::default();
        let mut parts = RunParts {
            ends: items.iter().map(|(end, _)| *end).collect(),
            parts: Box::default(),
            asked: Box::default(),
            declares_types: Box::default(),
            hinted: Hinted::default(),
        };
        let mut all_asked = Vec::new();
        let mut first = 0;
        for (last, syntax) in items {
            let new = syntax.asked.iter().filter(|(name, _)| !declared.contains_key(name));
            all_asked.extend(new.filter(|(name, _)| asked.insert(*name, ()).is_none()));
            declared.extend(syntax.declares_types.iter().map(|name| (*name, ())));
            parts.hinted.add(syntax.hints, (first, *last));
            first = *last;
        }
        parts.asked = all_asked.into();
        parts.declares_types = items.iter().flat_map(|(_, syntax)| syntax.declares_types.iter().copied()).collect();
        let numbered = (0..).zip(items);
        parts.parts = numbered.filter_map(|(number, (_, syntax))| Some((number, Part::of_item(syntax)?))).collect();
        parts
    }

    pub fn fits(&self, types: &FxHashMap<Atom, ()>) -> bool {
        self.asked.iter().all(|(name, is_type)| types.contains_key(name) == *is_type)
    }
}
