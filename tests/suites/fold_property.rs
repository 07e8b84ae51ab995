//! Generated programs have equal results folded and plain, for every value of their branches. A small interpreter runs both: once with
//! HLSL's rules for `&&`, `||` and `?:` before 2021 (all operands are evaluated), once with those of 2021 (evaluation stops early).

use std::collections::BTreeMap;
use std::path::Path;

use crate::harness;
use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use uberc::diag::Sources;
use uberc::dialect::hlsl::GRAMMAR;
use uberc::model::{BranchLayout, Cube, Exploration, Limits, Permutation, Preprocessed, ShaderTokens, Stage};
use uberc::preprocess::{self, FileCache};
use uberc::specialise::{Layout, Mode, emit, specialise};
use uberc::syntax::parse;
use uberc::syntax::{Kind, NodeId, Tree};

use super::specialise::{built, layout, one_technique};

pub fn trials() -> Vec<Trial> {
    vec![harness::trial("fold_property::folded_programs_mean_the_same", folded_programs_mean_the_same)]
}

const BRANCHES: &str = "bool g_bA\nbool g_bB\nint g_n 0 2\n";

fn folded_programs_mean_the_same() -> Result<(), Failed> {
    let layout = layout(BRANCHES)?;
    let mut runner = TestRunner::new(Config { cases: 150, failure_persistence: None, ..Config::default() });
    let mut folds = 0usize;
    let folds_seen = std::cell::RefCell::new(&mut folds);
    runner
        .run(&any::<u64>(), |seed| {
            let program = Writer { state: seed | 1, text: String::new(), loops: 0, locals: Vec::new() }.program();
            let smaller = compare(&layout, &program)
                .map_err(|error| TestCaseError::fail(format!("{}\n{program}", error.message().unwrap_or_default())))?;
            **folds_seen.borrow_mut() += usize::from(smaller);
            Ok(())
        })
        .map_err(|error| Failed::from(error.to_string()))?;
    assert!(folds > 75, "only {folds} programs were folded at all");
    Ok(())
}

/// Compares all permutations; whether folding made any of them shorter.
fn compare(layout: &BranchLayout, program: &str) -> Result<bool, Failed> {
    let sources = Sources::in_memory([("main.fx", program.as_bytes())]);
    let file = sources.load(Path::new("main.fx")).map_err(|error| format!("{error:?}"))?;
    let line = file.line_span(1);
    let (unit, found) = preprocess::preprocess(&preprocess::Request::new(file), &FileCache::default(), &sources);
    assert!(found.is_empty(), "{found:?}");
    let values: Vec<Permutation> =
        (0..1u64 << layout.bits()).filter(|bits| layout.exists(*bits)).map(Permutation).collect();
    // Plain: every permutation on its own. Folded: all of them pass through, and are split on what is live alone.
    let (declaration, exploration) = one_technique(layout, &values, line);
    let passing = Exploration::new(0, exploration.techniques.clone(), vec![built(Cube::ALL)]);
    let (unit, limits) = (ShaderTokens::shared(unit, &exploration.techniques), Limits::default());
    let (plain, _) = specialise(&GRAMMAR, &declaration, &exploration, &unit, Mode::Plain, &limits);
    let (folded, _) = specialise(&GRAMMAR, &declaration, &passing, &unit, Mode::Folded, &limits);
    assert_eq!(folded.parts.iter().map(|part| layout.permutations_in(part.0)).sum::<u128>(), layout.permutations());
    // Split no further than where texts differ: what is split on is a tree, and no two leaves of one node are the same text.
    assert!(folded.techniques.len() <= folded.parts.len() && folded.techniques.len() == folded.variants.len());
    let mut smaller = false;
    for values in values {
        let mut texts = Vec::new();
        let mut answers = Vec::new();
        // What is folded may be written in more nodes, but it never runs much longer.
        for (set, fuel) in [(&plain, 20_000), (&folded, 40_000)] {
            let technique = set.technique_of(values).ok_or("a permutation has no technique")?;
            let fits = values.0 & technique.finals.mask == technique.finals.value;
            assert!(fits, "{:#x} does not have the final values {:?}", values.0, technique.finals);
            let variant = &set.variants[technique.stages[&Stage::Pixel].0 as usize];
            assert!(variant.example <= values && set.technique_of(variant.example) == Some(technique));
            let text = emit(&set.sources[variant.source as usize], &sources, Layout::OneTokenALine).text;
            let sources = Sources::in_memory([("text.fx", text.as_bytes())]);
            let file = sources.load(Path::new("text.fx")).map_err(|error| format!("{error:?}"))?;
            let (unit, _) = preprocess::preprocess(&preprocess::Request::new(file), &FileCache::default(), &sources);
            let tree = parse(&GRAMMAR, &unit);
            for all in [true, false] {
                for (x, y) in [(0, 0), (1, 2), (-3, 1), (2, -1)] {
                    let mut machine = Machine { unit: &unit, tree: &tree, all, fuel, scopes: Vec::new() };
                    answers.push(machine.run(x, y)?);
                }
            }
            texts.push(text.replace('\n', " "));
        }
        smaller |= texts[1].len() < texts[0].len() && answers.iter().any(Option::is_some);
        let (plain, folded) = answers.split_at(answers.len() / 2);
        // A program that runs too long is skipped.
        if plain.iter().zip(folded).any(|(plain, folded)| plain.is_some() && plain != folded) {
            let values = layout.describe(values.0);
            return Err(format!("{values}: {plain:?}, folded {folded:?}\n{}\n{}", texts[0], texts[1]).into());
        }
    }
    Ok(smaller)
}

/// Writes programs from a stream of numbers.
struct Writer {
    /// xorshift64*, Vigna 2016.
    state: u64,
    text: String,
    loops: u32,
    locals: Vec<&'static str>,
}

impl Writer {
    fn pick(&mut self, below: u64) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % below
    }

    fn one_of(&mut self, texts: &[&'static str]) {
        let at = self.pick(texts.len() as u64) as usize;
        self.text += texts[at];
    }

    fn program(mut self) -> String {
        self.text += "bool g_bA, g_bB; int g_n;\nstatic const int kN = 1;\nstatic const bool kEither = g_bA || g_bB;\n\
                      static const int kNext = g_n + kN;\nenum Mode { Low, High = 2 };\n\
                      int effect(inout int a) { a = a + 1; return a; }\n";
        for head in
            ["int helper(int x, int y)", "int hides(int g_n, bool g_bB, int x, int y)", "int main(int x, int y)"]
        {
            self.text += &format!("{head}\n{{ int a = x; int b = y;\n");
            self.locals = vec!["a", "b", "x", "y"];
            for _ in 0..3 + self.pick(3) {
                self.statement(3, head.starts_with("int main"));
            }
            self.text += "return a * 7 + b; }\n";
        }
        self.text
    }

    fn statement(&mut self, depth: u32, calls: bool) {
        let kind = if depth == 0 { self.pick(4) } else { self.pick(13) };
        let target = if self.pick(2) == 0 { "a" } else { "b" };
        match kind {
            0 | 1 => {
                let operator = ["=", "+=", "-="][self.pick(3) as usize];
                self.text += &format!("{target} {operator} ");
                self.expression(3, calls);
                self.text += ";\n";
            }
            2 if self.loops > 0 => self.one_of(&["break;\n", "continue;\n"]),
            2 => self.text += &format!("{target}++;\n"),
            3 if self.pick(4) == 0 => {
                self.text += "return ";
                self.expression(2, calls);
                self.text += ";\n";
            }
            3 => self.text += &format!("effect({target});\n"),
            4..=7 => self.conditional(depth, calls),
            8 => {
                self.text += "[unroll] for (int i = 0; i < ";
                self.one_of(&["2", "g_n", "kNext", "0", "(g_bA ? 2 : 0)"]);
                self.one_of(&[" && g_bB; ++i) ", "; ++i) ", "; ++i) ", "; ++i) "]);
                self.loops += 1;
                self.sub(depth - 1, calls);
                self.loops -= 1;
            }
            9 => {
                self.text += "switch (";
                self.one_of(&["g_n", "kNext", "x", "g_n + 1", "(g_n)"]);
                self.text += ") {\n";
                for label in ["case Low: ", "case 1: ", "case High: case 3: ", "default: "] {
                    if self.pick(4) == 0 {
                        continue;
                    }
                    self.text += label;
                    // A `continue` of an outer loop may leave a switch; `break` is the switch's own.
                    self.sub(depth - 1, calls);
                    self.one_of(&["\n", "break;\n", "break;\n", "break;\n", "break;\n"]);
                }
                self.text += "}\n";
            }
            10 => {
                self.text += "while (";
                self.expression(1, false);
                self.text += " && false) a = 9;\n";
            }
            _ => {
                self.text += "{\n";
                let before = self.locals.len();
                let (ty, name) = [
                    ("int", "g_n"),
                    ("bool", "g_bA"),
                    ("const bool", "c"),
                    ("const int", "d"),
                    ("static const int", "kN"),
                ][self.pick(5) as usize];
                self.text += &format!("{ty} {name} = ");
                self.expression(2, false);
                self.text += ";\n";
                if name.len() == 1 {
                    self.locals.push(name);
                }
                for _ in 0..1 + self.pick(3) {
                    self.statement(depth - 1, calls);
                }
                self.locals.truncate(before);
                self.text += "}\n";
            }
        }
    }

    /// An `if`; what follows its `else` is another one as often as in people's programs.
    fn conditional(&mut self, depth: u32, calls: bool) {
        self.one_of(&["", "", "[branch] ", "[flatten] "]);
        self.text += "if (";
        self.expression(3, calls);
        self.text += ") ";
        self.sub(depth - 1, calls);
        match self.pick(4) {
            0 | 1 => {}
            2 if depth > 1 => {
                self.text += "else ";
                self.conditional(depth - 1, calls);
            }
            _ => {
                self.text += "else ";
                self.sub(depth - 1, calls);
            }
        }
    }

    fn sub(&mut self, depth: u32, calls: bool) {
        if self.pick(3) == 0 {
            return self.statement(depth, calls);
        }
        self.text += "{ ";
        for _ in 0..self.pick(3) {
            self.statement(depth, calls);
        }
        self.text += "}\n";
    }

    fn expression(&mut self, depth: u32, calls: bool) {
        let kind = if depth == 0 { self.pick(5) } else { self.pick(13) };
        match kind {
            0 | 1 => self.one_of(&["g_bA", "g_bB", "g_n", "kEither", "kNext", "kN", "::g_bA"]),
            2 | 3 => {
                let at = self.pick(self.locals.len() as u64) as usize;
                self.text += self.locals[at];
            }
            4 => self.one_of(&["0", "1", "2", "true", "false", "High"]),
            5 => {
                self.one_of(&["!", "!", "-"]);
                self.text += "(";
                self.expression(depth - 1, calls);
                self.text += ")";
            }
            6 => {
                self.text += "(";
                self.expression(depth - 1, calls);
                self.text += " ? ";
                self.expression(depth - 1, calls);
                self.text += " : ";
                self.expression(depth - 1, calls);
                self.text += ")";
            }
            7 if calls => {
                self.one_of(&["helper(", "hides(g_n, g_bB, ", "effect("]);
                if self.text.ends_with("effect(") {
                    self.text += "a)";
                    return;
                }
                self.expression(depth - 1, calls);
                self.text += ", x)";
            }
            _ => {
                let operators = ["&&", "||", "&&", "||", "==", "!=", "<", ">=", "+", "-", "*"];
                let parentheses = self.pick(2) == 0;
                self.text += if parentheses { "(" } else { "" };
                self.expression(depth - 1, calls);
                self.text += " ";
                self.one_of(&operators);
                self.text += " ";
                self.expression(depth - 1, calls);
                self.text += if parentheses { ")" } else { "" };
            }
        }
    }
}

/// Runs a program of `int` and `bool`.
struct Machine<'a> {
    unit: &'a Preprocessed,
    tree: &'a Tree,
    /// All operands of `&&`, `||` and `?:` are evaluated.
    all: bool,
    fuel: u32,
    /// The globals, then the scopes of the running function.
    scopes: Vec<BTreeMap<&'static str, (i32, bool)>>,
}

enum Flow {
    Next,
    Break,
    Continue,
    Return(i32),
}

/// The answer; `None` where a program runs too long.
type Answer = Option<i32>;

impl Machine<'_> {
    fn run(&mut self, x: i32, y: i32) -> Result<Answer, Failed> {
        self.scopes = vec![BTreeMap::new()];
        for id in self.tree.children(self.tree.root()) {
            match self.tree.kind(id) {
                Kind::Declaration => self.declare(id)?,
                Kind::Function => {}
                kind => return Err(format!("the program has a {kind:?}").into()),
            }
        }
        match self.call("main", &[x, y]) {
            Ok((answer, _)) => Ok(Some(answer)),
            Err(error) if error == "fuel" => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn text(&self, token: u32) -> &'static str {
        self.unit.tokens[token as usize].token.text.as_str()
    }

    fn spelled(&self, id: NodeId) -> &'static str {
        self.text(self.tree.node(id).last - 1)
    }

    fn parts(&self, id: NodeId) -> Vec<NodeId> {
        self.tree.operands(id).collect()
    }

    fn operator(&self, left: NodeId) -> &'static str {
        self.text(self.tree.node(left).last)
    }

    /// The result, and what became of the parameters.
    fn call(&mut self, name: &str, arguments: &[i32]) -> Result<(i32, Vec<i32>), String> {
        let tree = self.tree;
        let function = tree
            .children(tree.root())
            .find(|id| {
                tree.kind(*id) == Kind::Function
                    && tree.child(*id, Kind::Name).is_some_and(|found| self.spelled(found) == name)
            })
            .ok_or_else(|| format!("no function {name}"))?;
        let parameters = tree.child(function, Kind::Parameters).ok_or("no parameters")?;
        let globals = self.scopes[0].clone();
        let callers = std::mem::replace(&mut self.scopes, vec![globals, BTreeMap::new()]);
        let mut names = Vec::new();
        for (parameter, value) in tree.children(parameters).zip(arguments) {
            let ty = tree.child(parameter, Kind::Type).ok_or("no type")?;
            let declarator = tree.child(parameter, Kind::Declarator).ok_or("no name")?;
            let name = self.spelled(declarator);
            let bool = self.spelled(ty) == "bool";
            let value = if bool { i32::from(*value != 0) } else { *value };
            self.scopes[1].insert(name, (value, bool));
            names.push(name);
        }
        let body = tree.child(function, Kind::Block).ok_or("no body")?;
        let flow = self.statement(body)?;
        let after = names.iter().map(|name| self.scopes[1][name].0).collect();
        self.scopes = callers;
        match flow {
            Flow::Return(value) => Ok((value, after)),
            _ => Err(format!("{name} ends without a value")),
        }
    }

    fn declare(&mut self, id: NodeId) -> Result<(), String> {
        let tree = self.tree;
        let ty = tree.child(id, Kind::Type).ok_or("no type")?;
        if let Some(enumeration) = tree.child(ty, Kind::Enum) {
            let mut next = 0;
            for enumerator in tree.children(enumeration).filter(|part| tree.kind(*part) == Kind::Enumerator) {
                let parts = self.parts(enumerator);
                if let Some(value) = parts.get(1) {
                    next = self.value(*value)?;
                }
                let name = self.spelled(parts[0]);
                self.scopes[0].insert(name, (next, false));
                next += 1;
            }
            return Ok(());
        }
        let bool = self.spelled(ty) == "bool";
        for declarator in tree.children(id).filter(|part| tree.kind(*part) == Kind::Declarator) {
            let parts = self.parts(declarator);
            let value = parts.get(1).map_or(Ok(0), |value| self.value(*value))?;
            let value = if bool { i32::from(value != 0) } else { value };
            let name = self.spelled(parts[0]);
            self.scopes.last_mut().ok_or("no scope")?.insert(name, (value, bool));
        }
        Ok(())
    }

    fn statement(&mut self, id: NodeId) -> Result<Flow, String> {
        self.fuel = self.fuel.checked_sub(1).ok_or("fuel")?;
        let parts = self.parts(id);
        match self.tree.kind(id) {
            Kind::Empty => Ok(Flow::Next),
            Kind::Declaration => self.declare(id).map(|()| Flow::Next),
            Kind::Expression => self.value(parts[0]).map(|_| Flow::Next),
            Kind::Return => Ok(Flow::Return(self.value(parts[0])?)),
            Kind::Break => Ok(Flow::Break),
            Kind::Continue => Ok(Flow::Continue),
            Kind::Block => self.scoped(|machine| {
                for part in parts {
                    match machine.statement(part)? {
                        Flow::Next => {}
                        flow => return Ok(flow),
                    }
                }
                Ok(Flow::Next)
            }),
            Kind::If => {
                let taken = if self.value(parts[0])? != 0 { parts.get(1) } else { parts.get(2) };
                taken.map_or(Ok(Flow::Next), |taken| self.scoped(|machine| machine.statement(*taken)))
            }
            Kind::While => {
                while self.value(parts[0])? != 0 {
                    match self.statement(parts[1])? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        _ => {}
                    }
                }
                Ok(Flow::Next)
            }
            Kind::For => self.scoped(|machine| {
                machine.statement(parts[0])?;
                while machine.value(parts[1])? != 0 {
                    match machine.scoped(|machine| machine.statement(parts[3]))? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        _ => {}
                    }
                    machine.value(parts[2])?;
                }
                Ok(Flow::Next)
            }),
            Kind::Switch => {
                let selected = self.value(parts[0])?;
                let body = self.parts(parts[1]);
                let mut start = None;
                for (at, part) in body.iter().enumerate() {
                    let kind = self.tree.kind(*part);
                    if kind == Kind::Case && self.value(self.parts(*part)[0])? == selected {
                        start = Some(at);
                    }
                }
                let default = body.iter().position(|part| self.tree.kind(*part) == Kind::Default);
                let Some(start) = start.or(default) else { return Ok(Flow::Next) };
                self.scoped(|machine| {
                    for part in &body[start..] {
                        if matches!(machine.tree.kind(*part), Kind::Case | Kind::Default) {
                            continue;
                        }
                        match machine.statement(*part)? {
                            Flow::Next => {}
                            Flow::Break => return Ok(Flow::Next),
                            flow => return Ok(flow),
                        }
                    }
                    Ok(Flow::Next)
                })
            }
            kind => Err(format!("a {kind:?} statement")),
        }
    }

    fn scoped<T>(&mut self, run: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        self.scopes.push(BTreeMap::new());
        let result = run(self);
        self.scopes.pop();
        result
    }

    fn variable(&mut self, name: &str) -> Result<&mut (i32, bool), String> {
        let found = self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name));
        found.ok_or_else(|| format!("no variable {name}"))
    }

    fn assign(&mut self, target: NodeId, value: i32) -> Result<i32, String> {
        let name = self.spelled(target);
        let variable = self.variable(name)?;
        variable.0 = if variable.1 { i32::from(value != 0) } else { value };
        Ok(variable.0)
    }

    fn value(&mut self, id: NodeId) -> Result<i32, String> {
        self.fuel = self.fuel.checked_sub(1).ok_or("fuel")?;
        let parts = self.parts(id);
        match self.tree.kind(id) {
            Kind::Literal => match self.spelled(id) {
                "true" => Ok(1),
                "false" => Ok(0),
                text => text.parse().map_err(|_| format!("the number {text}")),
            },
            Kind::Ident => Ok(self.variable(self.spelled(id))?.0),
            Kind::Paren => self.value(parts[0]),
            Kind::Unary => {
                let operator = self.text(self.tree.node(id).first);
                let value = self.value(parts[0])?;
                match operator {
                    "!" => Ok(i32::from(value == 0)),
                    "-" => Ok(value.wrapping_neg()),
                    "++" => self.assign(parts[0], value.wrapping_add(1)),
                    _ => Err(format!("the operator {operator}")),
                }
            }
            Kind::Postfix => {
                let value = self.value(parts[0])?;
                self.assign(parts[0], value.wrapping_add(1))?;
                Ok(value)
            }
            Kind::Assign => {
                let value = self.value(parts[1])?;
                let before = self.value(parts[0])?;
                let value = match self.operator(parts[0]) {
                    "=" => value,
                    "+=" => before.wrapping_add(value),
                    "-=" => before.wrapping_sub(value),
                    operator => return Err(format!("the operator {operator}")),
                };
                self.assign(parts[0], value)
            }
            Kind::Ternary => {
                let condition = self.value(parts[0])? != 0;
                if self.all {
                    let (then, otherwise) = (self.value(parts[1])?, self.value(parts[2])?);
                    return Ok(if condition { then } else { otherwise });
                }
                self.value(parts[if condition { 1 } else { 2 }])
            }
            Kind::Binary => {
                let mut value = self.value(parts[0])?;
                for pair in parts.windows(2) {
                    let operator = self.operator(pair[0]);
                    let decides = match operator {
                        "&&" => value == 0,
                        "||" => value != 0,
                        _ => false,
                    };
                    if decides && !self.all {
                        value = i32::from(value != 0);
                        continue;
                    }
                    let right = self.value(pair[1])?;
                    value = match operator {
                        "&&" => i32::from(value != 0 && right != 0),
                        "||" => i32::from(value != 0 || right != 0),
                        "==" => i32::from(value == right),
                        "!=" => i32::from(value != right),
                        "<" => i32::from(value < right),
                        ">=" => i32::from(value >= right),
                        "+" => value.wrapping_add(right),
                        "-" => value.wrapping_sub(right),
                        "*" => value.wrapping_mul(right),
                        _ => return Err(format!("the operator {operator}")),
                    };
                }
                Ok(value)
            }
            Kind::Call => {
                let arguments = parts[1..].iter().map(|part| self.value(*part)).collect::<Result<Vec<_>, _>>()?;
                let name = self.spelled(parts[0]);
                let (value, after) = self.call(name, &arguments)?;
                if name == "effect" {
                    self.assign(parts[1], after[0])?;
                }
                Ok(value)
            }
            kind => Err(format!("a {kind:?} expression")),
        }
    }
}
