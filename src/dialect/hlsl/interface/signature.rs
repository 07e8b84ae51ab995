//! The inputs and outputs of a stage, for the stages around it.

use super::{locations, stage_rules};
use crate::ir::{BuiltIn, Instance, Item, MissingPosition, Signature, Slot, StageElement};
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
    let mut signature = Signature { inputs, outputs, entry, missing_position, problems: Vec::new() };
    signature.problems = stage_rules::problems(function, &signature, stage);
    Some(signature)
}

fn elements(instance: &Instance, stage: Stage, direct3d9: bool) -> Option<(Vec<StageElement>, Vec<StageElement>)> {
    let Item::Function(function) = &*instance.item else { return None };
    if !locations::is_listable(function) {
        return None;
    }
    let token = |at: u32| instance.tokens.get(at as usize).copied();
    Some(locations::elements(function, stage, direct3d9, &token))
}
