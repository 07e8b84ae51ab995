//! Render state as a C structure.

use uberc_runtime::{RenderState, RenderTargetState, StencilFace};

/// Stencil behaviour of one face. Numbers as in FORMAT.md: comparisons 0 never, 1 less, 2 equal, 3 less or equal, 4
/// greater, 5 not equal, 6 greater or equal, 7 always; operations 0 keep, 1 zero, 2 replace, 3 increment and clamp, 4
/// decrement and clamp, 5 invert, 6 increment and wrap, 7 decrement and wrap.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_stencil_face {
    pub func: u8,
    pub pass: u8,
    pub fail: u8,
    pub z_fail: u8,
}

/// Blending of one render target. Factors 0 zero, 1 one, 2 source colour, 3 its inverse, 4 source alpha, 5 its inverse,
/// 6 destination alpha, 7 its inverse, 8 destination colour, 9 its inverse, 10 source alpha saturated, 11 blend factor,
/// 12 its inverse, 13 second source colour, 14 its inverse, 15 second source alpha, 16 its inverse; operations 0 add, 1
/// subtract, 2 reverse subtract, 3 minimum, 4 maximum; write mask 1 red, 2 green, 4 blue, 8 alpha.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_render_target {
    pub alpha_blend_enable: u8,
    pub src_blend: u8,
    pub dst_blend: u8,
    pub blend_op: u8,
    pub src_blend_alpha: u8,
    pub dst_blend_alpha: u8,
    pub blend_op_alpha: u8,
    pub color_write_mask: u8,
}

/// Everything a technique says of fixed-function state. `*_enable` and other switches are 0 or 1.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_render_state {
    /// 0 solid, 1 wireframe.
    pub fill_mode: u8,
    /// Which winding is culled: 0 none, 1 clockwise, 2 counter-clockwise.
    pub cull_mode: u8,
    /// Which winding is a front face: 0 clockwise, 1 counter-clockwise.
    pub front_face: u8,
    pub z_enable: u8,
    pub z_write_enable: u8,
    pub z_func: u8,
    pub depth_clip: u8,
    pub scissor_test_enable: u8,
    pub multisample_enable: u8,
    pub alpha_to_coverage: u8,
    pub alpha_test_enable: u8,
    pub alpha_test_func: u8,
    pub alpha_test_ref: u8,
    pub stencil_enable: u8,
    pub stencil_ref: u8,
    pub stencil_mask: u8,
    pub stencil_write_mask: u8,
    pub stencil_front: uberc_stencil_face,
    pub stencil_back: uberc_stencil_face,
    /// What holds for each render target.
    pub targets: [uberc_render_target; 8],
    pub sample_mask: u32,
    pub depth_bias: i32,
    pub slope_scale_depth_bias: f32,
    pub depth_bias_clamp: f32,
    /// Red, green, blue, alpha.
    pub blend_factor: [f32; 4],
}

impl From<StencilFace> for uberc_stencil_face {
    fn from(face: StencilFace) -> uberc_stencil_face {
        uberc_stencil_face {
            func: face.func as u8,
            pass: face.pass as u8,
            fail: face.fail as u8,
            z_fail: face.z_fail as u8,
        }
    }
}

impl From<RenderTargetState> for uberc_render_target {
    fn from(target: RenderTargetState) -> uberc_render_target {
        uberc_render_target {
            alpha_blend_enable: target.alpha_blend_enable.into(),
            src_blend: target.src_blend as u8,
            dst_blend: target.dst_blend as u8,
            blend_op: target.blend_op as u8,
            src_blend_alpha: target.src_blend_alpha as u8,
            dst_blend_alpha: target.dst_blend_alpha as u8,
            blend_op_alpha: target.blend_op_alpha as u8,
            color_write_mask: target.color_write_state.bits(),
        }
    }
}

impl From<&RenderState> for uberc_render_state {
    fn from(state: &RenderState) -> uberc_render_state {
        // Every field is named, so that a new one does not compile until it is converted.
        let RenderState {
            fill_mode,
            cull_mode,
            front_face,
            z_enable,
            z_write_enable,
            z_func,
            depth_clip,
            scissor_test_enable,
            multisample_enable,
            alpha_to_coverage,
            alpha_test_enable,
            alpha_test_func,
            alpha_test_ref,
            stencil_enable,
            stencil_ref,
            stencil_mask,
            stencil_write_mask,
            stencil_front,
            stencil_back,
            // Both are in `render_target`.
            target: _,
            targets: _,
            sample_mask,
            depth_bias,
            slope_scale_depth_bias,
            depth_bias_clamp,
            blend_factor,
        } = *state;
        uberc_render_state {
            fill_mode: fill_mode as u8,
            cull_mode: cull_mode as u8,
            front_face: front_face as u8,
            z_enable: z_enable.into(),
            z_write_enable: z_write_enable.into(),
            z_func: z_func as u8,
            depth_clip: depth_clip.into(),
            scissor_test_enable: scissor_test_enable.into(),
            multisample_enable: multisample_enable.into(),
            alpha_to_coverage: alpha_to_coverage.into(),
            alpha_test_enable: alpha_test_enable.into(),
            alpha_test_func: alpha_test_func as u8,
            alpha_test_ref,
            stencil_enable: stencil_enable.into(),
            stencil_ref,
            stencil_mask,
            stencil_write_mask,
            stencil_front: stencil_front.into(),
            stencil_back: stencil_back.unwrap_or(stencil_front).into(),
            targets: std::array::from_fn(|index| state.render_target(index).into()),
            sample_mask,
            depth_bias,
            slope_scale_depth_bias,
            depth_bias_clamp,
            blend_factor,
        }
    }
}
