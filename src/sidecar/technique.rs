//! Reads a technique from the text that the prelude writes: names and values in turn, separated by NUL.

use std::collections::BTreeMap;

use uberc_runtime::RenderTargetState;

use super::fields::{STATE_FIELDS, TARGET_FIELDS, entry_points};
use super::problem::Context;
use crate::model::{DefineValue, Scalar, SettingPlaces, Technique};

/// Decodes a technique from its fingerprint; `None` for a text that the prelude cannot have written.
pub fn read_technique(fingerprint: &str) -> Option<Technique> {
    let mut technique = Technique::default();
    let mut overrides = Vec::new();
    let mut back = Vec::new();
    for (name, value) in pairs(fingerprint) {
        match name.as_bytes().first()? {
            b'.' => match STATE_FIELDS.iter().find(|field| field.name == &name[1..]) {
                // The back face starts as a copy of the front face, in whatever order the two are set.
                Some(field) if field.follows.is_some() => back.push((field, value)),
                Some(field) => (field.set)(&mut technique.render_state, value)?,
                None => set_target(&mut technique.render_state.target, &name[1..], value)?,
            },
            index @ b'0'..=b'7' => overrides.push((usize::from(index - b'0'), &name[1..], value)),
            b'#' => {
                let value = match scalar(value)? {
                    Scalar::Bool(value) => DefineValue::Bool(value),
                    Scalar::Number(value) => DefineValue::Number(value),
                    Scalar::String(value) => DefineValue::String(value),
                };
                technique.defines.insert(name[1..].to_owned(), value);
            }
            b'@' => {
                technique.metadata.insert(name[1..].to_owned(), scalar(value)?);
            }
            _ => match name {
                "VertexFormat" => technique.vertex_format = Some(value.to_owned()),
                "Info" => technique.info = Some(value.to_owned()),
                "Profile" => technique.profile = Some(value.to_owned()),
                _ => {
                    let (_, stage) = entry_points().find(|(entry, _)| *entry == name)?;
                    let name = match value.rsplit_once(':') {
                        Some((file, name)) => {
                            technique.stage_files.insert(stage, file.replace('\\', "/"));
                            name
                        }
                        None => value,
                    };
                    technique.entry_points.insert(stage, name.to_owned());
                }
            },
        }
    }
    for (field, value) in back {
        (field.set)(&mut technique.render_state, value)?;
    }
    for (index, name, value) in overrides {
        let base = technique.render_state.target;
        set_target(technique.render_state.targets[index].get_or_insert(base), name, value)?;
    }
    Some(technique)
}

/// The places at which the technique's fields were set, from the prelude's text of names, chunks and lines.
pub fn read_places(text: &str, technique: &Technique, context: &Context) -> SettingPlaces {
    let mut places = SettingPlaces::default();
    let mut parts = text.split('\0');
    while let (Some(name), Some(chunk), Some(line)) = (parts.next(), parts.next(), parts.next()) {
        let Ok(line) = line.parse() else { continue };
        match name.strip_prefix('#') {
            Some(define) => {
                if let Some(span) = context.setting(chunk, line, define, None) {
                    places.defines.insert(define.to_owned(), span);
                }
            }
            None if name == "Info" => places.info = context.span(chunk, line),
            None => {
                let Some((_, stage)) = entry_points().find(|(entry, _)| *entry == name) else { continue };
                let value = technique.written_entry_point(stage);
                if let Some(span) = context.setting(chunk, line, name, value.as_deref()) {
                    places.entry_points.insert(stage, span);
                }
            }
        }
    }
    places
}

/// Scalars alone: a shader's `Metadata`.
pub fn read_scalars(text: &str) -> BTreeMap<String, Scalar> {
    pairs(text).filter_map(|(name, value)| Some((name.get(1..)?.to_owned(), scalar(value)?))).collect()
}

fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = text.split('\0');
    std::iter::from_fn(move || Some((parts.next().filter(|name| !name.is_empty())?, parts.next()?)))
}

fn set_target(target: &mut RenderTargetState, name: &str, value: &str) -> Option<()> {
    let field = TARGET_FIELDS.iter().find(|field| field.name == name)?;
    (field.set)(target, value)
}

fn scalar(text: &str) -> Option<Scalar> {
    let rest = text.get(1..)?;
    match text.as_bytes()[0] {
        b's' => Some(Scalar::String(rest.to_owned())),
        // `+ 0.0` makes negative zero the same as zero.
        b'n' => Some(Scalar::Number(rest.parse::<f64>().ok()? + 0.0)),
        b'b' => Some(Scalar::Bool(rest == "true")),
        _ => None,
    }
}
