//! What a host needs to bind a shader: blocks with offsets and default values, textures, vertex inputs, lights.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json, json};

use super::emit::Shader;
use super::interface::Uniform;
use super::types::{TypeId, TypeKind, TypeTable};
use super::value::{Value, document_text};

/// Size and alignment of a type in a block with the layout std140, in bytes.
pub fn std140(types: &TypeTable, ty: TypeId) -> (u32, u32) {
    match &types.get(ty).kind {
        TypeKind::Vector(2) => (8, 8),
        TypeKind::Vector(3) => (12, 16),
        TypeKind::Vector(_) => (16, 16),
        TypeKind::Matrix(size) => (u32::from(*size) * 16, 16),
        // Two colours, an offset and a scale, or a colour alone.
        TypeKind::Closure if ty == TypeId::EDF => (12, 16),
        TypeKind::Shader if ty == TypeId::DISPLACEMENTSHADER => (16, 16),
        TypeKind::Closure | TypeKind::Shader | TypeKind::Material => (32, 16),
        TypeKind::Struct(members) => {
            let end = members.iter().fold(0, |end: u32, (_, ty, _)| {
                let (size, align) = std140(types, *ty);
                end.next_multiple_of(align) + size
            });
            (end.next_multiple_of(16), 16)
        }
        TypeKind::Array(_) => (16, 16),
        _ => (4, 4),
    }
}

/// Bytes of a uniform: an array has a stride of 16.
fn size_of(types: &TypeTable, uniform: &Uniform) -> (u32, u32) {
    match (&types.get(uniform.ty).kind, &uniform.value) {
        (TypeKind::Array(_), Some(Value::Floats(values))) => (16 * values.len().max(1) as u32, 16),
        _ => std140(types, uniform.ty),
    }
}

/// The members of a block with their offsets, and its size.
pub fn layout<'u>(types: &TypeTable, uniforms: &'u [Uniform]) -> (Vec<(&'u Uniform, u32)>, u32) {
    let (mut members, mut end) = (Vec::new(), 0_u32);
    for uniform in uniforms.iter().filter(|uniform| uniform.ty != TypeId::FILENAME) {
        let (size, align) = size_of(types, uniform);
        let offset = end.next_multiple_of(align);
        members.push((uniform, offset));
        end = offset + size;
    }
    (members, end.next_multiple_of(16))
}

/// The default values of a block as a host uploads them; what has no default is 0.
pub fn default_bytes(types: &TypeTable, uniforms: &[Uniform]) -> Vec<u8> {
    let (members, size) = layout(types, uniforms);
    let mut bytes = vec![0; size as usize];
    for (uniform, offset) in members {
        if let Some(value) = &uniform.value {
            put(types, uniform.ty, value, offset as usize, &mut bytes);
        }
    }
    bytes
}

/// The files of textures, by the names of their uniforms. A texture without a file is left out.
pub fn default_textures(uniforms: &[Uniform]) -> BTreeMap<String, String> {
    let textures = uniforms.iter().filter(|uniform| uniform.ty == TypeId::FILENAME);
    let file = |uniform: &Uniform| match &uniform.value {
        Some(Value::Text(file)) if !file.is_empty() => Some((uniform.name.clone(), file.clone())),
        _ => None,
    };
    textures.filter_map(file).collect()
}

fn put(types: &TypeTable, ty: TypeId, value: &Value, at: usize, bytes: &mut [u8]) {
    let mut word = |at: usize, word: [u8; 4]| {
        if let Some(place) = bytes.get_mut(at..at + 4) {
            place.copy_from_slice(&word);
        }
    };
    match value {
        Value::Boolean(value) => word(at, u32::from(*value).to_le_bytes()),
        Value::Integer(value) => word(at, value.to_le_bytes()),
        Value::Floats(values) => {
            let stride = |index: usize| match types.get(ty).kind {
                TypeKind::Matrix(size) => index / usize::from(size) * 16 + index % usize::from(size) * 4,
                TypeKind::Array(_) => index * 16,
                _ => index * 4,
            };
            for (index, value) in values.iter().enumerate() {
                word(at + stride(index), value.to_le_bytes());
            }
        }
        Value::Text(_) => {}
        Value::Struct(values) => {
            let TypeKind::Struct(members) = &types.get(ty).kind else { return };
            let mut end = 0_u32;
            for (value, (_, ty, _)) in values.iter().zip(members) {
                let (size, align) = std140(types, *ty);
                let offset = end.next_multiple_of(align);
                put(types, *ty, value, at + offset as usize, bytes);
                end = offset + size;
            }
        }
    }
}

/// The interface of a shader as JSON.
pub fn reflection(shader: &Shader) -> Json {
    let types = &shader.types;
    let interface = &shader.interface;
    let bindings: FxHashMap<&str, u32> =
        shader.bindings.all.iter().map(|(name, binding)| (name.as_str(), *binding)).collect();
    let binding = |name: &str| bindings.get(name).copied();
    let block = |name: &str, uniforms: &[Uniform]| {
        let binding = binding(name);
        let (members, size) = layout(types, uniforms);
        let members: Vec<Json> =
            members.iter().map(|(uniform, offset)| member(types, uniform, Some(*offset))).collect();
        json!({ "name": name, "binding": binding, "size": size, "members": members })
    };
    let textures = |uniforms: &[Uniform]| -> Vec<Json> {
        let textures = uniforms.iter().filter(|uniform| uniform.ty == TypeId::FILENAME);
        textures
            .map(|texture| {
                let mut json = member(types, texture, None);
                // Where they are bound apart, the texture has a binding and the sampler has one.
                let sampler = binding(&format!("{}_sampler", texture.name));
                let of_texture = binding(&texture.name).or_else(|| binding(&format!("{}_texture", texture.name)));
                json["binding"] = json!(of_texture);
                if sampler.is_some() {
                    json["sampler_binding"] = json!(sampler);
                }
                json
            })
            .collect()
    };
    let ports = |ports: &[super::interface::Port]| -> Vec<Json> {
        ports
            .iter()
            .enumerate()
            .map(|(at, port)| json!({ "name": port.name, "type": types.get(port.ty).name, "location": at }))
            .collect()
    };
    let mut blocks = Vec::new();
    for (name, uniforms) in [
        ("PrivateUniforms_vertex", &interface.vertex_private),
        ("PrivateUniforms_pixel", &interface.pixel_private),
        ("PublicUniforms_pixel", &interface.pixel_public),
    ] {
        if uniforms.iter().any(|uniform| uniform.ty != TypeId::FILENAME) {
            blocks.push(block(name, uniforms));
        }
    }
    let private = textures(&interface.pixel_private);
    let lights: Vec<Json> =
        shader.lights.iter().map(|member| json!({ "name": member.name, "type": types.get(member.ty).name })).collect();
    json!({
        "blocks": blocks,
        "textures": private.into_iter().chain(textures(&interface.pixel_public)).collect::<Vec<_>>(),
        "inputs": ports(&interface.vertex_inputs),
        "connectors": ports(&interface.connectors),
        "light_data": lights,
        "light_binding": binding("LightData_pixel"),
    })
}

fn member(types: &TypeTable, uniform: &Uniform, offset: Option<u32>) -> Json {
    let mut json = Map::new();
    json.insert("name".to_owned(), json!(uniform.name));
    json.insert("type".to_owned(), json!(types.get(uniform.ty).name));
    if let Some(offset) = offset {
        json.insert("offset".to_owned(), json!(offset));
    }
    json.insert("default".to_owned(), json!(uniform.value.as_ref().map(document_text)));
    let info = &uniform.info;
    for (key, text) in [("path", &info.path), ("colorspace", &info.colorspace), ("unit", &info.unit)] {
        if !text.is_empty() {
            json.insert(key.to_owned(), json!(text));
        }
    }
    if !info.ui.is_empty() {
        let ui: Map<String, Json> = info.ui.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        json.insert("ui".to_owned(), Json::Object(ui));
    }
    Json::Object(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uniform(name: &str, ty: TypeId, value: Option<Value>) -> Uniform {
        Uniform { name: name.to_owned(), ty, value, enumeration: Vec::new(), info: Default::default() }
    }

    #[test]
    fn members_lie_where_std140_has_them() {
        let types = TypeTable::default();
        let uniforms = [
            uniform("a", TypeId::FLOAT, Some(Value::Floats(vec![0.5]))),
            uniform("b", TypeId::COLOR3, Some(Value::Floats(vec![1.0, 2.0, 3.0]))),
            uniform("c", TypeId::BOOLEAN, Some(Value::Boolean(true))),
            uniform("picture", TypeId::FILENAME, None),
            uniform("d", TypeId::SURFACESHADER, None),
            uniform("e", TypeId::VECTOR2, Some(Value::Floats(vec![4.0, 5.0]))),
            uniform("f", TypeId::MATRIX33, Some(Value::Floats((0..9_u8).map(f32::from).collect()))),
        ];
        let (members, size) = layout(&types, &uniforms);
        let offsets: Vec<u32> = members.iter().map(|(_, offset)| *offset).collect();
        assert_eq!((offsets.as_slice(), size), ([0, 16, 28, 32, 64, 80].as_slice(), 128), "a texture is no member");
        let bytes = default_bytes(&types, &uniforms);
        let float = |at: usize| f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        assert_eq!((float(0), float(24), bytes[28], float(68)), (0.5, 3.0, 1, 5.0));
        assert_eq!((float(88), float(96)), (2.0, 3.0), "each row of a matrix is 16 bytes");
    }
}
