//! The interface of a merged info as GLSL.

use std::collections::BTreeMap;

use super::info::{Constant, ConstantValue, Info, Interface, Placed, Resource, ResourceKind, array_suffix, base_name};
use super::layout::{DEBUG_DRAW, Layout, PUSH_REGISTER, PushPlace, TextForm};
use super::text::PlacedText;
use super::vocabulary::{Access, Base, BuiltinBits, DepthWrite, DualBlend, Interpolation, PrimitiveIn, PrimitiveOut};
use crate::model::Stage;

/// Writes the parts of one stage.
pub struct Emitter<'a> {
    pub info: &'a Info,
    pub interfaces: &'a BTreeMap<String, Interface>,
    pub layout: &'a Layout,
    pub form: TextForm,
    pub stage: Stage,
    /// Whether specialization constants stay ones; else they are constants.
    pub specializes: bool,
    /// Values that replace the defaults of specialization constants.
    pub specialized: &'a BTreeMap<String, ConstantValue>,
    pub into: &'a mut PlacedText,
}

/// Adds a line; what does not fit is counted and left out.
const DEBUG_LINE: &str = "void debug_line(vec3 begin, vec3 end, vec4 color) {
  uint at = atomicAdd(debug_draw.count, 1u) * 4u;
  if (at + 3u < uint(debug_draw.points.length())) {
    debug_draw.points[at] = vec4(begin, 1.0);
    debug_draw.points[at + 1u] = color;
    debug_draw.points[at + 2u] = vec4(end, 1.0);
    debug_draw.points[at + 3u] = color;
  }
}";

/// The value of a constant in GLSL.
fn literal(constant: &Constant, value: ConstantValue) -> String {
    match (constant.ty.row().base, value) {
        (Base::Bool, ConstantValue::Bool(value)) => value.to_string(),
        (Base::Uint, ConstantValue::Number(value)) => format!("{}u", value as u32),
        (Base::Int, ConstantValue::Number(value)) if value == f64::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        (Base::Int, ConstantValue::Number(value)) => format!("{}", value as i32),
        (_, ConstantValue::Number(value)) => format!("{:?}", value as f32),
        (_, ConstantValue::Bool(value)) => u8::from(value).to_string(),
    }
}

/// The memory qualifiers of a buffer or image, with a blank behind.
fn qualifiers(access: Access) -> String {
    let restrict = if access.aliased { "" } else { "restrict " };
    let direction = match (access.read, access.write) {
        (true, false) => "readonly ",
        (false, true) => "writeonly ",
        _ => "",
    };
    format!("{restrict}{direction}")
}

fn interpolation(word: Interpolation) -> &'static str {
    match word {
        Interpolation::Smooth => "smooth",
        Interpolation::Flat => "flat",
        Interpolation::NoPerspective => "noperspective",
    }
}

impl Emitter<'_> {
    /// Extensions that the builtins need.
    pub fn extensions(&mut self) {
        let desktop = self.form == TextForm::Desktop;
        for builtin in &self.info.builtins {
            let extension = match builtin.value {
                BuiltinBits::Layer | BuiltinBits::ViewportIndex if self.stage == Stage::Vertex => {
                    "GL_ARB_shader_viewport_layer_array"
                }
                BuiltinBits::BarycentricCoord if self.stage == Stage::Pixel => "GL_EXT_fragment_shader_barycentric",
                BuiltinBits::StencilRef if self.stage == Stage::Pixel => "GL_ARB_shader_stencil_export",
                BuiltinBits::BaseInstance if self.stage == Stage::Vertex => "GL_ARB_shader_draw_parameters",
                BuiltinBits::TextureAtomic if desktop => "GL_ARB_shader_image_load_store",
                BuiltinBits::ClipDistances if desktop && self.stage == Stage::Vertex => continue,
                BuiltinBits::UsePrintf if !desktop => "GL_EXT_debug_printf",
                _ => continue,
            };
            let behaviour = if desktop { "enable" } else { "require" };
            self.into.line_of(&format!("#extension {extension} : {behaviour}"), builtin.at);
        }
    }

    /// Specialization constants, compilation constants, shared variables.
    pub fn constants(&mut self) {
        for (id, one) in self.info.specialization_constants.iter().enumerate() {
            let value = self.specialized.get(&one.value.name).copied().unwrap_or(one.value.value);
            let (ty, name, value) = (one.value.ty.row().glsl, &one.value.name, literal(&one.value, value));
            let layout = if self.specializes { format!("layout(constant_id = {id}) ") } else { String::new() };
            self.into.line_of(&format!("{layout}const {ty} {name} = {value};"), one.at);
        }
        for one in &self.info.compilation_constants {
            let (ty, name, value) = (one.value.ty.row().glsl, &one.value.name, literal(&one.value, one.value.value));
            self.into.line_of(&format!("const {ty} {name} = {value};"), one.at);
        }
        if self.stage == Stage::Compute {
            for one in &self.info.shared_variables {
                let line = format!("shared {} {};", one.value.ty.row().glsl, one.value.name);
                self.into.line_of(&line, one.at);
            }
        }
    }

    fn place(&self, set: u32, binding: u32) -> String {
        match self.form {
            TextForm::Desktop => format!("binding = {binding}"),
            _ => format!("set = {set}, binding = {binding}"),
        }
    }

    pub fn resources(&mut self) {
        for (one, bound) in self.info.resources.iter().zip(&self.layout.resources) {
            let register = bound.register.map(|register| format!(", uberc_register = {register}"));
            let sampler = bound.sampler_binding.map(|binding| format!(", uberc_sampler = {binding}"));
            let place =
                self.place(bound.set, bound.binding) + &register.unwrap_or_default() + &sampler.unwrap_or_default();
            self.into.line_of(&resource(&one.value, &place), one.at);
        }
        if self.stage == Stage::Pixel {
            for (one, bound) in self.info.subpass_in.iter().zip(&self.layout.subpasses) {
                let row = one.value.ty.row();
                let prefix = match row.base {
                    Base::Int => "i",
                    Base::Uint => "u",
                    _ => "",
                };
                let place = self.place(bound.set, bound.binding);
                let (slot, name) = (one.value.slot, &one.value.name);
                self.into.line_of(
                    &format!(
                        "layout(input_attachment_index = {slot}, {place}) uniform {prefix}subpassInput _{name};\n{} \
                         {name};",
                        row.glsl
                    ),
                    one.at,
                );
            }
        }
    }

    pub fn push_constants(&mut self) {
        let head = match self.layout.push {
            PushPlace::Nowhere => return,
            PushPlace::Loose => {
                for one in &self.info.push_constants {
                    let line = format!("uniform {} {}{};", one.value.ty.row().glsl, one.value.name, array(one));
                    self.into.line_of(&line, one.at);
                }
                return;
            }
            PushPlace::Block => "layout(push_constant, std430) uniform _PushConstants {".to_owned(),
            PushPlace::Uniform(set, binding) => {
                let register = if matches!(self.form, TextForm::Registers(_)) {
                    format!(", uberc_register = {PUSH_REGISTER}")
                } else {
                    String::new()
                };
                format!("layout({}{register}, std140) uniform _PushConstants {{", self.place(set, binding))
            }
        };
        self.into.line(&head);
        for one in &self.info.push_constants {
            let line = format!("  {} pc_{}{};", one.value.ty.row().glsl, one.value.name, array(one));
            self.into.line_of(&line, one.at);
        }
        self.into.line("} PushConstants;");
        for one in &self.info.push_constants {
            let name = &one.value.name;
            self.into.line_of(&format!("#define {name} (PushConstants.pc_{name})"), one.at);
        }
    }

    /// The buffer of debug lines, and the function that adds one. A line is four elements: begin, color, end, color.
    pub fn debug_draw(&mut self) {
        let Some(bound) = &self.layout.debug_draw else { return };
        let register = bound.register.map(|register| format!(", uberc_register = {register}")).unwrap_or_default();
        let place = self.place(bound.set, bound.binding) + &register;
        let block = format!(
            "#define GPU_DEBUG_DRAW\nlayout({place}, std430) restrict buffer _{DEBUG_DRAW} {{\n  uint count;\n  uint \
             padding[3];\n  vec4 points[];\n}} {DEBUG_DRAW};"
        );
        self.into.line_of(&format!("{block}\n{DEBUG_LINE}"), bound.at);
    }

    /// Layouts of the stage: primitives, group size, early tests, depth. `writes_depth`: the text mentions
    /// `gl_FragDepth`.
    pub fn layouts(&mut self, writes_depth: bool) {
        match self.stage {
            Stage::Geometry => {
                for one in &self.info.geometry_layout {
                    let input = match one.value.input {
                        PrimitiveIn::Points => "points",
                        PrimitiveIn::Lines => "lines",
                        PrimitiveIn::LinesAdjacency => "lines_adjacency",
                        PrimitiveIn::Triangles => "triangles",
                        PrimitiveIn::TrianglesAdjacency => "triangles_adjacency",
                    };
                    let output = match one.value.output {
                        PrimitiveOut::Points => "points",
                        PrimitiveOut::LineStrip | PrimitiveOut::Lines => "line_strip",
                        PrimitiveOut::TriangleStrip | PrimitiveOut::Triangles => "triangle_strip",
                    };
                    let (invocations, vertices) = (one.value.invocations, one.value.max_vertices);
                    let line = format!(
                        "layout({input}, invocations = {invocations}) in;\nlayout({output}, max_vertices = {vertices}) out;"
                    );
                    self.into.line_of(&line, one.at);
                }
            }
            Stage::Compute => {
                for one in &self.info.local_size {
                    let [x, y, z] = one.value;
                    let line = format!("layout(local_size_x = {x}, local_size_y = {y}, local_size_z = {z}) in;");
                    self.into.line_of(&line, one.at);
                }
            }
            Stage::Pixel => {
                if let Some(one) = self.info.early_fragment_test.as_ref().filter(|set| set.value) {
                    self.into.line_of("layout(early_fragment_tests) in;", one.at);
                }
                let word = |write: DepthWrite| match write {
                    DepthWrite::Unchanged => None,
                    DepthWrite::Any => Some("depth_any"),
                    DepthWrite::Greater => Some("depth_greater"),
                    DepthWrite::Less => Some("depth_less"),
                };
                let write = self.info.depth_write.as_ref().filter(|_| writes_depth);
                if let Some((one, word)) = write.and_then(|one| Some((one, word(one.value)?))) {
                    self.into.line_of(&format!("layout({word}) out float gl_FragDepth;"), one.at);
                }
            }
            _ => {}
        }
    }

    /// Inputs, then outputs.
    pub fn stage_interfaces(&mut self) {
        let has_geometry = self.info.has_stage(Stage::Geometry);
        match self.stage {
            Stage::Vertex => {
                for one in &self.info.vertex_in {
                    let (slot, ty, name) = (one.value.slot, one.value.ty.row().glsl, &one.value.name);
                    self.into.line_of(&format!("layout(location = {slot}) in {ty} {name};"), one.at);
                }
                self.varyings("out", &self.info.vertex_out);
            }
            Stage::Geometry => {
                self.varyings("in", &self.info.vertex_out);
                self.varyings("out", &self.info.geometry_out);
            }
            Stage::Pixel => {
                let list = if has_geometry { &self.info.geometry_out } else { &self.info.vertex_out };
                self.varyings("in", list);
                for one in &self.info.fragment_out {
                    let index = match one.value.blend {
                        DualBlend::None => "",
                        DualBlend::First => ", index = 0",
                        DualBlend::Second => ", index = 1",
                    };
                    let (slot, ty, name) = (one.value.slot, one.value.ty.row().glsl, &one.value.name);
                    self.into.line_of(&format!("layout(location = {slot}{index}) out {ty} {name};"), one.at);
                }
            }
            _ => {}
        }
    }

    fn varyings(&mut self, direction: &str, list: &[Placed<String>]) {
        let mut location = 0;
        for interface in list.iter().filter_map(|one| self.interfaces.get(&one.value)) {
            let first = location;
            location += interface.members.iter().map(|member| member.value.ty.locations()).sum::<u32>();
            if interface.instance.is_empty() {
                let mut at = first;
                for member in &interface.members {
                    let word = interpolation(member.value.interpolation);
                    let (ty, name) = (member.value.ty.row().glsl, &member.value.name);
                    self.into.line_of(&format!("layout(location = {at}) {word} {direction} {ty} {name};"), member.at);
                    at += member.value.ty.locations();
                }
                continue;
            }
            let Some(first_member) = interface.members.first() else { continue };
            let structure = format!("{direction}{}", interface.name);
            self.into.line(&format!("struct {structure} {{"));
            for member in &interface.members {
                let line = format!("  {} {};", member.value.ty.row().glsl, member.value.name);
                self.into.line_of(&line, member.at);
            }
            self.into.line("};");
            let word = interpolation(first_member.value.interpolation);
            let name = self.instance_name(direction, interface);
            self.into
                .line_of(&format!("layout(location = {first}) {word} {direction} {structure} {name};"), interface.at);
        }
    }

    /// In a geometry stage an instance of both sides has two names, and inputs are arrays.
    fn instance_name(&self, direction: &str, interface: &Interface) -> String {
        let instance = &interface.instance;
        if self.stage != Stage::Geometry {
            return instance.clone();
        }
        let has = |list: &[Placed<String>]| {
            list.iter().filter_map(|one| self.interfaces.get(&one.value)).any(|other| other.instance == *instance)
        };
        let both = has(&self.info.vertex_out) && has(&self.info.geometry_out);
        match (direction, both) {
            ("in", true) => format!("{instance}_in[]"),
            ("in", false) => format!("{instance}[]"),
            (_, true) => format!("{instance}_out"),
            (_, false) => instance.clone(),
        }
    }
}

fn array(one: &Placed<super::PushConstant>) -> String {
    match one.value.array_size {
        0 => String::new(),
        count => format!("[{count}]"),
    }
}

/// The declaration of a resource at a place.
fn resource(resource: &Resource, place: &str) -> String {
    let (name, base, suffix) = (&resource.name, base_name(&resource.name), array_suffix(&resource.name));
    match &resource.kind {
        ResourceKind::Uniform { type_name } => {
            format!("layout({place}, std140) uniform _{base} {{ {type_name} {base}{suffix}; }};")
        }
        ResourceKind::Storage { access, type_name } => {
            format!("layout({place}, std430) {}buffer _{base} {{ {type_name} {base}{suffix}; }};", qualifiers(*access))
        }
        ResourceKind::Sampler { image } => format!("layout({place}) uniform {} {name};", image.sampler()),
        ResourceKind::Image { format, access, image } => {
            format!("layout({place}, {}) uniform {}{} {name};", format.row().glsl, qualifiers(*access), image.image())
        }
    }
}
