//! An outside judge of SPIR-V: Mesa's software Vulkan device runs it.
//!
//! **In**: SPIR-V modules with entry points, a seed.
//! **Out**: pixels, buffers and vertices they write, from generated inputs; whether two programs write the same.
//! **Never**: looks at source text, or uses a device that is not the software one unless `UBERC_JUDGE_DEVICE` names it.
//!
//! [`shape`] reads what a module wants bound, [`scene`] invents it (the same for the same names and seed), [`batch`] is what the C
//! program below `runner/` is given and gives back, [`compare`] judges. [`glslang`] is the compiler whose opinion others are held against.

pub mod batch;
pub mod compare;
pub mod direct3d;
pub mod format;
pub mod glslang;
pub mod mesh_as_compute;
pub mod noise;
pub mod packing;
pub mod partner;
pub mod picture;
pub mod runner;
pub mod scene;
pub mod shape;
pub mod triangle;
mod types;
pub mod variations;
pub mod zeroed;
