//! Digests of what the preprocessor sees of a file. Two files with the same one give the same tokens in every unit: they differ in
//! comments, white space, and groups that no unit keeps.

use std::sync::OnceLock;

use crate::lexer::lex_text;
use crate::model::{Digest, DigestWriter, LINE_MACRO, Token, TokenFlags, TokenKind};

use super::lines::{LexedFile, Line, LineKind, NONE};

/// Parts of the layout that tokens can follow from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayoutUse {
    /// `__LINE__` gives the numbers of lines.
    pub lines: bool,
    /// The operator `#` keeps white space and ends of lines between tokens.
    pub spaces: bool,
}

impl LayoutUse {
    /// What one of both uses.
    #[must_use]
    pub fn or(self, other: LayoutUse) -> LayoutUse {
        LayoutUse { lines: self.lines || other.lines, spaces: self.spaces || other.spaces }
    }
}

/// The digests of a file, by what of the layout is used.
#[derive(Debug, Default)]
pub struct TokenDigests([OnceLock<Digest>; 4]);

/// Begins a directive, and ends it. Each stands in the place of a [`TokenKind`].
const DIRECTIVE: u8 = 64;
const DIRECTIVE_END: u8 = 65;

/// Stands for a group that ends the search for the arguments of a macro.
const SEARCH_END: u8 = 66;

/// Bytes that are hashed together.
const TOGETHER: usize = 16 << 10;

impl LexedFile {
    /// What this file uses; `None` if something in it is wrong by itself.
    pub fn layout_use(&self) -> Option<LayoutUse> {
        let is_operator = |token: &Token| token.kind == TokenKind::Punct && token.text == "#";
        let spaces = |line: &Line| line.kind == LineKind::Define && self.tokens_of(line).iter().any(is_operator);
        self.diagnostics
            .is_empty()
            .then(|| LayoutUse { lines: has_line_name(&self.tokens), spaces: self.lines.iter().any(spaces) })
    }

    /// The digest of the file's tokens without the layout that is not used.
    pub fn token_digest(&self, used: LayoutUse) -> Digest {
        let known = &self.digests.0[usize::from(used.lines) * 2 + usize::from(used.spaces)];
        *known.get_or_init(|| {
            let mut stream = Stream { file: self, used, bytes: Vec::new(), all: DigestWriter::default() };
            let mut at = 0;
            while let Some(line) = self.lines.get(at) {
                at = match (line.kind, self.end_of_inactive(line)) {
                    (_, Some(end)) => {
                        let before = line.hash.checked_sub(1).map(|before| &self.tokens[before as usize]);
                        let is_text = at.checked_sub(1).is_some_and(|before| self.lines[before].kind == LineKind::Text);
                        // A macro's name is not invoked by a `(` behind a directive.
                        if is_text && before.is_some_and(|before| before.kind == TokenKind::Ident) {
                            stream.bytes.push(SEARCH_END);
                        }
                        end
                    }
                    (LineKind::Text, _) => {
                        stream.add(line.start, line.end, used.spaces);
                        at + 1
                    }
                    _ => {
                        stream.bytes.push(DIRECTIVE);
                        stream.add(line.hash, line.end, true);
                        stream.bytes.push(DIRECTIVE_END);
                        at + 1
                    }
                };
            }
            stream.all.update(&stream.bytes);
            stream.all.finish()
        })
    }

    /// The line behind `#if 0` to `#endif`, of which nothing is kept.
    fn end_of_inactive(&self, line: &Line) -> Option<usize> {
        let is_inactive = line.kind == LineKind::If && matches!(self.tokens_of(line), [one] if one.text == "0");
        let end = line.link as usize;
        let is_whole = is_inactive && line.link != NONE && self.lines.get(end)?.kind == LineKind::Endif;
        // Tokens behind `#endif` are a mistake that a unit reports.
        (is_whole && self.tokens_of(&self.lines[end]).is_empty()).then_some(end + 1)
    }
}

/// Whether a macro with this text can have the number of a line in its result.
pub fn can_tell_lines(text: &str) -> bool {
    has_line_name(&lex_text(text))
}

/// Whether `__LINE__` can be among these tokens when macros are expanded: `##` can make the name of its beginning.
fn has_line_name(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.kind == TokenKind::Ident && LINE_MACRO.starts_with(token.text.as_str()))
}

struct Stream<'a> {
    file: &'a LexedFile,
    used: LayoutUse,
    /// Not yet hashed.
    bytes: Vec<u8>,
    all: DigestWriter,
}

impl Stream<'_> {
    fn add(&mut self, start: u32, end: u32, spaces: bool) {
        for token in &self.file.tokens[start as usize..end as usize] {
            let layout = TokenFlags::SPACE_BEFORE | TokenFlags::LINE_START;
            let space = spaces && token.flags.0 & layout != 0;
            self.bytes.push(token.kind as u8 + if space { 32 } else { 0 });
            if self.used.lines {
                let line = self.file.file.position(token.offset).line;
                self.bytes.extend(line.to_le_bytes());
            }
            self.bytes.extend((token.text.len() as u32).to_le_bytes());
            self.bytes.extend_from_slice(token.text.as_bytes());
            if self.bytes.len() >= TOGETHER {
                self.all.update(&self.bytes);
                self.bytes.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::diag::Sources;
    use crate::preprocess::FileCache;

    fn digest(text: &str, used: LayoutUse) -> Digest {
        let sources = Sources::in_memory([("a.fx", text)]);
        let file = sources.load(Path::new("a.fx")).expect("it is in memory");
        FileCache::new().file(&file).token_digest(used)
    }

    fn uses(text: &str) -> Option<LayoutUse> {
        let sources = Sources::in_memory([("a.fx", text)]);
        let file = sources.load(Path::new("a.fx")).expect("it is in memory");
        FileCache::new().file(&file).layout_use()
    }

    #[test]
    fn layout_is_in_a_digest_where_it_is_used() {
        let all = [(false, false), (true, false), (false, true), (true, true)]
            .map(|(lines, spaces)| LayoutUse { lines, spaces });
        let same = |one: &str, other: &str| all.map(|used| digest(one, used) == digest(other, used));
        assert_eq!(same("a+b", "a + b // more"), [true, true, false, false]);
        assert_eq!(same("a\nb", "a\n\nb"), [true, false, true, false]);
        assert_eq!(same("S(a+b)", "S(a+\nb)"), [true, false, false, false]);
        assert_eq!(same("a;", "a;\n#if 0\n#if X\nb it's\n#endif\n#endif"), [true; 4]);
        assert_eq!(same("#define X\n;", "#define X\n#if 0\n#endif\n;"), [true, false, true, false]);
        for (one, other) in [
            ("ab", "a b"),
            ("F\n(x)", "F\n#if 0\n#endif\n(x)"),
            ("a", "'a'"),
            ("#define F(x) y", "#define F (x) y"),
            ("#define F\nx", "#define F x"),
            ("#define F x", "/**/\\\n#define G x"),
            ("#if 0\na\n#else\nb\n#endif", "b"),
            ("#if 0\na\n#endif b", ""),
            ("#if 1\na\n#endif", ""),
        ] {
            assert_eq!(same(one, other), [false; 4], "{one} and {other}");
        }
    }

    #[test]
    fn a_file_tells_what_it_uses() {
        let (lines, spaces) = (LayoutUse { lines: true, spaces: false }, LayoutUse { lines: false, spaces: true });
        for (text, expected) in [
            ("#define F(x) x\nF(1) # a", Some(LayoutUse::default())),
            ("#define F(x) #x", Some(spaces)),
            ("int a = __LINE__;", Some(lines)),
            ("#define F(x) __L ## x", Some(lines)),
            ("/* open", None),
            ("#if 1", None),
        ] {
            assert_eq!(uses(text), expected, "{text}");
        }
    }
}
