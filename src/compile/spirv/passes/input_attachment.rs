//! Input attachments. naga cannot represent them, so it is given two-dimensional textures; here those become attachments, whose pixel
//! is read at an offset of zero from the one that is drawn.

use std::collections::BTreeMap;

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Capability, Decoration, Dim, ImageFormat, ImageOperands, Op};

use super::{Facts, builder, image_types};

/// Makes attachments of the textures at [`Facts::input_attachments`]. SPIR-V 1.6, `OpTypeImage`: an image of `SubpassData` is used without
/// a sampler (2), has no format, and is read by `OpImageRead`.
pub fn replace_textures(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    let bindings = builder::bindings(module).into_iter();
    let variables: BTreeMap<u32, u32> =
        bindings.filter_map(|(id, place)| Some((id, *facts.input_attachments.get(&place)?))).collect();
    let change = |image: &mut Instruction| {
        let fields = [
            (1, Operand::Dim(Dim::DimSubpassData)),
            (5, Operand::LiteralBit32(2)),
            (6, Operand::ImageFormat(ImageFormat::Unknown)),
        ];
        for (at, field) in fields {
            if let Some(known) = image.operands.get_mut(at) {
                *known = field;
            }
        }
    };
    image_types::replace(module, variables.keys().copied().collect(), change, |read| {
        if read.class.opcode == Op::ImageFetch {
            let mut operands = read.operands.drain(..).collect::<Vec<_>>();
            // An attachment has no levels; a sample stays.
            let is_sample =
                matches!(operands.get(2), Some(Operand::ImageOperands(with)) if with.contains(ImageOperands::SAMPLE));
            operands.truncate(if is_sample { 4 } else { 2 });
            *read = Instruction::new(Op::ImageRead, read.result_type, read.result_id, operands);
        }
    });
    for (id, index) in variables {
        let operands = vec![
            Operand::IdRef(id),
            Operand::Decoration(Decoration::InputAttachmentIndex),
            Operand::LiteralBit32(index),
        ];
        module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
    }
    builder::add_capability(module, Capability::InputAttachment);
    Ok(())
}
