//! Programs whose difference from the reference is not a defect of uberc; each was examined by hand.

/// File of the program, and what differs and why.
const DOUBTS: &[(&str, &str)] = &[
    ("hlsl.structbuffer.frag", "the result tells the stride of a structured buffer: 32 by std430, 20 in Direct3D"),
    (
        "hlsl.wavebroadcast.comp",
        "lane 13 is read, and the device's waves have 8; with lane 3 in its place the results are the same",
    ),
    ("hlsl.waveprefix.comp", "glslang 12 has `WavePrefixSum` and `WavePrefixProduct` include the lane itself"),
];

/// Why a difference in this program says nothing.
pub(crate) fn of(program: &str) -> Option<&'static str> {
    let file = program.split(' ').next()?;
    DOUBTS.iter().find(|(known, _)| *known == file).map(|(_, why)| *why)
}
