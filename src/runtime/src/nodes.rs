//! Decision diagrams of version 1.0, which later writers write as [`crate::diagram`] reads them: from the bits of a key to a
//! technique in two dependent loads a step.

use alloc::vec::Vec;

use crate::format::{NODE_BITS, NONE};

/// The highest four bits of a node's first word. No child looks like it: terminals have the highest bit, and places are smaller.
const NODE: u32 = 5;

/// A child is a technique's number, not a node.
const NODE_TERMINAL: u32 = 1 << 31;

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
pub(crate) fn find(words: &[[u8; 4]], bits: u64) -> Option<u32> {
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

#[cfg(test)]
mod tests {
    use super::*;

    const NOWHERE: u32 = NONE;

    /// Asks bits 1 and 5, then 0 where both are on.
    fn stored() -> Vec<[u8; 4]> {
        let technique = |number: u32| NODE_TERMINAL | number;
        let words = [
            4,
            NODE << 28 | 1 << 24,
            technique(7),
            NOWHERE,
            NODE << 28 | 2 << 24 | 5 << 6 | 1,
            technique(0),
            technique(1),
            NOWHERE,
            1,
        ];
        words.map(u32::to_le_bytes).to_vec()
    }

    #[test]
    fn each_key_finds_its_technique_and_each_other_the_nearest() {
        let words = stored();
        assert_eq!(verify(&words, 6, 8), Ok(()));
        let built = |bits: u64| match (bits >> 1 & 1, bits >> 5 & 1, bits & 1) {
            (0, 0, _) => Some(0),
            (1, 0, _) => Some(1),
            (1, 1, 0) => Some(7),
            _ => None,
        };
        for bits in 0..64u64 {
            assert_eq!(find(&words, bits), built(bits), "{bits:#b}");
            let nearest_by_trying = (0..64u64)
                .filter(|other| built(*other).is_some())
                .min_by_key(|other| ((other ^ bits).count_ones(), *other));
            assert_eq!(nearest(&words, bits), nearest_by_trying, "{bits:#b}");
        }
    }

    #[test]
    fn what_leads_elsewhere_is_refused() {
        let with = |at: usize, word: u32| {
            let mut words = stored();
            words[at] = word.to_le_bytes();
            // What is not verified ends, whatever it says.
            for bits in 0..64 {
                let _ = (find(&words, bits), nearest(&words, bits));
            }
            verify(&words, 6, 8)
        };
        assert_eq!(with(0, 9), Err("its root"));
        assert_eq!(with(1, NODE << 28 | 5 << 24), Err("a malformed node"));
        assert_eq!(with(1, NODE << 28 | 1 << 24 | 6), Err("a malformed node"));
        assert_eq!(with(2, NODE_TERMINAL | 8), Err("a node's child"));
        assert_eq!(with(8, 4), Err("a node's child"));
        assert_eq!(verify(&stored()[..8], 6, 8), Err("a node that is cut off"));
        assert_eq!(verify(&[], 6, 8), Err("no root"));
    }
}
