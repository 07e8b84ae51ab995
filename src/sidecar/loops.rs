//! Rewrites every `for ... in` of a file, so that the prelude determines the order of iteration.
//!
//! Luau iterates over a plain table in an order that depends on the addresses of the keys. So `for k, v in LIST do` is
//! compiled as `for k, v in HOOK(LIST) do`, on the same lines. The prelude's `P.each` replaces a plain table by an
//! iterator with a stable order, and returns every other list unchanged.

use std::ops::Range;

use mlua::Error;

use super::comparisons::Blocks;
use super::lex::{Kind, Token, interpolations, tokens};

/// The global that takes the list.
pub const HOOK: &str = "__uberc_each";

/// The text with the calls in it. Its lines are those of `text`, which must be one that Luau compiles.
///
/// # Errors
/// Where the end of a loop's list is not found; the message begins with `:LINE:`.
pub fn rewrite(text: &str) -> Result<String, Error> {
    let mut places = Vec::new();
    lists(text, 0..text.len(), &mut places).map_err(|at| {
        let line = text[..at].matches('\n').count() + 1;
        Error::runtime(format!(":{line}: the end of the list of this `for` was not found"))
    })?;
    places.sort_unstable_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(text.len() + places.len() * (HOOK.len() + 3));
    let mut done = 0;
    for (at, opens) in places {
        out += &text[done..at];
        if opens {
            out.push(' ');
            out += HOOK;
            out.push('(');
        } else {
            out.push(')');
        }
        done = at;
    }
    out += &text[done..];
    Ok(out)
}

/// Adds the begin (true) and end (false) of each loop's list in a range. The error is the place of a loop that was not
/// understood.
fn lists(text: &str, range: Range<usize>, places: &mut Vec<(usize, bool)>) -> Result<(), usize> {
    let all: Vec<Token<'_>> = tokens(text, range.start).take_while(|token| token.start < range.end).collect();
    for (at, token) in all.iter().enumerate() {
        if token.kind == Kind::OtherString {
            for code in interpolations(text, token.start) {
                lists(text, code, places)?;
            }
        } else if token.is("for") {
            let Some(of) = first_of(&all[at..], &["in", "="]).map(|of| at + of) else { return Err(token.start) };
            if all[of].is("in") {
                let Some(end) = list_end(&all, of + 1) else { return Err(token.start) };
                places.push((all[of].end(), true));
                places.push((all[end - 1].end(), false));
            }
        }
    }
    Ok(())
}

/// The number of the first token that is one of the texts and stands outside of brackets.
fn first_of(all: &[Token<'_>], texts: &[&str]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in all.iter().enumerate() {
        if ["(", "[", "{"].iter().any(|open| token.is(open)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|close| token.is(close)) {
            depth = depth.checked_sub(1)?;
        } else if depth == 0 && texts.iter().any(|text| token.is(text)) {
            return Some(at);
        }
    }
    None
}

/// The number of the `do` behind a list; functions in the list have blocks of their own.
fn list_end(all: &[Token<'_>], list: usize) -> Option<usize> {
    let mut blocks = Blocks::default();
    for at in list..all.len() {
        if blocks.all_closed() && all[at].is("do") {
            return (at > list).then_some(at);
        }
        blocks.step(all.get(at.wrapping_sub(1)), &all[at])?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(text: &str, expected: &str) {
        let text = rewrite(text).unwrap();
        assert_eq!(text.replace(HOOK, "E"), expected);
        assert!(mlua::chunk::Compiler::new().compile(text).is_ok(), "{expected}");
    }

    #[test]
    fn each_list_is_handed_over() {
        same("for k, v in t do f(k) end", "for k, v in E( t) do f(k) end");
        same("for k: K, v: {[K]: (V) -> V} in next, t do end", "for k: K, v: {[K]: (V) -> V} in E( next, t) do end");
        same("for i = 1, #t do for _ in t.a do end end", "for i = 1, #t do for _ in E( t.a) do end end");
        same("for k in--[[in do]] f\n\"x\" -- do\ndo end", "for k in E(--[[in do]] f\n\"x\") -- do\ndo end");
        same(
            "for k in a .. [[\ndo]] do end for c in s:gmatch('do') do end",
            "for k in E( a .. [[\ndo]]) do end for c in E( s:gmatch('do')) do end",
        );
    }

    #[test]
    fn lists_may_hold_functions_and_choices() {
        same("for k in if a then b else c do end", "for k in E( if a then b else c) do end");
        same(
            "for k in f(function() for j in u do if a then g() end end while x do end repeat y() until z end), 1 do end",
            "for k in E( f(function() for j in E( u) do if a then g() end end while x do end repeat y() until z end), 1) do end",
        );
    }

    #[test]
    fn code_in_strings_has_loops_as_well() {
        same(
            "local s = `for k in t do {f(function() for k in t do g(`{h(function() for l in u do end end)}`) end end)} \\{`",
            "local s = `for k in t do {f(function() for k in E( t) do g(`{h(function() for l in E( u) do end end)}`) end end)} \\{`",
        );
        same("local s = 'for k in t do' -- for k in t do", "local s = 'for k in t do' -- for k in t do");
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        let wrong = rewrite("local a\nfor k in").unwrap_err();
        assert!(wrong.to_string().contains(":2: the end of the list"), "{wrong}");
    }
}
