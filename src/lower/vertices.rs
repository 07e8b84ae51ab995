//! `GetAttributeAtVertex`: an input that is not interpolated, at each vertex of the primitive.
//!
//! The entry point then takes the input as an array of three, the values at the vertices, and puts it into a variable
//! of the thread, which the program's function reads. The input itself is the value at the first vertex, as with DXC.

use naga::{Binding, Expression, GlobalVariable, Handle, Interpolation};

use super::built_ins::carried;
use super::function::{FunctionBuilder, ValueHandle};
use super::module::Lowerer;
use super::shape::{Shape, Ty, shape};
use crate::ir::{Convert, Expr, ExprKind, Function, LocalId, Parameter, Passing, Problem, Result, Slot, Type};
use crate::model::Stage;

/// Number of vertices of a primitive; a line or point repeats its last vertex.
pub const VERTICES: u32 = 3;

/// Of an input that is an array with its value at each vertex.
pub const fn per_vertex_binding(location: u32) -> Binding {
    let interpolation = Some(Interpolation::PerVertex);
    Binding::Location { location, interpolation, sampling: None, blend_src: None, per_primitive: false }
}

/// The number of inputs of the interface in a value of the type.
fn inputs(ty: &Type) -> u32 {
    match shape(ty) {
        Shape::Struct(structure) => structure.members.iter().map(|member| inputs(&member.ty)).sum(),
        Shape::Array(element, count) => inputs(element).saturating_mul(count),
        Shape::Matrix { rows, .. } => u32::from(rows),
        _ => 1,
    }
}

/// The number of the interface's first input in a parameter of the entry point.
fn first_input(entry: &Function, parameter: LocalId) -> Option<u32> {
    let is_input = |one: &&Parameter| one.passing != Passing::Out && !one.uniform;
    let at = parameter.0 as usize;
    let own = entry.parameters.get(at).filter(is_input)?;
    let before = entry.parameters[..at].iter().filter(is_input);
    (own.passing == Passing::In).then(|| before.map(|one| inputs(&one.ty)).sum())
}

impl Lowerer<'_> {
    fn vertex_variable(&mut self, number: u32, of: Ty) -> Handle<GlobalVariable> {
        if let Some(known) = self.vertex_values.get(&number) {
            return *known;
        }
        let array = self.types.array(&mut self.module, of, VERTICES);
        let variable = self.private(&format!("vertices{number}"), array);
        self.vertex_values.insert(number, variable);
        variable
    }
}

impl FunctionBuilder<'_, '_> {
    /// The number of the interface's input, if the expression is an input that has not changed.
    pub fn input_of(&mut self, expr: &Expr) -> Option<u32> {
        match &*expr.kind {
            ExprKind::Local(local) => {
                let is_of_entry = self.source.symbol == self.low.program.entry.function;
                let found = first_input(self.source, *local);
                found.filter(|_| is_of_entry && !self.changed.contains(local))
            }
            ExprKind::Global(symbol) => {
                let (_, entry) = self.low.function_item(self.low.program.entry.function)?;
                let (_, parameter) = entry.input_globals.iter().find(|(global, _)| global == symbol)?;
                first_input(entry, *parameter)
            }
            ExprKind::Member(base, index) => {
                let Type::Struct(structure) = &base.ty else { return None };
                let before = structure.members.iter().take(*index as usize);
                Some(self.input_of(base)? + before.map(|member| inputs(&member.ty)).sum::<u32>())
            }
            ExprKind::Index(base, index) if matches!(base.ty, Type::Array(..)) => {
                let index = u32::try_from(self.low.evaluator.integer(index)?).ok()?;
                Some(self.input_of(base)? + index.checked_mul(inputs(&expr.ty))?)
            }
            ExprKind::Convert(Convert::Base, inner) => self.input_of(inner),
            _ => None,
        }
    }

    /// The value of an input at a vertex. `name`: of the function, for messages.
    pub fn at_vertex(&mut self, name: &str, arguments: &[Expr]) -> Result<ValueHandle> {
        let [of, vertex] = arguments else { return self.internal("a value at a vertex without a vertex") };
        if self.low.program.entry.stage != Stage::Pixel {
            return Err(Problem::mistake(self.token, format!("`{name}` outside of a pixel shader")));
        }
        let (Some(number), Some((kind, ..))) = (self.input_of(of), shape(&of.ty).grid()) else {
            return self.unsupported(format!("{name} of a value that is no unchanged input in the entry point itself"));
        };
        let interface = self.low.interface;
        let flat = match interface.inputs.get(number as usize).map(|input| input.slot) {
            Some(Slot::Location { interpolation, .. }) => interpolation == crate::ir::Interpolation::Flat,
            _ => return self.unsupported(format!("{name} of a system value")),
        };
        if !flat {
            let word = self.low.program.wording.flat;
            return Err(Problem::mistake(self.token, format!("`{name}` of an input that is not `{word}`")));
        }
        if carried(kind) != kind || matches!(shape(&of.ty), Shape::Matrix { .. }) {
            return self.unsupported(format!("{name} of booleans or matrices"));
        }
        self.needs_spirv(name)?;
        self.low.found.per_vertex.insert(number);
        let ty = self.ty(&of.ty);
        let variable = self.low.vertex_variable(number, ty);
        let index = self.index_value(vertex)?;
        let values = self.global(variable);
        let place = self.element(values, index);
        Ok(self.load(place))
    }

    /// An input of the entry point at all vertices. The value at the first vertex is the input's own value.
    pub fn vertices(&mut self, number: u32, (name, location): (&str, u32), of: Ty) -> ValueHandle {
        let array = self.low.types.array(&mut self.low.module, of, VERTICES);
        let values = self.argument(name, array, per_vertex_binding(location));
        if let Some(variable) = self.low.vertex_values.get(&number).copied() {
            let pointer = self.global(variable);
            self.store(pointer, values);
        }
        self.add(Expression::AccessIndex { base: values, index: 0 })
    }
}
