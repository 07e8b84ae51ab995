//! The techniques of a shader as a unit's record has them: hundreds of them that differ in the values of a few defines, and nearly all
//! with one render state. Each state, and each name with its value, is written once.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use uberc_runtime::{RenderState, state_bytes};

use crate::model::{DefineValue, Scalar, SettingPlaces, Stage, Technique};

/// Distinct techniques, by number.
#[derive(Default, Serialize, Deserialize)]
pub struct TechniqueRecords<'a> {
    /// Distinct ones.
    states: Vec<RenderState>,
    /// Distinct pairs of a name and a value.
    defines: Vec<(Cow<'a, str>, Cow<'a, DefineValue>)>,
    techniques: Vec<TechniqueRecord<'a>>,
}

#[derive(Serialize, Deserialize)]
struct TechniqueRecord<'a> {
    entry_points: Cow<'a, BTreeMap<Stage, String>>,
    #[serde(skip_serializing_if = "is_empty", default)]
    stage_files: Cow<'a, BTreeMap<Stage, String>>,
    /// Index into the states.
    state: usize,
    #[serde(skip_serializing_if = "is_none", default)]
    vertex_format: Cow<'a, Option<String>>,
    /// Indices into the pairs of name and value.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    defines: Vec<usize>,
    #[serde(skip_serializing_if = "is_none", default)]
    profile: Cow<'a, Option<String>>,
    #[serde(skip_serializing_if = "is_empty", default)]
    metadata: Cow<'a, BTreeMap<String, Scalar>>,
    #[serde(skip_serializing_if = "is_none", default)]
    info: Cow<'a, Option<String>>,
    #[serde(skip_serializing_if = "is_empty", default)]
    options: Cow<'a, BTreeMap<String, String>>,
}

fn is_empty<K, V>(map: &BTreeMap<K, V>) -> bool {
    map.is_empty()
}

fn is_none(text: &Option<String>) -> bool {
    text.is_none()
}

/// Finds what is there already. Values are compared bit by bit: zero has a sign, which an archive has too.
#[derive(Default)]
pub struct TechniqueNumbers<'a> {
    /// By address: equal techniques are nearly always the same `Arc`, and to compare them is slow.
    techniques: FxHashMap<*const Technique, usize>,
    states: FxHashMap<Vec<u8>, usize>,
    defines: FxHashMap<(&'a str, DefineBits<'a>), usize>,
    /// The bytes of the last state, and its number: nearly always that of the next technique.
    last: Option<(Vec<u8>, usize)>,
}

/// A value that can be compared and hashed.
#[derive(PartialEq, Eq, Hash)]
enum DefineBits<'a> {
    Number(u64),
    String(&'a str),
    Bool(bool),
}

impl<'a> TechniqueRecords<'a> {
    /// The number of a technique; appended unless it is there.
    pub fn add(&mut self, numbers: &mut TechniqueNumbers<'a>, technique: &'a Arc<Technique>) -> usize {
        if let Some(known) = numbers.techniques.get(&Arc::as_ptr(technique)) {
            return *known;
        }
        // All fields, so that none is forgotten.
        let Technique {
            entry_points,
            stage_files,
            render_state,
            vertex_format,
            defines,
            profile,
            metadata,
            info,
            options,
            places: SettingPlaces { .. },
        } = &**technique;
        let state = self.add_state(numbers, render_state);
        let defines = defines.iter().map(|(name, value)| self.add_define(numbers, name, value)).collect();
        self.techniques.push(TechniqueRecord {
            entry_points: Cow::Borrowed(entry_points),
            stage_files: Cow::Borrowed(stage_files),
            state,
            vertex_format: Cow::Borrowed(vertex_format),
            defines,
            profile: Cow::Borrowed(profile),
            metadata: Cow::Borrowed(metadata),
            info: Cow::Borrowed(info),
            options: Cow::Borrowed(options),
        });
        let number = self.techniques.len() - 1;
        numbers.techniques.insert(Arc::as_ptr(technique), number);
        number
    }

    fn add_state(&mut self, numbers: &mut TechniqueNumbers<'a>, state: &RenderState) -> usize {
        let mut bytes = Vec::with_capacity(state_bytes::SIZE);
        state_bytes::write(state, &mut bytes);
        if let Some((last, number)) = &numbers.last
            && *last == bytes
        {
            return *number;
        }
        let number = *numbers.states.entry(bytes.clone()).or_insert_with(|| {
            self.states.push(*state);
            self.states.len() - 1
        });
        numbers.last = Some((bytes, number));
        number
    }

    fn add_define(&mut self, numbers: &mut TechniqueNumbers<'a>, name: &'a str, value: &'a DefineValue) -> usize {
        let bits = match value {
            DefineValue::Number(number) => DefineBits::Number(number.to_bits()),
            DefineValue::String(text) => DefineBits::String(text),
            DefineValue::Bool(value) => DefineBits::Bool(*value),
        };
        *numbers.defines.entry((name, bits)).or_insert_with(|| {
            self.defines.push((Cow::Borrowed(name), Cow::Borrowed(value)));
            self.defines.len() - 1
        })
    }

    /// The techniques; `None` for a record with a number that it does not have.
    pub fn restore(self) -> Option<Vec<Arc<Technique>>> {
        let TechniqueRecords { states, defines, techniques } = self;
        let define = |at: usize| defines.get(at).map(|(name, value)| (name.to_string(), value.clone().into_owned()));
        let restore = |record: TechniqueRecord<'_>| {
            Some(Arc::new(Technique {
                entry_points: record.entry_points.into_owned(),
                stage_files: record.stage_files.into_owned(),
                render_state: *states.get(record.state)?,
                vertex_format: record.vertex_format.into_owned(),
                defines: record.defines.into_iter().map(define).collect::<Option<_>>()?,
                profile: record.profile.into_owned(),
                metadata: record.metadata.into_owned(),
                info: record.info.into_owned(),
                options: record.options.into_owned(),
                places: SettingPlaces::default(),
            }))
        };
        techniques.into_iter().map(restore).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn technique(depth_bias_clamp: f32, defines: &[(&str, DefineValue)], profile: Option<&str>) -> Arc<Technique> {
        Arc::new(Technique {
            entry_points: BTreeMap::from([(Stage::Pixel, "main".to_owned())]),
            render_state: RenderState { depth_bias_clamp, ..RenderState::DEFAULT },
            defines: defines.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            profile: profile.map(str::to_owned),
            metadata: BTreeMap::from([("Queue".to_owned(), Scalar::Number(-0.0))]),
            ..Technique::default()
        })
    }

    #[test]
    fn techniques_read_back_with_the_sign_of_zero() {
        let [zero, minus] = [0.0, -0.0].map(DefineValue::Number);
        let text = DefineValue::String("0".to_owned());
        let techniques = [
            technique(0.0, &[("A", zero.clone()), ("B", text.clone())], None),
            technique(-0.0, &[("A", minus), ("B", text)], Some("6_2")),
            technique(0.0, &[("A", zero), ("B", DefineValue::Bool(false))], None),
            technique(1.0, &[], None),
        ];
        let (mut records, mut numbers) = (TechniqueRecords::default(), TechniqueNumbers::default());
        let added = techniques.iter().chain([&techniques[1]]).map(|technique| records.add(&mut numbers, technique));
        assert_eq!(added.collect::<Vec<_>>(), [0, 1, 2, 3, 1]);
        assert_eq!((records.states.len(), records.defines.len()), (3, 4));
        let json = serde_json::to_string(&records).expect("plain fields");
        let read: TechniqueRecords<'_> = serde_json::from_str(&json).expect("what was written");
        let read = read.restore().expect("the numbers are its own");
        // Texts distinguish the signs of zero; equality does not.
        assert_eq!(format!("{read:?}"), format!("{techniques:?}"));
    }

    #[test]
    fn numbers_that_are_not_there_are_none() {
        for json in [
            r#"{"states":[],"defines":[],"techniques":[{"entry_points":{},"state":0}]}"#,
            r#"{"states":[],"defines":[],"techniques":[{"entry_points":{},"state":0,"defines":[0]}]}"#,
        ] {
            let records: TechniqueRecords<'_> = serde_json::from_str(json).expect("its fields are right");
            assert!(records.restore().is_none(), "{json}");
        }
    }
}
