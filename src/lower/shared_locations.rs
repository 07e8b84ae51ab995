//! Inputs and outputs that share a location: each has some of its components. In naga's module the location is one vector, as wide as all
//! of them together.

use std::collections::BTreeMap;

use naga::Expression;

use super::built_ins::{carried, location_binding, spelled_type, vector};
use super::entry::EntryIo;
use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{scalar, shape};
use crate::ir::{Interpolation, Problem, Result, Scalar, Slot, StageValue, Type};
use crate::model::StageIo;

/// The shared locations of an entry point that have been met.
#[derive(Default)]
pub struct SharedLocations {
    /// The vector of each location, and the number of its components.
    inputs: BTreeMap<u32, (ValueHandle, Scalar)>,
    outputs: BTreeMap<(u32, bool), Output>,
}

struct Output {
    scalar: Scalar,
    interpolation: Interpolation,
    /// `None`: nothing is written to the component.
    lanes: Vec<Option<ValueHandle>>,
}

/// The names of the values at a location, and how many components they have, with those that the earlier stage writes.
fn together(values: &[StageValue], at: (u32, bool)) -> (String, u8) {
    let is_here = |value: &&StageValue| match value.slot {
        Slot::Location { location, second_source, .. } => (location, second_source) == at,
        _ => false,
    };
    let here = || values.iter().filter(is_here);
    let width = |value: &StageValue| match value.slot {
        Slot::Location { width, .. } => value.written.unwrap_or(width).max(width),
        _ => 0,
    };
    let mut names: Vec<&str> = here().map(|value| value.name.as_str()).collect();
    names.dedup();
    (names.join(", "), here().map(width).max().unwrap_or(1))
}

impl FunctionBuilder<'_, '_> {
    /// The components of an input of those at its location.
    pub fn shared_input(
        &mut self,
        name: &str,
        slot: Slot,
        (kind, count): (Scalar, u8),
        ty: &Type,
        io: &mut EntryIo<'_>,
    ) -> Result<ValueHandle> {
        let Slot::Location { location, component, interpolation, second_source, .. } = slot else {
            return self.internal("a shared location of a system value");
        };
        if second_source {
            let text = format!("the input `{name}` is a second source of blending, which only colours are");
            return Err(Problem::mistake(self.token, text));
        }
        let carried = carried(kind);
        let (whole, held) = match io.shared.inputs.get(&location) {
            Some(known) => *known,
            None => {
                let (names, width) = together(&self.low.interface.inputs, (location, false));
                let handle = self.low.number(scalar(carried), 1, width);
                let whole = self.argument(&names, handle, location_binding(location, carried, interpolation));
                io.inputs.push(StageIo { location: Some(location), name: names, ty: spelled_type(carried, width) });
                *io.shared.inputs.entry(location).or_insert((whole, carried))
            }
        };
        let own = vector(carried, count);
        let lanes: Vec<ValueHandle> =
            (component..component + count).map(|lane| self.part(whole, u32::from(lane))).collect();
        let lanes = lanes.into_iter().map(|lane| self.with_kind(lane, held, carried)).collect();
        let value = self.of_scalars(lanes, shape(&own))?;
        self.reshaped(value, &own, ty)
    }

    /// Keeps the components of an output until all at its location are known.
    pub fn shared_output(
        &mut self,
        slot: Slot,
        (value, ty): (ValueHandle, &Type),
        (kind, count): (Scalar, u8),
        io: &mut EntryIo<'_>,
    ) -> Result<()> {
        let Slot::Location { location, component, width, interpolation, second_source } = slot else {
            return self.internal("a shared location of a system value");
        };
        let carried = carried(kind);
        let own = vector(carried, count);
        let value = self.reshaped(value, ty, &own)?;
        let lanes = self.scalars(value, shape(&own));
        let empty = || Output { scalar: carried, interpolation, lanes: vec![None; usize::from(width)] };
        let output = io.shared.outputs.entry((location, second_source)).or_insert_with(empty);
        let room = output.lanes.iter_mut().skip(usize::from(component));
        let held = output.scalar;
        for (place, lane) in room.zip(lanes) {
            *place = Some(self.with_kind(lane, carried, held));
        }
        Ok(())
    }

    /// A signed number as an unsigned one of the same bits, or the reverse.
    fn with_kind(&mut self, value: ValueHandle, from: Scalar, to: Scalar) -> ValueHandle {
        if from == to {
            return value;
        }
        self.add(Expression::As { expr: value, kind: scalar(to).kind, convert: None })
    }

    /// Adds the vectors of shared locations to the results. A component that nothing writes is 0.
    pub fn finish_shared_outputs(&mut self, io: &mut EntryIo<'_>) -> Result<()> {
        for ((location, second_source), output) in std::mem::take(&mut io.shared.outputs) {
            let Output { scalar: kind, interpolation, lanes } = output;
            let (names, _) = together(&self.low.interface.outputs, (location, second_source));
            let width = lanes.len() as u8;
            let ty = self.low.number(scalar(kind), 1, width);
            let zero = self.number(0.0, scalar(kind), 1);
            let components = lanes.into_iter().map(|lane| lane.unwrap_or(zero)).collect();
            let value = self.add(Expression::Compose { ty, components });
            io.outputs.push(StageIo { location: Some(location), name: names.clone(), ty: spelled_type(kind, width) });
            let mut binding = location_binding(location, kind, interpolation);
            if let naga::Binding::Location { blend_src, .. } = &mut binding {
                *blend_src = second_source.then_some(1);
            }
            io.results.push((names, ty, binding, value));
        }
        Ok(())
    }
}
