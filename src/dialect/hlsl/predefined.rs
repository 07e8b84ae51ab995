//! The predefined macros of dxc. fxc has none.

use crate::dialect::MacroFacts;
use crate::model::ShaderModel;

/// Those that differ between stages, or between techniques with different profiles.
pub const STAGE_MACROS: [&str; 3] = ["__SHADER_TARGET_STAGE", "__SHADER_TARGET_MAJOR", "__SHADER_TARGET_MINOR"];

/// Stages by the letters of their profiles, with dxc's numbers. Mesh and amplification shaders are not compiled yet;
/// their names stand in sources that have them beside other stages.
const STAGES: [(&str, &str, u32); 9] = [
    ("ps", "__SHADER_STAGE_PIXEL", 0),
    ("vs", "__SHADER_STAGE_VERTEX", 1),
    ("gs", "__SHADER_STAGE_GEOMETRY", 2),
    ("hs", "__SHADER_STAGE_HULL", 3),
    ("ds", "__SHADER_STAGE_DOMAIN", 4),
    ("cs", "__SHADER_STAGE_COMPUTE", 5),
    ("lib", "__SHADER_STAGE_LIBRARY", 6),
    ("ms", "__SHADER_STAGE_MESH", 13),
    ("as", "__SHADER_STAGE_AMPLIFICATION", 14),
];

/// The stage of a profile that names none, as dxc has it.
const NO_STAGE: u32 = 16;

/// All of them, with the values that dxc has for this profile. `__DXC_VERSION_...` are left out: their values are those
/// of one dxc, and most targets are made by none.
pub fn macros(facts: &MacroFacts<'_>) -> Vec<(&'static str, String)> {
    if facts.is_fxc {
        return Vec::new();
    }
    let letters = facts.profile.split('_').next().unwrap_or_default();
    let stage = STAGES.iter().find(|(of_profile, ..)| *of_profile == letters).map_or(NO_STAGE, |(.., number)| *number);
    let model = ShaderModel::of_profile(facts.profile).unwrap_or(ShaderModel { major: 0, minor: 0 });
    let mut macros = vec![
        ("__hlsl_dx_compiler", 1.to_string()),
        ("__HLSL_VERSION", facts.version.to_string()),
        ("__SHADER_TARGET_STAGE", stage.to_string()),
        ("__SHADER_TARGET_MAJOR", model.major.to_string()),
        ("__SHADER_TARGET_MINOR", model.minor.to_string()),
    ];
    macros.extend(STAGES.iter().map(|(_, name, number)| (*name, number.to_string())));
    if facts.native_16_bit {
        macros.push(("__HLSL_ENABLE_16_BIT", 1.to_string()));
    }
    if facts.is_spirv {
        // SPIR-V 1.3 is that of Vulkan 1.1.
        let version = [("__SPIRV_MAJOR_VERSION__", 1), ("__SPIRV_MINOR_VERSION__", 3)];
        macros.push(("__spirv__", 1.to_string()));
        macros.extend(version.map(|(name, number)| (name, number.to_string())));
    }
    macros
}
