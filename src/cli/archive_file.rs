//! Opens the archive that a command works on.

use std::io::ErrorKind;
use std::path::Path;

use uberc_runtime::{Error, Pack, Scalar, Scalars, Shader, Target};

use super::Stop;
use crate::bounded_file;
use crate::diag::did_you_mean;
use crate::model;
use crate::report::{Detail, check_listing};

/// Reads and opens the archive.
pub fn open(path: &Path) -> Result<Pack<Vec<u8>>, Stop> {
    let bytes = bounded_file::read(path, bounded_file::MOST_DATA).map_err(|error| {
        let shown = path.display();
        Stop::usage(match error.kind() {
            ErrorKind::NotFound => format!("there is no archive `{shown}`: `uberc build` writes one"),
            _ => format!("cannot read {shown}: {error}"),
        })
    })?;
    Pack::open(bytes).map_err(|error| Stop::sources(format!("{}: {error}", path.display())))
}

/// Reads and opens the archive, and checks that its content is what its digest says: a damaged blob is noticed, also
/// one that the command does not decode.
pub fn open_whole(path: &Path) -> Result<Pack<Vec<u8>>, Stop> {
    let pack = open(path)?;
    if crate::pack::verify_digest(pack.bytes()) {
        return Ok(pack);
    }
    let message = "the archive is damaged: its content is not what its digest says; build it again";
    Err(Stop::sources(format!("{}: {message}", path.display())))
}

/// As [`open_whole`], for a command that lists every technique.
///
/// # Errors
/// As well for an archive that describes so much that it was not made by a build.
pub fn open_listed(path: &Path, detail: Detail) -> Result<Pack<Vec<u8>>, Stop> {
    let pack = open_whole(path)?;
    check_listing(&pack, detail).map_err(|error| Stop::sources(format!("{}: {error}", path.display())))?;
    Ok(pack)
}

/// The target that was asked for, or the archive's first.
pub fn target(pack: &Pack<Vec<u8>>, asked: Option<model::Target>) -> Result<Target<'_>, Stop> {
    match asked {
        Some(target) => pack.target(target.name()).map_err(Stop::from),
        None => pack.targets().next().ok_or_else(|| Stop::sources("the archive has no target")),
    }
}

/// The shader with this name.
///
/// # Errors
/// With the closest name, if the archive has no such shader.
pub fn shader<'p>(target: &Target<'p>, name: &str) -> Result<Shader<'p>, Stop> {
    target.shader(name).map_err(|error| {
        let materials = target.materials().map(|material| material.name());
        let names: Vec<&str> = target.shaders().map(|shader| shader.name()).chain(materials).collect();
        let is_unknown = matches!(error, Error::UnknownShader { closest: None, .. });
        let near = did_you_mean(name, names).filter(|_| is_unknown);
        let mut stop = Stop::from(error);
        if let Some(near) = near {
            stop.message += &format!("; did you mean `{near}`?");
            stop.about.suggestion = Some(near.to_owned());
        }
        stop
    })
}

/// Named scalars in one line: defines as `FOG=1 LIGHTS=4`, others as `queue="sky", is_late=true`, because their names may have spaces.
pub fn scalar_list(scalars: Scalars<'_>, are_defines: bool) -> String {
    let value = |scalar: Scalar<'_>| match scalar {
        Scalar::Bool(value) if are_defines => u8::from(value).to_string(),
        Scalar::Bool(value) => value.to_string(),
        Scalar::Number(value) => value.to_string(),
        Scalar::String(value) if are_defines => value.to_owned(),
        Scalar::String(value) => format!("{value:?}"),
    };
    let between = if are_defines { " " } else { ", " };
    scalars.iter().map(|(name, scalar)| format!("{name}={}", value(scalar))).collect::<Vec<_>>().join(between)
}

/// Named scalars as JSON.
pub fn scalars(scalars: Scalars<'_>) -> serde_json::Value {
    let value = |scalar: Scalar<'_>| match scalar {
        Scalar::Bool(value) => value.into(),
        Scalar::Number(value) => value.into(),
        Scalar::String(value) => value.into(),
    };
    scalars.iter().map(|(name, scalar)| (name.to_owned(), value(scalar))).collect::<serde_json::Map<_, _>>().into()
}
