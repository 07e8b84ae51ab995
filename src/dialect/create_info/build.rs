//! From the calls of a builder to its info or interface.

use super::info::{
    Additional, Attribute, Constant, ConstantValue, Define, FragmentOut, GeometryLayout, Info, Interface, Member,
    Placed, PushConstant, Resource, ResourceKind, StageText, SubpassIn, Variable,
};
use super::methods::Method;
use super::vocabulary::{
    Access, BuiltinBits, DepthWrite, DualBlend, Format, Frequency, ImageType, Interpolation, PrimitiveIn, PrimitiveOut,
    Type,
};
use crate::diag::Span;
use crate::model::Stage;

/// An argument that the Lua side has checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// Left out.
    Absent,
    Number(f64),
    Bool(bool),
    /// A string, or the name of an enum's member, an info or an interface.
    Text(String),
    /// Strings, or members of a set.
    List(Vec<String>),
    /// The number of a function.
    Function(u32),
}

/// A call of a method.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: Method,
    pub at: Span,
    pub arguments: Vec<Argument>,
}

/// What a builder makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclarationKind {
    Interface,
    Info,
    /// A statically compiled info that merges others.
    Variant,
}

/// A builder with its calls.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub kind: DeclarationKind,
    pub name: String,
    /// Of an interface; empty where it has none.
    pub instance: String,
    /// Of a variant.
    pub infos: Vec<String>,
    pub at: Span,
    pub calls: Vec<Call>,
}

/// Reads the arguments of a call.
struct Arguments<'a>(&'a [Argument]);

impl Arguments<'_> {
    fn text(&self, at: usize) -> String {
        self.known_text(at).unwrap_or_default().to_owned()
    }

    fn known_text(&self, at: usize) -> Option<&str> {
        match self.0.get(at) {
            Some(Argument::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn number(&self, at: usize) -> Option<f64> {
        match self.0.get(at) {
            Some(Argument::Number(number)) => Some(*number),
            _ => None,
        }
    }

    fn integer(&self, at: usize) -> Option<i64> {
        self.number(at).map(|number| number as i64)
    }

    fn slot(&self, at: usize) -> Option<u32> {
        self.number(at).map(|number| number as u32)
    }

    fn on(&self, at: usize) -> bool {
        !matches!(self.0.get(at), Some(Argument::Bool(false)))
    }

    fn list(&self, at: usize) -> Vec<String> {
        match self.0.get(at) {
            Some(Argument::List(list)) => list.clone(),
            Some(Argument::Text(text)) => vec![text.clone()],
            _ => Vec::new(),
        }
    }

    fn ty(&self, at: usize) -> Option<Type> {
        Type::from_name(self.known_text(at)?)
    }

    fn image(&self, at: usize) -> Option<ImageType> {
        ImageType::from_name(self.known_text(at)?)
    }

    fn frequency(&self, at: usize) -> Frequency {
        self.known_text(at).and_then(Frequency::from_name).unwrap_or(Frequency::Pass)
    }
}

/// The interface of a declaration.
pub fn interface(declaration: &Declaration) -> Interface {
    let members = declaration.calls.iter().filter_map(|call| {
        let arguments = Arguments(&call.arguments);
        let interpolation = match call.method {
            Method::Flat => Interpolation::Flat,
            Method::NoPerspective => Interpolation::NoPerspective,
            _ => Interpolation::Smooth,
        };
        let value = Member { interpolation, ty: arguments.ty(0)?, name: arguments.text(1) };
        Some(Placed { value, at: call.at })
    });
    Interface {
        name: declaration.name.clone(),
        instance: declaration.instance.clone(),
        at: declaration.at,
        members: members.collect(),
    }
}

/// The info of a declaration, before other infos are merged.
pub fn info(declaration: &Declaration) -> Info {
    let mut info = Info::new(&declaration.name, declaration.at);
    for call in &declaration.calls {
        // The Lua side has checked the arguments: a call without one that it needs does not come here.
        let _ = add(&mut info, call);
    }
    if declaration.kind == DeclarationKind::Variant {
        let at = declaration.at;
        let named = |name: &String| Placed { value: Additional { name: name.clone(), condition: None }, at };
        info.additional.extend(declaration.infos.iter().map(named));
        info.do_static_compilation = Some(Placed { value: true, at });
    }
    info
}

/// Adds an entry, unless there is one that is equal field for field.
pub fn append<T: PartialEq>(list: &mut Vec<Placed<T>>, value: T, at: Span) {
    if list.iter().all(|known| known.value != value) {
        list.push(Placed { value, at });
    }
}

/// Adds an entry that only one info may have, unless it comes from the same call as one that is there.
pub fn append_call<T: PartialEq>(list: &mut Vec<Placed<T>>, value: T, at: Span) {
    let entry = Placed { value, at };
    if list.iter().all(|known| !known.is_same_call(&entry)) {
        list.push(entry);
    }
}

/// Adds the entry of a call. `None` where an argument is missing.
fn add(info: &mut Info, call: &Call) -> Option<()> {
    let (at, arguments) = (call.at, Arguments(&call.arguments));
    let placed_on = |arguments: &Arguments<'_>| Some(Placed { value: arguments.on(0), at });
    match call.method {
        Method::Smooth | Method::Flat | Method::NoPerspective => {}
        Method::VertexIn => {
            let value = Attribute { slot: arguments.slot(0)?, ty: arguments.ty(1)?, name: arguments.text(2) };
            append(&mut info.vertex_in, value, at);
        }
        Method::VertexOut => append(&mut info.vertex_out, arguments.text(0), at),
        Method::GeometryOut => append(&mut info.geometry_out, arguments.text(0), at),
        Method::FragmentOut | Method::SubpassIn | Method::GeometryLayout => add_raster(info, call, &arguments)?,
        Method::LocalGroupSize => {
            let size = [arguments.integer(0)?, arguments.integer(1).unwrap_or(1), arguments.integer(2).unwrap_or(1)];
            // The older word for "not set".
            if size[0] != -1 {
                let size = size.map(|threads| if threads == -1 { 1 } else { threads });
                append_call(&mut info.local_size, size, at);
            }
        }
        Method::EarlyFragmentTest => info.early_fragment_test = placed_on(&arguments),
        Method::DepthWrite => {
            let value = arguments.known_text(0).and_then(DepthWrite::from_name)?;
            info.depth_write = Some(Placed { value, at });
        }
        Method::SpecializationConstant => append(&mut info.specialization_constants, constant(&arguments)?, at),
        Method::CompilationConstant => append(&mut info.compilation_constants, constant(&arguments)?, at),
        Method::SharedVariable => {
            append(&mut info.shared_variables, Variable { ty: arguments.ty(0)?, name: arguments.text(1) }, at);
        }
        Method::PushConstant => {
            let array_size = arguments.slot(2).unwrap_or(0);
            let value = PushConstant { ty: arguments.ty(0)?, name: arguments.text(1), array_size };
            append(&mut info.push_constants, value, at);
        }
        Method::UniformBuf | Method::StorageBuf | Method::Sampler | Method::Image => {
            append(&mut info.resources, resource(call.method, &arguments)?, at);
        }
        Method::Builtins => {
            for name in (0..call.arguments.len()).flat_map(|argument| arguments.list(argument)) {
                append(&mut info.builtins, BuiltinBits::from_name(&name)?, at);
            }
        }
        Method::Define => {
            append(&mut info.defines, Define { name: arguments.text(0), value: arguments.text(1) }, at);
        }
        Method::TypedefSource => append(&mut info.typedefs, arguments.text(0), at),
        Method::TypedefSourceGenerated => append(&mut info.typedefs_generated, arguments.text(0), at),
        Method::DependenciesGenerated => {
            for file in arguments.list(0) {
                append(&mut info.dependencies_generated, file, at);
            }
        }
        Method::AdditionalInfo => {
            for name in (0..call.arguments.len()).flat_map(|argument| arguments.list(argument)) {
                // A name that is listed twice is reported when the info is merged.
                info.additional.push(Placed { value: Additional { name, condition: None }, at });
            }
        }
        Method::AdditionalInfoIf => {
            let Some(Argument::Function(number)) = call.arguments.first() else { return None };
            let value = Additional { name: arguments.text(1), condition: Some(*number) };
            info.additional.push(Placed { value, at });
        }
        Method::DoStaticCompilation => info.do_static_compilation = placed_on(&arguments),
        Method::AutoResourceLocation => info.auto_resource_location = placed_on(&arguments),
        Method::LegacyResourceLocation => info.legacy_resource_location = placed_on(&arguments),
        Method::MetalBackendOnly => info.metal_backend_only = placed_on(&arguments),
        Method::MaxTotalThreads => info.max_total_threads = Some(Placed { value: arguments.integer(0)?, at }),
        _ => add_stage(info, call, &arguments),
    }
    Some(())
}

fn add_raster(info: &mut Info, call: &Call, arguments: &Arguments<'_>) -> Option<()> {
    let at = call.at;
    match call.method {
        Method::FragmentOut => {
            let blend = arguments.known_text(3).and_then(DualBlend::from_name).unwrap_or(DualBlend::None);
            let value = FragmentOut {
                slot: arguments.slot(0)?,
                ty: arguments.ty(1)?,
                name: arguments.text(2),
                blend,
                raster_order_group: arguments.slot(4),
            };
            append(&mut info.fragment_out, value, at);
        }
        Method::SubpassIn => {
            let value = SubpassIn {
                slot: arguments.slot(0)?,
                ty: arguments.ty(1)?,
                image: arguments.image(2),
                name: arguments.text(3),
                raster_order_group: arguments.slot(4),
            };
            append(&mut info.subpass_in, value, at);
        }
        _ => {
            let value = GeometryLayout {
                input: arguments.known_text(0).and_then(PrimitiveIn::from_name)?,
                output: arguments.known_text(1).and_then(PrimitiveOut::from_name)?,
                max_vertices: arguments.integer(2)?,
                invocations: arguments.integer(3).unwrap_or(1),
            };
            append_call(&mut info.geometry_layout, value, at);
        }
    }
    Some(())
}

fn constant(arguments: &Arguments<'_>) -> Option<Constant> {
    let value = match arguments.0.get(2)? {
        Argument::Bool(value) => ConstantValue::Bool(*value),
        Argument::Number(value) => ConstantValue::Number(*value),
        _ => return None,
    };
    Some(Constant { ty: arguments.ty(0)?, name: arguments.text(1), value })
}

fn resource(method: Method, arguments: &Arguments<'_>) -> Option<Resource> {
    let slot = arguments.slot(0)?;
    let (kind, name, frequency) = match method {
        Method::UniformBuf => (ResourceKind::Uniform { type_name: arguments.text(1) }, 2, 3),
        Method::StorageBuf => {
            let access = Access::of(&arguments.list(1));
            (ResourceKind::Storage { access, type_name: arguments.text(2) }, 3, 4)
        }
        Method::Sampler => (ResourceKind::Sampler { image: arguments.image(1)? }, 2, 3),
        _ => {
            let format = arguments.known_text(1).and_then(Format::from_name)?;
            let access = Access::of(&arguments.list(2));
            (ResourceKind::Image { format, access, image: arguments.image(3)? }, 4, 5)
        }
    };
    Some(Resource { slot, frequency: arguments.frequency(frequency), name: arguments.text(name), kind })
}

/// Sources, functions and texts of stages.
fn add_stage(info: &mut Info, call: &Call, arguments: &Arguments<'_>) {
    use Stage::{Compute, Geometry, Pixel, Vertex};
    let text = arguments.text(0);
    let declared = info.name.clone();
    let (list, stages): (&mut Vec<Placed<StageText>>, &[Stage]) = match call.method {
        Method::VertexSource => (&mut info.sources, &[Vertex]),
        Method::GeometrySource => (&mut info.sources, &[Geometry]),
        Method::FragmentSource => (&mut info.sources, &[Pixel]),
        Method::ComputeSource => (&mut info.sources, &[Compute]),
        Method::GraphicSource => (&mut info.sources, &[Vertex, Pixel]),
        Method::VertexFunction => (&mut info.functions, &[Vertex]),
        Method::GeometryFunction => (&mut info.functions, &[Geometry]),
        Method::FragmentFunction => (&mut info.functions, &[Pixel]),
        Method::ComputeFunction => (&mut info.functions, &[Compute]),
        Method::VertexSourceGenerated => (&mut info.generated, &[Vertex]),
        Method::GeometrySourceGenerated => (&mut info.generated, &[Geometry]),
        Method::FragmentSourceGenerated => (&mut info.generated, &[Pixel]),
        Method::ComputeSourceGenerated => (&mut info.generated, &[Compute]),
        _ => return,
    };
    let is_function = matches!(
        call.method,
        Method::VertexFunction | Method::GeometryFunction | Method::FragmentFunction | Method::ComputeFunction
    );
    let text = if is_function && text.is_empty() { "main".to_owned() } else { text };
    let owner = declared;
    for stage in stages {
        // Entries that conflict are all kept: merging reports them.
        let (parts, fixed) = (Vec::new(), Vec::new());
        append_call(list, StageText { stage: *stage, text: text.clone(), owner: owner.clone(), parts, fixed }, call.at);
    }
}
