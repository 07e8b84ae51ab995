//! The preprocessed units of a shader, by technique and stage.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Preprocessed, Stage, Technique};

/// The preprocessed units of a shader, each once. Stages and techniques share a unit where they agree on every macro
/// that it consulted.
#[derive(Clone, Debug, Default)]
pub struct ShaderTokens {
    /// In the order of the first technique and stage that has it.
    pub units: Vec<Arc<Preprocessed>>,
    /// For each technique, the unit of each of its stages: indices into `units`.
    pub techniques: Vec<BTreeMap<Stage, u32>>,
}

impl ShaderTokens {
    /// One unit for all stages of these techniques.
    pub fn shared(unit: Preprocessed, techniques: &[Arc<Technique>]) -> ShaderTokens {
        let stages = |technique: &Arc<Technique>| technique.entry_points.keys().map(|stage| (*stage, 0)).collect();
        ShaderTokens { units: vec![Arc::new(unit)], techniques: techniques.iter().map(stages).collect() }
    }

    /// Index into `units`. The technique must have the stage.
    pub fn unit_of(&self, technique: usize, stage: Stage) -> usize {
        self.techniques[technique].get(&stage).map_or(0, |unit| *unit as usize)
    }

    /// The techniques that have a unit in some stage, each with these stages, or without any where all its stages have
    /// it.
    pub fn users(&self, unit: usize) -> Vec<(usize, Vec<Stage>)> {
        let mut users = Vec::new();
        for (technique, stages) in self.techniques.iter().enumerate() {
            let own: Vec<Stage> =
                stages.iter().filter(|(_, other)| **other as usize == unit).map(|(stage, _)| *stage).collect();
            if !own.is_empty() {
                users.push((technique, if own.len() == stages.len() { Vec::new() } else { own }));
            }
        }
        users
    }
}
