//! Zstandard frames, and where they lie.

use rayon::prelude::*;
use uberc_runtime::format::{FRAME_HEADER, SKIPPABLE_MAGIC};
use zstd::zstd_safe::CParameter;

use super::PackError;
use super::dictionary::Dictionary;
use super::spare::Spares;

/// A compressed frame.
#[derive(Debug)]
pub struct Frame {
    pub bytes: Vec<u8>,
}

/// As a [`PackError`].
pub fn failed(error: std::io::Error) -> PackError {
    PackError::Compress(error.to_string())
}

/// Makes frames with one setting.
pub type Compressor<'d> = std::io::Result<zstd::bulk::Compressor<'d>>;

/// Frames without a dictionary have a checksum, which `zstd -t` reads.
pub fn compressor<'d>(dictionary: Option<&'d zstd::dict::EncoderDictionary<'d>>, level: i32) -> Compressor<'d> {
    let mut compressor = match dictionary {
        Some(prepared) => zstd::bulk::Compressor::with_prepared_dictionary(prepared)?,
        None => zstd::bulk::Compressor::new(level)?,
    };
    // The content size lets a reader allocate once. Which dictionary it is stands in the index.
    compressor.set_parameter(CParameter::ContentSizeFlag(true))?;
    compressor.set_parameter(CParameter::ChecksumFlag(dictionary.is_none()))?;
    compressor.set_parameter(CParameter::DictIdFlag(false))?;
    Ok(compressor)
}

/// The frame of one input.
pub fn compress_one(compressor: &mut Compressor<'_>, content: &[u8]) -> Result<Frame, PackError> {
    match compressor {
        Ok(compressor) => compressor.compress(content).map(|bytes| Frame { bytes }).map_err(failed),
        Err(error) => Err(PackError::Compress(error.to_string())),
    }
}

/// A frame for each input.
pub fn compress(contents: &[&[u8]], dictionary: Option<&Dictionary>, level: i32) -> Result<Vec<Frame>, PackError> {
    let prepared = dictionary.map(|dictionary| zstd::dict::EncoderDictionary::copy(&dictionary.content, level));
    let compressors = Spares::new(|| compressor(prepared.as_ref(), level));
    contents.par_iter().map(|content| compressors.with(|compressor| compress_one(compressor, content))).collect()
}

/// A skippable frame's length has 32 bits; what is larger is divided.
const LONGEST: usize = 1 << 30;

/// Appends the frames and returns their offsets. Frames with a dictionary are wrapped into skippable frames.
pub fn place(archive: &mut Vec<u8>, frames: &[Frame], wrapped: bool) -> Vec<u64> {
    let mut offsets = Vec::with_capacity(frames.len());
    let mut open: Option<usize> = None;
    for frame in frames {
        if wrapped && open.is_none_or(|start| archive.len() - start + frame.bytes.len() > LONGEST) {
            close(archive, open);
            archive.extend_from_slice(&SKIPPABLE_MAGIC.to_le_bytes());
            archive.extend_from_slice(&[0; 4]);
            open = Some(archive.len());
        }
        offsets.push(archive.len() as u64);
        archive.extend_from_slice(&frame.bytes);
    }
    close(archive, open);
    offsets
}

/// Writes the length of the skippable frame whose content begins here.
fn close(archive: &mut [u8], open: Option<usize>) {
    let Some(start) = open else { return };
    let length = (archive.len() - start) as u32;
    archive[start + 4 - FRAME_HEADER..start].copy_from_slice(&length.to_le_bytes());
}
