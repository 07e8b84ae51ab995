//! `uberc cache`: size, clean-up, integrity, and why something was rebuilt.

use std::path::Path;

use super::args::{Cache as Arguments, CacheCommand, Select};
use super::project::open;
use super::warnings::Warnings;
use super::{ENVIRONMENT, Outcome, SOURCE_ERRORS, Stop, Terminal};
use crate::cache::{Cache, CacheOptions, Executed, GcReport, RemoteRecord, UnitNotes, VerifyReport};
use crate::diag::{self, Sources, suggestion};
use crate::dialect::Registry;
use crate::pipeline;
use crate::project;
use crate::report::{executed_text, plural, readable_size};

pub fn run(command: &Arguments, terminal: &Terminal) -> Outcome {
    let path = &command.path;
    if !path.exists() {
        return Err(Stop::usage(format!("there is no file or folder `{}`", path.display())));
    }
    let (root, _) = project::find_project(path);
    let sources = Sources::new(&root);
    let (project, mut diagnostics) = project::load_project(&root, &sources, &Registry::standard());
    if diagnostics.iter().any(diag::Diagnostic::is_error) {
        diag::sort(&mut diagnostics, &sources);
        terminal.diagnostics(&diagnostics, &sources);
        return Ok(SOURCE_ERRORS);
    }
    let folder = root.join(&project.cache_dir);
    if !folder.is_dir() {
        return Err(Stop::environment(format!("there is no cache at `{}` yet", folder.display())));
    }
    let writes = matches!(&command.command, CacheCommand::Gc { .. } | CacheCommand::Verify { keep: false, .. });
    let (cache, notes) =
        Cache::open(&folder, CacheOptions { read_only: !writes, lazy: true, ..CacheOptions::default() });
    terminal.diagnostics(&notes, &sources);
    let unreadable = |error: std::io::Error| Stop::environment(format!("the cache cannot be read: {error}"));
    match &command.command {
        CacheCommand::Stats => stats(&cache, &folder, project.cache_size, terminal).map_err(unreadable)?,
        CacheCommand::Gc { size: limit } => {
            let report = cache.gc(limit.unwrap_or(project.cache_size)).map_err(unreadable)?;
            print_gc(&report, terminal);
        }
        CacheCommand::Verify { recompile: count, .. } => {
            let report = cache.verify().map_err(unreadable)?;
            print_verified(&report, terminal);
            let is_sound = report.corrupt.is_empty() && report.dangling.is_empty();
            let code = count.map_or(Ok(0), |count| recompile(path, &cache, count as usize, terminal))?;
            return Ok(if is_sound { code } else { ENVIRONMENT });
        }
        CacheCommand::Why { unit } => {
            let known = cache.all_unit_notes().map_err(unreadable)?;
            print_why(&known, unit.as_deref(), terminal)?;
        }
    }
    Ok(0)
}

/// Compiles a sample again.
fn recompile(path: &Path, cache: &Cache, count: usize, terminal: &Terminal) -> Outcome {
    let select = Select {
        paths: vec![path.to_path_buf()],
        target: Vec::new(),
        jobs: None,
        warnings: Warnings::default(),
        defines: Vec::new(),
        include: Vec::new(),
    };
    let opened = open(&select, terminal)?;
    let (found, mut diagnostics) = pipeline::recompile(&opened.context, &opened.targets, cache, count);
    diagnostics.retain(diag::Diagnostic::is_error);
    diag::sort(&mut diagnostics, &opened.context.sources);
    terminal.diagnostics(&diagnostics, &opened.context.sources);
    if terminal.json() {
        terminal.data(&serde_json::json!({ "reason": "cache_recompiled", "report": found }).to_string());
    } else {
        for name in &found.differing {
            terminal.data(&format!("stored otherwise than compiled: {name}"));
        }
        terminal.data(&format!(
            "{} compiled again and compared with {}, {} of them different",
            plural(found.variants, "variant"),
            plural(found.compared, "stored result"),
            found.differing.len()
        ));
    }
    if !found.differing.is_empty() {
        let folder = cache.dir().display();
        terminal.talk(&format!("the cache cannot be trusted: remove `{folder}`, and find out who wrote it"));
        return Ok(ENVIRONMENT);
    }
    Ok(if diagnostics.is_empty() { 0 } else { SOURCE_ERRORS })
}

fn stats(cache: &Cache, folder: &Path, limit: u64, terminal: &Terminal) -> std::io::Result<()> {
    let stats = cache.stats()?;
    let units = cache.all_unit_notes()?.len();
    let last = cache.builds().pop();
    if terminal.json() {
        let line = serde_json::json!({
            "reason": "cache_stats", "folder": folder, "objects": stats.objects, "object_bytes": stats.object_bytes,
            "actions": stats.actions, "action_bytes": stats.action_bytes, "units": units,
            "temporary_files": stats.temporary_files, "temporary_bytes": stats.temporary_bytes,
            "limit_bytes": limit, "last_build": last,
        });
        terminal.data(&line.to_string());
        return Ok(());
    }
    let records = readable_size(stats.action_bytes);
    let temporary = readable_size(stats.temporary_bytes);
    let mut text = format!("{}\n", folder.display());
    text += &format!("{:>12}  artifacts, {}\n", stats.objects, readable_size(stats.object_bytes));
    text += &format!("{:>12}  records of compiler steps, variants and units, {records}\n", stats.actions);
    text += &format!("{units:>12}  units known\n");
    text += &format!("{:>12}  files of killed or running builds, {temporary}\n", stats.temporary_files);
    text += &format!("{:>12}  of {}\n", readable_size(stats.object_bytes + stats.action_bytes), readable_size(limit));
    if let Some(last) = last {
        text += &format!(
            "last build with something to do: {} compiled, {} from the cache, {} failed, {} ms\n",
            last.compiled, last.cached, last.failed, last.wall_ms
        );
        if let Some(remote) = last.remote {
            text += &format!("  remote cache: {}\n", remote_text(&remote));
            if let Some(Executed { jobs, actions, known, failed }) = remote.executed {
                text += &format!(
                    "  remote execution: {} in {} ({known} known to the server), {failed} done here instead\n",
                    plural(jobs as usize, "job"),
                    plural(actions as usize, "action"),
                );
            }
        }
    }
    terminal.data(&text);
    Ok(())
}

fn remote_text(remote: &RemoteRecord) -> String {
    let RemoteRecord { found, missing, failed, read_bytes, stored, stored_bytes, left, .. } = *remote;
    format!(
        "{found} found, {missing} missing, {failed} not usable, {} read; {stored} stored, {}, {left} left for the next build",
        readable_size(read_bytes),
        readable_size(stored_bytes)
    )
}

fn print_gc(report: &GcReport, terminal: &Terminal) {
    if terminal.json() {
        return terminal.data(&serde_json::json!({ "reason": "cache_gc", "report": report }).to_string());
    }
    terminal.data(&format!(
        "removed {} and {}, {}; {} remain",
        plural(report.removed_objects as usize, "artifact"),
        plural(report.removed_actions as usize, "record"),
        readable_size(report.freed_bytes),
        readable_size(report.kept_bytes)
    ));
}

fn print_verified(report: &VerifyReport, terminal: &Terminal) {
    if terminal.json() {
        return terminal.data(&serde_json::json!({ "reason": "cache_verified", "report": report }).to_string());
    }
    for path in &report.corrupt {
        terminal.data(&format!("broken: {}", path.display()));
    }
    for path in &report.dangling {
        terminal.data(&format!("record without its artifact: {}", path.display()));
    }
    let broken = report.corrupt.len() + report.dangling.len();
    let fate = match (broken, report.removed) {
        (0, _) => "",
        (_, true) => "; removed, and built again when needed",
        (_, false) => "; kept",
    };
    terminal.data(&format!(
        "{} and {} checked, {broken} of them broken{fate}",
        plural(report.objects as usize, "artifact"),
        plural(report.actions as usize, "record")
    ));
}

/// Prints why this unit, or each unit, was last rebuilt.
fn print_why(known: &[UnitNotes], unit: Option<&str>, terminal: &Terminal) -> Result<(), Stop> {
    let chosen: Vec<&UnitNotes> = known.iter().filter(|notes| unit.is_none_or(|unit| is_named(notes, unit))).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = known.iter().filter_map(|notes| notes.subject.split(" for ").next()).collect();
        let name = unit.unwrap_or_default();
        let hint = suggestion(name, names).unwrap_or_default();
        return Err(Stop::usage(format!("no build of `{name}` is known. {hint}").trim_end().to_owned()));
    }
    for notes in chosen {
        terminal.data(&why(notes, terminal.json()));
    }
    Ok(())
}

/// Whether this is the name of the unit's sidecar or source, with or without the folder.
fn is_named(notes: &UnitNotes, name: &str) -> bool {
    let sidecar = Path::new(notes.subject.split(" for ").next().unwrap_or_default());
    let source = sidecar.with_extension("");
    [sidecar, &source]
        .into_iter()
        .any(|path| path == Path::new(name) || path.file_name().is_some_and(|last| last == name))
}

fn why(notes: &UnitNotes, json: bool) -> String {
    if json {
        let mut line = serde_json::json!({
            "reason": "why", "unit": notes.subject, "changes": notes.why, "compiled": notes.compiled,
            "cached": notes.cached,
        });
        // Projects without a remote cache have no such figures.
        if let Some(fields) = line.as_object_mut().filter(|_| notes.fetched || notes.remote > 0) {
            fields.insert("remote".to_owned(), notes.remote.into());
            fields.insert("fetched".to_owned(), notes.fetched.into());
        }
        if let Some(fields) = line.as_object_mut().filter(|_| notes.executed > 0) {
            fields.insert("executed".to_owned(), notes.executed.into());
        }
        return line.to_string();
    }
    if notes.fetched {
        return format!("{}: taken from the remote cache\n", notes.subject);
    }
    let remote = if notes.remote > 0 { format!(" ({} of them remote)", notes.remote) } else { String::new() };
    let mut text = format!(
        "{}: {} compiled{}, {} from the cache{remote} when it was last rebuilt\n",
        notes.subject,
        notes.compiled,
        executed_text(notes.executed as usize),
        notes.cached
    );
    if notes.why.is_empty() {
        text += "  no earlier result was known\n";
    }
    for change in &notes.why {
        text += &format!("  {}\n", change.describe());
    }
    text
}
