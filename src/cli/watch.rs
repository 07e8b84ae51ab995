//! `uberc watch`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::args::Watch;
use super::project::use_jobs;
use super::{INTERRUPTED, Outcome, Stop, Terminal};
use crate::compile::Cancel;
use crate::dialect::Registry;
use crate::pipeline::{self, NoEvents, WatchEvent, WatchRequest};
use crate::report::{Ending, Rebuilt, Report, rebuilt_line, summary_line};
use crate::specialise::Mode;

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
    };
    pipeline::watch(&request, &stop, &NoEvents, &mut |event| report_event(&event, command.timings, terminal));
    Ok(INTERRUPTED)
}

fn report_event(event: &WatchEvent<'_>, timings: bool, terminal: &Terminal) {
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
                terminal.talk(&built_text(report, latency, changed));
            }
        }
        WatchEvent::Nothing { context, diagnostics } => {
            terminal.diagnostics(diagnostics, &context.sources);
            if terminal.json() {
                terminal.data(&watched_line(ending(Ending::SourceErrors), None, &[]));
            }
            terminal.talk("waiting for something to build");
        }
        WatchEvent::NotStored { context, diagnostic } => {
            terminal.diagnostics(std::slice::from_ref(*diagnostic), &context.sources);
        }
        WatchEvent::Stale => terminal.talk("a file was saved again: starting again"),
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

/// `42 ms after a.fx, b.fxh: 3 compiled, 12 from the cache, in a.fx.lua`.
fn built_text(report: &Report, latency: Option<Duration>, changed: &[PathBuf]) -> String {
    let names: Vec<String> = changed.iter().take(3).map(|path| path.display().to_string()).collect();
    let more =
        if changed.len() > names.len() { format!(" and {} more", changed.len() - names.len()) } else { String::new() };
    let what = match latency {
        None => "built".to_owned(),
        Some(latency) => format!("{:.0} ms after {}{more}", latency.as_secs_f64() * 1000.0, names.join(", ")),
    };
    let summary = &report.summary;
    match report.ending {
        Ending::Success => {
            let units = units(&report.rebuilt);
            format!("{what}: {} compiled, {} from the cache{units}", summary.compiled, summary.cached)
        }
        _ => format!("{what}: {} failed; the last good archive is kept", summary.failed.max(1)),
    }
}

fn watched_line(ending: &str, latency: Option<Duration>, changed: &[PathBuf]) -> String {
    let changed: Vec<String> = changed.iter().map(|path| path.display().to_string()).collect();
    let milliseconds = latency.map(|latency| latency.as_secs_f64() * 1000.0);
    serde_json::json!({ "reason": "watched", "ending": ending, "latency_ms": milliseconds, "changed": changed })
        .to_string()
}

/// `, in a.fx.lua, b.fx.lua and 3 more`.
fn units(rebuilt: &[Rebuilt]) -> String {
    let names: Vec<String> = rebuilt.iter().take(3).map(|unit| unit.unit.display().to_string()).collect();
    match rebuilt.len().saturating_sub(names.len()) {
        0 if names.is_empty() => String::new(),
        0 => format!(", in {}", names.join(", ")),
        more => format!(", in {} and {more} more", names.join(", ")),
    }
}
