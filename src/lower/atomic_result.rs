//! What an atomic function on a texture found there. naga's has no result, and does not exchange; so what follows it reads
//! a buffer that is none, and whoever writes the module puts the result in the place of what was read.

use naga::{AddressSpace, GlobalVariable, Handle, ResourceBinding, Span, StorageAccess};

use super::function::{FunctionBuilder, ValueHandle};
use super::module::Lowerer;

/// The descriptor set of buffers that are none.
pub const STAND_IN_SET: u32 = u32::MAX;

/// What the atomic function before is meant to be. It is the binding of a buffer that is none, of signed numbers one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Original {
    /// What it is.
    Kept = 0,
    /// An exchange, written as an addition.
    Exchange = 2,
    /// The same, if the texel is equal to the index of what is read.
    CompareExchange = 4,
}

impl Lowerer<'_> {
    fn stand_in(&mut self, original: Original, scalar: naga::Scalar) -> Handle<GlobalVariable> {
        let binding = original as u32 + u32::from(scalar == naga::Scalar::I32);
        if let Some(known) = self.stand_ins.get(&binding) {
            return *known;
        }
        let ty = self.words(scalar, None);
        let variable = GlobalVariable {
            name: None,
            space: AddressSpace::Storage { access: StorageAccess::LOAD },
            binding: Some(ResourceBinding { group: STAND_IN_SET, binding }),
            ty,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        };
        let variable = self.module.global_variables.append(variable, Span::UNDEFINED);
        self.stand_ins.insert(binding, variable);
        variable
    }
}

impl FunctionBuilder<'_, '_> {
    /// What the atomic function that has just been written found. `compare`: unsigned.
    pub fn original(&mut self, original: Original, scalar: naga::Scalar, compare: Option<ValueHandle>) -> ValueHandle {
        let variable = self.low.stand_in(original, scalar);
        let base = self.global(variable);
        let index = compare.unwrap_or_else(|| self.uint(0));
        let place = self.element(base, index);
        self.load(place)
    }
}
