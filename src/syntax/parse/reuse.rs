//! Reuses the trees of functions that an earlier unit contains too: the units of a shader differ only in their defines.

use rustc_hash::FxHashMap;
use ustr::Ustr;

use super::{MAX_PROBLEMS, NO_CLOSER, Parser};
use crate::model::{Preprocessed, TokenKind};
use crate::syntax::grammar::Grammar;
use crate::syntax::tree::{Kind, Node, NodeId, Tree};

/// The functions of the units that were parsed with it, all of one language.
#[derive(Default)]
pub struct KnownFunctions {
    /// By the first tokens.
    all: FxHashMap<[Ustr; HEAD], Vec<Function>>,
    /// Number of functions whose trees were reused.
    pub reused: usize,
}

/// Number of first tokens by which functions are looked up: it distinguishes most of them.
const HEAD: usize = 6;

/// The tree of a function, and everything it depends on.
struct Function {
    code: Vec<Spelled>,
    /// Names that were looked up, and whether they were types.
    looked_up: Vec<(Ustr, bool)>,
    /// The last is the function; places count from its first token and node.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Spelled {
    text: Ustr,
    kind: TokenKind,
    /// Where its bracket closes, counted from the function's first.
    closer: u32,
}

/// The same tree as [`super::parse`], in less time if functions of the unit are known.
pub fn parse_with_reuse(grammar: &'static Grammar, unit: &Preprocessed, known: &mut KnownFunctions) -> Tree {
    let mut parser = Parser::new(grammar, &unit.tokens, &|_| false);
    parser.unit_with(|parser| parser.known_function(known).unwrap_or_else(|| parser.new_item(known)));
    parser.tree
}

impl Parser<'_> {
    fn head(&self, at: usize) -> Option<[Ustr; HEAD]> {
        let code = self.code.get(at..at + HEAD)?;
        Some(std::array::from_fn(|index| code[index].text))
    }

    fn spelled(&self, start: usize, at: usize) -> Spelled {
        let code = &self.code[at];
        let closer = if code.closer == NO_CLOSER { NO_CLOSER } else { code.closer.wrapping_sub(start as u32) };
        Spelled { text: code.text, kind: code.kind, closer }
    }

    /// Whether no directive stands right before these tokens or between them: then places in their tree follow from the
    /// first token's.
    fn is_whole(&self, start: usize, end: usize) -> bool {
        let from = start.checked_sub(1).map_or(0, |before| self.token(before) + 1);
        from == self.token(start) && (self.token(end - 1) - from) as usize == end - 1 - start
    }

    fn known_function(&mut self, known: &mut KnownFunctions) -> Option<NodeId> {
        let start = self.at;
        let found = known.all.get(&self.head(start)?)?.iter().find(|function| {
            let end = start + function.code.len();
            end <= self.code.len()
                && (start..end).zip(&function.code).all(|(at, code)| self.spelled(start, at) == *code)
                && self.is_whole(start, end)
                && function.looked_up.iter().all(|(name, answer)| self.types.contains(name) == *answer)
        })?;
        self.at = start + found.code.len();
        known.reused += 1;
        Some(self.tree.append(&found.nodes, self.token(start)))
    }

    fn new_item(&mut self, known: &mut KnownFunctions) -> NodeId {
        let (start, first_node, declarations) = (self.at, self.tree.len(), self.types.declarations);
        let problems = self.tree.problems.len();
        let item = self.item();
        // It ends with its body, so nothing was looked at behind it.
        let ends = self.code.get(self.at - 1).is_some_and(|code| code.text == "}");
        if self.tree.kind(item) != Kind::Function
            || !ends
            || !self.is_whole(start, self.at)
            // Elsewhere the name may be no type before it.
            || self.types.declarations != declarations
            || self.tree.too_deep.is_some()
            || self.tree.problems.len() > problems
            // No further problem would be noted.
            || problems >= MAX_PROBLEMS
        {
            return item;
        }
        if let Some(head) = self.head(start) {
            known.all.entry(head).or_default().push(Function {
                code: (start..self.at).map(|at| self.spelled(start, at)).collect(),
                looked_up: self.looked_up.borrow().clone(),
                nodes: self.tree.part(first_node, self.token(start)),
            });
        }
        item
    }
}
