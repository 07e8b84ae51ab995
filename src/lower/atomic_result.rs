//! The result of an atomic function on a texture, that is, the texel's value before it. naga's image atomics have no
//! result and no exchange. So the module reads a buffer that does not exist directly after the atomic, and a SPIR-V
//! pass (`compile/spirv/passes/texel_atomic.rs`) replaces that read by the result.

use naga::{AddressSpace, GlobalVariable, Handle, ResourceBinding, Span, StorageAccess};

use super::function::{FunctionBuilder, ValueHandle};
use super::module::Lowerer;

/// The descriptor set of the buffers that do not exist.
pub const PLACEHOLDER_SET: u32 = u32::MAX;

/// The replacement of the atomic function before the read. The number is the binding of the buffer; for signed
/// integers, the binding is one higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicResult {
    /// The atomic function is not replaced.
    Kept = 0,
    /// An exchange; in naga's module it is an addition.
    Exchange = 2,
    /// An exchange if the texel equals the index of the read; in naga's module it is an addition.
    CompareExchange = 4,
}

impl Lowerer<'_> {
    /// The buffer of words that does not exist, with this binding.
    pub fn placeholder(&mut self, binding: u32, scalar: naga::Scalar) -> Handle<GlobalVariable> {
        if let Some(known) = self.placeholders.get(&binding) {
            return *known;
        }
        let ty = self.words(scalar, None);
        let variable = GlobalVariable {
            name: None,
            space: AddressSpace::Storage { access: StorageAccess::LOAD },
            binding: Some(ResourceBinding { group: PLACEHOLDER_SET, binding }),
            ty,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        };
        let variable = self.module.global_variables.append(variable, Span::UNDEFINED);
        self.placeholders.insert(binding, variable);
        variable
    }
}

impl FunctionBuilder<'_, '_> {
    /// The result of the atomic function that was written last. `compare`: the unsigned value of a compare-exchange.
    pub fn atomic_result(
        &mut self,
        kind: AtomicResult,
        scalar: naga::Scalar,
        compare: Option<ValueHandle>,
    ) -> ValueHandle {
        let variable = self.low.placeholder(kind as u32 + u32::from(scalar == naga::Scalar::I32), scalar);
        let base = self.global(variable);
        let index = compare.unwrap_or_else(|| self.uint(0));
        let place = self.element(base, index);
        self.load(place)
    }
}
