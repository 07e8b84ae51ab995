//! `uberc init`: a project that builds.

use std::io::Write;
use std::path::Path;

use super::args::Init;
use super::{Outcome, Stop, Terminal, output_file};
use crate::dialect::glsl::text_mate;
use crate::dialect::{Registry, shaderception::grammar};
use crate::project::default_project_text;
use crate::sidecar::ANNOTATIONS;

const SHADER: &str = include_str!("template/hello.fx");
const SIDECAR: &str = include_str!("template/hello.fx.lua");
const LUAU_TYPES: &str = include_str!("../../lua/meta/uberc.d.luau");
/// Settings of the Lua language server: the sidecar's globals, and the Lua version closest to Luau.
const LUARC: &str = "{\n    \"runtime.version\": \"Lua 5.1\",\n    \"workspace.library\": [\"editor\"]\n}\n";
/// For luau-lsp in Visual Studio Code.
const VSCODE: &str = include_str!("template/settings.json");
/// Build and check of Visual Studio Code, with the problem matcher of `--message-format short`.
const TASKS: &str = include_str!("template/tasks.json");
const GITIGNORE: &str = ".uberc/\n*.fxo\n";

pub fn run(command: &Init, terminal: &Terminal) -> Outcome {
    let dir = &command.dir;
    if dir.join("uberc.toml").exists() {
        return Err(Stop::usage(format!(
            "{} already holds a project (uberc.toml); nothing was changed",
            dir.display()
        )));
    }
    if dir.exists() && !dir.is_dir() {
        return Err(Stop::usage(format!("`{}` is a file; name a folder", dir.display())));
    }
    let project = default_project_text(&Registry::standard());
    // The template's sidecar does not fit a shader of the user, nor a sidecar of the user the template's shader.
    let pair = ["hello.fx", "hello.fx.lua"];
    let has_own = pair.iter().any(|name| dir.join(name).exists());
    // Folders that Visual Studio Code takes as extensions.
    let (glsl, glsl_language, glsl_manifest) =
        (text_mate::text_mate(), text_mate::language_configuration(), text_mate::extension_manifest());
    let (psl, psl_language, psl_manifest) =
        (grammar::text_mate(), grammar::language_configuration(), grammar::extension_manifest());
    let files = [
        ("uberc.toml", project.as_str()),
        ("hello.fx", SHADER),
        ("hello.fx.lua", SIDECAR),
        ("editor/uberc.lua", ANNOTATIONS),
        ("editor/uberc.d.luau", LUAU_TYPES),
        ("editor/glsl/package.json", glsl_manifest.as_str()),
        ("editor/glsl/glsl.tmLanguage.json", glsl.as_str()),
        ("editor/glsl/language-configuration.json", glsl_language.as_str()),
        ("editor/psl/package.json", psl_manifest.as_str()),
        ("editor/psl/psl.tmLanguage.json", psl.as_str()),
        ("editor/psl/language-configuration.json", psl_language.as_str()),
        (".luarc.json", LUARC),
        (".vscode/settings.json", VSCODE),
        (".vscode/tasks.json", TASKS),
        (".gitignore", GITIGNORE),
    ];
    for (name, text) in files {
        if has_own && pair.contains(&name) {
            let word = if dir.join(name).exists() { "kept   " } else { "not made" };
            terminal.talk(&format!("{word} {name}"));
            continue;
        }
        let created = create(&dir.join(name), text)
            .map_err(|error| Stop::environment(format!("cannot write {}: {error}", dir.join(name).display())))?;
        let word = if created { "created" } else { "kept   " };
        terminal.talk(&format!("{word} {name}"));
    }
    terminal.talk(&format!("next: uberc build {}", dir.display()));
    Ok(0)
}

/// Writes a new file; false, without writing, if the file exists.
fn create(path: &Path, text: &str) -> std::io::Result<bool> {
    let mut file = output_file::temporary(path)?;
    file.write_all(text.as_bytes())?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}
