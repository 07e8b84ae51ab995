//! What is shown of messages: a bounded number of bounded ones, without characters that a terminal obeys.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Diagnostic, Label, Severity};

/// Upper bound of diagnostics with one code and severity that are shown.
const OF_A_CODE: usize = 100;

/// Upper bound of all diagnostics of one severity that are shown.
const OF_A_SEVERITY: usize = 1000;

/// Longer texts are cut, in characters.
const LONGEST: usize = 4000;

/// Upper bounds of other places, steps of the trail, and notes of one diagnostic.
const LABELS: usize = 20;
const STEPS: usize = 32;
const NOTES: usize = 64;
const OCCURRENCES: usize = 64;

/// Longer words of the user's are cut in the middle of a message, in characters.
const EXCERPT: usize = 80;

/// The diagnostics to show, in their order, and in place of the others their number.
pub fn shown(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut of_codes: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
    let mut of_severities: BTreeMap<Severity, usize> = BTreeMap::new();
    let mut more: BTreeMap<(Severity, &str), usize> = BTreeMap::new();
    let mut shown = Vec::new();
    for diagnostic in diagnostics {
        let kind = (diagnostic.severity, diagnostic.code);
        let (of_code, of_severity) = (of_codes.entry(kind).or_default(), of_severities.entry(kind.0).or_default());
        // What is printed has a bound of its own.
        let fits = *of_code < OF_A_CODE || diagnostic.printed.is_some();
        if fits && *of_severity < OF_A_SEVERITY {
            *of_code += 1;
            *of_severity += 1;
            shown.push(bounded(diagnostic));
        } else {
            *more.entry(kind).or_default() += 1;
        }
    }
    for ((severity, code), count) in more {
        let plural = if count == 1 { "" } else { "s" };
        let message = format!("{count} more {}{plural} [{code}] are not shown", severity.name());
        let help = "Correct the first ones: the others often follow from them.";
        shown.push(Diagnostic::remark("uberc/more-messages", message).help(help));
    }
    shown
}

/// A text of the user's as a part of a message: long ones are cut.
pub fn excerpt(text: &str) -> Cow<'_, str> {
    cut(text, EXCERPT)
}

/// A word as one would type it into a POSIX shell.
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
    }
}

fn bounded(diagnostic: &Diagnostic) -> Diagnostic {
    let label = |label: &Label| Label { span: label.span, message: clean(&label.message) };
    let mut notes: Vec<String> = diagnostic.notes.iter().take(NOTES).map(|note| clean(note)).collect();
    for (all, most, what) in [
        (diagnostic.labels.len(), LABELS, "places"),
        (diagnostic.trail.len(), STEPS, "steps"),
        (diagnostic.notes.len(), NOTES, "notes"),
    ] {
        if all > most {
            notes.push(format!("and {} more {what}", all - most));
        }
    }
    Diagnostic {
        code: diagnostic.code,
        severity: diagnostic.severity,
        origin: diagnostic.origin,
        kind: diagnostic.kind,
        message: clean(&diagnostic.message),
        primary: diagnostic.primary.as_ref().map(label),
        labels: diagnostic.labels.iter().take(LABELS).map(label).collect(),
        trail: diagnostic.trail.iter().take(STEPS).map(label).collect(),
        notes,
        help: diagnostic.help.as_deref().map(clean),
        occurrences: diagnostic.occurrences.iter().take(OCCURRENCES).cloned().collect(),
        printed: diagnostic.printed.clone(),
    }
}

fn clean(text: &str) -> String {
    escaped(&cut(text, LONGEST)).into_owned()
}

fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((at, _)) => Cow::Owned(format!("{}... ({} more characters)", &text[..at], text[at..].chars().count())),
    }
}

/// Whether a terminal obeys the character, or it changes the direction of the text. Tabs and line breaks are harmless.
pub fn is_obeyed(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{061C}' => true,
        _ => c.is_control(),
    }
}

/// The text with these characters written as `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for c in text.chars() {
        if is_obeyed(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// "a, b and c".
pub fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_bounded_in_number_and_the_rest_is_counted() {
        let mut all: Vec<Diagnostic> = (0..250).map(|at| Diagnostic::error("x/y", format!("{at}"))).collect();
        all.push(Diagnostic::warning("x/y", "another"));
        let seen = shown(&all);
        assert_eq!(seen.len(), 102);
        assert_eq!(seen[99].message, "99");
        assert_eq!(seen[100].message, "another");
        assert_eq!(seen[101].message, "150 more errors [x/y] are not shown");
    }

    #[test]
    fn messages_are_bounded_in_size_and_cannot_steer_a_terminal() {
        let long = "ä".repeat(5000);
        let mut wrong = Diagnostic::error("x/y", "a\u{1b}[2Jb\u{202e}c\0").note(long).help("one\n\ttwo\r");
        wrong.notes.extend((0..80).map(|at| at.to_string()));
        let seen = shown(&[wrong]);
        assert_eq!(seen[0].message, "a\\u{1b}[2Jb\\u{202e}c\\u{0}");
        assert_eq!(seen[0].help.as_deref(), Some("one\n\ttwo\\u{d}"));
        assert_eq!(seen[0].notes[0], format!("{}... (1000 more characters)", "ä".repeat(4000)));
        assert_eq!((seen[0].notes.len(), seen[0].notes[64].as_str()), (65, "and 17 more notes"));
    }
}
