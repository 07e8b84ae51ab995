//! Shaders, branches and keys.

use std::ffi::c_char;

use uberc_runtime::{Branch, BranchKind, Error, Shader, ShaderId, Value};

use crate::pack::{uberc_pack, uberc_text};
use crate::status::*;

/// A shader of an archive, for one target. Found by name once; good until the archive is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_shader {
    pub target: u32,
    pub index: u32,
}

/// A branch of a shader: where its value lies in a key, and which values there are.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_branch {
    /// Its bits in a key.
    pub mask: u64,
    /// The smallest value: 0 for booleans and enums.
    pub min: i64,
    /// The largest value: 1 for booleans.
    pub max: i64,
    pub first_bit: u32,
}

impl From<Branch> for uberc_branch {
    fn from(branch: Branch) -> uberc_branch {
        let (min, max) = match branch.kind() {
            BranchKind::Bool => (0, 1),
            BranchKind::Int { min, max } => (i64::from(min), i64::from(max)),
            BranchKind::Enum { members } => (0, i64::from(members) - 1),
        };
        uberc_branch { mask: branch.mask(), min, max, first_bit: branch.first_bit() }
    }
}

/// The shader with this handle.
pub(crate) fn shader<'p>(pack: &'p uberc_pack, handle: uberc_shader) -> Result<Shader<'p>, Failure> {
    let id = ShaderId { target: handle.target, index: handle.index };
    pack.pack.shader(id).ok_or_else(|| Failure::new(UBERC_BAD_ARGUMENT, "the shader's handle is not of this archive"))
}

pub(crate) fn unknown(error: &Error) -> Failure {
    Failure::new(UBERC_UNKNOWN_NAME, error)
}

/// Finds a shader by its name, for a target such as `spirv`.
///
/// # Safety
/// `pack` is open; `target` and `name` end with a zero byte; `shader` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_shader_find(
    pack: *const uberc_pack,
    target: *const c_char,
    name: *const c_char,
    shader: *mut uberc_shader,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let (pack, target, name) = unsafe { (at(pack, "pack")?, text(target, "target")?, text(name, "name")?) };
        let found = pack.pack.target(target).and_then(|target| target.shader(name)).map_err(|error| unknown(&error))?;
        let id = found.id();
        // SAFETY: as above.
        unsafe { put(shader, uberc_shader { target: id.target, index: id.index }, "shader") }
    })
}

/// How many shaders the archive has, for all targets: their indices are below.
///
/// # Safety
/// `pack` is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_shader_count(pack: *const uberc_pack) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { pack.as_ref() }.map_or(0, |pack| pack.pack.shader_count())
}

/// A shader's name.
///
/// # Safety
/// `pack` is open; `name` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_shader_name(
    pack: *const uberc_pack,
    handle: uberc_shader,
    name: *mut uberc_text,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let found = shader(pack, handle)?.name();
        // SAFETY: as above.
        unsafe { put(name, found.into(), "name") }
    })
}

/// How many bits the shader's keys have.
///
/// # Safety
/// `pack` is open; `bits` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_shader_key_bits(
    pack: *const uberc_pack,
    handle: uberc_shader,
    bits: *mut u32,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let found = shader(pack, handle)?.key_bits();
        // SAFETY: as above.
        unsafe { put(bits, found, "bits") }
    })
}

/// Finds a branch by its name.
///
/// # Safety
/// `pack` is open; `name` ends with a zero byte; `branch` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_branch_find(
    pack: *const uberc_pack,
    handle: uberc_shader,
    name: *const c_char,
    branch: *mut uberc_branch,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let (pack, name) = unsafe { (at(pack, "pack")?, text(name, "name")?) };
        let found = shader(pack, handle)?.branch(name).map_err(|error| unknown(&error))?;
        // SAFETY: as above.
        unsafe { put(branch, uberc_branch::from(found), "branch") }
    })
}

/// A message lists so many members of an enum, at most.
const MOST_MEMBERS: usize = 32;

/// Finds the value of an enum's member by its name.
///
/// # Safety
/// `pack` is open; the names end with a zero byte; `value` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_member_find(
    pack: *const uberc_pack,
    handle: uberc_shader,
    branch: *const c_char,
    member: *const c_char,
    value: *mut i64,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let (pack, name, member) = unsafe { (at(pack, "pack")?, text(branch, "branch")?, text(member, "member")?) };
        let shader = shader(pack, handle)?;
        let branch = shader.branch(name).map_err(|error| unknown(&error))?;
        let info = shader.branches().find(|info| info.handle() == branch);
        let Some(Value(found)) = info.as_ref().and_then(|info| info.member(member)) else {
            let known: Vec<&str> = info.iter().flat_map(|info| info.members()).take(MOST_MEMBERS + 1).collect();
            let known = match known.len() {
                0 => "it is no enum".to_owned(),
                count if count > MOST_MEMBERS => format!("the first of its members is `{}`", known[0]),
                _ => format!("its members are {}", known.join(", ")),
            };
            let message = format!("branch {name} has no member `{member}`; {known}");
            return Err(Failure::new(UBERC_UNKNOWN_NAME, message));
        };
        // SAFETY: as above.
        unsafe { put(value, found, "value") }
    })
}

/// Sets a branch's value in a key. The key that is all 0 has each branch at its first value.
///
/// # Safety
/// `key` is valid for reads and writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_key_set(key: *mut u64, branch: uberc_branch, value: i64) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let before = *unsafe { at(key, "key") }?;
        if value < branch.min || value > branch.max {
            let (min, max) = (branch.min, branch.max);
            return Err(Failure::new(UBERC_NO_SUCH_VALUE, format!("{value} is not from {min} to {max}")));
        }
        let encoded = value.wrapping_sub(branch.min).cast_unsigned();
        let bits = encoded.checked_shl(branch.first_bit).unwrap_or(0) & branch.mask;
        // SAFETY: the caller's promise.
        unsafe { put(key, before & !branch.mask | bits, "key") }
    })
}
