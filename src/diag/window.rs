//! Lines in messages: of long ones the part around the place, with `…` for the rest; no characters that a terminal
//! obeys.

use std::ops::Range;

use super::SourceFile;
use super::shown::is_obeyed;

/// Longer lines, in characters, are cut.
const LONGEST: usize = 200;
/// Length of the part that is shown, in characters.
const SHOWN: usize = 120;
/// Number of characters shown before the place, if the line has so many.
const BEFORE: usize = 40;
/// Upper bound of lines between two places that are shown as context.
const CONTEXT: usize = 3;
const MARK: char = '…';

/// A file's text with long lines cut and without control characters, and the map from offsets in the file to offsets in
/// the cut text.
#[derive(Debug)]
pub struct Windowed {
    pub text: String,
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    /// In the file's text, without the line break.
    whole: Range<usize>,
    /// The part that is shown.
    shown: Range<usize>,
    /// Where the line begins in the cut text.
    start: usize,
    /// Length in bytes of the mark in front of the part that is shown; 0 without a mark.
    mark: usize,
}

impl Windowed {
    /// `None` where every line can be shown as it is. `places` are byte ranges; the first is the one that must be seen.
    pub fn of(file: &SourceFile, places: &[Range<usize>]) -> Option<Windowed> {
        let text = &*file.text;
        // A line of few bytes has few characters.
        let too_long = |line: &str| line.len() > LONGEST && line.chars().count() > LONGEST;
        // Lines far from every place are not shown, so that a message does not cost time for the whole file.
        let line_of = |at: usize| file.position(u32::try_from(at).unwrap_or(u32::MAX)).line as usize - 1;
        let near = |place: &Range<usize>| line_of(place.start).saturating_sub(CONTEXT)..=line_of(place.end) + CONTEXT;
        let line = |index: usize| text.get(file.line_range(index)?);
        let as_it_is = |line: &str| !too_long(line) && !line.trim_end_matches(['\n', '\r']).contains(is_obeyed);
        let near: Vec<_> = places.iter().map(near).collect();
        if near.iter().cloned().flatten().filter_map(line).all(as_it_is) {
            return None;
        }
        let (mut out, mut lines, mut at) = (String::new(), Vec::new(), 0);
        for (index, with_break) in text.split_inclusive('\n').enumerate() {
            let line = with_break.trim_end_matches(['\n', '\r']);
            let whole = at..at + line.len();
            let shown = if !near.iter().any(|lines| lines.contains(&index)) {
                // Nobody sees it: copying a large file for each of many messages would take long.
                whole.start..whole.start
            } else if too_long(line) {
                window(text, &whole, places)
            } else {
                whole.clone()
            };
            let start = out.len();
            let mark = if shown.start > whole.start { MARK.len_utf8() } else { 0 };
            if mark > 0 {
                out.push(MARK);
            }
            out.extend(text[shown.clone()].chars().map(|c| if is_obeyed(c) { stand_in(c) } else { c }));
            if shown.end < whole.end && !shown.is_empty() {
                out.push(MARK);
            }
            out.push('\n');
            lines.push(Line { whole, shown, start, mark });
            at += with_break.len();
        }
        Some(Windowed { text: out, lines })
    }

    /// A range of the file in the cut text: its visible part, or the mark `…`.
    pub fn place(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.offset(range.start);
        let end = self.offset(range.end);
        start..end.max(start)
    }

    fn offset(&self, at: usize) -> usize {
        let number = self.lines.partition_point(|line| line.whole.start <= at).saturating_sub(1);
        let Some(line) = self.lines.get(number) else { return 0 };
        if at < line.shown.start {
            line.start
        } else {
            line.start + line.mark + at.min(line.shown.end) - line.shown.start
        }
    }

    /// The range of a line of the cut text, with its line break.
    pub fn line_range(&self, index: usize) -> Option<Range<usize>> {
        let start = self.lines.get(index)?.start;
        Some(start..self.lines.get(index + 1).map_or(self.text.len(), |next| next.start))
    }

    /// The line of a place in the cut text.
    pub fn line_index(&self, at: usize) -> usize {
        self.lines.partition_point(|line| line.start <= at).saturating_sub(1)
    }

    /// The place in the file of a place in the cut text.
    pub fn original(&self, at: usize) -> usize {
        let Some(line) = self.lines.get(self.line_index(at)) else { return 0 };
        let within = at.saturating_sub(line.start + line.mark);
        (line.shown.start + within).min(line.shown.end)
    }
}

/// What stands for a character that is not shown: it has as many bytes, so that places stay.
fn stand_in(c: char) -> char {
    match c.len_utf8() {
        1 => '?',
        2 => '\u{BF}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// The part of a line that is shown: around the first place in it, else its beginning.
fn window(text: &str, line: &Range<usize>, places: &[Range<usize>]) -> Range<usize> {
    let inside = |at: usize| (line.start..=line.end).contains(&at);
    let start_of = |place: &Range<usize>| if inside(place.start) { Some(place.start) } else { None };
    let place = places.iter().find_map(|place| start_of(place).or(inside(place.end).then_some(place.end)));
    let focus = place.unwrap_or(line.start);
    let before = text[line.start..focus].char_indices().rev().nth(BEFORE - 1);
    let start = before.map_or(line.start, |(at, _)| line.start + at);
    let rest = text[start..line.end].char_indices().nth(SHOWN);
    let end = rest.map_or(line.end, |(at, _)| start + at);
    // At the end of the line there is room for more before the place.
    if end == line.end {
        let back = text[line.start..end].char_indices().rev().nth(SHOWN - 1);
        return back.map_or(line.start, |(at, _)| line.start + at)..end;
    }
    start..end
}
