//! Runs files of create infos; gives what their builders declare, and calls the conditions of `additional_info_if`.
//!
//! All files share one Lua state. They see neither target nor macros: an info is the same for all targets.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use mlua::{Error, Function, Lua, Table, Value};

use super::host::{FileKind, Shared};
use super::limits::{Gauge, Limit};
use super::problem::Context;
use super::{explain, found_in, found_mistakes, host, is_out_of_memory, require, run_chunk, unreadable_text};
use crate::diag::{Diagnostic, FileId, LoadError, SourceFile, Sources, Span};
use crate::dialect::create_info::methods::{METHODS, Method, MethodRow};
use crate::dialect::create_info::{
    Argument, Call, ConditionProblem, Conditions, ConstantValue, Declaration, DeclarationKind, vocabulary,
};
use crate::model::Limits;

/// Bytes of all strings of calls: Lua has a string once, which many calls can name.
const MOST_TEXT: usize = 64 << 20;

/// The inputs of a run.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Relative to the project's root.
    pub files: &'a [PathBuf],
    /// Searched in order by `require`.
    pub lua_paths: &'a [PathBuf],
    pub limits: &'a Limits,
    pub cancelled: &'a Arc<AtomicBool>,
}

/// Files that have run.
pub struct DeclaredInfos {
    pub declarations: Vec<Declaration>,
    /// The files and the modules that they require.
    pub files: Vec<FileId>,
    /// Paths that `require` looked for and did not find.
    pub missing: Vec<PathBuf>,
    live: Live,
}

struct Live {
    holds: Function,
    shared: Rc<Shared>,
    gauge: Rc<Gauge>,
    name: String,
    /// The last field, so that every handle into it is dropped earlier.
    lua: Lua,
}

/// Runs the files in their order. A file with a mistake does not keep the others from running. `None` where Lua could
/// not be started.
pub fn load(request: &Request<'_>, sources: &Sources) -> (Option<DeclaredInfos>, Vec<Diagnostic>) {
    match run(request, sources) {
        Ok((declared, found)) => (Some(declared), found),
        // This happens only if the memory limit is too small for the prelude, or because of a defect of uberc.
        Err(error) => {
            let message = format!("the create infos could not be run: {error}");
            (None, vec![Diagnostic::error("sidecar/lua-error", message.lines().next().unwrap_or("").to_owned())])
        }
    }
}

fn run(request: &Request<'_>, sources: &Sources) -> Result<(DeclaredInfos, Vec<Diagnostic>), Error> {
    let context = Context::new(Default::default());
    let shared = Rc::new(Shared::new(context));
    let (lua, prelude, host) = host::start(FileKind::CreateInfos, &shared)?;
    let gauge = Gauge::install(&lua, &host, request.limits, Arc::clone(request.cancelled))?;
    let env: Table = prelude.raw_get("globals")?;
    let loader = require::Loader::new(request.lua_paths, sources, &shared, &env);
    let mut found = Vec::new();
    for path in request.files {
        let file = match sources.load(path) {
            Ok(file) => file,
            Err(error) => {
                found.push(unreadable(&sources.relative(path).display().to_string(), &error));
                continue;
            }
        };
        loader.read(&file);
        match unreadable_text(&file) {
            Some(wrong) => found.push(wrong),
            None => run_file(&lua, (&prelude, &host, &env), &loader, (&shared, &gauge), &file, &mut found)?,
        }
    }
    let (files, missing) = loader.finish();
    let name = "create infos".to_owned();
    found.extend(shared.take_reports(&name, None));
    let api: Table = prelude.raw_get("create_infos")?;
    let (declarations, is_whole) = declarations(&api, &shared.context)?;
    if !is_whole {
        let message = format!("the calls of create infos have more than {MOST_TEXT} bytes of text");
        found.push(Diagnostic::error("ci/limit", message).help("Put the text into a file."));
    }
    api.raw_set("finalized", true)?;
    let live = Live { holds: api.raw_get("holds")?, shared, gauge, name, lua };
    Ok((DeclaredInfos { declarations, files, missing, live }, found))
}

fn run_file(
    lua: &Lua,
    (prelude, host, env): (&Table, &Table, &Table),
    loader: &require::Loader<'_>,
    (shared, gauge): (&Rc<Shared>, &Rc<Gauge>),
    file: &Arc<SourceFile>,
    found: &mut Vec<Diagnostic>,
) -> Result<(), Error> {
    let name = shared.context.chunk_name(file);
    let chunk = match require::compile(lua, &name, file, env) {
        Ok(chunk) => chunk,
        Err(error) => {
            found.push(shared.context.syntax(&name, &require::message_of(&error)));
            return Ok(());
        }
    };
    gauge.start();
    let outcome = run_chunk(lua, (prelude, host), loader, chunk)?;
    // What is done from here on is not the user's.
    if gauge.reached() == Some(Limit::Memory) || outcome.as_ref().is_err_and(is_out_of_memory) {
        lua.set_memory_limit(0)?;
    }
    let outcome = match outcome {
        Ok((ok, problem, mistakes)) => {
            found.extend(found_mistakes(Some(mistakes), &shared.context));
            Ok((ok, problem))
        }
        Err(error) => {
            found.extend(found_mistakes(found_in(prelude), &shared.context));
            Err(error)
        }
    };
    if !matches!(&outcome, Ok((true, _))) || gauge.reached().is_some() {
        found.extend(explain(outcome.map(|(_, problem)| problem), shared, gauge, &file.name));
    }
    Ok(())
}

fn unreadable(path: &str, error: &LoadError) -> Diagnostic {
    let why = match error {
        LoadError::NotFound => "does not exist".to_owned(),
        LoadError::Io(text) => format!("cannot be read: {text}"),
    };
    Diagnostic::error("ci/file", format!("the file `{path}` {why}")).help("Name a Lua file of create infos.")
}

impl Conditions for DeclaredInfos {
    fn holds(&mut self, number: u32, constants: &[(String, ConstantValue)]) -> Result<bool, ConditionProblem> {
        let Live { holds, shared, gauge, name, lua } = &self.live;
        let failed = |error: Error| {
            let text = format!("a condition could not be called: {error}");
            Box::new(Diagnostic::error("sidecar/lua-error", text.lines().next().unwrap_or("").to_owned()))
        };
        let values = lua.create_table().map_err(failed)?;
        for (name, value) in constants {
            let value = match value {
                ConstantValue::Bool(value) => Value::Boolean(*value),
                ConstantValue::Number(value) => Value::Number(*value),
            };
            values.raw_set(name.as_str(), value).map_err(failed)?;
        }
        gauge.start();
        let outcome = holds.call::<(bool, Value)>((number, values));
        match outcome {
            Ok((true, Value::Boolean(result))) if gauge.reached().is_none() => Ok(result),
            Ok((_, problem)) => Err(explain(Ok(problem), shared, gauge, name)),
            Err(error) => Err(explain(Err(error), shared, gauge, name)),
        }
        .map_err(|problem| {
            Box::new(problem.unwrap_or_else(|| Diagnostic::error("ci/argument", "a condition gave no result")))
        })
    }
}

/// The tables of enums and methods for the prelude.
pub fn describe(lua: &Lua) -> Result<Table, Error> {
    let api = lua.create_table()?;
    let enums = lua.create_table()?;
    for table in vocabulary::tables() {
        let entry = lua.create_table()?;
        entry.raw_set("name", table.name)?;
        entry.raw_set("set", table.set)?;
        entry.raw_set("members", lua.create_sequence_from(table.members)?)?;
        let aliases = lua.create_table()?;
        for (alias, member, older) in table.aliases {
            let pair = lua.create_table()?;
            pair.raw_push(alias)?;
            pair.raw_push(member)?;
            pair.raw_push(older)?;
            aliases.raw_push(pair)?;
        }
        entry.raw_set("aliases", aliases)?;
        enums.raw_push(entry)?;
    }
    api.raw_set("enums", enums)?;
    let methods = lua.create_table()?;
    for MethodRow { name, of_interface, parameters, variadic, .. } in METHODS {
        let entry = lua.create_table()?;
        entry.raw_set("name", *name)?;
        entry.raw_set("of_interface", *of_interface)?;
        entry.raw_set("variadic", *variadic)?;
        let list = lua.create_table()?;
        for parameter in *parameters {
            let (kind, of_enum) = parameter.kind.words();
            let row = lua.create_table()?;
            row.raw_set("name", parameter.name)?;
            row.raw_set("kind", kind)?;
            row.raw_set("enum", of_enum)?;
            row.raw_set("optional", parameter.optional)?;
            list.raw_push(row)?;
        }
        entry.raw_set("parameters", list)?;
        methods.raw_push(entry)?;
    }
    api.raw_set("methods", methods)?;
    Ok(api)
}

/// What the builders noted, and whether that is all.
fn declarations(api: &Table, context: &Context) -> Result<(Vec<Declaration>, bool), Error> {
    let mut all = Vec::new();
    let mut bytes = 0;
    for object in api.raw_get::<Table>("declared")?.sequence_values::<Table>() {
        let object = object?;
        let kind = match object.raw_get::<String>("type")?.as_str() {
            "Interface" => DeclarationKind::Interface,
            "CreateInfo" => DeclarationKind::Info,
            _ => DeclarationKind::Variant,
        };
        let place = |table: &Table, source: usize, line: usize| -> Option<Span> {
            context.span(&table.raw_get::<String>(source).ok()?, table.raw_get(line).ok()?)
        };
        let own: Option<Span> = context.span(&object.raw_get::<String>("source")?, object.raw_get("line")?);
        // Every chunk of the state is a file.
        let Some(at) = own else { continue };
        let mut calls = Vec::new();
        for call in object.raw_get::<Table>("calls")?.sequence_values::<Table>() {
            let call = call?;
            let name: String = call.raw_get(1)?;
            let Some(method) = Method::from_name(&name, kind == DeclarationKind::Interface) else { continue };
            let values: Table = call.raw_get(4)?;
            let count: usize = values.raw_get("n")?;
            let arguments: Vec<Argument> =
                (1..=count).map(|at| argument(values.raw_get(at)?)).collect::<Result<_, Error>>()?;
            bytes += arguments.iter().map(text_bytes).sum::<usize>();
            if bytes > MOST_TEXT {
                return Ok((all, false));
            }
            calls.push(Call { method, at: place(&call, 2, 3).unwrap_or(at), arguments });
        }
        let infos = match object.raw_get::<Option<Table>>("infos")? {
            Some(list) => list.sequence_values().collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        let instance = object.raw_get::<Option<String>>("instance")?.unwrap_or_default();
        all.push(Declaration { kind, name: object.raw_get("name")?, instance, infos, at, calls });
    }
    Ok((all, true))
}

fn text_bytes(argument: &Argument) -> usize {
    match argument {
        Argument::Text(text) => text.len(),
        Argument::List(list) => list.iter().map(String::len).sum(),
        _ => 0,
    }
}

fn argument(value: Value) -> Result<Argument, Error> {
    Ok(match value {
        Value::Boolean(value) => Argument::Bool(value),
        Value::Integer(value) => Argument::Number(value as f64),
        Value::Number(value) => Argument::Number(value),
        Value::String(text) => Argument::Text(text.to_string_lossy()),
        Value::Table(table) => match table.raw_get::<Option<u32>>("number")? {
            Some(number) => Argument::Function(number),
            None => Argument::List(table.sequence_values().collect::<Result<_, _>>()?),
        },
        _ => Argument::Absent,
    })
}
