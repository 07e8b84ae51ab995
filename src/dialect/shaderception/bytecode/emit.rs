//! A linked program as instructions: calls become bodies, variables become registers.

use super::stats::Stats;
use super::{Instruction, JUMP_BUDGET, MOST_INSTRUCTIONS, Program, REGISTERS, STACK};
use crate::diag::{Diagnostic, Span};
use crate::dialect::shaderception::Semantics;
use crate::dialect::shaderception::builtins::{Builtin, POW, ROUND, SWIZZLE};
use crate::dialect::shaderception::linked::{Assign, Block, Expr, Linked, Node, Statement, Var};
use crate::dialect::shaderception::problems::Problems;
use crate::dialect::shaderception::widths::{self, Dynamic, Known, Nothing, Width};

/// Steps of the emission of one program: loops are walked until widths no longer change.
const MOST_STEPS: u32 = 2_000_000;

/// The program's instructions, and figures about them. Use them only if no error was reported.
pub fn emit(linked: &Linked, semantics: Semantics, problems: &mut Problems) -> (Program, Stats) {
    let count = linked.variables.len();
    let mut emitter = Emitter {
        linked,
        semantics,
        problems,
        program: Program::default(),
        registers: vec![None; count],
        widths: vec![Known(4); count],
        depth: 0,
        deepest: 0,
        steps: 0,
        is_full: false,
    };
    emitter.block(&linked.main);
    let (deepest, program) = (emitter.deepest, std::mem::take(&mut emitter.program));
    if deepest > STACK {
        let span = linked.main.value.as_ref().map_or_else(|| program.places[0], |value| value.span);
        let message = format!("the stack has {STACK} values, and the program needs {deepest}");
        problems.push(Diagnostic::error("psl/limit-stack", message).at(span).help("Split the expression."));
    }
    let jumps = super::stats::jumps(linked, problems);
    let stats = Stats {
        instructions: program.instructions.len(),
        registers: program.registers.len(),
        stack: deepest as usize,
        jumps: jumps.min(u64::from(JUMP_BUDGET) + 1),
    };
    (program, stats)
}

struct Emitter<'a> {
    linked: &'a Linked,
    semantics: Semantics,
    problems: &'a mut Problems,
    program: Program,
    registers: Vec<Option<u32>>,
    /// Of each variable, at this place.
    widths: Vec<Width>,
    depth: u32,
    deepest: u32,
    steps: u32,
    /// A limit was exceeded, which was told.
    is_full: bool,
}

impl Emitter<'_> {
    fn push(&mut self, instruction: Instruction, span: Span) {
        if self.program.instructions.len() >= MOST_INSTRUCTIONS && !self.is_full {
            self.is_full = true;
            let message = format!("the program has more than {MOST_INSTRUCTIONS} instructions");
            let problem = Diagnostic::error("psl/limit-instructions", message).at(span);
            self.problems.push(problem.help("Each call of a function is replaced by its body: use loops."));
        }
        if self.is_full {
            return;
        }
        self.program.instructions.push(instruction);
        self.program.places.push(span);
        let (taken, given) = super::stack_effect(&instruction);
        self.depth = self.depth.saturating_sub(taken) + given;
        self.deepest = self.deepest.max(self.depth);
    }

    fn here(&self) -> usize {
        self.program.instructions.len()
    }

    /// Sets the target of a jump that was emitted as the instruction `at`.
    fn land(&mut self, at: usize, target: usize) {
        let target = 2 * target as u32;
        if let Some(Instruction::Jump(slot) | Instruction::CondJump(slot)) = self.program.instructions.get_mut(at) {
            *slot = target;
        }
    }

    fn spend(&mut self, span: Span) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS && !self.is_full {
            self.is_full = true;
            let problem = Diagnostic::error("psl/limit-nesting", "loops and calls are nested too deep").at(span);
            self.problems.push(problem.help("Move the inner loops to a function with one loop."));
        }
        self.is_full
    }

    fn register(&mut self, var: Var, span: Span) -> u32 {
        if let Some(known) = self.registers[var] {
            return known;
        }
        let number = self.program.registers.len() as u32;
        self.program.registers.push(self.linked.variables[var].name.clone());
        self.registers[var] = Some(number);
        if number == REGISTERS && !self.is_full {
            self.is_full = true;
            let problem =
                Diagnostic::error("psl/limit-registers", format!("the program has more than {REGISTERS} variables"));
            self.problems.push(problem.at(span).help("Each name of each function has a register: use fewer names."));
        }
        number
    }

    /// The width of the value that the block leaves.
    fn block(&mut self, block: &Block) -> Width {
        let mut left = Nothing;
        for statement in &block.statements {
            left = self.statement(statement);
            if self.is_full {
                return Nothing;
            }
        }
        block.value.as_ref().map_or(left, |value| self.expr(value))
    }

    fn statement(&mut self, statement: &Statement) -> Width {
        match statement {
            Statement::Assign(assign) => self.assign(assign),
            Statement::If { condition, then, otherwise, span } => {
                return self.branches(condition, then, otherwise.as_ref(), *span);
            }
            Statement::While { condition, body, span } => self.repeat(*span, |emitter| {
                let start = emitter.here();
                emitter.expr(condition);
                let exit = emitter.here();
                emitter.push(Instruction::CondJump(0), *span);
                emitter.block(body);
                emitter.push(Instruction::Jump(2 * start as u32), *span);
                emitter.land(exit, emitter.here());
            }),
            Statement::For { init, condition, step, body, span } => {
                self.assign(init);
                self.repeat(*span, |emitter| {
                    let check = emitter.here();
                    emitter.expr(condition);
                    let exit = emitter.here();
                    emitter.push(Instruction::CondJump(0), *span);
                    let enter = emitter.here();
                    emitter.push(Instruction::Jump(0), *span);
                    // The step stands before the body, and its effect on widths comes behind it.
                    let before = emitter.widths.clone();
                    let increment = emitter.here();
                    emitter.assign(step);
                    emitter.push(Instruction::Jump(2 * check as u32), *span);
                    let after: Vec<Width> = emitter.widths.clone();
                    emitter.widths = before.clone();
                    emitter.land(enter, emitter.here());
                    emitter.block(body);
                    emitter.push(Instruction::Jump(2 * increment as u32), *span);
                    for (at, width) in after.into_iter().enumerate() {
                        if width != before[at] {
                            emitter.widths[at] = emitter.widths[at].join(width);
                        }
                    }
                    emitter.land(exit, emitter.here());
                });
            }
        }
        Nothing
    }

    /// Emits a loop with the widths that hold in every iteration.
    fn repeat(&mut self, span: Span, emit: impl Fn(&mut Self)) {
        let (start, depth) = (self.here(), self.depth);
        let told = self.problems.list.len();
        loop {
            let entry = self.widths.clone();
            emit(self);
            let joined: Vec<Width> = entry.iter().zip(&self.widths).map(|(one, other)| one.join(*other)).collect();
            let is_stable = joined == entry;
            self.widths = joined;
            if is_stable || self.spend(span) {
                return;
            }
            self.program.instructions.truncate(start);
            self.program.places.truncate(start);
            self.problems.list.truncate(told);
            self.depth = depth;
        }
    }

    fn branches(&mut self, condition: &Expr, then: &Block, otherwise: Option<&Block>, span: Span) -> Width {
        self.expr(condition);
        let skip = self.here();
        self.push(Instruction::CondJump(0), span);
        let (before, depth) = (self.widths.clone(), self.depth);
        let one = self.block(then);
        let end = self.here();
        self.push(Instruction::Jump(0), span);
        self.land(skip, self.here());
        let after = std::mem::replace(&mut self.widths, before);
        let then_depth = std::mem::replace(&mut self.depth, depth);
        let other = otherwise.map_or(Nothing, |block| self.block(block));
        self.depth = self.depth.max(then_depth);
        self.land(end, self.here());
        self.widths = after.into_iter().zip(&self.widths).map(|(one, other)| one.join(*other)).collect();
        if one == other { one } else { one.join(other) }
    }

    fn assign(&mut self, assign: &Assign) {
        if self.spend(assign.span) {
            return;
        }
        let span = assign.span;
        let is_sane = self.semantics == Semantics::Sane;
        let mut before = Nothing;
        if assign.op.is_some() {
            let register = self.register(assign.read, span);
            self.push(Instruction::PushVar(register), span);
            before = self.widths[assign.read];
            if let (Some(mask), true) = (&assign.mask, is_sane) {
                self.swizzle(mask, span);
                before = Known(mask.len() as u8);
            }
        }
        let mut width = self.expr(&assign.value);
        if let Some(op) = assign.op {
            widths::check_operands(op.text(), &[before, width], span, self.problems);
            width = widths::binary(op, before, width);
            self.push(Instruction::Binary(op), span);
        }
        let Some(mask) = &assign.mask else {
            let register = self.register(assign.write, span);
            self.push(Instruction::SetVar(register, None), span);
            self.widths[assign.write] = width;
            return;
        };
        widths::check_mask(width, mask, self.semantics, span, self.problems);
        if is_sane && mask.len() > 1 {
            match width {
                Known(1) => self.swizzle(&vec![1; mask.len()], span),
                Dynamic => self.width_unknown("a value assigned to several lanes", span),
                _ => {}
            }
        }
        let digits = mask.iter().fold(0, |digits, lane| digits * 10 + u32::from(*lane));
        let register = self.register(assign.write, span);
        self.push(Instruction::SetVar(register, Some(digits)), span);
        let old = self.widths[assign.write].known();
        let top = mask.iter().copied().max().unwrap_or(0);
        // Lanes between the old width and a written lane stay NaN, which counts lanes and not places.
        self.widths[assign.write] = match old {
            Some(old) if old >= top => Known(old),
            Some(old) if (old + 1..=top).all(|lane| mask.contains(&lane)) => Known(top),
            _ => Dynamic,
        };
    }

    fn width_unknown(&mut self, what: &str, span: Span) {
        let message = format!("the width of {what} is not known before the program runs");
        let problem = Diagnostic::warning("psl/width-unknown", message).at(span);
        self.problems.push(problem.help("Select its lanes, for example with `.x` or `.xyz`."));
    }

    /// Reads lanes of the topmost value.
    fn swizzle(&mut self, lanes: &[u8], span: Span) {
        let lane = |at: usize| f32::from(lanes.get(at).copied().unwrap_or(0)).to_bits();
        self.push(Instruction::PushConst([lane(0), lane(1), lane(2), lane(3)]), span);
        self.push(Instruction::Call(u32::from(SWIZZLE)), span);
    }

    fn expr(&mut self, expr: &Expr) -> Width {
        let span = expr.span;
        if self.spend(span) {
            return Nothing;
        }
        match &expr.node {
            Node::Empty => Nothing,
            Node::Number(value) => {
                self.push(Instruction::number(*value), span);
                Known(1)
            }
            // Branches were replaced before.
            Node::Branch(_) => Nothing,
            Node::Var(var) => {
                let register = self.register(*var, span);
                self.push(Instruction::PushVar(register), span);
                self.widths[*var]
            }
            Node::Unary(op, operand) => {
                let width = self.expr(operand);
                self.push(Instruction::Unary(*op), span);
                width
            }
            Node::Binary(op, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                self.push(Instruction::Binary(*op), span);
                widths::check_operands(op.text(), &[left, right], span, self.problems);
                widths::binary(*op, left, right)
            }
            Node::Swizzle(operand, lanes) => {
                let width = self.expr(operand);
                self.swizzle(lanes, span);
                widths::check_swizzle(width, lanes, span, self.problems);
                // Each invalid letter leaves a lane that does not count.
                Known(lanes.iter().filter(|lane| **lane != 0).count().max(1) as u8)
            }
            Node::Builtin(builtin, arguments) => self.builtin(builtin, arguments, span),
            Node::Call(function, arguments) => {
                let linked = self.linked;
                let function = &linked.functions[*function];
                let given: Vec<Width> = arguments.iter().map(|argument| self.expr(argument)).collect();
                for (param, width) in function.params.iter().zip(given).rev() {
                    let register = self.register(*param, span);
                    self.push(Instruction::SetVar(register, None), span);
                    self.widths[*param] = width;
                }
                self.block(&function.body)
            }
        }
    }

    fn builtin(&mut self, builtin: &'static Builtin, arguments: &[Expr], span: Span) -> Width {
        let is_sane = self.semantics == Semantics::Sane;
        let mut given = Vec::new();
        let first = self.here();
        for argument in arguments {
            given.push(self.expr(argument));
        }
        widths::check_builtin(builtin, &given, span, self.problems);
        if let (true, POW, [base, exponent]) = (is_sane, builtin.id, given.as_slice()) {
            match (base, exponent) {
                (Known(1), Known(wide)) if *wide > 1 => {
                    // The base lies below the exponent: emit both again, with the base spread.
                    self.rewind(first);
                    self.expr(&arguments[0]);
                    self.swizzle(&vec![1; usize::from(*wide)], span);
                    self.expr(&arguments[1]);
                }
                (Known(wide), Known(1)) if *wide > 1 => self.swizzle(&vec![1; usize::from(*wide)], span),
                (Dynamic, _) | (_, Dynamic) => self.width_unknown("an operand of `pow`", span),
                _ => {}
            }
        }
        self.push(Instruction::Call(u32::from(builtin.id)), span);
        if is_sane && builtin.id == ROUND {
            match given.first() {
                Some(Known(4)) => {}
                Some(Known(lanes)) => self.swizzle(&(1..=*lanes).collect::<Vec<u8>>(), span),
                _ => self.width_unknown("the operand of `round`", span),
            }
        }
        widths::builtin(builtin, &given, self.semantics)
    }

    fn rewind(&mut self, to: usize) {
        self.program.instructions.truncate(to);
        self.program.places.truncate(to);
        self.depth = self.depth.saturating_sub(2);
    }
}
