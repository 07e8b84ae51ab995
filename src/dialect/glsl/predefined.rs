//! The predefined macros of GLSL for Vulkan, as glslang has them, and those that name the stage.

use crate::dialect::MacroFacts;
use crate::model::{BuiltinMacro, PreprocessorRules, Stage};

/// The rules of GLSL's preprocessor: C's without strings.
pub static PREPROCESSOR: PreprocessorRules = PreprocessorRules {
    version_directives: true,
    numbered_files: true,
    builtin_macros: &[
        ("__FILE__", BuiltinMacro::FileNumber),
        ("__LINE__", BuiltinMacro::Line),
        ("__VERSION__", BuiltinMacro::Version { default: 460 }),
    ],
    stringifies: false,
    legacy_expansion: false,
    true_is_one: false,
    ..PreprocessorRules::C
};

/// Those that differ between stages.
pub const STAGE_MACROS: [&str; 3] = ["UBERC_VERTEX", "UBERC_FRAGMENT", "UBERC_COMPUTE"];

const STAGES: [(Stage, &str); 3] =
    [(Stage::Vertex, STAGE_MACROS[0]), (Stage::Pixel, STAGE_MACROS[1]), (Stage::Compute, STAGE_MACROS[2])];

/// The extensions that the embedded compiler reads, by their names, which are macros.
pub const EXTENSIONS: [&str; 35] = [
    "GL_ARB_derivative_control",
    "GL_ARB_enhanced_layouts",
    "GL_ARB_explicit_attrib_location",
    "GL_ARB_fragment_coord_conventions",
    "GL_ARB_gpu_shader_fp64",
    "GL_ARB_separate_shader_objects",
    "GL_ARB_shader_draw_parameters",
    "GL_ARB_shader_group_vote",
    "GL_ARB_shader_image_load_store",
    "GL_ARB_shader_storage_buffer_object",
    "GL_ARB_shading_language_420pack",
    "GL_ARB_texture_gather",
    "GL_ARB_texture_query_levels",
    "GL_ARB_texture_query_lod",
    "GL_EXT_control_flow_attributes",
    "GL_EXT_demote_to_helper_invocation",
    "GL_EXT_fragment_shader_barycentric",
    "GL_EXT_multiview",
    "GL_EXT_nonuniform_qualifier",
    "GL_EXT_samplerless_texture_functions",
    "GL_EXT_scalar_block_layout",
    "GL_EXT_shader_16bit_storage",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_EXT_shader_image_load_formatted",
    "GL_EXT_shader_integer_mix",
    "GL_GOOGLE_cpp_style_line_directive",
    "GL_GOOGLE_include_directive",
    "GL_KHR_shader_subgroup_arithmetic",
    "GL_KHR_shader_subgroup_ballot",
    "GL_KHR_shader_subgroup_basic",
    "GL_KHR_shader_subgroup_quad",
    "GL_KHR_shader_subgroup_vote",
];

/// All of them, for the stage.
pub fn macros(facts: &MacroFacts<'_>) -> Vec<(&'static str, String)> {
    let one = || 1.to_string();
    let mut macros = vec![("GL_core_profile", one()), ("VULKAN", 100.to_string())];
    macros.extend(EXTENSIONS.map(|name| (name, one())));
    macros.extend(STAGES.iter().filter(|(stage, _)| facts.stage == Some(*stage)).map(|(_, name)| (*name, one())));
    macros
}
