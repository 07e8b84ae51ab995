//! Diagnostics as text: message, source line, caret, trail, notes, help.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use codespan_reporting::diagnostic as cr;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term;

use super::short::name_from;
use super::shown::escaped;
use super::window::Windowed;
use super::{Diagnostic, FileId, Severity, SourceFile, Sources, Span};

/// The style of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    /// With ANSI colours.
    Colour,
}

/// The diagnostic as text, ending in a line break. Files have their names in the project.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    render_from(diagnostic, sources, style, None)
}

/// The same, with the paths of files from a folder, which is absolute: a terminal's working folder.
pub fn render_from(diagnostic: &Diagnostic, sources: &Sources, style: Style, folder: Option<&Path>) -> String {
    let files = Lookup::new(diagnostic, sources, folder);
    let mut labels = Vec::new();
    if let Some(primary) = &diagnostic.primary {
        let span = sources.outermost(primary.span);
        labels.push(cr::Label::primary(span.file, files.range(span)).with_message(&primary.message));
    }
    for label in &diagnostic.labels {
        let span = sources.outermost(label.span);
        labels.push(cr::Label::secondary(span.file, files.range(span)).with_message(&label.message));
    }
    let mut notes = Vec::new();
    // A file that includes itself passes the same place many times.
    for same in diagnostic.trail.chunk_by(|a, b| a == b) {
        let step = &same[0];
        let span = sources.outermost(step.span);
        let file = sources.get(span.file);
        let position = file.position(span.start);
        let times = if same.len() > 1 { format!(" ({} times)", same.len()) } else { String::new() };
        let name = files.shown_name(span.file);
        notes.push(format!("{} at {name}:{}:{}{times}", step.message, position.line, position.column));
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
    let text = match style {
        Style::Plain => term::emit_into_string(&config, &files, &report),
        Style::Colour => {
            let mut buffer = term::termcolor::Buffer::ansi();
            term::emit_to_write_style(&mut buffer, &config, &files, &report)
                .map(|()| String::from_utf8_lossy(buffer.as_slice()).into_owned())
        }
    };
    // Rendering fails only for a span outside its file, which is a defect of uberc; the message must still be shown.
    text.unwrap_or_else(|_| format!("{}[{}]: {}\n", diagnostic.severity.name(), diagnostic.code, diagnostic.message))
}

/// The files of one diagnostic, with long lines cut.
struct Lookup<'a> {
    sources: &'a Sources,
    folder: Option<&'a Path>,
    windowed: Vec<(FileId, Arc<Windowed>)>,
}

impl<'a> Lookup<'a> {
    fn new(diagnostic: &Diagnostic, sources: &'a Sources, folder: Option<&'a Path>) -> Lookup<'a> {
        let labels = diagnostic.primary.iter().chain(&diagnostic.labels);
        let all: Vec<Span> = labels.map(|label| sources.outermost(label.span)).collect();
        let mut windowed: Vec<(FileId, Arc<Windowed>)> = Vec::new();
        for span in &all {
            if windowed.iter().any(|(file, _)| *file == span.file) {
                continue;
            }
            let places = all.iter().filter(|other| other.file == span.file);
            let places: Vec<Range<usize>> = places.map(|span| span.start as usize..span.end as usize).collect();
            windowed.extend(Windowed::of(&sources.get(span.file), &places).map(|cut| (span.file, Arc::new(cut))));
        }
        Lookup { sources, folder, windowed }
    }

    fn shown_name(&self, id: FileId) -> String {
        let file = self.sources.get(id);
        match self.folder {
            Some(folder) => escaped(&name_from(&file, self.sources, folder)).into_owned(),
            None => escaped(&file.name).into_owned(),
        }
    }

    fn cut(&self, id: FileId) -> Option<&Arc<Windowed>> {
        self.windowed.iter().find(|(file, _)| *file == id).map(|(_, cut)| cut)
    }

    fn range(&self, span: Span) -> Range<usize> {
        let range = span.start as usize..span.end as usize;
        self.cut(span.file).map_or(range.clone(), |cut| cut.place(&range))
    }
}

/// The text behind an `Arc`, which codespan wants as something that derefs to `str`.
enum Text {
    Whole(Arc<SourceFile>),
    Cut(Arc<Windowed>),
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        match self {
            Text::Whole(file) => &file.text,
            Text::Cut(cut) => &cut.text,
        }
    }
}

impl<'a> Files<'a> for Lookup<'a> {
    type FileId = FileId;
    type Name = Arc<str>;
    type Source = Text;

    fn name(&'a self, id: FileId) -> Result<Arc<str>, Error> {
        Ok(self.shown_name(id).into())
    }

    fn source(&'a self, id: FileId) -> Result<Text, Error> {
        Ok(match self.cut(id) {
            Some(cut) => Text::Cut(Arc::clone(cut)),
            None => Text::Whole(self.sources.get(id)),
        })
    }

    fn line_index(&'a self, id: FileId, byte_index: usize) -> Result<usize, Error> {
        if let Some(cut) = self.cut(id) {
            return Ok(cut.line_index(byte_index));
        }
        Ok(self.sources.get(id).position(u32::try_from(byte_index).unwrap_or(u32::MAX)).line as usize - 1)
    }

    fn column_number(&'a self, id: FileId, _: usize, byte_index: usize) -> Result<usize, Error> {
        let at = self.cut(id).map_or(byte_index, |cut| cut.original(byte_index));
        Ok(self.sources.get(id).position(u32::try_from(at).unwrap_or(u32::MAX)).column as usize)
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<Range<usize>, Error> {
        let file = self.sources.get(id);
        let range = match self.cut(id) {
            Some(cut) => cut.line_range(line_index),
            None => file.line_range(line_index),
        };
        range.ok_or(Error::LineTooLarge { given: line_index, max: file.line_count() as usize })
    }
}
