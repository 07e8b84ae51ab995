//! The commands of each verb, in order.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::install;

/// The main job: builds the shader library, after what Luau and zstd are built with.
pub(crate) fn main_job() -> Result<(), String> {
    install::for_main_job()?;
    build_shaders()
}

fn build_shaders() -> Result<(), String> {
    cargo(&["run", "--release", "--quiet", "--bin", "uberc", "--", "build", "shaders", "--target", "spirv,wgsl"])
}

/// The checks of every change; `everything` adds those of a night.
pub(crate) fn test(everything: bool) -> Result<(), String> {
    install::from_debian()?;
    std::thread::scope(|scope| {
        let rest = scope.spawn(install::from_elsewhere);
        let checked = checks();
        let installed = rest.join().unwrap_or_else(|_| Err("the installation panicked".to_owned()));
        checked.and(installed)
    })?;
    // One more than there are cores: many tests wait for files, watchers and the programs that they start.
    let threads = std::thread::available_parallelism().map_or(3, |cores| cores.get() + 1).to_string();
    // `cargo test` builds the programs of packages with a folder of tests alone, and tests of another package run these.
    if everything {
        cargo(&["build", "--release", "--package", "uberc-worker", "--package", "uberc-render"])?;
        return nightly(&threads);
    }
    cargo(&["build", "--package", "uberc-worker", "--package", "uberc-render"])?;
    cargo(&["test", "--workspace", "--", "--test-threads", &threads])?;
    // The main job, by the program that the tests have built: an optimised build of everything would take as long as all tests.
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let uberc = target.join("debug/uberc").display().to_string();
    let output = target.join("shaders.fxo").display().to_string();
    run(command(&uberc, &["build", "shaders", "--target", "spirv,wgsl", "--output", &output]))?;
    documentation()
}

fn documentation() -> Result<(), String> {
    // Of the libraries: the programs' comments have few links, and their documentation would compile all of uberc once more.
    let mut doc = command("cargo", &["doc", "--workspace", "--lib", "--no-deps", "--quiet"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run(doc)
}

/// What needs no outside program.
fn checks() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    // A game takes the reader without the standard library.
    let reader = |features: &[&str]| {
        let start = ["clippy", "--package", "uberc-runtime", "--no-default-features"];
        cargo(&[&start[..], features, &["--", "-D", "warnings"]].concat())
    };
    reader(&[])?;
    reader(&["--features", "decoder,wgpu,vulkan"])
}

/// What takes too long for every change: every variant in every test, by the optimised program as it is shipped, exhaustive
/// comparisons, killed builds, the reference's own tests. A step that fails does not keep the others from running; the error names
/// every one that failed.
fn nightly(threads: &str) -> Result<(), String> {
    let mut failures = Vec::new();
    let mut step = |result: Result<(), String>| failures.extend(result.err());
    let mut tests =
        command("cargo", &["test", "--release", "--workspace", "--no-fail-fast", "--", "--test-threads", threads]);
    tests.env("UBERC_ALL_VARIANTS", "1");
    step(run(tests));
    step(documentation());
    // A workspace of its own with other settings: it compiles every dependency again.
    step(cargo(&["check", "--quiet", "--manifest-path", "tools/fuzz/Cargo.toml", "--target-dir", "target"]));
    step(packages());
    step(build_shaders());
    for folder in ["shaders", "shaders/glsl"] {
        for mode in ["--exhaustive", "--plain"] {
            step(cargo(&["run", "--release", "--quiet", "--bin", "uberc", "--", "verify", mode, folder]));
        }
    }
    step(cargo(&["run", "--release", "--quiet", "--package", "uberc-bench", "--", "killed", "--rounds", "300"]));
    let folders: [&[&str]; 6] = [
        &["shaders"],
        &["shaders/glsl"],
        &["glslang"],
        &["glslang", "--language", "glsl"],
        &["generated", "--samples", "2000"],
        &["generated-wrong", "--samples", "2000"],
    ];
    for words in folders {
        step(coverage(words.iter().map(|word| (*word).to_owned()).collect(), true));
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Every hostile input with the optimised program, in a table.
pub(crate) fn hostile() -> Result<(), String> {
    cargo(&["build", "--release", "--workspace", "--bin", "uberc"])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let mut table = command("cargo", &["test", "--workspace", "--test", "main", "--", "hostile::table"]);
    table.env("UBERC_HOSTILE_PROGRAM", target.join("release/uberc"));
    run(table)
}

/// Accepts the present output as expected output.
pub(crate) fn bless() -> Result<(), String> {
    cargo(&["test", "--test", "main", "--", "--bless"])
}

/// The packages that are published, in the order in which they depend on each other.
const PUBLISHED: [&str; 6] = ["uberc-runtime", "uberc-worker", "uberc-remote", "uberc-render", "uberc-capi", "uberc"];

/// Makes the packages that are published, and builds each from its own files.
pub(crate) fn packages() -> Result<(), String> {
    let named = PUBLISHED.iter().flat_map(|package| ["--package", package]);
    cargo(&["package", "--locked"].into_iter().chain(named).collect::<Vec<_>>())
}

/// What `tools/coverage` reports of a folder. `optimised`: by the optimised program, which takes longer to build.
pub(crate) fn coverage(mut words: Vec<String>, optimised: bool) -> Result<(), String> {
    install::for_tests()?;
    if words.first().is_some_and(|folder| folder == "glslang") {
        words[0] = install::glslang_tests()?;
    }
    let mut arguments = vec!["run", "--quiet", "--package", "uberc-coverage"];
    arguments.extend(optimised.then_some("--release"));
    arguments.push("--");
    arguments.extend(words.iter().map(String::as_str));
    cargo(&arguments)
}

pub(crate) fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(command("cargo", arguments))
}

/// A command in the repository's root. Programs that PyPI brought are found before others.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(install::slang_folder()).chain(std::env::split_paths(&path));
    if let Ok(path) = std::env::join_paths(folders) {
        command.env("PATH", path);
    }
    // A machine that builds once gains nothing from incremental compilation and from the lines of a debugger, which cost time.
    if std::env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "none");
    }
    command
}

/// Runs to the end; says what runs and how long it took.
pub(crate) fn run(mut command: Command) -> Result<(), String> {
    let words: Vec<String> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let line = words.join(" ");
    say(&format!("$ {line}"));
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("cannot run `{line}`: {error}"))?;
    let program = words.iter().take(2).map(String::as_str).collect::<Vec<_>>().join(" ");
    say(&format!("  {:.1} s: {program}", start.elapsed().as_secs_f64()));
    if status.success() { Ok(()) } else { Err(format!("`{line}` failed: {status}")) }
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new(".")).to_path_buf()
}

/// A line for the person who waits.
pub(crate) fn say(line: &str) {
    // Nobody is left to tell when stderr is closed.
    drop(writeln!(std::io::stderr(), "{line}"));
}
