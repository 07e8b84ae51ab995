//! Recorded runs of compilers that do not run here, replayed by a program that the test makes: the command line, the parsed messages,
//! and their places in the user's files. tests/cases/compile_replay/README.md describes the recordings.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use uberc::atom::Atom;
use uberc::compile::{Cancel, ProgramRegistry, Subject, compile, diagnose, resolve_chain};
use uberc::diag::{FileId, Sources, Span};
use uberc::model::{
    BegunTokens, CompilerStep, Digest, Expansion, ExpansionId, Include, IncludeId, LineMap, PpToken, Preprocessed,
    SourceText, Stage, Target, Token, TokenFlags, TokenKind,
};

use super::compile::{Memory, job, project};
use super::compile_process::fake;
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = if cfg!(unix) { harness::cases("compile_replay", replay) } else { Vec::new() };
    let mapped = harness::trial("compile::messages_land_in_headers_and_macros", headers_and_macros);
    trials.push(harness::needs("glslangValidator", harness::needs("spirv-opt", mapped)));
    let named = harness::trial("compile::messages_without_a_line_land_at_what_they_name", members_and_entry_points);
    let named = harness::needs("spirv-opt", harness::needs("spirv-val", named));
    trials.push(harness::needs("glslangValidator", named));
    trials
}

fn replay(folder: &Path) -> Result<(), Failed> {
    let settings: BTreeMap<String, String> = std::fs::read_to_string(folder.join("case.txt"))?
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let setting = |key: &str| settings.get(key).map(String::as_str).ok_or_else(|| Failed::from(format!("no `{key}`")));
    let target = Target::from_name(setting("target")?).ok_or("an unknown target")?;
    let stage = Stage::ALL.into_iter().find(|stage| Some(stage.name()) == settings.get("stage").map(String::as_str));
    let (program, last) = (setting("program")?, setting("writes")?);

    let bin = tempfile::tempdir()?;
    std::fs::copy(folder.join("printed.txt"), bin.path().join("printed.txt"))?;
    let body = format!(
        "for word in \"$@\"; do echo \"$word\"; done > \"$0.argv\"\ncat \"${{0%/*}}/printed.txt\" >&{}\n{}exit {}",
        setting("stream")?,
        if last == "nothing" { String::new() } else { format!("echo replayed > {last}\n") },
        setting("exit")?
    );
    fake(bin.path(), program, &body)?;
    let mut project = project();
    project.targets.entry(target).or_default().chain = setting("chain")?.split(' ').map(str::to_owned).collect();
    // Where a chain has steps before the program, real ones run.
    project.compilers.insert(
        program.to_owned(),
        CompilerStep { program: Some(bin.path().join(program).display().to_string()), ..CompilerStep::default() },
    );
    let chain = resolve_chain(target, &project, &ProgramRegistry::new(bin.path()))
        .map_err(|problems| format!("{problems:?}"))?;
    let text = std::fs::read_to_string(folder.join("input.hlsl"))?;
    let mut job = job(stage.ok_or("an unknown stage")?, setting("entry")?, target, text.as_bytes());
    job.profile = settings.get("profile").map(String::as_str);
    let done = compile(&chain, &job, &Memory::default(), &Cancel::default());

    let sources = Sources::in_memory([("shader.fx", text.as_str())]);
    let file = sources.load(Path::new("shader.fx")).map_err(|error| format!("{error:?}"))?;
    let mut unit = Unit::new(file.id);
    unit.push(&text, file.id, 0, IncludeId(0), ExpansionId::NONE);
    let (source, map) = unit.finish();
    let subject = Subject { text: &source, map: &map, entry_point: job.entry_point, command: done.command() };
    let argv = std::fs::read_to_string(bin.path().join(format!("{program}.argv")))?;
    let outcome = if done.artifact.is_some() { "artifact" } else { "no artifact" };
    let out = format!(
        "{program} {}\n{outcome}\n{}",
        argv.split_terminator('\n').collect::<Vec<_>>().join(" "),
        harness::diagnostics(&diagnose(&done.messages, subject), &sources)
    );
    harness::golden(&folder.join("expected.txt"), &out)
}

/// Makes a preprocessed unit out of pieces of files, each line of text a line of the output.
struct Unit {
    /// Without its tokens.
    tokens: Preprocessed,
    begun: BegunTokens,
    text: String,
    map: LineMap,
}

impl Unit {
    fn new(file: FileId) -> Unit {
        let tokens =
            Preprocessed { includes: vec![Include { file, from: None }], files: vec![file], ..Default::default() };
        Unit { tokens, begun: BegunTokens::default(), text: String::new(), map: LineMap::default() }
    }

    /// Adds text that stands at `offset` of `file`.
    fn push(&mut self, text: &str, file: FileId, offset: u32, include: IncludeId, expansion: ExpansionId) {
        assert_eq!(self.tokens.includes[include.0 as usize].file, file);
        for (row, line) in text.split_inclusive('\n').scan(offset, |at, line| {
            let row = *at;
            *at += line.len() as u32;
            Some((row, line))
        }) {
            if self.text.ends_with('\n') {
                self.map.begin_line();
            }
            let begun = self.text.rsplit('\n').next().map_or(0, str::len) as u32;
            let mut at = 0;
            while at < line.len() {
                let rest = &line[at..];
                let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                let length = word.max(1);
                if !rest.starts_with(char::is_whitespace) {
                    let token = Token {
                        text: Atom::from(&rest[..length]),
                        offset: row + at as u32,
                        length: length as u16,
                        kind: if word > 0 { TokenKind::Ident } else { TokenKind::Punct },
                        flags: if begun == 0 && line[..at].trim().is_empty() {
                            TokenFlags(TokenFlags::LINE_START)
                        } else {
                            TokenFlags::default()
                        },
                    };
                    let index = self.begun.len() as u32;
                    self.begun.push(PpToken { token, include, expansion });
                    self.map.push(begun + at as u32 + 1, index);
                }
                at += length;
            }
            self.text.push_str(line);
        }
    }

    fn finish(self) -> (SourceText, LineMap) {
        let tokens = Preprocessed { tokens: self.begun.finish(), ..self.tokens };
        let source = SourceText { digest: Digest::of(self.text.as_bytes()), ..SourceText::whole(Arc::new(tokens)) };
        (source, self.map)
    }
}

/// The text that glslang compiles begins with a header, and its second mistake comes out of a macro.
fn headers_and_macros() -> Result<(), Failed> {
    let header = "float4 Shade(float2 uv)\n{\n    return uv.xyxy * missing;\n}\n";
    let main = "#include \"shade.fxh\"\n#define TINT(x) ((x) * absent)\nfloat4 PSMain(float2 uv : TEXCOORD0) : SV_Target0\n{\n    return TINT(uv.xyxy);\n}\n";
    let mut out = String::new();
    for with_header in [true, false] {
        let sources = Sources::in_memory([("shade.fxh", header), ("mesh.fx", main)]);
        let load = |name: &str| sources.load(Path::new(name)).map_err(|error| Failed::from(format!("{error:?}")));
        let (mesh, shade) = (load("mesh.fx")?.id, load("shade.fxh")?.id);
        let at = |text: &str| main.find(text).map_or(0, |at| at as u32);
        let mut unit = Unit::new(mesh);
        if with_header {
            let from = Some((IncludeId(0), Span { file: mesh, start: 0, end: 20 }));
            unit.tokens.includes.push(Include { file: shade, from });
            unit.push(header, shade, 0, IncludeId(1), ExpansionId::NONE);
        }
        let start = at("float4 PSMain");
        let invocation = at("TINT(uv");
        unit.push(&main[start as usize..invocation as usize], mesh, start, IncludeId(0), ExpansionId::NONE);
        unit.tokens.expansions.push(Expansion {
            defined: None,
            name: Atom::from("TINT"),
            invocation: Span { file: mesh, start: invocation, end: invocation + 4 },
            include: IncludeId(0),
            parent: ExpansionId::NONE,
        });
        for piece in ["((", "uv.xyxy", ") * absent)"] {
            let expansion = ExpansionId(0);
            let offset =
                if piece == "uv.xyxy" { at("uv.xyxy") } else { at("((x)") + if piece == "((" { 0 } else { 3 } };
            unit.push(piece, mesh, offset, IncludeId(0), expansion);
        }
        let tail = at(");\n}") + 1;
        unit.push(&main[tail as usize..], mesh, tail, IncludeId(0), ExpansionId::NONE);
        let text = unit.text.clone();
        let (source, map) = unit.finish();
        let chain = super::compile::chain(Target::Wgsl, &project())?;
        let job = job(Stage::Pixel, "PSMain", Target::Wgsl, text.as_bytes());
        let done = compile(&chain, &job, &Memory::default(), &Cancel::default());
        let subject = Subject { text: &source, map: &map, entry_point: "PSMain", command: done.command() };
        out += &harness::diagnostics(&diagnose(&done.messages, subject), &sources);
    }
    harness::golden(&harness::suite_dir("compile_messages").join("places.txt"), &out)
}

/// What naga and the layout checks say without a line lands at the member or the entry point.
fn members_and_entry_points() -> Result<(), Failed> {
    let mut out = String::new();
    for (name, target, entry) in [
        ("packing", Target::Wgsl, "PSMain"),
        ("packing_arrays", Target::Spirv, "PSMain"),
        ("packing_arrays", Target::Msl, "PSMain"),
        ("resource_arrays", Target::Glsl, "PSMain"),
        ("error_entry", Target::Spirv, "NoSuchEntry"),
    ] {
        let text = std::fs::read_to_string(harness::suite_dir("compile").join(name).join("shader.hlsl"))?;
        let sources = Sources::in_memory([(format!("{name}.fx"), text.as_str())]);
        let file = sources.load(Path::new(&format!("{name}.fx"))).map_err(|error| format!("{error:?}"))?;
        let mut unit = Unit::new(file.id);
        // The test's own splitter knows no comments; they are tokens to it, and in the way of names.
        let blank = |line: &str| if line.starts_with("//") { " ".repeat(line.len()) } else { line.to_owned() };
        let text: String = text.lines().map(|line| blank(line) + "\n").collect();
        unit.push(&text, file.id, 0, IncludeId(0), ExpansionId::NONE);
        let (source, map) = unit.finish();
        let chain = super::compile::chain(target, &project())?;
        let job = job(Stage::Pixel, entry, target, text.as_bytes());
        let done = compile(&chain, &job, &Memory::default(), &Cancel::default());
        let subject = Subject { text: &source, map: &map, entry_point: entry, command: "COMMAND" };
        out += &harness::diagnostics(&diagnose(&done.messages, subject), &sources);
    }
    harness::golden(&harness::suite_dir("compile_messages").join("members.txt"), &out)
}
