//! Compiled variants.

use serde::{Deserialize, Serialize};

use super::Blob;

/// The kind of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BindingKind {
    UniformBuffer,
    StorageBuffer,
    ReadOnlyStorageBuffer,
    SampledTexture,
    StorageTexture,
    Sampler,
    CombinedImageSampler,
    UniformTexelBuffer,
    StorageTexelBuffer,
    AccelerationStructure,
    InputAttachment,
    PushConstants,
    Other,
}

/// One resource the variant uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Binding {
    pub set: u32,
    pub binding: u32,
    pub name: String,
    pub kind: BindingKind,
    /// Number of descriptors; 0 for an unbounded array.
    pub count: u32,
    /// Bytes, of a buffer block without a run-time array; else 0.
    pub size: u32,
    /// The number the resource has in the artifact, where the target has number spaces of its own: a Metal buffer,
    /// texture or sampler index, a GL binding point or texture unit, a Direct3D register.
    pub slot: Option<u32>,
    /// The name in the artifact, where the target renames the resource or joins texture and sampler into one.
    pub renamed: Option<String>,
}

/// One input or output of a stage.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StageIo {
    /// `None` for a system value.
    pub location: Option<u32>,
    /// The semantic or the variable's name; for system values the SPIR-V built-in's name.
    pub name: String,
    /// `float4`, `uint`, ...
    pub ty: String,
}

/// The data with which a game binds a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reflection {
    /// Sorted by set and binding.
    pub bindings: Vec<Binding>,
    pub inputs: Vec<StageIo>,
    pub outputs: Vec<StageIo>,
    /// Threads a group, of compute stages.
    pub workgroup_size: Option<[u32; 3]>,
}

/// One variant for one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    pub bytes: Blob,
    /// The entry point's name in `bytes`, where the target renames it.
    pub entry_point: String,
    pub reflection: Reflection,
}
