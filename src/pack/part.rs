//! What one shader contributes to an index: the records of its sections, with strings, lists and blobs numbered within the shader.
//!
//! A part depends on its shader alone, so that a build can store it and pack it again without the shader; `index.rs` joins the
//! parts of all shaders, as a linker joins object files. Its sections are those of FORMAT.md, but for these fields:
//! - a string is a number in the part's own list, whose order is that of first use;
//! - [`Section::Shaders`], [`Section::Layouts`] and [`Section::Decisions`] have one record each; `layout`, `decision` and
//!   `first_technique` are 0;
//! - [`Section::Variants`] has a record for each variant of the shader, [`Section::Techniques`] one for each technique, whose
//!   `variants` are variants of the shader; there are no tables of techniques;
//! - a blob is a number in the part's own list of digests.

use std::borrow::Cow;
use std::sync::Arc;

use uberc_runtime::format::*;

use super::PackError;
use super::part_builder::build_part;
use crate::model::{Artifact, Digest, Fallback, PackagedShader, Target};

/// The part of a shader.
#[derive(Clone, Debug)]
pub struct ShaderPart {
    /// By number.
    sections: Vec<Vec<u8>>,
    /// The distinct blobs of its variants and programs, in the order of their first use.
    blobs: Vec<PartBlob>,
}

/// A blob of a shader.
#[derive(Clone, Debug)]
pub struct PartBlob {
    pub digest: Digest,
    /// `None` in a part that was stored: the last archive has it.
    artifact: Option<Arc<Artifact>>,
}

impl PartBlob {
    pub fn new(digest: Digest, artifact: &Arc<Artifact>) -> PartBlob {
        PartBlob { digest, artifact: Some(Arc::clone(artifact)) }
    }

    /// The bytes, where the part has them.
    pub fn content(&self) -> Option<Cow<'_, [u8]>> {
        self.artifact.as_ref().map(|artifact| artifact.bytes.content())
    }
}

impl ShaderPart {
    /// The part of a shader.
    ///
    /// # Errors
    /// The parts of the shader do not agree, or the format has no room for it.
    pub fn of(shader: &PackagedShader, target: Target) -> Result<ShaderPart, PackError> {
        super::check::check(shader).map_err(|what| PackError::Shader {
            target: target.name().to_owned(),
            shader: shader.name.clone(),
            what,
        })?;
        let (sections, blobs) = build_part(shader)?;
        Ok(ShaderPart { sections, blobs })
    }

    /// The shader's name; `None` in a damaged part, as for all that follows.
    pub fn name(&self) -> Option<&str> {
        self.string(self.shader()?.name)
    }

    pub fn shader(&self) -> Option<ShaderRecord> {
        self.records().next()
    }

    /// The fallback as the sidecar states it.
    pub fn fallback(&self) -> Option<Option<Fallback>> {
        let shader = self.shader()?;
        Some(match shader.fallback_kind {
            FALLBACK_SHADER => Some(Fallback::Shader(self.string(u32::try_from(shader.fallback).ok()?)?.to_owned())),
            FALLBACK_PERMUTATION => Some(Fallback::Permutation(shader.fallback)),
            _ => None,
        })
    }

    /// The names of its materials.
    pub fn material_names(&self) -> Option<Vec<String>> {
        self.records().map(|material: MaterialRecord| Some(self.string(material.name)?.to_owned())).collect()
    }

    /// The digest of each variant's code.
    pub fn artifacts(&self) -> Option<Vec<Digest>> {
        self.records().map(|variant: VariantRecord| self.blob_digest(variant.blob)).collect()
    }

    /// The digests of the programs of its techniques.
    pub fn programs(&self) -> Option<Vec<Digest>> {
        self.records().map(|program: ProgramRecord| self.blob_digest(program.blob)).collect()
    }

    fn blob_digest(&self, blob: u32) -> Option<Digest> {
        self.blobs.get(blob as usize).map(|blob| blob.digest)
    }

    pub fn blobs(&self) -> &[PartBlob] {
        &self.blobs
    }

    /// The bytes of a section.
    pub fn section(&self, section: Section) -> &[u8] {
        self.sections.get(section as usize).map_or(&[], Vec::as_slice)
    }

    /// The records of a section.
    pub fn records<R: Record>(&self) -> impl Iterator<Item = R> {
        self.section(R::SECTION).chunks_exact(R::SECTION.stride()).filter_map(R::read)
    }

    /// So many elements of a section.
    pub fn elements(&self, section: Section, first: u32, count: u32) -> Option<&[u8]> {
        let stride = section.stride();
        let (first, length) = ((first as usize).checked_mul(stride)?, (count as usize).checked_mul(stride)?);
        self.section(section).get(first..first.checked_add(length)?)
    }

    /// The strings, by number.
    pub fn strings(&self) -> impl Iterator<Item = Option<&str>> {
        self.records().map(|record| self.text(record))
    }

    fn string(&self, number: u32) -> Option<&str> {
        self.text(StringRecord::read(self.elements(Section::Strings, number, 1)?)?)
    }

    fn text(&self, StringRecord { offset, length }: StringRecord) -> Option<&str> {
        std::str::from_utf8(self.elements(Section::Text, offset, length)?).ok()
    }

    /// Appends the part without its code: the sections, each with its length, and the digests of the blobs.
    pub fn encode(&self, out: &mut Vec<u8>) {
        for section in &self.sections {
            (section.len() as u64).put(out);
            out.extend_from_slice(section);
        }
        (self.blobs.len() as u64).put(out);
        self.blobs.iter().for_each(|blob| out.extend_from_slice(&blob.digest.0));
    }

    /// Takes what [`ShaderPart::encode`] wrote from the front. `None` for other bytes; what is in the records is checked when they
    /// are joined.
    pub fn decode(bytes: &mut &[u8]) -> Option<ShaderPart> {
        let mut sections = Vec::with_capacity(Section::ALL.len());
        for _ in Section::ALL {
            let length = usize::try_from(u64::take(bytes)?).ok()?;
            sections.push(bytes.split_off(..length)?.to_vec());
        }
        let count = usize::try_from(u64::take(bytes)?).ok()?;
        let (digests, _) = bytes.split_off(..count.checked_mul(32)?)?.as_chunks::<32>();
        let blobs = digests.iter().map(|digest| PartBlob { digest: Digest(*digest), artifact: None }).collect();
        Some(ShaderPart { sections, blobs })
    }
}
