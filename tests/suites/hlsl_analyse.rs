//! Analysis of HLSL: the typed program, or diagnostics.

use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use uberc::diag::{self, Diagnostic, Sources};
use uberc::dialect::hlsl::analyse::{Session, Version, analyse};
use uberc::ir::{Program, print};
use uberc::model::{Stage, Target};
use uberc::pipeline::{BuildContext, run_frontend};
use uberc::preprocess::{self, FileCache};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("hlsl_analyse", case);
    trials.push(harness::trial("hlsl_analyse::library_has_no_mistakes", library_has_no_mistakes));
    trials.push(harness::trial("hlsl_analyse::damaged_programs_end", damaged_programs_end));
    trials.push(harness::trial("hlsl_analyse::deep_programs_end", deep_programs_end));
    trials.push(harness::trial("hlsl_analyse::a_session_frees_its_templates", a_session_frees_its_templates));
    trials.push(harness::trial("hlsl_analyse::a_session_keeps_what_is_asked_for", a_session_keeps_what_is_asked_for));
    trials
}

/// The words behind `// name:` in a source.
fn setting<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(name)?.strip_prefix(": ")).map(str::trim)
}

fn run(text: &str, sources: &Sources, session: &Session) -> Result<(Option<Program>, Vec<Diagnostic>), Failed> {
    let stage = setting(text, "stage").unwrap_or("pixel");
    let entry = setting(text, "entry").unwrap_or("main");
    run_entry(text, (stage, entry), sources, session)
}

fn run_entry(
    text: &str,
    (stage, entry): (&str, &str),
    sources: &Sources,
    session: &Session,
) -> Result<(Option<Program>, Vec<Diagnostic>), Failed> {
    let stage = match stage {
        "vertex" => Stage::Vertex,
        "pixel" => Stage::Pixel,
        "compute" => Stage::Compute,
        "geometry" => Stage::Geometry,
        "amplification" => Stage::Amplification,
        "mesh" => Stage::Mesh,
        other => return Err(format!("unknown stage {other}").into()),
    };
    let version = match setting(text, "version") {
        None => Version::V2018,
        Some("2021") => Version::V2021,
        Some(other) => return Err(format!("unknown version {other}").into()),
    };
    Ok(analyse(&harness::source_text(sources)?, stage, entry, version, session))
}

/// A template holds its chunk, and the chunk's meanings the template: a session that ends, or forgets, frees both.
fn a_session_frees_its_templates() -> Result<(), Failed> {
    let text = "// version: 2021\ntemplate<typename T> struct S { T x; };\nfloat4 main() : SV_Target { S<float4> s; s.x = 1; return s.x; }";
    let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
    let session = Session::new();
    let (program, _) = run(text, &sources, &session)?;
    assert!(program.is_some());
    let unit = harness::source_text(&sources)?;
    let tokens = &unit.tokens.tokens;
    let end = tokens.iter().position(|token| token.token.text.as_str() == "}").ok_or("no template")? + 2;
    let before = session.hits().parsed.0;
    let chunk = Arc::downgrade(&session.syntax(&tokens.slice(0, end as u32), &Default::default()));
    assert_eq!(session.hits().parsed.0, before + 1, "the chunk is one that the analysis has made");
    assert!(chunk.upgrade().is_some());
    drop(session);
    assert!(chunk.upgrade().is_none(), "something holds the chunk still");
    Ok(())
}

/// After much work, a session forgets the trees that nothing has asked for since the last time; the others stay.
fn a_session_keeps_what_is_asked_for() -> Result<(), Failed> {
    const MUCH: u64 = u64::MAX / 4;
    let text = "float twice(float x) { return x * 2; }\nfloat4 main() : SV_Target { return twice(1); }";
    let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
    let session = Session::new();
    let missed = || -> Result<u64, Failed> {
        let (hits, all) = session.hits().parsed;
        assert!(run(text, &sources, &session)?.0.is_some());
        let (more_hits, more) = session.hits().parsed;
        Ok((more - all) - (more_hits - hits))
    };
    let of_all = missed()?;
    assert!(of_all > 0);
    for _ in 0..5 {
        session.keep(MUCH);
        assert_eq!(missed()?, 0, "it was asked for");
    }
    session.keep(MUCH);
    session.keep(MUCH);
    assert_eq!(missed()?, of_all, "nothing asked for it");
    Ok(())
}

/// The messages of each entry point of `// entries: mesh M, amplification A`.
fn entries(list: &str, text: &str, sources: &Sources, session: &Session) -> Result<String, Failed> {
    let mut shown = String::new();
    for one in list.split(", ") {
        let entry = one.split_once(' ').ok_or_else(|| format!("`{one}` is no stage and entry point"))?;
        let (program, mut found) = run_entry(text, entry, sources, session)?;
        diag::sort(&mut found, sources);
        let result = if program.is_some() { "a program" } else { "no program" };
        shown += &format!("{one}: {result}\n{}", harness::diagnostics(&found, sources));
    }
    Ok(shown)
}

/// `main.fx` analysed twice, the second time from memory: the same answer, which is `expected.txt`.
fn case(folder: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(folder.join("main.fx"))?;
    let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
    let session = Session::new();
    let shown = |(program, mut found): (Option<Program>, Vec<Diagnostic>)| {
        diag::sort(&mut found, &sources);
        harness::diagnostics(&found, &sources) + &program.map(|program| print(&program)).unwrap_or_default()
    };
    let answer = || match setting(&text, "entries") {
        Some(list) => entries(list, &text, &sources, &session),
        None => run(&text, &sources, &session).map(shown),
    };
    let (first, again) = (answer()?, answer()?);
    assert_eq!(first, again, "from memory it means something else");
    harness::golden(&folder.join("expected.txt"), &first)
}

/// Every variant of the shader library has a typed tree, and no warning; equal items are analysed once.
fn library_has_no_mistakes() -> Result<(), Failed> {
    let (context, _) = BuildContext::open(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders")]);
    let known = run_frontend(&context, &[Target::Spirv]);
    let session = Session::new();
    let mut variants = 0;
    for shader in &known.shaders {
        for variant in &shader.variants.variants {
            let source = &shader.variants.sources[variant.source as usize];
            let (program, found) = analyse(source, variant.stage, &variant.entry_point, Version::default(), &session);
            assert!(found.is_empty(), "{}", harness::diagnostics(&found, &context.sources));
            let program = program.ok_or("no program and no message")?;
            for instance in program.items.values() {
                assert!(instance.tokens.iter().all(|token| (*token as usize) < source.tokens.tokens.len()));
            }
            variants += 1;
        }
    }
    assert!(variants > 100, "only {variants} variants");
    let (hits, all) = session.hits().analysed;
    assert!(hits * 10 > all * 9, "of {all} items only {hits} were known");
    Ok(())
}

/// The programs of the cases and some of the library in words, some of them missing, doubled or exchanged: an
/// answer, no panic, and the same with a memory full of programs that are nearly the same.
fn damaged_programs_end() -> Result<(), Failed> {
    let mut programs: Vec<Vec<String>> = Vec::new();
    let mut folders: Vec<_> = std::fs::read_dir(harness::suite_dir("hlsl_analyse"))?.collect::<Result<_, _>>()?;
    folders.sort_by_key(|folder| folder.path());
    for folder in folders {
        let text = std::fs::read_to_string(folder.path().join("main.fx"))?;
        let split = [' ', '\n', '(', ')', '{', '}', ';', '<', '>', ',', '.', '['];
        programs.push(text.split_inclusive(split).map(str::to_owned).collect());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let library = Sources::new(&root);
    for name in ["particles.fx", "light_cull.fx", "tonemap.fx", "ssao.fx"] {
        let file = library.load(Path::new(name)).map_err(|error| format!("{error:?}"))?;
        let folders = ["include".into()];
        let request = preprocess::Request { include_paths: &folders, ..preprocess::Request::new(file) };
        let (unit, _) = preprocess::preprocess(&request, &FileCache::default(), &library);
        programs.push(unit.tokens.iter().map(|token| format!("{} ", token.token.text)).collect());
    }
    let damage = (0..programs.len(), proptest::collection::vec((any::<Index>(), any::<Index>(), 0..4u8), 1..8));
    let mut runner = TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() });
    let session = Session::new();
    runner
        .run(&damage, |(program, damage)| {
            let mut words = programs[program].clone();
            for (at, other, kind) in damage {
                let (at, other) = (at.index(words.len()), other.index(words.len()));
                match kind {
                    0 => words[at].clear(),
                    1 => words[at] = words[at].repeat(2),
                    2 => words.swap(at, other),
                    _ => words[at] = words[other].clone(),
                }
            }
            let text = words.concat();
            let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
            let Ok(source) = harness::source_text(&sources) else { return Ok(()) };
            for version in [Version::V2018, Version::V2021] {
                let shown = |session: &Session| {
                    let (program, mut found) = analyse(&source, Stage::Pixel, "main", version, session);
                    diag::sort(&mut found, &sources);
                    let wrong = found.iter().any(Diagnostic::is_error);
                    (wrong, program.map(|program| print(&program)), harness::diagnostics(&found, &sources))
                };
                let (wrong, program, found) = shown(&session);
                if program.is_some() == wrong {
                    return Err(TestCaseError::fail(format!("a program and errors, or neither: {text}")));
                }
                // What is remembered of other programs, most of them nearly the same, changes nothing.
                let fresh = shown(&Session::new());
                let (remembered, found) = ((wrong, program, found), |one: &(bool, Option<String>, String)| {
                    format!("{}{}", one.2, one.1.as_deref().unwrap_or(""))
                });
                if remembered != fresh {
                    let (remembered, fresh) = (found(&remembered), found(&fresh));
                    let text = format!("{text}\nremembered:\n{remembered}\nfresh:\n{fresh}");
                    return Err(TestCaseError::fail(text));
                }
            }
            Ok(())
        })
        .map_err(|error| error.to_string().into())
}

/// Nesting and repetition that no program has.
fn deep_programs_end() -> Result<(), Failed> {
    let many = 5_000;
    let session = Session::new();
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("f(", ")"),
        ("x[", "]"),
        ("(int)", ""),
        ("1 + ", "1"),
        ("x ? 1 : ", "1"),
        ("x = ", "1"),
        ("{ ", "}"),
        ("if (x) ", ";"),
        ("for (;;) ", ";"),
        ("x.x", ""),
        ("float4(", ")"),
        ("do ", "while (1);"),
    ] {
        for (head, tail) in [("float4 main(int x : A) : SV_Target { ", "; }"), ("static int x = ", ";"), ("", "")] {
            let text = format!("int f(int a) {{ return a; }} {head}{}{}{tail}", open.repeat(many), close.repeat(many));
            let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
            analyse(&harness::source_text(&sources)?, Stage::Pixel, "main", Version::V2018, &session);
        }
    }
    // Templates that make themselves without end, arrays of arrays, structures that double.
    for text in [
        "template<typename T> struct S { T t; }; template<typename T> int f(T t) { S<T> s; return f(s); } int main() { return f(1); }",
        "template<int N> int f(int x) { return f<N + 1>(x); } int main() { return f<0>(1); }",
        "template<int N> struct S { S<N + 1> next; }; int main() { S<0> s; return 1; }",
        "static float a[16777216][16777216][2] = { 1 }; int main() { return 1; }",
        "struct A { float4 x[4096]; }; struct B { A a[4096]; }; struct C { B b[4096]; }; int main() { C c = (C)0; B b = (B)c; return 1; }",
    ] {
        let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
        analyse(&harness::source_text(&sources)?, Stage::Pixel, "main", Version::V2021, &session);
    }
    let mut doubled = String::from("struct S0 { float x; };");
    for at in 1..64 {
        doubled += &format!("struct S{at} {{ S{} a; S{} b; }};", at - 1, at - 1);
    }
    doubled += "float main() { S63 s = (S63)0; S62 t = (S62)s; return 1; }";
    let sources = Sources::in_memory([("main.fx", doubled.as_bytes())]);
    analyse(&harness::source_text(&sources)?, Stage::Pixel, "main", Version::V2021, &session);
    Ok(())
}
