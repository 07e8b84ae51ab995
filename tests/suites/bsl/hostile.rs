//! Programs that are made to take long: each is bounded, and one clear message says so.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use uberc::diag::Sources;
use uberc::dialect::bsl::{Options, translate};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("bsl::hostile_programs_are_bounded", bounded),
        harness::trial("bsl::changed_files_of_the_library_end", changed_files),
    ]
}

fn main_of(body: &str) -> String {
    format!("[[compute, local_size(1)]] void main_cs()\n{{\n{body}\n}}\n")
}

/// Structures and functions that each use the one before twice.
fn doubled(first: &str, each: impl Fn(usize) -> String, count: usize) -> String {
    let mut text = format!("{first}\n");
    for at in 1..count {
        text += &each(at);
        text.push('\n');
    }
    text
}

/// Each program with its name.
fn programs() -> Vec<(&'static str, String)> {
    let deep = |open: &str, inside: &str, close: &str, count: usize| {
        main_of(&format!("int x = {}{inside}{};", open.repeat(count), close.repeat(count)))
    };
    let types = doubled("struct S0 { float x; };", |at| format!("struct S{at} {{ S{0} a; S{0} b; }};", at - 1), 60);
    let calls = doubled(
        "float f0(float x) { return x; }",
        |at| format!("float f{at}(float x) {{ return f{0}(x) + f{0}(x); }}", at - 1),
        200,
    );
    let templates = doubled(
        "template<int n> int t0() { return n; }\ntemplate int t0<1>();",
        |at| format!("template<int n> int t{at}() {{ return t{0}<n>(); }}\ntemplate int t{at}<1>();", at - 1),
        200,
    );
    let loops = (0..6)
        .fold(String::new(), |text, at| text + &format!("for (int i{at} = 0; i{at} < 64; i{at}++) [[unroll]] {{ "));
    let name = "n".repeat(60_000);
    vec![
        ("brackets", deep("(", "1", ")", 100_000)),
        ("signs", deep("- ", "1", "", 100_000)),
        ("sums", deep("1 + ", "1", "", 100_000)),
        ("choices", deep("true ? ", "1", " : 0", 20_000)),
        ("blocks", main_of(&format!("{}{}", "{".repeat(100_000), "}".repeat(100_000)))),
        ("lists", deep("{", "1", "}", 100_000)),
        ("namespaces", "namespace a { ".repeat(50_000)),
        ("arguments of templates", format!("A{} x;", "<A".repeat(50_000))),
        ("attributes", format!("{} int x;", "[[maybe_unused]]".repeat(50_000))),
        ("arrays", main_of("float x[2000000000]; x[0] = 1.0f;")),
        ("zeroes", format!("struct S {{ float a[60000][60000]; }};\n{}", main_of("S s = S{};"))),
        ("types", format!("{types}{}", main_of("S59 s = S59{};"))),
        ("calls", format!("{calls}{}", main_of("f199(1.0f);"))),
        ("instances", format!("{templates}{}", main_of("t199<1>();"))),
        ("copies", main_of(&format!("int x = 0; {loops} x += 1; {}", "}".repeat(6)))),
        ("names", main_of(&format!("int {name} = 1; {name} += 1;"))),
        ("names of functions", doubled("", |at| format!("float f(float x, S{at} y);"), 2000)),
    ]
}

/// What an unoptimised build may take on a machine that does other work as well.
const PATIENCE: Duration = Duration::from_secs(20);

/// What each program is told, in `tests/cases/bsl_hostile`: most of them one thing.
fn bounded() -> Result<(), Failed> {
    // A test's own thread has a small stack, and unoptimised code takes much of it.
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(told)?;
    let said = thread.join().map_err(|_| "a panic")??;
    harness::golden(&harness::suite_dir("bsl_hostile").join("expected.txt"), &said)
}

/// Bytes of a stack, as uberc's own threads have.
const STACK: usize = 64 << 20;

fn told() -> Result<String, String> {
    let mut said = String::new();
    let mut slow = Vec::new();
    for (name, text) in programs() {
        let sources = Sources::in_memory([("main.bsl", text.into_bytes())]);
        let root = sources.load(Path::new("main.bsl")).map_err(|error| format!("{error:?}"))?;
        let start = Instant::now();
        let translation = translate(&root, &sources, &[], &Options::default());
        let took = start.elapsed();
        if took > PATIENCE {
            slow.push(format!("{name}: {took:?}"));
        }
        let found = &translation.diagnostics;
        said += &format!("{name}: {} in all\n", found.len());
        for problem in found.iter().take(3) {
            let message: String = problem.message.chars().take(120).collect();
            said += &format!("    {} {message}\n", problem.code);
        }
    }
    if slow.is_empty() { Ok(said) } else { Err(slow.join("\n")) }
}

/// Words lost, doubled and exchanged in files of the library. The numbers are the same in each run; `UBERC_ROUNDS` are more.
fn changed_files() -> Result<(), Failed> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/bsl");
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    for folder in [library.clone(), library.join("include")] {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "bsl") {
                files.push((path.file_name().map(PathBuf::from).unwrap_or_default(), std::fs::read_to_string(&path)?));
            }
        }
    }
    files.sort();
    let rounds: usize = std::env::var("UBERC_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let mut random = harness::Random::new(0x9e37_79b9_7f4a_7c15);
    for _ in 0..rounds {
        let changed = random.below(files.len());
        let mut text = harness::damaged(&files[changed].1, &mut random);
        if random.below(4) == 0 {
            let mut end = random.below(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
        }
        let all = files.iter().enumerate().map(|(at, (name, own))| {
            (name.clone(), if at == changed { text.clone() } else { own.clone() }.into_bytes())
        });
        let sources = Sources::in_memory(all.collect::<Vec<_>>());
        for root in ["ribbon.bsl", "surface.bsl", "blur.bsl"] {
            let root = sources.load(Path::new(root)).map_err(|error| format!("{error:?}"))?;
            let options = Options { tests: true, assertions: true, ..Options::default() };
            let start = Instant::now();
            let translation = translate(&root, &sources, &[], &options);
            assert!(start.elapsed() < PATIENCE, "{}:\n{text}", files[changed].0.display());
            for problem in &translation.diagnostics {
                assert!(problem.primary.is_some(), "{problem:?}");
            }
        }
    }
    Ok(())
}
