//! Attributes of functions, parameters and members: `[numthreads(8, 8, 1)]`, `[[vk::location(1)]]`.

use super::rules::Analyser;
use crate::dialect::hlsl::interface::{Semantic, StageWords};
use crate::sema::{Failed, Result};
use crate::syntax::{Kind, NodeId};

/// The attributes of an input or output.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageAttributes {
    pub location: Option<u32>,
    /// It replaces the semantic behind the name.
    pub semantic: Option<Semantic>,
}

/// The attributes of a function.
#[derive(Clone, Copy, Debug, Default)]
pub struct FunctionAttributes {
    pub threads: Option<[u32; 3]>,
    pub early_depth: bool,
    /// Of its result.
    pub stage: StageAttributes,
    /// The interface words of the result, from attributes, qualifiers and semantic.
    pub result: StageWords,
}

impl Analyser<'_, '_> {
    pub fn is_geometry_shader(&mut self, node: NodeId) -> bool {
        self.children_of(node, Kind::Attribute)
            .into_iter()
            .any(|attribute| self.attribute(attribute).is_some_and(|(name, _)| name == "maxvertexcount"))
    }

    /// `[[vk::location(1)]]` and `[[vk::builtin("PointSize")]]` of an input or output. Other `vk::` attributes are not supported.
    pub fn stage_attributes(&mut self, node: NodeId) -> Result<StageAttributes> {
        let mut found = StageAttributes::default();
        for attribute in self.children_of(node, Kind::Attribute) {
            if let Some((name, arguments)) = self.attribute(attribute)
                && name.starts_with("vk::")
            {
                self.stage_attribute(attribute, &name, &arguments, &mut found)?;
            }
        }
        Ok(found)
    }

    fn stage_attribute(
        &mut self,
        node: NodeId,
        name: &str,
        arguments: &[NodeId],
        found: &mut StageAttributes,
    ) -> Result<()> {
        match (name, arguments) {
            ("vk::location", [number]) => {
                found.location = Some(self.attribute_number(*number)?);
                Ok(())
            }
            ("vk::builtin", [word]) => {
                // What HLSL has a semantic for.
                let semantic = match self.text(self.first(*word)).trim_matches('"') {
                    "PointSize" => "PSIZE",
                    "BaseVertex" => "SV_StartVertexLocation",
                    "BaseInstance" => "SV_StartInstanceLocation",
                    other => {
                        let what = format!("the built-in `{other}` of `vk::builtin`");
                        self.unsupported(self.first(*word), what);
                        return Err(Failed);
                    }
                };
                found.semantic = Some(super::qualifiers::semantic(semantic));
                Ok(())
            }
            _ => {
                self.unsupported(self.first(node), format!("the attribute `{name}`"));
                Err(Failed)
            }
        }
    }

    pub fn function_attributes(&mut self, node: NodeId) -> Result<FunctionAttributes> {
        let mut found = FunctionAttributes::default();
        for attribute in self.children_of(node, Kind::Attribute) {
            let Some((name, arguments)) = self.attribute(attribute) else { continue };
            match name.as_str() {
                "numthreads" => {
                    let [x, y, z] = arguments.as_slice() else {
                        self.error("attribute", self.first(attribute), "`numthreads` takes 3 numbers");
                        return Err(Failed);
                    };
                    let count = [self.attribute_number(*x)?, self.attribute_number(*y)?, self.attribute_number(*z)?];
                    let total = count.iter().try_fold(1u32, |all, one| all.checked_mul(*one));
                    if total.is_none_or(|total| total == 0 || total > 1024) {
                        let [x, y, z] = count;
                        self.error(
                            "attribute",
                            self.first(attribute),
                            format!("a group of {x} x {y} x {z} threads is not possible"),
                        )
                        .help("A group has 1 to 1024 threads.");
                        return Err(Failed);
                    }
                    found.threads = Some(count);
                }
                "earlydepthstencil" => found.early_depth = true,
                other if other.starts_with("vk::") => {
                    self.stage_attribute(attribute, other, &arguments, &mut found.stage)?;
                }
                _ => {}
            }
        }
        Ok(found)
    }
}
