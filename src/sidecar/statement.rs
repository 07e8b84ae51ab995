//! What a line of a sidecar reads of `cpp`, and what it writes: for messages about errors that Lua itself raised.

use super::lex::{self, Kind, Token};
use super::purity;

/// Tokens of a line that are looked at.
const MOST: usize = 500;

/// The macros that a line reads: `cpp.NAME` in it, and in the declarations of the locals that it names. Sorted.
pub fn read_in<'t>(text: &'t str, line: &'t str) -> Vec<&'t str> {
    let mut found = named(line);
    for word in lex::tokens(line, 0).take(MOST).filter(|token| token.kind == Kind::Word) {
        if let Some(at) = purity::declaration(text, word.text) {
            found.extend(named(text[at..].lines().next().unwrap_or_default()));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn named(line: &str) -> Vec<&str> {
    let tokens: Vec<Token<'_>> = lex::tokens(line, 0).take(MOST).collect();
    let name = |rest: &[Token<'_>]| match rest {
        [cpp, dot, name, ..] if cpp.is("cpp") && dot.is(".") && name.kind == Kind::Word => Some(name.start),
        [cpp, open, name, ..] if cpp.is("cpp") && open.is("[") && name.kind == Kind::String => Some(name.start),
        _ => None,
    };
    let starts: Vec<usize> = (0..tokens.len()).filter_map(|at| name(&tokens[at..])).collect();
    tokens.iter().filter(|token| starts.contains(&token.start)).map(|token| token.text).collect()
}

/// What the one statement of a line writes to: the table, if it is a field of one, and the last name. `None` where it
/// cannot be told.
pub fn written_in(line: &str) -> Option<(Option<String>, String)> {
    let tokens: Vec<Token<'_>> = lex::tokens(line, 0).take(MOST).collect();
    if let [library, dot, _, open, rest @ ..] = &tokens[..]
        && library.is("table")
        && dot.is(".")
        && open.is("(")
    {
        return Some((Some(path(line, rest)?.0), String::new()));
    }
    if let [raw, open, rest @ ..] = &tokens[..]
        && raw.is("rawset")
        && open.is("(")
    {
        return Some((Some(path(line, rest)?.0), String::new()));
    }
    let is_function = tokens.first().is_some_and(|first| first.is("function"));
    let tokens = &tokens[usize::from(is_function)..];
    let (_, count) = path(line, tokens)?;
    if assigns(tokens.get(count)) || is_function && tokens.get(count).is_some_and(|sign| sign.is("(")) {
        // The last link is the field.
        let table = table_of(line, &tokens[..count]);
        return Some(table.map_or_else(|| (None, tokens[0].text.to_owned()), |table| (Some(table), String::new())));
    }
    // Behind an `if ... then`: if the line writes to one field, that is it.
    let fields = (1..tokens.len()).filter(|at| !tokens[at - 1].is(".") && !tokens[at - 1].is(":"));
    let mut written = fields.filter_map(|at| {
        let (_, count) = path(line, &tokens[at..])?;
        let is_written = assigns(tokens.get(at + count));
        table_of(line, &tokens[at..at + count]).filter(|_| is_written)
    });
    let only = written.next()?;
    written.next().is_none().then_some((Some(only), String::new()))
}

fn assigns(sign: Option<&Token<'_>>) -> bool {
    let compares = |text: &str| matches!(text, "==" | "~=" | "<=" | ">=");
    sign.is_some_and(|sign| sign.kind == Kind::Symbol && sign.text.ends_with('=') && !compares(sign.text))
}

/// What stands before the last link of a path.
fn table_of(line: &str, path: &[Token<'_>]) -> Option<String> {
    let mut depth = 0;
    let last = path.iter().rposition(|token| {
        depth += i32::from(token.is("]")) - i32::from(token.is("["));
        depth == 0 && (token.is(".") || token.is("["))
    })?;
    Some(line.get(path[0].start..path[last].start)?.trim_end().to_owned())
}

/// `name.name[key]` at the beginning: its text, and how many tokens it has.
fn path(line: &str, tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let first = tokens.first().filter(|first| first.kind == Kind::Word)?;
    let mut at = 1;
    loop {
        match tokens.get(at..) {
            Some([dot, name, ..]) if dot.is(".") && name.kind == Kind::Word => at += 2,
            Some([open, ..]) if open.is("[") => {
                let mut depth = 0;
                let close = tokens[at..].iter().position(|token| {
                    depth += i32::from(token.is("[")) - i32::from(token.is("]"));
                    depth == 0
                })?;
                at += close + 1;
            }
            _ => break,
        }
    }
    let last = tokens[at - 1];
    Some((line.get(first.start..last.end())?.to_owned(), at))
}

/// What is `nil` in a line of which Lua says `attempt to index nil with 'key'` or `attempt to call a nil value`: the text
/// before the key or the arguments. `None` if there are several such texts, or one that is no path of names: it may be
/// the one. A name without a dot has to be one of `locals`: functions of Lua are not `nil`.
pub fn nil_in(line: &str, message: &str, locals: &[&str]) -> Option<String> {
    let key = message.strip_prefix("attempt to index nil with '").map(|rest| rest.trim_end_matches('\''));
    let is_call = message.starts_with("attempt to call a nil value");
    let tokens: Vec<Token<'_>> = lex::tokens(line, 0).take(MOST).collect();
    let is_dot = |at: usize| tokens.get(at).is_some_and(|token| token.is(".") || token.is(":"));
    let mut found: Vec<&str> = Vec::new();
    for (at, token) in tokens.iter().enumerate().skip(1) {
        let opens = token.is("(") || token.is("{") || matches!(token.kind, Kind::String | Kind::OtherString);
        let is_key = is_dot(at - 1) && key == Some(token.text);
        let last = match (is_key, is_call && opens) {
            (true, _) => at.checked_sub(2)?,
            (_, true) => at - 1,
            _ => continue,
        };
        let before = tokens[last];
        let ends_value = before.is(")") || before.is("]") || matches!(before.kind, Kind::String | Kind::OtherString);
        if ends_value {
            return None;
        }
        // `x = { ... }`, `if (...)`.
        if before.kind != Kind::Word || KEYWORDS.contains(&before.text) {
            continue;
        }
        let mut first = last;
        while first >= 2 && is_dot(first - 1) {
            first -= 2;
            if tokens[first].kind != Kind::Word {
                return None;
            }
        }
        let path = line.get(tokens[first].start..before.end())?;
        if !found.contains(&path) {
            found.push(path);
        }
    }
    match found[..] {
        [only] if is_call && !only.contains(['.', ':']) && !locals.contains(&only) => None,
        [only] => Some(only.to_owned()),
        _ => None,
    }
}

/// Lua's keywords.
const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

/// The first place that gives a local another value behind its declaration.
pub fn assignment(text: &str, name: &str) -> Option<usize> {
    let tokens: Vec<Token<'_>> = lex::tokens(text, 0).collect();
    let is_declaration = |at: usize| {
        let before = |steps: usize| at.checked_sub(steps).and_then(|before| tokens.get(before));
        before(1).is_some_and(|word| word.is("local") || word.is("function"))
    };
    let declared = tokens.iter().enumerate().position(|(at, token)| token.is(name) && is_declaration(at))?;
    let changes = |at: usize| {
        let is_member = tokens[at - 1].is(".") || tokens[at - 1].is(":");
        tokens[at].is(name) && !is_member && !is_declaration(at) && assigns(tokens.get(at + 1))
    };
    (declared + 1..tokens.len()).find(|at| changes(*at)).map(|at| tokens[at].start)
}

/// The names that the file's `local` statements declare.
pub fn locals(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut tokens = lex::tokens(text, 0).peekable();
    while let Some(token) = tokens.next() {
        if !token.is("local") {
            continue;
        }
        tokens.next_if(|next| next.is("function"));
        while let Some(name) = tokens.next_if(|next| next.kind == Kind::Word) {
            names.push(name.text);
            if tokens.next_if(|next| next.is(",")).is_none() {
                break;
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_nil() {
        let index = |line: &str| nil_in(line, "attempt to index nil with 'opaque'", &[]);
        assert_eq!(index("technique.State = states.none.opaque").as_deref(), Some("states.none"));
        for line in ["f(a.opaque, b.opaque)", "t.opaque = list[1].opaque", "local y = states.opaque + get(1).opaque"] {
            assert_eq!(index(line), None, "{line}");
        }
        let call = |line: &str| nil_in(line, "attempt to call a nil value", &["f", "g"]);
        assert_eq!(call("local technique = states.make()").as_deref(), Some("states.make"));
        assert_eq!(call("if (a) then f { 1 } end").as_deref(), Some("f"));
        for line in
            ["f(g())", "print(list[1]())", "if true then (t[1] or t[2])() end", "error(\"text\")", "do (t)() end"]
        {
            assert_eq!(call(line), None, "{line}");
        }
    }

    #[test]
    fn finds_where_a_local_is_changed() {
        let text = "local count = 0\n-- count = 5\nfunction s.Specialize() s.count = 1 count += 1 end";
        assert_eq!(assignment(text, "count"), text.find("count += 1"));
        assert_eq!(assignment("local a = 1 print(a == 2)", "a"), None);
    }

    #[test]
    fn finds_the_locals_of_a_file() {
        assert_eq!(locals("local a, b = 1, 2\nlocal function f(x) local c end\nd = 3"), ["a", "b", "f", "c"]);
    }

    #[test]
    fn finds_the_macros_of_a_line_and_of_its_locals() {
        let text = "local a = tonumber(cpp.LIGHTS)\nlocal b = 1\nprint(a + b + cpp[\"TILE\"] + cpp.LIGHTS)";
        assert_eq!(read_in(text, text.lines().nth(2).unwrap_or_default()), ["LIGHTS", "TILE"]);
    }

    #[test]
    fn finds_what_is_written() {
        let table = |line: &str| written_in(line).and_then(|(table, _)| table);
        assert_eq!(table("states.opaque.x = 1").as_deref(), Some("states.opaque"));
        assert_eq!(table("states[a[1]].x += 1").as_deref(), Some("states[a[1]]"));
        assert_eq!(table("list[\"a\"] = 1").as_deref(), Some("list"));
        assert_eq!(table("table.insert(list.all, 4)").as_deref(), Some("list.all"));
        assert_eq!(table("rawset(list, 1, 2)").as_deref(), Some("list"));
        assert_eq!(table("function string.trim(text)").as_deref(), Some("string"));
        assert_eq!(written_in("function helper() end"), Some((None, "helper".to_owned())));
        assert_eq!(written_in("count = count + 1"), Some((None, "count".to_owned())));
        assert_eq!(table("if p.a then states.opaque.x = 1 end").as_deref(), Some("states.opaque"));
        assert_eq!(table("for key in list do t[key] = { x = 1 } end").as_deref(), Some("t"));
        for line in
            ["f(x)", "if a then b.c = 1 else d.e = 2 end", "return { x = 1 }", "return x == 1", "local x = 1", ""]
        {
            assert_eq!(written_in(line), None, "{line}");
        }
    }
}
