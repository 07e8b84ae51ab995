//! The parts of a unit on which its interface depends: everything but its functions, and what the language declares because of words
//! in functions ([`Rules::declare_implicit`]). Units with equal parts have one interface, at other places. The parts of a run of tokens,
//! which many units have, are found once.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use super::chunks::{ChunkSyntax, StreamPart, cut_with};
use super::memo::AnalysedItem;
use super::rules::Rules;
use super::session::Session;
use super::stream::{TokenStream, begins_item, goes_on};
use super::unit::Unit;
use crate::atom::Atom;
use crate::ir::{Instance, Symbol};
use crate::model::{Digest, PpToken, Preprocessed, TextRun};

/// A part of a unit.
#[derive(Clone, Debug)]
enum Part<L: Rules> {
    /// An item that is no function, or that declares something besides functions.
    Item(Arc<ChunkSyntax<L>>),
    /// Functions that imply items.
    Implying(Arc<ChunkSyntax<L>>),
    /// The tokens of a directive.
    Directive(Box<[Atom]>),
    /// The name of a namespace that begins.
    Enter(Box<[Atom]>),
    Leave,
}

impl<L: Rules> Part<L> {
    fn of_item(syntax: &Arc<ChunkSyntax<L>>) -> Part<L> {
        let declares = !syntax.only_functions || !syntax.declares_types.is_empty();
        if declares { Part::Item(Arc::clone(syntax)) } else { Part::Implying(Arc::clone(syntax)) }
    }

    /// Of equal items, the tree is one. Of functions, what they imply counts.
    fn is(&self, other: &Part<L>) -> bool {
        match (self, other) {
            (Part::Item(one), Part::Item(other)) => Arc::ptr_eq(one, other),
            (Part::Implying(one), Part::Implying(other)) => implied(one).eq(implied(other)),
            (Part::Directive(one), Part::Directive(other)) | (Part::Enter(one), Part::Enter(other)) => one == other,
            (Part::Leave, Part::Leave) => true,
            _ => false,
        }
    }

    fn hash(&self, hasher: &mut impl Hasher) {
        match self {
            Part::Item(syntax) => (Arc::as_ptr(syntax) as usize).hash(hasher),
            Part::Implying(syntax) => implied(syntax).for_each(|symbol| symbol.hash(hasher)),
            Part::Directive(words) => (1, words).hash(hasher),
            Part::Enter(words) => (2, words).hash(hasher),
            Part::Leave => 3.hash(hasher),
        }
    }
}

fn implied<L: Rules>(syntax: &ChunkSyntax<L>) -> impl Iterator<Item = Symbol> {
    syntax.implied.iter().map(|item| item.symbol)
}

/// What a run of tokens that consists of whole items has.
#[derive(Debug)]
pub struct RunParts<L: Rules> {
    /// The end of each item in the run.
    ends: Box<[u32]>,
    /// The items that are parts of the interface, each with its number among the items.
    items: Box<[(u32, Arc<ChunkSyntax<L>>)]>,
    /// Names that the parser looked up and that no item of the run declares before, and whether they were types.
    asked: Box<[(Atom, bool)]>,
    declares_types: Box<[Atom]>,
    hinted: Hinted,
}

/// What can ask for implicit declarations.
#[derive(Debug, Default)]
struct Hinted {
    /// See [`Rules::implicit_hints`].
    hints: u8,
    /// The tokens of the items and directives that have such a bit.
    places: Vec<(u32, u32)>,
}

impl Hinted {
    fn add(&mut self, hints: u8, place: (u32, u32)) {
        self.hints |= hints;
        self.places.extend((hints != 0).then_some(place));
    }
}

impl<L: Rules> RunParts<L> {
    fn of(items: &[(u32, Arc<ChunkSyntax<L>>)]) -> RunParts<L> {
        let mut asked: FxHashMap<Atom, ()> = FxHashMap::default();
        let mut declared: FxHashMap<Atom, ()> = FxHashMap::default();
        let mut parts = RunParts {
            ends: items.iter().map(|(end, _)| *end).collect(),
            items: Box::default(),
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
        let numbered = (0..).zip(items).filter(|(_, (_, syntax))| matters(syntax));
        parts.items = numbered.map(|(number, (_, syntax))| (number, Arc::clone(syntax))).collect();
        parts
    }

    fn fits(&self, types: &FxHashMap<Atom, ()>) -> bool {
        self.asked.iter().all(|(name, is_type)| types.contains_key(name) == *is_type)
    }
}

fn is_same(implied: &AnalysedItem, instance: &Instance) -> bool {
    Arc::ptr_eq(&implied.item, &instance.item)
}

/// Whether an interface can depend on an item.
fn matters<L: Rules>(syntax: &ChunkSyntax<L>) -> bool {
    !syntax.only_functions || !syntax.implied.is_empty() || !syntax.declares_types.is_empty()
}

/// The parts of a unit, and their places.
#[derive(Debug)]
pub struct InterfaceParts<L: Rules> {
    parts: Vec<Part<L>>,
    /// Of each part, the first token and the end of the last.
    places: Vec<(u32, u32)>,
    hinted: Hinted,
    /// The names that are declared implicitly, with their meanings.
    implicit: Vec<(Atom, Digest)>,
    /// Number of items.
    pub items: usize,
}

/// An interface, each declaration with the number of its part, and that among what functions imply.
type PlacedInterface = Arc<[(Instance, u32, u32)]>;

/// What units with equal parts have.
#[derive(Debug)]
struct KnownInterface<L: Rules> {
    parts: Vec<Part<L>>,
    implicit: Vec<(Atom, Digest)>,
    settings: L::Settings,
    without: Vec<Atom>,
    interface: PlacedInterface,
}

/// Interfaces by a hash of their parts.
#[derive(Debug)]
pub struct KnownInterfaces<L: Rules>(FxHashMap<u64, Vec<KnownInterface<L>>>);

impl<L: Rules> Default for KnownInterfaces<L> {
    fn default() -> KnownInterfaces<L> {
        KnownInterfaces(FxHashMap::default())
    }
}

impl<L: Rules> KnownInterfaces<L> {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The interface of a unit with these parts. `without`: names that are treated as undeclared.
    pub fn find(&self, parts: &InterfaceParts<L>, settings: &L::Settings, without: &[Atom]) -> Option<Arc<[Instance]>> {
        let known = self.0.get(&parts.hash())?.iter().find(|known| {
            let has_parts = || known.parts.iter().zip(&parts.parts).all(|(one, other)| one.is(other));
            known.settings == *settings
                && known.without == without
                && known.implicit == parts.implicit
                && known.parts.len() == parts.parts.len()
                && has_parts()
        })?;
        let placed = |(instance, part, number): &(Instance, u32, u32)| {
            let (first, last) = parts.places[*part as usize];
            let tokens = (first..last).collect();
            match &parts.parts[*part as usize] {
                // It names its own tokens.
                Part::Implying(syntax) => {
                    let AnalysedItem { item, digest, uses, .. } = syntax.implied.get(*number as usize)?.clone();
                    Some(Instance { item, tokens, digest, uses })
                }
                _ => Some(Instance { tokens, ..instance.clone() }),
            }
        };
        known.interface.iter().map(placed).collect()
    }

    /// Keeps an interface, if each of its declarations stands in a part.
    pub fn keep(&mut self, parts: InterfaceParts<L>, settings: L::Settings, without: &[Atom], interface: &[Instance]) {
        let place = |instance: &Instance| {
            let first = *instance.tokens.first()?;
            let part = parts.places.binary_search_by_key(&first, |(first, _)| *first).ok()?;
            let number = match &parts.parts[part] {
                Part::Implying(syntax) => syntax.implied.iter().position(|implied| is_same(implied, instance))?,
                _ => 0,
            };
            Some((instance.clone(), part as u32, number as u32))
        };
        let Some(interface) = interface.iter().map(place).collect::<Option<PlacedInterface>>() else { return };
        let all = self.0.entry(parts.hash()).or_default();
        let InterfaceParts { parts, implicit, .. } = parts;
        all.push(KnownInterface { parts, implicit, settings, without: without.to_vec(), interface });
    }
}

impl<L: Rules> Default for InterfaceParts<L> {
    fn default() -> InterfaceParts<L> {
        InterfaceParts {
            parts: Vec::new(),
            places: Vec::new(),
            hinted: Hinted::default(),
            implicit: Vec::new(),
            items: 0,
        }
    }
}

impl<L: Rules> InterfaceParts<L> {
    /// The parts of a unit. Those of its runs are taken from the session, and noted there.
    pub fn of(session: &Session<L>, settings: &L::Settings, unit: &Preprocessed) -> InterfaceParts<L> {
        let tokens = &unit.tokens;
        let mut runs: Vec<(u32, Arc<RunParts<L>>)> = Vec::new();
        let mut items: Vec<(u32, Arc<ChunkSyntax<L>>)> = Vec::new();
        let mut next = 0;
        let mut length = |first: u32| {
            next += unit.runs[next..].iter().take_while(|run| run.last <= first).count();
            let run = unit.runs.get(next).filter(|run| run.first <= first)?;
            if let Some(parts) = session.run_parts(run.id).filter(|_| run.first == first)
                && !goes_on(tokens, run.last)
            {
                runs.push((first, parts));
                return Some(run.last - first);
            }
            let (length, syntax) = session.run_chunk(run.id, first - run.first)?;
            let last = first + length;
            (last <= run.last && !goes_on(tokens, last)).then(|| {
                items.push((first, syntax));
                length
            })
        };
        let cut = match tokens.in_one_part() {
            Some(slice) => cut_with(L::grammar(), slice, &mut length),
            None => cut_with(L::grammar(), tokens, &mut length),
        };
        let all = InterfaceParts::default();
        let mut found = Collector { session, unit, types: FxHashMap::default(), read: Vec::new(), all };
        let (mut runs, mut items) = (runs.into_iter().peekable(), items.into_iter().peekable());
        for part in &cut {
            let first = part.first();
            match runs.next_if(|(run, _)| *run == first) {
                Some((_, run)) => found.add_run(first, &run),
                None => found.add(*part, items.next_if(|(item, _)| *item == first).map(|(_, syntax)| syntax)),
            }
        }
        found.learn_runs();
        found.find_implicit(settings);
        found.all
    }

    pub fn len(&self) -> usize {
        self.parts.len()
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.parts.iter().for_each(|part| part.hash(&mut hasher));
        self.implicit.hash(&mut hasher);
        hasher.finish()
    }
}

/// An item that was read by itself.
struct ReadItem<L: Rules> {
    first: u32,
    last: u32,
    /// Whether its end follows from its own tokens.
    is_ended: bool,
    syntax: Arc<ChunkSyntax<L>>,
}

/// The parts of a unit so far.
struct Collector<'a, L: Rules> {
    session: &'a Session<L>,
    unit: &'a Preprocessed,
    types: FxHashMap<Atom, ()>,
    read: Vec<ReadItem<L>>,
    all: InterfaceParts<L>,
}

impl<L: Rules> Collector<'_, L> {
    fn tokens(&self, first: u32, last: u32) -> Cow<'_, [PpToken]> {
        self.unit.tokens.slice(first, last)
    }

    fn push(&mut self, part: Part<L>, place: (u32, u32)) {
        self.all.parts.push(part);
        self.all.places.push(place);
    }

    fn add_run(&mut self, start: u32, run: &RunParts<L>) {
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
        for (number, syntax) in &run.items {
            let first = number.checked_sub(1).map_or(0, |before| run.ends[before as usize]);
            let last = run.ends[*number as usize];
            self.push(Part::of_item(syntax), (start + first, start + last));
        }
        self.types.extend(run.declares_types.iter().map(|name| (*name, ())));
    }

    /// `known`: the tree of an item that is known by its run.
    fn add(&mut self, part: StreamPart, known: Option<Arc<ChunkSyntax<L>>>) {
        match part {
            StreamPart::Chunk { first, last, is_ended } => {
                let syntax = known.filter(|syntax| syntax.fits(&self.types)).unwrap_or_else(|| {
                    let syntax = self.session.syntax(&self.tokens(first, last), &self.types);
                    if is_ended {
                        self.keep_run_chunk((first, last), &syntax);
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
        if matters(syntax) {
            self.push(Part::of_item(syntax), place);
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
    fn keep_run_chunk(&self, (first, last): (u32, u32), syntax: &Arc<ChunkSyntax<L>>) {
        let runs = &self.unit.runs;
        let run = runs.get(runs.partition_point(|run| run.last <= first));
        if let Some(run) = run.filter(|run| run.first <= first && last <= run.last)
            && begins_item(syntax)
            && !goes_on(&self.unit.tokens, last)
        {
            self.session.keep_run_chunk(run.id, first - run.first, last - first, syntax);
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
