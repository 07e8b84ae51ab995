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
        words: &["EvaluateAttribute"],
        construct: "EvaluateAttributeAtSample, AtCentroid, Snapped",
        naga: "no expression interpolates an input anew; its SPIR-V reader rejects InterpolateAt*",
    },
    Fact {
        words: &["Sample, which needs derivatives, outside of a pixel shader"],
        construct: "sampling with derivatives outside of pixel shaders",
        naga: "the validator allows `SampleLevel::Auto` in fragment shaders alone; SPIR-V does too, so the reference is wrong",
    },
    Fact {
        words: &["unsupported: `printf`"],
        construct: "printf",
        naga: "`TypeInner` has no strings, and no statement prints",
    },
    Fact {
        words: &["the attribute `vk::input_attachment_index`"],
        construct: "input attachments",
        naga: "`ImageDimension` and `AddressSpace` know no input attachment",
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
