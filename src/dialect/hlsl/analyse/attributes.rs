//! Attributes of functions, parameters and members: `[numthreads(8, 8, 1)]`, `[[vk::location(1)]]`.

use super::rules::Analyser;
use crate::dialect::hlsl::interface::{Semantic, StageWords, Varying};
use crate::ir::{Face, MeshTopology, SpirvNeeds, StencilChange, TestMode};
use crate::sema::{Failed, Result};
use crate::syntax::NodeId;

/// The attributes of an input or output.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageAttributes {
    pub location: Option<u32>,
    /// `[[vk::index(1)]]`
    pub second_source: bool,
    /// It replaces the semantic behind the name.
    pub semantic: Option<Semantic>,
    /// `[[vk::offset(16)]]` of a member, in bytes.
    pub offset: Option<u32>,
}

impl StageAttributes {
    /// How the input or output varies, with what the attributes say.
    #[must_use]
    pub fn applied(self, varying: Varying) -> Varying {
        Varying { location: self.location, second_source: self.second_source, ..varying }
    }

    /// The same, of what is no member of a structure.
    pub fn without_offset(self, analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<StageAttributes> {
        if self.offset.is_none() {
            return Ok(self);
        }
        analyser
            .error("attribute", analyser.first(node), "`vk::offset` is for members of structures")
            .help("In a `cbuffer`, `packoffset(c1)` behind the name says where a member lies.");
        Err(Failed)
    }
}

/// The attributes of a function.
#[derive(Clone, Debug, Default)]
pub struct FunctionAttributes {
    pub threads: Option<[u32; 3]>,
    pub early_depth: bool,
    /// `[outputtopology("triangle")]`; without a value in it, the word is of a hull stage alone.
    pub topology: Option<Option<MeshTopology>>,
    pub modes: Vec<TestMode>,
    pub needs: SpirvNeeds,
    /// Of its result.
    pub stage: StageAttributes,
    /// The interface words of the result, from attributes, qualifiers and semantic.
    pub result: StageWords,
}

/// The mode that an attribute of an entry point asks for.
fn test_mode(name: &str) -> Option<TestMode> {
    use StencilChange::{GreaterEqual, LessEqual, Unchanged};
    use TestMode::StencilReference;
    Some(match name.strip_prefix("vk::")? {
        "early_and_late_tests" => TestMode::EarlyAndLate,
        "depth_unchanged" => TestMode::DepthUnchanged,
        "post_depth_coverage" => TestMode::PostDepthCoverage,
        "stencil_ref_unchanged_front" => StencilReference(Face::Front, Unchanged),
        "stencil_ref_greater_equal_front" => StencilReference(Face::Front, GreaterEqual),
        "stencil_ref_less_equal_front" => StencilReference(Face::Front, LessEqual),
        "stencil_ref_unchanged_back" => StencilReference(Face::Back, Unchanged),
        "stencil_ref_greater_equal_back" => StencilReference(Face::Back, GreaterEqual),
        "stencil_ref_less_equal_back" => StencilReference(Face::Back, LessEqual),
        _ => return None,
    })
}

/// Attributes of Vulkan that change nothing: all memory at addresses may be the same.
pub const WITHOUT_EFFECT: [&str; 1] = ["vk::aliased_pointer"];

/// Attributes of the parameters of an instruction, which are read with it.
const OF_OPERANDS: [&str; 2] = ["vk::ext_literal", "vk::ext_reference"];

impl Analyser<'_, '_> {
    pub fn is_geometry_shader(&mut self, node: NodeId) -> bool {
        self.attributes(node)
            .into_iter()
            .any(|attribute| self.attribute(attribute).is_some_and(|(name, _)| name == "maxvertexcount"))
    }

    /// `[[vk::location(1)]]` and `[[vk::builtin("PointSize")]]` of an input or output. Other `vk::` attributes are not
    /// supported.
    pub fn stage_attributes(&mut self, node: NodeId) -> Result<StageAttributes> {
        let mut found = StageAttributes::default();
        for attribute in self.attributes(node) {
            if let Some((name, arguments)) = self.attribute(attribute)
                && name.starts_with("vk::")
            {
                self.stage_attribute(attribute, &name, &arguments, &mut found)?;
            }
        }
        if found.second_source && found.location.is_none() {
            self.error("attribute", self.first(node), "`vk::index` without `vk::location`")
                .help("Write `[[vk::location(0), vk::index(1)]]`.");
            return Err(Failed);
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
            ("vk::offset", [number]) => {
                let offset = self.attribute_number(*number)?;
                if !offset.is_multiple_of(2) {
                    let message = format!("`vk::offset({offset})`: no member begins at an odd byte");
                    self.error("attribute", self.first(*number), message);
                    return Err(Failed);
                }
                found.offset = Some(offset);
                Ok(())
            }
            ("vk::offset", _) => {
                self.error("attribute", self.first(node), "`vk::offset` takes one number");
                Err(Failed)
            }
            ("vk::index", [number]) => {
                let index = self.attribute_number(*number)?;
                if index > 1 {
                    self.error(
                        "attribute",
                        self.first(*number),
                        format!("`vk::index({index})`: a colour has index 0 or 1"),
                    );
                    return Err(Failed);
                }
                found.second_source = index == 1;
                Ok(())
            }
            ("vk::builtin", [word]) => {
                // What HLSL has a semantic for.
                let semantic = match self.text(self.first(*word)).trim_matches('"') {
                    "PointSize" => "PSIZE",
                    "BaseVertex" => "SV_StartVertexLocation",
                    "BaseInstance" => "SV_StartInstanceLocation",
                    // These have none: a name that no source can write.
                    "DrawIndex" => "vk::DrawIndex",
                    "DeviceIndex" => "vk::DeviceIndex",
                    "HelperInvocation" => "vk::HelperInvocation",
                    other => {
                        let what = format!("the built-in `{other}` of `vk::builtin`");
                        self.unsupported(self.first(*word), what);
                        return Err(Failed);
                    }
                };
                found.semantic = Some(super::qualifiers::semantic(semantic));
                Ok(())
            }
            _ if WITHOUT_EFFECT.contains(&name) || OF_OPERANDS.contains(&name) => Ok(()),
            _ => {
                self.unsupported(self.first(node), format!("the attribute `{name}`"));
                Err(Failed)
            }
        }
    }

    /// A mode of a pixel shader's tests. At most one is about the stencil reference of each face, as in DXC.
    fn add_test_mode(&mut self, node: NodeId, name: &str, modes: &mut Vec<TestMode>) -> Result<()> {
        let Some(mode) = test_mode(name) else { return Ok(()) };
        let stencil_face = |mode: TestMode| match mode {
            TestMode::StencilReference(face, _) => Some(face),
            _ => None,
        };
        if let Some(face) = stencil_face(mode)
            && modes.iter().any(|known| *known != mode && stencil_face(*known) == Some(face))
        {
            self.error("attribute", self.first(node), format!("`{name}` contradicts an attribute before it"))
                .help("Keep one of the attributes that say how the stencil reference of a face changes.");
            return Err(Failed);
        }
        if !modes.contains(&mode) {
            modes.push(mode);
        }
        Ok(())
    }

    pub fn function_attributes(&mut self, node: NodeId) -> Result<FunctionAttributes> {
        let mut found = FunctionAttributes::default();
        for attribute in self.attributes(node) {
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
                "outputtopology" => {
                    self.output_topology(attribute, &arguments, &mut found.topology)?;
                }
                "earlydepthstencil" => found.early_depth = true,
                other if test_mode(other).is_some() => self.add_test_mode(attribute, other, &mut found.modes)?,
                // Read where the function's body would be.
                "vk::ext_instruction" => {}
                "vk::ext_capability" | "vk::ext_extension" => {
                    self.need(attribute, &name, &arguments, &mut found.needs)?
                }
                other if other.starts_with("vk::") => {
                    self.stage_attribute(attribute, other, &arguments, &mut found.stage)?;
                }
                _ => {}
            }
        }
        found.stage = found.stage.without_offset(self, node)?;
        Ok(found)
    }
}
