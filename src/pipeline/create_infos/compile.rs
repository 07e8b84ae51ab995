//! The shader builder: each statically compiled info for each target.

use std::sync::Arc;

use rayon::prelude::*;

use super::options::{BuilderOptions, compiled_as, rules_of};
use super::report::{InfoResult, StageResult, StaticReport, TargetOutcome, TargetResult};
use super::{metal, reflection};
use crate::cache::SingleFlightCache;
use crate::diag::{self, Diagnostic, Severity};
use crate::dialect::create_info::{
    Assembled, Info, Library, Structures, assemble, check_headers, check_target, with_fallback,
};
use crate::model::{ActionCache, Artifact, Stage, Target, VariantId};
use crate::pipeline::BuildContext;
use crate::pipeline::compilers;
use crate::pipeline::events::NoEvents;
use crate::pipeline::incremental::resident::KnownVariants;
use crate::pipeline::shader_front::ShaderFront;
use crate::pipeline::text_shader::{TextShader, front_of};
use crate::pipeline::variant_job::{JobPlace, Settings};
use crate::pipeline::variants::{Compiling, compile_all};

/// An info for a target, before compiling.
struct Unit<'a> {
    info: &'a Info,
    structures: &'a Structures,
    target: Target,
    /// What keeps it from being compiled.
    state: State,
}

enum State {
    Skipped(&'static str),
    Refused(Vec<Diagnostic>),
    /// What is handed out as sources and layout, and the front of what is compiled.
    Ready(Box<Assembled>, Box<ShaderFront>, Vec<Diagnostic>),
}

/// Compiles the infos that ask for it, and whose name `selects`.
pub fn compile_infos(
    context: &BuildContext,
    library: &Library,
    options: &BuilderOptions,
    selects: &dyn Fn(&str) -> bool,
    cache: &dyn ActionCache,
) -> StaticReport {
    let infos: Vec<&Info> = library.infos.values().filter(|info| info.is_static() && selects(&info.name)).collect();
    let mut report = StaticReport::default();
    let include_paths = &context.project.include;
    let headers: Vec<(Structures, Vec<Diagnostic>)> =
        infos.par_iter().map(|info| check_headers(info, &context.sources, include_paths)).collect();
    let pairs: Vec<(usize, Target)> =
        (0..infos.len()).flat_map(|info| options.targets.iter().map(move |target| (info, *target))).collect();
    let units: Vec<Unit<'_>> = pairs
        .par_iter()
        .map(|(at, target)| {
            let info = infos[*at];
            let state = prepare(context, library, info, *target, options);
            Unit { info, structures: &headers[*at].0, target: *target, state }
        })
        .collect();
    report.diagnostics.extend(headers.iter().flat_map(|(_, found)| found.iter().cloned()));
    for unit in &units {
        if let State::Ready(assembled, _, _) = &unit.state {
            report.diagnostics.extend(assembled.diagnostics.iter().cloned());
        }
    }
    if report.diagnostics.iter().any(Diagnostic::is_error) {
        report.invalid = true;
        diag::sort(&mut report.diagnostics, &context.sources);
        return report;
    }
    compile_units(context, units, options, cache, &mut report);
    context.project.warnings.apply(&mut report.diagnostics);
    diag::sort(&mut report.diagnostics, &context.sources);
    report
}

fn prepare(context: &BuildContext, library: &Library, info: &Info, target: Target, options: &BuilderOptions) -> State {
    let is_metal = matches!(target, Target::Msl | Target::Metallib);
    if info.metal_backend_only.as_ref().is_some_and(|set| set.value) && !is_metal {
        return State::Skipped("for Metal alone");
    }
    let fallback = options.fallback_geometry.then(|| with_fallback(info, &library.interfaces)).flatten();
    let (info, interfaces, mut wrong) = match &fallback {
        Some((info, interfaces, wrong)) => (info, interfaces, wrong.clone()),
        None => (info, &library.interfaces, Vec::new()),
    };
    wrong.extend(check_target(info, &rules_of(target, options.group_limits)));
    if !wrong.is_empty() {
        return State::Refused(wrong);
    }
    let include_paths = &context.project.include;
    let assembled = assemble(interfaces, info, &options.assembly(target), &context.sources, include_paths);
    let (front, found) = if target == Target::Glsl {
        let checked = assemble(interfaces, info, &options.checked(target), &context.sources, include_paths);
        front(context, info, target, &checked)
    } else {
        front(context, info, target, &assembled)
    };
    State::Ready(Box::new(assembled), Box::new(front), found)
}

/// The info as a shader with one technique.
fn front(context: &BuildContext, info: &Info, target: Target, assembled: &Assembled) -> (ShaderFront, Vec<Diagnostic>) {
    let name = format!("{} ({})", info.name, target.name());
    let shader = TextShader {
        name: info.name.clone(),
        file: context.sources.add_generated(name, &assembled.text, assembled.places.clone()),
        language: "glsl",
        entry_points: assembled.stages.keys().map(|stage| (*stage, "main".to_owned())).collect(),
        declared: info.at,
    };
    front_of(context, &shader, compiled_as(target))
}

fn compile_units(
    context: &BuildContext,
    units: Vec<Unit<'_>>,
    options: &BuilderOptions,
    cache: &dyn ActionCache,
    report: &mut StaticReport,
) {
    let mut compiled: Vec<Target> = options.targets.iter().map(|target| compiled_as(*target)).collect();
    compiled.sort_unstable();
    compiled.dedup();
    let programs = compilers::find_programs(context, None, None);
    let (chains, missing) = compilers::resolve_chains(context, &compiled, &programs);
    report.diagnostics.extend(missing);
    let mut fronts = Vec::new();
    let mut rest = Vec::new();
    for unit in units {
        let Unit { info, structures, target, state } = unit;
        let state = match state {
            State::Ready(assembled, front, found) => {
                fronts.push(*front);
                Ok((assembled, fronts.len() - 1, found))
            }
            State::Skipped(reason) => Err((TargetOutcome::Skipped(reason), Vec::new())),
            State::Refused(found) => Err((TargetOutcome::Failed, found)),
        };
        rest.push((info, structures, target, state));
    }
    let cache = SingleFlightCache::new(cache);
    let settings = Settings {
        cache: &cache,
        cancel: &context.cancel,
        events: &NoEvents,
        debug_info: false,
        fail_fast: false,
        remote: None,
    };
    let compiling = compile_all(context, &fronts, &chains, settings, &KnownVariants::default(), &|_| true);
    report.cached = compiling.outcomes.iter().filter(|outcome| outcome.artifact.is_some() && outcome.cached).count();
    report.compiled = compiling.outcomes.len() - report.cached;
    for (info, structures, target, state) in rest {
        let result = match state {
            Err((outcome, found)) => {
                report.diagnostics.extend(found.into_iter().map(|one| named(one, info, target)));
                TargetResult { target, outcome, stages: Vec::new(), bindings: Vec::new(), sources: Vec::new() }
            }
            Ok((assembled, at, found)) => {
                let job = Compiled { info, structures, target, assembled: &assembled, front: &fronts[at], at };
                job.result(&compiling, found, &mut report.diagnostics)
            }
        };
        match report.infos.last_mut() {
            Some(last) if last.name == info.name => last.targets.push(result),
            _ => report.infos.push(InfoResult { name: info.name.clone(), targets: vec![result] }),
        }
    }
}

/// Says which info and target a message is about.
fn named(diagnostic: Diagnostic, info: &Info, target: Target) -> Diagnostic {
    diagnostic.note(format!("in info `{}` for {}", info.name, target.name()))
}

/// An info that was compiled for a target.
struct Compiled<'a> {
    info: &'a Info,
    structures: &'a Structures,
    target: Target,
    assembled: &'a Assembled,
    front: &'a ShaderFront,
    /// The number of the front.
    at: usize,
}

impl Compiled<'_> {
    fn result(&self, compiling: &Compiling, found: Vec<Diagnostic>, all: &mut Vec<Diagnostic>) -> TargetResult {
        let mut said = found;
        let mut stages = Vec::new();
        for (variant, id) in self.front.variants.variants.iter().zip(0_u32..) {
            let place = JobPlace { shader: self.at, variant: VariantId(id) };
            let job = compiling.identity(place).and_then(|identity| compiling.job(self.front.target, identity));
            let Some(outcome) = job.and_then(|job| compiling.outcomes.get(job)) else { continue };
            said.extend(outcome.diagnostics.iter().cloned());
            if let Some(artifact) = &outcome.artifact {
                stages.push(StageResult {
                    stage: variant.stage,
                    artifact: self.shipped(variant.stage, artifact),
                    cached: outcome.cached,
                });
            }
        }
        stages.sort_by_key(|result| result.stage);
        for one in &mut said {
            as_qualifier(one);
        }
        let is_whole = stages.len() == self.assembled.stages.len() && !said.iter().any(Diagnostic::is_error);
        if is_whole {
            let reflections: Vec<_> = stages.iter().map(|result| &result.artifact.reflection).collect();
            let layout = &self.assembled.layout;
            said.extend(match self.target {
                Target::Spirv => reflection::compare(self.info, layout, self.structures, &reflections),
                _ => reflection::compare_names(self.info, layout, &reflections),
            });
        }
        let failed = !is_whole || said.iter().any(Diagnostic::is_error);
        all.extend(said.into_iter().map(|one| named(one, self.info, self.target)));
        if failed {
            let message = format!("info `{}` does not compile for {}", self.info.name, self.target.name());
            all.push(Diagnostic::error("ci/compile", message).at(self.info.at));
        }
        let layout = &self.assembled.layout;
        TargetResult {
            target: self.target,
            outcome: if failed { TargetOutcome::Failed } else { TargetOutcome::Passed },
            stages,
            bindings: layout.bound().cloned().collect(),
            sources: self.assembled.stages.iter().map(|(stage, text)| (*stage, text.clone())).collect(),
        }
    }

    /// What is handed out: desktop GLSL is the text itself, and Metal has attributes of its own.
    fn shipped(&self, stage: Stage, artifact: &Arc<Artifact>) -> Arc<Artifact> {
        let text = match (self.target, self.assembled.stages.get(&stage)) {
            (Target::Glsl, Some(text)) => text.clone(),
            (Target::Msl, _) => metal::annotate(self.info, stage, &String::from_utf8_lossy(&artifact.bytes.content())),
            _ => return Arc::clone(artifact),
        };
        let entry_point = if self.target == Target::Glsl { "main".to_owned() } else { artifact.entry_point.clone() };
        Arc::new(Artifact { bytes: text.into_bytes().into(), entry_point, reflection: artifact.reflection.clone() })
    }
}

/// Codes of the front end that are about a resource's qualifier.
const QUALIFIER_CODES: [&str; 2] = ["glsl/write-only", "glsl/read-only"];

/// A use of a resource against its qualifier has the code of infos.
fn as_qualifier(diagnostic: &mut Diagnostic) {
    if QUALIFIER_CODES.contains(&diagnostic.code) && diagnostic.severity == Severity::Error {
        diagnostic.code = "ci/qualifier";
        diagnostic.help = Some("Change the Qualifier of the resource, or what the code does with it.".to_owned());
    }
}
