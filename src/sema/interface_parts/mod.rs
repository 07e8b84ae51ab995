//! The parts of a unit on which its interface depends: everything but its functions, and what the language declares because of words
//! in functions ([`Rules::declare_implicit`]). Units with equal parts have one interface, at other places.
//!
//! **In**: a unit, its settings, the session that knows the parts of its runs of tokens.
//! **Out**: [`InterfaceParts`], and the interface of another unit with equal parts.
//! **Never**: analyses an item.

mod collector;
mod known_interfaces;
mod run_parts;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::chunks::{ChunkSyntax, cut_with};
use super::rules::Rules;
use super::session::Session;
use super::stream::goes_on;
use crate::atom::Atom;
use crate::ir::Symbol;
use crate::model::{Digest, Preprocessed};

use collector::Collector;
use run_parts::Hinted;

pub use known_interfaces::KnownInterfaces;
pub use run_parts::RunParts;

/// A part of a unit.
#[derive(Clone, Debug)]
pub enum Part<L: Rules> {
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
    /// `None`: no interface depends on the item.
    fn of_item(syntax: &Arc<ChunkSyntax<L>>) -> Option<Part<L>> {
        if !syntax.only_functions || !syntax.declares_types.is_empty() {
            Some(Part::Item(Arc::clone(syntax)))
        } else {
            (!syntax.implied.is_empty()).then(|| Part::Implying(Arc::clone(syntax)))
        }
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
        let mut found = Collector::new(session, unit);
        let (mut runs, mut items) = (runs.into_iter().peekable(), items.into_iter().peekable());
        for part in &cut {
            let first = part.first();
            match runs.next_if(|(run, _)| *run == first) {
                Some((_, run)) => found.add_run(first, &run),
                None => found.add(*part, items.next_if(|(item, _)| *item == first).map(|(_, syntax)| syntax)),
            }
        }
        found.finish(settings)
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
