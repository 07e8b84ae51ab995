//! Conditions about a branch that do not mean what they seem to: a comparison with a value it never has
//! (`permutation.g_Quality == "Hgh"`), an order of names (`permutation.g_Quality < "High"`), a number or a name as a
//! condition (`if permutation.g_Count then`: in Lua 0 is true). Luau compares strings and numbers without a metamethod,
//! so the text is searched. A condition is reported only if its operand certainly is a branch of the parameter of
//! `Specialize`, or a local that certainly has the parameter's or the branch's value.

use std::collections::BTreeMap;

use super::enum_order;
use super::lex::{Kind, Token, tokens};
use crate::diag::suggestion;
use crate::model::{BranchKind, BranchLayout};

/// A condition that does not mean what it seems to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubtful {
    pub code: &'static str,
    /// The bytes of the literal, or of the branch.
    pub start: usize,
    pub end: usize,
    pub message: String,
    pub help: String,
}

/// The value of a local name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binding<'a> {
    Permutation,
    Branch(&'a str),
    Other,
}

/// A block that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    Function,
    Do,
    Repeat,
    If,
    /// `if a then b else c` as a value: it has no `end`.
    IfValue,
}

/// Searches the function that begins between the two byte offsets (a line). Finds nothing if several functions begin
/// there.
pub fn doubtful_conditions(text: &str, line: std::ops::Range<usize>, layout: &BranchLayout) -> Vec<Doubtful> {
    let all: Vec<Token<'_>> = tokens(text, 0).collect();
    let mut starts = (0..all.len()).filter(|at| all[*at].is("function") && line.contains(&all[*at].start));
    let (Some(start), None) = (starts.next(), starts.next()) else { return Vec::new() };
    let Some((parameter, body)) = parameter(&all, start) else { return Vec::new() };
    let Some(end) = body_end(&all, body) else { return Vec::new() };
    if called_by_name(&all, start) {
        return Vec::new();
    }
    let assigned = assigned(&all[body..end]);
    let ranked = enum_order::locals(&all);
    let mut scan = Scan { tokens: &all[..end], layout, ranked, scopes: Vec::new(), found: Vec::new() };
    scan.scopes
        .push(vec![(parameter, if assigned.contains(&parameter) { Binding::Other } else { Binding::Permutation })]);
    scan.body(body, &assigned);
    scan.found
}

/// Whether the text calls the function by name: it could pass any argument.
fn called_by_name(all: &[Token<'_>], function: usize) -> bool {
    let named = all[function + 1..].iter().take_while(|token| !token.is("(")).filter(|token| token.kind == Kind::Word);
    let name = named.last().map_or("Specialize", |token| token.text);
    (0..all.len().saturating_sub(1)).any(|at| {
        let calls = [name, "Specialize"].contains(&all[at].text) && all[at].kind == Kind::Word && all[at + 1].is("(");
        let part = |token: &&Token<'_>| (token.kind == Kind::Word && !token.is("function")) || token.is(".");
        let defines = || all[..at].iter().rev().find(|token| !part(token)).is_some_and(|token| token.is("function"));
        calls && !defines()
    })
}

/// The first parameter of the function and the number of the token after its parameters.
fn parameter<'a>(all: &[Token<'a>], function: usize) -> Option<(&'a str, usize)> {
    let mut at = function + 1;
    // `function a.b.c(`; of a method the first parameter is `self`.
    while all.get(at).is_some_and(|token| token.kind == Kind::Word || token.is(".")) {
        at += 1;
    }
    if !all.get(at)?.is("(") {
        return None;
    }
    let name = all.get(at + 1).filter(|token| token.kind == Kind::Word)?;
    let close = closing(all, at)?;
    Some((name.text, close + 1))
}

fn closing(all: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in all.iter().enumerate().skip(open) {
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// Follows blocks: which are open, and whether the last `then` or `else` belongs to a value.
#[derive(Default)]
pub struct Blocks {
    open: Vec<Block>,
    value: bool,
}

/// The effect of a token on the open blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Opened,
    Closed,
    /// `else` or `elseif` of a statement: one block ends, another begins.
    Changed,
    None,
}

impl Blocks {
    pub fn all_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// `None` where the blocks do not match.
    pub fn step(&mut self, before: Option<&Token<'_>>, token: &Token<'_>) -> Option<Step> {
        if token.kind != Kind::Word {
            return Some(Step::None);
        }
        // In Luau no field has the name of a keyword; skipping `a.b` saves time.
        if before.is_some_and(|before| before.is(".") || before.is(":")) {
            return Some(Step::None);
        }
        match token.text {
            "function" => self.push(Block::Function),
            "do" => self.push(Block::Do),
            "repeat" => self.push(Block::Repeat),
            "if" => {
                self.open.push(if self.in_value(before) { Block::IfValue } else { Block::If });
                Some(Step::None)
            }
            "then" => {
                self.value = *self.open.last()? == Block::IfValue;
                Some(if self.value { Step::None } else { Step::Opened })
            }
            "elseif" => match *self.open.last()? {
                Block::If => Some(Step::Closed),
                Block::IfValue => Some(Step::None),
                _ => None,
            },
            "else" => match *self.open.last()? {
                Block::If => {
                    self.value = false;
                    Some(Step::Changed)
                }
                Block::IfValue => {
                    self.open.pop();
                    self.value = true;
                    Some(Step::None)
                }
                _ => None,
            },
            "end" => match self.open.pop()? {
                Block::Function | Block::Do | Block::If => Some(Step::Closed),
                Block::Repeat | Block::IfValue => None,
            },
            "until" => (self.open.pop()? == Block::Repeat).then_some(Step::Closed),
            _ => Some(Step::None),
        }
    }

    fn push(&mut self, block: Block) -> Option<Step> {
        self.open.push(block);
        Some(Step::Opened)
    }

    /// Whether an `if` after this token is a value.
    fn in_value(&self, before: Option<&Token<'_>>) -> bool {
        let Some(before) = before else { return false };
        match before.kind {
            Kind::Symbol => !matches!(before.text, ")" | "]" | "}" | ";" | "..." | ">"),
            Kind::Word => match before.text {
                "then" | "else" => self.value,
                "and" | "or" | "not" | "return" | "in" | "until" | "while" | "if" | "elseif" => true,
                _ => false,
            },
            _ => false,
        }
    }
}

/// The number of the function's own `end`.
fn body_end(all: &[Token<'_>], body: usize) -> Option<usize> {
    let mut blocks = Blocks { open: vec![Block::Function], value: false };
    for at in body..all.len() {
        blocks.step(all.get(at.wrapping_sub(1)), &all[at])?;
        if blocks.open.is_empty() {
            return Some(at);
        }
    }
    None
}

/// Names that may be given another value somewhere, and a few that are not.
pub fn assigned<'a>(body: &[Token<'a>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    for at in 0..body.len() {
        let token = body[at];
        let before = at.checked_sub(1).map(|before| body[before]);
        if token.kind != Kind::Word || before.is_some_and(|before| before.is(".") || before.is(":")) {
            continue;
        }
        let declared = before.is_some_and(|before| before.is("local") || before.is("function"));
        let next = body.get(at + 1).filter(|next| next.kind == Kind::Symbol).map_or("", |next| next.text);
        let set = matches!(next, "=" | "+=" | "-=" | "*=" | "/=" | "//=" | "%=" | "^=" | "..=");
        let function = before.is_some_and(|before| before.is("function"))
            && !at.checked_sub(2).is_some_and(|local| body[local].is("local"));
        // In `a, b = f()`. A list that is only read cannot be distinguished here.
        if function || (set && !declared) || (next == "," && !declared) {
            names.push(token.text);
        }
    }
    names
}

struct Scan<'t, 'a> {
    tokens: &'t [Token<'a>],
    layout: &'t BranchLayout,
    /// Locals whose comparisons follow the declared order.
    ranked: BTreeMap<&'a str, &'a str>,
    scopes: Vec<Vec<(&'a str, Binding<'a>)>>,
    found: Vec<Doubtful>,
}

impl<'a> Scan<'_, 'a> {
    fn body(&mut self, from: usize, assigned: &[&'a str]) {
        let mut blocks = Blocks { open: vec![Block::Function], value: false };
        // Names that a `for` declares, until its `do`.
        let mut counted: Option<Vec<&'a str>> = None;
        let mut at = from;
        while at < self.tokens.len() {
            let token = self.tokens[at];
            let was = blocks.open.last().copied();
            let Some(step) = blocks.step(self.tokens.get(at.wrapping_sub(1)), &token) else { return };
            match step {
                Step::Opened => {
                    let names = counted.take_if(|_| token.is("do")).unwrap_or_default();
                    self.scopes.push(names.into_iter().map(|name| (name, Binding::Other)).collect());
                }
                Step::Closed => {
                    let closed = self.scopes.pop().unwrap_or_default();
                    // The condition of `until` still sees what the block declared.
                    if was == Some(Block::Repeat) {
                        closed.into_iter().for_each(|(name, _)| self.declare(name, Binding::Other));
                    }
                }
                Step::Changed => {
                    self.scopes.pop();
                    self.scopes.push(Vec::new());
                }
                Step::None => {}
            }
            if token.is("for") {
                let names = self.tokens[at + 1..].iter().take_while(|token| !token.is("in") && !token.is("="));
                counted = Some(names.map(|token| token.text).collect());
            } else if token.is("function") {
                let open = self.tokens[at..].iter().position(|token| token.is("(")).map(|open| at + open);
                let Some(close) = open.and_then(|open| closing(self.tokens, open)) else { return };
                let names = self.tokens[at..close].iter().filter(|token| token.kind == Kind::Word);
                let names: Vec<&'a str> = names.map(|token| token.text).collect();
                names.into_iter().for_each(|name| self.declare(name, Binding::Other));
            } else if token.is("local") {
                self.local(at, assigned);
            } else if ["==", "~=", "<", "<=", ">", ">="].iter().any(|sign| token.is(sign)) {
                self.compare(at);
            } else if ["if", "elseif", "while", "until", "not", "and", "or"].iter().any(|word| token.is(word)) {
                self.condition(at);
            }
            at += 1;
        }
    }

    fn declare(&mut self, name: &'a str, binding: Binding<'a>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name, binding));
        }
    }

    fn local(&mut self, at: usize, assigned: &[&'a str]) {
        let Some(name) = self.tokens.get(at + 1) else { return };
        if name.is("function") {
            if let Some(name) = self.tokens.get(at + 2) {
                self.declare(name.text, Binding::Other);
            }
            return;
        }
        let is_set = self.tokens.get(at + 2).is_some_and(|sign| sign.is("="));
        if is_set && !assigned.contains(&name.text) {
            let value = self.value(at + 3);
            let ends = |next: usize| self.tokens.get(next).is_none_or(|next| ends_expression(next));
            if let Some((binding, _)) = value.filter(|(_, next)| ends(*next)) {
                self.declare(name.text, binding);
                return;
            }
        }
        // `local a: number, b = 1, 2`: the type's name is declared too, which has no effect.
        let words = self.tokens[at + 1..].iter().take_while(|token| {
            (token.kind == Kind::Word && !is_statement(token.text)) || token.is(",") || token.is(":")
        });
        let words: Vec<&'a str> = words.filter(|token| token.kind == Kind::Word).map(|token| token.text).collect();
        words.into_iter().for_each(|name| self.declare(name, Binding::Other));
    }

    /// The permutation or branch that begins at this token, and the number of the token after it.
    fn value(&self, at: usize) -> Option<(Binding<'a>, usize)> {
        let name = self.tokens.get(at).filter(|token| token.kind == Kind::Word)?;
        match self.resolve(name.text)? {
            Binding::Other => None,
            Binding::Branch(branch) => Some((Binding::Branch(branch), at + 1)),
            Binding::Permutation => {
                let token = |offset: usize| self.tokens.get(at + offset);
                if token(1).is_some_and(|dot| dot.is(".")) {
                    let field = token(2).filter(|field| field.kind == Kind::Word)?;
                    return Some((Binding::Branch(field.text), at + 3));
                } else if token(1).is_some_and(|open| open.is("[")) {
                    let field = token(2).filter(|field| field.kind == Kind::String)?;
                    return token(3)?.is("]").then_some((Binding::Branch(field.text), at + 4));
                }
                Some((Binding::Permutation, at + 1))
            }
        }
    }

    fn resolve(&self, name: &str) -> Option<Binding<'a>> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.iter().rev().find(|(known, _)| *known == name).map(|(_, binding)| *binding))
    }

    fn compare(&mut self, sign: usize) {
        // The branch on the left, the literal on the right, or the other way round.
        let left_start = (1..=4).filter_map(|back| sign.checked_sub(back)).find(|start| {
            begins_expression(self.tokens, *start)
                && matches!(self.value(*start), Some((Binding::Branch(_), end)) if end == sign)
        });
        let first = left_start.unwrap_or(sign + 1);
        let (branch, literal) = if let Some(start) = left_start {
            let Some((literal, end)) = literal(self.tokens, sign + 1) else { return };
            if self.tokens.get(end).is_some_and(|next| !ends_operand(next)) {
                return;
            }
            (self.value(start), literal)
        } else {
            let Some(value @ (Binding::Branch(_), end)) = self.value(sign + 1) else { return };
            if self.tokens.get(end).is_some_and(|next| !ends_operand(next)) {
                return;
            }
            let found = (1..=2).filter_map(|back| sign.checked_sub(back)).find_map(|start| {
                let (literal, end) = literal(self.tokens, start)?;
                (end == sign && begins_expression(self.tokens, start)).then_some(literal)
            });
            let Some(literal) = found else { return };
            (Some(value), literal)
        };
        let Some((Binding::Branch(name), _)) = branch else { return };
        let Some(id) = self.layout.find(name) else { return };
        let kind = &self.layout.get(id).kind;
        let sign = self.tokens[sign].text;
        let judged = match (sign, kind, &literal.value) {
            ("==" | "~=", ..) => judge(name, kind, &literal, sign == "=="),
            (_, BranchKind::Enum { members }, LiteralValue::Text(_)) => judge(name, kind, &literal, true)
                .map(|(_, help)| (format!("branch `{name}` is never {}", literal.shown()), help))
                .or_else(|| (!self.is_ranked(first, name)).then(|| by_letters(name, sign, members))),
            // Luau refuses to order anything but two numbers or two strings.
            _ => None,
        };
        if let Some((message, help)) = judged {
            let code = if matches!(sign, "==" | "~=") { "sidecar/never-equal" } else { "sidecar/enum-order" };
            self.found.push(Doubtful { code, start: literal.start, end: literal.end, message, help });
        }
    }

    /// Whether `enum_order` rewrites comparisons of the branch that is spelled here: a field, or a local that it knows.
    fn is_ranked(&self, at: usize, name: &str) -> bool {
        let is_field = self.tokens.get(at + 1).is_some_and(|next| next.is(".") || next.is("["));
        is_field || self.tokens.get(at).is_some_and(|local| self.ranked.get(local.text) == Some(&name))
    }

    /// A number or a name where a condition is expected: it is always true. `cond and p.g_Count or 0` selects a value.
    fn condition(&mut self, word: usize) {
        let Some((Binding::Branch(name), end)) = self.value(word + 1) else { return };
        let Some(next) = self.tokens.get(end) else { return };
        let decides = match self.tokens[word].text {
            "not" => ends_operand(next) || next.is("==") || next.is("~="),
            "and" | "or" => next.is("then") || next.is("do"),
            _ => next.kind == Kind::Word,
        };
        let Some(id) = self.layout.find(name).filter(|_| decides) else { return };
        let instead = match &self.layout.get(id).kind {
            BranchKind::Bool => return,
            BranchKind::Int { .. } => format!("{name} ~= 0"),
            BranchKind::Enum { members } => {
                format!("{name} == \"{}\"", members.last().map_or("", String::as_str))
            }
        };
        let (first, last) = (&self.tokens[word + 1], &self.tokens[end - 1]);
        let what = if instead.ends_with("~= 0") { "a number, and in Lua 0 is true as well" } else { "a name" };
        self.found.push(Doubtful {
            code: "sidecar/always-true",
            start: first.start,
            end: last.end(),
            message: format!("branch `{name}` is {what}: as a condition it is always true"),
            help: format!("Compare it with a value, for example `{instead}`."),
        });
    }
}

/// A literal of the text: its range without quotes, and its value.
struct Literal<'a> {
    start: usize,
    end: usize,
    value: LiteralValue<'a>,
}

enum LiteralValue<'a> {
    Text(&'a str),
    Number(f64),
    Bool(bool),
}

fn literal<'a>(tokens: &[Token<'a>], at: usize) -> Option<(Literal<'a>, usize)> {
    let token = tokens.get(at)?;
    let make = |from: &Token<'a>, to: &Token<'a>, value| {
        Some(Literal { start: from.start, end: to.start + to.text.len(), value })
    };
    match token.kind {
        Kind::String => Some((make(token, token, LiteralValue::Text(token.text))?, at + 1)),
        Kind::Number => Some((make(token, token, LiteralValue::Number(token.text.parse().ok()?))?, at + 1)),
        Kind::Word if token.is("true") || token.is("false") => {
            Some((make(token, token, LiteralValue::Bool(token.is("true")))?, at + 1))
        }
        Kind::Symbol if token.is("-") => {
            let number = tokens.get(at + 1).filter(|number| number.kind == Kind::Number)?;
            Some((make(token, number, LiteralValue::Number(-number.text.parse::<f64>().ok()?))?, at + 2))
        }
        _ => None,
    }
}

impl Literal<'_> {
    /// The literal as it is spelled in Lua.
    fn shown(&self) -> String {
        match self.value {
            LiteralValue::Text(text) => format!("\"{text}\""),
            LiteralValue::Number(number) => number.to_string(),
            LiteralValue::Bool(value) => value.to_string(),
        }
    }
}

/// Message and help of an order between names.
fn by_letters(name: &str, sign: &str, members: &[String]) -> (String, String) {
    let message =
        format!("`{sign}` compares the names of `{name}` by their letters, not by the order of its declaration");
    let order = members.join("\", \"");
    (message, format!("Use `==` for each name that is meant (of \"{order}\"), or make `{name}` an `Int` branch."))
}

/// Message and help, if the branch never has the value.
fn judge(name: &str, kind: &BranchKind, literal: &Literal<'_>, equal: bool) -> Option<(String, String)> {
    let shown = literal.shown();
    let help = match (kind, &literal.value) {
        (BranchKind::Bool, LiteralValue::Bool(_)) => return None,
        (BranchKind::Bool, _) => {
            format!("`{name}` is true or false; write `{name}` or `not {name}` of the permutation.")
        }
        (BranchKind::Int { min, max }, LiteralValue::Number(number))
            if number.fract() == 0.0 && *number >= *min as f64 && *number <= *max as f64 =>
        {
            return None;
        }
        (BranchKind::Int { min, max }, _) => format!("`{name}` is a whole number from {min} to {max}."),
        (BranchKind::Enum { members }, LiteralValue::Text(text)) if members.iter().any(|member| member == text) => {
            return None;
        }
        (BranchKind::Enum { members }, value) => {
            let near = match value {
                LiteralValue::Text(text) => suggestion(text, members.iter().map(String::as_str)),
                _ => None,
            };
            near.unwrap_or_else(|| format!("`{name}` is one of \"{}\".", members.join("\", \"")))
        }
    };
    let always = if equal { "false" } else { "true" };
    Some((format!("branch `{name}` is never {shown}, so this comparison is always {always}"), help))
}

/// Whether an operand that begins here is the whole left side of a comparison.
pub fn begins_expression(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| tokens[before]) else { return false };
    match before.kind {
        Kind::Symbol => matches!(before.text, "(" | "," | "=" | "{" | ";" | "["),
        Kind::Word => {
            matches!(before.text, "and" | "or" | "if" | "elseif" | "while" | "until" | "return" | "then" | "else")
        }
        _ => false,
    }
}

/// Whether an operand before this token is the whole right side of a comparison.
pub fn ends_operand(next: &Token<'_>) -> bool {
    match next.kind {
        Kind::Symbol => matches!(next.text, ")" | "," | "}" | ";" | "]"),
        Kind::Word => true,
        _ => false,
    }
}

pub fn ends_expression(next: &Token<'_>) -> bool {
    next.is(";") || (next.kind == Kind::Word && !matches!(next.text, "and" | "or"))
}

fn is_statement(word: &str) -> bool {
    matches!(
        word,
        "local"
            | "if"
            | "for"
            | "while"
            | "repeat"
            | "return"
            | "function"
            | "do"
            | "end"
            | "break"
            | "until"
            | "else"
            | "elseif"
    )
}
