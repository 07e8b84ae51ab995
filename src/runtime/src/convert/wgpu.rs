//! wgpu's terms.

use wgpu_types as wgpu;

use super::culls_front;
use crate::state::{
    BlendMode, BlendOp, ColorWriteState, ComparisonFunc, FillMode, FrontFace, RenderState, RenderTargetState,
    StencilFace, StencilOp,
};

impl From<ComparisonFunc> for wgpu::CompareFunction {
    fn from(func: ComparisonFunc) -> Self {
        match func {
            ComparisonFunc::Never => Self::Never,
            ComparisonFunc::Less => Self::Less,
            ComparisonFunc::Equal => Self::Equal,
            ComparisonFunc::LEqual => Self::LessEqual,
            ComparisonFunc::Greater => Self::Greater,
            ComparisonFunc::NotEqual => Self::NotEqual,
            ComparisonFunc::GEqual => Self::GreaterEqual,
            ComparisonFunc::Always => Self::Always,
        }
    }
}

impl From<BlendMode> for wgpu::BlendFactor {
    fn from(mode: BlendMode) -> Self {
        match mode {
            BlendMode::Zero => Self::Zero,
            BlendMode::One => Self::One,
            BlendMode::SrcColor => Self::Src,
            BlendMode::InvSrcColor => Self::OneMinusSrc,
            BlendMode::SrcAlpha => Self::SrcAlpha,
            BlendMode::InvSrcAlpha => Self::OneMinusSrcAlpha,
            BlendMode::DestAlpha => Self::DstAlpha,
            BlendMode::InvDestAlpha => Self::OneMinusDstAlpha,
            BlendMode::DestColor => Self::Dst,
            BlendMode::InvDestColor => Self::OneMinusDst,
            BlendMode::SrcAlphaSat => Self::SrcAlphaSaturated,
            BlendMode::BlendFactor => Self::Constant,
            BlendMode::InvBlendFactor => Self::OneMinusConstant,
            BlendMode::Src1Color => Self::Src1,
            BlendMode::InvSrc1Color => Self::OneMinusSrc1,
            BlendMode::Src1Alpha => Self::Src1Alpha,
            BlendMode::InvSrc1Alpha => Self::OneMinusSrc1Alpha,
        }
    }
}

impl From<BlendOp> for wgpu::BlendOperation {
    fn from(op: BlendOp) -> Self {
        match op {
            BlendOp::Add => Self::Add,
            BlendOp::Subtract => Self::Subtract,
            BlendOp::RevSubtract => Self::ReverseSubtract,
            BlendOp::Min => Self::Min,
            BlendOp::Max => Self::Max,
        }
    }
}

impl From<StencilOp> for wgpu::StencilOperation {
    fn from(op: StencilOp) -> Self {
        match op {
            StencilOp::Keep => Self::Keep,
            StencilOp::Zero => Self::Zero,
            StencilOp::Replace => Self::Replace,
            StencilOp::IncrSat => Self::IncrementClamp,
            StencilOp::DecrSat => Self::DecrementClamp,
            StencilOp::Invert => Self::Invert,
            StencilOp::Incr => Self::IncrementWrap,
            StencilOp::Decr => Self::DecrementWrap,
        }
    }
}

impl From<ColorWriteState> for wgpu::ColorWrites {
    fn from(state: ColorWriteState) -> Self {
        wgpu::ColorWrites::from_bits_truncate(u32::from(state.bits()))
    }
}

impl From<StencilFace> for wgpu::StencilFaceState {
    fn from(face: StencilFace) -> Self {
        wgpu::StencilFaceState {
            compare: face.func.into(),
            fail_op: face.fail.into(),
            depth_fail_op: face.z_fail.into(),
            pass_op: face.pass.into(),
        }
    }
}

impl RenderTargetState {
    /// A colour target with this format.
    pub fn to_wgpu(&self, format: wgpu::TextureFormat) -> wgpu::ColorTargetState {
        // wgpu refuses factors other than one with these.
        let component = |op: BlendOp, src: BlendMode, dst: BlendMode| wgpu::BlendComponent {
            src_factor: if matches!(op, BlendOp::Min | BlendOp::Max) { wgpu::BlendFactor::One } else { src.into() },
            dst_factor: if matches!(op, BlendOp::Min | BlendOp::Max) { wgpu::BlendFactor::One } else { dst.into() },
            operation: op.into(),
        };
        wgpu::ColorTargetState {
            format,
            blend: self.alpha_blend_enable.then(|| wgpu::BlendState {
                color: component(self.blend_op, self.src_blend, self.dst_blend),
                alpha: component(self.blend_op_alpha, self.src_blend_alpha, self.dst_blend_alpha),
            }),
            write_mask: self.color_write_state.into(),
        }
    }
}

impl RenderState {
    /// Winding, culling, filling and depth clipping; the topology is the mesh's. Wireframe needs
    /// `Features::POLYGON_MODE_LINE`, no depth clipping needs `Features::DEPTH_CLIP_CONTROL`.
    pub fn wgpu_primitive(&self, topology: wgpu::PrimitiveTopology) -> wgpu::PrimitiveState {
        wgpu::PrimitiveState {
            topology,
            strip_index_format: None,
            front_face: match self.front_face {
                FrontFace::CW => wgpu::FrontFace::Cw,
                FrontFace::CCW => wgpu::FrontFace::Ccw,
            },
            cull_mode: culls_front(self).map(|front| if front { wgpu::Face::Front } else { wgpu::Face::Back }),
            unclipped_depth: !self.depth_clip,
            polygon_mode: match self.fill_mode {
                FillMode::Solid => wgpu::PolygonMode::Fill,
                FillMode::Wireframe => wgpu::PolygonMode::Line,
            },
            conservative: false,
        }
    }

    /// Depth and stencil with this format. The stencil reference is set while drawing (`stencil_ref`).
    pub fn wgpu_depth_stencil(&self, format: wgpu::TextureFormat) -> wgpu::DepthStencilState {
        // Without a depth test nothing is written either, as in Direct3D.
        let compare = if self.z_enable { self.z_func.into() } else { wgpu::CompareFunction::Always };
        let has_depth = format.has_depth_aspect();
        let stencil = (self.stencil_enable && format.has_stencil_aspect()).then(|| wgpu::StencilState {
            front: self.stencil_front.into(),
            back: self.stencil_back.unwrap_or(self.stencil_front).into(),
            read_mask: u32::from(self.stencil_mask),
            write_mask: u32::from(self.stencil_write_mask),
        });
        wgpu::DepthStencilState {
            format,
            depth_write_enabled: has_depth.then_some(self.z_enable && self.z_write_enable),
            depth_compare: has_depth.then_some(compare),
            stencil: stencil.unwrap_or_default(),
            bias: wgpu::DepthBiasState {
                constant: self.depth_bias,
                slope_scale: self.slope_scale_depth_bias,
                clamp: self.depth_bias_clamp,
            },
        }
    }

    /// Multisampling with this many samples.
    pub fn wgpu_multisample(&self, count: u32) -> wgpu::MultisampleState {
        wgpu::MultisampleState {
            count,
            mask: u64::from(self.sample_mask),
            alpha_to_coverage_enabled: self.alpha_to_coverage && count > 1,
        }
    }

    /// Render target `index` with this format.
    pub fn wgpu_color_target(&self, index: usize, format: wgpu::TextureFormat) -> wgpu::ColorTargetState {
        self.render_target(index).to_wgpu(format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::CullMode;

    #[test]
    fn the_default_is_opaque_with_depth() {
        let state = RenderState::DEFAULT;
        let primitive = state.wgpu_primitive(wgpu::PrimitiveTopology::TriangleList);
        assert_eq!((primitive.front_face, primitive.cull_mode), (wgpu::FrontFace::Cw, Some(wgpu::Face::Back)));
        let depth = state.wgpu_depth_stencil(wgpu::TextureFormat::Depth24PlusStencil8);
        assert_eq!(depth.depth_compare, Some(wgpu::CompareFunction::LessEqual));
        assert_eq!(depth.depth_write_enabled, Some(true));
        assert!(!depth.stencil.is_enabled());
        let target = state.wgpu_color_target(0, wgpu::TextureFormat::Rgba8Unorm);
        assert_eq!((target.blend, target.write_mask), (None, wgpu::ColorWrites::ALL));
    }

    #[test]
    fn overrides_and_faces() {
        let mut state = RenderState { cull_mode: CullMode::CW, stencil_enable: true, ..RenderState::DEFAULT };
        state.stencil_back = Some(StencilFace { pass: StencilOp::DecrSat, ..StencilFace::KEEP });
        state.targets[1] = Some(RenderTargetState {
            alpha_blend_enable: true,
            src_blend: BlendMode::SrcAlpha,
            dst_blend: BlendMode::InvSrcAlpha,
            blend_op_alpha: BlendOp::Max,
            ..RenderTargetState::DEFAULT
        });
        assert_eq!(
            state.wgpu_primitive(wgpu::PrimitiveTopology::TriangleList).cull_mode,
            Some(wgpu::Face::Front),
            "clockwise is front, and culled"
        );
        let stencil = state.wgpu_depth_stencil(wgpu::TextureFormat::Depth24PlusStencil8).stencil;
        assert_eq!(stencil.back.pass_op, wgpu::StencilOperation::DecrementClamp);
        assert_eq!(stencil.front.pass_op, wgpu::StencilOperation::Keep);
        let blend = state.wgpu_color_target(1, wgpu::TextureFormat::Rgba8Unorm).blend.expect("blending is on");
        assert_eq!(blend.color.dst_factor, wgpu::BlendFactor::OneMinusSrcAlpha);
        assert_eq!(
            (blend.alpha.dst_factor, blend.alpha.operation),
            (wgpu::BlendFactor::One, wgpu::BlendOperation::Max)
        );
        assert_eq!(state.wgpu_color_target(0, wgpu::TextureFormat::Rgba8Unorm).blend, None);
    }
}
