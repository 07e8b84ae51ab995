//! The inputs and outputs of a stage, for the stages around it.

use super::locations::of_globals;
use crate::dialect::glsl::words::type_name;
use crate::ir::{
    BuiltIn, ElementPlace, Instance, Item, MissingPosition, Payload, SentPayload, Signature, Slot, StageElement,
    Storage,
};
use crate::model::{SourceText, Stage, TokenSpan};

/// The signature of an entry point: what the text of its stage declares. `globals` are all of its globals.
pub fn signature(globals: &[Instance], text: &SourceText, stage: Stage, entry_point: &str) -> Signature {
    let (inputs, mut outputs) = of_globals(globals, stage);
    if stage == Stage::Mesh {
        // A built-in array stands for all its members: those that the text names are outputs.
        outputs.retain(|output| is_named(output, text));
    }
    let writes_position = outputs.iter().any(|output| output.slot == Slot::BuiltIn(BuiltIn::Position));
    let written = if stage == Stage::Mesh { "gl_MeshVerticesEXT[i].gl_Position" } else { "gl_Position" };
    let missing_position = (matches!(stage, Stage::Vertex | Stage::Mesh) && !writes_position)
        .then(|| MissingPosition { word: "gl_Position", help: format!("Assign to `{written}` in `{entry_point}`.") });
    let payload =
        if matches!(stage, Stage::Amplification | Stage::Mesh) { payload(globals) } else { SentPayload::None };
    Signature { inputs, outputs, entry: entry(text, entry_point), missing_position, problems: Vec::new(), payload }
}

/// Whether an output of a mesh stage is named, if it is one that the next stage, or the rasteriser, needs.
fn is_named(output: &StageElement, text: &SourceText) -> bool {
    let member = match output.slot {
        Slot::BuiltIn(BuiltIn::Position) => "gl_Position",
        Slot::BuiltIn(BuiltIn::PrimitiveIndex) => "gl_PrimitiveID",
        _ => return true,
    };
    let mut behind_point = false;
    text.texts().any(|token| {
        let is_member = behind_point && token == member;
        behind_point = token == ".";
        is_member
    })
}

/// The `taskPayloadSharedEXT` variable of a stage.
fn payload(globals: &[Instance]) -> SentPayload {
    let payload = globals.iter().find_map(|instance| match &*instance.item {
        Item::Global(global) if global.storage == Storage::Payload => {
            let token = instance.tokens.get(global.at.0 as usize).copied();
            let place = ElementPlace { token, parameter: global.symbol.0, member: None };
            Some(Payload::new(global.symbol.name(), &global.ty, type_name, place))
        }
        _ => None,
    });
    payload.map_or(SentPayload::None, SentPayload::Of)
}

/// The name of the entry point where it is defined.
pub fn entry(text: &SourceText, name: &str) -> Option<u32> {
    let word = |at: u32| text.tokens.tokens.get(at as usize).map_or("", |token| token.token.text.as_str());
    let mut tokens = text.pieces.iter().flat_map(TokenSpan::tokens).map(|(at, _)| at);
    tokens.find(|at| word(*at) == name && word(at + 1) == "(" && at.checked_sub(1).is_some_and(|at| word(at) == "void"))
}
