//! `uberc shader-builder`: static compilation of create infos.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::args::{Bindings, ClipDepth, FallbackGeometry, ShaderBuilder};
use super::project::use_jobs;
use super::{ENVIRONMENT, Outcome, SOURCE_ERRORS, Stop, Terminal, WRONG_USAGE, output_file};
use crate::diag::{Diagnostic, did_you_mean};
use crate::dialect::create_info::{
    BindingPolicy, ConstantValue, Library, RegisterBases, SLOT_BASES, Structures, check_headers, explain,
    layout_tables, stage_word, static_asserts,
};
use crate::pipeline::{
    self, BuildContext, BuilderOptions, GROUP_LIMITS, InfoResult, ProjectCache, StaticReport, TargetOutcome,
    TargetResult,
};
use crate::report::readable_size;

pub fn run(command: &ShaderBuilder, terminal: &Terminal) -> Outcome {
    if let Some(missing) = command.files.iter().find(|file| !file.is_file()) {
        return Err(Stop::usage(format!("there is no file `{}`", missing.display())));
    }
    use_jobs(command.jobs)?;
    let selects = name_filter(command)?;
    let (context, found) = BuildContext::open_without_units(&command.files[0]);
    terminal.diagnostics(&found, &context.sources);
    if found.iter().any(Diagnostic::is_error) {
        return Ok(SOURCE_ERRORS);
    }
    let files = absolute(&command.files)?;
    let (library, mut found) = pipeline::load_infos(&context, &files);
    context.project.warnings.apply(&mut found);
    terminal.diagnostics(&found, &context.sources);
    // Its own code, as for wrong usage: nothing was compiled.
    if found.iter().any(Diagnostic::is_error) {
        return Ok(WRONG_USAGE);
    }
    if let Some(name) = &command.explain {
        return explained(&library, name, &context, terminal);
    }
    if command.list {
        list(command, &library, &selects, terminal);
        return Ok(0);
    }
    if command.layouts || command.static_asserts.is_some() {
        let ok = headers(command, &library, &context, terminal)?;
        if command.layouts || !ok {
            return Ok(if ok { 0 } else { WRONG_USAGE });
        }
    }
    let options = options(command, &library, &context)?;
    let cache = if command.no_cache { ProjectCache::none() } else { ProjectCache::open(&context) };
    terminal.diagnostics(cache.notes(), &context.sources);
    let report = pipeline::compile_infos(&context, &library, &options, &selects, &cache);
    terminal.diagnostics(&cache.close(&context, report.compiled), &context.sources);
    terminal.diagnostics(&report.diagnostics, &context.sources);
    if let Some(folder) = &command.keep_sources {
        keep_sources(folder, &report)?;
    }
    if let Some(folder) = &command.output {
        write_artifacts(folder, &report)?;
    }
    if report.invalid {
        return Ok(WRONG_USAGE);
    }
    print(command, &report, terminal);
    let failed = report.infos.iter().any(InfoResult::failed);
    let is_environment = report.diagnostics.iter().any(|one| one.is_error() && one.origin.is_environment());
    Ok(match failed {
        true if is_environment => ENVIRONMENT,
        true => SOURCE_ERRORS,
        false => 0,
    })
}

fn absolute(files: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    let path = |file: &PathBuf| std::path::absolute(file);
    files
        .iter()
        .map(path)
        .collect::<Result<_, _>>()
        .map_err(|error| Stop::environment(format!("the working folder cannot be found: {error}")))
}

fn name_filter(command: &ShaderBuilder) -> Result<impl Fn(&str) -> bool + use<>, Stop> {
    let glob = match &command.name {
        None => None,
        Some(pattern) => {
            let glob = globset::Glob::new(pattern);
            Some(glob.map_err(|error| Stop::usage(format!("`--name`: {}", error.kind())))?.compile_matcher())
        }
    };
    Ok(move |name: &str| glob.as_ref().is_none_or(|glob| glob.is_match(name)))
}

fn options(command: &ShaderBuilder, library: &Library, context: &BuildContext) -> Result<BuilderOptions, Stop> {
    let mut targets =
        if command.target.is_empty() { context.project.default_targets.clone() } else { command.target.clone() };
    targets.sort_unstable();
    targets.dedup();
    let policy = match command.bindings {
        Bindings::Packed => BindingPolicy::Packed,
        Bindings::ByFrequency => BindingPolicy::ByFrequency,
        Bindings::Slot => BindingPolicy::Slot(match *command.slot_bases.as_slice() {
            [] => SLOT_BASES,
            [uniform, storage, sampler, image] => [uniform, storage, sampler, image],
            _ => return Err(Stop::usage("`--slot-bases` takes four numbers: uniform, storage, sampler, image")),
        }),
    };
    let registers = match *command.register_bases.as_slice() {
        [] => RegisterBases::default(),
        [uniform, read_only_storage, writable_storage, sampler, image] => {
            RegisterBases { uniform, read_only_storage, writable_storage, sampler, image }
        }
        _ => {
            let kinds = "uniform, read-only storage, writable storage, sampler, image";
            return Err(Stop::usage(format!("`--register-bases` takes five numbers: {kinds}")));
        }
    };
    let group_limits = match *command.group_limits.as_slice() {
        [] => GROUP_LIMITS,
        [uniform, storage, sampler, image] => [uniform, storage, sampler, image],
        _ => return Err(Stop::usage("`--group-limits` takes four numbers: uniform, storage, sampler, image")),
    };
    let defines = command.defines.iter().map(|define| {
        let (name, value) = define.split_once('=').unwrap_or((define, ""));
        (name.to_owned(), value.to_owned())
    });
    Ok(BuilderOptions {
        targets,
        policy,
        registers,
        group_limits,
        push_constant_limit: command.push_constant_limit,
        fallback_geometry: command.fallback_geometry == FallbackGeometry::On,
        remaps_depth: command.clip_depth == ClipDepth::MinusOneToOne,
        defines: defines.collect(),
        specialized: specialized(command, library)?,
    })
}

fn specialized(command: &ShaderBuilder, library: &Library) -> Result<BTreeMap<String, ConstantValue>, Stop> {
    let mut values = BTreeMap::new();
    for text in &command.specialize {
        let (name, value) =
            text.split_once('=').ok_or_else(|| Stop::usage(format!("`--specialize {text}` has no `=`")))?;
        let constants = || library.infos.values().flat_map(|info| &info.specialization_constants);
        if !constants().any(|constant| constant.value.name == name) {
            let near = did_you_mean(name, constants().map(|constant| constant.value.name.as_str()));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(Stop::usage(format!("no info has a specialization constant `{name}`{near}")));
        }
        let value = match value {
            "true" => ConstantValue::Bool(true),
            "false" => ConstantValue::Bool(false),
            number => ConstantValue::Number(
                number
                    .parse()
                    .map_err(|_| Stop::usage(format!("`--specialize {text}`: the value is no number or boolean")))?,
            ),
        };
        let wrong = constants()
            .find(|constant| constant.value.name == name && !constant.value.can_have(value))
            .map(|constant| constant.value.ty.row().name);
        if let Some(ty) = wrong {
            return Err(Stop::usage(format!("`--specialize {text}`: `{name}` is {ty}")));
        }
        values.insert(name.to_owned(), value);
    }
    Ok(values)
}

fn explained(library: &Library, name: &str, context: &BuildContext, terminal: &Terminal) -> Outcome {
    let Some(text) = explain(library, name, &context.sources) else {
        let near = did_you_mean(name, library.infos.keys().map(String::as_str));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Stop::usage(format!("there is no info `{name}`{near}")));
    };
    terminal.data(text.trim_end());
    Ok(0)
}

fn list(command: &ShaderBuilder, library: &Library, selects: &impl Fn(&str) -> bool, terminal: &Terminal) {
    for info in library.infos.values().filter(|info| selects(&info.name)) {
        let stages: Vec<&str> = crate::dialect::create_info::STAGES
            .into_iter()
            .filter(|stage| info.has_stage(*stage))
            .map(stage_word)
            .collect();
        if command.json || terminal.json() {
            let line =
                json!({ "info": info.name, "static": info.is_static(), "stages": stages, "merged": info.merged });
            terminal.data(&line.to_string());
            continue;
        }
        let kind = if info.is_static() { "static" } else { "reused" };
        terminal.data(format!("{:<6} {}  {}", kind, info.name, stages.join(" ")).trim_end());
    }
}

/// Prints and writes the layouts of shared headers. Whether they have no mistake.
fn headers(
    command: &ShaderBuilder,
    library: &Library,
    context: &BuildContext,
    terminal: &Terminal,
) -> Result<bool, Stop> {
    let mut all = Structures::default();
    let mut found = Vec::new();
    for info in library.infos.values() {
        let (structures, wrong) = check_headers(info, &context.sources, &context.project.include);
        all.merge(structures);
        found.extend(wrong);
    }
    crate::diag::sort(&mut found, &context.sources);
    context.project.warnings.apply(&mut found);
    terminal.diagnostics(&found, &context.sources);
    if command.layouts {
        terminal.data(layout_tables(&all).trim_end());
    }
    if let Some(path) = &command.static_asserts {
        output_file::write(path, static_asserts(&all).as_bytes())?;
    }
    Ok(!found.iter().any(Diagnostic::is_error))
}

fn keep_sources(folder: &Path, report: &StaticReport) -> Result<(), Stop> {
    for info in &report.infos {
        for target in &info.targets {
            for (stage, text) in &target.sources {
                let name = format!("{}.{}.{}.glsl", info.name, target.target.name(), stage_word(*stage));
                output_file::write(&folder.join(name), text.as_bytes())?;
            }
        }
    }
    Ok(())
}

fn write_artifacts(folder: &Path, report: &StaticReport) -> Result<(), Stop> {
    for info in &report.infos {
        for result in &info.targets {
            for stage in &result.stages {
                let (target, extension) = (result.target.name(), result.target.extension());
                let name = format!("{}.{target}.{}.{extension}", info.name, stage_word(stage.stage));
                output_file::write(&folder.join(name), &stage.artifact.bytes.content())?;
            }
        }
    }
    Ok(())
}

fn word(outcome: &TargetOutcome) -> (&'static str, Option<&'static str>) {
    match outcome {
        TargetOutcome::Passed => ("pass", None),
        TargetOutcome::Failed => ("fail", None),
        TargetOutcome::Skipped(reason) => ("skipped", Some(reason)),
    }
}

fn print(command: &ShaderBuilder, report: &StaticReport, terminal: &Terminal) {
    let skipped = report.infos.iter().filter(|info| info.skipped()).count();
    let total = report.infos.len() - skipped;
    let passed = report.infos.iter().filter(|info| !info.skipped() && !info.failed()).count();
    let is_json = command.json || terminal.json();
    for info in &report.infos {
        if is_json {
            terminal.data(&info_json(info).to_string());
            continue;
        }
        for target in &info.targets {
            terminal.data(&target_line(info, target));
        }
    }
    if is_json {
        terminal.data(&json!({ "passed": passed, "total": total, "skipped": skipped }).to_string());
    } else {
        terminal.data(&format!("passed {passed} / {total} (skipped {skipped})"));
        terminal.talk(&format!("{} stages compiled, {} from the cache", report.compiled, report.cached));
    }
}

fn target_line(info: &InfoResult, result: &TargetResult) -> String {
    let (outcome, reason) = word(&result.outcome);
    let stages: Vec<String> = result
        .stages
        .iter()
        .map(|stage| format!("{} {}", stage_word(stage.stage), readable_size(stage.artifact.bytes.len() as u64)))
        .collect();
    let rest = reason.map_or_else(|| stages.join(", "), str::to_owned);
    format!("{outcome:<7} {} {}: {rest}", info.name, result.target.name()).trim_end_matches([' ', ':']).to_owned()
}

fn info_json(info: &InfoResult) -> Value {
    let outcome = if info.skipped() {
        "skipped"
    } else if info.failed() {
        "fail"
    } else {
        "pass"
    };
    let targets: Vec<Value> = info.targets.iter().map(target_json).collect();
    json!({ "info": info.name, "result": outcome, "targets": targets })
}

fn target_json(result: &TargetResult) -> Value {
    let (outcome, reason) = word(&result.outcome);
    let stages: Vec<Value> = result
        .stages
        .iter()
        .map(|stage| {
            json!({ "stage": stage_word(stage.stage), "bytes": stage.artifact.bytes.len(), "cached": stage.cached })
        })
        .collect();
    let bindings: Vec<Value> = result
        .bindings
        .iter()
        .map(|bound| {
            let mut line = json!({
                "name": bound.name, "kind": bound.kind, "slot": bound.slot, "frequency": bound.frequency.name(),
                "set": bound.set, "binding": bound.binding,
            });
            for (name, number) in [("register", bound.register), ("sampler_binding", bound.sampler_binding)] {
                if let (Some(number), Value::Object(fields)) = (number, &mut line) {
                    fields.insert(name.to_owned(), number.into());
                }
            }
            line
        })
        .collect();
    let mut line = json!({
        "target": result.target.name(), "result": outcome, "stages": stages, "bindings": bindings,
    });
    if let (Some(reason), Value::Object(fields)) = (reason, &mut line) {
        fields.insert("reason".to_owned(), reason.into());
    }
    line
}
