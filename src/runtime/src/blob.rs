//! Blobs: one Zstandard frame each, checked before and after decoding.

use alloc::vec::Vec;
use core::fmt;

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::io::Read as _;

use crate::format::{BlobRecord, checksum};
use crate::view::View;

/// Why a blob cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlobError {
    /// The compressed bytes are damaged.
    FrameChecksum,
    /// The frame is not what the index says of it: another length, a window larger than the blob, a dictionary, or nonsense.
    Frame,
    /// It decoded, but to other bytes than were packed.
    ContentChecksum,
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

    /// The Zstandard frame, after its checksum was checked.
    pub fn frame(&self) -> Result<&'p [u8], BlobError> {
        let start = usize::try_from(self.record.offset).map_err(|_| BlobError::Frame)?;
        let end = start.checked_add(self.compressed_len()).ok_or(BlobError::Frame)?;
        let frame = self.view.bytes.get(start..end).ok_or(BlobError::Frame)?;
        if checksum(frame) == self.record.frame_checksum { Ok(frame) } else { Err(BlobError::FrameChecksum) }
    }

    /// Its bytes.
    pub fn decode(&self) -> Result<Vec<u8>, BlobError> {
        let mut out = Vec::new();
        self.decode_into(&mut out)?;
        Ok(out)
    }

    /// Its bytes, in a vector whose memory is used again; empty after an error.
    pub fn decode_into(&self, out: &mut Vec<u8>) -> Result<(), BlobError> {
        out.clear();
        let decoded = self.frame().and_then(|frame| decode_guarded(frame, self.len(), out));
        let checked = decoded.and_then(|()| self.check(out));
        if checked.is_err() {
            out.clear();
        }
        checked
    }

    /// Its bytes, in the first part of a buffer that is long enough; how many.
    pub fn decode_to_slice(&self, out: &mut [u8]) -> Result<usize, BlobError> {
        let needed = self.len();
        let out = out.get_mut(..needed).ok_or(BlobError::BufferTooShort { needed })?;
        let bytes = self.decode()?;
        out.copy_from_slice(&bytes);
        Ok(needed)
    }

    /// Its bytes through somebody else's Zstandard decoder, such as the engine's own. `decode` gets the frame and a buffer of exactly
    /// the blob's length, and says whether it filled it. The frame's and the content's checksum are checked here.
    pub fn decode_with(&self, decode: impl FnOnce(&[u8], &mut [u8]) -> bool) -> Result<Vec<u8>, BlobError> {
        let frame = self.frame()?;
        let mut out = Vec::new();
        out.try_reserve_exact(self.len()).map_err(|_| BlobError::OutOfMemory)?;
        out.resize(self.len(), 0);
        if !decode(frame, &mut out) {
            return Err(BlobError::Frame);
        }
        self.check(&out)?;
        Ok(out)
    }

    fn check(&self, bytes: &[u8]) -> Result<(), BlobError> {
        if bytes.len() == self.len() && checksum(bytes) == self.record.content_checksum {
            Ok(())
        } else {
            Err(BlobError::ContentChecksum)
        }
    }
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

/// A frame made on purpose (its checksum is right) may find a mistake of the decoder: that is an error, not the end of the game.
#[cfg(feature = "std")]
fn decode_guarded(frame: &[u8], length: usize, out: &mut Vec<u8>) -> Result<(), BlobError> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| decode(frame, length, out)))
        .unwrap_or(Err(BlobError::Frame))
}

#[cfg(not(feature = "std"))]
fn decode_guarded(frame: &[u8], length: usize, out: &mut Vec<u8>) -> Result<(), BlobError> {
    decode(frame, length, out)
}

/// Block by block, so that a frame that lies about its length is found after one block (128 KiB) too many.
fn decode(frame: &[u8], length: usize, out: &mut Vec<u8>) -> Result<(), BlobError> {
    /// The smallest window a frame may declare (RFC 8878, 3.1.1.1.2).
    const SMALLEST_WINDOW: usize = 1024;
    /// What is reserved ahead for each byte of the frame; beyond it, memory follows what has really been decoded.
    const PLAUSIBLE_RATIO: usize = 64;
    let mut input = frame;
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(length.max(SMALLEST_WINDOW) as u64);
    decoder.reset(&mut input).map_err(|_| BlobError::Frame)?;
    if decoder.content_size() != length as u64 {
        return Err(BlobError::Frame);
    }
    let plausible = length.min(frame.len().saturating_mul(PLAUSIBLE_RATIO));
    out.try_reserve_exact(plausible).map_err(|_| BlobError::OutOfMemory)?;
    loop {
        let done =
            decoder.decode_blocks(&mut input, BlockDecodingStrategy::UptoBlocks(1)).map_err(|_| BlobError::Frame)?;
        let before = out.len();
        let ready =
            before.checked_add(decoder.can_collect()).filter(|ready| *ready <= length).ok_or(BlobError::Frame)?;
        out.try_reserve(ready - before).map_err(|_| BlobError::OutOfMemory)?;
        out.resize(ready, 0);
        let rest = out.get_mut(before..).ok_or(BlobError::Frame)?;
        decoder.read_exact(rest).map_err(|_| BlobError::Frame)?;
        if done {
            break;
        }
    }
    if input.is_empty() && out.len() == length { Ok(()) } else { Err(BlobError::Frame) }
}
