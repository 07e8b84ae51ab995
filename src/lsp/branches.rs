//! Branches as editors show them.

use crate::model::{Branch, BranchKind, BranchLayout};
use crate::pipeline::ShaderFront;

/// Upper bound of members that are listed.
const MOST_MEMBERS: usize = 32;

/// `bool`, `0..3`, `Low|Medium|High`.
pub fn values_of(branch: &Branch) -> String {
    match &branch.kind {
        BranchKind::Bool => "bool".to_owned(),
        BranchKind::Int { min, max } => format!("{min}..{max}"),
        BranchKind::Enum { members } => {
            let more = if members.len() > MOST_MEMBERS { "|…" } else { "" };
            format!("{}{more}", members[..members.len().min(MOST_MEMBERS)].join("|"))
        }
    }
}

/// What the bits of a branch are in a key: `bit 3`, `bits 3 to 5`.
fn bits_of(branch: &Branch) -> String {
    match branch.width {
        0 => "no bit".to_owned(),
        1 => format!("bit {}", branch.first_bit),
        width => format!("bits {} to {}", branch.first_bit, branch.first_bit + width - 1),
    }
}

/// Lines about a branch of a shader: values, bits, and the stages whose text depends on it.
pub fn describe(layout: &BranchLayout, name: &str, shader: Option<&ShaderFront>) -> Option<Vec<String>> {
    let id = layout.find(name)?;
    let branch = layout.get(id);
    let mut lines = vec![format!("values `{}`, {}", values_of(branch), bits_of(branch))];
    let Some(set) = shader.and_then(ShaderFront::known_variants) else { return Some(lines) };
    let live: Vec<&str> =
        set.live.iter().filter(|(_, live)| live.contains(&id)).map(|(stage, _)| stage.name()).collect();
    lines.push(match live.is_empty() {
        true => "no stage depends on its final value".to_owned(),
        false => format!("stages that depend on it: {}", live.join(", ")),
    });
    Some(lines)
}
