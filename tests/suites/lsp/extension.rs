//! The extension for Visual Studio Code: npm installs what it needs, its own script packages it, it runs in a host that has what it
//! uses of the editor's interface, and the connection of its client talks with `uberc lsp`.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use uberc::dialect::glsl::text_mate;
use uberc::dialect::shaderception::grammar;

use crate::harness;
use crate::suites::tidy::root;

pub fn trials() -> Vec<Trial> {
    let packaged = harness::trial("lsp::npm_packages_the_extension", packaged);
    vec![
        harness::needs("unzip", harness::needs("npm", packaged)),
        harness::trial("lsp::the_extension_has_the_grammar_of_psl", grammar_of_psl),
        harness::trial("lsp::the_extension_has_the_grammar_of_glsl", grammar_of_glsl),
        harness::needs("python3", harness::trial("lsp::editors_see_tokens_of_glsl", tokens_of_glsl)),
        harness::trial("lsp::tasks_and_extension_read_problems_alike", problem_matchers),
        harness::trial("lsp::versions_are_equal", versions),
    ]
}

fn folder() -> PathBuf {
    root().join("tools/editor/vscode")
}

/// What a program prints; an error where it fails.
fn output(program: &str, arguments: &[&str], within: &Path) -> Result<String, Failed> {
    let output = Command::new(program).args(arguments).current_dir(within).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!("{program} {}: {}\n{text}{stderr}", arguments.join(" "), output.status).into())
}

fn packaged() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let copy = place.path().join("vscode");
    for file in ["package.json", "package-lock.json", ".npmrc", "package.mjs", "extension.js", "README.md"] {
        std::fs::create_dir_all(&copy)?;
        std::fs::copy(folder().join(file), copy.join(file))?;
    }
    harness::copy_tree(&folder().join("glsl"), &copy.join("glsl"))?;
    harness::copy_tree(&folder().join("psl"), &copy.join("psl"))?;
    harness::copy_tree(&folder().join("test"), &copy.join("test"))?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        std::fs::copy(root().join(licence), copy.join(licence))?;
    }
    output("npm", &["ci", "--ignore-scripts", "--omit=dev"], &copy)?;
    output("node", &["--check", "extension.js"], &copy)?;
    output("npm", &["run", "--silent", "package", "--", "first.vsix"], &copy)?;
    output("npm", &["run", "--silent", "package", "--", "second.vsix"], &copy)?;
    assert!(std::fs::read(copy.join("first.vsix"))? == std::fs::read(copy.join("second.vsix"))?, "other bytes");
    output("unzip", &["-tq", "first.vsix"], &copy)?;
    let list = output("unzip", &["-Z1", "first.vsix"], &copy)?;
    let (modules, own): (Vec<&str>, Vec<&str>) = list.lines().partition(|name| name.contains("/node_modules/"));
    assert!(modules.iter().any(|name| name.ends_with("vscode-languageclient/node.js")), "{list}");
    let project = place.path().join("project");
    let uberc = env!("CARGO_BIN_EXE_uberc");
    output(uberc, &["init", "--quiet", &project.display().to_string()], place.path())?;
    let project = project.canonicalize()?.display().to_string();
    let host = output("node", &["test/host.mjs", uberc, &project], &copy)?;
    let drive = output("node", &["test/drive.mjs", uberc, &project], &copy)?;
    let text = format!("{}\n\n{host}\n{drive}", own.join("\n"));
    harness::golden(&harness::suite_dir("lsp").join("extension.txt"), &text)
}

fn grammar_of_psl() -> Result<(), Failed> {
    harness::golden(&folder().join("psl/psl.tmLanguage.json"), &grammar::text_mate())?;
    harness::golden(&folder().join("psl/language-configuration.json"), &grammar::language_configuration())
}

fn grammar_of_glsl() -> Result<(), Failed> {
    harness::golden(&folder().join("glsl/glsl.tmLanguage.json"), &text_mate::text_mate())?;
    harness::golden(&folder().join("glsl/language-configuration.json"), &text_mate::language_configuration())
}

/// Every line of a shader with its tokens and their scopes.
fn tokens_of_glsl() -> Result<(), Failed> {
    let case = harness::suite_dir("lsp").join("glsl_tokens.vert");
    let said = harness::text_mate_tokens(&text_mate::text_mate(), &std::fs::read_to_string(&case)?)?;
    harness::golden(&case.with_extension("txt"), &said)
}

fn json(path: &Path) -> Result<Value, Failed> {
    Ok(serde_json::from_str(&std::fs::read_to_string(path)?)?)
}

/// The tasks that `uberc init` writes work without the extension.
fn problem_matchers() -> Result<(), Failed> {
    let extension = json(&folder().join("package.json"))?;
    let tasks = json(&root().join("src/cli/template/tasks.json"))?;
    let matcher = &extension["contributes"]["problemMatchers"][0];
    let tasks = tasks["tasks"].as_array().ok_or("tasks")?;
    let own: Vec<&Value> = tasks.iter().map(|task| &task["problemMatcher"]).filter(|own| own.is_object()).collect();
    assert!(own.len() >= 2, "{own:?}");
    for own in own {
        for field in ["owner", "source", "fileLocation", "pattern"] {
            assert_eq!(own[field], matcher[field], "{field}");
        }
    }
    Ok(())
}

fn versions() -> Result<(), Failed> {
    assert_eq!(json(&folder().join("package.json"))?["version"], env!("CARGO_PKG_VERSION"));
    Ok(())
}
