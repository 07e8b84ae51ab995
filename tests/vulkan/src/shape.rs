//! What a SPIR-V module wants bound, and what goes in and out of it.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Module, Operand, load_bytes};
use rspirv::spirv::{Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

pub use rspirv::spirv::{Dim, ImageFormat};

use crate::batch::{Kind, Stage};
use crate::types::Reader;
pub use crate::types::{ImageType, Member, Scalar, Type};

/// Elements of an array that has no length.
pub const UNBOUNDED: u32 = 4;

#[derive(Clone, Debug)]
pub struct Shape {
    pub stage: Stage,
    pub entry: String,
    pub bindings: Vec<Binding>,
    pub inputs: Vec<Io>,
    pub outputs: Vec<Io>,
    /// Invocations of a group.
    pub group: [u32; 3],
    /// Push constants.
    pub push: Option<Type>,
}

#[derive(Clone, Debug)]
pub struct Binding {
    pub set: u32,
    pub binding: u32,
    /// The source's name for it: same names are fed the same.
    pub name: String,
    pub kind: Kind,
    /// Elements of an array of resources.
    pub count: u32,
    pub ty: Type,
    /// A shader may write it.
    pub written: bool,
    /// Which of the subpass's input attachments the first element is.
    pub input_attachment: Option<u32>,
    /// Used in a comparison of depths.
    pub compares: bool,
}

/// One variable between stages.
#[derive(Clone, Debug)]
pub struct Io {
    /// Of the variable.
    pub id: u32,
    /// Of the variable's block.
    pub member: Option<u32>,
    pub name: String,
    pub built_in: Option<String>,
    pub location: Option<u32>,
    /// The first of the location's components that it has.
    pub component: u32,
    pub semantic: Option<String>,
    pub flat: bool,
    /// An array with the value at each vertex of the triangle.
    pub per_vertex: bool,
    pub ty: Type,
}

impl Io {
    /// What two modules of one source have in common for it.
    pub fn key(&self) -> String {
        let location = || self.location.map_or_else(|| self.name.clone(), |location| format!("location {location}"));
        self.built_in.clone().or_else(|| self.semantic.as_deref().map(canonical)).unwrap_or_else(location)
    }
}

/// An index of 0 may be left out: `COLOR` is `COLOR0`.
fn canonical(semantic: &str) -> String {
    let name = semantic.trim_end_matches(|c: char| c.is_ascii_digit());
    let index = semantic[name.len()..].trim_start_matches('0');
    format!("{}{index}", name.to_ascii_uppercase())
}

/// Reads the module's entry point of this name, or its only one.
pub fn shape(spirv: &[u8], entry: &str) -> Result<Shape, String> {
    let module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let reader = Reader::new(&module);
    let points: Vec<(ExecutionModel, u32, &str, BTreeSet<u32>)> = module
        .entry_points
        .iter()
        .filter_map(|point| match point.operands.as_slice() {
            [Operand::ExecutionModel(model), Operand::IdRef(id), Operand::LiteralString(name), interface @ ..] => {
                Some((*model, *id, name.as_str(), interface.iter().filter_map(Operand::id_ref_any).collect()))
            }
            _ => None,
        })
        .collect();
    let (model, function, name, interface) = points
        .iter()
        .find(|point| point.2 == entry)
        .or(points.first().filter(|_| points.len() == 1))
        .ok_or_else(|| format!("the module has no entry point `{entry}`"))?;
    let stage = match model {
        ExecutionModel::Vertex => Stage::Vertex,
        ExecutionModel::Fragment => Stage::Pixel,
        ExecutionModel::GLCompute => Stage::Compute,
        other => return Err(format!("the judge runs no {other:?} stage")),
    };
    let flow = Flow::new(&module, &reader);
    let mut shape = Shape {
        stage,
        entry: (*name).to_owned(),
        bindings: Vec::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        group: group(&module, &reader, *function),
        push: None,
    };
    for variable in module.types_global_values.iter().filter(|instruction| instruction.class.opcode == Op::Variable) {
        let (Some(id), Some(Operand::StorageClass(class))) = (variable.result_id, variable.operands.first()) else {
            continue;
        };
        let Some(pointee) = variable.result_type.and_then(|pointer| reader.operand_id(pointer, 1)) else { continue };
        match class {
            StorageClass::Input if interface.contains(&id) => shape.inputs.extend(parts(&reader, id, pointee, false)),
            // What no instruction mentions and nothing initialises is declared, and not written.
            StorageClass::Output
                if interface.contains(&id) && (flow.mentioned.contains(&id) || variable.operands.len() > 1) =>
            {
                shape.outputs.extend(parts(&reader, id, pointee, true));
            }
            StorageClass::PushConstant => shape.push = Some(reader.ty(pointee)),
            StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer
                if flow.mentioned.contains(&id) =>
            {
                shape.bindings.extend(binding(&reader, &flow, id, pointee, *class));
            }
            _ => {}
        }
    }
    shape.bindings.sort_by_key(|binding| (binding.set, binding.binding));
    shape.inputs.sort_by_key(Io::key);
    shape.outputs.sort_by_key(Io::key);
    Ok(shape)
}

fn group(module: &Module, reader: &Reader<'_>, function: u32) -> [u32; 3] {
    let literal_size = module.execution_modes.iter().find_map(|mode| match mode.operands.as_slice() {
        [
            Operand::IdRef(of),
            Operand::ExecutionMode(ExecutionMode::LocalSize),
            Operand::LiteralBit32(x),
            Operand::LiteralBit32(y),
            Operand::LiteralBit32(z),
        ] if *of == function => Some([*x, *y, *z]),
        _ => None,
    });
    // A constant decorated WorkgroupSize takes precedence.
    let built_in = module.types_global_values.iter().find_map(|constant| {
        let id = constant.result_id.filter(|id| reader.built_in(*id, None).as_deref() == Some("WorkgroupSize"))?;
        let part = |at| reader.operand_id(id, at).and_then(|part| reader.literal(part, 0));
        Some([part(0)?, part(1)?, part(2)?])
    });
    built_in.or(literal_size).unwrap_or([1; 3])
}

/// An input or output, or the members of a block of them.
fn parts(reader: &Reader<'_>, id: u32, pointee: u32, output: bool) -> Vec<Io> {
    let whole = io(reader, id, pointee);
    // Of a structure that is no block, members cannot be captured.
    if output && reader.decoration(pointee, None, Decoration::Block).is_none() {
        return vec![whole];
    }
    let Type::Struct(members) = &whole.ty else { return vec![whole] };
    if members.iter().any(|member| member.built_in.is_some()) {
        return vec![whole];
    }
    let mut location = whole.location;
    let of_member = |(member, at): (&Member, u32)| {
        let own = member.location.or(location);
        location = own.map(|own| own + locations(&member.ty));
        Io {
            member: Some(at),
            name: format!("{}.{}", whole.name, member.name),
            location: own,
            component: reader.number(pointee, Some(at), Decoration::Component).unwrap_or(0),
            semantic: member.semantic.clone(),
            flat: whole.flat || reader.decoration(pointee, Some(at), Decoration::Flat).is_some(),
            per_vertex: whole.per_vertex,
            ty: member.ty.clone(),
            ..whole.clone()
        }
    };
    members.iter().zip(0..).map(of_member).collect()
}

/// Locations that a value takes.
fn locations(ty: &Type) -> u32 {
    match ty {
        Type::Matrix { columns, .. } => *columns,
        Type::Array { element, count, .. } => locations(element) * count.unwrap_or(1),
        Type::Struct(members) => members.iter().map(|member| locations(&member.ty)).sum(),
        _ => 1,
    }
}

fn io(reader: &Reader<'_>, id: u32, pointee: u32) -> Io {
    Io {
        id,
        member: None,
        name: reader.names.get(&id).map_or_else(String::new, |name| (*name).to_owned()),
        built_in: reader.built_in(id, None),
        location: reader.number(id, None, Decoration::Location),
        component: reader.number(id, None, Decoration::Component).unwrap_or(0),
        semantic: reader.semantic(id, None),
        flat: reader.decoration(id, None, Decoration::Flat).is_some(),
        per_vertex: reader.decoration(id, None, Decoration::PerVertexKHR).is_some(),
        ty: reader.ty(pointee),
    }
}

fn binding(reader: &Reader<'_>, flow: &Flow, id: u32, pointee: u32, class: StorageClass) -> Option<Binding> {
    let (mut of, mut count, mut ty_id) = (reader.ty(pointee), 1, pointee);
    while let Type::Array { element, count: length, .. } = of {
        count *= length.unwrap_or(UNBOUNDED);
        of = *element;
        ty_id = reader.operand_id(ty_id, 0)?;
    }
    let buffer_block = reader.decoration(ty_id, None, Decoration::BufferBlock).is_some();
    let (kind, written) = match (&of, class) {
        (Type::Struct(_), StorageClass::Uniform) if !buffer_block => (Kind::UniformBuffer, false),
        (Type::Struct(members), _) => {
            let read_only = reader.decoration(id, None, Decoration::NonWritable).is_some()
                || !members.is_empty() && members.iter().all(|member| member.read_only);
            (Kind::StorageBuffer, !read_only)
        }
        (Type::Image(image), _) if image.dim == Dim::DimBuffer => {
            (if image.storage { Kind::StorageTexels } else { Kind::UniformTexels }, image.storage)
        }
        (Type::Image(image), _) if image.dim == Dim::DimSubpassData => (Kind::InputAttachment, false),
        (Type::Image(image), _) if image.storage => (Kind::StorageImage, true),
        (Type::Image(_), _) => (Kind::SampledImage, false),
        (Type::SampledImage(_), _) => (Kind::Combined, false),
        (Type::Sampler, _) => (Kind::Sampler, false),
        _ => return None,
    };
    let own = reader.names.get(&id).filter(|name| !name.is_empty());
    let name = own.or_else(|| reader.names.get(&ty_id)).map_or("", |name| *name);
    Some(Binding {
        set: reader.number(id, None, Decoration::DescriptorSet).unwrap_or(0),
        binding: reader.number(id, None, Decoration::Binding).unwrap_or(0),
        name: common_name(name),
        kind,
        count,
        ty: of,
        written,
        input_attachment: reader.number(id, None, Decoration::InputAttachmentIndex),
        compares: flow.compared.contains(&id),
    })
}

/// Compilers call the buffer of loose globals `$Global` or `$Globals`, and the counter of `x` `x@count` or `counter.var.x`.
fn common_name(name: &str) -> String {
    if let Some(buffer) = name.strip_prefix("counter.var.") {
        return format!("{buffer}@count");
    }
    if name == "$Global" { "$Globals".to_owned() } else { name.to_owned() }
}

/// Which variables a module's code mentions, and which it compares depths with.
struct Flow {
    mentioned: BTreeSet<u32>,
    compared: BTreeSet<u32>,
}

impl Flow {
    fn new(module: &Module, reader: &Reader<'_>) -> Flow {
        let mut mentioned = BTreeSet::new();
        // A parameter to what calls hand it.
        let mut handed: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let parameters: BTreeMap<u32, Vec<u32>> = module
            .functions
            .iter()
            .filter_map(|function| {
                let ids = function.parameters.iter().filter_map(|parameter| parameter.result_id).collect();
                Some((function.def.as_ref()?.result_id?, ids))
            })
            .collect();
        let mut compared = BTreeSet::new();
        for instruction in module.functions.iter().flat_map(|function| function.all_inst_iter()) {
            let ids: Vec<u32> = instruction.operands.iter().filter_map(Operand::id_ref_any).collect();
            mentioned.extend(&ids);
            match (instruction.class.opcode, ids.as_slice()) {
                (Op::FunctionCall, [callee, arguments @ ..]) => {
                    for (parameter, argument) in parameters.get(callee).into_iter().flatten().zip(arguments) {
                        handed.entry(*parameter).or_default().push(*argument);
                    }
                }
                (
                    Op::ImageSampleDrefImplicitLod
                    | Op::ImageSampleDrefExplicitLod
                    | Op::ImageSampleProjDrefImplicitLod
                    | Op::ImageSampleProjDrefExplicitLod
                    | Op::ImageDrefGather
                    | Op::ImageSparseDrefGather
                    | Op::ImageSparseSampleDrefImplicitLod
                    | Op::ImageSparseSampleDrefExplicitLod,
                    [image, ..],
                ) => {
                    compared.insert(*image);
                }
                _ => {}
            }
        }
        // From the compared value back to the variables it comes from.
        let mut open: Vec<u32> = compared.iter().copied().collect();
        while let Some(id) = open.pop() {
            let from: Vec<u32> = match reader.op(id) {
                Some(Op::SampledImage) => [0, 1].into_iter().filter_map(|at| reader.operand_id(id, at)).collect(),
                Some(Op::Load | Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject) => {
                    reader.operand_id(id, 0).into_iter().collect()
                }
                Some(Op::FunctionParameter) => handed.get(&id).cloned().unwrap_or_default(),
                _ => Vec::new(),
            };
            open.extend(from.into_iter().filter(|id| compared.insert(*id)));
        }
        Flow { mentioned, compared }
    }
}
