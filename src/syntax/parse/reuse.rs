//! Reuses the trees of functions that an earlier unit contains too: the units of a shader differ only in their defines.

use rustc_hash::FxHashMap;
use ustr::Ustr;

use super::{Code, MAX_PROBLEMS, Parser};
use crate::model::{Preprocessed, TokenKind};
use crate::syntax::grammar::Grammar;
use crate::syntax::tree::{Kind, Node, NodeId, Tree};

/// The functions of the units that were parsed with it, all of one language.
#[derive(Debug, Default)]
pub struct KnownFunctions {
    all: Vec<Function>,
    /// Their numbers, by the first tokens.
    by_head: FxHashMap<[Ustr; HEAD], Vec<u32>>,
    /// Those among the items of the last unit, in order.
    in_unit: Vec<UnitFunction>,
    /// Number of functions whose trees were reused.
    pub reused: usize,
    /// Of all functions.
    tokens: usize,
}

/// A function of a unit that can be met again in other units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitFunction {
    /// Its nodes are those from this to `node`.
    pub first: NodeId,
    pub node: NodeId,
    /// Equal for functions of several units that consist of the same tokens and have the same tree.
    pub number: u32,
}

impl KnownFunctions {
    /// The functions among the items of the unit that was parsed last, in order.
    pub fn in_unit(&self) -> &[UnitFunction] {
        &self.in_unit
    }

    /// The tokens that are kept: some 50 bytes each.
    pub fn tokens(&self) -> usize {
        self.tokens
    }
}

/// Number of first tokens by which functions are looked up: it distinguishes most of them.
const HEAD: usize = 6;

/// The tree of a function, and everything it depends on.
#[derive(Debug)]
struct Function {
    code: Vec<Spelled>,
    /// Names that were looked up, and whether they were types.
    looked_up: Vec<(Ustr, bool)>,
    /// The last is the function; places count from its first token and node.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Spelled {
    text: Ustr,
    kind: TokenKind,
    /// How far behind it the bracket is that closes it.
    closer: u32,
}

impl Spelled {
    fn of(code: &Code) -> Spelled {
        Spelled { text: code.text, kind: code.kind, closer: code.closer }
    }

    fn is(&self, code: &Code) -> bool {
        self.text == code.text && self.kind == code.kind && self.closer == code.closer
    }
}

/// The same tree as [`super::parse`], in less time if functions of the unit are known.
pub fn parse_with_reuse(grammar: &'static Grammar, unit: &Preprocessed, known: &mut KnownFunctions) -> Tree {
    known.in_unit.clear();
    let mut parser = Parser::new(grammar, &unit.tokens, &|_| false);
    parser.unit_with(|parser| parser.known_function(known).unwrap_or_else(|| parser.new_item(known)));
    parser.tree
}

impl Parser<'_> {
    fn head(&self, at: usize) -> Option<[Ustr; HEAD]> {
        let code = self.code.get(at..at + HEAD)?;
        Some(std::array::from_fn(|index| code[index].text))
    }

    /// Whether no directive stands right before these tokens or between them: then places in their tree follow from the
    /// first token's.
    fn is_whole(&self, start: usize, end: usize) -> bool {
        let from = start.checked_sub(1).map_or(0, |before| self.token(before) + 1);
        from == self.token(start) && (self.token(end - 1) - from) as usize == end - 1 - start
    }

    fn known_function(&mut self, known: &mut KnownFunctions) -> Option<NodeId> {
        let start = self.at;
        let number = known.by_head.get(&self.head(start)?)?.iter().copied().find(|number| {
            let function = &known.all[*number as usize];
            let end = start + function.code.len();
            let code = self.code.get(start..end);
            code.is_some_and(|code| code.iter().zip(&function.code).all(|(one, other)| other.is(one)))
                && self.is_whole(start, end)
                && function.looked_up.iter().all(|(name, answer)| self.types.contains(name) == *answer)
        })?;
        let found = &known.all[number as usize];
        self.at = start + found.code.len();
        known.reused += 1;
        let first = NodeId(self.tree.len() as u32);
        let node = self.tree.append(&found.nodes, self.token(start));
        known.in_unit.push(UnitFunction { first, node, number });
        Some(node)
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
            let number = known.all.len() as u32;
            known.by_head.entry(head).or_default().push(number);
            known.in_unit.push(UnitFunction { first: NodeId(first_node as u32), node: item, number });
            known.tokens += self.at - start;
            known.all.push(Function {
                code: self.code[start..self.at].iter().map(Spelled::of).collect(),
                looked_up: self.looked_up.borrow().clone(),
                nodes: self.tree.part(first_node, self.token(start)),
            });
        }
        item
    }
}
