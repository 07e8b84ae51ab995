//! Equal sources give equal archives in every process, although addresses and the times of garbage collection differ.

use std::fs;

use super::*;

pub fn trials() -> Vec<Trial> {
    vec![harness::trial("cli::archives_do_not_depend_on_addresses", addresses)]
}

/// Processes that build the project of `cli_projects/walks`, whose sidecars put into their shaders what they can see of order,
/// texts and garbage.
const PROCESSES: usize = 30;

fn addresses() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    harness::copy_tree(&harness::suite_dir("cli_projects").join("walks"), place.path())?;
    let mut first: Option<(Vec<u8>, String)> = None;
    for process in 0..PROCESSES {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
        command.args(["build", "--target", "wgsl", "--no-cache"]).current_dir(place.path());
        let output = command.output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        let archive = fs::read(place.path().join("walks.fxo"))?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
        let inspect = command.args(["inspect", "walks.fxo", "--message-format", "json"]).current_dir(place.path());
        let inspected = String::from_utf8_lossy(&inspect.output()?.stdout).into_owned();
        match &first {
            None => first = Some((archive, inspected)),
            Some((first, text)) if *first != archive => {
                // Which shader differs, in words.
                harness::same(&format!("the archive of process {process}"), text, &inspected)?;
                return Err(format!("the archive of process {process} differs from the first in its bytes").into());
            }
            Some(_) => {}
        }
    }
    Ok(())
}
