//! Code that suites share: case folders, golden files, installed programs.

pub mod browser;
mod damage;
pub mod direct3d;
pub mod embedded;
pub mod fake_worker;
mod project;
mod text_mate;
mod timing;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use libtest_mimic::{Completion, Failed, Trial};
use uberc::diag::{Diagnostic, Sources};
use uberc::model::{SourceText, VariantSet};
use uberc::preprocess::{self, FileCache};

pub use damage::{Random, damaged};
pub use project::{build_counted, build_project};
pub use text_mate::text_mate_tokens;
pub use timing::{ignorable_trial, report_times, suite_of, trial};

static BLESS: AtomicBool = AtomicBool::new(false);

/// Whether expected files are rewritten instead of compared.
pub fn set_bless(on: bool) {
    BLESS.store(on, Ordering::Relaxed);
}

/// Whether `--bless` was given.
pub fn blessing() -> bool {
    BLESS.load(Ordering::Relaxed)
}

/// `tests/cases/<suite>`.
pub fn suite_dir(suite: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(suite)
}

/// Whether this run compares everything: `UBERC_ALL_VARIANTS` is set, as in the nightly run. Other runs take samples.
pub fn compares_everything() -> bool {
    std::env::var_os("UBERC_ALL_VARIANTS").is_some()
}

/// One trial for each folder of the suite, named `suite::folder`. A suite without a case is a mistake.
pub fn cases(suite: &'static str, run: fn(&Path) -> Result<(), Failed>) -> Vec<Trial> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(suite_dir(suite))
        .unwrap_or_else(|error| panic!("tests/cases/{suite}: {error}"))
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    assert!(!folders.is_empty(), "tests/cases/{suite} has no case");
    folders
        .into_iter()
        .map(|folder| {
            let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            trial(format!("{suite}::{name}"), move || run(&folder))
        })
        .collect()
}

/// Compares with the golden file, or rewrites it under `--bless`.
pub fn golden(path: &Path, actual: &str) -> Result<(), Failed> {
    if BLESS.load(Ordering::Relaxed) {
        if std::fs::read_to_string(path).ok().as_deref() != Some(actual) {
            std::fs::write(path, actual)?;
        }
        return Ok(());
    }
    let expected = std::fs::read_to_string(path)
        .map_err(|error| format!("{}: {error}; run with --bless to create it\n{actual}", path.display()))?;
    same(&path.display().to_string(), &expected, actual)
}

/// Fails with a line diff.
pub fn same(what: &str, expected: &str, actual: &str) -> Result<(), Failed> {
    if expected == actual {
        return Ok(());
    }
    let diff = similar::TextDiff::from_lines(expected, actual);
    let text = diff.unified_diff().context_radius(3).header("expected", "actual").to_string();
    Err(format!("{what} differs (run with --bless to accept):\n{text}").into())
}

/// A trial that needs an installed program. If the program is missing, the trial is ignored, with the program in its name; in CI it
/// runs and fails.
pub fn needs(program: &str, trial: Trial) -> Trial {
    needs_that(program, find_program(program).is_some(), trial)
}

/// The same for something other than a program; `there`: whether it is available.
pub fn needs_that(what: &str, there: bool, trial: Trial) -> Trial {
    if there || std::env::var_os("CI").is_some() {
        return trial;
    }
    trial.with_kind(format!("skipped: no {what}")).with_ignored_flag(true)
}

/// A trial that runs SPIR-V: needs the software Vulkan device, the packages with which its runner is built, and the reference
/// compiler.
pub fn needs_device(trial: Trial) -> Trial {
    match uberc_judge::runner::missing() {
        Some(package) if std::env::var_os("CI").is_none() => {
            trial.with_kind(format!("skipped: no {package}")).with_ignored_flag(true)
        }
        _ => needs("glslangValidator", trial),
    }
}

/// A trial about missing file permissions: ignored if permissions do not restrict this process (the super-user's).
#[cfg(unix)]
pub fn needs_bound_rights(trial: Trial) -> Trial {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let set = |mode| std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode));
    set(0o000).expect("the folder is ours");
    let bound = std::fs::read_dir(folder.path()).is_err();
    set(0o700).expect("the folder is ours");
    if bound { trial } else { trial.with_kind("skipped: rights do not bind this user").with_ignored_flag(true) }
}

/// A trial that checks its requirement when it runs, because the check takes time. `missing` returns the name of what is missing, if
/// something is.
pub fn needs_at_run_time(
    name: &str,
    missing: impl Fn() -> Option<String> + Send + 'static,
    run: fn() -> Result<(), Failed>,
) -> Trial {
    ignorable_trial(name, move || match missing() {
        Some(what) => Ok(Completion::ignored_with(format!("skipped: {what}"))),
        None => run().map(|()| Completion::Completed),
    })
}

/// The name of a missing Python module; always `None` in CI.
pub fn no_python_module(module: &str) -> Option<String> {
    let asked = std::process::Command::new("python3").args(["-c", &format!("import {module}")]).output();
    let there = asked.is_ok_and(|output| output.status.success());
    (!there && std::env::var_os("CI").is_none()).then(|| format!("no python3-{module}"))
}

/// Why this user cannot mount a small file system in a private namespace, if they cannot.
pub fn no_private_mounts() -> Option<String> {
    let mut command = std::process::Command::new("unshare");
    let script = "mount -t tmpfs -o size=16k tmpfs \"${TMPDIR:-/tmp}\"";
    let tried = command.args(["--map-root-user", "--mount", "sh", "-c", script]).output();
    (!tried.is_ok_and(|output| output.status.success())).then(|| "this user may not mount anything".to_owned())
}

/// The program on PATH.
pub fn find_program(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// The tokens of `main.fx`; the error is what the preprocessor says of it.
pub fn source_text(sources: &Sources) -> Result<SourceText, String> {
    let file = sources.load(Path::new("main.fx")).map_err(|error| format!("{error:?}"))?;
    let (unit, found) = preprocess::preprocess(&preprocess::Request::new(file), &FileCache::default(), sources);
    if found.is_empty() { Ok(SourceText::whole(Arc::new(unit))) } else { Err(diagnostics(&found, sources)) }
}

/// Variants with their texts, and the parts of the permutations that have them.
pub fn variants(set: &VariantSet) -> String {
    let mut text = format!("{:?} {:?}\n", set.parts, set.live);
    let sources = set.sources.iter().map(|source| format!("{} {:?}\n", source.digest, source.pieces));
    let variants = set.variants.iter().map(|variant| format!("{variant:?}\n"));
    let techniques = set.techniques.iter().map(|technique| format!("{technique:?}\n"));
    text.extend(sources.chain(variants).chain(techniques));
    text
}

/// One line a diagnostic, as compilers print them, with indented lines for the rest:
/// ```text
/// a.fx:3:7: error[preprocess/unbalanced-if]: `#endif` without `#if`
///     via b.fxh:1:1: included from here
///     help: ...
/// ```
pub fn diagnostics(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = String::new();
    let place = |label: &uberc::diag::Label| {
        let file = sources.get(label.span.file);
        let position = file.position(label.span.start);
        let length = label.span.end - label.span.start;
        format!("{}:{}:{}+{length}", file.name, position.line, position.column)
    };
    for diagnostic in diagnostics {
        let at = diagnostic.primary.as_ref().map_or_else(String::new, |label| format!("{}: ", place(label)));
        out += &format!("{at}{}[{}]: {}\n", diagnostic.severity.name(), diagnostic.code, diagnostic.message);
        if let Some(label) = diagnostic.primary.as_ref().filter(|label| !label.message.is_empty()) {
            out += &format!("    here: {}\n", label.message);
        }
        for label in &diagnostic.labels {
            out += &format!("    see {}: {}\n", place(label), label.message);
        }
        for label in &diagnostic.trail {
            out += &format!("    via {}: {}\n", place(label), label.message);
        }
        for note in &diagnostic.notes {
            out += &format!("    note: {}\n", note.replace('\n', "\n          "));
        }
        if let Some(help) = &diagnostic.help {
            out += &format!("    help: {help}\n");
        }
    }
    out
}

/// Copies a folder with everything in it.
pub fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
