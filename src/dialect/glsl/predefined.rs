//! The predefined macros of GLSL for Vulkan, as glslang has them, and those that name the stage.

use super::extensions;
use crate::dialect::MacroFacts;
use crate::model::{BuiltinMacro, LINE_MACRO, PreprocessorRules, ProfileRules, Stage};

/// The rules of GLSL's preprocessor: C's without strings.
pub static PREPROCESSOR: PreprocessorRules = PreprocessorRules {
    version_directives: true,
    numbered_files: true,
    builtin_macros: &[
        ("__FILE__", BuiltinMacro::FileNumber),
        (LINE_MACRO, BuiltinMacro::Line),
        ("__VERSION__", BuiltinMacro::Version { default: 460 }),
    ],
    defines_once: true,
    reserved_macros: Some("GL_"),
    frees_macros: Some("GL_EXT_spirv_intrinsics"),
    stringifies: false,
    legacy_expansion: false,
    profile: Some(ProfileRules { name: "es", own_macro: "GL_ES", foreign_macro: "GL_core_profile" }),
    true_is_one: false,
    ..PreprocessorRules::C
};

/// Those that differ between stages.
pub const STAGE_MACROS: [&str; 5] = ["UBERC_VERTEX", "UBERC_FRAGMENT", "UBERC_COMPUTE", "UBERC_TASK", "UBERC_MESH"];

const STAGES: [(Stage, &str); 5] = [
    (Stage::Vertex, STAGE_MACROS[0]),
    (Stage::Pixel, STAGE_MACROS[1]),
    (Stage::Compute, STAGE_MACROS[2]),
    (Stage::Amplification, STAGE_MACROS[3]),
    (Stage::Mesh, STAGE_MACROS[4]),
];

/// All of them, for the stage.
pub fn macros(facts: &MacroFacts<'_>) -> Vec<(&'static str, String)> {
    let one = || 1.to_string();
    let mut macros = vec![("GL_core_profile", one()), ("VULKAN", 100.to_string())];
    macros.extend(extensions::macros().map(|name| (name, one())));
    macros.extend(STAGES.iter().filter(|(stage, _)| facts.stage == Some(*stage)).map(|(_, name)| (*name, one())));
    macros
}
