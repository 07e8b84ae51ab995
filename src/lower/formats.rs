//! Formats of writable textures.

use naga::{ScalarKind, StorageFormat};

use super::shape::scalar;
use crate::atom::Atom;
use crate::ir::Element;

/// naga has no writable textures without a format: such a texture has the first of these that no other has, and a pass removes it.
pub fn placeholders(element: Element) -> [StorageFormat; 4] {
    use StorageFormat as F;
    match scalar(element.scalar).kind {
        ScalarKind::Sint => [F::Rgba8Sint, F::Rgba16Sint, F::Rgba32Sint, F::R32Sint],
        ScalarKind::Uint => [F::Rgba8Uint, F::Rgba16Uint, F::Rgba32Uint, F::R32Uint],
        _ => [F::Rgba8Snorm, F::Rgba16Float, F::Rgba32Float, F::Rgba8Unorm],
    }
}

/// The format of a writable texture: the declared one (by SPIR-V's names), else the one that stores the element type
/// exactly.
///
/// # Errors
/// The name of the format or type that has no image format.
pub fn storage_format(written: Option<Atom>, element: Element) -> Result<StorageFormat, String> {
    use StorageFormat as F;
    if let Some(written) = written {
        return Ok(match written.as_str() {
            "r8" => F::R8Unorm,
            "r8snorm" => F::R8Snorm,
            "r8ui" => F::R8Uint,
            "r8i" => F::R8Sint,
            "r16" => F::R16Unorm,
            "r16snorm" => F::R16Snorm,
            "r16ui" => F::R16Uint,
            "r16i" => F::R16Sint,
            "r16f" => F::R16Float,
            "rg8" => F::Rg8Unorm,
            "rg8snorm" => F::Rg8Snorm,
            "rg8ui" => F::Rg8Uint,
            "rg8i" => F::Rg8Sint,
            "r32ui" => F::R32Uint,
            "r32i" => F::R32Sint,
            "r32f" => F::R32Float,
            "rg16" => F::Rg16Unorm,
            "rg16snorm" => F::Rg16Snorm,
            "rg16ui" => F::Rg16Uint,
            "rg16i" => F::Rg16Sint,
            "rg16f" => F::Rg16Float,
            "rgba8" => F::Rgba8Unorm,
            "rgba8snorm" => F::Rgba8Snorm,
            "rgba8ui" => F::Rgba8Uint,
            "rgba8i" => F::Rgba8Sint,
            "rgb10a2" => F::Rgb10a2Unorm,
            "rgb10a2ui" => F::Rgb10a2Uint,
            "r11g11b10f" | "r11fg11fb10f" => F::Rg11b10Ufloat,
            "r64ui" => F::R64Uint,
            "rg32ui" => F::Rg32Uint,
            "rg32i" => F::Rg32Sint,
            "rg32f" => F::Rg32Float,
            "rgba16" => F::Rgba16Unorm,
            "rgba16snorm" => F::Rgba16Snorm,
            "rgba16ui" => F::Rgba16Uint,
            "rgba16i" => F::Rgba16Sint,
            "rgba16f" => F::Rgba16Float,
            "rgba32ui" => F::Rgba32Uint,
            "rgba32i" => F::Rgba32Sint,
            "rgba32f" => F::Rgba32Float,
            other => return Err(format!("the image format `{other}`")),
        });
    }
    let scalar = scalar(element.scalar);
    if scalar.width == 8 {
        return Err("writable textures of 64-bit elements".to_owned());
    }
    Ok(match (scalar.kind, element.count) {
        (ScalarKind::Float, 1) => F::R32Float,
        (ScalarKind::Float, 2) => F::Rg32Float,
        (ScalarKind::Float, _) => F::Rgba32Float,
        (ScalarKind::Sint, 1) => F::R32Sint,
        (ScalarKind::Sint, 2) => F::Rg32Sint,
        (ScalarKind::Sint, _) => F::Rgba32Sint,
        (_, 1) => F::R32Uint,
        (_, 2) => F::Rg32Uint,
        (_, _) => F::Rgba32Uint,
    })
}
