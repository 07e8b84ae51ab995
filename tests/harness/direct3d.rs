//! Direct3D's own compilers, run under Wine. `cargo xtask install` puts them into `target/outside/direct3d`; see
//! `tools/direct3d`.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use libtest_mimic::{Failed, Trial};

/// The folder with the scripts `dxc` and `fxc`.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/outside/direct3d")
}

/// A trial that runs `dxc` or `fxc`.
pub fn needs_direct3d(trial: Trial) -> Trial {
    let there = folder().join("dxc").is_file() && folder().join("fxc").is_file();
    super::needs("wine", super::needs_that("dxc and fxc: run `cargo xtask install`", there, trial))
}

/// `PATH` with both programs.
pub fn path() -> Result<std::ffi::OsString, Failed> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths(std::iter::once(folder()).chain(std::env::split_paths(&path)))?)
}

/// What a compilation printed.
pub struct Answer {
    pub accepted: bool,
    pub messages: String,
}

/// A process that compiles many texts, one after the other.
pub struct Batch {
    child: Child,
    jobs: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Batch {
    /// `option` is the program's: `--jobs` of `dxc`, `/jobs` of `fxc`.
    pub fn start(program: &str, option: &str) -> Result<Batch, Failed> {
        let mut command = Command::new(folder().join(program));
        let mut child = command.arg(option).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let jobs = child.stdin.take().ok_or("no pipe")?;
        let answers = BufReader::new(child.stdout.take().ok_or("no pipe")?);
        Ok(Batch { child, jobs, answers })
    }

    /// Runs one command line.
    pub fn compile(&mut self, words: &[&str]) -> Result<Answer, Failed> {
        writeln!(self.jobs, "{}", words.join("\t"))?;
        self.jobs.flush()?;
        let mut messages = String::new();
        loop {
            let mut line = String::new();
            if self.answers.read_line(&mut line)? == 0 {
                return Err(format!("the compiler ended without an answer to {}\n{messages}", words.join(" ")).into());
            }
            let line = line.trim_end_matches(['\r', '\n']);
            if let Some(message) = line.strip_prefix('\t') {
                messages += &format!("{message}\n");
            } else if let Some(code) = line.strip_prefix("exit ") {
                return Ok(Answer { accepted: code == "0", messages });
            } else {
                return Err(format!("not an answer: {line}").into());
            }
        }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        // It ends by itself when its input does; what is stuck must not outlive the test.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
