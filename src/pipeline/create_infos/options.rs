//! The options of static compilation, and what they are for each target.

use std::collections::BTreeMap;

use crate::dialect::create_info::vocabulary::BuiltinBits;
use crate::dialect::create_info::{
    AssembleOptions, BindingPolicy, ConstantValue, PUSH_CONSTANT_LIMIT, RegisterBases, TargetRules, TextForm,
};
use crate::model::Target;

/// The options of a run.
#[derive(Clone, Debug)]
pub struct BuilderOptions {
    pub targets: Vec<Target>,
    pub policy: BindingPolicy,
    /// Of Direct3D.
    pub registers: RegisterBases,
    /// Of WebGPU: uniform buffers, storage buffers, samplers, images.
    pub group_limits: [u32; 4],
    /// Bytes of a push block.
    pub push_constant_limit: u32,
    /// Whether sources have the depth range of OpenGL.
    pub remaps_depth: bool,
    /// Whether a geometry stage stands in for layers, viewports and barycentric coordinates.
    pub fallback_geometry: bool,
    /// Macros of the platform.
    pub defines: Vec<(String, String)>,
    pub specialized: BTreeMap<String, ConstantValue>,
}

/// The form of the text that is compiled for a target.
fn form_of(target: Target, registers: RegisterBases) -> TextForm {
    match target {
        Target::Glsl => TextForm::Desktop,
        Target::Msl | Target::Metallib => TextForm::ByKind,
        Target::Wgsl | Target::Wgpu => TextForm::WithoutPushConstants,
        _ if target.keeps_registers() => TextForm::Registers(registers),
        _ => TextForm::Vulkan,
    }
}

/// The target whose chain reads a text: desktop GLSL is the result itself, and checked as SPIR-V.
pub fn compiled_as(target: Target) -> Target {
    if target == Target::Glsl { Target::Spirv } else { target }
}

/// The macro of a target.
fn define_of(target: Target) -> &'static str {
    match target.platform_global() {
        "RENDERER_VULKAN" => "GPU_VULKAN",
        "RENDERER_METAL" => "GPU_METAL",
        "RENDERER_WEBGPU" => "GPU_WEBGPU",
        "RENDERER_GL" | "RENDERER_GLES" => "GPU_OPENGL",
        _ => "GPU_DIRECT3D",
    }
}

const NO_LIMIT: u32 = u32::MAX;

/// Uniform buffers, storage buffers, samplers and images that each device of WebGPU has for a stage.
pub const GROUP_LIMITS: [u32; 4] = [12, 8, 16, 4];

/// What a target has. `group_limits`: of WebGPU's bind groups, in the order of [`GROUP_LIMITS`].
pub fn rules_of(target: Target, group_limits: [u32; 4]) -> TargetRules {
    let none = TargetRules {
        name: target.name(),
        geometry: false,
        subpasses: false,
        lacks: &[LAYER, VIEWPORT, STENCIL, PRINTF],
        texel_buffers: false,
        image_atomics: true,
        by_slot: false,
        most: [NO_LIMIT; 4],
        most_buffers: NO_LIMIT,
        most_textures: NO_LIMIT,
    };
    match target {
        Target::Spirv => TargetRules { geometry: true, subpasses: true, lacks: &[], texel_buffers: true, ..none },
        Target::Glsl => TargetRules { geometry: true, lacks: &[PRINTF], texel_buffers: true, ..none },
        Target::Msl | Target::Metallib => {
            TargetRules { most: [31, 31, 16, 128], most_buffers: 31, most_textures: 128, ..none }
        }
        Target::Wgsl | Target::Wgpu => TargetRules {
            lacks: &[LAYER, VIEWPORT, STENCIL, PRINTF, BASE_INSTANCE, POINT_SIZE, POINT_COORD],
            image_atomics: target == Target::Wgpu,
            most: group_limits,
            ..none
        },
        // b13 is counted, because it has a message of its own.
        _ if target.keeps_registers() => TargetRules {
            lacks: &[LAYER, VIEWPORT, STENCIL, PRINTF, BASE_INSTANCE, POINT_SIZE, POINT_COORD],
            by_slot: true,
            most: [14, 56, 16, 64],
            ..none
        },
        _ => none,
    }
}

const LAYER: BuiltinBits = BuiltinBits::Layer;
const VIEWPORT: BuiltinBits = BuiltinBits::ViewportIndex;
const STENCIL: BuiltinBits = BuiltinBits::StencilRef;
const PRINTF: BuiltinBits = BuiltinBits::UsePrintf;
const BASE_INSTANCE: BuiltinBits = BuiltinBits::BaseInstance;
const POINT_SIZE: BuiltinBits = BuiltinBits::PointSize;
const POINT_COORD: BuiltinBits = BuiltinBits::PointCoord;

impl BuilderOptions {
    /// What techniques of a project have for a target.
    pub fn of_project(target: Target) -> BuilderOptions {
        BuilderOptions {
            targets: vec![target],
            policy: BindingPolicy::Packed,
            registers: RegisterBases::default(),
            group_limits: GROUP_LIMITS,
            push_constant_limit: PUSH_CONSTANT_LIMIT,
            remaps_depth: false,
            fallback_geometry: false,
            defines: Vec::new(),
            specialized: BTreeMap::new(),
        }
    }

    /// How an info is written for a target.
    pub fn assembly(&self, target: Target) -> AssembleOptions {
        AssembleOptions {
            form: form_of(target, self.registers),
            policy: self.policy,
            push_constant_limit: self.push_constant_limit,
            remaps_depth: self.remaps_depth,
            specializes: target.keeps_registers()
                || matches!(target, Target::Spirv | Target::Wgsl | Target::Wgpu | Target::Msl | Target::Metallib),
            target_define: define_of(target),
            defines: self.defines.clone(),
            specialized: self.specialized.clone(),
        }
    }

    /// How an info is written for the compiler that checks it: desktop GLSL has a space of bindings for each kind, which
    /// the front end does not know.
    pub fn checked(&self, target: Target) -> AssembleOptions {
        self.technique(target)
    }

    /// How an info is written for the techniques of a target, whose chain reads it in any case.
    pub fn technique(&self, target: Target) -> AssembleOptions {
        let form = match form_of(target, self.registers) {
            TextForm::Desktop => TextForm::Vulkan,
            form => form,
        };
        AssembleOptions { form, ..self.assembly(target) }
    }
}
