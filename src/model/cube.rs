//! Permutations and sets of them.

use serde::{Deserialize, Serialize};

/// One value for every branch, as the bits of [`super::BranchLayout`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Permutation(pub u64);

/// All permutations `p` with `p & mask == value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cube {
    /// The fixed bits.
    pub mask: u64,
    /// Their values; 0 outside `mask`.
    pub value: u64,
}

impl Cube {
    /// Every permutation.
    pub const ALL: Cube = Cube { mask: 0, value: 0 };

    /// Whether the permutation lies in the cube.
    pub fn contains(self, permutation: Permutation) -> bool {
        permutation.0 & self.mask == self.value
    }

    /// Whether both hold some permutation.
    pub fn meets(self, other: Cube) -> bool {
        (self.value ^ other.value) & self.mask & other.mask == 0
    }
}
