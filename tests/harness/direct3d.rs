//! Direct3D's own compilers, run under Wine. `cargo xtask install` puts them into `target/outside/direct3d`; see
//! `tools/direct3d`.

use libtest_mimic::{Failed, Trial};

pub use uberc_judge::direct3d::{Batch, folder, keep_wine_running};

/// A trial that runs `dxc` or `fxc`.
pub fn needs_direct3d(trial: Trial) -> Trial {
    let there = uberc_judge::direct3d::is_installed();
    super::needs("wine", super::needs_that("dxc and fxc: run `cargo xtask install`", there, trial))
}

/// `PATH` with both programs, which can be started from now on.
pub fn path() -> Result<std::ffi::OsString, Failed> {
    keep_wine_running()?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths(std::iter::once(folder()).chain(std::env::split_paths(&path)))?)
}
