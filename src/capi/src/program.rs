//! Programs that a machine of the engine runs, in the place of stages, and the values that say what they need.

use std::ffi::c_char;

use uberc_runtime::Scalar;

use crate::pack::{uberc_pack, uberc_text};
use crate::status::*;
use crate::technique::{technique, uberc_technique};

/// A program that a machine of the engine runs, in the place of stages.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_program {
    /// The machine that it is for, such as `psl`.
    pub machine: uberc_text,
    /// Its bytes, for `uberc_decode`: equal numbers, equal bytes.
    pub blob: u32,
    pub code_length: usize,
}

/// What a value of a sidecar is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub enum uberc_value_kind {
    UBERC_BOOL = 0,
    UBERC_NUMBER = 1,
    UBERC_TEXT = 2,
}

/// A value that a sidecar or a generator wrote. `kind` is one of `uberc_value_kind`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_value {
    pub kind: u32,
    /// Finite; 0 or 1 of a boolean, 0 of a text.
    pub number: f64,
    /// Without data unless it is a text.
    pub text: uberc_text,
}

impl From<Scalar<'_>> for uberc_value {
    fn from(scalar: Scalar<'_>) -> uberc_value {
        use uberc_value_kind::*;
        let (kind, number, text) = match scalar {
            Scalar::Bool(value) => (UBERC_BOOL, f64::from(u8::from(value)), uberc_text::NONE),
            Scalar::Number(value) => (UBERC_NUMBER, value, uberc_text::NONE),
            Scalar::String(text) => (UBERC_TEXT, 0.0, text.into()),
        };
        uberc_value { kind: kind as u32, number, text }
    }
}

/// A technique's program. `present` is 0, and the program left as it was, where it has stages.
///
/// # Safety
/// `pack` is open; `program` and `present` are valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_technique_program(
    pack: *const uberc_pack,
    handle: uberc_technique,
    program: *mut uberc_program,
    present: *mut u8,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let found = technique(pack, handle)?.program();
        // SAFETY: as above.
        unsafe {
            if let Some(found) = &found {
                let blob = found.blob();
                let described =
                    uberc_program { machine: found.machine().into(), blob: blob.index(), code_length: blob.len() };
                put(program, described, "program")?;
            }
            put(present, u8::from(found.is_some()), "present")
        }
    })
}

/// A value of a technique's metadata by its name, such as `psl registers`. `present` is 0, and the value left as it was,
/// where there is none of that name.
///
/// # Safety
/// `pack` is open; `name` ends with a zero byte; `value` and `present` are valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_technique_metadata(
    pack: *const uberc_pack,
    handle: uberc_technique,
    name: *const c_char,
    value: *mut uberc_value,
    present: *mut u8,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let (pack, name) = unsafe { (at(pack, "pack")?, text(name, "name")?) };
        let found = technique(pack, handle)?.metadata().get(name);
        // SAFETY: as above.
        unsafe {
            if let Some(found) = found {
                put(value, found.into(), "value")?;
            }
            put(present, u8::from(found.is_some()), "present")
        }
    })
}
