//! Texts that have most of their parts in common: the variants of a shader.
//!
//! DEFLATE finds a repetition only within 32 KiB. So a text is cut into parts, which are stored once: functions, because
//! a part ends with a line that is empty or begins with `}`.

use rustc_hash::FxHashMap;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::model::Digest;

/// Bytes of all parts together. Browsers hold them in memory, unpacked.
const MOST_BYTES: usize = 64 << 20;

/// Texts, and the parts that they are made of.
#[derive(Debug, Default)]
pub struct TextPool {
    parts: Vec<String>,
    known_parts: FxHashMap<String, u32>,
    /// Each as indices into `parts`.
    texts: Vec<Vec<u32>>,
    known_texts: FxHashMap<Digest, u32>,
    bytes: usize,
}

impl TextPool {
    /// The index of a text, which is added if it is not there; `None` beyond the limit of bytes.
    pub fn add(&mut self, text: &str) -> Option<u32> {
        let digest = Digest::of(text.as_bytes());
        if let Some(known) = self.known_texts.get(&digest) {
            return Some(*known);
        }
        if self.bytes > MOST_BYTES {
            return None;
        }
        let parts = parts(text).map(|part| self.part(part)).collect();
        let at = self.texts.len() as u32;
        self.texts.push(parts);
        self.known_texts.insert(digest, at);
        Some(at)
    }

    fn part(&mut self, part: &str) -> u32 {
        if let Some(known) = self.known_parts.get(part) {
            return *known;
        }
        let at = self.parts.len() as u32;
        self.bytes += part.len();
        self.parts.push(part.to_owned());
        self.known_parts.insert(part.to_owned(), at);
        at
    }
}

/// Parts are written in the order of their text, so that versions of one function are near each other.
impl Serialize for TextPool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut order: Vec<u32> = (0..self.parts.len() as u32).collect();
        order.sort_unstable_by_key(|at| &self.parts[*at as usize]);
        let mut place = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            place[*old as usize] = new;
        }
        let parts: Vec<&String> = order.iter().map(|at| &self.parts[*at as usize]).collect();
        let moved = |text: &Vec<u32>| text.iter().map(|at| place[*at as usize]).collect::<Vec<usize>>();
        let mut pool = serializer.serialize_struct("TextPool", 2)?;
        pool.serialize_field("parts", &parts)?;
        pool.serialize_field("texts", &self.texts.iter().map(moved).collect::<Vec<_>>())?;
        pool.end()
    }
}

/// The parts of a text, which are the text together.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = 0;
        for line in rest.split_inclusive('\n') {
            end += line.len();
            if line.trim().is_empty() || line.starts_with('}') {
                break;
            }
        }
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_share_their_parts_and_come_back() {
        let functions = ["float z()\n{\n    return 1;\n}\n", "\n", "float a()\n{\n}\n", "last line"];
        let texts = [functions.concat(), format!("{}{}", functions[2], functions[0]), String::new()];
        let mut pool = TextPool::default();
        let added: Vec<Option<u32>> = texts.iter().chain(&texts).map(|text| pool.add(text)).collect();
        assert_eq!(added, [0, 1, 2, 0, 1, 2].map(Some));
        let json = serde_json::to_value(&pool).expect("JSON");
        let parts: Vec<&str> =
            json["parts"].as_array().expect("parts").iter().filter_map(|part| part.as_str()).collect();
        assert_eq!(parts, ["\n", functions[2], functions[0], "last line"]);
        for (text, stored) in texts.iter().zip(json["texts"].as_array().expect("texts")) {
            let indices = stored.as_array().expect("indices").iter().filter_map(|at| at.as_u64());
            assert_eq!(*text, indices.map(|at| parts[at as usize]).collect::<String>());
        }
    }
}
