//! The analysis of a variant's tokens, made once and shared by the steps that need it.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::panic_guard::{self, Failure};
use crate::diag::{Diagnostic, Origin, Sources};
use crate::dialect::LanguageSession;
use crate::ir::work::{Stopped, WorkLimits};
use crate::ir::{BindingSlot, Instance, Problem, ProblemKind, Program, StageElement, is_outer};
use crate::model::{BindingRule, Digest, LanguageVersion, SourceLanguage, SourceText, Stage, StageLink, StageLinks};

/// The typed program of a variant, and what the analysis says; without a program, at least one of the diagnostics is an error.
type Analysed = (Option<Program>, Vec<Diagnostic>);

/// The program of a variant's tokens for those who compile it for several targets. It belongs to one text, stage and entry point.
#[derive(Debug, Default)]
pub struct SharedProgram(OnceLock<Arc<Analysed>>);

/// A variant's tokens, and the result of their analysis, which is made at the first use.
#[derive(Debug)]
pub struct Analysis<'a> {
    pub text: &'a SourceText,
    pub sources: &'a Sources,
    pub session: &'a dyn LanguageSession,
    pub language: SourceLanguage,
    /// Limits of the work on this variant.
    pub limits: WorkLimits,
    program: OnceLock<Arc<Analysed>>,
    shared: Option<&'a SharedProgram>,
    locations: OnceLock<Option<StageLinks>>,
}

/// One number for each unit's text. Units with the same number have each shared resource, attribute and render target at the same place,
/// so a stage that was compiled for one unit serves the others. A resource without a possible place is reported when the variant
/// is compiled.
pub fn agreeing(
    units: &[SourceText],
    rule: BindingRule,
    version: LanguageVersion,
    session: &dyn LanguageSession,
    limits: &WorkLimits,
) -> Vec<u32> {
    let mut classes: Vec<BTreeMap<String, (u32, u32)>> = vec![BTreeMap::new()];
    let places = |unit: &SourceText| {
        let interface = session.unit_interface(unit, version);
        let slots = session.binding_slots(&interface, rule)?;
        let mut places: UnitPlaces = slots.into_iter().map(|slot| (slot.name, (slot.set, slot.binding))).collect();
        for stage in [Stage::Vertex, Stage::Pixel] {
            for (name, location) in session.outer_locations(&interface, stage) {
                places.push((format!("{} {name}", stage.name()), (0, location)));
            }
        }
        Ok::<_, Problem>(places)
    };
    let class_of = |places: Result<Result<UnitPlaces, Problem>, Failure>| {
        let Ok(Ok(places)) = places else { return 0 };
        let agrees = |known: &BTreeMap<String, (u32, u32)>| {
            places.iter().all(|(name, place)| known.get(name).is_none_or(|at| at == place))
        };
        let class = classes.iter().position(agrees).unwrap_or_else(|| {
            classes.push(BTreeMap::new());
            classes.len() - 1
        });
        classes[class].extend(places);
        class as u32
    };
    // On the workers of the pool: outside of it, each call of `bounded` starts a thread.
    let groups = units
        .chunks(UNITS_TOGETHER)
        .flat_map(|some| some.par_iter().map(|unit| panic_guard::bounded(limits, || places(unit))).collect::<Vec<_>>());
    groups.map(class_of).collect()
}

/// Units whose places are in memory together.
const UNITS_TOGETHER: usize = 256;

/// Names of a unit's resources, attributes and render targets, with set and binding or with location.
type UnitPlaces = Vec<(String, (u32, u32))>;

impl<'a> Analysis<'a> {
    pub fn new(
        text: &'a SourceText,
        sources: &'a Sources,
        session: &'a dyn LanguageSession,
        version: impl Into<LanguageVersion>,
    ) -> Analysis<'a> {
        let language = session.source_language(version.into());
        Analysis {
            text,
            sources,
            session,
            language,
            limits: WorkLimits::default(),
            program: OnceLock::new(),
            shared: None,
            locations: OnceLock::new(),
        }
    }

    /// The analysis with limits for its work.
    pub fn within(self, limits: WorkLimits) -> Analysis<'a> {
        Analysis { limits, ..self }
    }

    /// The analysis, which takes the program from there, or puts it there.
    pub fn sharing(self, shared: Option<&'a SharedProgram>) -> Analysis<'a> {
        Analysis { shared, ..self }
    }

    /// The message for an analysis without a result.
    fn failed(&self, failure: &Failure) -> Diagnostic {
        match failure {
            Failure::Stopped(why) => stopped(*why),
            Failure::Crash(panic) => {
                let text = format!("the analysis crashed: {panic}");
                Diagnostic::error(self.session.codes().internal, text).origin(Origin::Internal)
            }
        }
    }

    /// The typed program; without one, at least one of the diagnostics is an error.
    pub fn program(&self, stage: Stage, entry_point: &str) -> &(Option<Program>, Vec<Diagnostic>) {
        self.program.get_or_init(|| {
            if let Some(known) = self.shared.and_then(|shared| shared.0.get()) {
                return Arc::clone(known);
            }
            let version = self.language.version;
            let analysed =
                panic_guard::bounded(&self.limits, || self.session.analyse(self.text, stage, entry_point, version));
            let analysed = analysed.map(Arc::new);
            // Each one has its own time.
            if let (Some(shared), Ok(analysed)) = (self.shared, &analysed) {
                let _is_first = shared.0.set(Arc::clone(analysed));
            }
            analysed.unwrap_or_else(|failure| Arc::new((None, vec![self.failed(&failure)])))
        })
    }

    /// The warnings of the analysis, if it has run.
    pub fn warnings(&self) -> &[Diagnostic] {
        match self.program.get().map(|analysed| &**analysed) {
            Some((Some(_), warnings)) => warnings,
            _ => &[],
        }
    }

    /// The errors that are mistakes in the source, without what only the embedded chain does not support.
    pub fn mistakes(&self, stage: Stage, entry_point: &str) -> Vec<Diagnostic> {
        let (_, found) = self.program(stage, entry_point);
        let about_source = |found: &&Diagnostic| found.is_error() && found.origin == Origin::Sources;
        found.iter().filter(about_source).cloned().collect()
    }

    /// The digest of the declarations that bindings follow from: those of the whole unit, of which the variant may have
    /// only some. `None` where a limit, or the end of the run, was in the way.
    pub fn interface(&self) -> Option<Digest> {
        let found = panic_guard::bounded(&self.limits, || {
            digest(&self.session.unit_interface(self.text, self.language.version))
        });
        found.ok()
    }

    /// Where the project's rule has every resource of the unit.
    pub fn layout(&self, rule: BindingRule) -> Result<Vec<BindingSlot>, Diagnostic> {
        let session = self.session;
        let found = panic_guard::bounded(&self.limits, || {
            session.binding_slots(&session.interface(self.text, self.language.version), rule)
        });
        found.map_err(|failure| self.failed(&failure))?.map_err(|problem| self.place(&problem))
    }

    /// The locations of all inputs and outputs of a stage, where the language numbers them: `links` are those that the stages of the
    /// shader agree on. `None` in another language, and where the declarations have a mistake.
    pub fn locations(&self, stage: Stage, entry_point: &str, links: Option<&StageLinks>) -> Option<&StageLinks> {
        let find = || self.language.places_by_unit.then(|| self.find_locations(stage, entry_point, links)).flatten();
        self.locations.get_or_init(find).as_ref()
    }

    fn find_locations(&self, stage: Stage, entry_point: &str, links: Option<&StageLinks>) -> Option<StageLinks> {
        let (session, version) = (self.session, self.language.version);
        let found = || {
            let outer = session.outer_locations(&session.interface(self.text, version), stage);
            let signature = session.signature(self.text, stage, entry_point, version, false, false)?;
            let outer = |element: &StageElement, input: bool| {
                let of = outer.iter().find(|(name, _)| *name == element.place.parameter);
                of.filter(|_| is_outer(stage, input)).map(|(_, location)| *location)
            };
            let side = |elements: &[StageElement], input: bool| {
                let mut first = 0;
                let link = |element: &StageElement| {
                    let default = element.location()?;
                    if element.part == 0 {
                        first = default;
                    }
                    let linked = links.and_then(|links| links.find(input, element.per_patch, &element.name));
                    let location = match (linked, outer(element, input)) {
                        (Some(link), _) => link.location,
                        (None, Some(outer)) => outer.saturating_add(default.saturating_sub(first)),
                        (None, None) => default,
                    };
                    Some(StageLink {
                        name: element.name.clone(),
                        declared: element.place.name().to_owned(),
                        per_patch: element.per_patch,
                        per_primitive: false,
                        default,
                        location,
                        components: element.components,
                    })
                };
                elements.iter().filter_map(link).collect()
            };
            Some(StageLinks { inputs: side(&signature.inputs, true), outputs: side(&signature.outputs, false) })
        };
        panic_guard::bounded(&self.limits, found).ok().flatten()
    }

    pub fn place(&self, problem: &Problem) -> Diagnostic {
        let tokens = &self.text.tokens;
        let at = |token: u32| tokens.tokens.get(token as usize);
        let codes = self.session.codes();
        let (code, origin) = match problem.kind {
            ProblemKind::Unsupported => (codes.unsupported, Origin::Unsupported),
            ProblemKind::Mistake => (codes.binding, Origin::Sources),
            ProblemKind::Internal => (codes.internal, Origin::Internal),
        };
        let mut diagnostic = Diagnostic::error(code, &problem.message).origin(origin);
        if let Some(token) = problem.token.and_then(at) {
            diagnostic = tokens.blame(diagnostic, token);
        }
        for (token, what) in &problem.others {
            if let Some(token) = at(*token) {
                let label = crate::diag::Label { span: tokens.place(token).0, message: what.clone() };
                diagnostic.labels.push(label);
            }
        }
        if problem.help.is_empty() { diagnostic } else { diagnostic.help(problem.help.clone()) }
    }
}

/// The error where the embedded compiler reached a limit.
pub fn stopped(why: Stopped) -> Diagnostic {
    let (text, help) = match why {
        Stopped::Steps(limit) => (
            format!("the embedded compiler needs more than {limit} steps for this variant"),
            "Look for templates, structures and macros that multiply, or raise `compile-steps` in the limits of uberc.toml.",
        ),
        Stopped::Depth => (
            "the program nests too deep for the embedded compiler".to_owned(),
            "Split the expressions, blocks and functions that stand in each other.",
        ),
        Stopped::Time(limit) => (
            format!("the embedded compiler was stopped after {} s without a result", limit.as_secs_f64()),
            "Make the variant smaller, or raise `compile-timeout` in the limits of uberc.toml.",
        ),
        Stopped::Memory(limit) => (
            format!("the embedded compiler was stopped when it took more than {} MiB", limit >> 20),
            "Make the variant smaller, or raise `compile-memory` in the limits of uberc.toml.",
        ),
        // A cancelled build shows no diagnostics.
        Stopped::Cancelled => ("the build was cancelled".to_owned(), "Build again."),
    };
    Diagnostic::error("compile/limit", text).help(help).origin(Origin::Limit)
}

/// The digest of what the declarations say.
pub fn digest(interface: &[Instance]) -> Digest {
    Digest::of(&interface.iter().flat_map(|instance| instance.digest.0).collect::<Vec<u8>>())
}
