//! The analysis of one chunk: the names it has looked up, its diagnostics, and its items so far.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::chunks::ChunkSyntax;
use super::constants::Constant;
use super::diagnostics::{ChunkDiagnostic, Failed, Result};
use super::entity::{Decl, Entity};
use super::memo::{AnalysedChunk, AnalysedItem, Context, Declaration, NameLookup};
use super::rules::Rules;
use super::scopes::Scope;
use super::structures::PendingStructure;
use super::templates::InstanceRequest;
use super::unit::Unit;
use super::uses;
use super::usings::Directive;
use crate::atom::Atom;
use crate::ir::{Item, Local, LocalId, Statement, Symbol, TokenIndex, Type};
use crate::model::Digest;
use crate::syntax::{Kind, NodeId, Tree};

/// Analyses one chunk of a unit. `L` is the language.
pub struct Analyser<'u, 's, L: Rules> {
    pub unit: &'u mut Unit<'s, L>,
    pub syntax: &'u Arc<ChunkSyntax<L>>,
    pub tree: &'u Tree,
    pub context: Context<L>,
    pub chunk: u32,
    pub diagnostics: Vec<ChunkDiagnostic>,
    pub failed: bool,
    lookups: Vec<NameLookup>,
    /// Of the context and `lookups`; made with the first digest.
    hasher: Option<blake3::Hasher>,
    /// How many of `lookups` are in it.
    hashed: usize,
    /// Of all tokens but the bodies of functions; made with the first digest that needs it.
    heads_digest: Option<Digest>,
    /// The names in `lookups`.
    looked_up: FxHashSet<(Atom, bool)>,
    declarations: Vec<Declaration<L>>,
    items: Vec<(Symbol, Item)>,
    /// The symbols of `items`.
    item_symbols: FxHashSet<Symbol>,
    pub instances: Vec<InstanceRequest<L>>,
    /// The function whose body is analysed.
    pub body: Option<Body<L>>,
    /// The structures in whose definitions the analysis is, outermost first.
    pub owners: Vec<Owner>,
    /// Structures inside of a structure that is not complete yet.
    pub pending: Vec<PendingStructure>,
    /// The name of the declaration whose type is a structure without a name.
    pub anonymous: Option<Atom>,
    /// Types of the functions around a local structure.
    pub enclosing: Vec<Scope<L>>,
    /// Statements that must stand before the one that is analysed.
    pub before: Vec<Statement>,
}

/// A structure while it is defined, and in the bodies of its methods.
#[derive(Clone, Debug)]
pub struct Owner {
    /// The qualified name.
    pub name: Atom,
    /// The type; it is known in the bodies of methods.
    pub ty: Option<Type>,
    pub bases: Vec<Type>,
}

/// The function whose body is analysed.
#[derive(Debug)]
pub struct Body<L: Rules> {
    pub symbol: Symbol,
    pub locals: Vec<Local>,
    pub scopes: Vec<Scope<L>>,
    /// The values of those locals that have a known one.
    pub constants: FxHashMap<LocalId, Constant>,
    /// What the values of constant locals depend on that is not known here: see `Analyser::unevaluated`.
    pub unevaluated: FxHashMap<LocalId, String>,
    pub result: Type,
    /// The structure, if the function is a method. Its value is local 0.
    pub this: Option<Type>,
    pub loops: u32,
    pub switches: u32,
}

/// The meaning of a local name.
#[derive(Clone, Debug)]
pub enum LocalMeaning<L: Rules> {
    Variable {
        id: LocalId,
        ty: Type,
        read_only: Option<&'static str>,
        constant: Option<Constant>,
    },
    Entity(Entity<L>),
    /// The declarations that `using A::f;` names.
    Using(Vec<Decl<L>>),
    /// `using namespace A;`, under a name that no code can spell.
    Directive(Directive),
    /// A name with a wrong declaration: its uses report nothing.
    Poison,
}

impl<'u, 's, L: Rules> Analyser<'u, 's, L> {
    pub fn new(
        unit: &'u mut Unit<'s, L>,
        syntax: &'u Arc<ChunkSyntax<L>>,
        context: Context<L>,
        chunk: u32,
    ) -> Analyser<'u, 's, L> {
        Analyser {
            unit,
            syntax,
            tree: &syntax.tree,
            context,
            chunk,
            diagnostics: Vec::new(),
            failed: false,
            lookups: Vec::new(),
            hasher: None,
            hashed: 0,
            heads_digest: None,
            looked_up: FxHashSet::default(),
            declarations: Vec::new(),
            items: Vec::new(),
            item_symbols: FxHashSet::default(),
            instances: Vec::new(),
            body: None,
            owners: Vec::new(),
            pending: Vec::new(),
            anonymous: None,
            enclosing: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Analyses the whole chunk.
    pub fn items(&mut self) {
        for item in self.tree.children(self.tree.root()) {
            // Errors have been reported.
            let _ = L::item(self, item);
        }
    }

    /// The meaning of the chunk, and whether there were errors.
    pub fn finish(mut self) -> (AnalysedChunk<L>, bool) {
        let mut hasher = self.hash_context();
        for text in &self.syntax.texts {
            hasher.update(text.as_bytes());
            hasher.update(b"\n");
        }
        let items = self
            .items
            .into_iter()
            .map(|(symbol, item)| {
                let digest = Digest(*hasher.clone().update(symbol.0.as_bytes()).finalize().as_bytes());
                let uses = uses::of(&item).into();
                AnalysedItem { symbol, item: Arc::new(item), digest, uses }
            })
            .collect();
        let found = AnalysedChunk {
            context: self.context,
            lookups: self.lookups,
            declarations: self.declarations,
            items,
            instances: self.instances,
            steps: 0,
            diagnostics: self.diagnostics,
        };
        (found, self.failed)
    }

    /// The hash of the context and of the names that have been looked up so far.
    fn hash_context(&mut self) -> blake3::Hasher {
        let context = &self.context;
        let hasher = self.hasher.get_or_insert_with(|| {
            let mut hasher = blake3::Hasher::new();
            hasher.update(format!("{} {context:?}\n", L::NAME).as_bytes());
            hasher
        });
        for lookup in &self.lookups[self.hashed..] {
            hasher.update(lookup.name.as_bytes());
            hasher.update(&[b'\n', u8::from(lookup.before)]);
            hasher.update(&lookup.meanings.0);
        }
        self.hashed = self.lookups.len();
        hasher.clone()
    }

    /// The digest of a declaration: of all tokens but the bodies of functions, and of the names that have been looked
    /// up so far.
    pub fn meaning(&mut self, name: &str) -> Digest {
        let heads = match self.heads_digest {
            Some(known) => known,
            None => self.heads_digest(),
        };
        self.heads_digest = Some(heads);
        let mut hasher = self.hash_context();
        hasher.update(&heads.0);
        hasher.update(name.as_bytes());
        Digest(*hasher.finalize().as_bytes())
    }

    /// The digest of all tokens but the bodies of functions.
    fn heads_digest(&self) -> Digest {
        let mut hasher = blake3::Hasher::new();
        let mut bodies: Vec<(u32, u32)> = Vec::new();
        for id in (0..self.tree.len() as u32).map(NodeId) {
            if self.tree.kind(id) == Kind::Function
                && let Some(block) = self.tree.child(id, Kind::Block)
            {
                bodies.push((self.tree.node(block).first, self.tree.node(block).last));
            }
        }
        bodies.sort_unstable();
        let mut bodies = bodies.into_iter().peekable();
        let mut at = 0u32;
        while (at as usize) < self.syntax.texts.len() {
            if let Some((first, last)) = bodies.peek().copied() {
                if first < at {
                    bodies.next();
                    continue;
                }
                if first == at && last > at {
                    at = last;
                    bodies.next();
                    hasher.update(b"{}\n");
                    continue;
                }
            }
            hasher.update(self.syntax.texts[at as usize].as_bytes());
            hasher.update(b"\n");
            at += 1;
        }
        Digest(*hasher.finalize().as_bytes())
    }

    /// The digest of a template: of all tokens, and of every name in them that is declared outside.
    pub fn full_meaning(&mut self, name: &str) -> Digest {
        let texts: Vec<Atom> = self.syntax.texts.to_vec();
        for text in &texts {
            if text.as_str().starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
                self.lookup_global(*text);
            }
        }
        let mut hasher = self.hash_context();
        for text in &texts {
            hasher.update(text.as_bytes());
            hasher.update(b"\n");
        }
        hasher.update(name.as_bytes());
        Digest(*hasher.finalize().as_bytes())
    }

    /// Declares a name of the unit. `name` is qualified.
    pub fn declare_global(&mut self, name: Atom, entity: Entity<L>, token: u32, meaning: Digest) {
        self.unit.declare(name, Decl { entity: entity.clone(), meaning, chunk: self.chunk, token });
        self.declarations.push(Declaration { name, entity, meaning, token });
    }

    /// Adds an item to the program.
    pub fn add_item(&mut self, symbol: Symbol, item: Item) {
        self.item_symbols.insert(symbol);
        self.items.push((symbol, item));
    }

    pub fn has_item(&self, symbol: Symbol) -> bool {
        self.item_symbols.contains(&symbol)
    }

    /// The declarations of a qualified name. `before`: only earlier declarations count.
    pub fn consult(&mut self, name: Atom, before: bool) -> Vec<Decl<L>> {
        // The template determines the members of its instance, and the template has been looked up.
        if !name.as_str().contains('<') && self.looked_up.insert((name, before)) {
            let meanings = self.unit.meanings(name, self.chunk, before);
            self.lookups.push(NameLookup { name, before, meanings });
        }
        self.unit.named(name, self.chunk, before)
    }

    // Tokens and nodes.

    pub fn text(&self, token: u32) -> &'static str {
        self.syntax.text(token)
    }

    pub fn atom(&self, token: u32) -> Atom {
        self.syntax.atom(token)
    }

    /// An item of this chunk, or of one before it.
    pub fn item_of(&self, symbol: Symbol) -> Option<&Item> {
        let own = self.items.iter().find(|(known, _)| *known == symbol).map(|(_, item)| item);
        own.or_else(|| self.unit.item(symbol).map(|item| &*item.analysed.item))
    }

    pub fn first(&self, node: NodeId) -> u32 {
        self.tree.node(node).first
    }

    pub fn last(&self, node: NodeId) -> u32 {
        self.tree.node(node).last.saturating_sub(1)
    }

    pub fn at(&self, node: NodeId) -> TokenIndex {
        TokenIndex(self.first(node))
    }

    pub fn kind(&self, node: NodeId) -> Kind {
        self.tree.kind(node)
    }

    pub fn operands(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.operands(node).collect()
    }

    pub fn children_of(&self, node: NodeId, kind: Kind) -> Vec<NodeId> {
        self.tree.children(node).filter(|child| self.tree.kind(*child) == kind).collect()
    }

    /// Whether a `;` is missing before `at`: an expression can end there, and the rest looks like a statement of its
    /// own.
    fn lacks_semicolon(&self, first: u32, at: u32, last: u32) -> bool {
        let is_word = |text: &str| text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let text = |token: u32| self.syntax.texts.get(token as usize).map_or("", |text| text.as_str());
        let ends = at > first && (is_word(text(at - 1)) || matches!(text(at - 1), ")" | "]"));
        ends && is_word(text(at)) && text(last) == ";"
    }

    /// What may stand at a token of a node.
    fn expected_at(&self, node: NodeId, at: u32) -> &'static str {
        let before = at.checked_sub(1).map_or("", |before| self.text(before));
        let begins = matches!(before, "" | ";" | "{" | "}" | ")" | "]" | ":") || at == self.tree.node(node).first;
        match self.kind(node) {
            _ if self.body.is_some() && !begins => "an operator or `;`",
            Kind::Type | Kind::Base => "a type",
            Kind::Function | Kind::Parameters => "a function",
            Kind::Template | Kind::Instantiation => "a template",
            Kind::TemplateArguments => "a list of template arguments",
            Kind::Attribute => "an attribute",
            Kind::Declaration | Kind::Declarator | Kind::Typedef | Kind::Name | Kind::Extent | Kind::Annotation => {
                "a declaration"
            }
            kind if kind.is_value() => "an expression",
            _ if self.body.is_some() => "a statement",
            Kind::Struct | Kind::Buffer => "a member",
            _ if !self.owners.is_empty() => "a member",
            _ => "a declaration",
        }
    }

    /// Reports a construct that the parser did not understand.
    pub fn not_understood<T>(&mut self, node: NodeId) -> Result<T> {
        let (first, last) = (self.tree.node(node).first, self.tree.node(node).last);
        // The first token of an opaque child is the place of the error.
        let mut at = first;
        for child in self.tree.children(node) {
            if self.kind(child) == Kind::Opaque && self.tree.node(child).last > self.first(child) {
                at = self.first(child);
            }
        }
        let code = "syntax";
        if first >= last {
            let here = first.min(self.syntax.texts.len().saturating_sub(1) as u32);
            let text = self.text(here);
            self.error(code, here, format!("expected an expression before `{text}`"));
        } else if self.lacks_semicolon(first, at, last) {
            let (before, text) = (self.text(at - 1), self.text(at));
            self.error(code, at - 1, format!("expected `;` after `{before}`, found `{text}`"));
        } else {
            let text = self.text(at);
            let expected = self.expected_at(node, at);
            self.error(code, at, format!("`{text}` is not understood here, where {expected} is expected"));
        }
        Err(Failed)
    }

    // Scopes.

    pub fn body(&mut self) -> &mut Body<L> {
        self.body.get_or_insert_with(|| Body {
            symbol: Symbol(Atom::from("")),
            locals: Vec::new(),
            scopes: vec![Scope::default()],
            constants: FxHashMap::default(),
            unevaluated: FxHashMap::default(),
            result: Type::Void,
            this: None,
            loops: 0,
            switches: 0,
        })
    }

    pub fn scoped<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.body().scopes.push(Scope::default());
        let result = run(self);
        self.body().scopes.pop();
        result
    }

    pub fn declare_local(&mut self, name: Atom, meaning: LocalMeaning<L>) {
        let body = self.body();
        if let LocalMeaning::Variable { id, constant: Some(constant), .. } = &meaning {
            body.constants.insert(*id, constant.clone());
        }
        if let Some(scope) = body.scopes.last_mut() {
            scope.declare(name, meaning);
        }
    }

    /// A new local without a name in any scope.
    pub fn new_local(&mut self, name: Atom, ty: Type, is_static: bool, at: TokenIndex) -> LocalId {
        let body = self.body();
        body.locals.push(Local { name, ty, is_static, at });
        LocalId(body.locals.len() as u32 - 1)
    }
}
