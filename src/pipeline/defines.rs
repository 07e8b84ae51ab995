//! Errors in macros of the sidecar or the project file: their places are moved to the line that sets the macro.

use std::sync::Arc;

use crate::diag::{Diagnostic, Label, Span};
use crate::model::Technique;
use crate::preprocess::{PROJECT_DEFINES, TECHNIQUE_DEFINES};

use super::BuildContext;

/// Moves each place in the text made of defines to the line that set them, and shows the macro as a note.
pub fn place_where_set(
    mut diagnostic: Diagnostic,
    techniques: &[Arc<Technique>],
    context: &BuildContext,
) -> Diagnostic {
    let mut shown: Vec<String> = Vec::new();
    let mut move_label = |label: &mut Label| {
        if let Some((span, note)) = set_at(label.span, techniques, context) {
            label.span = span;
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

/// The line that sets the macro at this place of the generated text, and a note that shows the macro.
fn set_at(span: Span, techniques: &[Arc<Technique>], context: &BuildContext) -> Option<(Span, String)> {
    let file = context.sources.get(span.file);
    let of_technique = match &*file.name {
        TECHNIQUE_DEFINES => true,
        PROJECT_DEFINES => false,
        _ => return None,
    };
    let line = file.line_span(file.position(span.start).line);
    let text = file.text.get(line.start as usize..line.end as usize)?.trim();
    let define = text.strip_prefix("#define ")?;
    let (name, value) = define.split_once(' ').unwrap_or((define, ""));
    if !of_technique {
        // The macros of uberc itself have no place in a file.
        return Some((context.project.define_place(name)?, format!("the project file defines `{define}`")));
    }
    let set = techniques.iter().find_map(|technique| {
        let same = technique.defines.get(name).is_some_and(|set| set.replacement().trim() == value.trim());
        technique.places.defines.get(name).filter(|_| same)
    });
    Some((*set?, format!("the sidecar defines `{define}`")))
}
