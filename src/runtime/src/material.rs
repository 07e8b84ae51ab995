//! Materials: shaders with values that a game uploads.

use core::fmt;

use crate::format::{MaterialRecord, MaterialValuesRecord, NONE, Section, ShaderRecord};
use crate::scalars::Scalars;
use crate::shader::Shader;
use crate::technique::Technique;
use crate::view::View;

/// A material's place in one archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MaterialId {
    /// The target's number.
    pub target: u32,
    /// Among the materials of all targets.
    pub index: u32,
}

/// A material as one target has it. Materials that differ in values alone have the same shader.
#[derive(Clone, Copy)]
pub struct Material<'p> {
    view: View<'p>,
    target: u32,
    index: u32,
    record: MaterialRecord,
}

/// The values of a material for a technique.
#[derive(Clone, Copy)]
pub struct MaterialValues<'p> {
    view: View<'p>,
    record: MaterialValuesRecord,
}

impl<'p> Material<'p> {
    pub(crate) fn at(view: View<'p>, target: u32, index: u32) -> Material<'p> {
        let none = MaterialRecord { name: NONE, shader: NONE, first_values: 0, value_count: 0 };
        Material { view, target, index, record: view.record(index).unwrap_or(none) }
    }

    pub(crate) fn name_index(&self) -> u32 {
        self.record.name
    }

    pub(crate) fn shader_index(&self) -> u32 {
        self.record.shader
    }

    /// As the document and the sidecar name it.
    pub fn name(&self) -> &'p str {
        self.view.string(self.record.name)
    }

    /// A number to keep where a borrow cannot be kept: [`Pack::material`](crate::Pack::material) leads back.
    pub fn id(&self) -> MaterialId {
        MaterialId { target: self.target, index: self.index }
    }

    /// The shader that draws it.
    pub fn shader(&self) -> Shader<'p> {
        Shader::at(self.view, self.target, self.record.shader)
    }

    /// Its values for a technique of its shader; `None` for a technique of another one. Constant time; allocates
    /// nothing.
    pub fn values(&self, technique: &Technique<'p>) -> Option<MaterialValues<'p>> {
        let shader: ShaderRecord = self.view.record(self.record.shader)?;
        let is_own = technique.number < shader.technique_count
            && shader.first_technique.checked_add(technique.number) == Some(technique.index);
        if !is_own || self.record.value_count == 0 {
            return None;
        }
        let first: MaterialValuesRecord = self.view.record(self.record.first_values)?;
        let record = if first.technique == NONE {
            first
        } else {
            let at = (technique.number < self.record.value_count).then_some(technique.number)?;
            let found: MaterialValuesRecord = self.view.record(self.record.first_values.checked_add(at)?)?;
            (found.technique == technique.number).then_some(found)?
        };
        Some(MaterialValues { view: self.view, record })
    }
}

impl fmt::Debug for Material<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Material").field(&self.name()).finish()
    }
}

impl<'p> MaterialValues<'p> {
    /// The contents of the block of public uniforms, by the rules of std140: what a game uploads before it draws.
    pub fn block(&self) -> &'p [u8] {
        let bytes = self.view.elements(Section::MaterialBytes, self.record.first_byte, self.record.byte_count);
        bytes.unwrap_or(&[])
    }

    /// From the names of textures in the shader to files as the document has them, sorted.
    pub fn textures(&self) -> Scalars<'p> {
        Scalars::new(self.view, self.record.first_texture, self.record.texture_count)
    }
}

impl fmt::Debug for MaterialValues<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MaterialValues").field("block", &self.block()).field("textures", &self.textures()).finish()
    }
}
