//! Writes the stages of a graph as Vulkan GLSL, and a graph as OSL.
//!
//! **In**: a graph, and the files of the library that its functions are in.
//! **Out**: text with the place that each part comes from, and the interface.
//! **Never**: changes the graph, or looks a definition up other than those that the options or a target's rules name.

pub mod lights;
pub mod macros;
mod nodes;
pub mod osl;
mod pixel;
mod surface;
mod vertex;
pub mod writer;

use std::sync::Arc;

use self::lights::Lights;
pub use self::nodes::expression;
pub use self::pixel::MACROS;
use self::writer::Writer;
use super::declarations;
use super::graph::{Class, Graph};
use super::interface::{Facts, Interface, Uniform};
use super::problem::{Origin, Problem, ProblemKind};
use super::session::Session;
use super::types::{TypeId, TypeTable};

/// The text of a stage.
#[derive(Clone, Debug, Default)]
pub struct StageText {
    pub text: String,
    /// Where parts of the text come from, in the order of their ends.
    pub origins: Vec<Origin>,
}

/// A generated shader.
#[derive(Debug, Default)]
pub struct Shader {
    pub name: String,
    /// The variable of the pixel stage's output.
    pub output: String,
    pub vertex: StageText,
    pub pixel: StageText,
    pub interface: Interface,
    /// Members of the data of a light; empty if the shader has none.
    pub lights: Vec<lights::LightMember>,
    pub bindings: Bindings,
    /// The types of the interface.
    pub types: Arc<TypeTable>,
    pub class: Class,
}

/// Bindings of a shader: blocks and textures by name, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    pub all: Vec<(String, u32)>,
}

impl Bindings {
    fn take(&mut self, base: u32, name: &str) -> u32 {
        let binding = base + self.all.len() as u32;
        self.all.push((name.to_owned(), binding));
        binding
    }
}

/// The surface of a graph reads lights and the environment.
pub fn is_lit(class: Class) -> bool {
    let is_surface = class.has(Class::SHADER) && class.has(Class::SURFACE);
    (is_surface || class.has(Class::BSDF)) && !class.has(Class::UNLIT)
}

/// The shader is that of a surface, not of a colour.
pub fn is_surface(shader: &Shader) -> bool {
    shader.class.has(Class::SHADER) && shader.class.has(Class::SURFACE)
}

/// Writes both stages of a graph.
pub fn generate(session: &Session<'_>, graph: &Graph, problems: &mut Vec<Problem>) -> Shader {
    session.scripted.evaluate(session, graph);
    let facts = Facts {
        scripted: &session.scripted,
        options: session.options,
        types: &session.types,
        reserved: &session.reserved,
        is_lit: is_lit(graph.class),
    };
    let has_lights = facts.is_lit && session.options.max_lights > 0;
    let lights = if has_lights { Lights::of(session, problems) } else { Lights::default() };
    lights.graphs().for_each(|light| session.scripted.evaluate(session, light));
    let mut interface = Interface::of(graph, &facts);
    if interface.needs_lights {
        lights.graphs().for_each(|light| interface.add_light(light, &facts));
    }
    declarations::add_scripts(&mut interface, &facts);
    check_textures(session, &interface, problems);
    let output = graph.outputs.first().map(|output| output.variable.clone()).unwrap_or_default();
    let mut shader = Shader { name: graph.name.clone(), output, interface, ..Shader::default() };
    let mut bindings = Bindings::default();
    let vertex = vertex::write(session, &shader.interface, &mut bindings, problems);
    let pixel = pixel::write(session, graph, &shader.interface, &lights, &mut bindings, problems);
    macros::check(session, graph, &shader.interface, [&vertex.macros, &pixel.macros], problems);
    shader.vertex = StageText { text: vertex.text, origins: vertex.origins };
    shader.pixel = StageText { text: pixel.text, origins: pixel.origins };
    shader.lights = lights.members;
    shader.bindings = bindings;
    shader.types = Arc::clone(&session.types);
    shader.class = graph.class;
    shader
}

/// Types of uniforms that GLSL has no words for.
fn check_textures(session: &Session<'_>, interface: &Interface, problems: &mut Vec<Problem>) {
    for uniform in &interface.pixel_public {
        let ty = session.types.get(uniform.ty);
        if ty.text.is_empty() {
            let message = format!("`{}` is of the type `{}`, which GLSL has no syntax for", uniform.name, ty.name);
            problems.push(Problem::new(ProblemKind::TypeSyntax, message));
        }
    }
}

/// Writes a file of the node library.
fn library_file(session: &Session<'_>, name: &str, out: &mut Writer, problems: &mut Vec<Problem>) {
    match session.library.root_file(name, session.source) {
        Some(fragment) => {
            out.file(session, &fragment, problems);
            out.blank();
        }
        None => {
            let message = format!("the node library has no file `{name}`");
            problems.push(Problem::new(ProblemKind::SourceMissing, message));
        }
    }
}

/// Declares a block of uniforms, and its textures behind it.
fn uniform_block(
    session: &Session<'_>,
    block: &str,
    stage: &str,
    uniforms: &[Uniform],
    bindings: &mut Bindings,
    out: &mut Writer,
) {
    if uniforms.is_empty() {
        return;
    }
    let base = session.options.binding_base;
    let name = format!("{block}_{stage}");
    out.line(session, &format!("// Uniform block: {block}"));
    let is_texture = |uniform: &&Uniform| uniform.ty == TypeId::FILENAME;
    if !uniforms.iter().all(|uniform| is_texture(&uniform)) {
        let binding = bindings.take(base, &name);
        out.line(session, &format!("layout (std140, binding={binding}) uniform {name}"));
        out.open(session);
        for uniform in uniforms.iter().filter(|uniform| !is_texture(uniform)) {
            let ty = session.types.get(uniform.ty);
            let length = match (&ty.kind, &uniform.value) {
                (super::types::TypeKind::Array(_), Some(super::value::Value::Floats(values))) => {
                    format!("[{}]", values.len().max(1))
                }
                _ => String::new(),
            };
            out.line(session, &format!("{} {}{length};", ty.text, uniform.name));
        }
        out.close(session, ";");
    }
    for texture in uniforms.iter().filter(is_texture) {
        let name = &texture.name;
        if session.options.split_samplers {
            let binding = bindings.take(base, &format!("{name}_texture"));
            out.line(session, &format!("layout (binding={binding}) uniform texture2D {name}_texture;"));
            let binding = bindings.take(base, &format!("{name}_sampler"));
            out.line(session, &format!("layout (binding={binding}) uniform sampler {name}_sampler;"));
        } else {
            let binding = bindings.take(base, name);
            out.line(session, &format!("layout (binding={binding}) uniform sampler2D {name};"));
        }
    }
    out.blank();
}

/// The type of a value between the stages with its interpolation.
fn connector_type(session: &Session<'_>, ty: TypeId) -> String {
    let glsl = &session.types.get(ty).text;
    if ty == TypeId::INTEGER { format!("flat {glsl}") } else { glsl.clone() }
}
