//! The forms a program takes on its way.

use crate::model::Target;

/// What a step takes or gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// The variant's text, as the preprocessor and the substitution left it.
    Hlsl,
    Spirv,
    Wgsl,
    Msl,
    Glsl,
    Gles,
    /// HLSL written by a translator.
    HlslText,
    /// Direct3D 9 to 11 byte code.
    Dxbc,
    Dxil,
    Metallib,
}

impl Form {
    /// Lower-case name, for keys and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Hlsl => "hlsl",
            Form::Spirv => "spirv",
            Form::Wgsl => "wgsl",
            Form::Msl => "msl",
            Form::Glsl => "glsl",
            Form::Gles => "gles",
            Form::HlslText => "hlsl-text",
            Form::Dxbc => "dxbc",
            Form::Dxil => "dxil",
            Form::Metallib => "metallib",
        }
    }

    /// The extension of a temporary file: some compilers go by it.
    pub const fn extension(self) -> &'static str {
        match self {
            Form::Hlsl | Form::HlslText => "hlsl",
            Form::Spirv => "spv",
            Form::Wgsl => "wgsl",
            Form::Msl => "metal",
            Form::Glsl | Form::Gles => "glsl",
            Form::Dxbc => "cso",
            Form::Dxil => "dxil",
            Form::Metallib => "metallib",
        }
    }

    /// What the archive holds for this target.
    pub const fn of(target: Target) -> Form {
        match target {
            Target::Spirv => Form::Spirv,
            Target::Wgsl => Form::Wgsl,
            Target::Msl => Form::Msl,
            Target::Glsl => Form::Glsl,
            Target::Gles => Form::Gles,
            Target::Hlsl => Form::HlslText,
            Target::Dx9 | Target::Dx11 => Form::Dxbc,
            Target::Dxil => Form::Dxil,
            Target::Metallib => Form::Metallib,
        }
    }
}
