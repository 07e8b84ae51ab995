//! What compilers print, parsed into [`CompilerMessage`]s. A line of unknown form becomes a note (adjacent ones become
//! one note): nothing that a compiler prints is lost, except the summaries and echoes named here.

use super::catalogue::MessageLayout;
use crate::model::{CompilerMessage, MessageSeverity};

/// Reads all of a run's output. `input` is the name of the file that it was given.
pub fn parse(layout: MessageLayout, text: &str, input: &str) -> Vec<CompilerMessage> {
    match layout {
        MessageLayout::Glslang => glslang(text, input),
        MessageLayout::Fxc => {
            by_line(text, input, |line| paren(line, input).or_else(|| clang_line(line, input)), is_fxc_noise)
        }
        MessageLayout::Clang => clang(text, input),
        MessageLayout::Slang => slang(text, input),
        MessageLayout::SpirvTools => by_line(text, input, spirv_tools, |_| false),
    }
}

fn message(severity: MessageSeverity, line: Option<u32>, column: Option<u32>, text: &str) -> CompilerMessage {
    let line = line.filter(|line| *line > 0);
    CompilerMessage {
        severity,
        line,
        column: column.filter(|column| *column > 0 && line.is_some()),
        code: None,
        text: text.trim().to_owned(),
    }
}

fn severity(word: &str) -> Option<MessageSeverity> {
    Some(match word.trim().to_ascii_lowercase().as_str() {
        "error" | "fatal error" | "internal error" | "internal_error" | "fatal" => MessageSeverity::Error,
        "warning" => MessageSeverity::Warning,
        "note" | "info" => MessageSeverity::Note,
        _ => return None,
    })
}

/// Unknown lines that follow each other are one note.
fn keep_unknown(found: &mut Vec<CompilerMessage>, joined: &mut bool, line: &str) {
    match found.last_mut().filter(|_| *joined) {
        Some(last) => {
            last.text.push('\n');
            last.text.push_str(line.trim_end());
        }
        None => found.push(message(MessageSeverity::Note, None, None, line)),
    }
    *joined = true;
}

fn by_line(
    text: &str,
    input: &str,
    known: impl Fn(&str) -> Option<CompilerMessage>,
    noise: impl Fn(&str) -> bool,
) -> Vec<CompilerMessage> {
    let mut found = Vec::new();
    let mut joined = false;
    for line in text.lines().map(str::trim_end) {
        if line.trim().is_empty() || line.trim() == input || noise(line) {
            joined = false;
        } else if let Some(message) = known(line) {
            found.push(message);
            joined = false;
        } else {
            keep_unknown(&mut found, &mut joined, line);
        }
    }
    found
}

/// glslang's parser reports the same place again for every rule it was in (`'expression' : Expected`), then the column
/// on a line of its own, then a count. One message with the column is left.
fn glslang(text: &str, input: &str) -> Vec<CompilerMessage> {
    let mut found: Vec<CompilerMessage> = Vec::new();
    let mut joined = false;
    for line in text.lines().map(str::trim_end) {
        let noise = line.trim().is_empty()
            || line == input
            || line.starts_with("SPIR-V is not generated for failed compile or link")
            || line.ends_with("compilation errors.  No code generated.");
        if noise {
            joined = false;
            continue;
        }
        if let Some((at, column)) = glslang_column(line, input) {
            // The parser gave up there: its later errors on that line follow from the first one.
            match found.iter().position(|message| is_error_at(message, Some(at))) {
                Some(first) => {
                    found[first].column = Some(column);
                    let kept = found.split_off(first + 1).into_iter().filter(|message| !is_error_at(message, Some(at)));
                    found.extend(kept);
                }
                None => found.push(message(MessageSeverity::Error, Some(at), Some(column), "syntax error")),
            }
            joined = false;
            continue;
        }
        let Some((rank, rest)) = line.split_once(": ").and_then(|(word, rest)| Some((glslang_rank(word)?, rest)))
        else {
            keep_unknown(&mut found, &mut joined, line);
            continue;
        };
        joined = false;
        let (at, words) = glslang_place(rest, input);
        let cascade = words.ends_with("' : Expected") && found.last().is_some_and(|last| is_error_at(last, at));
        if cascade {
            continue;
        }
        // glslang exits with 0 nevertheless, and writes a module without a function.
        let missing = words.contains("Entry point not found");
        let words = match (missing, line.starts_with("Missing functionality")) {
            (true, _) => crate::compile::step::ENTRY_POINT_NOT_FOUND,
            (_, true) => line,
            _ => words,
        };
        found.push(message(if missing { MessageSeverity::Error } else { rank }, at, None, &glslang_words(words)));
    }
    found
}

fn is_error_at(message: &CompilerMessage, line: Option<u32>) -> bool {
    message.severity == MessageSeverity::Error && message.line == line
}

fn glslang_rank(word: &str) -> Option<MessageSeverity> {
    match word {
        // After `Missing functionality: matrix swizzle` glslang goes on and writes invalid SPIR-V.
        "ERROR" | "INTERNAL ERROR" | "UNIMPLEMENTED" | "Missing functionality" => Some(MessageSeverity::Error),
        "WARNING" => Some(MessageSeverity::Warning),
        "NOTE" => Some(MessageSeverity::Note),
        _ => None,
    }
}

/// `file:LINE: rest`; some messages of the linker have no place.
fn glslang_place<'a>(rest: &'a str, input: &str) -> (Option<u32>, &'a str) {
    let placed = [input, "0"].into_iter().find_map(|file| {
        let (line, words) = rest.strip_prefix(file)?.strip_prefix(':')?.split_once(':')?;
        Some((line.trim().parse().ok()?, words.trim()))
    });
    placed.map_or((None, rest.trim()), |(line, words): (u32, _)| (Some(line), words))
}

/// `'token' : words` as `words: 'token'`; `'' : words` has no token.
fn glslang_words(words: &str) -> String {
    match words.strip_prefix('\'').and_then(|rest| rest.split_once("' : ")) {
        Some(("", text)) => text.trim().to_owned(),
        Some((rule, "Expected" | "Expected ")) => format!("expected {rule}"),
        Some((token, text)) => format!("{}: '{token}'", text.trim()),
        None => words.trim().to_owned(),
    }
}

/// `file(LINE): error at column COLUMN, HLSL parsing failed.`
fn glslang_column(line: &str, input: &str) -> Option<(u32, u32)> {
    let (at, rest) = line.strip_prefix(input)?.strip_prefix('(')?.split_once("): error at column ")?;
    let (column, _) = rest.split_once(',')?;
    Some((at.parse().ok()?, column.parse().ok()?))
}

/// `file(line,col-col): error X3004: text`; columns and code may be missing.
fn paren(line: &str, input: &str) -> Option<CompilerMessage> {
    let at = line.find(input)? + input.len();
    let (place, rest) = line.get(at..)?.strip_prefix('(')?.split_once("):")?;
    let (row, columns) = place.split_once(',').map_or((place, None), |(row, columns)| (row, Some(columns)));
    let column =
        columns.and_then(|columns| columns.split(['-', ',']).next()).and_then(|column| column.trim().parse().ok());
    let (head, text) = rest.split_once(": ")?;
    let (word, code) = head.trim().split_once(' ').map_or((head.trim(), None), |(word, code)| (word, Some(code)));
    let mut message = message(severity(word)?, Some(row.trim().parse().ok()?), column, text);
    message.code = code.map(|code| code.trim().to_owned());
    Some(message)
}

fn is_fxc_noise(line: &str) -> bool {
    line.starts_with("compilation failed; no code produced")
        || line.starts_with("compilation succeeded; see ")
        || line.starts_with("compilation object save succeeded; see ")
        || line.starts_with("Microsoft (R) Direct3D Shader Compiler")
        || line.starts_with("Copyright (C)")
}

/// `file:line:col: error: text [-Wflag]`, or without a place `error: text`, or from fxc `error X3501: text`.
fn clang_line(line: &str, input: &str) -> Option<CompilerMessage> {
    let place = line.find(input).and_then(|at| line[at + input.len()..].strip_prefix(':'));
    let (row, column, rest) = match place {
        Some(place) => {
            let (row, rest) = place.split_once(':')?;
            let (column, rest) = rest.split_once(':')?;
            (Some(row.parse().ok()?), Some(column.parse().ok()?), rest)
        }
        // `clang: error: ...`, `dxc failed : ...`: the tool's own name stands first.
        None => (None, None, line),
    };
    let (head, text) = rest.split_once(": ")?;
    let direct = head.trim().split_once(' ').map_or((head.trim(), None), |(word, code)| (word, Some(code)));
    let (rank, code, text) = match (severity(head), severity(direct.0)) {
        (Some(rank), _) => (rank, None, text),
        (None, Some(rank)) => (rank, direct.1.map(str::to_owned), text),
        (None, None) => {
            let (word, text) = text.split_once(": ")?;
            (severity(word)?, None, text)
        }
    };
    let (text, flag) = split_flag(text);
    let mut message = message(rank, row, column, text);
    message.code = code.or(flag);
    Some(message)
}

/// `text [-Wconversion]`
fn split_flag(text: &str) -> (&str, Option<String>) {
    match text.trim_end().strip_suffix(']').and_then(|text| text.rsplit_once(" [-W")) {
        Some((text, flag)) => (text, Some(format!("-W{flag}"))),
        None => (text, None),
    }
}

/// The source line, the caret line and fix-it lines after a message are dropped: uberc's own rendering shows them.
fn clang(text: &str, input: &str) -> Vec<CompilerMessage> {
    let mut found: Vec<CompilerMessage> = Vec::new();
    let mut joined = false;
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_caret = |line: &str| line.contains('^') && line.chars().all(|c| " \t^~".contains(c));
    let mut skip = 0;
    for (index, line) in lines.iter().enumerate() {
        if index < skip {
            continue;
        }
        let counted = line.ends_with(" generated.")
            && line.starts_with(|c: char| c.is_ascii_digit())
            && (line.contains("error") || line.contains("warning"));
        if line.trim().is_empty() || counted {
            joined = false;
        } else if let Some(message) = clang_line(line, input) {
            let placed = message.line.is_some();
            found.push(message);
            joined = false;
            if placed && lines.get(index + 2).is_some_and(|caret| is_caret(caret)) {
                skip = index + 3;
            }
        } else {
            keep_unknown(&mut found, &mut joined, line);
        }
    }
    found
}

/// `-enable-machine-readable-diagnostics`: `code \t severity \t file \t line \t col \t line \t col \t text`. A `span`
/// row says more about the row before it.
fn slang(text: &str, input: &str) -> Vec<CompilerMessage> {
    let mut found: Vec<CompilerMessage> = Vec::new();
    let mut joined = false;
    for line in text.lines().map(str::trim_end) {
        if line.trim().is_empty() || line == input {
            joined = false;
            continue;
        }
        let fields: Vec<&str> = line.splitn(8, '\t').collect();
        // An empty last field loses its tab with the trailing white space.
        if let [code, rank, _, row, column, _, _, rest @ ..] = fields.as_slice() {
            let words = rest.first().copied().unwrap_or_default().trim();
            let (row, column) = (row.parse().ok(), column.parse().ok());
            if *rank == "span" {
                if let Some(last) = found.last_mut().filter(|last| last.code.as_deref() == Some(*code))
                    && !words.is_empty()
                    && !last.text.contains(words)
                {
                    last.text = format!("{}: {}", last.text, words.trim_end_matches('.'));
                }
                joined = false;
                continue;
            }
            if let Some(rank) = severity(rank) {
                found.push(CompilerMessage { code: Some((*code).to_owned()), ..message(rank, row, column, words) });
                joined = false;
                continue;
            }
        }
        match clang_line(line, input) {
            Some(message) => {
                found.push(message);
                joined = false;
            }
            None => keep_unknown(&mut found, &mut joined, line),
        }
    }
    // Each stage of its front end may repeat a message.
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|message| seen.insert(message.clone()));
    found
}

/// `error: line N: text`: the line is one of the disassembly, so it stays in the text.
fn spirv_tools(line: &str) -> Option<CompilerMessage> {
    let (word, text) = line.split_once(": ")?;
    Some(message(severity(word)?, None, None, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `severity line:column [code] text`, one a line.
    fn shown(layout: MessageLayout, text: &str) -> String {
        let place = |part: Option<u32>| part.map_or_else(|| "-".to_owned(), |part| part.to_string());
        parse(layout, text, "input.hlsl").iter().fold(String::new(), |all, message| {
            let code = message.code.as_deref().map(|code| format!(" [{code}]")).unwrap_or_default();
            let at = format!("{}:{}", place(message.line), place(message.column));
            all + &format!("{:?} {at}{code} {}\n", message.severity, message.text.replace('\n', "|"))
        })
    }

    #[test]
    fn glslang_cascades_and_counts_are_one_message_with_a_column() {
        let text = "input.hlsl\nERROR: input.hlsl:2: 'nothere' : unknown variable \nERROR: input.hlsl:2: 'expression' : \
                    Expected \ninput.hlsl(2): error at column 22, HLSL parsing failed.\nERROR: 5 compilation errors.  No \
                    code generated.\n\n\nSPIR-V is not generated for failed compile or link\n";
        assert_eq!(shown(MessageLayout::Glslang, text), "Error 2:22 unknown variable: 'nothere'\n");
        assert_eq!(
            shown(MessageLayout::Glslang, "ERROR: input.hlsl:3: ';' : Expected \nERROR: input.hlsl:3: 'x' : Expected "),
            "Error 3:- expected ;\n"
        );
        assert_eq!(
            shown(MessageLayout::Glslang, "WARNING: Linking fragment stage: Entry point not found\n"),
            "Error -:- entry point not found\n"
        );
    }

    #[test]
    fn fxc_places_ranges_and_codes() {
        let text = "Microsoft (R) Direct3D Shader Compiler 10.1\nC:\\t\\input.hlsl(4,12-18): error X3004: undeclared \
                    identifier 'a'\ninput.hlsl(5): warning X3206: implicit truncation: of vector type\nerror X3501: 'main': \
                    entrypoint not found\n\ncompilation failed; no code produced\n";
        assert_eq!(
            shown(MessageLayout::Fxc, text),
            "Error 4:12 [X3004] undeclared identifier 'a'\nWarning 5:- [X3206] implicit truncation: of vector type\n\
             Error -:- [X3501] 'main': entrypoint not found\n"
        );
    }

    #[test]
    fn clang_style_drops_source_and_caret() {
        let text = "./input.hlsl:4:12: error: use of undeclared identifier 'a'\n  return a;\n         ^\n\
                    input.hlsl:2:3: warning: unused [-Wunused]\n1 error and 1 warning generated.\nerror: no entry\n";
        assert_eq!(
            shown(MessageLayout::Clang, text),
            "Error 4:12 use of undeclared identifier 'a'\nWarning 2:3 [-Wunused] unused\nError -:- no entry\n"
        );
    }

    #[test]
    fn slang_spans_complete_their_message() {
        let text = "E30015\terror\tinput.hlsl\t1\t36\t1\t39\tundefined identifier\nE30015\tspan\tinput.hlsl\t1\t36\t1\t39\t\
                    undefined identifier 'foo'.\nE30002\terror\tinput.hlsl\t1\t26\t1\t27\tdivide by zero\nE30002\tspan\t\
                    input.hlsl\t1\t26\t1\t27\t\nE1\terror\t\t0\t0\t0\t0\tno entry\n";
        assert_eq!(
            shown(MessageLayout::Slang, text),
            "Error 1:36 [E30015] undefined identifier: undefined identifier 'foo'\nError 1:26 [E30002] divide by zero\n\
             Error -:- [E1] no entry\n"
        );
    }

    #[test]
    fn text_that_nobody_knows_is_one_note() {
        for layout in [
            MessageLayout::Glslang,
            MessageLayout::Fxc,
            MessageLayout::Clang,
            MessageLayout::Slang,
            MessageLayout::SpirvTools,
        ] {
            assert_eq!(
                shown(layout, "terminate called\n  what()\n\nmore\n"),
                "Note -:- terminate called|  what()\nNote -:- more\n"
            );
        }
    }

    #[test]
    fn spirv_tools_lines() {
        assert_eq!(
            shown(MessageLayout::SpirvTools, "error: line 23: End of input\n"),
            "Error -:- line 23: End of input\n"
        );
    }

    proptest::proptest! {
        /// Any text is read without a panic, and words that are no noise come back.
        #[test]
        fn nothing_is_lost(text in "[ -~\t\n\u{e9}]{0,200}") {
            for layout in [MessageLayout::Glslang, MessageLayout::Fxc, MessageLayout::Clang, MessageLayout::Slang, MessageLayout::SpirvTools] {
                let found = parse(layout, &format!("{text}\nunheard-of"), "input.hlsl");
                proptest::prop_assert!(found.iter().any(|message| message.text.contains("unheard-of")));
            }
        }
    }
}
