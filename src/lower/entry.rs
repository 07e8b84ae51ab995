//! The entry point: a wrapper of the user's function that reads its parameters from the stage inputs and writes its
//! results to the stage outputs.
//!
//! naga has lane indices only in one-dimensional thread groups. So a group that uses lanes becomes a one-dimensional
//! group of equal size, in the order of the flattened thread index, and the thread's three coordinates are computed
//! from it. No language defines which lane a thread is.

use std::slice::Iter;

use naga::{
    BinaryOperator, Binding, BuiltIn, ConservativeDepth, EarlyDepthTest, EntryPoint, Expression, FunctionArgument,
    MathFunction, ShaderStage, Statement,
};

use super::built_ins::{
    Carrier, built_in_name, built_in_scalar, carried, carrier, location_binding, spelled_type, vector,
};
use super::builtin_workaround::{Placeholder, Placeholders};
use super::call::is_global;
use super::function::{FunctionBuilder, ValueHandle};
use super::lvalue::row_type;
use super::module::Lowerer;
use super::resource::FunctionKey;
use super::shape::{Shape, Ty, has_resources, scalar, shape};
use super::shared_locations::SharedLocations;
use super::vertices::{VERTICES, per_vertex_binding};
use crate::ir::{
    FragDepth, Function, Interface, Interpolation, LocalId, Passing, Problem, Result, Scalar, Slot, StageValue,
    Storage, Symbol, TestMode, Type,
};
use crate::model::{Stage, StageIo};

/// The inputs and outputs of the entry point.
pub struct EntryIo<'p> {
    /// The inputs and outputs of the interface that have not been used yet.
    next_inputs: Iter<'p, StageValue>,
    next_outputs: Iter<'p, StageValue>,
    input_count: usize,
    link_word: &'static str,
    pub inputs: Vec<StageIo>,
    pub outputs: Vec<StageIo>,
    pub results: Vec<(String, Ty, Binding, ValueHandle)>,
    /// Clip and cull distances: the position of each in its array.
    pub distances: Vec<(BuiltIn, u32, Vec<ValueHandle>)>,
    pub depth: Option<FragDepth>,
    pub shared: SharedLocations,
    fetched: Vec<(BuiltIn, ValueHandle)>,
    pub placeholders: Placeholders,
    /// Test modes of the entry point.
    pub modes: Vec<TestMode>,
}

/// What is of a mesh pipeline, which no compiler writes in another form than SPIR-V.
fn of_spirv_alone(token: Option<u32>, what: &str) -> Box<Problem> {
    let mut problem = Problem::unsupported(token, what);
    problem.help =
        "Leave the technique out for other targets: in the sidecar, `RENDERER_VULKAN` is true for SPIR-V.".into();
    problem
}

impl<'p> EntryIo<'p> {
    fn new(interface: &'p Interface) -> EntryIo<'p> {
        EntryIo {
            next_inputs: interface.inputs.iter(),
            input_count: interface.inputs.len(),
            next_outputs: interface.outputs.iter(),
            link_word: interface.link_word,
            inputs: Vec::new(),
            outputs: Vec::new(),
            results: Vec::new(),
            distances: Vec::new(),
            depth: None,
            shared: SharedLocations::default(),
            fetched: Vec::new(),
            placeholders: Placeholders::default(),
            modes: Vec::new(),
        }
    }

    /// The number of the next input of the interface.
    fn input_number(&self) -> u32 {
        (self.input_count - self.next_inputs.len()) as u32
    }

    /// Whether the next input has its value at each vertex.
    fn is_per_vertex(&self) -> bool {
        let next = self.next_inputs.clone().next().map(|input| input.slot);
        matches!(next, Some(Slot::Location { interpolation: Interpolation::PerVertex, .. }))
    }

    /// The next input of the interface.
    fn next_input(&mut self) -> Result<&'p StageValue> {
        let missing = || Problem::internal(None, "an input that is not part of the interface");
        self.next_inputs.next().ok_or_else(missing)
    }

    pub fn next_output(&mut self) -> Result<&'p StageValue> {
        let missing = || Problem::internal(None, "an output that is not part of the interface");
        self.next_outputs.next().ok_or_else(missing)
    }

    /// The message for two outputs with the same name.
    pub fn twice(&self, name: &str) -> String {
        format!("two outputs have the {} `{name}`", self.link_word)
    }
}

impl<'p> Lowerer<'p> {
    /// naga's name of a stage.
    fn naga_stage(&self, stage: Stage, token: Option<u32>) -> Result<ShaderStage> {
        Ok(match stage {
            Stage::Vertex => ShaderStage::Vertex,
            Stage::Pixel => ShaderStage::Fragment,
            Stage::Compute => ShaderStage::Compute,
            Stage::Amplification | Stage::Mesh if self.placeholders_allowed => ShaderStage::Compute,
            Stage::Amplification | Stage::Mesh => {
                let what = format!("a shader of the {} stage for any target but SPIR-V", stage.name());
                return Err(of_spirv_alone(token, &what));
            }
            other => {
                let mut problem = Problem::unsupported(token, format!("a {} shader", other.name()));
                let compilers = self.program.wording.other_compilers;
                let named = compilers.get(..2).unwrap_or(compilers).join(" or ");
                if !named.is_empty() {
                    problem.help = format!("Select a platform compiler for it, such as {named}.");
                }
                return Err(problem);
            }
        })
    }

    /// Takes the size of the group from a shader that has groups.
    fn take_threads(&mut self, source: &Function, token: Option<u32>) -> Result<()> {
        self.quads = source.quads;
        match source.threads {
            Some(_) if source.thread_constants != [None; 3] && !self.placeholders_allowed => {
                let what = "a size of the group by specialisation constants for any target but SPIR-V";
                return Err(Problem::unsupported(token, what));
            }
            Some(threads) => {
                self.threads = threads;
                self.thread_constants = source.thread_constants;
            }
            None => {
                let shader = source.symbol.0;
                let message = format!("the shader `{shader}` does not give the size of its group");
                return Err(Problem::internal(token, message));
            }
        }
        Ok(())
    }

    /// Writes the entry point, including all functions that it calls.
    pub fn entry_point(&mut self) -> Result<EntryIo<'p>> {
        let symbol = self.program.entry.function;
        let stage = self.program.entry.stage;
        let Some((instance, source)) = self.function_item(symbol) else {
            return Err(Problem::internal(None, format!("the entry point `{}` is missing", symbol.0)));
        };
        let token = instance.tokens.get(source.at.0 as usize).copied();
        let naga_stage = self.naga_stage(stage, token)?;
        if let Some(views) = source.views.filter(|_| !self.views_of_pipeline) {
            let text = format!("a stage for {views} views cannot be written in OpenGL's GLSL by any compiler here");
            return Err(Problem::mistake(token, text));
        }
        self.culls_primitives = source.culls_primitives;
        if stage.has_groups() {
            self.take_threads(source, token)?;
        }
        let lowered = self.function(FunctionKey { symbol, resources: Vec::new() }, token)?;
        let mut fun = FunctionBuilder::new(self, instance, source);
        fun.at(source.at);
        let mut io = EntryIo::new(fun.low.interface);
        fun.run_initialisers(&mut io, stage)?;
        let mut arguments = Vec::new();
        let mut outs = Vec::new();
        let mut uniform = 0;
        for (parameter, local) in source.parameters.iter().zip((0..).map(LocalId)) {
            fun.at(parameter.at);
            if is_global(source, local) {
                continue;
            }
            if has_resources(&parameter.ty) {
                return fun.unsupported(format!("the resource `{}` as a parameter of an entry point", parameter.name));
            }
            let given = if parameter.uniform {
                let place = fun.block_place(fun.low.interface.params_block, uniform)?;
                uniform += 1;
                Some(fun.load_place(&place, &parameter.ty)?)
            } else if parameter.passing != Passing::Out {
                Some(fun.input(&parameter.ty, parameter.name.as_str(), &mut io, stage)?)
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
        fun.name_mesh_variables(source, stage, &mut io)?;
        fun.fetch_built_ins(&mut io, stage);
        let result = lowered.result.map(|_| fun.bare(Expression::CallResult(lowered.handle)));
        fun.push(Statement::Call { function: lowered.handle, arguments, result });
        if let Some(result) = result {
            fun.output(result, &source.result, "result", &mut io)?;
        }
        for (variable, parameter) in outs {
            fun.at(parameter.at);
            let value = fun.load(variable);
            fun.output(value, &parameter.ty, parameter.name.as_str(), &mut io)?;
        }
        if let Some(mode) = source.modes.iter().find(|mode| is_mode_of(stage, **mode)) {
            fun.at(source.at);
            fun.needs_spirv(&format!("the execution mode {mode:?}"))?;
        }
        fun.finish_outputs(&mut io, stage)?;
        let name = symbol.name().to_owned();
        let function = fun.finish();
        io.modes = source.modes.iter().copied().filter(|mode| is_mode_of(stage, *mode)).collect();
        let early_depth_test = early_depth_test(source, stage, io.depth);
        let workgroup_size = match stage {
            // The product is at most 1024.
            _ if !stage.has_groups() => [0; 3],
            _ if self.facts.linear_group => [self.threads.iter().product(), 1, 1],
            _ => self.threads,
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

/// Whether the entry point already takes barycentric coordinates, with or without perspective as these are not.
fn has_other_barycentric(io: &EntryIo<'_>, perspective: bool) -> bool {
    let other = BuiltIn::Barycentric { perspective: !perspective };
    io.fetched.iter().any(|(built_in, _)| *built_in == other)
}

/// When depth and stencil are tested before the pixel shader, by its attribute and the depth that it writes.
fn is_mode_of(stage: Stage, mode: TestMode) -> bool {
    stage == Stage::Pixel || mode == TestMode::UniformSubgroups
}

fn early_depth_test(source: &Function, stage: Stage, depth: Option<FragDepth>) -> Option<EarlyDepthTest> {
    match (source.early_depth && stage == Stage::Pixel, depth) {
        (true, _) => Some(EarlyDepthTest::Force),
        (_, Some(FragDepth::GreaterEqual)) => {
            Some(EarlyDepthTest::Allow { conservative: ConservativeDepth::GreaterEqual })
        }
        (_, Some(FragDepth::LessEqual)) => Some(EarlyDepthTest::Allow { conservative: ConservativeDepth::LessEqual }),
        (_, Some(FragDepth::Unchanged)) => Some(EarlyDepthTest::Allow { conservative: ConservativeDepth::Unchanged }),
        _ => None,
    }
}

impl FunctionBuilder<'_, '_> {
    /// Initialises the variables whose initial values are only known at run time.
    fn run_initialisers(&mut self, io: &mut EntryIo<'_>, stage: Stage) -> Result<()> {
        let (instance, mut at) = (self.instance, 0);
        let (block, _) = self.nested(|fun| {
            // Lowering an initialiser may add variables. They come later in the list, and no earlier initialiser needs
            // them.
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

    /// Writes the variables through which functions read system values.
    fn fetch_built_ins(&mut self, io: &mut EntryIo<'_>, stage: Stage) {
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

    /// A built-in. A function may have each built-in as one argument only.
    fn built_in_argument(&mut self, built_in: BuiltIn, count: u8, io: &mut EntryIo<'_>, stage: Stage) -> ValueHandle {
        if let Some((_, found)) = io.fetched.iter().find(|(found, _)| *found == built_in) {
            return *found;
        }
        if self.low.facts.linear_group && matches!(built_in, BuiltIn::LocalInvocationId | BuiltIn::GlobalInvocationId) {
            let value = self.place_in_group(built_in, io, stage);
            io.fetched.push((built_in, value));
            return value;
        }
        let placeholder = match built_in {
            BuiltIn::SubgroupSize => Some(Placeholder::SubgroupSize),
            BuiltIn::SubgroupInvocationId => Some(Placeholder::SubgroupLane),
            _ => None,
        };
        if let Some(placeholder) = placeholder.filter(|_| stage == Stage::Vertex) {
            let uint = Type::Scalar(Scalar::Uint);
            return match self.placeholder_input(placeholder, "of a lane", &uint, io) {
                Ok(value) => {
                    io.fetched.push((built_in, value));
                    value
                }
                Err(problem) => {
                    self.low.problems.push(*problem);
                    self.uint(0)
                }
            };
        }
        let kind = built_in_scalar(built_in);
        let ty = self.low.number(scalar(kind), 1, count);
        let name = built_in_name(built_in, stage);
        io.inputs.push(StageIo { location: None, name: name.clone(), ty: spelled_type(kind, count) });
        let value = self.argument(&name, ty, Binding::BuiltIn(built_in));
        io.fetched.push((built_in, value));
        value
    }

    /// The thread's coordinates in its group, or in the dispatch, if the group is one-dimensional in naga.
    fn place_in_group(&mut self, built_in: BuiltIn, io: &mut EntryIo<'_>, stage: Stage) -> ValueHandle {
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

    fn input(&mut self, ty: &Type, name: &str, io: &mut EntryIo<'_>, stage: Stage) -> Result<ValueHandle> {
        match shape(ty) {
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                let mut components = Vec::new();
                for (member, at) in structure.members.iter().zip(&*record.members) {
                    if at.is_none() {
                        return self.unsupported("a resource among the inputs of an entry point");
                    }
                    components.push(self.input(&member.ty, member.name.as_str(), io, stage)?);
                }
                if components.is_empty() {
                    return Ok(self.zero(record.ty));
                }
                Ok(self.add(Expression::Compose { ty: record.ty, components }))
            }
            Shape::Array(element, count) if count == VERTICES && io.is_per_vertex() => {
                self.per_vertex_input(ty, element, name, io)
            }
            Shape::Array(element, count) => {
                let mut components = Vec::with_capacity(count as usize);
                for _ in 0..count {
                    components.push(self.input(element, name, io, stage)?);
                }
                let ty = self.ty(ty);
                Ok(self.add(Expression::Compose { ty, components }))
            }
            Shape::Matrix { rows, .. } => {
                let row = row_type(ty);
                let mut lines = Vec::with_capacity(usize::from(rows));
                for _ in 0..rows {
                    lines.push(self.input(&row, name, io, stage)?);
                }
                self.of_rows(lines, shape(ty))
            }
            Shape::Scalar(kind) => self.input_value((kind, 1), ty, io, stage),
            Shape::Vector(kind, count) => self.input_value((kind, count), ty, io, stage),
            _ => self.unsupported(format!("the input `{name}` of this type")),
        }
    }

    /// An input that is an array with its value at each vertex.
    fn per_vertex_input(&mut self, ty: &Type, element: &Type, name: &str, io: &mut EntryIo<'_>) -> Result<ValueHandle> {
        self.needs_spirv(&format!("the input `{name}`, which has its value at each vertex"))?;
        let values = self.values_at_vertices(element, name, io)?;
        let array = self.ty(ty);
        Ok(self.add(Expression::Compose { ty: array, components: values }))
    }

    /// The values of an input at the vertices: of a structure, from those of its members.
    fn values_at_vertices(&mut self, of: &Type, name: &str, io: &mut EntryIo<'_>) -> Result<Vec<ValueHandle>> {
        let parts: Vec<(Type, &str)> = match shape(of) {
            Shape::Scalar(kind) => return self.value_at_vertices((kind, 1), of, io),
            Shape::Vector(kind, count) => return self.value_at_vertices((kind, count), of, io),
            Shape::Struct(structure) => {
                structure.members.iter().map(|member| (member.ty.clone(), member.name.as_str())).collect()
            }
            Shape::Array(element, count) => (0..count).map(|_| (element.clone(), name)).collect(),
            Shape::Matrix { rows, .. } => (0..rows).map(|_| (row_type(of), name)).collect(),
            _ => {
                let what = format!("the input `{name}`, which has its value at each vertex, of this type");
                return self.unsupported(what);
            }
        };
        let mut all = vec![Vec::with_capacity(parts.len()); VERTICES as usize];
        for (part, name) in &parts {
            for (vertex, value) in all.iter_mut().zip(self.values_at_vertices(part, name, io)?) {
                vertex.push(value);
            }
        }
        let ty = self.ty(of);
        Ok(all.into_iter().map(|components| self.add(Expression::Compose { ty, components })).collect())
    }

    fn value_at_vertices(
        &mut self,
        (kind, count): (Scalar, u8),
        of: &Type,
        io: &mut EntryIo<'_>,
    ) -> Result<Vec<ValueHandle>> {
        let StageValue { name, slot, .. } = io.next_input()?;
        let Slot::Location { location, component, width, .. } = *slot else {
            return self.unsupported(format!("the input `{name}`, a system value, at each vertex"));
        };
        if component != 0 || width != count {
            return self.unsupported(format!("the input `{name}`, which shares its location, at each vertex"));
        }
        io.inputs.push(StageIo { location: Some(location), name: name.clone(), ty: spelled_type(kind, count) });
        let element = self.ty(of);
        let array = self.low.types.array(&mut self.low.module, element, VERTICES);
        let values = self.argument(name, array, per_vertex_binding(location));
        Ok((0..VERTICES).map(|at| self.part(values, at)).collect())
    }

    fn input_value(
        &mut self,
        (kind, count): (Scalar, u8),
        ty: &Type,
        io: &mut EntryIo<'_>,
        stage: Stage,
    ) -> Result<ValueHandle> {
        let number = io.input_number();
        let StageValue { name, slot, written } = io.next_input()?;
        let is_of_primitives = matches!(slot, Slot::Location { interpolation: Interpolation::PerPrimitive, .. });
        if is_of_primitives && !self.low.placeholders_allowed {
            let what = format!("the input `{name}`, of which each primitive has one value, for any target but SPIR-V");
            return Err(of_spirv_alone(self.token, &what));
        }
        let (location, interpolation) = match *slot {
            Slot::BuiltIn(built_in) => return self.built_in_input(carrier(built_in), name, count, ty, io, stage),
            Slot::Unknown => return self.unsupported(format!("the system value {name} as an input")),
            Slot::Location { component, width, .. } if component != 0 || width != count => {
                return self.shared_input(name, *slot, (kind, count), ty, io);
            }
            Slot::Location { second_source: true, .. } => {
                let text = format!("the input `{name}` is a second source of blending, which only colours are");
                return Err(Problem::mistake(self.token, text));
            }
            Slot::Location { location, interpolation, .. } => (location, interpolation),
        };
        if io.inputs.iter().any(|known| known.location == Some(location)) {
            return Err(Problem::mistake(
                self.token,
                format!("location {location} of the input `{name}` is already used by another input"),
            ));
        }
        let carried = carried(kind);
        // WGSL and Vulkan before 1.3 require all components that the earlier stage writes.
        let count = written.unwrap_or(count);
        let handle = self.low.number(scalar(carried), 1, count);
        io.inputs.push(StageIo { location: Some(location), name: name.clone(), ty: spelled_type(carried, count) });
        let value = if self.low.facts.per_vertex.contains(&number) {
            self.vertices(number, (name, location), handle)
        } else {
            self.argument(name, handle, location_binding(location, carried, interpolation))
        };
        self.reshaped(value, &vector(carried, count), ty)
    }

    fn built_in_input(
        &mut self,
        carrier: Carrier,
        name: &str,
        count: u8,
        ty: &Type,
        io: &mut EntryIo<'_>,
        stage: Stage,
    ) -> Result<ValueHandle> {
        match carrier {
            Carrier::Same(BuiltIn::Barycentric { perspective }, _) if has_other_barycentric(io, perspective) => {
                self.placeholder_input(Placeholder::Barycentric { perspective }, name, ty, io)
            }
            Carrier::Same(BuiltIn::ViewIndex, _) if stage.has_groups() => {
                self.unsupported(format!("the system value {name} in a stage that has groups"))
            }
            Carrier::Same(built_in, lanes) => {
                let value = self.built_in_argument(built_in, lanes, io, stage);
                self.reshaped(value, &vector(built_in_scalar(built_in), lanes), ty)
            }
            Carrier::FacingSign => {
                let front = self.built_in_argument(BuiltIn::FrontFacing, 1, io, stage);
                let (one, minus) = (self.float(1.0), self.float(-1.0));
                let value = self.select(front, one, minus);
                self.reshaped(value, &Type::Scalar(Scalar::Float), ty)
            }
            Carrier::FragCoordClipW => {
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
            Carrier::FragCoordWholePixels => {
                let built_in = BuiltIn::Position { invariant: false };
                let position = self.built_in_argument(built_in, 4, io, stage);
                let value = self.math(MathFunction::Floor, &[position]);
                self.reshaped(value, &Type::Vector(Scalar::Float, 4), ty)
            }
            Carrier::HelperInvocation => {
                let value = self.helper_invocation(name)?;
                self.reshaped(value, &Type::Scalar(Scalar::Bool), ty)
            }
            Carrier::Mesh => self.unsupported(format!("the system value {name} as an input")),
            Carrier::Placeholder(what) => self.placeholder_input(what, name, ty, io),
            Carrier::Distances(built_in, first) => self.distances_input((built_in, first, name), count, ty, io),
        }
    }
}
