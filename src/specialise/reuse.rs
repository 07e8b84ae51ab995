//! A unit after an edit: what was found in its state before the edit is taken over. If one function's body has changed, only the
//! texts that reach this function are made again. Results do not depend on it.

use std::sync::{Arc, Mutex, PoisonError};

use super::Mode;
use super::items::Item;
use super::reachability::Live;
use super::shared_functions::may_declare_types;
use crate::model::{BranchLayout, PpToken, Preprocessed, TokenSpan};
use crate::syntax::{Kind, NodeId, Tree};

/// Shaders of earlier builds of this process.
#[derive(Default)]
pub struct EarlierShaders(Mutex<Vec<EarlierShader>>);

/// The units of a shader.
struct EarlierShader {
    label: String,
    mode: Mode,
    layout: Arc<BranchLayout>,
    units: Vec<Live>,
}

/// Tokens of all units that are kept; with their trees some 20 MB.
const MOST_TOKENS: usize = 200_000;

/// Texts of all units that are kept. A text has a bit of each item of its unit, in a byte, and its pieces.
const MOST_TEXTS: usize = 4_096;

impl std::fmt::Debug for EarlierShaders {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} earlier shaders", self.0.lock().unwrap_or_else(PoisonError::into_inner).len())
    }
}

impl EarlierShaders {
    /// The units of the last state of this shader, if its branches are the same.
    pub fn take(&self, label: &str, mode: Mode, layout: &BranchLayout) -> Vec<Live> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(at) = all.iter().position(|shader| shader.label == label) else { return Vec::new() };
        let shader = all.remove(at);
        if shader.mode == mode && *shader.layout == *layout { shader.units } else { Vec::new() }
    }

    /// Keeps them for the next state. The oldest make room.
    pub fn put(&self, label: &str, mode: Mode, layout: &Arc<BranchLayout>, units: Vec<Live>) {
        let size = |units: &[Live]| {
            let tokens: usize = units.iter().map(|live| live.unit.tokens.len()).sum();
            (tokens, units.iter().map(Live::text_count).sum::<usize>())
        };
        let is_large = |(tokens, texts): (usize, usize)| tokens > MOST_TOKENS || texts > MOST_TEXTS;
        if is_large(size(&units)) {
            return;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(EarlierShader { label: label.to_owned(), mode, layout: Arc::clone(layout), units });
        let whole = |all: &[EarlierShader]| {
            all.iter().map(|shader| size(&shader.units)).fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1))
        };
        while is_large(whole(&all)) {
            all.remove(0);
        }
    }
}

/// One run of tokens in the place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Where the run begins, in both units.
    pub first: u32,
    /// Where it ended.
    pub last_before: u32,
    /// Where it ends.
    pub last: u32,
}

impl Edit {
    /// The smallest run in which these units differ; empty where their tokens are the same.
    pub fn between(before: &Preprocessed, now: &Preprocessed) -> Edit {
        let is_same = |(one, other): (&PpToken, &PpToken)| {
            let (one, other) = (&one.token, &other.token);
            (one.text, one.kind, one.flags) == (other.text, other.kind, other.flags)
        };
        let (before, now) = (&before.tokens, &now.tokens);
        let first = before.iter().zip(now.iter()).take_while(|pair| is_same(*pair)).count();
        let [rest_before, rest] = [before, now].map(|tokens| tokens.range(first as u32, tokens.len() as u32).rev());
        let behind = rest_before.zip(rest).take_while(|pair| is_same(*pair)).count();
        let [first, last_before, last] = [first, before.len() - behind, now.len() - behind].map(|at| at as u32);
        Edit { first, last_before, last }
    }

    pub fn is_empty(&self) -> bool {
        self.last_before == self.first && self.last == self.first
    }

    /// Where a token before or behind the run is now.
    pub fn moved(&self, token: u32) -> u32 {
        if token < self.last_before { token } else { token - self.last_before + self.last }
    }

    /// Where tokens before or behind the run end now.
    fn moved_end(&self, end: u32) -> u32 {
        if end <= self.first { end } else { end - self.last_before + self.last }
    }

    /// Where a piece of text before or behind the run is now.
    pub fn moved_piece(&self, piece: TokenSpan) -> TokenSpan {
        match piece {
            TokenSpan::Keep { first, last } => TokenSpan::Keep { first: self.moved(first), last: self.moved_end(last) },
            TokenSpan::Text { at, text } => TokenSpan::Text { at: self.moved(at), text },
        }
    }

    /// Whether an item before the edit and one after it, neither of which the run touches, are the same tokens.
    pub fn is_same_item(&self, before: &Item, now: &Item) -> bool {
        let is_outside = before.last <= self.first || before.first >= self.last_before;
        is_outside && (self.moved(before.first), self.moved_end(before.last)) == (now.first, now.last)
    }

    /// Whether the run lies between the braces of this function's body, both before the edit and after it, and no type is declared in
    /// the function: then no other item depends on what the run is.
    pub fn is_in_body(&self, (tree_before, before): (&Tree, &Item), (tree, now): (&Tree, &Item)) -> bool {
        let has = |tree: &Tree, item: &Item, last: u32| {
            let Some(function) = item.node.filter(|node| tree.kind(*node) == Kind::Function) else { return false };
            let Some(body) = tree.child(function, Kind::Block).map(|body| tree.node(body)) else { return false };
            body.first < self.first && last < body.last && !declares_types(tree, function)
        };
        before.first == now.first
            && self.last_before < before.last
            && self.moved_end(before.last) == now.last
            && has(tree_before, before, self.last_before)
            && has(tree, now, self.last)
    }
}

/// Whether something in a function is known outside of it.
fn declares_types(tree: &Tree, function: NodeId) -> bool {
    let whole = *tree.node(function);
    (0..tree.len() as u32).map(NodeId).any(|id| {
        let node = tree.node(id);
        let declares = may_declare_types(node.kind);
        declares && id != function && node.first >= whole.first && node.last <= whole.last
    })
}
