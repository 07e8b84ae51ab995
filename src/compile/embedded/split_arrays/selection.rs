//! Functions that do something with one of several elements: their arguments are the computed index and the operands of the operation.
//!
//! ```text
//! fn textures_element(i: u32, s: sampler's index, uv: vec2<f32>) -> vec4<f32> {
//!     switch i { case 0u: { return …textures_0…; } … default: { return …; } }
//! }
//! ```
//!
//! A sample without a level compares its coordinates with those of neighbouring pixels, which is undefined where they come to another
//! case. So the derivatives are taken before the cases, and the cases sample with them. WGSL cannot do so for depth textures and
//! one-dimensional ones: there every element is sampled before the cases, which only choose a result.

use naga::valid::FunctionInfo;
use naga::{
    AtomicFunction, BinaryOperator, Block, DerivativeAxis, DerivativeControl, Expression, Function, FunctionArgument,
    FunctionResult, Handle, ImageClass, ImageDimension, ImageQuery, MathFunction, Range, SampleLevel, ScalarKind, Span,
    Statement, SwitchCase, SwitchValue, Type, TypeInner,
};
use rustc_hash::FxHashMap;

use super::{Call, Chosen, Path, Paths, Splitter, Step};
use crate::compile::embedded::Refusal;
use crate::compile::embedded::operands::operands;
use crate::ir::work;

/// Cases of a function at most: of an operation on two arrays, each pair of elements is one.
const MAX_CASES: u32 = 256;

/// What is done with an element.
pub enum Operation<'a> {
    Expression(Handle<Expression>),
    /// A statement, and its operand that is an element.
    Statement(&'a Statement, Handle<Expression>),
}

/// How a sample without a level is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Derivatives {
    /// There are none.
    None,
    /// Taken before the cases.
    Before,
    /// Taken by samples of all elements before the cases.
    OfAll,
}

/// A function that is being made.
pub struct Selection<'a> {
    splitter: &'a mut Splitter,
    caller: &'a Function,
    info: &'a FunctionInfo,
    paths: &'a Paths,
    made: Function,
    /// Of the caller, in order.
    arguments: Vec<Handle<Expression>>,
    /// By the caller's expression, the same here.
    known: FxHashMap<Handle<Expression>, Handle<Expression>>,
    /// Operands that are elements.
    elements: Vec<(Handle<Expression>, Chosen)>,
    /// Each index, and how many values it has.
    selectors: Vec<(Handle<Expression>, u32)>,
    /// What comes before the cases.
    before: Block,
    /// The derivatives of a sample's coordinates, scaled by its bias.
    gradients: Option<(Handle<Expression>, Handle<Expression>)>,
    /// Results of samples before the cases.
    sampled: FxHashMap<Vec<u32>, Handle<Expression>>,
}

impl<'a> Selection<'a> {
    /// The call of the function for an operation of `caller`; the function is made if there is none yet.
    pub fn make(
        splitter: &'a mut Splitter,
        caller: &'a Function,
        info: &'a FunctionInfo,
        paths: &'a Paths,
        operation: &Operation<'_>,
    ) -> Result<Call, Refusal> {
        let mut selection = Selection {
            splitter,
            caller,
            info,
            paths,
            made: Function::default(),
            arguments: Vec::new(),
            known: FxHashMap::default(),
            elements: Vec::new(),
            selectors: Vec::new(),
            before: Block::new(),
            gradients: None,
            sampled: FxHashMap::default(),
        };
        selection.find_elements(operation)?;
        selection.take_operands(operation);
        let array = selection.elements.first().map(|(_, chosen)| chosen.array);
        selection.made.name = array.map(|array| format!("{}_element", selection.splitter.arrays[&array].name));
        let (result, derivatives) = match operation {
            Operation::Expression(of) => (Some(*of), selection.prepare(*of)),
            Operation::Statement(Statement::Atomic { result, .. }, _) => (*result, Derivatives::None),
            Operation::Statement(..) => (None, Derivatives::None),
        };
        if let Some(result) = result {
            let ty = selection.type_of(result);
            let ty = selection.exchange_type(ty).unwrap_or(ty);
            selection.made.result = Some(FunctionResult { ty, binding: None });
        }
        if derivatives == Derivatives::OfAll {
            selection.sample_all(operation);
        }
        let cases = selection.cases(operation, &mut Vec::new());
        let Selection { mut made, before, arguments, splitter, .. } = selection;
        made.body = before;
        made.body.extend_block(cases);
        // naga's functions cannot be compared.
        let key = format!("{made:?}");
        let function = match splitter.helpers.get(&key) {
            Some(known) => *known,
            None => {
                let function = splitter.functions.append(made, Span::UNDEFINED);
                splitter.helpers.insert(key, function);
                function
            }
        };
        Ok(Call { function, arguments })
    }

    /// Finds the operands that are elements, and what selects them.
    fn find_elements(&mut self, operation: &Operation<'_>) -> Result<(), Refusal> {
        let mut of = Vec::new();
        match operation {
            Operation::Expression(handle) => {
                operands(&self.caller.expressions[*handle], &mut |operand| of.push(operand));
            }
            Operation::Statement(_, operand) => of.push(*operand),
        }
        for operand in of {
            let Some(Path::Chosen(chosen)) = self.paths.get(&operand) else { continue };
            let count = self.splitter.arrays[&chosen.array].count;
            match self.selectors.iter_mut().find(|(index, _)| *index == chosen.index) {
                Some((_, known)) => *known = count.max(*known),
                None => self.selectors.push((chosen.index, count)),
            }
            self.elements.push((operand, chosen.clone()));
        }
        let cases = self.selectors.iter().fold(1, |cases: u32, (_, count)| cases.saturating_mul(*count));
        match self.elements.first() {
            Some((operand, chosen)) if cases > MAX_CASES => {
                let why = format!(
                    "it has no arrays of resources, and {cases} pairs of elements, one of each array, are too many to choose from"
                );
                Err(self.splitter.refused(self.caller, *operand, chosen.array, &why))
            }
            _ => Ok(()),
        }
    }

    /// The type of one of the caller's expressions.
    fn type_of(&mut self, of: Handle<Expression>) -> Handle<Type> {
        let resolution = &self.info[of].ty;
        match resolution.handle() {
            Some(ty) => ty,
            None => {
                let inner = resolution.inner_with(&self.splitter.module.types).clone();
                self.splitter.module.types.insert(Type { name: None, inner }, Span::UNDEFINED)
            }
        }
    }

    /// The result of a comparing exchange as a structure of our own: WGSL has no name for its type.
    fn exchange_type(&mut self, ty: Handle<Type>) -> Option<Handle<Type>> {
        let types = &mut self.splitter.module.types;
        let inner @ TypeInner::Struct { .. } = types[ty].inner.clone() else { return None };
        Some(types.insert(Type { name: Some("exchange".to_owned()), inner }, Span::UNDEFINED))
    }

    /// Makes every operand but the elements known here.
    fn take_operands(&mut self, operation: &Operation<'_>) {
        for (index, _) in self.selectors.clone() {
            self.take(index);
        }
        for (_, chosen) in self.elements.clone() {
            for step in &chosen.steps {
                if let Step::Computed(index) = step {
                    self.take(*index);
                }
            }
        }
        let mut of = Vec::new();
        let mut constant = None;
        match operation {
            Operation::Expression(handle) => {
                let expression = &self.caller.expressions[*handle];
                if let Expression::ImageSample { offset, .. } = expression {
                    constant = *offset;
                }
                operands(expression, &mut |operand| of.push(operand));
            }
            Operation::Statement(statement, _) => match statement {
                Statement::Store { value, .. } => of.push(*value),
                Statement::ImageStore { coordinate, array_index, value, .. } => {
                    of.extend([Some(*coordinate), *array_index, Some(*value)].into_iter().flatten());
                }
                Statement::ImageAtomic { coordinate, array_index, fun, value, .. } => {
                    of.extend([Some(*coordinate), *array_index, Some(*value), compared(*fun)].into_iter().flatten());
                }
                Statement::Atomic { fun, value, .. } => of.extend([Some(*value), compared(*fun)].into_iter().flatten()),
                _ => {}
            },
        }
        if let Some(offset) = constant {
            self.copy_constant(offset);
        }
        for operand in of {
            if self.elements.iter().all(|(element, _)| *element != operand) {
                self.take(operand);
            }
        }
    }

    /// An expression of the caller as one of this function: itself if it is the same in each function, else an argument.
    fn take(&mut self, of: Handle<Expression>) {
        if self.known.contains_key(&of) {
            return;
        }
        if let Some(Path::Fixed(array, number)) = self.paths.get(&of) {
            let here = self.variable(*array, *number);
            self.known.insert(of, here);
            return;
        }
        let here = match &self.caller.expressions[of] {
            same @ (Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::ZeroValue(_)
            | Expression::GlobalVariable(_)) => same.clone(),
            _ => {
                let ty = self.type_of(of);
                let number = self.made.arguments.len() as u32;
                self.made.arguments.push(FunctionArgument { name: None, ty, binding: None });
                self.arguments.push(of);
                Expression::FunctionArgument(number)
            }
        };
        let here = self.add(here);
        self.known.insert(of, here);
    }

    /// An offset of a sample, which must be constant where it is used.
    fn copy_constant(&mut self, of: Handle<Expression>) {
        let copy = match &self.caller.expressions[of] {
            Expression::Compose { ty, components } => {
                components.iter().for_each(|component| self.copy_constant(*component));
                Expression::Compose { ty: *ty, components: self.here_all(components) }
            }
            Expression::Splat { size, value } => {
                self.copy_constant(*value);
                Expression::Splat { size: *size, value: self.here(*value) }
            }
            Expression::Unary { op, expr } => {
                self.copy_constant(*expr);
                Expression::Unary { op: *op, expr: self.here(*expr) }
            }
            _ => return self.take(of),
        };
        let copy = self.emit_before(copy);
        self.known.insert(of, copy);
    }

    fn here(&self, of: Handle<Expression>) -> Handle<Expression> {
        self.known.get(&of).copied().unwrap_or(of)
    }

    fn here_all(&self, of: &[Handle<Expression>]) -> Vec<Handle<Expression>> {
        of.iter().map(|one| self.here(*one)).collect()
    }

    fn add(&mut self, expression: Expression) -> Handle<Expression> {
        work::spend(1);
        self.made.expressions.append(expression, Span::UNDEFINED)
    }

    fn emit_before(&mut self, expression: Expression) -> Handle<Expression> {
        let made = self.add(expression);
        self.before.push(Statement::Emit(Range::new_from_bounds(made, made)), Span::UNDEFINED);
        made
    }

    /// Takes the derivatives of a sample without a level, whose gradients are then known as its level's.
    fn prepare(&mut self, of: Handle<Expression>) -> Derivatives {
        let Expression::ImageSample { image, coordinate, level, .. } = self.caller.expressions[of] else {
            return Derivatives::None;
        };
        if !matches!(level, SampleLevel::Auto | SampleLevel::Bias(_)) {
            return Derivatives::None;
        }
        let types = &self.splitter.module.types;
        let has_gradients = matches!(
            self.info[image].ty.inner_with(types),
            TypeInner::Image { dim, class: ImageClass::Sampled { kind: ScalarKind::Float, .. }, .. } if *dim != ImageDimension::D1
        );
        if !has_gradients {
            return Derivatives::OfAll;
        }
        let coordinate = self.here(coordinate);
        let mut gradient = |axis| {
            let ctrl = DerivativeControl::None;
            let gradient = self.emit_before(Expression::Derivative { axis, ctrl, expr: coordinate });
            let SampleLevel::Bias(bias) = level else { return gradient };
            // A bias of one level is a factor of two.
            let (arg, fun) = (self.here(bias), MathFunction::Exp2);
            let factor = self.emit_before(Expression::Math { fun, arg, arg1: None, arg2: None, arg3: None });
            let op = BinaryOperator::Multiply;
            self.emit_before(Expression::Binary { op, left: gradient, right: factor })
        };
        self.gradients = Some((gradient(DerivativeAxis::X), gradient(DerivativeAxis::Y)));
        Derivatives::Before
    }

    /// Samples every element, or every pair of elements, before the cases.
    fn sample_all(&mut self, operation: &Operation<'_>) {
        let mut open = vec![Vec::new()];
        while let Some(chosen) = open.pop() {
            if let Some((_, count)) = self.selectors.get(chosen.len()) {
                open.extend((0..*count).rev().map(|number| [chosen.as_slice(), &[number]].concat()));
                continue;
            }
            let mut block = Block::new();
            if let Some(result) = self.perform(operation, &chosen, &mut block) {
                self.before.append(&mut block);
                self.sampled.insert(chosen, result);
            }
        }
    }

    /// The cases of the selectors behind those that have chosen, each of which returns.
    fn cases(&mut self, operation: &Operation<'_>, chosen: &mut Vec<u32>) -> Block {
        let Some((index, count)) = self.selectors.get(chosen.len()).copied() else {
            let mut block = Block::new();
            let value = match self.sampled.get(chosen) {
                Some(sampled) => Some(*sampled),
                None => self.perform(operation, chosen, &mut block),
            };
            if value.is_some() {
                block.push(Statement::Return { value }, Span::UNDEFINED);
            }
            return block;
        };
        let types = &self.splitter.module.types;
        let is_signed = self.info[index].ty.inner_with(types).scalar().is_some_and(|of| of.kind == ScalarKind::Sint);
        let mut cases = Vec::new();
        for number in 0..count {
            // Beyond the end is undefined in the source.
            let value = match (number + 1 == count, is_signed) {
                (true, _) => SwitchValue::Default,
                (false, true) => SwitchValue::I32(number as i32),
                (false, false) => SwitchValue::U32(number),
            };
            chosen.push(number);
            let body = self.cases(operation, chosen);
            chosen.pop();
            cases.push(SwitchCase { value, body, fall_through: false });
        }
        Block::from_vec(vec![Statement::Switch { selector: self.here(index), cases }])
    }

    fn variable(&mut self, array: Handle<naga::GlobalVariable>, number: u32) -> Handle<Expression> {
        let elements = &self.splitter.arrays[&array].elements;
        // Arrays of different lengths may have one index.
        let element = elements.get(&number).or_else(|| elements.values().next_back()).copied();
        self.add(Expression::GlobalVariable(element.unwrap_or(array)))
    }

    /// The operation on the chosen elements, and its result.
    fn perform(&mut self, operation: &Operation<'_>, chosen: &[u32], to: &mut Block) -> Option<Handle<Expression>> {
        let mut here = self.known.clone();
        let mut variables = Vec::new();
        for (operand, element) in self.elements.clone() {
            let selector = self.selectors.iter().position(|(index, _)| *index == element.index).unwrap_or_default();
            let number = chosen.get(selector).copied().unwrap_or_default();
            variables.push((operand, element.steps, self.variable(element.array, number)));
        }
        let result = match operation {
            Operation::Statement(Statement::Atomic { result: Some(result), .. }, _) => {
                Some(self.add(self.caller.expressions[*result].clone()))
            }
            _ => None,
        };
        let start = self.made.expressions.len();
        for (operand, steps, variable) in variables {
            let mut part = variable;
            for step in steps {
                part = match step {
                    Step::Constant(index) => self.add(Expression::AccessIndex { base: part, index }),
                    Step::Computed(index) => {
                        let index = here.get(&index).copied().unwrap_or(index);
                        self.add(Expression::Access { base: part, index })
                    }
                };
            }
            here.insert(operand, part);
        }
        let of = |operand: Handle<Expression>| here.get(&operand).copied().unwrap_or(operand);
        let value = match operation {
            Operation::Expression(handle) => {
                let expression = with_operands(&self.caller.expressions[*handle], &of, self.gradients);
                Some(self.add(expression))
            }
            Operation::Statement(..) => result,
        };
        let emitted = self.made.expressions.range_from(start);
        if emitted.first_and_last().is_some() {
            to.push(Statement::Emit(emitted), Span::UNDEFINED);
        }
        if let Operation::Statement(statement, _) = operation {
            to.push(statement_with_operands(statement, &of, result), Span::UNDEFINED);
        }
        let is_structure = matches!(operation, Operation::Statement(..));
        let ty = self.made.result.as_ref().filter(|_| is_structure).map(|result| result.ty);
        match (value, ty) {
            (Some(value), Some(ty)) => Some(self.copy_structure(value, ty, to)),
            _ => value,
        }
    }

    /// A value of another structure with the same members.
    fn copy_structure(&mut self, value: Handle<Expression>, ty: Handle<Type>, to: &mut Block) -> Handle<Expression> {
        let members = match &self.splitter.module.types[ty].inner {
            TypeInner::Struct { members, .. } => members.len() as u32,
            _ => return value,
        };
        let start = self.made.expressions.len();
        let components = (0..members).map(|index| self.add(Expression::AccessIndex { base: value, index })).collect();
        let made = self.add(Expression::Compose { ty, components });
        to.push(Statement::Emit(self.made.expressions.range_from(start)), Span::UNDEFINED);
        made
    }
}

/// An operation with other operands. `gradients`: in place of a level that is not given.
fn with_operands(
    expression: &Expression,
    of: &dyn Fn(Handle<Expression>) -> Handle<Expression>,
    gradients: Option<(Handle<Expression>, Handle<Expression>)>,
) -> Expression {
    match *expression {
        Expression::Load { pointer } => Expression::Load { pointer: of(pointer) },
        Expression::ArrayLength(array) => Expression::ArrayLength(of(array)),
        Expression::ImageSample {
            image,
            sampler,
            gather,
            coordinate,
            array_index,
            offset,
            level,
            depth_ref,
            clamp_to_edge,
        } => Expression::ImageSample {
            image: of(image),
            sampler: of(sampler),
            gather,
            coordinate: of(coordinate),
            array_index: array_index.map(of),
            offset: offset.map(of),
            level: match (level, gradients) {
                (SampleLevel::Auto | SampleLevel::Bias(_), Some((x, y))) => SampleLevel::Gradient { x, y },
                (SampleLevel::Exact(level), _) => SampleLevel::Exact(of(level)),
                (SampleLevel::Bias(bias), None) => SampleLevel::Bias(of(bias)),
                (SampleLevel::Gradient { x, y }, _) => SampleLevel::Gradient { x: of(x), y: of(y) },
                (same @ (SampleLevel::Auto | SampleLevel::Zero), _) => same,
            },
            depth_ref: depth_ref.map(of),
            clamp_to_edge,
        },
        Expression::ImageLoad { image, coordinate, array_index, sample, level } => Expression::ImageLoad {
            image: of(image),
            coordinate: of(coordinate),
            array_index: array_index.map(of),
            sample: sample.map(of),
            level: level.map(of),
        },
        Expression::ImageQuery { image, query } => Expression::ImageQuery {
            image: of(image),
            query: match query {
                ImageQuery::Size { level } => ImageQuery::Size { level: level.map(of) },
                same => same,
            },
        },
        ref other => other.clone(),
    }
}

fn statement_with_operands(
    statement: &Statement,
    of: &dyn Fn(Handle<Expression>) -> Handle<Expression>,
    result: Option<Handle<Expression>>,
) -> Statement {
    let function = |fun: AtomicFunction| match fun {
        AtomicFunction::Exchange { compare } => AtomicFunction::Exchange { compare: compare.map(of) },
        same => same,
    };
    match *statement {
        Statement::Store { pointer, value } => Statement::Store { pointer: of(pointer), value: of(value) },
        Statement::ImageStore { image, coordinate, array_index, value } => Statement::ImageStore {
            image: of(image),
            coordinate: of(coordinate),
            array_index: array_index.map(of),
            value: of(value),
        },
        Statement::ImageAtomic { image, coordinate, array_index, fun, value } => Statement::ImageAtomic {
            image: of(image),
            coordinate: of(coordinate),
            array_index: array_index.map(of),
            fun: function(fun),
            value: of(value),
        },
        Statement::Atomic { pointer, fun, value, .. } => {
            Statement::Atomic { pointer: of(pointer), fun: function(fun), value: of(value), result }
        }
        ref other => other.clone(),
    }
}

fn compared(fun: AtomicFunction) -> Option<Handle<Expression>> {
    match fun {
        AtomicFunction::Exchange { compare } => compare,
        _ => None,
    }
}
