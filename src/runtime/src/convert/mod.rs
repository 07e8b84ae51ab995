//! Render state in the terms of graphics interfaces.
//!
//! **In**: [`RenderState`](crate::RenderState), in Direct3D's terms.
//! **Out**: the same in wgpu's or Vulkan's types.
//! **Never**: what a pipeline does not hold: the stencil reference, the blend factor and the scissor rectangle are set
//! while drawing, and the alpha test belongs in the pixel shader.

#[cfg(feature = "vulkan")]
mod vulkan;
#[cfg(feature = "wgpu")]
mod wgpu;

#[cfg(feature = "vulkan")]
pub use vulkan::VulkanState;

use crate::state::{CullMode, FrontFace, RenderState};

/// Whether front faces are culled, or back faces; `None`: neither. A sidecar names the winding that is culled.
fn culls_front(state: &RenderState) -> Option<bool> {
    match (state.cull_mode, state.front_face) {
        (CullMode::None, _) => None,
        (CullMode::CW, FrontFace::CW) | (CullMode::CCW, FrontFace::CCW) => Some(true),
        (CullMode::CW, FrontFace::CCW) | (CullMode::CCW, FrontFace::CW) => Some(false),
    }
}
