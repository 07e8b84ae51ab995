//! What a program asks of the machine's shader, which leaves out what no program needs.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::ast::BinaryOp;
use super::builtins::{self, Group};
use super::bytecode::{self, Instruction, Program, REGISTERS, STACK};

/// Registers and values on the stack of the small machine.
pub const SMALL: (u32, u32) = (32, 16);

/// The branches of the machine's shader (`examples/psl/machine`), each with whether the program needs it on. The machine
/// with all groups of functions on runs every program; each that is off makes it smaller.
pub fn features(program: &Program) -> Vec<(&'static str, bool)> {
    let calls = |group: Group| {
        program.instructions.iter().any(|instruction| match instruction {
            Instruction::Call(id) => builtins::by_id(*id).is_some_and(|builtin| builtin.group() == group),
            _ => false,
        })
    };
    vec![
        ("g_bMath", calls(Group::Math)),
        ("g_bGeometry", calls(Group::Geometry)),
        ("g_bTextures", calls(Group::Textures)),
        ("g_bAudio", calls(Group::Audio)),
        ("g_bSmall", fits_small(program)),
    ]
}

/// Whether the small machine runs a program as the large one does.
fn fits_small(program: &Program) -> bool {
    let registers = program.instructions.iter().filter_map(|instruction| match instruction {
        Instruction::PushVar(register) | Instruction::SetVar(register, _) => Some(register % REGISTERS + 1),
        _ => None,
    });
    registers.max().unwrap_or(0) <= SMALL.0 && stack_bound(program).is_some_and(|stack| stack <= SMALL.1)
}

/// The most values that are on the stack at any time; `None` if they may be more than it holds, for example where a loop
/// leaves a value in each iteration.
pub fn stack_bound(program: &Program) -> Option<u32> {
    let count = program.instructions.len();
    // The most values before each instruction. They only grow, and to no more than the stack holds, so this ends.
    let mut before: Vec<Option<u32>> = vec![None; count];
    let mut open = vec![(0_usize, 0_u32)];
    let mut most = 0;
    while let Some((at, depth)) = open.pop() {
        let Some(known) = before.get_mut(at) else { continue };
        if known.is_some_and(|known| known >= depth) {
            continue;
        }
        *known = Some(depth);
        let (taken, given) = bytecode::stack_effect(&program.instructions[at]);
        let after = depth.saturating_sub(taken) + given;
        if after > STACK {
            return None;
        }
        most = most.max(after);
        match program.instructions[at] {
            Instruction::Jump(slot) => open.push((slot as usize / 2, after)),
            Instruction::CondJump(slot) => open.extend([(slot as usize / 2, after), (at + 1, after)]),
            _ => open.push((at + 1, after)),
        }
    }
    Some(most)
}

/// A header for the machine's shader with which it has nothing but what a program uses: bits of opcodes, operators and
/// built-in functions.
pub fn header(program: &Program) -> String {
    let (mut opcodes, mut operators, mut has_masks) = (0_u32, 0_u32, false);
    let mut functions: BTreeSet<u32> = BTreeSet::new();
    for instruction in &program.instructions {
        // Opcodes that the machine does not know do nothing there either.
        opcodes |= 1_u32.checked_shl(instruction.opcode()).unwrap_or(0);
        match instruction {
            Instruction::Binary(op) => operators |= 1 << op.code(),
            Instruction::Call(id) => _ = functions.insert(*id),
            Instruction::SetVar(_, mask) => has_masks |= mask.is_some(),
            _ => {}
        }
    }
    let words = [0, 32, 64].map(|first| {
        let bits = functions.iter().filter(|id| (first..first + 32).contains(*id));
        bits.fold(0_u32, |all, id| all | 1 << (id - first))
    });
    let compares = BinaryOp::ALL.iter().any(|op| !op.is_arithmetic() && operators >> op.code() & 1 == 1);
    let registers = program.instructions.iter().filter_map(|instruction| match instruction {
        Instruction::PushVar(register) | Instruction::SetVar(register, _) => Some(register % REGISTERS + 1),
        _ => None,
    });
    // The machine masks numbers of registers and depths of the stack.
    let registers = registers.max().unwrap_or(1).next_power_of_two();
    let stack = stack_bound(program).map_or(STACK, |stack| stack.max(1).next_power_of_two());
    let mut text =
        String::from("// What one program uses of the machine; written by `uberc psl compile --target uses`.\n");
    text.push_str("#define PSL_PRUNED 1\n");
    _ = writeln!(text, "#define kUSED_OPCODES 0x{opcodes:x}");
    _ = writeln!(text, "#define kUSED_OPERATORS 0x{operators:x}");
    _ = writeln!(text, "#define kUSED_COMPARISONS {}", u8::from(compares));
    _ = writeln!(text, "#define kUSED_MASKS {}", u8::from(has_masks));
    for (number, word) in words.iter().enumerate() {
        _ = writeln!(text, "#define kUSED_FUNCTIONS{number} 0x{word:x}");
    }
    _ = writeln!(text, "#define kREGISTERS {registers}u\n#define kSTACK {stack}u");
    text
}
