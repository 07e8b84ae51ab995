//! Compiled variants, each distinct one stored and compressed once.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use uberc_runtime::format::{BlobRecord, CODEC_ZSTD, MAX_BLOB, NONE, checksum};

use super::PackError;
use crate::model::Artifact;

/// The distinct blobs, in the order of their first use.
#[derive(Default)]
pub(super) struct Blobs {
    distinct: Vec<Arc<Artifact>>,
    /// Numbers by checksum: a hit is confirmed by comparing bytes.
    by_checksum: FxHashMap<u64, Vec<u32>>,
}

impl Blobs {
    /// The number of the artifact's bytes.
    pub(super) fn add(&mut self, artifact: &Arc<Artifact>) -> Result<u32, PackError> {
        let same = self.by_checksum.entry(checksum(&artifact.bytes)).or_default();
        if let Some(known) = same.iter().find(|known| self.distinct[**known as usize].bytes == artifact.bytes) {
            return Ok(*known);
        }
        if artifact.bytes.len() > MAX_BLOB as usize {
            return Err(PackError::BlobTooLong { bytes: artifact.bytes.len() });
        }
        let number = u32::try_from(self.distinct.len())
            .ok()
            .filter(|number| *number < NONE)
            .ok_or(PackError::TooMany("compiled variants"))?;
        same.push(number);
        self.distinct.push(Arc::clone(artifact));
        Ok(number)
    }

    /// A frame for each, and its record with the offset from the first frame.
    pub(super) fn compress(&self, level: i32) -> Result<(Vec<Vec<u8>>, Vec<BlobRecord>), PackError> {
        let compressor = || -> std::io::Result<_> {
            let mut compressor = zstd::bulk::Compressor::new(level)?;
            // The content size lets a reader allocate once; the checksum lets `zstd -t` find damage.
            compressor.set_parameter(zstd::zstd_safe::CParameter::ContentSizeFlag(true))?;
            compressor.set_parameter(zstd::zstd_safe::CParameter::ChecksumFlag(true))?;
            Ok(compressor)
        };
        let frames = self
            .distinct
            .par_iter()
            .map_init(compressor, |compressor, artifact| match compressor {
                Ok(compressor) => compressor.compress(&artifact.bytes).map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            })
            .collect::<Result<Vec<Vec<u8>>, String>>()
            .map_err(PackError::Compress)?;
        let mut offset = 0;
        let records = self.distinct.iter().zip(&frames).map(|(artifact, frame)| {
            let record = BlobRecord {
                offset,
                frame_checksum: checksum(frame),
                content_checksum: checksum(&artifact.bytes),
                frame_length: frame.len() as u32,
                content_length: artifact.bytes.len() as u32,
                dictionary: NONE,
                codec: CODEC_ZSTD,
            };
            offset += frame.len() as u64;
            record
        });
        let records = records.collect();
        Ok((frames, records))
    }
}
