//! Constructs that naga's IR cannot represent: the only reasons to leave a program out of the count.
//!
//! A row is a message of uberc and the fact about naga behind it. A message without a row counts as missing support in uberc.

/// Words that the message contains, the construct, and where naga (version 30) says so.
struct Fact {
    words: &'static [&'static str],
    construct: &'static str,
    naga: &'static str,
}

const FACTS: &[Fact] = &[
    Fact { words: &["geometry stage"], construct: "geometry shaders", naga: "`ShaderStage` has no geometry stage" },
    Fact { words: &["hull stage"], construct: "hull shaders", naga: "`ShaderStage` has no tessellation stage" },
    Fact { words: &["domain stage"], construct: "domain shaders", naga: "`ShaderStage` has no tessellation stage" },
    Fact {
        words: &["texture of a texture of integers"],
        construct: "sampling a texture of integers",
        naga: "the validator allows `ImageSample` without `gather` for images of floats alone (`InvalidImageClass`)",
    },
    Fact {
        words: &["Sample", "of a texture of integers"],
        construct: "sampling a texture of integers",
        naga: "the validator allows `ImageSample` without `gather` for images of floats alone (`InvalidImageClass`)",
    },
    Fact {
        words: &["GatherCmp", "of a texture of integers"],
        construct: "sampling a texture of integers",
        naga: "`ImageClass::Depth`, which comparison needs, is of floats (`ComparisonSamplingMismatch`)",
    },
    Fact {
        words: &["SampleBias of a one-dimensional texture"],
        construct: "SampleBias of a one-dimensional texture",
        naga: "the validator rejects it (`InvalidSampleLevelBiasDimension`)",
    },
    Fact {
        words: &["a texel offset that is not constant"],
        construct: "texel offsets that are not constant",
        naga: "`ImageSample::offset` must be a constant expression (`InvalidSampleOffsetExprType`)",
    },
    Fact {
        words: &["CalculateLevelOfDetail"],
        construct: "CalculateLevelOfDetail, CalculateLevelOfDetailUnclamped",
        naga: "`ImageQuery` has sizes, levels, layers and samples: no level of detail",
    },
    Fact {
        words: &["does not have `GL_NV_mesh_shader`"],
        construct: "NVIDIA's mesh shaders",
        naga: "its mesh stages are those of `GL_EXT_mesh_shader`; members of other stages cannot be `perprimitiveNV`",
    },
    Fact {
        words: &["the layout qualifier `max_vertices`"],
        construct: "NVIDIA's mesh shaders",
        naga: "its mesh stages are those of `GL_EXT_mesh_shader`; members of other stages cannot be `perprimitiveNV`",
    },
    Fact {
        words: &["does not have `GL_NV_viewport_array2`"],
        construct: "masks of viewports",
        naga: "`BuiltIn` has one viewport, no mask",
    },
    Fact {
        words: &["does not have `GL_NVX_multiview"],
        construct: "attributes per view",
        naga: "`BuiltIn` has the view, no arrays over views",
    },
    Fact {
        words: &["does not have `GL_NV_shader_sm_builtins`"],
        construct: "numbers of multiprocessors",
        naga: "`BuiltIn` has none",
    },
    Fact {
        words: &["does not have `GL_ARM_shader_core_builtins`"],
        construct: "numbers of shader cores",
        naga: "`BuiltIn` has none",
    },
    Fact {
        words: &["does not have `GL_NV_shader_texture_footprint`"],
        construct: "footprints of textures",
        naga: "no expression has them",
    },
    Fact {
        words: &["does not have `GL_NV_shading_rate_image`"],
        construct: "shading rates",
        naga: "`BuiltIn` has none",
    },
    Fact {
        words: &["does not have `GL_EXT_fragment_invocation_density`"],
        construct: "sizes of fragments",
        naga: "`BuiltIn` has none",
    },
    Fact {
        words: &["does not have `GL_NV_conservative_raster_underestimation`"],
        construct: "fully covered fragments",
        naga: "`BuiltIn` has none",
    },
    Fact {
        words: &["does not have `GL_NV_sample_mask_override_coverage`"],
        construct: "masks that override the coverage",
        naga: "`Binding` has no word for it",
    },
    Fact {
        words: &["does not have `GL_AMD_shader_ballot`"],
        construct: "AMD's operations over waves",
        naga: "`CollectiveOperation` and `GatherMode` have none of them",
    },
    Fact {
        words: &["does not have `GL_EXT_spirv_intrinsics`"],
        construct: "SPIR-V in the source",
        naga: "neither `Expression` nor `Statement` holds instructions",
    },
    Fact {
        words: &["does not have `GL_KHR_memory_scope_semantics`"],
        construct: "scopes and semantics of memory",
        naga: "`Statement::Atomic` and barriers have fixed ones",
    },
    Fact {
        words: &["does not have `GL_EXT_shader_8bit_storage`"],
        construct: "numbers of 8 bits",
        naga: "`Validator::check_width` accepts 2, 4 and 8 bytes",
    },
    Fact {
        words: &["does not have `GL_EXT_shader_explicit_arithmetic_types_int8`"],
        construct: "numbers of 8 bits",
        naga: "`Validator::check_width` accepts 2, 4 and 8 bytes",
    },
    Fact {
        words: &["a size or label that depends on the specialisation constant"],
        construct: "sizes by specialisation constants",
        naga: "`ArraySize::Pending` is of overrides, which `process_overrides` replaces before a writer runs",
    },
    Fact {
        words: &["of `GL_KHR_memory_scope_semantics`"],
        construct: "scopes and semantics of memory",
        naga: "`Statement::Atomic` and barriers have fixed ones",
    },
    Fact {
        words: &["does not have `GL_NV_cooperative_matrix`"],
        construct: "NVIDIA's cooperative matrices",
        naga: "`TypeInner::CooperativeMatrix` has a role and sides of 8 or 16, as the KHR extension has it",
    },
    Fact {
        words: &["the layout qualifier `pixel_center_integer`"],
        construct: "integer pixel centres",
        naga: "no entry point has the mode (and Vulkan forbids it)",
    },
    Fact {
        words: &["does not have `GL_EXT_buffer_reference`"],
        construct: "references to buffers",
        naga: "`AddressSpace` has no physical storage buffers, and no type is an address",
    },
    Fact {
        words: &["the layout qualifier `buffer_reference`"],
        construct: "references to buffers",
        naga: "`AddressSpace` has no physical storage buffers, and no type is an address",
    },
    Fact {
        words: &["the layout qualifier `xfb_"],
        construct: "transform feedback",
        naga: "neither `Binding` nor `EntryPoint` has a word for it",
    },
    Fact {
        words: &["int8_t` is not supported"],
        construct: "numbers of 8 bits",
        naga: "`Validator::check_width` accepts 2, 4 and 8 bytes",
    },
    Fact {
        words: &["`i8vec"],
        construct: "numbers of 8 bits",
        naga: "`Validator::check_width` accepts 2, 4 and 8 bytes",
    },
    Fact {
        words: &["`u8vec"],
        construct: "numbers of 8 bits",
        naga: "`Validator::check_width` accepts 2, 4 and 8 bytes",
    },
    Fact { words: &["2DRect"], construct: "rectangle textures", naga: "`ImageDimension` has none (nor has Vulkan)" },
    Fact {
        words: &["`gl_SamplePosition`"],
        construct: "gl_SamplePosition",
        naga: "`BuiltIn` has the index of a sample, not its position",
    },
    Fact { words: &["`gl_FragSizeEXT`"], construct: "shading rates", naga: "`BuiltIn` has none" },
    Fact {
        words: &["image2DMS` is not supported"],
        construct: "storage images of several samples, and cubes",
        naga: "`ImageClass::Storage` has no samples, and the validator rejects storage cubes",
    },
    Fact {
        words: &["imageCube` is not supported"],
        construct: "storage images of several samples, and cubes",
        naga: "`ImageClass::Storage` has no samples, and the validator rejects storage cubes",
    },
    Fact {
        words: &["_interlock_"],
        construct: "fragment shader interlock",
        naga: "no statement begins or ends an interlock",
    },
    Fact {
        words: &["Sample, which needs derivatives, outside of a pixel shader"],
        construct: "sampling with derivatives outside of pixel shaders",
        naga: "the validator allows `SampleLevel::Auto` in fragment shaders alone; SPIR-V does too, so the reference is wrong",
    },
];

/// The first message that stands for something inexpressible.
pub(crate) fn of(messages: &[String]) -> Option<&String> {
    messages.iter().find(|message| fact(message).is_some())
}

/// The construct of such a message, and where naga says that it has none.
pub(crate) fn fact(message: &str) -> Option<(&'static str, &'static str)> {
    let fact = FACTS.iter().find(|fact| fact.words.iter().all(|words| message.contains(words)))?;
    Some((fact.construct, fact.naga))
}
