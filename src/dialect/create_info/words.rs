//! The words of a C-family text, without its comments.

/// The identifiers and numbers of a text in order, each with its place.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    tokens(text).filter(|(_, token)| token.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
}

/// Words, numbers and single characters of a text, without comments, blanks and directives.
pub fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let mut line_begins = true;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let skipped = if first == '\n' {
                line_begins = true;
                1
            } else if first.is_whitespace() {
                first.len_utf8()
            } else if rest.starts_with("//") || first == '#' && line_begins {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                line_begins = false;
                let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let is_number = first.is_ascii_digit();
                let length = if is_word(first) {
                    rest.find(|c: char| !(is_word(c) || is_number && c == '.')).unwrap_or(rest.len())
                } else {
                    first.len_utf8()
                };
                let start = at;
                at += length;
                return Some((start, &text[start..at]));
            };
            at += skipped;
        }
    })
}

/// Whether a text has the word: in its code, or in a macro.
pub fn mentions(text: &str, word: &str) -> bool {
    let has = |text: &str| text.contains(word) && words(text).any(|(_, known)| known == word);
    let in_macro = |line: &str| line.trim_start().strip_prefix('#').is_some_and(has);
    has(text) || text.contains(word) && text.lines().any(in_macro)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_directives_have_no_words() {
        let text = "#define A b\nfloat x = 1.5f; // y\n/* z */ w(2);";
        let all: Vec<&str> = words(text).map(|(_, word)| word).collect();
        assert_eq!(all, ["float", "x", "1.5f", "w", "2"]);
        assert!(mentions(text, "w") && !mentions(text, "y") && mentions(text, "b") && !mentions(text, "z"));
    }
}
