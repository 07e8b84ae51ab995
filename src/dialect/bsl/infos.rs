//! The create-info of a pipeline: what its tables, entry points and constants declare, and the bindings that follow.

use rustc_hash::FxHashMap;

use super::emit::{Names, evaluate};
use super::output_tree::FunctionId;
use super::program::{Access, FunctionInfo, PipelineInfo, Program, Resource, ResourceKind, Stage, TableKind};
use super::types::{Scalar, Storage, Ty, bsl_number};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::create_info::vocabulary::{
    self, BuiltinBits, DepthWrite, DualBlend, Frequency, ImageType, Interpolation, Type,
};
use crate::dialect::create_info::{
    self, Attribute, BindingPolicy, Constant, ConstantValue, FragmentOut, Info, Interface, Layout, Member,
    PUSH_CONSTANT_LIMIT, Placed, PushConstant, SubpassIn, TextForm, Variable, settle_info,
};

/// The bindings of resources in one text.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    pub of: FxHashMap<u32, u32>,
    /// The one behind all of them.
    pub next: u32,
}

/// A pipeline as data.
#[derive(Clone, Debug)]
pub struct PipelineInfos {
    /// Merged into nothing: it names no other info.
    pub info: Info,
    /// What the vertex stage gives, if it gives something.
    pub interface: Option<Interface>,
    /// Entries whose type no create-info has, such as a `float2x3` as a push constant. They are not in the info.
    pub left_out: Vec<String>,
    pub layout: Layout,
    /// Slots that two resources have.
    pub problems: Vec<Diagnostic>,
}

struct Maker<'a> {
    program: &'a Program,
    names: &'a Names,
    made: PipelineInfos,
}

/// The order of kinds, as create-infos have it.
pub fn kind_order(kind: &ResourceKind) -> Option<(usize, u32)> {
    match kind {
        ResourceKind::Uniform { slot } => Some((0, *slot)),
        ResourceKind::Storage { slot, .. } => Some((1, *slot)),
        ResourceKind::Sampler { slot } => Some((2, *slot)),
        ResourceKind::Image { slot, .. } => Some((3, *slot)),
        _ => None,
    }
}

/// The info of a pipeline. `is_declared`: the file defines it, so that it is compiled by itself.
pub fn pipeline_infos(program: &Program, names: &Names, pipeline: &PipelineInfo, is_declared: bool) -> PipelineInfos {
    let info = Info::new(&pipeline.name, pipeline.span);
    let layout = Layout {
        resources: Vec::new(),
        subpasses: Vec::new(),
        push: create_info::PushPlace::Nowhere,
        debug_draw: None,
    };
    let made = PipelineInfos { info, interface: None, left_out: Vec::new(), layout, problems: Vec::new() };
    let mut maker = Maker { program, names, made };
    if is_declared {
        maker.made.info.do_static_compilation = Some(placed(true, pipeline.span));
    }
    for entry in &pipeline.entries {
        maker.entry(program.function(*entry));
    }
    let tables = tables_of(program, &pipeline.entries);
    for (resource, id) in program.resources.iter().zip(0u32..) {
        let value = resource.condition.as_ref().and_then(|condition| evaluate(condition, &pipeline.constants));
        let is_absent = value.is_some_and(|value| !value.is_true());
        if tables.contains(&resource.table) && !is_absent {
            maker.resource(resource, id, pipeline);
        }
    }
    let mut made = maker.made;
    if let Some(interface) = &made.interface {
        made.info.vertex_out.push(placed(interface.name.clone(), interface.at));
    }
    made.problems = settle_info(&mut made.info);
    let (layout, _) = create_info::layout(&made.info, BindingPolicy::Packed, TextForm::Vulkan, PUSH_CONSTANT_LIMIT);
    made.layout = layout;
    made
}

impl PipelineInfos {
    /// The binding of each resource, by its number.
    pub fn bindings(&self, names: &Names) -> Bindings {
        let mut bindings = Bindings::default();
        let ids: FxHashMap<&str, u32> = names.resources.iter().map(String::as_str).zip(0u32..).collect();
        for bound in self.layout.resources.iter().chain(&self.layout.subpasses) {
            if let Some(id) = ids.get(bound.name.as_str()) {
                bindings.of.insert(*id, bound.binding);
                bindings.next = bindings.next.max(bound.binding + 1);
            }
        }
        bindings
    }
}

/// The tables that entry points own, those inside of them, and what lies between stages. Of the tables inside of a
/// create-info's, an entry point owns those that its stage has.
pub fn tables_of(program: &Program, entries: &[FunctionId]) -> Vec<u32> {
    fn add(program: &Program, table: u32, stage: Option<Stage>, tables: &mut Vec<u32>) {
        let info = program.structure(table);
        let is_of_stage = match info.kind {
            Some(TableKind::VertexInput) => stage == Some(Stage::Vertex),
            Some(TableKind::Interface) => matches!(stage, Some(Stage::Vertex | Stage::Fragment)),
            Some(TableKind::FragmentInput | TableKind::FragmentOutput) => stage == Some(Stage::Fragment),
            Some(TableKind::Resources) | None => true,
        };
        if !is_of_stage || tables.contains(&table) {
            return;
        }
        tables.push(table);
        for inner in info.members.iter().filter_map(|member| member.table) {
            add(program, inner, stage, tables);
        }
    }
    let mut tables = Vec::new();
    for entry in entries {
        let entry = program.function(*entry);
        let used = &entry.entry;
        // Each by itself: what an entry point owns of a table depends on its stage.
        let mut own = Vec::new();
        for table in used.tables.iter().copied().chain(used.inputs).chain(used.outputs) {
            add(program, table, entry.stage, &mut own);
        }
        own.retain(|table| !tables.contains(table));
        tables.append(&mut own);
    }
    tables
}

/// The tables of what stages exchange that an entry point owns.
pub fn interfaces_of(program: &Program, entry: FunctionId) -> Vec<u32> {
    let mut tables = tables_of(program, &[entry]);
    tables.retain(|table| program.structure(*table).kind == Some(TableKind::Interface));
    tables
}

fn placed<T>(value: T, at: Span) -> Placed<T> {
    Placed { value, at }
}

/// Attributes of entry points' parameters, and what an info calls them.
const BUILTINS: [(&str, BuiltinBits); 17] = [
    ("vertex_id", BuiltinBits::VertexId),
    ("instance_id", BuiltinBits::InstanceId),
    ("instance_index", BuiltinBits::InstanceId),
    ("base_instance", BuiltinBits::BaseInstance),
    ("point_size", BuiltinBits::PointSize),
    ("clip_distance", BuiltinBits::ClipDistances),
    ("layer", BuiltinBits::Layer),
    ("viewport_index", BuiltinBits::ViewportIndex),
    ("frag_coord", BuiltinBits::FragCoord),
    ("point_coord", BuiltinBits::PointCoord),
    ("front_facing", BuiltinBits::FrontFacing),
    ("frag_stencil_ref", BuiltinBits::StencilRef),
    ("global_invocation_id", BuiltinBits::GlobalInvocationId),
    ("local_invocation_id", BuiltinBits::LocalInvocationId),
    ("local_invocation_index", BuiltinBits::LocalInvocationIndex),
    ("work_group_id", BuiltinBits::WorkGroupId),
    ("num_work_groups", BuiltinBits::NumWorkGroup),
];

/// Attributes of entry points themselves.
const ENTRY_BUILTINS: [(&str, BuiltinBits); 2] =
    [("texture_atomic", BuiltinBits::TextureAtomic), ("clip_control", BuiltinBits::ClipControl)];

impl Maker<'_> {
    fn entry(&mut self, entry: &FunctionInfo) {
        let info = &mut self.made.info;
        let span = entry.function.ident().span;
        if entry.stage == Some(Stage::Compute) {
            info.local_size.push(placed(entry.local_size.map(i64::from), span));
        }
        if entry.early_fragment_tests {
            info.early_fragment_test = Some(placed(true, span));
        }
        if let Some(threads) = entry.entry.max_total_threads {
            info.max_total_threads = Some(placed(i64::from(threads), span));
        }
        let depth = match entry.entry.depth {
            Some("depth_any") => Some(DepthWrite::Any),
            Some("depth_greater") => Some(DepthWrite::Greater),
            Some("depth_less") => Some(DepthWrite::Less),
            _ => None,
        };
        if let Some(depth) = depth {
            info.depth_write = Some(placed(depth, span));
        }
        let parameters = entry.function.parameters.iter().flat_map(|parameter| &parameter.attributes);
        let of_parameters = parameters.map(|attribute| (&BUILTINS[..], attribute));
        let of_function = entry.function.attributes.iter().map(|attribute| (&ENTRY_BUILTINS[..], attribute));
        for (table, attribute) in of_parameters.chain(of_function) {
            let row = table.iter().find(|(name, _)| attribute.name.name == *name);
            if let Some((_, bit)) = row.filter(|(_, bit)| !info.has_builtin(*bit)) {
                info.builtins.push(placed(*bit, attribute.name.span));
            }
        }
    }

    fn resource(&mut self, resource: &Resource, id: u32, pipeline: &PipelineInfo) {
        let at = resource.member.span;
        let name = self.names.resources[id as usize].clone();
        if let Some(kind) = self.bound_kind(resource) {
            let slot = kind_order(&resource.kind).map_or(0, |(_, slot)| slot);
            let frequency = Frequency::from_name(resource.frequency).unwrap_or(Frequency::Pass);
            let name = name + &Names::extents(self.program, resource.ty);
            self.made.info.resources.push(placed(create_info::Resource { slot, frequency, name, kind }, at));
            return;
        }
        let Some(ty) = self.info_type(resource) else {
            self.made.left_out.push(name);
            return;
        };
        let extents = Names::extents(self.program, resource.ty);
        let info = &mut self.made.info;
        match &resource.kind {
            ResourceKind::PushConstant => {
                let array_size = match resource.ty {
                    Ty::Array(array) => self.program.arrays.get(array).1.unwrap_or(0),
                    _ => 0,
                };
                info.push_constants.push(placed(PushConstant { ty, name, array_size }, at));
            }
            ResourceKind::CompilationConstant => {
                if let Some(value) = pipeline.constants.get(&id) {
                    let value = constant_value(value);
                    info.compilation_constants.push(placed(Constant { ty, name, value }, at));
                }
            }
            ResourceKind::SpecializationConstant { default } => {
                let value = constant_value(default);
                info.specialization_constants.push(placed(Constant { ty, name, value }, at));
            }
            ResourceKind::Shared => {
                info.shared_variables.push(placed(Variable { ty, name: name + &extents }, at));
            }
            ResourceKind::VertexInput { location } => {
                info.vertex_in.push(placed(Attribute { slot: *location, ty, name }, at));
            }
            ResourceKind::Interface { qualifier, .. } => self.member(resource, qualifier, ty, name),
            ResourceKind::FragmentOutput { location, index, raster_order_group } => {
                let blend = match index {
                    None => DualBlend::None,
                    Some(0) => DualBlend::First,
                    Some(_) => DualBlend::Second,
                };
                let output = FragmentOut { slot: *location, ty, name, blend, raster_order_group: *raster_order_group };
                info.fragment_out.push(placed(output, at));
            }
            ResourceKind::SubpassInput { slot, raster_order_group } => {
                let input =
                    SubpassIn { slot: *slot, ty, image: None, name, raster_order_group: Some(*raster_order_group) };
                info.subpass_in.push(placed(input, at));
            }
            ResourceKind::Uniform { .. }
            | ResourceKind::Storage { .. }
            | ResourceKind::Sampler { .. }
            | ResourceKind::Image { .. } => {}
        }
    }

    fn member(&mut self, resource: &Resource, qualifier: &str, ty: Type, name: String) {
        let table = self.program.structure(resource.table);
        let interpolation = match qualifier {
            "flat " => Interpolation::Flat,
            "noperspective " => Interpolation::NoPerspective,
            _ => Interpolation::Smooth,
        };
        let at = table.structure.name.map_or(table.structure.span, |ident| ident.span);
        let structure = &self.names.structures[resource.table as usize];
        let interface = self.made.interface.get_or_insert_with(|| Interface {
            name: structure.clone(),
            instance: String::new(),
            at,
            members: Vec::new(),
        });
        interface.members.push(placed(Member { interpolation, ty, name }, resource.member.span));
    }

    /// The kind of what has a binding.
    fn bound_kind(&self, resource: &Resource) -> Option<create_info::ResourceKind> {
        let type_name = || self.buffer_type(resource.ty);
        Some(match &resource.kind {
            ResourceKind::Uniform { .. } => create_info::ResourceKind::Uniform { type_name: type_name() },
            ResourceKind::Storage { access, .. } => {
                create_info::ResourceKind::Storage { access: info_access(*access), type_name: type_name() }
            }
            ResourceKind::Sampler { .. } => create_info::ResourceKind::Sampler { image: self.image_type(resource)? },
            ResourceKind::Image { access, format, .. } => create_info::ResourceKind::Image {
                format: *format,
                access: info_access(*access),
                image: self.image_type(resource)?,
            },
            _ => return None,
        })
    }

    /// The name of a buffer's type: of a structure in the text, of numbers that which C++ and infos have.
    fn buffer_type(&self, ty: Ty) -> String {
        match self.program.underlying(ty) {
            Ty::Array(array) => self.buffer_type(self.program.arrays.get(array).0),
            Ty::Structure(_) => self.names.element_name(self.program, ty).into_owned(),
            number => bsl_number(number),
        }
    }

    /// The member of `ImageType`: by the word in the source, which says more than the type of GLSL.
    fn image_type(&self, resource: &Resource) -> Option<ImageType> {
        let mut element = resource.ty;
        while let Ty::Array(array) = element {
            element = self.program.arrays.get(array).0;
        }
        let plain = bsl_number(element);
        let named = |name: &str| ImageType::all().find(|member| member.aliases().iter().any(|alias| alias == name));
        named(&resource.type_name).or_else(|| named(&plain))
    }

    /// The member of `Type`. A small type only says how a vertex buffer stores a value.
    fn info_type(&self, resource: &Resource) -> Option<Type> {
        let mut element = self.program.underlying(resource.ty);
        while let Ty::Array(array) = element {
            element = self.program.underlying(self.program.arrays.get(array).0);
        }
        if resource.storage == Storage::Small {
            return small_type(resource.type_name);
        }
        match element {
            Ty::Scalar(Scalar::Bool32) => Type::from_name("bool"),
            Ty::Scalar(_) | Ty::Vector(..) | Ty::Matrix(..) => Type::from_name(&bsl_number(element)),
            _ => None,
        }
    }
}

/// `int8_t` is a `char`; a `half` is stored in no way that infos know, and read as a `float`.
fn small_type(name: Atom) -> Option<Type> {
    let name = match name.as_str() {
        "int8_t" => "char",
        "uint8_t" => "uchar",
        "int16_t" => "short",
        "uint16_t" => "ushort",
        other => other,
    };
    Type::from_name(name).or_else(|| Type::from_name(&name.replace("half", "float")))
}

fn info_access(access: Access) -> vocabulary::Access {
    vocabulary::Access { read: access != Access::Write, write: access != Access::Read, aliased: false }
}

fn constant_value(value: &super::constant::Constant) -> ConstantValue {
    match value.scalar {
        Scalar::Bool | Scalar::Bool32 => ConstantValue::Bool(value.is_true()),
        _ => ConstantValue::Number(value.as_number()),
    }
}
