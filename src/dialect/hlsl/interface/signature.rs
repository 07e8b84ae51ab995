//! The inputs and outputs of a stage, for the stages around it.

use super::locations;
use crate::ir::{Instance, Item, Signature, StageElement};
use crate::model::Stage;

/// The signature of an entry point. `patch`: the function that a hull stage calls for the whole patch; its results are among the
/// outputs.
pub fn signature(entry: &Instance, patch: Option<&Instance>, stage: Stage, direct3d9: bool) -> Option<Signature> {
    let (inputs, mut outputs) = elements(entry, stage, direct3d9)?;
    if let Some(patch) = patch {
        let (_, of_patch) = elements(patch, stage, direct3d9)?;
        outputs.extend(of_patch.into_iter().map(|element| StageElement { per_patch: true, ..element }));
    }
    let entry = match &*entry.item {
        Item::Function(function) => entry.tokens.get(function.at.0 as usize).copied(),
        _ => None,
    };
    Some(Signature { inputs, outputs, entry, link_word: "semantic" })
}

fn elements(instance: &Instance, stage: Stage, direct3d9: bool) -> Option<(Vec<StageElement>, Vec<StageElement>)> {
    let Item::Function(function) = &*instance.item else { return None };
    let token = |at: u32| instance.tokens.get(at as usize).copied();
    Some(locations::elements(function, stage, direct3d9, &token))
}
