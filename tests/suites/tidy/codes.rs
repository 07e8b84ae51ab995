//! The codes of diagnostics, and the tests that show them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::Failed;

use super::tokens;

/// Codes that no test provokes, each with the reason.
const NOT_PROVOKED: [(&str, &str); 13] = [
    ("compile/no-result", "every compiler gives a result or a message"),
    ("compile/no-temporary-folder", "the tests may run as root, who can write everywhere"),
    ("compile/slang", "slangc accepts what the front end accepts"),
    ("compile/spirv", "every compiler writes SPIR-V that can be read"),
    ("compile/spirv-opt", "spirv-opt takes all valid SPIR-V"),
    ("compile/spirv-val", "every compiler writes valid SPIR-V"),
    ("explore/too-many-bits", "callers leave such shaders out before"),
    ("hlsl/nesting", "the parser reads fewer tokens of template arguments"),
    ("lookup/bad-key", "a new reason of the reader, which is not exhaustive for other crates"),
    ("mx/limit", "it takes a document of a hundred thousand nodes"),
    ("pack/limit", "it takes an archive of gigabytes"),
    ("pack/too-many-cubes", "the limit of exploration is reached before"),
    ("verify/no-folded-variant", "folding loses no variant"),
];

/// Every code that `src` names stands in a case or in a suite: the message was seen once.
pub fn every_code(sources: &BTreeMap<String, String>, root: &Path) -> Result<(), Failed> {
    let codes = codes(sources);
    assert!(codes.len() > 150, "{} codes", codes.len());
    let mut shown = BTreeSet::new();
    for folder in ["tests/cases", "tests/suites"] {
        for entry in walkdir::WalkDir::new(root.join(folder)) {
            let entry = entry?;
            if entry.file_type().is_file() && !entry.path().ends_with("tidy/codes.rs") {
                add_codes(&String::from_utf8_lossy(&std::fs::read(entry.path())?), &mut shown);
            }
        }
    }
    let known: BTreeSet<&str> = NOT_PROVOKED.iter().map(|(code, _)| *code).collect();
    let is_shown =
        |code: &str| in_families(code).iter().any(|code| shown.contains(code) || known.contains(code.as_str()));
    let mut problems: Vec<String> = codes
        .iter()
        .filter(|(code, _)| !is_shown(code))
        .map(|(code, file)| format!("src/{file}: no test shows `{code}`"))
        .collect();
    let written: BTreeSet<String> = codes.keys().flat_map(|code| in_families(code)).collect();
    problems.extend(known.iter().filter(|code| shown.contains(**code)).map(|code| format!("a test shows `{code}`")));
    problems.extend(known.iter().filter(|code| !written.contains(**code)).map(|code| format!("no code `{code}`")));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// How a line compares the code of a diagnostic with a text. Codes are names for people: what a stage acts on is `DiagnosticKind`, `Origin`
/// or `Severity`.
const COMPARISONS: [&str; 5] =
    [".code == \"", ".code != \"", ".code.starts_with(", ".code.ends_with(", ".code.contains("];

/// No line of `src` does.
pub fn compared(sources: &BTreeMap<String, String>) -> Result<(), Failed> {
    let compares = |line: &str| COMPARISONS.iter().any(|comparison| line.contains(comparison));
    assert!(compares("if found.code.ends_with(\"/unknown-name\") {"));
    let lines = sources.iter().flat_map(|(file, text)| text.lines().map(move |line| (file, line)));
    let found: Vec<String> =
        lines.filter(|(_, line)| compares(line)).map(|(file, line)| format!("src/{file}: {}", line.trim())).collect();
    if found.is_empty() { Ok(()) } else { Err(found.join("\n").into()) }
}

/// A code of semantic analysis that every language can have: the family is the language's name.
const SHARED: &str = "language";

/// The family of the codes that a file of semantic analysis writes without one.
fn family(file: &str) -> Option<&'static str> {
    if file.starts_with("sema/") {
        return Some(SHARED);
    }
    let language = file.strip_prefix("dialect/")?.split('/').next()?;
    families().into_iter().find(|family| *family == language)
}

/// The languages' names.
fn families() -> Vec<&'static str> {
    let registry = uberc::dialect::Registry::standard();
    registry.languages().map(|(_, language)| language.name()).collect()
}

/// The code in each family that it can have.
fn in_families(code: &str) -> Vec<String> {
    match code.strip_prefix(SHARED).and_then(|name| name.strip_prefix('/')) {
        Some(name) => families().into_iter().map(|family| format!("{family}/{name}")).collect(),
        None => vec![code.to_owned()],
    }
}

/// Each code, and a file that has it. Semantic analysis leaves the language's name out.
fn codes(sources: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut codes = BTreeMap::new();
    for (file, text) in sources {
        let whole = tokens::texts(text).into_iter().filter(|text| is_code(text));
        let family = family(file);
        let calls = [".error(", ".warning("].into_iter().filter(|_| family.is_some());
        let parts = calls.flat_map(|call| text.split(call).skip(1)).filter_map(|rest| {
            let (name, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
            Some(format!("{}/{name}", family?)).filter(|code| is_code(code))
        });
        for code in whole.chain(parts) {
            codes.entry(code).or_insert_with(|| file.clone());
        }
    }
    codes
}

/// Warnings that no level changes: they are about the machine, or stand in a test.
const WITHOUT_LEVEL: [&str; 7] = [
    "cache/not-writable",
    "check/x",
    "remote/damaged",
    "remote/given-up",
    "remote/not-executed",
    "remote/not-stored",
    "remote/not-usable",
];

/// `-W` and `[warnings]` know every warning of `src` and of the prelude, and no other.
pub fn every_warning(sources: &BTreeMap<String, String>, root: &Path) -> Result<(), Failed> {
    let mut written = BTreeSet::new();
    for (file, text) in sources {
        let family = family(file);
        for rest in text.split("warning(").skip(1) {
            let Some((name, _)) = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
                continue;
            };
            let code =
                family.filter(|_| !name.contains('/')).map_or(name.to_owned(), |family| format!("{family}/{name}"));
            if is_code(&code) && !WITHOUT_LEVEL.contains(&code.as_str()) {
                written.insert(code);
            }
        }
    }
    let of_compilers = codes_of_compilers(sources);
    assert!(written.len() > 20 && of_compilers.len() > 5, "{written:?} {of_compilers:?}");
    written.extend(of_compilers);
    let of_sidecars = warnings_of_the_prelude(root)?;
    assert!(!of_sidecars.is_empty(), "no warning of the prelude is found");
    written.extend(of_sidecars);
    let registry = uberc::dialect::Registry::standard();
    let known: BTreeSet<&str> = registry.warnings().collect();
    let is_known = |code: &str| in_families(code).iter().any(|code| known.contains(code.as_str()));
    let mut problems: Vec<String> =
        written.iter().filter(|code| !is_known(code)).map(|code| format!("unknown: {code}")).collect();
    let written: BTreeSet<String> = written.iter().flat_map(|code| in_families(code)).collect();
    // Of a compiler's messages, of conditions in sidecars, and of MaterialX's problems, the code is a value.
    let is_value = |code: &&str| ["compile/", "sidecar/", "mx/"].iter().any(|family| code.starts_with(family));
    let gone = known.iter().filter(|code| !is_value(code) && !written.contains(**code));
    problems.extend(gone.map(|code| format!("no warning: {code}")));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The codes that a compiler's messages have, also in process: any of them can be a warning.
fn codes_of_compilers(sources: &BTreeMap<String, String>) -> BTreeSet<String> {
    let text = |file: &str| sources.get(file).map_or("", String::as_str);
    let rows = text("compile/external/catalogue.rs").split("code: ").skip(1);
    let rows = rows.filter_map(|rest| rest.strip_prefix('"')?.split('"').next().map(str::to_owned));
    let of_steps = text("compile/diagnose.rs").split("\nfn code(").nth(1).and_then(|rest| rest.split("\n}").next());
    rows.chain(tokens::texts(of_steps.unwrap_or_default())).filter(|code| is_code(code)).collect()
}

/// The codes of records with `severity = "warning"`.
fn warnings_of_the_prelude(root: &Path) -> Result<BTreeSet<String>, Failed> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(root.join("lua/prelude"))? {
        let text = std::fs::read_to_string(entry?.path())?;
        for record in text.split("report({").skip(1) {
            let record = record.split("})").next().unwrap_or_default();
            if record.contains("severity = \"warning\"") {
                let (_, code) = record.split_once("code = \"").ok_or_else(|| format!("no code: {record}"))?;
                found.extend(code.split('"').next().map(str::to_owned));
            }
        }
    }
    Ok(found)
}

/// `stage/what-is-wrong`.
fn is_code(text: &str) -> bool {
    let is_word =
        |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    text.split_once('/').is_some_and(|(stage, what)| is_word(stage) && is_word(what))
}

fn add_codes(text: &str, codes: &mut BTreeSet<String>) {
    let words = text.split(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '/'));
    codes.extend(words.filter(|word| is_code(word)).map(str::to_owned));
}
