//! Branches: the static options of a shader, and their bits in a key.

use serde::{Deserialize, Serialize};

use super::Cube;
use crate::diag::Span;

/// Index into [`BranchLayout::branches`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct BranchId(pub u16);

/// The type of a branch's values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BranchKind {
    Bool,
    /// Both ends included. Encoded as value - min.
    Int {
        min: i32,
        max: i32,
    },
    /// Encoded as the member's index.
    Enum {
        members: Vec<String>,
    },
}

/// One branch and its bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Branch {
    pub name: String,
    pub kind: BranchKind,
    pub first_bit: u8,
    /// ceil(log2(number of values)); 0 for a branch with one value.
    pub width: u8,
    /// Where the sidecar declares it.
    #[serde(skip)]
    pub declared: Option<Span>,
}

impl Branch {
    /// Number of values that exist.
    pub fn value_count(&self) -> u64 {
        match &self.kind {
            BranchKind::Bool => 2,
            BranchKind::Int { min, max } => (i64::from(*max) - i64::from(*min) + 1) as u64,
            BranchKind::Enum { members } => members.len() as u64,
        }
    }

    /// The branch's bits, in place.
    pub fn mask(&self) -> u64 {
        let ones = if self.width == 64 { u64::MAX } else { (1u64 << self.width) - 1 };
        if self.width == 0 { 0 } else { ones << self.first_bit }
    }

    /// The encoded value in a permutation.
    pub fn extract(&self, bits: u64) -> u64 {
        if self.width == 0 { 0 } else { (bits & self.mask()) >> self.first_bit }
    }

    /// An encoded value, in place.
    pub fn insert(&self, encoded: u64) -> u64 {
        if self.width == 0 { 0 } else { (encoded << self.first_bit) & self.mask() }
    }

    /// The number that replaces the branch in the source for an encoded value: 0/1, the integer, or the member's index.
    pub fn source_value(&self, encoded: u64) -> i64 {
        match &self.kind {
            BranchKind::Bool | BranchKind::Enum { .. } => encoded as i64,
            BranchKind::Int { min, .. } => i64::from(*min) + encoded as i64,
        }
    }

    /// An encoded value as text: `1`, `3`, `High`.
    pub fn display_value(&self, encoded: u64) -> String {
        match &self.kind {
            BranchKind::Enum { members } => {
                members.get(encoded as usize).cloned().unwrap_or_else(|| format!("#{encoded}"))
            }
            _ => self.source_value(encoded).to_string(),
        }
    }

    /// Reads what [`Branch::display_value`] writes, and `true`/`false` for booleans; the encoded value.
    pub fn parse_value(&self, text: &str) -> Option<u64> {
        match &self.kind {
            BranchKind::Bool => match text {
                "1" | "true" => Some(1),
                "0" | "false" => Some(0),
                _ => None,
            },
            BranchKind::Int { min, max } => {
                let value: i64 = text.parse().ok()?;
                (i64::from(*min)..=i64::from(*max)).contains(&value).then(|| (value - i64::from(*min)) as u64)
            }
            BranchKind::Enum { members } => members.iter().position(|member| member == text).map(|at| at as u64),
        }
    }
}

/// The ordered branches of a shader: branch *i* follows branch *i - 1*, from bit 0 up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BranchLayout {
    branches: Vec<Branch>,
    bits: u8,
}

/// Why branches cannot have a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// They take this many bits; a key has 64.
    TooManyBits(u32),
}

impl BranchLayout {
    /// Assigns bits in order.
    pub fn new(
        kinds: impl IntoIterator<Item = (String, BranchKind, Option<Span>)>,
    ) -> Result<BranchLayout, LayoutError> {
        let mut branches = Vec::new();
        let mut bits = 0u32;
        for (name, kind, declared) in kinds {
            let mut branch = Branch { name, kind, first_bit: 0, width: 0, declared };
            let width = branch.value_count().next_power_of_two().trailing_zeros();
            if bits + width <= 64 {
                branch.first_bit = bits as u8;
                branch.width = width as u8;
            }
            bits += width;
            branches.push(branch);
        }
        if bits > 64 { Err(LayoutError::TooManyBits(bits)) } else { Ok(BranchLayout { branches, bits: bits as u8 }) }
    }

    /// In declaration order.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Number of bits of a key.
    pub fn bits(&self) -> u8 {
        self.bits
    }

    /// All bits of a key.
    pub fn mask(&self) -> u64 {
        if self.bits == 64 { u64::MAX } else { (1u64 << self.bits) - 1 }
    }

    /// Number of permutations: the product of the value counts (integer and enum values that don't exist don't count).
    pub fn permutations(&self) -> u128 {
        self.branches.iter().map(|branch| u128::from(branch.value_count())).product()
    }

    /// Number of permutations in a cube that fixes whole branches, with values that exist.
    pub fn permutations_in(&self, cube: Cube) -> u128 {
        let free = self.branches.iter().filter(|branch| branch.mask() & cube.mask == 0);
        free.map(|branch| u128::from(branch.value_count())).product()
    }

    /// Number of permutations in a cube; `None` where it fixes a part of a branch's bits.
    pub fn existing_in(&self, cube: Cube) -> Option<u128> {
        let mut count = 1;
        for branch in &self.branches {
            let fixed = branch.mask() & cube.mask;
            if fixed == 0 {
                count *= u128::from(branch.value_count());
            } else if fixed != branch.mask() {
                return None;
            } else if branch.extract(cube.value) >= branch.value_count() {
                count = 0;
            }
        }
        Some(count)
    }

    /// The branch with this name.
    pub fn find(&self, name: &str) -> Option<BranchId> {
        self.branches.iter().position(|branch| branch.name == name).map(|at| BranchId(at as u16))
    }

    /// The branch with this number.
    pub fn get(&self, id: BranchId) -> &Branch {
        &self.branches[usize::from(id.0)]
    }

    /// Whether every branch's value in `bits` exists and no bit beyond the key is set.
    pub fn exists(&self, bits: u64) -> bool {
        bits & !self.mask() == 0 && self.branches.iter().all(|branch| branch.extract(bits) < branch.value_count())
    }

    /// `g_bSkinning=1,g_Quality=High` of the branches in `mask`; booleans that are 0 are left out of the full form.
    pub fn describe(&self, bits: u64) -> String {
        let set: Vec<String> = self
            .branches
            .iter()
            .filter(|branch| branch.extract(bits) != 0 || !matches!(branch.kind, BranchKind::Bool))
            .map(|branch| format!("{}={}", branch.name, branch.display_value(branch.extract(bits))))
            .collect();
        if set.is_empty() { "(all branches off)".to_owned() } else { set.join(",") }
    }
}
