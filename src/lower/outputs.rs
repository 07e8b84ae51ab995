//! The outputs of an entry point.

use naga::{Binding, Expression, FunctionResult, Statement};

use super::built_ins::{
    Carrier, built_in_name, built_in_scalar, carried, carrier, location_binding, spelled_type, vector,
};
use super::entry::EntryIo;
use super::function::{FunctionBuilder, ValueHandle};
use super::lvalue::row_type;
use super::shape::{Shape, scalar, shape};
use crate::ir::{BuiltIn, Interpolation, Problem, Result, Scalar, Slot, StageValue, Type};
use crate::model::{Stage, StageIo};

impl FunctionBuilder<'_, '_> {
    pub fn output(&mut self, value: ValueHandle, ty: &Type, name: &str, io: &mut EntryIo<'_>) -> Result<()> {
        match shape(ty) {
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                for (member, at) in structure.members.iter().zip(&*record.members) {
                    let Some(at) = at else {
                        return self.unsupported("a resource among the outputs of an entry point");
                    };
                    let part = self.part(value, *at);
                    self.output(part, &member.ty, member.name.as_str(), io)?;
                }
                Ok(())
            }
            Shape::Array(element, count) => {
                for at in 0..count {
                    let part = self.part(value, at);
                    self.output(part, element, name, io)?;
                }
                Ok(())
            }
            Shape::Matrix { rows, .. } => {
                let row = row_type(ty);
                for at in 0..u32::from(rows) {
                    let part = self.part(value, at);
                    self.output(part, &row, name, io)?;
                }
                Ok(())
            }
            Shape::Scalar(kind) => self.output_value(value, (kind, 1), ty, io),
            Shape::Vector(kind, count) => self.output_value(value, (kind, count), ty, io),
            Shape::Void => Ok(()),
            _ => self.unsupported(format!("the output `{name}` of this type")),
        }
    }

    fn output_value(
        &mut self,
        value: ValueHandle,
        (kind, count): (Scalar, u8),
        ty: &Type,
        io: &mut EntryIo<'_>,
    ) -> Result<()> {
        let StageValue { name, slot, .. } = io.next_output()?;
        let (location, interpolation, second_source) = match *slot {
            Slot::BuiltIn(built_in) => {
                if let BuiltIn::FragDepth(kind) = built_in {
                    io.depth = Some(kind);
                }
                return self.built_in_output(carrier(built_in), name, value, (kind, count), ty, io);
            }
            Slot::Unknown => return self.unsupported(format!("the system value {name} as an output")),
            Slot::Location { component, width, .. } if component != 0 || width != count => {
                return self.shared_output(*slot, (value, ty), (kind, count), io);
            }
            Slot::Location { location, interpolation, second_source, .. } => (location, interpolation, second_source),
        };
        let carried = carried(kind);
        if interpolation == Interpolation::None && scalar(carried).width == 8 {
            return self.unsupported(format!("the 64-bit output `{name}` of a pixel shader"));
        }
        let value = self.reshaped(value, ty, &vector(carried, count))?;
        let handle = self.low.number(scalar(carried), 1, count);
        io.outputs.push(StageIo { location: Some(location), name: name.clone(), ty: spelled_type(carried, count) });
        let mut binding = location_binding(location, carried, interpolation);
        if second_source && let Binding::Location { blend_src, .. } = &mut binding {
            *blend_src = Some(1);
        }
        io.results.push((name.clone(), handle, binding, value));
        Ok(())
    }

    /// Where a colour is the second source of blending, the first is marked too, as naga wants it. It has these two at
    /// location 0 alone.
    fn pair_sources(&mut self, io: &mut EntryIo<'_>, stage: Stage) -> Result<()> {
        let is_second = |binding: &Binding| matches!(binding, Binding::Location { blend_src: Some(1), .. });
        if !io.results.iter().any(|(_, _, binding, _)| is_second(binding)) {
            return Ok(());
        }
        if stage != Stage::Pixel {
            let text = "a second source of blending outside of a pixel stage: only its colours are blended";
            return Err(Problem::mistake(self.token, text.to_owned()));
        }
        let mut types = Vec::new();
        for (_, ty, binding, _) in &mut io.results {
            let Binding::Location { location, blend_src, .. } = binding else { continue };
            if *location != 0 {
                return self.unsupported("a second source of blending beside colours at other locations than 0");
            }
            blend_src.get_or_insert(0);
            types.push(*ty);
        }
        match types[..] {
            [first, second] if first == second => Ok(()),
            _ => self.unsupported("a second source of blending without a first of the same type"),
        }
    }

    fn built_in_output(
        &mut self,
        carrier: Carrier,
        name: &str,
        value: ValueHandle,
        (kind, count): (Scalar, u8),
        ty: &Type,
        io: &mut EntryIo<'_>,
    ) -> Result<()> {
        let (built_in, lanes) = match carrier {
            Carrier::Same(built_in, lanes) => (built_in, lanes),
            Carrier::Distances(found, first) => {
                let scalars = self.scalars(value, shape(ty));
                io.distances.push((found, first, scalars));
                return Ok(());
            }
            Carrier::Placeholder(what) => return self.placeholder_output(what, name, (value, ty), io),
            Carrier::FragCoordClipW
            | Carrier::FragCoordWholePixels
            | Carrier::FacingSign
            | Carrier::Mesh
            | Carrier::HelperInvocation => {
                return self.unsupported(format!("the system value {name} as an output"));
            }
        };
        let wanted = built_in_scalar(built_in);
        let value = if count < lanes {
            let scalars = self.scalars(value, shape(ty));
            let mut scalars: Vec<ValueHandle> =
                scalars.into_iter().map(|one| self.cast_row(one, kind, wanted)).collect();
            let zero = self.number(0.0, scalar(wanted), 1);
            scalars.resize(usize::from(lanes), zero);
            self.of_scalars(scalars, shape(&vector(wanted, lanes)))?
        } else {
            self.reshaped(value, ty, &vector(wanted, lanes))?
        };
        let handle = self.low.number(scalar(wanted), 1, lanes);
        let name = built_in_name(built_in, Stage::Vertex);
        io.outputs.push(StageIo { location: None, name: name.clone(), ty: spelled_type(wanted, lanes) });
        io.results.push((name, handle, Binding::BuiltIn(built_in), value));
        Ok(())
    }

    pub fn finish_outputs(&mut self, io: &mut EntryIo<'_>, stage: Stage) -> Result<()> {
        io.distances.sort_by_key(|(built_in, first, _)| (*built_in, *first));
        for built_in in [naga::BuiltIn::ClipDistances, naga::BuiltIn::CullDistance] {
            let mut numbers: Vec<ValueHandle> = Vec::new();
            for (_, first, row) in io.distances.iter().filter(|found| found.0 == built_in) {
                // A distance of 0 clips nothing.
                let zero = self.number(0.0, naga::Scalar::F32, 1);
                numbers.resize(*first as usize, zero);
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
        self.finish_shared_outputs(io)?;
        self.pair_sources(io, stage)?;
        let is_position = |binding: &Binding| matches!(binding, Binding::BuiltIn(naga::BuiltIn::Position { .. }));
        if stage == Stage::Vertex && !io.results.iter().any(|(_, _, binding, _)| is_position(binding)) {
            // naga requires a position. A position that the shader does not write is undefined.
            let ty = self.low.number(naga::Scalar::F32, 1, 4);
            let zero = self.zero(ty);
            let binding = Binding::BuiltIn(naga::BuiltIn::Position { invariant: false });
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
                Binding::Location { location, blend_src, .. } => {
                    (0, u64::from(*location) << 1 | u64::from(*blend_src == Some(1)))
                }
                Binding::BuiltIn(built_in) => {
                    (1, results.iter().position(|other| other.2 == Binding::BuiltIn(*built_in)).unwrap_or(0) as u64)
                }
            };
            if !seen.insert(key) {
                return Err(Problem::mistake(self.token, io.twice(name)));
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
