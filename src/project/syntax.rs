//! Finds all syntax errors of a TOML file.
//!
//! The parser continues after an error, but its later errors are often consequences of the first. So the first error is
//! reported, its line is blanked, and the text is parsed again.

use toml::de::DeTable;

use super::settings::Settings;
use crate::diag::SourceFile;

/// Upper bound of errors: each costs one more parse.
const MOST_ERRORS: usize = 100;

/// Reports every syntax error. The returned text has the same offsets, with blanks for the broken lines, so that the
/// rest can still be checked; `false` if it still does not parse.
pub fn without_syntax_errors(settings: &mut Settings, file: &SourceFile) -> (String, bool) {
    let mut lines: Vec<String> = file.text.split_inclusive('\n').map(str::to_owned).collect();
    let mut last: Option<(String, usize)> = None;
    for _ in 0..MOST_ERRORS {
        let text = lines.concat();
        let (_, errors) = DeTable::parse_recoverable(&text);
        let first = errors.iter().min_by_key(|error| error.span().map_or(0, |span| span.start));
        let Some(error) = first else { return (text, true) };
        let mut range = error.span().unwrap_or(0..0);
        let mut message = error.message().to_lowercase();
        // What the parser wants there is what the sentence says already, in the words of TOML's grammar.
        message.truncate(message.trim_end_matches(", expected literal string").len());
        let mut line = file.position(range.start as u32).line as usize - 1;
        let mut help = None;
        let start: usize = lines.iter().take(line).map(String::len).sum();
        let at_line_start = text.get(start..range.start).is_some_and(|before| before.trim().is_empty());
        if message.starts_with("missing comma between array elements") && at_line_start {
            // The next key was read as another element: the mistake is on the line before.
            if let Some(before) = lines[..line].iter().rposition(|line| !line.trim().is_empty()) {
                let end = lines[..before].iter().map(String::len).sum::<usize>() + lines[before].trim_end().len();
                (line, range) = (before, end..end);
                message = "the array is not closed, or lacks a comma".to_owned();
                help = Some("An array has a comma after each element but the last, and ends with `]`.".to_owned());
            }
        }
        let Some(broken) = lines.get_mut(line).filter(|line| !line.trim().is_empty()) else {
            if last.is_none() {
                let span = settings.span(range);
                settings.error("discover/toml-syntax", span, message, help);
            }
            return (text, false);
        };
        let is_header = broken.trim_start().starts_with('[');
        blank(broken);
        if is_header {
            // The section of the following keys is unknown.
            lines[line + 1..].iter_mut().take_while(|line| !line.trim_start().starts_with('[')).for_each(blank);
        }
        // An array that is not closed is reported again at each of its lines.
        let again = last.as_ref().is_some_and(|(text, at)| *text == message && at.abs_diff(line) <= 1);
        if !again {
            let span = settings.span(range);
            settings.error("discover/toml-syntax", span, message.clone(), help);
        }
        last = Some((message, line));
    }
    (lines.concat(), false)
}

/// Spaces for everything but the line break, byte for byte.
fn blank(line: &mut String) {
    let end = line.trim_end_matches(['\r', '\n']).len();
    let rest = line.split_off(end);
    *line = " ".repeat(end) + &rest;
}
