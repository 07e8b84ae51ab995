//! Whether all invocations of a group come to its barriers, as WGSL asks for: browsers refuse a module where they may not.
//!
//! The rules are those of the WGSL specification ("Uniformity"): a value is uniform if all invocations have the same; the flow of control
//! is uniform where all of them come, or none. Functions are analysed for the arguments that they are called with, which refuses no more.

use std::collections::{BTreeMap, HashMap};

use naga::{
    AddressSpace, Barrier, Binding, Block, BuiltIn, Expression, Function, Handle, ImageClass, Module, Span, Statement,
    StorageAccess, SwitchCase, Type, TypeInner,
};
use rustc_hash::FxHashMap;

use super::constructs;
use super::operands::operands;
use crate::ir::work;

/// The code of the error.
pub const CODE: &str = "compile/divergent-barrier";
/// The text of the error.
pub const MESSAGE: &str = "not every invocation of a group may come to this barrier: browsers refuse such WGSL";

/// A barrier to which not all invocations may come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Divergence {
    pub barrier: Span,
    /// The value that may differ between invocations.
    pub value: Span,
}

/// Why something may differ between invocations; `None`: it does not.
type Cause = Option<Origin>;

/// The variables of a function that may differ, by their numbers. Behind its own are what its arguments point to.
type Differing = BTreeMap<usize, Origin>;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Origin {
    /// A value of the function.
    Value(Span),
    /// The flow of control at the call.
    Flow,
    /// An argument, or what it points to.
    Argument(usize),
}

/// The first barrier of a compute stage to which not all invocations may come.
pub fn divergent_barrier(module: &Module) -> Option<Divergence> {
    let entry = module.entry_points.first()?;
    if !constructs::has_group_barriers(module) {
        return None;
    }
    let mut analysis = Analysis { module, known: HashMap::new() };
    let arguments = entry.function.arguments.iter().map(|argument| !is_uniform(module, argument)).collect();
    let summary = analysis.function(&entry.function, &Call { flow: false, arguments });
    let (barrier, cause) = summary.divergence?;
    let value = match cause {
        Origin::Value(span) => span,
        Origin::Flow | Origin::Argument(_) => Span::UNDEFINED,
    };
    Some(Divergence { barrier, value })
}

/// Whether an entry point's argument is the same for all invocations of a group.
fn is_uniform(module: &Module, argument: &naga::FunctionArgument) -> bool {
    let is_same = |binding: Option<&Binding>| {
        matches!(
            binding,
            Some(Binding::BuiltIn(BuiltIn::WorkGroupId | BuiltIn::NumWorkGroups | BuiltIn::WorkGroupSize))
        )
    };
    match &module.types[argument.ty].inner {
        TypeInner::Struct { members, .. } => members.iter().all(|member| is_same(member.binding.as_ref())),
        _ => is_same(argument.binding.as_ref()),
    }
}

/// What a function is analysed for: whether the flow of control and each argument, or what it points to, may differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Call {
    flow: bool,
    arguments: Vec<bool>,
}

/// What a call does.
#[derive(Clone, Debug, Default)]
struct Summary {
    result: Cause,
    /// What each argument points to afterwards.
    pointed: Vec<Cause>,
    divergence: Option<(Span, Origin)>,
}

struct Analysis<'a> {
    module: &'a Module,
    known: HashMap<(Handle<Function>, Call), Summary>,
}

impl Analysis<'_> {
    fn called(&mut self, function: Handle<Function>, call: Call) -> Summary {
        let key = (function, call);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let module = self.module;
        work::spend((module.functions[function].expressions.len() + key.1.arguments.len()) as u64);
        let found = self.function(&module.functions[function], &key.1);
        self.known.insert(key, found.clone());
        found
    }

    fn function(&mut self, function: &Function, call: &Call) -> Summary {
        let arguments = call.arguments.iter().enumerate();
        let arguments: Vec<Cause> = arguments.map(|(at, differs)| differs.then_some(Origin::Argument(at))).collect();
        // A pointer itself is always the same: what it points to is among the variables.
        let is_pointer = |at: usize| self.module.types[function.arguments[at].ty].inner.pointer_space().is_some();
        let of_argument = |expression: &Expression| match expression {
            Expression::FunctionArgument(at) if !is_pointer(*at as usize) => arguments[*at as usize],
            _ => None,
        };
        let first = function.local_variables.len();
        let pointed = arguments.iter().enumerate().filter_map(|(at, cause)| Some((first + at, (*cause)?)));
        let variables: Differing = pointed.collect();
        let mut body = Body {
            analysis: self,
            function,
            values: function.expressions.iter().map(|(_, expression)| of_argument(expression)).collect(),
            variables,
            headers: FxHashMap::default(),
            breaks: Vec::new(),
            continues: Vec::new(),
            returned: Differing::default(),
            summary: Summary::default(),
        };
        body.block(&function.body, call.flow.then_some(Origin::Flow));
        let mut variables = body.variables;
        merge(&mut variables, &body.returned);
        let pointed = (0..arguments.len()).map(|at| variables.get(&(first + at)).copied()).collect();
        Summary { pointed, ..body.summary }
    }
}

/// How a block may end.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    breaks: bool,
    continues: bool,
    returns: bool,
    /// Nothing comes behind it.
    stops: bool,
}

impl Ends {
    fn and(self, other: Ends) -> Ends {
        Ends {
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            returns: self.returns || other.returns,
            stops: self.stops || other.stops,
        }
    }

    const fn leaves(self) -> bool {
        self.breaks || self.continues || self.returns
    }
}

/// A function during its analysis.
struct Body<'a, 'm> {
    analysis: &'a mut Analysis<'m>,
    function: &'a Function,
    /// By the index of an expression.
    values: Vec<Cause>,
    /// None behind a statement that leaves the block.
    variables: Differing,
    /// What differs where a `break` leaves each `switch` and loop around the present statement.
    breaks: Vec<Differing>,
    /// What differs where the next round of each loop begins.
    continues: Vec<Differing>,
    returned: Differing,
    /// The flow of control and the variables at the beginning of each loop in a loop, by the address of its body. They only grow, so that
    /// it does not begin anew.
    headers: FxHashMap<usize, (Cause, Differing)>,
    summary: Summary,
}

impl Body<'_, '_> {
    fn set(&mut self, variable: usize, cause: Cause) {
        match cause {
            Some(cause) => drop(self.variables.insert(variable, cause)),
            None => drop(self.variables.remove(&variable)),
        }
    }

    /// A copy of the variables, which costs steps: there may be many, and many copies.
    fn copied(&self) -> Differing {
        work::spend(self.variables.len() as u64);
        self.variables.clone()
    }

    fn join(&self, of: impl IntoIterator<Item = Handle<Expression>>) -> Cause {
        of.into_iter().find_map(|expression| self.values[expression.index()])
    }

    /// The flow of control behind a block, and how the block may end otherwise.
    fn block(&mut self, block: &Block, flow: Cause) -> (Cause, Ends) {
        let (mut flow, mut ends) = (flow, Ends::default());
        for (statement, span) in block.span_iter() {
            work::spend(1);
            let (after, found) = self.statement(statement, *span, flow);
            flow = after;
            ends = ends.and(found);
            if ends.stops {
                break;
            }
        }
        (flow, ends)
    }

    fn statement(&mut self, statement: &Statement, span: Span, flow: Cause) -> (Cause, Ends) {
        match statement {
            Statement::Emit(range) => {
                for expression in range.clone() {
                    self.values[expression.index()] = self.value(expression);
                }
            }
            Statement::Block(inner) => return self.block(inner, flow),
            Statement::If { condition, accept, reject } => return self.branches(*condition, &[accept, reject], flow),
            Statement::Switch { selector, cases } => return self.switch(*selector, cases, flow),
            Statement::Loop { body, continuing, break_if } => return self.repeated(body, continuing, *break_if, flow),
            Statement::Break => {
                let variables = std::mem::take(&mut self.variables);
                self.breaks.last_mut().into_iter().for_each(|known| merge(known, &variables));
                return (flow, Ends { breaks: true, stops: true, ..Ends::default() });
            }
            Statement::Continue => {
                let variables = std::mem::take(&mut self.variables);
                self.continues.last_mut().into_iter().for_each(|known| merge(known, &variables));
                return (flow, Ends { continues: true, stops: true, ..Ends::default() });
            }
            Statement::Return { value } => {
                self.summary.result = self.summary.result.or_else(|| self.join(*value)).or(flow);
                let variables = std::mem::take(&mut self.variables);
                merge(&mut self.returned, &variables);
                return (flow, Ends { returns: true, stops: true, ..Ends::default() });
            }
            // In WGSL every barrier waits.
            Statement::ControlBarrier(barrier) | Statement::MemoryBarrier(barrier)
                if *barrier != Barrier::SUB_GROUP =>
            {
                self.must_be_uniform(span, flow);
            }
            Statement::WorkGroupUniformLoad { pointer, .. } => {
                let cause = flow.or(self.values[pointer.index()]);
                self.must_be_uniform(span, cause);
            }
            Statement::Store { pointer, value } => {
                let cause = self.join([*value]).or(flow);
                self.store(*pointer, cause);
            }
            Statement::Call { function, arguments, result } => self.call(*function, arguments, *result, flow, span),
            Statement::Atomic { result, .. } => self.differs(*result, span),
            Statement::SubgroupBallot { result, .. }
            | Statement::SubgroupGather { result, .. }
            | Statement::SubgroupCollectiveOperation { result, .. } => self.differs(Some(*result), span),
            _ => {}
        }
        (flow, Ends::default())
    }

    /// Why the flow of control differs behind a condition: the condition itself is what the user can change.
    fn decision(&self, condition: Handle<Expression>) -> Cause {
        let span = self.function.expressions.get_span(condition);
        self.values[condition.index()].map(|cause| if span.is_defined() { Origin::Value(span) } else { cause })
    }

    fn must_be_uniform(&mut self, span: Span, flow: Cause) {
        if let Some(cause) = flow {
            self.summary.divergence.get_or_insert((span, cause));
        }
    }

    fn differs(&mut self, result: Option<Handle<Expression>>, span: Span) {
        if let Some(result) = result {
            self.values[result.index()] = Some(Origin::Value(span));
        }
    }

    /// One of several blocks.
    fn branches(&mut self, condition: Handle<Expression>, blocks: &[&Block], flow: Cause) -> (Cause, Ends) {
        let inside = flow.or_else(|| self.decision(condition));
        let before = self.copied();
        let (mut after, mut behind, mut ends) = (None, Differing::default(), Ends::default());
        let mut stops = true;
        for block in blocks {
            self.variables.clone_from(&before);
            let (left, found) = self.block(block, inside);
            after = after.or(left);
            stops &= found.stops;
            ends = ends.and(found);
            merge(&mut behind, &self.variables);
        }
        self.variables = behind;
        ends.stops = stops;
        (if ends.leaves() { after } else { flow }, ends)
    }

    fn switch(&mut self, selector: Handle<Expression>, cases: &[SwitchCase], flow: Cause) -> (Cause, Ends) {
        let inside = flow.or_else(|| self.decision(selector));
        let before = self.copied();
        let (mut after, mut behind, mut ends) = (None, Differing::default(), Ends::default());
        let mut falls_through = false;
        self.breaks.push(Differing::default());
        for case in cases {
            if falls_through {
                merge(&mut self.variables, &before);
            } else {
                self.variables.clone_from(&before);
            }
            falls_through = case.fall_through;
            let (left, found) = self.block(&case.body, inside);
            after = after.or(left);
            ends = ends.and(found);
            merge(&mut behind, &self.variables);
        }
        merge(&mut behind, &self.breaks.pop().unwrap_or_default());
        self.variables = behind;
        // `break` leaves the `switch` alone.
        ends.breaks = false;
        // That all cases return is left to the browser to know.
        ends.stops = false;
        (if ends.leaves() { after } else { flow }, ends)
    }

    fn repeated(
        &mut self,
        body: &Block,
        continuing: &Block,
        break_if: Option<Handle<Expression>>,
        flow: Cause,
    ) -> (Cause, Ends) {
        let key = std::ptr::from_ref(body) as usize;
        let (mut start, mut variables) = self.headers.remove(&key).unwrap_or_default();
        start = start.or(flow);
        merge(&mut variables, &self.variables);
        self.breaks.push(Differing::default());
        loop {
            self.variables = variables;
            variables = self.copied();
            self.continues.push(Differing::default());
            let (left, ends) = self.block(body, start);
            let continued = self.continues.pop().unwrap_or_default();
            merge(&mut self.variables, &continued);
            let (left, others) = self.block(continuing, left);
            let ends = ends.and(others);
            let next = start.or(left).or_else(|| self.decision(break_if?));
            let mut grown = variables.clone();
            merge(&mut grown, &self.variables);
            let is_same = grown == variables && next == start;
            (start, variables) = (next, grown);
            if is_same {
                let mut behind = self.breaks.pop().unwrap_or_default();
                if break_if.is_some() {
                    merge(&mut behind, &self.variables);
                }
                self.variables = behind;
                if self.continues.is_empty() {
                    self.headers.clear();
                } else {
                    self.headers.insert(key, (start, variables));
                }
                let after = if ends.returns { start } else { flow };
                let stops = !ends.breaks && break_if.is_none();
                return (after, Ends { returns: ends.returns, stops, ..Ends::default() });
            }
        }
    }

    fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
        flow: Cause,
        span: Span,
    ) {
        let pointed: Vec<Option<usize>> = arguments.iter().map(|argument| self.variable(*argument)).collect();
        let causes: Vec<Cause> = arguments
            .iter()
            .zip(&pointed)
            .map(|(argument, variable)| {
                self.values[argument.index()].or_else(|| self.variables.get(&(*variable)?).copied())
            })
            .collect();
        let call = Call { flow: flow.is_some(), arguments: causes.iter().map(Option::is_some).collect() };
        let summary = self.analysis.called(function, call);
        let here = |origin: Origin| match origin {
            // The call stands for the values in the function.
            Origin::Value(inner) => Origin::Value(if inner.is_defined() { inner } else { span }),
            Origin::Flow => flow.unwrap_or(Origin::Value(span)),
            Origin::Argument(at) => causes.get(at).copied().flatten().unwrap_or(Origin::Value(span)),
        };
        if let Some((barrier, cause)) = summary.divergence {
            self.summary.divergence.get_or_insert((barrier, here(cause)));
        }
        for (variable, cause) in pointed.into_iter().zip(summary.pointed) {
            if let Some(variable) = variable {
                self.set(variable, cause.map(here));
            }
        }
        if let Some(result) = result {
            self.values[result.index()] = summary.result.map(here);
        }
    }

    /// What an element or member is part of.
    fn root(&self, of: Handle<Expression>) -> Handle<Expression> {
        let mut root = of;
        while let Expression::Access { base, .. } | Expression::AccessIndex { base, .. } =
            self.function.expressions[root]
        {
            root = base;
        }
        root
    }

    /// The variable, or what an argument points to, that a pointer leads into.
    fn variable(&self, pointer: Handle<Expression>) -> Option<usize> {
        match self.function.expressions[self.root(pointer)] {
            Expression::LocalVariable(variable) => Some(variable.index()),
            Expression::FunctionArgument(at) => {
                let ty = self.function.arguments.get(at as usize)?.ty;
                let is_pointer = self.analysis.module.types[ty].inner.pointer_space().is_some();
                is_pointer.then(|| self.function.local_variables.len() + at as usize)
            }
            _ => None,
        }
    }

    fn store(&mut self, pointer: Handle<Expression>, cause: Cause) {
        let Some(variable) = self.variable(pointer) else { return };
        let is_whole = matches!(
            self.function.expressions[pointer],
            Expression::LocalVariable(_) | Expression::FunctionArgument(_)
        );
        let cause = cause.or(self.values[pointer.index()]);
        let before = self.variables.get(&variable).copied().filter(|_| !is_whole);
        self.set(variable, before.or(cause));
    }

    /// Why the value of an expression differs.
    fn value(&self, expression: Handle<Expression>) -> Cause {
        let span = self.function.expressions.get_span(expression);
        match &self.function.expressions[expression] {
            Expression::Load { pointer } => self.loaded(*pointer, span),
            Expression::ImageLoad { image, .. } if self.is_changed_image(*image) => Some(Origin::Value(span)),
            of => {
                let mut cause = None;
                operands(of, &mut |operand| cause = cause.or(self.values[operand.index()]));
                cause
            }
        }
    }

    fn loaded(&self, pointer: Handle<Expression>, span: Span) -> Cause {
        let by_index = self.values[pointer.index()];
        if let Some(variable) = self.variable(pointer) {
            return by_index.or_else(|| self.variables.get(&variable).copied());
        }
        let root = self.root(pointer);
        let is_changed = match self.function.expressions[root] {
            Expression::GlobalVariable(variable) => match self.analysis.module.global_variables[variable].space {
                AddressSpace::Storage { access } => access.contains(StorageAccess::STORE),
                AddressSpace::Private | AddressSpace::WorkGroup => true,
                _ => false,
            },
            _ => true,
        };
        by_index.or(is_changed.then_some(Origin::Value(span)))
    }

    fn is_changed_image(&self, image: Handle<Expression>) -> bool {
        let root = self.root(image);
        let is_written = |ty: Handle<Type>| match self.analysis.module.types[ty].inner {
            TypeInner::Image { class: ImageClass::Storage { access, .. }, .. } => access.contains(StorageAccess::STORE),
            _ => false,
        };
        match self.function.expressions[root] {
            Expression::GlobalVariable(variable) => is_written(self.analysis.module.global_variables[variable].ty),
            Expression::FunctionArgument(at) => is_written(self.function.arguments[at as usize].ty),
            _ => false,
        }
    }
}

fn merge(into: &mut Differing, from: &Differing) {
    work::spend(from.len() as u64);
    for (variable, cause) in from {
        into.entry(*variable).or_insert(*cause);
    }
}
