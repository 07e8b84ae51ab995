//! The shapes, with the vertex inputs that a shader declares.

use std::f32::consts::PI;

use uberc_render::{Attribute, Mesh};

use super::camera::cross;
use crate::dialect::materialx::emit::Shader;
use crate::dialect::materialx::interface::Port;
use crate::dialect::materialx::types::{TypeId, TypeKind};

/// Quads of the sphere: around, and from pole to pole.
const AROUND: u32 = 96;
const DOWN: u32 = 48;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Of radius 1.
    Sphere,
    /// A square of side 2 that stands upright.
    Plane,
}

/// A point of a shape.
struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    tangent: [f32; 3],
    /// From the lower left.
    uv: [f32; 2],
}

fn on_sphere(u: f32, v: f32) -> Vertex {
    let (longitude, latitude) = (u * 2.0 * PI, (v - 0.5) * PI);
    let (sine, cosine) = longitude.sin_cos();
    let normal = [-sine * latitude.cos(), latitude.sin(), -cosine * latitude.cos()];
    Vertex { position: normal, normal, tangent: [-cosine, 0.0, sine], uv: [u, v] }
}

fn on_plane(u: f32, v: f32) -> Vertex {
    let position = [u * 2.0 - 1.0, v * 2.0 - 1.0, 0.0];
    Vertex { position, normal: [0.0, 0.0, 1.0], tangent: [1.0, 0.0, 0.0], uv: [u, v] }
}

/// The mesh of a shape, and the bytes of its vertices.
pub fn mesh_of(shader: &Shader, shape: Shape) -> (Mesh, Vec<u8>) {
    let components = |port: &Port| match shader.types.get(port.ty).kind {
        TypeKind::Vector(size) => u32::from(size),
        _ => 1,
    };
    let (mut attributes, mut stride) = (Vec::new(), 0);
    for (port, location) in shader.interface.vertex_inputs.iter().zip(0_u32..) {
        let is_float = !matches!(port.ty, TypeId::INTEGER | TypeId::BOOLEAN);
        attributes.push(Attribute { location, offset: stride, is_float, components: components(port) });
        stride += 4 * components(port);
    }
    let (across, down) = if shape == Shape::Sphere { (AROUND, DOWN) } else { (1, 1) };
    let mut bytes = Vec::new();
    for (quad_u, quad_v) in (0..down).flat_map(|v| (0..across).map(move |u| (u, v))) {
        for (corner_u, corner_v) in [(0, 0), (1, 0), (1, 1), (0, 0), (1, 1), (0, 1)] {
            let u = (quad_u + corner_u) as f32 / across as f32;
            let v = (quad_v + corner_v) as f32 / down as f32;
            let vertex = if shape == Shape::Sphere { on_sphere(u, v) } else { on_plane(u, v) };
            for (port, attribute) in shader.interface.vertex_inputs.iter().zip(&attributes) {
                let value = value_of(&vertex, &port.name);
                for component in value.iter().take(attribute.components as usize) {
                    let word = if attribute.is_float { component.to_bits() } else { *component as i32 as u32 };
                    bytes.extend(word.to_le_bytes());
                }
            }
        }
    }
    let vertices = across * down * 6;
    (Mesh { file: "mesh.bin".to_owned(), stride, vertices, attributes }, bytes)
}

/// A vertex input; properties that the shapes do not have are like texture coordinates.
fn value_of(vertex: &Vertex, name: &str) -> [f32; 4] {
    let wide = |value: [f32; 3], last: f32| [value[0], value[1], value[2], last];
    let [u, v] = vertex.uv;
    match name {
        "i_position" => wide(vertex.position, 1.0),
        "i_normal" => wide(vertex.normal, 0.0),
        "i_tangent" => wide(vertex.tangent, 0.0),
        "i_bitangent" => wide(cross(vertex.normal, vertex.tangent), 0.0),
        _ if name.starts_with("i_color_") => [u, v, 1.0 - u, 1.0],
        _ => [u, v, 0.0, 1.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::camera::dot;

    #[test]
    fn axes_are_at_right_angles_and_u_grows_along_the_tangent() {
        for (u, v) in [(0.1, 0.2), (0.5, 0.5), (0.9, 0.7)] {
            for at in [on_sphere, on_plane] {
                let (here, there) = (at(u, v), at(u + 0.01, v));
                assert!(dot(here.normal, here.tangent).abs() < 1e-5);
                let step: [f32; 3] = std::array::from_fn(|axis| there.position[axis] - here.position[axis]);
                assert!(dot(step, here.tangent) > 0.0, "{u} {v}");
                let up = at(u, v + 0.01);
                let step: [f32; 3] = std::array::from_fn(|axis| up.position[axis] - here.position[axis]);
                assert!(dot(step, cross(here.normal, here.tangent)) > 0.0, "{u} {v}");
            }
        }
    }
}
