//! Source lines in SPIR-V. naga knows one file; a unit has many. So it is given a file in which each token is one column of
//! one line, and what it writes of that is replaced by where the tokens really stand.

use std::collections::BTreeMap;

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{Op, SourceLanguage};

use crate::compile::Analysis;

/// The name of the file that is replaced.
pub const FILE: &str = "tokens";

/// The file that naga is given: token *n* is column *n* + 2, as its spans begin at *n* + 1.
pub fn stand_in(tokens: usize) -> String {
    " ".repeat(tokens + 2)
}

/// Puts files, lines and columns where tokens are. A token of a macro is where the macro is used.
pub fn put(spirv: &[u8], analysis: &Analysis<'_>) -> Result<Vec<u8>, String> {
    let (text, sources) = (analysis.text, analysis.sources);
    let language = SourceLanguage::from_u32(analysis.language.spirv_number).unwrap_or(SourceLanguage::Unknown);
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let mut next = module.header.as_ref().map_or(1, |header| header.bound);
    let mut files: BTreeMap<std::sync::Arc<str>, u32> = BTreeMap::new();
    let lines = module
        .types_global_values
        .iter_mut()
        .chain(module.functions.iter_mut().flat_map(|function| &mut function.blocks).flat_map(|b| &mut b.instructions));
    for line in lines.filter(|instruction| instruction.class.opcode == Op::Line) {
        let [Operand::IdRef(file), Operand::LiteralBit32(row), Operand::LiteralBit32(column)] =
            line.operands.as_mut_slice()
        else {
            continue;
        };
        let token = column.checked_sub(2).and_then(|token| text.tokens.tokens.get(token as usize));
        let Some(token) = token else { continue };
        let (span, _) = text.tokens.place(token);
        let source = sources.get(span.file);
        let position = source.position(span.start);
        *file = *files.entry(source.name.clone()).or_insert_with(|| {
            next += 1;
            next - 1
        });
        (*row, *column) = (position.line, position.column);
    }
    // What naga says of the stand-in.
    module.debug_string_source.clear();
    for (name, id) in files {
        let name = Operand::LiteralString(name.to_string());
        module.debug_string_source.push(Instruction::new(Op::String, None, Some(id), vec![name]));
        let operands = vec![Operand::SourceLanguage(language), Operand::LiteralBit32(0), Operand::IdRef(id)];
        module.debug_string_source.push(Instruction::new(Op::Source, None, None, operands));
    }
    if let Some(header) = &mut module.header {
        header.bound = next;
    }
    Ok(module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}
