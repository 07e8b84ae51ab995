//! One variant: its chunks in order, their declarations, and the items that the entry point reaches.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::analyser::Analyser;
use super::chunks::{ChunkSyntax, StreamPart};
use super::diagnostics::{ChunkToken, code};
use super::entity::{Decl, Entity, Signature, Template};
use super::memo::{AnalysedChunk, AnalysedItem, Context, NameLookup};
use super::named_decls::NamedDecls;
use super::rules::Rules;
use super::session::Session;
use super::stream::{TokenStream, chunk_syntaxes, cut_stream, hints};
use super::templates::{InstanceArguments, instantiate};
use super::unreached;
use super::usings::Directive;
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::ir::{Instance, Item, Symbol, Type, work};
use crate::model::{Digest, PpToken, Preprocessed, TokenSequence};
use crate::syntax::too_many_namespaces;

/// Limit on the places that ask for an instance, in the message of an error in it.
const MAX_SITES: usize = 3;

/// Wrong names of a unit for which another one is suggested.
const MAX_SUGGESTIONS: u32 = 32;
/// Declarations of a program; a function takes some kilobytes.
pub const MAX_CHUNKS: usize = 50_000;

/// The chunk number of declarations that are in no chunk: built-in ones.
pub const BUILTIN: u32 = u32::MAX;

/// An instance of a template.
#[derive(Clone, Debug)]
pub enum Instantiated {
    /// The head is being analysed.
    Begun,
    Function(Arc<Signature>),
    Type(Type),
    Failed,
    /// The head is wrong for these arguments; the reason.
    Unfit(String),
    /// Instances are nested too deep, or there are too many.
    TooDeep,
}

/// An item of the unit and its place.
#[derive(Clone, Debug)]
pub struct UnitItem {
    pub analysed: AnalysedItem,
    pub chunk: u32,
}

/// The analysis of one variant. `L` is the language.
pub struct Unit<'s, L: Rules> {
    pub session: &'s Session<L>,
    /// The settings before the first item.
    pub settings: L::Settings,
    source: &'s Preprocessed,
    stream: TokenStream<'s>,
    /// Tokens of each chunk, as a range of the stream.
    chunks: Vec<(u32, u32)>,
    names: FxHashMap<Atom, NamedDecls<L>>,
    pub instances: FxHashMap<Symbol, Instantiated>,
    pub nested_instances: u32,
    /// The instances that are being made, and the tokens that asked for them.
    pub instance_sites: Vec<(String, ChunkToken)>,
    pub instance_arguments: InstanceArguments,
    items: FxHashMap<Symbol, UnitItem>,
    /// The symbols in the order of the declarations.
    order: Vec<Symbol>,
    pub diagnostics: Vec<Diagnostic>,
    /// How often somebody has asked for all names.
    suggestions: u32,
    /// The `using namespace` directives of the chunks that have been analysed.
    directives: Vec<Directive>,
    pub heads_only: bool,
    /// The functions that are items without a body; with `heads_only`.
    pub signatures_of: Vec<Atom>,
    /// Names that are treated as undeclared: branches of a whole unit.
    pub without: FxHashSet<Atom>,
}

impl<'s, L: Rules> Unit<'s, L> {
    pub fn new(
        session: &'s Session<L>,
        settings: L::Settings,
        source: &'s Preprocessed,
        stream: TokenStream<'s>,
    ) -> Unit<'s, L> {
        Unit {
            session,
            settings,
            source,
            stream,
            chunks: Vec::new(),
            names: FxHashMap::default(),
            instances: FxHashMap::default(),
            nested_instances: 0,
            instance_sites: Vec::new(),
            instance_arguments: InstanceArguments::default(),
            items: FxHashMap::default(),
            order: Vec::new(),
            diagnostics: Vec::new(),
            suggestions: 0,
            directives: Vec::new(),
            heads_only: false,
            signatures_of: Vec::new(),
            without: FxHashSet::default(),
        }
    }

    /// The tokens of the variant.
    pub fn tokens(&self) -> &[PpToken] {
        self.stream.in_one()
    }

    /// Whether the unit declares the qualified name.
    pub fn declares(&self, name: Atom) -> bool {
        self.names.contains_key(&name)
    }

    /// Analyses every chunk.
    pub fn run(&mut self) {
        let (parts, known) = cut_stream(self.session, &self.stream);
        if self.has_too_many(&parts) || self.is_too_deep(&parts) {
            return;
        }
        let syntaxes = chunk_syntaxes(self.session, &self.stream, &parts, known);
        L::declare_implicit(self, hints(&self.stream, &parts, &syntaxes));
        let mut syntaxes = syntaxes.into_iter();
        let mut namespaces: Vec<Atom> = Vec::new();
        let mut settings = self.settings.clone();
        let outermost = Atom::default();
        for part in parts {
            let namespace = namespaces.last().copied().unwrap_or(outermost);
            match part {
                StreamPart::Directive { first, last } => {
                    let tokens = self.stream.slice(first, last);
                    let words: Vec<&str> = tokens.iter().map(|token| token.token.text.as_str()).collect();
                    L::directive(&mut settings, &words);
                }
                StreamPart::Enter { first, last } => {
                    let mut path = namespace;
                    for at in first..last {
                        let Some(text) = self.stream.token(at as usize).map(|token| token.token.text) else { continue };
                        if text.as_str() != "::" {
                            path = qualified(path, text);
                            self.declare_namespace(path);
                        }
                    }
                    namespaces.push(path);
                }
                StreamPart::Leave { .. } => {
                    namespaces.pop();
                }
                StreamPart::Chunk { first, last, .. } => {
                    let chunk = self.chunks.len() as u32;
                    self.chunks.push((first, last));
                    let Some(syntax) = syntaxes.next() else { return };
                    let signatures = self.signatures_of.iter().any(|name| syntax.has_word(name));
                    self.imply(&syntax, chunk);
                    // No resource depends on a function.
                    if self.heads_only && syntax.only_functions && !signatures {
                        continue;
                    }
                    let context = Context {
                        namespace,
                        directives: self.directives.clone(),
                        settings: settings.clone(),
                        template: None,
                        heads_only: self.heads_only && syntax.has_functions,
                        signatures,
                        without: self.without_in(first, last),
                    };
                    self.analyse(&syntax, context, chunk);
                }
            }
        }
    }

    /// Reports a program with more declarations than are analysed.
    fn has_too_many(&mut self, parts: &[StreamPart]) -> bool {
        let mut chunks =
            parts.iter().filter_map(|part| if let StreamPart::Chunk { first, .. } = part { Some(first) } else { None });
        let Some(first) = chunks.nth(MAX_CHUNKS) else { return false };
        let text = format!("the program has more than {MAX_CHUNKS} declarations");
        let diagnostic =
            Diagnostic::error(code::<L>("declarations"), text).help("Put variables into arrays and structures.");
        self.report(diagnostic, *first);
        true
    }

    /// Reports it at a token of the stream.
    fn report(&mut self, diagnostic: Diagnostic, at: u32) {
        let placed = match self.stream.token(at as usize) {
            Some(token) => self.source.blame(diagnostic, token),
            None => diagnostic,
        };
        self.diagnostics.push(placed);
    }

    /// Reports namespaces in too many others: each has a name with all of theirs.
    fn is_too_deep(&mut self, parts: &[StreamPart]) -> bool {
        let (mut depth, mut before) = (0_usize, Vec::new());
        for part in parts {
            match part {
                StreamPart::Enter { first, last } => {
                    before.push(depth);
                    depth += (*last - *first).div_ceil(2) as usize;
                    if let Some(problem) = too_many_namespaces(depth) {
                        let diagnostic = Diagnostic::error(code::<L>("declarations"), problem.text).help(problem.help);
                        self.report(diagnostic, *first);
                        return true;
                    }
                }
                StreamPart::Leave { .. } => depth = before.pop().unwrap_or(0),
                _ => {}
            }
        }
        false
    }

    /// Adds the items that the tokens of a chunk imply. Only the first chunk that implies an item adds it.
    fn imply(&mut self, syntax: &ChunkSyntax<L>, chunk: u32) {
        for analysed in &syntax.implied {
            if !self.items.contains_key(&analysed.symbol) {
                self.order.push(analysed.symbol);
                self.items.insert(analysed.symbol, UnitItem { analysed: analysed.clone(), chunk });
            }
        }
    }

    /// The names treated as undeclared (`Context::without`) that are among these tokens.
    fn without_in(&self, first: u32, last: u32) -> Vec<Atom> {
        if self.without.is_empty() {
            return Vec::new();
        }
        let tokens = self.stream.slice(first, last);
        let mut found: Vec<Atom> =
            tokens.iter().map(|token| token.token.text).filter(|text| self.without.contains(text)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Declares a namespace by its whole name, once.
    pub fn declare_namespace(&mut self, path: Atom) {
        let known = self.names.entry(path).or_default();
        if !known.all().iter().any(|decl| matches!(decl.entity, Entity::Namespace(_))) {
            let meaning = Digest([0; 32]);
            known.push(Decl { entity: Entity::Namespace(path), meaning, chunk: BUILTIN, token: 0 });
        }
    }

    /// Adds the meaning of a chunk, from the cache of the session if possible.
    fn analyse(&mut self, syntax: &Arc<ChunkSyntax<L>>, context: Context<L>, chunk: u32) {
        self.analyse_with(syntax, context, chunk, |analyser| analyser.items());
    }

    /// Adds the meaning of a chunk, which `run` computes if it is not known. Returns whether there were no errors.
    pub fn analyse_with(
        &mut self,
        syntax: &Arc<ChunkSyntax<L>>,
        context: Context<L>,
        chunk: u32,
        run: impl FnOnce(&mut Analyser<'_, 's, L>),
    ) -> bool {
        let known = syntax.memo.find(|known| {
            known.context == context && known.lookups.iter().all(|lookup| self.still_means(lookup, chunk))
        });
        self.session.count_analysed(known.is_some());
        if let Some(known) = known {
            work::spend(known.steps);
            self.take(&known, chunk, true);
            return true;
        }
        let ((mut found, failed), steps) = work::remembered(|| {
            let mut analyser = Analyser::new(self, syntax, context, chunk);
            run(&mut analyser);
            analyser.finish()
        });
        found.steps = steps;
        self.take(&found, chunk, false);
        if !failed {
            self.session.keep(found.steps);
            syntax.memo.insert(&Arc::new(found));
        }
        !failed
    }

    /// The number of the chunk with the template in this unit.
    pub fn chunk_of(&self, template: &Template<L>) -> u32 {
        let special = super::specialisations::key(template.name);
        let owner =
            template.name.as_str().rsplit_once("::").map(|(owner, _)| super::templates::members_key(owner.into()));
        let named = self.names.get(&template.name).into_iter().chain(self.names.get(&special));
        let named = named.chain(owner.and_then(|owner| self.names.get(&owner)));
        let decls = named.flat_map(NamedDecls::all);
        decls
            .filter(|decl| match &decl.entity {
                Entity::FunctionTemplate(known) | Entity::StructTemplate(known) | Entity::AliasTemplate(known) => {
                    known.meaning == template.meaning
                }
                _ => false,
            })
            .map(|decl| decl.chunk)
            .next()
            .unwrap_or(0)
    }

    /// The declared names in order, each with the digest of what it means.
    pub fn all_meanings(&self) -> Vec<(Atom, Digest)> {
        let meaning = |(name, named): (&Atom, &NamedDecls<L>)| (*name, named.meanings(0, false));
        let mut all: Vec<(Atom, Digest)> = self.names.iter().map(meaning).collect();
        all.sort_unstable_by_key(|(name, _)| *name);
        all
    }

    fn still_means(&self, lookup: &NameLookup, chunk: u32) -> bool {
        self.meanings(lookup.name, chunk, lookup.before) == lookup.meanings
    }

    /// The digest of what a name means outside of a chunk: of the meanings of its declarations there, in their order.
    /// `before`: of those before the chunk.
    pub fn meanings(&self, name: Atom, chunk: u32, before: bool) -> Digest {
        self.names.get(&name).map_or(NamedDecls::<L>::NOTHING, |named| named.meanings(chunk, before))
    }

    /// Adds the meaning of a chunk to the unit.
    fn take(&mut self, found: &AnalysedChunk<L>, chunk: u32, known: bool) {
        if known {
            for declaration in &found.declarations {
                let (entity, meaning, token) = (declaration.entity.clone(), declaration.meaning, declaration.token);
                self.declare(declaration.name, Decl { entity, meaning, chunk, token });
            }
            for request in &found.instances {
                // This succeeded when the meaning was computed.
                instantiate(self, request, chunk);
            }
        }
        for item in &found.items {
            match self.items.get(&item.symbol) {
                Some(first) if first.chunk != chunk => self.defined_twice(item, first.chunk, chunk),
                Some(_) => {}
                None => {
                    self.order.push(item.symbol);
                    self.items.insert(item.symbol, UnitItem { analysed: item.clone(), chunk });
                }
            }
        }
        for diagnostic in &found.diagnostics {
            let mut diagnostic = diagnostic.in_unit::<L>(self.source, chunk, |place| self.token_at(place));
            if diagnostic.is_error() {
                let sites = self.instance_sites.iter().enumerate().rev();
                // Show the innermost places, and the place outside of templates.
                let shown = sites.enumerate().filter(|(at, (depth, _))| *at < MAX_SITES || *depth == 0);
                for (_, (_, (name, place))) in shown {
                    if let Some(span) = self.span(*place) {
                        diagnostic = diagnostic.label(span, format!("`{name}` is instantiated for this"));
                    }
                }
            }
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a second body of a function. Other second declarations are reported where they are analysed.
    fn defined_twice(&mut self, second_item: &AnalysedItem, first: u32, second: u32) {
        let Item::Function(function) = &*second_item.item else { return };
        let text = format!("`{}` is defined twice", second_item.symbol.0);
        let mut diagnostic = Diagnostic::error(code::<L>("redefinition"), text);
        if let Some(token) = self.token_at(ChunkToken { chunk: second, token: function.at.0 }) {
            diagnostic = self.source.blame(diagnostic, token);
        }
        let before = self.items.get(&second_item.symbol).map_or(0, |item| match &*item.analysed.item {
            Item::Function(function) => function.at.0,
            _ => 0,
        });
        if let Some(span) = self.span(ChunkToken { chunk: first, token: before }) {
            diagnostic = diagnostic.label(span, "first defined here");
        }
        self.diagnostics.push(diagnostic);
    }

    pub fn declare(&mut self, name: Atom, decl: Decl<L>) {
        if let Entity::Directive(directive) = decl.entity {
            if !self.directives.contains(&directive) {
                self.directives.push(directive);
            }
            return;
        }
        let named = self.names.entry(name).or_default();
        // Wrong declarations of one name say nothing more than the first.
        let is_wrong = |decl: &Decl<L>| matches!(decl.entity, Entity::Poison);
        if !(is_wrong(&decl) && named.all().iter().any(is_wrong)) {
            named.push(decl);
        }
    }

    /// The declarations of a qualified name that count in a chunk, with those of the chunk itself.
    pub fn named(&self, name: Atom, chunk: u32, before: bool) -> Vec<Decl<L>> {
        let Some(named) = self.names.get(&name) else { return Vec::new() };
        let counts = |decl: &&Decl<L>| !before || decl.chunk <= chunk || decl.chunk == BUILTIN;
        let found: Vec<Decl<L>> = named.all().iter().filter(counts).cloned().collect();
        work::spend(found.len() as u64);
        found
    }

    /// Whether another suggestion may be made, which it then is.
    pub fn may_suggest(&mut self) -> bool {
        let may = self.suggestions < MAX_SUGGESTIONS;
        self.suggestions += u32::from(may);
        may
    }

    /// All names, qualified and sorted, also those that the variant has not; for suggestions. `None` where many
    /// suggestions have been made: each looks at all names.
    pub fn known_names(&mut self) -> Option<Vec<&'static str>> {
        if !self.may_suggest() {
            return None;
        }
        let mut names: Vec<&'static str> = self.names.keys().map(Atom::as_str).collect();
        names.extend(
            unreached::declared(&self.source.tokens.slice(0, self.source.tokens.len() as u32)).iter().map(Atom::as_str),
        );
        names.sort_unstable();
        names.dedup();
        Some(names)
    }

    /// The declarations of a qualified name.
    pub fn declarations_of(&self, name: Atom) -> &[Decl<L>] {
        self.names.get(&name).map_or(&[], NamedDecls::all)
    }

    pub fn token_at(&self, place: ChunkToken) -> Option<&PpToken> {
        let (first, last) = *self.chunks.get(place.chunk as usize)?;
        let at = (first + place.token).min(last.saturating_sub(1));
        self.stream.token(at as usize)
    }

    /// The name of a function in its chunk; the first token if it is not found.
    pub fn name_in_chunk(&self, chunk: u32, function: Symbol) -> ChunkToken {
        let name = function.0.as_str().split(['(', '<']).next().and_then(|name| name.rsplit("::").next());
        let tokens = self.chunks.get(chunk as usize).map(|(first, last)| self.stream.slice(*first, *last));
        let at = tokens.and_then(|tokens| {
            tokens.windows(2).position(|pair| Some(pair[0].token.text.as_str()) == name && pair[1].token.text == "(")
        });
        ChunkToken { chunk, token: at.unwrap_or(0) as u32 }
    }

    pub fn span(&self, place: ChunkToken) -> Option<Span> {
        self.token_at(place).map(|token| self.source.place(token).0)
    }

    pub fn has_item(&self, symbol: Symbol) -> bool {
        self.items.contains_key(&symbol)
    }

    pub fn chunk_of_item(&self, symbol: Symbol) -> Option<u32> {
        self.items.get(&symbol).map(|item| item.chunk)
    }

    pub fn item(&self, symbol: Symbol) -> Option<&UnitItem> {
        self.items.get(&symbol)
    }

    /// The item with its tokens in the unit.
    fn instance(&self, item: &UnitItem, origins: &mut FxHashMap<u32, Arc<[u32]>>) -> Instance {
        let tokens = origins.entry(item.chunk).or_insert_with(|| {
            let (first, last) = self.chunks[item.chunk as usize];
            self.stream.origin(first, last)
        });
        let AnalysedItem { item, digest, uses, .. } = &item.analysed;
        Instance { item: Arc::clone(item), tokens: Arc::clone(tokens), digest: *digest, uses: Arc::clone(uses) }
    }

    /// The items of these symbols, and the items that they reach. Calls `missing` for each use of a symbol without an
    /// item.
    pub fn reach(&self, from: Vec<Symbol>, mut missing: impl FnMut(Symbol, &UnitItem)) -> BTreeMap<Symbol, Instance> {
        let mut origins = FxHashMap::default();
        let mut reached = BTreeMap::new();
        let mut seen: FxHashSet<Symbol> = from.iter().copied().collect();
        let mut open = from;
        while let Some(symbol) = open.pop() {
            let Some(item) = self.items.get(&symbol) else { continue };
            reached.insert(symbol, self.instance(item, &mut origins));
            for used in item.analysed.uses.iter() {
                if !self.items.contains_key(used) {
                    missing(*used, item);
                }
                if seen.insert(*used) {
                    open.push(*used);
                }
            }
        }
        reached
    }

    /// The functions, in the order of the declarations.
    pub fn functions(&self) -> impl Iterator<Item = Symbol> {
        let is_function = |symbol: &Symbol| {
            self.items.get(symbol).is_some_and(|item| matches!(*item.analysed.item, Item::Function(_)))
        };
        self.order.iter().copied().filter(is_function)
    }

    /// Resources, blocks and loose uniforms, in order.
    pub fn interface(&self) -> Vec<Instance> {
        self.instances_of(is_interface::<L>)
    }

    /// Everything that is no function, in order.
    pub fn globals(&self) -> Vec<Instance> {
        self.instances_of(|item| !matches!(&*item.analysed.item, Item::Function(_)))
    }

    fn instances_of(&self, is_one: impl Fn(&UnitItem) -> bool) -> Vec<Instance> {
        let mut origins = FxHashMap::default();
        let mut all: Vec<&UnitItem> =
            self.order.iter().filter_map(|symbol| self.items.get(symbol)).filter(|item| is_one(item)).collect();
        all.sort_by_key(|item| item.chunk);
        all.into_iter().map(|item| self.instance(item, &mut origins)).collect()
    }
}

fn is_interface<L: Rules>(item: &UnitItem) -> bool {
    match &*item.analysed.item {
        Item::Function(_) => false,
        Item::Block(_) => true,
        Item::Global(global) => L::is_interface(global),
    }
}

/// `A::b`.
pub fn qualified(path: Atom, name: Atom) -> Atom {
    if path.is_empty() {
        return name;
    }
    Atom::from(&format!("{path}::{name}"))
}
