//! What only Vulkan has: memory at addresses, and clocks.

use naga::{BinaryOperator, ScalarKind};

use super::atomic::Operation;
use super::function::{FunctionBuilder, ValueHandle};
use super::lvalue::Lvalue;
use super::memory::BufferPlace;
use super::module::Words;
use super::spirv_only::{Instruction, WordAtomic};
use crate::ir::{Expr, Problem, ResourcePart, Result, Symbol, Type};

/// SPIR-V's numbers of the scopes that have a clock in Vulkan.
const DEVICE: i128 = 1;
const SUBGROUP: i128 = 3;

impl FunctionBuilder<'_, '_> {
    /// What lies at the address in the argument.
    pub fn place_at_address(&mut self, arguments: &[Expr], ty: &Type) -> Result<Lvalue> {
        let [address] = arguments else { return self.internal("memory without an address") };
        self.needs_spirv("memory at an address")?;
        let layout = self.raw_layout(ty)?;
        let address = self.value(address)?;
        let nowhere = Symbol("".into());
        Ok(Lvalue::Buffer(BufferPlace::new((address, Words::Address), nowhere, ResourcePart::Whole, layout)))
    }

    /// The address of a word: so many words and bytes behind another.
    pub fn address_of_word(&mut self, address: ValueHandle, words: Option<ValueHandle>, bytes: u32) -> ValueHandle {
        let mut address = address;
        if let Some(words) = words {
            // An index may be negative.
            let signed = self.bitcast(words, ScalarKind::Sint);
            let wide = self.cast(signed, naga::Scalar::I64);
            let wide = self.bitcast(wide, ScalarKind::Uint);
            let size = self.literal(naga::Literal::U64(4));
            let distance = self.binary(BinaryOperator::Multiply, wide, size);
            address = self.binary(BinaryOperator::Add, address, distance);
        }
        // The value is in words; what is left of the bytes is inside of one.
        match bytes & !3 {
            0 => address,
            bytes => {
                let bytes = self.literal(naga::Literal::U64(u64::from(bytes)));
                self.binary(BinaryOperator::Add, address, bytes)
            }
        }
    }

    pub fn load_at_address(&mut self, address: ValueHandle) -> ValueHandle {
        let (wide, word) = self.address_and_word();
        self.spirv_instruction(Instruction::LoadWord, &[(address, wide)], word)
    }

    pub fn store_at_address(&mut self, address: ValueHandle, value: ValueHandle) {
        let (wide, word) = self.address_and_word();
        // naga has no placeholder without a value; nothing reads this one.
        self.spirv_instruction(Instruction::StoreWord, &[(address, wide), (value, word)], word);
    }

    /// The value before the operation.
    pub fn atomic_at_address(
        &mut self,
        place: BufferPlace,
        operation: Operation,
        value: ValueHandle,
        number: naga::Scalar,
    ) -> Result<ValueHandle> {
        if number.width != 4 || number.kind == ScalarKind::Bool {
            return self.unsupported("an atomic function on anything but 32-bit numbers at an address");
        }
        let is_signed = number.kind == ScalarKind::Sint;
        let (atomic, compare) = match operation {
            Operation::Add => (WordAtomic::Add, None),
            Operation::Subtract => (WordAtomic::Subtract, None),
            Operation::And => (WordAtomic::And, None),
            Operation::Or => (WordAtomic::Or, None),
            Operation::Xor => (WordAtomic::Xor, None),
            Operation::Min => (if is_signed { WordAtomic::SignedMin } else { WordAtomic::Min }, None),
            Operation::Max => (if is_signed { WordAtomic::SignedMax } else { WordAtomic::Max }, None),
            Operation::Exchange(None) => (WordAtomic::Exchange, None),
            Operation::Exchange(compare) => (WordAtomic::CompareExchange, compare),
        };
        let (wide, word) = self.address_and_word();
        let address = self.word(place);
        let mut arguments = vec![(address, wide)];
        for operand in [Some(value), compare].into_iter().flatten() {
            let bits = if number.kind == ScalarKind::Uint { operand } else { self.bitcast(operand, ScalarKind::Uint) };
            arguments.push((bits, word));
        }
        let before = self.spirv_instruction(Instruction::AtomicWord(atomic), &arguments, word);
        Ok(if number.kind == ScalarKind::Uint { before } else { self.bitcast(before, number.kind) })
    }

    fn address_and_word(&mut self) -> (super::shape::Ty, super::shape::Ty) {
        (self.low.number(naga::Scalar::U64, 1, 1), self.low.number(naga::Scalar::U32, 1, 1))
    }

    /// The clock of the scope in the argument. `what`: the function, as the source spells it.
    pub fn clock(&mut self, what: &str, arguments: &[Expr]) -> Result<ValueHandle> {
        let [scope] = arguments else { return self.internal("a clock without a scope") };
        let of_device = match self.low.evaluator.integer(scope) {
            Some(DEVICE) => true,
            Some(SUBGROUP) => false,
            _ => {
                let text = format!("the scope of `{what}` is that of the subgroup or the device, and a constant");
                self.at(scope.at);
                return Err(Problem::mistake(self.token, text));
            }
        };
        self.needs_spirv(what)?;
        let ty = self.low.number(naga::Scalar::U64, 1, 1);
        Ok(self.spirv_instruction(Instruction::Clock { of_device }, &[], ty))
    }
}
