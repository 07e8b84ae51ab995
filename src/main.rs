//! The command line program: exit codes only; see `uberc::cli`.

use std::process::ExitCode;

/// Trees and programs are many small objects of several threads, which the system's allocator is slow with.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    ExitCode::from(uberc::cli::run_as_program(std::env::args_os()))
}
