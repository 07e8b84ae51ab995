//! Calls of functions whose body is an instruction of SPIR-V.

use rspirv::grammar::{
    GLSL_STD_450_INSTRUCTION_TABLE, INSTRUCTION_TABLE, LogicalOperand, OperandKind, OperandQuantifier,
};
use rspirv::spirv::{Capability, GlslStd450Op, Op};

use super::function::{FunctionBuilder, ValueHandle};
use super::inline_types::{fit, fit_set};
use super::lvalue::Lvalue;
use super::module::Lowerer;
use super::shape::has_resources;
use super::spirv_only::{Instruction, MAX_INLINE};
use crate::ir::{Expr, Function, InlineInstruction, InlineOperand, Problem, Result, SpirvNeeds, Type};

/// The only set of extended instructions that the source can name.
pub const GLSL_SET: &str = "GLSL.std.450";

/// A call of a function whose body is an instruction: what the pass writes in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineCall {
    /// Its number in SPIR-V, or in `GLSL.std.450`.
    pub number: u32,
    pub is_extended: bool,
    pub has_result: bool,
    /// A capability that it needs, by its number in SPIR-V.
    pub capability: Option<u32>,
    pub operands: Vec<InlineArgument>,
}

/// An operand of the instruction behind its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlineArgument {
    Literal(u32),
    /// The next argument of the call.
    Value,
    /// The pointer from which the next argument of the call was loaded just before.
    Pointer,
}

/// What the grammar of SPIR-V says of an operand that follows the result.
fn takes_id(kind: OperandKind) -> bool {
    matches!(kind, OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics)
}

/// Whether an operand behind the result is a scope or the semantics of memory.
fn is_scope(operand: &LogicalOperand) -> Option<bool> {
    let is_result = matches!(operand.kind, OperandKind::IdResultType | OperandKind::IdResult);
    (!is_result).then_some(matches!(operand.kind, OperandKind::IdScope | OperandKind::IdMemorySemantics))
}

/// Whether an instruction may stand among those of a block that go on.
fn is_of_block(op: Op, name: &str) -> bool {
    use rspirv::grammar::reflect;
    let declares =
        ["Type", "Constant", "SpecConstant", "Decorate", "MemberDecorate", "GroupDecorate", "Execution", "Ext"];
    let opens =
        ["Function", "FunctionParameter", "FunctionEnd", "Variable", "Label", "Phi", "LoopMerge", "SelectionMerge"];
    let tells =
        ["Source", "String", "Name", "MemberName", "Line", "NoLine", "ModuleProcessed", "Capability", "EntryPoint"];
    let is_declaration = declares.iter().any(|first| name.starts_with(first));
    let others = ["MemoryModel", "DecorationGroup", "GroupMemberDecorate", "Undef", "Nop", "FunctionCall"];
    let is_other = opens.iter().chain(&tells).chain(&others).any(|known| *known == name);
    !(is_declaration || is_other || reflect::is_block_terminator(op))
}

/// Whether the instruction, whose operands behind the result are these, takes operands of these kinds.
fn fits(grammar: &[LogicalOperand], given: &[InlineOperand]) -> bool {
    let mut expected = grammar.iter();
    let mut repeated: Option<OperandKind> = None;
    for operand in given {
        let kind = match repeated {
            Some(kind) => kind,
            None => match expected.next() {
                Some(next) => {
                    repeated = (next.quantifier == OperandQuantifier::ZeroOrMore).then_some(next.kind);
                    next.kind
                }
                // What follows a mask of more operands: each bit of it may have some.
                None => return grammar.iter().any(|one| !takes_id(one.kind)),
            },
        };
        if takes_id(kind) == (*operand == InlineOperand::Literal) {
            return false;
        }
    }
    expected.all(|rest| rest.quantifier != OperandQuantifier::One)
}

impl Lowerer<'_> {
    /// Notes what a function needs of the module. `token`: where it is called.
    pub fn note_needs(&mut self, function: &Function, token: Option<u32>) -> Result<()> {
        let Some(needs) = &function.needs else { return Ok(()) };
        self.journal.keep_own();
        let SpirvNeeds { capabilities, extensions } = &**needs;
        for capability in capabilities {
            if Capability::from_u32(*capability).is_none() {
                return Err(Problem::unsupported(token, format!("the capability {capability} of SPIR-V")));
            }
            self.needs.0.insert(*capability);
        }
        if !self.placeholders_allowed {
            let what = "a function that needs something of SPIR-V, for any target but SPIR-V,";
            return Err(Problem::unsupported(token, what));
        }
        self.needs.1.extend(extensions.iter().copied());
        Ok(())
    }

    /// What all functions need.
    pub fn all_needs(&self) -> SpirvNeeds {
        let (capabilities, extensions) = &self.needs;
        // By their names, because the order of the strings is that of their places in memory.
        let mut extensions: Vec<_> = extensions.iter().copied().collect();
        extensions.sort_unstable_by_key(|name| name.as_str());
        SpirvNeeds { capabilities: capabilities.iter().copied().collect(), extensions }
    }
}

impl FunctionBuilder<'_, '_> {
    /// A call of a function whose body is an instruction.
    pub fn inline_call(
        &mut self,
        function: &Function,
        instruction: &InlineInstruction,
        arguments: &[Expr],
    ) -> Result<Option<ValueHandle>> {
        let name = function.symbol.name();
        let has_result = function.result != Type::Void;
        let capability = self.check_instruction(instruction, has_result, name)?;
        let mut call = InlineCall {
            number: instruction.number,
            is_extended: instruction.set.is_some(),
            has_result,
            capability,
            operands: Vec::new(),
        };
        let mut given = Vec::new();
        for (operand, argument) in instruction.operands.iter().zip(arguments) {
            if has_resources(&argument.ty) {
                return self.unsupported("a resource as an operand of an instruction of SPIR-V");
            }
            match operand {
                InlineOperand::Literal => {
                    call.operands.push(InlineArgument::Literal(self.literal_operand(argument)?));
                }
                InlineOperand::Value => {
                    let value = self.value(argument)?;
                    given.push((value, self.ty(&argument.ty)));
                    call.operands.push(InlineArgument::Value);
                }
                InlineOperand::Reference => {
                    let value = self.loaded_place(argument)?;
                    given.push((value, self.ty(&argument.ty)));
                    call.operands.push(InlineArgument::Pointer);
                }
            }
        }
        self.check_types(instruction, function, arguments)?;
        self.needs_spirv(&format!("the instruction `{name}` of SPIR-V"))?;
        self.low.note_needs(function, self.token)?;
        let result = if has_result { self.ty(&function.result) } else { self.low.number(naga::Scalar::U32, 1, 1) };
        let known = self.low.inline_calls.iter().position(|known| *known == call);
        let at = known.unwrap_or_else(|| {
            self.low.inline_calls.push(call);
            self.low.inline_calls.len() - 1
        });
        if at >= MAX_INLINE as usize {
            return self.unsupported(format!("more than {MAX_INLINE} instructions of SPIR-V in the source"));
        }
        let value = self.spirv_instruction(Instruction::Inline(at as u32), &given, result);
        Ok(has_result.then_some(value))
    }

    /// Reports types that are not those of the instruction, and instructions whose types are not known here.
    fn check_types(&self, of: &InlineInstruction, function: &Function, arguments: &[Expr]) -> Result<()> {
        let operands: Vec<(InlineOperand, &Type)> =
            of.operands.iter().copied().zip(arguments.iter().map(|argument| &argument.ty)).collect();
        let fits = match of.set {
            Some(_) => GlslStd450Op::from_u32(of.number).and_then(|op| fit_set(op, &function.result, &operands)),
            None => Op::from_u32(of.number).and_then(|op| {
                let scopes: Vec<bool> = INSTRUCTION_TABLE.get(op).operands.iter().filter_map(is_scope).collect();
                fit(op, &function.result, &operands, &scopes)
            }),
        };
        match fits {
            Some(true) => Ok(()),
            Some(false) => {
                let (number, name) = (of.number, function.symbol.name());
                let text = format!("the types of `{name}` are not those of the instruction {number} of SPIR-V");
                Err(Problem::mistake(self.token, text))
            }
            None => self.unsupported("values of these types for this instruction of SPIR-V"),
        }
    }

    /// Reports an instruction that does not exist, cannot stand in a function, or has other operands. Returns a capability that it needs.
    fn check_instruction(&mut self, of: &InlineInstruction, has_result: bool, name: &str) -> Result<Option<u32>> {
        let number = of.number;
        let (operands, gives, capabilities) = match of.set {
            Some(set) if set != GLSL_SET => {
                return self.unsupported(format!("the set `{set}` of instructions of SPIR-V"));
            }
            Some(_) => match GLSL_STD_450_INSTRUCTION_TABLE.lookup_opcode(number) {
                Some(known) => (known.operands, true, known.capabilities),
                None => return self.unsupported(format!("the instruction {number} of {GLSL_SET}")),
            },
            None => match Op::from_u32(number).and_then(|_| INSTRUCTION_TABLE.lookup_opcode(number)) {
                Some(known) if is_of_block(known.opcode, known.opname) => {
                    let operands = known.operands;
                    let results = operands
                        .iter()
                        .take_while(|one| matches!(one.kind, OperandKind::IdResultType | OperandKind::IdResult));
                    let results = results.count();
                    (&operands[results..], results == 2, known.capabilities)
                }
                Some(known) => {
                    return self.unsupported(format!("the instruction Op{} inside of a function", known.opname));
                }
                None => return self.unsupported(format!("the instruction {number} of SPIR-V")),
            },
        };
        if gives != has_result || !fits(operands, &of.operands) {
            let text =
                format!("the instruction {number} of SPIR-V has other operands, or another result, than `{name}`");
            return Err(Problem::mistake(self.token, text));
        }
        if capabilities.first() == Some(&Capability::Kernel) {
            return self.unsupported(format!("the instruction {number} of SPIR-V, which shaders do not have,"));
        }
        // Every module declares it.
        let is_extra = !capabilities.contains(&Capability::Shader);
        Ok(capabilities.first().filter(|_| is_extra).map(|capability| *capability as u32))
    }

    fn literal_operand(&mut self, argument: &Expr) -> Result<u32> {
        let value = self.low.evaluator.integer(argument);
        let known =
            value.and_then(|value| u32::try_from(value).ok().or(i32::try_from(value).ok().map(i32::cast_unsigned)));
        self.at(argument.at);
        known.ok_or_else(|| {
            let text = "the operand is part of the instruction, so it must be an integer constant of 32 bits";
            Problem::mistake(self.token, text)
        })
    }

    /// The value at the place of an argument, which the pass replaces by the pointer that it is loaded from.
    fn loaded_place(&mut self, argument: &Expr) -> Result<ValueHandle> {
        match self.place(argument)? {
            Lvalue::Pointer(pointer) | Lvalue::Shared(pointer, ..) => Ok(self.load(pointer)),
            _ => self.unsupported("a reference to this place for an instruction of SPIR-V"),
        }
    }
}
