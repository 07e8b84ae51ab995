//! `uberc doctor`: compilers found, and what each target needs.

use super::args::Doctor;
use super::{Outcome, SOURCE_ERRORS, Stop, Terminal};
use crate::compile::{self, ProgramRegistry};
use crate::diag::{Diagnostic, Sources};
use crate::dialect::Registry;
use crate::model::Target;
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
                let absent = |name: &String| tools.iter().any(|tool| tool.name == *name && tool.found.is_none());
                let missing: Vec<&str> = chain.iter().filter(|name| absent(name)).map(String::as_str).collect();
                if missing.is_empty() {
                    problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("; ")
                } else {
                    format!("missing: {}", missing.join(", "))
                }
            }
        };
        text += &format!("  {:<9} {:<42} {state}\n", target.name(), chain.join(" > "));
    }
    terminal.data(&text);
    Ok(0)
}
