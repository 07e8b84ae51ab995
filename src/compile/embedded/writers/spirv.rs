//! SPIR-V 1.3, for Vulkan 1.1, as the other chains write it too; mesh pipelines need 1.4.

use naga::Module;
use naga::back::spv;
use naga::valid::ModuleInfo;

use super::chain;
use crate::compile::embedded::constructs;
use crate::compile::spirv::passes::{self, Facts};
use crate::compile::spirv::{compact_ids, words};

/// A validated module as SPIR-V, changed by the passes that the facts ask for. Without debug information, ids are
/// numbered in the order they appear: equal code of two variants is equal bytes only then, and the archive's
/// compression depends on that.
pub fn write(module: &Module, info: &ModuleInfo, facts: &Facts<'_>) -> Result<Vec<u8>, String> {
    let source = facts.lines.map(|lines| (passes::columns_of_tokens(lines.tokens), lines.language));
    let debug_info = source.as_ref().map(|(source_code, language)| spv::DebugInfo {
        source_code,
        file_name: passes::FILE_NAME,
        language: *language,
    });
    let options = spv::Options {
        // What `SPV_EXT_mesh_shader` builds on.
        lang_version: if facts.mesh_stage.is_some() || facts.primitive_inputs { (1, 4) } else { (1, 3) },
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
    let written = spv::write_vec(module, info, &options, None).map_err(|problem| chain(&problem))?;
    let changed = passes::apply(written, facts)?;
    if source.is_some() { Ok(words::to_bytes(&changed)) } else { compact_ids::renumbered_words(changed) }
}
