//! Places: bytes here, lines and UTF-16 units in the protocol, which counts both from 0; and paths, which are URIs there.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use lsp_types::{Location, Position, Range, Uri};

use crate::diag::{SourceFile, Sources, Span};

/// The byte at a position: the end of the line behind its last character, the end of the text behind its last line.
pub fn offset_of(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or_default();
    let line = line.strip_suffix('\r').unwrap_or(line);
    start + bytes_of(line, position.character)
}

/// The bytes of a line's first UTF-16 units.
fn bytes_of(line: &str, units: u32) -> usize {
    let mut before = 0_u32;
    for (at, letter) in line.char_indices() {
        if before >= units {
            return at;
        }
        before += letter.len_utf16() as u32;
    }
    line.len()
}

/// The position of a byte of a file.
pub fn position_of(file: &SourceFile, offset: u32) -> Position {
    let line = file.position(offset).line.saturating_sub(1);
    let range = file.line_range(line as usize).unwrap_or(0..0);
    let end = (offset as usize).clamp(range.start, range.end.max(range.start));
    let before = file.text.get(range.start..end).unwrap_or_default();
    Position { line, character: before.encode_utf16().count() as u32 }
}

/// The range of a span of this file.
pub fn range_of(file: &SourceFile, span: Span) -> Range {
    Range { start: position_of(file, span.start), end: position_of(file, span.end.max(span.start)) }
}

/// The place in the file that a person edits; `None` for a text that is no file.
pub fn location_of(sources: &Sources, span: Span) -> Option<Location> {
    let span = sources.outermost(span);
    let file = sources.get(span.file);
    let uri = uri_of(&sources.root().join(file.path.as_ref()?))?;
    Some(Location { uri, range: range_of(&file, span) })
}

/// The file that a URI names; `None` for what is no file on this machine.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
    let path = String::from_utf8(unescape(path)).ok()?;
    // `/C:/game` is a path with a drive.
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    let path = if cfg!(windows) && is_drive { &path[1..] } else { &path };
    (!path.contains('\0')).then(|| PathBuf::from(path))
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let hex = |at: usize| behind.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &behind[2..];
            }
            // A query or fragment is no part of the path.
            (b'?' | b'#', ..) => break,
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    bytes
}

/// The URI of an absolute path; `None` for one that is not UTF-8.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    let mut uri = "file://".to_owned();
    if !text.starts_with('/') {
        uri.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    Uri::from_str(&uri).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_utf16_units() {
        let text = "a\u{1F600}b\r\nc\u{e9}";
        let at = |line, character| offset_of(text, Position { line, character });
        assert_eq!([at(0, 0), at(0, 1), at(0, 3), at(0, 4), at(0, 99)], [0, 1, 5, 6, 6]);
        assert_eq!([at(1, 0), at(1, 1), at(1, 2), at(9, 0)], [8, 9, 11, 11]);
        // Between the halves of a pair: behind it.
        assert_eq!(at(0, 2), 5);
        let sources = Sources::in_memory([("a", text)]);
        let file = sources.load(Path::new("a")).expect("in memory");
        for offset in [0, 1, 5, 6, 8, 9, 11] {
            assert_eq!(offset_of(text, position_of(&file, offset)) as u32, offset);
        }
    }

    #[cfg(unix)]
    #[test]
    fn paths_and_uris_lead_to_each_other() {
        let path = Path::new("/game/my shaders/\u{fc}ber#1?.fx");
        let uri = uri_of(path).expect("UTF-8");
        assert_eq!(uri.as_str(), "file:///game/my%20shaders/%C3%BCber%231%3F.fx");
        assert_eq!(path_of(&uri).as_deref(), Some(path));
        for other in ["untitled:a.fx", "file://host/a.fx", "file:///a%00.fx", "file:///%FF.fx"] {
            assert_eq!(Uri::from_str(other).ok().and_then(|uri| path_of(&uri)), None, "{other}");
        }
    }
}
