//! The source tree keeps the rules that ARCHITECTURE.md states.

mod codes;
mod imports;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::harness;
use libtest_mimic::{Failed, Trial};

use imports::Tree;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("tidy::folders_import_what_the_table_allows", folders),
        harness::trial("tidy::imports_lead_in_no_circle", circles),
        harness::trial("tidy::every_folder_has_an_invariant", invariants),
        harness::trial("tidy::every_mod_rs_opens_with_in_out_never", headers),
        harness::trial("tidy::no_file_is_longer_than_700_lines", lengths),
        harness::trial("tidy::only_calls_from_and_to_c_are_unsafe", no_unsafe),
        harness::trial("tidy::files_are_opened_in_one_place", opened_files),
        harness::trial("tidy::only_listed_files_name_hlsl", hlsl),
        harness::trial("tidy::no_shared_stage_names_materialx", materialx),
        harness::trial("tidy::imports_are_read", reader),
        harness::trial("tidy::the_documents_name_every_command_target_and_option", references),
        harness::trial("tidy::dump_has_the_stages_of_the_table", stages),
        harness::trial("tidy::every_diagnostic_code_is_in_a_test", || codes::every_code(&sources()?, root())),
        harness::trial("tidy::every_warning_has_a_level", || codes::every_warning(&sources()?, root())),
        harness::trial("tidy::no_stage_acts_on_a_code", || codes::compared(&sources()?)),
    ]
}

/// Options that every command has, and that need no words.
const COMMON_OPTIONS: [&str; 4] = ["--color", "--quiet", "--help", "--version"];

/// What the program prints.
fn printed(arguments: &[&str]) -> Result<String, Failed> {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_uberc")).args(arguments).output()?;
    Ok(String::from_utf8(output.stdout)?)
}

/// The commands that `uberc --help` lists, but for `help` itself.
fn commands() -> Result<Vec<String>, Failed> {
    let help = printed(&["--help"])?;
    let (_, list) = help.split_once("Commands:\n").ok_or("the help lists no commands")?;
    let list = list.split("\n\n").next().unwrap_or_default();
    // The second line of a description is indented further.
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned));
    Ok(names.filter(|name| !name.is_empty() && name != "help").collect())
}

/// The references name each command, each option of `uberc build`, and have a row with each target.
fn references() -> Result<(), Failed> {
    let mut text = String::new();
    for page in ["commands.md", "targets.md"] {
        text += &std::fs::read_to_string(root().join("docs/src").join(page))?;
    }
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `uberc ")?.split('`').next());
    let mut described: BTreeSet<&str> = rows.flat_map(|row| row.split(' ')).collect();
    described.extend(text.split("`uberc ").skip(1).filter_map(|rest| rest.split(['`', ' ']).next()));
    let commands = commands()?;
    assert!(commands.len() > 10, "{commands:?}");
    let help = printed(&["build", "--help"])?;
    let options: Vec<&str> =
        help.split_whitespace().filter(|word| word.starts_with("--") && !COMMON_OPTIONS.contains(word)).collect();
    assert!(options.len() > 10, "{options:?}");
    let names = |word: &str| text.contains(&format!("`{word}`")) || text.contains(&format!("`{word} "));
    let mut missing: Vec<&str> = options.into_iter().filter(|option| !names(option)).collect();
    let targets = uberc::model::Target::ALL.iter().map(|target| target.name());
    missing.extend(commands.iter().map(String::as_str).filter(|command| !described.contains(command)));
    missing.extend(
        targets.filter(|target| {
            !text.lines().any(|line| line.starts_with("| `") && line.contains(&format!("`{target}`")))
        }),
    );
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("docs/src/commands.md and targets.md lack {}", missing.join(", ")).into())
    }
}

/// The stages of `uberc dump` are those of ARCHITECTURE.md's first table up to `compile`, and two that the text below it names.
fn stages() -> Result<(), Failed> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    let table = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let mut named: BTreeSet<&str> = table.take_while(|name| *name != "cache").collect();
    named.extend(["variants", "analyse"].into_iter().filter(|name| text.contains(&format!("`{name}` is "))));
    let help = printed(&["dump", "--help"])?;
    let listed = help.split("- ").skip(1).filter_map(|rest| rest.split_once(':')).map(|(name, _)| name);
    let commands = ["auto", "always", "never", "human", "short", "json", "sarif"];
    let has: BTreeSet<&str> =
        listed.filter(|name| name.chars().all(|c| c.is_ascii_lowercase()) && !commands.contains(name)).collect();
    assert_eq!(has, named);
    Ok(())
}

const MOST_LINES: usize = 700;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below `src`, by its path from there, with `/` between parts.
fn sources() -> Result<BTreeMap<String, String>, Failed> {
    let src = root().join("src");
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(&src) {
        let entry = entry?;
        if entry.path().extension().is_some_and(|extension| extension == "rs") {
            let parts: Vec<_> = entry.path().strip_prefix(&src)?.iter().map(|part| part.to_string_lossy()).collect();
            files.insert(parts.join("/"), std::fs::read_to_string(entry.path())?);
        }
    }
    assert!(files.len() > 100, "{} files", files.len());
    Ok(files)
}

fn tree() -> Result<Tree, Failed> {
    Ok(Tree::of(&sources()?))
}

/// The section of ARCHITECTURE.md that these tests read.
fn section() -> Result<String, Failed> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    let (_, rest) = text.split_once("\n## Folders and imports\n").ok_or("ARCHITECTURE.md has no section on imports")?;
    Ok(rest.split("\n## ").next().unwrap_or_default().to_owned())
}

/// The names in backquotes.
fn names(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The line that begins with these words; its names.
fn listed(section: &str, words: &str) -> Vec<String> {
    section.lines().find_map(|line| line.strip_prefix(words)).map(names).unwrap_or_default()
}

/// One row of the table.
struct Row {
    folder: String,
    imports: BTreeSet<String>,
    invariant: String,
    /// Suites, their trials, and unit tests.
    tests: Vec<String>,
}

fn rows(section: &str) -> Result<Vec<Row>, Failed> {
    let rows: Vec<Row> = section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
            let [folder, imports, invariant, tests] = cells[..] else { return Err(format!("four cells: {line}")) };
            let folder = names(folder).into_iter().next().ok_or("a folder")?;
            let invariant = invariant.trim().to_owned();
            Ok(Row { folder, imports: names(imports).into_iter().collect(), invariant, tests: names(tests) })
        })
        .collect::<Result<_, String>>()?;
    assert!(rows.len() > 10, "the table has {} rows", rows.len());
    Ok(rows)
}

fn report(mut problems: Vec<String>) -> Result<(), Failed> {
    problems.sort();
    problems.dedup();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

fn folders() -> Result<(), Failed> {
    let section = section()?;
    let allowed: BTreeSet<(String, String)> = rows(&section)?
        .into_iter()
        .flat_map(|row| row.imports.into_iter().map(move |import| (row.folder.clone(), import)))
        .collect();
    let found = tree()?.between_folders();
    let mut problems = Vec::new();
    for ((folder, import), file) in &found {
        if !allowed.contains(&(folder.clone(), import.clone())) {
            problems.push(format!("src/{file}: `{folder}` may not import `{import}`"));
        }
    }
    for (folder, import) in &allowed {
        if !found.contains_key(&(folder.clone(), import.clone())) {
            problems.push(format!("ARCHITECTURE.md: `{folder}` does not import `{import}` any more"));
        }
    }
    report(problems)
}

fn circles() -> Result<(), Failed> {
    let section = section()?;
    let tree = tree()?;
    let known: BTreeSet<String> = listed(&section, "Circles that are left: ").into_iter().collect();
    let edges: BTreeSet<(String, String)> = tree.between_folders().into_keys().collect();
    let found: BTreeSet<String> = imports::circles(&edges).into_iter().map(|circle| circle.join(" -> ")).collect();
    let mut problems: Vec<String> = found.difference(&known).map(|circle| format!("a circle: {circle}")).collect();
    problems.extend(known.difference(&found).map(|circle| format!("ARCHITECTURE.md: no longer a circle: {circle}")));
    let checked = listed(&section, "Files without circles: ");
    assert!(!checked.is_empty(), "ARCHITECTURE.md names no folder whose files are without circles");
    for folder in checked {
        for circle in imports::circles(&tree.between_files(&folder)) {
            problems.push(format!("a circle of files: {}", circle.join(" -> ")));
        }
    }
    report(problems)
}

/// The names of suites, of folders with cases, of unit tests, and the texts in suites, among which are the names of trials.
fn test_names() -> Result<BTreeSet<String>, Failed> {
    let mut all = BTreeSet::new();
    for folder in ["tests/suites", "tests/cases", "src"] {
        for entry in walkdir::WalkDir::new(root().join(folder)) {
            let entry = entry?;
            let path = entry.path();
            let is_code = path.extension().is_some_and(|extension| extension == "rs");
            if !is_code || folder == "tests/suites" {
                all.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
            }
            if is_code && folder != "tests/cases" {
                let text = std::fs::read_to_string(path)?;
                let of_suites = tokens::texts(&text).into_iter().filter(|_| folder == "tests/suites");
                all.extend(of_suites.filter_map(|text| text.rsplit("::").next().map(str::to_owned)));
                let units = text.split("#[test]").skip(1).chain(text.split("proptest!").skip(1));
                let name =
                    |rest: &str| rest.split_once("fn ").and_then(|(_, rest)| rest.split('(').next().map(str::to_owned));
                all.extend(units.filter_map(name));
            }
        }
    }
    Ok(all)
}

fn invariants() -> Result<(), Failed> {
    let described = rows(&section()?)?;
    let tests = test_names()?;
    let mut problems = Vec::new();
    for row in &described {
        let name = |test: &String| test.rsplit("::").next().unwrap_or_default().to_owned();
        let absent = row.tests.iter().filter(|test| !tests.contains(&name(test)));
        problems.extend(absent.map(|test| format!("`{}`: there is no test `{test}`", row.folder)));
        if row.tests.is_empty() {
            problems.push(format!("`{}`: no test is named", row.folder));
        }
        if !row.invariant.starts_with("**") || !row.invariant.contains(".**") {
            problems.push(format!("`{}`: the invariant is a bold sentence, not {:?}", row.folder, row.invariant));
        }
    }
    let described: BTreeSet<String> = described.into_iter().map(|row| row.folder).collect();
    let folders: BTreeSet<String> =
        sources()?.keys().filter_map(|file| Some(file.split_once('/')?.0.to_owned())).collect();
    let undescribed = folders.difference(&described);
    problems.extend(undescribed.map(|folder| format!("ARCHITECTURE.md: `{folder}` is not in the table of folders")));
    for folder in described.difference(&folders).filter(|folder| !root().join(format!("src/{folder}.rs")).is_file()) {
        problems.push(format!("ARCHITECTURE.md: there is no folder `{folder}`"));
    }
    report(problems)
}

fn headers() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (file, text) in sources()?.iter().filter(|(file, _)| file.ends_with("/mod.rs")) {
        let header: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        for word in ["In", "Out", "Never"] {
            if !header.iter().any(|line| line.starts_with(&format!("//! **{word}**: "))) {
                problems.push(format!("src/{file}: no line **{word}**"));
            }
        }
    }
    report(problems)
}

fn lengths() -> Result<(), Failed> {
    let lines = |(file, text): (&String, &String)| {
        let lines = text.lines().count();
        (lines > MOST_LINES).then(|| format!("src/{file}: {lines} lines"))
    };
    report(sources()?.iter().filter_map(lines).collect())
}

fn no_unsafe() -> Result<(), Failed> {
    let sources = sources()?;
    let is_unsafe = |text: &str| tokens::of(text).iter().any(|token| token == "unsafe");
    let may_be = |file: &str| file.starts_with("capi/") || file == "worker/src/library.rs";
    assert!(sources.iter().filter(|(file, text)| may_be(file) && is_unsafe(text)).count() > 2, "nothing is found");
    let outside = sources.iter().filter(|(file, text)| !may_be(file) && is_unsafe(text));
    report(outside.map(|(file, _)| format!("src/{file} is unsafe")).collect())
}

/// Files that open others without `bounded_file`, each with the reason.
const OPENS_FILES: [(&str, &str); 3] = [
    ("bounded_file.rs", "it is that place"),
    ("ir/work.rs", "the system tells the size of this process in a file of its own"),
    ("pack/write.rs", "a folder is opened to flush it"),
];

/// Ways to open a file for reading, or one that is there for writing.
const OPENING: [&[&str]; 6] = [
    &["fs", ":", ":", "read", "("],
    &["fs", ":", ":", "read_to_string"],
    &["File", ":", ":", "open"],
    &["File", ":", ":", "options"],
    &["OpenOptions"],
    &["use", "std", ":", ":", "fs", ":", ":", "read"],
];

/// A name may lead to a pipe, a device or more bytes than there is memory: what is opened elsewhere is not checked for that. The
/// crates of the reader and of its C interface have no such place: they read what a game gives them. `uberc-dxc` reads what its command
/// line names, as dxc does, and `uberc-render` files of a folder that uberc has just written.
fn opened_files() -> Result<(), Failed> {
    let opens = |text: &str| {
        let tokens = tokens::of(text);
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        OPENING.iter().any(|way| tokens.windows(way.len()).any(|some| some == *way))
    };
    let sources = sources()?;
    let known: BTreeSet<&str> = OPENS_FILES.iter().map(|(file, _)| *file).collect();
    let own = |file: &str| ["runtime/", "capi/", "worker/", "render/"].iter().all(|its| !file.starts_with(its));
    let found: BTreeSet<&str> =
        sources.iter().filter(|(file, text)| own(file) && opens(text)).map(|(file, _)| file.as_str()).collect();
    let unknown = found.difference(&known).map(|file| format!("src/{file} opens a file without `bounded_file`"));
    let unneeded = known.difference(&found).map(|file| format!("src/{file} opens no file any more"));
    report(unknown.chain(unneeded).collect())
}

/// Names in code: words of identifiers, not comments or texts.
fn hlsl() -> Result<(), Failed> {
    let section = section()?;
    let (_, list) = section.split_once("```hlsl\n").ok_or("ARCHITECTURE.md does not list the files that name HLSL")?;
    let list: BTreeSet<PathBuf> =
        list.split("```").next().unwrap_or_default().lines().map(|line| Path::new("src").join(line.trim())).collect();
    let names_hlsl = |text: &str| tokens::of(text).iter().any(|token| token.to_lowercase().contains("hlsl"));
    let found: BTreeSet<PathBuf> = sources()?
        .iter()
        .filter(|(file, text)| !file.starts_with("dialect/hlsl/") && names_hlsl(text))
        .map(|(file, _)| Path::new("src").join(file))
        .collect();
    let mut problems: Vec<String> =
        found.difference(&list).map(|file| format!("{} names HLSL", file.display())).collect();
    let unneeded = list.difference(&found);
    problems.extend(unneeded.map(|file| format!("ARCHITECTURE.md: {} does not name HLSL any more", file.display())));
    report(problems)
}

/// A generator is found in the registry. Beside its folder, its own commands and their pictures name it in code.
fn materialx() -> Result<(), Failed> {
    const PLACES: [&str; 5] = ["dialect/materialx/", "dialect/mod.rs", "dialect/registry.rs", "cli/", "preview/"];
    let names = |text: &str| {
        let mut words = tokens::of(text).into_iter().map(|word| word.to_lowercase());
        words.any(|word| word.contains("materialx") || word.contains("mtlx"))
    };
    let sources = sources()?;
    let shared = sources.iter().filter(|(file, _)| !PLACES.iter().any(|place| file.starts_with(place)));
    report(shared.filter(|(_, text)| names(text)).map(|(file, _)| format!("src/{file} names MaterialX")).collect())
}

/// What the tests above rest on: every form of an import is read, and nothing else.
fn reader() -> Result<(), Failed> {
    let files = [
        ("a/mod.rs", "mod inner;\nmod other;\npub use inner::Thing;\n"),
        ("a/inner.rs", "use super::other::Part; // crate::never::seen\nuse crate::{b::X, c::{self, d::Y}};"),
        (
            "a/other.rs",
            "fn f() { super::Thing::new(\"crate::never::seen\", '\\'', r#\"crate::never\"#, super::super::e::z) }",
        ),
        (
            "b.rs",
            "pub(crate) fn f<'a>(x: &'a uberc_runtime::Pack) {}\n#[cfg(test)]\nmod tests { use crate::never::X; }",
        ),
        ("c/mod.rs", "/* crate::never::seen /* nested */ crate::never */ struct S { x: crate::e::T }"),
    ];
    let files = files.into_iter().map(|(file, text)| (file.to_owned(), text.to_owned())).collect();
    let tree = Tree::of(&files);
    let folders: Vec<String> =
        tree.between_folders().into_keys().map(|(folder, import)| format!("{folder} {import}")).collect();
    assert_eq!(folders, ["a b", "a c", "a e", "b runtime", "c e"]);
    let files: Vec<(String, String)> = tree.between_files("a").into_iter().collect();
    let edge = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(files, [edge("a/inner.rs", "a/other.rs"), edge("a/other.rs", "a/inner.rs")]);
    let circle = ["a/inner.rs", "a/other.rs"].map(str::to_owned).to_vec();
    assert_eq!(imports::circles(&tree.between_files("a")), [circle]);
    Ok(())
}
