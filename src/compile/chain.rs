//! From a target to the steps that make it, with the programs that are installed.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::embedded::capability;
use super::embedded::naga_step::{self, Naga};
use super::embedded::step::{self as embedded_step, Embedded};
use super::external::catalogue;
use super::external::catalogue::{AUTO, Builtin, EMBEDDED, LINK};
use super::external::command_template::{PLACEHOLDERS, unknown_placeholder};
use super::external::external_compiler::ExternalCompiler;
use super::external::process::Bounds;
use super::spirv::bind::Bind;
use super::spirv::link::Link;
use super::spirv::strip::Strip;
use super::{Compiler, Job, JobInput, Program, ProgramForm, ProgramRegistry};
use crate::diag::{Diagnostic, Origin, listed, suggestion};
use crate::model::keys::KeyField;
use crate::model::{BindingRule, CompilerStep, Project, SourceLanguage, Stage, Target};

/// The steps of a target, in order; the output of one is the input of the next.
#[derive(Clone)]
pub struct Chain {
    pub target: Target,
    pub steps: Vec<Arc<dyn Compiler>>,
    /// What `auto` does where the embedded step does not support something: an entry for each language that a program
    /// reads.
    pub fallbacks: Vec<LanguageFallback>,
    /// The project denies a fallback.
    pub denies_fallback: bool,
    /// How registers become bindings.
    pub bindings: BindingRule,
    /// `limits.compile-steps`.
    pub most_steps: u64,
    /// The settings that were asked for. A chain does not change.
    settings: Arc<Mutex<Vec<KnownSettings>>>,
}

/// The settings of a chain for a language, with or without debug information.
struct KnownSettings {
    language: SourceLanguage,
    debug_info: bool,
    settings: ChainSettings,
}

/// What the results of a chain depend on besides the variant: the compilers in their order, with identity and arguments, as named
/// fields, which are sorted.
#[derive(Clone, Debug)]
pub struct ChainSettings {
    /// Those of the chain's own steps.
    pub own: Arc<[KeyField]>,
    /// Also those of the fallback.
    pub all: Arc<[KeyField]>,
}

/// The fallback of `auto` for sources in one language.
#[derive(Clone)]
pub struct LanguageFallback {
    /// Its name in the registry of dialects.
    pub language: &'static str,
    /// The steps from the source; empty: there are none.
    pub steps: Vec<Arc<dyn Compiler>>,
    /// Why there are none.
    pub missing: Option<MissingFallback>,
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.steps.iter().map(|step| step.name()).collect();
        write!(f, "{}: {}", self.target.name(), names.join(" > "))
    }
}

impl Chain {
    /// The settings of the chain for sources in a language.
    pub fn settings(&self, language: SourceLanguage, debug_info: bool) -> ChainSettings {
        let mut all = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().find(|known| known.language == language && known.debug_info == debug_info);
        if let Some(known) = known {
            return known.settings.clone();
        }
        let settings = self.find_settings(language, debug_info);
        all.push(KnownSettings { language, debug_info, settings: settings.clone() });
        settings
    }

    fn find_settings(&self, language: SourceLanguage, debug_info: bool) -> ChainSettings {
        let job = Job {
            stage: Stage::Vertex,
            entry_point: "",
            profile: None,
            target: self.target,
            name: "",
            source: None,
            input: JobInput::Bytes(b""),
            debug_info,
            optimise: !debug_info,
            bindings: self.bindings,
            links: None,
            language,
        };
        // These fields are already part of the variant's key.
        let own = ["kind", "step", "input", "stage", "entry_point", "profile", "file"];
        let fields_of = |role: &str, steps: &[Arc<dyn Compiler>]| {
            let mut settings: Vec<KeyField> = Vec::new();
            for (at, step) in steps.iter().enumerate() {
                let key = step.key(&job);
                let fields = key.fields().filter(|(name, _)| !own.contains(name));
                let name = |field: &str| format!("{role} {} {}: {field}", at + 1, step.name()).into();
                settings.extend(fields.map(|(field, value)| (name(field), Arc::from(value))));
            }
            settings
        };
        let mut settings = fields_of("compiler", &self.steps);
        // Steps that read declarations count what they do with them.
        if self.reads_declarations(language) {
            settings.push(("limit compile-steps".into(), self.most_steps.to_string().into()));
        }
        settings.sort();
        let mut all = [&settings[..], &fields_of("fallback", self.fallback(language))].concat();
        all.sort();
        ChainSettings { own: settings.into(), all: all.into() }
    }

    /// Whether a step numbers bindings or locations from the declarations of the whole unit: then what a variant in this language
    /// becomes depends on more than its own tokens.
    pub fn reads_declarations(&self, language: SourceLanguage) -> bool {
        self.steps.iter().chain(self.fallback(language)).any(|step| step.reads_declarations(language))
    }

    /// The steps that are taken for a source in this language where the embedded step does not support something.
    pub fn fallback(&self, language: SourceLanguage) -> &[Arc<dyn Compiler>] {
        self.fallback_of(language).map_or(&[], |fallback| &fallback.steps)
    }

    fn fallback_of(&self, language: SourceLanguage) -> Option<&LanguageFallback> {
        self.fallbacks.iter().find(|fallback| fallback.language == language.name)
    }

    /// The steps of the fallbacks for all languages.
    pub fn fallback_steps(&self) -> impl Iterator<Item = &Arc<dyn Compiler>> {
        self.fallbacks.iter().flat_map(|fallback| &fallback.steps)
    }

    /// Whether values between stages are where the shader's links say: a compiler that writes the target's form from
    /// the source by itself numbers them by the order of declarations.
    pub fn keeps_links(steps: &[Arc<dyn Compiler>]) -> bool {
        steps.iter().any(|step| step.keeps_links())
    }

    /// What the user can do where the embedded step does not support something and there is no other compiler.
    pub fn remedy(&self, stage: Stage, language: SourceLanguage) -> Option<String> {
        let missing = self.fallback_of(language)?.missing.as_ref()?;
        if !capability::has_stage(stage) && self.target != Target::Spirv {
            return Some(format!(
                "No compiler that uberc knows makes {} of a {} stage: have the sidecar leave the technique out where `{}` \
                 is true.",
                ProgramForm::of(self.target).name(),
                stage.name(),
                self.target.platform_global()
            ));
        }
        let programs: Vec<String> = missing.programs.iter().map(|(program, _)| format!("`{program}`")).collect();
        let mut ways: Vec<&str> = Vec::new();
        for (_, get) in &missing.programs {
            if !ways.contains(get) {
                ways.push(get);
            }
        }
        Some(format!(
            "`{}` may support it, and is used where its chain is installed; {} missing. {}",
            missing.compiler,
            match programs.as_slice() {
                [] => "nothing is".to_owned(),
                [one] => format!("{one} is"),
                all => format!("{} are", listed(all)),
            },
            ways.join(" ")
        ))
    }
}

/// What a fallback of `auto` needs and is not installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingFallback {
    /// The compiler that would read the source.
    pub compiler: String,
    /// Programs that are missing, and how to get each, as a full sentence.
    pub programs: Vec<(String, &'static str)>,
}

/// A compiler, and whether it is there: what `uberc doctor` prints.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ToolReport {
    pub name: String,
    /// As configured; empty for what is built in.
    pub program: String,
    /// Path and version, where it was found.
    pub found: Option<(String, String)>,
    /// Its jobs are done by workers.
    pub workers: bool,
    /// Targets whose chain has it.
    pub needed_by: Vec<Target>,
    /// Targets whose chain is `auto`, and has it for what the embedded compiler does not support.
    pub fallback_of: Vec<Target>,
    /// How to get it, as a full sentence; empty for what is built in.
    pub get: &'static str,
}

/// The names of a target's compilers, in order.
pub fn chain_names(target: Target, project: &Project) -> Vec<String> {
    match project.targets.get(&target).map(|settings| &settings.chain) {
        Some(chain) if !chain.is_empty() => chain.clone(),
        _ => catalogue::default_chain(target).iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// Whether a target's chain may be one that numbers bindings or locations from the declarations of the whole unit, whatever is
/// installed. See [`Chain::reads_declarations`].
pub fn may_read_declarations(target: Target, project: &Project, language: SourceLanguage) -> bool {
    let is_dense = project.targets.get(&target).is_some_and(|settings| settings.bindings == BindingRule::Dense);
    is_dense || language.places_by_unit || may_embed(target, project)
}

/// Whether the embedded compiler may be the one that reads the source.
pub fn may_embed(target: Target, project: &Project) -> bool {
    chain_names(target, project).iter().any(|name| [AUTO, EMBEDDED].contains(&name.as_str()))
}

/// Whether the compiler that reads the source gives `half` and `min16float` 16 bits: dxc does where the project asks
/// for it.
pub fn has_native_16_bit(target: Target, project: &Project) -> bool {
    let first = chain_names(target, project).into_iter().next();
    let Some(step) = first.filter(|name| name == "dxc").and_then(|name| project.compilers.get(&name)) else {
        return false;
    };
    step.args.iter().flatten().chain(&step.extra_args).any(|word| word.get(1..) == Some("enable-16bit-types"))
}

/// Finds the programs of a target's chain. Every problem is reported; for a program that is not there the origin is
/// [`Origin::MissingProgram`], everything else is a mistake in the project file.
pub fn resolve_chain(target: Target, project: &Project, programs: &ProgramRegistry) -> Result<Chain, Vec<Diagnostic>> {
    let names = chain_names(target, project);
    let bindings = project.targets.get(&target).map(|settings| settings.bindings).unwrap_or_default();
    let mut chain = Chain {
        target,
        steps: Vec::new(),
        fallbacks: Vec::new(),
        denies_fallback: false,
        bindings,
        most_steps: project.limits.compile_steps,
        settings: Arc::default(),
    };
    if names.first().is_none_or(|name| name != AUTO) {
        chain.steps = resolve_steps(target, project, programs, &names, None)?;
        chain.steps = bound(chain.steps, target, bindings == BindingRule::Dense)?;
        return Ok(chain);
    }
    let after = &names[1..];
    if !capability::makes(target) && after.is_empty() {
        let steps = resolve_steps(target, project, programs, &owned(catalogue::chain(target)), None)?;
        chain.steps = bound(steps, target, false)?;
        return Ok(chain);
    }
    let rest =
        after.iter().cloned().chain((target == Target::Metallib && after.is_empty()).then(|| "metal".to_owned()));
    let names: Vec<String> = std::iter::once(EMBEDDED.to_owned()).chain(rest).collect();
    chain.steps = resolve_steps(target, project, programs, &names, None)?;
    if project.denies_fallback {
        chain.denies_fallback = true;
        return Ok(chain);
    }
    for language in catalogue::fallback_languages() {
        let (steps, missing) = fallback(target, project, programs, after, language)?;
        chain.fallbacks.push(LanguageFallback { language, steps, missing });
    }
    Ok(chain)
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Steps, or why there are none.
type Fallback = (Vec<Arc<dyn Compiler>>, Option<MissingFallback>);

/// The built-in chain for sources in a language, with the first of the compilers that are installed; or what is missing
/// for it. Mistakes in the project file are mistakes whether it is taken or not.
fn fallback(
    target: Target,
    project: &Project,
    programs: &ProgramRegistry,
    after: &[String],
    language: &str,
) -> Result<Fallback, Vec<Diagnostic>> {
    let rest: Vec<String> = owned(&catalogue::chain(target)[1..])
        .into_iter()
        .filter(|name| !after.contains(name))
        .chain(after.iter().cloned())
        .collect();
    let reads = |name: &&str| {
        let found = catalogue::find(name).and_then(|found| found.reads(language));
        found.is_some_and(|reads| reads.suffices(project))
    };
    let firsts: Vec<&str> = catalogue::TO_SPIRV.into_iter().filter(reads).collect();
    for first in &firsts {
        let names: Vec<String> = std::iter::once((*first).to_owned()).chain(rest.iter().cloned()).collect();
        match resolve_steps(target, project, programs, &names, Some(language)) {
            Ok(steps) => return Ok((bound(steps, target, true)?, None)),
            Err(problems) => {
                let mistakes: Vec<Diagnostic> =
                    problems.into_iter().filter(|problem| problem.origin != Origin::MissingProgram).collect();
                if !mistakes.is_empty() {
                    return Err(mistakes);
                }
            }
        }
    }
    // None of them is installed, or something behind it is not.
    let Some(first) = firsts.first() else { return Ok((Vec::new(), None)) };
    let names = std::iter::once((*first).to_owned()).chain(rest);
    let missing = names.filter_map(|name| {
        let builtin = catalogue::find(&name)?;
        let program = program_of(builtin, project.compilers.get(&name));
        let is_missing = programs.probe(&program, builtin.version_option).is_none();
        is_missing.then_some((program, builtin.get))
    });
    Ok((Vec::new(), Some(MissingFallback { compiler: (*first).to_owned(), programs: missing.collect() })))
}

/// The steps with one behind the compiler that makes SPIR-V, which puts resources where the project's rule has them. `always`: not only
/// for languages whose rule is that of the whole unit.
fn bound(
    mut steps: Vec<Arc<dyn Compiler>>,
    target: Target,
    always: bool,
) -> Result<Vec<Arc<dyn Compiler>>, Vec<Diagnostic>> {
    let Some(at) = steps.iter().position(|step| step.output() != ProgramForm::Source) else { return Ok(steps) };
    if steps[at].name() == EMBEDDED {
        return Ok(steps);
    }
    if steps[at].output() != ProgramForm::Spirv {
        if !always {
            return Ok(steps);
        }
        let message = format!(
            "target `{}` asks for dense bindings, which `{}` cannot be given: it makes {} of the source by itself",
            target.name(),
            steps[at].name(),
            steps[at].output().name()
        );
        let help =
            format!("Leave `bindings` out of `[target.{}]`, or take a chain that makes SPIR-V first.", target.name());
        return Err(vec![Diagnostic::error("compile/bindings", message).help(help)]);
    }
    steps.insert(at + 1, Arc::new(Bind { always }));
    Ok(steps)
}

/// The steps of these names. `language`: of the sources; `None`: they may be in any language that the first step reads.
fn resolve_steps(
    target: Target,
    project: &Project,
    programs: &ProgramRegistry,
    names: &[String],
    language: Option<&str>,
) -> Result<Vec<Arc<dyn Compiler>>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut steps: Vec<Arc<dyn Compiler>> = Vec::new();
    let mut form = ProgramForm::Source;
    for (at, name) in names.iter().enumerate() {
        let own = project.compilers.get(name).filter(|own| own.program.is_some() && own.args.is_some());
        let input = input_form(name).or(own.map(|_| form));
        let Some(input) = input else {
            let known: Vec<&str> = catalogue::names().collect();
            let unknown = Diagnostic::error(
                "compile/unknown-compiler",
                format!("target `{}` names the compiler `{name}`, which is not known", target.name()),
            );
            let hint = suggestion(name, known.iter().copied());
            problems.push(unknown.help(hint.unwrap_or_else(|| format!("The compilers are: {}.", known.join(", ")))));
            continue;
        };
        if input != form && problems.is_empty() {
            problems.push(broken(target, format!("`{name}` takes {}, but gets {}", spoken(input), spoken(form))));
        }
        // The output is the input of the next built-in compiler; at the end, the target's form. The project's own
        // compilers between them may write either form: uberc cannot know.
        let wanted = names[at + 1..].iter().find_map(|next| input_form(next)).unwrap_or(ProgramForm::of(target));
        form = wanted;
        if name == EMBEDDED {
            match Embedded::new(wanted) {
                Some(embedded) => steps.push(Arc::new(embedded)),
                None => problems.push(broken(target, format!("`{EMBEDDED}` cannot write {}", wanted.name()))),
            }
            continue;
        }
        if name == "naga" {
            match Naga::new(wanted) {
                Some(naga) => steps.push(Arc::new(naga)),
                None => problems.push(broken(target, format!("`naga` cannot write {}", wanted.name()))),
            }
            continue;
        }
        let builtin = catalogue::find(name).copied().unwrap_or_else(|| catalogue::own(name, input));
        // The validator comes last and checks what is shipped; names must be read before they are stripped. The
        // embedded step reports its reflection itself.
        let embedded = steps.iter().any(|step| step.name() == EMBEDDED);
        if builtin.check && !embedded && ProgramForm::of(target) == ProgramForm::Spirv && at + 1 == names.len() {
            steps.push(Arc::new(Strip { ids_alone: false }));
        }
        match external_compiler((&builtin, wanted, language), target, project, programs) {
            Ok(compiler) => steps.push(Arc::new(compiler)),
            Err(problem) => problems.push(*problem),
        }
    }
    let from_source = |step: &Arc<dyn Compiler>| step.input() == ProgramForm::Source && step.name() != EMBEDDED;
    if steps.first().is_some_and(|first| from_source(first) && first.output() == ProgramForm::Spirv) {
        steps.insert(1, Arc::new(Link));
    }
    let embedded = steps.iter().any(|step| step.name() == EMBEDDED);
    // The embedded step numbers its ids itself; the steps after it may leave gaps.
    let programs = steps.iter().filter(|step| step.name() != LINK).count();
    let gaps = programs > usize::from(embedded);
    if ProgramForm::of(target) == ProgramForm::Spirv && gaps && !steps.iter().any(|step| step.name() == "strip") {
        steps.push(Arc::new(Strip { ids_alone: embedded }));
    }
    if problems.is_empty() { Ok(steps) } else { Err(problems) }
}

/// For `doctor`: every built-in compiler, in order, naga included.
pub fn survey(project: &Project, programs: &ProgramRegistry) -> Vec<ToolReport> {
    let is_auto = |target: Target| chain_names(target, project).first().is_some_and(|name| name == AUTO);
    let needed_by = |name: &str| {
        let has = |target: &Target| {
            let named = chain_names(*target, project).iter().any(|step| step == name);
            let implied = match name {
                EMBEDDED => capability::makes(*target),
                "metal" => *target == Target::Metallib,
                _ => false,
            };
            named || implied && is_auto(*target)
        };
        Target::ALL.into_iter().filter(has).collect::<Vec<_>>()
    };
    let fallback_of = |name: &str| {
        let first = catalogue::TO_SPIRV.contains(&name);
        let has = |target: &Target| {
            is_auto(*target) && capability::makes(*target) && (first || catalogue::chain(*target).contains(&name))
        };
        let needed = needed_by(name);
        Target::ALL.into_iter().filter(|target| has(target) && !needed.contains(target)).collect()
    };
    let programs = catalogue::PROGRAMS.iter().map(|builtin| {
        let program = program_of(builtin, project.compilers.get(builtin.name));
        let settings = project.compilers.get(builtin.name);
        let found = programs.probe(&program, builtin.version_option);
        ToolReport {
            name: builtin.name.to_owned(),
            program,
            workers: found.as_ref().is_some_and(|found| may_serve(found, settings)),
            found: found.map(|found| (found.path.display().to_string(), found.version.clone())),
            needed_by: needed_by(builtin.name),
            fallback_of: fallback_of(builtin.name),
            get: builtin.get,
        }
    });
    let built_in = |name: &str, version: &str| ToolReport {
        name: name.to_owned(),
        program: String::new(),
        found: Some(("built in".to_owned(), version.to_owned())),
        workers: false,
        needed_by: needed_by(name),
        fallback_of: fallback_of(name),
        get: "",
    };
    let naga = built_in("naga", naga_step::VERSION);
    let embedded = built_in(EMBEDDED, embedded_step::VERSION);
    programs.chain([naga, embedded]).collect()
}

fn input_form(name: &str) -> Option<ProgramForm> {
    if name == EMBEDDED {
        return Some(ProgramForm::Source);
    }
    if name == "naga" { Some(ProgramForm::Spirv) } else { catalogue::find(name).map(|builtin| builtin.input) }
}

fn program_of(builtin: &Builtin, settings: Option<&CompilerStep>) -> String {
    settings.and_then(|settings| settings.program.clone()).unwrap_or_else(|| builtin.program.to_owned())
}

fn external_compiler(
    (builtin, output, language): (&Builtin, ProgramForm, Option<&str>),
    target: Target,
    project: &Project,
    programs: &ProgramRegistry,
) -> Result<ExternalCompiler, Box<Diagnostic>> {
    let settings = project.compilers.get(builtin.name);
    let args = settings.and_then(|settings| settings.args.clone());
    if args.is_none() && !builtin.outputs.iter().any(|found| found.form == output) {
        return Err(Box::new(broken(target, format!("`{}` cannot write {}", builtin.name, output.name()))));
    }
    let extra_args = settings.map(|settings| settings.extra_args.clone()).unwrap_or_default();
    if let Some(hole) = args.as_deref().and_then(unknown_placeholder).or_else(|| unknown_placeholder(&extra_args)) {
        let message = format!("the arguments of compiler `{}` have the unknown placeholder `{{{hole}}}`", builtin.name);
        let known = suggestion(&hole, PLACEHOLDERS.iter().copied());
        let all = || format!("The placeholders are: {}. A brace is written twice.", PLACEHOLDERS.join(", "));
        return Err(Box::new(
            Diagnostic::error("compile/unknown-placeholder", message).help(known.unwrap_or_else(all)),
        ));
    }
    let mut read =
        builtin.languages().filter(|reads| args.is_none() && language.is_none_or(|name| name == reads.language));
    if let Some(refusal) = read.find_map(|reads| reads.refusal(builtin.name, target, project)) {
        return Err(Box::new(refusal));
    }
    let program = program_of(builtin, settings);
    let found = programs.probe(&program, builtin.version_option).ok_or_else(|| {
        let message = format!("target `{}` needs `{program}`, which is not installed", target.name());
        let missing = Diagnostic::error("compile/missing-compiler", message).origin(Origin::MissingProgram);
        Box::new(missing.help(builtin.get))
    })?;
    let root: Arc<Path> = Arc::from(programs.root());
    let remote_files =
        settings.iter().flat_map(|settings| &settings.remote_files).map(|file| root.join(file)).collect();
    let workers = may_serve(&found, settings).then(|| Arc::clone(programs.workers()));
    Ok(ExternalCompiler {
        builtin: *builtin,
        identity: found.identity(),
        program: found,
        output,
        args,
        extra_args,
        limits: Bounds { timeout: project.limits.compile_timeout, memory: Some(project.limits.compile_memory) },
        root,
        workers,
        remote_files,
    })
}

/// Whether a program does its jobs in workers.
fn may_serve(program: &Program, settings: Option<&CompilerStep>) -> bool {
    program.serves && settings.and_then(|settings| settings.workers) != Some(false)
}

fn broken(target: Target, what: String) -> Diagnostic {
    Diagnostic::error("compile/broken-chain", format!("the chain of target `{}` does not fit: {what}", target.name()))
        .help(format!("The built-in chain is: {}.", catalogue::chain(target).join(", ")))
}

fn spoken(form: ProgramForm) -> &'static str {
    match form {
        ProgramForm::Source => "the source",
        form => form.name(),
    }
}
