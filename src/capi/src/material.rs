//! Materials: shaders with values that a game uploads.

use std::ffi::c_char;

use uberc_runtime::{Material, MaterialId, MaterialValues, Scalar};

use crate::pack::{uberc_pack, uberc_text};
use crate::shader::{uberc_shader, unknown};
use crate::status::*;
use crate::technique::{technique, uberc_technique};

/// A material of an archive, for one target. Found by name once; good until the archive is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_material {
    pub target: u32,
    pub index: u32,
}

/// The values of a material for a technique. Valid until the archive is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_material_values {
    /// The contents of the block of public uniforms, by the rules of std140.
    pub block: *const u8,
    pub block_length: usize,
    pub texture_count: u32,
}

/// A texture of a material: its name in the shader, and the file as the document has it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_material_texture {
    pub name: uberc_text,
    pub file: uberc_text,
}

fn material<'p>(pack: &'p uberc_pack, handle: uberc_material) -> Result<Material<'p>, Failure> {
    let id = MaterialId { target: handle.target, index: handle.index };
    let found = pack.pack.material(id);
    found.ok_or_else(|| Failure::new(UBERC_BAD_ARGUMENT, "the material's handle is not of this archive"))
}

fn values<'p>(
    pack: &'p uberc_pack,
    handle: uberc_material,
    of: uberc_technique,
) -> Result<MaterialValues<'p>, Failure> {
    let found = material(pack, handle)?.values(&technique(pack, of)?);
    found.ok_or_else(|| Failure::new(UBERC_BAD_ARGUMENT, "the technique is not one of the material's shader"))
}

/// Finds a material by its name, for a target such as `spirv`.
///
/// # Safety
/// `pack` is open; `target` and `name` end with a zero byte; `material` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_material_find(
    pack: *const uberc_pack,
    target: *const c_char,
    name: *const c_char,
    material: *mut uberc_material,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let (pack, target, name) = unsafe { (at(pack, "pack")?, text(target, "target")?, text(name, "name")?) };
        let target = pack.pack.target(target).map_err(|error| unknown(&error))?;
        let id = target.material(name).map_err(|error| unknown(&error))?.id();
        // SAFETY: as above.
        unsafe { put(material, uberc_material { target: id.target, index: id.index }, "material") }
    })
}

/// How many materials the archive has, for all targets.
///
/// # Safety
/// `pack` is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_material_count(pack: *const uberc_pack) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { pack.as_ref() }.map_or(0, |pack| pack.pack.material_count())
}

/// A material's name.
///
/// # Safety
/// `pack` is open; `name` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_material_name(
    pack: *const uberc_pack,
    handle: uberc_material,
    name: *mut uberc_text,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let found = material(pack, handle)?.name();
        // SAFETY: as above.
        unsafe { put(name, found.into(), "name") }
    })
}

/// The shader that draws a material: materials that differ in values alone have the same.
///
/// # Safety
/// `pack` is open; `shader` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_material_shader(
    pack: *const uberc_pack,
    handle: uberc_material,
    shader: *mut uberc_shader,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let id = material(pack, handle)?.shader().id();
        // SAFETY: as above.
        unsafe { put(shader, uberc_shader { target: id.target, index: id.index }, "shader") }
    })
}

/// The values of a material for a technique of its shader. Allocates nothing.
///
/// # Safety
/// `pack` is open; `found` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_material_find_values(
    pack: *const uberc_pack,
    handle: uberc_material,
    technique: uberc_technique,
    found: *mut uberc_material_values,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let values = values(pack, handle, technique)?;
        let block = values.block();
        let texture_count = u32::try_from(values.textures().len()).unwrap_or(u32::MAX);
        let values = uberc_material_values { block: block.as_ptr(), block_length: block.len(), texture_count };
        // SAFETY: as above.
        unsafe { put(found, values, "found") }
    })
}

/// A texture of a material; `number` is below `texture_count`.
///
/// # Safety
/// `pack` is open; `found` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_material_texture_at(
    pack: *const uberc_pack,
    handle: uberc_material,
    technique: uberc_technique,
    number: u32,
    found: *mut uberc_material_texture,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let values = values(pack, handle, technique)?;
        let Some((name, Scalar::String(file))) = values.textures().iter().nth(number as usize) else {
            return Err(Failure::new(UBERC_BAD_ARGUMENT, format!("the material has no texture {number}")));
        };
        let texture = uberc_material_texture { name: name.into(), file: file.into() };
        // SAFETY: as above.
        unsafe { put(found, texture, "found") }
    })
}
