//! System values that naga cannot represent, or not as inputs. They pass through naga as varyings whose locations no
//! device has; here those varyings become built-ins.

use std::collections::BTreeMap;

use rspirv::dr::{Module, Operand};
use rspirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, Op, StorageClass};

use super::{Facts, builder};
use crate::lower::Placeholder;

/// Makes built-ins of the varyings at [`Facts::system_values`].
pub fn replace_varyings(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    // By variable: which element of how many.
    let (mut clip, mut cull) = (BTreeMap::new(), BTreeMap::new());
    for at in 0..module.annotations.len() {
        let [Operand::IdRef(id), Operand::Decoration(Decoration::Location), Operand::LiteralBit32(location)] =
            *module.annotations[at].operands.as_slice()
        else {
            continue;
        };
        match facts.system_values.get(&location) {
            Some(Placeholder::Layer) => replace_varying(module, at, id, BuiltIn::Layer),
            Some(Placeholder::Viewport) => replace_varying(module, at, id, BuiltIn::ViewportIndex),
            Some(Placeholder::Device) => replace_varying(module, at, id, BuiltIn::DeviceIndex),
            Some(Placeholder::Draw) => replace_varying(module, at, id, BuiltIn::DrawIndex),
            Some(Placeholder::StencilReference) => replace_varying(module, at, id, BuiltIn::FragStencilRefEXT),
            Some(Placeholder::ShadingRate) => {
                let rate =
                    if is_output(module, id) { BuiltIn::PrimitiveShadingRateKHR } else { BuiltIn::ShadingRateKHR };
                replace_varying(module, at, id, rate)
            }
            Some(Placeholder::SubgroupSize) => replace_varying(module, at, id, BuiltIn::SubgroupSize),
            Some(Placeholder::SubgroupLane) => replace_varying(module, at, id, BuiltIn::SubgroupLocalInvocationId),
            Some(Placeholder::Barycentric { perspective: true }) => {
                replace_varying(module, at, id, BuiltIn::BaryCoordKHR)
            }
            Some(Placeholder::Barycentric { perspective: false }) => {
                replace_varying(module, at, id, BuiltIn::BaryCoordNoPerspKHR)
            }
            Some(Placeholder::Distance { cull: false, at, of }) => {
                clip.insert(id, (*at, *of));
            }
            Some(Placeholder::Distance { cull: true, at, of }) => {
                cull.insert(id, (*at, *of));
            }
            None => {}
        }
    }
    gather_distances(module, &clip, BuiltIn::ClipDistance, Capability::ClipDistance)?;
    gather_distances(module, &cull, BuiltIn::CullDistance, Capability::CullDistance)
}

/// Makes a variable a built-in by replacing its decoration, and declares what that needs.
fn replace_varying(module: &mut Module, decoration: usize, id: u32, built_in: BuiltIn) {
    module.annotations[decoration] = builder::built_in_decoration(id, built_in);
    let (capability, extension) = match (is_output(module, id), built_in) {
        (_, BuiltIn::ShadingRateKHR | BuiltIn::PrimitiveShadingRateKHR) => {
            (Capability::FragmentShadingRateKHR, Some("SPV_KHR_fragment_shading_rate"))
        }
        (_, BuiltIn::DeviceIndex) => (Capability::DeviceGroup, None),
        (_, BuiltIn::DrawIndex) => (Capability::DrawParameters, None),
        (_, BuiltIn::FragStencilRefEXT) => (Capability::StencilExportEXT, Some("SPV_EXT_shader_stencil_export")),
        (_, BuiltIn::SubgroupSize | BuiltIn::SubgroupLocalInvocationId) => (Capability::GroupNonUniform, None),
        (_, BuiltIn::BaryCoordKHR | BuiltIn::BaryCoordNoPerspKHR) => {
            (Capability::FragmentBarycentricKHR, Some("SPV_KHR_fragment_shader_barycentric"))
        }
        (true, _) => (Capability::ShaderViewportIndexLayerEXT, Some("SPV_EXT_shader_viewport_index_layer")),
        (false, BuiltIn::Layer) => (Capability::Geometry, None),
        (false, _) => (Capability::MultiViewport, None),
    };
    builder::add_capability(module, capability);
    if let Some(extension) = extension {
        builder::add_extension(module, extension);
    }
    if built_in == BuiltIn::FragStencilRefEXT {
        builder::add_execution_mode(module, ExecutionMode::StencilRefReplacingEXT);
    }
}

fn is_output(module: &Module, variable: u32) -> bool {
    let class = builder::global(module, variable).and_then(|variable| variable.operands.first());
    class == Some(&Operand::StorageClass(StorageClass::Output))
}

/// Makes one array of distances of inputs that are a number each: by variable, which element of how many it is.
fn gather_distances(
    module: &mut Module,
    numbers: &BTreeMap<u32, (u32, u32)>,
    built_in: BuiltIn,
    capability: Capability,
) -> Result<(), String> {
    let Some((_, count)) = numbers.values().next() else { return Ok(()) };
    builder::add_capability(module, capability);
    let is_number = |id: u32| numbers.contains_key(&id);
    let mut globals = module.types_global_values.iter();
    let mut at =
        globals.position(|global| global.result_id.is_some_and(is_number)).ok_or("a distance has no variable")?;
    let pointer = module.types_global_values[at].result_type.ok_or("a distance has no type")?;
    let (_, float) = builder::pointee(module, pointer).ok_or("a distance has no type")?;

    let uint = uint_before(module, &mut at)?;
    let mut insert = |op, ty, operands| builder::insert_global(module, &mut at, op, ty, operands);
    let mut constant = |value| insert(Op::Constant, Some(uint), vec![Operand::LiteralBit32(value)]);
    let length = constant(*count);
    let indices: BTreeMap<u32, u32> = numbers.iter().map(|(id, (element, _))| (*id, constant(*element))).collect();
    let input = || Operand::StorageClass(StorageClass::Input);
    let array = insert(Op::TypeArray, None, vec![Operand::IdRef(float), Operand::IdRef(length)]);
    let whole = insert(Op::TypePointer, None, vec![input(), Operand::IdRef(array)]);
    let variable = insert(Op::Variable, Some(whole), vec![input()]);

    builder::remove_variables(module, is_number);
    module.annotations.push(builder::built_in_decoration(variable, built_in));
    for entry in &mut module.entry_points {
        entry.operands.retain(|operand| !matches!(operand, Operand::IdRef(id) if is_number(*id)));
        entry.operands.push(Operand::IdRef(variable));
    }
    builder::redirect_to_elements(module, pointer, |id| Some((variable, *indices.get(&id)?)));
    Ok(())
}

/// The type of unsigned numbers, declared before a place among the globals. A module declares a type once, so that a
/// later declaration is moved.
fn uint_before(module: &mut Module, at: &mut usize) -> Result<u32, String> {
    let operands = vec![Operand::LiteralBit32(32), Operand::LiteralBit32(0)];
    let mut globals = module.types_global_values.iter();
    let known = globals.position(|global| global.class.opcode == Op::TypeInt && global.operands == operands);
    let Some(known) = known else { return Ok(builder::insert_global(module, at, Op::TypeInt, None, operands)) };
    let id = module.types_global_values[known].result_id.ok_or("a type has no id")?;
    if known > *at {
        let declared = module.types_global_values.remove(known);
        module.types_global_values.insert(*at, declared);
        *at += 1;
    }
    Ok(id)
}
