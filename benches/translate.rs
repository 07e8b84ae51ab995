//! Speed of BSL's translation to GLSL: `cargo bench --bench translate`. Prints the best of many rounds, on one core, for files of several
//! sizes, and the ratio to a process of `g++ -std=c++20 -fsyntax-only` of the same file.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use uberc::diag::{Diagnostic, Sources};
use uberc::dialect::bsl::{Options, library};

/// The program's own allocator.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Copies of the functions of the library, each in a namespace of its own.
fn many(folder: &Path, copies: usize) -> std::io::Result<String> {
    let mut all = String::new();
    for number in 0..copies {
        for part in ["math", "noise", "color", "sdf", "easing"] {
            let text = std::fs::read_to_string(folder.join(format!("{part}_lib.bsl")))?;
            let kept = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
            let mut kept = format!("{kept}\n");
            for name in ["math", "noise", "color", "sdf", "easing"] {
                kept = kept.replace(&format!("namespace {name} "), &format!("namespace {name}{number} "));
                kept = kept.replace(&format!("{name}::"), &format!("{name}{number}::"));
            }
            all += &kept;
        }
    }
    Ok(all)
}

fn best<T>(rounds: usize, mut run: impl FnMut() -> T) -> Duration {
    let mut shortest = Duration::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        let _ = run();
        shortest = shortest.min(start.elapsed());
    }
    shortest
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Files of a usual size, and one that shows whether the time grows faster than the text.
    for copies in [1, 5, 20, 200] {
        let text = many(&root.join("shaders/bsl/include"), copies)?;
        let sources = Sources::in_memory([(PathBuf::from("main.bsl"), text.clone().into_bytes())]);
        let file = sources.load(Path::new("main.bsl")).expect("it is in memory");
        let took = best(2000 / copies + 10, || {
            let (made, found) = library(&file, &sources, &[], &Options::default());
            assert!(!found.iter().any(Diagnostic::is_error), "{found:?}");
            made
        });
        let speed = text.len() as f64 / took.as_secs_f64() / 1e6;
        writeln!(out, "{} bytes in {took:?}: {speed:.1} MB/s", text.len())?;
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("main.cc");
        std::fs::write(&file, &text)?;
        let other = best(5, || {
            let mut command = Command::new("g++");
            command.args(["-std=c++20", "-fsyntax-only", "-Wno-attributes", "-include"]).arg(root.join("cxx/bsl.hh"));
            command.arg(&file).stderr(Stdio::null()).status()
        });
        let ratio = other.as_secs_f64() / took.as_secs_f64();
        writeln!(out, "  g++ -std=c++20 -fsyntax-only: {other:?}, {ratio:.0} times as long")?;
    }
    Ok(())
}
