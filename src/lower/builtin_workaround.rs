//! System values that naga does not have, or not as inputs. In naga's module they are varyings at locations beyond the
//! limit of any device; a SPIR-V pass (`compile/spirv/passes/system_values.rs`) turns those into built-ins.

use std::collections::BTreeMap;

use naga::BuiltIn;

use super::built_ins::{built_in_name, location_binding, spelled_type, vector};
use super::entry::EntryIo;
use super::function::{FunctionBuilder, ValueHandle};
use super::shape::shape;
use crate::ir::{Interpolation, Result, Sampling, Scalar, Type};
use crate::model::{Stage, StageIo};

/// The system value that a varying is a placeholder for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placeholder {
    /// The layer of a layered render target.
    Layer,
    Viewport,
    /// The index of the device in a group of devices.
    Device,
    /// The index of the draw in a multi-draw.
    Draw,
    StencilReference,
    /// Of the primitive as an output, of the fragment as an input.
    ShadingRate,
    /// Of a vertex shader, where naga has neither: the number of lanes, and that of the lane.
    SubgroupSize,
    SubgroupLane,
    /// naga takes a second kind of barycentric coordinates for the first one again.
    Barycentric {
        perspective: bool,
    },
    /// A clip or cull distance: its number, and the number of distances.
    Distance {
        cull: bool,
        at: u32,
        of: u32,
    },
}

impl Placeholder {
    /// SPIR-V's name, which the reflection uses.
    fn name(self, is_output: bool) -> &'static str {
        match self {
            Placeholder::Layer => "Layer",
            Placeholder::Viewport => "ViewportIndex",
            Placeholder::Device => "DeviceIndex",
            Placeholder::Draw => "DrawIndex",
            Placeholder::StencilReference => "FragStencilRefEXT",
            Placeholder::ShadingRate if is_output => "PrimitiveShadingRateKHR",
            Placeholder::ShadingRate => "ShadingRateKHR",
            Placeholder::SubgroupSize => "SubgroupSize",
            Placeholder::SubgroupLane => "SubgroupLocalInvocationId",
            Placeholder::Barycentric { perspective: true } => "BaryCoordKHR",
            Placeholder::Barycentric { perspective: false } => "BaryCoordNoPerspKHR",
            Placeholder::Distance { cull: false, .. } => "ClipDistance",
            Placeholder::Distance { cull: true, .. } => "CullDistance",
        }
    }
}

impl Placeholder {
    /// What numbers an input is.
    const fn numbers(self) -> (Scalar, u8) {
        match self {
            Placeholder::Barycentric { .. } => (Scalar::Float, 3),
            _ => (Scalar::Uint, 1),
        }
    }
}

/// The first location of placeholders.
const FIRST: u32 = 0x4000;

/// The placeholders of an interface.
#[derive(Default)]
pub struct Placeholders {
    next: u32,
    /// All placeholders, by location.
    pub all: BTreeMap<u32, Placeholder>,
    inputs: Vec<(Placeholder, ValueHandle)>,
    /// Clip or cull, the number of the first distance, and the locations.
    distances: Vec<(BuiltIn, u32, Vec<u32>)>,
}

impl Placeholders {
    fn location(&mut self) -> u32 {
        self.next += 1;
        FIRST + self.next - 1
    }
}

impl FunctionBuilder<'_, '_> {
    fn allow(&mut self, name: &str, way: &str) -> Result<()> {
        if self.low.placeholders_allowed {
            return Ok(());
        }
        self.unsupported(format!("the system value {name} as an {way} for any target but SPIR-V"))
    }

    /// Numbers as an input.
    pub fn placeholder_input(
        &mut self,
        what: Placeholder,
        name: &str,
        ty: &Type,
        io: &mut EntryIo<'_>,
    ) -> Result<ValueHandle> {
        self.allow(name, "input")?;
        let (scalar, count) = what.numbers();
        let held = vector(scalar, count);
        let known = io.placeholders.inputs.iter().find(|(known, _)| *known == what).map(|(_, value)| *value);
        let value = if let Some(known) = known {
            known
        } else {
            let location = io.placeholders.location();
            io.placeholders.all.insert(location, what);
            let name = what.name(false).to_owned();
            io.inputs.push(StageIo { location: None, name: name.clone(), ty: spelled_type(scalar, count) });
            let handle = self.ty(&held);
            let binding = location_binding(location, scalar, Interpolation::Perspective(Sampling::Centre));
            let value = self.argument(&name, handle, binding);
            io.placeholders.inputs.push((what, value));
            value
        };
        self.reshaped(value, &held, ty)
    }

    /// The same as an output.
    pub fn placeholder_output(
        &mut self,
        what: Placeholder,
        name: &str,
        (value, ty): (ValueHandle, &Type),
        io: &mut EntryIo<'_>,
    ) -> Result<()> {
        self.allow(name, "output")?;
        let uint = Type::Scalar(Scalar::Uint);
        let value = self.reshaped(value, ty, &uint)?;
        let location = io.placeholders.location();
        io.placeholders.all.insert(location, what);
        let name = what.name(true).to_owned();
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
            let location = io.placeholders.location();
            let binding = location_binding(location, Scalar::Float, Interpolation::Perspective(Sampling::Centre));
            locations.push(location);
            lanes.push(self.argument(name, float, binding));
        }
        io.placeholders.distances.push((built_in, first, locations));
        let given = vector(Scalar::Float, count);
        let value = self.of_scalars(lanes, shape(&given))?;
        self.reshaped(value, &given, ty)
    }

    /// Gives each distance its number, after all distances are known.
    pub fn finish_inputs(&mut self, io: &mut EntryIo<'_>, stage: Stage) -> Result<()> {
        let distances = std::mem::take(&mut io.placeholders.distances);
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
                    io.placeholders.all.insert(*location, Placeholder::Distance { cull, at, of });
                }
            }
        }
        Ok(())
    }
}
