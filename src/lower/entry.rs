//! The entry point: a shell around the user's function that fetches its parameters from the pipeline and hands its results
//! back.
//!
//! naga has lanes of groups of one dimension alone, so a group that asks for them becomes a row of as many threads, in the
//! order of `SV_GroupIndex`; the numbers of its threads are computed from that. Direct3D does not say which lane a thread is.

use std::collections::BTreeSet;
use std::sync::Arc;

use naga::{
    BinaryOperator, Binding, BuiltIn, ConservativeDepth, EarlyDepthTest, EntryPoint, Expression, FunctionArgument,
    MathFunction, ShaderStage, Statement,
};

use super::bindings::params_block;
use super::builtin_workaround::StandIns;
use super::function::{FunctionBuilder, ValueHandle};
use super::locations::{Of, free, later, location_binding, locations, member_of, said, width};
use super::lvalue::row_type;
use super::module::Lowerer;
use super::problem::{Problem, Result};
use super::resource::FunctionKey;
use super::semantics::{System, built_in_name, spelled, system};
use super::shape::{Shape, Ty, has_resources, scalar, shape};
use crate::ir::{Member, Packing, Parameter, Passing, Scalar, Semantic, Storage, Symbol, Type, Varying};
use crate::model::{Stage, StageIo};

/// What the pipeline and the function exchange.
#[derive(Default)]
pub struct Interface {
    pub inputs: Vec<StageIo>,
    pub outputs: Vec<StageIo>,
    /// The lowest location that may be free, and those that are not.
    next_input: u32,
    taken_inputs: BTreeSet<u32>,
    next_output: u32,
    taken_outputs: BTreeSet<u32>,
    pub results: Vec<(String, Ty, Binding, ValueHandle)>,
    /// Numbers of `SV_ClipDistance` and `SV_CullDistance`, with the index of each semantic.
    pub distances: Vec<(BuiltIn, u32, Vec<ValueHandle>)>,
    pub depth: Option<Option<bool>>,
    /// The rules of Direct3D 9, which has no `SV_Position`.
    direct3d9: bool,
    fetched: Vec<(BuiltIn, ValueHandle)>,
    pub stand_ins: StandIns,
}

impl Interface {
    /// Locations for what does not say its own: a run of `count`.
    fn input_location(&mut self, count: u32) -> u32 {
        free(&mut self.next_input, &self.taken_inputs, count)
    }

    pub fn output_location(&mut self, count: u32) -> u32 {
        free(&mut self.next_output, &self.taken_outputs, count)
    }
}

/// HLSL's name of a scalar or vector type.
pub fn spelled_type(kind: Scalar, count: u8) -> String {
    let name = match kind {
        Scalar::Bool => "bool",
        Scalar::Int | Scalar::Min16Int => "int",
        Scalar::Uint | Scalar::Min16Uint => "uint",
        Scalar::Half | Scalar::Float | Scalar::Min16Float => "float",
        Scalar::Double => "double",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 => "uint16_t",
        Scalar::Float16 => "half",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
    };
    if count == 1 { name.to_owned() } else { format!("{name}{count}") }
}

pub fn built_in_scalar(built_in: BuiltIn) -> Scalar {
    match built_in {
        BuiltIn::Position { .. } | BuiltIn::PointSize | BuiltIn::FragDepth | BuiltIn::Barycentric { .. } => {
            Scalar::Float
        }
        BuiltIn::FrontFacing => Scalar::Bool,
        _ => Scalar::Uint,
    }
}

pub fn vector(kind: Scalar, count: u8) -> Type {
    if count == 1 { Type::Scalar(kind) } else { Type::Vector(kind, count) }
}

impl Lowerer<'_> {
    /// Writes the entry point, everything it calls included.
    pub fn entry_point(&mut self) -> Result<Interface> {
        let symbol = self.program.entry.function;
        let stage = self.program.entry.stage;
        let Some((instance, source)) = self.function_item(symbol) else {
            return Err(Problem::internal(None, format!("the entry point `{}` is missing", symbol.0)));
        };
        let token = instance.tokens.get(source.at.0 as usize).copied();
        let naga_stage = match stage {
            Stage::Vertex => ShaderStage::Vertex,
            Stage::Pixel => ShaderStage::Fragment,
            Stage::Compute => ShaderStage::Compute,
            other => {
                let mut problem = Problem::unsupported(token, format!("a {} shader", other.name()));
                problem.help = "Select a platform compiler for it, such as dxc or glslangValidator.".to_owned();
                return Err(problem);
            }
        };
        if stage == Stage::Compute {
            match source.threads {
                Some(threads) => self.threads = threads,
                None => {
                    let message = format!("the compute shader `{}` has no [numthreads(x, y, z)]", symbol.0);
                    return Err(Problem::mistake(token, message));
                }
            }
        }
        self.params = uniform_members(&source.parameters);
        let lowered = self.function(FunctionKey { symbol, resources: Vec::new() }, token)?;
        let mut fun = FunctionBuilder::new(self, instance, source);
        fun.at(source.at);
        let mut io = Interface { direct3d9: fun.low.direct3d9, ..Interface::default() };
        let result = (source.semantic, source.result_varying);
        said(&source.result, result, stage, stage == Stage::Pixel, &mut io.taken_outputs);
        for parameter in source.parameters.iter().filter(|parameter| !parameter.uniform) {
            let of = (parameter.semantic, parameter.varying);
            if parameter.passing != Passing::Out {
                said(&parameter.ty, of, stage, false, &mut io.taken_inputs);
            }
            if parameter.passing != Passing::In {
                said(&parameter.ty, of, stage, stage == Stage::Pixel, &mut io.taken_outputs);
            }
        }
        fun.run_initialisers(&mut io, stage)?;
        let mut arguments = Vec::new();
        let mut outs = Vec::new();
        let mut uniform = 0;
        for parameter in &source.parameters {
            fun.at(parameter.at);
            if has_resources(&parameter.ty) {
                return fun.unsupported(format!("the resource `{}` as a parameter of an entry point", parameter.name));
            }
            let of = (parameter.semantic, parameter.varying);
            let given = if parameter.uniform {
                let place = fun.block_place(params_block(), uniform)?;
                uniform += 1;
                Some(fun.load_place(&place, &parameter.ty)?)
            } else if parameter.passing != Passing::Out {
                Some(fun.input(&parameter.ty, of, parameter.name.as_str(), &mut io, stage)?)
            } else {
                None
            };
            if parameter.passing == Passing::In {
                arguments.extend(given);
                continue;
            }
            let ty = fun.ty(&parameter.ty);
            let variable = fun.variable(parameter.name.as_str(), ty);
            if let Some(given) = given {
                fun.store(variable, given);
            }
            arguments.push(variable);
            outs.push((variable, parameter));
        }
        fun.finish_inputs(&mut io, stage)?;
        fun.fetch_built_ins(&mut io, stage);
        let result = lowered.result.map(|_| fun.bare(Expression::CallResult(lowered.handle)));
        fun.push(Statement::Call { function: lowered.handle, arguments, result });
        if let Some(result) = result {
            fun.output(result, &source.result, (source.semantic, source.result_varying), "result", &mut io, stage)?;
        }
        for (variable, parameter) in outs {
            fun.at(parameter.at);
            let value = fun.load(variable);
            let of = (parameter.semantic, parameter.varying);
            fun.output(value, &parameter.ty, of, parameter.name.as_str(), &mut io, stage)?;
        }
        fun.finish_outputs(&mut io, stage)?;
        let name = symbol.0.split('(').next().unwrap_or_default().to_owned();
        let function = fun.finish();
        let early_depth_test = match (source.early_depth && stage == Stage::Pixel, io.depth) {
            (true, _) => Some(EarlyDepthTest::Force),
            (_, Some(Some(true))) => Some(EarlyDepthTest::Allow { conservative: ConservativeDepth::GreaterEqual }),
            (_, Some(Some(false))) => Some(EarlyDepthTest::Allow { conservative: ConservativeDepth::LessEqual }),
            _ => None,
        };
        let workgroup_size = match stage {
            // At most 1024 all together.
            Stage::Compute if self.facts.linear_group => [self.threads.iter().product(), 1, 1],
            Stage::Compute => self.threads,
            _ => [0; 3],
        };
        self.module.entry_points.push(EntryPoint {
            name,
            stage: naga_stage,
            early_depth_test,
            workgroup_size,
            workgroup_size_overrides: None,
            function,
            mesh_info: None,
            task_payload: None,
            incoming_ray_payload: None,
        });
        Ok(io)
    }
}

fn uniform_members(parameters: &[Parameter]) -> Arc<[Member]> {
    let uniform = parameters.iter().filter(|parameter| parameter.uniform && !has_resources(&parameter.ty));
    uniform
        .map(|parameter| Member {
            name: parameter.name,
            ty: parameter.ty.clone(),
            semantic: None,
            varying: Varying::default(),
            packing: Packing::default(),
        })
        .collect()
}

impl FunctionBuilder<'_, '_> {
    /// Sets the variables whose initial values take the device.
    fn run_initialisers(&mut self, io: &mut Interface, stage: Stage) -> Result<()> {
        let (instance, mut at) = (self.instance, 0);
        let (block, _) = self.nested(|fun| {
            // Lowering one may ask for more; those come later in the list and are needed by none before.
            while let Some(symbol) = fun.low.initialised.get(at).copied() {
                at += 1;
                fun.initialise(symbol)?;
            }
            Ok(())
        })?;
        self.instance = instance;
        self.fetch_built_ins(io, stage);
        if !block.is_empty() {
            self.push(Statement::Block(block));
        }
        Ok(())
    }

    fn initialise(&mut self, symbol: Symbol) -> Result<()> {
        let Some((instance, global)) = self.low.global_item(symbol) else { return Ok(()) };
        let (Storage::Private { initialiser: Some(value) } | Storage::Constant { initialiser: value }) =
            &global.storage
        else {
            return Ok(());
        };
        self.instance = instance;
        let value = self.value(value)?;
        let variable = self.low.static_variable(symbol)?;
        let pointer = self.global(variable);
        self.store(pointer, value);
        Ok(())
    }

    /// Fills the variables through which functions read system values.
    fn fetch_built_ins(&mut self, io: &mut Interface, stage: Stage) {
        let wanted: Vec<_> = self.low.built_ins.iter().map(|(built_in, variable)| (*built_in, *variable)).collect();
        for (built_in, variable) in wanted {
            if io.fetched.iter().any(|(found, _)| *found == built_in) {
                continue;
            }
            let value = self.built_in_argument(built_in, 1, io, stage);
            let pointer = self.global(variable);
            self.store(pointer, value);
        }
    }

    pub fn argument(&mut self, name: &str, ty: Ty, binding: Binding) -> ValueHandle {
        let index = self.naga.arguments.len() as u32;
        self.naga.arguments.push(FunctionArgument { name: Some(name.to_owned()), ty, binding: Some(binding) });
        self.bare(Expression::FunctionArgument(index))
    }

    /// A built-in, which a function may have as one argument only.
    fn built_in_argument(&mut self, built_in: BuiltIn, count: u8, io: &mut Interface, stage: Stage) -> ValueHandle {
        if let Some((_, found)) = io.fetched.iter().find(|(found, _)| *found == built_in) {
            return *found;
        }
        if self.low.facts.linear_group && matches!(built_in, BuiltIn::LocalInvocationId | BuiltIn::GlobalInvocationId) {
            let value = self.place_in_group(built_in, io, stage);
            io.fetched.push((built_in, value));
            return value;
        }
        let kind = built_in_scalar(built_in);
        let ty = self.low.number(scalar(kind), 1, count);
        let name = built_in_name(built_in, stage);
        io.inputs.push(StageIo { location: None, name: name.clone(), ty: spelled_type(kind, count) });
        let value = self.argument(&name, ty, Binding::BuiltIn(built_in));
        io.fetched.push((built_in, value));
        value
    }

    /// `SV_GroupThreadID` or `SV_DispatchThreadID` of a group that is a row.
    fn place_in_group(&mut self, built_in: BuiltIn, io: &mut Interface, stage: Stage) -> ValueHandle {
        let ty = self.low.number(naga::Scalar::U32, 1, 3);
        if built_in == BuiltIn::GlobalInvocationId {
            let local = self.built_in_argument(BuiltIn::LocalInvocationId, 3, io, stage);
            let group = self.built_in_argument(BuiltIn::WorkGroupId, 3, io, stage);
            let size = self.low.threads.map(|count| self.uint(count)).to_vec();
            let size = self.add(Expression::Compose { ty, components: size });
            let first = self.binary(BinaryOperator::Multiply, group, size);
            return self.binary(BinaryOperator::Add, first, local);
        }
        let index = self.built_in_argument(BuiltIn::LocalInvocationIndex, 1, io, stage);
        let [x, y, _] = self.low.threads.map(|count| self.uint(count));
        let row = self.binary(BinaryOperator::Divide, index, x);
        let components = vec![
            self.binary(BinaryOperator::Modulo, index, x),
            self.binary(BinaryOperator::Modulo, row, y),
            self.binary(BinaryOperator::Divide, row, y),
        ];
        self.add(Expression::Compose { ty, components })
    }

    fn input(&mut self, ty: &Type, of: Of, name: &str, io: &mut Interface, stage: Stage) -> Result<ValueHandle> {
        match shape(ty) {
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                let mut components = Vec::new();
                let mut outer = of;
                for (member, at) in structure.members.iter().zip(&*record.members) {
                    if at.is_none() {
                        return self.unsupported("a resource among the inputs of an entry point");
                    }
                    let of = member_of(member, &mut outer);
                    components.push(self.input(&member.ty, of, member.name.as_str(), io, stage)?);
                }
                if components.is_empty() {
                    return Ok(self.zero(record.ty));
                }
                Ok(self.add(Expression::Compose { ty: record.ty, components }))
            }
            Shape::Array(element, count) => {
                let mut components = Vec::with_capacity(count as usize);
                let step = locations(element);
                for at in 0..count {
                    let of = later(of, at * step);
                    components.push(self.input(element, of, name, io, stage)?);
                }
                let ty = self.ty(ty);
                Ok(self.add(Expression::Compose { ty, components }))
            }
            Shape::Matrix { rows, .. } => {
                let row = row_type(ty);
                let mut lines = Vec::with_capacity(usize::from(rows));
                for at in 0..u32::from(rows) {
                    let of = later(of, at);
                    lines.push(self.input(&row, of, name, io, stage)?);
                }
                self.of_rows(lines, shape(ty))
            }
            Shape::Scalar(kind) => self.input_leaf((kind, 1), ty, of, name, io, stage),
            Shape::Vector(kind, count) => self.input_leaf((kind, count), ty, of, name, io, stage),
            _ => self.unsupported(format!("the input `{name}` of this type")),
        }
    }

    fn input_leaf(
        &mut self,
        (kind, count): (Scalar, u8),
        ty: &Type,
        (semantic, varying): Of,
        name: &str,
        io: &mut Interface,
        stage: Stage,
    ) -> Result<ValueHandle> {
        let (semantic, meaning) = named(semantic, name, stage, true, io);
        match meaning {
            Some(System::Plain(built_in, lanes)) => {
                let built_in = match built_in {
                    BuiltIn::Barycentric { .. } => BuiltIn::Barycentric { perspective: !varying.no_perspective },
                    other => other,
                };
                let value = self.built_in_argument(built_in, lanes, io, stage);
                self.reshaped(value, &vector(built_in_scalar(built_in), lanes), ty)
            }
            Some(System::FrontFacing) => {
                let value = self.built_in_argument(BuiltIn::FrontFacing, 1, io, stage);
                self.reshaped(value, &Type::Scalar(Scalar::Bool), ty)
            }
            Some(System::FaceSign) => {
                let front = self.built_in_argument(BuiltIn::FrontFacing, 1, io, stage);
                let (one, minus) = (self.float(1.0), self.float(-1.0));
                let value = self.select(front, one, minus);
                self.reshaped(value, &Type::Scalar(Scalar::Float), ty)
            }
            Some(System::PixelPosition) => {
                let built_in = BuiltIn::Position { invariant: false };
                let position = self.built_in_argument(built_in, 4, io, stage);
                let value = if count == 4 {
                    let xyz = self.swizzle(position, &[0, 1, 2]);
                    let w = self.part(position, 3);
                    let one = self.float(1.0);
                    let w = self.binary(BinaryOperator::Divide, one, w);
                    let ty = self.low.number(naga::Scalar::F32, 1, 4);
                    self.add(Expression::Compose { ty, components: vec![xyz, w] })
                } else {
                    position
                };
                self.reshaped(value, &Type::Vector(Scalar::Float, 4), ty)
            }
            Some(System::PixelNumber) => {
                let built_in = BuiltIn::Position { invariant: false };
                let position = self.built_in_argument(built_in, 4, io, stage);
                let value = self.math(MathFunction::Floor, &[position]);
                self.reshaped(value, &Type::Vector(Scalar::Float, 4), ty)
            }
            Some(System::StandIn(what)) => self.stand_in_input(what, &spelled(semantic), ty, io),
            Some(System::Distances(built_in)) => {
                self.distances_input((built_in, semantic.index, &spelled(semantic)), count, ty, io)
            }
            Some(_) => self.unsupported(format!("the system value {} as an input", spelled(semantic))),
            None => {
                let carried = carried(kind);
                let location = varying.location.unwrap_or_else(|| io.input_location(width(carried, count)));
                if io.inputs.iter().any(|known| known.location == Some(location)) {
                    let name = spelled(semantic);
                    return Err(Problem::mistake(
                        self.token,
                        format!("location {location} of the input `{name}` has another input"),
                    ));
                }
                let ty_handle = self.low.number(scalar(carried), 1, count);
                let spelled = spelled(semantic);
                io.inputs.push(StageIo {
                    location: Some(location),
                    name: spelled.clone(),
                    ty: spelled_type(carried, count),
                });
                let binding = location_binding(location, carried, varying, stage == Stage::Pixel);
                let value = self.argument(&spelled, ty_handle, binding);
                self.reshaped(value, &vector(carried, count), ty)
            }
        }
    }
}

/// The type in which a value of this type goes from stage to stage.
pub const fn carried(kind: Scalar) -> Scalar {
    match kind {
        Scalar::Bool => Scalar::Uint,
        kind => kind,
    }
}

/// What has no semantic goes from stage to stage under its own name, as glslang has it.
pub fn named(
    semantic: Option<Semantic>,
    name: &str,
    stage: Stage,
    input: bool,
    io: &Interface,
) -> (Semantic, Option<System>) {
    match semantic {
        Some(semantic) => (semantic, system(semantic, stage, input, io.direct3d9)),
        None => (Semantic { name: name.into(), index: 0 }, None),
    }
}
