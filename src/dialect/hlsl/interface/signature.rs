//! The inputs and outputs of a stage, for the stages around it.

use super::words::{Role, of_function};
use super::{locations, stage_rules};
use crate::ir::{
    BuiltIn, ElementPlace, Function, Instance, Item, MissingPosition, Payload, SentPayload, Signature, Slot,
    StageElement, type_name,
};
use crate::model::Stage;

/// The signature of an entry point. `patch`: the function that a hull stage calls for the whole patch; its results are
/// among the outputs.
pub fn signature(instance: &Instance, patch: Option<&Instance>, stage: Stage, direct3d9: bool) -> Option<Signature> {
    let (inputs, mut outputs) = elements(instance, stage, direct3d9)?;
    if let Some(patch) = patch {
        let (_, of_patch) = elements(patch, stage, direct3d9)?;
        outputs.extend(of_patch.into_iter().map(|element| StageElement { per_patch: true, ..element }));
    }
    let Item::Function(function) = &*instance.item else { return None };
    let entry = instance.tokens.get(function.at.0 as usize).copied();
    let writes_position = outputs.iter().any(|output| output.slot == Slot::BuiltIn(BuiltIn::Position));
    let word = if direct3d9 { "POSITION" } else { "SV_Position" };
    let missing_position = (!writes_position).then(|| MissingPosition {
        word,
        help: format!("Give an output of `{}` the semantic `{word}`.", function.symbol.name()),
    });
    let payload = if stage == Stage::Mesh { given_payload(instance, function) } else { SentPayload::None };
    let mut signature = Signature { inputs, outputs, entry, missing_position, problems: Vec::new(), payload };
    signature.problems = stage_rules::problems(function, &signature, stage);
    Some(signature)
}

/// The `payload` parameter of a mesh stage.
fn given_payload(instance: &Instance, function: &Function) -> SentPayload {
    let (_, words) = of_function(&function.words);
    let mut parameters = function.parameters.iter().zip(words);
    let payload = parameters.find(|(_, words)| words.role == Role::Payload).map(|(parameter, _)| {
        let token = instance.tokens.get(parameter.at.0 as usize).copied();
        let place = ElementPlace { token, parameter: parameter.name, member: None };
        Payload::new(parameter.name.as_str(), &parameter.ty, type_name, place)
    });
    payload.map_or(SentPayload::None, SentPayload::Of)
}

/// A variable of a unit as the payload that its amplification stage sends.
pub fn sent_payload(globals: &[Instance], name: &str) -> SentPayload {
    let payload = globals.iter().find_map(|instance| match &*instance.item {
        Item::Global(global) if global.symbol.0 == name => {
            let token = instance.tokens.get(global.at.0 as usize).copied();
            let place = ElementPlace { token, parameter: global.symbol.0, member: None };
            Some(Payload::new(name, &global.ty, type_name, place))
        }
        _ => None,
    });
    payload.map_or(SentPayload::Unknown, SentPayload::Of)
}

fn elements(instance: &Instance, stage: Stage, direct3d9: bool) -> Option<(Vec<StageElement>, Vec<StageElement>)> {
    let Item::Function(function) = &*instance.item else { return None };
    if !locations::is_listable(function) {
        return None;
    }
    let token = |at: u32| instance.tokens.get(at as usize).copied();
    Some(locations::elements(function, stage, direct3d9, &token))
}
