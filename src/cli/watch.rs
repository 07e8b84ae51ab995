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
use crate::report::{Ending, Rebuilt, rebuilt_line, summary_line, timings_line, timings_table};
use crate::specialise::Mode;

pub fn run(command: &Watch, terminal: &Terminal) -> Outcome {
    let select = &command.select;
    if let Some(missing) = select.paths.iter().find(|path| !path.exists()) {
        return Err(Stop::usage(format!("there is no file or folder `{}`", missing.display())));
    }
    use_jobs(select.jobs)?;
    // The folder may go and come back: only its name is sure to stay.
    let absolute = |path: &PathBuf| std::path::absolute(path);
    let place = |error| Stop::environment(format!("the working folder cannot be found: {error}"));
    let paths = select.paths.iter().map(absolute).collect::<Result<Vec<_>, _>>().map_err(place)?;
    let output = command.output.as_ref().map(absolute).transpose().map_err(place)?;
    let stop = Arc::new(Cancel::default());
    let for_signals = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        let again = for_signals.is_cancelled();
        for_signals.cancel();
        // A sidecar may take its time to end; nothing here is lost with the process.
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
        mode: if command.plain { Mode::Plain } else { Mode::Folded },
        release: command.release,
        debug_info: command.debug_info,
    };
    pipeline::watch(&request, &stop, &NoEvents, &mut |told| tell(&told, command.timings, terminal));
    Ok(INTERRUPTED)
}

fn tell(told: &WatchEvent<'_>, timings: bool, terminal: &Terminal) {
    match told {
        WatchEvent::Built { context, report, changed, since } => {
            terminal.diagnostics(&report.diagnostics, &context.sources);
            // Without an archive, the messages are what one waits for.
            let latency = since.map(|since| report.shown.unwrap_or_else(Instant::now).saturating_duration_since(since));
            if timings {
                let (stages, shared) = (context.trace.timings(), context.shared());
                terminal.data(&if terminal.json() {
                    timings_line(&stages, &shared)
                } else {
                    timings_table(&stages, &shared)
                });
            }
            if terminal.json() {
                for unit in &report.rebuilt {
                    terminal.data(&rebuilt_line(unit));
                }
                terminal.data(&summary_line(&report.summary));
                let ended = match report.ending {
                    Ending::Success => "success",
                    Ending::SourceErrors => "source_errors",
                    Ending::Environment => "environment",
                    Ending::Cancelled => "cancelled",
                };
                return terminal.data(&watched_line(ended, latency, changed));
            }
            let names: Vec<String> = changed.iter().take(3).map(|path| path.display().to_string()).collect();
            let more = if changed.len() > names.len() {
                format!(" and {} more", changed.len() - names.len())
            } else {
                String::new()
            };
            let what = match latency {
                None => "built".to_owned(),
                Some(latency) => format!("{:.0} ms after {}{more}", latency.as_secs_f64() * 1000.0, names.join(", ")),
            };
            let summary = &report.summary;
            let result = match report.ending {
                Ending::Success => {
                    format!(
                        "{} compiled, {} from the cache{}",
                        summary.compiled,
                        summary.cached,
                        units(&report.rebuilt)
                    )
                }
                _ => format!("{} failed; the last good archive stays", summary.failed.max(1)),
            };
            terminal.talk(&format!("{what}: {result}"));
        }
        WatchEvent::Nothing { context, diagnostics } => {
            terminal.diagnostics(diagnostics, &context.sources);
            if terminal.json() {
                terminal.data(&watched_line("source_errors", None, &[]));
            }
            terminal.talk("waiting for something to build");
        }
        WatchEvent::NotStored { context, diagnostic } => {
            terminal.diagnostics(std::slice::from_ref(*diagnostic), &context.sources);
        }
        WatchEvent::Stale => terminal.talk("a newer save: starting again"),
        WatchEvent::Unwatched { reason } => {
            terminal.talk(&format!("the system does not tell of changes ({reason}); looking every 2 seconds instead"));
        }
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
