//! Mesh pipelines. naga's module of a mesh or amplification stage is that of a compute stage: arrays of outputs and the
//! payload are groupshared variables there, and a SPIR-V pass (`compile/spirv/passes/mesh_stage.rs`) makes outputs of
//! them. naga's own mesh stages are not used: they hold all outputs in groupshared memory, of which a device has 28 KiB
//! for them, and copy them at the end.

use std::sync::Arc;

use naga::{GlobalVariable, Handle, Statement, TypeInner};
use rustc_hash::FxHashMap;

use super::built_ins::{carried, spelled_type};
use super::constant::as_integer;
use super::entry::EntryIo;
use super::function::{FunctionBuilder, ValueHandle};
use super::lvalue::Lvalue;
use super::module::Lowerer;
use super::shape::{Shape, shape};
use super::spirv_only::Instruction;
use crate::ir::{
    BuiltIn, Expr, Function, MeshGroup, OutputArray, Problem, Result, Scalar, Slot, Storage, Struct, Symbol, Type, work,
};
use crate::model::{Stage, StageIo};

/// A stage of a mesh pipeline, as far as naga's module does not say it.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshStage {
    /// `None` of an amplification stage.
    pub group: Option<MeshGroup>,
    /// The variables of outputs, which instructions name by their numbers ([`Instruction::MeshOutput`]).
    pub outputs: Vec<MeshOutput>,
}

/// A variable of outputs: an array with an element for each vertex or primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshOutput {
    pub of: OutputArray,
    pub slot: Slot,
}

/// The most variables of outputs.
pub const MAX_OUTPUTS: u32 = 0x200;

/// An element of an array of outputs that is a structure, or the array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputPlace {
    pub symbol: Symbol,
    /// `None`: the array.
    index: Option<ValueHandle>,
    /// The number of its first variable among those of the array.
    first: usize,
}

/// What an array of outputs holds.
#[derive(Debug)]
pub struct OutputLayout {
    /// The parts of its element that are no structures: the name and the type of each.
    parts: Vec<(String, Type)>,
    length: u32,
}

/// How many parts the elements have before each member of a structure, and with all of them; by the address of the
/// structure, which is held so that no other gets the address.
pub type PartCounts = FxHashMap<*const Struct, (Arc<Struct>, Arc<[usize]>)>;

/// Why the parts of a type cannot be variables.
enum Unfit {
    ArrayOfStructures,
    TooMany,
}

/// Finds the parts of a type that are no structures.
fn find_parts(ty: &Type, name: String, found: &mut Vec<(String, Type)>) -> std::result::Result<(), Unfit> {
    work::spend(1);
    match shape(ty) {
        Shape::Struct(structure) => {
            let mut members = structure.members.iter();
            members.try_for_each(|member| find_parts(&member.ty, format!("{name}.{}", member.name), found))
        }
        Shape::Array(element, _) if holds_structure(element) => Err(Unfit::ArrayOfStructures),
        _ if found.len() > MAX_OUTPUTS as usize => Err(Unfit::TooMany),
        _ => {
            found.push((name, ty.clone()));
            Ok(())
        }
    }
}

fn holds_structure(ty: &Type) -> bool {
    match shape(ty) {
        Shape::Struct(_) => true,
        Shape::Array(element, _) => holds_structure(element),
        _ => false,
    }
}

/// How many parts are before each member of a structure, and in all of them. An array is one part.
fn part_counts(structure: &Arc<Struct>, known: &mut PartCounts) -> Arc<[usize]> {
    if let Some((_, counts)) = known.get(&Arc::as_ptr(structure)) {
        return Arc::clone(counts);
    }
    let mut counts = vec![0];
    let mut all = 0;
    for member in &structure.members {
        all += match shape(&member.ty) {
            Shape::Struct(inner) => part_counts(inner, known).last().copied().unwrap_or(0),
            _ => 1,
        };
        counts.push(all);
    }
    let counts: Arc<[usize]> = counts.into();
    known.insert(Arc::as_ptr(structure), (Arc::clone(structure), Arc::clone(&counts)));
    counts
}

/// The kind of the numbers of a part, how many of them a location has, and how many locations it takes.
fn numbers(ty: &Type) -> Option<(Scalar, u8, usize)> {
    match shape(ty) {
        Shape::Scalar(kind) => Some((kind, 1, 1)),
        Shape::Vector(kind, count) => Some((kind, count, 1)),
        Shape::Matrix { scalar, rows, columns } => Some((scalar, columns, usize::from(rows))),
        Shape::Array(element, count) => {
            let (kind, lanes, rows) = numbers(element)?;
            Some((kind, lanes, rows * count as usize))
        }
        _ => None,
    }
}

/// SPIR-V's name of an output, which the reflection uses.
const fn name_of(built_in: BuiltIn) -> Option<&'static str> {
    Some(match built_in {
        BuiltIn::Position => "Position",
        BuiltIn::PointSize => "PointSize",
        BuiltIn::ClipDistance { .. } => "ClipDistance",
        BuiltIn::CullDistance { .. } => "CullDistance",
        BuiltIn::PrimitiveIndex => "PrimitiveId",
        BuiltIn::Layer => "Layer",
        BuiltIn::ViewportIndex => "ViewportIndex",
        BuiltIn::ShadingRate => "PrimitiveShadingRateKHR",
        BuiltIn::CullPrimitive => "CullPrimitiveEXT",
        BuiltIn::PrimitiveIndices => "PrimitiveIndicesEXT",
        _ => return None,
    })
}

impl Lowerer<'_> {
    /// The parts of the element of an array of outputs, and their number of elements; found once.
    fn output_layout(&mut self, symbol: Symbol) -> Result<Arc<OutputLayout>> {
        if let Some(known) = self.output_layouts.get(&symbol) {
            return Ok(Arc::clone(known));
        }
        let Some((instance, global)) = self.global_item(symbol) else {
            return Err(Problem::internal(None, format!("`{}` is missing", symbol.0)));
        };
        let token = instance.tokens.get(global.at.0 as usize).copied();
        let Type::Array(element, Some(length)) = &global.ty else {
            return Err(Problem::internal(token, format!("the outputs `{}` are no array", symbol.name())));
        };
        let mut parts = Vec::new();
        let what = match find_parts(element, symbol.name().to_owned(), &mut parts) {
            Ok(()) => {
                let layout = Arc::new(OutputLayout { parts, length: *length });
                self.output_layouts.insert(symbol, Arc::clone(&layout));
                return Ok(layout);
            }
            Err(Unfit::ArrayOfStructures) => "which hold an array of structures",
            Err(Unfit::TooMany) => "which have more members than a mesh stage has outputs",
        };
        Err(Problem::unsupported(token, format!("the outputs `{}`, {what},", symbol.name())))
    }

    /// The variable of a part of an array of outputs. It is declared at its first use.
    fn output_variable(&mut self, symbol: Symbol, at: usize) -> Result<Handle<GlobalVariable>> {
        if let Some(known) = self.output_variables.get(&(symbol, at)) {
            return Ok(*known);
        }
        let layout = self.output_layout(symbol)?;
        let Some((name, part)) = layout.parts.get(at) else {
            return Err(Problem::internal(None, "an output without a variable"));
        };
        let base = self.value_type(part);
        let ty = self.types.array(&mut self.module, base, layout.length);
        let variable = self.workgroup_variable(name, ty);
        self.output_variables.insert((symbol, at), variable);
        Ok(variable)
    }

    /// The number of elements of an array of outputs.
    pub fn output_length(&self, symbol: Symbol) -> Result<u32> {
        match self.global_item(symbol).map(|(_, global)| &global.ty) {
            Some(Type::Array(_, Some(length))) => Ok(*length),
            _ => Err(Problem::internal(None, format!("the outputs `{}` are no array", symbol.name()))),
        }
    }

    /// The payload that the stage has, if it uses one.
    fn payload(&self, token: Option<u32>) -> Result<Option<Handle<GlobalVariable>>> {
        let is_payload =
            |symbol: &Symbol| self.global_item(*symbol).is_some_and(|(_, global)| global.storage == Storage::Payload);
        if let Some(sent) = self.sent_payload {
            return Ok(Some(sent));
        }
        let mut all = self.variables.iter().filter(|(symbol, _)| is_payload(symbol));
        let first = all.next();
        if let (Some((one, _)), Some((other, _))) = (first, all.next()) {
            let (one, other) = (one.min(other), one.max(other));
            let text = format!("the stage has two payloads, `{}` and `{}`", one.name(), other.name());
            return Err(Problem::mistake(token, text));
        }
        Ok(first.map(|(_, variable)| *variable))
    }
}

impl FunctionBuilder<'_, '_> {
    pub fn output_array(&mut self, symbol: Symbol) -> Result<Lvalue> {
        self.low.output_layout(symbol)?;
        Ok(Lvalue::Output(OutputPlace { symbol, index: None, first: 0 }))
    }

    /// An element of an array of outputs.
    pub fn output_element(&mut self, array: OutputPlace, element: &Type, index: ValueHandle) -> Result<Lvalue> {
        self.output_part(OutputPlace { index: Some(index), ..array }, element)
    }

    /// A member of an element that is a structure.
    pub fn output_member(&mut self, place: OutputPlace, of: &Type, index: u32) -> Result<Lvalue> {
        let Shape::Struct(structure) = shape(of) else { return self.internal("a member of no structure") };
        let Some(member) = structure.members.get(index as usize) else {
            return self.internal("a member that its structure does not have");
        };
        let counts = part_counts(structure, &mut self.low.part_counts);
        let before = counts.get(index as usize).copied().unwrap_or(0);
        self.output_part(OutputPlace { first: place.first + before, ..place }, &member.ty)
    }

    /// A part of an element; what is no structure is an element of its variable.
    fn output_part(&mut self, place: OutputPlace, ty: &Type) -> Result<Lvalue> {
        if holds_structure(ty) {
            return Ok(Lvalue::Output(place));
        }
        let Some(index) = place.index else { return self.internal("an output without an index") };
        let is_beyond = |length: u32| match self.naga.expressions[index] {
            naga::Expression::Literal(known) => as_integer(known).is_some_and(|known| known >= i128::from(length)),
            _ => false,
        };
        let length = self.low.output_length(place.symbol)?;
        if is_beyond(length) {
            let text = format!("an index beyond the {length} elements of `{}`", place.symbol.name());
            return Err(Problem::mistake(self.token, text));
        }
        let variable = self.low.output_variable(place.symbol, place.first)?;
        let variable = self.global(variable);
        Ok(Lvalue::Shared(self.element(variable, index), place.symbol, Vec::new()))
    }

    pub fn load_output(&mut self, place: OutputPlace, ty: &Type) -> Result<ValueHandle> {
        let mut components = Vec::new();
        match (shape(ty), place.index) {
            (Shape::Struct(structure), Some(_)) => {
                for (member, at) in structure.members.iter().zip(0..) {
                    let part = self.output_member(place, ty, at)?;
                    components.push(self.load_place(&part, &member.ty)?);
                }
            }
            (Shape::Array(element, count), None) => {
                for at in 0..count {
                    let part = self.whole_element(place, element, at)?;
                    components.push(self.load_place(&part, element)?);
                }
            }
            _ => return self.unsupported("an array of outputs without a length as one value"),
        }
        let ty = self.ty(ty);
        Ok(self.add(naga::Expression::Compose { ty, components }))
    }

    pub fn store_output(&mut self, place: OutputPlace, ty: &Type, value: ValueHandle) -> Result<()> {
        match (shape(ty), place.index) {
            (Shape::Struct(structure), Some(_)) => {
                for (member, at) in structure.members.iter().zip(0..) {
                    let to = self.output_member(place, ty, at)?;
                    let part = self.part(value, at);
                    self.store_place(&to, &member.ty, part)?;
                }
                Ok(())
            }
            (Shape::Array(element, count), None) => {
                for at in 0..count {
                    let to = self.whole_element(place, element, at)?;
                    let part = self.part(value, at);
                    self.store_place(&to, element, part)?;
                }
                Ok(())
            }
            _ => self.unsupported("an array of outputs without a length as one value"),
        }
    }

    /// An element of an array of outputs, where the whole array is read or written.
    fn whole_element(&mut self, array: OutputPlace, element: &Type, at: u32) -> Result<Lvalue> {
        work::spend(1);
        let index = self.literal(naga::Literal::U32(at));
        self.output_element(array, element, index)
    }

    /// What a group writes: the numbers of vertices and primitives.
    pub fn set_mesh_outputs(&mut self, name: &str, arguments: &[Expr]) -> Result<()> {
        if self.low.program.entry.stage != Stage::Mesh {
            return Err(Problem::mistake(self.token, format!("`{name}` outside of a mesh stage")));
        }
        let counts = self.counts(arguments)?;
        let number = self.low.number(naga::Scalar::U32, 1, 1);
        self.spirv_instruction(Instruction::SetMeshOutputs, &counts, number);
        Ok(())
    }

    /// Starts so many groups of the mesh stage along each axis, and ends the stage.
    pub fn dispatch_mesh(&mut self, name: &str, arguments: &[Expr]) -> Result<()> {
        if self.low.program.entry.stage != Stage::Amplification {
            return Err(Problem::mistake(self.token, format!("`{name}` outside of an amplification (task) stage")));
        }
        let (counts, sent) = arguments.split_at(arguments.len().min(3));
        let counts = self.counts(counts)?;
        if let [payload] = sent {
            self.send(payload)?;
        }
        let number = self.low.number(naga::Scalar::U32, 1, 1);
        self.spirv_instruction(Instruction::DispatchMesh, &counts, number);
        let value = self.naga.result.as_ref().map(|result| result.ty).map(|ty| self.zero(ty));
        self.push(Statement::Return { value });
        Ok(())
    }

    /// Makes a value the payload, once all threads of the group have written to it.
    fn send(&mut self, payload: &Expr) -> Result<()> {
        self.push(Statement::ControlBarrier(naga::Barrier::WORK_GROUP));
        let ty = self.ty(&payload.ty);
        let variable = match self.low.sent_payload {
            Some(known) if self.low.module.global_variables[known].ty == ty => known,
            Some(_) => return self.unsupported("payloads of two types in one stage"),
            None => self.low.workgroup_variable("payload", ty),
        };
        self.low.sent_payload = Some(variable);
        let value = self.value(payload)?;
        let pointer = self.global(variable);
        self.store(pointer, value);
        Ok(())
    }

    fn counts(&mut self, arguments: &[Expr]) -> Result<Vec<(ValueHandle, super::shape::Ty)>> {
        let number = self.low.number(naga::Scalar::U32, 1, 1);
        let mut counts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.value(argument)?;
            counts.push((self.reshaped(value, &argument.ty, &Type::Scalar(Scalar::Uint))?, number));
        }
        Ok(counts)
    }

    /// Names the variables of a mesh pipeline to the SPIR-V pass, and gives the outputs their places.
    pub fn name_mesh_variables(&mut self, source: &Function, stage: Stage, io: &mut EntryIo<'_>) -> Result<()> {
        if !matches!(stage, Stage::Amplification | Stage::Mesh) {
            return Ok(());
        }
        let mut named = MeshStage { group: source.mesh, outputs: Vec::new() };
        for (local, symbol) in &source.global_parameters {
            if let Some(parameter) = source.parameters.get(local.0 as usize) {
                self.at(parameter.at);
            }
            let Some((_, global)) = self.low.global_item(*symbol) else { continue };
            let Storage::Output(of) = global.storage else { continue };
            let layout = self.low.output_layout(*symbol)?;
            for ((_, part), at) in layout.parts.iter().zip(0..) {
                let is_used = self.low.output_variables.contains_key(&(*symbol, at));
                let Some(slot) = self.output_slot(part, is_used, io)? else { continue };
                let number = named.outputs.len() as u32;
                if number >= MAX_OUTPUTS {
                    return self.unsupported(format!("more than {MAX_OUTPUTS} outputs of a mesh stage"));
                }
                named.outputs.push(MeshOutput { of, slot });
                let variable = self.low.output_variable(*symbol, at)?;
                self.name_variable(Instruction::MeshOutput(number), variable);
            }
        }
        if let Some(payload) = self.low.payload(self.token)? {
            self.name_variable(Instruction::Payload, payload);
        }
        self.low.mesh_stage = Some(named);
        Ok(())
    }

    fn name_variable(&mut self, instruction: Instruction, variable: Handle<GlobalVariable>) {
        let mut ty = self.low.module.global_variables[variable].ty;
        let number = self.low.number(naga::Scalar::U32, 1, 1);
        let mut pointer = self.global(variable);
        // naga passes neither pointers to groupshared variables nor values with atomic parts. So it is the first number.
        loop {
            ty = match &self.low.module.types[ty].inner {
                TypeInner::Array { base, .. } => *base,
                TypeInner::Struct { members, .. } if !members.is_empty() => members[0].ty,
                TypeInner::Atomic(scalar) => {
                    let scalar = *scalar;
                    break ty = self.low.number(scalar, 1, 1);
                }
                _ => break,
            };
            pointer = self.part(pointer, 0);
        }
        let value = self.load(pointer);
        self.spirv_instruction(instruction, &[(value, ty)], number);
    }

    /// Where a part of an output goes: the place of the first of its numbers. `None`: a built-in that is not written.
    fn output_slot(&mut self, part: &Type, is_used: bool, io: &mut EntryIo<'_>) -> Result<Option<Slot>> {
        let Some((kind, lanes, rows)) = numbers(part) else { return self.internal("an output without numbers") };
        let first = io.next_output()?;
        let (name, slot) = (first.name.clone(), first.slot);
        for _ in 1..rows {
            io.next_output()?;
        }
        let shown = spelled_type(kind, lanes);
        match slot {
            Slot::Unknown => return self.unsupported(format!("the system value {name} as an output")),
            Slot::BuiltIn(_) if !is_used => return Ok(None),
            Slot::BuiltIn(built_in) => {
                let Some(known) = name_of(built_in) else {
                    return self.unsupported(format!("the system value {name} as an output of a mesh stage"));
                };
                let is_distance = matches!(built_in, BuiltIn::ClipDistance { .. } | BuiltIn::CullDistance { .. });
                if is_distance && !matches!(shape(part), Shape::Array(..)) {
                    return self.unsupported(format!("{name} of a mesh stage that is no array"));
                }
                let ty = if is_distance { format!("float[{rows}]") } else { shown };
                io.outputs.push(StageIo { location: None, name: known.to_owned(), ty });
            }
            Slot::Location { .. } if carried(kind) != kind => {
                return self.unsupported(format!("the boolean output `{name}` of a mesh stage"));
            }
            Slot::Location { location, .. } => {
                for row in 0..rows as u32 {
                    let location = location.saturating_add(row);
                    let io_of_row = StageIo { location: Some(location), name: name.clone(), ty: shown.clone() };
                    io.outputs.push(io_of_row);
                }
            }
        }
        Ok(Some(slot))
    }
}
