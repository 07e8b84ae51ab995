//! Techniques, their stages, and what they bind.

use uberc_runtime::{Stage, Technique, Variant};

use crate::pack::{uberc_pack, uberc_text};
use crate::shader::{shader, uberc_shader};
use crate::state::uberc_render_state;
use crate::status::*;

/// A technique: equal numbers of one shader, the same technique.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_technique {
    pub shader: uberc_shader,
    pub number: u32,
}

/// A stage of the pipeline.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub enum uberc_stage {
    UBERC_VERTEX = 0,
    UBERC_PIXEL = 1,
    UBERC_COMPUTE = 2,
    UBERC_HULL = 3,
    UBERC_DOMAIN = 4,
    UBERC_GEOMETRY = 5,
    UBERC_AMPLIFICATION = 6,
    UBERC_MESH = 7,
}

/// A compiled stage.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_variant {
    /// Techniques that share it say the same.
    pub index: u32,
    /// Its code, for `uberc_decode`: equal numbers, equal code.
    pub blob: u32,
    /// Bytes of the code.
    pub code_length: usize,
    /// The entry point's name in the code.
    pub entry_point: uberc_text,
    pub binding_count: u32,
    /// Threads a group, of compute stages; else 0.
    pub workgroup: [u32; 3],
}

/// A resource of a stage. `kind` is as in FORMAT.md, section 15.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_binding {
    pub set: u32,
    pub binding: u32,
    pub name: uberc_text,
    pub kind: u32,
    /// Descriptors; 0: unbounded.
    pub count: u32,
    /// Bytes of a buffer block; else 0.
    pub size: u32,
    /// The number in the code where the target has number spaces of its own; else `UINT32_MAX`.
    pub slot: u32,
    /// The name in the code where it is another; else without data.
    pub renamed: uberc_text,
}

pub(crate) fn technique<'p>(pack: &'p uberc_pack, handle: uberc_technique) -> Result<Technique<'p>, Failure> {
    shader(pack, handle.shader)?
        .technique_by_number(handle.number)
        .ok_or_else(|| Failure::new(UBERC_BAD_ARGUMENT, "the technique's handle is not of this archive"))
}

/// Finds the technique of a permutation. Allocates nothing unless it misses.
///
/// # Safety
/// `pack` is open; `technique` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_technique_find(
    pack: *const uberc_pack,
    handle: uberc_shader,
    key: u64,
    technique: *mut uberc_technique,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let shader = shader(pack, handle)?;
        let found = shader.technique(shader.key_from_bits(key)).map_err(|miss| Failure::new(UBERC_MISS, miss))?;
        // SAFETY: as above.
        unsafe { put(technique, uberc_technique { shader: handle, number: found.number() }, "technique") }
    })
}

/// Finds the technique that the shader's declared fallback gives for a permutation that is not built. It may be another
/// shader's.
///
/// # Safety
/// `pack` is open; `technique` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_fallback(
    pack: *const uberc_pack,
    handle: uberc_shader,
    key: u64,
    technique: *mut uberc_technique,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let shader = shader(pack, handle)?;
        let found = match shader.technique(shader.key_from_bits(key)) {
            Ok(found) => uberc_technique { shader: handle, number: found.number() },
            Err(miss) => {
                let found = miss.fallback().ok_or_else(|| Failure::new(UBERC_MISS, miss))?;
                let id = found.shader.id();
                let shader = uberc_shader { target: id.target, index: id.index };
                uberc_technique { shader, number: found.technique.number() }
            }
        };
        // SAFETY: as above.
        unsafe { put(technique, found, "technique") }
    })
}

/// A technique's render state.
///
/// # Safety
/// `pack` is open; `state` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_technique_render_state(
    pack: *const uberc_pack,
    handle: uberc_technique,
    state: *mut uberc_render_state,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let found = technique(pack, handle)?.render_state();
        // SAFETY: as above.
        unsafe { put(state, (&found).into(), "state") }
    })
}

/// A technique's vertex format as the sidecar names it; without data where it names none.
///
/// # Safety
/// `pack` is open; `name` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_technique_vertex_format(
    pack: *const uberc_pack,
    handle: uberc_technique,
    name: *mut uberc_text,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let found = technique(pack, handle)?.vertex_format();
        // SAFETY: as above.
        unsafe { put(name, found.into(), "name") }
    })
}

/// A technique's stage. `present` is 0, and the variant left as it was, where it has none.
///
/// # Safety
/// `pack` is open; `variant` and `present` are valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_technique_stage(
    pack: *const uberc_pack,
    handle: uberc_technique,
    // A number: C may hand in what no member stands for.
    stage: u32,
    variant: *mut uberc_variant,
    present: *mut u8,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let stage = u8::try_from(stage).ok().and_then(Stage::from_index);
        let stage = stage.ok_or_else(|| Failure::new(UBERC_BAD_ARGUMENT, "there is no such stage"))?;
        let found = technique(pack, handle)?.stage(stage);
        // SAFETY: as above.
        unsafe {
            if let Some(found) = found {
                put(variant, describe(&found), "variant")?;
            }
            put(present, u8::from(found.is_some()), "present")
        }
    })
}

fn describe(variant: &Variant<'_>) -> uberc_variant {
    uberc_variant {
        index: variant.index(),
        blob: variant.blob().index(),
        code_length: variant.blob().len(),
        entry_point: variant.entry_point().into(),
        binding_count: u32::try_from(variant.bindings().len()).unwrap_or(u32::MAX),
        workgroup: variant.workgroup_size().unwrap_or_default(),
    }
}

/// A variant's binding, by its number; they are sorted by set and binding.
///
/// # Safety
/// `pack` is open; `binding` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_variant_binding(
    pack: *const uberc_pack,
    variant: u32,
    number: u32,
    binding: *mut uberc_binding,
) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        let pack = unsafe { at(pack, "pack") }?;
        let found = pack.pack.variant(variant).and_then(|variant| variant.binding(number));
        let found = found.ok_or_else(|| Failure::new(UBERC_BAD_ARGUMENT, "there is no such binding"))?;
        let found = uberc_binding {
            set: found.set,
            binding: found.binding,
            name: found.name.into(),
            kind: found.kind as u32,
            count: found.count,
            size: found.size,
            slot: found.slot.unwrap_or(u32::MAX),
            renamed: found.renamed.into(),
        };
        // SAFETY: as above.
        unsafe { put(binding, found, "binding") }
    })
}
