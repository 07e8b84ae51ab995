//! Collects the parts of a unit, and notes those of its runs.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::run_parts::{Hinted, RunParts};
use super::{InterfaceParts, Part};
use crate::atom::Atom;
use crate::model::{PpToken, Preprocessed, TextRun};
use crate::sema::chunks::{ChunkSyntax, StreamPart};
use crate::sema::rules::Rules;
use crate::sema::session::Session;
use crate::sema::stream::{TokenStream, begins_item, goes_on, keep_run_chunk};
use crate::sema::unit::Unit;

/// An item that was read by itself.
struct ReadItem<L: Rules> {
    first: u32,
    last: u32,
    /// Whether its end follows from its own tokens.
    is_ended: bool,
    syntax: Arc<ChunkSyntax<L>>,
}

/// The parts of a unit so far.
pub struct Collector<'a, L: Rules> {
    session: &'a Session<L>,
    unit: &'a Preprocessed,
    types: FxHashMap<Atom, ()>,
    read: Vec<ReadItem<L>>,
    all: InterfaceParts<L>,
}

impl<'a, L: Rules> Collector<'a, L> {
    pub fn new(session: &'a Session<L>, unit: &'a Preprocessed) -> Collector<'a, L> {
        Collector { session, unit, types: FxHashMap::default(), read: Vec::new(), all: InterfaceParts::default() }
    }

    /// What was collected, with what the language declares implicitly. The runs are noted in the session.
    pub fn finish(mut self, settings: &L::Settings) -> InterfaceParts<L> {
        self.learn_runs();
        self.find_implicit(settings);
        self.all
    }
}

impl<L: Rules> Collector<'_, L> {
    fn tokens(&self, first: u32, last: u32) -> Cow<'_, [PpToken]> {
        self.unit.tokens.slice(first, last)
    }

    fn push(&mut self, part: Part<L>, place: (u32, u32)) {
        self.all.parts.push(part);
        self.all.places.push(place);
    }

    pub fn add_run(&mut self, start: u32, run: &RunParts<L>) {
        if !run.fits(&self.types) {
            let mut first = start;
            for end in &run.ends {
                let last = start + end;
                let syntax = self.session.syntax(&self.tokens(first, last), &self.types);
                self.add_item((first, last), true, &syntax);
                first = last;
            }
            return;
        }
        self.all.items += run.ends.len();
        let places = run.hinted.places.iter().map(|(first, last)| (start + first, start + last));
        self.all.hinted.hints |= run.hinted.hints;
        self.all.hinted.places.extend(places);
        for (number, part) in &run.parts {
            let first = number.checked_sub(1).map_or(0, |before| run.ends[before as usize]);
            let last = run.ends[*number as usize];
            self.push(part.clone(), (start + first, start + last));
        }
        self.types.extend(run.declares_types.iter().map(|name| (*name, ())));
    }

    /// `known`: the tree of an item that is known by its run.
    pub fn add(&mut self, part: StreamPart, known: Option<Arc<ChunkSyntax<L>>>) {
        match part {
            StreamPart::Chunk { first, last, is_ended } => {
                let syntax = known.filter(|syntax| syntax.fits(&self.types)).unwrap_or_else(|| {
                    let syntax = self.session.syntax(&self.tokens(first, last), &self.types);
                    if is_ended {
                        self.note_run_chunk((first, last), &syntax);
                    }
                    syntax
                });
                self.add_item((first, last), is_ended, &syntax);
                self.read.push(ReadItem { first, last, is_ended, syntax });
            }
            StreamPart::Directive { first, last } | StreamPart::Enter { first, last } => {
                let tokens = self.tokens(first, last);
                let words = tokens.iter().map(|token| token.token.text).collect();
                let hints = L::implicit_hints(&tokens);
                let is_directive = matches!(part, StreamPart::Directive { .. });
                self.all.hinted.add(hints, (first, last));
                self.push(if is_directive { Part::Directive(words) } else { Part::Enter(words) }, (first, last));
            }
            StreamPart::Leave { token } => self.push(Part::Leave, (token, token + 1)),
        }
    }

    fn add_item(&mut self, place: (u32, u32), is_ended: bool, syntax: &Arc<ChunkSyntax<L>>) {
        self.all.items += 1;
        self.all.hinted.add(syntax.hints, place);
        if !is_ended && syntax.hints == 0 {
            // Its brackets may have no partners.
            self.all.hinted.places.push(place);
        }
        if let Some(part) = Part::of_item(syntax) {
            self.push(part, place);
        }
        self.types.extend(syntax.declares_types.iter().map(|name| (*name, ())));
    }

    /// Finds what is declared implicitly.
    fn find_implicit(&mut self, settings: &L::Settings) {
        let Hinted { hints, places } = &self.all.hinted;
        if hints & L::DECLARING_HINTS == 0 {
            return;
        }
        let whole = [(0, self.unit.tokens.len() as u32)];
        let places = if hints & L::DECLARING_HINTS & !L::LOCAL_HINTS == 0 { &places[..] } else { &whole };
        let tokens = places.iter().flat_map(|(first, last)| self.unit.tokens.slices(*first, *last)).flatten();
        let stream = TokenStream::of_tokens(tokens.copied().collect());
        let mut unit = Unit::new(self.session, settings.clone(), self.unit, stream);
        L::declare_implicit(&mut unit, *hints);
        self.all.implicit = unit.all_meanings();
    }

    /// Notes an item that lies in a run.
    fn note_run_chunk(&self, (first, last): (u32, u32), syntax: &Arc<ChunkSyntax<L>>) {
        let runs = &self.unit.runs;
        let run = runs.get(runs.partition_point(|run| run.last <= first));
        if let Some(run) = run.filter(|run| run.first <= first && last <= run.last) {
            keep_run_chunk(self.session, (run.id, first - run.first), &self.unit.tokens, (first, last), syntax);
        }
    }

    /// Notes the runs that consist of items which were read by themselves.
    fn learn_runs(&self) {
        for run in &self.unit.runs {
            if let Some(items) = self.items_of(run) {
                let items: Vec<(u32, Arc<ChunkSyntax<L>>)> =
                    items.iter().map(|item| (item.last - run.first, Arc::clone(&item.syntax))).collect();
                self.session.keep_run_parts(run.id, RunParts::of(&items));
            }
        }
    }

    fn items_of(&self, run: &TextRun) -> Option<&[ReadItem<L>]> {
        let from = self.read.binary_search_by_key(&run.first, |item| item.first).ok()?;
        let count = self.read[from..].binary_search_by_key(&run.last, |item| item.last).ok()? + 1;
        let items = &self.read[from..from + count];
        let are_neighbours = items.windows(2).all(|pair| pair[0].last == pair[1].first);
        let are_whole = items.iter().all(|item| item.is_ended && begins_item(&item.syntax));
        (are_neighbours && are_whole && !goes_on(&self.unit.tokens, run.last)).then_some(items)
    }
}
