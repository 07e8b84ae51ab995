//! Makes the locals of a file visible to the prelude, so that a change of one by `Specialize` is found.
//!
//! Luau has no function that reads the up-values of a function. A call is therefore appended to a file: it passes one
//! getter for each local of the file's main part to the prelude. Tables found this way are frozen, and other values are
//! compared after each call of `Specialize`. Locals of a function that returns a closure cannot be found this way; a
//! change of these is noticed only if a repeated call gives another result.

use std::collections::BTreeSet;

use mlua::Error;
use mlua::chunk::Compiler;

use super::{enum_order, loops};

/// The global function that receives the getters.
pub const HOOK: &str = "__uberc_watch";

const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

/// Compiles the text with the call added, and those of its loops and of its comparisons.
///
/// # Errors
/// The errors of the text itself, and those of [`loops::rewrite`].
pub fn compile(compiler: &Compiler, text: &str) -> Result<Vec<u8>, Error> {
    compiler.compile(text)?;
    let call = call(text);
    let text = loops::rewrite(text)?;
    let ordered = enum_order::rewrite(&text);
    // Parameters of types look like comparisons: then the text is taken without their calls.
    let code = if ordered == text { None } else { with_call(compiler, &ordered, call.as_deref()).ok() };
    code.map_or_else(|| with_call(compiler, &text, call.as_deref()), Ok)
}

/// The call that hands over the getters of a file's locals; none where it has no locals.
fn call(text: &str) -> Option<String> {
    let (declared, assigned) = names(text);
    if declared.is_empty() {
        return None;
    }
    let getters = declared.iter().map(|name| format!("{name}=function() return {name} end,"));
    let changed = declared.intersection(&assigned).map(|name| format!("{name}=true,"));
    Some(format!("{HOOK}({{{}}},{{{}}}) ", getters.collect::<String>(), changed.collect::<String>()))
}

/// Compiles the text with the call at its end, or before the `return` that ends it; without the call where it has no place.
fn with_call(compiler: &Compiler, text: &str, call: Option<&str>) -> Result<Vec<u8>, Error> {
    let Some(call) = call else { return compiler.compile(text) };
    if let Ok(code) = compiler.compile(format!("{text}\n{call}")) {
        return Ok(code);
    }
    // No statement may follow a file's `return`. In that case the call is put before it, on the same line.
    let before_return = words(text).filter(|(_, word)| *word == "return").last().map(|(at, _)| at);
    match before_return.map(|at| compiler.compile(format!("{}{call}{}", &text[..at], &text[at..]))) {
        Some(Ok(code)) => Ok(code),
        _ => compiler.compile(text),
    }
}

/// The place of the declaration of a local.
pub fn declaration(text: &str, name: &str) -> Option<usize> {
    let mut after_local = false;
    for (at, word) in words(text) {
        match word {
            "local" => after_local = true,
            "function" if after_local => {}
            _ if after_local && word == name => return Some(at),
            _ => after_local = after_local && text[at + word.len()..].trim_start().starts_with([',', ':']),
        }
    }
    None
}

/// Names declared by `local`, and names that are assigned outside of one. Comments and strings that look like code add names, which
/// has no effect; none is missing.
fn names(text: &str) -> (BTreeSet<&str>, BTreeSet<&str>) {
    const ASSIGNMENTS: &[&str] = &["+=", "-=", "*=", "/=", "//=", "%=", "^=", "..="];
    let (mut declared, mut assigned) = (BTreeSet::new(), BTreeSet::new());
    let (mut list, mut before) = (false, "");
    for (at, word) in words(text) {
        let rest = text[at + word.len()..].trim_start();
        match word {
            "local" => list = true,
            "function" if list => {}
            _ if list => {
                if !KEYWORDS.contains(&word) && !word.starts_with(|c: char| c.is_ascii_digit()) {
                    declared.insert(word);
                }
                list = rest.starts_with([',', ':']);
            }
            // A comma may belong to `a, b = 1, 2`, and a comment may hide what follows.
            _ => {
                let equals = rest.starts_with('=') && !rest.starts_with("==");
                let hidden = rest.starts_with(',') || rest.starts_with("--");
                let compound = ASSIGNMENTS.iter().any(|assignment| rest.starts_with(assignment));
                let is_name = !word.starts_with(|c: char| c.is_ascii_digit());
                if is_name && (equals || hidden || compound || before == "function") {
                    assigned.insert(word);
                }
            }
        }
        before = word;
    }
    (declared, assigned)
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_word)?;
        let rest = &text[start..];
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        at = start + length;
        Some((start, &rest[..length]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_names_that_local_declares() {
        let text = "local a, b: number, c = 1, 2\nlocal function f(x) return x end\nlocalx = 1 local d";
        assert_eq!(names(text).0.into_iter().collect::<Vec<_>>(), ["a", "b", "c", "d", "f", "number"]);
        assert_eq!(declaration(text, "c"), text.find("c ="));
        assert_eq!(declaration(text, "x"), None);
    }

    #[test]
    fn finds_every_name_that_is_assigned_again() {
        let text = "local a, b, c, d, e, f, g = 1\nlocal h = a == b\na, b = 1, c.x + 1\nd += 1 e --[[x]] = 2\n\
                    function f() return g, h .. a end";
        assert_eq!(names(text).1.into_iter().collect::<Vec<_>>(), ["a", "b", "d", "e", "f", "g"]);
    }
}
