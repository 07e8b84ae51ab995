//! What a function says of how it went.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a function went. Whatever is not `UBERC_OK` leaves the results as they were, and `uberc_message` explains it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types, reason = "C's names")]
pub enum uberc_status {
    UBERC_OK = 0,
    /// The permutation has no technique; `uberc_fallback` may have one.
    UBERC_MISS = 1,
    /// A null pointer, text that is not UTF-8, a handle that is not of this archive.
    UBERC_BAD_ARGUMENT = 2,
    /// There is no target, shader, branch or member of that name.
    UBERC_UNKNOWN_NAME = 3,
    /// The branch does not have this value.
    UBERC_NO_SUCH_VALUE = 4,
    /// The file cannot be read.
    UBERC_FILE = 5,
    /// The bytes are not an archive this version reads, or damaged.
    UBERC_NOT_AN_ARCHIVE = 6,
    /// The blob is damaged.
    UBERC_DAMAGED = 7,
    /// The buffer is too short for what was asked for.
    UBERC_BUFFER_TOO_SHORT = 8,
    /// A mistake of this library; the archive and its handles stay usable.
    UBERC_INTERNAL = 9,
}

pub(crate) use uberc_status::*;

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

/// Why something failed.
pub(crate) struct Failure {
    pub(crate) status: uberc_status,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(status: uberc_status, message: impl ToString) -> Failure {
        Failure { status, message: message.to_string() }
    }

    pub(crate) fn null(what: &str) -> Failure {
        Failure::new(UBERC_BAD_ARGUMENT, format!("{what} is null"))
    }
}

/// Runs what a C function does: no panic leaves it, and a failure's message is kept.
pub(crate) fn guarded(run: impl FnOnce() -> Result<(), Failure>) -> uberc_status {
    let failure = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => return UBERC_OK,
        Ok(Err(failure)) => failure,
        Err(_) => Failure::new(UBERC_INTERNAL, "a mistake inside uberc"),
    };
    // Text with a zero byte in it ends there.
    let text: Vec<u8> = failure.message.bytes().take_while(|byte| *byte != 0).collect();
    MESSAGE.with(|message| {
        if let Ok(mut message) = message.try_borrow_mut() {
            *message = CString::new(text).unwrap_or_default();
        }
    });
    failure.status
}

/// What the last function of this thread that failed has to say, in English, ended by a zero byte. Valid until the next
/// function of this thread fails; never null.
#[unsafe(no_mangle)]
pub extern "C" fn uberc_message() -> *const c_char {
    MESSAGE.with(|message| message.try_borrow().map_or(c"".as_ptr(), |message| message.as_ptr()))
}

/// Text of a caller.
///
/// # Safety
/// `text` is null or points to bytes that end with a zero byte.
pub(crate) unsafe fn text<'t>(text: *const c_char, what: &str) -> Result<&'t str, Failure> {
    if text.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: not null, and the caller promises the end.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Failure::new(UBERC_BAD_ARGUMENT, format!("{what} is not UTF-8")))
}

/// What a pointer of a caller leads to.
///
/// # Safety
/// `pointer` is null or valid for reads during `'t`.
pub(crate) unsafe fn at<'t, T>(pointer: *const T, what: &str) -> Result<&'t T, Failure> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::null(what))
}

/// Writes a result.
///
/// # Safety
/// `place` is null or valid for writes.
pub(crate) unsafe fn put<T>(place: *mut T, value: T, what: &str) -> Result<(), Failure> {
    if place.is_null() {
        return Err(Failure::null(what));
    }
    // SAFETY: not null, and the caller promises the rest.
    unsafe { place.write(value) };
    Ok(())
}
