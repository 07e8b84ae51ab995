//! Programs whose difference from the reference is not a defect of uberc; each was examined by hand.

use crate::candidate::Candidate;
use crate::programs::Program;

/// File of the program, and what differs from glslang and why.
const GLSLANG: &[(&str, &str)] = &[
    ("hlsl.structbuffer.frag", "the result tells the stride of a structured buffer: 32 by std430, 20 in Direct3D"),
    ("spv.double.comp", "a literal without `lf` is a `float`; glslang keeps the digits of a double in it"),
    ("spv.layoutNested.vert", "outputs that nothing writes are in glslang's interface, and not in uberc's"),
    ("precise_struct_block.vert", "an output that nothing writes is in glslang's interface, and not in uberc's"),
    ("GL_ARB_gpu_shader5.u2i.vert", "an output that nothing writes is in glslang's interface, and not in uberc's"),
    (
        "spv.1.6.helperInvocation.memmodel.frag",
        "behind `demote` every invocation is a helper, whose writes have no effect: uberc leaves them out",
    ),
    (
        "hlsl.wavebroadcast.comp",
        "lane 13 is read, and the device's waves have 8; with lane 3 in its place the results are the same",
    ),
    ("hlsl.waveprefix.comp", "glslang 12 has `WavePrefixSum` and `WavePrefixProduct` include the lane itself"),
];

/// The same of DXC's SPIR-V.
const DXC: &[(&str, &str)] = &[
    (
        "cast.flat-conversion.literal-initializer-opt.hlsl",
        "the device narrows DXC's 64-bit literal towards zero; DXIL stores the nearest float, as uberc does",
    ),
    (
        "spirv.entry-function.inout.hlsl",
        "`uniform` parameters of an entry point are inputs in dxc, constants in fxc and uberc",
    ),
    ("var.vface.interface.hlsl", "`VFACE` is an ordinary input in dxc, which warns of it; fxc and uberc have the face"),
    (
        "vk.attribute.image-format.unknown.hlsl",
        "the texture has no format, and dxc writes two numbers of a texel: what the other two become is undefined",
    ),
    (
        "type.append.consume-structured-buffer.cast.hlsl",
        "dxc copies a buffer's `bool` as the word it is, uberc as 0 or 1: `true` has no bits of its own",
    ),
    ("meshshading.ext.amplification.payload.hlsl", "the payload is a `groupshared` variable that nothing writes"),
    (
        "meshshading.nv.error.fncall.amplification.vulkan1.2.hlsl",
        "most of the payload, a `groupshared` variable, is not written",
    ),
];

/// Why a difference of this program from that reference says nothing.
pub(crate) fn of(program: &Program, reference: Candidate) -> Option<&'static str> {
    let known = if reference == Candidate::Dxc { DXC } else { GLSLANG };
    let file = program.name.split(' ').next()?;
    let listed = known.iter().find(|(known, _)| *known == file).map(|(_, why)| *why);
    let halves = reference == Candidate::Dxc
        && program.options.iter().any(|word| word == "-enable-16bit-types")
        && (program.text.contains("half") || program.text.contains("min16"));
    listed.or_else(|| halves.then_some("`half` and `min16float` have 16 bits there, and 32 in uberc"))
}
