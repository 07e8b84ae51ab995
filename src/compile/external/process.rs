//! One run of a program: bounded in time and output, killed with everything it started.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::watchdog;
use crate::compile::Cancel;

/// What is kept of each of stdout and stderr; the rest is read and dropped, so that the program is never blocked.
pub const OUTPUT_CAP: usize = 1 << 20;
/// How long a pipe may stay open after its program ended (a grandchild that left the group may hold it).
pub const DRAIN: Duration = Duration::from_millis(500);

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    /// Unix: killed by this signal, not by us.
    Signal(i32),
    TimedOut,
    Cancelled,
    /// It could not be started; the operating system's message.
    NotStarted(String),
    /// A worker's answer is none.
    NoAnswer,
}

/// What one run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Wall time.
    pub timeout: Duration,
    /// Bytes of address space; `None`: as much as this process. Linux alone can set it for another process without
    /// `unsafe`.
    pub memory: Option<u64>,
}

/// A finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub end: End,
    /// Standard output, then standard error. Bytes that are not UTF-8 became U+FFFD.
    pub text: String,
    /// Bytes that were printed beyond the cap and dropped.
    pub dropped: u64,
    /// The bound on memory was in force.
    pub limited: bool,
}

/// Runs a program in `folder`, with nothing on stdin and messages in English.
pub fn run(program: &Path, arguments: &[String], folder: &Path, bounds: Bounds, cancel: &Cancel) -> Run {
    let ended = |end| Run { end, text: String::new(), dropped: 0, limited: false };
    if cancel.is_cancelled() {
        return ended(End::Cancelled);
    }
    let mut command = command(program, folder);
    let mut child = match start(command.args(arguments).stdin(Stdio::null())) {
        Ok(child) => child,
        Err(error) => return ended(End::NotStarted(error.to_string())),
    };
    let leader = child.id();
    cancel.register(leader);
    watchdog::register(leader);
    let limited = limit(leader, bounds);

    let (send, receive) = channel();
    // The threads are not joined: a pipe that a detached grandchild keeps open must not block the build.
    announce_exit(leader, &send);
    drain(child.stdout.take(), false, send.clone());
    drain(child.stderr.take(), true, send);

    let mut deadline = Instant::now() + bounds.timeout;
    let mut killed = None;
    let mut exited = false;
    let mut streams: [Option<(Vec<u8>, u64)>; 2] = [None, None];
    while !(exited && streams.iter().all(Option::is_some)) {
        let left = deadline.saturating_duration_since(Instant::now());
        let event = match receive.recv_timeout(POLL.map_or(left, |poll| left.min(poll))) {
            Err(RecvTimeoutError::Timeout) if POLL.is_some() && !exited && matches!(child.try_wait(), Ok(Some(_))) => {
                Ok(Event::Exited)
            }
            Err(RecvTimeoutError::Timeout) if Instant::now() < deadline => continue,
            event => event,
        };
        match event {
            Ok(Event::Exited) => {
                exited = true;
                // Processes that it left in its group are killed too.
                kill_group(leader);
                deadline = Instant::now() + DRAIN;
            }
            Ok(Event::Stream { stderr, bytes, dropped }) => streams[usize::from(stderr)] = Some((bytes, dropped)),
            Err(RecvTimeoutError::Timeout) if exited => break,
            Err(RecvTimeoutError::Timeout) => {
                killed = Some(End::TimedOut);
                kill_group(leader);
                // SIGKILL cannot be refused; `Exited` comes next.
                deadline = Instant::now() + Duration::from_secs(3600);
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    cancel.unregister(leader);
    watchdog::unregister(leader);
    let status = child.wait();
    let (text, dropped) = joined(streams);
    let end = match (killed, status) {
        _ if cancel.is_cancelled() => End::Cancelled,
        (Some(end), _) => end,
        (None, Ok(status)) => end_of(status),
        (None, Err(error)) => End::NotStarted(error.to_string()),
    };
    Run { end, text, dropped, limited }
}

/// A program in `folder`, in a group of its own, with messages in English that are read from pipes.
pub fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env("LC_ALL", "C").env("LANG", "C").env("NO_COLOR", "1");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    own_group(&mut command);
    watchdog::prepare(&mut command);
    command
}

/// The text of both streams, and how many bytes of them were dropped.
pub fn joined(streams: [Option<(Vec<u8>, u64)>; 2]) -> (String, u64) {
    let (mut text, mut dropped) = (String::new(), 0);
    for (bytes, more) in streams.into_iter().flatten() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&String::from_utf8_lossy(&bytes));
        dropped += more;
    }
    (text, dropped)
}

enum Event {
    Exited,
    Stream { stderr: bool, bytes: Vec<u8>, dropped: u64 },
}

/// Sending fails only after the run was abandoned.
fn report(sender: &Sender<Event>, event: Event) {
    drop(sender.send(event));
}

fn drain(stream: Option<impl Read + Send + 'static>, stderr: bool, sender: Sender<Event>) {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut dropped = 0;
        if let Some(mut stream) = stream {
            let mut buffer = vec![0; 1 << 16];
            // A read error ends the stream as end of file does: what was read before is kept.
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                let kept = count.min(OUTPUT_CAP - bytes.len());
                bytes.extend_from_slice(&buffer[..kept]);
                dropped += (count - kept) as u64;
            }
        }
        report(&sender, Event::Stream { stderr, bytes, dropped });
    });
}

/// `ETXTBSY` means that another thread forked while the program was open for writing, which passes: the start is
/// repeated up to 20 times, every 5 ms.
pub fn start(command: &mut Command) -> std::io::Result<Child> {
    let mut tries = 0;
    loop {
        match command.spawn() {
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy && tries < 20 => {
                tries += 1;
                std::thread::sleep(Duration::from_millis(5));
            }
            other => return other,
        }
    }
}

#[cfg(unix)]
pub fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Bounds a child that has just been started; whether its memory is bounded. Processor time is bounded as well, a
/// little above the wall time: a child that leaves its group in a loop ends by itself.
#[cfg(target_os = "linux")]
pub fn limit(child: u32, bounds: Bounds) -> bool {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let Some(pid) = i32::try_from(child).ok().and_then(Pid::from_raw) else { return false };
    let set = |resource, most: u64| {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        // It may have ended already, or stand under a lower limit: then there is nothing to do.
        prlimit(Some(pid), resource, limit).is_ok()
    };
    // Each thread counts: a compiler may use several.
    set(Resource::Cpu, bounds.timeout.as_secs().saturating_mul(64).saturating_add(10));
    // No core files of hundreds of MiB for each variant that crashes.
    set(Resource::Core, 0);
    bounds.memory.is_some_and(|bytes| set(Resource::As, bytes))
}

#[cfg(not(target_os = "linux"))]
pub fn limit(_: u32, _: Bounds) -> bool {
    false
}

/// Kills a process and all of its group. It may have ended by itself a moment ago.
#[cfg(unix)]
pub fn kill_group(leader: u32) {
    if let Some(pid) = i32::try_from(leader).ok().and_then(rustix::process::Pid::from_raw) {
        // The only failure there is: the group has ended.
        let _ended = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
}

/// Reports the end without reaping, so that the process number is not reused before the caller has finished.
#[cfg(unix)]
fn announce_exit(leader: u32, sender: &Sender<Event>) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let sender = sender.clone();
    std::thread::spawn(move || {
        if let Some(pid) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(WaitId::Pid(pid), options), Err(rustix::io::Errno::INTR)) {}
        }
        report(&sender, Event::Exited);
    });
}

/// Whether a child has ended. On Unix it is not reaped, so that its number is its own until then.
#[cfg(unix)]
pub fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_)))
}

#[cfg(not(unix))]
pub fn has_ended(child: &mut Child) -> bool {
    matches!(child.try_wait(), Ok(Some(_)))
}

/// On Unix a thread waits for the end; elsewhere the standard library only allows polling.
const POLL: Option<Duration> = if cfg!(unix) { None } else { Some(Duration::from_millis(10)) };

#[cfg(unix)]
pub fn end_of(status: ExitStatus) -> End {
    match std::os::unix::process::ExitStatusExt::signal(&status) {
        Some(signal) => End::Signal(signal),
        None => End::Exit(status.code().unwrap_or(-1)),
    }
}

#[cfg(windows)]
pub fn own_group(command: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
}

/// `taskkill` ends a process and its children; a job object would need `unsafe`.
#[cfg(windows)]
pub fn kill_group(leader: u32) {
    let mut command = Command::new("taskkill");
    command.args(["/F", "/T", "/PID", &leader.to_string()]);
    drop(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status());
}

#[cfg(windows)]
fn announce_exit(_: u32, _: &Sender<Event>) {}

/// NTSTATUS errors have the top bit set: access violations and the like, where Unix has signals.
#[cfg(windows)]
pub fn end_of(status: ExitStatus) -> End {
    let code = status.code().unwrap_or(-1);
    if code as u32 >= 0xC000_0000 { End::Signal(code) } else { End::Exit(code) }
}

/// `SIGSEGV`, or the number.
pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 | 10 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        _ if signal < 0 => return format!("exception {:#010x}", signal as u32),
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}
