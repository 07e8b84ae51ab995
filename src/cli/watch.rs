//! `uberc watch`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::args::Watch;
use super::project::use_jobs;
use super::{INTERRUPTED, Outcome, Stop, Terminal};
use crate::compile::Cancel;
use crate::dialect::Registry;
use crate::pipeline::{self, NoEvents, WatchEvent, WatchRequest};
use crate::report::{ArchiveNote, Ending, Report, plural, rebuilt_line, summary_line};
use crate::specialise::Mode;

/// Names of files in a line, at most.
const NAMES_SHOWN: usize = 3;

pub fn run(command: &Watch, terminal: &Terminal) -> Outcome {
    let select = &command.select;
    if let Some(missing) = select.paths.iter().find(|path| !path.exists()) {
        return Err(Stop::usage(format!("there is no file or folder `{}`", missing.display())));
    }
    use_jobs(select.jobs)?;
    // Absolute paths, because the working folder may be removed and created again.
    let absolute = |path: &PathBuf| std::path::absolute(path);
    let place = |error| Stop::environment(format!("the working folder cannot be found: {error}"));
    let paths = select.paths.iter().map(absolute).collect::<Result<Vec<_>, _>>().map_err(place)?;
    let output = command.archive.output.as_ref().map(absolute).transpose().map_err(place)?;
    let stop = Arc::new(Cancel::default());
    let for_signals = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        let again = for_signals.is_cancelled();
        for_signals.cancel();
        // The process ends at once: a sidecar can run for a long time, and nothing is lost.
        if again {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .map_err(|error| Stop::environment(format!("cannot watch for Ctrl-C: {error}")))?;
    let request = WatchRequest {
        registry: Registry::standard(),
        paths,
        targets: select.target.clone(),
        output,
        mode: if command.archive.plain { Mode::Plain } else { Mode::Folded },
        force: command.archive.force,
        overrides: select.overrides()?,
        release: command.archive.release,
        debug_info: command.archive.debug_info,
        offline: command.archive.offline,
    };
    pipeline::watch(&request, &stop, &NoEvents, &mut |event| {
        report_event(&event, request.output.as_deref(), command.timings, terminal);
    });
    Ok(INTERRUPTED)
}

/// `output`: the archive's path, where the command line has one.
fn report_event(event: &WatchEvent<'_>, output: Option<&Path>, timings: bool, terminal: &Terminal) {
    match event {
        WatchEvent::Built { context, report, changed, since } => {
            terminal.diagnostics(&report.diagnostics, &context.sources);
            // Without a new archive, the latency ends when the messages are printed.
            let latency = since.map(|since| report.shown.unwrap_or_else(Instant::now).saturating_duration_since(since));
            if timings {
                terminal.timings(&context.trace.timings(), &context.shared());
            }
            if terminal.json() {
                for unit in &report.rebuilt {
                    terminal.data(&rebuilt_line(unit));
                }
                terminal.data(&summary_line(&report.summary, &report.diagnostics));
                terminal.data(&watched_line(ending(report.ending), latency, changed));
            } else {
                let path = context.project.root.join(output.unwrap_or(&context.project.output));
                let archive = ArchiveNote::of(report, terminal.path(&path), path.is_file());
                terminal.talk(&built_text(report, latency, changed, &archive));
            }
        }
        WatchEvent::Nothing { context, diagnostics } => {
            terminal.diagnostics(diagnostics, &context.sources);
            if terminal.json() {
                terminal.data(&watched_line(ending(Ending::SourceErrors), None, &[]));
            }
            terminal.talk(&format!("{}nothing to build; watching…", time_of_day()));
        }
        WatchEvent::NotStored { context, diagnostic } => {
            terminal.diagnostics(std::slice::from_ref(*diagnostic), &context.sources);
        }
        WatchEvent::Stale => terminal.talk(&format!("{}a file was saved again: starting again", time_of_day())),
        WatchEvent::Unwatched { reason } => {
            let how = "checking the files every 2 seconds instead";
            terminal.talk(&format!("the system does not report changes ({reason}); {how}"));
        }
    }
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Success => "success",
        Ending::SourceErrors => "source_errors",
        Ending::Environment => "environment",
        Ending::Cancelled => "cancelled",
    }
}

/// `14:03:07 a.fx, b.fxh changed: rebuilt a.fx.lua, 3 variants compiled, 12 from the cache, in 42 ms; shaders.fxo; watching…`.
fn built_text(report: &Report, latency: Option<Duration>, changed: &[PathBuf], archive: &ArchiveNote) -> String {
    let summary = &report.summary;
    let mut text = time_of_day();
    if !changed.is_empty() {
        text += &format!("{} changed: ", listed(changed.iter().map(PathBuf::as_path)));
    }
    let counts = match (report.rebuilt.is_empty(), summary.failed) {
        (true, 0) => "nothing to compile".to_owned(),
        (_, 0) => format!("{} compiled, {} from the cache", plural(summary.compiled, "variant"), summary.cached),
        (_, failed) => format!("{} failed", plural(failed, "variant")),
    };
    text += &match (report.ending, report.rebuilt.is_empty()) {
        (Ending::Success, true) => counts,
        (Ending::Success, false) => {
            format!("built {}, {counts}", listed(report.rebuilt.iter().map(|unit| unit.unit.as_path())))
        }
        (_, _) if summary.failed > 0 => counts,
        _ => "not built".to_owned(),
    };
    let time = latency.unwrap_or(Duration::from_millis(summary.wall_ms));
    text += &format!(", in {:.0} ms", time.as_secs_f64() * 1000.0);
    match archive {
        ArchiveNote::Written(path) => text += &format!("; {path}"),
        ArchiveNote::Kept(path) => text += &format!("; {path} stays as the last good build wrote it"),
        ArchiveNote::None => {}
    }
    text + "; watching…"
}

/// Names of files, each once: `a.fx, b.fx, c.fx and 2 more`.
fn listed<'p>(paths: impl Iterator<Item = &'p Path>) -> String {
    let mut names: Vec<String> = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.len().saturating_sub(NAMES_SHOWN) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..NAMES_SHOWN].join(", ")),
    }
}

/// `14:03:07 `, on the clock of the user's place.
fn time_of_day() -> String {
    jiff::Zoned::now().strftime("%H:%M:%S ").to_string()
}

fn watched_line(ending: &str, latency: Option<Duration>, changed: &[PathBuf]) -> String {
    let changed: Vec<String> = changed.iter().map(|path| path.display().to_string()).collect();
    let milliseconds = latency.map(|latency| latency.as_secs_f64() * 1000.0);
    serde_json::json!({ "reason": "watched", "ending": ending, "latency_ms": milliseconds, "changed": changed })
        .to_string()
}
