//! Child processes and the processor time they took.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::Failure;

/// First argument with which this program is uberc.
pub(crate) const UBERC: &str = "uberc";

/// What a process and all it waited for cost, in seconds.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cost {
    pub(crate) cpu: f64,
    pub(crate) wall: f64,
}

/// Clock ticks a second in `/proc`: `USER_HZ`, which is 100 on every architecture that Rust's Linux targets have.
const TICKS: f64 = 100.0;

/// User and system time of the children that were waited for, and of theirs, in seconds: `cutime` and `cstime`, fields 16
/// and 17 of proc(5)'s `stat`. One tick is 10 ms, far below what is measured here.
fn children_seconds() -> Result<f64, Failure> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The second field is a name in parentheses that may hold anything.
    let (_, fields) = stat.rsplit_once(')').ok_or("/proc/self/stat has no name")?;
    let ticks: Vec<f64> = fields.split_whitespace().skip(13).take(2).map(str::parse).collect::<Result<_, _>>()?;
    Ok(ticks.iter().sum::<f64>() / TICKS)
}

/// Runs a command to its end; what it wrote to stdout, and what it cost. One at a time: the system counts children
/// together.
///
/// # Errors
/// If it cannot be started or fails; the message holds all it said.
pub(crate) fn timed(command: &mut Command) -> Result<(String, Cost), Failure> {
    let before = children_seconds()?;
    let started = Instant::now();
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let wall = started.elapsed().as_secs_f64();
    let cpu = children_seconds()? - before;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        let talk = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} failed\n{said}{talk}").into());
    }
    Ok((said, Cost { cpu, wall }))
}

/// uberc with these arguments, in a folder.
pub(crate) fn uberc(folder: &Path, arguments: &[&str]) -> Result<Command, Failure> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(UBERC).args(arguments).current_dir(folder);
    Ok(command)
}

/// A build; how many variants were compiled and how many there are, and the cost.
///
/// # Errors
/// As [`timed`], and if a variant failed.
pub(crate) fn build(folder: &Path, arguments: &[&str], jobs: usize) -> Result<(u64, u64, Cost), Failure> {
    let jobs = jobs.to_string();
    let mut command = uberc(folder, &["build", "--message-format", "json", "--jobs", &jobs])?;
    let (said, cost) = timed(command.args(arguments))?;
    let summary: serde_json::Value = serde_json::from_str(said.lines().last().unwrap_or_default())?;
    if summary["reason"] != "summary" || summary["failed"] != 0 {
        return Err(format!("the build did not succeed: {said}").into());
    }
    let figure = |name: &str| summary[name].as_u64().ok_or_else(|| format!("no `{name}` in {summary}"));
    Ok((figure("compiled")?, figure("variants")?, cost))
}
