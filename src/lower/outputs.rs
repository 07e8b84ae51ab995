//! What an entry point hands back to the pipeline.

use naga::{Binding, BuiltIn, Expression, FunctionResult, Statement};

use super::entry::{Interface, built_in_scalar, carried, named, spelled_type, vector};
use super::function::{FunctionBuilder, ValueHandle};
use super::locations::{Of, later, location_binding, locations, member_of, width};
use super::lvalue::row_type;
use super::problem::{Problem, Result};
use super::semantics::{System, built_in_name, spelled};
use super::shape::{Shape, scalar, shape};
use crate::ir::{Scalar, Semantic, Type, Varying};
use crate::model::{Stage, StageIo};

/// Clip or cull distances in one register.
const ROW: usize = 4;

/// Where rows of numbers begin, and how many numbers that makes. As in Direct3D's registers, and glslang's arrays, a vector
/// does not go over the end of a row of four.
pub fn in_rows(rows: impl Iterator<Item = usize>) -> (Vec<usize>, usize) {
    let (mut starts, mut next) = (Vec::new(), 0_usize);
    for count in rows {
        if next % ROW + count > ROW {
            next = next.next_multiple_of(ROW);
        }
        starts.push(next);
        next += count;
    }
    (starts, next)
}

impl FunctionBuilder<'_, '_> {
    pub fn output(
        &mut self,
        value: ValueHandle,
        ty: &Type,
        of: Of,
        name: &str,
        io: &mut Interface,
        stage: Stage,
    ) -> Result<()> {
        match shape(ty) {
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                let mut outer = of;
                for (member, at) in structure.members.iter().zip(&*record.members) {
                    let Some(at) = at else {
                        return self.unsupported("a resource among the outputs of an entry point");
                    };
                    let of = member_of(member, &mut outer);
                    let part = self.part(value, *at);
                    self.output(part, &member.ty, of, member.name.as_str(), io, stage)?;
                }
                Ok(())
            }
            Shape::Array(element, count) => {
                let step = locations(element);
                for at in 0..count {
                    let of = later(of, at * step);
                    let part = self.part(value, at);
                    self.output(part, element, of, name, io, stage)?;
                }
                Ok(())
            }
            Shape::Matrix { rows, .. } => {
                let row = row_type(ty);
                for at in 0..u32::from(rows) {
                    let of = later(of, at);
                    let part = self.part(value, at);
                    self.output(part, &row, of, name, io, stage)?;
                }
                Ok(())
            }
            Shape::Scalar(kind) => self.output_leaf(value, (kind, 1), ty, of, name, io, stage),
            Shape::Vector(kind, count) => self.output_leaf(value, (kind, count), ty, of, name, io, stage),
            Shape::Void => Ok(()),
            _ => self.unsupported(format!("the output `{name}` of this type")),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a value, its type and what it stands for")]
    fn output_leaf(
        &mut self,
        value: ValueHandle,
        (kind, count): (Scalar, u8),
        ty: &Type,
        (semantic, varying): Of,
        name: &str,
        io: &mut Interface,
        stage: Stage,
    ) -> Result<()> {
        let (semantic, meaning) = named(semantic, name, stage, false, io);
        let built_in = |fun: &mut Self, io: &mut Interface, built_in: BuiltIn, lanes: u8| {
            let wanted = built_in_scalar(built_in);
            let value = if count < lanes {
                let scalars = fun.scalars(value, shape(ty));
                let mut scalars: Vec<ValueHandle> =
                    scalars.into_iter().map(|one| fun.cast_row(one, kind, wanted)).collect();
                let zero = fun.number(0.0, scalar(wanted), 1);
                scalars.resize(usize::from(lanes), zero);
                fun.of_scalars(scalars, shape(&vector(wanted, lanes)))?
            } else {
                fun.reshaped(value, ty, &vector(wanted, lanes))?
            };
            let handle = fun.low.number(scalar(wanted), 1, lanes);
            let name = built_in_name(built_in, Stage::Vertex);
            io.outputs.push(StageIo { location: None, name: name.clone(), ty: spelled_type(wanted, lanes) });
            io.results.push((name, handle, Binding::BuiltIn(built_in), value));
            Ok(())
        };
        match meaning {
            Some(System::Plain(found, lanes)) => built_in(self, io, found, lanes),
            Some(System::Depth(kind)) => {
                io.depth = Some(kind);
                built_in(self, io, BuiltIn::FragDepth, 1)
            }
            Some(System::Distances(found)) => {
                let scalars = self.scalars(value, shape(ty));
                io.distances.push((found, semantic.index, scalars));
                Ok(())
            }
            Some(System::Target(target)) => {
                let location = varying.location.unwrap_or(target);
                self.located(value, (kind, count), ty, location, semantic, varying, io, false)
            }
            Some(System::StandIn(what)) => self.stand_in_output(what, &spelled(semantic), (value, ty), io),
            Some(_) => self.unsupported(format!("the system value {} as an output", spelled(semantic))),
            None => {
                let location = varying.location.unwrap_or_else(|| io.output_location(width(carried(kind), count)));
                self.located(value, (kind, count), ty, location, semantic, varying, io, true)
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a value, its type and where it goes")]
    fn located(
        &mut self,
        value: ValueHandle,
        (kind, count): (Scalar, u8),
        ty: &Type,
        location: u32,
        semantic: Semantic,
        varying: Varying,
        io: &mut Interface,
        interpolated: bool,
    ) -> Result<()> {
        let name = spelled(semantic);
        let carried = carried(kind);
        if !interpolated && scalar(carried).width == 8 {
            return self.unsupported(format!("the 64-bit output `{name}` of a pixel shader"));
        }
        let value = self.reshaped(value, ty, &vector(carried, count))?;
        let handle = self.low.number(scalar(carried), 1, count);
        io.outputs.push(StageIo { location: Some(location), name: name.clone(), ty: spelled_type(carried, count) });
        let binding = location_binding(location, carried, varying, interpolated);
        io.results.push((name, handle, binding, value));
        Ok(())
    }

    pub fn finish_outputs(&mut self, io: &mut Interface, stage: Stage) -> Result<()> {
        io.distances.sort_by_key(|(built_in, index, _)| (*built_in, *index));
        for built_in in [BuiltIn::ClipDistances, BuiltIn::CullDistance] {
            let mut numbers: Vec<ValueHandle> = Vec::new();
            let rows = || io.distances.iter().filter(|found| found.0 == built_in).map(|(.., row)| row);
            for (row, start) in rows().zip(in_rows(rows().map(Vec::len)).0) {
                // Clips nothing.
                let zero = self.number(0.0, naga::Scalar::F32, 1);
                numbers.resize(start, zero);
                numbers.extend(row);
            }
            if numbers.is_empty() {
                continue;
            }
            if numbers.len() > 8 {
                return self.unsupported("more than eight clip or cull distances");
            }
            let count = numbers.len() as u32;
            let float = self.low.number(naga::Scalar::F32, 1, 1);
            let ty = self.low.types.array(&mut self.low.module, float, count);
            let value = self.add(Expression::Compose { ty, components: numbers });
            let name = built_in_name(built_in, stage);
            io.outputs.push(StageIo { location: None, name: name.clone(), ty: format!("float[{count}]") });
            io.results.push((name, ty, Binding::BuiltIn(built_in), value));
        }
        let is_position = |binding: &Binding| matches!(binding, Binding::BuiltIn(BuiltIn::Position { .. }));
        if stage == Stage::Vertex && !io.results.iter().any(|(_, _, binding, _)| is_position(binding)) {
            // naga insists; what a shader does not write is undefined.
            let ty = self.low.number(naga::Scalar::F32, 1, 4);
            let zero = self.zero(ty);
            let binding = Binding::BuiltIn(BuiltIn::Position { invariant: false });
            io.results.push(("Position".to_owned(), ty, binding, zero));
        }
        let results = std::mem::take(&mut io.results);
        if results.is_empty() {
            self.push(Statement::Return { value: None });
            return Ok(());
        }
        let mut seen = std::collections::BTreeSet::new();
        for (name, _, binding, _) in &results {
            let key = match binding {
                Binding::Location { location, .. } => (0, u64::from(*location)),
                Binding::BuiltIn(built_in) => {
                    (1, results.iter().position(|other| other.2 == Binding::BuiltIn(*built_in)).unwrap_or(0) as u64)
                }
            };
            if !seen.insert(key) {
                return Err(Problem::mistake(self.token, format!("two outputs have the semantic `{name}`")));
            }
        }
        let values = results.iter().map(|(_, _, _, value)| *value).collect();
        let members = results.into_iter().map(|(name, ty, binding, _)| (name, ty, Some(binding))).collect();
        let ty = self.low.types.bound_structure(&mut self.low.module, "Outputs", members);
        let value = self.add(Expression::Compose { ty, components: values });
        self.push(Statement::Return { value: Some(value) });
        self.naga.result = Some(FunctionResult { ty, binding: None });
        Ok(())
    }
}
