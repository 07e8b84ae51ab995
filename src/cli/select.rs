//! Shaders by name.

use super::Stop;
use crate::diag::{did_you_mean, suggestion};
use crate::pipeline::{Front, ShaderFront};

/// The shader with this name, under the front's first target.
pub(super) fn shader_named<'a>(front: &'a Front, name: &str) -> Result<&'a ShaderFront, Stop> {
    front.shaders.iter().find(|shader| shader.declaration.name == name).ok_or_else(|| {
        let names: Vec<&str> = front.shaders.iter().map(|shader| shader.declaration.name.as_str()).collect();
        let near = did_you_mean(name, names.iter().copied()).map(str::to_owned);
        let hint = suggestion(name, names).unwrap_or_default();
        Stop::usage(format!("there is no shader `{name}`. {hint}").trim_end()).about("usage/unknown-shader", name, near)
    })
}
