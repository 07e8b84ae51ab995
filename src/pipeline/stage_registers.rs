//! Whether the stages of a technique agree about registers, in the code that Direct3D's own compilers have made. FXC
//! and DXC give registers in the order of declaration, each stage by itself, and the runtime creates no pipeline of
//! stages that differ.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{BuildContext, ShaderFront, stage_links};
use crate::compile::{Register, Signatures, register_signatures};
use crate::diag::Diagnostic;
use crate::linkage;
use crate::model::{Artifact, Stage, VariantId};

/// The values that two neighbouring stages have in different registers. `artifacts` is parallel to the variants.
pub fn find_mismatches(context: &BuildContext, front: &ShaderFront, artifacts: &[Arc<Artifact>]) -> Vec<Diagnostic> {
    if !front.target.has_stage_registers() {
        return Vec::new();
    }
    let found: Vec<Option<Signatures>> =
        artifacts.iter().map(|artifact| register_signatures(&artifact.bytes.content())).collect();
    let pairs: BTreeSet<_> = front.variants.techniques.iter().flat_map(linkage::neighbours).collect();
    let of = |id: VariantId| found.get(id.0 as usize).and_then(Option::as_ref);
    let mut diagnostics = Vec::new();
    for ((from, writer), (to, reader)) in pairs {
        let (Some(outputs), Some(inputs)) = (of(writer), of(reader)) else { continue };
        // After the first mismatch all later registers are shifted, so only the first is reported.
        let first = inputs.inputs.iter().find_map(|input| {
            let same = |output: &&Register| {
                output.semantic.eq_ignore_ascii_case(&input.semantic) && output.index == input.index
            };
            let output = outputs.outputs.iter().find(same)?;
            let is_inside = output.number == input.number && input.components & !output.components == 0;
            (input.number.is_some() && !is_inside).then_some((input, output))
        });
        if let Some((input, output)) = first {
            let diagnostic = describe((from, to), input, output);
            let diagnostic = stage_links::at_input(context, front, reader, (&input.semantic, input.index), diagnostic);
            if !diagnostics.contains(&diagnostic) {
                diagnostics.push(diagnostic);
            }
        }
    }
    diagnostics
}

fn describe((from, to): (Stage, Stage), input: &Register, output: &Register) -> Diagnostic {
    let name = |value: &Register| match value.index {
        0 => value.semantic.clone(),
        index => format!("{}{index}", value.semantic),
    };
    let shown = |value: &Register| {
        let components = "xyzw".char_indices().filter(|(at, _)| value.components >> at & 1 == 1).map(|(_, c)| c);
        format!("{}.{}", value.number.unwrap_or(0), components.collect::<String>())
    };
    let message = format!(
        "the {} stage reads `{}` from register {}, but the {} stage writes it to register {}",
        to.name(),
        name(input),
        shown(input),
        from.name(),
        shown(output)
    );
    Diagnostic::error("stages/register", message).help(format!(
        "Direct3D links stages by register: list the values of the {} stage, `SV_Position` too, in the order in which the {} stage writes \
         them, and leave out only the last.",
        to.name(),
        from.name()
    ))
}
