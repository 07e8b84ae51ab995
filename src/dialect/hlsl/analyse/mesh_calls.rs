//! When a mesh or amplification stage calls `DispatchMesh` and `SetMeshOutputCounts`, and when it writes its outputs.

use std::collections::{BTreeMap, BTreeSet};

use super::mesh_stages::roles;
use crate::dialect::hlsl::interface::Role;
use crate::ir::{
    Expr, ExprKind, Function, Instance, Intrinsic, Item, Literal, LocalId, Statement, StatementKind, Storage, Symbol,
    TokenIndex, work, written_places,
};
use crate::sema::constants::{binary, truth, unary, wrap};
use crate::sema::flow::returns_somewhere;
use crate::sema::numbers::parts;

/// Upper bound of what is looked at: functions that call each other twice could ask for any number.
const MAX_STEPS: u32 = 1_000_000;

/// Upper bound of the constants that are initialised with each other.
const MAX_DEPTH: u32 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Dispatch,
    Counts,
    /// An output is written.
    Write,
}

/// Something that happens while the stage runs.
#[derive(Clone, Debug)]
pub struct Event {
    pub kind: Kind,
    pub function: Symbol,
    pub at: TokenIndex,
    /// What `DispatchMesh` sends.
    pub payload: Option<Expr>,
    /// The branches and loops that it is in, from the outside.
    path: Vec<Branch>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Branch {
    number: u32,
    is_loop: bool,
}

impl Event {
    pub fn is_repeated(&self) -> bool {
        self.path.iter().any(|branch| branch.is_loop)
    }

    /// It happens whenever the stage runs.
    pub fn is_certain(&self) -> bool {
        self.path.is_empty()
    }

    /// It has happened, or happens in the same run of statements, whenever the other does.
    pub fn is_before(&self, other: &Event) -> bool {
        other.path.starts_with(&self.path)
    }
}

/// The events of an entry point in their order. `None`: the calls that lead to them are too many to follow.
pub fn events(function: &Function, items: &BTreeMap<Symbol, Instance>) -> Option<Vec<Event>> {
    let is_output = |role: Role| matches!(role, Role::Outputs(_));
    let outputs = roles(function).filter(|(_, role)| is_output(*role)).map(|(local, _)| local).collect();
    let reaching = reaching(items);
    let mut walk =
        Walk { items, reaching, outputs, is_entry: true, found: Vec::new(), path: Vec::new(), next: 0, steps: 0 };
    walk.body(function, Vec::new());
    (walk.steps < MAX_STEPS).then_some(walk.found)
}

/// The functions that call `DispatchMesh` or `SetMeshOutputCounts`, or a function that does.
fn reaching(items: &BTreeMap<Symbol, Instance>) -> BTreeSet<Symbol> {
    let mut callers: BTreeMap<Symbol, Vec<Symbol>> = BTreeMap::new();
    let mut open = Vec::new();
    for instance in items.values() {
        let Item::Function(function) = &*instance.item else { continue };
        Statement::each(&function.body, &mut |statement, _| {
            statement.each_expr(&mut |expr| match &*expr.kind {
                ExprKind::Intrinsic(Intrinsic::DispatchMesh | Intrinsic::SetMeshOutputCounts, _) => {
                    open.push(function.symbol);
                }
                ExprKind::Call(called, _) => callers.entry(*called).or_default().push(function.symbol),
                _ => {}
            });
        });
    }
    let mut found = BTreeSet::new();
    while let Some(function) = open.pop() {
        if found.insert(function) {
            open.extend(callers.get(&function).into_iter().flatten());
        }
    }
    found
}

/// What is known of the locals of a function: the values of those that have one value.
type Known = Vec<(LocalId, Literal)>;

struct Frame<'a> {
    function: &'a Function,
    known: Known,
    written: Vec<LocalId>,
}

struct Walk<'a> {
    items: &'a BTreeMap<Symbol, Instance>,
    reaching: BTreeSet<Symbol>,
    outputs: Vec<LocalId>,
    is_entry: bool,
    found: Vec<Event>,
    path: Vec<Branch>,
    next: u32,
    steps: u32,
}

/// Whether what follows a statement still runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    Runs,
    /// The statement leaves the list of statements.
    Ends,
}

impl<'a> Walk<'a> {
    /// `known`: the arguments that are constants.
    fn body(&mut self, function: &'a Function, known: Known) {
        let mut written = Vec::new();
        Statement::each(&function.body, &mut |statement, _| {
            statement.each_expr(&mut |expr| {
                written_places(expr, self.items, &mut |place| written.extend(place.root()));
                // A method of a resource may write to any of them.
                if let ExprKind::Method(_, _, all) = &*expr.kind {
                    written.extend(all.iter().filter_map(Expr::root));
                }
            });
        });
        let mut frame = Frame { function, known, written };
        frame.known.retain(|(local, _)| !frame.written.contains(local));
        let depth = self.path.len();
        self.list(&function.body, &mut frame);
        self.path.truncate(depth);
    }

    fn enter(&mut self, is_loop: bool) {
        self.path.push(Branch { number: self.next, is_loop });
        self.next += 1;
    }

    fn list(&mut self, list: &'a [Statement], frame: &mut Frame<'a>) -> Then {
        for statement in list {
            self.steps += 1;
            work::spend(1);
            if self.steps >= MAX_STEPS {
                return Then::Ends;
            }
            if self.statement(statement, frame) == Then::Ends {
                return Then::Ends;
            }
        }
        Then::Runs
    }

    /// Statements that run under a condition; where they end, what follows them there would be.
    fn branch(&mut self, list: &'a [Statement], frame: &mut Frame<'a>) -> (Then, Vec<Branch>) {
        let depth = self.path.len();
        self.enter(false);
        let then = self.list(list, frame);
        let end = self.path.clone();
        self.path.truncate(depth);
        (then, end)
    }

    fn statement(&mut self, statement: &'a Statement, frame: &mut Frame<'a>) -> Then {
        match &statement.kind {
            StatementKind::Expr(expr) => self.expr(expr, frame),
            StatementKind::Declare(local, value) => {
                if let Some(value) = value {
                    self.expr(value, frame);
                    let value = self.value(value, &frame.known, 0).filter(|_| !frame.written.contains(local));
                    frame.known.extend(value.map(|value| (*local, value)));
                }
            }
            StatementKind::Block(list) => return self.list(list, frame),
            StatementKind::If { condition, then, otherwise } => {
                self.expr(condition, frame);
                return match self.value(condition, &frame.known, 0).map(truth) {
                    Some(true) => self.list(then, frame),
                    Some(false) => self.list(otherwise, frame),
                    None => self.either([then, otherwise], frame),
                };
            }
            StatementKind::For { init, condition, step, body, .. } => {
                self.list(init, frame);
                condition.iter().for_each(|condition| self.expr(condition, frame));
                self.repeated(body, frame);
                step.iter().for_each(|step| self.expr(step, frame));
            }
            StatementKind::DoWhile { body, condition, .. } => {
                if self.value(condition, &frame.known, 0).map(truth) == Some(false) {
                    let depth = self.path.len();
                    self.list(body, frame);
                    if !returns_somewhere(body) {
                        self.path.truncate(depth);
                    }
                } else {
                    self.repeated(body, frame);
                    self.expr(condition, frame);
                }
            }
            StatementKind::Switch { selector, cases } => {
                self.expr(selector, frame);
                for case in cases {
                    self.branch(&case.body, frame);
                }
                if cases.iter().any(|case| returns_somewhere(&case.body)) {
                    self.enter(false);
                }
            }
            StatementKind::Return(value) => {
                value.iter().for_each(|value| self.expr(value, frame));
                return Then::Ends;
            }
            StatementKind::Break | StatementKind::Continue | StatementKind::Discard => return Then::Ends,
        }
        Then::Runs
    }

    /// The arms of an `if`. Where one leaves what they are in, the rest of that goes on from the other; where one may, the
    /// rest is a branch of its own.
    fn either(&mut self, [then, otherwise]: [&'a [Statement]; 2], frame: &mut Frame<'a>) -> Then {
        let (one, other) = (self.branch(then, frame), self.branch(otherwise, frame));
        match (one, other) {
            ((Then::Ends, _), (Then::Ends, _)) => return Then::Ends,
            ((Then::Ends, _), (Then::Runs, end)) | ((Then::Runs, end), (Then::Ends, _)) => self.path = end,
            _ if leaves(then) || leaves(otherwise) => self.enter(false),
            _ => {}
        }
        Then::Runs
    }

    fn repeated(&mut self, body: &'a [Statement], frame: &mut Frame<'a>) {
        let depth = self.path.len();
        self.enter(true);
        self.list(body, frame);
        self.path.truncate(depth);
        if returns_somewhere(body) {
            self.enter(false);
        }
    }

    /// The events of an expression, in the order of the source.
    fn expr(&mut self, expr: &'a Expr, frame: &Frame<'a>) {
        self.steps += 1;
        work::spend(1);
        if self.steps >= MAX_STEPS {
            return;
        }
        match &*expr.kind {
            ExprKind::ShortCircuit { left, right, .. } => {
                self.expr(left, frame);
                self.arms(&[right], frame);
                return;
            }
            ExprKind::Conditional(condition, yes, no) => {
                self.expr(condition, frame);
                match self.value(condition, &frame.known, 0).map(truth) {
                    Some(true) => self.expr(yes, frame),
                    Some(false) => self.expr(no, frame),
                    None => self.arms(&[yes, no], frame),
                }
                return;
            }
            _ => {}
        }
        let mut parts = Vec::new();
        expr.children(&mut parts);
        for part in parts {
            self.expr(part, frame);
        }
        if self.is_entry {
            let mut roots = Vec::new();
            written_places(expr, self.items, &mut |place| roots.extend(place.root_place()));
            for root in roots {
                if matches!(&*root.kind, ExprKind::Local(local) if self.outputs.contains(local)) {
                    self.add(Kind::Write, frame.function.symbol, root.at, None);
                }
            }
        }
        self.call(expr, frame);
    }

    fn arms(&mut self, arms: &[&'a Expr], frame: &Frame<'a>) {
        for arm in arms {
            let depth = self.path.len();
            self.enter(false);
            self.expr(arm, frame);
            self.path.truncate(depth);
        }
    }

    fn call(&mut self, expr: &'a Expr, frame: &Frame<'a>) {
        match &*expr.kind {
            ExprKind::Intrinsic(Intrinsic::DispatchMesh, all) => {
                let payload = all.get(3).cloned();
                self.add(Kind::Dispatch, frame.function.symbol, expr.at, payload);
            }
            ExprKind::Intrinsic(Intrinsic::SetMeshOutputCounts, _) => {
                self.add(Kind::Counts, frame.function.symbol, expr.at, None);
            }
            ExprKind::Call(symbol, all) => {
                let Some(Item::Function(called)) = self.items.get(symbol).map(|instance| &*instance.item) else {
                    return;
                };
                if !self.reaching.contains(symbol) {
                    return;
                }
                let values = all.iter().zip(0..).map(|(given, at)| (LocalId(at), self.value(given, &frame.known, 0)));
                let known = values.filter_map(|(local, value)| Some((local, value?))).collect();
                let was_entry = std::mem::replace(&mut self.is_entry, false);
                self.body(called, known);
                self.is_entry = was_entry;
            }
            _ => {}
        }
    }

    fn add(&mut self, kind: Kind, function: Symbol, at: TokenIndex, payload: Option<Expr>) {
        self.found.push(Event { kind, function, at, payload, path: self.path.clone() });
    }

    /// The value of a number, if it is known.
    fn value(&self, expr: &Expr, known: &Known, depth: u32) -> Option<Literal> {
        let (scalar, shape) = parts(&expr.ty)?;
        if shape.count() != 1 || depth > MAX_DEPTH {
            return None;
        }
        let value = |expr: &Expr| self.value(expr, known, depth + 1);
        match &*expr.kind {
            ExprKind::Literal(value) => Some(wrap(scalar, *value)),
            ExprKind::Zero => Some(wrap(scalar, Literal::Int(0))),
            ExprKind::Local(local) => known.iter().rev().find(|(one, _)| one == local).map(|(_, value)| *value),
            ExprKind::Global(symbol) => match self.items.get(symbol).map(|instance| &*instance.item) {
                Some(Item::Global(global)) => match &global.storage {
                    Storage::Constant { initialiser } => value(initialiser).map(|value| wrap(scalar, value)),
                    _ => None,
                },
                _ => None,
            },
            ExprKind::Convert(_, of) => value(of).map(|value| wrap(scalar, value)),
            ExprKind::Unary(op, of) => unary(*op, scalar, value(of)?),
            ExprKind::Binary(op, left, right) => {
                let (of, _) = parts(&left.ty)?;
                binary(*op, of, value(left)?, value(right)?)
            }
            ExprKind::ShortCircuit { and, left, right } => match value(left).map(truth) {
                Some(left) if left != *and => Some(Literal::Bool(left)),
                Some(_) => value(right).map(|value| Literal::Bool(truth(value))),
                None => value(right).map(truth).filter(|right| right != and).map(Literal::Bool),
            },
            _ => None,
        }
    }
}

/// Whether statements may leave the list that they are in, beside by being over.
fn leaves(list: &[Statement]) -> bool {
    let mut found = false;
    Statement::each(list, &mut |statement, _| {
        found |= matches!(statement.kind, StatementKind::Return(_) | StatementKind::Break | StatementKind::Continue);
    });
    found
}
