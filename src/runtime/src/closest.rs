//! "Did you mean": the nearest known name.

use alloc::vec::Vec;

/// Longer names are not compared: the distance costs the product of the lengths.
const LONGEST: usize = 128;

/// The name with the fewest edits (insertions, deletions, substitutions of bytes), at most a third of its length,
/// letter case not counting; of equals the first.
pub(crate) fn closest<'p>(asked: &str, known: impl Iterator<Item = &'p str>) -> Option<&'p str> {
    known
        .filter(|name| name.len() <= LONGEST && asked.len() <= LONGEST)
        .map(|name| (distance(asked.as_bytes(), name.as_bytes()), name))
        .filter(|(distance, name)| *distance * 3 <= name.len().max(asked.len()))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Levenshtein's distance, row by row.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, x) in a.iter().enumerate() {
        let (mut diagonal, mut left) = (line, line + 1);
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let substituted = diagonal + usize::from(!x.eq_ignore_ascii_case(y));
            diagonal = *cell;
            left = substituted.min(left + 1).min(diagonal + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = line + 1;
        }
    }
    row.last().copied().unwrap_or(a.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        assert_eq!(distance(b"", b"abc"), 3);
        assert_eq!(distance(b"abc", b""), 3);
        assert_eq!(distance(b"RenderMesh", b"rendermesh"), 0);
    }

    #[test]
    fn far_names_are_no_suggestion() {
        assert_eq!(closest("RendrMesh", ["Bloom", "RenderMesh"].into_iter()), Some("RenderMesh"));
        assert_eq!(closest("Sky", ["Bloom", "RenderMesh"].into_iter()), None);
    }
}
