//! The file: header, sections, blobs.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;
use uberc_runtime::format::*;

use super::PackError;
use super::blobs::KnownBlobs;
use super::index::{Index, TargetParts};
use super::part::ShaderPart;
use super::read_back::read_back;
use crate::model::{Digest, Package, PackagedTarget};

/// How an archive is written. No option changes the results of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Zstandard's: 1 is fast, 19 is small.
    pub level: i32,
    /// Whether the blobs of a target share a compression dictionary.
    pub dictionaries: bool,
}

impl Options {
    /// For a game's release.
    pub const RELEASE: Options = Options { level: 19, dictionaries: true };
    /// For development: fast to write.
    pub const FAST: Options = Options { level: 3, dictionaries: false };
}

impl Default for Options {
    fn default() -> Options {
        Options::RELEASE
    }
}

/// An archive that has not been written yet.
#[derive(Debug)]
pub struct PackedArchive {
    pub bytes: Vec<u8>,
    /// The digest of each blob's content, by number.
    pub blobs: Vec<Digest>,
}

/// The archive's bytes; equal for equal package and options.
pub fn pack(package: &Package, options: Options) -> Result<Vec<u8>, PackError> {
    Ok(pack_parts(&parts_of(package)?, options, None)?.bytes)
}

/// The same, with the blobs of the last archive in `known`; afterwards `known` has the blobs of this archive.
pub fn pack_again(package: &Package, options: Options, known: &KnownBlobs) -> Result<Vec<u8>, PackError> {
    Ok(pack_parts(&parts_of(package)?, options, Some(known))?.bytes)
}

fn parts_of(package: &Package) -> Result<Vec<TargetParts>, PackError> {
    let parts = |of_target: &PackagedTarget| -> Result<TargetParts, PackError> {
        let target = of_target.target;
        let shaders = of_target.shaders.par_iter().map(|shader| ShaderPart::of(shader, target).map(Arc::new));
        // The first error, whichever thread finds one.
        let shaders: Vec<Result<_, PackError>> = shaders.collect();
        Ok(TargetParts { target, shaders: shaders.into_iter().collect::<Result<_, _>>()? })
    };
    package.targets.iter().map(parts).collect()
}

/// The archive of these shaders. The code of stored parts is in `known`, which afterwards has the blobs of this archive.
///
/// # Errors
/// The names of shaders or materials are not unique, the format has no room, or a stored part is damaged or lacks its code.
pub fn pack_parts(
    targets: &[TargetParts],
    options: Options,
    known: Option<&KnownBlobs>,
) -> Result<PackedArchive, PackError> {
    check_names(targets)?;
    let (mut sections, blobs) = Index::of(targets)?.into_sections()?;
    let digests = blobs.digests();
    let count = digests.len();
    let header = SECTION_TABLE + Section::ALL.len() * SECTION_ENTRY + 8;
    let after_sections = |dictionaries: usize| {
        let lengths = Section::ALL.iter().zip(&sections).map(|(section, bytes)| match section {
            // These are made last.
            Section::Blobs => count * BlobRecord::SIZE,
            Section::Dictionaries => dictionaries * DictionaryRecord::SIZE,
            _ => bytes.len(),
        });
        header + lengths.map(framed).sum::<usize>()
    };
    let packed = blobs.compress(targets.len(), options, known, after_sections)?;
    for (target, dictionary) in
        sections[Section::Targets as usize].chunks_exact_mut(TargetRecord::SIZE).zip(packed.of_targets)
    {
        let record = TargetRecord::read(target).map(|record| TargetRecord { dictionary, ..record });
        let mut bytes = Vec::new();
        record.expect("the section was made of these records").write(&mut bytes);
        target.copy_from_slice(&bytes);
    }
    for record in &packed.blobs {
        record.write(&mut sections[Section::Blobs as usize]);
    }
    for record in &packed.dictionaries {
        record.write(&mut sections[Section::Dictionaries as usize]);
    }

    let mut out = packed.archive;
    let table = place(&mut out, header, &sections)?;
    let mut front = Vec::with_capacity(header);
    SKIPPABLE_MAGIC.put(&mut front);
    ((header - FRAME_HEADER) as u32).put(&mut front);
    front.extend_from_slice(&MAGIC);
    VERSION_MAJOR.put(&mut front);
    VERSION_MINOR.put(&mut front);
    (header as u32).put(&mut front);
    (out.len() as u64).put(&mut front);
    front.extend_from_slice(&Digest::of(&out[header..]).0);
    (Section::ALL.len() as u32).put(&mut front);
    0u32.put(&mut front);
    front.extend_from_slice(&table);
    checksum(&front).put(&mut front);
    out[..header].copy_from_slice(&front);
    let of_blobs = packed.known.as_deref().unwrap_or_default();
    read_back(&out, &packed.stored_checksums, options.dictionaries, |number| {
        of_blobs.get(number as usize).map(|(_, blob)| &blob.is_read_back)
    })?;
    if let (Some(known), Some(blobs)) = (known, packed.known) {
        known.keep(options.level, blobs);
    }
    Ok(PackedArchive { bytes: out, blobs: digests })
}

/// The bytes that a section of this length takes with its frame.
fn framed(length: usize) -> usize {
    if length == 0 { 0 } else { FRAME_HEADER + length.next_multiple_of(ALIGNMENT) }
}

/// Puts the sections into an archive from `at` on, and answers with their table.
fn place(archive: &mut [u8], mut at: usize, sections: &[Vec<u8>]) -> Result<Vec<u8>, PackError> {
    let mut table = Vec::new();
    for (section, bytes) in Section::ALL.iter().zip(sections) {
        let offset = if bytes.is_empty() { 0 } else { at + FRAME_HEADER };
        (*section as u16).put(&mut table);
        let required = if may_be_left_out(*section, bytes) { 0 } else { SECTION_REQUIRED };
        required.put(&mut table);
        (section.stride() as u32).put(&mut table);
        (offset as u64).put(&mut table);
        (bytes.len() as u64).put(&mut table);
        checksum(bytes).put(&mut table);
        if bytes.is_empty() {
            continue;
        }
        let padded = u32::try_from(framed(bytes.len()) - FRAME_HEADER);
        let padded = padded.map_err(|_| PackError::TooMany("bytes of one section"))?;
        archive[at..at + 4].copy_from_slice(&SKIPPABLE_MAGIC.to_le_bytes());
        archive[at + 4..offset].copy_from_slice(&padded.to_le_bytes());
        archive[offset..offset + bytes.len()].copy_from_slice(bytes);
        at += framed(bytes.len());
    }
    Ok(table)
}

/// Whether a reader that does not know the section reads the archive: it does not know materials, and it needs the other
/// sections of later versions only where they have something.
fn may_be_left_out(section: Section, bytes: &[u8]) -> bool {
    match section {
        Section::Materials | Section::MaterialValues | Section::MaterialBytes => true,
        Section::MeshStages
        | Section::Programs
        | Section::TechniqueTables
        | Section::Columns
        | Section::TechniqueRows
        | Section::BindingLists => bytes.is_empty(),
        _ => false,
    }
}

/// Each target once, and in it each shader and each material.
fn check_names(targets: &[TargetParts]) -> Result<(), PackError> {
    let mut known = BTreeSet::new();
    for target in targets {
        let name = target.target.name();
        if !known.insert(name) {
            return Err(PackError::DuplicateTarget { target: name.to_owned() });
        }
        let mut names = BTreeSet::new();
        let mut materials = BTreeSet::new();
        for part in &target.shaders {
            for material in part.material_names().ok_or(PackError::DamagedPart)? {
                if let Some(material) = materials.replace(material) {
                    return Err(PackError::DuplicateMaterial { target: name.to_owned(), material });
                }
            }
            let shader = part.name().ok_or(PackError::DamagedPart)?;
            if !names.insert(shader) {
                return Err(PackError::DuplicateShader { target: name.to_owned(), shader: shader.to_owned() });
            }
        }
    }
    Ok(())
}

/// Whether the content digest in the header matches the bytes after it. Reads the whole archive. `false` for bytes that
/// are too short for an archive.
pub fn verify_digest(archive: &[u8]) -> bool {
    let stored = archive.get(DIGEST..DIGEST + 32);
    let header = archive.get(20..24).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok()).map(u32::from_le_bytes);
    let content = header.and_then(|header| archive.get(header as usize..));
    matches!((stored, content), (Some(stored), Some(content)) if Digest::of(content).0 == stored)
}
