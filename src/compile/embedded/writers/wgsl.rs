//! WGSL.

use naga::ShaderStage;
use naga::back::wgsl;

use super::{Entry, Writer, chain};

impl Writer<'_> {
    /// The text, and the name of the entry point in it.
    pub fn wgsl(&mut self, entry: &Entry) -> Result<(String, String), String> {
        let text = wgsl::write_string(self.module, self.info, wgsl::WriterFlags::empty()).map_err(|e| chain(&e))?;
        // The writer renames an entry point whose name WGSL reserves, and does not report the new name.
        let attribute = match entry.0 {
            ShaderStage::Vertex => "@vertex",
            ShaderStage::Compute => "@compute",
            _ => "@fragment",
        };
        let name = text
            .find(attribute)
            .and_then(|at| text[at..].split_once("fn "))
            .and_then(|(_, rest)| rest.split_once('('))
            .map_or_else(|| entry.1.clone(), |(name, _)| name.to_owned());
        Ok((text, name))
    }
}
