//! A linked program to typed code: widths are found by walking the code as the machine would, with one walk of a function
//! for each combination of widths that it meets.

use std::collections::BTreeMap;

use super::ir::{Body, Code, Kind, Shape, Slot, SlotInfo, TypedProgram, Value};
use super::scope::{Scope, scopes};
use super::{TypedOptions, cleanup, steps};
use crate::diag::{Diagnostic, Span};
use crate::dialect::shaderception::Semantics;
use crate::dialect::shaderception::linked::{Assign, Block, Expr, Linked, Statement, Var};
use crate::dialect::shaderception::problems::Problems;
use crate::dialect::shaderception::widths::{self, Dynamic, Known, Nothing, Width};

/// Steps of one translation: loops are walked until widths no longer change.
const MOST_STEPS: u32 = 1_000_000;
const MOST_BODIES: usize = 2000;

/// The typed program. Use it only if no error was reported.
pub fn translate(linked: &Linked, options: &TypedOptions, problems: &mut Problems) -> TypedProgram {
    let mut translator = Translator {
        linked,
        scopes: scopes(linked),
        problems,
        program: TypedProgram::default(),
        by_shape: BTreeMap::new(),
        instances: BTreeMap::new(),
        widths: vec![Known(4); linked.variables.len()],
        code: Vec::new(),
        steps: 0,
        is_full: false,
    };
    let result = translator.block(&linked.main, true);
    let code = std::mem::take(&mut translator.code);
    let result = result.map_or_else(|| Value::zero(4), |value| value.extend(4));
    let main = Body { name: "main".into(), params: Vec::new(), code, result: Some(result), locals: Vec::new() };
    let mut program = translator.program;
    program.bodies.push(main);
    cleanup::clean(&mut program, options, problems);
    steps::check(&program, problems);
    program
}

/// What an instance is made for: a function, widths of arguments, and of the variables whose earlier values it can see.
type InstanceKey = (usize, Vec<Width>, Vec<Width>);

#[derive(Clone, Debug)]
struct Instance {
    body: usize,
    result: Width,
    /// Widths of variables behind the call.
    after: Vec<(Var, Width)>,
}

pub(super) struct Translator<'a> {
    pub linked: &'a Linked,
    scopes: Vec<Scope>,
    pub problems: &'a mut Problems,
    program: TypedProgram,
    by_shape: BTreeMap<(Var, Shape), Slot>,
    instances: BTreeMap<InstanceKey, Instance>,
    /// Of each variable, at this place.
    pub widths: Vec<Width>,
    pub code: Vec<Code>,
    steps: u32,
    is_full: bool,
}

impl Translator<'_> {
    /// Whether the work is over its bound, which is told once.
    pub fn spend(&mut self, span: Span) -> bool {
        self.steps += 1;
        if (self.steps > MOST_STEPS || self.program.bodies.len() > MOST_BODIES) && !self.is_full {
            self.is_full = true;
            let message = "the program is too large to be translated: loops are nested too deep, or functions have too many widths";
            let problem = Diagnostic::error("psl/limit-nesting", message).at(span);
            self.problems.push(problem.help("Call functions with arguments of the same widths."));
        }
        self.is_full
    }

    pub fn slot(&mut self, var: Var, shape: Shape) -> Slot {
        if let Some(known) = self.by_shape.get(&(var, shape)) {
            return *known;
        }
        let name = self.linked.variables[var].name.replace('.', "_");
        let slot = self.program.slots.len();
        self.program.slots.push(SlotInfo { var: Some(var), shape, name, is_global: false });
        self.by_shape.insert((var, shape), slot);
        slot
    }

    fn temporary(&mut self, width: Width) -> Slot {
        let shape = width.known().map_or(Shape::Dynamic, Shape::Lanes);
        self.program.slots.push(SlotInfo { var: None, shape, name: "t".into(), is_global: false });
        self.program.slots.len() - 1
    }

    /// Stores a value in a temporary, and reads it.
    pub fn spill(&mut self, value: Value, span: Span) -> Value {
        if matches!(value.kind, Kind::Number(_)) {
            return value;
        }
        let (slot, width) = (self.temporary(value.width), value.width);
        self.code.push(Code::Set { slot, value, span });
        Value { kind: Kind::Slot(slot), width }
    }

    /// Reads a variable.
    pub fn read(&mut self, var: Var) -> Value {
        let width = self.widths[var];
        let shape = width.known().map_or(Shape::Dynamic, Shape::Lanes);
        let width = if width == Nothing { Known(4) } else { width };
        Value { kind: Kind::Slot(self.slot(var, shape)), width }
    }

    /// Reads the lanes of a variable; missing ones are 0.
    pub fn read_padded(&mut self, var: Var) -> Value {
        match self.widths[var] {
            Dynamic => Value { kind: Kind::Slot(self.slot(var, Shape::Padded)), width: Known(4) },
            _ => self.read(var),
        }
    }

    /// Writes a variable.
    fn write(&mut self, var: Var, value: Value, span: Span) {
        self.widths[var] = value.width;
        match value.width {
            Known(lanes) => {
                let slot = self.slot(var, Shape::Lanes(lanes));
                self.code.push(Code::Set { slot, value, span });
            }
            _ => {
                let (both, lanes) = (self.slot(var, Shape::Dynamic), self.slot(var, Shape::Padded));
                self.code.push(Code::Set { slot: both, value, span });
                let value = Value { kind: Kind::Slot(both), width: Dynamic }.extend(4);
                self.code.push(Code::Set { slot: lanes, value, span });
            }
        }
    }

    /// Moves a variable from the slots of a width to those of another.
    fn convert(&mut self, var: Var, from: Width, to: Width, span: Span) {
        if from == to || from == Nothing {
            return;
        }
        self.widths[var] = from;
        let value = self.read(var);
        match to {
            Known(lanes) => self.write(var, value.extend(lanes), span),
            _ => {
                // Both are written apart: a program that needs only the lanes then needs no width.
                let (both, padded) = (self.slot(var, Shape::Dynamic), self.slot(var, Shape::Padded));
                self.code.push(Code::Set { slot: both, value: value.clone().to_dynamic(), span });
                self.code.push(Code::Set { slot: padded, value: value.extend(4), span });
                self.widths[var] = Dynamic;
            }
        }
    }

    fn convert_all(&mut self, from: &[Width], to: &[Width], span: Span) {
        for (var, (from, to)) in from.iter().zip(to).enumerate() {
            self.convert(var, *from, *to, span);
        }
        self.widths = to.to_vec();
    }

    /// The code that `walk` writes.
    fn nested(&mut self, walk: impl FnOnce(&mut Self)) -> Vec<Code> {
        let outer = std::mem::take(&mut self.code);
        walk(self);
        std::mem::replace(&mut self.code, outer)
    }

    /// Translates a block; its value. `padded`: only the lanes are read, not their number.
    pub fn block(&mut self, block: &Block, padded: bool) -> Option<Value> {
        let last = block.statements.len().checked_sub(1).filter(|_| block.value.is_none());
        for (at, statement) in block.statements.iter().enumerate() {
            if self.is_full {
                return None;
            }
            let value = self.statement(statement, Some(at) == last, padded);
            if Some(at) == last {
                return value;
            }
        }
        let value = block.value.as_ref()?;
        if padded { self.padded(value) } else { self.expr(value) }
    }

    fn statement(&mut self, statement: &Statement, is_last: bool, padded: bool) -> Option<Value> {
        match statement {
            Statement::Assign(assign) => self.assign(assign),
            Statement::If { condition, then, otherwise, span } => {
                return self.branches(condition, then, otherwise.as_ref(), *span, is_last, padded);
            }
            Statement::While { condition, body, span } => {
                self.repeat(condition, *span, |translator| drop(translator.block(body, true)));
            }
            Statement::For { init, condition, step, body, span } => {
                self.assign(init);
                self.repeat(condition, *span, |translator| {
                    translator.block(body, true);
                    translator.assign(step);
                });
            }
        }
        None
    }

    /// A condition: lane x of a value, 0 if there is none.
    fn condition(&mut self, condition: &Expr) -> Value {
        self.padded(condition).map_or_else(|| Value::number(0.0), |value| value.extend(1))
    }

    fn repeat(&mut self, condition: &Expr, span: Span, walk: impl Fn(&mut Self)) {
        let told = self.problems.list.len();
        let before = self.widths.clone();
        let mut entry = before.clone();
        loop {
            self.widths.clone_from(&entry);
            let mut tested = None;
            let head = self.nested(|translator| tested = Some(translator.condition(condition)));
            let exit = self.widths.clone();
            let mut body = self.nested(|translator| walk(translator));
            let after = self.widths.clone();
            let joined: Vec<Width> = entry.iter().zip(&after).map(|(one, other)| one.join(*other)).collect();
            if joined == entry || self.spend(span) {
                let back = self.nested(|translator| translator.convert_all(&after, &entry, span));
                body.extend(back);
                self.convert_all(&before, &entry, span);
                let condition = tested.unwrap_or_else(|| Value::number(0.0));
                self.code.push(Code::Loop { head, condition, body, span });
                self.widths = exit;
                return;
            }
            self.problems.list.truncate(told);
            entry = joined;
        }
    }

    fn branches(
        &mut self,
        condition: &Expr,
        then: &Block,
        otherwise: Option<&Block>,
        span: Span,
        is_last: bool,
        padded: bool,
    ) -> Option<Value> {
        let condition = self.condition(condition);
        let before = self.widths.clone();
        let (mut one, mut other) = (None, None);
        let mut first = self.nested(|translator| one = translator.block(then, padded || !is_last));
        let after_first = std::mem::replace(&mut self.widths, before);
        let mut second = self.nested(|translator| {
            other = otherwise.and_then(|block| translator.block(block, padded || !is_last));
        });
        let after_second = self.widths.clone();
        let joined: Vec<Width> = after_first.iter().zip(&after_second).map(|(one, other)| one.join(*other)).collect();
        let mut result = None;
        if is_last && (one.is_some() || other.is_some()) {
            let width = |value: &Option<Value>| value.as_ref().map_or(Nothing, |value| value.width);
            let width = if padded { Known(4) } else { width(&one).join(width(&other)) };
            let slot = self.temporary(width);
            for (code, value) in [(&mut first, one), (&mut second, other)] {
                let value = value.unwrap_or_else(|| Value::zero(width.known().unwrap_or(4)));
                let value =
                    width.known().map_or_else(|| value.clone().to_dynamic(), |lanes| value.clone().extend(lanes));
                code.push(Code::Set { slot, value, span });
            }
            result = Some(Value { kind: Kind::Slot(slot), width });
        }
        let tail = self.nested(|translator| translator.convert_all(&after_first, &joined, span));
        first.extend(tail);
        let tail = self.nested(|translator| translator.convert_all(&after_second, &joined, span));
        second.extend(tail);
        self.code.push(Code::If { condition, then: first, otherwise: second, span });
        result
    }

    fn assign(&mut self, assign: &Assign) {
        let span = assign.span;
        if self.spend(span) {
            return;
        }
        let mut before = None;
        if assign.op.is_some() {
            let mut value = match &assign.mask {
                Some(mask) => {
                    let whole = self.read_padded(assign.read);
                    Value { kind: Kind::Swizzle(Box::new(whole), mask.clone()), width: Known(mask.len() as u8) }
                }
                None => self.read(assign.read),
            };
            if crate::dialect::shaderception::bytecode::has_call(&assign.value) {
                value = self.spill(value, span);
            }
            before = Some(value);
        }
        let Some(mut value) = self.expr(&assign.value) else { return };
        if let (Some(op), Some(before)) = (assign.op, before) {
            widths::check_operands(op.text(), &[before.width, value.width], span, self.problems);
            value = self.binary(op, before, value);
        }
        let Some(mask) = &assign.mask else { return self.write(assign.write, value, span) };
        widths::check_mask(value.width, mask, Semantics::Sane, span, self.problems);
        let value = value.pad(mask.len() as u8);
        let top = mask.iter().copied().max().unwrap_or(1);
        let (var, old) = (assign.write, self.widths[assign.write]);
        if old == Dynamic {
            // The value is read twice.
            let value = self.spill(value, span);
            for shape in [Shape::Dynamic, Shape::Padded] {
                let slot = self.slot(var, shape);
                self.code.push(Code::SetLanes { slot, lanes: mask.clone(), value: value.clone(), span });
            }
            return;
        }
        let lanes = old.known().unwrap_or(4).max(top);
        let value = if old == Known(lanes) { value } else { self.spill(value, span) };
        self.convert(var, old, Known(lanes), span);
        let slot = self.slot(var, Shape::Lanes(lanes));
        self.code.push(Code::SetLanes { slot, lanes: mask.clone(), value, span });
    }

    /// A call of a function; its value.
    pub fn call(&mut self, callee: usize, arguments: Vec<Value>, span: Span) -> Option<Value> {
        if self.spend(span) {
            return None;
        }
        let given: Vec<Width> = arguments.iter().map(|argument| argument.width).collect();
        let seen: Vec<Var> = self.seen(callee);
        let entry: Vec<Width> = seen.iter().map(|var| self.widths[*var]).collect();
        let key = (callee, given, entry);
        let instance = match self.instances.get(&key) {
            Some(known) => known.clone(),
            None => self.instance(callee, &key, &seen),
        };
        for (var, width) in &instance.after {
            self.widths[*var] = *width;
        }
        let result = (instance.result != Nothing).then(|| self.temporary(instance.result));
        self.code.push(Code::Call { result, body: instance.body, arguments, span });
        result.map(|slot| Value { kind: Kind::Slot(slot), width: instance.result })
    }

    /// Variables whose earlier value a function can see, or leave as it is.
    fn seen(&self, callee: usize) -> Vec<Var> {
        let scope = &self.scopes[callee];
        let is_seen = |var: &Var| {
            scope.exposed.contains(var) || !self.linked.variables[*var].is_local && !scope.written.contains(var)
        };
        scope.touched.iter().copied().filter(is_seen).collect()
    }

    fn instance(&mut self, callee: usize, key: &InstanceKey, seen: &[Var]) -> Instance {
        let linked = self.linked;
        let function = &linked.functions[callee];
        let outer = self.widths.clone();
        // What the function cannot see has one width, so that it splits no instances.
        let mut inner = vec![Known(4); outer.len()];
        for var in seen {
            inner[*var] = outer[*var];
        }
        let mut params = Vec::new();
        for (param, width) in function.params.iter().zip(&key.1) {
            inner[*param] = *width;
            params.push(self.slot(*param, width.known().map_or(Shape::Dynamic, Shape::Lanes)));
        }
        self.widths = inner;
        let mut result = None;
        let code = self.nested(|translator| {
            for (param, width) in function.params.iter().zip(&key.1) {
                if *width == Dynamic {
                    let slot = translator.slot(*param, Shape::Padded);
                    let value = translator.read(*param).extend(4);
                    translator.code.push(Code::Set { slot, value, span: function.span });
                }
            }
            result = translator.block(&function.body, false);
        });
        let scope = &self.scopes[callee];
        let visible = scope
            .touched
            .iter()
            .copied()
            .filter(|var| !self.linked.variables[*var].is_local || scope.exposed.contains(var));
        let after = visible.map(|var| (var, self.widths[var])).collect();
        self.widths = outer;
        let width = result.as_ref().map_or(Nothing, |value| value.width);
        let body = self.program.bodies.len();
        self.program.bodies.push(Body { name: function.name.clone(), params, code, result, locals: Vec::new() });
        let instance = Instance { body, result: width, after };
        self.instances.insert(key.clone(), instance.clone());
        instance
    }
}
