//! Decoding blobs, with memory and dictionaries kept from one to the next.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::blob::{Blob, BlobError};
use crate::format::{CODEC_PLAIN, CODEC_SPIRV, DictionaryRecord, NONE16, checksum, checksum32};
use crate::spirv::Restorer;
use crate::view::View;

/// A Zstandard frame and what it needs: what an engine's own decoder gets.
#[derive(Clone, Copy, Debug)]
pub struct Compressed<'a> {
    /// The frame, whole. Its checksum was right.
    pub frame: &'a [u8],
    /// The dictionary in Zstandard's format; frames don't name it.
    pub dictionary: Option<&'a [u8]>,
    /// The number of the dictionary: equal numbers mean equal bytes, so that a prepared dictionary can be kept.
    pub dictionary_key: u64,
}

/// An engine's decoder: fills the buffer, which is as long as the content, and says whether it did.
type Callback = dyn FnMut(Compressed<'_>, &mut [u8]) -> bool + Send;

/// Decodes blobs. Make one a thread and keep it: the first blob of a target takes its dictionary apart, the others find
/// that done.
///
/// It may be used for blobs of any archive, so also after a reload.
pub struct Decoder {
    zstd: Zstd,
    /// Dictionaries of the engine's decoder, by key.
    dictionaries: Vec<(u64, Vec<u8>)>,
    /// What was stored of the blob.
    stored: Vec<u8>,
    restorer: Restorer,
}

enum Zstd {
    #[cfg(feature = "decoder")]
    Own(Box<crate::zstd::Frames>),
    Callback(Box<Callback>),
}

/// Dictionaries kept at once: more than a game has targets, few enough for memory to be bounded.
const KEPT: usize = 8;

#[cfg(feature = "decoder")]
impl Default for Decoder {
    fn default() -> Decoder {
        Decoder::new()
    }
}

impl Decoder {
    /// With the Zstandard decoder of this crate.
    #[cfg(feature = "decoder")]
    pub fn new() -> Decoder {
        Decoder::of(Zstd::Own(Box::default()))
    }

    /// A decoder that uses another Zstandard decoder, such as the engine's own. Checksums are checked here, before and
    /// after.
    pub fn with_zstd(decode: impl FnMut(Compressed<'_>, &mut [u8]) -> bool + Send + 'static) -> Decoder {
        Decoder::of(Zstd::Callback(Box::new(decode)))
    }

    fn of(zstd: Zstd) -> Decoder {
        Decoder { zstd, dictionaries: Vec::new(), stored: Vec::new(), restorer: Restorer::default() }
    }

    /// The blob's bytes, in a vector whose memory is used again; empty after an error.
    pub fn decode(&mut self, blob: Blob<'_>, out: &mut Vec<u8>) -> Result<(), BlobError> {
        out.clear();
        out.try_reserve_exact(blob.plausible_len()).map_err(|_| BlobError::OutOfMemory)?;
        let decoded = match blob.record.codec {
            CODEC_PLAIN => self.stored(blob, out),
            CODEC_SPIRV => {
                let mut stored = core::mem::take(&mut self.stored);
                let restored = self.stored(blob, &mut stored).and_then(|()| {
                    out.try_reserve_exact(blob.len()).map_err(|_| BlobError::OutOfMemory)?;
                    out.resize(blob.len(), 0);
                    self.restorer.restore(&stored, out).ok_or(BlobError::Frame)
                });
                self.stored = stored;
                restored
            }
            codec => Err(BlobError::UnknownCodec(codec)),
        };
        let checked = decoded.and_then(|()| {
            let right = out.len() == blob.len() && checksum32(out) == blob.record.content_checksum;
            if right { Ok(()) } else { Err(BlobError::ContentChecksum) }
        });
        if checked.is_err() {
            out.clear();
        }
        checked
    }

    /// The blob's bytes, in the first part of a buffer that is long enough; how many.
    pub fn decode_to_slice(&mut self, blob: Blob<'_>, out: &mut [u8]) -> Result<usize, BlobError> {
        let needed = blob.len();
        let out = out.get_mut(..needed).ok_or(BlobError::BufferTooShort { needed })?;
        let mut bytes = Vec::new();
        self.decode(blob, &mut bytes)?;
        out.copy_from_slice(&bytes);
        Ok(needed)
    }

    /// What the blob's frame holds: the blob's bytes, or what SPIR-V is restored from. `out` is empty after an error. For tools:
    /// only what is stored and restored is what was packed.
    pub fn decode_stored(&mut self, blob: Blob<'_>, out: &mut Vec<u8>) -> Result<(), BlobError> {
        out.clear();
        let decoded = self.stored(blob, out);
        if decoded.is_err() {
            out.clear();
        }
        decoded
    }

    /// The same into an empty vector, which has some bytes after an error.
    fn stored(&mut self, blob: Blob<'_>, out: &mut Vec<u8>) -> Result<(), BlobError> {
        let frame = blob.frame()?;
        let length = blob.record.stored_length as usize;
        let dictionary = match blob.record.dictionary {
            NONE16 => None,
            index => Some(Dictionary::at(blob.view, u32::from(index))?),
        };
        match &mut self.zstd {
            #[cfg(feature = "decoder")]
            Zstd::Own(frames) => frames.decode(frame, dictionary, length, out),
            Zstd::Callback(decode) => {
                let kept = match dictionary {
                    None => None,
                    Some(dictionary) => Some(keep(&mut self.dictionaries, decode.as_mut(), dictionary)?),
                };
                let frame = Compressed {
                    frame,
                    dictionary: kept,
                    dictionary_key: dictionary.map_or(0, |dictionary| dictionary.record.content_checksum),
                };
                fill(decode.as_mut(), frame, length, out)
            }
        }
    }
}

/// The content of a dictionary, decoded the first time.
fn keep<'k>(
    kept: &'k mut Vec<(u64, Vec<u8>)>,
    decode: &mut Callback,
    dictionary: Dictionary<'_>,
) -> Result<&'k [u8], BlobError> {
    let key = dictionary.record.content_checksum;
    let at = match kept.iter().position(|(known, _)| *known == key) {
        Some(at) => at,
        None => {
            let mut content = Vec::new();
            let frame = Compressed { frame: dictionary.frame()?, dictionary: None, dictionary_key: 0 };
            fill(decode, frame, dictionary.record.content_length as usize, &mut content)?;
            dictionary.check(&content)?;
            if kept.len() >= KEPT {
                kept.clear();
            }
            kept.push((key, content));
            kept.len() - 1
        }
    };
    kept.get(at).map(|(_, content)| content.as_slice()).ok_or(BlobError::Frame)
}

fn fill(decode: &mut Callback, frame: Compressed<'_>, length: usize, out: &mut Vec<u8>) -> Result<(), BlobError> {
    out.clear();
    out.try_reserve_exact(length).map_err(|_| BlobError::OutOfMemory)?;
    out.resize(length, 0);
    if decode(frame, out) { Ok(()) } else { Err(BlobError::Frame) }
}

/// A compression dictionary of an archive.
#[derive(Clone, Copy)]
pub(crate) struct Dictionary<'p> {
    view: View<'p>,
    pub(crate) record: DictionaryRecord,
}

impl<'p> Dictionary<'p> {
    pub(crate) fn at(view: View<'p>, index: u32) -> Result<Dictionary<'p>, BlobError> {
        view.record(index).map(|record| Dictionary { view, record }).ok_or(BlobError::Frame)
    }

    pub(crate) fn frame(&self) -> Result<&'p [u8], BlobError> {
        let frame = self.view.frame(self.record.offset, self.record.frame_length).ok_or(BlobError::Frame)?;
        if checksum(frame) == self.record.frame_checksum { Ok(frame) } else { Err(BlobError::FrameChecksum) }
    }

    pub(crate) fn check(&self, content: &[u8]) -> Result<(), BlobError> {
        let right =
            content.len() == self.record.content_length as usize && checksum(content) == self.record.content_checksum;
        if right { Ok(()) } else { Err(BlobError::ContentChecksum) }
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").finish_non_exhaustive()
    }
}
