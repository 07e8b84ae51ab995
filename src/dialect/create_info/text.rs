//! Text that remembers where its parts come from.

use crate::diag::{PlaceMap, SourceFile, Span};

/// Generated text with its map of places.
#[derive(Clone, Debug, Default)]
pub struct PlacedText {
    pub text: String,
    pub places: PlaceMap,
    /// The parts of `places` in order, for appending to another text.
    parts: Vec<(u32, u32, Span)>,
}

impl PlacedText {
    /// Adds a line that comes from nowhere.
    pub fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// Adds a line that a call in Lua asks for.
    pub fn line_of(&mut self, line: &str, at: Span) {
        let start = self.text.len() as u32;
        self.line(line);
        self.part(start, self.text.len() as u32 - 1, at);
    }

    /// Adds a line of a file, byte for byte.
    pub fn copy(&mut self, file: &SourceFile, range: std::ops::Range<usize>) {
        let Some(text) = file.text.get(range.clone()) else { return };
        let start = self.text.len() as u32;
        self.text += text;
        let origin = Span { file: file.id, start: range.start as u32, end: range.end as u32 };
        self.part(start, self.text.len() as u32, origin);
    }

    /// Adds a text whose parts come from places of their own.
    pub fn parts_of(&mut self, text: &str, parts: &[(u32, u32, Span)]) {
        let offset = self.text.len() as u32;
        self.line(text);
        for (start, end, origin) in parts {
            self.part(start + offset, end + offset, *origin);
        }
    }

    /// Ends the line that is open.
    pub fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Adds another text.
    pub fn append(&mut self, other: &PlacedText) {
        let offset = self.text.len() as u32;
        self.text += &other.text;
        for (start, end, origin) in &other.parts {
            self.part(start + offset, end + offset, *origin);
        }
    }

    fn part(&mut self, start: u32, end: u32, origin: Span) {
        self.places.push(start, end, origin);
        self.parts.push((start, end, origin));
    }
}
