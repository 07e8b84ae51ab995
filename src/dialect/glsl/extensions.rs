//! The extensions that the embedded compiler reads, and the words that need one. Names and needs are those of the Khronos registry of GLSL
//! extensions, as glslang applies them.

use std::collections::BTreeSet;

use crate::model::{ExtensionBehaviour, ExtensionDirective};

/// All of them, sorted.
pub const EXTENSIONS: [&str; 83] = [
    "GL_AMD_gpu_shader_half_float",
    "GL_AMD_gpu_shader_int16",
    "GL_ARB_compute_shader",
    "GL_ARB_derivative_control",
    "GL_ARB_draw_instanced",
    "GL_ARB_enhanced_layouts",
    "GL_ARB_explicit_attrib_location",
    "GL_ARB_explicit_uniform_location",
    "GL_ARB_fragment_coord_conventions",
    "GL_ARB_gpu_shader5",
    "GL_ARB_gpu_shader_fp64",
    "GL_ARB_gpu_shader_int64",
    "GL_ARB_post_depth_coverage",
    "GL_ARB_sample_shading",
    "GL_ARB_separate_shader_objects",
    "GL_ARB_shader_atomic_counter_ops",
    "GL_ARB_shader_atomic_counters",
    "GL_ARB_shader_ballot",
    "GL_ARB_shader_bit_encoding",
    "GL_ARB_shader_draw_parameters",
    "GL_ARB_shader_group_vote",
    "GL_ARB_shader_image_load_store",
    "GL_ARB_shader_image_size",
    "GL_ARB_shader_stencil_export",
    "GL_ARB_shader_storage_buffer_object",
    "GL_ARB_shader_texture_lod",
    "GL_ARB_shader_viewport_layer_array",
    "GL_ARB_shading_language_420pack",
    "GL_ARB_shading_language_packing",
    "GL_ARB_texture_cube_map_array",
    "GL_ARB_texture_gather",
    "GL_ARB_texture_multisample",
    "GL_ARB_texture_query_levels",
    "GL_ARB_texture_query_lod",
    "GL_ARB_uniform_buffer_object",
    "GL_ARB_vertex_attrib_64bit",
    "GL_ARB_viewport_array",
    "GL_EXT_control_flow_attributes",
    "GL_EXT_debug_printf",
    "GL_EXT_demote_to_helper_invocation",
    "GL_EXT_device_group",
    "GL_EXT_fragment_shader_barycentric",
    "GL_EXT_fragment_shading_rate",
    "GL_EXT_mesh_shader",
    "GL_EXT_multiview",
    "GL_EXT_nonuniform_qualifier",
    "GL_EXT_null_initializer",
    "GL_EXT_post_depth_coverage",
    "GL_EXT_ray_flags_primitive_culling",
    "GL_EXT_ray_query",
    "GL_EXT_samplerless_texture_functions",
    "GL_EXT_scalar_block_layout",
    "GL_EXT_shader_16bit_storage",
    "GL_EXT_shader_atomic_int64",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types_float32",
    "GL_EXT_shader_explicit_arithmetic_types_float64",
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types_int32",
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_EXT_shader_image_load_formatted",
    "GL_EXT_shader_integer_mix",
    "GL_EXT_shader_subgroup_extended_types_float16",
    "GL_EXT_shader_subgroup_extended_types_int16",
    "GL_EXT_shader_subgroup_extended_types_int64",
    "GL_EXT_subgroup_uniform_control_flow",
    "GL_EXT_terminate_invocation",
    "GL_GOOGLE_cpp_style_line_directive",
    "GL_GOOGLE_include_directive",
    "GL_KHR_shader_subgroup_arithmetic",
    "GL_KHR_shader_subgroup_ballot",
    "GL_KHR_shader_subgroup_basic",
    "GL_KHR_shader_subgroup_clustered",
    "GL_KHR_shader_subgroup_quad",
    "GL_KHR_shader_subgroup_shuffle",
    "GL_KHR_shader_subgroup_shuffle_relative",
    "GL_KHR_shader_subgroup_vote",
    "GL_NV_compute_shader_derivatives",
    "GL_NV_fragment_shader_barycentric",
    "GL_NV_shader_subgroup_partitioned",
    "GL_OVR_multiview",
    "GL_OVR_multiview2",
];

/// Extensions of which the embedded compiler has nothing but the names, sorted. A unit may enable one and use none of it; each of its
/// words ([`of_recognised`]) is reported as unsupported.
const RECOGNISED: [&str; 6] = [
    "GL_EXT_shader_8bit_storage",
    "GL_EXT_shader_explicit_arithmetic_types_int8",
    "GL_EXT_shader_image_int64",
    "GL_EXT_shader_subgroup_extended_types_int8",
    "GL_KHR_memory_scope_semantics",
    "GL_KHR_vulkan_glsl",
];

/// Those of [`RECOGNISED`] that are no macros to glslang.
const WITHOUT_MACRO: [&str; 2] = ["GL_KHR_memory_scope_semantics", "GL_KHR_vulkan_glsl"];

/// The extensions that are predefined macros. Recognised ones are among them: the tokens of a variant, whose conditions are decided, are
/// also what glslang gets as the fallback, and must be those that it would choose itself.
pub fn macros() -> impl Iterator<Item = &'static str> {
    let recognised = RECOGNISED.into_iter().filter(|name| !WITHOUT_MACRO.contains(name));
    EXTENSIONS.into_iter().chain(recognised)
}

/// Whether the extension exists, though the embedded compiler does not have it.
pub fn is_recognised(name: &str) -> bool {
    RECOGNISED.binary_search(&name).is_ok()
}

/// Whether the directives enable an extension whose syntax may be any.
pub fn enable_unknown(directives: &[ExtensionDirective]) -> bool {
    Extensions::of(directives).has_unknown()
}

/// The recognised extension that has this variable or function. Types are not supported with any extension.
pub fn of_recognised(word: &str) -> Option<&'static str> {
    const SCOPES: &str = "GL_KHR_memory_scope_semantics";
    let begins = |all: &[&str]| all.iter().any(|prefix| word.starts_with(prefix));
    match word {
        "unpack8" => Some("GL_EXT_shader_explicit_arithmetic_types_int8"),
        "controlBarrier" | "atomicLoad" | "atomicStore" | "imageAtomicLoad" | "imageAtomicStore" => Some(SCOPES),
        _ if begins(&["gl_Scope", "gl_Semantics", "gl_StorageSemantics"]) => Some(SCOPES),
        _ => None,
    }
}

/// A set of [`EXTENSIONS`] and [`RECOGNISED`]: bit n is number n. [`UNKNOWN`]: others are enabled, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extensions(u128);

const UNKNOWN: u128 = 1 << 127;

impl Extensions {
    /// Those that the directives of a unit enable. `all` is none of them: it only says how loud a compiler is.
    pub fn of(directives: &[ExtensionDirective]) -> Extensions {
        const { assert!(EXTENSIONS.len() + RECOGNISED.len() < 127) };
        let mut all = Extensions::default();
        let mut unknown = BTreeSet::new();
        for directive in directives {
            let name = directive.name.as_str();
            let is_enabled = directive.behaviour != ExtensionBehaviour::Disable;
            if name == "all" {
                continue;
            }
            match (bit(name), is_enabled) {
                (Some(bit), true) => all.0 |= bit,
                (Some(bit), false) => all.0 &= !bit,
                (None, true) => _ = unknown.insert(name),
                (None, false) => _ = unknown.remove(name),
            }
            // Each extension of subgroups includes the basic one.
            if is_enabled && name.contains("shader_subgroup") {
                all.0 |= bit("GL_KHR_shader_subgroup_basic").unwrap_or(0);
            }
        }
        if !unknown.is_empty() {
            all.0 |= UNKNOWN;
        }
        all
    }

    /// Whether the unit enables an extension that is none of [`EXTENSIONS`] and [`RECOGNISED`].
    pub fn has_unknown(self) -> bool {
        self.0 & UNKNOWN != 0
    }

    pub fn has_any(self, names: &[&str]) -> bool {
        names.iter().any(|name| bit(name).is_some_and(|bit| self.0 & bit != 0))
    }
}

fn bit(name: &str) -> Option<u128> {
    let recognised = || RECOGNISED.binary_search(&name).ok().map(|at| at + EXTENSIONS.len());
    EXTENSIONS.binary_search(&name).ok().or_else(recognised).map(|at| 1 << at)
}

/// Whether the name is one of [`EXTENSIONS`].
pub fn is_known(name: &str) -> bool {
    EXTENSIONS.binary_search(&name).is_ok()
}

const FLOAT16: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types_float16",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_AMD_gpu_shader_half_float",
    "GL_EXT_shader_16bit_storage",
    "GL_EXT_shader_subgroup_extended_types_float16",
];
const INT16: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_AMD_gpu_shader_int16",
    "GL_EXT_shader_16bit_storage",
    "GL_EXT_shader_subgroup_extended_types_int16",
];
const INT64: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_ARB_gpu_shader_int64",
    "GL_EXT_shader_subgroup_extended_types_int64",
];
/// Names of 32 and 64 bits that have others without an extension.
const EXPLICIT: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_EXT_shader_explicit_arithmetic_types_float32",
    "GL_EXT_shader_explicit_arithmetic_types_float64",
    "GL_EXT_shader_explicit_arithmetic_types_int32",
];
const RAY_QUERY: &[&str] = &["GL_EXT_ray_query"];
/// `layout(post_depth_coverage) in;`; the first implies early tests of fragments.
pub const POST_DEPTH: [&str; 2] = ["GL_ARB_post_depth_coverage", "GL_EXT_post_depth_coverage"];
/// `layout(primitive_culling);`
pub const PRIMITIVE_CULLING: &[&str] = &["GL_EXT_ray_flags_primitive_culling"];
/// `layout(num_views = 2) in;`
pub const MULTIVIEW_OVR: &[&str] = &["GL_OVR_multiview", "GL_OVR_multiview2"];
/// Mesh and task stages.
pub const MESH_SHADER: &[&str] = &["GL_EXT_mesh_shader"];
/// `pervertexEXT`.
pub const BARYCENTRIC: &[&str] = &["GL_EXT_fragment_shader_barycentric", "GL_NV_fragment_shader_barycentric"];
/// `gl_ShadingRateEXT`
const SHADING_RATE: &[&str] = &["GL_EXT_fragment_shading_rate"];
/// `[[subgroup_uniform_control_flow]]`
pub const UNIFORM_SUBGROUPS: &[&str] = &["GL_EXT_subgroup_uniform_control_flow"];
/// `= { }`
pub const NULL_INITIALISER: &[&str] = &["GL_EXT_null_initializer"];
/// Derivatives in compute stages.
pub const COMPUTE_DERIVATIVES: &[&str] = &["GL_NV_compute_shader_derivatives"];
const PARTITIONED: &[&str] = &["GL_NV_shader_subgroup_partitioned"];
const ARB_BALLOT: &[&str] = &["GL_ARB_shader_ballot"];
const ARITHMETIC: &[&str] = &["GL_KHR_shader_subgroup_arithmetic"];
const BALLOT: &[&str] = &["GL_KHR_shader_subgroup_ballot"];
const ANY_EXPLICIT: &[&str] = &[
    "GL_EXT_shader_explicit_arithmetic_types",
    "GL_EXT_shader_explicit_arithmetic_types_int16",
    "GL_EXT_shader_explicit_arithmetic_types_int32",
    "GL_EXT_shader_explicit_arithmetic_types_int64",
    "GL_EXT_shader_explicit_arithmetic_types_float16",
];
const CLUSTERED: &[&str] = &["GL_KHR_shader_subgroup_clustered"];
const SHUFFLE: &[&str] = &["GL_KHR_shader_subgroup_shuffle"];
const SHUFFLE_RELATIVE: &[&str] = &["GL_KHR_shader_subgroup_shuffle_relative"];
const QUAD: &[&str] = &["GL_KHR_shader_subgroup_quad"];
const VOTE: &[&str] = &["GL_KHR_shader_subgroup_vote"];
/// Each of the others includes the basic one.
const SUBGROUPS: &[&str] = &[
    "GL_KHR_shader_subgroup_basic",
    "GL_KHR_shader_subgroup_arithmetic",
    "GL_KHR_shader_subgroup_ballot",
    "GL_KHR_shader_subgroup_clustered",
    "GL_KHR_shader_subgroup_quad",
    "GL_KHR_shader_subgroup_shuffle",
    "GL_KHR_shader_subgroup_shuffle_relative",
    "GL_KHR_shader_subgroup_vote",
    "GL_NV_shader_subgroup_partitioned",
];

/// Formats of images that are read need not be written.
pub const FORMATTED_LOADS: &[&str] = &["GL_EXT_shader_image_load_formatted"];
/// `component` before GLSL 4.40.
pub const ENHANCED_LAYOUTS: &[&str] = &["GL_ARB_enhanced_layouts"];
pub const DEBUG_PRINTF: &[&str] = &["GL_EXT_debug_printf"];
/// Functions of textures that no sampler is needed for.
pub const SAMPLERLESS: &[&str] = &["GL_EXT_samplerless_texture_functions"];
/// `layout(scalar)`.
pub const SCALAR_LAYOUT: &[&str] = &["GL_EXT_scalar_block_layout"];
/// `[[unroll]]`.
pub const CONTROL_FLOW: &[&str] = &["GL_EXT_control_flow_attributes"];

/// The extensions of which a word needs one, the one to propose first; none where it belongs to the language itself.
pub fn needed(word: &str) -> &'static [&'static str] {
    match word {
        "demote" | "helperInvocationEXT" => &["GL_EXT_demote_to_helper_invocation"],
        "terminateInvocation" => &["GL_EXT_terminate_invocation"],
        "nonuniformEXT" => &["GL_EXT_nonuniform_qualifier"],
        "gl_BaryCoordEXT" | "gl_BaryCoordNoPerspEXT" | "gl_BaryCoordNV" | "gl_BaryCoordNoPerspNV" => BARYCENTRIC,
        "SetMeshOutputsEXT" | "EmitMeshTasksEXT" => MESH_SHADER,
        _ if word.starts_with("gl_Mesh") || word.starts_with("gl_Primitive") && word.ends_with("IndicesEXT") => {
            MESH_SHADER
        }
        "gl_InstanceIDARB" => &["GL_ARB_draw_instanced"],
        "gl_BaseInstanceARB" | "gl_BaseVertexARB" | "gl_DrawIDARB" => &["GL_ARB_shader_draw_parameters"],
        "gl_DeviceIndex" => &["GL_EXT_device_group"],
        "gl_ViewIndex" => &["GL_EXT_multiview"],
        "gl_ViewID_OVR" => MULTIVIEW_OVR,
        "packFloat2x16"
        | "unpackFloat2x16"
        | "float16BitsToInt16"
        | "float16BitsToUint16"
        | "int16BitsToFloat16"
        | "uint16BitsToFloat16"
        | "halfBitsToInt16"
        | "halfBitsToUint16"
        | "int16BitsToHalf"
        | "uint16BitsToHalf" => FLOAT16,
        "packInt2x16" | "packUint2x16" | "unpackInt2x16" | "unpackUint2x16" | "packInt4x16" | "packUint4x16"
        | "unpackInt4x16" | "unpackUint4x16" => INT16,
        "packInt2x32" | "packUint2x32" | "unpackInt2x32" | "unpackUint2x32" | "doubleBitsToInt64"
        | "doubleBitsToUint64" | "int64BitsToDouble" | "uint64BitsToDouble" => INT64,
        "pack32" | "pack64" | "unpack16" | "unpack32" => ANY_EXPLICIT,
        "ballotARB" | "readFirstInvocationARB" | "readInvocationARB" => ARB_BALLOT,
        _ if word.starts_with("gl_SubGroup") => ARB_BALLOT,
        "accelerationStructureEXT" | "rayQueryEXT" => RAY_QUERY,
        "gl_RayFlagsSkipTrianglesEXT" | "gl_RayFlagsSkipAABBEXT" => PRIMITIVE_CULLING,
        _ if begins_ray(word) => RAY_QUERY,
        "gl_PrimitiveShadingRateEXT" | "gl_ShadingRateEXT" => SHADING_RATE,
        _ if word.starts_with("gl_ShadingRateFlag") => SHADING_RATE,
        "gl_FragStencilRefARB" => &["GL_ARB_shader_stencil_export"],
        "gl_NumSubgroups" | "gl_SubgroupID" | "gl_SubgroupSize" | "gl_SubgroupInvocationID" => SUBGROUPS,
        "float32_t" | "float64_t" | "int32_t" | "uint32_t" => EXPLICIT,
        "float16_t" => FLOAT16,
        "int16_t" | "uint16_t" => INT16,
        "int64_t" | "uint64_t" => INT64,
        _ => needed_by_family(word),
    }
}

/// Whether it is a function or constant of ray queries.
fn begins_ray(word: &str) -> bool {
    ["rayQuery", "gl_RayQuery", "gl_RayFlags"].iter().any(|prefix| word.starts_with(prefix)) && word.ends_with("EXT")
}

/// The same of the words that begin alike.
fn needed_by_family(word: &str) -> &'static [&'static str] {
    if let Some(what) = word.strip_prefix("subgroup") {
        return match what {
            "All" | "Any" | "AllEqual" => VOTE,
            "Elect" | "Barrier" => SUBGROUPS,
            _ if what.starts_with("MemoryBarrier") => SUBGROUPS,
            _ if what.starts_with("Quad") => QUAD,
            "Shuffle" | "ShuffleXor" => SHUFFLE,
            "ShuffleDown" | "ShuffleUp" => SHUFFLE_RELATIVE,
            _ if what.starts_with("Clustered") => CLUSTERED,
            _ if what.starts_with("Partition") => PARTITIONED,
            _ if what.contains("Ballot") || what.starts_with("Broadcast") => BALLOT,
            _ => ARITHMETIC,
        };
    }
    if word.starts_with("gl_Subgroup") && word.ends_with("Mask") {
        return BALLOT;
    }
    let Some((prefix, size)) = word.split_once("vec").or_else(|| word.split_once("mat")) else { return &[] };
    if !size.starts_with(['2', '3', '4']) {
        return &[];
    }
    match prefix {
        "f16" => FLOAT16,
        "i16" | "u16" => INT16,
        "i64" | "u64" => INT64,
        "f32" | "f64" | "i32" | "u32" => EXPLICIT,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directive(name: &str, behaviour: ExtensionBehaviour) -> ExtensionDirective {
        ExtensionDirective { name: name.into(), behaviour, token: 0, after_code: false }
    }

    #[test]
    fn one_extension_is_disabled_without_others() {
        use ExtensionBehaviour::{Disable, Enable};
        let basic = directive("GL_KHR_shader_subgroup_basic", Enable);
        let disabled = directive("GL_EXT_shader_subgroup_extended_types_int8", Disable);
        assert!(Extensions::of(&[basic, disabled]).has_any(&["GL_KHR_shader_subgroup_basic"]));
        assert!(Extensions::of(&[directive("GL_KHR_shader_subgroup_vote", Enable)]).has_any(SUBGROUPS));
        let [one, other] = ["GL_NV_mesh_shader", "GL_NV_shader_sm_builtins"];
        assert!(Extensions::of(&[directive(one, Enable), directive(other, Disable)]).has_unknown());
        assert!(!Extensions::of(&[directive(one, Enable), directive(one, Disable)]).has_unknown());
        assert!(!Extensions::of(&[directive("GL_EXT_shader_8bit_storage", Enable)]).has_unknown());
    }

    #[test]
    fn words_of_recognised_extensions_are_known() {
        assert!(RECOGNISED.is_sorted() && WITHOUT_MACRO.into_iter().all(is_recognised));
        for word in ["gl_ScopeDevice", "controlBarrier", "unpack8"] {
            assert!(of_recognised(word).is_some_and(is_recognised), "{word}");
        }
        for word in ["atomicAdd", "gl_Position", "rayQuery", "memoryBarrier"] {
            assert!(of_recognised(word).is_none(), "{word}");
        }
    }

    #[test]
    fn what_a_word_needs_is_known() {
        assert!(EXTENSIONS.is_sorted());
        let words = [
            "demote",
            "terminateInvocation",
            "nonuniformEXT",
            "gl_BaryCoordEXT",
            "gl_DrawIDARB",
            "gl_DeviceIndex",
            "gl_ViewIndex",
            "gl_FragStencilRefARB",
            "gl_SubgroupSize",
            "gl_SubgroupEqMask",
            "float32_t",
            "f16vec2",
            "i16vec3",
            "u64vec4",
            "f32mat3",
            "subgroupAll",
            "subgroupElect",
            "subgroupQuadSwapHorizontal",
            "subgroupBallot",
            "subgroupInclusiveAdd",
            "subgroupMemoryBarrierShared",
        ];
        for word in words {
            assert!(!needed(word).is_empty() && needed(word).iter().all(|name| is_known(name)), "{word}");
        }
        for list in [FORMATTED_LOADS, SCALAR_LAYOUT, CONTROL_FLOW] {
            assert!(list.iter().all(|name| is_known(name)));
        }
        for word in ["vec3", "mat4", "uvec2", "texture", "gl_Position", "gl_BaseVertex", "subtract"] {
            assert!(needed(word).is_empty(), "{word}");
        }
    }
}
