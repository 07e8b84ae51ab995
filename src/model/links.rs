//! The locations through which a stage's values go to the next stage.

use serde::Serialize;

/// Inputs and outputs of one variant that have other locations than the order of its own declarations gives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StageLinks {
    /// Of values that an earlier stage writes; no vertex attributes.
    pub inputs: Vec<StageLink>,
    /// Of values that a later stage reads; no render targets.
    pub outputs: Vec<StageLink>,
}

/// A scalar or vector between two stages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageLink {
    /// By which the stages are matched: `TEXCOORD1`.
    pub name: String,
    /// The parameter or member of the source that holds it.
    pub declared: String,
    /// A value of a whole patch, which hull and domain stages exchange beside those of its points.
    pub per_patch: bool,
    /// Every stage before it writes it once for each primitive, which the source of this stage does not say.
    pub per_primitive: bool,
    /// The location by the order of declarations.
    pub default: u32,
    pub location: u32,
    /// The number of components that the earlier stage writes, where an input reads fewer; else its own.
    pub components: u8,
}

impl StageLinks {
    /// For keys: equal texts mean equal links.
    pub fn text(&self) -> String {
        let side = |word: &str, links: &[StageLink]| {
            let lines = links.iter().map(|link| {
                let StageLink { name, declared, per_patch, per_primitive, default, location, components } = link;
                format!("{word} {name} {declared} {per_patch} {per_primitive} {default} {location} {components}\n")
            });
            lines.collect::<String>()
        };
        side("in", &self.inputs) + &side("out", &self.outputs)
    }

    /// The link of a value.
    pub fn find(&self, input: bool, per_patch: bool, name: &str) -> Option<&StageLink> {
        let links = if input { &self.inputs } else { &self.outputs };
        links.iter().find(|link| link.per_patch == per_patch && link.name == name)
    }
}
