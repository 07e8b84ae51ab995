//! The tokens of a shader's techniques: its text is preprocessed once for all techniques and stages that agree on the
//! macros which it consults.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::brackets::Balanced;
use super::compared_targets::{ComparedTargets, UnitUse};
use super::predefined::{Predefined, predefined};
use super::technique_texts::{TechniqueText, Text};
use super::{BuildContext, defines};
use crate::atom::Atom;
use crate::diag::{Diagnostic, FileId};
use crate::dialect::LanguageId;
use crate::model::{DefineValue, Preprocessed, ShaderTokens, Stage, Target, Technique};
use crate::preprocess;

/// Preprocesses a unit with the macros that all its techniques have, and fills the macro table. The stage is that of a
/// library.
pub fn preprocess_without_stage(
    context: &BuildContext,
    text: &Text,
    target: Target,
) -> (Preprocessed, Vec<Diagnostic>) {
    let technique =
        Technique { profile: context.project.profile_of(target).map(str::to_owned), ..Technique::default() };
    let macros = predefined(context, text.language, target, technique.profile.as_deref(), None);
    preprocess_with(context, text, &macros, &technique, None, None)
}

/// The units of the shaders of one source unit for a target. Shaders whose techniques set the same defines share those without a
/// message: messages are those of a shader.
#[derive(Default)]
pub struct SharedUnits {
    all: Vec<SharedUnit>,
    /// By language and the names whose consultation is noted, then by text.
    known: FxHashMap<(LanguageId, Vec<Atom>), FxHashMap<FileId, KnownUnits>>,
    pub balanced: Balanced,
    compared: ComparedTargets,
}

struct SharedUnit {
    unit: Arc<Preprocessed>,
    found: Vec<Diagnostic>,
    /// The macros of targets that it consulted.
    of_targets: Vec<Atom>,
}

impl SharedUnits {
    /// The same, and it is noted which of these other targets have other units.
    pub fn compared_with(targets: &[Target]) -> SharedUnits {
        SharedUnits { compared: ComparedTargets::new(targets), ..SharedUnits::default() }
    }

    /// Whether the other target has the same units.
    pub fn are_same_for(&self, target: Target) -> bool {
        self.compared.are_same_for(target)
    }

    /// Each once.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Preprocessed>> {
        self.all.iter().map(|shared| &shared.unit)
    }
}

/// Preprocesses the texts of each technique for each of its stages. `texts`: one for each technique, in one language.
/// Those that agree on everything the preprocessor consulted share
/// one result; stages of a technique can differ in the macros of the language alone.
pub fn preprocess_techniques(
    context: &BuildContext,
    texts: &[TechniqueText],
    target: Target,
    techniques: &[Arc<Technique>],
    shared: &mut SharedUnits,
    diagnostics: &mut Vec<Diagnostic>,
) -> ShaderTokens {
    let Some(language) = texts.first().map(|text| text.own.language) else { return ShaderTokens::default() };
    let stage_macros = context.registry().language(language).stage_macros();
    let mut watch: Vec<Atom> = techniques
        .iter()
        .flat_map(|technique| technique.defines.keys().map(String::as_str))
        .chain(stage_macros.iter().copied())
        .map(Atom::from)
        .collect();
    watch.sort_unstable();
    watch.dedup();
    let macros = StageMacros::of(context, language, target, techniques);
    let mut tokens = ShaderTokens::default();
    let rules = context.registry().language(language).preprocessor();
    // A mistake in a define's text is told even if no text asks for the define.
    let is_told = |(name, value): (&String, &DefineValue)| {
        let is_reserved = name.contains("__") || rules.reserved_macros.is_some_and(|begin| name.starts_with(begin));
        is_reserved || matches!(value, DefineValue::String(_))
    };
    let is_shared = !techniques.iter().flat_map(|technique| &technique.defines).any(is_told);
    let SharedUnits { all, known, compared, .. } = shared;
    let mut watch_all: Vec<Atom> = compared.names(context, language, target).to_vec();
    watch_all.extend(&watch);
    watch_all.sort_unstable();
    watch_all.dedup();
    let shared_units = known.entry((language, watch.clone())).or_default();
    let mut own_units: BTreeMap<FileId, KnownUnits> = BTreeMap::new();
    // The numbers of shared units in this shader.
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    for (technique, texts) in techniques.iter().zip(texts) {
        let mut of_stages = BTreeMap::new();
        let mut before: Option<(FileId, u32)> = None;
        for stage in stages_of(technique) {
            let text = texts.of(stage);
            let file = text.file.id;
            let (own, shared) = (own_units.entry(file).or_default(), shared_units.entry(file).or_default());
            let asks_for_the_stage = |unit: &u32| {
                let consulted = &tokens.units[*unit as usize].consulted;
                consulted.iter().any(|consulted| stage_macros.contains(&consulted.name.as_str()))
            };
            let value = |name: &Atom| macros.value(technique, stage, name);
            let known = before.filter(|(of, unit)| *of == file && !asks_for_the_stage(unit)).map(|(_, unit)| unit);
            let unit = known.unwrap_or_else(|| {
                let known = own.find(value).or_else(|| if is_shared { shared.find(value) } else { None });
                let number = known.unwrap_or_else(|| {
                    let predefined = macros.predefined(technique, stage);
                    // Stages may have files of their own.
                    let mut last = all.iter().rev().take(Stage::ALL.len()).map(|last: &SharedUnit| &*last.unit);
                    let before = last.find(|unit| unit.files.first() == Some(&file));
                    let (mut unit, found) =
                        preprocess_with(context, text, predefined, technique, Some(&watch_all), before);
                    let of_targets = take_others(&mut unit, &watch);
                    let number = all.len() as u32;
                    let consulted = || unit.consulted.iter().map(|consulted| consulted.name);
                    own.add(consulted(), value, number);
                    if is_shared && found.is_empty() {
                        shared.add(consulted(), value, number);
                    }
                    all.push(SharedUnit { unit: Arc::new(unit), found, of_targets });
                    number
                });
                let made = &all[number as usize];
                let asked = made.unit.consulted.iter().map(|consulted| consulted.name);
                let asked = asked.chain(made.of_targets.iter().copied());
                let (profile, own) = (technique.profile.as_deref(), macros.predefined(technique, stage));
                compared.compare(context, UnitUse { number, language, profile, stage, macros: own }, asked);
                *numbers.entry(number).or_insert_with(|| {
                    let SharedUnit { unit, found, .. } = &all[number as usize];
                    let own = std::slice::from_ref(technique);
                    // Stages share a mistake that is not in stage-dependent text: report it once.
                    for wrong in found.iter().map(|wrong| defines::place_where_set(wrong.clone(), own, context)) {
                        if !diagnostics.contains(&wrong) {
                            diagnostics.push(wrong);
                        }
                    }
                    tokens.units.push(Arc::clone(unit));
                    tokens.units.len() as u32 - 1
                })
            });
            before = Some((file, unit));
            of_stages.extend(stage.map(|stage| (stage, unit)));
        }
        tokens.techniques.push(of_stages);
    }
    tokens
}

/// Takes out the consulted names that are not among `watch`, which is sorted.
fn take_others(unit: &mut Preprocessed, watch: &[Atom]) -> Vec<Atom> {
    let others = unit.consulted.extract_if(.., |consulted| watch.binary_search(&consulted.name).is_err());
    others.map(|consulted| consulted.name).collect()
}

/// Units by the values of the macros that they consult: a technique with the same values has the same unit. Which macro
/// is consulted next follows from the values of those before it, so the units are the leaves of a tree.
#[derive(Default)]
struct KnownUnits {
    /// The first is the root.
    nodes: Vec<Consultation>,
}

/// What follows the same values of the same macros.
#[derive(Default)]
struct Consultation {
    /// The macro that is consulted next, and the node behind each of its values.
    next: Option<(Atom, FxHashMap<Option<String>, usize>)>,
    /// The unit that consults no more.
    unit: Option<u32>,
}

impl KnownUnits {
    /// The unit whose macros have these values.
    fn find(&self, value: impl Fn(&Atom) -> Option<String>) -> Option<u32> {
        let mut node = self.nodes.first()?;
        while let Some((name, behind)) = &node.next {
            node = &self.nodes[*behind.get(&value(name))?];
        }
        node.unit
    }

    /// `names`: in the order in which the unit consults them.
    fn add(&mut self, names: impl Iterator<Item = Atom>, value: impl Fn(&Atom) -> Option<String>, unit: u32) {
        if self.nodes.is_empty() {
            self.nodes.push(Consultation::default());
        }
        let mut at = 0;
        for name in names {
            let new = self.nodes.len();
            let (_, behind) = self.nodes[at].next.get_or_insert_with(|| (name, FxHashMap::default()));
            at = *behind.entry(value(&name)).or_insert(new);
            if at == new {
                self.nodes.push(Consultation::default());
            }
        }
        self.nodes[at].unit.get_or_insert(unit);
    }
}

/// The predefined macros of a shader's techniques, by profile and stage. There are few.
struct StageMacros<'a> {
    context: &'a BuildContext,
    by_profile: FxHashMap<(Option<Atom>, Option<Stage>), Predefined>,
}

impl<'a> StageMacros<'a> {
    fn of(
        context: &'a BuildContext,
        language: LanguageId,
        target: Target,
        techniques: &[Arc<Technique>],
    ) -> StageMacros<'a> {
        let mut by_profile = FxHashMap::default();
        for technique in techniques {
            for stage in stages_of(technique) {
                let profile = technique.profile.as_deref();
                by_profile
                    .entry((profile.map(Atom::from), stage))
                    .or_insert_with(|| predefined(context, language, target, profile, stage));
            }
        }
        StageMacros { context, by_profile }
    }

    fn predefined(&self, technique: &Technique, stage: Option<Stage>) -> &Predefined {
        &self.by_profile[&(technique.profile.as_deref().map(Atom::from), stage)]
    }

    /// The definition of a macro for a stage of a technique before its text begins. A definition of the technique has
    /// priority over one of the project, and one of the project over one of the language.
    fn value(&self, technique: &Technique, stage: Option<Stage>, name: &str) -> Option<String> {
        if let Some(value) = technique.defines.get(name) {
            return Some(value.replacement());
        }
        let of_project = self.context.project.defines.get(name);
        let of_language = || self.predefined(technique, stage).iter().find(|(own, _)| own == name).map(|own| &own.1);
        of_project.or_else(of_language).cloned()
    }
}

/// A technique without stages is preprocessed as well: its text may have mistakes.
fn stages_of(technique: &Technique) -> impl Iterator<Item = Option<Stage>> {
    let none = technique.entry_points.is_empty().then_some(None);
    technique.entry_points.keys().map(|stage| Some(*stage)).chain(none)
}

/// `watch`: the names to record; `None`: the macro table is wanted instead.
fn preprocess_with(
    context: &BuildContext,
    text: &Text,
    predefined: &Predefined,
    technique: &Technique,
    watch: Option<&[Atom]>,
    before: Option<&Preprocessed>,
) -> (Preprocessed, Vec<Diagnostic>) {
    let Text { file, language } = text;
    let project = &context.project;
    let rules = context.registry().language(*language).preprocessor();
    // Macros of the project replace predefined macros.
    let defines: Predefined = predefined
        .iter()
        .filter(|(name, _)| !project.defines.contains_key(name))
        .cloned()
        .chain(project.defines.iter().map(|(name, value)| (name.clone(), value.clone())))
        .collect();
    let technique_defines: Vec<(String, String)> =
        technique.defines.iter().map(|(name, value)| (name.clone(), value.replacement())).collect();
    let cancelled = context.cancel.flag();
    let request = preprocess::Request {
        file: Arc::clone(file),
        include_paths: &project.include,
        skipped_includes: &[],
        defines: &defines,
        technique_defines: &technique_defines,
        watch: watch.unwrap_or_default(),
        limits: preprocess::Limits {
            include_depth: project.limits.include_depth,
            tokens: u32::try_from(project.limits.tokens).unwrap_or(u32::MAX),
        },
        rules,
        legacy_macro_expansion: project.legacy_macro_expansion && rules.legacy_expansion,
        before,
        macro_table: watch.is_none(),
        cancelled: Some(&cancelled),
    };
    context
        .trace
        .measure("preprocess", &*file.name, || preprocess::preprocess(&request, &context.files, &context.sources))
}
