//! A geometry stage that passes triangles through, for devices that have layers, viewports and barycentric coordinates
//! in no other stage.

use std::collections::BTreeMap;

use super::info::{GeometryLayout, Info, Interface, Member, Placed, StageText};
use super::vocabulary::{BuiltinBits, Interpolation, PrimitiveIn, PrimitiveOut, Type};
use crate::diag::{Diagnostic, Span};
use crate::model::Stage;

/// What the vertex stage hands to the geometry stage, and that to the fragment stage.
const ROUTING: &str = "gpu_routing";
const BARYCENTRIC: &str = "gpu_barycentric";

/// An info with the stage, and all interfaces. `None` where it needs none: it names no such builtin, or has a geometry
/// stage of its own.
pub fn with_fallback(
    info: &Info,
    interfaces: &BTreeMap<String, Interface>,
) -> Option<(Info, BTreeMap<String, Interface>, Vec<Diagnostic>)> {
    let replaced = [BuiltinBits::Layer, BuiltinBits::ViewportIndex, BuiltinBits::BarycentricCoord];
    let at = info.builtins.iter().find(|one| replaced.contains(&one.value))?.at;
    if info.has_stage(Stage::Geometry) || !info.has_stage(Stage::Vertex) {
        return None;
    }
    let has = |bit| info.has_builtin(bit);
    let mut made = info.clone();
    let mut all = interfaces.clone();
    let mut found = Vec::new();
    let mut body = String::new();
    for one in &info.vertex_out {
        let Some(interface) = interfaces.get(&one.value) else { continue };
        if interface.instance.is_empty() {
            let message =
                format!("interface `{}` has no instance name, which a fallback geometry stage needs", one.value);
            found.push(
                Diagnostic::error("ci/interface-instance", message)
                    .at(one.at)
                    .label(interface.at, "declared here")
                    .help(format!("Write `Interface(\"{}\", \"name\")`.", one.value)),
            );
        }
        let instance = &interface.instance;
        for member in &interface.members {
            let name = &member.value.name;
            body += &format!("    {instance}_out.{name} = {instance}_in[i].{name};\n");
        }
    }
    made.geometry_out.clone_from(&info.vertex_out);
    if has(BuiltinBits::Layer) || has(BuiltinBits::ViewportIndex) {
        all.insert(ROUTING.to_owned(), interface(ROUTING, Interpolation::Flat, &["layer", "viewport"], "int", at));
        made.vertex_out.push(Placed { value: ROUTING.to_owned(), at });
        for (bit, built_in, member) in
            [(BuiltinBits::Layer, "gl_Layer", "layer"), (BuiltinBits::ViewportIndex, "gl_ViewportIndex", "viewport")]
        {
            if has(bit) {
                body += &format!("    {built_in} = {ROUTING}[i].{member};\n");
            }
        }
    }
    if has(BuiltinBits::BarycentricCoord) {
        all.insert(
            BARYCENTRIC.to_owned(),
            interface(BARYCENTRIC, Interpolation::Smooth, &["coordinate"], "float3", at),
        );
        made.geometry_out.push(Placed { value: BARYCENTRIC.to_owned(), at });
        body += &format!("    {BARYCENTRIC}.coordinate = vec3(i == 0, i == 1, i == 2);\n");
    }
    let text = format!(
        "void main() {{\n  for (int i = 0; i < 3; i++) {{\n    gl_Position = gl_in[i].gl_Position;\n{body}    EmitVertex();\n  \
         }}\n  EndPrimitive();\n}}"
    );
    let owner = info.name.clone();
    let value = StageText { stage: Stage::Geometry, text, owner, parts: Vec::new(), fixed: Vec::new() };
    made.generated.push(Placed { value, at });
    let layout = GeometryLayout {
        input: PrimitiveIn::Triangles,
        output: PrimitiveOut::TriangleStrip,
        max_vertices: 3,
        invocations: 1,
    };
    made.geometry_layout.push(Placed { value: layout, at });
    made.builtins.retain(|one| !replaced.contains(&one.value));
    made.replaced_builtins = info.builtins.iter().map(|one| one.value).filter(|bit| replaced.contains(bit)).collect();
    Some((made, all, found))
}

/// An interface whose instance has its own name.
fn interface(name: &str, interpolation: Interpolation, members: &[&str], ty: &str, at: Span) -> Interface {
    let member = |member: &&str| {
        let ty = Type::from_name(ty)?;
        Some(Placed { value: Member { interpolation, ty, name: (*member).to_owned() }, at })
    };
    let members = members.iter().filter_map(member).collect();
    Interface { name: name.to_owned(), instance: name.to_owned(), at, members }
}

/// The macros of a stage by which the source's built-in variables are the values that the fallback carries.
pub fn macros(info: &Info, stage: Stage) -> Vec<String> {
    let replaced = |bit: &BuiltinBits| match (bit, stage) {
        (BuiltinBits::Layer, Stage::Vertex) => Some(format!("#define gl_Layer {ROUTING}.layer")),
        (BuiltinBits::ViewportIndex, Stage::Vertex) => Some(format!("#define gl_ViewportIndex {ROUTING}.viewport")),
        (BuiltinBits::BarycentricCoord, Stage::Pixel) => {
            Some(format!("#define gl_BaryCoordEXT {BARYCENTRIC}.coordinate"))
        }
        _ => None,
    };
    info.replaced_builtins.iter().filter_map(replaced).collect()
}
