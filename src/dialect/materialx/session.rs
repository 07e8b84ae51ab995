//! What all generations with the same options share.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::document::{Elem, ElementId};
use super::implementation::{self, Implementation};
use super::library::{LIBRARY_NUMBER, Library};
use super::names::Reserved;
use super::options::Options;
use super::problem::{Problem, ProblemKind};
use super::query;
use super::scripted::ScriptedNodes;
use super::target::{self, Rules};
use super::types::TypeTable;
use super::universe::Universe;
use super::xml::FileSource;
use crate::dialect::node_scripts::NodeScripts;

/// Implementations of the library's nodes for some options. Several threads can use it.
#[derive(Debug, Default)]
pub struct Cache(Mutex<FxHashMap<ElementId, Arc<Implementation>>>);

/// What is looked up.
pub struct Lookups<'a> {
    pub universe: Universe<'a>,
    pub library: &'a Library,
    pub source: &'a dyn FileSource,
    /// A document implements a definition of the library.
    pub overrides: bool,
    /// Names that no global variable has.
    pub hidden: &'a FxHashSet<String>,
}

/// A generation: what is looked up, and how it is written.
pub struct Session<'a> {
    pub universe: Universe<'a>,
    pub library: &'a Library,
    pub source: &'a dyn FileSource,
    pub rules: &'static Rules,
    pub types: Arc<TypeTable>,
    pub reserved: Reserved,
    pub options: &'a Options,
    /// The target with its ancestors.
    pub chain: Vec<String>,
    /// Names that no global variable has: those of functions that it would hide.
    pub hidden: &'a FxHashSet<String>,
    /// Code of nodes that functions of the sidecar write.
    pub scripted: ScriptedNodes<'a>,
    /// Implementations of the library are those that every document has: no function of a sidecar and nothing in the
    /// document takes the place of one.
    shares: bool,
    cache: &'a Cache,
    /// Implementations of the documents' own nodes.
    own: RefCell<FxHashMap<(u32, ElementId), Arc<Implementation>>>,
    /// Implementations that are being read, outermost first.
    open: RefCell<Vec<(u32, ElementId)>>,
}

impl<'a> Session<'a> {
    /// A session for a document. `cache` belongs to the library and to these options.
    pub fn new(
        lookups: Lookups<'a>,
        scripts: Option<&'a dyn NodeScripts>,
        options: &'a Options,
        cache: &'a Cache,
        problems: &mut Vec<Problem>,
    ) -> Session<'a> {
        let Lookups { universe, library, source, overrides, hidden } = lookups;
        let rules = target::rules(&options.target);
        let macros = library.macros(rules);
        let types = Arc::new(TypeTable::of(&universe, rules, &macros, problems));
        let reserved = Reserved::new(rules, &types, macros);
        let chain = universe.target_chain(&options.target);
        let shares = scripts.is_none() && !overrides;
        Session {
            universe,
            library,
            source,
            rules,
            types,
            reserved,
            options,
            chain,
            hidden,
            scripted: ScriptedNodes::new(scripts),
            shares,
            cache,
            own: RefCell::default(),
            open: RefCell::default(),
        }
    }

    /// The implementation of a definition.
    ///
    /// # Errors
    /// It has none, or it is wrong.
    pub fn implementation(
        &self,
        node: Elem<'_>,
        definition: Elem<'a>,
        problems: &mut Vec<Problem>,
    ) -> Result<Arc<Implementation>, Problem> {
        let element = query::implementation_of(&self.universe, definition, &self.chain)
            .ok_or_else(|| query::no_implementation(node, definition, &self.chain))?;
        let key = element.key();
        let is_shared = key.0 == LIBRARY_NUMBER && self.shares;
        let known = if is_shared {
            self.cache.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key.1).cloned()
        } else {
            self.own.borrow().get(&key).cloned()
        };
        if let Some(known) = known {
            return Ok(known);
        }
        if self.open.borrow().contains(&key) {
            let message = format!("the node graph `{}` contains itself", element.name());
            return Err(element.problem(ProblemKind::Cycle, message));
        }
        self.open.borrow_mut().push(key);
        let before = problems.len();
        let read = implementation::read(self, element, definition, problems);
        self.open.borrow_mut().pop();
        let read = Arc::new(read?);
        // What has problems is read again, so that they are reported again.
        if problems.len() > before {
            return Ok(read);
        }
        if is_shared {
            self.cache.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key.1, Arc::clone(&read));
        } else {
            self.own.borrow_mut().insert(key, Arc::clone(&read));
        }
        Ok(read)
    }
}
