//! Functions of a program: who defines and calls what, and what leaves a value.

use std::collections::{BTreeMap, BTreeSet};

use super::ast::{Assign, Block, Else, Expr, ExprKind, Function, FunctionPlace, Statement};
use super::parse::Parsed;
use super::problems::Problems;
use super::{Semantics, builtins};
use crate::diag::Diagnostic;

const MOST_PARAMETERS: usize = 16;

/// Whether a block or an expression leaves a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Never,
    /// On some paths.
    Sometimes,
    Always,
}

/// The functions of a program, by name.
#[derive(Debug, Default)]
pub struct Functions<'a> {
    pub list: Vec<&'a Function>,
    pub by_name: BTreeMap<&'a str, usize>,
    /// Names that each function and those it calls use, without parameters.
    pub free: Vec<BTreeSet<&'a str>>,
    presence: Vec<Presence>,
    /// Functions call each other in a circle: nothing can be said of what follows.
    pub has_circles: bool,
}

/// Collects functions and checks every call, also in functions that nothing calls. Where a part of the program could not
/// be read, only what does not depend on that part is a mistake.
pub fn check<'a>(parsed: &'a Parsed, semantics: Semantics, problems: &mut Problems) -> Functions<'a> {
    let Parsed { program, lost, end } = parsed;
    let mut functions = Functions::default();
    collect(program, &mut functions, problems);
    let bodies: Vec<&Block> = functions.list.iter().map(|function| &function.body).chain([program]).collect();
    for body in bodies {
        calls(body, &mut |call| {
            let is_lost = |name: &String| lost.as_ref().is_some_and(|lost| lost.contains(name) || is_keyword(name));
            if !matches!(&call.kind, ExprKind::Call(name, _) if is_lost(&name.text)) {
                check_call(call, &functions, semantics, problems);
            }
        });
    }
    functions.has_circles = find_circles(&functions, problems);
    if functions.has_circles {
        return functions;
    }
    // Callees come before their callers.
    let mut free = vec![None; functions.list.len()];
    functions.presence = vec![Presence::Never; functions.list.len()];
    for at in 0..functions.list.len() {
        summarise(at, &mut functions, &mut free);
    }
    functions.free = free.into_iter().map(Option::unwrap_or_default).collect();
    if lost.is_some() {
        return functions;
    }
    for function in &functions.list {
        check_values(&function.body, &functions, problems);
    }
    check_values(program, &functions, problems);
    if functions.presence(program) == Presence::Never {
        let problem =
            Diagnostic::warning("psl/missing-result", "the program has no value: its picture is black").at(*end);
        problems.push(problem.help("End it with an expression without `;`."));
    }
    functions
}

fn collect<'a>(block: &'a Block, functions: &mut Functions<'a>, problems: &mut Problems) {
    for statement in &block.statements {
        match statement {
            Statement::Function(function) => {
                define(function, functions, problems);
                collect(&function.body, functions, problems);
            }
            Statement::If { then, otherwise, .. } => {
                collect(then, functions, problems);
                match otherwise {
                    Some(Else::If(inner)) => collect_one(inner, functions, problems),
                    Some(Else::Block(inner)) => collect(inner, functions, problems),
                    None => {}
                }
            }
            Statement::While { body, .. } | Statement::For { body, .. } => collect(body, functions, problems),
            Statement::Assign(_) => {}
        }
    }
}

fn collect_one<'a>(statement: &'a Statement, functions: &mut Functions<'a>, problems: &mut Problems) {
    if let Statement::If { then, otherwise, .. } = statement {
        collect(then, functions, problems);
        match otherwise {
            Some(Else::If(inner)) => collect_one(inner, functions, problems),
            Some(Else::Block(inner)) => collect(inner, functions, problems),
            None => {}
        }
    }
}

fn define<'a>(function: &'a Function, functions: &mut Functions<'a>, problems: &mut Problems) {
    let (name, span) = (function.name.text.as_str(), function.name.span);
    match function.place {
        FunctionPlace::Program => {}
        FunctionPlace::Branch => problems.strict(
            Diagnostic::warning("psl/nested-function", format!("`{name}` is defined inside an `if` or a loop"))
                .at(span)
                .help("Move the function to the program's level: it is defined on every path."),
        ),
        FunctionPlace::Function => problems.push(
            Diagnostic::error("psl/nested-function", format!("`{name}` is defined inside another function"))
                .at(span)
                .help("Move the function to the program's level."),
        ),
    }
    if name == "global" {
        let problem = Diagnostic::error("psl/reserved-name", "a function cannot be named `global`");
        problems.push(problem.at(span).help("Give it another name."));
    }
    if builtins::find(name).is_some() {
        let problem = Diagnostic::warning("psl/builtin-name", format!("`{name}` is the name of a built-in function"));
        problems.strict(problem.at(span).help("Give it another name: calls mean the built-in function."));
    }
    if let Some(extra) = function.params.get(MOST_PARAMETERS) {
        let message = format!("`{name}` has {} parameters; the most is {MOST_PARAMETERS}", function.params.len());
        let problem = Diagnostic::error("psl/limit-parameters", message);
        problems.push(problem.at(extra.span).help("Pass several numbers as one vector."));
    }
    for (at, param) in function.params.iter().enumerate() {
        if function.params[..at].iter().any(|before| before.text == param.text) {
            let message = format!("`{name}` has two parameters `{}`", super::lexer::shown(&param.text));
            let problem = Diagnostic::warning("psl/duplicate-parameter", message).at(param.span);
            problems.push(problem.help("Rename one of them: both have the value of the first argument."));
        }
    }
    if let Some(first) = functions.by_name.get(name) {
        let problem = Diagnostic::error("psl/duplicate-function", format!("`{name}` is defined twice"))
            .at(span)
            .label(functions.list[*first].name.span, "the first definition")
            .help("Remove or rename one of them.");
        problems.push(problem);
        return;
    }
    functions.by_name.insert(name, functions.list.len());
    functions.list.push(function);
}

/// Every expression of a block, without those of functions that it defines; operands first.
fn expressions<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Expr)) {
    for statement in &block.statements {
        expressions_of(statement, visit);
    }
    if let Some(value) = &block.value {
        expression(value, visit);
    }
}

fn expressions_of<'a>(statement: &'a Statement, visit: &mut dyn FnMut(&'a Expr)) {
    match statement {
        Statement::Assign(assign) => expression(&assign.value, visit),
        Statement::If { condition, then, otherwise, .. } => {
            expression(condition, visit);
            expressions(then, visit);
            match otherwise {
                Some(Else::If(inner)) => expressions_of(inner, visit),
                Some(Else::Block(inner)) => expressions(inner, visit),
                None => {}
            }
        }
        Statement::While { condition, body, .. } => {
            expression(condition, visit);
            expressions(body, visit);
        }
        Statement::For { init, condition, step, body, .. } => {
            expression(&init.value, visit);
            expression(condition, visit);
            expression(&step.value, visit);
            expressions(body, visit);
        }
        Statement::Function(_) => {}
    }
}

fn expression<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Call(_, arguments) => arguments.iter().for_each(|argument| expression(argument, visit)),
        ExprKind::Unary(_, operand) | ExprKind::Swizzle(operand, _) => expression(operand, visit),
        ExprKind::Binary(_, left, right) => {
            expression(left, visit);
            expression(right, visit);
        }
        ExprKind::Empty | ExprKind::Number(_) | ExprKind::Name(_) => {}
    }
    visit(expr);
}

fn calls<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Expr)) {
    expressions(block, &mut |expr| {
        if matches!(expr.kind, ExprKind::Call(..)) {
            visit(expr);
        }
    });
}

/// Every name that a block assigns, and those of the functions that it defines.
pub fn all_assigned<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Assign)) {
    let mut functions = Functions::default();
    collect(block, &mut functions, &mut Problems::new(Semantics::Reference));
    for function in functions.list {
        assigned(&function.body, visit);
    }
    assigned(block, visit);
}

/// Every name that a block assigns, without those of functions that it defines.
pub fn assigned<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Assign)) {
    for statement in &block.statements {
        assigned_by(statement, visit);
    }
}

fn assigned_by<'a>(statement: &'a Statement, visit: &mut dyn FnMut(&'a Assign)) {
    match statement {
        Statement::Assign(assign) => visit(assign),
        Statement::If { then, otherwise, .. } => {
            assigned(then, visit);
            match otherwise {
                Some(Else::If(inner)) => assigned_by(inner, visit),
                Some(Else::Block(inner)) => assigned(inner, visit),
                None => {}
            }
        }
        Statement::While { body, .. } => assigned(body, visit),
        Statement::For { init, step, body, .. } => {
            visit(init);
            visit(step);
            assigned(body, visit);
        }
        Statement::Function(_) => {}
    }
}

/// Words that begin a statement where it can be read.
fn is_keyword(name: &str) -> bool {
    ["let", "set", "if", "else", "while", "for", "fun", "return"].contains(&name)
}

fn check_call(call: &Expr, functions: &Functions<'_>, semantics: Semantics, problems: &mut Problems) {
    let ExprKind::Call(name, arguments) = &call.kind else { return };
    let builtin = builtins::find(&name.text);
    if builtin.is_some_and(|builtin| builtin.is_stub()) {
        let message = format!("`{}` gives zeros: the machine does not have this part of AudioLink", name.text);
        problems.push(Diagnostic::remark("psl/audio-stub", message).at(name.span));
    }
    let builtin = builtin.map(|builtin| usize::from(builtin.arity));
    let user = functions.by_name.get(name.text.as_str()).map(|at| functions.list[*at]);
    let Some(arity) = builtin.or(user.map(|function| function.params.len())) else {
        let message = format!("there is no function `{}`", super::lexer::shown(&name.text));
        let problem = Diagnostic::error("psl/undefined-function", message).at(name.span);
        problems.push(problem.help("Define it with `fun`, or correct the name: names of functions have one case."));
        return;
    };
    if arity != arguments.len() {
        let (text, given) = (&name.text, arguments.len());
        let message =
            format!("`{text}` takes {arity} {}, and gets {given}", if arity == 1 { "argument" } else { "arguments" });
        let mut problem = Diagnostic::error("psl/arity", message).at(name.span);
        if let (None, Some(function)) = (builtin, user) {
            problem = problem.label(function.name.span, "the definition");
        }
        problem = problem.help(match arity {
            0 => format!("Write `{text}()`."),
            _ => "Give it one value for each parameter, with commas between them.".to_owned(),
        });
        problems.push(problem);
        return;
    }
    let (None, Some(function)) = (builtin, user) else { return };
    let is_forward = function.name.span.start > name.span.start;
    if semantics == Semantics::Reference && is_forward && !arguments.is_empty() {
        let problem =
            Diagnostic::error("psl/undefined-function", format!("`{}` is defined behind this call", name.text))
                .at(name.span)
                .label(function.name.span, "the definition")
                .help("Move the function before its first call, or select the semantics `sane`.");
        problems.push(problem);
    }
}

impl Functions<'_> {
    /// The user's functions that a block calls.
    fn callees(&self, block: &Block) -> Vec<usize> {
        let mut list = Vec::new();
        calls(block, &mut |call| {
            if let ExprKind::Call(name, _) = &call.kind
                && builtins::find(&name.text).is_none()
                && let Some(callee) = self.by_name.get(name.text.as_str())
            {
                list.push(*callee);
            }
        });
        list
    }

    fn presence(&self, block: &Block) -> Presence {
        match (&block.value, block.statements.last()) {
            (Some(value), _) => self.presence_of(value),
            (None, Some(last)) => self.presence_of_if(last),
            (None, None) => Presence::Never,
        }
    }

    fn presence_of_if(&self, statement: &Statement) -> Presence {
        let Statement::If { then, otherwise, .. } = statement else { return Presence::Never };
        let then = self.presence(then);
        let other = match otherwise {
            Some(Else::If(inner)) => self.presence_of_if(inner),
            Some(Else::Block(inner)) => self.presence(inner),
            None => Presence::Never,
        };
        if then == other { then } else { Presence::Sometimes }
    }

    fn presence_of(&self, expr: &Expr) -> Presence {
        match &expr.kind {
            ExprKind::Empty => Presence::Never,
            ExprKind::Call(name, _) if builtins::find(&name.text).is_none() => {
                // What is not defined is told; nothing follows from it.
                self.by_name.get(name.text.as_str()).map_or(Presence::Always, |at| self.presence[*at])
            }
            _ => Presence::Always,
        }
    }
}

/// Reports each circle of calls once; whether there is one.
fn find_circles(functions: &Functions<'_>, problems: &mut Problems) -> bool {
    let mut is_found = false;
    let callees: Vec<Vec<usize>> = functions.list.iter().map(|function| functions.callees(&function.body)).collect();
    // 0: not seen, 1: on the path, 2: done. The path is explicit, because it can be as long as the program.
    let mut state = vec![0_u8; callees.len()];
    for root in 0..callees.len() {
        let mut path: Vec<(usize, usize)> = Vec::new();
        if state[root] == 0 {
            state[root] = 1;
            path.push((root, 0));
        }
        while let Some((at, next)) = path.last_mut() {
            let Some(callee) = callees[*at].get(*next).copied() else {
                state[*at] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            if state[callee] == 0 {
                state[callee] = 1;
                path.push((callee, 0));
            } else if state[callee] == 1 {
                let start = path.iter().position(|(on_path, _)| *on_path == callee).unwrap_or(0);
                let names = path[start..].iter().map(|(at, _)| *at).chain([callee]);
                let names: Vec<&str> = names.map(|at| functions.list[at].name.text.as_str()).collect();
                let problem = Diagnostic::error("psl/recursion", format!("recursion: {}", names.join(" → ")))
                    .at(functions.list[callee].name.span)
                    .help("Write a loop: calls are replaced by the function's body.");
                problems.push(problem);
                is_found = true;
            }
        }
    }
    is_found
}

fn summarise<'a>(at: usize, functions: &mut Functions<'a>, free: &mut [Option<BTreeSet<&'a str>>]) {
    // Functions have no circles here; the order is found with a list instead of recursion.
    let mut waiting = vec![at];
    while let Some(at) = waiting.last().copied() {
        if free[at].is_some() {
            waiting.pop();
            continue;
        }
        let function = functions.list[at];
        let callees = functions.callees(&function.body);
        let missing: Vec<usize> = callees.iter().copied().filter(|callee| free[*callee].is_none()).collect();
        if !missing.is_empty() {
            waiting.extend(missing);
            continue;
        }
        let mut names = BTreeSet::new();
        expressions(&function.body, &mut |expr| {
            if let ExprKind::Name(name) = &expr.kind {
                names.insert(name.as_str());
            }
        });
        assigned(&function.body, &mut |assign| {
            names.insert(assign.name.text.as_str());
        });
        for callee in callees {
            names.extend(free[callee].iter().flatten().copied());
        }
        functions.presence[at] = functions.presence(&function.body);
        free[at] = Some(names);
        waiting.pop();
    }
}

/// Operands without a value, values that nothing takes, results that are missing on some path.
fn check_values(block: &Block, functions: &Functions<'_>, problems: &mut Problems) {
    expressions(block, &mut |expr| {
        let operands: Vec<&Expr> = match &expr.kind {
            ExprKind::Call(_, arguments) => arguments.iter().collect(),
            ExprKind::Unary(_, operand) | ExprKind::Swizzle(operand, _) => vec![operand],
            ExprKind::Binary(_, left, right) => vec![left, right],
            _ => Vec::new(),
        };
        operands.into_iter().for_each(|operand| need_value(operand, functions, problems));
    });
    check_statements(block, functions, problems);
    let is_whole = functions.presence(block);
    if is_whole == Presence::Sometimes {
        let span = match (&block.value, block.statements.last()) {
            (Some(value), _) => value.span,
            (None, Some(Statement::If { span, .. })) => *span,
            _ => return,
        };
        let problem = Diagnostic::warning("psl/missing-result", "there is no result on some path").at(span);
        problems.push(problem.help("Give every branch a value, also the `else`; without one the result is black."));
    }
}

fn check_statements(block: &Block, functions: &Functions<'_>, problems: &mut Problems) {
    for (at, statement) in block.statements.iter().enumerate() {
        let is_tail = block.value.is_none() && at + 1 == block.statements.len();
        check_statement(statement, is_tail, functions, problems);
    }
}

fn check_statement(statement: &Statement, is_tail: bool, functions: &Functions<'_>, problems: &mut Problems) {
    match statement {
        Statement::Assign(assign) => need_value(&assign.value, functions, problems),
        Statement::If { condition, then, otherwise, span } => {
            need_value(condition, functions, problems);
            check_statements(then, functions, problems);
            match otherwise {
                Some(Else::If(inner)) => check_statement(inner, true, functions, problems),
                Some(Else::Block(inner)) => check_statements(inner, functions, problems),
                None => {}
            }
            if !is_tail && functions.presence_of_if(statement) != Presence::Never {
                discarded("an `if` that is not last leaves a value", *span, problems);
            }
        }
        Statement::While { condition, body, span } => {
            need_value(condition, functions, problems);
            check_body(body, *span, functions, problems);
        }
        Statement::For { init, condition, step, body, span } => {
            need_value(&init.value, functions, problems);
            need_value(condition, functions, problems);
            need_value(&step.value, functions, problems);
            check_body(body, *span, functions, problems);
        }
        Statement::Function(_) => {}
    }
}

fn check_body(body: &Block, span: crate::diag::Span, functions: &Functions<'_>, problems: &mut Problems) {
    check_statements(body, functions, problems);
    if functions.presence(body) != Presence::Never {
        discarded("the body of a loop leaves a value", body.value.as_ref().map_or(span, |value| value.span), problems);
    }
}

fn discarded(message: &str, span: crate::diag::Span, problems: &mut Problems) {
    let problem = Diagnostic::warning("psl/value-discarded", message).at(span);
    problems.strict(problem.help("Assign the value to a variable, or remove it."));
}

fn need_value(expr: &Expr, functions: &Functions<'_>, problems: &mut Problems) {
    let presence = functions.presence_of(expr);
    if presence == Presence::Always || expr.kind == ExprKind::Empty {
        return;
    }
    let word = if presence == Presence::Never { "leaves no value" } else { "leaves no value on some path" };
    let problem = Diagnostic::warning("psl/no-value", format!("this call {word}")).at(expr.span);
    problems.strict(problem.help("End the function with an expression on every path."));
}
