//! The stages of a technique as a pipeline: whether each gets what it reads, and the locations of the values between
//! them.
//!
//! **In**: a shader's variants with their signatures.
//! **Out**: mistakes with the techniques that have them; for each variant its [`StageLinks`](crate::model::StageLinks).
//! **Never**: a language, a target, or the body of a function.
//!
//! # Rules
//! An output and an input of the next stage are one value if they have the same identity, which the language gives
//! ([`LinkIdentity`](crate::ir::LinkIdentity)): a semantic and its index (`TEXCOORD1`) as in Direct3D, or a location
//! and its first component as in Vulkan. The order of declarations means nothing. The later stage may read fewer
//! values, and fewer components of a value, than the earlier one writes. What it declares counts as read, whether its
//! body reads it or not. It is a mistake
//! - to read a value that the earlier stage does not write, or more of its components,
//! - to read it as another kind of number: `float`, `int` and `uint` are three; a `bool` is a `uint` between stages,
//!   and types of 16 or 64 bits are kinds of their own,
//! - to interpolate it in the pixel stage in another way than the earlier stage declares it. Where only the pixel stage
//!   declares one, Direct3D (whose byte code of a vertex stage has no interpolation: fxc writes the same for
//!   `nointerpolation` and nothing), Vulkan and Metal take its word; WebGPU creates no pipeline of it, and OpenGL ES
//!   links no program,
//! - to give it two locations.
//!
//! System values are the hardware's: no stage has to write what the next reads as one. Where stages hand on what is a
//! system value elsewhere (`SV_InstanceID` to a pixel stage), it is a value like any other.
//!
//! # Locations
//! One table for each shader, from the name of a value to its location, serves all techniques: so a variant that
//! several techniques use is compiled once. Values that stand together in some stage get different locations; others
//! may share one. The table follows the outputs of the first vertex stage, so that a shader whose stages list equal
//! values in equal order keeps the numbers that every compiler gives by itself. Byte code of Direct3D has registers
//! instead, which fxc and dxc number in the order of declaration: `pipeline/stage_registers` compares them in the
//! compiled code.

mod check;
mod locations;
mod stages;
#[cfg(test)]
mod tests;

pub use check::{Mistake, at_input, check};
pub use locations::assign;
pub use stages::Stages;

use crate::ir::{Signature, StageElement};
use crate::model::{Stage, StagedTechnique, VariantId};

/// The stages of a pipeline, in its order.
const ORDER: [Stage; 6] = [Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Mesh, Stage::Pixel];

/// Neighbours in the pipeline of a technique: what writes, and what reads.
pub fn neighbours(technique: &StagedTechnique) -> impl Iterator<Item = ((Stage, VariantId), (Stage, VariantId))> {
    // By place in the pipeline: techniques have few of the stages.
    let mut stages = [None; ORDER.len()];
    for (stage, id) in &technique.stages {
        if let Some(at) = ORDER.iter().position(|other| other == stage) {
            stages[at] = Some((*stage, *id));
        }
    }
    let mut before = None;
    stages.into_iter().flatten().filter_map(move |own| before.replace(own).map(|before| (before, own)))
}

/// The values that a stage reads from the one before it; without attributes of vertices.
fn read(stage: Stage, signature: &Signature) -> &[StageElement] {
    if stage == Stage::Vertex || stage.has_groups() { &[] } else { &signature.inputs }
}

/// The values that a stage writes for the next; without render targets.
fn written(stage: Stage, signature: &Signature) -> &[StageElement] {
    if matches!(stage, Stage::Pixel | Stage::Compute | Stage::Amplification) { &[] } else { &signature.outputs }
}
