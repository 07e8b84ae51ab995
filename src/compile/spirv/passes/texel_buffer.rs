//! Typed buffers. naga cannot represent them, so it is given one-dimensional textures; here those become the texel
//! buffers of Vulkan.

use std::collections::BTreeSet;

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Capability, Dim, Op};

use super::{Facts, builder, image_types};

/// Makes texel buffers of the textures at [`Facts::texel_buffers`].
pub fn replace_textures(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    let bindings = builder::bindings(module).into_iter();
    let variables: BTreeSet<u32> =
        bindings.filter(|(_, place)| facts.texel_buffers.contains(place)).map(|(id, _)| id).collect();
    let make_buffer = |image: &mut Instruction| {
        if let Some(dim) = image.operands.get_mut(1) {
            *dim = Operand::Dim(Dim::DimBuffer);
        }
    };
    image_types::replace(module, variables, make_buffer, |user| {
        match (user.class.opcode, user.result_type, user.result_id) {
            // A buffer has no levels.
            (Op::ImageFetch, ..) => user.operands.truncate(2),
            (Op::ImageQuerySizeLod, ty, id) => {
                let operands = user.operands.drain(..1).collect();
                *user = Instruction::new(Op::ImageQuerySize, ty, id, operands);
            }
            _ => {}
        }
    });
    set_capabilities(module);
    Ok(())
}

/// Declares the capabilities of the image types that the module has now, and no others of these.
fn set_capabilities(module: &mut Module) {
    let has = |module: &Module, dim: Dim, sampled: u32| {
        module.types_global_values.iter().any(|global| {
            global.class.opcode == Op::TypeImage
                && global.operands.get(1) == Some(&Operand::Dim(dim))
                && global.operands.get(5) == Some(&Operand::LiteralBit32(sampled))
        })
    };
    // 1: read through a sampled image; 2: a storage image.
    let capabilities = [
        (Capability::Sampled1D, Dim::Dim1D, 1),
        (Capability::Image1D, Dim::Dim1D, 2),
        (Capability::SampledBuffer, Dim::DimBuffer, 1),
        (Capability::ImageBuffer, Dim::DimBuffer, 2),
    ];
    for (capability, dim, sampled) in capabilities {
        builder::remove_capability(module, capability);
        if has(module, dim, sampled) {
            builder::add_capability(module, capability);
        }
    }
}
