//! Makes diagnostics from the prelude's records of mistakes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use mlua::{Table, Value};
use rustc_hash::FxHashMap;

use super::{lex, purity, statement};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Label, Severity, SourceFile, Span, excerpt, suggestion};
use crate::dialect::create_info;
use crate::model::MacroTable;

/// Every code that the prelude can raise, and those that this folder reports.
pub const CODES: &[&str] = &[
    "mx/script",
    "sidecar/always-true",
    "sidecar/bad-branch",
    "sidecar/bad-fallback",
    "sidecar/bad-module",
    "sidecar/bad-name",
    "sidecar/bad-option",
    "sidecar/bad-shader-name",
    "sidecar/bad-string",
    "sidecar/duplicate-branch",
    "sidecar/duplicate-member",
    "sidecar/duplicate-shader",
    "sidecar/enum-order",
    "sidecar/enum-value",
    "sidecar/enum-write",
    "sidecar/extra-branch",
    "sidecar/extra-return",
    "sidecar/function-like-macro",
    "sidecar/global-write",
    "sidecar/impure",
    "sidecar/instruction-limit",
    "sidecar/late-require",
    "sidecar/late-shader",
    "sidecar/lua-error",
    "sidecar/memory-limit",
    "sidecar/missing-branch",
    "sidecar/mixed-stages",
    "sidecar/module-not-found",
    "sidecar/more",
    "sidecar/never-equal",
    "sidecar/no-entry-point",
    "sidecar/no-order",
    "sidecar/no-permutation",
    "sidecar/no-return",
    "sidecar/no-shader",
    "sidecar/no-source",
    "sidecar/not-a-permutation",
    "sidecar/not-a-technique",
    "sidecar/not-found",
    "sidecar/not-utf8",
    "sidecar/out-of-range",
    "sidecar/own-global",
    "sidecar/prefab-write",
    "sidecar/print",
    "sidecar/program-with-stages",
    "sidecar/redefined",
    "sidecar/require-cycle",
    "sidecar/reserved-branch",
    "sidecar/shared-write",
    "sidecar/syntax",
    "sidecar/time-limit",
    "sidecar/too-many-bits",
    "sidecar/undefined-global",
    "sidecar/unknown-branch",
    "sidecar/unknown-field",
    "sidecar/unknown-macro",
    "sidecar/unknown-member",
    "sidecar/wrong-branch-value",
    "sidecar/wrong-type",
];

/// Settings of one line that are remembered.
const MOST_SETTINGS: usize = 32;

/// Upper bound of tokens of a statement that are searched.
const STATEMENT: usize = 2_000;

/// A place in the user's Lua, and the function it lies in (empty for a file's main part).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub source: String,
    pub line: u32,
    pub function: String,
}

/// The files and names that messages refer to.
#[derive(Debug)]
pub struct Context {
    /// The sidecar and its modules by chunk name.
    pub chunks: RefCell<BTreeMap<String, Arc<SourceFile>>>,
    pub macros: MacroTable,
    /// What [`Context::setting`] found, by line: `Specialize` runs the same statements again and again.
    settings: RefCell<FxHashMap<u32, Vec<Setting>>>,
}

/// A field that a statement sets, and its place.
#[derive(Debug)]
struct Setting {
    source: String,
    field: String,
    value: Option<String>,
    place: Option<Span>,
}

impl Context {
    pub fn new(macros: MacroTable) -> Context {
        Context { chunks: RefCell::default(), macros, settings: RefCell::default() }
    }

    /// The chunk name of a file, short enough that Luau does not cut it.
    pub fn chunk_name(&self, file: &Arc<SourceFile>) -> String {
        let mut chunks = self.chunks.borrow_mut();
        let name = if file.name.len() < 200 && !file.name.contains('\n') {
            file.name.to_string()
        } else {
            format!("module {}", chunks.len() + 1)
        };
        chunks.insert(name.clone(), Arc::clone(file));
        name
    }

    pub fn span(&self, source: &str, line: u32) -> Option<Span> {
        Some(self.chunks.borrow().get(source)?.line_span(line))
    }

    /// The place of a text in the statement at this line or after it, else its place in any file if there is only one.
    pub fn text_place(&self, text: &str, frame: Option<&Frame>) -> Option<Span> {
        let chunks = self.chunks.borrow();
        let span = |file: &SourceFile, at: usize| {
            let (start, end) = (u32::try_from(at).ok()?, u32::try_from(at + text.len()).ok()?);
            Some(Span { file: file.id, start, end })
        };
        let own = frame.and_then(|frame| Some((chunks.get(&frame.source)?, frame.line)));
        if let Some((file, line)) = own {
            // Luau may give any line of a statement as its line.
            let from = file.line_span(line).start as usize;
            let found = file.text.match_indices(text).find(|(at, _)| at + text.len() >= from);
            if let Some((at, _)) = found {
                return span(file, at);
            }
        }
        let mut all = chunks.values().flat_map(|file| file.text.match_indices(text).map(move |(at, _)| (file, at)));
        let (file, at) = all.next()?;
        if all.next().is_some() { None } else { span(file, at) }
    }

    /// Where a file gives this field of a library another value.
    fn assignment_of(&self, name: &str) -> Option<Span> {
        let span = |text: String| self.text_place(&text, None);
        span(format!("function {name}(")).or_else(|| span(format!("{name} ="))).or_else(|| span(name.to_owned()))
    }

    fn text_of(&self, source: &str, line: u32) -> Option<String> {
        let file = Arc::clone(self.chunks.borrow().get(source)?);
        let span = file.line_span(line);
        file.text.get(span.start as usize..span.end as usize).map(str::to_owned)
    }

    /// The `nth` place of the quoted word, searched from the line on; if there is none, the line.
    pub fn word(&self, source: &str, line: u32, word: &str, nth: usize) -> Option<Span> {
        let file = Arc::clone(self.chunks.borrow().get(source)?);
        let from = file.line_span(line).start as usize;
        let quoted = [format!("\"{word}\""), format!("'{word}'")];
        let mut found: Vec<usize> = quoted
            .iter()
            .flat_map(|quoted| file.text[from..].match_indices(quoted.as_str()).map(|(at, _)| from + at + 1))
            .collect();
        found.sort_unstable();
        match found.get(nth.max(1) - 1) {
            Some(start) => Some(Span { file: file.id, start: *start as u32, end: (start + word.len()) as u32 }),
            None => Some(file.line_span(line)),
        }
    }

    /// The place at which the statement that begins on the line sets the field: the text between the quotes if it is
    /// `value`, else the field's name, else the line.
    pub fn setting(&self, source: &str, line: u32, field: &str, value: Option<&str>) -> Option<Span> {
        let mut settings = self.settings.borrow_mut();
        let of_line = settings.entry(line).or_default();
        let is_same =
            |known: &&Setting| known.source == source && known.field == field && known.value.as_deref() == value;
        if let Some(known) = of_line.iter().find(is_same) {
            return known.place;
        }
        let place = self.find_setting(source, line, field, value);
        if of_line.len() < MOST_SETTINGS {
            let (source, field, value) = (source.to_owned(), field.to_owned(), value.map(str::to_owned));
            of_line.push(Setting { source, field, value, place });
        }
        place
    }

    fn find_setting(&self, source: &str, line: u32, field: &str, value: Option<&str>) -> Option<Span> {
        let file = Arc::clone(self.chunks.borrow().get(source)?);
        let whole = file.line_span(line);
        let mut depth = 0usize;
        let mut last: [Option<lex::Token<'_>>; 2] = [None, None];
        let mut named = None;
        for token in lex::tokens(&file.text, whole.start as usize).take(STATEMENT) {
            if depth == 0 && token.start > whole.end as usize {
                break;
            }
            let of_field = last[0].is_some_and(|name| name.text == field) && last[1].is_some_and(|sign| sign.is("="));
            let span = |token: lex::Token<'_>| Span {
                file: file.id,
                start: token.start as u32,
                end: (token.start + token.text.len()) as u32,
            };
            if of_field && token.kind == lex::Kind::String && value == Some(token.text) {
                return Some(span(token));
            } else if of_field && named.is_none() {
                named = last[0].map(span);
            }
            match token.text {
                "(" | "{" | "[" if token.kind == lex::Kind::Symbol => depth += 1,
                ")" | "}" | "]" if token.kind == lex::Kind::Symbol => depth = depth.saturating_sub(1),
                _ => {}
            }
            // `["NAME"] = ` is the name as well.
            if !token.is("]") {
                last = [last[1], Some(token)];
            }
        }
        Some(named.unwrap_or(whole))
    }

    /// Sets the innermost frame as the place, and the others as the trail.
    pub fn place(&self, mut diagnostic: Diagnostic, frames: &[Frame], at: Option<Span>) -> Diagnostic {
        let mut rest = frames;
        match at {
            Some(span) => diagnostic = diagnostic.at(span),
            None => {
                if let Some((first, others)) = frames.split_first() {
                    if let Some(span) = self.span(&first.source, first.line) {
                        diagnostic = diagnostic.at(span);
                    }
                    rest = others;
                }
            }
        }
        for frame in rest {
            if let Some(span) = self.span(&frame.source, frame.line) {
                let what = if frame.function.is_empty() {
                    "called by the file".to_owned()
                } else {
                    format!("called in `{}`", frame.function)
                };
                diagnostic = diagnostic.via(span, what);
            }
        }
        diagnostic
    }

    /// Converts a record of the prelude to a diagnostic.
    pub fn diagnostic(&self, record: &Table) -> Diagnostic {
        let text = |key: &str| text_in(record, key);
        let code = text("code").unwrap_or_default();
        let mut known = CODES.iter().chain(create_info::CODES);
        let mut code = known.find(|known| **known == code).copied().unwrap_or("sidecar/lua-error");
        let mut frames = frames_of(record);
        let mut message = text("message").unwrap_or_else(|| "an error was raised without a message".to_owned());
        let mut help = text("help");
        if record.raw_get::<bool>("raw").unwrap_or(false) {
            let (rest, blamed) = strip_place(&message, &frames);
            message = rest;
            // `error(text, 2)` blames the caller.
            frames.drain(..blamed);
            if message.contains("attempt to modify a readonly table") {
                (code, message, help) = self.read_only(&frames);
            } else {
                help = self.help_for_lua(&message, &frames).or(help);
            }
        }
        let mut diagnostic = Diagnostic::error(code, one_line(&message));
        match text("severity").as_deref() {
            Some("note") => diagnostic.severity = Severity::Note,
            Some("warning") => diagnostic.severity = Severity::Warning,
            _ => {}
        }
        let at = record
            .raw_get::<Table>("at")
            .ok()
            .and_then(|at| self.span(&at.raw_get::<String>(1).ok()?, at.raw_get::<u32>(2).ok()?))
            .or_else(|| self.assignment_of(&text("at_text")?));
        let at = at.or_else(|| {
            let first = frames.first()?;
            self.word(&first.source, first.line, &text("word")?, record.raw_get("nth").unwrap_or(1))
        });
        let at = at.or_else(|| {
            let first = frames.first()?;
            self.setting(&first.source, first.line, &text("field")?, text("field_value").as_deref())
        });
        let has_place = record.contains_key("at").unwrap_or(false);
        let shown = if at.is_some() && !has_place { frames.get(1..).unwrap_or(&[]) } else { &frames[..] };
        diagnostic = self.place(diagnostic, shown, at);
        diagnostic.labels.extend(self.labels(record));
        match help.or_else(|| self.suggestion(record)) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// The help text for an error that Lua itself raised.
    fn help_for_lua(&self, message: &str, frames: &[Frame]) -> Option<String> {
        if message == "stack overflow" {
            return Some("A function calls itself without end, or too many times.".to_owned());
        }
        if message.contains("nil")
            && let Some(line) = frames.first().and_then(|first| self.text_of(&first.source, first.line))
            && let Some(file) = frames.first().and_then(|first| self.chunks.borrow().get(&first.source).cloned())
            && let Some(path) = statement::nil_in(&line, message, &statement::locals(&file.text))
        {
            return Some(format!("`{path}` is nil here: it is misspelled, or nothing gave it a value."));
        }
        let is_about_values = ["arithmetic", "attempt to compare", "attempt to perform"];
        if !is_about_values.iter().any(|words| message.contains(words)) {
            return None;
        }
        let first = frames.first()?;
        let file = Arc::clone(self.chunks.borrow().get(&first.source)?);
        let line = self.text_of(&first.source, first.line)?;
        let names = statement::read_in(&file.text, &line);
        let mut listed: Vec<String> = Vec::new();
        for name in names {
            let known = self.macros.get(&Atom::from(name)).filter(|known| !known.function_like);
            let value = known.map(|known| known.expanded.trim().to_owned());
            if let Some(value) = value.filter(|value| !is_number(value)) {
                let value =
                    if value.is_empty() { "empty".to_owned() } else { format!("the text `{}`", excerpt(&value)) };
                listed.push(format!("`cpp.{name}` is {value}"));
            }
        }
        listed.dedup();
        if listed.is_empty() {
            let is_text = message.contains("string") && line.contains("cpp.");
            return is_text.then(|| "Macros in `cpp` are text: write `tonumber(cpp.NAME)`.".to_owned());
        }
        Some(format!("{}, and no number to Lua. Define the macro as a plain number.", listed.join(", ")))
    }

    /// Code, message and help for a write to a read-only table: the statement on the line names it.
    fn read_only(&self, frames: &[Frame]) -> (&'static str, String, Option<String>) {
        let shared = "Built-in names, libraries and tables of modules are shared and read-only; write to a local copy.";
        let line = frames.first().and_then(|first| self.text_of(&first.source, first.line));
        match line.as_deref().and_then(statement::written_in) {
            Some((None, name)) => {
                let help = format!("A call of `Specialize` leaves nothing behind: write `local {name} = ...`.");
                let message = format!("the global `{name}` is written inside of `Specialize`");
                ("sidecar/global-write", message, Some(help))
            }
            Some((Some(table), _)) => {
                let help = "Libraries, and tables that were made before `Specialize` was called, are shared by all calls: write to a \
                            copy, such as that of `table.clone`.";
                ("sidecar/shared-write", format!("the table `{table}` is read-only"), Some(help.to_owned()))
            }
            None => ("sidecar/shared-write", "a read-only table cannot be changed".to_owned(), Some(shared.to_owned())),
        }
    }

    /// Other places that the record names.
    fn labels(&self, record: &Table) -> Vec<Label> {
        let text = |key: &str| text_in(record, key);
        let mut labels = Vec::new();
        if let Some(name) = text("macro")
            && let Some(span) = self.macros.get(&Atom::from(&name)).and_then(|known| known.defined)
        {
            labels.push(Label { span, message: "defined here".to_owned() });
        }
        if let Some(name) = text("variable")
            && let Some(file) = text("variable_file").and_then(|source| self.chunks.borrow().get(&source).cloned())
            && let Some(start) = purity::declaration(&file.text, &name)
        {
            let start = start as u32;
            let span = Span { file: file.id, start, end: start + name.len() as u32 };
            labels.push(Label { span, message: "declared here".to_owned() });
            if let Some(start) = statement::assignment(&file.text, &name) {
                let span = Span { file: file.id, start: start as u32, end: (start + name.len()) as u32 };
                labels.push(Label { span, message: "changed here".to_owned() });
            }
        }
        if let Ok(list) = record.raw_get::<Table>("labels") {
            for label in list.sequence_values::<Table>().flatten() {
                let message: String = label.raw_get(2).unwrap_or_default();
                if let Some(frame) = label.raw_get::<Table>(1).ok().as_ref().and_then(frame_of)
                    && let Some(span) = self.span(&frame.source, frame.line)
                {
                    labels.push(Label { span, message });
                }
            }
        }
        labels
    }

    /// A known name that is similar to the unknown one of the record.
    fn suggestion(&self, record: &Table) -> Option<String> {
        let unknown = text_in(record, "unknown")?;
        let known: Vec<String> = if record.raw_get::<bool>("macros").unwrap_or(false) {
            self.macros.values().filter(|known| !known.function_like).map(|known| known.name.to_string()).collect()
        } else {
            record
                .raw_get::<Table>("candidates")
                .map(|list| list.sequence_values::<String>().flatten().collect())
                .unwrap_or_default()
        };
        // A global that is not there is often a local with a typing error.
        let source = frames_of(record).into_iter().next().map(|frame| frame.source);
        let file = source.and_then(|source| self.chunks.borrow().get(&source).cloned());
        let locals = match &file {
            Some(file) if text_in(record, "code").as_deref() == Some("sidecar/undefined-global") => {
                statement::locals(&file.text)
            }
            _ => Vec::new(),
        };
        suggestion(&unknown, known.iter().map(String::as_str).chain(locals))
    }

    /// A syntax error's diagnostic, from `name:line: text`.
    pub fn syntax(&self, chunk: &str, message: &str) -> Diagnostic {
        let (line, text) = syntax_parts(message);
        let diagnostic = Diagnostic::error("sidecar/syntax", one_line(&lower_first(text)))
            .help("Correct the Lua text at this line; the mistake may begin on a line before it.");
        match self.span(chunk, line) {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        }
    }
}

/// The message without the `file:line: ` that Luau puts before it, and which frame that is.
fn strip_place(message: &str, frames: &[Frame]) -> (String, usize) {
    for (at, frame) in frames.iter().enumerate() {
        if let Some(rest) = message.strip_prefix(&format!("{}:{}: ", frame.source, frame.line)) {
            return (rest.to_owned(), at);
        }
    }
    // The place may also be in the prelude: `[uberc:NAME]:LINE: `.
    let of_prelude = message.strip_prefix("[uberc:").and_then(|rest| {
        let (line, text) = rest.split_once("]:")?.1.split_once(": ")?;
        line.bytes().all(|byte| byte.is_ascii_digit()).then_some(text)
    });
    (of_prelude.unwrap_or(message).to_owned(), 0)
}

/// Whether `tonumber` makes a number of the text.
fn is_number(text: &str) -> bool {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    match hexadecimal {
        Some(digits) => !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => text.parse::<f64>().is_ok(),
    }
}

/// Longer texts of the user's are cut, in bytes.
const LONGEST: usize = 1 << 14;

/// A text of Lua's; bytes that are not UTF-8 are written as `\xff`.
pub fn text_of(text: &mlua::LuaString) -> String {
    let bytes = text.as_bytes();
    let mut out = String::new();
    for chunk in bytes[..bytes.len().min(LONGEST)].utf8_chunks() {
        out += chunk.valid();
        for byte in chunk.invalid() {
            out += &format!("\\x{byte:02x}");
        }
    }
    if bytes.len() > LONGEST {
        out += &format!("... ({} more bytes)", bytes.len() - LONGEST);
    }
    out
}

/// A text in a record.
pub fn text_in(record: &Table, key: &str) -> Option<String> {
    match record.raw_get::<Value>(key) {
        Ok(Value::String(text)) => Some(text_of(&text)),
        _ => None,
    }
}

/// Line and text of a syntax error, from `...:line: text`.
pub fn syntax_parts(message: &str) -> (u32, &str) {
    let mut line = 1;
    let mut text = message;
    for start in std::iter::once(0).chain(message.match_indices(':').map(|(at, _)| at + 1)) {
        let rest = &message[start..];
        if let Some((number, after)) = rest.split_once(':')
            && let Ok(number) = number.trim().parse()
        {
            line = number;
            text = after;
            break;
        }
    }
    (line, text.trim().lines().next().unwrap_or(text))
}

pub fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

fn one_line(text: &str) -> String {
    let text = text.trim_end();
    if text.contains('\n') { text.lines().map(str::trim).collect::<Vec<_>>().join(" ") } else { text.to_owned() }
}

pub fn frames_of(record: &Table) -> Vec<Frame> {
    match record.raw_get::<Value>("frames") {
        Ok(Value::Table(list)) => list.sequence_values::<Table>().flatten().filter_map(|at| frame_of(&at)).collect(),
        _ => Vec::new(),
    }
}

pub fn frame_of(frame: &Table) -> Option<Frame> {
    Some(Frame {
        source: frame.raw_get(1).ok()?,
        line: frame.raw_get(2).ok()?,
        function: frame.raw_get(3).unwrap_or_default(),
    })
}
