//! Where the parts of a generated text come from.

use super::span::Span;

/// From ranges of a generated text to places in other files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceMap {
    /// Disjoint, ascending.
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// Bytes of the generated text.
    start: u32,
    end: u32,
    origin: Span,
}

impl PlaceMap {
    /// Adds a part: the bytes `start..end` of the text come from `origin`. Parts must be added in the order of the
    /// text; where a part overlaps an earlier part, the earlier part counts.
    pub fn push(&mut self, start: u32, end: u32, origin: Span) {
        let length = end.saturating_sub(start);
        let copied = length == origin.end - origin.start;
        let first = self.parts.last().map_or(start, |last| last.end.max(start));
        if first < end {
            // What is copied byte for byte keeps its own places.
            let skipped = if copied { first - start } else { 0 };
            let origin = Span { start: origin.start + skipped, ..origin };
            self.parts.push(Part { start: first, end, origin });
        }
    }

    /// Adds these parts to another map, for a text that contains this one from `offset` on.
    pub fn shifted(&self, offset: u32, into: &mut PlaceMap) {
        for part in &self.parts {
            into.push(part.start + offset, part.end + offset, part.origin);
        }
    }

    /// The origin of a range of the text, by the part that contains the range's beginning. Exact if that part is a copy
    /// of its origin byte for byte, else the whole origin of the part. `None` if no part contains the beginning.
    pub fn origin(&self, start: u32, end: u32) -> Option<Span> {
        let after = self.parts.partition_point(|part| part.start <= start);
        let part = self.parts[..after].last()?;
        // An empty range marks the place between two characters, which may be the part's end.
        let is_inside = start < part.end || start == part.end && start == end;
        if !is_inside {
            return None;
        }
        let copied = part.end - part.start == part.origin.end - part.origin.start;
        if !copied {
            return Some(part.origin);
        }
        let place = |at: u32| part.origin.start + (at.clamp(part.start, part.end) - part.start);
        Some(Span { start: place(start), end: place(end), ..part.origin })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::diag::Sources;

    #[test]
    fn copies_are_exact_and_all_else_leads_to_the_whole_origin() {
        let sources = Sources::in_memory([("a.toy", "0123456789")]);
        let file = sources.load(Path::new("a.toy")).expect("in memory").id;
        let span = |start, end| Span { file, start, end };
        let mut map = PlaceMap::default();
        map.push(4, 8, span(0, 4));
        map.push(6, 12, span(4, 7));
        map.push(20, 20, span(8, 9));
        assert_eq!(map.origin(0, 4), None, "nobody said where it comes from");
        assert_eq!(map.origin(5, 7), Some(span(1, 3)));
        assert_eq!(map.origin(5, 99), Some(span(1, 4)), "no more than the part's own end");
        assert_eq!(map.origin(9, 10), Some(span(4, 7)));
        assert_eq!(map.origin(12, 12), Some(span(4, 7)));
        assert_eq!(map.origin(12, 13), None);
        assert_eq!(map.origin(20, 21), None, "an empty part holds nothing");
    }
}
