//! Shaders by name.

use super::Stop;
use crate::diag::{did_you_mean, suggestion};
use crate::pipeline::{Front, ShaderFront};

/// The shader with this name, under the front's first target.
pub(super) fn shader_named<'a>(front: &'a Front, name: &str) -> Result<&'a ShaderFront, Stop> {
    named(&front.shaders, |shader| &shader.declaration.name, name)
}

/// The first of these with this name.
pub(super) fn named<'a, T>(shaders: &'a [T], name_of: fn(&T) -> &str, name: &str) -> Result<&'a T, Stop> {
    shaders.iter().find(|shader| name_of(shader) == name).ok_or_else(|| {
        let names: Vec<&str> = shaders.iter().map(name_of).collect();
        let near = did_you_mean(name, names.iter().copied()).map(str::to_owned);
        let hint = suggestion(name, names).unwrap_or_default();
        Stop::usage(format!("there is no shader `{name}`. {hint}").trim_end()).about("usage/unknown-shader", name, near)
    })
}
