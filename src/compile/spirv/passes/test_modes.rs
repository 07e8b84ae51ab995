//! Modes of a pixel shader's depth and stencil tests that naga does not have.

use rspirv::dr::Module;
use rspirv::spirv::{Capability, ExecutionMode};

use super::{Facts, builder};
use crate::ir::{Face, StencilChange, TestMode};

/// Declares the modes, and the extensions that they are from.
pub fn declare(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    for mode in &facts.test_modes {
        let (execution_mode, extension) = match mode {
            TestMode::EarlyAndLate => (ExecutionMode::EarlyAndLateFragmentTestsAMD, Some(EARLY_AND_LATE)),
            TestMode::UniformSubgroups => {
                (ExecutionMode::SubgroupUniformControlFlowKHR, Some("SPV_KHR_subgroup_uniform_control_flow"))
            }
            TestMode::DepthUnchanged => (ExecutionMode::DepthUnchanged, None),
            TestMode::PostDepthCoverage => {
                builder::add_capability(module, Capability::SampleMaskPostDepthCoverage);
                (ExecutionMode::PostDepthCoverage, Some("SPV_KHR_post_depth_coverage"))
            }
            TestMode::StencilReference(face, change) => {
                builder::add_capability(module, Capability::StencilExportEXT);
                builder::add_extension(module, "SPV_EXT_shader_stencil_export");
                (stencil_mode(*face, *change), Some(EARLY_AND_LATE))
            }
        };
        if let Some(extension) = extension {
            builder::add_extension(module, extension);
        }
        builder::add_execution_mode(module, execution_mode);
    }
    Ok(())
}

const EARLY_AND_LATE: &str = "SPV_AMD_shader_early_and_late_fragment_tests";

const fn stencil_mode(face: Face, change: StencilChange) -> ExecutionMode {
    match (face, change) {
        (Face::Front, StencilChange::Unchanged) => ExecutionMode::StencilRefUnchangedFrontAMD,
        (Face::Front, StencilChange::GreaterEqual) => ExecutionMode::StencilRefGreaterFrontAMD,
        (Face::Front, StencilChange::LessEqual) => ExecutionMode::StencilRefLessFrontAMD,
        (Face::Back, StencilChange::Unchanged) => ExecutionMode::StencilRefUnchangedBackAMD,
        (Face::Back, StencilChange::GreaterEqual) => ExecutionMode::StencilRefGreaterBackAMD,
        (Face::Back, StencilChange::LessEqual) => ExecutionMode::StencilRefLessBackAMD,
    }
}
