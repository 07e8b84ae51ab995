//! Compilers whose runs are noted in the trace of the run.

use std::sync::Arc;

use crate::compile::{Cancel, Chain, Compiler, Job, LanguageFallback, ProgramForm, StepOutcome};
use crate::model::{ActionKey, SourceLanguage};
use crate::report::Trace;

/// The same chain; each run of a step is noted as `compile/NAME`, in a fallback as `compile/NAME (fallback)`.
pub fn traced(chain: Chain, trace: &Arc<Trace>) -> Chain {
    let wrap = |inner: Arc<dyn Compiler>, role: &str| -> Arc<dyn Compiler> {
        let stage = format!("compile/{}{role}", inner.name());
        Arc::new(Traced { inner, stage, trace: Arc::clone(trace) })
    };
    let all = |steps: Vec<Arc<dyn Compiler>>, role| steps.into_iter().map(|step| wrap(step, role)).collect();
    let steps = all(chain.steps, "");
    let fallbacks = chain.fallbacks.into_iter();
    let fallbacks =
        fallbacks.map(|fallback| LanguageFallback { steps: all(fallback.steps, " (fallback)"), ..fallback }).collect();
    Chain { steps, fallbacks, ..chain }
}

struct Traced {
    inner: Arc<dyn Compiler>,
    stage: String,
    trace: Arc<Trace>,
}

impl Compiler for Traced {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn reads(&self, language: SourceLanguage) -> bool {
        self.inner.reads(language)
    }

    fn is_program(&self) -> bool {
        self.inner.is_program()
    }

    fn reads_declarations(&self, language: SourceLanguage) -> bool {
        self.inner.reads_declarations(language)
    }

    fn keeps_links(&self) -> bool {
        self.inner.keeps_links()
    }

    fn is_needed(&self, job: &Job<'_>) -> bool {
        self.inner.is_needed(job)
    }

    fn input(&self) -> ProgramForm {
        self.inner.input()
    }

    fn output(&self) -> ProgramForm {
        self.inner.output()
    }

    fn identity(&self) -> &str {
        self.inner.identity()
    }

    fn key(&self, job: &Job<'_>) -> ActionKey {
        self.inner.key(job)
    }

    fn command(&self, job: &Job<'_>) -> String {
        self.inner.command(job)
    }

    fn run(&self, job: &Job<'_>, cancel: &Cancel) -> StepOutcome {
        let subject = format!("{} {}", job.name, job.entry_point);
        self.trace.measure(&self.stage, subject, || self.inner.run(job, cancel))
    }
}
