//! Writes the vertex stage.

use super::writer::Writer;
use super::{Bindings, connector_type, library_file, uniform_block};
use crate::dialect::materialx::interface::Interface;
use crate::dialect::materialx::problem::Problem;
use crate::dialect::materialx::session::Session;

/// The mathematical functions that all stages have, relative to the library.
pub const MATH_FILE: &str = "stdlib/genglsl/lib/mx_math.glsl";

/// Writes the stage.
pub fn write(
    session: &Session<'_>,
    interface: &Interface,
    bindings: &mut Bindings,
    problems: &mut Vec<Problem>,
) -> Writer {
    let mut out = Writer::default();
    out.line(session, "#version 450");
    out.blank();
    out.line(session, "#pragma shader_stage(vertex)");
    out.blank();
    uniform_block(session, "PrivateUniforms", "vertex", &interface.vertex_private, bindings, &mut out);
    for (location, input) in interface.vertex_inputs.iter().enumerate() {
        let ty = &session.types.get(input.ty).text;
        out.line(session, &format!("layout (location = {location}) in {ty} {};", input.name));
    }
    out.blank();
    if !interface.connectors.is_empty() {
        out.line(session, "layout (location = 0) out VertexData");
        out.open(session);
        for connector in &interface.connectors {
            out.line(session, &format!("{} {};", connector_type(session, connector.ty), connector.name));
        }
        out.close(session, " vd;");
        out.blank();
    }
    library_file(session, MATH_FILE, &mut out, problems);
    for code in &interface.vertex_scripts {
        out.script_functions(session, &code.vertex, problems);
    }
    out.line(session, "void main()");
    out.open(session);
    out.line(session, "vec4 hPositionWorld = u_worldMatrix * vec4(i_position, 1.0);");
    out.line(session, "gl_Position = u_viewProjectionMatrix * hPositionWorld;");
    for code in &interface.vertex_code {
        out.line(session, code);
    }
    for code in &interface.vertex_scripts {
        out.script_statements(session, &code.vertex);
    }
    out.close(session, "");
    out
}
