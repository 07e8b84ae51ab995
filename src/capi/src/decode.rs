//! Code out of an archive.

use std::ffi::c_void;

use uberc_runtime::{BlobError, Compressed, Decoder};

use crate::pack::uberc_pack;
use crate::status::*;

/// Decodes code. One a thread; for any archive. Keep it: the first blob of a target takes longer.
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_decoder {
    decoder: Decoder,
    buffer: Vec<u8>,
}

/// An engine's own Zstandard decoder: fills `out`, which is as long as the frame's content, and says with 1 that it
/// did. `dictionary` is null for frames without one; equal `dictionary_key`s mean equal dictionaries.
#[allow(non_camel_case_types, reason = "C's names")]
pub type uberc_zstd = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        frame: *const u8,
        frame_length: usize,
        dictionary: *const u8,
        dictionary_length: usize,
        dictionary_key: u64,
        out: *mut u8,
        out_length: usize,
    ) -> i32,
>;

/// Makes a decoder with the library's own Zstandard.
///
/// # Safety
/// `decoder` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_decoder_new(decoder: *mut *mut uberc_decoder) -> uberc_status {
    // SAFETY: the caller's promise.
    guarded(|| unsafe { give(decoder, Decoder::new()) })
}

/// Makes a decoder with the engine's own Zstandard. Checksums are checked by the library, before and after.
///
/// # Safety
/// `decode` follows its description, does not unwind, and `user` is what it expects on any thread that uses the
/// decoder; `decoder` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_decoder_new_with(
    decode: uberc_zstd,
    user: *mut c_void,
    decoder: *mut *mut uberc_decoder,
) -> uberc_status {
    guarded(|| {
        let decode = decode.ok_or_else(|| Failure::null("decode"))?;
        let user = User(user);
        let made = Decoder::with_zstd(move |compressed: Compressed<'_>, out: &mut [u8]| {
            let user = &user;
            let dictionary = compressed.dictionary;
            // SAFETY: the lengths are those of the slices, and the caller promises the rest.
            let filled = unsafe {
                decode(
                    user.0,
                    compressed.frame.as_ptr(),
                    compressed.frame.len(),
                    dictionary.map_or(std::ptr::null(), <[u8]>::as_ptr),
                    dictionary.map_or(0, <[u8]>::len),
                    compressed.dictionary_key,
                    out.as_mut_ptr(),
                    out.len(),
                )
            };
            filled == 1
        });
        // SAFETY: the caller's promise.
        unsafe { give(decoder, made) }
    })
}

struct User(*mut c_void);

// SAFETY: the caller of `uberc_decoder_new_with` promises that any thread may hand the pointer to its function.
unsafe impl Send for User {}

/// # Safety
/// `place` is null or valid for writes.
unsafe fn give(place: *mut *mut uberc_decoder, decoder: Decoder) -> Result<(), Failure> {
    if place.is_null() {
        return Err(Failure::null("decoder"));
    }
    let made = Box::into_raw(Box::new(uberc_decoder { decoder, buffer: Vec::new() }));
    // SAFETY: the caller's promise.
    unsafe { put(place, made, "decoder") }
}

/// Frees a decoder; null is nothing to free.
///
/// # Safety
/// `decoder` is from `uberc_decoder_new` or `uberc_decoder_new_with`, not freed before, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_decoder_free(decoder: *mut uberc_decoder) {
    if !decoder.is_null() {
        // SAFETY: made by `Box::into_raw`, and given back once.
        drop(unsafe { Box::from_raw(decoder) });
    }
}

/// Writes a blob's bytes into a buffer that is at least as long, and how many there are into `length`. Where the buffer
/// is too short, `length` says what is needed.
///
/// # Safety
/// `decoder` is used by no other thread at the same time; `pack` is open; `out` is valid for writing `capacity` bytes;
/// `length` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_decode(
    decoder: *mut uberc_decoder,
    pack: *const uberc_pack,
    blob: u32,
    out: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        // SAFETY: as above; no other thread has it.
        let decoder = unsafe { decoder.as_mut() }.ok_or_else(|| Failure::null("decoder"))?;
        let blob = pack.pack.blob(blob).ok_or_else(|| Failure::new(UBERC_BAD_ARGUMENT, "there is no such blob"))?;
        // SAFETY: as above.
        unsafe { put(length, blob.len(), "length") }?;
        if capacity < blob.len() {
            return Err(Failure::new(UBERC_BUFFER_TOO_SHORT, BlobError::BufferTooShort { needed: blob.len() }));
        }
        decoder.decoder.decode(blob, &mut decoder.buffer).map_err(|error| Failure::new(UBERC_DAMAGED, error))?;
        if decoder.buffer.is_empty() {
            return Ok(());
        }
        if out.is_null() {
            return Err(Failure::null("out"));
        }
        // SAFETY: `out` is as long as the caller says, which is long enough, and cannot be the decoder's own memory.
        unsafe { std::ptr::copy_nonoverlapping(decoder.buffer.as_ptr(), out, decoder.buffer.len()) };
        Ok(())
    })
}
