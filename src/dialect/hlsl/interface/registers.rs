//! Which registers of a class and space are taken.

use std::collections::BTreeMap;

use crate::ir::work;

/// Runs of registers.
#[derive(Default)]
pub struct Registers {
    /// The last register of each run, by its first. Runs neither meet nor touch.
    runs: BTreeMap<u32, u32>,
    /// Where the search for a run of this width ended: what is taken stays taken.
    searched: BTreeMap<u32, u32>,
}

impl Registers {
    /// Takes a run, of which registers may be taken already. A run without an end leaves nothing to choose from: who
    /// comes later takes what is free before it, or shares its first register.
    pub fn take(&mut self, mut first: u32, mut last: u32) {
        if last == u32::MAX {
            return;
        }
        while let Some((&start, &end)) = self.runs.range(..=last + 1).next_back() {
            if end + 1 < first {
                break;
            }
            (first, last) = (first.min(start), last.max(end));
            self.runs.remove(&start);
        }
        self.runs.insert(first, last);
    }

    /// Takes the lowest free run of this width; its first register.
    pub fn take_lowest(&mut self, width: u32) -> u32 {
        let mut first = self.searched.get(&width).copied().unwrap_or(0);
        let around = self.runs.range(..=first).next_back();
        if let Some((_, &end)) = around.filter(|(_, end)| **end >= first) {
            first = end + 1;
        }
        for (&start, &end) in self.runs.range(first..) {
            work::spend(1);
            if last_of(first, width) < start {
                break;
            }
            first = end + 1;
        }
        self.searched.insert(width, first);
        self.take(first, last_of(first, width));
        first
    }
}

/// The last of a run of registers.
pub fn last_of(first: u32, width: u32) -> u32 {
    first.saturating_add(width - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_free_run_is_taken() {
        let mut registers = Registers::default();
        registers.take(1, 1);
        registers.take(4, 5);
        assert_eq!([2, 1, 1, 3, 1].map(|width| registers.take_lowest(width)), [2, 0, 6, 7, 10]);
        registers.take(u32::MAX, u32::MAX);
        assert_eq!(registers.take_lowest(u32::MAX), 11);
        assert_eq!(registers.take_lowest(1), 11);
    }

    #[test]
    fn runs_that_meet_become_one() {
        let mut registers = Registers::default();
        registers.take(0, 3);
        registers.take(2, 6);
        registers.take(7, 7);
        registers.take(9, 9);
        assert_eq!(registers.runs.iter().collect::<Vec<_>>(), [(&0, &7), (&9, &9)]);
    }
}
