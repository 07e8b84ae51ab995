//! SPIR-V 1.3, for Vulkan 1.1, as the other chains write it too; mesh pipelines need 1.4.

use naga::back::spv;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{BinaryOperator, Expression, Function, Handle, Module, ScalarKind, TypeInner};
use rustc_hash::FxHashSet;

use super::chain;
use crate::compile::embedded::constructs;
use crate::compile::spirv::passes::{self, Facts, Phase};
use crate::compile::spirv::shared_code::{self, Store, Taken, Written};
use crate::compile::spirv::{compact_ids, words};
use crate::lower::SharedFunction;

/// What a module may share with others.
#[derive(Clone, Copy, Debug)]
pub struct Sharable<'a> {
    /// Of each function.
    pub functions: &'a [Option<SharedFunction>],
    /// Of each variable without a binding, its number.
    pub variables: &'a [Option<u32>],
    pub store: &'a Store,
}

/// A validated module as SPIR-V, changed by the passes that the facts ask for. Without debug information, ids are
/// numbered in the order they appear: equal code of two variants is equal bytes only then, and the archive's
/// compression depends on that.
///
/// `None`: the module has stand-ins whose code cannot be put in their place.
///
/// # Errors
/// What naga or a pass rejects.
pub fn write(
    module: &Module,
    info: &ModuleInfo,
    facts: &Facts<'_>,
    shared: Option<Sharable<'_>>,
) -> Result<Option<Vec<u8>>, String> {
    let source = facts.lines.map(|lines| (passes::columns_of_tokens(lines.tokens), lines.language));
    let debug_info = source.as_ref().map(|(source_code, language)| spv::DebugInfo {
        source_code,
        file_name: passes::FILE_NAME,
        language: *language,
    });
    let options = spv::Options {
        lang_version: lang_version(facts),
        flags: if source.is_some() {
            spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS
        } else {
            spv::WriterFlags::empty()
        },
        // Without a map, bindings are what the module says.
        fake_missing_bindings: true,
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        // A capability that few devices have, and that naga asks for wherever a number has 16 bits.
        use_storage_input_output_16: constructs::has_varyings_of(module, 2),
        debug_info,
        ..spv::Options::default()
    };
    let mut written = spv::write_vec(module, info, &options, None).map_err(|problem| chain(&problem))?;
    if source.is_some() {
        return Ok(Some(words::to_bytes(&passes::apply(written, facts)?)));
    }
    if let Some(shared) = shared.filter(|_| can_share(facts)) {
        // In the code of functions, which other modules get as it is.
        passes::set_nan_semantics(&mut written);
        let functions = written_functions(module, info, shared.functions, facts.marks_indices);
        if let Some(assembled) = with_shared_code(&mut written, functions, facts, shared)? {
            return match passes::are_needed(facts, Phase::Declarations) {
                true => {
                    compact_ids::renumbered_words(passes::apply_phase(assembled, facts, Phase::Declarations)?).map(Some)
                }
                false => Ok(Some(words::to_bytes(&assembled))),
            };
        }
        if shared.functions.iter().flatten().any(|function| function.effects.is_none()) {
            return Ok(None);
        }
    }
    compact_ids::renumbered_words(passes::apply(written, facts)?).map(Some)
}

/// The module with all of its code, without the changes of [`Phase::Declarations`]. `None`, and `written` is as it was: it has something that
/// modules do not share.
///
/// # Errors
/// What a pass rejects.
fn with_shared_code(
    written: &mut Vec<u32>,
    mut functions: Vec<Written<'_>>,
    facts: &Facts<'_>,
    Sharable { variables, store, .. }: Sharable<'_>,
) -> Result<Option<Vec<u32>>, String> {
    let Some(taken) = Taken::from_module(written, facts.marks_indices) else { return Ok(None) };
    let assembled = if passes::are_needed(facts, Phase::Functions) {
        let before = shared_code::function_ids(written);
        if before.len() != functions.len() {
            taken.put_back(written);
            return Ok(None);
        }
        let changed = passes::apply_phase(written.clone(), facts, Phase::Functions)?;
        // A pass removes the functions that stand for instructions.
        let after: FxHashSet<u32> = shared_code::function_ids(&changed).into_iter().collect();
        let mut ids = before.into_iter();
        functions.retain(|_| ids.next().is_some_and(|id| after.contains(&id)));
        shared_code::assemble(&changed, (&functions, variables), store)
    } else {
        shared_code::assemble(written, (&functions, variables), store)
    };
    if assembled.is_none() {
        taken.put_back(written);
    }
    Ok(assembled)
}

/// Whether the module may share code with others: no pass must see all of its functions, and its entry point lists inputs and outputs
/// alone.
pub fn can_share(facts: &Facts<'_>) -> bool {
    !passes::need_all_functions(facts) && lang_version(facts) == (1, 3)
}

/// The version of SPIR-V.
fn lang_version(facts: &Facts<'_>) -> (u8, u8) {
    // What `SPV_EXT_mesh_shader` builds on.
    if facts.mesh_stage.is_some() || facts.primitive_inputs { (1, 4) } else { (1, 3) }
}

/// The functions that naga writes, in their order. It adds some before the first function that needs them: one for each type of a signed
/// remainder (`write_wrapped_functions` of its writer).
///
/// `marks_indices`: naga's view of what varies between invocations matters. A stand-in without a result cannot vary, so that a function
/// which naga takes to do so has none.
fn written_functions<'f>(
    module: &Module,
    info: &ModuleInfo,
    functions: &'f [Option<SharedFunction>],
    marks_indices: bool,
) -> Vec<Written<'f>> {
    let mut known: Vec<[TypeInner; 2]> = Vec::new();
    let mut all = Vec::with_capacity(functions.len() + 1);
    let mut add = |function: &Function, info: &FunctionInfo, written: Written<'f>| {
        for (result, expression) in function.expressions.iter() {
            let Expression::Binary { op: BinaryOperator::Modulo, left, right } = *expression else { continue };
            let type_of = |value: Handle<Expression>| info[value].ty.inner_with(&module.types);
            let operands = [type_of(left).clone(), type_of(right).clone()];
            if type_of(result).scalar_kind() == Some(ScalarKind::Sint) && !known.contains(&operands) {
                known.push(operands);
                all.push(Written::Added);
            }
        }
        all.push(written);
    };
    for ((handle, function), shared) in module.functions.iter().zip(functions) {
        let info = &info[handle];
        let varies = info.uniformity.non_uniform_result.is_some();
        let has_stand_in = !(marks_indices && varies && function.result.is_none());
        let shared = shared.as_ref().filter(|shared| has_stand_in || shared.effects.is_none());
        add(function, info, shared.map_or(Written::Own, |function| Written::Shared { function, varies }));
    }
    for (number, entry) in module.entry_points.iter().enumerate() {
        add(&entry.function, info.get_entry_point(number), Written::Own);
    }
    all
}
