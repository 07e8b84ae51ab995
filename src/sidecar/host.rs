//! The Lua state: the prelude, the tables that it is built from, and the host functions that it calls.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Error, Lua, LuaOptions, StdLib, Table, Value};

use super::fields::{
    FieldKind, PREFABS, PROGRAM_HELP, SHADER_FIELDS, STATE_FIELDS, TARGET_FIELDS, TECHNIQUE_FIELDS, entry_points,
    enums, stage_conflict,
};
use super::problem::Context;
use super::target_reads::TargetReads;
use crate::atom::Atom;
use crate::diag::{Diagnostic, PrintOrder};
use crate::dialect::Registry;
use crate::dialect::node_scripts::OutputMark;
use crate::model::{RenderState, SourceUnit, Stage, Target};

/// The files of `lua/prelude` in the order in which they run, as the build script compiled them.
const PRELUDE: [(&str, &[u8]); 9] = [
    ("=[uberc:errors]", include_bytes!(concat!(env!("OUT_DIR"), "/prelude/errors.bytecode"))),
    ("=[uberc:order]", include_bytes!(concat!(env!("OUT_DIR"), "/prelude/order.bytecode"))),
    ("=[uberc:enums]", include_bytes!(concat!(env!("OUT_DIR"), "/prelude/enums.bytecode"))),
    ("=[uberc:objects]", include_bytes!(concat!(env!("OUT_DIR"), "/prelude/objects.bytecode"))),
    ("=[uberc:render_state]", include_bytes!(concat!(env!("OUT_DIR"), "/prelude/render_state.bytecode"))),
    ("=[uberc:technique]", include_bytes!(concat!(env!("OUT_DIR"), "/prelude/technique.bytecode"))),
    ("=[uberc:shader]", include_bytes!(concat!(env!("OUT_DIR"), "/prelude/shader.bytecode"))),
    ("=[uberc:permutation]", include_bytes!(concat!(env!("OUT_DIR"), "/prelude/permutation.bytecode"))),
    ("=[uberc:create_info]", include_bytes!(concat!(env!("OUT_DIR"), "/prelude/create_info.bytecode"))),
];

/// The last file of `lua/prelude`: it makes the globals of what ran before.
const SANDBOX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/prelude/sandbox.bytecode"));

/// Reports from Lua while it runs.
#[derive(Debug)]
pub struct Shared {
    pub context: Context,
    /// Mistakes that did not end the run, and what `print` wrote.
    pub reports: RefCell<Vec<Diagnostic>>,
    pub target_reads: RefCell<TargetReads>,
    /// Lines that `print` wrote, also those that are not kept.
    pub printed: Cell<usize>,
    /// The number of the first of these lines.
    first_line: Cell<usize>,
    /// Further messages that are not kept.
    pub dropped: Cell<usize>,
}

/// Upper bound of lines that `print` writes in a unit, and of messages besides.
const MOST_PRINTED: usize = 200;
const MOST_REPORTS: usize = 50;

impl Shared {
    pub fn new(context: Context) -> Shared {
        Shared {
            context,
            reports: RefCell::default(),
            target_reads: RefCell::default(),
            printed: Cell::new(0),
            first_line: Cell::new(0),
            dropped: Cell::new(0),
        }
    }

    /// Lines from here on stand behind all that a run of the same file printed before.
    pub fn print_behind(&self) {
        self.first_line.set(self.first_line.get() + MOST_PRINTED + 1);
        self.printed.set(0);
    }

    /// How much was reported so far.
    pub fn output_mark(&self) -> OutputMark {
        OutputMark { reports: self.reports.borrow().len(), printed: self.printed.get(), dropped: self.dropped.get() }
    }

    /// Forgets what was reported since then: the same is run again.
    pub fn forget_output(&self, since: OutputMark) {
        self.reports.borrow_mut().truncate(since.reports);
        self.printed.set(since.printed);
        self.dropped.set(since.dropped);
    }

    fn report(&self, record: &Table) {
        let prints = record.raw_get::<String>("code").is_ok_and(|code| code == "sidecar/print");
        let at = self.printed.get();
        self.printed.set(at + usize::from(prints));
        let mut reports = self.reports.borrow_mut();
        let others = || reports.iter().filter(|report| report.printed.is_none()).count();
        if if prints { at >= MOST_PRINTED } else { others() >= MOST_REPORTS } {
            self.dropped.set(self.dropped.get() + usize::from(!prints));
            return;
        }
        let mut diagnostic = self.context.diagnostic(record);
        if prints {
            let at = self.first_line.get() + at;
            diagnostic.printed = Some(Box::new(PrintOrder { sidecar: String::new(), target: None, at }));
        }
        reports.push(diagnostic);
    }

    /// The messages so far. `sidecar`: its file's name; `target`: that of the run, if it has one.
    pub fn take_reports(&self, sidecar: &str, target: Option<Target>) -> Vec<Diagnostic> {
        let mut reports = self.reports.take();
        let target = target.filter(|_| self.target_reads.borrow().has_globals()).map(|target| target.name().to_owned());
        for order in reports.iter_mut().filter_map(|report| report.printed.as_mut()) {
            (order.sidecar, order.target) = (sidecar.to_owned(), target.clone());
        }
        let printed = self.printed.get();
        if printed > MOST_PRINTED {
            let message = format!("`{sidecar}` printed {} more lines, which are not shown", printed - MOST_PRINTED);
            let mut more = Diagnostic::remark("sidecar/print", message);
            let at = self.first_line.get() + MOST_PRINTED;
            more.printed = Some(Box::new(PrintOrder { sidecar: sidecar.to_owned(), target, at }));
            reports.push(more);
            self.printed.set(MOST_PRINTED);
        }
        if self.dropped.get() > 0 {
            let message = format!("{} more messages about `{sidecar}` are not listed", self.dropped.take());
            reports.push(Diagnostic::remark("sidecar/more", message));
        }
        reports
    }
}

/// What the files of a state are.
#[derive(Clone, Copy, Debug)]
pub enum FileKind<'a> {
    /// A sidecar for a target. `dialect`: the value of `Dialect` of a shader until it is set.
    /// `infos`: the stages of each create info of the project.
    Sidecar {
        target: Target,
        dialect: &'a str,
        infos: &'a BTreeMap<String, Vec<Stage>>,
        registry: &'a Registry,
        unit: &'a SourceUnit,
    },
    /// Files of create infos, which are the same for all targets.
    CreateInfos,
}

/// A state with the prelude; the prelude's own table, and what the prelude was made from.
pub fn start(kind: FileKind<'_>, shared: &Rc<Shared>) -> Result<(Lua, Table, Table), Error> {
    let libraries =
        StdLib::TABLE | StdLib::STRING | StdLib::UTF8 | StdLib::BIT | StdLib::MATH | StdLib::BUFFER | StdLib::DEBUG;
    let lua = Lua::new_with(libraries, LuaOptions::default())?;
    // See `Gauge`: no result may depend on the time of a garbage collection.
    lua.gc_stop();
    // The prelude's globals never change, so its calls of `type` and similar functions use Luau's fast path.
    lua.globals().set_safeenv(true);
    let host = describe(&lua)?;
    let platform = lua.create_table()?;
    match kind {
        FileKind::Sidecar { target, dialect, infos, .. } => {
            for name in Target::PLATFORM_GLOBALS {
                platform.raw_set(name, name == target.platform_global())?;
            }
            platform.raw_set("TARGET", target.name())?;
            host.raw_set("dialect", dialect)?;
            host.raw_set("info_stages", info_stages(&lua, infos)?)?;
        }
        FileKind::CreateInfos => {
            host.raw_set("dialect", "")?;
            host.raw_set("create_info", super::create_infos::describe(&lua)?)?;
        }
    }
    host.raw_set("platform", platform)?;
    functions(&lua, &host, shared)?;
    let prelude = lua.create_table()?;
    let run = |name: &str, code: &[u8]| {
        lua.load(code).set_mode(ChunkMode::Binary).set_name(name).call::<()>((&host, &prelude))
    };
    for (name, code) in PRELUDE {
        run(name, code)?;
    }
    if let FileKind::Sidecar { registry, unit, .. } = kind {
        prelude.raw_set("libraries", super::libraries::load(&lua, &prelude, registry, unit)?)?;
    }
    run("=[uberc:sandbox]", SANDBOX)?;
    // Luau's fast paths would bypass uberc's `pairs` and `next`.
    prelude.raw_get::<Table>("globals")?.set_safeenv(false);
    Ok((lua, prelude, host))
}

/// By info, the fields of its stages' entry points.
fn info_stages(lua: &Lua, infos: &BTreeMap<String, Vec<Stage>>) -> Result<Table, Error> {
    let all = lua.create_table()?;
    for (name, stages) in infos {
        let fields = entry_points().filter(|(_, stage)| stages.contains(stage)).map(|(field, _)| field);
        all.raw_set(name.as_str(), lua.create_sequence_from(fields)?)?;
    }
    Ok(all)
}

/// Compiles the user's text: no inlining, so that tracebacks show every call.
pub fn compiler() -> Compiler {
    Compiler::new().set_optimization_level(1).set_debug_level(1)
}

fn describe(lua: &Lua) -> Result<Table, Error> {
    let host = lua.create_table()?;
    let list = lua.create_table()?;
    for api in enums() {
        let entry = lua.create_table()?;
        entry.raw_set("name", api.name)?;
        entry.raw_set("members", lua.create_sequence_from(api.members)?)?;
        list.raw_push(entry)?;
    }
    host.raw_set("enums", list)?;

    let list = lua.create_table()?;
    for field in STATE_FIELDS {
        let entry = describe_field(lua, field.name, field.kind, &(field.get)(&RenderState::DEFAULT))?;
        entry.raw_set("follows", field.follows)?;
        list.raw_push(entry)?;
    }
    for field in TARGET_FIELDS {
        let entry = describe_field(lua, field.name, field.kind, &(field.get)(&RenderState::DEFAULT.target))?;
        entry.raw_set("target", true)?;
        list.raw_push(entry)?;
    }
    host.raw_set("state_fields", list)?;
    host.raw_set("shader_fields", lua.create_sequence_from(SHADER_FIELDS)?)?;
    host.raw_set("technique_fields", lua.create_sequence_from(TECHNIQUE_FIELDS)?)?;
    let list = lua.create_table()?;
    for (name, stage) in entry_points() {
        let entry = lua.create_table()?;
        entry.raw_push(name)?;
        entry.raw_push(1 << stage as u32)?;
        list.raw_push(entry)?;
    }
    host.raw_set("entry_points", list)?;
    let conflicts = lua.create_table()?;
    for stages in 0..1_u32 << Stage::ALL.len() {
        if let Some((what, help)) = stage_conflict(stages) {
            conflicts.raw_set(stages, lua.create_sequence_from([what, help])?)?;
        }
    }
    host.raw_set("stage_conflicts", conflicts)?;
    host.raw_set("program_help", PROGRAM_HELP)?;

    let list = lua.create_table()?;
    for prefab in PREFABS {
        let fields = lua.create_table()?;
        for (name, value) in prefab.fields {
            let pair = lua.create_table()?;
            pair.raw_push(*name)?;
            match *value {
                "true" | "false" => pair.raw_push(*value == "true")?,
                member => pair.raw_push(member)?,
            }
            fields.raw_push(pair)?;
        }
        let entry = lua.create_table()?;
        entry.raw_set("name", prefab.name)?;
        entry.raw_set("fields", fields)?;
        list.raw_push(entry)?;
    }
    host.raw_set("prefabs", list)?;

    let forbidden = lua.create_table()?;
    for (name, why) in FORBIDDEN {
        forbidden.raw_set(*name, *why)?;
    }
    host.raw_set("forbidden", forbidden)?;
    host.raw_set("hook", super::purity::HOOK)?;
    host.raw_set("loop", super::loops::HOOK)?;
    host.raw_set("rank", super::enum_order::HOOK)?;
    Ok(host)
}

/// Globals of standard Lua that a sidecar does not have, each with a help text.
const FORBIDDEN: &[(&str, &str)] = &[
    ("io", "A sidecar reads no files; `require` loads Lua modules."),
    ("os", "A sidecar has no clock and no environment: its result depends on its text and the target alone."),
    ("package", "Use `require`; its search path is `lua` in the project file."),
    ("debug", "The debug library is not part of the sandbox."),
    ("load", "Text cannot be run as code; use `require`."),
    ("loadstring", "Text cannot be run as code; use `require`."),
    ("dofile", "Use `require`."),
    ("loadfile", "Use `require`."),
    ("getfenv", "Environments cannot be changed."),
    ("setfenv", "Environments cannot be changed."),
    ("collectgarbage", "Memory is managed automatically."),
    ("coroutine", "Coroutines are not part of the sandbox."),
    ("_G", "Sidecars share no globals; use locals, or a module."),
];

fn describe_field(lua: &Lua, name: &str, kind: FieldKind, default: &str) -> Result<Table, Error> {
    let entry = lua.create_table()?;
    entry.raw_set("name", name)?;
    match kind {
        FieldKind::Bool => {
            entry.raw_set("kind", "bool")?;
            entry.raw_set("default", default == "true")?;
        }
        FieldKind::Enum(api) => {
            entry.raw_set("kind", "enum")?;
            entry.raw_set("enum", api)?;
            entry.raw_set("default", default)?;
        }
        FieldKind::Int(min, max) => {
            entry.raw_set("kind", "int")?;
            // Lua's numbers are doubles; every bound is exact in one.
            entry.raw_set("min", min as f64)?;
            entry.raw_set("max", max as f64)?;
            entry.raw_set("default", default.parse::<f64>().ok())?;
        }
        FieldKind::Float => {
            entry.raw_set("kind", "float")?;
            entry.raw_set("default", default.parse::<f64>().ok())?;
        }
        FieldKind::Color => entry.raw_set("kind", "color")?,
    }
    Ok(entry)
}

fn functions(lua: &Lua, host: &Table, shared: &Rc<Shared>) -> Result<(), Error> {
    let state = Rc::clone(shared);
    host.raw_set(
        "report",
        lua.create_function(move |_, record: Table| {
            state.report(&record);
            Ok(())
        })?,
    )?;
    let state = Rc::clone(shared);
    host.raw_set(
        "platform_read",
        lua.create_function(move |_, name: String| {
            state.target_reads.borrow_mut().note_global(&name);
            Ok(())
        })?,
    )?;
    let state = Rc::clone(shared);
    host.raw_set(
        "macro",
        lua.create_function(move |lua, name: String| {
            let name = Atom::from(&name);
            state.target_reads.borrow_mut().macros.insert(name);
            Ok(match state.context.macros.get(&name) {
                None => ("none", Value::Nil),
                Some(known) if known.function_like => ("function", Value::Nil),
                Some(known) => ("text", Value::String(lua.create_string(known.expanded.trim_end())?)),
            })
        })?,
    )?;
    let state = Rc::clone(shared);
    host.raw_set(
        "all_macros",
        lua.create_function(move |lua, ()| {
            state.target_reads.borrow_mut().all_macros = true;
            let macros = state.context.macros.values().filter(|known| !known.function_like);
            lua.create_table_from(macros.map(|known| (known.name.as_str(), known.expanded.trim_end())))
        })?,
    )?;
    host.raw_set(
        "metatable",
        // The actual metatable, also if its `__metatable` hides it.
        lua.create_function(|_, value: Value| {
            Ok(match value {
                Value::Table(table) => table.metatable(),
                _ => None,
            })
        })?,
    )?;
    host.raw_set(
        "freeze",
        lua.create_function(|_, table: Table| {
            table.set_readonly(true);
            Ok(())
        })?,
    )
}
