//! Reads uberc archives inside a game: shader + branch bitmask → technique.
#![no_std]
#![forbid(unsafe_code)]
#[cfg(feature = "std")]
extern crate std;

mod stage;
mod state;

pub use stage::Stage;
pub use state::{
    BlendMode, BlendOp, ColorWriteState, ComparisonFunc, CullMode, FillMode, FrontFace, RenderState, RenderTargetState,
    StencilFace, StencilOp,
};
