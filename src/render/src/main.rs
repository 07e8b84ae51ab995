//! `uberc-render FOLDER`: draws the scene of a folder into a file of it.

mod draw;
mod folder;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        drop(writeln!(std::io::stderr(), "usage: uberc-render FOLDER"));
        return ExitCode::from(2);
    };
    match folder::read(Path::new(folder))
        .and_then(|files| draw::picture(&files))
        .and_then(|texels| folder::write(Path::new(folder), &texels))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            drop(writeln!(std::io::stderr(), "error: {why}"));
            ExitCode::FAILURE
        }
    }
}
