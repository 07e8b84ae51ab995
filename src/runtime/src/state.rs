//! Fixed-function render state of a technique, in Direct3D's terms (the terms of the sidecar).
//!
//! The numbers behind the enum members are part of the archive format: append, never reorder.

macro_rules! state_enum {
    ($(#[$doc:meta])* $name:ident { $($member:ident = $value:expr),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[repr(u8)]
        pub enum $name { $($member = $value),+ }

        impl $name {
            /// Every member, in the order of its number.
            pub const ALL: &'static [$name] = &[$($name::$member),+];

            /// The member's name as a sidecar writes it.
            pub const fn name(self) -> &'static str {
                match self { $($name::$member => stringify!($member)),+ }
            }

            /// The member with this name.
            pub fn from_name(name: &str) -> Option<$name> {
                match name { $(stringify!($member) => Some($name::$member),)+ _ => None }
            }

            /// The member with this number.
            pub fn from_index(index: u8) -> Option<$name> {
                $(if index == $name::$member as u8 { return Some($name::$member); })+
                None
            }
        }
    };
}

state_enum! {
    /// How triangles are filled.
    FillMode { Solid = 0, Wireframe = 1 }
}
state_enum! {
    /// Which winding is culled.
    CullMode { None = 0, CW = 1, CCW = 2 }
}
state_enum! {
    /// Which winding is a front face.
    FrontFace { CW = 0, CCW = 1 }
}
state_enum! {
    /// Depth, stencil and alpha tests.
    ComparisonFunc { Never = 0, Less = 1, Equal = 2, LEqual = 3, Greater = 4, NotEqual = 5, GEqual = 6, Always = 7 }
}
state_enum! {
    /// A blend factor.
    BlendMode {
        Zero = 0, One = 1, SrcColor = 2, InvSrcColor = 3, SrcAlpha = 4, InvSrcAlpha = 5, DestAlpha = 6,
        InvDestAlpha = 7, DestColor = 8, InvDestColor = 9, SrcAlphaSat = 10, BlendFactor = 11, InvBlendFactor = 12,
        Src1Color = 13, InvSrc1Color = 14, Src1Alpha = 15, InvSrc1Alpha = 16,
    }
}
state_enum! {
    /// How the two blend terms are combined.
    BlendOp { Add = 0, Subtract = 1, RevSubtract = 2, Min = 3, Max = 4 }
}
state_enum! {
    /// What happens to the stencil value (`Stencil` in a sidecar).
    StencilOp { Keep = 0, Zero = 1, Replace = 2, IncrSat = 3, DecrSat = 4, Invert = 5, Incr = 6, Decr = 7 }
}

/// Which colour channels are written: bit 0 red, 1 green, 2 blue, 3 alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColorWriteState(u8);

#[cfg(feature = "serde")]
impl serde::Serialize for ColorWriteState {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ColorWriteState {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <alloc::string::String as serde::Deserialize>::deserialize(deserializer)?;
        ColorWriteState::from_name(&name).ok_or_else(|| serde::de::Error::custom("no such colour write state"))
    }
}

impl ColorWriteState {
    /// All four channels.
    pub const ALL_CHANNELS: ColorWriteState = ColorWriteState(15);
    /// No channel.
    pub const NO_CHANNEL: ColorWriteState = ColorWriteState(0);

    const NAMES: [&'static str; 16] = [
        "____", "R___", "_G__", "RG__", "__B_", "R_B_", "_GB_", "RGB_", "___A", "R__A", "_G_A", "RG_A", "__BA", "R_BA",
        "_GBA", "RGBA",
    ];

    /// The mask with these bits; `None` above 15.
    pub const fn from_bits(bits: u8) -> Option<ColorWriteState> {
        if bits < 16 { Some(ColorWriteState(bits)) } else { None }
    }

    /// Bit 0 red, 1 green, 2 blue, 3 alpha.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// One position a channel, `_` where it is off: `RGB_`.
    pub fn name(self) -> &'static str {
        Self::NAMES[usize::from(self.0 & 15)]
    }

    /// The mask with this name.
    pub fn from_name(name: &str) -> Option<ColorWriteState> {
        Self::NAMES.iter().zip(0u8..).find(|(n, _)| **n == name).map(|(_, bits)| ColorWriteState(bits))
    }
}

/// Stencil behaviour of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StencilFace {
    pub func: ComparisonFunc,
    pub pass: StencilOp,
    pub fail: StencilOp,
    pub z_fail: StencilOp,
}

impl StencilFace {
    /// Always passes and keeps the value.
    pub const KEEP: StencilFace = StencilFace {
        func: ComparisonFunc::Always,
        pass: StencilOp::Keep,
        fail: StencilOp::Keep,
        z_fail: StencilOp::Keep,
    };
}

/// Blending and write mask of one render target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RenderTargetState {
    pub alpha_blend_enable: bool,
    pub src_blend: BlendMode,
    pub dst_blend: BlendMode,
    pub blend_op: BlendOp,
    pub src_blend_alpha: BlendMode,
    pub dst_blend_alpha: BlendMode,
    pub blend_op_alpha: BlendOp,
    pub color_write_state: ColorWriteState,
}

impl RenderTargetState {
    /// No blending, all channels written.
    pub const DEFAULT: RenderTargetState = RenderTargetState {
        alpha_blend_enable: false,
        src_blend: BlendMode::One,
        dst_blend: BlendMode::Zero,
        blend_op: BlendOp::Add,
        src_blend_alpha: BlendMode::One,
        dst_blend_alpha: BlendMode::Zero,
        blend_op_alpha: BlendOp::Add,
        color_write_state: ColorWriteState::ALL_CHANNELS,
    };
}

/// Everything a technique says of fixed-function state.
///
/// `target` is what the fields without an index say; `targets[i]` overrides it for render target *i*.
/// Floats are never NaN (the sidecar rejects it), so equality is total.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RenderState {
    pub fill_mode: FillMode,
    pub cull_mode: CullMode,
    pub front_face: FrontFace,
    pub z_enable: bool,
    pub z_write_enable: bool,
    pub z_func: ComparisonFunc,
    /// In units of the smallest resolvable depth difference.
    pub depth_bias: i32,
    pub slope_scale_depth_bias: f32,
    pub depth_bias_clamp: f32,
    pub depth_clip: bool,
    pub scissor_test_enable: bool,
    pub multisample_enable: bool,
    pub alpha_to_coverage: bool,
    pub sample_mask: u32,
    pub alpha_test_enable: bool,
    pub alpha_test_func: ComparisonFunc,
    /// 0..=255, as Direct3D 9's `D3DRS_ALPHAREF`.
    pub alpha_test_ref: u8,
    /// Red, green, blue, alpha of `BlendMode::BlendFactor`.
    pub blend_factor: [f32; 4],
    pub target: RenderTargetState,
    pub targets: [Option<RenderTargetState>; 8],
    pub stencil_enable: bool,
    pub stencil_ref: u8,
    pub stencil_mask: u8,
    pub stencil_write_mask: u8,
    pub stencil_front: StencilFace,
    /// `None`: as the front face.
    pub stencil_back: Option<StencilFace>,
}

impl RenderState {
    /// `DefaultRenderState` of a sidecar: opaque, depth tested and written, back faces (clockwise is front) culled.
    pub const DEFAULT: RenderState = RenderState {
        fill_mode: FillMode::Solid,
        cull_mode: CullMode::CCW,
        front_face: FrontFace::CW,
        z_enable: true,
        z_write_enable: true,
        z_func: ComparisonFunc::LEqual,
        depth_bias: 0,
        slope_scale_depth_bias: 0.0,
        depth_bias_clamp: 0.0,
        depth_clip: true,
        scissor_test_enable: false,
        multisample_enable: true,
        alpha_to_coverage: false,
        sample_mask: u32::MAX,
        alpha_test_enable: false,
        alpha_test_func: ComparisonFunc::Always,
        alpha_test_ref: 0,
        blend_factor: [1.0; 4],
        target: RenderTargetState::DEFAULT,
        targets: [None; 8],
        stencil_enable: false,
        stencil_ref: 0,
        stencil_mask: 0xFF,
        stencil_write_mask: 0xFF,
        stencil_front: StencilFace::KEEP,
        stencil_back: None,
    };

    /// What holds for render target `index`: its override, or what is said of all.
    pub fn render_target(&self, index: usize) -> RenderTargetState {
        self.targets.get(index).copied().flatten().unwrap_or(self.target)
    }
}

impl Default for RenderState {
    fn default() -> Self {
        Self::DEFAULT
    }
}
