//! Decision diagrams as they are stored: from the bits of a key to a technique in a few dependent loads.
//!
//! The slot of a child holds the bits that the child asks, so that a step needs one load. A technique leads to itself,
//! so that several steps can be taken before the end of the path is tested: a processor predicts that test badly.

use alloc::vec::Vec;

use crate::format::{NODE_BITS, NONE};

/// Bits of a place. The functions below are inlined in builds without link-time optimisation too: a step that calls them
/// takes four times as long.
const PLACE_BITS: u32 = 28;
/// Steps between two looks at whether the path has ended (measured with 1 to 8).
const STEPS: usize = 2;
/// Nodes of a path: a key has no more bits. What leads further is no diagram of this format.
const LONGEST: usize = 64;

/// A slot that leads to the node whose children begin at `children`. It asks these bits, the first of them the lowest
/// of a child's number; at most [`NODE_BITS`]. `None` where the place is too large for the format.
pub fn node_slot(children: usize, bits: &[u8]) -> Option<u64> {
    let place = u64::try_from(children).ok().filter(|place| place >> PLACE_BITS == 0)?;
    let asked = bits.iter().zip(0u32..).fold(0, |slot, (bit, at)| slot | u64::from(*bit) << (6 * at));
    Some(place | ((1 << bits.len()) - 1) << PLACE_BITS | asked << 32)
}

/// The slot at `place` that is a technique's number, or [`NONE`]. `None` where the place is too large for the format.
pub fn leaf_slot(place: usize, technique: u32) -> Option<u64> {
    Some(node_slot(place, &[])? | u64::from(technique) << 32)
}

#[inline]
fn place(slot: u64) -> u64 {
    slot & ((1 << PLACE_BITS) - 1)
}

/// The largest number of a child; 0 for a technique.
#[inline]
fn last_child(slot: u64) -> u64 {
    slot >> PLACE_BITS & 15
}

/// The technique's number, if it is one.
#[inline]
fn technique(slot: u64) -> u32 {
    (slot >> 32) as u32
}

/// Bit `at` that the node asks.
#[inline]
fn asked(slot: u64, at: u32) -> u32 {
    (slot >> (32 + 6 * at)) as u32 & 63
}

#[inline]
fn slot(slots: &[[u8; 8]], at: u64) -> Option<u64> {
    slots.get(usize::try_from(at).ok()?).map(|slot| u64::from_le_bytes(*slot))
}

/// Whether every slot is a technique below `bound`, nothing, or a node whose children stand before it.
pub(crate) fn verify(slots: &[[u8; 8]], key_bits: u32, bound: u32) -> Result<(), &'static str> {
    if slots.is_empty() {
        return Err("no root");
    }
    for (this, own) in slots.iter().map(|slot| u64::from_le_bytes(*slot)).zip(0u64..) {
        let last = last_child(this);
        if last == 0 {
            if place(this) != own || technique(this) != NONE && technique(this) >= bound {
                return Err("a technique above its bound");
            }
            continue;
        }
        let width = last.count_ones();
        let whole = last & (last + 1) == 0
            && (0..width).all(|bit| asked(this, bit) < key_bits)
            && this >> 32 >> (6 * width) == 0;
        if !whole {
            return Err("a malformed node");
        }
        if place(this) + last >= own {
            return Err("a node's child");
        }
    }
    Ok(())
}

/// The technique's number; `None` where nothing is built. Each step asks up to [`NODE_BITS`] bits.
// Always: as a call of its own it takes a tenth longer.
#[inline(always)]
pub fn find(slots: &[[u8; 8]], bits: u64) -> Option<u32> {
    let mut at = u64::from_le_bytes(*slots.last()?);
    for _ in 0..LONGEST.div_ceil(STEPS) {
        for _ in 0..STEPS {
            let bit = |place: u32| bits >> asked(at, place) & 1;
            let all = bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3;
            at = slot(slots, place(at) + (all & last_child(at)))?;
        }
        if last_child(at) == 0 {
            return (technique(at) != NONE).then_some(technique(at));
        }
    }
    None
}

/// The built permutation nearest to these bits: fewest bits differ, then the smallest number. What a part of the
/// diagram asks is chosen there alone, so one pass from the children to the root suffices.
pub(crate) fn nearest(slots: &[[u8; 8]], bits: u64) -> Option<u64> {
    // By place: the bits to flip.
    let mut flips: Vec<Option<u64>> = Vec::with_capacity(slots.len());
    for this in slots.iter().map(|slot| u64::from_le_bytes(*slot)) {
        let last = last_child(this);
        let width = last.count_ones().min(NODE_BITS);
        let best = if last == 0 {
            (technique(this) != NONE).then_some(0)
        } else {
            let children = (0..=last).filter_map(|child| {
                let own = (0..width).fold(0, |flip, at| {
                    let bit = asked(this, at);
                    flip | (bits >> bit & 1 ^ child >> at & 1) << bit
                });
                Some(own | (*flips.get(usize::try_from(place(this) + child).ok()?)?)?)
            });
            children.min_by_key(|flip| (flip.count_ones(), bits ^ flip))
        };
        flips.push(best);
    }
    Some(bits ^ (*flips.last()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many nodes one behind the other, each of which asks the lowest bit; 1 leads to the next one, and at last to technique 7.
    fn chain(nodes: usize) -> Vec<[u8; 8]> {
        let mut slots = Vec::new();
        let mut next = leaf_slot(1, 7);
        for _ in 0..nodes {
            let first = slots.len();
            slots.extend([leaf_slot(first, 3), next]);
            next = node_slot(first, &[0]);
        }
        slots.push(next);
        slots.into_iter().flatten().map(u64::to_le_bytes).collect()
    }

    #[test]
    fn a_path_of_more_nodes_than_a_key_has_bits_leads_nowhere() {
        for nodes in [1, 2, 63, 64, 65, 66, 1000] {
            let slots = chain(nodes);
            assert_eq!(verify(&slots, 1, 8), Ok(()), "{nodes}");
            assert_eq!(find(&slots, 0), Some(3), "{nodes}");
            assert_eq!(find(&slots, 1), (nodes <= LONGEST).then_some(7), "{nodes}");
        }
    }
}
