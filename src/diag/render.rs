//! Diagnostics for people: message, source line, caret, trail, notes, help.

use std::ops::Range;
use std::sync::Arc;

use codespan_reporting::diagnostic as cr;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term;

use super::{Diagnostic, FileId, Severity, SourceFile, Sources};

/// How the text is dressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    /// With ANSI colours.
    Colour,
}

/// The diagnostic as text, ending in a line break.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let mut labels = Vec::new();
    if let Some(primary) = &diagnostic.primary {
        labels.push(
            cr::Label::primary(primary.span.file, primary.span.start as usize..primary.span.end as usize)
                .with_message(&primary.message),
        );
    }
    for label in &diagnostic.labels {
        labels.push(
            cr::Label::secondary(label.span.file, label.span.start as usize..label.span.end as usize)
                .with_message(&label.message),
        );
    }
    let mut notes = Vec::new();
    for step in &diagnostic.trail {
        let file = sources.get(step.span.file);
        let position = file.position(step.span.start);
        notes.push(format!("{} at {}:{}:{}", step.message, file.name, position.line, position.column));
    }
    notes.extend(diagnostic.notes.iter().cloned());
    notes.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
    let report = cr::Diagnostic::new(match diagnostic.severity {
        Severity::Error => cr::Severity::Error,
        Severity::Warning => cr::Severity::Warning,
        Severity::Note => cr::Severity::Note,
    })
    .with_code(diagnostic.code)
    .with_message(&diagnostic.message)
    .with_labels(labels)
    .with_notes(notes);

    let config = term::Config { chars: term::Chars::ascii(), tab_width: 4, ..term::Config::default() };
    let files = Lookup(sources);
    let text = match style {
        Style::Plain => term::emit_into_string(&config, &files, &report),
        Style::Colour => {
            let mut buffer = term::termcolor::Buffer::ansi();
            term::emit_to_write_style(&mut buffer, &config, &files, &report)
                .map(|()| String::from_utf8_lossy(buffer.as_slice()).into_owned())
        }
    };
    // Rendering fails only for a span outside its file, which is a defect of ours; the message must still arrive.
    text.unwrap_or_else(|_| format!("{}[{}]: {}\n", diagnostic.severity.name(), diagnostic.code, diagnostic.message))
}

struct Lookup<'a>(&'a Sources);

/// The text behind an `Arc`, which codespan wants as something that derefs to `str`.
struct Text(Arc<SourceFile>);

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0.text
    }
}

impl<'a> Files<'a> for Lookup<'a> {
    type FileId = FileId;
    type Name = Arc<str>;
    type Source = Text;

    fn name(&'a self, id: FileId) -> Result<Arc<str>, Error> {
        Ok(Arc::clone(&self.0.get(id).name))
    }

    fn source(&'a self, id: FileId) -> Result<Text, Error> {
        Ok(Text(self.0.get(id)))
    }

    fn line_index(&'a self, id: FileId, byte_index: usize) -> Result<usize, Error> {
        Ok(self.0.get(id).position(u32::try_from(byte_index).unwrap_or(u32::MAX)).line as usize - 1)
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<Range<usize>, Error> {
        let file = self.0.get(id);
        file.line_range(line_index).ok_or(Error::LineTooLarge { given: line_index, max: file.line_count() as usize })
    }
}
