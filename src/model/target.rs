//! The forms a variant is compiled to.

use serde::{Deserialize, Serialize};

/// One row for each target: its member of [`Target`], and its name on the command line, in `uberc.toml` and in the
/// archive.
macro_rules! targets {
    ($($target:ident = $name:literal),+ $(,)?) => {
        /// A target by name. The order is the order of output.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Target {
            $($target),+
        }

        impl Target {
            /// Every target, in order.
            pub const ALL: [Target; [$($name),+].len()] = [$(Target::$target),+];

            /// As written on the command line, in `uberc.toml`, and in the archive.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Target::$target => $name),+
                }
            }
        }
    };
}

targets! {
    Spirv = "spirv",
    Wgsl = "wgsl",
    Wgpu = "wgpu",
    Msl = "msl",
    Glsl = "glsl",
    Gles = "gles",
    Webgl = "webgl",
    Hlsl = "hlsl",
    Dx9 = "dx9",
    Dx11 = "dx11",
    Dxil = "dxil",
    Metallib = "metallib",
}

impl Target {
    /// The target with this name.
    pub fn from_name(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|target| target.name() == name)
    }

    /// The one platform global that is true in the sidecar.
    pub const fn platform_global(self) -> &'static str {
        match self {
            Target::Spirv => "RENDERER_VULKAN",
            Target::Wgsl | Target::Wgpu => "RENDERER_WEBGPU",
            Target::Msl | Target::Metallib => "RENDERER_METAL",
            Target::Glsl => "RENDERER_GL",
            Target::Gles | Target::Webgl => "RENDERER_GLES",
            // naga's HLSL is shader model 5.1 and up, as Direct3D 12 takes it.
            Target::Hlsl | Target::Dxil => "RENDERER_DX12",
            Target::Dx9 => "RENDERER_DX9",
            Target::Dx11 => "RENDERER_DX11",
        }
    }

    /// Every platform global there is, in the order a sidecar lists them.
    pub const PLATFORM_GLOBALS: [&'static str; 8] = [
        "RENDERER_DX9",
        "RENDERER_DX11",
        "RENDERER_DX12",
        "RENDERER_VULKAN",
        "RENDERER_METAL",
        "RENDERER_GL",
        "RENDERER_GLES",
        "RENDERER_WEBGPU",
    ];

    /// Whether the artifact is text (UTF-8) rather than bytes.
    pub const fn is_text(self) -> bool {
        match self {
            Target::Wgsl | Target::Wgpu | Target::Msl | Target::Glsl | Target::Gles | Target::Webgl | Target::Hlsl => {
                true
            }
            Target::Spirv | Target::Dx9 | Target::Dx11 | Target::Dxil | Target::Metallib => false,
        }
    }

    /// Whether it is byte code of Direct3D, which only Direct3D's own compilers make. They number bindings and the
    /// registers between stages themselves.
    pub const fn is_direct3d(self) -> bool {
        matches!(self, Target::Dx9 | Target::Dx11 | Target::Dxil)
    }

    /// Whether fxc makes it: byte code of Direct3D before shader model 6.
    pub const fn is_made_by_fxc(self) -> bool {
        matches!(self, Target::Dx9 | Target::Dx11)
    }

    /// Whether its code says which register each input and output of a stage has, by which Direct3D links stages.
    /// Direct3D 9 links by semantic.
    pub const fn has_stage_registers(self) -> bool {
        matches!(self, Target::Dx11 | Target::Dxil)
    }

    /// Whether its code says what kind of resource a binding is, and a pipeline has one kind for all of its stages.
    pub const fn needs_equal_bindings(self) -> bool {
        matches!(self, Target::Wgsl)
    }

    /// Whether its interface refuses a pixel stage that interpolates a value otherwise than the stage before declares it.
    pub const fn needs_equal_interpolation(self) -> bool {
        match self {
            Target::Wgsl | Target::Wgpu | Target::Glsl | Target::Gles | Target::Webgl => true,
            Target::Spirv
            | Target::Msl
            | Target::Hlsl
            | Target::Dx9
            | Target::Dx11
            | Target::Dxil
            | Target::Metallib => false,
        }
    }

    /// Whether it keeps the source's registers, so that a project cannot choose its bindings.
    pub const fn keeps_registers(self) -> bool {
        self.is_direct3d() || matches!(self, Target::Hlsl)
    }

    /// The file extension of an extracted artifact.
    pub const fn extension(self) -> &'static str {
        match self {
            Target::Spirv => "spv",
            Target::Wgsl | Target::Wgpu => "wgsl",
            Target::Msl => "metal",
            Target::Glsl | Target::Gles | Target::Webgl => "glsl",
            Target::Hlsl => "hlsl",
            Target::Dx9 => "dx9.cso",
            Target::Dx11 => "cso",
            Target::Dxil => "dxil",
            Target::Metallib => "metallib",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_platform_global_is_listed() {
        for target in Target::ALL {
            let global = target.platform_global();
            assert!(Target::PLATFORM_GLOBALS.contains(&global), "{}: {global}", target.name());
        }
        for global in Target::PLATFORM_GLOBALS {
            assert!(Target::ALL.iter().any(|target| target.platform_global() == global), "no target for {global}");
        }
    }
}
