//! JSON lines of `--message-format json`: a contract, documented in docs/src/json.md.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Comparison, Explanation, Fetched, Rebuilt, ShaderReport, Shared, StageTiming, Summary, Verified};
use crate::diag::{Diagnostic, Severity};

#[derive(Serialize)]
struct ListLine<'a> {
    reason: &'static str,
    shader: &'a str,
    target: &'static str,
    permutations: u128,
    specialize_runs: u64,
    cubes: usize,
    techniques: Option<u128>,
    packed: Option<usize>,
    variants: Option<BTreeMap<&'static str, usize>>,
    #[serde(skip_serializing_if = "super::is_zero")]
    programs: usize,
}

#[derive(Serialize)]
struct SummaryLine {
    reason: &'static str,
    shaders: usize,
    variants: usize,
    compiled: usize,
    #[serde(skip_serializing_if = "super::is_zero")]
    executed: usize,
    cached: usize,
    #[serde(skip_serializing_if = "super::is_zero")]
    remote: usize,
    failed: usize,
    artifacts: usize,
    #[serde(skip_serializing_if = "super::is_zero")]
    programs: usize,
    errors: usize,
    warnings: usize,
    wall_ms: u64,
    archive_bytes: u64,
}

#[derive(Serialize)]
struct Reasoned<'a, T> {
    reason: &'static str,
    #[serde(flatten)]
    rest: &'a T,
}

#[derive(Serialize)]
struct VerifiedLine<'a> {
    reason: &'static str,
    shader: &'a str,
    target: &'static str,
    permutations: u128,
    compared: bool,
    clean: Option<bool>,
    mismatches: Option<usize>,
    techniques: Option<u128>,
    not_compared: Vec<&'static str>,
}

/// One line of `uberc list`, `"reason": "shader"`.
pub fn list_line(report: &ShaderReport) -> String {
    line(&ListLine {
        reason: "shader",
        shader: &report.shader,
        target: report.target.name(),
        permutations: report.permutations,
        specialize_runs: report.specialize_runs,
        cubes: report.cubes,
        techniques: report.techniques,
        packed: report.packed,
        variants: report
            .variants
            .as_ref()
            .map(|variants| variants.iter().map(|(stage, count)| (stage.name(), *count)).collect()),
        programs: report.programs,
    })
}

/// The last line of `uberc build`, `"reason": "summary"`.
pub fn summary_line(summary: &Summary, diagnostics: &[Diagnostic]) -> String {
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    line(&SummaryLine {
        reason: "summary",
        shaders: summary.shaders,
        variants: summary.variants,
        compiled: summary.compiled,
        executed: summary.executed,
        cached: summary.cached,
        remote: summary.remote,
        failed: summary.failed,
        artifacts: summary.artifacts,
        programs: summary.programs,
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        wall_ms: summary.wall_ms,
        archive_bytes: summary.archive_bytes,
    })
}

/// The line of `uberc explain SHADER`, `"reason": "explanation"`.
pub fn explanation_line(explanation: &Explanation) -> String {
    line(&Reasoned { reason: "explanation", rest: explanation })
}

/// One line of `uberc verify --exhaustive`, `"reason": "verified"`.
pub fn verified_line(verified: &Verified) -> String {
    let found = verified.comparison.as_ref().ok();
    line(&VerifiedLine {
        reason: "verified",
        shader: &verified.shader,
        target: verified.target.name(),
        permutations: verified.permutations,
        compared: found.is_some(),
        clean: found.map(Comparison::is_clean),
        mismatches: found.map(|comparison| comparison.mismatches.len()),
        techniques: found.map(|comparison| comparison.techniques),
        not_compared: match &verified.comparison {
            Ok(comparison) => comparison.left_out.iter().map(|what| what.name()).collect(),
            Err(why) => vec![why.name()],
        },
    })
}

/// One line of `uberc build --explain`, `"reason": "fetched"`.
pub fn fetched_line(fetched: &Fetched) -> String {
    line(&Reasoned { reason: "fetched", rest: fetched })
}

/// One line of `uberc build --explain`, `"reason": "rebuilt"`.
pub fn rebuilt_line(rebuilt: &Rebuilt) -> String {
    line(&Reasoned { reason: "rebuilt", rest: rebuilt })
}

/// The line of `uberc build --timings`, `"reason": "timings"`; times in microseconds.
pub fn timings_line(stages: &[StageTiming], shared: &[Shared]) -> String {
    #[derive(Serialize)]
    struct TimingsLine<'a> {
        reason: &'static str,
        stages: &'a [StageTiming],
        shared: &'a [Shared],
    }
    line(&TimingsLine { reason: "timings", stages, shared })
}

fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain structs of numbers and strings always serialise")
}
