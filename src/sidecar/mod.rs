//! Runs a sidecar for a target; gives the shaders it declares and their `Specialize` functions.
//!
//! **In**: a source unit, its dialect, the macros of its shader file, the target, limits.
//! **Out**: [`ShaderDeclaration`]s, the files that were read or looked for, and the Lua state in which `Specialize` is
//! called.
//! **Never**: reads a file except through `Sources`, lets Lua see a clock, a file or the environment, or knows
//! compilers.

mod annotations;
mod comparisons;
pub mod create_infos;
mod declare;
mod enum_order;
mod fields;
mod host;
mod lex;
mod libraries;
mod limits;
mod loops;
mod node_scripts;
mod problem;
mod purity;
mod require;
mod specializer;
mod statement;
mod target_reads;
mod technique;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mlua::{Error, Function, Lua, Table, Value};

pub use annotations::{ANNOTATIONS, field_text, global_text};
pub use fields::{
    EnumApi, FieldKind, PREFABS, Prefab, SHADER_FIELDS, STATE_FIELDS, StateField, TARGET_FIELDS, TECHNIQUE_FIELDS,
    TargetField, entry_points, enums, render_state_changes,
};
pub use lex::{Kind as LuaTokenKind, Token as LuaToken, tokens as lua_tokens};
pub use problem::CODES;
pub use specializer::Specializer;
pub use target_reads::TargetReads;

use crate::diag::{Diagnostic, FileId, LoadError, SourceFile, Sources};
use crate::dialect::node_scripts::OutputMark;
use crate::dialect::{Dialect, OptionValues, Registry};
use crate::model::{Limits, MacroTable, ShaderDeclaration, SourceUnit, Stage, Target};
use host::Shared;
use limits::{Gauge, Limit};
use problem::Context;

/// The inputs of a sidecar's run.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub unit: &'a SourceUnit,
    pub registry: &'a Registry,
    /// The dialect of the unit's file, for shaders that set no `Dialect`.
    pub dialect: Dialect,
    pub target: Target,
    /// The project's options of generators, by the generator's name.
    pub generator_options: &'a BTreeMap<String, OptionValues>,
    /// The macros in `cpp`.
    pub macros: &'a MacroTable,
    /// Searched in order by `require`.
    pub lua_paths: &'a [PathBuf],
    /// The stages of each create info of the project, and the files that they come from.
    pub infos: &'a BTreeMap<String, Vec<Stage>>,
    pub info_files: &'a [FileId],
    pub limits: &'a Limits,
    /// Set when the run is cancelled: the sidecar then ends as at a limit, without a message.
    pub cancelled: &'a Arc<AtomicBool>,
}

/// A sidecar that has run.
pub struct Sidecar {
    /// The shaders without a mistake, in the order of declaration.
    pub shaders: Vec<ShaderDeclaration>,
    /// Names of the shaders with a mistake.
    pub refused: Vec<String>,
    /// Whether the file ran to its end; otherwise it may declare more shaders.
    pub ended: bool,
    /// The sidecar and every module it required, in the order of loading.
    pub files: Vec<FileId>,
    /// Paths that `require` looked for and did not find or could not read, sorted.
    pub missing: Vec<PathBuf>,
    live: Live,
    /// For each of `shaders`, its number in Lua.
    numbers: Vec<usize>,
}

/// The Lua state and the data for calling it.
struct Live {
    name: String,
    target: Target,
    shared: Rc<Shared>,
    gauge: Rc<Gauge>,
    specialize: Function,
    last_places: Function,
    prelude: Table,
    /// The last field, so that every handle into it is dropped earlier.
    lua: Lua,
}

impl Sidecar {
    /// Whether the file, or a `Specialize` that was called since, read a platform global or `TARGET`. If not, and if `cpp` shows the
    /// same, the result is the same for all targets.
    pub fn target_globals_read(&self) -> bool {
        self.live.shared.target_reads.borrow().has_globals()
    }

    /// What the file, or a `Specialize` that was called since, read of the target. Targets with the same have the same result.
    pub fn target_reads(&self) -> TargetReads {
        self.live.shared.target_reads.borrow().clone()
    }

    /// `Specialize` of a shader of `shaders`, with the permutation as a proxy that records reads.
    pub fn specializer(&self, shader: usize) -> Specializer<'_> {
        Specializer::new(self, shader, false)
    }

    /// The same, with the permutation as an ordinary table: for comparing with brute force.
    pub fn plain_specializer(&self, shader: usize) -> Specializer<'_> {
        Specializer::new(self, shader, true)
    }

    /// What is printed from here on stands behind all that another run of the same file printed.
    pub fn print_behind(&self) {
        self.live.shared.print_behind();
    }

    /// Takes the output of `print` so far, as notes.
    pub fn take_output(&self) -> Vec<Diagnostic> {
        self.live.shared.take_reports(&self.live.name, Some(self.live.target))
    }

    /// How much the functions have printed so far.
    pub fn output_mark(&self) -> OutputMark {
        self.live.shared.output_mark()
    }

    /// Forgets what they have printed since then.
    pub fn forget_output(&self, since: OutputMark) {
        self.live.shared.forget_output(since);
    }
}

/// Runs a sidecar. Without errors among the diagnostics, every shader it declares is in `shaders`; where the file could
/// be read there is a `Sidecar` even with errors, so that `watch` knows its files.
pub fn load(request: &Request<'_>, sources: &Sources) -> (Option<Sidecar>, Vec<Diagnostic>) {
    let path = &request.unit.sidecar;
    let file = match sources.load(path) {
        Ok(file) => file,
        Err(error) => return (None, vec![unreadable(&sources.relative(path), &error)]),
    };
    if let Some(wrong) = unreadable_text(&file) {
        return (None, vec![wrong]);
    }
    match run(request, sources, &file) {
        Ok((sidecar, diagnostics)) => (Some(sidecar), diagnostics),
        // This happens only if the memory limit is too small for the prelude, or because of a defect of uberc.
        Err(error) => {
            let message = format!("the sidecar `{}` could not be run: {error}", file.name);
            (None, vec![Diagnostic::error("sidecar/lua-error", message.lines().next().unwrap_or("").to_owned())])
        }
    }
}

fn run(request: &Request<'_>, sources: &Sources, file: &Arc<SourceFile>) -> Result<(Sidecar, Vec<Diagnostic>), Error> {
    let context = Context::new(request.macros.clone());
    let shared = Rc::new(Shared::new(context));
    let infos = request.infos;
    let kind = host::FileKind::Sidecar {
        target: request.target,
        dialect: request.dialect.name,
        infos,
        registry: request.registry,
        unit: request.unit,
    };
    let (lua, prelude, host) = host::start(kind, &shared)?;
    let gauge = Gauge::install(&lua, &host, request.limits, Arc::clone(request.cancelled))?;
    let env: Table = prelude.raw_get("globals")?;
    let loader = require::Loader::new(request.lua_paths, sources, &shared, &env);
    loader.read(file);

    let mut diagnostics = Vec::new();
    let failed;
    let name = shared.context.chunk_name(file);
    let chunk = require::compile(&lua, &name, file, &env);
    match chunk {
        Err(error) => {
            diagnostics.push(shared.context.syntax(&name, &require::message_of(&error)));
            failed = true;
        }
        Ok(chunk) => {
            gauge.start();
            let outcome = run_chunk(&lua, (&prelude, &host), &loader, chunk)?;
            // What is done from here on is not the user's.
            if gauge.reached() == Some(Limit::Memory) || outcome.as_ref().is_err_and(is_out_of_memory) {
                lua.set_memory_limit(0)?;
            }
            let outcome = match outcome {
                Ok((ok, problem, found)) => {
                    diagnostics.extend(found_mistakes(Some(found), &shared.context));
                    Ok((ok, problem))
                }
                Err(error) => {
                    diagnostics.extend(found_mistakes(found_in(&prelude), &shared.context));
                    Err(error)
                }
            };
            failed = !matches!(&outcome, Ok((true, _))) || gauge.reached().is_some();
            if failed {
                let problem = outcome.map(|(_, problem)| problem);
                diagnostics.extend(explain(problem, &shared, &gauge, &file.name));
            }
        }
    }
    let (mut files, missing) = loader.finish();
    files.extend(request.info_files.iter().copied().filter(|id| !files.contains(id)).collect::<Vec<_>>());

    let mut declared = Vec::new();
    if !failed {
        gauge.start();
        prelude.raw_get::<Function>("finish")?.call::<()>(())?;
        declared = declare::declare(request, &prelude, &shared.context, sources, file, &mut diagnostics)?;
        diagnostics.extend(reject_without_text(request, file, &mut declared));
        prelude.raw_get::<Function>("freeze_shared")?.call::<()>(())?;
    }
    let (numbers, shaders): (Vec<usize>, Vec<ShaderDeclaration>) = declared.into_iter().unzip();
    let mut reports = shared.take_reports(&file.name, Some(request.target));
    reports.extend(diagnostics);
    let specialize = prelude.raw_get("specialize")?;
    let last_places = prelude.raw_get("last_places")?;
    let live = Live {
        name: file.name.to_string(),
        target: request.target,
        shared,
        gauge,
        specialize,
        last_places,
        prelude: prelude.clone(),
        lua,
    };
    let named: Table = prelude.raw_get("shaders")?;
    let names = named
        .sequence_values::<Table>()
        .map(|shader| shader?.raw_get::<String>("name"))
        .collect::<Result<Vec<_>, _>>()?;
    let accepted = |name: &String| shaders.iter().any(|shader: &ShaderDeclaration| shader.name == *name);
    let refused = names.into_iter().filter(|name| !accepted(name)).collect();
    Ok((Sidecar { shaders, refused, ended: !failed, files, missing, live, numbers }, reports))
}

/// Runs the file's code, which can load modules until it ends: whether it ended well, what was raised, and the mistakes.
/// The inner error is one that Lua could not hand to the prelude.
fn run_chunk(
    lua: &Lua,
    (prelude, host): (&Table, &Table),
    loader: &require::Loader<'_>,
    chunk: Function,
) -> Result<Result<(bool, Value, Value), Error>, Error> {
    lua.scope(|scope| {
        host.raw_set("resolve", scope.create_function(|lua, name: String| loader.resolve(lua, &name))?)?;
        host.raw_set("compile", scope.create_function(|lua, path: String| loader.compile(lua, &path))?)?;
        let outcome = prelude.raw_get::<Function>("run_file")?.call::<(bool, Value, Value)>(chunk);
        host.raw_set("resolve", Value::Nil)?;
        host.raw_set("compile", Value::Nil)?;
        Ok(outcome)
    })
}

/// Takes out the shaders that have no text; an error for each.
fn reject_without_text(
    request: &Request<'_>,
    file: &SourceFile,
    declared: &mut Vec<(usize, ShaderDeclaration)>,
) -> Vec<Diagnostic> {
    // A technique may have the text of an info, and its stages those of files: `Specialize` says which.
    let has_text = |shader: &ShaderDeclaration| {
        let has_files = shader.materials.as_ref().is_some_and(|materials| !materials.files.is_empty());
        let has_own = request.unit.source.is_some() || shader.source.is_some() || has_files;
        has_own || !request.infos.is_empty() || shader.has_specialize || !shader.technique.needs_own_text()
    };
    let without = declared.extract_if(.., |(_, shader)| !has_text(shader));
    let error = |shader: ShaderDeclaration| {
        let written = request.registry.find(&shader.dialect).unwrap_or(request.dialect);
        let title = request.registry.title(written);
        Diagnostic::error("sidecar/no-source", format!("shader \"{}\" has no {title} text", shader.name))
            .at(shader.declared)
            .help(format!("Put a shader beside `{}`, or assign its text to `Source`.", file.name))
    };
    without.map(|(_, shader)| error(shader)).collect()
}

impl Live {
    /// The mistakes before an error that ended a call from outside of it.
    fn take_found_after(&self, error: &Error) -> Option<Value> {
        if is_out_of_memory(error) {
            self.lua.set_memory_limit(0).ok()?;
        }
        found_in(&self.prelude)
    }
}

/// The mistakes that the prelude holds. No Lua runs: after a limit was reached it could not.
fn found_in(prelude: &Table) -> Option<Value> {
    prelude.raw_get::<Option<Table>>("found").ok()??.raw_get("list").ok()
}

fn is_out_of_memory(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => is_out_of_memory(cause),
        _ => false,
    }
}

/// The mistakes that did not end the run.
fn found_mistakes(found: Option<Value>, context: &Context) -> Vec<Diagnostic> {
    let Some(Value::Table(list)) = found else { return Vec::new() };
    list.sequence_values::<Table>().flatten().map(|record| context.diagnostic(&record)).collect()
}

/// The diagnostic of the error that ended a run; a limit that was reached comes first. `None` where no error ended it,
/// or only a consequence of a mistake that was noted before.
fn explain(problem: Result<Value, Error>, shared: &Shared, gauge: &Gauge, name: &str) -> Option<Diagnostic> {
    let record = match &problem {
        Ok(Value::Table(record)) => Some(record),
        _ => None,
    };
    let text = match &problem {
        Ok(Value::String(text)) => problem::text_of(text),
        Ok(_) => record.and_then(|record| problem::text_in(record, "message")).unwrap_or_default(),
        Err(error) => require::message_of(error),
    };
    if text.starts_with("not enough memory") || problem.as_ref().is_err_and(is_out_of_memory) {
        gauge.out_of_memory();
    }
    Some(match (gauge.reached(), record) {
        (Some(limit), _) => {
            let mut frames = gauge.frames();
            if limit == Limit::Memory && frames.is_empty() {
                frames = record.map(problem::frames_of).unwrap_or_default();
            }
            shared.context.place(gauge.diagnostic(limit, name)?, &frames, None)
        }
        (None, Some(record)) if record.raw_get::<bool>("follows").unwrap_or(false) => return None,
        (None, Some(record)) => shared.context.diagnostic(record),
        (None, None) if matches!(problem, Ok(Value::Nil)) => return None,
        (None, None) => Diagnostic::error("sidecar/lua-error", text.lines().next().unwrap_or("").to_owned()),
    })
}

fn unreadable(path: &Path, error: &LoadError) -> Diagnostic {
    let why = match error {
        LoadError::NotFound => "does not exist".to_owned(),
        LoadError::Io(text) => format!("cannot be read: {text}"),
    };
    let source = path.with_extension("");
    let extension = source.extension().unwrap_or_default().to_string_lossy();
    Diagnostic::error("sidecar/not-found", format!("the sidecar `{}` {why}", path.display()))
        .help(format!("Each `name.{extension}` has its `name.{extension}.lua` beside it."))
}

/// An error for text with a NUL or invalid UTF-8: to Luau, a NUL is the end of the text.
fn unreadable_text(file: &SourceFile) -> Option<Diagnostic> {
    let (wrong, what) = if file.lossy {
        ('\u{FFFD}', "is not valid UTF-8")
    } else if file.text.contains('\0') {
        ('\0', "holds a NUL character")
    } else {
        return None;
    };
    let start = file.text.find(wrong).unwrap_or(0) as u32;
    let error = Diagnostic::error("sidecar/not-utf8", format!("`{}` {what}", file.name));
    Some(error.at(file.line_span(file.position(start).line)).help("Save the file as plain text in UTF-8."))
}
