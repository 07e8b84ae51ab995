//! The scopes of a function's body: names in the order of their declarations, each found at once.

use rustc_hash::FxHashMap;

use super::analyser::LocalMeaning;
use super::rules::Rules;
use super::usings::Directive;
use crate::atom::Atom;

/// The names of one scope.
#[derive(Clone, Debug)]
pub struct Scope<L: Rules> {
    all: Vec<(Atom, LocalMeaning<L>)>,
    /// The last declaration of each name.
    last: FxHashMap<Atom, u32>,
    directives: Vec<Directive>,
}

impl<L: Rules> Default for Scope<L> {
    fn default() -> Scope<L> {
        Scope { all: Vec::new(), last: FxHashMap::default(), directives: Vec::new() }
    }
}

impl<L: Rules> Scope<L> {
    /// Declares a name, which hides an earlier one.
    pub fn declare(&mut self, name: Atom, meaning: LocalMeaning<L>) {
        if let LocalMeaning::Directive(directive) = meaning {
            self.directives.push(directive);
        }
        self.last.insert(name, self.all.len() as u32);
        self.all.push((name, meaning));
    }

    /// The last declaration of a name.
    pub fn find(&self, name: Atom) -> Option<&LocalMeaning<L>> {
        let at = self.last.get(&name)?;
        self.all.get(*at as usize).map(|(_, meaning)| meaning)
    }

    /// Whether the name is declared, and right.
    pub fn has(&self, name: Atom) -> bool {
        self.find(name).is_some_and(|meaning| !matches!(meaning, LocalMeaning::Poison))
    }

    /// In the order of their declarations.
    pub fn all(&self) -> &[(Atom, LocalMeaning<L>)] {
        &self.all
    }

    /// `using namespace` in this scope.
    pub fn directives(&self) -> &[Directive] {
        &self.directives
    }
}
