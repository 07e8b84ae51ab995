//! Techniques: the result of `Specialize`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uberc_runtime::{RenderState, Stage};

use crate::diag::Span;

/// The value of a define.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DefineValue {
    /// Finite. Whole numbers are written without a point.
    Number(f64),
    String(String),
    /// `true` is written `1`, `false` is written `0`.
    Bool(bool),
}

impl DefineValue {
    /// The macro's replacement text.
    pub fn replacement(&self) -> String {
        match self {
            DefineValue::Bool(value) => u8::from(*value).to_string(),
            // 2^53: beyond it a double no longer holds every integer.
            DefineValue::Number(value) if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 => {
                // An integer is written in a fraction of the time; zero has a sign as a double alone.
                if *value == 0.0 { format!("{value:.0}") } else { (*value as i64).to_string() }
            }
            DefineValue::Number(value) => format!("{value:?}"),
            DefineValue::String(text) => text.clone(),
        }
    }
}

/// A scalar of `Metadata`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    Bool(bool),
    /// Finite.
    Number(f64),
    String(String),
}

/// Entry points, render state and the rest; the final branch values stand beside it (see `Outcome`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Technique {
    /// Entry-point names by stage.
    pub entry_points: BTreeMap<Stage, String>,
    /// The files of stages that are not in the shader's own text, as the sidecar spells them: relative to the folder of
    /// the sidecar, or to an include folder.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub stage_files: BTreeMap<Stage, String>,
    pub render_state: RenderState,
    pub vertex_format: Option<String>,
    pub defines: BTreeMap<String, DefineValue>,
    /// Shader model profile for the platform compilers, such as `6_2`.
    pub profile: Option<String>,
    pub metadata: BTreeMap<String, Scalar>,
    /// Names of create infos whose text takes the place of the shader's, separated by `+`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub info: Option<String>,
    /// Final values of branches that are options of the generator, by their names: they decide what its text is.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub options: BTreeMap<String, String>,
    #[serde(skip)]
    pub places: SettingPlaces,
}

impl Technique {
    /// The entry point of a stage as a sidecar writes it: `main`, or `mesh.vert:main`.
    pub fn written_entry_point(&self, stage: Stage) -> Option<String> {
        let name = self.entry_points.get(&stage)?;
        Some(match self.stage_files.get(&stage) {
            Some(file) => format!("{file}:{name}"),
            None => name.clone(),
        })
    }

    /// Whether the text of a stage is the shader's own.
    pub fn needs_own_text(&self) -> bool {
        let has_file = |stage| self.stage_files.contains_key(stage);
        self.info.is_none() && (self.entry_points.is_empty() || !self.entry_points.keys().all(has_file))
    }
}

/// The places in the sidecar at which a technique's fields were set, for messages. They are not part of the technique's
/// identity: any two compare equal, and they are never stored.
#[derive(Clone, Debug, Default)]
pub struct SettingPlaces {
    pub entry_points: BTreeMap<Stage, Span>,
    pub info: Option<Span>,
    /// By the define's name.
    pub defines: BTreeMap<String, Span>,
}

impl PartialEq for SettingPlaces {
    fn eq(&self, _: &SettingPlaces) -> bool {
        true
    }
}
