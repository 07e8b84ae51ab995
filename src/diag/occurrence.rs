//! In which permutations and variants something happens, as data for tools; people read the same in the notes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A condition in terms of branches, as text and as data.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// `g_bSkinning and not g_bFoliage; or g_Quality = High`.
    pub text: String,
    /// Alternatives: the values that each branch may have; other branches may have any value. `0` and `1` are the
    /// values of a branch that is on or off.
    pub any_of: Vec<BTreeMap<String, Vec<String>>>,
}

/// Where a diagnostic applies: one entry for each shader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Occurrence {
    pub shader: String,
    /// Names of targets; empty where it is the same for all that are built.
    pub targets: Vec<String>,
    /// What is counted: `variants`, `permutations`, `techniques`.
    pub unit: String,
    /// How many of them have it, and how many there are. Counts of permutations beyond 2^64 - 1 are that number.
    pub count: u64,
    pub of: u64,
    /// Empty where all have it, or where no short condition was found.
    pub condition: Vec<BTreeMap<String, Vec<String>>>,
    /// A permutation that has it, as `g_bX=1,...`; `uberc explain` and `--only` read it.
    pub permutation: Option<String>,
}
