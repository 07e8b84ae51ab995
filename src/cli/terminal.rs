//! The only code that writes to stdout (data) and stderr (messages for people).

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::{Color, Global, MessageFormat};
use super::stop::Stop;
use crate::diag::{
    Diagnostic, Severity, Sources, Style, escaped, path_from, render_from, sarif_log, sarif_result, short, shown,
    to_json,
};
use crate::report::{Shared, StageTiming, plural, timings_line, timings_table};

/// Writes a JSON line on stdout before there is a [`Terminal`]; whether it could be written.
pub fn line_of_json(line: &str) -> bool {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
}

/// The output of one run.
pub struct Terminal {
    json: bool,
    /// Whether a diagnostic is one line.
    short: bool,
    /// The working folder: paths in messages begin in it. Without one they stay whole.
    folder: PathBuf,
    /// Results for the log that is printed last, under `--message-format sarif`.
    sarif: Option<Mutex<Vec<serde_json::Value>>>,
    quiet: bool,
    style: Style,
    /// Whether results in columns have a bold head: those of JSON lines and SARIF have none.
    paints_stdout: bool,
    interactive: bool,
    failed: AtomicBool,
}

impl Terminal {
    pub fn new(global: &Global) -> Terminal {
        let interactive = std::io::stderr().is_terminal();
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = match global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => interactive && !no_color,
        };
        Terminal {
            json: global.message_format == MessageFormat::Json,
            short: global.message_format == MessageFormat::Short,
            folder: std::env::current_dir().unwrap_or_default(),
            sarif: (global.message_format == MessageFormat::Sarif).then(Mutex::default),
            quiet: global.quiet,
            style: if colour { Style::Colour } else { Style::Plain },
            paints_stdout: match global.color {
                Color::Always => true,
                Color::Never => false,
                Color::Auto => std::io::stdout().is_terminal() && !no_color,
            },
            interactive,
            failed: AtomicBool::new(false),
        }
    }

    /// Whether results are JSON lines.
    pub fn json(&self) -> bool {
        self.json
    }

    /// A path as messages show it: from the working folder.
    pub fn path(&self, path: &Path) -> String {
        path_from(path, &self.folder)
    }

    /// A result: a line (or several) on stdout.
    pub fn data(&self, text: &str) {
        if self.sarif.is_some() {
            return self.to_stderr(&format!("{}\n", text.trim_end()));
        }
        self.print(text);
    }

    /// A result in columns: the first line, which names them, is bold on a terminal.
    pub fn table(&self, text: &str) {
        match text.split_once('\n') {
            Some((head, rows)) if self.paints_stdout => self.data(&format!("\u{1b}[1m{head}\u{1b}[0m\n{rows}")),
            _ => self.data(text),
        }
    }

    /// The SARIF log, if that is what was asked for.
    pub fn finish(&self) {
        if let Some(results) = &self.sarif {
            let results = std::mem::take(&mut *results.lock().unwrap_or_else(PoisonError::into_inner));
            self.print(&sarif_log(results));
        }
    }

    fn print(&self, text: &str) {
        let mut out = std::io::stdout().lock();
        let line_break = if text.ends_with('\n') { "" } else { "\n" };
        self.note_failure(write!(out, "{text}{line_break}").and_then(|()| out.flush()));
    }

    /// Bytes on stdout as they are.
    pub fn bytes(&self, bytes: &[u8]) {
        let mut out = std::io::stdout().lock();
        self.note_failure(out.write_all(bytes).and_then(|()| out.flush()));
    }

    /// A remark on stderr, unless `--quiet`.
    pub fn talk(&self, text: &str) {
        if !self.quiet {
            self.to_stderr(&format!("{}\n", text.trim_end()));
        }
    }

    /// An error outside the user's sources.
    pub fn error(&self, text: &str) {
        self.stop(&Stop::environment(text));
    }

    /// The reason why the command stopped early.
    pub fn stop(&self, stop: &Stop) {
        let text = &stop.message;
        if text.is_empty() {
            return;
        }
        if self.json {
            self.data(&stop.json());
        }
        let (on, off) = if self.style == Style::Colour { ("\u{1b}[1;31m", "\u{1b}[0m") } else { ("", "") };
        self.to_stderr(&format!("{on}error{off}: {}\n", escaped(text.trim_end())));
    }

    /// Diagnostics: JSON lines on stdout, or text on stderr.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        for diagnostic in &shown(diagnostics) {
            if let Some(results) = &self.sarif {
                let result = sarif_result(diagnostic, sources);
                results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
            } else if self.json {
                match serde_json::to_string(&to_json(diagnostic, sources)) {
                    Ok(line) => self.data(&line),
                    Err(error) => self.error(&error.to_string()),
                }
            } else if self.short {
                self.to_stderr(&format!("{}\n", short(diagnostic, sources, &self.folder)));
            } else {
                let text = render_from(diagnostic, sources, self.style, Some(&self.folder));
                self.to_stderr(&format!("{}\n", text.trim_end()));
            }
        }
        if !self.json {
            self.count(diagnostics);
        }
    }

    fn count(&self, diagnostics: &[Diagnostic]) {
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        let warnings = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning).count();
        match (errors, warnings) {
            (0, 0) => {}
            (0, _) => self.talk(&plural(warnings, "warning")),
            (_, 0) => self.talk(&plural(errors, "error")),
            _ => self.talk(&format!("{}, {}", plural(errors, "error"), plural(warnings, "warning"))),
        }
    }

    /// How long each stage took, and how much work was shared.
    pub fn timings(&self, stages: &[StageTiming], shared: &[Shared]) {
        if self.json {
            self.data(&timings_line(stages, shared));
        } else {
            self.table(&timings_table(stages, shared));
        }
    }

    /// A progress bar; hidden where stderr is no terminal. As long as its length is not known, it shows the time alone, since a bar
    /// of no length would be drawn full.
    pub fn progress(&self, length: Option<u64>) -> ProgressBar {
        let bar = ProgressBar::new(length.unwrap_or(0));
        if !self.interactive || self.quiet || self.json || self.sarif.is_some() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
            return bar;
        }
        match (length, ProgressStyle::with_template("{msg} {elapsed}")) {
            (None, Ok(style)) => bar.set_style(style),
            _ => bar.set_style(self.style_of_progress()),
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }

    /// The style of a bar whose length is known.
    pub fn style_of_progress(&self) -> ProgressStyle {
        let plain = "{msg} [{bar:32}] {pos}/{len} {elapsed}";
        let coloured = "{msg} [{bar:32.green}] {pos}/{len} {elapsed}";
        let template = if self.style == Style::Colour { coloured } else { plain };
        ProgressStyle::with_template(template)
            .map_or_else(|_| ProgressStyle::default_bar(), |style| style.progress_chars("=> "))
    }

    /// Whether writing to stdout failed, other than because the reader closed the pipe.
    pub fn output_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    fn to_stderr(&self, text: &str) {
        // With stderr closed, the error cannot be reported.
        drop(std::io::stderr().lock().write_all(text.as_bytes()));
    }

    fn note_failure(&self, result: std::io::Result<()>) {
        if let Err(error) = result
            && error.kind() != std::io::ErrorKind::BrokenPipe
        {
            self.failed.store(true, Ordering::Relaxed);
        }
    }
}
