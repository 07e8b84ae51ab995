//! Arrays of constant buffers in SPIR-V. naga's writer decorates what an array in the storage class holds as a block, but
//! not what one of constant buffers holds.

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op, StorageClass};

/// Whether the module has such arrays.
pub(super) fn has(module: &naga::Module) -> bool {
    module.global_variables.iter().any(|(_, variable)| {
        variable.space == naga::AddressSpace::Uniform
            && matches!(module.types[variable.ty].inner, naga::TypeInner::BindingArray { .. })
    })
}

/// The module with their structures as blocks.
pub(super) fn as_blocks(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let globals = &module.types_global_values;
    let find = |id: u32| globals.iter().find(|instruction| instruction.result_id == Some(id));
    let mut blocks = Vec::new();
    for variable in globals.iter().filter(|instruction| instruction.class.opcode == Op::Variable) {
        if variable.operands.first() != Some(&Operand::StorageClass(StorageClass::Uniform)) {
            continue;
        }
        let Some([_, Operand::IdRef(array)]) =
            variable.result_type.and_then(find).map(|pointer| pointer.operands.as_slice())
        else {
            continue;
        };
        let Some(array) = find(*array) else { continue };
        if let (Op::TypeArray | Op::TypeRuntimeArray, Some(Operand::IdRef(element))) =
            (array.class.opcode, array.operands.first())
            && !blocks.contains(element)
        {
            blocks.push(*element);
        }
    }
    for block in blocks {
        let operands = vec![Operand::IdRef(block), Operand::Decoration(Decoration::Block)];
        module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
    }
    Ok(module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}
