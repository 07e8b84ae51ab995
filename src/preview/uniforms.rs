//! The values of a shader's uniforms in the scene.

use std::collections::BTreeMap;

use super::{View, camera, environment};
use crate::diag::did_you_mean;
use crate::dialect::materialx::emit::Shader;
use crate::dialect::materialx::interface::Uniform;
use crate::dialect::materialx::reflection::default_bytes;
use crate::dialect::materialx::value::{self, Value};

/// The bytes of each block by its name. Those of lights, of which none is on, are added by the size of their block.
///
/// # Errors
/// A value of the user that no uniform takes.
pub fn blocks_of(
    shader: &Shader,
    view: View,
    values: &[(String, String)],
) -> Result<BTreeMap<&'static str, Vec<u8>>, String> {
    let types = &shader.types;
    let mut public = shader.interface.pixel_public.clone();
    for (name, text) in values {
        let at = find(&public, name).map_err(|why| format!("`{}` {why}", shader.name))?;
        let uniform = &mut public[at];
        let parsed = value::parse(types, uniform.ty, text).map_err(|why| format!("`{name}`: {why}"))?;
        uniform.value = Some(parsed);
    }
    let of_scene = |uniforms: &[Uniform]| {
        let mut uniforms = uniforms.to_vec();
        for uniform in &mut uniforms {
            if let Some(value) = scene_value(&uniform.name, view) {
                uniform.value = Some(value);
            }
        }
        default_bytes(types, &uniforms)
    };
    Ok(BTreeMap::from([
        ("PrivateUniforms_vertex", of_scene(&shader.interface.vertex_private)),
        ("PrivateUniforms_pixel", of_scene(&shader.interface.pixel_private)),
        ("PublicUniforms_pixel", default_bytes(types, &public)),
        ("LightData_pixel", Vec::new()),
    ]))
}

/// A uniform by its name, by the path of its input in the document, or by the input's name where one uniform alone has it:
/// `standard_base_color`, `standard/base_color`, `base_color`.
fn find(uniforms: &[Uniform], name: &str) -> Result<usize, String> {
    let is_whole = |uniform: &Uniform| uniform.name == name || uniform.info.path == name;
    if let Some(at) = uniforms.iter().position(is_whole) {
        return Ok(at);
    }
    let input = |uniform: &Uniform| uniform.info.path.rsplit('/').next() == Some(name);
    let found: Vec<usize> = (0..uniforms.len()).filter(|at| input(&uniforms[*at])).collect();
    match *found {
        [at] => Ok(at),
        [] => {
            let inputs = uniforms.iter().filter_map(|uniform| uniform.info.path.rsplit('/').next());
            let near = did_you_mean(name, inputs.chain(uniforms.iter().map(|uniform| uniform.name.as_str())));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Err(format!("has no uniform `{name}`{near}"))
        }
        _ => {
            let names: Vec<&str> = found.iter().map(|at| uniforms[*at].name.as_str()).collect();
            Err(format!("has several inputs `{name}`: name one of the uniforms {}", names.join(", ")))
        }
    }
}

/// What a uniform of the host is in the scene; `None`: its default. The world is the object's space.
fn scene_value(name: &str, view: View) -> Option<Value> {
    let identity = || (0..16).map(|at| if at % 5 == 0 { 1.0 } else { 0.0 }).collect();
    Some(match name {
        "u_viewProjectionMatrix" => Value::Floats(camera::view_projection(super::CLIP_Y).to_vec()),
        _ if name.starts_with("u_world") && name.ends_with("Matrix") => Value::Floats(identity()),
        "u_viewPosition" => Value::Floats(camera::EYE.to_vec()),
        "u_envRadianceMips" => Value::Integer(environment::radiance_levels() as i32),
        "u_envRadianceSamples" => Value::Integer(view.samples as i32),
        "u_albedoTableSize" => Value::Integer(1),
        "u_frame" | "u_time" => Value::Floats(vec![1.0]),
        _ => return None,
    })
}
