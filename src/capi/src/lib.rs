//! The reader of archives for C and C++.
//!
//! **In**: pointers, lengths, names that end with a zero byte; handles that functions of this library gave.
//! **Out**: a status; what was asked for in the caller's memory; a message for people, a thread at a time.
//! **Never**: unwinds into C, keeps a caller's pointer (but for the bytes an archive was opened from), or allocates in
//! a look-up.
//!
//! `include/uberc.h` is generated from this crate; a test keeps it current.

pub mod decode;
pub mod live;
pub mod material;
pub mod pack;
pub mod program;
pub mod shader;
pub mod state;
pub mod status;
pub mod technique;
