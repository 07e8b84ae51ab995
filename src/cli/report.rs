//! `uberc report`: the build as one HTML page.

use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::args::Report as ReportCommand;
use super::build::{close_cache, exit_code, write_file};
use super::progress::Progress;
use super::project::open;
use super::{Outcome, Stop, Terminal};
use crate::bounded_file;
use crate::cache::RemoteMode;
use crate::pipeline::{self, BuildRequest, PageShaders, ProjectCache};
use crate::report::{ArchiveNote, Ending, page, readable_size, summary_line, summary_text};

/// Builds without writing an archive, and writes the page. A build whose sources have errors has a page too: it shows
/// them.
pub fn run(command: &ReportCommand, terminal: &Terminal) -> Outcome {
    refuse_other_file(&command.output)?;
    let opened = open(&command.select, terminal)?;
    let context = &opened.context;
    let cancel = Arc::clone(&context.cancel);
    let progress = Progress::start(&cancel, terminal);
    // A page of a project is no build of it: what it compiles is not stored at the server.
    let mode = RemoteMode { offline: command.offline, read_only: true };
    let cache =
        if command.no_cache { ProjectCache::none() } else { ProjectCache::open(context).with_remote(context, mode) };
    terminal.diagnostics(cache.notes(), &context.sources);
    let shaders = PageShaders::default();
    let request = BuildRequest {
        targets: opened.targets.clone(),
        output: None,
        cache: &cache,
        records: cache.records(),
        remote: cache.remote(),
        resident: None,
        cancel: &cancel,
        events: progress.as_ref(),
        force: false,
        release: false,
        debug_info: false,
        fail_fast: false,
        observer: Some(&shaders),
    };
    let report = pipeline::build(context, opened.diagnostics.clone(), &request);
    progress.finish();
    if report.ending == Ending::Cancelled {
        progress.watched()?;
    }
    let is_full = close_cache(&cache, &report, &opened, terminal);
    terminal.diagnostics(&report.diagnostics, &context.sources);
    let has_page = matches!(report.ending, Ending::Success | Ending::SourceErrors);
    if has_page {
        let page = shaders.finish(context, &opened.targets, &report, command.timings);
        let text = page::html(&page).map_err(|error| Stop::environment(format!("cannot write the page: {error}")))?;
        write_file(&command.output, &text)?;
        let file = command.output.display().to_string();
        if terminal.json() {
            terminal.data(&json!({ "reason": "page", "file": file, "bytes": text.len() }).to_string());
        } else {
            terminal.talk(&format!("{file}: a page of {}", readable_size(text.len() as u64)));
        }
    }
    if terminal.json() {
        terminal.data(&summary_line(&report.summary, &report.diagnostics));
    } else {
        terminal.talk(&summary_text(&report.summary, &ArchiveNote::None));
    }
    if !has_page {
        terminal.talk(&format!("`{}` was not written", command.output.display()));
    }
    Ok(exit_code(report.ending, is_full))
}

/// How an HTML file begins.
const BEGIN: &[u8] = b"<!doctype html";

/// The error if the page would replace a file that is no page, such as a source.
fn refuse_other_file(path: &Path) -> Result<(), Stop> {
    // What is no file is refused when the page is written, with the reason.
    if !std::fs::metadata(path).is_ok_and(|known| known.is_file()) {
        return Ok(());
    }
    let begin = bounded_file::read_start(path, BEGIN.len()).unwrap_or_default();
    if begin.is_empty() || begin.eq_ignore_ascii_case(BEGIN) {
        return Ok(());
    }
    let shown = path.display();
    Err(Stop::usage(format!(
        "`{shown}` is no HTML page, and would be replaced by one; name another file with --output"
    )))
}
