//! Builds a function: its expressions, the block that is being written, and the state of its locals.

use naga::{
    BinaryOperator, Block, Expression, Handle, Literal, LocalVariable, MathFunction, Range, ScalarKind, Span,
    Statement, SwizzleComponent, UnaryOperator,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::call::Returned;
use super::module::Lowerer;
use super::resource::ResourceRef;
use super::shape::{Shape, Ty, is_naga_matrix, scalar, shape, vector_size};
use super::{constant, deep_values};
use crate::ir;
use crate::ir::{Instance, Intrinsic, LocalId, Method, Problem, Result, TokenIndex, Type, work};

/// An expression of the function.
pub type ValueHandle = Handle<Expression>;

/// How a local is represented.
#[derive(Clone, Debug, Default)]
pub struct LocalState {
    /// A value: the local never changes.
    pub value: Option<ValueHandle>,
    /// The pointer to its variable.
    pub variable: Option<ValueHandle>,
    /// The resources in it, in the order of [`super::resource::leaves`].
    pub resources: Vec<ResourceRef>,
    /// Depth of control flow of its declaration: resources may only be set at this depth.
    pub depth: u32,
}

pub struct FunctionBuilder<'l, 'p> {
    pub low: &'l mut Lowerer<'p>,
    pub instance: &'p Instance,
    pub source: &'p ir::Function,
    pub naga: naga::Function,
    /// The blocks that are being written, the innermost last.
    blocks: Vec<Block>,
    /// Whether nothing that follows in the innermost block can run.
    pub ended: bool,
    /// The first expression that no statement has emitted yet.
    pending: Option<usize>,
    literals: FxHashMap<(u8, u64), ValueHandle>,
    zeros: FxHashMap<Ty, ValueHandle>,
    globals: FxHashMap<Handle<naga::GlobalVariable>, ValueHandle>,
    pub locals: Vec<LocalState>,
    /// Locals that need a variable.
    pub changed: FxHashSet<LocalId>,
    /// Depth of control flow.
    pub depth: u32,
    pub token: Option<u32>,
    /// The resources that parameters held at the beginning.
    pub held: FxHashMap<LocalId, Vec<ResourceRef>>,
    /// The result of the function, set by its first `return`.
    pub returned: Option<Returned>,
    /// Values of calls that were lowered for their resources, by the address of the expression: a call is lowered once.
    pub called: FxHashMap<usize, Option<ValueHandle>>,
    span: Span,
}

/// Whether a path through the block, whose end cannot be reached, ends with a `discard`.
fn ends_by_discard(block: &Block) -> bool {
    match block.last() {
        Some(Statement::Kill) => true,
        Some(Statement::Block(inner)) => ends_by_discard(inner),
        Some(Statement::If { accept, reject, .. }) => ends_by_discard(accept) || ends_by_discard(reject),
        Some(Statement::Switch { cases, .. }) => cases.iter().any(|case| ends_by_discard(&case.body)),
        _ => false,
    }
}

impl<'l, 'p> FunctionBuilder<'l, 'p> {
    pub fn new(low: &'l mut Lowerer<'p>, instance: &'p Instance, source: &'p ir::Function) -> FunctionBuilder<'l, 'p> {
        FunctionBuilder {
            low,
            instance,
            source,
            naga: naga::Function::default(),
            blocks: vec![Block::new()],
            ended: false,
            pending: None,
            literals: FxHashMap::default(),
            zeros: FxHashMap::default(),
            globals: FxHashMap::default(),
            locals: vec![LocalState::default(); source.locals.len()],
            changed: FxHashSet::default(),
            depth: 0,
            token: None,
            held: FxHashMap::default(),
            returned: None,
            called: FxHashMap::default(),
            span: Span::UNDEFINED,
        }
    }

    /// Expressions and statements from here on belong to this token.
    pub fn at(&mut self, at: TokenIndex) {
        self.token = self.token_of(at);
        if self.low.debug
            && let Some(token) = self.token
        {
            // naga stores lines of statements. Expressions that are emitted together are one statement.
            self.flush();
            // A span that begins at 0 means no place in naga.
            self.span = Span::new(token + 1, token + 2);
        }
    }

    pub fn token_of(&self, at: TokenIndex) -> Option<u32> {
        self.instance.tokens.get(at.0 as usize).copied()
    }

    /// The name of an operation in the program's language.
    pub fn name_of(&self, intrinsic: Intrinsic) -> &'static str {
        intrinsic.operation().name(self.low.program.wording.vocabulary)
    }

    /// The name of a method in the program's language.
    pub fn method_name(&self, method: Method) -> &'static str {
        method.operation().name(self.low.program.wording.vocabulary)
    }

    pub fn unsupported<T>(&self, what: impl AsRef<str>) -> Result<T> {
        Err(Problem::unsupported(self.token, what))
    }

    pub fn internal<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(Problem::internal(self.token, what))
    }

    // ---- Statements ----

    fn flush(&mut self) {
        if let Some(first) = self.pending.take()
            && first < self.naga.expressions.len()
        {
            // Unreachable code is not written.
            if self.ended {
                return;
            }
            let range: Range<Expression> = self.naga.expressions.range_from(first);
            let span = self.span;
            self.block().push(Statement::Emit(range), span);
        }
    }

    fn block(&mut self) -> &mut Block {
        if self.blocks.is_empty() {
            self.blocks.push(Block::new());
        }
        let last = self.blocks.len() - 1;
        &mut self.blocks[last]
    }

    pub fn push(&mut self, statement: Statement) {
        self.flush();
        if self.ended {
            return;
        }
        let ends =
            matches!(statement, Statement::Break | Statement::Continue | Statement::Return { .. } | Statement::Kill);
        let span = self.span;
        self.block().push(statement, span);
        self.ended = ends;
    }

    /// Writes a nested block. The second result: whether the end of the nested block cannot be reached.
    pub fn nested(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<(Block, bool)> {
        self.flush();
        let outer = std::mem::replace(&mut self.ended, false);
        self.blocks.push(Block::new());
        self.depth += 1;
        let written = write(self);
        self.flush();
        self.depth -= 1;
        let block = self.blocks.pop().unwrap_or_default();
        let ended = std::mem::replace(&mut self.ended, outer);
        written.map(|()| (block, ended))
    }

    /// Whether a path through the body ends with a `discard`. The end of the body cannot be reached.
    pub fn ends_by_discard(&self) -> bool {
        self.blocks.last().is_some_and(ends_by_discard)
    }

    /// Puts the body into a condition that holds, with a `return` behind it: paths of the function end with a `discard`. GLSL and HLSL want
    /// a `return` in every function with a result, and in WGSL an invocation goes on behind a `discard`, so that each path needs one.
    pub fn end_conditionally(&mut self) {
        self.flush();
        let accept = self.blocks.pop().unwrap_or_default();
        self.ended = false;
        let condition = self.literal(Literal::Bool(true));
        self.push(Statement::If { condition, accept, reject: Block::new() });
    }

    /// Ends the function.
    pub fn finish(&mut self) -> naga::Function {
        self.flush();
        self.naga.body = self.blocks.pop().unwrap_or_default();
        // SPIR-V has an instruction for each value.
        if !self.low.placeholders_allowed {
            deep_values::name(&mut self.naga);
        }
        std::mem::take(&mut self.naga)
    }

    // ---- Expressions ----

    /// An expression that is evaluated where it stands.
    pub fn add(&mut self, expression: Expression) -> ValueHandle {
        work::spend(1);
        let handle = self.naga.expressions.append(expression, self.span);
        if self.pending.is_none() {
            self.pending = Some(handle.index());
        }
        handle
    }

    /// An expression that no `Emit` statement covers: a statement gives its value, or it needs none.
    pub fn bare(&mut self, expression: Expression) -> ValueHandle {
        work::spend(1);
        self.flush();
        self.naga.expressions.append(expression, self.span)
    }

    /// Gives a value its name in the source, for text targets and debuggers.
    pub fn name(&mut self, value: ValueHandle, name: &str) {
        if self.low.debug {
            self.naga.named_expressions.insert(value, name.to_owned());
        }
    }

    pub fn variable(&mut self, name: &str, ty: Ty) -> ValueHandle {
        let variable = LocalVariable { name: Some(name.to_owned()), ty, init: None };
        let handle = self.naga.local_variables.append(variable, self.span);
        self.bare(Expression::LocalVariable(handle))
    }

    pub fn literal(&mut self, literal: Literal) -> ValueHandle {
        let key = match literal {
            Literal::F64(value) => (0, value.to_bits()),
            Literal::F32(value) => (1, u64::from(value.to_bits())),
            Literal::F16(value) => (2, u64::from(value.to_bits())),
            Literal::U16(value) => (3, u64::from(value)),
            Literal::I16(value) => (4, value as u64),
            Literal::U32(value) => (5, u64::from(value)),
            Literal::I32(value) => (6, value as u64),
            Literal::U64(value) => (7, value),
            Literal::I64(value) => (8, value as u64),
            Literal::Bool(value) => (9, u64::from(value)),
            Literal::AbstractInt(value) => (10, value as u64),
            Literal::AbstractFloat(value) => (11, value.to_bits()),
        };
        // naga has no literals for infinities and NaN.
        match literal {
            Literal::F32(value) if !value.is_finite() => {
                let bits = self.literal(Literal::U32(value.to_bits()));
                return self.bitcast(bits, ScalarKind::Float);
            }
            Literal::F64(value) if !value.is_finite() => {
                return self.double_with_bits(value.to_bits());
            }
            Literal::F16(value) if !value.is_finite() => {
                return self.half_with_bits(value.to_bits());
            }
            _ => {}
        }
        if let Some(found) = self.literals.get(&key) {
            return *found;
        }
        let value = self.bare(Expression::Literal(literal));
        self.literals.insert(key, value);
        value
    }

    pub fn uint(&mut self, value: u32) -> ValueHandle {
        self.literal(Literal::U32(value))
    }

    pub fn int(&mut self, value: i32) -> ValueHandle {
        self.literal(Literal::I32(value))
    }

    pub fn float(&mut self, value: f32) -> ValueHandle {
        self.literal(Literal::F32(value))
    }

    pub fn zero(&mut self, ty: Ty) -> ValueHandle {
        if let Some(found) = self.zeros.get(&ty) {
            return *found;
        }
        let value = self.bare(Expression::ZeroValue(ty));
        self.zeros.insert(ty, value);
        value
    }

    pub fn global(&mut self, variable: Handle<naga::GlobalVariable>) -> ValueHandle {
        self.low.note_variable(variable);
        if let Some(found) = self.globals.get(&variable) {
            return *found;
        }
        let value = self.bare(Expression::GlobalVariable(variable));
        self.globals.insert(variable, value);
        value
    }

    pub fn load(&mut self, pointer: ValueHandle) -> ValueHandle {
        self.add(Expression::Load { pointer })
    }

    pub fn store(&mut self, pointer: ValueHandle, value: ValueHandle) {
        self.push(Statement::Store { pointer, value });
    }

    pub fn binary(&mut self, op: BinaryOperator, left: ValueHandle, right: ValueHandle) -> ValueHandle {
        self.add(Expression::Binary { op, left, right })
    }

    pub fn unary(&mut self, op: UnaryOperator, expr: ValueHandle) -> ValueHandle {
        self.add(Expression::Unary { op, expr })
    }

    pub fn math(&mut self, fun: MathFunction, arguments: &[ValueHandle]) -> ValueHandle {
        let argument = |index: usize| arguments.get(index).copied();
        let Some(arg) = argument(0) else { return self.uint(0) };
        self.add(Expression::Math { fun, arg, arg1: argument(1), arg2: argument(2), arg3: argument(3) })
    }

    pub fn select(&mut self, condition: ValueHandle, accept: ValueHandle, reject: ValueHandle) -> ValueHandle {
        self.add(Expression::Select { condition, accept, reject })
    }

    /// A component, row, member or element. The part of a value is a value, and the part of a pointer is a pointer.
    pub fn part(&mut self, base: ValueHandle, index: u32) -> ValueHandle {
        // A component of a composed value is the argument itself.
        if let Expression::Compose { components, ty } = &self.naga.expressions[base] {
            let whole = !matches!(self.low.module.types[*ty].inner, naga::TypeInner::Vector { size, .. }
                if components.len() != size as usize);
            if whole && let Some(component) = components.get(index as usize) {
                return *component;
            }
        }
        if let Expression::Splat { value, .. } = self.naga.expressions[base] {
            return value;
        }
        self.add(Expression::AccessIndex { base, index })
    }

    pub fn element(&mut self, base: ValueHandle, index: ValueHandle) -> ValueHandle {
        match self.naga.expressions[index] {
            Expression::Literal(literal) => match constant::as_integer(literal).and_then(|it| u32::try_from(it).ok()) {
                Some(index) => self.part(base, index),
                None => self.add(Expression::Access { base, index }),
            },
            _ => self.add(Expression::Access { base, index }),
        }
    }

    /// A vector of `count` equal components; for one component, the value itself.
    pub fn splat(&mut self, value: ValueHandle, count: u8) -> ValueHandle {
        match vector_size(count) {
            Some(size) => self.add(Expression::Splat { size, value }),
            None => value,
        }
    }

    /// Some components of a vector.
    pub fn swizzle(&mut self, vector: ValueHandle, lanes: &[u8]) -> ValueHandle {
        let component = |lane: u8| match lane {
            0 => SwizzleComponent::X,
            1 => SwizzleComponent::Y,
            2 => SwizzleComponent::Z,
            _ => SwizzleComponent::W,
        };
        match (lanes, vector_size(lanes.len() as u8)) {
            ([lane], _) => self.part(vector, u32::from(*lane)),
            (_, Some(size)) => {
                let mut pattern = [SwizzleComponent::X; 4];
                for (to, lane) in pattern.iter_mut().zip(lanes) {
                    *to = component(*lane);
                }
                self.add(Expression::Swizzle { size, vector, pattern })
            }
            _ => vector,
        }
    }

    pub fn cast(&mut self, expr: ValueHandle, to: naga::Scalar) -> ValueHandle {
        self.add(Expression::As { expr, kind: to.kind, convert: Some(to.width) })
    }

    pub fn bitcast(&mut self, expr: ValueHandle, kind: ScalarKind) -> ValueHandle {
        self.add(Expression::As { expr, kind, convert: None })
    }

    /// A scalar or vector of a number.
    pub fn number(&mut self, value: f64, kind: naga::Scalar, count: u8) -> ValueHandle {
        let literal = match kind.kind {
            ScalarKind::Float => constant::float(value, kind),
            _ => constant::number(value as i128, kind),
        };
        let value = self.literal(literal);
        self.splat(value, count)
    }

    // ---- Typed ----

    pub fn ty(&mut self, ty: &Type) -> Ty {
        self.low.value_type(ty)
    }

    /// The value of known scalars, in the order of [`constant`]. Takes as many scalars from the front as the type has.
    pub fn constant(&mut self, ty: &Type, scalars: &mut std::slice::Iter<'_, Literal>) -> Result<ValueHandle> {
        let handle = self.ty(ty);
        match shape(ty) {
            Shape::Array(element, count) => {
                let mut components = Vec::with_capacity(count as usize);
                for _ in 0..count {
                    components.push(self.constant(element, scalars)?);
                }
                Ok(self.add(Expression::Compose { ty: handle, components }))
            }
            Shape::Struct(structure) => {
                let mut components = Vec::with_capacity(structure.members.len());
                for member in &structure.members {
                    components.push(self.constant(&member.ty, scalars)?);
                }
                if components.is_empty() {
                    return Ok(self.zero(handle));
                }
                Ok(self.add(Expression::Compose { ty: handle, components }))
            }
            other => {
                let Some((_, rows, columns)) = other.grid() else { return self.internal("a constant without a value") };
                let mut lines = Vec::with_capacity(usize::from(rows));
                for _ in 0..rows {
                    let lanes: Vec<Literal> = scalars.by_ref().take(usize::from(columns)).copied().collect();
                    let lanes: Vec<ValueHandle> = lanes.into_iter().map(|lane| self.literal(lane)).collect();
                    lines.push(lanes);
                }
                let Some((kind, ..)) = other.grid() else { return self.internal("a constant without a value") };
                let row = self.low.number(scalar(kind), 1, columns);
                let lines: Vec<ValueHandle> = lines.into_iter().map(|lanes| self.vector(row, lanes)).collect();
                if matches!(other, Shape::Matrix { .. }) {
                    return Ok(self.add(Expression::Compose { ty: handle, components: lines }));
                }
                lines.first().copied().map_or_else(|| self.internal("a constant without a value"), Ok)
            }
        }
    }

    /// A scalar or vector of its components.
    pub fn vector(&mut self, ty: Ty, lanes: Vec<ValueHandle>) -> ValueHandle {
        match lanes.as_slice() {
            [one] => *one,
            [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|lane| lane == first) => {
                let (first, count) = (*first, lanes.len() as u8);
                self.splat(first, count)
            }
            _ => self.add(Expression::Compose { ty, components: lanes }),
        }
    }

    /// The rows of a matrix, or the only row of a scalar or vector.
    pub fn rows(&mut self, value: ValueHandle, of: Shape<'_>) -> Vec<ValueHandle> {
        match of {
            Shape::Matrix { rows, .. } => (0..u32::from(rows)).map(|row| self.part(value, row)).collect(),
            _ => vec![value],
        }
    }

    /// The reverse: a value of the shape from its rows.
    pub fn of_rows(&mut self, rows: Vec<ValueHandle>, to: Shape<'_>) -> Result<ValueHandle> {
        match (to, rows.as_slice()) {
            (Shape::Matrix { scalar: kind, rows: count, columns }, _) => {
                let ty = if is_naga_matrix(kind, count, columns) {
                    self.low.number(scalar(kind), count, columns)
                } else {
                    let row = self.low.number(scalar(kind), 1, columns);
                    self.low.types.array(&mut self.low.module, row, u32::from(count))
                };
                Ok(self.add(Expression::Compose { ty, components: rows }))
            }
            (_, [one]) => Ok(*one),
            _ => self.internal("rows without a matrix"),
        }
    }

    /// All scalars of a number value, row by row.
    pub fn scalars(&mut self, value: ValueHandle, of: Shape<'_>) -> Vec<ValueHandle> {
        let Some((_, _, columns)) = of.grid() else { return Vec::new() };
        let mut scalars = Vec::new();
        for row in self.rows(value, of) {
            if columns == 1 {
                scalars.push(row);
            } else {
                scalars.extend((0..u32::from(columns)).map(|lane| self.part(row, lane)).collect::<Vec<_>>());
            }
        }
        scalars
    }

    /// A number value of its scalars, row by row.
    pub fn of_scalars(&mut self, scalars: Vec<ValueHandle>, to: Shape<'_>) -> Result<ValueHandle> {
        let Some((kind, rows, columns)) = to.grid() else {
            return self.internal("scalars for a value that is not numeric");
        };
        if scalars.len() != usize::from(rows) * usize::from(columns) {
            return self.internal("a number of scalars that differs from the type");
        }
        let row = self.low.number(scalar(kind), 1, columns);
        let mut lines = Vec::with_capacity(usize::from(rows));
        for lanes in scalars.chunks(usize::from(columns)) {
            lines.push(self.vector(row, lanes.to_vec()));
        }
        self.of_rows(lines, to)
    }

    /// Applies a function to each row.
    pub fn each_row(
        &mut self,
        value: ValueHandle,
        of: Shape<'_>,
        to: Shape<'_>,
        mut change: impl FnMut(&mut Self, ValueHandle) -> ValueHandle,
    ) -> Result<ValueHandle> {
        if !of.is_matrix() && !to.is_matrix() {
            return Ok(change(self, value));
        }
        let rows = self.rows(value, of);
        let rows = rows.into_iter().map(|row| change(self, row)).collect();
        self.of_rows(rows, to)
    }
}
