//! Which other targets have the units of a target: a unit is theirs too if every macro that it asked for has the same value there.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::BuildContext;
use super::predefined::{Predefined, predefined};
use crate::atom::Atom;
use crate::diag::Sources;
use crate::dialect::LanguageId;
use crate::model::{Include, Preprocessed, ShaderTokens, Stage, Target};

/// Where a unit is used: its number, and the profile and stage whose macros it was made with.
type Use = (u32, Option<Atom>, Option<Stage>);

/// Targets that are compared with the one for which units are made.
#[derive(Default)]
pub struct ComparedTargets {
    targets: Vec<Target>,
    /// Those for which a unit would have other tokens, or could have.
    differing: BTreeSet<Target>,
    /// The predefined macros of a language that the targets do not have alike.
    names: FxHashMap<LanguageId, Vec<Atom>>,
    seen: FxHashSet<Use>,
}

/// What is compared, and where.
#[derive(Clone, Copy)]
pub struct UnitUse<'a> {
    pub number: u32,
    pub language: LanguageId,
    pub profile: Option<&'a str>,
    pub stage: Option<Stage>,
    /// The macros of its own target.
    pub macros: &'a Predefined,
}

impl ComparedTargets {
    pub fn new(targets: &[Target]) -> ComparedTargets {
        ComparedTargets { targets: targets.to_vec(), ..ComparedTargets::default() }
    }

    /// Whether the target was compared, and has all units that were made.
    pub fn are_same_for(&self, target: Target) -> bool {
        self.targets.contains(&target) && !self.differing.contains(&target)
    }

    /// The macros whose consultation decides whether a unit is that of other targets as well, beside those of
    /// [`Language::stage_macros`](crate::dialect::Language::stage_macros). Only those depend on profile and stage.
    pub fn names(&mut self, context: &BuildContext, language: LanguageId, target: Target) -> &[Atom] {
        let targets = &self.targets;
        self.names.entry(language).or_insert_with(|| {
            if targets.is_empty() {
                return Vec::new();
            }
            let of = |target: &Target| predefined(context, language, *target, None, None);
            let all: Vec<Predefined> = std::iter::once(&target).chain(targets).map(of).collect();
            let names: BTreeSet<&str> = all.iter().flatten().map(|(name, _)| name.as_str()).collect();
            let differs = |name: &&str| all.iter().any(|macros| find(macros, name) != find(&all[0], name));
            names.into_iter().filter(differs).map(Atom::from).collect()
        })
    }

    /// Compares the targets where a unit is used. `asked`: the names that it consulted.
    pub fn compare(&mut self, context: &BuildContext, unit: UnitUse<'_>, asked: impl Iterator<Item = Atom> + Clone) {
        let UnitUse { number, language, profile, stage, macros } = unit;
        if self.targets.is_empty()
            || asked.clone().next().is_none()
            || !self.seen.insert((number, profile.map(Atom::from), stage))
        {
            return;
        }
        for target in &self.targets {
            if self.differing.contains(target) {
                continue;
            }
            let others = predefined(context, language, *target, profile, stage);
            // A definition of the project or of a technique would hide the difference; that is rare.
            if asked.clone().any(|name| find(macros, &name) != find(&others, &name)) {
                self.differing.insert(*target);
            }
        }
    }
}

fn find<'m>(macros: &'m Predefined, name: &str) -> Option<&'m str> {
    macros.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
}

/// Whether two targets have the same tokens at the same places, although they have other macros. What was said of conditions is not
/// compared.
pub fn have_same_tokens(sources: &Sources, one: &ShaderTokens, other: &ShaderTokens) -> bool {
    one.techniques == other.techniques
        && one.units.len() == other.units.len()
        && one.units.iter().zip(&other.units).all(|(one, other)| is_same_unit(sources, one, other))
}

fn is_same_unit(sources: &Sources, one: &Preprocessed, other: &Preprocessed) -> bool {
    // The text of predefined macros is one for each target.
    let is_handed_in = |include: &Include| include.from.is_none() && sources.get(include.file).path.is_none();
    let is_same_visit = |(own, other): (&Include, &Include)| own == other || is_handed_in(own) && is_handed_in(other);
    one.tokens == other.tokens
        && one.expansions == other.expansions
        && one.includes.len() == other.includes.len()
        && one.includes.iter().zip(&other.includes).all(is_same_visit)
        && one.include_directives == other.include_directives
        && one.consulted == other.consulted
        && (one.version, &one.extensions, one.numbered_files)
            == (other.version, &other.extensions, other.numbered_files)
        && (&one.files, &one.missing) == (&other.files, &other.missing)
}
