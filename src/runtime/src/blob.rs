//! Blobs: one Zstandard frame each, checked before and after decoding.

#[cfg(feature = "decoder")]
use alloc::vec::Vec;
use core::fmt;

use crate::format::{BlobRecord, CODEC_SPIRV, checksum32};
use crate::view::View;

/// Why a blob cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlobError {
    /// The compressed bytes are damaged.
    FrameChecksum,
    /// The frame is not what the index says of it: another length, a window larger than the blob, a dictionary, or
    /// nonsense.
    Frame,
    /// It was decoded to other bytes than were packed.
    ContentChecksum,
    /// It was stored in a way that this version of the reader does not know.
    UnknownCodec(u16),
    /// The caller's buffer is shorter than the blob.
    BufferTooShort { needed: usize },
    /// There is no memory for it.
    OutOfMemory,
}

impl fmt::Display for BlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlobError::FrameChecksum => f.write_str("the blob is damaged (wrong checksum)"),
            BlobError::Frame => f.write_str("the blob's frame is not what the index says"),
            BlobError::ContentChecksum => {
                f.write_str("the blob decodes to other bytes than were packed (wrong checksum)")
            }
            BlobError::UnknownCodec(codec) => {
                write!(f, "the blob is stored in a way (codec {codec}) that only a newer reader knows")
            }
            BlobError::BufferTooShort { needed } => write!(f, "the blob needs a buffer of {needed} bytes"),
            BlobError::OutOfMemory => f.write_str("there is no memory for the blob"),
        }
    }
}

impl core::error::Error for BlobError {}

/// The bytes of a variant: where they lie, and how to get at them.
#[derive(Clone, Copy)]
pub struct Blob<'p> {
    pub(crate) view: View<'p>,
    pub(crate) index: u32,
    pub(crate) record: BlobRecord,
}

impl<'p> Blob<'p> {
    /// Its number among the archive's blobs: equal numbers, equal bytes.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Length of its bytes.
    pub fn len(&self) -> usize {
        self.record.content_length as usize
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.record.content_length == 0
    }

    /// Length in the archive.
    pub fn compressed_len(&self) -> usize {
        self.record.frame_length as usize
    }

    /// How it is stored: `plain` or `spirv` (condensed before it was compressed).
    pub fn codec(&self) -> &'static str {
        match self.record.codec {
            crate::format::CODEC_PLAIN => "plain",
            CODEC_SPIRV => "spirv",
            _ => "unknown",
        }
    }

    /// The number of the dictionary it needs.
    pub fn dictionary(&self) -> Option<u32> {
        (self.record.dictionary != crate::format::NONE16).then_some(u32::from(self.record.dictionary))
    }

    /// The Zstandard frame, after its checksum was checked.
    pub fn frame(&self) -> Result<&'p [u8], BlobError> {
        let frame = self.view.frame(self.record.offset, self.record.frame_length).ok_or(BlobError::Frame)?;
        if checksum32(frame) == self.record.frame_checksum { Ok(frame) } else { Err(BlobError::FrameChecksum) }
    }

    /// Its bytes. For more than one blob, keep a [`Decoder`](crate::Decoder): this takes the dictionary apart each
    /// time.
    #[cfg(feature = "decoder")]
    pub fn decode(&self) -> Result<Vec<u8>, BlobError> {
        let mut out = Vec::new();
        crate::Decoder::new().decode(*self, &mut out)?;
        Ok(out)
    }

    /// The number of bytes to reserve before anything was decoded.
    pub(crate) fn plausible_len(&self) -> usize {
        plausible(self.len(), self.compressed_len())
    }
}

/// What is reserved ahead of a blob so long in a frame so long; beyond it, memory follows what has really been decoded.
pub(crate) fn plausible(length: usize, frame: usize) -> usize {
    const PLAUSIBLE_RATIO: usize = 64;
    length.min(frame.saturating_mul(PLAUSIBLE_RATIO))
}

impl fmt::Debug for Blob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blob")
            .field("index", &self.index)
            .field("len", &self.len())
            .field("compressed_len", &self.compressed_len())
            .finish()
    }
}
