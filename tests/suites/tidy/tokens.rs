//! Rust as words and signs, without comments, texts and unit tests.

/// Words, and every other character that is no white space on its own. Texts and characters are left out.
pub fn of(text: &str) -> Vec<String> {
    read(text).0
}

/// The contents of all texts in quotes, as they are written.
pub fn texts(text: &str) -> Vec<String> {
    read(text).1
}

fn read(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut tokens, mut texts) = (Vec::new(), Vec::new());
    let mut rest = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if let Some(length) = raw_text(rest) {
            length
        } else if first == '"' {
            let length = quoted(rest, '"');
            texts.push(rest[1..length].trim_end_matches('"').to_owned());
            length
        } else if first == '\'' {
            character(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(rest[..length].to_owned());
            length
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    (tokens, texts)
}

/// Comments nest.
fn comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// `r"..."`, `br#"..."#`.
fn raw_text(text: &str) -> Option<usize> {
    let open = text.strip_prefix('b').unwrap_or(text).strip_prefix('r')?;
    let marks = open.len() - open.trim_start_matches('#').len();
    let body = open[marks..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(marks));
    let end = body.find(&close).map_or(body.len(), |end| end + close.len());
    Some(text.len() - body.len() + end)
}

fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A character, or the mark of a lifetime.
fn character(text: &str) -> usize {
    let mut after = text[1..].chars();
    match (after.next(), after.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(text, '\''),
        _ => 1,
    }
}
