//! Failures that the source did not cause: the disk is full, or the compiler runs out of memory.
//!
//! Compilers do not report a full disk reliably: glslang 12 and spirv-opt write an empty or truncated file and report
//! success. Therefore a block is written to the folder after the run, to see whether it has room.

use std::io::ErrorKind;
use std::path::Path;

use super::process::{End, Run, signal_name};
use crate::diag::{Diagnostic, Origin};
use crate::model::{CompilerMessage, MessageSeverity};

/// What was missing, and the message or signal that showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortage {
    Room(String),
    Memory(String),
}

/// Messages of C libraries, C++ and the compilers, in lower case.
const ROOM: [&str; 4] =
    ["no space left on device", "disk quota exceeded", "not enough space on the disk", "file size limit exceeded"];
const MEMORY: [&str; 7] = [
    "cannot allocate memory",
    "bad_alloc",
    "out of memory",
    "memory exhausted",
    "not enough memory",
    "e_outofmemory",
    // The system's loader, when the program's own libraries do not fit in the memory limit.
    "failed to map segment",
];

const SIGKILL: i32 = 9;
const SIGXFSZ: i32 = 25;

/// What is written to see whether there is room: a block of most file systems.
const BLOCK: [u8; 4096] = [0; 4096];

impl Shortage {
    /// The shortage that made a run fail, or may have spoiled the output that it wrote into `folder`. An error with a
    /// line of the source shows that the compiler did read the source: then there is none.
    pub fn of(run: &Run, found: &[CompilerMessage], folder: Option<&Path>) -> Option<Shortage> {
        let is_error = |message: &CompilerMessage| message.severity == MessageSeverity::Error;
        if found.iter().any(|message| is_error(message) && message.line.is_some()) {
            return None;
        }
        match run.end {
            End::Signal(SIGXFSZ) => return Some(Shortage::Room("a file reached the bound on sizes".to_owned())),
            // A run that is too slow is killed by `process`, which reports it as such.
            End::Signal(SIGKILL) => {
                return Some(Shortage::Memory(format!("the system killed it ({})", signal_name(SIGKILL))));
            }
            End::Exit(_) | End::Signal(_) => {}
            End::TimedOut | End::Cancelled | End::NotStarted(_) | End::NoAnswer => return None,
        }
        let errors = found.iter().filter(|message| run.end != End::Exit(0) || is_error(message));
        let by_word = errors.flat_map(|message| message.text.lines()).find_map(|line| {
            let lower = line.to_lowercase();
            let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
            let line = || line.trim().to_owned();
            says(&ROOM).then(|| Shortage::Room(line())).or_else(|| says(&MEMORY).then(|| Shortage::Memory(line())))
        });
        by_word.or_else(|| folder.and_then(full))
    }

    /// An error without a place. `bound`: bytes of memory that the program may take, where that is in force.
    pub fn diagnostic(self, name: &str, bound: Option<u64>) -> Diagnostic {
        let diagnostic = match self {
            Shortage::Room(how) => {
                Diagnostic::error("compile/no-room", format!("{name} found no room on the disk: {how}"))
                    .help("Free some space, or set TMPDIR to a folder that has room.")
            }
            Shortage::Memory(how) => {
                let diagnostic = Diagnostic::error("compile/no-memory", format!("{name} ran out of memory: {how}"));
                match bound {
                    Some(bytes) => diagnostic.help(format!(
                        "It may take {} MiB: raise `compile-memory` in the limits of `uberc.toml`, or run fewer compilers at once with `--jobs`.",
                        bytes >> 20
                    )),
                    None => diagnostic.help("Run fewer compilers at once with `--jobs`."),
                }
            }
        };
        diagnostic.origin(Origin::Machine)
    }
}

/// Whether a failed run may have failed because there was no memory; also where it only quotes such words.
pub fn may_lack_memory(run: &Run) -> bool {
    let text = run.text.to_lowercase();
    run.end != End::Exit(0) && MEMORY.iter().any(|word| text.contains(word))
}

/// Whether an error of the operating system says that there is no room.
pub fn is_full(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
}

fn full(folder: &Path) -> Option<Shortage> {
    let path = folder.join(".room");
    let written = std::fs::write(&path, BLOCK);
    drop(std::fs::remove_file(&path));
    written.err().filter(|error| is_full(error.kind())).map(|error| Shortage::Room(error.kind().to_string()))
}
