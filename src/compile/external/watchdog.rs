//! Ends compilers whose uberc was killed.
//!
//! A process of uberc's own (the watchdog) reads the numbers of running compilers from a pipe. Only this process holds
//! the pipe's other end, so the system closes it when this process ends, however that happens. What runs then is
//! killed. The kernel's own means (`PR_SET_PDEATHSIG`) would need `unsafe`, and does not reach what a compiler's
//! wrapper script has started.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::process::{kill_group, own_group};

/// The argument with which uberc is its own watchdog; the name of the build follows.
pub const ARGUMENT: &str = "--end-compilers-of";

/// Each compiler has the name of the build in its environment.
pub const VARIABLE: &str = "UBERC_BUILD";

/// The watchdog's pipe, once it runs.
enum Pipe {
    NotStarted,
    Running(ChildStdin),
    /// It cannot be started: compilers run without a watchdog.
    Failed,
}

struct Watchdog {
    program: PathBuf,
    build: String,
    pipe: Mutex<Pipe>,
}

static WATCHDOG: OnceLock<Watchdog> = OnceLock::new();

/// Lets this program watch over the compilers of this process. Only for uberc's own `main`: another program that uses
/// the library does not know [`ARGUMENT`].
pub fn enable() {
    if let Ok(program) = std::env::current_exe() {
        let started = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let build = format!("{}-{}", std::process::id(), started.as_nanos());
        // A second call changes nothing.
        drop(WATCHDOG.set(Watchdog { program, build, pipe: Mutex::new(Pipe::NotStarted) }));
    }
}

/// Before a compiler is started: starts the watchdog, and marks the compiler as one of this build.
pub fn prepare(command: &mut Command) {
    let Some(watchdog) = WATCHDOG.get() else { return };
    command.env(VARIABLE, &watchdog.build);
    let mut pipe = watchdog.pipe.lock().unwrap_or_else(PoisonError::into_inner);
    if matches!(*pipe, Pipe::NotStarted) {
        *pipe = watchdog.start().map_or(Pipe::Failed, Pipe::Running);
    }
}

/// A compiler runs, the leader of its own group.
pub fn register(leader: u32) {
    send_line(&format!("+{leader}\n"));
}

/// It has ended, and is not reaped yet: no other process has its number.
pub fn unregister(leader: u32) {
    send_line(&format!("-{leader}\n"));
}

/// The build ends as it should: what goes on running (a server that several builds share) is meant to.
pub fn end() {
    send_line("end\n");
}

fn send_line(line: &str) {
    let Some(watchdog) = WATCHDOG.get() else { return };
    let mut pipe = watchdog.pipe.lock().unwrap_or_else(PoisonError::into_inner);
    if let Pipe::Running(stdin) = &mut *pipe
        && stdin.write_all(line.as_bytes()).is_err()
    {
        // Another process has ended it.
        *pipe = Pipe::Failed;
    }
}

impl Watchdog {
    fn start(&self) -> Option<ChildStdin> {
        let mut command = Command::new(&self.program);
        // It holds no stream and no folder that others may wait for.
        command.args([ARGUMENT, &self.build]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        command.current_dir(if cfg!(windows) { "C:\\" } else { "/" });
        own_group(&mut command);
        command.spawn().ok()?.stdin.take()
    }
}

/// The watchdog: waits for the end of the build, then ends its compilers.
pub fn watch(build: &str, input: impl Read) {
    let mut running: BTreeSet<u32> = BTreeSet::new();
    for line in BufReader::new(input).lines() {
        let Ok(line) = line else { break };
        if line == "end" {
            return;
        }
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 1);
        match line.split_at_checked(1) {
            Some(("+", text)) => running.extend(number(text)),
            Some(("-", text)) => _ = number(text).map(|number| running.remove(&number)),
            _ => {}
        }
    }
    running.into_iter().for_each(kill_group);
    end_strays(build);
}

/// Processes of the build that were not registered: uberc was killed between starting and registering them, or they
/// left their group. Servers that several builds share have a session of their own, and stay.
#[cfg(target_os = "linux")]
fn end_strays(build: &str) {
    use rustix::process::{Pid, Signal, getsid, kill_process};
    let mark = format!("{VARIABLE}={build}").into_bytes();
    let Ok(entries) = std::fs::read_dir("/proc") else { return };
    for entry in entries.flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw) else {
            continue;
        };
        if getsid(Some(pid)) != getsid(None) {
            continue;
        }
        let environment = crate::bounded_file::read_start(&entry.path().join("environ"), 1 << 20).unwrap_or_default();
        if environment.split(|byte| *byte == 0).any(|variable| variable == mark) {
            // It may have ended by itself.
            let _ended = kill_process(pid, Signal::KILL);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn end_strays(_: &str) {}
