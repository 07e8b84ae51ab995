//! Arrays of resources as one binding an element: WGSL for browsers has no such arrays, and naga writes none as GLSL.
//!
//! **In**: a lowered program, with the places of the elements.
//! **Out**: the same program with a variable for each element that may be reached, in the module and in the reflection.
//! **Never**: moves a sample's derivatives to where neighbouring pixels may not come.
//!
//! An element at a constant index is its variable. At a computed index, the operation on the element (a sample, a load, a store) is a
//! call of a function that has one case an element, see [`selection`]. Lowering makes a function once for each set of resources that it
//! is called with, so that no function has a resource as its argument.

mod selection;

use std::collections::{BTreeMap, BTreeSet};

use naga::valid::{
    Capabilities, FunctionInfo, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator,
};
use naga::{
    Arena, ArraySize, Block, Expression, Function, GlobalVariable, Handle, Literal, Module, Range, RayQueryFunction,
    ResourceBinding, Span, Statement, SwitchCase, Type, TypeInner,
};
use rustc_hash::FxHashMap;

use super::Refusal;
use super::operands::operands;
use super::writers::chain;
use crate::ir::{MAX_ELEMENTS, work};
use crate::lower::Lowered;
use crate::model::{Binding, Reflection};
use selection::{Operation, Selection};

/// A module without arrays of resources.
#[derive(Debug)]
struct Split {
    module: Module,
    info: ModuleInfo,
    elements: Vec<Element>,
}

/// An element that has a binding of its own.
#[derive(Debug)]
struct Element {
    array: ResourceBinding,
    number: u32,
    at: ResourceBinding,
}

struct ResourceArray {
    name: String,
    base: Handle<Type>,
    count: u32,
    /// By the number of the element, those that may be reached.
    elements: BTreeMap<u32, Handle<GlobalVariable>>,
}

/// What an expression has to do with an array of resources.
#[derive(Clone, Debug)]
enum Path {
    Array(Handle<GlobalVariable>),
    /// The element at a constant index.
    Fixed(Handle<GlobalVariable>, u32),
    Chosen(Chosen),
}

/// An element at a computed index, or a part of it.
#[derive(Clone, Debug)]
struct Chosen {
    array: Handle<GlobalVariable>,
    index: Handle<Expression>,
    /// From the element on.
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Constant(u32),
    Computed(Handle<Expression>),
}

type Paths = FxHashMap<Handle<Expression>, Path>;

/// The module with a binding for each element; `None` if it has no arrays of resources. `places`: by set and binding of an array, the
/// binding of its second element, see [`element_places`](crate::ir::element_places).
fn split(module: &Module, info: &ModuleInfo, places: &BTreeMap<(u32, u32), u32>) -> Result<Option<Split>, Refusal> {
    let mut arrays = BTreeMap::new();
    for (handle, variable) in module.global_variables.iter() {
        let TypeInner::BindingArray { base, size } = module.types[variable.ty].inner else { continue };
        let count = match size {
            ArraySize::Constant(count) => count.get(),
            ArraySize::Pending(_) | ArraySize::Dynamic => 0,
        };
        let name = variable.name.clone().unwrap_or_default();
        arrays.insert(handle, ResourceArray { name, base, count, elements: BTreeMap::new() });
    }
    if arrays.is_empty() {
        return Ok(None);
    }
    let mut splitter = Splitter {
        module: module.clone(),
        arrays,
        elements: Vec::new(),
        functions: Arena::new(),
        helpers: FxHashMap::default(),
    };
    let bodies = bodies(module, info);
    let mut all_paths = Vec::with_capacity(bodies.len());
    for (function, _) in &bodies {
        all_paths.push(splitter.paths(function)?);
    }
    splitter.declare(&all_paths, places)?;
    let mut mapped = Vec::new();
    for (at, ((function, info), paths)) in bodies.iter().zip(&all_paths).enumerate() {
        let span =
            module.functions.iter().nth(at).map_or(Span::UNDEFINED, |(handle, _)| module.functions.get_span(handle));
        let made = splitter.function(function, info, paths, &mapped)?;
        if at < module.functions.len() {
            mapped.push(splitter.functions.append(made, span));
        } else if let Some(entry) = splitter.module.entry_points.get_mut(at - module.functions.len()) {
            entry.function = made;
        }
    }
    let Splitter { mut module, elements, functions, .. } = splitter;
    module.functions = functions;
    remove_array_types(&mut module);
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all()).subgroup_operations(SubgroupOperationSet::all());
    let info = validator.validate(&module).map_err(|problem| Refusal {
        message: format!("arrays of resources were split wrongly: {}", chain(&problem.into_inner())),
        at: Span::UNDEFINED,
    })?;
    Ok(Some(Split { module, info, elements }))
}

/// Puts other types in the place of arrays of resources, which would be an extension though nothing uses them.
fn remove_array_types(module: &mut Module) {
    let is_array =
        |(handle, ty): (Handle<Type>, &Type)| matches!(ty.inner, TypeInner::BindingArray { .. }).then_some(handle);
    let arrays: Vec<Handle<Type>> = module.types.iter().filter_map(is_array).collect();
    for array in arrays {
        // The name makes it another type than all others; it is not written.
        let name = Some(format!("unused {}", array.index()));
        module.types.replace(array, Type { name, inner: TypeInner::Scalar(naga::Scalar::U32) });
    }
}

/// A lowered program without arrays of resources, in the module and in the reflection.
pub fn of_lowered(mut lowered: Lowered) -> Result<Lowered, Refusal> {
    if let Some(split) = split(&lowered.module, &lowered.info, &lowered.element_places)? {
        split.reflect(&mut lowered.reflection);
        (lowered.module, lowered.info) = (split.module, split.info);
    }
    Ok(lowered)
}

/// Every function, entry points last.
fn bodies<'a>(module: &'a Module, info: &'a ModuleInfo) -> Vec<(&'a Function, &'a FunctionInfo)> {
    let functions = module.functions.iter().map(|(handle, function)| (function, &info[handle]));
    let entries = module.entry_points.iter().enumerate().map(|(at, entry)| (&entry.function, info.get_entry_point(at)));
    functions.chain(entries).collect()
}

impl Split {
    /// The reflection with a binding for each element.
    fn reflect(&self, reflection: &mut Reflection) {
        let mut bindings = Vec::new();
        for binding in std::mem::take(&mut reflection.bindings) {
            let place = ResourceBinding { group: binding.set, binding: binding.binding };
            let before = bindings.len();
            for element in self.elements.iter().filter(|element| element.array == place) {
                let (name, binding_of) = (format!("{}[{}]", binding.name, element.number), element.at.binding);
                bindings.push(Binding { name, binding: binding_of, count: 1, ..binding.clone() });
            }
            if bindings.len() == before {
                bindings.push(binding);
            }
        }
        bindings.sort();
        reflection.bindings = bindings;
    }
}

struct Splitter {
    /// With the functions that it had.
    module: Module,
    arrays: BTreeMap<Handle<GlobalVariable>, ResourceArray>,
    elements: Vec<Element>,
    functions: Arena<Function>,
    /// Functions that select an element, by their text.
    helpers: FxHashMap<String, Handle<Function>>,
}

impl Splitter {
    fn refused(
        &self,
        function: &Function,
        at: Handle<Expression>,
        array: Handle<GlobalVariable>,
        why: &str,
    ) -> Refusal {
        Refusal {
            message: format!("the array `{}`: {why}", self.arrays[&array].name),
            at: function.expressions.get_span(at),
        }
    }

    /// The expressions of a function that are arrays of resources, or elements of them.
    fn paths(&self, function: &Function) -> Result<Paths, Refusal> {
        let mut paths = Paths::default();
        for (handle, expression) in function.expressions.iter() {
            work::spend(1);
            let found = match *expression {
                Expression::GlobalVariable(variable) if self.arrays.contains_key(&variable) => Path::Array(variable),
                Expression::AccessIndex { base, index } => match paths.get(&base) {
                    Some(Path::Array(array)) => Path::Fixed(*array, index),
                    Some(Path::Chosen(chosen)) => Path::Chosen(chosen.with(Step::Constant(index))),
                    _ => continue,
                },
                Expression::Access { base, index } => match paths.get(&base) {
                    Some(Path::Array(array)) => match literal(function, index) {
                        Some(index) => Path::Fixed(*array, index),
                        None => Path::Chosen(Chosen { array: *array, index, steps: Vec::new() }),
                    },
                    Some(Path::Chosen(chosen)) => Path::Chosen(chosen.with(Step::Computed(index))),
                    _ => continue,
                },
                ref other => {
                    self.check(function, handle, other, &paths)?;
                    continue;
                }
            };
            self.check_size(function, handle, &found)?;
            paths.insert(handle, found);
        }
        Ok(paths)
    }

    fn check_size(&self, function: &Function, at: Handle<Expression>, path: &Path) -> Result<(), Refusal> {
        let (Path::Array(array) | Path::Fixed(array, _) | Path::Chosen(Chosen { array, .. })) = path;
        let count = self.arrays[array].count;
        if matches!(path, Path::Array(_)) || (1..=MAX_ELEMENTS).contains(&count) {
            return Ok(());
        }
        let why = if count == 0 {
            "it has no arrays of resources without a size: give it one".to_owned()
        } else {
            format!("it has no arrays of resources, and one of more than {MAX_ELEMENTS} is not split into bindings")
        };
        Err(self.refused(function, at, *array, &why))
    }

    /// Whether an expression does with an element what a selection can do.
    fn check(
        &self,
        function: &Function,
        at: Handle<Expression>,
        expression: &Expression,
        paths: &Paths,
    ) -> Result<(), Refusal> {
        let can = matches!(
            expression,
            Expression::Load { .. }
                | Expression::ArrayLength(_)
                | Expression::ImageSample { .. }
                | Expression::ImageLoad { .. }
                | Expression::ImageQuery { .. }
        );
        let mut wrong = None;
        operands(expression, &mut |operand| match paths.get(&operand) {
            Some(Path::Array(array)) => wrong = Some(*array),
            Some(Path::Chosen(chosen)) if !can => wrong = Some(chosen.array),
            _ => {}
        });
        match wrong {
            Some(array) => Err(self.refused(function, at, array, "it has no such use of an element")),
            None => Ok(()),
        }
    }

    /// Makes the variables of the elements that may be reached; the array's own variable becomes the first of them.
    fn declare(&mut self, all_paths: &[Paths], places: &BTreeMap<(u32, u32), u32>) -> Result<(), Refusal> {
        let mut reached: BTreeMap<Handle<GlobalVariable>, BTreeSet<u32>> = BTreeMap::new();
        for path in all_paths.iter().flat_map(|paths| paths.values()) {
            match path {
                Path::Array(_) => {}
                Path::Fixed(array, index) => drop(reached.entry(*array).or_default().insert(*index)),
                Path::Chosen(Chosen { array, .. }) => {
                    reached.entry(*array).or_default().extend(0..self.arrays[array].count);
                }
            }
        }
        for (handle, array) in &mut self.arrays {
            let variable = self.module.global_variables[*handle].clone();
            let Some(place) = variable.binding else { continue };
            let numbers = reached.remove(handle).unwrap_or_else(|| BTreeSet::from([0]));
            for (nth, number) in numbers.into_iter().enumerate() {
                let second = places.get(&(place.group, place.binding));
                let binding = match (number.checked_sub(1), second) {
                    (None, _) => place.binding,
                    (Some(rest), Some(second)) => second.saturating_add(rest),
                    (Some(_), None) => {
                        let message = "an array of resources has no places for its elements".to_owned();
                        return Err(Refusal { message, at: Span::UNDEFINED });
                    }
                };
                let at = ResourceBinding { binding, ..place };
                let name = variable.name.as_ref().map(|name| format!("{name}_{number}"));
                let element = GlobalVariable { name, binding: Some(at), ty: array.base, ..variable.clone() };
                let of_element = if nth == 0 {
                    *self.module.global_variables.get_mut(*handle) = element;
                    *handle
                } else {
                    self.module.global_variables.append(element, Span::UNDEFINED)
                };
                array.elements.insert(number, of_element);
                self.elements.push(Element { array: place, number, at });
            }
        }
        Ok(())
    }

    /// A function without arrays of resources. `mapped`: what earlier functions are now.
    fn function(
        &mut self,
        old: &Function,
        info: &FunctionInfo,
        paths: &Paths,
        mapped: &[Handle<Function>],
    ) -> Result<Function, Refusal> {
        let mut new = old.clone();
        for (_, expression) in new.expressions.iter_mut() {
            if let Expression::CallResult(function) = expression {
                *function = mapped[function.index()];
            }
        }
        let mut body = Body { splitter: self, old, info, paths, mapped, new: &mut new, calls: FxHashMap::default() };
        body.expressions()?;
        let block = body.block(&old.body)?;
        new.body = block;
        new.named_expressions.retain(|handle, _| !paths.contains_key(handle));
        Ok(new)
    }
}

impl Chosen {
    fn with(&self, step: Step) -> Chosen {
        let mut steps = self.steps.clone();
        steps.push(step);
        Chosen { steps, ..*self }
    }
}

/// The value of a constant index.
fn literal(function: &Function, index: Handle<Expression>) -> Option<u32> {
    match function.expressions[index] {
        Expression::Literal(Literal::U32(index)) => Some(index),
        Expression::Literal(Literal::I32(index)) => u32::try_from(index).ok(),
        _ => None,
    }
}

/// A call of a function that selects.
#[derive(Clone, Debug)]
struct Call {
    function: Handle<Function>,
    arguments: Vec<Handle<Expression>>,
}

impl Call {
    fn statement(self, result: Option<Handle<Expression>>) -> Statement {
        Statement::Call { function: self.function, arguments: self.arguments, result }
    }
}

/// A function that is being rewritten.
struct Body<'a> {
    splitter: &'a mut Splitter,
    old: &'a Function,
    info: &'a FunctionInfo,
    paths: &'a Paths,
    mapped: &'a [Handle<Function>],
    new: &'a mut Function,
    /// By the expression that was the operation.
    calls: FxHashMap<Handle<Expression>, Call>,
}

impl Body<'_> {
    fn is_chosen(&self, expression: Handle<Expression>) -> bool {
        matches!(self.paths.get(&expression), Some(Path::Chosen(_)))
    }

    /// Rewrites the expressions: elements become variables, and operations on chosen elements the results of calls.
    fn expressions(&mut self) -> Result<(), Refusal> {
        for (handle, expression) in self.old.expressions.iter() {
            if let Some(path) = self.paths.get(&handle) {
                *self.new.expressions.get_mut(handle) = match path {
                    Path::Fixed(array, number) => match self.splitter.arrays[array].elements.get(number) {
                        Some(element) => Expression::GlobalVariable(*element),
                        None => return Err(self.splitter.refused(self.old, handle, *array, "an index beyond its end")),
                    },
                    // Nothing uses it any more.
                    Path::Array(_) | Path::Chosen(_) => Expression::Literal(Literal::U32(0)),
                };
                continue;
            }
            let mut is_operation = false;
            operands(expression, &mut |operand| is_operation |= self.is_chosen(operand));
            if is_operation {
                let call = self.select(&Operation::Expression(handle))?;
                *self.new.expressions.get_mut(handle) = Expression::CallResult(call.function);
                self.calls.insert(handle, call);
            }
        }
        Ok(())
    }

    fn select(&mut self, operation: &Operation<'_>) -> Result<Call, Refusal> {
        Selection::make(self.splitter, self.old, self.info, self.paths, operation)
    }

    fn block(&mut self, old: &Block) -> Result<Block, Refusal> {
        let mut new = Block::with_capacity(old.len());
        for (statement, span) in old.span_iter() {
            work::spend(1);
            self.statement(statement, *span, &mut new)?;
        }
        Ok(new)
    }

    fn statement(&mut self, statement: &Statement, span: Span, to: &mut Block) -> Result<(), Refusal> {
        let made = match statement {
            Statement::Emit(range) => {
                self.emit(range.clone(), span, to);
                return Ok(());
            }
            Statement::Block(inner) => Statement::Block(self.block(inner)?),
            Statement::If { condition, accept, reject } => {
                Statement::If { condition: *condition, accept: self.block(accept)?, reject: self.block(reject)? }
            }
            Statement::Switch { selector, cases } => {
                let mut made = Vec::with_capacity(cases.len());
                for SwitchCase { value, body, fall_through } in cases {
                    made.push(SwitchCase { value: *value, body: self.block(body)?, fall_through: *fall_through });
                }
                Statement::Switch { selector: *selector, cases: made }
            }
            Statement::Loop { body, continuing, break_if } => {
                Statement::Loop { body: self.block(body)?, continuing: self.block(continuing)?, break_if: *break_if }
            }
            Statement::Call { function, arguments, result } => {
                for argument in arguments {
                    if let Some(Path::Chosen(Chosen { array, .. }) | Path::Array(array)) = self.paths.get(argument) {
                        let why = "it has no element at a computed index as an argument";
                        return Err(self.splitter.refused(self.old, *argument, *array, why));
                    }
                }
                let function = self.mapped[function.index()];
                Statement::Call { function, arguments: arguments.clone(), result: *result }
            }
            Statement::RayQuery { fun: RayQueryFunction::Initialize { acceleration_structure: of, .. }, .. }
                if self.is_chosen(*of) =>
            {
                return Err(Refusal { message: "it traces no rays".to_owned(), at: span });
            }
            Statement::Store { pointer: of, .. }
            | Statement::ImageStore { image: of, .. }
            | Statement::ImageAtomic { image: of, .. }
                if self.is_chosen(*of) =>
            {
                self.select(&Operation::Statement(statement, *of))?.statement(None)
            }
            Statement::Atomic { pointer, result, .. } if self.is_chosen(*pointer) => {
                let call = self.select(&Operation::Statement(statement, *pointer))?;
                if let Some(result) = result {
                    *self.new.expressions.get_mut(*result) = Expression::CallResult(call.function);
                }
                call.statement(*result)
            }
            other => other.clone(),
        };
        to.push(made, span);
        Ok(())
    }

    /// Emits what is still to be emitted: variables are not, and the results of calls come from the calls.
    fn emit(&self, range: Range<Expression>, span: Span, to: &mut Block) {
        let mut open: Option<(Handle<Expression>, Handle<Expression>)> = None;
        let close = |open: &mut Option<_>, to: &mut Block| {
            if let Some((first, last)) = open.take() {
                to.push(Statement::Emit(Range::new_from_bounds(first, last)), span);
            }
        };
        for handle in range {
            if let Some(call) = self.calls.get(&handle) {
                close(&mut open, to);
                to.push(call.clone().statement(Some(handle)), self.old.expressions.get_span(handle));
            } else if self.paths.contains_key(&handle) {
                close(&mut open, to);
            } else {
                open = Some((open.map_or(handle, |(first, _)| first), handle));
            }
        }
        close(&mut open, to);
    }
}
