//! Compilers that are programs of their own.
//!
//! **In**: command templates from the catalogue or the project file, and a variant's text.
//! **Out**: what the program wrote, or its messages as data.
//! **Never**: runs a program without limits of time, memory and output, leaves one running, or loads a compiler's library
//! into this process.

pub mod catalogue;
pub mod command_template;
pub mod external_compiler;
pub mod glslang_packing;
pub mod messages;
pub mod portable;
pub mod process;
pub mod program_registry;
pub mod shortage;
pub mod temp_dir;
pub mod watchdog;
pub mod worker;
pub mod worker_pool;
