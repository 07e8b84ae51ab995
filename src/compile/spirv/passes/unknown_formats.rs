//! Writable textures without a format: the game's view has it. naga requires one, so such a texture has a placeholder in its module.

use std::collections::BTreeSet;

use naga::StorageFormat as F;
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Capability, ImageFormat, Op};

use super::{Facts, builder};

/// The operand of `OpTypeImage` that is the format.
const FORMAT: usize = 6;

/// Removes the formats of [`Facts::unknown_formats`].
pub fn remove(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    let formats = facts.unknown_formats.iter().map(|format| name(*format)).collect::<Result<Vec<_>, _>>()?;
    let mut types = BTreeSet::new();
    for global in module.types_global_values.iter_mut().filter(|global| global.class.opcode == Op::TypeImage) {
        if let Some(Operand::ImageFormat(format)) = global.operands.get_mut(FORMAT)
            && formats.contains(format)
        {
            *format = ImageFormat::Unknown;
            types.extend(global.result_id);
        }
    }
    let is_image = |one: &&Instruction| one.result_type.is_some_and(|ty| types.contains(&ty));
    let images: BTreeSet<u32> = module.all_inst_iter().filter(is_image).filter_map(|one| one.result_id).collect();
    let uses = |op: Op| {
        let is_of =
            |one: &Instruction| one.class.opcode == op && builder::base(one).is_some_and(|of| images.contains(&of));
        module.all_inst_iter().any(is_of)
    };
    let (reads, writes) = (uses(Op::ImageRead) || uses(Op::ImageSparseRead), uses(Op::ImageWrite));
    if reads {
        builder::add_capability(module, Capability::StorageImageReadWithoutFormat);
    }
    if writes {
        builder::add_capability(module, Capability::StorageImageWriteWithoutFormat);
    }
    Ok(())
}

/// The placeholders of `lower::formats`.
fn name(format: F) -> Result<ImageFormat, String> {
    Ok(match format {
        F::Rgba8Unorm => ImageFormat::Rgba8,
        F::Rgba8Snorm => ImageFormat::Rgba8Snorm,
        F::Rgba8Uint => ImageFormat::Rgba8ui,
        F::Rgba8Sint => ImageFormat::Rgba8i,
        F::Rgba16Float => ImageFormat::Rgba16f,
        F::Rgba16Uint => ImageFormat::Rgba16ui,
        F::Rgba16Sint => ImageFormat::Rgba16i,
        F::Rgba32Float => ImageFormat::Rgba32f,
        F::Rgba32Uint => ImageFormat::Rgba32ui,
        F::Rgba32Sint => ImageFormat::Rgba32i,
        F::R32Uint => ImageFormat::R32ui,
        F::R32Sint => ImageFormat::R32i,
        other => return Err(format!("{other:?} is no placeholder of a format")),
    })
}
