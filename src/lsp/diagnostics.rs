//! Diagnostics as a client shows them, file by file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_server::Notification;
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, PublishDiagnosticsParams, Range, Uri,
};

use super::client::Client;
use super::documents::Document;
use super::positions::{location_of, uri_of};
use super::state::ProjectState;
use crate::diag::{self, Diagnostic, Label, Severity, Sources};
use crate::project;

/// What a client shows of a project: what was sent last for each file, by URI in the spelling of `positions`.
#[derive(Default)]
pub struct Published {
    files: BTreeMap<String, PublishDiagnosticsParams>,
}

impl Published {
    /// Sends the diagnostics of each file for which they differ, and of each open text. `open`: the texts of this project.
    pub fn send<'d>(
        &mut self,
        state: &ProjectState,
        open: impl Iterator<Item = (&'d PathBuf, &'d Document)>,
        found: Vec<Diagnostic>,
        client: &Client,
    ) {
        let sources = &state.context.sources;
        let mut files: BTreeMap<String, PublishDiagnosticsParams> = BTreeMap::new();
        for (path, document) in open {
            // In the spelling of paths here, which the diagnostics of the file have too.
            let Some(uri) = uri_of(path) else { continue };
            files.insert(uri.as_str().to_owned(), empty(document.uri.clone(), Some(document.version)));
        }
        for diagnostic in diag::shown(&found) {
            let place = diagnostic.primary.as_ref().and_then(|label| location_of(sources, label.span));
            let Some(place) = place.or_else(|| whole_project(state)) else { continue };
            let file = files.entry(place.uri.as_str().to_owned()).or_insert_with(|| empty(place.uri, None));
            add(&mut file.diagnostics, converted(&diagnostic, place.range, sources));
        }
        // What was shown and is no more.
        for (key, last) in &self.files {
            files.entry(key.clone()).or_insert_with(|| empty(last.uri.clone(), None));
        }
        // Open texts come last: with those, a client has everything.
        let changed = |key: &String, file: &PublishDiagnosticsParams| self.files.get(key) != Some(file);
        for (_, file) in files.iter().filter(|(key, file)| file.version.is_none() && changed(key, file)) {
            publish(file.clone(), client);
        }
        for file in files.values().filter(|file| file.version.is_some()) {
            publish(file.clone(), client);
        }
        files.retain(|_, file| file.version.is_some() || !file.diagnostics.is_empty());
        self.files = files;
    }

    /// Takes every diagnostic back.
    pub fn clear(self, client: &Client) {
        for file in self.files.into_values().filter(|file| !file.diagnostics.is_empty()) {
            publish(empty(file.uri, None), client);
        }
    }
}

/// Adds a diagnostic; one that differs from another only in other places, as the files that include the text, is one with it.
fn add(known: &mut Vec<lsp_types::Diagnostic>, new: lsp_types::Diagnostic) {
    let is_same = |other: &&mut lsp_types::Diagnostic| {
        (other.range, other.severity, &other.code, &other.message) == (new.range, new.severity, &new.code, &new.message)
    };
    match known.iter_mut().find(is_same) {
        None => known.push(new),
        Some(same) => {
            let related = same.related_information.get_or_insert_default();
            for place in new.related_information.into_iter().flatten() {
                if !related.contains(&place) {
                    related.push(place);
                }
            }
        }
    }
}

fn empty(uri: Uri, version: Option<i32>) -> PublishDiagnosticsParams {
    PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version }
}

fn publish(params: PublishDiagnosticsParams, client: &Client) {
    let message = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
    client.send(message.into());
}

/// The place of what is about no file.
fn whole_project(state: &ProjectState) -> Option<Location> {
    Some(Location { uri: uri_of(&state.root().join(project::FILE_NAME))?, range: Range::default() })
}

/// The message has the notes and the help behind it, a line each, because clients show no others.
fn converted(diagnostic: &Diagnostic, range: Range, sources: &Sources) -> lsp_types::Diagnostic {
    let mut message = diagnostic.message.clone();
    if let Some(label) = diagnostic.primary.as_ref().filter(|label| !label.message.is_empty()) {
        message += &format!(": {}", label.message);
    }
    for note in &diagnostic.notes {
        message += &format!("\n{note}");
    }
    if let Some(help) = &diagnostic.help {
        message += &format!("\nhelp: {help}");
    }
    let related = |label: &Label| {
        let location = location_of(sources, label.span)?;
        Some(DiagnosticRelatedInformation { location, message: label.message.clone() })
    };
    let related: Vec<_> = diagnostic.labels.iter().chain(&diagnostic.trail).filter_map(related).collect();
    lsp_types::Diagnostic {
        range,
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(diagnostic.code.to_owned())),
        source: Some("uberc".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}
