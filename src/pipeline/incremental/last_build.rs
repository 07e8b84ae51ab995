//! What the last build packed of each unit: where some units have changed, the others are packed again without their results being
//! read.
//!
//! The file has the parts of the index ([`ShaderPart`]) and what the report needs; the code is in the archive, whose frames are copied.
//! It is used only with the archive and with the results of units for which it was written, so that a file of another build, which may
//! have run at the same time, counts as none.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use uberc_runtime::format::Field as _;

use super::unit_record::{FinishedShader, FinishedUnit};
use crate::bounded_file;
use crate::cache::{self, Cache};
use crate::diag::{StoredDiagnostic, StoredLabel};
use crate::model::{Digest, Target};
use crate::pack::{KnownBlobs, Options, PackError, ShaderPart};
use crate::report::{ShaderReport, StoredVariantDiagnostic};

/// The last build, whose key is that of this one.
#[derive(Clone, Debug)]
pub struct LastBuild {
    /// The build's key without its inputs.
    pub subject: Digest,
    /// The archive, and its digest.
    pub output: (PathBuf, Digest),
}

/// What it packed.
pub struct BuildParts {
    /// The digest of each blob's content, by number.
    blobs: Vec<Digest>,
    /// Of each unit and target, in the order of the build.
    units: Vec<Vec<u8>>,
}

/// A unit without an error, for packing.
pub enum UnitOutput {
    Finished(Arc<FinishedUnit>),
    /// As the last build packed it.
    Stored(Box<StoredUnit>),
}

/// A unit that has not changed since the last build.
pub struct StoredUnit {
    /// The digest of its result.
    pub record: Digest,
    /// Indices into the inputs of the last build, ascending.
    pub inputs: Vec<u32>,
    pub diagnostics: Vec<StoredDiagnostic>,
    pub shaders: Vec<StoredShader>,
    /// As it is stored.
    bytes: Vec<u8>,
}

/// One of its shaders.
pub struct StoredShader {
    pub part: Arc<ShaderPart>,
    /// As in [`FinishedShader`].
    pub keys: Vec<Digest>,
    pub identities: Vec<Digest>,
    pub facts: ShaderFacts<'static>,
}

/// What the report of a build needs.
#[derive(Serialize, Deserialize)]
pub struct ShaderFacts<'a> {
    pub report: Cow<'a, ShaderReport>,
    pub variant_diagnostics: Cow<'a, [StoredVariantDiagnostic]>,
    pub declared: Cow<'a, StoredLabel>,
    pub fallback_declared: Cow<'a, Option<StoredLabel>>,
}

/// The JSON of a unit.
#[derive(Serialize, Deserialize)]
struct UnitFacts<'a> {
    diagnostics: Cow<'a, [StoredDiagnostic]>,
    shaders: Vec<ShaderFacts<'a>>,
}

impl LastBuild {
    /// What the build packed, if that was stored.
    pub fn parts(&self, cache: &Cache) -> Option<BuildParts> {
        let body = cache.build_parts(&self.subject)?.body;
        let mut rest = body.as_slice();
        if take_digests(&mut rest, 1)? != [self.output.1] {
            return None;
        }
        let count = take_length(&mut rest)?;
        let blobs = take_digests(&mut rest, count)?;
        let mut units = Vec::new();
        for _ in 0..take_length(&mut rest)? {
            let length = take_length(&mut rest)?;
            units.push(rest.split_off(..length)?.to_vec());
        }
        rest.is_empty().then_some(BuildParts { blobs, units })
    }

    /// The frames of the archive, if it is still the one that the build wrote.
    pub fn known_blobs(&self, parts: &BuildParts, options: Options) -> Option<KnownBlobs> {
        let (path, digest) = &self.output;
        let archive = bounded_file::read(path, bounded_file::MOST_DATA).ok()?;
        if Digest::of(&archive) != *digest {
            return None;
        }
        KnownBlobs::of_archive(options.level, &archive, &parts.blobs)
    }
}

impl BuildParts {
    /// What is stored of a build that wrote this archive, whose blobs have these digests. `None` if a unit has no stored result.
    pub fn encode(archive: &Digest, blobs: &[Digest], units: &[(Target, UnitOutput)]) -> Option<cache::StoredParts> {
        let mut body = archive.0.to_vec();
        put_length(&mut body, blobs.len());
        put_digests(&mut body, blobs);
        put_length(&mut body, units.len());
        for (target, unit) in units {
            let at = body.len();
            put_length(&mut body, 0);
            let begin = body.len();
            match unit {
                UnitOutput::Finished(unit) => encode(unit, *target, &mut body)?,
                UnitOutput::Stored(unit) => body.extend(&unit.bytes),
            }
            let length = (body.len() - begin) as u64;
            body[at..begin].copy_from_slice(&length.to_le_bytes());
        }
        let records = units.iter().filter_map(|(_, unit)| unit.record());
        Some(cache::StoredParts { objects: records.chain(blobs.iter().copied()).collect(), body })
    }

    /// The units, in the order of the build, but for those that are left out. `inputs`: of each unit. `None` for bytes that no build
    /// wrote.
    pub fn into_units(self, inputs: Vec<Option<Vec<u32>>>) -> Option<Vec<Option<StoredUnit>>> {
        if self.units.len() != inputs.len() {
            return None;
        }
        let units = self.units.into_par_iter().zip(inputs);
        let decode = |(bytes, inputs): (Vec<u8>, Option<Vec<u32>>)| match inputs {
            Some(inputs) => Some(Some(StoredUnit::decode(bytes, inputs)?)),
            None => Some(None),
        };
        units.map(decode).collect()
    }
}

impl UnitOutput {
    /// The digest of the unit's result, if it is stored.
    pub fn record(&self) -> Option<Digest> {
        match self {
            UnitOutput::Finished(unit) => unit.record.get().copied(),
            UnitOutput::Stored(unit) => Some(unit.record),
        }
    }

    /// What the index has of its shaders. Of a result that nobody else holds, only what follows from it is left.
    ///
    /// # Errors
    /// A shader that cannot be packed.
    pub fn take_parts(&mut self, target: Target) -> Result<Vec<Arc<ShaderPart>>, PackError> {
        match self {
            UnitOutput::Finished(unit) => {
                let parts = unit.shaders.iter().map(|shader| shader.part(target)).collect::<Result<_, _>>()?;
                // `watch` keeps it for the next build.
                if let Some(unit) = Arc::get_mut(unit) {
                    unit.shaders.iter_mut().for_each(FinishedShader::forget_packaged);
                }
                Ok(parts)
            }
            UnitOutput::Stored(unit) => Ok(unit.shaders.iter().map(|shader| Arc::clone(&shader.part)).collect()),
        }
    }
}

/// Appends what is stored of a unit; `None` without a stored result.
fn encode(unit: &FinishedUnit, target: Target, out: &mut Vec<u8>) -> Option<()> {
    out.extend(unit.record.get()?.0);
    let shaders = unit.shaders.iter().map(facts_of).collect();
    let facts = serde_json::to_vec(&UnitFacts { diagnostics: Cow::Borrowed(&unit.diagnostics), shaders }).ok()?;
    put_length(out, facts.len());
    out.extend(facts);
    for shader in &unit.shaders {
        put_length(out, shader.keys.len());
        put_digests(out, &shader.keys);
        put_digests(out, &shader.identities);
        shader.part(target).ok()?.encode(out);
    }
    Some(())
}

fn facts_of(shader: &FinishedShader) -> ShaderFacts<'_> {
    let FinishedShader { report, variant_diagnostics, declared, fallback_declared, .. } = shader;
    ShaderFacts {
        report: Cow::Borrowed(report),
        variant_diagnostics: Cow::Borrowed(variant_diagnostics),
        declared: Cow::Borrowed(declared),
        fallback_declared: Cow::Borrowed(fallback_declared),
    }
}

impl StoredUnit {
    fn decode(bytes: Vec<u8>, inputs: Vec<u32>) -> Option<StoredUnit> {
        let mut rest = bytes.as_slice();
        let record = take_digests(&mut rest, 1)?.pop()?;
        let length = take_length(&mut rest)?;
        let facts = serde_json::from_slice(rest.split_off(..length)?).ok()?;
        let UnitFacts { diagnostics, shaders } = facts;
        let shader = |facts| {
            let count = take_length(&mut rest)?;
            let (keys, identities) = (take_digests(&mut rest, count)?, take_digests(&mut rest, count)?);
            let part = Arc::new(ShaderPart::decode(&mut rest)?);
            Some(StoredShader { part, keys, identities, facts })
        };
        let shaders = shaders.into_iter().map(shader).collect::<Option<Vec<_>>>()?;
        let is_whole = rest.is_empty();
        let diagnostics = diagnostics.into_owned();
        is_whole.then_some(StoredUnit { record, inputs, diagnostics, shaders, bytes })
    }
}

fn put_length(out: &mut Vec<u8>, length: usize) {
    out.extend((length as u64).to_le_bytes());
}

fn put_digests(out: &mut Vec<u8>, digests: &[Digest]) {
    digests.iter().for_each(|digest| out.extend(digest.0));
}

fn take_length(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(u64::take(bytes)?).ok()
}

fn take_digests(bytes: &mut &[u8], count: usize) -> Option<Vec<Digest>> {
    let (digests, _) = bytes.split_off(..count.checked_mul(32)?)?.as_chunks::<32>();
    Some(digests.iter().map(|digest| Digest(*digest)).collect())
}
