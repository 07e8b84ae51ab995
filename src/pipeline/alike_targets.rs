//! The fronts of a unit for several targets. Targets for which the sidecar and the texts are the same have the same techniques and
//! variants: they are found for the first of them, and the others take them over. Everything with a message is done for each target.

use std::sync::Arc;

use rayon::prelude::*;

use super::BuildContext;
use super::incremental::explore_cache::Explored;
use super::incremental::unit_record::Inputs;
use super::loaded_unit::{LoadedUnit, UnitText};
use super::shader_front::{PreprocessedShader, ShaderFront};
use super::unit_front::{
    PreprocessedUnit, UnitFront, explore_unit, preprocess_unit, run_unit_frontend, unit_text, with_text,
};
use crate::compile;
use crate::dialect::LanguageId;
use crate::model::{BindingRule, SourceUnit, Target};

/// A target whose front is not made.
struct OpenTarget {
    /// Its place among the targets that were asked for.
    at: usize,
    target: Target,
    /// The place of the target whose run of the sidecar is that of this one.
    explored_for: usize,
    state: State,
}

/// How far a target is. A target without an exploration is one whose sidecar was not run.
enum State {
    Read(UnitText, Option<Arc<Explored>>),
    Preprocessed(Box<PreprocessedUnit>),
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
        explored_for: at,
        state: State::Read(unit_text(context, unit, *target), None),
    };
    let open: Vec<OpenTarget> = targets.par_iter().enumerate().map(open).collect();
    let mut fronts = OfUnit { context, unit }.run(open);
    fronts.sort_unstable_by_key(|(at, _)| *at);
    fronts.into_iter().map(|(_, front)| front).collect()
}

impl OfUnit<'_> {
    /// The fronts of the targets, with their places. Those that are not like the first are compared with each other.
    fn run(self, mut open: Vec<OpenTarget>) -> Vec<(usize, UnitFront)> {
        let OfUnit { context, unit } = self;
        if open.is_empty() {
            return Vec::new();
        }
        let first = open.remove(0);
        let (at, target, explored_for) = (first.at, first.target, first.explored_for);
        let others: Vec<Target> = open.iter().map(|other| other.target).collect();
        match first.state {
            State::Preprocessed(preprocessed) => self.run_alike((at, target), *preprocessed, open, &others),
            State::Read(text, explored) => {
                let loaded = self.explore(target, text, explored);
                lend_exploration((at, target), &loaded, &mut open);
                // Those with another run of the sidecar have nothing to wait for.
                let (open, apart): (Vec<_>, Vec<_>) =
                    open.into_iter().partition(|other| other.explored_for == explored_for);
                let own = || {
                    let preprocessed = preprocess_unit(context, unit, target, loaded, &others);
                    self.run_alike((at, target), preprocessed, open, &others)
                };
                if apart.is_empty() {
                    return own();
                }
                let (mut fronts, of_others) = rayon::join(own, || self.run(apart));
                fronts.extend(of_others);
                fronts
            }
        }
    }

    /// The same behind preprocessing of the first target. `open`: targets whose run of the sidecar may be that of the first.
    fn run_alike(
        self,
        (at, target): (usize, Target),
        preprocessed: PreprocessedUnit,
        open: Vec<OpenTarget>,
        others: &[Target],
    ) -> Vec<(usize, UnitFront)> {
        let OfUnit { context, unit } = self;
        let compared = open.into_par_iter().map(|other| self.compare((target, &preprocessed), other, others));
        let (alike, different): (Vec<_>, Vec<_>) = compared.collect::<Vec<_>>().into_iter().partition(|(is, _)| *is);
        let different: Vec<OpenTarget> = different.into_iter().map(|(_, other)| other).collect();
        let inputs = if alike.is_empty() { Inputs::new() } else { preprocessed.inputs.clone() };
        let specialise = || preprocessed.specialise(context, unit);
        let (front, mut fronts) = match different.is_empty() {
            true => (specialise(), Vec::new()),
            false => rayon::join(specialise, || self.run(different)),
        };
        let take_over = |(_, other): (bool, OpenTarget)| (other.at, self.take_over(&front, &inputs, other));
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

    /// Whether the front of a target is that of the first one, as long as there is no message. Both have the same run of the sidecar.
    /// Where the macros do not tell, the target is preprocessed, and the tokens are compared. `others`: as in [`preprocess_unit`].
    fn compare(
        self,
        (first, own): (Target, &PreprocessedUnit),
        mut other: OpenTarget,
        others: &[Target],
    ) -> (bool, OpenTarget) {
        let OfUnit { context, unit } = self;
        let target = other.target;
        let has_same_rules = |shader: &PreprocessedShader| {
            let language = shader.language();
            TargetRules::of(context, first, language) == TargetRules::of(context, target, language)
        };
        if !own.is_silent() || !own.shaders.iter().all(|shader| has_same_rules(shader) && shader.is_plain()) {
            return (false, other);
        }
        other.state = match other.state {
            State::Read(text, explored) if own.has_text(&text) && own.is_same_for(context, target, &text.macros) => {
                other.state = State::Read(text, explored);
                return (true, other);
            }
            State::Read(text, explored) => {
                let loaded = self.explore(target, text, explored);
                State::Preprocessed(Box::new(preprocess_unit(context, unit, target, loaded, others)))
            }
            preprocessed @ State::Preprocessed(_) => preprocessed,
        };
        let is_same = match &other.state {
            State::Preprocessed(other) => other.is_silent() && own.has_same_tokens(context, other),
            State::Read(..) => false,
        };
        (is_same, other)
    }

    /// The front of a target that is like that of another one. `inputs`: of the other one, without those of its own text.
    fn take_over(self, front: &UnitFront, inputs: &Inputs, target: OpenTarget) -> UnitFront {
        let OfUnit { context, unit } = self;
        let OpenTarget { target, state, .. } = target;
        let needs_equal = target.needs_equal_interpolation();
        let fits = |shader: &ShaderFront| shader.equal_interpolation || !needs_equal;
        if !front.diagnostics.is_empty() || !front.shaders.iter().all(fits) {
            let preprocessed = match state {
                State::Preprocessed(preprocessed) => *preprocessed,
                State::Read(text, explored) => {
                    preprocess_unit(context, unit, target, self.explore(target, text, explored), &[])
                }
            };
            return preprocessed.specialise(context, unit);
        }
        let (inputs, text) = match state {
            State::Preprocessed(preprocessed) => (preprocessed.inputs, preprocessed.text),
            State::Read(text, _) => (inputs.clone(), text),
        };
        UnitFront {
            shaders: front.shaders.iter().map(|shader| ShaderFront { target, ..shader.clone() }).collect(),
            undeclared: front.undeclared.clone(),
            diagnostics: Vec::new(),
            inputs: with_text(inputs, text.inputs),
            macros: text.macros,
        }
    }
}

/// Gives what exploring found for a target to those that would find the same.
fn lend_exploration((at, target): (usize, Target), loaded: &LoadedUnit, open: &mut [OpenTarget]) {
    let Some(explored) = loaded.explored.as_ref().filter(|_| loaded.diagnostics.is_empty()) else { return };
    let mut lent = None;
    for other in open {
        if let State::Read(text, none @ None) = &mut other.state
            && explored.serves((target, &loaded.text.macros), (other.target, &text.macros))
        {
            *none = Some(Arc::clone(lent.get_or_insert_with(|| Arc::new(explored.clone()))));
            other.explored_for = at;
        }
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
