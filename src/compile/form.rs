//! The forms a program takes on its way.

use crate::model::{SourceLanguage, Target};

/// What a step takes or gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProgramForm {
    /// The variant's text in its own language, as the preprocessor and the substitution left it.
    Source,
    Spirv,
    /// The standard's WGSL, as browsers take it.
    Wgsl,
    /// WGSL with the extensions of wgpu.
    Wgpu,
    Msl,
    Glsl,
    Gles,
    /// GLSL ES 3.00, as WebGL 2 takes it.
    Webgl,
    /// HLSL written by a translator.
    HlslText,
    /// Direct3D 9 to 11 byte code.
    Dxbc,
    Dxil,
    Metallib,
}

impl ProgramForm {
    /// Lower-case name, for keys and messages.
    pub const fn name(self) -> &'static str {
        match self {
            ProgramForm::Source => "source",
            ProgramForm::Spirv => "spirv",
            ProgramForm::Wgsl => "wgsl",
            ProgramForm::Wgpu => "wgpu",
            ProgramForm::Msl => "msl",
            ProgramForm::Glsl => "glsl",
            ProgramForm::Gles => "gles",
            ProgramForm::Webgl => "webgl",
            ProgramForm::HlslText => "hlsl-text",
            ProgramForm::Dxbc => "dxbc",
            ProgramForm::Dxil => "dxil",
            ProgramForm::Metallib => "metallib",
        }
    }

    /// The name for a text in this language: source text has the language's name.
    pub const fn name_in(self, language: SourceLanguage) -> &'static str {
        match self {
            ProgramForm::Source => language.name,
            form => form.name(),
        }
    }

    /// The extension of a temporary file: some compilers go by it.
    pub const fn extension(self, language: SourceLanguage) -> &'static str {
        match self {
            ProgramForm::Source => language.extension,
            ProgramForm::HlslText => "hlsl",
            ProgramForm::Spirv => "spv",
            ProgramForm::Wgsl | ProgramForm::Wgpu => "wgsl",
            ProgramForm::Msl => "metal",
            ProgramForm::Glsl | ProgramForm::Gles | ProgramForm::Webgl => "glsl",
            ProgramForm::Dxbc => "cso",
            ProgramForm::Dxil => "dxil",
            ProgramForm::Metallib => "metallib",
        }
    }

    /// What the archive holds for this target.
    pub const fn of(target: Target) -> ProgramForm {
        match target {
            Target::Spirv => ProgramForm::Spirv,
            Target::Wgsl => ProgramForm::Wgsl,
            Target::Wgpu => ProgramForm::Wgpu,
            Target::Msl => ProgramForm::Msl,
            Target::Glsl => ProgramForm::Glsl,
            Target::Gles => ProgramForm::Gles,
            Target::Webgl => ProgramForm::Webgl,
            Target::Hlsl => ProgramForm::HlslText,
            Target::Dx9 | Target::Dx11 => ProgramForm::Dxbc,
            Target::Dxil => ProgramForm::Dxil,
            Target::Metallib => ProgramForm::Metallib,
        }
    }
}
