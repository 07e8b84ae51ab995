//! What `auto` makes of a program that the embedded compiler does not support: the chain's fallback, as a build runs it.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use uberc::compile::{Analysis, Cancel, Compiled, Job, JobInput, ProgramRegistry, compile, resolve_chain};
use uberc::model::{ActionCache, ActionKey, ActionResult, BindingRule, CompilerStep, Project, Target};
use uberc::specialise::{Layout, emit};
use uberc_judge::direct3d;

use crate::candidate::Answer;
use crate::programs::Program;

/// As long as the reference may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Nothing is found and nothing is kept.
struct NoCache;

impl ActionCache for NoCache {
    fn get(&self, _: &ActionKey) -> Option<ActionResult> {
        None
    }

    fn put(&self, _: &ActionKey, _: &ActionResult) {}
}

/// Compiles with the chain of `auto`, with DXC as the only installed compiler. `Checked` names the compiler that took over, and why.
pub(crate) fn compile_with_fallback(program: &Program, analysis: &Analysis<'_>) -> Answer {
    static PROGRAMS: OnceLock<ProgramRegistry> = OnceLock::new();
    let programs = PROGRAMS.get_or_init(|| {
        let installed = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(direct3d::folder()).chain(std::env::split_paths(&installed));
        ProgramRegistry::with_search(Path::new("."), folders.collect())
    });
    let mut project = Project::with_defaults(".");
    project.limits.compile_timeout = LIMIT;
    let step = CompilerStep { extra_args: program.options.clone(), ..CompilerStep::default() };
    project.compilers.insert("dxc".to_owned(), step);
    // Tests ask for the SPIR-V of other versions of Vulkan.
    let newest = ["--target-env", "vulkan1.3"].map(str::to_owned).to_vec();
    let step = CompilerStep { extra_args: newest, ..CompilerStep::default() };
    project.compilers.insert("spirv-val".to_owned(), step);
    let chain = match resolve_chain(Target::Spirv, &project, programs) {
        Ok(chain) => chain,
        Err(problems) => return Answer::Rejected(problems.into_iter().map(|problem| problem.message).collect()),
    };
    let emitted = emit(analysis.text, analysis.sources, Layout::OneTokenALine);
    let job = Job {
        stage: program.stage,
        entry_point: &program.entry,
        profile: program.profile.as_deref(),
        target: Target::Spirv,
        name: "source.hlsl",
        input: JobInput::Bytes(emitted.text.as_bytes()),
        source: Some(analysis),
        debug_info: false,
        optimise: true,
        bindings: BindingRule::default(),
        links: None,
        language: analysis.language,
    };
    answer(compile(&chain, &job, &NoCache, &Cancel::default()))
}

fn answer(done: Compiled) -> Answer {
    match (done.artifact, done.fallback) {
        (Some(_), Some(fallback)) => {
            let reason = fallback.reasons.first().map_or("", |reason| &reason.message);
            Answer::Checked(format!("{} takes over: {reason}", fallback.compiler))
        }
        (Some(artifact), None) => Answer::Accepted(artifact.bytes.content().into_owned()),
        (None, _) => {
            let errors = done.diagnostics.iter().filter(|found| found.is_error());
            let found = errors.flat_map(|found| {
                let labels = found.labels.iter().map(|label| label.message.clone());
                std::iter::once(found.message.clone()).chain(labels).chain(found.notes.iter().cloned())
            });
            let said = done.messages.iter().map(|said| format!("{}: {}", said.compiler, said.message.text));
            Answer::Rejected(vec![found.chain(said).collect::<Vec<String>>().join("; ")])
        }
    }
}
