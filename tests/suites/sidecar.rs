//! Sidecars: declarations, results of `Specialize`, and a diagnostic for each mistake.
//!
//! A case is a folder of `*.fx.lua` files, with `lua/` as the search path of `require` and the `#define` lines of
//! `macros.h` as `cpp`. `expected.txt` has, for each file, the shaders, their techniques, and the diagnostics.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use uberc::diag::{Diagnostic, Sources, Span};
use uberc::dialect::Registry;
use uberc::explore::{count_finals, explore};
use uberc::model::{Cube, Limits, MacroDefinition, MacroTable, RenderState, SourceUnit, Target, Technique};
use uberc::sidecar::{self, FieldKind, Request, STATE_FIELDS, Sidecar, TARGET_FIELDS};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("sidecar", case);
    for (name, text, code) in LIMITS {
        trials.push(harness::trial(format!("sidecar::limit_stops_{name}"), move || limit(text, code)));
    }
    trials.push(harness::trial("sidecar::annotations_name_the_whole_api", annotations));
    trials.push(harness::trial("sidecar::prefabs_are_what_the_documentation_says", prefabs));
    trials.push(harness::trial("sidecar::target_globals_are_noted_when_read", target_globals));
    trials.push(harness::trial("sidecar::a_missing_sidecar_is_told", missing_sidecar));
    trials.push(harness::trial("sidecar::walks_take_steps_in_proportion", walks));
    trials.push(harness::trial("sidecar::every_code_has_a_case", every_code));
    trials
}

fn request_files(folder: &Path) -> Result<Vec<String>, Failed> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".fx.lua") {
            names.push(name);
        }
    }
    names.sort();
    if names.is_empty() { Err("the case has no .fx.lua".into()) } else { Ok(names) }
}

fn macros(sources: &Sources) -> MacroTable {
    let mut table = MacroTable::new();
    let Ok(file) = sources.load(Path::new("macros.h")) else { return table };
    for (line, text) in (1u32..).zip(file.text.lines()) {
        let Some(rest) = text.strip_prefix("#define ") else { continue };
        let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
        let function_like = name.contains('(');
        let name = name.split('(').next().unwrap_or(name);
        let start = file.line_span(line).start + 8;
        let defined = Some(Span { file: file.id, start, end: start + name.len() as u32 });
        let definition = MacroDefinition { name: name.into(), defined, function_like, expanded: value.to_owned() };
        table.insert(name.into(), definition);
    }
    table
}

fn case(folder: &Path) -> Result<(), Failed> {
    let mut out = String::new();
    for name in request_files(folder)? {
        let sources = Sources::new(folder);
        let source = (!name.starts_with("no_fx")).then(|| PathBuf::from(name.trim_end_matches(".lua")));
        let unit = SourceUnit { sidecar: PathBuf::from(&name), source };
        let limits = Limits { cubes: 40, techniques: 2_000, ..Limits::default() };
        let macros = macros(&sources);
        let lua_paths = [PathBuf::from("lua"), PathBuf::from("shared")];
        let registry = Registry::standard();
        let request = Request {
            infos: &std::collections::BTreeMap::new(),
            info_files: &[],
            unit: &unit,
            registry: &registry,
            dialect: registry.first(),
            target: Target::Spirv,
            macros: &macros,
            generator_options: &std::collections::BTreeMap::new(),
            lua_paths: &lua_paths,
            limits: &limits,
            cancelled: &Default::default(),
        };
        let (sidecar, mut diagnostics) = sidecar::load(&request, &sources);
        writeln!(out, "## {name}")?;
        if let Some(sidecar) = &sidecar {
            describe(&mut out, sidecar, &sources, &limits, &mut diagnostics)?;
        }
        out += &harness::diagnostics(&diagnostics, &sources);
    }
    harness::golden(&folder.join("expected.txt"), &out)
}

fn describe(
    out: &mut String,
    sidecar: &Sidecar,
    sources: &Sources,
    limits: &Limits,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Failed> {
    let files: Vec<String> = sidecar.files.iter().skip(1).map(|id| sources.get(*id).name.to_string()).collect();
    if !files.is_empty() {
        writeln!(out, "files: {}", files.join(" "))?;
    }
    if !sidecar.missing.is_empty() {
        let missing: Vec<String> = sidecar.missing.iter().map(|path| path.display().to_string()).collect();
        writeln!(out, "missing: {}", missing.join(" "))?;
    }
    for (at, shader) in sidecar.shaders.iter().enumerate() {
        write!(out, "shader {}:", shader.name)?;
        for branch in shader.branches.branches() {
            write!(out, " {}@{}+{}", branch.name, branch.first_bit, branch.width)?;
        }
        if shader.dialect != "hlsl" {
            write!(out, " dialect={}", shader.dialect)?;
        }
        if let Some(fallback) = &shader.fallback {
            write!(out, " fallback={fallback:?}")?;
        }
        if !shader.metadata.is_empty() {
            write!(out, " metadata={:?}", shader.metadata)?;
        }
        if let Some(materials) = &shader.materials {
            write!(out, " materials={materials:?} options={:?}", shader.options)?;
        }
        if !shader.implemented.is_empty() {
            write!(out, " implements={:?}", shader.implemented)?;
        }
        if let Some(source) = &shader.source {
            write!(out, " source={}:{:?}", source.name, source.text)?;
        }
        writeln!(out)?;
        let (exploration, found) = explore(shader, &mut sidecar.specializer(at), limits);
        diagnostics.extend(found);
        writeln!(
            out,
            "  runs={} cubes={} finals={}",
            exploration.runs,
            exploration.cubes.len(),
            count_finals(&shader.branches, &exploration, Cube::ALL)?
        )?;
        for technique in &exploration.techniques {
            writeln!(out, "  technique {}", compact(technique))?;
        }
    }
    diagnostics.extend(sidecar.take_output());
    Ok(())
}

/// Only what differs from a technique without anything.
fn compact(technique: &Technique) -> String {
    let mut parts: Vec<String> =
        technique.entry_points.iter().map(|(stage, name)| format!("{}={name}", stage.name())).collect();
    let state = &technique.render_state;
    for field in STATE_FIELDS {
        let value = (field.get)(state);
        if value != (field.get)(&RenderState::DEFAULT) {
            parts.push(format!("{}={value}", field.name));
        }
    }
    for field in TARGET_FIELDS {
        if (field.get)(&state.target) != (field.get)(&RenderState::DEFAULT.target) {
            parts.push(format!("{}={}", field.name, (field.get)(&state.target)));
        }
        for (index, target) in state.targets.iter().enumerate() {
            if let Some(target) = target.filter(|target| (field.get)(target) != (field.get)(&state.target)) {
                parts.push(format!("[{index}].{}={}", field.name, (field.get)(&target)));
            }
        }
    }
    parts.extend(technique.vertex_format.iter().map(|format| format!("format={format}")));
    parts.extend(technique.profile.iter().map(|profile| format!("profile={profile}")));
    parts.extend(technique.defines.iter().map(|(name, value)| format!("-D{name}={}", value.replacement())));
    parts.extend(technique.metadata.iter().map(|(name, value)| format!("{name}:{value:?}")));
    parts.join(" ")
}

/// Text that never ends or never stops growing, and the code it ends in.
const LIMITS: &[(&str, &str, &str)] = &[
    ("a_loop", "while true do end", "sidecar/time-limit"),
    ("a_pcall_loop", "while true do pcall(function() while true do end end) end", "sidecar/time-limit"),
    (
        "a_swallowed_error",
        "pcall(function() while true do end end) Shader('A').Technique.PixelShader = 'x'",
        "sidecar/time-limit",
    ),
    (
        "an_error_handler",
        "xpcall(function() while true do end end, function() while true do end end)",
        "sidecar/time-limit",
    ),
    ("a_string_pattern", "string.rep('a', 30000):find('.-.-.-.-.-b')", "sidecar/time-limit"),
    ("a_backtracking_pattern", "string.rep('a', 30000):find('.-.-.-.-b')", "sidecar/time-limit"),
    ("a_table", "local t = {} while true do t[#t + 1] = {} end", "sidecar/memory-limit"),
    ("a_string", "local s = 'x' while true do s = s .. s end", "sidecar/memory-limit"),
    (
        "a_caught_memory_error",
        "local t = {} while true do pcall(function() t[#t + 1] = string.rep('x', 1000000) end) end",
        "sidecar/",
    ),
    (
        "a_memory_error_that_is_caught_once",
        "pcall(string.rep, 'x', 100000000) Shader('A').Technique.PixelShader = 'x'",
        "sidecar/memory-limit",
    ),
    (
        "a_handled_memory_error",
        "xpcall(string.rep, function() return 1 end, 'x', 100000000) Shader('A').Technique.PixelShader = 'x'",
        "sidecar/memory-limit",
    ),
    ("a_table_create", "local t = table.create(10000000, 0)", "sidecar/memory-limit"),
    ("a_recursion", "local function f() return 1 + f() end f()", "sidecar/lua-error"),
    (
        "specialize",
        "local s = Shader('A') s.Branches = {'a', 'b'} s.Specialize = function(p) while p.a do end return nil end",
        "sidecar/time-limit",
    ),
];

fn limit(text: &str, code: &str) -> Result<(), Failed> {
    let started = Instant::now();
    // On a busy machine 150 ms may be over before the memory is full.
    let time = if code == "sidecar/memory-limit" { 60_000 } else { 150 };
    let limits = Limits { sidecar_time: Duration::from_millis(time), sidecar_memory: 16 << 20, ..Limits::default() };
    let diagnostics = run_text(text, Target::Spirv, &limits)?.1;
    let found: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    if !found.first().is_some_and(|found| found.starts_with(code)) || found.len() != 1 {
        return Err(format!("expected {code}, found {diagnostics:?}").into());
    }
    if code.contains("limit") {
        assert!(diagnostics[0].message.contains("a.fx.lua"), "{}", diagnostics[0].message);
    }
    assert!(started.elapsed() < Duration::from_secs(5), "took {:?}", started.elapsed());
    if code == "sidecar/time-limit" && !text.contains("pcall") {
        let limits = Limits { sidecar_instructions: 20_000, ..Limits::default() };
        let diagnostics = run_text(text, Target::Spirv, &limits)?.1;
        assert_eq!(diagnostics.iter().map(|found| found.code).collect::<Vec<_>>(), ["sidecar/instruction-limit"]);
    }
    Ok(())
}

/// Whether a sidecar read platform globals, its messages, and its techniques.
type Ran = (bool, Vec<Diagnostic>, Vec<Arc<Technique>>);

fn run_text(text: &str, target: Target, limits: &Limits) -> Result<Ran, Failed> {
    let sources = Sources::in_memory([("a.fx.lua", text)]);
    let unit = SourceUnit { sidecar: "a.fx.lua".into(), source: Some("a.fx".into()) };
    let registry = Registry::standard();
    let request = Request {
        infos: &std::collections::BTreeMap::new(),
        info_files: &[],
        unit: &unit,
        registry: &registry,
        dialect: registry.first(),
        target,
        macros: &MacroTable::new(),
        generator_options: &std::collections::BTreeMap::new(),
        lua_paths: &[],
        limits,
        cancelled: &Default::default(),
    };
    let (sidecar, mut diagnostics) = sidecar::load(&request, &sources);
    let sidecar = sidecar.ok_or("the sidecar has no result")?;
    let mut techniques = Vec::new();
    for (at, shader) in sidecar.shaders.iter().enumerate() {
        let (exploration, found) = explore(shader, &mut sidecar.specializer(at), limits);
        diagnostics.extend(found);
        techniques.extend(exploration.techniques);
    }
    Ok((sidecar.target_globals_read(), diagnostics, techniques))
}

/// Walks take some 3,600,000 steps here; to look at a whole table for each of its keys would take a hundred times as many.
fn walks() -> Result<(), Failed> {
    let text = "
        local t = {} for i = 1, 20000 do t['k' .. i] = i end
        for k, v in t do end
        for k, v in pairs(t) do end
        local k = next(t) while k do k = next(t, k) end
        local shared, keys = {}, {}
        for i = 1, 20000 do local o = { i, shared } shared[i] = o keys[o] = i end
        for k, v in keys do end
        Shader('A').Technique.PixelShader = 'main'
    ";
    let limits = Limits { sidecar_instructions: 6_000_000, ..Limits::default() };
    let (_, diagnostics, techniques) = run_text(text, Target::Spirv, &limits)?;
    assert_eq!(diagnostics, []);
    assert_eq!(techniques.len(), 1);
    Ok(())
}

fn target_globals() -> Result<(), Failed> {
    let limits = Limits::default();
    let plain = "local s = Shader('A') s.Technique.PixelShader = 'main'";
    let at_load = "local s = Shader('A') s.Technique.PixelShader = RENDERER_METAL and 'metal' or TARGET";
    let late =
        "local s = Shader('A') s.Specialize = function(p) local t = Technique() t.PixelShader = TARGET return t, p end";
    for (text, read) in [(plain, false), (at_load, true), (late, true)] {
        assert_eq!(run_text(text, Target::Spirv, &limits)?.0, read, "{text}");
    }
    for target in Target::ALL {
        let mut text = String::from("local s = Shader('A') local t = s.Technique t.PixelShader = TARGET t.Defines = {");
        for name in Target::PLATFORM_GLOBALS {
            write!(text, "{name} = {name}, ")?;
        }
        text += "}";
        let (_, diagnostics, techniques) = run_text(&text, target, &limits)?;
        assert_eq!(diagnostics, []);
        assert_eq!(techniques[0].entry_points.values().next().map(String::as_str), Some(target.name()));
        let on: Vec<&str> = techniques[0]
            .defines
            .iter()
            .filter(|(_, value)| value.replacement() == "1")
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(on, [target.platform_global()]);
        assert_eq!(techniques[0].defines.len(), Target::PLATFORM_GLOBALS.len());
    }
    Ok(())
}

fn prefabs() -> Result<(), Failed> {
    let state = |name: &str| -> Result<RenderState, Failed> {
        let text = format!("local t = Shader('A').Technique t.PixelShader = 'x' t.RenderState = {name}");
        let (_, diagnostics, techniques) = run_text(&text, Target::Spirv, &Limits::default())?;
        assert_eq!(diagnostics, []);
        Ok(techniques[0].render_state)
    };
    assert_eq!(state("DefaultRenderState")?, RenderState::DEFAULT);
    let alpha = state("AlphaBlendRenderState")?;
    assert!(alpha.target.alpha_blend_enable && !alpha.z_write_enable && alpha.z_enable);
    assert_eq!((alpha.target.src_blend.name(), alpha.target.dst_blend.name()), ("SrcAlpha", "InvSrcAlpha"));
    let additive = state("AdditiveRenderState")?;
    assert!(additive.target.alpha_blend_enable && !additive.z_write_enable);
    assert_eq!((additive.target.src_blend.name(), additive.target.dst_blend.name()), ("One", "One"));
    let mut depth = RenderState::DEFAULT;
    depth.target.color_write_state = uberc_runtime::ColorWriteState::NO_CHANNEL;
    assert_eq!(state("DepthOnlyRenderState")?, depth);
    Ok(())
}

/// The functions that the prelude gives to sidecars: `env.Shader, env.Int = ...` and `function env.Int(...)`, with a capital letter.
fn functions_of_the_prelude(text: &str) -> Vec<String> {
    let text = text.replace("function env.", "function\nenv.");
    let names = text.split("env.").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        rest.split_at(end)
    });
    let assigned = names.filter(|(_, rest)| [", ", " = ", "("].iter().any(|sign| rest.starts_with(sign)));
    assigned.map(|(name, _)| name).filter(|name| name.starts_with(char::is_uppercase)).map(str::to_owned).collect()
}

/// Every name of the API stands in both annotation files, as a definition.
fn annotations() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lua/meta");
    let mut names: Vec<(String, Vec<String>)> = Vec::new();
    let mut fields: Vec<String> = sidecar::entry_points().map(|(name, _)| name.to_owned()).collect();
    let others = sidecar::TECHNIQUE_FIELDS.iter().chain(&sidecar::SHADER_FIELDS).chain(&["RenderTarget"]);
    fields.extend(others.map(|name| (*name).to_owned()));
    names.push(("field".to_owned(), fields));
    names.push(("field".to_owned(), STATE_FIELDS.iter().map(|field| field.name.to_owned()).collect()));
    names.push(("field".to_owned(), TARGET_FIELDS.iter().map(|field| field.name.to_owned()).collect()));
    for api in sidecar::enums() {
        names.push((api.name.to_owned(), api.members.iter().map(|member| (*member).to_owned()).collect()));
    }
    let mut globals: Vec<String> = Target::PLATFORM_GLOBALS.iter().map(|name| (*name).to_owned()).collect();
    globals.extend(["TARGET", "cpp", "MaterialX"].map(str::to_owned));
    let functions = functions_of_the_prelude(&std::fs::read_to_string(root.join("../prelude/sandbox.luau"))?);
    assert!(functions.iter().any(|name| name == "Shader"), "{functions:?}");
    globals.extend(functions);
    globals.extend(sidecar::PREFABS.iter().map(|prefab| prefab.name.to_owned()));
    names.push(("global".to_owned(), globals));
    let text = std::fs::read_to_string(root.join("uberc.lua"))?;
    for (name, kind, default) in defaults() {
        let default = match kind {
            FieldKind::Enum(group) => format!("{group}.{default}"),
            FieldKind::Color => format!("{{{}}}", default.replace(',', ", ")),
            _ => default,
        };
        let begin = format!("---@field {name} ");
        let is_told = |line: &str| line.starts_with(&begin) && line.ends_with(&format!(" (default: {default})"));
        assert!(text.lines().any(is_told), "uberc.lua does not say that the default of {name} is {default}");
    }
    for file in ["uberc.lua", "uberc.d.luau"] {
        let text = std::fs::read_to_string(root.join(file))?;
        let missing: Vec<String> = names
            .iter()
            .flat_map(|(group, names)| names.iter().map(move |name| (group, name)))
            .filter(|(group, name)| {
                let defined = match group.as_str() {
                    "global" if file == "uberc.lua" => {
                        text.contains(&format!("\n{name} = ")) || text.contains(&format!("\nfunction {name}("))
                    }
                    "global" => {
                        text.contains(&format!("declare {name}: "))
                            || text.contains(&format!("declare function {name}("))
                    }
                    "field" if file == "uberc.lua" => {
                        text.contains(&format!("---@field {name} ")) || text.contains(&format!("---@field {name}? "))
                    }
                    "field" => text.contains(&format!("\t{name}: ")),
                    api if file == "uberc.lua" => text.contains(&format!("---@field {name} {api}.Member\n")),
                    api => text.contains(&format!("\tread {name}: {api}Member,\n")),
                };
                !defined
            })
            .map(|(group, name)| format!("{group} {name}"))
            .collect();
        if !missing.is_empty() {
            return Err(format!("{file} lacks {}", missing.join(", ")).into());
        }
    }
    Ok(())
}

/// Every field of `RenderState` with its default, in the prelude's encoding.
fn defaults() -> impl Iterator<Item = (&'static str, FieldKind, String)> {
    let of_targets =
        TARGET_FIELDS.iter().map(|field| (field.name, field.kind, (field.get)(&RenderState::DEFAULT.target)));
    STATE_FIELDS.iter().map(|field| (field.name, field.kind, (field.get)(&RenderState::DEFAULT))).chain(of_targets)
}

fn missing_sidecar() -> Result<(), Failed> {
    let sources = Sources::in_memory([("b.fx.lua", "")]);
    let unit = SourceUnit { sidecar: "a.fx.lua".into(), source: None };
    let limits = Limits::default();
    let registry = Registry::standard();
    let request = Request {
        infos: &std::collections::BTreeMap::new(),
        info_files: &[],
        unit: &unit,
        registry: &registry,
        dialect: registry.first(),
        target: Target::Spirv,
        macros: &MacroTable::new(),
        generator_options: &std::collections::BTreeMap::new(),
        lua_paths: &[],
        limits: &limits,
        cancelled: &Default::default(),
    };
    let (sidecar, diagnostics) = sidecar::load(&request, &sources);
    assert!(sidecar.is_none());
    harness::same(
        "diagnostics",
        "error[sidecar/not-found]: the sidecar `a.fx.lua` does not exist\n    help: Each `name.fx` has its `name.fx.lua` beside it.\n",
        &harness::diagnostics(&diagnostics, &sources),
    )
}

/// Each code of the sidecar's diagnostics occurs in a case, and each that the prelude raises is known.
fn every_code() -> Result<(), Failed> {
    let mut shown = String::new();
    for entry in std::fs::read_dir(harness::suite_dir("sidecar"))? {
        shown += &std::fs::read_to_string(entry?.path().join("expected.txt")).unwrap_or_default();
    }
    let tested = |code: &str| {
        code == "sidecar/not-found"
            || shown.contains(&format!("[{code}]"))
            || LIMITS.iter().any(|(_, _, limit)| *limit == code)
            || code == "sidecar/instruction-limit"
    };
    let mut raised = BTreeSet::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("lua/prelude"))? {
        let text = std::fs::read_to_string(entry?.path())?;
        let codes = text.split("\"sidecar/").skip(1).filter_map(|rest| rest.split('"').next());
        raised.extend(codes.map(|name| format!("sidecar/{name}")));
    }
    let unknown: Vec<&String> = raised.iter().filter(|code| !sidecar::CODES.contains(&code.as_str())).collect();
    assert!(raised.len() > 20 && unknown.is_empty(), "not in CODES: {unknown:?}, of {}", raised.len());
    let untested: Vec<&&str> = sidecar::CODES.iter().filter(|code| !tested(code)).collect();
    if untested.is_empty() { Ok(()) } else { Err(format!("no case shows {untested:?}").into()) }
}
