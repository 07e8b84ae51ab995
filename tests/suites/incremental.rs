//! Incremental builds: what is rebuilt after a change, and what is reused.
//!
//! The project of `tests/cases/incremental/project` is compiled by a script that copies its input and writes down each of
//! its runs. Every kind of input is changed alone and changed back.

mod cancelled;
mod cmake;
mod debug_info;
mod edits;
mod inputs;
mod killed;
mod layout;
mod maintenance;
mod missed_events;
mod resident;
mod same;
mod unchanged;
mod watching;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::harness;

pub fn trials() -> Vec<Trial> {
    // The compiler is a POSIX shell script.
    if cfg!(not(unix)) {
        return Vec::new();
    }
    let mut trials = inputs::trials();
    trials.extend(cancelled::trials());
    trials.extend(cmake::trials());
    trials.extend(debug_info::trials());
    trials.extend(edits::trials());
    trials.extend(layout::trials());
    trials.extend(killed::trials());
    trials.extend(resident::trials());
    trials.extend(same::trials());
    trials.extend(unchanged::trials());
    trials.extend(missed_events::trials());
    trials.extend(maintenance::trials());
    trials.extend(watching::trials());
    trials
}

/// A copy of the project, alone in a folder.
struct Place {
    folder: tempfile::TempDir,
}

/// The output and results of a build.
#[derive(Debug)]
struct Built {
    code: Option<i32>,
    /// `"reason": "rebuilt"`, by unit.
    rebuilt: Vec<Value>,
    /// Runs of the compiler.
    runs: usize,
    text: String,
}

impl Place {
    fn new() -> Result<Place, Failed> {
        let folder = tempfile::tempdir()?;
        let place = Place { folder };
        harness::copy_tree(&harness::suite_dir("incremental").join("project"), &place.root())?;
        Ok(place)
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    fn archive(&self) -> Result<Vec<u8>, Failed> {
        Ok(fs::read(self.file("shaders.fxo"))?)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Failed> {
        let path = self.file(name);
        fs::create_dir_all(path.parent().ok_or("a file has a folder")?)?;
        Ok(fs::write(path, text)?)
    }

    fn edit(&self, name: &str, from: &str, to: &str) -> Result<(), Failed> {
        let text = fs::read_to_string(self.file(name))?;
        if !text.contains(from) {
            return Err(format!("{name} has no `{from}`").into());
        }
        Ok(fs::write(self.file(name), text.replace(from, to))?)
    }

    fn runs(&self) -> usize {
        fs::read_to_string(self.file("tools/copy.runs")).map_or(0, |text| text.lines().count())
    }

    /// `uberc build --explain` with more arguments.
    fn build(&self, arguments: &[&str]) -> Result<Built, Failed> {
        let before = self.runs();
        let output = self.uberc(&["build", "--explain", "--message-format", "json"], arguments)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        let of = |reason: &str| lines.iter().filter(|line| line["reason"] == reason).cloned().collect::<Vec<_>>();
        Ok(Built {
            code: output.status.code(),
            rebuilt: of("rebuilt"),
            runs: self.runs() - before,
            text: text + &String::from_utf8_lossy(&output.stderr),
        })
    }

    fn uberc(&self, first: &[&str], more: &[&str]) -> Result<Output, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
        Ok(command.args(first).args(more).current_dir(self.root()).output()?)
    }

    /// A build that succeeds and does nothing.
    fn nothing_to_do(&self, arguments: &[&str]) -> Result<(), Failed> {
        let built = self.build(arguments)?;
        check(built.code == Some(0) && built.runs == 0 && built.rebuilt.is_empty(), "nothing changed", &built)
    }
}

impl Built {
    /// Everything that changed, of all units.
    fn changes(&self) -> String {
        let changes = self.rebuilt.iter().filter_map(|unit| unit["changes"].as_array()).flatten();
        changes.filter_map(|change| change["field"].as_str()).collect::<Vec<_>>().join("\n")
    }

    fn succeeded(self) -> Result<Built, Failed> {
        check(self.code == Some(0), "the build succeeds", &self)?;
        Ok(self)
    }
}

fn check(holds: bool, what: &str, built: &Built) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(format!("{what}: {built:#?}").into()) }
}

/// Makes a change of times or contents visible even where a file system counts in seconds: nothing here waits for clocks.
fn set_modified(path: &Path, time: std::time::SystemTime) -> Result<(), Failed> {
    Ok(fs::File::options().write(true).open(path)?.set_modified(time)?)
}
