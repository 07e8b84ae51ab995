//! Constant buffers that glslang lays out in another way than Direct3D.
//!
//! In Direct3D an array or matrix ends where its last element ends, so that a small member may share the last row of
//! 16 bytes with it (Direct3D's reference, "Packing rules for constant variables"). glslang 12 begins a new row there, whatever
//! its options; and Vulkan's rules for uniform buffers (spirv-val, without scalar block layout) forbid what
//! Direct3D does. A game fills the buffer by one of the two layouts, so each such member is warned of.

use crate::compile::spirv::reflect::uniform_blocks;
use crate::model::{CompilerMessage, MessageSeverity};

const ROW: u32 = 16;

/// One warning for each member at which the two layouts begin to differ; later members are shifted by the same amount.
pub fn differences(spirv: &[u8]) -> Result<Vec<CompilerMessage>, String> {
    let mut found = Vec::new();
    for (block, members) in uniform_blocks(spirv)? {
        for pair in members.windows(2) {
            let [before, member] = pair else { continue };
            let end = before.offset.saturating_add(before.size);
            let shares = !member.rows && end % ROW != 0 && end % ROW + member.size <= ROW;
            if !before.rows || !shares || end == member.offset {
                continue;
            }
            let (name, at) = (&member.name, member.offset);
            found.push(CompilerMessage {
                severity: MessageSeverity::Warning,
                line: None,
                column: None,
                code: None,
                text: format!(
                    "`{name}` of `{block}` is at byte {at}, but at byte {end} in Direct3D, where it shares the last row of \
                     `{}`: put `{}` last, or use elements of 16 bytes",
                    before.name, before.name
                ),
            });
        }
    }
    Ok(found)
}
