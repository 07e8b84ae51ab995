//! Workers that crash, hang, answer wrongly or not at all: a script that makes this program one, and is a compiler by itself where a
//! job needs a process of its own.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::harness;
use crate::harness::fake_worker::ARGUMENT;
use libtest_mimic::{Failed, Trial};
use uberc::compile::{Cancel, Chain, Compiled, ProgramRegistry, WorkerPool, compile, resolve_chain};
use uberc::model::{CompilerStep, MessageSeverity, Project, Stage, Target};

use super::compile::{Memory, job, project};
use super::compile_process::{ends, executable, wait_for};

pub fn trials() -> Vec<Trial> {
    if cfg!(not(unix)) {
        return Vec::new();
    }
    [
        ("a_worker_does_many_jobs", many_jobs as fn() -> Result<(), Failed>),
        ("there_are_as_many_workers_as_the_pool_allows", at_most),
        ("two_jobs_at_once_get_their_own_answers", at_once),
        ("messages_and_failures_are_those_of_a_process", messages),
        ("a_crash_costs_its_job_and_the_worker_is_replaced", crash),
        ("a_worker_that_did_other_jobs_decides_no_failure", later_crash),
        ("a_worker_that_is_killed_between_jobs_costs_nothing", killed_between),
        ("a_hang_is_stopped_and_the_worker_replaced", hang),
        ("garbage_is_no_answer", garbage),
        ("an_answer_that_nobody_asked_for_is_none", unasked),
        ("a_job_that_a_worker_declines_has_a_process", declined),
        ("a_program_whose_workers_do_not_start_has_processes", no_start),
        ("a_worker_without_memory_is_replaced", no_memory),
        ("a_flood_is_cut", flood),
        ("cancel_ends_a_busy_worker", cancel),
        ("workers_end_with_their_pool", pool_ends),
        ("a_worker_is_replaced_after_its_most_jobs", retired),
        ("the_project_turns_workers_off", turned_off),
        ("another_library_is_another_compiler", library),
        ("a_killed_build_leaves_no_worker_running", killed_build),
        ("doctor_tells_of_workers", told),
    ]
    .into_iter()
    .map(|(name, run)| harness::trial(format!("compile_worker::{name}"), run))
    .collect()
}

/// A folder with `fxc`, whose workers note their numbers in `fxc.workers`, and whose other processes a line in `fxc.alone`.
struct Bench {
    folder: tempfile::TempDir,
    project: Project,
    pool: Arc<WorkerPool>,
}

impl Bench {
    fn new() -> Result<Bench, Failed> {
        Bench::with_start("")
    }

    /// `start`: what a worker does before it is one.
    fn with_start(start: &str) -> Result<Bench, Failed> {
        let folder = tempfile::tempdir()?;
        let own = std::env::current_exe()?;
        let text = format!(
            "#!/bin/sh\n\
             case \"$1\" in\n\
             '/?') echo 'fake 1.0'; echo \"uberc-worker 1$(cat \"$0.library\" 2>/dev/null)\"; exit 0;;\n\
             --uberc-worker) echo $$ >> \"$0.workers\"; {start}\nexec '{}' {ARGUMENT};;\n\
             esac\n\
             echo alone >> \"$0.alone\"\n\
             grep -q 'crash always' input.hlsl && kill -SEGV $$\n\
             (printf 'object of '; cat input.hlsl) > output.cso\n",
            own.display()
        );
        std::fs::write(folder.path().join("fxc"), text)?;
        executable(&folder.path().join("fxc"))?;
        let mut project = project();
        project.limits.compile_timeout = Duration::from_secs(30);
        Ok(Bench { folder, project, pool: Arc::new(WorkerPool::new(2)) })
    }

    fn lines(&self, name: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// How many workers were started, and how many other processes.
    fn started(&self) -> (usize, usize) {
        (self.lines("fxc.workers").len(), self.lines("fxc.alone").len())
    }

    fn chain(&self) -> Result<Chain, Failed> {
        let programs = ProgramRegistry::with_search(self.folder.path(), vec![self.folder.path().to_owned()]);
        let programs = programs.with_workers(Arc::clone(&self.pool));
        resolve_chain(Target::Dx11, &self.project, &programs).map_err(|problems| format!("{problems:?}").into())
    }

    fn run_with(&self, source: &str, cancel: &Cancel) -> Result<Compiled, Failed> {
        let job = job(Stage::Pixel, "PSMain", Target::Dx11, source.as_bytes());
        Ok(compile(&self.chain()?, &job, &Memory::default(), cancel))
    }

    fn run(&self, source: &str) -> Result<Compiled, Failed> {
        self.run_with(source, &Cancel::default())
    }

    fn succeeds(&self, source: &str) -> Result<(), Failed> {
        let done = self.run(source)?;
        let bytes =
            done.artifact.as_ref().map(|artifact| String::from_utf8_lossy(&artifact.bytes.content()).into_owned());
        assert_eq!(bytes, Some(format!("object of {source}")), "{done:?}");
        Ok(())
    }

    /// The text of the one error of a run.
    fn error(&self, source: &str) -> Result<String, Failed> {
        let done = self.run(source)?;
        let mut errors: Vec<String> = done.diagnostics.iter().map(|found| found.message.clone()).collect();
        let said = done.messages.iter().map(|said| &said.message);
        errors.extend(said.filter(|said| said.severity == MessageSeverity::Error).map(|said| said.text.clone()));
        assert!(done.artifact.is_none() && errors.len() == 1, "{done:?}");
        Ok(errors.remove(0))
    }
}

fn many_jobs() -> Result<(), Failed> {
    let bench = Bench::new()?;
    for number in 0..20 {
        bench.succeeds(&format!("text {number}"))?;
    }
    assert_eq!(bench.started(), (1, 0));
    Ok(())
}

fn at_most() -> Result<(), Failed> {
    let bench = Bench::new()?;
    std::thread::scope(|scope| -> Result<(), Failed> {
        let run = |number| bench.succeeds(&format!("slow text {number}"));
        let threads: Vec<_> = (0..6).map(|number| scope.spawn(move || run(number))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a run panicked")?)
    })?;
    assert_eq!(bench.started(), (2, 0));
    Ok(())
}

fn at_once() -> Result<(), Failed> {
    let bench = Bench::new()?;
    // Both are in their workers at the same time: the second ends before the first.
    let order = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| -> Result<(), Failed> {
        let run = |source: &'static str| {
            let (bench, order) = (&bench, &order);
            move || -> Result<(), Failed> {
                bench.succeeds(source)?;
                order.lock().map_err(|_| "poisoned")?.push(source);
                Ok(())
            }
        };
        let slow = scope.spawn(run("a slow text"));
        wait_for("the first begins", || (bench.started().0 == 1).then_some(()))?;
        run("another text")()?;
        slow.join().map_err(|_| "a run panicked")?
    })?;
    assert_eq!(*order.lock().map_err(|_| "poisoned")?, ["another text", "a slow text"]);
    assert_eq!(bench.started(), (2, 0));
    Ok(())
}

fn messages() -> Result<(), Failed> {
    let bench = Bench::new()?;
    assert_eq!(bench.error("a mistake")?, "odd");
    let done = bench.run("a mistake")?;
    assert_eq!(done.messages.first().and_then(|said| said.message.line), Some(1), "{done:?}");
    assert_eq!(bench.error("nothing")?, "fxc reported success and wrote no output file");
    assert_eq!(bench.started(), (1, 0));
    Ok(())
}

fn crash() -> Result<(), Failed> {
    let bench = Bench::new()?;
    let done = bench.run("crash")?;
    let texts: Vec<&str> = done.messages.iter().map(|said| said.message.text.as_str()).collect();
    // What it printed last is kept, as of a process.
    assert!(texts.contains(&"fxc crashed (SIGABRT)") && texts.contains(&"about to fall"), "{texts:?}");
    assert_eq!(bench.started(), (1, 0));
    bench.succeeds("a text")?;
    assert_eq!(bench.started(), (2, 0));
    let bench = Bench::new()?;
    assert_eq!(bench.error("leave")?, "fxc failed with exit code 7 and said nothing");
    assert_eq!(bench.error("half an answer")?, "fxc reported success and wrote no output file");
    Ok(())
}

fn later_crash() -> Result<(), Failed> {
    let bench = Bench::new()?;
    bench.succeeds("a text")?;
    // The process of its own does not crash: the worker did because of its past.
    bench.succeeds("crash")?;
    assert_eq!(bench.started(), (1, 1));
    bench.succeeds("a text")?;
    assert_eq!(bench.started(), (2, 1));
    // A crash that is the job's own is the message of a process.
    assert_eq!(bench.error("crash always")?, "fxc crashed (SIGSEGV)");
    assert_eq!(bench.started(), (2, 2));
    Ok(())
}

fn killed_between() -> Result<(), Failed> {
    let bench = Bench::new()?;
    bench.succeeds("a text")?;
    let worker = bench.lines("fxc.workers").remove(0);
    assert!(std::process::Command::new("kill").args(["-KILL", &worker]).status()?.success());
    ends(&worker)?;
    bench.succeeds("a text")?;
    assert_eq!(bench.started(), (1, 1));
    bench.succeeds("a text")?;
    assert_eq!(bench.started(), (2, 1));
    Ok(())
}

fn hang() -> Result<(), Failed> {
    let mut bench = Bench::new()?;
    bench.project.limits.compile_timeout = Duration::from_millis(700);
    bench.succeeds("a text")?;
    let begun = Instant::now();
    assert_eq!(bench.error("hang")?, "fxc was stopped after 0.7 s without a result");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    ends(&bench.lines("fxc.workers")[0])?;
    bench.succeeds("a text")?;
    assert_eq!(bench.started(), (2, 0));
    Ok(())
}

fn garbage() -> Result<(), Failed> {
    let bench = Bench::new()?;
    let done = bench.run("garbage")?;
    let [told] = done.diagnostics.as_slice() else { return Err(format!("{done:?}").into()) };
    assert_eq!(
        (told.code, told.message.as_str()),
        ("compile/worker", "the worker of fxc wrote something else than an answer")
    );
    ends(&bench.lines("fxc.workers")[0])?;
    bench.succeeds("a text")?;
    bench.succeeds("garbage")?;
    assert_eq!(bench.started(), (2, 1));
    Ok(())
}

fn unasked() -> Result<(), Failed> {
    let bench = Bench::new()?;
    bench.succeeds("twice")?;
    bench.succeeds("another text")?;
    assert_eq!(bench.started(), (1, 1));
    Ok(())
}

fn declined() -> Result<(), Failed> {
    let bench = Bench::new()?;
    bench.succeeds("decline")?;
    bench.succeeds("a text")?;
    assert_eq!(bench.started(), (1, 1));
    Ok(())
}

fn no_start() -> Result<(), Failed> {
    for start in ["exit 3", "echo 'this program cannot serve'; exit 0"] {
        let bench = Bench::with_start(start)?;
        for number in 0..5 {
            bench.succeeds(&format!("text {number}"))?;
        }
        assert_eq!(bench.started(), (3, 5), "{start}: three tries are enough");
    }
    Ok(())
}

fn no_memory() -> Result<(), Failed> {
    let bench = Bench::new()?;
    assert_eq!(bench.error("no memory")?, "fxc ran out of memory: LLVM ERROR: out of memory");
    bench.succeeds("a text")?;
    // What other jobs left in the worker is not there in a process of its own.
    bench.succeeds("no memory")?;
    bench.succeeds("a text")?;
    assert_eq!(bench.started(), (3, 1));
    Ok(())
}

fn flood() -> Result<(), Failed> {
    let done = Bench::new()?.run("flood")?;
    let note = done.messages.last().map(|said| said.message.text.clone()).unwrap_or_default();
    assert_eq!(note, format!("fxc printed {} more bytes, which were dropped", 5_500_000 - (1 << 20)));
    assert!(done.artifact.is_some());
    Ok(())
}

fn cancel() -> Result<(), Failed> {
    let bench = Bench::new()?;
    let cancel = Cancel::default();
    let (done, took) = std::thread::scope(|scope| -> Result<_, Failed> {
        let run = scope.spawn(|| bench.run_with("hang", &cancel));
        let begun = wait_for("the worker begins", || (bench.started().0 == 1).then_some(()));
        std::thread::sleep(Duration::from_millis(100));
        let before = Instant::now();
        cancel.cancel();
        let done = run.join().map_err(|_| "the run panicked")??;
        begun?;
        Ok((done, before.elapsed()))
    })?;
    assert!(done.cancelled && done.artifact.is_none() && done.messages.is_empty(), "{done:?}");
    assert!(took < Duration::from_secs(3), "{took:?}");
    ends(&bench.lines("fxc.workers")[0])?;
    // A cancelled build starts no worker.
    assert!(bench.run_with("a text", &cancel)?.cancelled);
    assert_eq!(bench.started(), (1, 0));
    // The next build has one.
    bench.succeeds("a text")
}

fn pool_ends() -> Result<(), Failed> {
    let bench = Bench::new()?;
    bench.succeeds("a text")?;
    let worker = bench.lines("fxc.workers").remove(0);
    assert!(super::compile_process::lives(&worker));
    let begun = Instant::now();
    drop(bench.pool);
    assert!(!super::compile_process::lives(&worker), "it ends before the pool has gone");
    assert!(begun.elapsed() < Duration::from_secs(3));
    Ok(())
}

fn retired() -> Result<(), Failed> {
    let bench = Bench::new()?;
    let (chain, cancel) = (bench.chain()?, Cancel::default());
    let job = job(Stage::Pixel, "PSMain", Target::Dx11, b"text");
    for _ in 0..1001 {
        assert!(compile(&chain, &job, &Memory::default(), &cancel).artifact.is_some());
    }
    assert_eq!(bench.started(), (2, 0));
    Ok(())
}

fn turned_off() -> Result<(), Failed> {
    let mut bench = Bench::new()?;
    bench.project.compilers.insert("fxc".to_owned(), CompilerStep { workers: Some(false), ..CompilerStep::default() });
    bench.succeeds("a text")?;
    assert_eq!(bench.started(), (0, 1));
    Ok(())
}

fn library() -> Result<(), Failed> {
    let bench = Bench::new()?;
    let (plain, place) = (bench.chain()?, bench.folder.path().join("library.so"));
    std::fs::write(bench.folder.path().join("fxc.library"), format!(" {}", place.display()))?;
    std::fs::write(&place, "one")?;
    let one = bench.chain()?;
    std::fs::write(&place, "two")?;
    let two = bench.chain()?;
    let identities = [&plain, &one, &two].map(|chain| chain.steps[0].identity().to_owned());
    assert!(identities.iter().all(|identity| identity.starts_with("fake 1.0 ")), "{identities:?}");
    assert!(identities[0] != identities[1] && identities[1] != identities[2], "{identities:?}");
    Ok(())
}

/// A project whose one shader has two stages, in the folder of the fake.
fn write_project(bench: &Bench, source: &str) -> Result<(), Failed> {
    let sidecar = "local t = Shader(\"A\").Technique\nt.VertexShader = \"VSMain\"\nt.PixelShader = \"PSMain\"\n";
    let text = format!(
        "float4 VSMain() : SV_Position {{ return {source}1; }}\nfloat4 PSMain() : SV_Target {{ return {source}2; }}\n"
    );
    std::fs::write(bench.folder.path().join("a.fx"), text)?;
    std::fs::write(bench.folder.path().join("a.fx.lua"), sidecar)?;
    Ok(())
}

fn uberc(bench: &Bench, arguments: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_uberc"));
    command.args(arguments).current_dir(bench.folder.path());
    command.env("PATH", format!("{}:/usr/bin:/bin", bench.folder.path().display()));
    command
}

/// Workers that hang in a job end with their build.
fn killed_build() -> Result<(), Failed> {
    let bench = Bench::new()?;
    // The word is in the name of a function, which reaches the compiler.
    write_project(&bench, "hang")?;
    let text = std::fs::read_to_string(bench.folder.path().join("a.fx"))?;
    std::fs::write(bench.folder.path().join("a.fx"), format!("static const float4 hang1 = 1, hang2 = 2;\n{text}"))?;
    let mut build = uberc(&bench, &["build", "--target", "dx11", "--quiet"])
        .stdin(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()?;
    let started = wait_for("two workers start", || {
        let workers = bench.lines("fxc.workers");
        (workers.len() == 2.min(std::thread::available_parallelism().map_or(1, usize::from))).then_some(workers)
    });
    // SIGKILL: it can do nothing more.
    build.kill()?;
    build.wait()?;
    for worker in started? {
        let path = PathBuf::from(format!("/proc/{worker}/stat"));
        let runs = || std::fs::read_to_string(&path).is_ok_and(|stat| !stat.contains(") Z "));
        wait_for(&format!("worker {worker} ends"), || (!runs()).then_some(()))?;
    }
    Ok(())
}

fn told() -> Result<(), Failed> {
    let bench = Bench::new()?;
    let output = uberc(&bench, &["doctor"]).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.lines().any(|line| line.contains("fake 1.0") && line.ends_with(", jobs in workers")), "{text}");
    std::fs::write(bench.folder.path().join("uberc.toml"), "[compiler.fxc]\nworkers = false\n")?;
    let output = uberc(&bench, &["doctor", "--message-format", "json"]).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<serde_json::Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let fxc = lines.iter().find(|line| line["name"] == "fxc").ok_or("no fxc")?;
    assert_eq!(fxc["workers"], false);
    std::fs::write(bench.folder.path().join("uberc.toml"), "[compiler.fxc]\nworkers = 1\n")?;
    let output = uberc(&bench, &["doctor"]).output()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("compiler.fxc.workers") && text.contains("`true` or `false`"), "{text}");
    Ok(())
}
