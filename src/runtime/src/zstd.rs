//! Zstandard frames by the pure-Rust decoder.

use alloc::vec::Vec;

use ruzstd::decoding::{BlockDecodingStrategy, Dictionary as Digested, FrameDecoder};
use ruzstd::io::Read as _;

use crate::blob::BlobError;
use crate::decoder::Dictionary;

/// Decoders, one for each dictionary and one without.
#[derive(Default)]
pub(crate) struct Frames {
    plain: Option<FrameDecoder>,
    /// By the checksum of the dictionary; with its id.
    digested: Vec<(u64, u32, FrameDecoder)>,
}

/// Dictionaries kept at once.
const KEPT: usize = 8;

impl Frames {
    /// The frame's content, which must be just so long.
    pub(crate) fn decode(
        &mut self,
        frame: &[u8],
        dictionary: Option<Dictionary<'_>>,
        length: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), BlobError> {
        out.clear();
        let Some(dictionary) = dictionary else {
            // Only kept if it did not panic.
            let mut decoder = self.plain.take().unwrap_or_default();
            guarded(|| decode(&mut decoder, None, frame, length, out))?;
            self.plain = Some(decoder);
            return Ok(());
        };
        let key = dictionary.record.content_checksum;
        let (_, id, mut decoder) = match self.digested.iter().position(|(known, ..)| *known == key) {
            Some(at) => self.digested.swap_remove(at),
            None => self.digest(dictionary)?,
        };
        guarded(|| decode(&mut decoder, Some(id), frame, length, out))?;
        if self.digested.len() >= KEPT {
            self.digested.clear();
        }
        self.digested.push((key, id, decoder));
        Ok(())
    }

    #[cold]
    fn digest(&mut self, dictionary: Dictionary<'_>) -> Result<(u64, u32, FrameDecoder), BlobError> {
        let content = content(dictionary)?;
        let mut decoder = FrameDecoder::new();
        let mut id = 0;
        guarded(|| {
            let digested = Digested::decode_dict(&content).map_err(|_| BlobError::Frame)?;
            id = digested.id;
            decoder.add_dict(digested).map_err(|_| BlobError::Frame)
        })?;
        Ok((dictionary.record.content_checksum, id, decoder))
    }
}

/// A dictionary's content, checked.
pub(crate) fn content(dictionary: Dictionary<'_>) -> Result<Vec<u8>, BlobError> {
    let mut content = Vec::new();
    let length = dictionary.record.content_length as usize;
    guarded(|| decode(&mut FrameDecoder::new(), None, dictionary.frame()?, length, &mut content))?;
    dictionary.check(&content)?;
    Ok(content)
}

/// A frame made on purpose (its checksum is right) may find a mistake of the decoder: that is an error, not the end of
/// the game.
#[cfg(feature = "std")]
fn guarded(run: impl FnOnce() -> Result<(), BlobError>) -> Result<(), BlobError> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_or(Err(BlobError::Frame))
}

#[cfg(not(feature = "std"))]
fn guarded(run: impl FnOnce() -> Result<(), BlobError>) -> Result<(), BlobError> {
    run()
}

/// Block by block, so that a frame that lies about its length is found after one block (128 KiB) too many.
fn decode(
    decoder: &mut FrameDecoder,
    dictionary: Option<u32>,
    frame: &[u8],
    length: usize,
    out: &mut Vec<u8>,
) -> Result<(), BlobError> {
    /// The smallest window a frame may declare (RFC 8878, 3.1.1.1.2).
    const SMALLEST_WINDOW: usize = 1024;
    let mut input = frame;
    decoder.set_max_window_size(length.max(SMALLEST_WINDOW) as u64);
    decoder.reset(&mut input).map_err(|_| BlobError::Frame)?;
    if decoder.content_size() != length as u64 {
        return Err(BlobError::Frame);
    }
    if let Some(id) = dictionary {
        decoder.force_dict(id).map_err(|_| BlobError::Frame)?;
    }
    out.clear();
    out.try_reserve_exact(crate::blob::plausible(length, frame.len())).map_err(|_| BlobError::OutOfMemory)?;
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
