//! `uberc doctor`: compilers found, and what each target needs.

use std::path::Path;

use super::args::Doctor;
use super::{Outcome, SOURCE_ERRORS, Stop, Terminal};
use crate::cache::{Executor, RemoteCache, RemoteMode, ServerFacts};
use crate::compile::{self, ProgramRegistry};
use crate::diag::{Diagnostic, Sources};
use crate::dialect::Registry;
use crate::model::{RemoteSettings, Target};
use crate::project;

pub fn run(command: &Doctor, terminal: &Terminal) -> Outcome {
    if !command.dir.exists() {
        return Err(Stop::usage(format!("there is no file or folder `{}`", command.dir.display())));
    }
    let (root, _) = project::find_project(&command.dir);
    let sources = Sources::new(&root);
    let (project, diagnostics) = project::load_project(&root, &sources, &Registry::standard());
    terminal.diagnostics(&diagnostics, &sources);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Ok(SOURCE_ERRORS);
    }
    let programs = ProgramRegistry::new(&root);
    let tools = compile::survey(&project, &programs);
    if terminal.json() {
        for tool in &tools {
            let mut line = serde_json::to_value(tool).map_err(|error| Stop::environment(error.to_string()))?;
            if let Some(object) = line.as_object_mut() {
                object.insert("reason".to_owned(), "compiler".into());
            }
            terminal.data(&line.to_string());
        }
        if let Some(settings) = &project.remote {
            let asked = ask(settings, &root);
            terminal.data(&remote_line("remote_cache", &settings.cache, &asked.cache));
            if let (Some(server), Some(answer)) = (&settings.execute, &asked.execution) {
                terminal.data(&remote_line("remote_execution", server, answer));
            }
        }
        return Ok(0);
    }
    let mut text = String::from("compilers\n");
    for tool in &tools {
        match &tool.found {
            Some((path, version)) => {
                let form = if tool.workers { ", jobs in workers" } else { "" };
                text += &format!("  {:<17} {version} ({path}){form}\n", tool.name);
            }
            None => text += &format!("  {:<17} not found. {}\n", tool.name, tool.get),
        }
    }
    text += "targets\n";
    for target in Target::ALL {
        let chain = compile::chain_names(target, &project);
        let state = match compile::resolve_chain(target, &project, &programs) {
            Ok(resolved) => {
                let missing = resolved.fallbacks.iter().filter_map(|fallback| fallback.missing.as_ref());
                let mut programs: Vec<&str> = Vec::new();
                for (program, _) in missing.flat_map(|missing| &missing.programs) {
                    if !programs.contains(&program.as_str()) {
                        programs.push(program);
                    }
                }
                match programs.as_slice() {
                    [] => "ready".to_owned(),
                    all => format!("ready; for what the embedded compiler cannot express, missing: {}", all.join(", ")),
                }
            }
            Err(problems) => {
                let absent = tools.iter().filter(|tool| tool.needed_by.contains(&target) && tool.found.is_none());
                let missing: Vec<&str> = absent.map(|tool| tool.name.as_str()).collect();
                if missing.is_empty() {
                    problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("; ")
                } else {
                    format!("missing: {}", missing.join(", "))
                }
            }
        };
        text += &format!("  {:<9} {:<42} {state}\n", target.name(), chain.join(" > "));
    }
    if let Some(settings) = &project.remote {
        let asked = ask(settings, &root);
        text += &remote_text(settings, &asked.cache);
        if let (Some(server), Some(answer)) = (&settings.execute, &asked.execution) {
            text += &execution_text(server, answer);
        }
    }
    terminal.data(&text);
    Ok(0)
}

/// What servers say of themselves, or why they say nothing.
struct Asked {
    cache: Result<ServerFacts, String>,
    /// `None`: the project names no server that runs compilers.
    execution: Option<Result<ServerFacts, String>>,
}

fn ask(settings: &RemoteSettings, root: &Path) -> Asked {
    let mode = RemoteMode { offline: false, read_only: true };
    match RemoteCache::open(settings, root, mode) {
        Ok(remote) => Asked { cache: remote.facts(), execution: remote.executor().map(Executor::facts) },
        Err(warning) => {
            let execution = settings.execute.as_ref().map(|_| Err(warning.message.clone()));
            Asked { cache: Err(warning.message), execution }
        }
    }
}

fn execution_text(server: &str, answer: &Result<ServerFacts, String>) -> String {
    let state = match answer {
        Ok(facts) if facts.executes => format!("it runs compilers, answered in {} ms", facts.took.as_millis()),
        Ok(_) => "it does not run actions, or not for this client".to_owned(),
        Err(why) => format!("no connection: {why}"),
    };
    format!("remote execution\n  {server}: {state}\n")
}

fn remote_text(settings: &RemoteSettings, answer: &Result<ServerFacts, String>) -> String {
    let server = &settings.cache;
    let facts = match answer {
        Ok(facts) => facts,
        Err(why) => return format!("remote cache\n  {server}: no connection: {why}\n"),
    };
    let stores = match (facts.may_store, settings.upload) {
        (false, _) => "the server lets this client only read",
        (true, false) => "only read, because `upload` is false",
        (true, true) => "results are read and stored",
    };
    let ServerFacts { versions: (low, high), most_batch, took, .. } = facts;
    format!(
        "remote cache\n  {server}: REAPI {low} to {high}, answered in {} ms; {stores}; batches of up to {} KiB\n",
        took.as_millis(),
        most_batch / 1024
    )
}

fn remote_line(reason: &str, server: &str, answer: &Result<ServerFacts, String>) -> String {
    let facts = answer.as_ref().ok();
    serde_json::json!({
        "reason": reason, "server": server, "answers": facts.is_some(), "error": answer.as_ref().err(),
        "api": facts.map(|facts| &facts.versions), "may_store": facts.map(|facts| facts.may_store),
        "batch_bytes": facts.map(|facts| facts.most_batch), "executes": facts.map(|facts| facts.executes),
        "ms": facts.map(|facts| facts.took.as_millis() as u64),
    })
    .to_string()
}
