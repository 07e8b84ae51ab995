//! Decision diagrams as they are stored: from the bits of a key to a technique in a few dependent loads.

use alloc::vec::Vec;

use crate::format::{NODE_BITS, NODE_TERMINAL, NONE};

/// The highest four bits of a node's first word. No child looks like it: terminals have the highest bit, and places are smaller.
const NODE: u32 = 5;

/// The first word of a node that asks these bits, the first of them the lowest of the child's number; at most [`NODE_BITS`].
pub fn node_word(bits: &[u8]) -> u32 {
    let asked = bits.iter().zip(0u32..).fold(0, |word, (bit, at)| word | u32::from(*bit) << (6 * at));
    NODE << 28 | (bits.len() as u32) << 24 | asked
}

fn width(word: u32) -> u32 {
    word >> 24 & 15
}

/// Bit `at` that the node asks.
fn asked(word: u32, at: u32) -> u32 {
    word >> (6 * at) & 63
}

fn word(words: &[[u8; 4]], at: usize) -> Option<u32> {
    words.get(at).map(|word| u32::from_le_bytes(*word))
}

/// Whether every child is a technique below `bound`, nothing, or a node before it.
pub(crate) fn verify(words: &[[u8; 4]], key_bits: u32, bound: u32) -> Result<(), &'static str> {
    let child = |at: u32, before: usize| {
        if at & NODE_TERMINAL != 0 {
            return at == NONE || at & !NODE_TERMINAL < bound;
        }
        (at as usize) < before && word(words, at as usize).is_some_and(|word| word >> 28 == NODE)
    };
    let root = word(words, 0).ok_or("no root")?;
    let mut at = 1;
    while let Some(head) = word(words, at) {
        let width = width(head);
        let whole = head >> 28 == NODE
            && (1..=NODE_BITS).contains(&width)
            && (0..width).all(|bit| asked(head, bit) < key_bits)
            && head & ((1 << 24) - 1) >> (6 * width) << (6 * width) == 0;
        if !whole {
            return Err("a malformed node");
        }
        let children = words.get(at + 1..at + 1 + (1 << width)).ok_or("a node that is cut off")?;
        if !children.iter().all(|place| child(u32::from_le_bytes(*place), at)) {
            return Err("a node's child");
        }
        at += 1 + children.len();
    }
    if child(root, at) { Ok(()) } else { Err("its root") }
}

/// The technique's number; `None` where nothing is built. Each step asks up to [`NODE_BITS`] bits.
#[inline]
pub fn find(words: &[[u8; 4]], bits: u64) -> Option<u32> {
    let mut at = word(words, 0)?;
    // Children stand before their parents: what `verify` has not seen ends as well.
    while at & NODE_TERMINAL == 0 {
        let (head, children) = words.get(at as usize..)?.split_first()?;
        let head = u32::from_le_bytes(*head);
        let bit = |place: u32| (bits >> asked(head, place)) as usize & 1;
        let all = bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3;
        let next = word(children, all & ((1usize << width(head)) - 1))?;
        if next & NODE_TERMINAL == 0 && next >= at {
            return None;
        }
        at = next;
    }
    (at != NONE).then_some(at & !NODE_TERMINAL)
}

/// The built permutation nearest to these bits: fewest bits differ, then the smallest number. What a part of the diagram asks is
/// chosen there alone, so one pass from the children to the root suffices.
pub(crate) fn nearest(words: &[[u8; 4]], bits: u64) -> Option<u64> {
    // By place: the bits to flip, for nodes.
    let mut flips: Vec<Option<u64>> = Vec::new();
    flips.resize(words.len(), None);
    let of = |at: u32, flips: &[Option<u64>]| {
        if at & NODE_TERMINAL != 0 { (at != NONE).then_some(0) } else { flips.get(at as usize).copied().flatten() }
    };
    let mut at = 1;
    while let Some(head) = word(words, at) {
        let width = width(head).min(NODE_BITS);
        let children = (0..1usize << width).filter_map(|child| {
            let own = (0..width).fold(0, |flip, place| {
                let bit = asked(head, place);
                flip | (bits >> bit & 1 ^ (child >> place) as u64 & 1) << bit
            });
            Some(own | of(word(words, at + 1 + child)?, &flips)?)
        });
        let best = children.min_by_key(|flip| (flip.count_ones(), bits ^ flip));
        if let Some(slot) = flips.get_mut(at) {
            *slot = best;
        }
        at += 1 + (1 << width);
    }
    Some(bits ^ of(word(words, 0)?, &flips)?)
}
