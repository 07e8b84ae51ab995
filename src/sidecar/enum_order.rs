//! Rewrites comparisons of enum branches, so that `<`, `<=`, `>` and `>=` follow the declared order of the members.
//!
//! The value of an enum branch is a string, and Luau orders strings by their letters without a metamethod. So
//! `permutation.g_Quality < "High"` is compiled as `HOOK("g_Quality",permutation.g_Quality) < HOOK("g_Quality","High")`, on the same
//! line. While `Specialize` runs, the prelude's function gives for a member of that branch a string that says its rank; every other
//! value it returns unchanged.

use std::collections::BTreeMap;
use std::ops::Range;

use super::comparisons::{assigned, begins_expression, ends_expression, ends_operand};
use super::lex::{Kind, Token, interpolations, tokens};

/// The global that gives ranks.
pub const HOOK: &str = "__uberc_rank";

/// The text with the calls in it, for a text that Luau compiles.
pub fn rewrite(text: &str) -> String {
    let mut places: Vec<(usize, String)> = Vec::new();
    let all: Vec<Token<'_>> = tokens(text, 0).collect();
    let locals = locals(&all);
    comparisons(text, 0..text.len(), &locals, &mut places);
    places.sort_by_key(|(at, _)| *at);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, insertion) in places {
        out += &text[done..at];
        out += &insertion;
        done = at;
    }
    out + &text[done..]
}

/// Locals that certainly have the value of a field, by name: `local quality = permutation.g_Quality`.
pub fn locals<'a>(all: &[Token<'a>]) -> BTreeMap<&'a str, &'a str> {
    let mut found: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    let mut declare = |name: &'a str, field: Option<&'a str>| {
        let known = found.entry(name).or_insert(field);
        if *known != field {
            *known = None;
        }
    };
    for (at, token) in all.iter().enumerate() {
        if token.is("local") {
            let Some(name) = all.get(at + 1).filter(|name| name.kind == Kind::Word && !name.is("function")) else {
                continue;
            };
            let value = all.get(at + 2).filter(|sign| sign.is("=")).and_then(|_| operand(all, at + 3));
            let ends = |end: usize| all.get(end).is_none_or(ends_expression);
            match value.filter(|value| ends(value.end)) {
                Some(value) => declare(name.text, value.field),
                None => {
                    let rest = all[at + 1..].iter().take_while(|token| token.kind == Kind::Word || token.is(","));
                    rest.filter(|token| token.kind == Kind::Word).for_each(|token| declare(token.text, None));
                }
            }
        } else if token.is("for") || token.is("function") {
            let names = all[at + 1..].iter().take_while(|token| !["in", "=", ")"].iter().any(|end| token.is(end)));
            names.filter(|token| token.kind == Kind::Word).for_each(|token| declare(token.text, None));
        }
    }
    for name in assigned(all) {
        declare(name, None);
    }
    found.into_iter().filter_map(|(name, field)| Some((name, field?))).collect()
}

/// An operand that is a name, a field or a string.
struct Operand<'a> {
    /// The number of the token after it.
    end: usize,
    /// The last field, which may be a branch.
    field: Option<&'a str>,
    name: Option<&'a str>,
}

fn operand<'a>(all: &[Token<'a>], at: usize) -> Option<Operand<'a>> {
    let first = all.get(at)?;
    if first.kind == Kind::String {
        return Some(Operand { end: at + 1, field: None, name: None });
    }
    if first.kind != Kind::Word || ["nil", "true", "false", "not", "function", "if"].contains(&first.text) {
        return None;
    }
    let (mut end, mut field) = (at + 1, None);
    loop {
        let token = |offset: usize| all.get(end + offset);
        if token(0).is_some_and(|dot| dot.is(".")) && token(1).is_some_and(|name| name.kind == Kind::Word) {
            field = token(1).map(|name| name.text);
            end += 2;
        } else if token(0).is_some_and(|open| open.is("["))
            && token(1).is_some_and(|name| name.kind == Kind::String)
            && token(2).is_some_and(|close| close.is("]"))
        {
            field = token(1).map(|name| name.text);
            end += 3;
        } else {
            break;
        }
    }
    Some(Operand { end, field, name: (end == at + 1).then_some(first.text) })
}

/// Adds what is inserted around both operands of each comparison in a range.
fn comparisons(text: &str, range: Range<usize>, locals: &BTreeMap<&str, &str>, places: &mut Vec<(usize, String)>) {
    let all: Vec<Token<'_>> = tokens(text, range.start).take_while(|token| token.start < range.end).collect();
    for (sign, token) in all.iter().enumerate() {
        if token.kind == Kind::OtherString {
            for code in interpolations(text, token.start) {
                comparisons(text, code, locals, places);
            }
        }
        if !["<", "<=", ">", ">="].iter().any(|order| token.is(order)) {
            continue;
        }
        // The longest operand before the sign that is the whole left side.
        let begins = |at: usize| begins_expression(&all, at) || (at == 0 && range.start > 0);
        let left = (1..=8).filter_map(|back| sign.checked_sub(back)).find_map(|first| {
            let found = operand(&all, first).filter(|found| found.end == sign && begins(first))?;
            Some((first, found))
        });
        let Some((first, left)) = left else { continue };
        let right = operand(&all, sign + 1).filter(|right| all.get(right.end).is_none_or(ends_operand));
        let Some(right) = right else { continue };
        let field_of = |of: &Operand<'_>| of.field.or_else(|| locals.get(of.name?).copied()).map(str::to_owned);
        let (of_left, of_right) = (field_of(&left), field_of(&right));
        let Some(any) = of_left.clone().or_else(|| of_right.clone()) else { continue };
        let mut call = |from: usize, to: usize, field: Option<String>| {
            let (from, to) = (&all[from], &all[to - 1]);
            let start = from.start - usize::from(from.kind == Kind::String);
            places.push((start, format!("{HOOK}({:?},", field.unwrap_or_else(|| any.clone()))));
            places.push((to.end(), ")".to_owned()));
        };
        call(first, left.end, of_left);
        call(sign + 1, right.end, of_right);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(text: &str, expected: &str) {
        let text = rewrite(text);
        assert_eq!(text.replace(HOOK, "R"), expected);
        assert!(mlua::chunk::Compiler::new().compile(text).is_ok(), "{expected}");
    }

    #[test]
    fn both_operands_are_ranked() {
        same("x = p.q < \"High\"", "x = R(\"q\",p.q) < R(\"q\",\"High\")");
        same("if 'Low' >= p[\"q\"] then end", "if R(\"q\",'Low') >= R(\"q\",p[\"q\"]) then end");
        same("if p.a.q > least and p.n then end", "if R(\"q\",p.a.q) > R(\"q\",least) and p.n then end");
        same("x = f(p.q <= p.r, 1)", "x = f(R(\"q\",p.q) <= R(\"r\",p.r), 1)");
        same("x = `{p.q < 'High'}`", "x = `{R(\"q\",p.q) < R(\"q\",'High')}`");
        same("local v = p.q\nx = v < 'High'", "local v = p.q\nx = R(\"q\",v) < R(\"q\",'High')");
    }

    #[test]
    fn what_is_no_such_comparison_stays() {
        for text in [
            "x = p.n < 3",
            "x = a < b",
            "x = p.q .. 'a' < 'b'",
            "x = 'a' < 'b' .. p.q",
            "x = p.n + p.m < p.k",
            "local v = p.q v = 'x' x = v < 'High'",
            "local function f<T>(a: T): T return a end",
            "type A<B, C> = { b: B, c: C }\ntype D = A<number, string>",
            "x = f(p.q) < 'High'",
        ] {
            same(text, text);
        }
    }
}
