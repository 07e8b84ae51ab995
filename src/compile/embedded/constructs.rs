//! What a naga module contains that some form cannot represent, or that a SPIR-V pass changes.

use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, ArraySize, Barrier, BinaryOperator, Binding, Block, BuiltIn, EntryPoint, Expression, Function,
    FunctionArgument, Handle, ImageClass, ImageDimension, ImageQuery, Module, SampleLevel, Scalar, ScalarKind,
    ShaderStage, Statement, StorageAccess, Type, TypeInner,
};

use crate::compile::spirv::passes::Facts;
use crate::lower::{INSTRUCTION_BINDING, PLACEHOLDER_SET};

/// What the SPIR-V passes must know of a module. What only lowering knows is left at its default.
pub fn facts(module: &Module) -> Facts<'static> {
    let mut facts = Facts {
        sample_mask: has_sample_mask(module),
        draw_parameters: has_draw_parameters(module),
        primitive_inputs: has_primitive_inputs(module),
        array_sizes: module.types.iter().any(|(_, ty)| is_array_with_size(&ty.inner))
            && queries_images(module, |_| true),
        ..Facts::default()
    };
    for (_, variable) in module.global_variables.iter() {
        match (&module.types[variable.ty].inner, variable.space) {
            (TypeInner::BindingArray { base, .. }, space) => {
                facts.resource_arrays = true;
                facts.texel_elements |= has_atomics(&module.types[*base].inner);
                facts.uniform_arrays |= space == AddressSpace::Uniform;
            }
            (TypeInner::Array { .. } | TypeInner::Struct { .. }, AddressSpace::WorkGroup) => {
                facts.workgroup_aggregates = true;
            }
            _ => {}
        }
        if let Some(binding) = &variable.binding
            && binding.group == PLACEHOLDER_SET
        {
            facts.instructions |= binding.binding == INSTRUCTION_BINDING;
            facts.texel_results |= binding.binding != INSTRUCTION_BINDING;
        }
    }
    facts
}

/// Whether atomic functions work on its texels.
fn has_atomics(ty: &TypeInner) -> bool {
    let TypeInner::Image { class: ImageClass::Storage { access, .. }, .. } = ty else { return false };
    access.contains(StorageAccess::ATOMIC)
}

/// Whether it is an array of images whose size naga's SPIR-V writer gets wrong.
fn is_array_with_size(ty: &TypeInner) -> bool {
    let TypeInner::Image { dim, arrayed: true, class } = ty else { return false };
    *dim == ImageDimension::D1 || class.is_multisampled() || matches!(class, ImageClass::Storage { .. })
}

fn queries_images(module: &Module, is_meant: impl Fn(&ImageQuery) -> bool) -> bool {
    functions(module).any(|function| {
        let is_query =
            |expression: &Expression| matches!(expression, Expression::ImageQuery { query, .. } if is_meant(query));
        function.expressions.iter().any(|(_, expression)| is_query(expression))
    })
}

/// Whether an entry point reads or writes the coverage mask.
pub fn has_sample_mask(module: &Module) -> bool {
    let is_mask = |binding: &Option<Binding>| *binding == Some(Binding::BuiltIn(BuiltIn::SampleMask));
    let in_type = |ty: Handle<Type>| match &module.types[ty].inner {
        TypeInner::Struct { members, .. } => members.iter().any(|member| is_mask(&member.binding)),
        _ => false,
    };
    module.entry_points.iter().any(|entry| {
        let function = &entry.function;
        function.arguments.iter().any(|argument| is_mask(&argument.binding) || in_type(argument.ty))
            || function.result.iter().any(|result| is_mask(&result.binding) || in_type(result.ty))
    })
}

/// Whether an entry point reads the first vertex or instance of the draw call.
pub fn has_draw_parameters(module: &Module) -> bool {
    has_input(module, |built_in| matches!(built_in, BuiltIn::BaseInstance | BuiltIn::BaseVertex))
}

/// Whether an entry point reads a value of a whole primitive.
fn has_primitive_inputs(module: &Module) -> bool {
    let arguments = module.entry_points.iter().flat_map(|entry| &entry.function.arguments);
    arguments.into_iter().any(|one| matches!(one.binding, Some(Binding::Location { per_primitive: true, .. })))
}

/// Whether an entry point reads the number of the view.
pub fn has_view_number(module: &Module) -> bool {
    has_input(module, |built_in| built_in == BuiltIn::ViewIndex)
}

/// Whether an entry point has such an input, by itself or in a structure.
fn has_input(module: &Module, is_it: impl Fn(BuiltIn) -> bool) -> bool {
    let is_one = |binding: &Option<Binding>| matches!(binding, Some(Binding::BuiltIn(found)) if is_it(*found));
    let has_one = |argument: &FunctionArgument| match &module.types[argument.ty].inner {
        TypeInner::Struct { members, .. } => members.iter().any(|member| is_one(&member.binding)),
        _ => is_one(&argument.binding),
    };
    module.entry_points.iter().any(|entry| entry.function.arguments.iter().any(has_one))
}

/// Whether a variable is an array of resources.
pub fn has_resource_arrays(module: &Module) -> bool {
    let is_array = |ty: Handle<Type>| matches!(module.types[ty].inner, TypeInner::BindingArray { .. });
    module.global_variables.iter().any(|(_, variable)| is_array(variable.ty))
}

/// Whether the variable of such a (set, binding) is an array of resources.
pub fn has_arrays_at(module: &Module, is_meant: impl Fn((u32, u32)) -> bool) -> bool {
    module.global_variables.iter().any(|(_, variable)| {
        let is_meant = variable.binding.is_some_and(|at| is_meant((at.group, at.binding)));
        is_meant && matches!(module.types[variable.ty].inner, TypeInner::BindingArray { .. })
    })
}

/// Whether it is of a compute stage.
pub fn is_compute(module: &Module) -> bool {
    module.entry_points.iter().any(|entry| entry.stage == ShaderStage::Compute)
}

/// Whether it is a buffer or image that is not read through samplers or as constants.
pub fn is_storage(module: &Module, _: &FunctionInfo, expression: &Expression) -> bool {
    let Expression::GlobalVariable(variable) = expression else { return false };
    let variable = &module.global_variables[*variable];
    let inner = &module.types[variable.ty].inner;
    matches!(variable.space, AddressSpace::Storage { .. })
        || matches!(inner, TypeInner::Image { class: ImageClass::Storage { .. }, .. })
}

/// Whether a variable's memory is coherent between groups, or volatile.
pub fn has_memory_decorations(module: &Module) -> bool {
    module.global_variables.iter().any(|(_, variable)| !variable.memory_decorations.is_empty())
}

/// Whether push constants contain arrays.
pub fn has_arrays_of_push_constants(module: &Module) -> bool {
    let mut all = module.global_variables.iter().filter(|(_, variable)| variable.space == AddressSpace::Immediate);
    all.any(|(_, variable)| has_array(module, variable.ty))
}

fn has_array(module: &Module, ty: Handle<Type>) -> bool {
    match &module.types[ty].inner {
        TypeInner::Array { .. } => true,
        TypeInner::Struct { members, .. } => members.iter().any(|member| has_array(module, member.ty)),
        _ => false,
    }
}

/// Whether a statement in a function's body satisfies `is_meant`.
fn has_statement(module: &Module, is_meant: &impl Fn(&Statement) -> bool) -> bool {
    functions(module).any(|function| in_block(&function.body, is_meant))
}

/// Every function, entry points last.
fn functions(module: &Module) -> impl Iterator<Item = &Function> {
    let functions = module.functions.iter().map(|(_, function)| function);
    functions.chain(module.entry_points.iter().map(|entry| &entry.function))
}

fn in_block(block: &Block, is_meant: &impl Fn(&Statement) -> bool) -> bool {
    block.iter().any(|statement| {
        is_meant(statement)
            || match statement {
                Statement::Block(inner) => in_block(inner, is_meant),
                Statement::If { accept, reject, .. } => in_block(accept, is_meant) || in_block(reject, is_meant),
                Statement::Switch { cases, .. } => cases.iter().any(|case| in_block(&case.body, is_meant)),
                Statement::Loop { body, continuing, .. } => in_block(body, is_meant) || in_block(continuing, is_meant),
                _ => false,
            }
    })
}

/// Whether a loop has no statement that leaves it.
pub fn has_endless_loops(module: &Module) -> bool {
    has_statement(module, &|statement| match statement {
        Statement::Loop { body, continuing, break_if: None } => !leaves(body, true) && !leaves(continuing, true),
        _ => false,
    })
}

/// Whether a block has a statement that leaves the loop around it. `by_break`: a `break` does.
fn leaves(block: &Block, by_break: bool) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Break => by_break,
        Statement::Return { .. } => true,
        Statement::Block(inner) => leaves(inner, by_break),
        Statement::If { accept, reject, .. } => leaves(accept, by_break) || leaves(reject, by_break),
        // Their `break`s leave them alone.
        Statement::Switch { cases, .. } => cases.iter().any(|case| leaves(&case.body, false)),
        Statement::Loop { body, continuing, .. } => leaves(body, false) || leaves(continuing, false),
        _ => false,
    })
}

/// Whether invocations of a subgroup exchange values, or an entry point asks for their number.
pub fn has_subgroup_operations(module: &Module) -> bool {
    let exchanges = |statement: &Statement| {
        matches!(
            statement,
            Statement::SubgroupBallot { .. }
                | Statement::SubgroupGather { .. }
                | Statement::SubgroupCollectiveOperation { .. }
        )
    };
    let asks = |binding: Option<&Binding>| {
        matches!(
            binding,
            Some(Binding::BuiltIn(
                BuiltIn::SubgroupInvocationId | BuiltIn::SubgroupSize | BuiltIn::NumSubgroups | BuiltIn::SubgroupId
            ))
        )
    };
    let of_argument = |argument: &FunctionArgument| match &module.types[argument.ty].inner {
        TypeInner::Struct { members, .. } => members.iter().any(|member| asks(member.binding.as_ref())),
        _ => asks(argument.binding.as_ref()),
    };
    module.entry_points.iter().any(|entry| entry.function.arguments.iter().any(of_argument))
        || has_statement(module, &exchanges)
}

/// Whether values are compared with those of neighbouring pixels, by itself or to sample a texture.
pub fn has_derivatives(module: &Module) -> bool {
    let is_one = |expression: &Expression| match expression {
        Expression::Derivative { .. } => true,
        Expression::ImageSample { level, .. } => matches!(level, SampleLevel::Auto | SampleLevel::Bias(_)),
        _ => false,
    };
    functions(module).any(|function| function.expressions.iter().any(|(_, expression)| is_one(expression)))
}

/// Whether a group waits somewhere.
pub fn has_group_barriers(module: &Module) -> bool {
    has_statement(module, &|statement| match statement {
        Statement::ControlBarrier(flags) | Statement::MemoryBarrier(flags) => *flags != Barrier::SUB_GROUP,
        Statement::WorkGroupUniformLoad { .. } => true,
        _ => false,
    })
}

/// Whether a barrier holds for a subgroup alone.
pub fn has_subgroup_barriers(module: &Module) -> bool {
    has_statement(
        module,
        &|statement| matches!(statement, Statement::ControlBarrier(flags) | Statement::MemoryBarrier(flags) if flags.contains(Barrier::SUB_GROUP)),
    )
}

/// Whether it has arrays of buffers, or of resources without a size: naga's writer for Direct3D has no names for their types.
pub fn has_buffer_arrays(module: &Module) -> bool {
    let is_data = |base: Handle<Type>| {
        matches!(
            module.types[base].inner,
            TypeInner::Struct { .. } | TypeInner::Array { .. } | TypeInner::Vector { .. }
        )
    };
    let is_array = |ty: Handle<Type>| match module.types[ty].inner {
        TypeInner::BindingArray { base, size } => is_data(base) || size == ArraySize::Dynamic,
        _ => false,
    };
    module.global_variables.iter().any(|(_, variable)| is_array(variable.ty))
}

/// The scalars in a type, also those in structures and arrays.
pub fn has_scalar(module: &Module, ty: Handle<Type>, is_it: &dyn Fn(Scalar) -> bool) -> bool {
    match &module.types[ty].inner {
        TypeInner::Struct { members, .. } => members.iter().any(|member| has_scalar(module, member.ty, is_it)),
        TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } | TypeInner::Pointer { base, .. } => {
            has_scalar(module, *base, is_it)
        }
        other => other.scalar().is_some_and(is_it),
    }
}

/// Whether it counts layers and has writable arrays of images: naga's GLSL gives `imageSize` a level.
pub fn counts_layers_of_storage_images(module: &Module) -> bool {
    let is_one =
        |ty: &TypeInner| matches!(ty, TypeInner::Image { arrayed: true, class: ImageClass::Storage { .. }, .. });
    module.types.iter().any(|(_, ty)| is_one(&ty.inner))
        && queries_images(module, |query| matches!(query, ImageQuery::NumLayers))
}

/// Whether a scalar of this many bytes is an input or output of an entry point.
pub fn has_varyings_of(module: &Module, width: u8) -> bool {
    module.entry_points.iter().any(|entry| has_varyings(module, entry, width))
}

fn has_varyings(module: &Module, entry: &EntryPoint, width: u8) -> bool {
    let is_wide = |ty: Handle<Type>| module.types[ty].inner.scalar().is_some_and(|scalar| scalar.width == width);
    let in_members = |ty: Handle<Type>| match &module.types[ty].inner {
        TypeInner::Struct { members, .. } => members.iter().any(|member| is_wide(member.ty)),
        _ => false,
    };
    let types = entry.function.arguments.iter().map(|argument| argument.ty);
    types.chain(entry.function.result.iter().map(|result| result.ty)).any(|ty| is_wide(ty) || in_members(ty))
}

/// Whether it is an array of textures that are both read and written: naga's MSL has none.
pub fn is_array_of_changed_images(module: &Module, _: &FunctionInfo, expression: &Expression) -> bool {
    let Expression::GlobalVariable(variable) = expression else { return false };
    let TypeInner::BindingArray { base, .. } = module.types[module.global_variables[*variable].ty].inner else {
        return false;
    };
    let both = StorageAccess::LOAD | StorageAccess::STORE;
    matches!(module.types[base].inner, TypeInner::Image { class: ImageClass::Storage { access, .. }, .. } if access.contains(both))
}

/// Whether an expression samples with an offset in other than two dimensions: naga's writer for
/// Direct3D makes an `int2` of it.
pub fn has_offset_outside_2d(module: &Module, info: &FunctionInfo, expression: &Expression) -> bool {
    let Expression::ImageSample { image, offset: Some(_), .. } = expression else { return false };
    let mut ty = info[*image].ty.inner_with(&module.types);
    if let TypeInner::BindingArray { base, .. } = ty {
        ty = &module.types[*base].inner;
    }
    matches!(ty, TypeInner::Image { dim, .. } if *dim != ImageDimension::D2)
}

/// Whether it reads the bits of a float as an integer or the reverse, of numbers that have not 32 bits: naga's
/// writer for Direct3D converts the value.
pub fn reads_bits_as_value(module: &Module, info: &FunctionInfo, expression: &Expression) -> bool {
    let Expression::As { expr, kind, convert: None } = expression else { return false };
    let of = info[*expr].ty.inner_with(&module.types).scalar();
    let is_float = |kind: ScalarKind| kind == ScalarKind::Float;
    of.is_some_and(|of| of.width != 4 && is_float(of.kind) != is_float(*kind))
}

/// Whether it is a function on 64-bit floats, or their remainder, of which naga's writer for Direct3D makes a function
/// on 32-bit floats.
pub fn computes_doubles_as_floats(module: &Module, info: &FunctionInfo, expression: &Expression) -> bool {
    use naga::MathFunction as M;
    let of = match *expression {
        Expression::Math { fun: M::Abs | M::Sign | M::Min | M::Max | M::Clamp | M::Fma | M::Transpose, .. } => {
            return false;
        }
        Expression::Math { arg, .. } => arg,
        Expression::Binary { op: BinaryOperator::Modulo, left, .. } => left,
        _ => return false,
    };
    info[of].ty.inner_with(&module.types).scalar() == Some(Scalar::F64)
}
