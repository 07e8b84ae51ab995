//! The inputs and outputs of a stage, for the stages around it.

use super::locations::of_globals;
use crate::ir::{BuiltIn, Instance, MissingPosition, Signature, Slot};
use crate::model::{SourceText, Stage, TokenSpan};

/// The signature of an entry point: what the text of its stage declares. `globals` are all of its globals.
pub fn signature(globals: &[Instance], text: &SourceText, stage: Stage, entry_point: &str) -> Signature {
    let (inputs, outputs) = of_globals(globals, stage);
    let writes_position = outputs.iter().any(|output| output.slot == Slot::BuiltIn(BuiltIn::Position));
    let written = if stage == Stage::Mesh { "gl_MeshVerticesEXT[i].gl_Position" } else { "gl_Position" };
    let missing_position = (matches!(stage, Stage::Vertex | Stage::Mesh) && !writes_position)
        .then(|| MissingPosition { word: "gl_Position", help: format!("Assign to `{written}` in `{entry_point}`.") });
    Signature { inputs, outputs, entry: entry(text, entry_point), missing_position, problems: Vec::new() }
}

/// The name of the entry point where it is defined.
fn entry(text: &SourceText, name: &str) -> Option<u32> {
    let word = |at: u32| text.tokens.tokens.get(at as usize).map_or("", |token| token.token.text.as_str());
    let mut tokens = text.pieces.iter().flat_map(TokenSpan::tokens).map(|(at, _)| at);
    tokens.find(|at| word(*at) == name && word(at + 1) == "(" && at.checked_sub(1).is_some_and(|at| word(at) == "void"))
}
