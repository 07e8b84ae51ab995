//! Analysis of GLSL: the typed program, or diagnostics.

use std::collections::BTreeSet;
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use uberc::diag::{self, Diagnostic, Sources};
use uberc::dialect::glsl::Glsl;
use uberc::dialect::{Language, LanguageSession, MacroFacts};
use uberc::ir::{Program, print};
use uberc::model::{LanguageVersion, SourceText, Stage};
use uberc::preprocess::{self, FileCache};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("glsl_analyse", case);
    trials.push(harness::trial("glsl_analyse::glslang_rejects_each_mistake", glslang_rejects_each_mistake));
    trials.push(harness::trial("glsl_analyse::damaged_programs_end", damaged_programs_end));
    trials.push(harness::trial("glsl_analyse::deep_programs_end", deep_programs_end));
    trials
}

const STAGES: [(&str, Stage); 5] = [
    ("main.vert", Stage::Vertex),
    ("main.frag", Stage::Pixel),
    ("main.comp", Stage::Compute),
    ("main.task", Stage::Amplification),
    ("main.mesh", Stage::Mesh),
];

/// The tokens of the only source, with GLSL's macros.
pub fn source_text(sources: &Sources, stage: Stage, name: &str) -> Result<(SourceText, Vec<Diagnostic>), String> {
    let file = sources.load(Path::new(name)).map_err(|error| format!("{error:?}"))?;
    let facts = MacroFacts {
        version: LanguageVersion::default(),
        profile: "",
        stage: Some(stage),
        is_spirv: true,
        is_fxc: false,
        native_16_bit: false,
    };
    let macros = Glsl.predefined_macros(&facts).into_iter();
    let defines: Vec<(String, String)> = macros.map(|(name, value)| (name.to_owned(), value)).collect();
    let request =
        preprocess::Request { defines: &defines, rules: Glsl.preprocessor(), ..preprocess::Request::new(file) };
    let (unit, found) = preprocess::preprocess(&request, &FileCache::default(), sources);
    Ok((SourceText::whole(unit.into()), found))
}

fn analyse(text: &SourceText, stage: Stage, session: &dyn LanguageSession) -> (Option<Program>, Vec<Diagnostic>) {
    session.analyse(text, stage, "main", LanguageVersion::default())
}

/// `main.vert`, `main.frag` or `main.comp` analysed twice, the second time from memory: the same answer, which is `expected.txt`.
fn case(folder: &Path) -> Result<(), Failed> {
    let found = STAGES.into_iter().find(|(name, _)| folder.join(name).is_file());
    let (name, stage) = found.ok_or("no `main.vert`, `main.frag` or `main.comp`")?;
    let text = std::fs::read_to_string(folder.join(name))?;
    let sources = Sources::in_memory([(name, text.as_bytes())]);
    let session = Glsl.open_session();
    let (source, of_text) = source_text(&sources, stage, name)?;
    let shown = || {
        let (program, found) = analyse(&source, stage, &*session);
        let mut all: Vec<Diagnostic> = of_text.iter().cloned().chain(found).collect();
        diag::sort(&mut all, &sources);
        harness::diagnostics(&all, &sources) + &program.map(|program| print(&program)).unwrap_or_default()
    };
    let first = shown();
    assert_eq!(first, shown(), "from memory it means something else");
    harness::golden(&folder.join("expected.txt"), &first)
}

/// Lines with this are mistakes to uberc alone; why stands behind it.
const OWN_RULE: &str = "// uberc: ";

/// Each line with an error of a case is one to glslang too, if the others are left out.
fn glslang_rejects_each_mistake() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/glsl_analyse");
    let (mut asked, mut problems) = (0, Vec::new());
    for entry in std::fs::read_dir(root)? {
        let folder = entry?.path();
        let Some((name, stage)) = STAGES.into_iter().find(|(name, _)| folder.join(name).is_file()) else { continue };
        let text = std::fs::read_to_string(folder.join(name))?;
        let expected = std::fs::read_to_string(folder.join("expected.txt"))?;
        let line_of = |line: &str| line.strip_prefix(name)?.strip_prefix(':')?.split_once(':')?.0.parse::<usize>().ok();
        let is_mistake = |line: &&str| line.contains(": error[") && !line.contains("[glsl/unsupported]");
        let told: BTreeSet<usize> = expected.lines().filter(is_mistake).filter_map(line_of).collect();
        let all: BTreeSet<usize> =
            expected.lines().filter(|line| line.contains(": error[")).filter_map(line_of).collect();
        let judged = match stage {
            Stage::Vertex => uberc_judge::batch::Stage::Vertex,
            Stage::Pixel => uberc_judge::batch::Stage::Pixel,
            _ => uberc_judge::batch::Stage::Compute,
        };
        let named = match stage {
            Stage::Amplification => Some("task"),
            Stage::Mesh => Some("mesh"),
            _ => None,
        };
        let lines: Vec<usize> = told
            .into_iter()
            .filter(|line| text.lines().nth(line - 1).is_some_and(|text| !text.contains(OWN_RULE)))
            .collect();
        asked += lines.len();
        let of_line = |line: usize, (at, text): (usize, &str)| {
            if at + 1 != line && all.contains(&(at + 1)) { "" } else { text }.to_owned()
        };
        let alone = |line: &usize| text.lines().enumerate().map(|at| of_line(*line, at)).collect::<Vec<_>>().join("\n");
        let texts: Vec<String> = lines.iter().map(alone).collect();
        let rejected = uberc_judge::glslang::rejects_glsl(&texts, judged, named)?;
        let taken = lines.into_iter().zip(rejected).filter(|(_, is_rejected)| !is_rejected);
        problems.extend(taken.map(|(line, _)| {
            let shown = text.lines().nth(line - 1).unwrap_or_default();
            format!("{}:{line}: glslang takes `{}`", folder.display(), shown.trim())
        }));
    }
    assert!(asked > 100, "{asked} mistakes");
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The sources of the cases and of the library, whose includes are left out.
fn programs() -> Result<Vec<(Stage, Vec<String>)>, Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root.join("tests/cases/glsl_analyse"))? {
        let folder = entry?.path();
        files.extend(STAGES.into_iter().map(|(name, stage)| (folder.join(name), stage)));
    }
    files.push((root.join("shaders/glsl/upscale.comp"), Stage::Compute));
    files.push((root.join("shaders/glsl/particles.comp"), Stage::Compute));
    files.push((root.join("shaders/glsl/mesh.glsl"), Stage::Pixel));
    files.sort();
    let mut programs = Vec::new();
    for (file, stage) in files.into_iter().filter(|(file, _)| file.is_file()) {
        let text = std::fs::read_to_string(file)?;
        let lines = text.lines().filter(|line| !line.starts_with("#include") && !line.starts_with("//"));
        let split = [' ', '\n', '(', ')', '{', '}', ';', '<', '>', ',', '.', '['];
        let text = lines.collect::<Vec<_>>().join("\n");
        programs.push((stage, text.split_inclusive(split).map(str::to_owned).collect()));
    }
    Ok(programs)
}

/// Words of right programs lost, doubled and exchanged: an answer each time, the same from memory as afresh.
fn damaged_programs_end() -> Result<(), Failed> {
    let programs = programs()?;
    assert!(programs.len() > 10, "there are sources to damage");
    let damage = (0..programs.len(), proptest::collection::vec((any::<Index>(), any::<Index>(), 0..4u8), 1..8));
    let cases = if harness::compares_everything() { 30_000 } else { 600 };
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let session = Glsl.open_session();
    runner
        .run(&damage, |(program, damage)| {
            let (stage, mut words) = programs[program].clone();
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
            let sources = Sources::in_memory([("main.frag", text.as_bytes())]);
            let (source, _) = source_text(&sources, stage, "main.frag").map_err(TestCaseError::fail)?;
            let shown = |session: &dyn LanguageSession| {
                let (program, mut found) = analyse(&source, stage, session);
                diag::sort(&mut found, &sources);
                let wrong = found.iter().any(Diagnostic::is_error);
                (wrong, program.map(|program| print(&program)), harness::diagnostics(&found, &sources))
            };
            let remembered = shown(&*session);
            if remembered.1.is_some() == remembered.0 {
                return Err(TestCaseError::fail(format!("a program and errors, or neither: {text}\n{}", remembered.2)));
            }
            let fresh = shown(&*Glsl.open_session());
            if remembered != fresh {
                let text = format!("{text}\nremembered:\n{remembered:?}\nfresh:\n{fresh:?}");
                return Err(TestCaseError::fail(text));
            }
            Ok(())
        })
        .map_err(|error| error.to_string().into())
}

/// Nesting and repetition that no program has.
fn deep_programs_end() -> Result<(), Failed> {
    let many = 5_000;
    let session = Glsl.open_session();
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("f(", ")"),
        ("x[", "]"),
        ("int(", ")"),
        ("1 + ", "1"),
        ("x ? 1 : ", "1"),
        ("x = ", "1"),
        ("{ ", "}"),
        ("if (true) ", ";"),
        ("for (;;) ", ";"),
        ("x.x", ""),
        ("vec4(", ")"),
        ("do ", "while (true);"),
        ("int[](", ")"),
        ("layout(", ")"),
    ] {
        for (head, tail) in [("void main() { int x = 1; x = ", "; }"), ("const int x = ", ";"), ("", "")] {
            let text = format!("int f(int a) {{ return a; }} {head}{}{}{tail}", open.repeat(many), close.repeat(many));
            let sources = Sources::in_memory([("main.frag", text.as_bytes())]);
            analyse(&source_text(&sources, Stage::Pixel, "main.frag")?.0, Stage::Pixel, &*session);
        }
    }
    for text in [
        "float a[16777216][16777216][2]; void main() { a[0][0][0] = 1.0; }",
        "struct A { vec4 x[4096]; }; struct B { A a[4096]; }; struct C { B b[4096]; }; C c; void main() { c.b[0].a[0].x[0] = vec4(1.0); }",
        "layout(location = 4294967295) out vec4 a[4]; void main() { a[3] = vec4(1.0); }",
        "layout(set = 4294967295, binding = 4294967295) uniform sampler2D a[4294967295]; layout(location = 0) out vec4 b; void main() { b = texture(a[1], vec2(0.0)); }",
        "layout(local_size_x = 4294967295, local_size_y = 4294967295) in; void main() {}",
    ] {
        let sources = Sources::in_memory([("main.frag", text.as_bytes())]);
        for stage in [Stage::Pixel, Stage::Compute] {
            analyse(&source_text(&sources, stage, "main.frag")?.0, stage, &*session);
        }
    }
    Ok(())
}
