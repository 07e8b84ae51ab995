//! What a run of a sidecar read that can differ between targets.

use std::collections::BTreeSet;

use ustr::Ustr;

use crate::model::{MacroDefinition, MacroTable};

/// The target, and the macros of `cpp`, as far as they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetReads {
    /// A platform global, or `TARGET`.
    pub globals: bool,
    /// All macros: `cpp` was iterated.
    pub all_macros: bool,
    /// Names that `cpp` was asked for, macros or not.
    pub macros: BTreeSet<Ustr>,
}

impl TargetReads {
    /// Whether a run for another target would read the same. `own`: the macros of the run; `other`: those of the other target.
    pub fn are_same(&self, own: &MacroTable, other: &MacroTable) -> bool {
        if self.globals {
            return false;
        }
        if self.all_macros {
            return own.values().map(MacroDefinition::shown).eq(other.values().map(MacroDefinition::shown));
        }
        let is_same = |name: &Ustr| {
            own.get(name).map(MacroDefinition::shown) == other.get(name).map(MacroDefinition::shown)
        };
        self.macros.iter().all(is_same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(macros: &[(&str, &str)]) -> MacroTable {
        let of = |(name, expanded): &(&str, &str)| {
            let name = Ustr::from(name);
            let known = MacroDefinition { name, defined: None, function_like: false, expanded: (*expanded).to_owned() };
            (name, known)
        };
        macros.iter().map(of).collect()
    }

    #[test]
    fn only_what_was_read_must_be_the_same() {
        let own = table(&[("BOTH", "1"), ("ONE", "1"), ("OWN", "1")]);
        let other = table(&[("BOTH", "1"), ("ONE", "2")]);
        let read = |names: &[&str]| {
            let macros = names.iter().map(|name| Ustr::from(name)).collect();
            TargetReads { macros, ..TargetReads::default() }.are_same(&own, &other)
        };
        assert!(read(&[]) && read(&["BOTH"]) && read(&["NEITHER"]));
        assert!(!read(&["ONE"]) && !read(&["BOTH", "OWN"]));
        let all = TargetReads { all_macros: true, ..TargetReads::default() };
        assert!(!all.are_same(&own, &other) && all.are_same(&own, &own));
        let globals = TargetReads { globals: true, ..TargetReads::default() };
        assert!(!globals.are_same(&own, &own));
    }
}
