//! Recursive descent without backtracking: bounded lookahead decides which construct begins at a token.
//!
//! **In**: preprocessed tokens and their [`Grammar`].
//! **Out**: the [`Tree`]; every sequence of tokens has one.
//! **Never**: backtracks, or resolves a name.

mod declarations;
mod expressions;
mod items;
mod lookahead;
mod reuse;
mod statements;

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use super::brackets::{BRACE, bracket_class};
use super::grammar::Grammar;
use super::problems::{Expected, SyntaxProblem};
use super::tree::{Kind, NodeId, Tree};
use crate::atom::Atom;
use crate::model::{PpToken, Preprocessed, RunId, TextRun, TokenFlags, TokenKind, TokenSequence};

pub use reuse::{KnownFunctions, UnitFunction, parse_with_reuse};

/// The tree of a unit.
pub fn parse(grammar: &'static Grammar, unit: &Preprocessed) -> Tree {
    let mut parser = Parser::of_unit(grammar, unit, Vec::new());
    parser.unit();
    parser.tree
}

/// The tree of some items of a unit, and what it depends on in earlier items.
pub struct ParsedItems {
    pub tree: Tree,
    /// Names that were looked up, and whether earlier items declare them as types.
    pub asked: Vec<(Atom, bool)>,
    /// Names of types that these items declare.
    pub declares: Vec<Atom>,
}

/// The tree of whole items; `is_type` knows the types that the items before them declare.
pub fn parse_part(grammar: &'static Grammar, tokens: &[PpToken], is_type: &dyn Fn(Atom) -> bool) -> ParsedItems {
    let mut parser = Parser::new(grammar, tokens, is_type, Vec::new());
    parser.unit();
    let Parser { tree, asked, types, .. } = parser;
    ParsedItems { tree, asked: asked.into_inner(), declares: types.in_order }
}

/// A token that is not part of a directive.
#[derive(Clone, Copy)]
struct Code {
    text: Atom,
    kind: TokenKind,
    /// Index into `Preprocessed::tokens`.
    token: u32,
    /// For an opening bracket, how far behind it the one is that closes it.
    closer: u32,
}

const NO_CLOSER: u32 = u32::MAX;

/// In the place of a closer: the code token stands for a whole [`RunPlace`].
const IS_RUN: u32 = u32::MAX - 1;

/// A run of tokens that consists of known items, as one code token.
struct RunPlace {
    /// Index of the code token.
    code: usize,
    /// The end of its tokens.
    last: u32,
    id: RunId,
    /// Its first token.
    text: Atom,
}

/// Upper bound of nested blocks, brackets and operators; deeper ones are opaque. Each level takes stack.
const MAX_DEPTH: u32 = 200;

/// What follows an expression that no bracket encloses.
const STATEMENT_END: Expected = Expected::Token(";");

/// Upper bound of the problems of a tree.
const MAX_PROBLEMS: usize = 50;

/// Names of structures, typedefs, enums and template parameters so far.
#[derive(Default)]
struct Types {
    all: FxHashSet<Atom>,
    in_order: Vec<Atom>,
    /// All declarations in order, also those of names that were known.
    log: Vec<Atom>,
    /// Those of the item that is being read.
    in_item: FxHashSet<Atom>,
}

impl Types {
    fn insert(&mut self, name: Atom) {
        self.log.push(name);
        self.in_item.insert(name);
        if self.all.insert(name) {
            self.in_order.push(name);
        }
    }

    fn contains(&self, name: &Atom) -> bool {
        self.all.contains(name)
    }
}

struct Parser<'a> {
    grammar: &'static Grammar,
    code: Vec<Code>,
    /// Those among the code tokens, in order.
    runs: Vec<RunPlace>,
    at: usize,
    depth: u32,
    tree: Tree,
    types: Types,
    /// Whether something before these tokens declares a type of this name.
    is_type: &'a dyn Fn(Atom) -> bool,
    asked: RefCell<Vec<(Atom, bool)>>,
    /// The names that were looked up since an item's beginning before the item declares them, and whether they were declared.
    looked_up: RefCell<Vec<(Atom, bool)>>,
    /// Number of tokens of the unit.
    end: u32,
    /// What can follow an expression here.
    follows: Expected,
}

impl<'a> Parser<'a> {
    /// See [`Parser::new`].
    fn of_unit(grammar: &'static Grammar, unit: &Preprocessed, known: Vec<(TextRun, usize)>) -> Parser<'a> {
        match unit.tokens.in_one_part() {
            Some(slice) => Parser::new(grammar, slice, &|_| false, known),
            None => Parser::new(grammar, &unit.tokens, &|_| false, known),
        }
    }

    /// `known`: runs of known items, in order, each with about how many nodes it has. Those inside of brackets are read token by token.
    fn new(
        grammar: &'static Grammar,
        tokens: &(impl TokenSequence + ?Sized),
        is_type: &'a dyn Fn(Atom) -> bool,
        known: Vec<(TextRun, usize)>,
    ) -> Parser<'a> {
        let in_runs: u32 = known.iter().map(|(run, _)| run.last - run.first).sum();
        let mut code: Vec<Code> = Vec::with_capacity(tokens.count() - in_runs as usize + known.len());
        let mut nodes = 0;
        let mut known = known.into_iter().peekable();
        let mut runs = Vec::with_capacity(known.len());
        // A closing bracket of another kind ends what is open up to its partner, so that a missing `)` costs a block
        // only.
        let mut open: Vec<(u8, u32)> = Vec::new();
        let mut counts = [0usize; 3];
        let mut next = 0u32;
        while let Some(PpToken { token, .. }) = tokens.token(next as usize) {
            let index = next;
            next += 1;
            let at = code.len() as u32;
            if let Some((run, in_run)) = known.next_if(|(run, _)| run.first == index)
                && open.is_empty()
            {
                let (text, kind) = (Atom::default(), TokenKind::Other);
                code.push(Code { text, kind, token: index, closer: IS_RUN });
                next = run.last;
                nodes += in_run;
                runs.push(RunPlace { code: at as usize, last: run.last, id: run.id, text: token.text });
                continue;
            }
            if token.flags.has(TokenFlags::DIRECTIVE) {
                continue;
            }
            code.push(Code { text: token.text, kind: token.kind, token: index, closer: NO_CLOSER });
            if token.kind != TokenKind::Punct {
                continue;
            }
            let Some((class, opens)) = bracket_class(&token.text) else { continue };
            if opens {
                open.push((class, at));
                counts[usize::from(class)] += 1;
            } else if class == BRACE || open.last().is_some_and(|(top, _)| *top == class) {
                while counts[usize::from(class)] > 0 {
                    let Some((top, from)) = open.pop() else { break };
                    counts[usize::from(top)] -= 1;
                    if top == class {
                        code[from as usize].closer = at - from;
                        break;
                    }
                }
            }
        }
        let tree = Tree::new(code.len() + nodes);
        Parser {
            grammar,
            code,
            runs,
            at: 0,
            depth: 0,
            tree,
            types: Types::default(),
            is_type,
            asked: RefCell::default(),
            looked_up: RefCell::default(),
            end: tokens.count() as u32,
            follows: STATEMENT_END,
        }
    }

    fn unit(&mut self) {
        let mut items = Vec::new();
        while !self.done() {
            self.begin_item();
            items.push(self.unmatched_brace().unwrap_or_else(|| self.item()));
        }
        self.end_unit(&items);
    }

    /// A `}` that closes nothing; the compiler reports it.
    fn unmatched_brace(&mut self) -> Option<NodeId> {
        let start = self.at;
        self.take("}").then(|| self.node(Kind::Opaque, start, &[]))
    }

    /// Forgets what the item before asked for and declared.
    fn begin_item(&mut self) {
        self.looked_up.borrow_mut().clear();
        self.types.in_item.clear();
    }

    fn end_unit(&mut self, items: &[NodeId]) {
        let root = self.tree.add(Kind::Unit, 0, self.end, items);
        self.tree.set_root(root);
    }

    fn done(&self) -> bool {
        self.at >= self.code.len()
    }

    fn text_at(&self, at: usize) -> &'static str {
        self.code.get(at).map_or("", |code| code.text.as_str())
    }

    fn text(&self) -> &'static str {
        self.text_at(self.at)
    }

    fn is_ident(&self, at: usize) -> bool {
        self.code.get(at).is_some_and(|code| code.kind == TokenKind::Ident)
    }

    /// Takes a token of this spelling.
    fn take(&mut self, text: &str) -> bool {
        let found = !self.done() && self.text() == text;
        self.at += usize::from(found);
        found
    }

    /// The token after the bracket that closes the one at `at`.
    fn after_group(&self, at: usize) -> Option<usize> {
        self.code.get(at).filter(|code| code.closer < IS_RUN).map(|code| at + code.closer as usize + 1)
    }

    /// Index into the unit's tokens of the code token at `at`.
    fn token(&self, at: usize) -> u32 {
        self.code.get(at).map_or(self.end, |code| code.token)
    }

    /// The end of the code token before `at`, as an index into the unit's tokens.
    fn end_before(&self, at: usize) -> u32 {
        match at.checked_sub(1).and_then(|before| Some((before, self.code.get(before)?))) {
            None => 0,
            Some((_, code)) if code.closer != IS_RUN => code.token + 1,
            Some((before, _)) => {
                let place = self.runs.partition_point(|place| place.code < before);
                self.runs.get(place).map_or(self.end, |place| place.last)
            }
        }
    }

    /// A node over the code tokens from `start` up to the current one.
    fn node(&mut self, kind: Kind, start: usize, children: &[NodeId]) -> NodeId {
        let (first, last) = if self.at > start {
            (self.token(start), self.end_before(self.at))
        } else {
            // Behind the token before, so that no directive lies between the parent's end and it.
            let place = self.end_before(start);
            (place, place)
        };
        // An empty first child may stand before a directive line.
        let first = children.first().map_or(first, |child| first.min(self.tree.node(*child).first));
        self.tree.add(kind, first, last, children)
    }

    fn empty(&mut self) -> NodeId {
        self.node(Kind::Empty, self.at, &[])
    }

    /// From the start of a node that has been begun by `first`.
    fn enclose(&mut self, kind: Kind, first: NodeId, children: &[NodeId]) -> NodeId {
        let first = self.tree.node(first).first;
        let last = if self.at == 0 { first } else { self.end_before(self.at) };
        self.tree.add(kind, first, last, children)
    }

    /// Notes that something else was expected at the code token `at`.
    fn expected(&mut self, at: usize, expected: Expected) {
        if self.tree.problems.len() < MAX_PROBLEMS {
            let at = self.token(at);
            self.tree.problems.push(SyntaxProblem { at, expected });
        }
    }

    /// An expression, or several, that something else than `;` follows.
    fn followed_by<T>(&mut self, follows: Expected, parse: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.follows, follows);
        let parsed = parse(self);
        self.follows = outer;
        parsed
    }

    /// What stands up to a closing bracket, behind which `after` is, and takes the bracket.
    fn until_bracket<T>(&mut self, after: usize, closing: &'static str, parse: impl FnOnce(&mut Self) -> T) -> T {
        let problems = self.tree.problems.len();
        let parsed = self.followed_by(Expected::Token(closing), parse);
        // An expression also ends at a `;`, as in `(a; b)`.
        if self.at + 1 < after && self.tree.problems.len() == problems && self.tree.too_deep.is_none() {
            self.expected(self.at, Expected::Token(closing));
        }
        self.at = after;
        parsed
    }

    /// Takes a token of this spelling, which has to be here.
    fn require(&mut self, text: &'static str) -> bool {
        let found = self.take(text);
        if !found {
            self.expected(self.at, Expected::Token(text));
        }
        found
    }

    fn too_deep(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            let token = self.token(self.at);
            self.tree.too_deep.get_or_insert(token);
            return true;
        }
        false
    }

    /// Skips to behind the next `;`, or before the `}` that ends the block, over whole brackets.
    fn skip_statement(&mut self) {
        while !self.done() {
            match self.text() {
                ";" => {
                    self.at += 1;
                    return;
                }
                "}" => return,
                "{" => {
                    self.skip_group();
                    return;
                }
                _ => self.skip_group(),
            }
        }
    }

    /// Skips one token, or a whole bracket.
    fn skip_group(&mut self) {
        self.at = self.after_group(self.at).unwrap_or(self.at + 1);
    }

    /// Skips to the first of `ends` (not taken) outside of brackets, a closing bracket, `;` or the end.
    fn skip_until(&mut self, ends: &[&str]) {
        while !self.done() {
            let text = self.text();
            if ends.contains(&text) || matches!(text, ";" | ")" | "]" | "}") {
                return;
            }
            self.skip_group();
        }
    }

    /// An opaque node up to one of `ends`; `None` where that is right here.
    fn opaque_until(&mut self, ends: &[&str]) -> Option<NodeId> {
        let start = self.at;
        self.skip_until(ends);
        (self.at > start).then(|| self.node(Kind::Opaque, start, &[]))
    }
}
