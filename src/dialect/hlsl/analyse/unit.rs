//! One variant: its chunks in order, the names they declare, and what the entry point reaches.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use ustr::Ustr;

use super::Version;
use super::analyser::Analyser;
use super::entity::{Decl, Entity, Signature, Template};
use super::memo::{Analysed, Consulted, Context, Made};
use super::report::{Place, diagnostic};
use super::session::Session;
use super::syntax::{Stream, StreamPart, Syntax, cut};
use super::templates::{InstanceArguments, instantiate};
use crate::diag::{Diagnostic, Span};
use crate::ir::{Dim, Instance, Item, Order, Resource, Storage, Symbol, Type};
use crate::model::{Digest, PpToken, Preprocessed, TokenKind};

/// What nobody declared in the unit.
pub const BUILTIN: u32 = u32::MAX;

/// An instance of a template.
#[derive(Clone, Debug)]
pub enum Instantiated {
    /// Its head is being read.
    Begun,
    Function(Arc<Signature>),
    Type(Type),
    Failed,
    /// Instances are made while instances are made, too often.
    TooDeep,
}

/// An item of the unit and where it stands.
#[derive(Clone, Debug)]
pub struct Placed {
    pub made: Made,
    pub chunk: u32,
}

pub struct Unit<'s> {
    pub session: &'s Session,
    pub version: Version,
    source: &'s Preprocessed,
    stream: Stream,
    /// Tokens of each chunk, as a range of the stream.
    chunks: Vec<(u32, u32)>,
    names: FxHashMap<Ustr, Vec<Decl>>,
    types: FxHashMap<Ustr, ()>,
    pub instances: FxHashMap<Symbol, Instantiated>,
    pub nested_instances: u32,
    pub instance_arguments: InstanceArguments,
    items: FxHashMap<Symbol, Placed>,
    /// In the order of the declarations.
    order: Vec<Symbol>,
    pub diagnostics: Vec<Diagnostic>,
    pub heads_only: bool,
    /// Names that stand for nothing: branches of a whole unit.
    pub without: FxHashSet<Ustr>,
}

impl<'s> Unit<'s> {
    pub fn new(session: &'s Session, version: Version, source: &'s Preprocessed, stream: Stream) -> Unit<'s> {
        Unit {
            session,
            version,
            source,
            stream,
            chunks: Vec::new(),
            names: FxHashMap::default(),
            types: FxHashMap::default(),
            instances: FxHashMap::default(),
            nested_instances: 0,
            instance_arguments: InstanceArguments::default(),
            items: FxHashMap::default(),
            order: Vec::new(),
            diagnostics: Vec::new(),
            heads_only: false,
            without: FxHashSet::default(),
        }
    }

    /// DX9: `sampler s; ... tex2D(s, uv)` makes `s` a texture of two dimensions.
    fn old_samplers(&mut self) {
        let mut found: Vec<(Ustr, Dim)> = Vec::new();
        for words in self.stream.tokens.windows(3) {
            let Some(rest) = words[0].token.text.strip_prefix("tex") else { continue };
            let dim = match rest.as_bytes() {
                [b'1', b'D', ..] => Dim::D1,
                [b'2', b'D', ..] => Dim::D2,
                [b'3', b'D', ..] => Dim::D3,
                [b'C', b'U', b'B', b'E', ..] => Dim::Cube,
                _ => continue,
            };
            if words[1].token.text.as_str() == "(" && words[2].token.kind == TokenKind::Ident {
                found.push((words[2].token.text, dim));
            }
        }
        for (name, dim) in found {
            let name = Ustr::from(&format!("sampler {name}"));
            if !self.names.contains_key(&name) {
                let entity = Entity::Alias(Type::Resource(Resource::SampledTexture { dim }));
                let meaning = Digest([dim as u8; 32]);
                self.declare(name, Decl { entity, meaning, chunk: BUILTIN, token: 0 });
            }
        }
    }

    /// Analyses every chunk.
    pub fn run(&mut self) {
        self.old_samplers();
        let parts = cut(&self.stream.tokens);
        let mut namespaces: Vec<Ustr> = Vec::new();
        let mut order = Order::ColumnMajor;
        for part in parts {
            let namespace = namespaces.last().copied().unwrap_or_default();
            match part {
                StreamPart::Pack(to) => order = to,
                StreamPart::Enter { first, last } => {
                    let mut path = namespace;
                    for at in first..last {
                        let text = self.stream.tokens[at as usize].token.text;
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
                StreamPart::Chunk { first, last } => {
                    let chunk = self.chunks.len() as u32;
                    self.chunks.push((first, last));
                    let tokens = &self.stream.tokens[first as usize..last as usize];
                    let syntax = self.session.syntax(tokens, &self.types);
                    for name in &syntax.declares_types {
                        self.types.insert(*name, ());
                    }
                    // No resource depends on a function.
                    if self.heads_only && syntax.only_functions {
                        continue;
                    }
                    let context = Context {
                        namespace,
                        order,
                        version: self.version,
                        template: None,
                        heads_only: self.heads_only && syntax.has_functions,
                        without: self.without_in(first, last),
                    };
                    self.analyse(&syntax, context, chunk);
                }
            }
        }
    }

    /// The names that stand for nothing, as far as they are among these tokens.
    fn without_in(&self, first: u32, last: u32) -> Vec<Ustr> {
        if self.without.is_empty() {
            return Vec::new();
        }
        let tokens = self.stream.tokens[first as usize..last as usize].iter().map(|token| token.token.text);
        let mut found: Vec<Ustr> = tokens.filter(|text| self.without.contains(text)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn declare_namespace(&mut self, path: Ustr) {
        let known = self.names.entry(path).or_default();
        if !known.iter().any(|decl| matches!(decl.entity, Entity::Namespace)) {
            let meaning = Digest([0; 32]);
            known.push(Decl { entity: Entity::Namespace, meaning, chunk: BUILTIN, token: 0 });
        }
    }

    /// What a chunk means; from the memory of the session where that is possible.
    fn analyse(&mut self, syntax: &Arc<Syntax>, context: Context, chunk: u32) {
        self.analyse_with(syntax, context, chunk, |analyser| analyser.items());
    }

    /// As `run` finds out. Whether nothing was wrong.
    pub fn analyse_with(
        &mut self,
        syntax: &Arc<Syntax>,
        context: Context,
        chunk: u32,
        run: impl FnOnce(&mut Analyser<'_, 's>),
    ) -> bool {
        let known = syntax.memo.find(|known| {
            known.context == context && known.consulted.iter().all(|consulted| self.still_means(consulted, chunk))
        });
        self.session.count_analysed(known.is_some());
        if let Some(known) = known {
            self.take(&known, chunk, true);
            return true;
        }
        let mut analyser = Analyser::new(self, syntax, context, chunk);
        run(&mut analyser);
        let (found, failed) = analyser.finish();
        self.take(&found, chunk, false);
        if !failed {
            syntax.memo.insert(&Arc::new(found));
        }
        !failed
    }

    /// Where a template stands in this unit.
    pub fn chunk_of(&self, template: &Template) -> u32 {
        let decls = self.names.get(&template.name).into_iter().flatten();
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

    fn still_means(&self, consulted: &Consulted, chunk: u32) -> bool {
        let decls = self.visible(consulted.name, chunk, consulted.before);
        decls.map(|decl| decl.meaning).eq(consulted.meanings.iter().copied())
    }

    /// Makes what has been found part of the unit.
    fn take(&mut self, found: &Analysed, chunk: u32, known: bool) {
        if known {
            for declared in &found.declares {
                let decl =
                    Decl { entity: declared.entity.clone(), meaning: declared.meaning, chunk, token: declared.token };
                self.declare(declared.name, decl);
            }
            for (template, arguments) in &found.instances {
                // Has succeeded before.
                instantiate(self, template, arguments);
            }
        }
        for made in &found.items {
            match self.items.get(&made.symbol) {
                Some(first) if first.chunk != chunk => self.defined_twice(made, first.chunk, chunk),
                Some(_) => {}
                None => {
                    self.order.push(made.symbol);
                    self.items.insert(made.symbol, Placed { made: made.clone(), chunk });
                }
            }
        }
        for told in &found.told {
            let diagnostic = diagnostic(told, self.source, chunk, |place| self.token_at(place));
            self.diagnostics.push(diagnostic);
        }
    }

    /// A second body of a function; what else is declared twice has been told where it is declared.
    fn defined_twice(&mut self, made: &Made, first: u32, second: u32) {
        let Item::Function(function) = &*made.item else { return };
        let text = format!("`{}` is defined twice", made.symbol.0);
        let mut diagnostic = Diagnostic::error("hlsl/redefinition", text);
        if let Some(token) = self.token_at(Place { chunk: second, token: function.at.0 }) {
            diagnostic = self.source.blame(diagnostic, token);
        }
        let before = self.items.get(&made.symbol).map_or(0, |placed| match &*placed.made.item {
            Item::Function(function) => function.at.0,
            _ => 0,
        });
        if let Some(span) = self.span(Place { chunk: first, token: before }) {
            diagnostic = diagnostic.label(span, "first defined here");
        }
        self.diagnostics.push(diagnostic);
    }

    pub fn declare(&mut self, name: Ustr, decl: Decl) {
        self.names.entry(name).or_default().push(decl);
    }

    /// The declarations of a qualified name that count in a chunk.
    pub fn visible(&self, name: Ustr, chunk: u32, before: bool) -> impl Iterator<Item = &Decl> {
        self.names
            .get(&name)
            .into_iter()
            .flatten()
            .filter(move |decl| decl.chunk != chunk && (!before || decl.chunk < chunk || decl.chunk == BUILTIN))
    }

    /// As [`Unit::visible`], with those of the chunk itself.
    pub fn named(&self, name: Ustr, chunk: u32, before: bool) -> Vec<Decl> {
        let Some(all) = self.names.get(&name) else { return Vec::new() };
        let counts = |decl: &&Decl| !before || decl.chunk <= chunk || decl.chunk == BUILTIN;
        all.iter().filter(counts).cloned().collect()
    }

    /// Every name that starts with this qualification, without it; for suggestions. Sorted.
    pub fn known_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = self.names.keys().map(Ustr::as_str).collect();
        names.sort_unstable();
        names
    }

    pub fn token_at(&self, place: Place) -> Option<&PpToken> {
        let (first, last) = *self.chunks.get(place.chunk as usize)?;
        let at = (first + place.token).min(last.saturating_sub(1));
        self.stream.tokens.get(at as usize)
    }

    pub fn span(&self, place: Place) -> Option<Span> {
        self.token_at(place).map(|token| self.source.place(token).0)
    }

    pub fn has_item(&self, symbol: Symbol) -> bool {
        self.items.contains_key(&symbol)
    }

    pub fn place_of_item(&self, symbol: Symbol) -> Option<u32> {
        self.items.get(&symbol).map(|placed| placed.chunk)
    }

    pub fn item(&self, symbol: Symbol) -> Option<&Placed> {
        self.items.get(&symbol)
    }

    /// The item with its tokens in the unit.
    fn instance(&self, placed: &Placed, origins: &mut FxHashMap<u32, Arc<[u32]>>) -> Instance {
        let tokens = origins.entry(placed.chunk).or_insert_with(|| {
            let (first, last) = self.chunks[placed.chunk as usize];
            self.stream.origin[first as usize..last as usize].into()
        });
        Instance { item: Arc::clone(&placed.made.item), tokens: Arc::clone(tokens), digest: placed.made.digest }
    }

    /// What these symbols reach, with themselves. `missing` is told of what is used and has no definition.
    pub fn reach(&self, from: Vec<Symbol>, mut missing: impl FnMut(Symbol, &Placed)) -> BTreeMap<Symbol, Instance> {
        let mut origins = FxHashMap::default();
        let mut reached = BTreeMap::new();
        let mut seen: FxHashSet<Symbol> = from.iter().copied().collect();
        let mut open = from;
        while let Some(symbol) = open.pop() {
            let Some(placed) = self.items.get(&symbol) else { continue };
            reached.insert(symbol, self.instance(placed, &mut origins));
            for used in placed.made.uses.iter() {
                if !self.items.contains_key(used) {
                    missing(*used, placed);
                }
                if seen.insert(*used) {
                    open.push(*used);
                }
            }
        }
        reached
    }

    /// Resources, blocks and loose uniforms, in order.
    pub fn interface(&self) -> Vec<Instance> {
        let mut origins = FxHashMap::default();
        let mut all: Vec<&Placed> = self
            .order
            .iter()
            .filter_map(|symbol| self.items.get(symbol))
            .filter(|placed| is_interface(placed))
            .collect();
        all.sort_by_key(|placed| placed.chunk);
        all.into_iter().map(|placed| self.instance(placed, &mut origins)).collect()
    }
}

fn is_interface(placed: &Placed) -> bool {
    match &*placed.made.item {
        Item::Function(_) => false,
        Item::Block(_) => true,
        Item::Global(global) => matches!(global.storage, Storage::Resource(_) | Storage::Uniform { .. }),
    }
}

/// `A::b`.
pub fn qualified(path: Ustr, name: Ustr) -> Ustr {
    if path.is_empty() {
        return name;
    }
    Ustr::from(&format!("{path}::{name}"))
}
