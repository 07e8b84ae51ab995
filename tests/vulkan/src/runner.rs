//! The C program that talks to Vulkan: built once, then given batches.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use crate::batch::{self, Job, Outcome};

/// Name in the folder, text.
const SOURCES: [(&str, &str); 5] = [
    ("run.h", include_str!("../runner/run.h")),
    ("run.c", include_str!("../runner/run.c")),
    ("device.c", include_str!("../runner/device.c")),
    ("objects.c", include_str!("../runner/objects.c")),
    ("job.c", include_str!("../runner/job.c")),
];

/// Where Debian's mesa-vulkan-drivers has the software device's manifest.
const DRIVER: &str = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json";
const HEADER: &str = "/usr/include/vulkan/vulkan.h";

/// Names the device to use in place of the software one, by a part of its name: for a second opinion, by hand. Drivers are then the
/// loader's to find. What tests expect is what the software device does; another rounds in its own way, and may have another wave.
const DEVICE: &str = "UBERC_JUDGE_DEVICE";

/// Whether a device is asked for that is not the software one.
pub fn is_other_device() -> bool {
    std::env::var_os(DEVICE).is_some_and(|name| !name.is_empty())
}

/// What is not installed of what a judge needs, as Debian names it.
pub fn missing() -> Option<&'static str> {
    let compiler = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join("gcc").is_file()));
    let driver = is_other_device() || manifest().is_some();
    [(compiler, "gcc"), (Path::new(HEADER).is_file(), "libvulkan-dev"), (driver, "mesa-vulkan-drivers")]
        .into_iter()
        .find_map(|(there, package)| (!there).then_some(package))
}

/// Runs jobs on two processes at most, since there is more than the device to keep a machine busy. Outcomes in the order of the jobs.
pub fn run(jobs: &[Job]) -> Result<Vec<Outcome>, String> {
    run_in(jobs, &[])
}

/// The same, with instructions that every machine has. Code generation fuses a multiplication and an addition where the processor can,
/// and which ones depends on the code around them, whatever the program says; so equal arithmetic gives equal bits only here.
pub fn run_portably(jobs: &[Job]) -> Result<Vec<Outcome>, String> {
    run_in(jobs, &[("GALLIUM_OVERRIDE_CPU_CAPS", "avx")])
}

fn run_in(jobs: &[Job], environment: &[(&str, &str)]) -> Result<Vec<Outcome>, String> {
    let program = program()?;
    let workers = std::thread::available_parallelism().map_or(1, usize::from).clamp(1, 8);
    // Small slices: some jobs cost a hundred times what others do.
    let slice = jobs.len().div_ceil(workers * 4).max(8);
    let slices: Vec<&[Job]> = jobs.chunks(slice).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let results: Vec<OnceLock<Result<Ran, String>>> = slices.iter().map(|_| OnceLock::new()).collect();
    std::thread::scope(|scope| {
        for _ in 0..workers.min(slices.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(slice) = slices.get(at) else { break };
                    drop(results[at].set(run_slice(&program, slice, environment)));
                }
            });
        }
    });
    let mut outcomes = Vec::with_capacity(jobs.len());
    for result in results {
        let slice = result.into_inner().unwrap_or_else(|| Err("a batch was not run".to_owned()))?;
        outcomes.extend(slice.into_iter().map(|(outcome, _)| outcome));
    }
    Ok(outcomes)
}

/// Runs one job, and measures: the time from the submission of the work to its end, for the work and for each repetition.
/// The first has what a driver does once.
pub fn run_timed(job: &Job) -> Result<(Outcome, Vec<Duration>), String> {
    let mut outcomes = run_slice(&program()?, std::slice::from_ref(job), &[])?;
    outcomes.pop().ok_or_else(|| "the job was not run".to_owned())
}

type Ran = Vec<(Outcome, Vec<Duration>)>;

fn run_slice(program: &Path, jobs: &[Job], environment: &[(&str, &str)]) -> Result<Ran, String> {
    let text = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(text)?;
    let (batch, results) = (folder.path().join("batch"), folder.path().join("results"));
    std::fs::write(&batch, batch::write(jobs)).map_err(text)?;
    let output = Command::new(program)
        .args([&batch, &results])
        .envs(manifest().filter(|_| !is_other_device()).map(|file| ("VK_ICD_FILENAMES", file)))
        // One thread a process, and nothing remembered from an earlier run.
        .envs([("LP_NUM_THREADS", "0"), ("MESA_SHADER_CACHE_DISABLE", "true"), ("NODEVICE_SELECT", "1")])
        .envs(environment.iter().copied())
        .output()
        .map_err(text)?;
    if !output.status.success() {
        return Err(format!("the Vulkan runner: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    batch::read(&std::fs::read(&results).map_err(text)?, jobs.len())
}

/// The loader's own search finds more than one driver; only this one may be used.
fn manifest() -> Option<PathBuf> {
    let other = || {
        let entries = std::fs::read_dir(Path::new(DRIVER).parent()?).ok()?;
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("lvp_icd")));
        found.sort();
        found.into_iter().next()
    };
    if Path::new(DRIVER).is_file() { Some(PathBuf::from(DRIVER)) } else { other() }
}

/// The runner, built where it is not there yet for these sources.
fn program() -> Result<PathBuf, String> {
    static PROGRAM: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    PROGRAM.get_or_init(build).clone()
}

fn build() -> Result<PathBuf, String> {
    if let Some(package) = missing() {
        return Err(format!("{package} is not installed (cargo xtask install)"));
    }
    let text = |error: std::io::Error| error.to_string();
    let mut hasher = blake3::Hasher::new();
    for (_, source) in SOURCES {
        hasher.update(source.as_bytes());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    let folder = root.join("target/tmp");
    std::fs::create_dir_all(&folder).map_err(text)?;
    let program = folder.join(format!("vulkan-run-{}", &hasher.finalize().to_hex()[..16]));
    if program.is_file() {
        return Ok(program);
    }
    // Built aside, then renamed: another process may be at it too.
    let aside = tempfile::tempdir_in(&folder).map_err(text)?;
    for (name, source) in SOURCES {
        std::fs::write(aside.path().join(name), source).map_err(text)?;
    }
    let output = Command::new("gcc")
        .args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-o", "run"])
        .args(["run.c", "device.c", "objects.c", "job.c", "-lvulkan"])
        .current_dir(aside.path())
        .output()
        .map_err(text)?;
    if !output.status.success() {
        return Err(format!("gcc cannot build the Vulkan runner: {}", String::from_utf8_lossy(&output.stderr)));
    }
    std::fs::rename(aside.path().join("run"), &program).map_err(text)?;
    Ok(program)
}
