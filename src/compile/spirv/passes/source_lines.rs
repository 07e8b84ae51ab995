//! Source lines. naga knows one source file; a program has many. So naga is given a file of one line in which each
//! token is one column, and the pass replaces each such place by the token's own file, line and column.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::Op;

use super::{Facts, Lines, builder};

/// The name of the file that naga is given.
pub const FILE_NAME: &str = "tokens";

/// The file that naga is given for so many tokens: token *n* is column *n* + 2, as its span begins at byte *n* + 1.
pub fn columns_of_tokens(count: usize) -> String {
    " ".repeat(count + 2)
}

/// Puts files, lines and columns where tokens are.
pub fn place_lines(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    let Some(Lines { language, place, .. }) = facts.lines else { return Ok(()) };
    let mut functions = std::mem::take(&mut module.functions);
    let mut globals = std::mem::take(&mut module.types_global_values);
    let mut files: BTreeMap<Arc<str>, u32> = BTreeMap::new();
    let blocks = functions.iter_mut().flat_map(|function| &mut function.blocks);
    let all = globals.iter_mut().chain(blocks.flat_map(|block| &mut block.instructions));
    for line in all.filter(|instruction| instruction.class.opcode == Op::Line) {
        let [Operand::IdRef(file), Operand::LiteralBit32(row), Operand::LiteralBit32(column)] =
            line.operands.as_mut_slice()
        else {
            continue;
        };
        let Some(found) = column.checked_sub(2).and_then(place) else { continue };
        *file = *files.entry(found.file).or_insert_with(|| builder::fresh_id(module));
        (*row, *column) = (found.line, found.column);
    }
    module.functions = functions;
    module.types_global_values = globals;
    // Naga's own strings describe the file that it was given; those of messages stay.
    let of_messages: BTreeSet<u32> = module
        .all_inst_iter()
        .filter(|one| one.class.opcode == Op::ExtInst)
        .flat_map(|one| one.operands.iter().filter_map(Operand::id_ref_any))
        .collect();
    module
        .debug_string_source
        .retain(|one| one.class.opcode == Op::String && one.result_id.is_some_and(|id| of_messages.contains(&id)));
    for (name, id) in files {
        let name = Operand::LiteralString(name.to_string());
        module.debug_string_source.push(Instruction::new(Op::String, None, Some(id), vec![name]));
        let operands = vec![Operand::SourceLanguage(language), Operand::LiteralBit32(0), Operand::IdRef(id)];
        module.debug_string_source.push(Instruction::new(Op::Source, None, None, operands));
    }
    Ok(())
}
