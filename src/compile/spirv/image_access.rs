//! What a module does with its storage images, as decorations.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op};

use super::reflect::{Reader, to_bytes};

/// Decorates the storage images that the module does not read or does not write: a source may be unable to
/// declare an image write-only, and WGSL and GLSL ES allow a format such as `rgba32float` only where the image is not read. An image
/// that is passed to a function counts as read and written.
pub fn mark(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let reader = Reader::new(&module);
    let images: BTreeSet<u32> = module
        .types_global_values
        .iter()
        .filter(|instruction| instruction.class.opcode == Op::Variable)
        .filter_map(|variable| {
            let image = reader.operand_id(variable.result_type?, 1)?;
            let storage = reader.op(image) == Some(Op::TypeImage) && reader.operand_literal(image, 5) == Some(2);
            variable.result_id.filter(|_| storage)
        })
        .collect();
    let mut loaded = BTreeMap::new();
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    for instruction in module.functions.iter().flat_map(|function| function.all_inst_iter()) {
        let first = instruction.operands.first().and_then(Operand::id_ref_any);
        match (instruction.class.opcode, first) {
            (Op::Load, Some(variable)) if images.contains(&variable) => {
                loaded.extend(instruction.result_id.map(|id| (id, variable)));
            }
            (Op::ImageWrite, Some(image)) => written.extend(loaded.get(&image)),
            (Op::ImageQuerySize | Op::ImageQueryFormat, _) => {}
            // Reads, atomics (which name the variable itself), and anything else that might.
            _ => {
                for id in instruction.operands.iter().filter_map(Operand::id_ref_any) {
                    read.extend(loaded.get(&id));
                    if images.contains(&id) {
                        read.insert(id);
                        written.insert(id);
                    }
                }
            }
        }
    }
    let mut marks = Vec::new();
    for image in images {
        for (used, decoration) in [(&read, Decoration::NonReadable), (&written, Decoration::NonWritable)] {
            if !used.contains(&image) && reader.decoration(image, None, decoration).is_none() {
                let operands = vec![Operand::IdRef(image), Operand::Decoration(decoration)];
                marks.push(Instruction::new(Op::Decorate, None, None, operands));
            }
        }
    }
    module.annotations.extend(marks);
    Ok(to_bytes(&module))
}
