//! Reads an archive before it is written.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use uberc_runtime::format::checksum;
use uberc_runtime::{Compressed, Decoder, Pack};
use zstd::zstd_safe::{find_frame_compressed_size, get_frame_content_size};

use super::PackError;
use super::spare::Spares;

/// Decodes what is stored of every blob, so that no archive with an unreadable blob is written. SPIR-V was restored when it was
/// condensed, from these very bytes. `done` has the blobs that were decoded before, and gets the others.
///
/// An archive with dictionaries, which is one for a release, is decoded by the runtime's own decoder, as in a game. The others are
/// decoded by Zstandard's library, which takes a tenth of the time: each frame is whole, has the content's length, and holds the bytes
/// that were stored.
pub fn read_back<'a>(
    archive: &[u8],
    stored_checksums: &[u64],
    has_dictionaries: bool,
    done: impl Fn(u32) -> Option<&'a AtomicBool> + Sync,
) -> Result<(), PackError> {
    let wrong = |what: String| PackError::NotReadBack { what };
    let pack = Pack::open(archive).map_err(|error| wrong(error.to_string()))?;
    let decoder = || if has_dictionaries { Decoder::new() } else { library_decoder() };
    let spares = Spares::new(|| (decoder(), Vec::new()));
    (0..pack.blob_count()).into_par_iter().try_for_each(|number| {
        let done = done(number);
        if done.is_some_and(|done| done.load(Ordering::Relaxed)) {
            return Ok(());
        }
        let blob = pack.blob(number).ok_or_else(|| wrong(format!("blob {number} does not exist")))?;
        spares.with(|(decoder, out)| {
            decoder.decode_stored(blob, out).map_err(|error| wrong(format!("blob {number}: {error}")))?;
            if stored_checksums.get(number as usize) != Some(&checksum(out)) {
                return Err(wrong(format!("blob {number} is stored as other bytes")));
            }
            Ok(())
        })?;
        if let Some(done) = done {
            done.store(true, Ordering::Relaxed);
        }
        Ok(())
    })
}

/// The decoder of Zstandard's library, for frames without a dictionary.
fn library_decoder() -> Decoder {
    let mut library = zstd::bulk::Decompressor::default();
    Decoder::with_zstd(move |Compressed { frame, dictionary, .. }, out| {
        // The runtime's decoder asks for as much. The library also takes several frames, and frames that say no length.
        let is_one = find_frame_compressed_size(frame) == Ok(frame.len());
        let says_length = matches!(get_frame_content_size(frame), Ok(Some(length)) if length == out.len() as u64);
        dictionary.is_none()
            && is_one
            && says_length
            && library.decompress_to_buffer(frame, out).is_ok_and(|length| length == out.len())
    })
}
