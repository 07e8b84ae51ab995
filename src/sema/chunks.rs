//! A unit's tokens cut into chunks, one an item, and the tree of each. Equal chunks share one tree.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

use super::memo::{AnalysedItem, Memo};
use super::rules::Rules;
use crate::atom::Atom;
use crate::ir::{Item, Symbol};
use crate::model::{Digest, PpToken, TokenFlags, TokenKind, TokenSequence};
use crate::syntax::{Grammar, Kind, NodeId, Tree, parse_part};

/// Tokens of one item and their tree. Equal items share one.
#[derive(Debug)]
pub struct ChunkSyntax<L: Rules> {
    pub texts: Box<[Atom]>,
    pub kinds: Box<[TokenKind]>,
    pub tree: Tree,
    /// The distinct words, by address.
    words: Box<[Atom]>,
    /// Names that the parser looked up, and whether they were types.
    pub asked: Vec<(Atom, bool)>,
    /// Names that are types from here on.
    pub declares_types: Vec<Atom>,
    /// Whether the chunk contains a function, possibly as a method.
    pub has_functions: bool,
    /// Whether all items are functions.
    pub only_functions: bool,
    /// The items that the tokens imply ([`Rules::implied_items`]).
    pub implied: Vec<AnalysedItem>,
    /// See [`Rules::implicit_hints`].
    pub hints: u8,
    /// The meanings of the chunk so far.
    pub memo: Memo<L>,
}

/// A part of a stream of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamPart {
    /// An item: tokens `first..last` of the stream, none of them a directive's unless it stands inside.
    Chunk {
        first: u32,
        last: u32,
        /// Whether its end follows from its own tokens and, behind a `}`, from whether a `;` follows.
        is_ended: bool,
    },
    /// `namespace A::B {`; the name's tokens.
    Enter {
        first: u32,
        last: u32,
    },
    Leave {
        token: u32,
    },
    /// A directive between two items.
    Directive {
        first: u32,
        last: u32,
    },
}

impl StreamPart {
    /// The first of its tokens that it names.
    pub fn first(&self) -> u32 {
        match *self {
            StreamPart::Chunk { first, .. } | StreamPart::Enter { first, .. } | StreamPart::Directive { first, .. } => {
                first
            }
            StreamPart::Leave { token } => token,
        }
    }
}

struct Cutter<'a, T: ?Sized> {
    grammar: &'a Grammar,
    tokens: &'a T,
    /// The length of the item that begins at a token, where it is known.
    known: &'a mut dyn FnMut(u32) -> Option<u32>,
    at: usize,
    parts: Vec<StreamPart>,
    words: Words,
}

/// Spellings that cutting looks for, so that each comparison is one of pointers.
struct Words {
    open: [Atom; 3],
    close: [Atom; 3],
    angles: [Atom; 3],
    semicolon: Atom,
    equals: Atom,
    namespace: Atom,
}

/// Cuts a stream into its items without parsing them. The items of a namespace are chunks of their own.
pub fn cut(grammar: &Grammar, tokens: &[PpToken]) -> Vec<StreamPart> {
    cut_with(grammar, tokens, &mut |_| None)
}

/// The same. `known`: the length of the item that begins at a token, if it can tell.
pub fn cut_with(
    grammar: &Grammar,
    tokens: &(impl TokenSequence + ?Sized),
    known: &mut dyn FnMut(u32) -> Option<u32>,
) -> Vec<StreamPart> {
    let words = Words {
        open: ["(", "[", "{"].map(Atom::from),
        close: [")", "]", "}"].map(Atom::from),
        angles: ["<", ">", ">>"].map(Atom::from),
        semicolon: Atom::from(";"),
        equals: Atom::from("="),
        namespace: Atom::from("namespace"),
    };
    let mut cutter = Cutter { grammar, tokens, known, at: 0, parts: Vec::new(), words };
    cutter.run();
    cutter.parts
}

impl<T: TokenSequence + ?Sized> Cutter<'_, T> {
    fn text(&self, at: usize) -> Option<Atom> {
        self.tokens.token(at).map(|token| token.token.text)
    }

    fn is_directive(&self, at: usize) -> bool {
        self.tokens.token(at).is_some_and(|token| token.token.flags.has(TokenFlags::DIRECTIVE))
    }

    fn run(&mut self) {
        let mut depth = 0u32;
        while self.at < self.tokens.count() {
            if self.is_directive(self.at) {
                self.directive();
                continue;
            }
            let first = self.at as u32;
            if let Some(length) = (self.known)(first) {
                self.at += length as usize;
                self.parts.push(StreamPart::Chunk { first, last: self.at as u32, is_ended: true });
                continue;
            }
            let text = self.text(self.at).unwrap_or_default();
            if text == self.words.namespace && self.namespace() {
                depth += 1;
            } else if text == self.words.close[2] && depth > 0 {
                depth -= 1;
                self.parts.push(StreamPart::Leave { token: self.at as u32 });
                self.at += 1;
                if self.text(self.at) == Some(self.words.semicolon) {
                    self.at += 1;
                }
            } else {
                self.item();
            }
        }
    }

    fn directive(&mut self) {
        let first = self.at;
        self.at += 1;
        let begins_line =
            |at: usize| self.tokens.token(at).is_some_and(|token| token.token.flags.has(TokenFlags::LINE_START));
        while self.is_directive(self.at) && !begins_line(self.at) {
            self.at += 1;
        }
        self.parts.push(StreamPart::Directive { first: first as u32, last: self.at as u32 });
    }

    fn namespace(&mut self) -> bool {
        let mut at = self.at + 1;
        while let Some(text) = self.text(at) {
            if text == self.words.open[2] {
                self.parts.push(StreamPart::Enter { first: self.at as u32 + 1, last: at as u32 });
                self.at = at + 1;
                return true;
            }
            let is_word = self.tokens.token(at).is_some_and(|token| token.token.kind == TokenKind::Ident);
            let named = is_word || text.as_str() == "::";
            if !named {
                return false;
            }
            at += 1;
        }
        false
    }

    /// Whether an item that begins with this word ends at its `}`.
    fn holds_items(&self, head: &str) -> bool {
        let blocks = &self.grammar.blocks;
        !blocks.instances && blocks.words.contains(&head) || self.grammar.techniques.contains(&head)
    }

    /// Whether the group that begins at this `(` belongs to the qualifier before it: `layout(binding = 1)`.
    fn is_of_qualifier(&self, open: usize) -> bool {
        let words = self.grammar.qualifiers_with_arguments;
        !words.is_empty()
            && open.checked_sub(1).and_then(|at| self.text(at)).is_some_and(|text| words.contains(&text.as_str()))
    }

    fn item(&mut self) {
        let first = self.at;
        let head = self.text(first).unwrap_or_default();
        let holds_items = self.holds_items(head.as_str());
        let (mut parens, mut equals) = (false, false);
        let mut is_ended = false;
        let mut depth = 0i64;
        // Number of open `<` before any `=`: they belong to templates or annotations, in which `;` does not end an
        // item.
        let mut angles = 0i64;
        while let Some(PpToken { token, .. }) = self.tokens.token(self.at) {
            if token.flags.has(TokenFlags::DIRECTIVE) {
                if self.at > first && depth == 0 {
                    // The directive stands between two items, and the first has no end.
                    break;
                }
                self.at += 1;
                continue;
            }
            self.at += 1;
            // Words and numbers neither open, close nor end anything.
            if matches!(token.kind, TokenKind::Ident | TokenKind::Number) {
                continue;
            }
            let text = token.text;
            if text == self.words.open[0] {
                parens |= depth == 0 && !self.is_of_qualifier(self.at - 1);
                depth += 1;
            } else if text == self.words.open[1] || text == self.words.open[2] {
                depth += 1;
            } else if text == self.words.close[0] || text == self.words.close[1] {
                depth -= 1;
            } else if text == self.words.close[2] {
                depth -= 1;
                if depth < 0 {
                    // This bracket closes nothing inside of this item.
                    if self.at - 1 > first {
                        self.at -= 1;
                    }
                    break;
                }
                if depth == 0 && (holds_items || (parens && !equals)) {
                    if self.text(self.at) == Some(self.words.semicolon) {
                        self.at += 1;
                    }
                    is_ended = true;
                    break;
                }
            } else if depth > 0 {
                continue;
            } else if text == self.words.angles[0] && !equals {
                angles += 1;
            } else if text == self.words.angles[1] && angles > 0 {
                angles -= 1;
            } else if text == self.words.angles[2] && angles > 0 {
                angles = (angles - 2).max(0);
            } else if text == self.words.equals {
                equals |= angles == 0;
            } else if text == self.words.semicolon && angles == 0 {
                is_ended = true;
                break;
            }
        }
        self.parts.push(StreamPart::Chunk { first: first as u32, last: self.at as u32, is_ended });
    }
}

/// An item that no declaration of the source stands for.
fn implied(symbol: Symbol, item: Item) -> AnalysedItem {
    let digest = Digest(*blake3::hash(symbol.0.as_bytes()).as_bytes());
    AnalysedItem { symbol, item: Arc::new(item), digest, uses: Arc::new([]) }
}

/// A fast hash of spellings: pointers, so of this process only.
pub fn hash_of(tokens: &[PpToken]) -> u64 {
    let mut hasher = FxHasher::default();
    for token in tokens {
        address(&token.token.text).hash(&mut hasher);
    }
    hasher.finish()
}

/// Of the spelling, which is the same for equal words of this process.
fn address(text: &Atom) -> usize {
    text.address()
}

impl<L: Rules> ChunkSyntax<L> {
    /// Parses a chunk; `types` are the names that are types so far.
    pub fn parse(tokens: &[PpToken], types: &FxHashMap<Atom, ()>) -> Arc<ChunkSyntax<L>> {
        let parsed = parse_part(L::grammar(), tokens, &|name| types.contains_key(&name));
        let tree = &parsed.tree;
        let has_functions = (0..tree.len() as u32).map(NodeId).any(|node| tree.kind(node) == Kind::Function);
        let only_functions = tree.children(tree.root()).all(|item| tree.kind(item) == Kind::Function);
        let is_word = |token: &&PpToken| token.token.kind == TokenKind::Ident;
        let mut words: Vec<Atom> = tokens.iter().filter(is_word).map(|token| token.token.text).collect();
        words.sort_unstable_by_key(address);
        words.dedup();
        Arc::new(ChunkSyntax {
            words: words.into(),
            has_functions,
            only_functions,
            texts: tokens.iter().map(|token| token.token.text).collect(),
            kinds: tokens.iter().map(|token| token.token.kind).collect(),
            tree: parsed.tree,
            asked: parsed.asked,
            declares_types: parsed.declares,
            implied: L::implied_items(tokens).into_iter().map(|(symbol, item)| implied(symbol, item)).collect(),
            hints: L::implicit_hints(tokens),
            memo: Memo::default(),
        })
    }

    pub fn is(&self, tokens: &[PpToken], types: &FxHashMap<Atom, ()>) -> bool {
        self.texts.len() == tokens.len()
            && self.texts.iter().zip(tokens).all(|(text, token)| *text == token.token.text)
            && self.fits(types)
    }

    /// Whether the names that the parser looked up are types, as they were.
    pub fn fits(&self, types: &FxHashMap<Atom, ()>) -> bool {
        self.asked.iter().all(|(name, is_type)| types.contains_key(name) == *is_type)
    }

    /// Whether the word is among the tokens.
    pub fn has_word(&self, word: &Atom) -> bool {
        self.words.binary_search_by_key(&address(word), address).is_ok()
    }

    pub fn text(&self, token: u32) -> &'static str {
        self.texts.get(token as usize).map_or("", |text| text.as_str())
    }

    pub fn atom(&self, token: u32) -> Atom {
        self.texts.get(token as usize).copied().unwrap_or_default()
    }
}
