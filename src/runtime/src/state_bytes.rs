//! [`RenderState`] as the bytes of an archive.

use alloc::vec::Vec;

use crate::format::Field;
use crate::{
    BlendMode, BlendOp, ColorWriteState, ComparisonFunc, CullMode, FillMode, FrontFace, RenderState, RenderTargetState,
    StencilFace, StencilOp,
};

/// Bytes of a render state.
pub const SIZE: usize = 136;

/// Bytes before the list of single-byte fields: eight words, nine render targets, two stencil faces.
const WORDS: usize = 32;
const TARGET: usize = 8;
const FACE: usize = 4;

/// Offset of each field and its type; what FORMAT.md lists.
pub const FIELDS: &[(&str, &str, usize)] = &[
    ("depth_bias", "i32", 0),
    ("slope_scale_depth_bias", "f32", 4),
    ("depth_bias_clamp", "f32", 8),
    ("sample_mask", "u32", 12),
    ("blend_factor", "f32 x 4", 16),
    ("target", "target", WORDS),
    ("targets", "target x 8", WORDS + TARGET),
    ("stencil_front", "face", WORDS + 9 * TARGET),
    ("stencil_back", "face", WORDS + 9 * TARGET + FACE),
    ("fill_mode", "u8", 112),
    ("cull_mode", "u8", 113),
    ("front_face", "u8", 114),
    ("z_enable", "u8", 115),
    ("z_write_enable", "u8", 116),
    ("z_func", "u8", 117),
    ("depth_clip", "u8", 118),
    ("scissor_test_enable", "u8", 119),
    ("multisample_enable", "u8", 120),
    ("alpha_to_coverage", "u8", 121),
    ("alpha_test_enable", "u8", 122),
    ("alpha_test_func", "u8", 123),
    ("alpha_test_ref", "u8", 124),
    ("stencil_enable", "u8", 125),
    ("stencil_ref", "u8", 126),
    ("stencil_mask", "u8", 127),
    ("stencil_write_mask", "u8", 128),
    ("has_stencil_back", "u8", 129),
    ("target_overrides", "u8", 130),
    ("zero", "u8 x 5", 131),
];

/// Appends [`SIZE`] bytes. Overrides that are not set are written as zeros.
pub fn write(state: &RenderState, out: &mut Vec<u8>) {
    state.depth_bias.put(out);
    for float in [state.slope_scale_depth_bias, state.depth_bias_clamp] {
        float.to_bits().put(out);
    }
    state.sample_mask.put(out);
    for float in state.blend_factor {
        float.to_bits().put(out);
    }
    write_target(Some(&state.target), out);
    for target in &state.targets {
        write_target(target.as_ref(), out);
    }
    write_face(Some(state.stencil_front), out);
    write_face(state.stencil_back, out);
    let overrides = state.targets.iter().rev().fold(0u8, |bits, target| bits << 1 | u8::from(target.is_some()));
    out.extend_from_slice(&[
        state.fill_mode as u8,
        state.cull_mode as u8,
        state.front_face as u8,
        u8::from(state.z_enable),
        u8::from(state.z_write_enable),
        state.z_func as u8,
        u8::from(state.depth_clip),
        u8::from(state.scissor_test_enable),
        u8::from(state.multisample_enable),
        u8::from(state.alpha_to_coverage),
        u8::from(state.alpha_test_enable),
        state.alpha_test_func as u8,
        state.alpha_test_ref,
        u8::from(state.stencil_enable),
        state.stencil_ref,
        state.stencil_mask,
        state.stencil_write_mask,
        u8::from(state.stencil_back.is_some()),
        overrides,
    ]);
    out.extend_from_slice(&[0; 5]);
}

fn write_target(target: Option<&RenderTargetState>, out: &mut Vec<u8>) {
    let Some(target) = target else { return out.extend_from_slice(&[0; TARGET]) };
    out.extend_from_slice(&[
        u8::from(target.alpha_blend_enable),
        target.src_blend as u8,
        target.dst_blend as u8,
        target.blend_op as u8,
        target.src_blend_alpha as u8,
        target.dst_blend_alpha as u8,
        target.blend_op_alpha as u8,
        target.color_write_state.bits(),
    ]);
}

fn write_face(face: Option<StencilFace>, out: &mut Vec<u8>) {
    let Some(face) = face else { return out.extend_from_slice(&[0; FACE]) };
    out.extend_from_slice(&[face.func as u8, face.pass as u8, face.fail as u8, face.z_fail as u8]);
}

/// `None` where a number has no member, a boolean is neither 0 nor 1, or a float is not finite.
pub fn read(mut bytes: &[u8]) -> Option<RenderState> {
    let bytes = &mut bytes;
    let depth_bias = i32::take(bytes)?;
    let slope_scale_depth_bias = float(bytes)?;
    let depth_bias_clamp = float(bytes)?;
    let sample_mask = u32::take(bytes)?;
    let blend_factor = [float(bytes)?, float(bytes)?, float(bytes)?, float(bytes)?];
    let (targets, rest) = bytes.split_at_checked(9 * TARGET)?;
    let (faces, rest) = rest.split_at_checked(2 * FACE)?;
    let flags: &[u8; 24] = rest.first_chunk()?;
    let (target, targets) = targets.split_at_checked(TARGET)?;
    let overrides = flags[18];
    let mut each = [None; 8];
    for ((index, slot), bytes) in each.iter_mut().enumerate().zip(targets.chunks_exact(TARGET)) {
        if overrides >> index & 1 == 1 {
            *slot = Some(read_target(bytes)?);
        }
    }
    let (front, back) = faces.split_at_checked(FACE)?;
    Some(RenderState {
        fill_mode: FillMode::from_index(flags[0])?,
        cull_mode: CullMode::from_index(flags[1])?,
        front_face: FrontFace::from_index(flags[2])?,
        z_enable: boolean(flags[3])?,
        z_write_enable: boolean(flags[4])?,
        z_func: ComparisonFunc::from_index(flags[5])?,
        depth_bias,
        slope_scale_depth_bias,
        depth_bias_clamp,
        depth_clip: boolean(flags[6])?,
        scissor_test_enable: boolean(flags[7])?,
        multisample_enable: boolean(flags[8])?,
        alpha_to_coverage: boolean(flags[9])?,
        sample_mask,
        alpha_test_enable: boolean(flags[10])?,
        alpha_test_func: ComparisonFunc::from_index(flags[11])?,
        alpha_test_ref: flags[12],
        blend_factor,
        target: read_target(target)?,
        targets: each,
        stencil_enable: boolean(flags[13])?,
        stencil_ref: flags[14],
        stencil_mask: flags[15],
        stencil_write_mask: flags[16],
        stencil_front: read_face(front)?,
        stencil_back: if boolean(flags[17])? { Some(read_face(back)?) } else { None },
    })
}

fn float(bytes: &mut &[u8]) -> Option<f32> {
    let float = f32::from_bits(u32::take(bytes)?);
    float.is_finite().then_some(float)
}

fn boolean(byte: u8) -> Option<bool> {
    match byte {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn read_target(bytes: &[u8]) -> Option<RenderTargetState> {
    let &[enable, src, dst, op, src_alpha, dst_alpha, op_alpha, mask] = bytes.first_chunk()?;
    Some(RenderTargetState {
        alpha_blend_enable: boolean(enable)?,
        src_blend: BlendMode::from_index(src)?,
        dst_blend: BlendMode::from_index(dst)?,
        blend_op: BlendOp::from_index(op)?,
        src_blend_alpha: BlendMode::from_index(src_alpha)?,
        dst_blend_alpha: BlendMode::from_index(dst_alpha)?,
        blend_op_alpha: BlendOp::from_index(op_alpha)?,
        color_write_state: ColorWriteState::from_bits(mask)?,
    })
}

fn read_face(bytes: &[u8]) -> Option<StencilFace> {
    let &[func, pass, fail, z_fail] = bytes.first_chunk()?;
    Some(StencilFace {
        func: ComparisonFunc::from_index(func)?,
        pass: StencilOp::from_index(pass)?,
        fail: StencilOp::from_index(fail)?,
        z_fail: StencilOp::from_index(z_fail)?,
    })
}
