//! The languages shaders are written in.
//!
//! **In**: preprocessed tokens.
//! **Out**: trees over those tokens.
//! **Never**: knows a branch, a target or a compiler.

pub mod hlsl;
