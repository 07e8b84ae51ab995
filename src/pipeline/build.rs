//! The main job: front, compile, pack, write.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use rayon::prelude::*;

use super::compiling::{Compiling, JobPlace, Settings, compile_all, compile_one};
use super::{Events, Front, NoEvents, ShaderFront, World, front, packing};
use crate::cache::OncePerBuild;
use crate::compile::{self, Cancel, Chain, Toolbox};
use crate::diag::{self, Diagnostic};
use crate::model::{ActionCache, Artifact, Digest, Permutation, Target, VariantId};
use crate::pack;
use crate::report::{self, Ending, Report, Summary, VariantDiagnostic};

/// What is asked of a build.
pub struct BuildRequest<'a> {
    pub targets: Vec<Target>,
    /// Where the archive goes; `None`: the project's `output`, if the whole project is built. An archive of a part never
    /// replaces the archive of the whole unasked.
    pub output: Option<PathBuf>,
    pub cache: &'a dyn ActionCache,
    pub cancel: &'a Cancel,
    pub events: &'a dyn Events,
    /// Strongest compression.
    pub release: bool,
    /// Names and lines stay, nothing is optimised.
    pub debug_info: bool,
    pub fail_fast: bool,
    /// Compile only this; nothing is written.
    pub only: Option<Only>,
}

/// A shader, or one permutation of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Only {
    pub shader: String,
    pub permutation: Option<Permutation>,
}

/// Builds the archive. The old one stays unless everything succeeded; a failed variant never hides another's result.
pub fn build(world: &World, earlier: Vec<Diagnostic>, request: &BuildRequest<'_>) -> Report {
    let start = Instant::now();
    let done = front(world, &request.targets);
    let mut diagnostics = earlier;
    diagnostics.extend(done.diagnostics.iter().cloned());
    let toolbox = Toolbox::new(&world.project.root);
    let (chains, missing) = chains(world, &request.targets, &toolbox);
    diagnostics.extend(missing);
    let no_room = no_temporary_folder();
    let can_compile = chains.len() == request.targets.len() && no_room.is_none();
    diagnostics.extend(no_room);
    let cache = OncePerBuild::new(request.cache);
    let settings = Settings {
        cache: &cache,
        cancel: request.cancel,
        events: request.events,
        debug_info: request.debug_info,
        fail_fast: request.fail_fast,
    };
    // With a chain missing there will be no archive: what can be compiled is of no use to anybody.
    let mut compiling = if can_compile {
        compile_all(world, &done.shaders, &chains, settings, &|place| wanted(&done, request.only.as_ref(), place))
    } else {
        Compiling::default()
    };
    diagnostics.extend(variant_diagnostics(&done, &compiling));
    let mut summary = summarise(&done, &compiling);
    let mut ending = ending(&diagnostics, &compiling, request.cancel);
    let writes = request.only.is_none() && (world.whole || request.output.is_some());
    if ending == Ending::Success && writes {
        match write(world, &done, &mut compiling, request) {
            Ok(bytes) => summary.archive_bytes = bytes,
            Err(failure) => {
                ending = failure.0;
                diagnostics.extend(failure.1);
            }
        }
    }
    diag::sort(&mut diagnostics, &world.sources);
    summary.wall_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    Report { ending, diagnostics, shaders: done.shaders.iter().map(ShaderFront::report).collect(), summary }
}

/// Compiles one variant outside a build, for dumps; the artifact, or what is wrong.
pub fn variant_artifact(
    world: &World,
    front: &ShaderFront,
    variant: VariantId,
    cache: &dyn ActionCache,
) -> Result<Artifact, Vec<Diagnostic>> {
    let toolbox = Toolbox::new(&world.project.root);
    let chain = compile::resolve_chain(front.target, &world.project, &toolbox)?;
    let cancel = Cancel::default();
    let cache = OncePerBuild::new(cache);
    let settings = Settings { cache: &cache, cancel: &cancel, events: &NoEvents, debug_info: false, fail_fast: false };
    let outcome = compile_one(world, front, variant, &chain, settings);
    outcome.artifact.ok_or(outcome.diagnostics)
}

/// What the cache holds of a shader's variants, without compiling anything; empty where the target has no chain here.
pub fn cached_artifacts(world: &World, front: &ShaderFront, cache: &dyn ActionCache) -> Vec<Option<Artifact>> {
    let Ok(chain) = compile::resolve_chain(front.target, &world.project, &Toolbox::new(&world.project.root)) else {
        return Vec::new();
    };
    // Cancelled from the start: a step whose result is not there starts no program.
    let cancel = Cancel::default();
    cancel.cancel();
    let cache = OncePerBuild::new(cache);
    let settings = Settings { cache: &cache, cancel: &cancel, events: &NoEvents, debug_info: false, fail_fast: false };
    let variants = 0..front.variants.variants.len() as u32;
    variants.into_par_iter().map(|id| compile_one(world, front, VariantId(id), &chain, settings).artifact).collect()
}

fn chains(world: &World, targets: &[Target], toolbox: &Toolbox) -> (Vec<Chain>, Vec<Diagnostic>) {
    let mut chains = Vec::new();
    let mut diagnostics = Vec::new();
    for target in targets {
        match compile::resolve_chain(*target, &world.project, toolbox) {
            Ok(chain) => chains.push(chain),
            Err(missing) => diagnostics.extend(missing),
        }
    }
    (chains, diagnostics)
}

fn wanted(front: &Front, only: Option<&Only>, place: JobPlace) -> bool {
    let Some(only) = only else { return true };
    let shader = &front.shaders[place.shader];
    if shader.declaration.name != only.shader {
        return false;
    }
    let Some(permutation) = only.permutation else { return true };
    shader
        .variants
        .technique_of(permutation)
        .is_some_and(|found| found.stages.values().any(|variant| *variant == place.variant))
}

/// The compilers' messages, each mistake once.
fn variant_diagnostics(front: &Front, compiling: &Compiling) -> Vec<Diagnostic> {
    let mut totals: BTreeMap<String, usize> = BTreeMap::new();
    let mut found = Vec::new();
    // A variant that is compiled for several targets is one variant to the user.
    let mut numbers: BTreeMap<(&str, Digest), u32> = BTreeMap::new();
    for (place, outcome) in compiling.places.iter().zip(&compiling.outcomes) {
        let shader = &front.shaders[place.shader];
        let name = &shader.declaration.name;
        let variant = &shader.variants.variants[place.variant.0 as usize];
        let next = numbers.len() as u32;
        let number = *numbers.entry((name, variant.key)).or_insert_with(|| {
            *totals.entry(name.clone()).or_default() += 1;
            next
        });
        let example = variant.example;
        for diagnostic in &outcome.diagnostics {
            found.push(VariantDiagnostic {
                diagnostic: diagnostic.clone(),
                shader: name.clone(),
                permutation: shader.declaration.branches.describe(example.0),
                reproduce: format!("uberc build --only {name}:{:#x} --target {}", example.0, shader.target.name()),
                variant: number,
            });
        }
    }
    report::merge(found, &totals)
}

fn summarise(front: &Front, compiling: &Compiling) -> Summary {
    let outcomes = &compiling.outcomes;
    let artifacts: BTreeSet<Digest> =
        outcomes.iter().filter_map(|outcome| outcome.artifact.as_ref()).map(|done| Digest::of(&done.bytes)).collect();
    let cached = outcomes.iter().filter(|outcome| outcome.artifact.is_some() && outcome.cached).count();
    let done = outcomes.iter().filter(|outcome| outcome.artifact.is_some()).count();
    Summary {
        shaders: front.shaders.iter().map(|shader| shader.declaration.name.as_str()).collect::<BTreeSet<_>>().len(),
        variants: outcomes.len(),
        compiled: done - cached,
        cached,
        failed: outcomes.iter().filter(|outcome| outcome.artifact.is_none() && !outcome.skipped).count(),
        artifacts: artifacts.len(),
        ..Summary::default()
    }
}

/// Nothing the sources could mend.
const ENVIRONMENT_CODES: [&str; 2] = ["compile/missing-compiler", "compile/no-temporary-folder"];

/// Compilers work in temporary folders. Tried once here, so that one cause is not told for every variant.
fn no_temporary_folder() -> Option<Diagnostic> {
    let error = tempfile::Builder::new().prefix("uberc-").tempdir().err()?;
    let folder = std::env::temp_dir();
    Some(
        Diagnostic::error(
            "compile/no-temporary-folder",
            format!("compilers have no place for temporary files in `{}`: {}", folder.display(), error.kind()),
        )
        .help("Set TMPDIR to a folder that can be written and has room."),
    )
}

fn ending(diagnostics: &[Diagnostic], compiling: &Compiling, cancel: &Cancel) -> Ending {
    if cancel.is_cancelled() {
        Ending::Cancelled
    } else if diagnostics.iter().any(|diagnostic| ENVIRONMENT_CODES.contains(&diagnostic.code)) {
        Ending::Environment
    } else if diagnostics.iter().any(Diagnostic::is_error)
        || compiling.outcomes.iter().any(|outcome| outcome.artifact.is_none())
    {
        Ending::SourceErrors
    } else {
        Ending::Success
    }
}

/// Packs and replaces the archive; its size in bytes.
fn write(
    world: &World,
    front: &Front,
    compiling: &mut Compiling,
    request: &BuildRequest<'_>,
) -> Result<u64, (Ending, Vec<Diagnostic>)> {
    let package = packing::package(front, compiling, &request.targets)
        .map_err(|diagnostics| (Ending::SourceErrors, diagnostics))?;
    let output = world.project.root.join(request.output.as_ref().unwrap_or(&world.project.output));
    let environment = |message: String| {
        let failed = Diagnostic::error("pack/write", format!("cannot write the archive: {message}"));
        (Ending::Environment, vec![failed.help("The archive of the last build is untouched.")])
    };
    let bytes = pack::pack(&package, if request.release { pack::Options::RELEASE } else { pack::Options::FAST })
        .map_err(|error| (Ending::SourceErrors, vec![Diagnostic::error("pack/limit", error.to_string())]))?;
    pack::write_archive(&output, &bytes).map_err(|error| {
        // The kind alone: the whole text names the temporary file.
        let reason = if error.raw_os_error().is_some() || error.get_ref().is_none() {
            error.kind().to_string()
        } else {
            error.to_string().split(" at path ").next().unwrap_or_default().to_owned()
        };
        environment(format!("{}: {reason}", output.display()))
    })?;
    Ok(bytes.len() as u64)
}
