//! Compilers whose runs are noted in the trace of the run.

use std::sync::Arc;

use crate::compile::{
    Cancel, Chain, Compiler, ExternalCompiler, Job, LanguageFallback, ProgramForm, RunForm, StepOutcome,
};
use crate::model::{ActionKey, SourceLanguage};
use crate::report::Trace;

/// The same chain; each run of a step is noted as `compile/NAME`, in a fallback as `compile/NAME (fallback)`, and by a worker as
/// `compile/NAME (worker)` or `compile/NAME (fallback, worker)`.
pub fn traced(mut chain: Chain, trace: &Arc<Trace>) -> Chain {
    let wrap = |inner: Arc<dyn Compiler>, is_fallback| -> Arc<dyn Compiler> {
        Arc::new(Traced { inner, is_fallback, trace: Arc::clone(trace) })
    };
    let all =
        |steps: Vec<Arc<dyn Compiler>>, is_fallback| steps.into_iter().map(|step| wrap(step, is_fallback)).collect();
    chain.steps = all(chain.steps, false);
    let fallbacks = chain.fallbacks.into_iter();
    chain.fallbacks =
        fallbacks.map(|fallback| LanguageFallback { steps: all(fallback.steps, true), ..fallback }).collect();
    chain
}

struct Traced {
    inner: Arc<dyn Compiler>,
    is_fallback: bool,
    trace: Arc<Trace>,
}

impl Traced {
    fn stage(&self, form: RunForm) -> String {
        let roles = match (self.is_fallback, form) {
            (false, RunForm::Own) => "",
            (false, RunForm::Worker) => " (worker)",
            (true, RunForm::Own) => " (fallback)",
            (true, RunForm::Worker) => " (fallback, worker)",
        };
        format!("compile/{}{roles}", self.inner.name())
    }
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

    fn program(&self) -> Option<&ExternalCompiler> {
        self.inner.program()
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
        self.run_in_form(job, cancel).0
    }

    fn run_in_form(&self, job: &Job<'_>, cancel: &Cancel) -> (StepOutcome, RunForm) {
        let subject = format!("{} {}", job.name, job.entry_point);
        self.trace.measure_as(subject, || {
            let result = self.inner.run_in_form(job, cancel);
            let stage = self.stage(result.1);
            (result, stage)
        })
    }
}
