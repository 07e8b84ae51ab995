//! The compiler that runs in this process: typed programs through naga to every target it can write.
//!
//! **In**: an [`Analysis`](super::Analysis), or SPIR-V that another compiler made.
//! **Out**: SPIR-V, WGSL, MSL, GLSL or HLSL with its reflection; else diagnostics.
//! **Never**: starts a process, reads a file, or lets a panic of naga leave it.

pub mod layout_limits;
pub mod naga_writers;
pub mod step;
