//! What a run of a sidecar read that can differ between targets.

use std::collections::BTreeSet;

use crate::atom::Atom;
use crate::model::{MacroDefinition, MacroTable, Target};

/// The globals that tell the target, and the macros of `cpp`, as far as they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetReads {
    /// Platform globals. Each is true for some targets.
    platforms: BTreeSet<&'static str>,
    /// `TARGET`, which no two targets have alike.
    name: bool,
    /// Names that `cpp` was asked for, macros or not.
    pub macros: BTreeSet<Atom>,
    /// All macros: `cpp` was iterated.
    pub all_macros: bool,
}

impl TargetReads {
    /// Notes that a global was read.
    pub fn note_global(&mut self, name: &str) {
        match Target::PLATFORM_GLOBALS.into_iter().find(|platform| *platform == name) {
            Some(platform) => {
                self.platforms.insert(platform);
            }
            None => self.name = true,
        }
    }

    /// Whether a platform global or `TARGET` was read.
    pub fn has_globals(&self) -> bool {
        self.name || !self.platforms.is_empty()
    }

    /// Whether a run for another target would read the same. `own`: the target and the macros of the run; `other`: those of the other.
    pub fn are_same(&self, own: (Target, &MacroTable), other: (Target, &MacroTable)) -> bool {
        let ((own_target, own), (other_target, other)) = (own, other);
        let is_same_platform =
            |name: &&str| (*name == own_target.platform_global()) == (*name == other_target.platform_global());
        if self.name && own_target != other_target || !self.platforms.iter().all(is_same_platform) {
            return false;
        }
        if self.all_macros {
            return own.values().map(MacroDefinition::shown).eq(other.values().map(MacroDefinition::shown));
        }
        let is_same =
            |name: &Atom| own.get(name).map(MacroDefinition::shown) == other.get(name).map(MacroDefinition::shown);
        self.macros.iter().all(is_same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(macros: &[(&str, &str)]) -> MacroTable {
        let of = |(name, expanded): &(&str, &str)| {
            let name = Atom::from(name);
            let known = MacroDefinition { name, defined: None, function_like: false, expanded: (*expanded).to_owned() };
            (name, known)
        };
        macros.iter().map(of).collect()
    }

    #[test]
    fn macros_that_were_read_must_be_the_same() {
        let (own, other) = (table(&[("BOTH", "1"), ("ONE", "1"), ("OWN", "1")]), table(&[("BOTH", "1"), ("ONE", "2")]));
        let are_same = |reads: TargetReads| reads.are_same((Target::Spirv, &own), (Target::Wgsl, &other));
        let read = |names: &[&str]| {
            let macros = names.iter().map(|name| Atom::from(name)).collect();
            are_same(TargetReads { macros, ..TargetReads::default() })
        };
        assert!(read(&[]) && read(&["BOTH"]) && read(&["NEITHER"]));
        assert!(!read(&["ONE"]) && !read(&["BOTH", "OWN"]));
        let all = TargetReads { all_macros: true, ..TargetReads::default() };
        assert!(!are_same(all.clone()));
        assert!(all.are_same((Target::Spirv, &own), (Target::Wgsl, &own)));
    }

    #[test]
    fn globals_that_were_read_must_be_the_same() {
        let read = |names: &[&str], own, other| {
            let mut reads = TargetReads::default();
            names.iter().for_each(|name| reads.note_global(name));
            let none = MacroTable::new();
            (reads.has_globals(), reads.are_same((own, &none), (other, &none)))
        };
        assert_eq!(read(&[], Target::Spirv, Target::Dx9), (false, true));
        assert_eq!(read(&["RENDERER_DX9"], Target::Spirv, Target::Wgsl), (true, true));
        assert_eq!(read(&["RENDERER_DX9", "RENDERER_VULKAN"], Target::Spirv, Target::Wgsl), (true, false));
        assert_eq!(read(&["RENDERER_WEBGPU"], Target::Wgpu, Target::Wgsl), (true, true));
        assert_eq!(read(&["TARGET"], Target::Wgpu, Target::Wgsl), (true, false));
    }
}
