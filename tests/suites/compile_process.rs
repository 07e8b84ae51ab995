//! Compilers that crash, hang, print without end, report wrong results or are missing: POSIX shell scripts that the test writes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::harness;
use libtest_mimic::{Failed, Trial};
use uberc::compile::{Cancel, Chain, Compiled, Compiler, ProgramRegistry, compile, resolve_chain};
use uberc::model::{CompilerStep, MessageSeverity, Project, Stage, Target};

use super::compile::{Memory, job, project};

pub fn trials() -> Vec<Trial> {
    if cfg!(not(unix)) {
        return Vec::new();
    }
    [
        ("a_crash_names_the_signal", crash as fn() -> Result<(), Failed>),
        ("a_hang_is_stopped_with_its_children", hang),
        ("a_compiler_that_takes_all_memory_is_stopped", hungry),
        ("temporary_folders_of_killed_builds_go", swept),
        ("a_killed_build_leaves_no_compiler_running", killed),
        ("a_flood_is_cut", flood),
        ("a_flood_of_messages_keeps_the_errors", many_messages),
        ("a_missing_output_is_a_failure", no_output),
        ("an_empty_output_is_a_failure", empty_output),
        ("an_error_with_exit_code_0_is_a_failure", error_with_zero),
        ("silence_and_a_code_is_a_failure", silent),
        ("text_that_is_not_utf_8_is_shown", not_utf8),
        ("a_file_that_cannot_run_is_no_fault_of_the_source", cannot_run),
        ("a_compiler_without_room_or_memory_is_no_fault_of_the_source", shortage),
        ("words_about_a_line_of_the_source_are_about_the_source", words_in_the_source),
        ("an_orphan_that_holds_the_pipe_does_not_hold_the_build", orphan),
        ("cancel_kills_the_compiler_and_leaves_no_files", cancel),
        ("cancel_before_the_start_runs_nothing", cancelled_before),
        ("standard_input_is_empty_and_the_language_english", surroundings),
        ("a_program_beside_the_project_file_is_found", beside),
        ("long_command_lines_go_through_a_response_file", response),
        ("another_binary_of_the_same_version_is_another_compiler", identity),
        ("a_program_is_probed_once", probed_once),
        ("failures_are_not_cached", not_cached),
    ]
    .into_iter()
    .map(|(name, run)| harness::trial(format!("compile_process::{name}"), run))
    .collect()
}

/// Writes a program that knows its version and does `body` otherwise.
pub fn fake(folder: &Path, name: &str, body: &str) -> Result<PathBuf, Failed> {
    let path = folder.join(name);
    let versions =
        "case \"$1\" in --version|-version|'/?') echo \"$0\" >> \"$0.probes\"; echo 'fake 1.0'; exit 0;; esac";
    std::fs::write(&path, format!("#!/bin/sh\n{versions}\n{body}\n"))?;
    executable(&path)?;
    Ok(path)
}

pub fn executable(path: &Path) -> Result<(), Failed> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
    }
    #[cfg(not(unix))]
    let _unused = path;
    Ok(())
}

/// naga's step, taken from a chain of fakes.
pub fn naga_alone(folder: &Path) -> Result<Arc<dyn Compiler>, Failed> {
    let toolbox = ProgramRegistry::with_search(folder, vec![folder.to_owned()]);
    let mut project = project();
    // A chain begins with HLSL, so a translator alone is refused: give it two that never run.
    for name in ["glslangValidator", "spirv-opt"] {
        let program = if cfg!(unix) { fake(folder, name, "exit 1")? } else { std::env::current_exe()? };
        project.compilers.insert(
            name.to_owned(),
            CompilerStep { program: Some(program.display().to_string()), ..Default::default() },
        );
    }
    let chain = resolve_chain(Target::Wgsl, &project, &toolbox).map_err(|problems| format!("{problems:?}"))?;
    chain.steps.last().cloned().ok_or_else(|| "the chain is empty".into())
}

/// A folder of fakes, and the `dx11` chain (one step, `fxc`) made of them.
struct Bench {
    folder: tempfile::TempDir,
    project: Project,
}

impl Bench {
    fn new(body: &str) -> Result<Bench, Failed> {
        let folder = tempfile::tempdir()?;
        fake(folder.path(), "fxc", body)?;
        let mut project = project();
        project.limits.compile_timeout = Duration::from_secs(30);
        Ok(Bench { folder, project })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn chain(&self) -> Result<Chain, Failed> {
        let toolbox = ProgramRegistry::with_search(self.folder.path(), vec![self.folder.path().to_owned()]);
        resolve_chain(Target::Dx11, &self.project, &toolbox).map_err(|problems| format!("{problems:?}").into())
    }

    fn run_with(&self, cancel: &Cancel) -> Result<Compiled, Failed> {
        let job = job(Stage::Pixel, "PSMain", Target::Dx11, b"float4 PSMain() : COLOR { return 1; }");
        Ok(compile(&self.chain()?, &job, &Memory::default(), cancel))
    }

    fn run(&self) -> Result<Compiled, Failed> {
        self.run_with(&Cancel::default())
    }

    /// Code and text of the one error of a run that fails for no reason in the source.
    fn no_place(&self) -> Result<(&'static str, String), Failed> {
        let done = self.run()?;
        assert!(done.artifact.is_none() && done.messages.is_empty(), "{done:?}");
        let [told] = done.diagnostics.as_slice() else { return Err(format!("{done:?}").into()) };
        assert!(told.is_error() && told.primary.is_none() && told.help.is_some(), "{told:?}");
        assert!(told.notes.iter().any(|note| note.starts_with("ran: fxc ")), "{told:?}");
        Ok((told.code, told.message.clone()))
    }

    /// The one error of a run.
    fn error(&self) -> Result<String, Failed> {
        let done = self.run()?;
        assert!(done.artifact.is_none(), "{done:?}");
        let errors: Vec<_> =
            done.messages.iter().filter(|said| said.message.severity == MessageSeverity::Error).collect();
        assert_eq!(errors.len(), 1, "{done:?}");
        Ok(errors[0].message.text.clone())
    }
}

/// Whether the process lives (a zombie, which waits for somebody else to reap it, does not).
pub fn lives(pid: &str) -> bool {
    let state = std::process::Command::new("ps").args(["-o", "stat=", "-p", pid.trim()]).output();
    state.is_ok_and(|output| {
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        !text.is_empty() && !text.starts_with('Z')
    })
}

pub fn ends(pid: &str) -> Result<(), Failed> {
    let begun = Instant::now();
    while lives(pid) {
        if begun.elapsed() > Duration::from_secs(5) {
            return Err(format!("process {pid} was left behind").into());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

fn crash() -> Result<(), Failed> {
    let bench = Bench::new("kill -SEGV $$")?;
    let done = bench.run()?;
    assert_eq!(bench.error()?, "fxc crashed (SIGSEGV)");
    assert_eq!(done.command(), "fxc /O3 /nologo /T ps_5_0 /E PSMain /Fo output.cso input.hlsl");
    Ok(())
}

fn hang() -> Result<(), Failed> {
    let mut bench = Bench::new("sleep 300 & echo $! > \"$0.child\"; echo $$ > \"$0.self\"; pwd > \"$0.pwd\"; wait")?;
    bench.project.limits.compile_timeout = Duration::from_millis(700);
    let begun = Instant::now();
    assert_eq!(bench.error()?, "fxc was stopped after 0.7 s without a result");
    assert!(begun.elapsed() < Duration::from_secs(10));
    ends(&std::fs::read_to_string(bench.file("fxc.child"))?)?;
    ends(&std::fs::read_to_string(bench.file("fxc.self"))?)?;
    assert!(
        !Path::new(std::fs::read_to_string(bench.file("fxc.pwd"))?.trim()).exists(),
        "the temporary folder is left"
    );
    Ok(())
}

fn flood() -> Result<(), Failed> {
    // Both pipes, each far beyond what a pipe buffers.
    let bench = Bench::new("yes 'some words' | head -c 5000000\nyes 'more words' | head -c 3000000 >&2\nexit 1")?;
    let done = bench.run()?;
    let kept: usize = done.messages.iter().map(|said| said.message.text.len()).sum();
    assert!((4000..10_000).contains(&kept), "{kept} bytes kept");
    let note = done.messages.last().map(|said| said.message.text.clone()).unwrap_or_default();
    let dropped = 8_000_000 - 2 * (1 << 20);
    assert_eq!(note, format!("fxc printed {dropped} more bytes, which were dropped"));
    Ok(())
}

fn many_messages() -> Result<(), Failed> {
    let body = "yes 'input.hlsl(1): warning X1: w' | head -n 5000\necho 'input.hlsl(1): error X2: the one that matters'\nexit 1";
    let done = Bench::new(body)?.run()?;
    assert_eq!(done.messages.len(), 102);
    assert!(done.messages.iter().any(|said| said.message.text == "the one that matters"));
    assert_eq!(done.messages[101].message.text, "4900 more messages were left out");
    Ok(())
}

fn no_output() -> Result<(), Failed> {
    assert_eq!(Bench::new("exit 0")?.error()?, "fxc reported success and wrote no output file");
    Ok(())
}

fn empty_output() -> Result<(), Failed> {
    assert_eq!(Bench::new(": > output.cso")?.error()?, "fxc reported success and wrote an empty file");
    Ok(())
}

fn error_with_zero() -> Result<(), Failed> {
    let bench = Bench::new("echo 'input.hlsl(1,2): error X3000: odd'; echo x > output.cso; exit 0")?;
    assert_eq!(bench.error()?, "odd");
    Ok(())
}

fn silent() -> Result<(), Failed> {
    assert_eq!(Bench::new("exit 7")?.error()?, "fxc failed with exit code 7 and said nothing");
    Ok(())
}

fn not_utf8() -> Result<(), Failed> {
    let bench = Bench::new("printf 'input.hlsl(1,1): error X3000: caf\\351 \\377\\n'; exit 1")?;
    assert_eq!(bench.error()?, "caf\u{fffd} \u{fffd}");
    Ok(())
}

fn cannot_run() -> Result<(), Failed> {
    let bench = Bench::new("")?;
    std::fs::write(bench.file("fxc"), b"\x7fELF nothing more")?;
    executable(&bench.file("fxc"))?;
    let (code, text) = bench.no_place()?;
    assert!(code == "compile/cannot-start" && text.starts_with("fxc could not be started: "), "{code}: {text}");
    Ok(())
}

/// What compilers, C++ and C libraries print, and what the system does to them.
fn shortage() -> Result<(), Failed> {
    let rows = [
        ("echo 'fatal error: error writing output: No space left on device'; exit 1", "compile/no-room"),
        ("echo 'LLVM ERROR: IO failure on output stream: No space left on device' >&2; exit 1", "compile/no-room"),
        ("echo 'write failed: Disk quota exceeded'; echo cut > output.cso; exit 1", "compile/no-room"),
        ("kill -XFSZ $$", "compile/no-room"),
        (
            "echo \"terminate called after throwing an instance of 'std::bad_alloc'\" >&2; kill -ABRT $$",
            "compile/no-memory",
        ),
        ("echo 'LLVM ERROR: out of memory' >&2; exit 1", "compile/no-memory"),
        ("echo 'internal error: E_OUTOFMEMORY'; exit 1", "compile/no-memory"),
        ("echo 'fork: Cannot allocate memory' >&2; exit 254", "compile/no-memory"),
        ("kill -KILL $$", "compile/no-memory"),
    ];
    for (body, expected) in rows {
        let (code, text) = Bench::new(body)?.no_place()?;
        assert_eq!(code, expected, "{body}: {text}");
        assert!(text.starts_with("fxc "), "{text}");
    }
    Ok(())
}

fn words_in_the_source() -> Result<(), Failed> {
    let bench = Bench::new("echo 'input.hlsl(1,2): error X1: no space left on device'; exit 1")?;
    assert_eq!(bench.error()?, "no space left on device");
    let bench = Bench::new("echo 'input.hlsl(1,2): error X1: odd'; echo '// when out of memory, do this'; exit 1")?;
    assert_eq!(bench.error()?, "odd");
    // A success that warns of it is a success.
    let bench = Bench::new("echo 'a cache could not be written: No space left on device'; echo x > output.cso")?;
    assert!(bench.run()?.artifact.is_some());
    Ok(())
}

fn orphan() -> Result<(), Failed> {
    let bench = Bench::new("sleep 300 & echo $! > \"$0.child\"; echo done > output.cso; exit 0")?;
    let begun = Instant::now();
    let done = bench.run()?;
    assert_eq!(done.artifact.map(|artifact| artifact.bytes), Some(b"done\n".to_vec().into()));
    assert!(begun.elapsed() < Duration::from_secs(10));
    ends(&std::fs::read_to_string(bench.file("fxc.child"))?)
}

fn cancel() -> Result<(), Failed> {
    let bench = Bench::new("pwd > \"$0.pwd\"; sleep 300 & echo $! > \"$0.tmp\"; mv \"$0.tmp\" \"$0.child\"; wait")?;
    let cancel = Cancel::default();
    let (done, took) = std::thread::scope(|scope| -> Result<_, Failed> {
        let run = scope.spawn(|| bench.run_with(&cancel));
        let begun = Instant::now();
        while !bench.file("fxc.child").exists() {
            if begun.elapsed() > Duration::from_secs(20) {
                cancel.cancel();
                return Err("the compiler never began".into());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let begun = Instant::now();
        cancel.cancel();
        let done = run.join().map_err(|_| "the run panicked")??;
        Ok((done, begun.elapsed()))
    })?;
    assert!(done.cancelled && done.artifact.is_none() && done.messages.is_empty(), "{done:?}");
    assert!(took < Duration::from_secs(3), "{took:?}");
    ends(&std::fs::read_to_string(bench.file("fxc.child"))?)?;
    assert!(
        !Path::new(std::fs::read_to_string(bench.file("fxc.pwd"))?.trim()).exists(),
        "the temporary folder is left"
    );
    Ok(())
}

fn cancelled_before() -> Result<(), Failed> {
    let bench = Bench::new(": > \"$0.ran\"")?;
    let cancel = Cancel::default();
    cancel.cancel();
    assert!(bench.run_with(&cancel)?.cancelled);
    assert!(!bench.file("fxc.ran").exists());
    Ok(())
}

fn surroundings() -> Result<(), Failed> {
    let bench = Bench::new(
        "cat > output.cso; echo \"$LC_ALL $LANG\" >> output.cso; cat input.hlsl >> output.cso; ls >> output.cso",
    )?;
    let bytes = bench.run()?.artifact.ok_or("it succeeds")?.bytes;
    let expected = "C C\nfloat4 PSMain() : COLOR { return 1; }input.hlsl\noutput.cso\n";
    assert_eq!(String::from_utf8_lossy(&bytes.content()), expected);
    Ok(())
}

fn beside() -> Result<(), Failed> {
    let mut bench = Bench::new("exit 1")?;
    std::fs::create_dir(bench.file("tools"))?;
    fake(&bench.file("tools"), "my-fxc", "echo \"$@\" > output.cso")?;
    let step = CompilerStep {
        program: Some("tools/my-fxc".to_owned()),
        extra_args: vec!["/I".to_owned(), "{root}/inc".to_owned()],
        ..CompilerStep::default()
    };
    bench.project.compilers.insert("fxc".to_owned(), step);
    let bytes = bench.run()?.artifact.ok_or("it succeeds")?.bytes;
    let expected =
        format!("/O3 /nologo /T ps_5_0 /E PSMain /Fo output.cso /I {}/inc input.hlsl\n", bench.folder.path().display());
    assert_eq!(String::from_utf8_lossy(&bytes.content()), expected);
    Ok(())
}

fn response() -> Result<(), Failed> {
    let mut bench = Bench::new("test $# = 1 && cp \"${1#@}\" output.cso")?;
    let extra_args = (0..3000).map(|n| format!("/DNAME_{n}=a b")).collect();
    bench.project.compilers.insert("fxc".to_owned(), CompilerStep { extra_args, ..CompilerStep::default() });
    let bytes = bench.run()?.artifact.ok_or("it succeeds")?.bytes;
    let text = String::from_utf8_lossy(&bytes.content()).into_owned();
    assert!(text.contains("\n\"/DNAME_2999=a b\"\n") && text.ends_with("input.hlsl\n"));
    Ok(())
}

fn identity() -> Result<(), Failed> {
    let bench = Bench::new("echo one > output.cso")?;
    let first = bench.chain()?;
    fake(bench.folder.path(), "fxc", "echo two > output.cso")?;
    let second = bench.chain()?;
    let job = job(Stage::Pixel, "PSMain", Target::Dx11, b"x");
    assert!(first.steps[0].identity().starts_with("fake 1.0 "));
    assert!(first.steps[0].key(&job).digest() != second.steps[0].key(&job).digest());
    Ok(())
}

fn probed_once() -> Result<(), Failed> {
    let bench = Bench::new("exit 1")?;
    let toolbox = ProgramRegistry::with_search(bench.folder.path(), vec![bench.folder.path().to_owned()]);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                [Target::Dx9, Target::Dx11].map(|target| resolve_chain(target, &bench.project, &toolbox).is_ok())
            });
        }
    });
    assert_eq!(std::fs::read_to_string(bench.file("fxc.probes"))?.lines().count(), 1);
    Ok(())
}

fn not_cached() -> Result<(), Failed> {
    let bench = Bench::new("test -e \"$0.ready\" && echo good > output.cso")?;
    let cache = Memory::default();
    let job = job(Stage::Pixel, "PSMain", Target::Dx11, b"x");
    let run = || -> Result<Compiled, Failed> { Ok(compile(&bench.chain()?, &job, &cache, &Cancel::default())) };
    assert!(run()?.artifact.is_none());
    std::fs::write(bench.file("fxc.ready"), "")?;
    assert!(run()?.artifact.is_some());
    std::fs::remove_file(bench.file("fxc.ready"))?;
    assert!(run()?.steps[0].cached);
    Ok(())
}

/// Address space is bounded by the kernel: the program fails, and nothing else of the machine notices.
fn hungry() -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    // A string that doubles until there is no more; without a bound it would take 4 GiB before it gave up by itself.
    let body = "set -e; text=xxxxxxxxxxxxxxxx; i=0; while [ $i -lt 28 ]; do text=$text$text; i=$((i + 1)); done; echo grown > grown";
    let mut bench = Bench::new(body)?;
    bench.project.limits.compile_memory = 64 << 20;
    let done = bench.run()?;
    assert!(done.artifact.is_none(), "{done:?}");
    let told = done.messages.iter().any(|said| said.message.severity == MessageSeverity::Error);
    // The message of a shell about the reason of its end is recognised.
    assert!(told || done.diagnostics.iter().any(|told| told.code == "compile/no-memory"), "{done:?}");
    Ok(())
}

/// A folder whose lock nobody holds, or that is empty, belongs to nobody; one that is held, or somebody else's, stays.
fn swept() -> Result<(), Failed> {
    let temporary = std::env::temp_dir();
    let make = |name: &str, lock: bool| -> Result<PathBuf, Failed> {
        let folder = temporary.join(name);
        std::fs::create_dir_all(folder.join("deep"))?;
        std::fs::write(folder.join("deep/input.hlsl"), "")?;
        if lock {
            std::fs::write(folder.join(".lock"), "")?;
        }
        Ok(folder)
    };
    // Names as `tempfile` makes them, and this process's own.
    let own = |letter: &str| format!("uberc-job-{letter}{:05}", std::process::id() % 100_000);
    let (left, held, foreign) = (make(&own("a"), true)?, make(&own("b"), true)?, make(&own("c"), false)?);
    let named = make(&format!("uberc-job-{}-notes", std::process::id()), true)?;
    let empty = temporary.join(own("d"));
    std::fs::create_dir_all(&empty)?;
    let lock = std::fs::File::open(held.join(".lock"))?;
    lock.lock()?;
    let living = uberc::compile::temporary_folder()?;
    uberc::compile::sweep_temporary_folders();
    let there = [&left, &empty, &held, &foreign, &named].map(|folder| folder.exists());
    let whole = held.join("deep/input.hlsl").exists() && foreign.join("deep/input.hlsl").exists();
    let lives = living.path().join(".lock").exists();
    drop(lock);
    for folder in [&left, &empty, &held, &foreign, &named] {
        drop(std::fs::remove_dir_all(folder));
    }
    assert_eq!(there, [false, false, true, true, true], "left, empty, held, foreign, another's name");
    assert!(whole && lives);
    let path = living.path().to_path_buf();
    drop(living);
    assert!(!path.exists(), "it goes with its value");
    Ok(())
}

/// Neither the compiler, nor what it started, nor the process that ends them.
fn killed() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let started = place.path().join("started");
    let body = format!("sleep 1000 & echo $! $$ > {0}.part; mv {0}.part {0}; wait", started.display());
    fake(place.path(), "fxc", &body)?;
    std::fs::write(place.path().join("a.fx"), "float4 main() : COLOR { return 1; }\n")?;
    std::fs::write(place.path().join("a.fx.lua"), "Shader(\"A\").Technique.PixelShader = \"main\"\n")?;
    let path = format!("{}:/usr/bin:/bin", place.path().display());
    let mut build = std::process::Command::new(env!("CARGO_BIN_EXE_uberc"))
        .args(["build", "--target", "dx11", "--quiet"])
        .current_dir(place.path())
        .env("PATH", path)
        .stdin(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()?;
    let compiler = wait_for("the compiler starts", || std::fs::read_to_string(&started).ok())?;
    // SIGKILL: it can do nothing more.
    build.kill()?;
    build.wait()?;
    for number in compiler.split_whitespace() {
        let process = PathBuf::from(format!("/proc/{number}/stat"));
        // What has ended and is not reaped yet is a zombie.
        let runs = || std::fs::read_to_string(&process).is_ok_and(|stat| !stat.contains(") Z "));
        wait_for(&format!("process {number} ends"), || (!runs()).then_some(()))?;
    }
    Ok(())
}

pub fn wait_for<T>(what: &str, mut happened: impl FnMut() -> Option<T>) -> Result<T, Failed> {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        if let Some(value) = happened() {
            return Ok(value);
        } else if Instant::now() > deadline {
            return Err(format!("within 20 s, {what}").into());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
