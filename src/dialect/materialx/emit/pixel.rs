//! Writes the pixel stage.

use super::lights::Lights;
use super::vertex::MATH_FILE;
use super::writer::Writer;
use super::{Bindings, connector_type, is_lit, library_file, nodes, uniform_block};
use crate::dialect::materialx::graph::{Class, Graph, GraphOutput, Link};
use crate::dialect::materialx::interface::Interface;
use crate::dialect::materialx::options::{Albedo, Environment, Transmission};
use crate::dialect::materialx::problem::Problem;
use crate::dialect::materialx::session::Session;
use crate::dialect::materialx::types::{TypeId, TypeKind};

/// The folder of the files that surfaces need, relative to the library.
const SURFACE_FOLDER: &str = "pbrlib/genglsl/lib";

/// Macros of the text that the options set.
const DIRECTIONAL_ALBEDO: &str = "DIRECTIONAL_ALBEDO_METHOD";
const AIRY_ITERATIONS: &str = "AIRY_FRESNEL_ITERATIONS";
const MOST_LIGHTS: &str = "MAX_LIGHT_SOURCES";

/// Macros that a text can define itself, besides those of types, which are among the names of types.
pub const MACROS: [&str; 3] = [DIRECTIONAL_ALBEDO, AIRY_ITERATIONS, MOST_LIGHTS];

/// The definitions of closures and shaders.
const TYPE_DEFINITIONS: [&str; 8] = [
    "struct BSDF { vec3 response; vec3 throughput; };",
    "#define EDF vec3",
    "struct VDF { vec3 response; vec3 throughput; };",
    "struct surfaceshader { vec3 color; vec3 transparency; };",
    "struct volumeshader { vec3 color; vec3 transparency; };",
    "struct displacementshader { vec3 offset; float scale; };",
    "struct lightshader { vec3 intensity; vec3 direction; };",
    "#define material surfaceshader",
];

/// Writes the stage.
pub fn write(
    session: &Session<'_>,
    graph: &Graph,
    interface: &Interface,
    lights: &Lights,
    bindings: &mut Bindings,
    problems: &mut Vec<Problem>,
) -> Writer {
    // A surface takes about 80 KiB.
    let mut out = Writer::default();
    out.text.reserve(128 << 10);
    out.line(session, "#version 450");
    out.blank();
    out.line(session, "#pragma shader_stage(fragment)");
    out.blank();
    types(session, &mut out);
    uniform_block(session, "PrivateUniforms", "pixel", &interface.pixel_private, bindings, &mut out);
    uniform_block(session, "PublicUniforms", "pixel", &interface.pixel_public, bindings, &mut out);
    if !interface.connectors.is_empty() {
        out.line(session, "layout (location = 0) in VertexData");
        out.open(session);
        for connector in &interface.connectors {
            out.line(session, &format!("{} {};", connector_type(session, connector.ty), connector.name));
        }
        out.close(session, " vd;");
        out.blank();
    }
    let Some(output) = graph.outputs.first() else { return out };
    let result = output.variable.clone();
    out.line(session, "// Pixel shader outputs");
    out.line(session, &format!("layout (location = 0) out vec4 {result};"));
    out.blank();
    library_file(session, MATH_FILE, &mut out, problems);
    if is_lit(graph.class) {
        lit_files(session, interface, lights, bindings, &mut out, problems);
    } else {
        out.line(session, &format!("#define {AIRY_ITERATIONS} {}", session.options.airy_iterations));
        out.blank();
        utility_files(session, &mut out, problems);
    }
    nodes::functions(session, graph, &mut out, problems);
    main(session, graph, output, &result, &mut out, problems);
    out
}

fn types(session: &Session<'_>, out: &mut Writer) {
    for definition in TYPE_DEFINITIONS {
        out.line(session, definition);
    }
    for (info, members) in session.types.structs() {
        let members: Vec<String> =
            members.iter().map(|(name, ty, _)| format!("{} {name};", session.types.get(*ty).text)).collect();
        out.line(session, &format!("struct {} {{ {} }};", info.text, members.join(" ")));
    }
    out.blank();
}

/// The files of a lit surface, and the data and functions of lights.
fn lit_files(
    session: &Session<'_>,
    interface: &Interface,
    lights: &Lights,
    bindings: &mut Bindings,
    out: &mut Writer,
    problems: &mut Vec<Problem>,
) {
    let options = session.options;
    let method = match options.albedo {
        Albedo::Analytic => 0,
        Albedo::Table => 1,
        Albedo::MonteCarlo => 2,
    };
    out.line(session, &format!("#define {DIRECTIONAL_ALBEDO} {method}"));
    out.blank();
    out.line(session, &format!("#define {AIRY_ITERATIONS} {}", options.airy_iterations));
    out.blank();
    if options.max_lights > 0 {
        out.line(session, &format!("#define {MOST_LIGHTS} {}", options.max_lights));
    }
    let environment = match options.environment {
        Environment::None => "mx_environment_none.glsl",
        Environment::Fis => "mx_environment_fis.glsl",
        Environment::Prefilter => "mx_environment_prefilter.glsl",
    };
    let transmission = match options.transmission {
        Transmission::Refraction => "mx_transmission_refract.glsl",
        Transmission::Opacity => "mx_transmission_opacity.glsl",
    };
    for file in [environment, transmission] {
        library_file(session, &format!("{SURFACE_FOLDER}/{file}"), out, problems);
    }
    if options.max_lights > 0 {
        let binding = bindings.take(options.binding_base, "LightData_pixel");
        lights.declare(session, binding, out);
    }
    utility_files(session, out, problems);
    if interface.needs_lights {
        lights.functions(session, out, problems);
    }
}

/// The files of shadows, tables and filtered environments.
fn utility_files(session: &Session<'_>, out: &mut Writer, problems: &mut Vec<Problem>) {
    let options = session.options;
    let wanted = [
        (options.shadow_map || options.write_depth_moments, "mx_shadow.glsl"),
        (options.shadow_map || options.write_depth_moments, "mx_shadow_platform.glsl"),
        (options.write_albedo_table, "mx_generate_albedo_table.glsl"),
        (options.write_env_prefilter, "mx_generate_prefilter_env.glsl"),
    ];
    for (_, file) in wanted.iter().filter(|(wanted, _)| *wanted) {
        library_file(session, &format!("{SURFACE_FOLDER}/{file}"), out, problems);
    }
}

fn main(
    session: &Session<'_>,
    graph: &Graph,
    output: &GraphOutput,
    result: &str,
    out: &mut Writer,
    problems: &mut Vec<Problem>,
) {
    let options = session.options;
    out.line(session, "void main()");
    out.open(session);
    let is_surface = graph.class.has(Class::SHADER) && graph.class.has(Class::SURFACE);
    let utility = if !is_surface {
        None
    } else if options.write_depth_moments {
        Some("vec4(mx_compute_depth_moments(), 0.0, 1.0)")
    } else if options.write_albedo_table {
        Some("vec4(mx_generate_dir_albedo_table(), 1.0)")
    } else if options.write_env_prefilter {
        Some("vec4(mx_generate_prefilter_env(), 1.0)")
    } else {
        None
    };
    if let Some(utility) = utility {
        out.line(session, &format!("{result} = {utility};"));
    } else if graph.class.is_closure() || graph.class.has(Class::LIGHT) {
        // A closure or a light has no colour of its own.
        if graph.class.has(Class::LIGHT) {
            nodes::calls(session, graph, out, problems);
        }
        out.line(session, &format!("{result} = vec4(0.0, 0.0, 0.0, 1.0);"));
    } else {
        nodes::calls(session, graph, out, problems);
        let mut value = nodes::result(session, graph, output);
        let ty = session.types.get(output.ty);
        // A value of four components is written as it is.
        if output.link == Link::None && !matches!(ty.kind, TypeKind::Filename | TypeKind::Vector(4)) {
            out.line(session, &format!("{} {result}_tmp = {value};", ty.text));
            value = format!("{result}_tmp");
        }
        if is_surface {
            surface_output(session, &value, result, out);
        } else {
            let value = widened(session, output.ty, &value);
            out.line(session, &format!("{result} = {value};"));
        }
    }
    out.close(session, "");
}

fn encoded(session: &Session<'_>, color: &str) -> String {
    if session.options.srgb_encode { format!("mx_srgb_encode({color})") } else { color.to_owned() }
}

fn surface_output(session: &Session<'_>, value: &str, result: &str, out: &mut Writer) {
    let color = encoded(session, &format!("{value}.color"));
    if !session.options.transparency {
        out.line(session, &format!("{result} = vec4({color}, 1.0);"));
        return;
    }
    out.line(session, &format!("float outAlpha = clamp(1.0 - dot({value}.transparency, vec3(0.3333)), 0.0, 1.0);"));
    out.line(session, &format!("{result} = vec4({color}, outAlpha);"));
    out.line(session, "if (outAlpha < u_alphaThreshold)");
    out.open(session);
    out.line(session, "discard;");
    out.close(session, "");
}

/// A value as four components.
fn widened(session: &Session<'_>, ty: TypeId, value: &str) -> String {
    match session.types.get(ty).kind {
        TypeKind::Vector(4) => value.to_owned(),
        TypeKind::Vector(3) => format!("vec4({}, 1.0)", encoded(session, value)),
        TypeKind::Vector(2) => format!("vec4({value}, 0.0, 1.0)"),
        TypeKind::Float | TypeKind::Integer => format!("vec4({value}, {value}, {value}, 1.0)"),
        TypeKind::Boolean => format!("vec4({value}, {value}, {value}, 1.0)"),
        _ => "vec4(0.0, 0.0, 0.0, 1.0)".to_owned(),
    }
}
