//! System values that naga has no word for, or not as inputs. They go through it as varyings of locations that no device has,
//! and whoever writes the module says what they are.

use std::collections::BTreeMap;

use naga::BuiltIn;

use super::built_ins::{built_in_name, location_binding, spelled_type, vector};
use super::entry::EntryIo;
use super::function::{FunctionBuilder, ValueHandle};
use super::problem::Result;
use super::shape::shape;
use crate::ir::{Interpolation, Sampling, Scalar, Type};
use crate::model::{Stage, StageIo};

/// What a varying stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// Of a layered render target.
    Layer,
    Viewport,
    /// A clip or cull distance: which, of how many.
    Distance {
        cull: bool,
        at: u32,
        of: u32,
    },
}

impl StandIn {
    fn name(self) -> &'static str {
        match self {
            StandIn::Layer => "Layer",
            StandIn::Viewport => "ViewportIndex",
            StandIn::Distance { cull: false, .. } => "ClipDistance",
            StandIn::Distance { cull: true, .. } => "CullDistance",
        }
    }
}

/// The first location of them.
const FIRST: u32 = 0x4000;

/// Those of an interface.
#[derive(Default)]
pub struct StandIns {
    next: u32,
    /// By location.
    pub all: BTreeMap<u32, StandIn>,
    inputs: Vec<(StandIn, ValueHandle)>,
    /// Which, the number of the first, and the locations.
    distances: Vec<(BuiltIn, u32, Vec<u32>)>,
}

impl StandIns {
    fn location(&mut self) -> u32 {
        self.next += 1;
        FIRST + self.next - 1
    }
}

impl FunctionBuilder<'_, '_> {
    fn allow(&mut self, name: &str, way: &str) -> Result<()> {
        if self.low.stand_ins_allowed {
            return Ok(());
        }
        self.unsupported(format!("the system value {name} as an {way} for any target but SPIR-V"))
    }

    /// The layer or the viewport as an input.
    pub fn stand_in_input(
        &mut self,
        what: StandIn,
        name: &str,
        ty: &Type,
        io: &mut EntryIo<'_>,
    ) -> Result<ValueHandle> {
        self.allow(name, "input")?;
        let uint = Type::Scalar(Scalar::Uint);
        let known = io.stand_ins.inputs.iter().find(|(known, _)| *known == what).map(|(_, value)| *value);
        let value = if let Some(known) = known {
            known
        } else {
            let location = io.stand_ins.location();
            io.stand_ins.all.insert(location, what);
            let name = what.name().to_owned();
            io.inputs.push(StageIo { location: None, name: name.clone(), ty: spelled_type(Scalar::Uint, 1) });
            let handle = self.ty(&uint);
            let binding = location_binding(location, Scalar::Uint, Interpolation::Perspective(Sampling::Centre));
            let value = self.argument(&name, handle, binding);
            io.stand_ins.inputs.push((what, value));
            value
        };
        self.reshaped(value, &uint, ty)
    }

    /// The same as an output.
    pub fn stand_in_output(
        &mut self,
        what: StandIn,
        name: &str,
        (value, ty): (ValueHandle, &Type),
        io: &mut EntryIo<'_>,
    ) -> Result<()> {
        self.allow(name, "output")?;
        let uint = Type::Scalar(Scalar::Uint);
        let value = self.reshaped(value, ty, &uint)?;
        let location = io.stand_ins.location();
        io.stand_ins.all.insert(location, what);
        let name = what.name().to_owned();
        io.outputs.push(StageIo { location: None, name: name.clone(), ty: spelled_type(Scalar::Uint, 1) });
        let binding = location_binding(location, Scalar::Uint, Interpolation::Perspective(Sampling::Centre));
        let handle = self.ty(&uint);
        io.results.push((name, handle, binding, value));
        Ok(())
    }

    /// Clip or cull distances as an input.
    pub fn distances_input(
        &mut self,
        (built_in, first, name): (BuiltIn, u32, &str),
        count: u8,
        ty: &Type,
        io: &mut EntryIo<'_>,
    ) -> Result<ValueHandle> {
        self.allow(name, "input")?;
        let float = self.low.number(naga::Scalar::F32, 1, 1);
        let (mut locations, mut lanes) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let location = io.stand_ins.location();
            let binding = location_binding(location, Scalar::Float, Interpolation::Perspective(Sampling::Centre));
            locations.push(location);
            lanes.push(self.argument(name, float, binding));
        }
        io.stand_ins.distances.push((built_in, first, locations));
        let given = vector(Scalar::Float, count);
        let value = self.of_scalars(lanes, shape(&given))?;
        self.reshaped(value, &given, ty)
    }

    /// Says which number each distance is, once all are known.
    pub fn finish_inputs(&mut self, io: &mut EntryIo<'_>, stage: Stage) -> Result<()> {
        let distances = std::mem::take(&mut io.stand_ins.distances);
        for built_in in [BuiltIn::ClipDistances, BuiltIn::CullDistance] {
            let rows = || distances.iter().filter(|found| found.0 == built_in);
            let of = rows().map(|(_, first, locations)| first + locations.len() as u32).max().unwrap_or(0);
            if of > 8 {
                return self.unsupported("more than eight clip or cull distances");
            }
            if of > 0 {
                let name = built_in_name(built_in, stage);
                io.inputs.push(StageIo { location: None, name, ty: format!("float[{of}]") });
            }
            let cull = built_in == BuiltIn::CullDistance;
            for (_, first, locations) in rows() {
                for (at, location) in (*first..).zip(locations) {
                    io.stand_ins.all.insert(*location, StandIn::Distance { cull, at, of });
                }
            }
        }
        Ok(())
    }
}
