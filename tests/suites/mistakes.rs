//! Mistakes of all kinds, each alone in a project that is right: `uberc check` finds it, at its place, once.
//!
//! `tests/cases/mistakes/table.txt` has the mistakes, `project` what they are made in.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use uberc::diag::{self, Diagnostic, Sources};
use uberc::pipeline::{BuildContext, check, run_frontend};

use crate::harness;

/// Mistakes that are not found as the table has them, with the reason. One that is found has to leave this list.
const LEFT: &[(&str, &str)] = &[];

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("mistakes::each_is_told_once_at_its_place", each),
        harness::trial("mistakes::those_of_the_command_line_are_told", command_line),
    ]
}

/// A row of the table.
struct Mistake {
    name: String,
    file: String,
    /// Replaced by `to`; empty: `to` is added at the end of the file.
    from: String,
    to: String,
    code: String,
    /// A file and a text in it, with a mark at the place.
    at: Option<(String, String)>,
}

const MARK: char = '§';

fn table() -> Result<Vec<Mistake>, Failed> {
    let text = std::fs::read_to_string(harness::suite_dir("mistakes").join("table.txt"))?;
    let unescaped = |text: &str| text.replace("\\n", "\n").replace("\\0", "\0");
    let mut all = Vec::new();
    for block in text.split("\n\n").filter(|block| !block.starts_with('#')) {
        let lines: Vec<&str> = block.lines().filter(|line| !line.is_empty()).collect();
        let [name, change, code, rest @ ..] = &lines[..] else {
            return Err(format!("a block of the table: {block}").into());
        };
        let place = |line: &str| line.split_once(": ").map(|(file, text)| (file.to_owned(), text.to_owned()));
        let Some((file, change)) = place(change) else { return Err(format!("{name}: {change}").into()) };
        let Some((from, to)) = change.split_once("==> ") else { return Err(format!("{name}: no `==>`").into()) };
        let at = rest.first().and_then(|line| place(line.strip_prefix("@ ")?));
        let at = at.map(|(file, text)| (file, unescaped(&text)));
        let from = unescaped(from.strip_suffix(' ').unwrap_or(from));
        all.push(Mistake { name: (*name).to_owned(), file, from, to: unescaped(to), code: (*code).to_owned(), at });
    }
    Ok(all)
}

impl Mistake {
    /// Makes it in a project; where it is, as `file:line:column`.
    fn make(&self, root: &Path) -> Result<String, String> {
        let path = root.join(&self.file);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let marked = match text.find(&self.from) {
            _ if self.from.is_empty() => text + &self.to,
            Some(at) => format!("{}{}{}", &text[..at], self.to, &text[at + self.from.len()..]),
            None => return Err(format!("{} has no `{}`", self.file, self.from)),
        };
        std::fs::write(&path, marked.replace(MARK, "")).map_err(|error| error.to_string())?;
        let Some((file, needle)) = &self.at else { return place(&self.file, &marked) };
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| error.to_string())?;
        let at = text.find(&needle.replace(MARK, "")).ok_or_else(|| format!("{file} has no `{needle}`"))?;
        let mark = needle.find(MARK).unwrap_or(0);
        let mut marked = text;
        marked.insert(at + mark, MARK);
        place(file, &marked)
    }

    fn judge(&self) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        harness::copy_tree(&harness::suite_dir("mistakes").join("project"), folder.path())
            .map_err(|error| error.to_string())?;
        let expected = format!("{} {}", self.make(folder.path())?, self.code);
        let told = told(folder.path());
        if told == [expected.clone()] { Ok(()) } else { Err(format!("expected {expected}, told: {told:#?}")) }
    }
}

/// The place of the mark.
fn place(file: &str, marked: &str) -> Result<String, String> {
    let at = marked.find(MARK).ok_or("no mark")?;
    let before = &marked[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Ok(format!("{file}:{line}:{column}"))
}

/// All that `uberc check` says, as `file:line:column code`.
fn told(root: &Path) -> Vec<String> {
    let (context, mut diagnostics) = BuildContext::open(&[root.to_path_buf()]);
    if !context.units.is_empty() {
        let front = run_frontend(&context, &context.project.default_targets);
        diagnostics.extend(check(&context, &front));
        diagnostics.extend(front.diagnostics);
    }
    diag::sort(&mut diagnostics, &context.sources);
    diagnostics.iter().map(|diagnostic| shown(diagnostic, &context.sources)).collect()
}

fn shown(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let place = diagnostic.primary.as_ref().map(|label| {
        let span = sources.outermost(label.span);
        let file = sources.get(span.file);
        let position = file.position(span.start);
        format!("{}:{}:{}", file.name, position.line, position.column)
    });
    format!("{} {}", place.unwrap_or_default(), diagnostic.code)
}

fn each() -> Result<(), Failed> {
    let table = table()?;
    assert!(table.len() >= 200, "{} mistakes", table.len());
    let folder = harness::suite_dir("mistakes").join("project");
    assert_eq!(told(&folder), Vec::<String>::new(), "the project is right");
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let judged: Vec<(&Mistake, Result<(), String>)> = std::thread::scope(|scope| {
        let parts = table.chunks(table.len().div_ceil(threads));
        let running: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().map(|one| (one, one.judge())).collect::<Vec<_>>()))
            .collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let mut problems = Vec::new();
    for (mistake, result) in &judged {
        let left = LEFT.iter().find(|(name, _)| *name == mistake.name);
        match (result, left) {
            (Ok(()), Some(_)) => problems.push(format!("`{}` is told now: remove it from LEFT", mistake.name)),
            (Err(wrong), None) => problems.push(format!("{}: {wrong}", mistake.name)),
            _ => {}
        }
    }
    for (name, _) in LEFT.iter().filter(|(name, _)| table.iter().all(|mistake| mistake.name != *name)) {
        problems.push(format!("LEFT names `{name}`, which is not in the table"));
    }
    let good = judged.iter().filter(|(_, result)| result.is_ok()).count();
    if good * 100 < table.len() * 95 {
        problems.push(format!("{good} of {} mistakes are told once at their places", table.len()));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Arguments, the code of the one message in JSON, and what was probably meant.
const COMMANDS: &[(&[&str], &str, &str)] = &[
    (&["chek"], "usage/arguments", "check"),
    (&["build", "--relase"], "usage/arguments", "--release"),
    (&["build", "--target", "spriv"], "usage/arguments", ""),
    (&["build", "--jobs", "many"], "usage/arguments", ""),
    (&["explain", "Mash"], "usage/unknown-shader", "Mesh"),
    (&["explain", "Mesh", "g_bFgo=1"], "usage/unknown-branch", "g_bFog"),
    (&["explain", "Mesh", "g_Quality=Hihg"], "usage/unknown-value", "High"),
    (&["explain", "Mesh", "0xzz"], "usage/bad-permutation", ""),
    (&["build", "--only", "Mash:0"], "usage/unknown-shader", "Mesh"),
    (&["check", "nowhere"], "usage", ""),
    (&["build", "-W", "check/unused-branch"], "usage/arguments", ""),
    (&["lookup", "shaders.fxo", "Mesh"], "usage", ""),
];

fn command_line() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    harness::copy_tree(&harness::suite_dir("mistakes").join("project"), folder.path())?;
    let mut problems = Vec::new();
    for (arguments, code, meant) in COMMANDS {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_uberc"));
        let output = command.args(*arguments).args(["--message-format", "json"]).current_dir(folder.path()).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<serde_json::Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let is_told = lines.iter().filter(|line| line["reason"] == "error").count() == 1
            && lines.iter().any(|line| line["code"] == *code && line["suggestion"].as_str().unwrap_or("") == *meant);
        if !is_told || output.status.code() != Some(2) {
            problems.push(format!("{arguments:?}: {:?}\n{text}", output.status.code()));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}
