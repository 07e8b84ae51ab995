//! The fronts of a unit for several targets. Targets for which the sidecar and the texts are the same have the same techniques and
//! variants: they are found for the first of them, and the others take them over. Everything with a message is done for each target.

use std::sync::Arc;

use rayon::prelude::*;

use super::BuildContext;
use super::frontend::{
    PreprocessedUnit, UnitFront, explore_unit, preprocess_unit, run_unit_frontend, unit_text, with_text,
};
use super::incremental::explore_cache::Explored;
use super::incremental::unit_record::Inputs;
use super::loaded_unit::{LoadedUnit, UnitText};
use super::shader_front::{PreprocessedShader, ShaderFront};
use crate::compile;
use crate::dialect::LanguageId;
use crate::model::{BindingRule, SourceUnit, Target};

/// A target whose front is not made.
struct OpenTarget {
    /// Its place among the targets that were asked for.
    at: usize,
    target: Target,
    text: UnitText,
    /// What exploring found for another target, where this one would find the same.
    explored: Option<Arc<Explored>>,
}

/// A unit that is taken through the stages before compiling.
#[derive(Clone, Copy)]
struct OfUnit<'a> {
    context: &'a BuildContext,
    unit: &'a SourceUnit,
}

/// Takes a unit through the stages before compiling, for each of some targets; results in their order.
pub fn run_unit_frontends(context: &BuildContext, unit: &SourceUnit, targets: &[Target]) -> Vec<UnitFront> {
    if targets.len() < 2 {
        return targets.iter().map(|target| run_unit_frontend(context, unit, *target)).collect();
    }
    let open = |(at, target): (usize, &Target)| OpenTarget {
        at,
        target: *target,
        text: unit_text(context, unit, *target),
        explored: None,
    };
    let mut fronts = OfUnit { context, unit }.run(targets.iter().enumerate().map(open).collect());
    fronts.sort_unstable_by_key(|(at, _)| *at);
    fronts.into_iter().map(|(_, front)| front).collect()
}

impl OfUnit<'_> {
    /// The fronts of the targets, with their places.
    fn run(self, mut open: Vec<OpenTarget>) -> Vec<(usize, UnitFront)> {
        let OfUnit { context, unit } = self;
        if open.is_empty() {
            return Vec::new();
        }
        let OpenTarget { at, target, text, explored } = open.remove(0);
        let loaded = self.explore(target, text, explored);
        lend_exploration(&loaded, &mut open);
        let others: Vec<Target> = open.iter().map(|other| other.target).collect();
        let preprocessed = preprocess_unit(context, unit, target, loaded, &others);
        let (alike, different): (Vec<OpenTarget>, Vec<OpenTarget>) =
            open.into_iter().partition(|other| self.is_alike(&preprocessed, target, other));
        let inputs = if alike.is_empty() { Inputs::new() } else { preprocessed.inputs.clone() };
        let specialise = || preprocessed.specialise(context, unit);
        let (front, mut fronts) = match different.is_empty() {
            true => (specialise(), Vec::new()),
            // As many threads as without a target before them.
            false => rayon::join(specialise, || self.run(different)),
        };
        let take_over = |other: OpenTarget| {
            let at = other.at;
            (at, self.take_over(&front, &inputs, other))
        };
        // Each of them is made where the first has a message.
        match front.diagnostics.is_empty() {
            true => fronts.extend(alike.into_iter().map(take_over)),
            false => fronts.par_extend(alike.into_par_iter().map(take_over)),
        }
        fronts.push((at, front));
        fronts
    }

    fn explore(self, target: Target, text: UnitText, explored: Option<Arc<Explored>>) -> LoadedUnit {
        let OfUnit { context, unit } = self;
        match (context.loaded.take(unit, target), explored) {
            (Some(loaded), _) => loaded,
            (None, Some(explored)) => {
                LoadedUnit { text, explored: Some(Arc::unwrap_or_clone(explored)), diagnostics: Vec::new() }
            }
            (None, None) => explore_unit(context, unit, target, text),
        }
    }

    /// Whether the front of another target is that of this one, as long as there is no message.
    fn is_alike(self, preprocessed: &PreprocessedUnit, target: Target, other: &OpenTarget) -> bool {
        let context = self.context;
        let macros = &other.text.macros;
        let has_same_rules = |shader: &PreprocessedShader| {
            let language = shader.language();
            TargetRules::of(context, target, language) == TargetRules::of(context, other.target, language)
        };
        other.explored.is_some()
            && preprocessed.is_same_for(other.target, &other.text)
            && preprocessed.shaders.iter().all(|shader| has_same_rules(shader) && shader.is_same_for(context, macros))
    }

    /// The front of a target that is like that of another one. `inputs`: of the other one, without those of its own text.
    fn take_over(self, front: &UnitFront, inputs: &Inputs, target: OpenTarget) -> UnitFront {
        let OfUnit { context, unit } = self;
        let OpenTarget { target, text, explored, .. } = target;
        let needs_equal = target.needs_equal_interpolation();
        let fits = |shader: &ShaderFront| shader.equal_interpolation || !needs_equal;
        if !front.diagnostics.is_empty() || !front.shaders.iter().all(fits) {
            let loaded = self.explore(target, text, explored);
            return preprocess_unit(context, unit, target, loaded, &[]).specialise(context, unit);
        }
        UnitFront {
            shaders: front.shaders.iter().map(|shader| ShaderFront { target, ..shader.clone() }).collect(),
            undeclared: front.undeclared.clone(),
            diagnostics: Vec::new(),
            inputs: with_text(inputs.clone(), text.inputs),
            macros: text.macros,
        }
    }
}

/// Gives what exploring found to the targets that would find the same.
fn lend_exploration(loaded: &LoadedUnit, open: &mut [OpenTarget]) {
    let Some(explored) = loaded.explored.as_ref().filter(|_| loaded.diagnostics.is_empty()) else { return };
    let lends = |other: &&mut OpenTarget| {
        other.explored.is_none() && explored.serves(&loaded.text.macros, &other.text.macros)
    };
    let mut lent = None;
    for other in open.iter_mut().filter(lends) {
        other.explored = Some(Arc::clone(lent.get_or_insert_with(|| Arc::new(explored.clone()))));
    }
}

/// What the stages before compiling ask of a target, beside its macros and [`Target::needs_equal_interpolation`].
#[derive(PartialEq, Eq)]
struct TargetRules {
    profile: Option<String>,
    is_direct3d: bool,
    is_direct3d9: bool,
    may_embed: bool,
    /// Where bindings follow from declarations, how.
    bindings: Option<BindingRule>,
}

impl TargetRules {
    fn of(context: &BuildContext, target: Target, language: LanguageId) -> TargetRules {
        let project = &context.project;
        let reads = compile::may_read_declarations(target, project, context.source_language(language));
        let rule = || project.targets.get(&target).map(|settings| settings.bindings).unwrap_or_default();
        TargetRules {
            profile: project.profile_of(target).map(str::to_owned),
            is_direct3d: target.is_direct3d(),
            is_direct3d9: target == Target::Dx9,
            may_embed: compile::may_embed(target, project),
            bindings: reads.then(rule),
        }
    }
}
