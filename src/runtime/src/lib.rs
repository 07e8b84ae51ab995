//! Reads uberc archives inside a game: shader + branch bitmask → technique.
//!
//! ```no_run
//! # fn main() -> Result<(), uberc_runtime::Error> {
//! # let bytes: &[u8] = &[];
//! use uberc_runtime::Pack;
//!
//! let pack = Pack::open(bytes)?; // a memory map or a slice; nothing is copied
//! let target = pack.target("spirv")?; // a game picks one when it starts
//! let mesh = target.shader("RenderMesh")?;
//! let skinning = mesh.branch("g_bSkinning")?; // a handle: looked up once, kept
//! let key = mesh.key().with(skinning, true);
//! let technique = mesh.technique(key)?; // no allocation, no string, no hash
//! let state = technique.render_state();
//! if let Some(vertex) = technique.vertex() {
//!     let spirv = vertex.code()?; // decoded and checked; `blob()` decodes into a caller's buffer
//!     # let _ = (spirv, state);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Targets come first, since a sidecar runs once for each: shaders, branches and techniques may differ between them.
//! Any bytes give an error or an answer, never a panic. FORMAT.md documents the file.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// The snippets of the documents, which the tests compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/src/engine.md")]
#[doc = include_str!("../../../docs/src/materialx.md")]
struct Documents;

mod blob;
mod closest;
#[cfg(any(feature = "wgpu", feature = "vulkan"))]
mod convert;
mod decision;
mod decoder;
pub mod diagram;
mod error;
pub mod format;
mod key;
#[cfg(feature = "reload")]
mod live;
mod material;
mod miss;
mod open;
mod pack;
mod scalars;
mod shader;
pub mod spirv;
mod stage;
mod state;
pub mod state_bytes;
pub mod table;
mod technique;
mod verify;
mod view;
#[cfg(feature = "decoder")]
mod zstd;

pub use blob::{Blob, BlobError};
#[cfg(feature = "vulkan")]
pub use convert::VulkanState;
pub use decoder::{Compressed, Decoder};
pub use error::Error;
pub use key::{Branch, BranchKind, Key, KeyFault, Value};
#[cfg(feature = "reload")]
pub use live::{BranchHandle, Generation, Live, ShaderHandle};
pub use material::{Material, MaterialId, MaterialValues};
pub use miss::{Miss, MissReason, Resolved};
pub use open::OpenError;
pub use pack::{Pack, Target};
pub use scalars::{Scalar, Scalars};
pub use shader::{BranchInfo, Fallback, Shader, ShaderId};
pub use stage::Stage;
pub use state::{
    BlendMode, BlendOp, ColorWriteState, ComparisonFunc, CullMode, FillMode, FrontFace, RenderState, RenderTargetState,
    StencilFace, StencilOp,
};
pub use technique::{Binding, BindingKind, Program, StageIo, Technique, Variant};
