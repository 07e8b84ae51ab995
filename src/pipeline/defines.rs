//! Mistakes in the text of a technique's defines, told where the sidecar set them.

use crate::diag::{Diagnostic, Label, Sources, Span};
use crate::model::Technique;
use crate::preprocess::TECHNIQUE_DEFINES;

/// Moves each place in the text made of a technique's defines to the sidecar's line, and shows the macro as a note.
pub(super) fn place_in_sidecar(mut diagnostic: Diagnostic, techniques: &[Technique], sources: &Sources) -> Diagnostic {
    let mut shown: Vec<String> = Vec::new();
    let mut move_label = |label: &mut Label| {
        if let Some((span, text)) = set_at(label.span, techniques, sources) {
            label.span = span;
            let note = format!("the sidecar defines `{text}`");
            if !shown.contains(&note) {
                shown.push(note);
            }
        }
    };
    diagnostic.primary.as_mut().into_iter().for_each(&mut move_label);
    diagnostic.labels.iter_mut().for_each(&mut move_label);
    diagnostic.trail.iter_mut().for_each(&mut move_label);
    diagnostic.notes.extend(shown);
    diagnostic
}

/// The sidecar's place for a place in the defines' text, and the define.
fn set_at(span: Span, techniques: &[Technique], sources: &Sources) -> Option<(Span, String)> {
    let file = sources.get(span.file);
    if &*file.name != TECHNIQUE_DEFINES {
        return None;
    }
    let line = file.line_span(file.position(span.start).line);
    let text = file.text.get(line.start as usize..line.end as usize)?.trim();
    let define = text.strip_prefix("#define ")?;
    let (name, value) = define.split_once(' ').unwrap_or((define, ""));
    let set = techniques.iter().find_map(|technique| {
        let same = technique.defines.get(name).is_some_and(|set| set.replacement().trim() == value.trim());
        technique.places.defines.get(name).filter(|_| same)
    });
    Some((*set?, define.to_owned()))
}
