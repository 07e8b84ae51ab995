//! JSON lines of `--message-format json`: a contract, documented in the README.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{ShaderReport, Summary};

#[derive(Serialize)]
struct ListLine<'a> {
    reason: &'static str,
    shader: &'a str,
    target: &'static str,
    permutations: u128,
    specialize_runs: u64,
    cubes: usize,
    techniques: usize,
    variants: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
struct SummaryLine {
    reason: &'static str,
    shaders: usize,
    variants: usize,
    compiled: usize,
    cached: usize,
    failed: usize,
    artifacts: usize,
    wall_ms: u64,
    archive_bytes: u64,
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
        variants: report.variants.iter().map(|(stage, count)| (stage.name(), *count)).collect(),
    })
}

/// The last line of `uberc build`, `"reason": "summary"`.
pub fn summary_line(summary: &Summary) -> String {
    line(&SummaryLine {
        reason: "summary",
        shaders: summary.shaders,
        variants: summary.variants,
        compiled: summary.compiled,
        cached: summary.cached,
        failed: summary.failed,
        artifacts: summary.artifacts,
        wall_ms: summary.wall_ms,
        archive_bytes: summary.archive_bytes,
    })
}

fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain structs of numbers and strings always serialise")
}
