//! `uberc completions`: shell completions and man pages, generated from `args.rs`.

use clap::CommandFactory;

use super::args::{Arguments, Completions};
use super::{Outcome, Stop, Terminal};

pub fn run(command: &Completions, terminal: &Terminal) -> Outcome {
    if let Some(folder) = &command.man {
        std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(Arguments::command(), folder))
            .map_err(|error| Stop::environment(format!("cannot write man pages to {}: {error}", folder.display())))?;
        return Ok(0);
    }
    if let Some(shell) = command.shell {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "uberc", &mut text);
        terminal.bytes(&text);
    }
    Ok(0)
}
