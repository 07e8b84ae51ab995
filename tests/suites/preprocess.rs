//! The preprocessor: cases with golden output, a corpus and generated programs compared with GNU cpp token by token, and
//! properties.
//!
//! A case is a folder with `main.fx`, the files it includes, and `expected.txt`. `request.txt` may hold lines
//! `define NAME VALUE`, `technique NAME VALUE`, `watch NAME`, `path FOLDER`, `depth N`, `tokens N`, `table`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestError, TestRunner};
use uberc::atom::Atom;
use uberc::diag::{Diagnostic, Sources};
use uberc::lexer::lex_text;
use uberc::model::{BuiltinMacro, Preprocessed, PreprocessorRules, TokenFlags};
use uberc::preprocess::{FileCache, Request, preprocess};

use crate::harness;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("preprocess", case);
    for file in corpus() {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        trials.push(harness::needs(
            "cpp",
            harness::trial(format!("preprocess::same_as_cpp::{name}"), move || same_as_cpp(&file)),
        ));
    }
    trials.push(harness::needs("cpp", harness::trial("preprocess::generated_programs_expand_as_cpp_does", generated)));
    trials.push(harness::needs("cpp", harness::trial("preprocess::generated_conditions_hold_as_cpp_says", conditions)));
    trials.push(harness::trial("preprocess::any_bytes_end_without_a_panic", any_bytes));
    trials.push(harness::trial("preprocess::consulted_names_decide_the_tokens", consulted_decides));
    trials.push(harness::trial("preprocess::multiplying_macros_stop_at_the_limit", multiplying));
    trials.push(harness::trial("preprocess::threads_share_one_cache_and_agree", threads));
    trials
}

/// The tokens as text, a logical line a line.
fn text_of(unit: &Preprocessed) -> String {
    let mut out = String::new();
    for token in unit.tokens.iter() {
        let flags = token.token.flags;
        if flags.has(TokenFlags::LINE_START) {
            if !out.is_empty() {
                out.push('\n');
            }
        } else if flags.has(TokenFlags::SPACE_BEFORE) {
            out.push(' ');
        }
        out.push_str(&token.token.text);
    }
    out.push('\n');
    out
}

fn spellings(text: &str) -> Vec<String> {
    lex_text(text).iter().map(|token| token.text.to_string()).collect()
}

fn run_text(text: &str) -> (Preprocessed, Vec<Diagnostic>, Sources) {
    run_limited(text, 4_000_000)
}

fn run_limited(text: &str, tokens: u32) -> (Preprocessed, Vec<Diagnostic>, Sources) {
    let sources = Sources::in_memory([("main.fx", text)]);
    let file = sources.load(Path::new("main.fx")).expect("it is in memory");
    let mut request = Request::new(file);
    request.limits.tokens = tokens;
    let (unit, diagnostics) = preprocess(&request, &FileCache::new(), &sources);
    (unit, diagnostics, sources)
}

/// A language that has the opposite of C's rule wherever it can choose.
static OTHER_RULES: PreprocessorRules = PreprocessorRules {
    version_directives: true,
    numbered_files: true,
    builtin_macros: &[
        ("__LINE__", BuiltinMacro::Line),
        ("__FILE__", BuiltinMacro::FileNumber),
        ("__VERSION__", BuiltinMacro::Version { default: 110 }),
    ],
    defines_once: true,
    reserved_macros: Some("OTHER_"),
    frees_macros: None,
    stringifies: false,
    pastes: false,
    legacy_expansion: false,
    expands_defined: false,
    unknown_names_are_zero: false,
    profile: None,
    true_is_one: false,
};

fn case(folder: &Path) -> Result<(), Failed> {
    let sources = Sources::new(folder);
    let (mut defines, mut technique, mut watch, mut paths, mut table) = (vec![], vec![], vec![], vec![], false);
    let mut request = Request::new(sources.load(Path::new("main.fx")).map_err(|error| format!("main.fx: {error:?}"))?);
    let settings = folder.join("request.txt");
    let settings = if settings.exists() { std::fs::read_to_string(settings)? } else { String::new() };
    for line in settings.lines() {
        let mut words = line.splitn(3, ' ');
        let (verb, first) = (words.next().unwrap_or(""), words.next().unwrap_or("").to_owned());
        let second = words.next().unwrap_or("").to_owned();
        match verb {
            "define" => defines.push((first, second)),
            "technique" => technique.push((first, second)),
            "watch" => watch.push(Atom::from(&first)),
            "path" => paths.push(PathBuf::from(first)),
            "depth" => request.limits.include_depth = first.parse()?,
            "tokens" => request.limits.tokens = first.parse()?,
            "table" => table = true,
            "other-rules" => request.rules = &OTHER_RULES,
            "legacy-macro-expansion" => request.legacy_macro_expansion = true,
            other => return Err(format!("request.txt: unknown word `{other}`").into()),
        }
    }
    request.defines = &defines;
    request.technique_defines = &technique;
    request.watch = &watch;
    request.include_paths = &paths;
    request.macro_table = table;
    let (unit, diagnostics) = preprocess(&request, &FileCache::new(), &sources);
    let mut actual = text_of(&unit);
    if !diagnostics.is_empty() {
        write!(actual, "--- diagnostics\n{}", harness::diagnostics(&diagnostics, &sources))?;
    }
    if let Some(version) = unit.version {
        let at = unit.tokens[version.token as usize].token.text;
        let profile = version.profile.map_or("without a profile", |profile| profile.as_str());
        writeln!(actual, "--- version\n{} {profile} at `{at}` first {}", version.number, version.is_first)?;
    }
    for extension in &unit.extensions {
        let at = unit.tokens[extension.token as usize].token.text;
        let (name, behaviour, after) = (extension.name, extension.behaviour, extension.after_code);
        writeln!(actual, "extension {name} {behaviour:?} at `{at}` after code {after}")?;
    }
    let files: Vec<String> = unit.files.iter().map(|file| sources.get(*file).name.to_string()).collect();
    if files.len() > 1 || !unit.missing.is_empty() {
        let missing: Vec<String> = unit.missing.iter().map(|path| path.display().to_string()).collect();
        write!(actual, "--- files\nread {}\nmissing {}\n", files.join(" "), missing.join(" "))?;
    }
    if !watch.is_empty() {
        let names: Vec<&str> = unit.consulted.iter().map(|consulted| consulted.name.as_str()).collect();
        writeln!(actual, "--- consulted\n{}", names.join(" "))?;
    }
    if table {
        actual += "--- macros\n";
        for (name, entry) in &unit.macros {
            let kind = if entry.function_like { "()" } else { "" };
            let place = entry.defined.map_or("handed in".to_owned(), |span| {
                let file = sources.get(span.file);
                format!("{}:{}", file.name, file.position(span.start).line)
            });
            writeln!(actual, "{name}{kind} = [{}] {place}", entry.expanded)?;
        }
    }
    harness::golden(&folder.join("expected.txt"), &actual)
}

fn corpus_dir() -> PathBuf {
    harness::suite_dir("preprocess_corpus")
}

fn corpus() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus_dir())
        .expect("the corpus is there")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 10, "the corpus has shrunk");
    files
}

/// What `cpp -P` makes of a file of the corpus, or of standard input.
fn cpp(file: Option<&str>, input: &str) -> Result<(String, String, bool), Failed> {
    let mut child = Command::new("cpp")
        .args(["-P", "-undef", "-nostdinc", "-w", "-Iinclude"])
        .arg(file.unwrap_or("-"))
        .current_dir(corpus_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    use std::io::Write as _;
    child.stdin.take().expect("it was asked for").write_all(input.as_bytes())?;
    let output = child.wait_with_output()?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok((text(output.stdout), text(output.stderr), output.status.success()))
}

fn same_as_cpp(file: &Path) -> Result<(), Failed> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (expected, errors, fine) = cpp(Some(&name), "")?;
    if !fine {
        return Err(format!("cpp rejects {name}:\n{errors}").into());
    }
    let sources = Sources::new(corpus_dir());
    let mut request = Request::new(sources.load(Path::new(&name)).map_err(|error| format!("{error:?}"))?);
    let paths = [PathBuf::from("include")];
    request.include_paths = &paths;
    let (unit, diagnostics) = preprocess(&request, &FileCache::new(), &sources);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(harness::diagnostics(&diagnostics, &sources).into());
    }
    compare(&expected, &unit)
}

/// Compares spellings; and that our own text reads back as the tokens it was made from.
fn compare(expected: &str, unit: &Preprocessed) -> Result<(), Failed> {
    let actual: Vec<String> = unit.tokens.iter().map(|token| token.token.text.to_string()).collect();
    harness::same("the tokens", &spellings(expected).join("\n"), &actual.join("\n"))?;
    harness::same("the text read back", &actual.join("\n"), &spellings(&text_of(unit)).join("\n"))
}

fn check<S: Strategy>(
    cases: u32,
    strategy: &S,
    test: impl Fn(S::Value) -> Result<(), TestCaseError>,
) -> Result<(), Failed> {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(strategy, test).map_err(|error| match error {
        TestError::Fail(reason, value) => Failed::from(format!("{reason}\nwith {value:#?}")),
        TestError::Abort(reason) => Failed::from(format!("gave up: {reason}")),
    })
}

const NAMES: [&str; 6] = ["f", "g", "h", "a", "b", "c"];

/// A word of a replacement list or of text.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(NAMES.to_vec()).prop_map(str::to_owned),
        3 => prop::sample::select(vec!["x", "y", "1", "2", "+", "-", "\"s\\n\"", "'c'"]).prop_map(str::to_owned),
        2 => prop::sample::select(vec!["(", ")", ","]).prop_map(str::to_owned),
        4 => prop::sample::select(vec!["f(x)", "g(a,b)", "h()", "f (f)(g)", "g(f,f(y))", "f((a,b))", "f(g", "h(1,2,3)"])
            .prop_map(str::to_owned),
    ]
}

/// Words with or without spaces between.
fn words(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec((word(), prop::bool::weighted(0.7)), 0..most).prop_map(|words| {
        words.into_iter().fold(String::new(), |text, (word, space)| {
            if space || text.ends_with(|last: char| last.is_alphanumeric()) { text + " " + &word } else { text + &word }
        })
    })
}

/// A program of object-like, function-like and variadic macros, and text that uses them.
fn program() -> impl Strategy<Value = String> {
    let body = || {
        prop::collection::vec(
            prop_oneof![
                5 => words(4),
                2 => prop::sample::select(vec![" #x", " x##y", " x ## 1", " a##x", " x y", " (x)", "x##y##x", " #y "]).prop_map(str::to_owned),
            ],
            0..4,
        )
        .prop_map(|parts| parts.concat())
    };
    let variadic = prop::collection::vec(
        prop_oneof![
            words(3),
            prop::sample::select(vec![
                " __VA_ARGS__",
                " #__VA_ARGS__",
                " , ##__VA_ARGS__",
                " __VA_OPT__(x,)",
                " x __VA_OPT__(__VA_ARGS__ y) ",
                " x##__VA_OPT__(1 2)",
                " __VA_OPT__(a)##x ",
            ])
            .prop_map(str::to_owned),
        ],
        0..4,
    )
    .prop_map(|parts| parts.concat());
    (body(), body(), variadic, words(5), words(5), words(4), prop::collection::vec(words(7), 1..5)).prop_map(
        |(f, g, h, a, b, c, text)| {
            // A single `#` in an object-like macro is plain text; `x` and `y` there are plain names.
            format!(
                "#define f(x) {}\n#define g(x, y) {g}\n#define h(x, ...) {}\n#define a {a}\n#define b {b}\n#define c {c}\n{}\n",
                f.replace('y', "x"),
                h.replace('y', "x"),
                text.join("\n")
            )
        },
    )
}

fn generated() -> Result<(), Failed> {
    let agreed = std::cell::Cell::new(0);
    check(500, &program(), |program| {
        let (expected, _, fine) = cpp(None, &program).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        let (unit, diagnostics, sources) = run_text(&program);
        let failed = diagnostics.iter().any(Diagnostic::is_error);
        prop_assert_eq!(!fine, failed, "errors: {}", harness::diagnostics(&diagnostics, &sources));
        if fine {
            agreed.set(agreed.get() + 1);
            compare(&expected, &unit).map_err(|error| TestCaseError::fail(error.message().unwrap_or("").to_owned()))?;
        }
        Ok(())
    })?;
    // Most programs have an error; enough programs must have none.
    if agreed.get() < 50 { Err(format!("only {} programs were right", agreed.get()).into()) } else { Ok(()) }
}

fn conditions() -> Result<(), Failed> {
    let number = prop::sample::select(vec![
        "0",
        "1",
        "2",
        "3u",
        "-1",
        "0x10",
        "010",
        "'a'",
        "'\\n'",
        "'ab'",
        "0xFFFFFFFFFFFFFFFF",
        "9223372036854775807",
        "X",
        "F(2)",
        "defined X",
        "defined(nothing)",
        "nothing",
        "-9223372036854775807-1",
        "63",
        "64",
        "0b101",
    ])
    .prop_map(str::to_owned);
    let expression = number.prop_recursive(5, 40, 3, |inner| {
        let operator = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||",
        ]);
        prop_oneof![
            (inner.clone(), operator, inner.clone())
                .prop_map(|(left, operator, right)| format!("{left} {operator} {right}")),
            inner.clone().prop_map(|inner| format!("({inner})")),
            (prop::sample::select(vec!["!", "~", "- ", "+ "]), inner.clone())
                .prop_map(|(sign, inner)| format!("{sign}{inner}")),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
        ]
    });
    // Many in one run of cpp; a wrong one would hide the others' output in none of the programs.
    check(100, &prop::collection::vec(expression, 8), |expressions| {
        let mut program = "#define X 5\n#define F(x) (x*x)\n".to_owned();
        for (at, expression) in expressions.iter().enumerate() {
            program += &format!("#if {expression}\nyes {at}\n#else\nno {at}\n#endif\n");
        }
        let (expected, errors, _) = cpp(None, &program).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        let (unit, diagnostics, _) = run_text(&program);
        let wrong = errors.lines().filter(|line| line.contains("error:")).count();
        prop_assert_eq!(wrong, diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count(), "{}", errors);
        compare(&expected, &unit).map_err(|error| TestCaseError::fail(error.message().unwrap_or("").to_owned()))
    })
}

fn any_bytes() -> Result<(), Failed> {
    let piece = prop::sample::select(vec![
        "#define ",
        "#undef ",
        "#if ",
        "#ifdef ",
        "#ifndef ",
        "#elif ",
        "#elifdef ",
        "#else",
        "#endif",
        "#include ",
        "#line ",
        "#pragma ",
        "#error ",
        "\n",
        "\n#",
        "\\\n",
        " ",
        "f",
        "f(",
        "(",
        ")",
        ",",
        "...",
        "##",
        "#",
        "__VA_ARGS__",
        "__VA_OPT__(",
        "\"",
        "'",
        "/*",
        "*/",
        "//",
        "<",
        ">",
        "main.fx",
        "\"main.fx\"",
        "defined",
        "__has_include(",
        "1",
        "0x",
        "?",
        ":",
        "&&",
        "/",
        "_Pragma(\"once\")",
        "__LINE__",
        "__COUNTER__",
        "__FILE__",
        "\r\n",
        "\u{FFFD}",
        "é",
        "once",
        "-1",
        "~",
        "!",
    ]);
    let soup = prop::collection::vec(piece, 0..120).prop_map(|pieces| pieces.concat().into_bytes());
    let bytes = prop_oneof![soup, prop::collection::vec(any::<u8>(), 0..300)];
    check(2000, &bytes, |bytes| {
        let sources = Sources::in_memory([("main.fx", bytes)]);
        let file = sources.load(Path::new("main.fx")).expect("it is in memory");
        let mut request = Request::new(file);
        request.limits.tokens = 20_000;
        request.limits.include_depth = 20;
        request.macro_table = true;
        let (unit, diagnostics) = preprocess(&request, &FileCache::new(), &sources);
        // Every place can be shown.
        for token in unit.tokens.iter() {
            let (span, _) = unit.place(token);
            prop_assert!(span.end as usize <= sources.get(span.file).text.len());
        }
        harness::diagnostics(&diagnostics, &sources);
        for diagnostic in &diagnostics {
            uberc::diag::render(diagnostic, &sources, uberc::diag::Style::Plain);
        }
        Ok(())
    })
}

/// Defines of these names; without a value there is none.
pub fn named_defines(names: &[&str], values: &[Option<&str>]) -> Vec<(String, String)> {
    let pairs = names.iter().zip(values);
    pairs.filter_map(|(name, value)| Some(((*name).to_owned(), (*value)?.to_owned()))).collect()
}

/// Two sets of technique defines that agree on the names the first run consulted give the same tokens.
fn consulted_decides() -> Result<(), Failed> {
    const WATCHED: [&str; 5] = ["A", "B", "C", "D", "E"];
    let line = prop::sample::select(vec![
        "#if A",
        "#if A && B",
        "#ifdef C",
        "#if defined(D) && defined(E)",
        "#if defined A || defined B",
        "#else",
        "#endif",
        "#elif C",
        "#elifdef E",
        "#undef A",
        "#undef D",
        "#define B 7",
        "#define F(x) x A",
        "#define G(x) #x x##1",
        "text A",
        "F(B)",
        "G(C)",
        "E",
        "F(D) G(D)",
        "#ifndef D",
        "#if 0 && defined(E)",
        "#if 1 || defined(C)",
        "#define H E C",
        "H",
        "plain",
    ]);
    let program = prop::collection::vec(line, 1..25).prop_map(|lines| lines.join("\n"));
    let value = || prop::option::of(prop::sample::select(vec!["0", "1", "", "B", "x y"]));
    let set = || prop::collection::vec(value(), 5);
    let shared = std::cell::Cell::new(0);
    check(3000, &(program, set(), set()), |(program, first, second)| {
        let sources = Sources::in_memory([("main.fx", program)]);
        let file = sources.load(Path::new("main.fx")).expect("it is in memory");
        let cache = FileCache::new();
        let watch: Vec<Atom> = WATCHED.iter().map(|name| Atom::from(name)).collect();
        let run = |set: &[Option<&str>]| {
            let technique = named_defines(&WATCHED, set);
            let mut request = Request::new(file.clone());
            request.technique_defines = &technique;
            request.watch = &watch;
            let (unit, diagnostics) = preprocess(&request, &cache, &sources);
            let codes: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
            (text_of(&unit), codes, unit.consulted)
        };
        let one = run(&first);
        let mut merged = second.clone();
        for (at, name) in WATCHED.iter().enumerate() {
            if one.2.iter().any(|consulted| consulted.name == *name) {
                merged[at] = first[at];
            }
        }
        if merged != first {
            shared.set(shared.get() + 1);
        }
        prop_assert_eq!(run(&merged), one);
        Ok(())
    })?;
    if shared.get() < 300 { Err(format!("only {} pairs differed", shared.get()).into()) } else { Ok(()) }
}

fn multiplying() -> Result<(), Failed> {
    const LIMIT: u32 = 200_000;
    // 2^60 tokens, then 2^60 expansions to nothing, then a file that includes itself twice.
    let mut doubling = String::new();
    let mut nothing = "#define N0\n".to_owned();
    for level in 1..=60 {
        doubling += &format!("#define M{level} M{0} M{0}\n", level - 1);
        nothing += &format!("#define N{level} N{0} N{0}\n", level - 1);
    }
    let twice = "#include \"main.fx\"\n#include \"main.fx\"\n";
    for (program, code) in [
        (doubling + "M60", "preprocess/too-large"),
        (nothing + "N60", "preprocess/too-large"),
        ("#define D(x) x x\n".to_owned() + &"D(".repeat(60) + "y" + &")".repeat(60), "preprocess/too-large"),
        (twice.to_owned(), "preprocess/too-large"),
        ("#define D(x) x\n".to_owned() + &"D(".repeat(100_000), "preprocess/unterminated-invocation"),
        ("#define D(x) x\n".to_owned() + &"D(".repeat(300) + &")".repeat(300), "preprocess/expansion-depth"),
        ("#if ".to_owned() + &"(".repeat(100_000), "preprocess/bad-condition"),
        ("#if ".to_owned() + &"!".repeat(100_000) + "0", ""),
    ] {
        let (unit, diagnostics, _) = run_limited(&program, LIMIT);
        let found = code.is_empty() || diagnostics.iter().any(|diagnostic| diagnostic.code == code);
        if !found {
            return Err(format!("{code} is missing for {:.60}: {diagnostics:#?}", program).into());
        }
        if diagnostics.len() > 10 || unit.tokens.len() > LIMIT as usize + 1 {
            return Err(format!("{} diagnostics, {} tokens", diagnostics.len(), unit.tokens.len()).into());
        }
    }
    Ok(())
}

fn threads() -> Result<(), Failed> {
    let header: String = (0..500).map(|at| format!("#define M{at}(x) x + {at}\nM{at}(a)\n")).collect();
    let sources = Sources::in_memory([
        ("lib.fxh", header.clone()),
        ("main.fx", "#include \"lib.fxh\"\n#include \"lib.fxh\"\nM7(1)\n".to_owned()),
    ]);
    let cache = FileCache::new();
    let file = sources.load(Path::new("main.fx")).map_err(|error| format!("{error:?}"))?;
    let texts: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| text_of(&preprocess(&Request::new(file.clone()), &cache, &sources).0)))
            .collect();
        runs.into_iter().map(|run| run.join().expect("no run panics")).collect()
    });
    for text in &texts {
        harness::same("another thread's text", &texts[0], text)?;
    }
    harness::same("the last line", "1 + 7", texts[0].lines().last().unwrap_or(""))
}
