//! Vulkan's terms.

use ash::vk;

use super::culls_front;
use crate::state::{
    BlendMode, BlendOp, ColorWriteState, ComparisonFunc, FillMode, FrontFace, RenderState, RenderTargetState,
    StencilFace, StencilOp,
};

impl From<ComparisonFunc> for vk::CompareOp {
    fn from(func: ComparisonFunc) -> Self {
        match func {
            ComparisonFunc::Never => Self::NEVER,
            ComparisonFunc::Less => Self::LESS,
            ComparisonFunc::Equal => Self::EQUAL,
            ComparisonFunc::LEqual => Self::LESS_OR_EQUAL,
            ComparisonFunc::Greater => Self::GREATER,
            ComparisonFunc::NotEqual => Self::NOT_EQUAL,
            ComparisonFunc::GEqual => Self::GREATER_OR_EQUAL,
            ComparisonFunc::Always => Self::ALWAYS,
        }
    }
}

impl BlendMode {
    /// In the alpha equation, where Direct3D's blend factor and colours stand for their alpha.
    fn vulkan_alpha(self) -> vk::BlendFactor {
        match self {
            BlendMode::BlendFactor => vk::BlendFactor::CONSTANT_ALPHA,
            BlendMode::InvBlendFactor => vk::BlendFactor::ONE_MINUS_CONSTANT_ALPHA,
            other => other.into(),
        }
    }
}

impl From<BlendMode> for vk::BlendFactor {
    fn from(mode: BlendMode) -> Self {
        match mode {
            BlendMode::Zero => Self::ZERO,
            BlendMode::One => Self::ONE,
            BlendMode::SrcColor => Self::SRC_COLOR,
            BlendMode::InvSrcColor => Self::ONE_MINUS_SRC_COLOR,
            BlendMode::SrcAlpha => Self::SRC_ALPHA,
            BlendMode::InvSrcAlpha => Self::ONE_MINUS_SRC_ALPHA,
            BlendMode::DestAlpha => Self::DST_ALPHA,
            BlendMode::InvDestAlpha => Self::ONE_MINUS_DST_ALPHA,
            BlendMode::DestColor => Self::DST_COLOR,
            BlendMode::InvDestColor => Self::ONE_MINUS_DST_COLOR,
            BlendMode::SrcAlphaSat => Self::SRC_ALPHA_SATURATE,
            BlendMode::BlendFactor => Self::CONSTANT_COLOR,
            BlendMode::InvBlendFactor => Self::ONE_MINUS_CONSTANT_COLOR,
            BlendMode::Src1Color => Self::SRC1_COLOR,
            BlendMode::InvSrc1Color => Self::ONE_MINUS_SRC1_COLOR,
            BlendMode::Src1Alpha => Self::SRC1_ALPHA,
            BlendMode::InvSrc1Alpha => Self::ONE_MINUS_SRC1_ALPHA,
        }
    }
}

impl From<BlendOp> for vk::BlendOp {
    fn from(op: BlendOp) -> Self {
        match op {
            BlendOp::Add => Self::ADD,
            BlendOp::Subtract => Self::SUBTRACT,
            BlendOp::RevSubtract => Self::REVERSE_SUBTRACT,
            BlendOp::Min => Self::MIN,
            BlendOp::Max => Self::MAX,
        }
    }
}

impl From<StencilOp> for vk::StencilOp {
    fn from(op: StencilOp) -> Self {
        match op {
            StencilOp::Keep => Self::KEEP,
            StencilOp::Zero => Self::ZERO,
            StencilOp::Replace => Self::REPLACE,
            StencilOp::IncrSat => Self::INCREMENT_AND_CLAMP,
            StencilOp::DecrSat => Self::DECREMENT_AND_CLAMP,
            StencilOp::Invert => Self::INVERT,
            StencilOp::Incr => Self::INCREMENT_AND_WRAP,
            StencilOp::Decr => Self::DECREMENT_AND_WRAP,
        }
    }
}

impl From<ColorWriteState> for vk::ColorComponentFlags {
    fn from(state: ColorWriteState) -> Self {
        vk::ColorComponentFlags::from_raw(u32::from(state.bits()))
    }
}

impl From<RenderTargetState> for vk::PipelineColorBlendAttachmentState {
    fn from(state: RenderTargetState) -> Self {
        vk::PipelineColorBlendAttachmentState {
            blend_enable: state.alpha_blend_enable.into(),
            src_color_blend_factor: state.src_blend.into(),
            dst_color_blend_factor: state.dst_blend.into(),
            color_blend_op: state.blend_op.into(),
            src_alpha_blend_factor: state.src_blend_alpha.vulkan_alpha(),
            dst_alpha_blend_factor: state.dst_blend_alpha.vulkan_alpha(),
            alpha_blend_op: state.blend_op_alpha.into(),
            color_write_mask: state.color_write_state.into(),
        }
    }
}

/// The parts of a graphics pipeline that a render state decides.
#[derive(Clone, Copy, Debug)]
pub struct VulkanState {
    pub rasterization: vk::PipelineRasterizationStateCreateInfo<'static>,
    pub depth_stencil: vk::PipelineDepthStencilStateCreateInfo<'static>,
    /// One a colour attachment.
    pub blend: [vk::PipelineColorBlendAttachmentState; 8],
    /// For `PipelineColorBlendStateCreateInfo`, or dynamic.
    pub blend_constants: [f32; 4],
    /// For `PipelineMultisampleStateCreateInfo`, whose sample mask is a pointer to this.
    pub sample_mask: vk::SampleMask,
    pub alpha_to_coverage: bool,
}

impl RenderState {
    /// In Vulkan's terms. No depth clipping needs `VK_EXT_depth_clip_enable` or the feature `depthClamp`, wireframe
    /// `fillModeNonSolid`.
    pub fn to_vulkan(&self) -> VulkanState {
        let face = |face: StencilFace| vk::StencilOpState {
            fail_op: face.fail.into(),
            pass_op: face.pass.into(),
            depth_fail_op: face.z_fail.into(),
            compare_op: face.func.into(),
            compare_mask: u32::from(self.stencil_mask),
            write_mask: u32::from(self.stencil_write_mask),
            reference: u32::from(self.stencil_ref),
        };
        let biased = self.depth_bias != 0 || self.slope_scale_depth_bias != 0.0;
        let mut blend = [vk::PipelineColorBlendAttachmentState::default(); 8];
        for (index, attachment) in blend.iter_mut().enumerate() {
            *attachment = self.render_target(index).into();
        }
        VulkanState {
            rasterization: vk::PipelineRasterizationStateCreateInfo::default()
                .depth_clamp_enable(!self.depth_clip)
                .polygon_mode(match self.fill_mode {
                    FillMode::Solid => vk::PolygonMode::FILL,
                    FillMode::Wireframe => vk::PolygonMode::LINE,
                })
                .cull_mode(match culls_front(self) {
                    None => vk::CullModeFlags::NONE,
                    Some(true) => vk::CullModeFlags::FRONT,
                    Some(false) => vk::CullModeFlags::BACK,
                })
                .front_face(match self.front_face {
                    FrontFace::CW => vk::FrontFace::CLOCKWISE,
                    FrontFace::CCW => vk::FrontFace::COUNTER_CLOCKWISE,
                })
                .depth_bias_enable(biased)
                .depth_bias_constant_factor(self.depth_bias as f32)
                .depth_bias_slope_factor(self.slope_scale_depth_bias)
                .depth_bias_clamp(self.depth_bias_clamp)
                .line_width(1.0),
            depth_stencil: vk::PipelineDepthStencilStateCreateInfo::default()
                .depth_test_enable(self.z_enable)
                .depth_write_enable(self.z_enable && self.z_write_enable)
                .depth_compare_op(self.z_func.into())
                .stencil_test_enable(self.stencil_enable)
                .front(face(self.stencil_front))
                .back(face(self.stencil_back.unwrap_or(self.stencil_front))),
            blend,
            blend_constants: self.blend_factor,
            sample_mask: self.sample_mask,
            alpha_to_coverage: self.alpha_to_coverage,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_opaque_with_depth() {
        let state = RenderState::DEFAULT.to_vulkan();
        assert_eq!(state.rasterization.cull_mode, vk::CullModeFlags::BACK);
        assert_eq!(state.rasterization.depth_bias_enable, vk::FALSE);
        assert_eq!(state.depth_stencil.depth_compare_op, vk::CompareOp::LESS_OR_EQUAL);
        assert_eq!((state.blend[7].blend_enable, state.blend[7].color_write_mask.as_raw()), (vk::FALSE, 15));
    }

    #[test]
    fn enums_keep_their_meaning() {
        for func in ComparisonFunc::ALL {
            // Both count Never to Always in the same order.
            assert_eq!(vk::CompareOp::from(*func).as_raw(), *func as i32);
        }
        let mut state = RenderState { stencil_enable: true, stencil_ref: 3, ..RenderState::DEFAULT };
        state.target.src_blend_alpha = BlendMode::BlendFactor;
        state.targets[2] = Some(RenderTargetState { alpha_blend_enable: true, ..RenderTargetState::DEFAULT });
        let vulkan = state.to_vulkan();
        assert_eq!(vulkan.depth_stencil.back.reference, 3);
        assert_eq!(vulkan.blend[0].src_alpha_blend_factor, vk::BlendFactor::CONSTANT_ALPHA);
        assert_eq!((vulkan.blend[1].blend_enable, vulkan.blend[2].blend_enable), (vk::FALSE, vk::TRUE));
    }
}
