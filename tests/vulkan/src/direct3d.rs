//! Direct3D's own compilers, run under Wine, where `cargo xtask install` puts them; see `tools/direct3d`. DXC is the reference for what
//! HLSL means, FXC for what only shader models up to 5 have.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::batch::Stage;

/// The longest that one compilation may take: a test of DXC's that takes minutes is not worth them.
const LIMIT: Duration = Duration::from_secs(60);

/// What keeps the numbers of each class of registers apart, and buffers as Direct3D lays them out. `-O0` leaves bindings and variables
/// between stages as they are declared; passes that make a module valid run all the same.
const SPIRV: [&str; 17] = [
    "-spirv",
    "-fvk-use-dx-layout",
    "-fspv-reflect",
    "-fvk-use-dx-position-w",
    "-O0",
    "-fvk-b-shift",
    "0",
    "all",
    "-fvk-t-shift",
    "64",
    "all",
    "-fvk-s-shift",
    "128",
    "all",
    "-fvk-u-shift",
    "192",
    "all",
];

/// Options of a text that says nothing of them: waves need more than the Vulkan 1.0 that DXC assumes.
pub const HLSL_2018: [&str; 3] = ["-HV", "2018", "-fspv-target-env=vulkan1.1"];

/// The folder with the scripts `dxc` and `fxc`.
pub fn folder() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    root.join("target/outside/direct3d")
}

/// Whether both programs are installed.
pub fn is_installed() -> bool {
    folder().join("dxc").is_file() && folder().join("fxc").is_file()
}

/// Keeps Wine's services running until this process ends. The first program under Wine starts them, as members of its own process
/// group: where uberc starts that program it ends the whole group with it, and what another program then waits for never comes.
pub fn keep_wine_running() -> Result<(), String> {
    static KEEPER: OnceLock<Result<Mutex<Batch>, String>> = OnceLock::new();
    let start = || {
        Batch::start_alone("dxc", "--jobs").and_then(|mut batch| {
            // Its answer says that the services are there; that a file is missing matters to nobody.
            batch.compile(&["-T", "ps_6_0", "missing.hlsl"]).map(|_| Mutex::new(batch))
        })
    };
    KEEPER.get_or_init(start).as_ref().map(|_| ()).map_err(Clone::clone)
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
    answers: Receiver<String>,
}

impl Batch {
    /// `option` is the program's: `--jobs` of `dxc`, `/jobs` of `fxc`.
    pub fn start(program: &str, option: &str) -> Result<Batch, String> {
        keep_wine_running()?;
        Batch::start_alone(program, option)
    }

    fn start_alone(program: &str, option: &str) -> Result<Batch, String> {
        let error = |error: std::io::Error| format!("{program}: {error}");
        let mut command = Command::new(folder().join(program));
        command.arg(option).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(error)?;
        let jobs = child.stdin.take().ok_or("no pipe")?;
        let mut lines = BufReader::new(child.stdout.take().ok_or("no pipe")?);
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut line = Vec::new();
            // A message may quote a source that is no UTF-8.
            while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if sender.send(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Ok(Batch { child, jobs, answers })
    }

    /// Runs one command line. After an error the process is of no use any more.
    pub fn compile(&mut self, words: &[&str]) -> Result<Answer, String> {
        let told = |what: &str, messages: &str| format!("the compiler {what}: {}\n{messages}", words.join(" "));
        let sent = writeln!(self.jobs, "{}", words.join("\t")).and_then(|()| self.jobs.flush());
        sent.map_err(|error| told(&error.to_string(), ""))?;
        let mut messages = String::new();
        loop {
            let line = match self.answers.recv_timeout(LIMIT) {
                Ok(line) => line,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => return Err(told("takes too long", &messages)),
                Err(_) => return Err(told("ended without an answer", &messages)),
            };
            if let Some(message) = line.strip_prefix('\t') {
                messages += &format!("{message}\n");
            } else if let Some(code) = line.strip_prefix("exit ") {
                return Ok(Answer { accepted: code == "0", messages });
            } else {
                return Err(format!("not an answer: {line}"));
            }
        }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        // It ends by itself when its input does; what is stuck must not outlive its user.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// What DXC is asked to compile.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub text: &'a str,
    /// The file with this text, for includes beside it.
    pub file: Option<&'a Path>,
    pub entry: &'a str,
    /// `ps_6_0`.
    pub profile: &'a str,
    /// More options: `-HV`, `-D`, `-I`.
    pub options: &'a [String],
}

/// The profile of a stage that has all that later models add to a language of 2018.
pub fn profile(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vs_6_6",
        Stage::Pixel => "ps_6_6",
        Stage::Compute => "cs_6_6",
    }
}

/// HLSL 2018 by its text alone, as SPIR-V. The error is what the compiler said.
pub fn hlsl(text: &str, stage: Stage, entry: &str) -> Result<Vec<u8>, String> {
    let options = HLSL_2018.map(str::to_owned);
    match spirv(&Source { text, file: None, entry, profile: profile(stage), options: &options }) {
        Compiled::Accepted(spirv) => Ok(spirv),
        Compiled::Rejected(message) | Compiled::Broken(message) => Err(message),
    }
}

/// What DXC makes of a source.
pub enum Compiled {
    /// SPIR-V, or the text of DXIL.
    Accepted(Vec<u8>),
    /// Its messages.
    Rejected(String),
    /// It crashed, or took too long.
    Broken(String),
}

/// DXC's SPIR-V, as the judge runs it.
pub fn spirv(source: &Source<'_>) -> Compiled {
    compile(source, &SPIRV, "-Fo")
}

/// DXC's DXIL, disassembled: what decides where its SPIR-V is known to be wrong.
pub fn dxil(source: &Source<'_>) -> Compiled {
    compile(source, &["-Vd"], "-Fc")
}

fn compile(source: &Source<'_>, options: &[&str], out_option: &str) -> Compiled {
    // One process for each thread that asks, kept for its next question.
    static IDLE: Mutex<Vec<Batch>> = Mutex::new(Vec::new());
    let run = || -> Result<Compiled, String> {
        let error = |error: std::io::Error| format!("dxc: {error}");
        let folder = tempfile::tempdir().map_err(error)?;
        let out = folder.path().join("out");
        let file = match source.file {
            Some(file) => file.to_path_buf(),
            None => {
                let file = folder.path().join("source.hlsl");
                std::fs::write(&file, source.text).map_err(error)?;
                file
            }
        };
        // Wine's drive: what begins with a slash could be an option.
        let (file, out_name) = (format!("Z:{}", file.display()), format!("Z:{}", out.display()));
        let mut words = vec![file.as_str(), "-T", source.profile, "-E", source.entry, out_option, &out_name];
        words.extend(options);
        words.extend(source.options.iter().map(String::as_str));
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut batch = idle.map_or_else(|| Batch::start("dxc", "--jobs"), Ok)?;
        let answer = batch.compile(&words)?;
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(batch);
        if !answer.accepted {
            return Ok(Compiled::Rejected(answer.messages.replace(&file, "source")));
        }
        let bytes = std::fs::read(&out).map_err(error)?;
        Ok(Compiled::Accepted(if out_option == "-Fo" { without_source(&bytes) } else { bytes }))
    };
    run().unwrap_or_else(Compiled::Broken)
}

/// Without OpSource: the language's number is newer than Debian's SPIR-V tools.
pub fn without_source(spirv: &[u8]) -> Vec<u8> {
    let (words, _) = spirv.as_chunks::<4>();
    let mut kept: Vec<u8> = words.iter().take(5).flatten().copied().collect();
    let mut at = 5;
    while let Some(word) = words.get(at) {
        let word = u32::from_le_bytes(*word);
        let end = at + (word >> 16).max(1) as usize;
        if word & 0xffff != 3 {
            kept.extend(words.get(at..end.min(words.len())).into_iter().flatten().flatten());
        }
        at = end;
    }
    kept
}
