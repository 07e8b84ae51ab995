//! `[[vk::ext_instruction(124)]]`: functions whose body is an instruction of SPIR-V, and what they need.

use super::rules::Analyser;
use crate::atom::Atom;
use crate::ir::{InlineInstruction, InlineOperand, SpirvNeeds};
use crate::sema::{Failed, Result, string_text};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    /// The instruction of a function without a body.
    pub fn inline_instruction(&mut self, node: NodeId) -> Result<Option<InlineInstruction>> {
        for attribute in self.attributes(node) {
            let Some((name, arguments)) = self.attribute(attribute) else { continue };
            if name != "vk::ext_instruction" {
                continue;
            }
            let (number, set) = match arguments.as_slice() {
                [number] => (*number, None),
                [number, set] => (*number, Some(*set)),
                _ => {
                    self.error(
                        "attribute",
                        self.first(attribute),
                        "`vk::ext_instruction` takes a number and the name of a set",
                    )
                    .help("Without a name it is an instruction of SPIR-V itself: `[[vk::ext_instruction(124)]]`.");
                    return Err(Failed);
                }
            };
            let number = self.attribute_number(number)?;
            let set = set.map(|set| self.attribute_string(set)).transpose()?;
            let operands = self.operand_kinds(node);
            return Ok(Some(InlineInstruction { number, set, operands }));
        }
        Ok(None)
    }

    /// What each parameter is to the instruction.
    fn operand_kinds(&mut self, node: NodeId) -> Vec<InlineOperand> {
        let list = self.tree.child(node, Kind::Parameters);
        let parameters = list.map(|list| self.operands(list)).unwrap_or_default();
        let kind = |analyser: &mut Self, parameter: NodeId| {
            let mut kind = InlineOperand::Value;
            for attribute in analyser.attributes(parameter) {
                match analyser.attribute(attribute).map(|(name, _)| name).as_deref() {
                    Some("vk::ext_literal") => kind = InlineOperand::Literal,
                    Some("vk::ext_reference") => kind = InlineOperand::Reference,
                    _ => {}
                }
            }
            kind
        };
        parameters.into_iter().map(|parameter| kind(self, parameter)).collect()
    }

    /// `[[vk::ext_capability(39)]]`, `[[vk::ext_extension("SPV_KHR_shader_clock")]]`.
    pub fn need(&mut self, node: NodeId, name: &str, arguments: &[NodeId], needs: &mut SpirvNeeds) -> Result<()> {
        let [argument] = arguments else {
            let message = format!("`{name}` takes one argument");
            self.error("attribute", self.first(node), message);
            return Err(Failed);
        };
        if name == "vk::ext_capability" {
            needs.capabilities.push(self.attribute_number(*argument)?);
        } else {
            needs.extensions.push(self.attribute_string(*argument)?);
        }
        Ok(())
    }

    fn attribute_string(&mut self, node: NodeId) -> Result<Atom> {
        let text = self.text(self.first(node));
        if !text.starts_with('"') {
            self.error("attribute", self.first(node), "expected a string");
            return Err(Failed);
        }
        Ok(Atom::from(string_text(text)))
    }
}
