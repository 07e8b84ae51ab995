//! An archive that is replaced while the game runs, with handles that survive.

use std::ffi::c_char;
use std::sync::Arc;

use uberc_runtime::{BranchHandle, Error, Generation, Live, ShaderHandle};

use crate::pack::{Bytes, open_file, uberc_pack};
use crate::shader::{uberc_branch, uberc_shader, unknown};
use crate::status::*;

/// The archive of a running game, which another may replace. It may be used by many threads at once.
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_live {
    live: Live<Bytes>,
}

/// An archive as it was loaded at some time: whole until it is released, whatever replaced it since. It may be used by
/// many threads at once. Keep it for a frame, not for longer: it holds the archive's memory.
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_generation {
    generation: Arc<Generation<Bytes>>,
    pack: uberc_pack,
}

/// A shader by target and name, whatever archive is loaded.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_live_shader {
    pub number: u32,
}

/// A branch of such a shader.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_live_branch {
    pub number: u32,
}

fn lost(error: &Error) -> Failure {
    match error {
        Error::UnknownHandle => Failure::new(UBERC_BAD_ARGUMENT, error),
        _ => unknown(error),
    }
}

/// Reads a file and begins with the archive in it. The path is UTF-8.
///
/// # Safety
/// `path` ends with a zero byte; `live` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_live_open_file(path: *const c_char, live: *mut *mut uberc_live) -> uberc_status {
    guarded(|| {
        if live.is_null() {
            return Err(Failure::null("live"));
        }
        // SAFETY: the caller's promise.
        let pack = open_file(unsafe { text(path, "path") }?)?;
        let opened = Box::into_raw(Box::new(uberc_live { live: Live::new(pack) }));
        // SAFETY: as above.
        unsafe { put(live, opened, "live") }
    })
}

/// Ends it; null is nothing to end. Generations that are still held stay whole.
///
/// # Safety
/// `live` is from `uberc_live_open_file`, not closed before, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_live_close(live: *mut uberc_live) {
    if !live.is_null() {
        // SAFETY: made by `Box::into_raw`, and given back once.
        drop(unsafe { Box::from_raw(live) });
    }
}

/// Replaces the archive by the one in a file: other threads see the old one whole or the new one whole. Where the file
/// cannot be read or is no archive, the old one stays. `lost` is how many handles lead to nothing in the new one: they
/// fail when they are used, and lead there again once an archive has their names again.
///
/// # Safety
/// `live` is open; `path` ends with a zero byte; `lost` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_live_reload_file(
    live: *const uberc_live,
    path: *const c_char,
    lost: *mut u32,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let (live, path) = unsafe { (at(live, "live")?, text(path, "path")?) };
        let missing = live.live.reload(open_file(path)?).len();
        if lost.is_null() {
            return Ok(());
        }
        // SAFETY: as above.
        unsafe { put(lost, u32::try_from(missing).unwrap_or(u32::MAX), "lost") }
    })
}

/// The handle of a shader that the archive loaded now has. Equal names, equal handles.
///
/// # Safety
/// `live` is open; `target` and `name` end with a zero byte; `shader` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_live_shader_find(
    live: *const uberc_live,
    target: *const c_char,
    name: *const c_char,
    shader: *mut uberc_live_shader,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let (live, target, name) = unsafe { (at(live, "live")?, text(target, "target")?, text(name, "name")?) };
        let number = live.live.shader(target, name).map_err(|error| lost(&error))?.number();
        // SAFETY: as above.
        unsafe { put(shader, uberc_live_shader { number }, "shader") }
    })
}

/// The handle of a branch that the archive loaded now has. Equal names, equal handles.
///
/// # Safety
/// `live` is open; `name` ends with a zero byte; `branch` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_live_branch_find(
    live: *const uberc_live,
    shader: uberc_live_shader,
    name: *const c_char,
    branch: *mut uberc_live_branch,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let (live, name) = unsafe { (at(live, "live")?, text(name, "name")?) };
        let shader = ShaderHandle::from_number(shader.number);
        let number = live.live.branch(shader, name).map_err(|error| lost(&error))?.number();
        // SAFETY: as above.
        unsafe { put(branch, uberc_live_branch { number }, "branch") }
    })
}

/// What is loaded now, to be given back with `uberc_generation_release`. Takes no lock.
///
/// # Safety
/// `live` is open; `generation` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_live_current(
    live: *const uberc_live,
    generation: *mut *mut uberc_generation,
) -> uberc_status {
    guarded(|| {
        if generation.is_null() {
            return Err(Failure::null("generation"));
        }
        // SAFETY: the caller's promise.
        let current = unsafe { at(live, "live") }?.live.current();
        let pack = uberc_pack { pack: current.shared_pack() };
        let held = Box::into_raw(Box::new(uberc_generation { generation: current, pack }));
        // SAFETY: as above.
        unsafe { put(generation, held, "generation") }
    })
}

/// Gives a generation back; null is nothing to give back. Everything that was found in it is invalid from then on.
///
/// # Safety
/// `generation` is from `uberc_live_current`, not released before, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_generation_release(generation: *mut uberc_generation) {
    if !generation.is_null() {
        // SAFETY: made by `Box::into_raw`, and given back once.
        drop(unsafe { Box::from_raw(generation) });
    }
}

/// The archive, for the functions that take one; null for null. It is the generation's: it is not to be closed, and it
/// goes with it.
///
/// # Safety
/// `generation` is null or held.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_generation_pack(generation: *const uberc_generation) -> *const uberc_pack {
    // SAFETY: the caller's promise.
    unsafe { generation.as_ref() }.map_or(std::ptr::null(), |held| std::ptr::from_ref(&held.pack))
}

/// How often the archive was replaced before: pipelines made of another number are stale.
///
/// # Safety
/// `generation` is null or held.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_generation_number(generation: *const uberc_generation) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { generation.as_ref() }.map_or(0, |held| held.generation.number())
}

/// The shader of a handle in this archive. No name is looked up.
///
/// # Safety
/// `generation` is held; `shader` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_generation_shader(
    generation: *const uberc_generation,
    handle: uberc_live_shader,
    shader: *mut uberc_shader,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let generation = &unsafe { at(generation, "generation") }?.generation;
        let found = generation.shader(ShaderHandle::from_number(handle.number)).map_err(|error| lost(&error))?.id();
        // SAFETY: as above.
        unsafe { put(shader, uberc_shader { target: found.target, index: found.index }, "shader") }
    })
}

/// The branch of a handle, for keys of this archive's shader. No name is looked up.
///
/// # Safety
/// `generation` is held; `branch` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_generation_branch(
    generation: *const uberc_generation,
    handle: uberc_live_branch,
    branch: *mut uberc_branch,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let generation = &unsafe { at(generation, "generation") }?.generation;
        let found = generation.branch(BranchHandle::from_number(handle.number)).map_err(|error| lost(&error))?;
        // SAFETY: as above.
        unsafe { put(branch, uberc_branch::from(found), "branch") }
    })
}
