//! `require`: finds modules on the project's search path, reads them and compiles them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mlua::chunk::ChunkMode;
use mlua::{Error, Function, Lua, MultiValue, Table, Value};

use super::host::{Shared, compiler};
use super::problem::{lower_first, syntax_parts};
use super::purity;
use crate::diag::{FileId, LoadError, SourceFile, Sources, did_you_mean};

/// Loads modules while the sidecar's file runs.
pub struct Loader<'a> {
    /// Searched in order.
    lua_paths: &'a [PathBuf],
    sources: &'a Sources,
    shared: &'a Shared,
    env: &'a Table,
    found: RefCell<BTreeMap<String, Arc<SourceFile>>>,
    files: RefCell<Vec<FileId>>,
    missing: RefCell<BTreeSet<PathBuf>>,
}

impl<'a> Loader<'a> {
    pub fn new(lua_paths: &'a [PathBuf], sources: &'a Sources, shared: &'a Shared, env: &'a Table) -> Loader<'a> {
        Loader {
            lua_paths,
            sources,
            shared,
            env,
            found: RefCell::default(),
            files: RefCell::default(),
            missing: RefCell::default(),
        }
    }

    /// Records a file as a dependency.
    pub fn read(&self, file: &SourceFile) {
        let mut files = self.files.borrow_mut();
        if !files.contains(&file.id) {
            files.push(file.id);
        }
    }

    /// Files read, and paths that could not be read: the result of a failed `require` depends on these, too.
    pub fn finish(self) -> (Vec<FileId>, Vec<PathBuf>) {
        (self.files.into_inner(), self.missing.into_inner().into_iter().collect())
    }

    /// The module's file by name: its path, or nil, nil and a record of what is wrong.
    pub fn resolve(&self, lua: &Lua, name: &str) -> Result<MultiValue, Error> {
        let parts: Vec<&str> = name.split(['.', '/']).collect();
        let plain = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if !parts.iter().all(plain) {
            let message = format!("`{name}` is not the name of a module");
            let help =
                "Write the path below the search path without its ending, such as `render/states` or `render.states`.";
            return refuse(lua, "sidecar/bad-module", &message, help);
        }
        let relative: PathBuf = parts.iter().collect();
        let mut looked = Vec::new();
        for folder in self.lua_paths {
            for ending in ["lua", "luau"] {
                let path = folder.join(&relative).with_extension(ending);
                match self.sources.load(&path) {
                    Ok(file) if file.lossy => {
                        self.read(&file);
                        let message = format!("the module `{}` is not valid UTF-8", file.name);
                        return refuse(lua, "sidecar/not-utf8", &message, "Save the file as UTF-8.");
                    }
                    Ok(file) if file.text.contains('\0') => {
                        self.read(&file);
                        let message = format!("the module `{}` holds a NUL character", file.name);
                        return refuse(lua, "sidecar/not-utf8", &message, "Save the file as plain text in UTF-8.");
                    }
                    Ok(file) => {
                        let key = file.name.to_string();
                        self.found.borrow_mut().insert(key.clone(), file);
                        return Ok(MultiValue::from_iter([Value::String(lua.create_string(key)?)]));
                    }
                    Err(LoadError::NotFound) => {
                        let path = self.sources.relative(&path);
                        looked.push(path.display().to_string().replace('\\', "/"));
                        self.missing.borrow_mut().insert(path);
                    }
                    Err(LoadError::Io(why)) => {
                        self.missing.borrow_mut().insert(self.sources.relative(&path));
                        let message = format!("the module `{}` cannot be read: {why}", path.display());
                        return refuse(
                            lua,
                            "sidecar/bad-module",
                            &message,
                            "Put a Lua file there that this user may read.",
                        );
                    }
                }
            }
        }
        let near = self.similar_module(&relative, name);
        let help = if let Some(near) = near {
            format!("Did you mean `{near}`? Looked for {}.", looked.join(", "))
        } else if looked.is_empty() {
            "The project has no search path for modules; set `lua` in the project file.".to_owned()
        } else {
            format!("Looked for {}; the search path is `lua` in the project file.", looked.join(", "))
        };
        refuse(lua, "sidecar/module-not-found", &format!("there is no module `{name}`"), &help)
    }

    /// A module in the same folder of the search path whose name is similar.
    fn similar_module(&self, relative: &Path, name: &str) -> Option<String> {
        let wanted = relative.file_name()?.to_str()?;
        let folders = self.lua_paths.iter();
        let files: Vec<String> = folders.flat_map(|folder| self.sources.siblings(&folder.join(relative))).collect();
        let modules = files.iter().filter_map(|file| file.strip_suffix(".lua").or(file.strip_suffix(".luau")));
        let near = did_you_mean(wanted, modules)?;
        Some(format!("{}{near}", name.strip_suffix(wanted)?))
    }

    /// The module as a function, or nil and a record of what is wrong.
    pub fn compile(&self, lua: &Lua, path: &str) -> Result<MultiValue, Error> {
        let file = self.found.borrow().get(path).cloned().expect("`compile` takes what `resolve` gave");
        self.read(&file);
        let name = self.shared.context.chunk_name(&file);
        match compile(lua, &name, &file, self.env) {
            Ok(function) => Ok(MultiValue::from_iter([Value::Function(function)])),
            Err(error) => {
                let text = message_of(&error);
                let (line, text) = syntax_parts(&text);
                let record = lua.create_table()?;
                record.raw_set("code", "sidecar/syntax")?;
                record.raw_set("message", lower_first(text))?;
                record
                    .raw_set("help", "Correct the Lua text at this line; the mistake may begin on a line before it.")?;
                let at = lua.create_table()?;
                at.raw_push(name)?;
                at.raw_push(line)?;
                record.raw_set("at", at)?;
                Ok(MultiValue::from_iter([Value::Nil, Value::Table(record)]))
            }
        }
    }
}

/// Compiles the text of a file to a function in the sandbox.
pub fn compile(lua: &Lua, name: &str, file: &SourceFile, env: &Table) -> Result<Function, Error> {
    let code = purity::compile(&compiler(), &file.text)?;
    lua.load(&code[..])
        .set_mode(ChunkMode::Binary)
        .set_name(format!("={name}"))
        .set_environment(env.clone())
        .into_function()
}

/// The text of an error, without the prefix that `mlua` adds.
pub fn message_of(error: &Error) -> String {
    match error {
        Error::SyntaxError { message, .. } | Error::RuntimeError(message) | Error::MemoryError(message) => {
            message.clone()
        }
        Error::CallbackError { cause, .. } => message_of(cause),
        other => other.to_string(),
    }
}

fn refuse(lua: &Lua, code: &str, message: &str, help: &str) -> Result<MultiValue, Error> {
    let record = lua.create_table()?;
    record.raw_set("code", code)?;
    record.raw_set("message", message)?;
    if !help.is_empty() {
        record.raw_set("help", help)?;
    }
    Ok(MultiValue::from_iter([Value::Nil, Value::Nil, Value::Table(record)]))
}
