//! The capabilities that instructions need.
//!
//! Source: SPIR-V 1.6, 3.31 (capabilities) and 3.11 (image formats); which of them naga 30 declares.

use std::ops::BitOrAssign;

use rspirv::spirv::{Capability, Dim, Op};

use crate::compile::spirv::words;

/// Capabilities that follow from the instructions of functions and from types, in the order in which a module declares them.
const OF_INSTRUCTIONS: [Capability; 7] = [
    Capability::Sampled1D,
    Capability::Image1D,
    Capability::SampledCubeArray,
    Capability::ImageCubeArray,
    Capability::StorageImageExtendedFormats,
    Capability::ImageQuery,
    Capability::DerivativeControl,
];

/// Capabilities that follow from the inputs and outputs of the entry point alone, or that every shader has.
const OF_ENTRY_POINTS: [Capability; 5] = [
    Capability::Shader,
    Capability::Geometry,
    Capability::ClipDistance,
    Capability::CullDistance,
    Capability::SampleRateShading,
];

/// A set of [`OF_INSTRUCTIONS`], as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities(u8);

impl BitOrAssign for Capabilities {
    fn bitor_assign(&mut self, other: Capabilities) {
        self.0 |= other.0;
    }
}

impl Capabilities {
    fn of(capability: Capability) -> Capabilities {
        Capabilities(OF_INSTRUCTIONS.iter().position(|one| *one == capability).map_or(0, |at| 1 << at))
    }

    /// What an instruction needs.
    pub fn of_instruction(instruction: &[u32]) -> Capabilities {
        use Op::{
            DPdxCoarse, DPdxFine, DPdyCoarse, DPdyFine, FwidthCoarse, FwidthFine, ImageQueryLevels, ImageQueryLod,
            ImageQuerySamples, ImageQuerySize, ImageQuerySizeLod, TypeImage,
        };
        const QUERIES: [Op; 5] =
            [ImageQuerySizeLod, ImageQuerySize, ImageQueryLod, ImageQueryLevels, ImageQuerySamples];
        const DERIVATIVES: [Op; 6] = [DPdxFine, DPdyFine, FwidthFine, DPdxCoarse, DPdyCoarse, FwidthCoarse];
        let Some(first) = instruction.first() else { return Capabilities::default() };
        let opcode = words::opcode(*first);
        let is_one = |of: &[Op]| of.iter().any(|one| *one as u32 == opcode);
        if opcode == TypeImage as u32 {
            Capabilities::of_image(instruction)
        } else if is_one(&QUERIES) {
            Capabilities::of(Capability::ImageQuery)
        } else if is_one(&DERIVATIVES) {
            Capabilities::of(Capability::DerivativeControl)
        } else {
            Capabilities::default()
        }
    }

    /// Of `OpTypeImage`: result, sampled type, dimension, depth, arrayed, multisampled, sampled, format.
    fn of_image(instruction: &[u32]) -> Capabilities {
        let [_, _, _, dim, _, arrayed, _, sampled, format, ..] = *instruction else { return Capabilities::default() };
        let mut all = Capabilities::default();
        let is_sampled = sampled == 1;
        if dim == Dim::Dim1D as u32 {
            all |= Capabilities::of(if is_sampled { Capability::Sampled1D } else { Capability::Image1D });
        }
        if dim == Dim::DimCube as u32 && arrayed == 1 {
            all |= Capabilities::of(if is_sampled { Capability::SampledCubeArray } else { Capability::ImageCubeArray });
        }
        // From `Rg32f` to `R8Snorm`, from `Rg32i` to `R8i`, from `Rgb10a2ui` to `R8ui`.
        if matches!(format, 6..=20 | 25..=29 | 34..=39) {
            all |= Capabilities::of(Capability::StorageImageExtendedFormats);
        }
        all
    }

    /// The declarations of these capabilities, and of those among the module's own that follow from its entry point.
    pub fn declare(self, own: &[u32], to: &mut Vec<u32>) {
        let of_entry_points = OF_ENTRY_POINTS.iter().filter(|one| own.contains(&(**one as u32)));
        let of_instructions = OF_INSTRUCTIONS.iter().enumerate().filter(|(at, _)| self.0 & 1 << at != 0);
        for capability in of_entry_points.chain(of_instructions.map(|(_, one)| one)) {
            to.extend([2 << 16 | Op::Capability as u32, *capability as u32]);
        }
    }
}

/// Whether a module that declares the capability may be made anew.
pub fn is_known(capability: u32) -> bool {
    OF_INSTRUCTIONS.iter().chain(&OF_ENTRY_POINTS).any(|one| *one as u32 == capability)
}
