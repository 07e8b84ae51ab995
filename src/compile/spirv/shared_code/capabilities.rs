//! The capabilities and extensions that instructions need.
//!
//! Source: SPIR-V 1.6, 3.31 (capabilities) and 3.11 (image formats); which of them naga 30 declares.

use std::collections::BTreeSet;
use std::ops::{BitOrAssign, Range};

use rspirv::spirv::{Capability, Dim, Op};

use crate::compile::spirv::words::{self, HEADER};

/// Capabilities that follow from the instructions of functions and from types, in the order in which a module declares them.
const OF_INSTRUCTIONS: [Capability; 24] = [
    Capability::Float64,
    Capability::Float16,
    Capability::Int64,
    Capability::Int16,
    Capability::Int8,
    Capability::StorageBuffer16BitAccess,
    Capability::UniformAndStorageBuffer16BitAccess,
    Capability::Sampled1D,
    Capability::Image1D,
    Capability::SampledBuffer,
    Capability::ImageBuffer,
    Capability::SampledCubeArray,
    Capability::ImageCubeArray,
    Capability::StorageImageExtendedFormats,
    Capability::StorageImageReadWithoutFormat,
    Capability::StorageImageWriteWithoutFormat,
    Capability::ImageQuery,
    Capability::DerivativeControl,
    Capability::GroupNonUniformVote,
    Capability::GroupNonUniformArithmetic,
    Capability::GroupNonUniformBallot,
    Capability::GroupNonUniformShuffle,
    Capability::GroupNonUniformShuffleRelative,
    Capability::GroupNonUniformQuad,
];

/// Capabilities that follow from the inputs and outputs of the entry point or from resources alone, or that every shader has.
const OF_ENTRY_POINTS: [Capability; 10] = [
    Capability::Shader,
    Capability::Geometry,
    Capability::ClipDistance,
    Capability::CullDistance,
    Capability::SampleRateShading,
    Capability::MultiView,
    Capability::GroupNonUniform,
    Capability::FragmentBarycentricKHR,
    Capability::StorageInputOutput16,
    Capability::RayQueryKHR,
];

/// Where an index of resources may differ between invocations, as far as naga knows. `passes::descriptor_indexing` has removed what says
/// so of the indices of a module that marks none; one that marks some shares no function with such an index.
const OF_INDICES: Capability = Capability::ShaderNonUniform;

/// Extensions that naga declares: with numbers of 16 bits, which SPIR-V 1.3 has without it; with [`OF_INDICES`]; with an input or a resource.
const OF_SMALL_NUMBERS: &str = "SPV_KHR_16bit_storage";
const OF_DESCRIPTORS: &str = "SPV_EXT_descriptor_indexing";
const KEPT_EXTENSIONS: [&str; 2] = ["SPV_KHR_fragment_shader_barycentric", "SPV_KHR_ray_query"];

/// A set of [`OF_INSTRUCTIONS`], as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities(u32);

impl BitOrAssign for Capabilities {
    fn bitor_assign(&mut self, other: Capabilities) {
        self.0 |= other.0;
    }
}

impl Capabilities {
    const fn bit(at: usize) -> Capabilities {
        Capabilities(1 << at)
    }

    fn of(capability: Capability) -> Capabilities {
        let at = OF_INSTRUCTIONS.iter().position(|one| *one == capability);
        at.map_or(Capabilities::default(), Capabilities::bit)
    }

    fn of_all<const N: usize>(all: [Capability; N]) -> Capabilities {
        let mut set = Capabilities::default();
        all.into_iter().for_each(|one| set |= Capabilities::of(one));
        set
    }

    /// What an instruction needs.
    pub fn of_instruction(instruction: &[u32]) -> Capabilities {
        // Finding the names of all instructions would take longer than the rest.
        const RANGES: [(Op, Op); 4] = [
            (Op::TypeInt, Op::TypeImage),
            (Op::ImageQuerySizeLod, Op::ImageQuerySamples),
            (Op::DPdxFine, Op::FwidthCoarse),
            (Op::GroupNonUniformElect, Op::GroupNonUniformQuadSwap),
        ];
        let is_one = |number: &u32| RANGES.iter().any(|(first, last)| (*first as u32..=*last as u32).contains(number));
        let number = instruction.first().map(|first| words::opcode(*first)).filter(is_one);
        let Some(opcode) = number.and_then(Op::from_u32) else { return Capabilities::default() };
        match opcode {
            Op::TypeImage => Capabilities::of_image(instruction),
            Op::TypeInt | Op::TypeFloat => Capabilities::of_number(opcode, instruction),
            Op::ImageQuerySizeLod
            | Op::ImageQuerySize
            | Op::ImageQueryLod
            | Op::ImageQueryLevels
            | Op::ImageQuerySamples => Capabilities::of(Capability::ImageQuery),
            Op::DPdxFine | Op::DPdyFine | Op::FwidthFine | Op::DPdxCoarse | Op::DPdyCoarse | Op::FwidthCoarse => {
                Capabilities::of(Capability::DerivativeControl)
            }
            _ => Capabilities::of_subgroup(opcode, instruction),
        }
    }

    /// Of an instruction for the invocations of a subgroup, as naga writes them. Arithmetic: type, result, scope, group operation; a reduction
    /// of clusters or partitions, which passes write, needs others.
    fn of_subgroup(opcode: Op, instruction: &[u32]) -> Capabilities {
        let is_whole = matches!(instruction.get(4), Some(0..=2));
        match opcode {
            Op::GroupNonUniformAll | Op::GroupNonUniformAny => Capabilities::of(Capability::GroupNonUniformVote),
            Op::GroupNonUniformBallot | Op::GroupNonUniformBroadcastFirst => {
                Capabilities::of(Capability::GroupNonUniformBallot)
            }
            Op::GroupNonUniformShuffle | Op::GroupNonUniformShuffleXor => {
                Capabilities::of(Capability::GroupNonUniformShuffle)
            }
            Op::GroupNonUniformShuffleUp | Op::GroupNonUniformShuffleDown => {
                Capabilities::of(Capability::GroupNonUniformShuffleRelative)
            }
            Op::GroupNonUniformQuadBroadcast | Op::GroupNonUniformQuadSwap => {
                Capabilities::of(Capability::GroupNonUniformQuad)
            }
            Op::GroupNonUniformIAdd
            | Op::GroupNonUniformFAdd
            | Op::GroupNonUniformIMul
            | Op::GroupNonUniformFMul
            | Op::GroupNonUniformSMin
            | Op::GroupNonUniformUMin
            | Op::GroupNonUniformFMin
            | Op::GroupNonUniformSMax
            | Op::GroupNonUniformUMax
            | Op::GroupNonUniformFMax
            | Op::GroupNonUniformBitwiseAnd
            | Op::GroupNonUniformBitwiseOr
            | Op::GroupNonUniformBitwiseXor
            | Op::GroupNonUniformLogicalAnd
            | Op::GroupNonUniformLogicalOr
            | Op::GroupNonUniformLogicalXor
                if is_whole =>
            {
                Capabilities::of(Capability::GroupNonUniformArithmetic)
            }
            _ => Capabilities::default(),
        }
    }

    /// Of `OpTypeInt` and `OpTypeFloat`: result, bits.
    fn of_number(opcode: Op, instruction: &[u32]) -> Capabilities {
        use Capability::{
            Float16, Float64, Int8, Int16, Int64, StorageBuffer16BitAccess, UniformAndStorageBuffer16BitAccess,
        };
        match (opcode, instruction.get(2)) {
            (Op::TypeFloat, Some(64)) => Capabilities::of(Float64),
            (Op::TypeInt, Some(64)) => Capabilities::of(Int64),
            (Op::TypeInt, Some(8)) => Capabilities::of(Int8),
            (_, Some(16)) => {
                let number = if opcode == Op::TypeInt { Int16 } else { Float16 };
                Capabilities::of_all([number, StorageBuffer16BitAccess, UniformAndStorageBuffer16BitAccess])
            }
            _ => Capabilities::default(),
        }
    }

    /// Of `OpTypeImage`: result, sampled type, dimension, depth, arrayed, multisampled, sampled, format.
    fn of_image(instruction: &[u32]) -> Capabilities {
        let [_, _, _, dim, _, arrayed, _, sampled, format, ..] = *instruction else { return Capabilities::default() };
        let mut all = Capabilities::default();
        let is_sampled = sampled == 1;
        let mut add =
            |of_sampled, of_storage| all |= Capabilities::of(if is_sampled { of_sampled } else { of_storage });
        if dim == Dim::Dim1D as u32 {
            add(Capability::Sampled1D, Capability::Image1D);
        }
        if dim == Dim::DimBuffer as u32 {
            add(Capability::SampledBuffer, Capability::ImageBuffer);
        }
        if dim == Dim::DimCube as u32 && arrayed == 1 {
            add(Capability::SampledCubeArray, Capability::ImageCubeArray);
        }
        // From `Rg32f` to `R8Snorm`, from `Rg32i` to `R8i`, from `Rgb10a2ui` to `R8ui`.
        if matches!(format, 6..=20 | 25..=29 | 34..=39) {
            all |= Capabilities::of(Capability::StorageImageExtendedFormats);
        }
        all
    }

    /// What a read or a write of a writable image without a format needs.
    pub fn of_unformatted(opcode: Op) -> Capabilities {
        match opcode {
            Op::ImageRead | Op::ImageSparseRead => Capabilities::of(Capability::StorageImageReadWithoutFormat),
            Op::ImageWrite => Capabilities::of(Capability::StorageImageWriteWithoutFormat),
            _ => Capabilities::default(),
        }
    }

    /// The declarations of these capabilities and of the module's own, and of its extensions.
    pub fn declare(mut self, own: &Declared<'_>, to: &mut Vec<u32>) {
        let mut others = BTreeSet::new();
        for number in &own.capabilities {
            let known = OF_INSTRUCTIONS.iter().position(|one| *one as u32 == *number).map(Capabilities::bit);
            match known {
                Some(known) => self |= known,
                None => _ = others.insert(*number),
            }
        }
        let of_entry_points = OF_ENTRY_POINTS.iter().map(|one| *one as u32).filter(|one| others.remove(one));
        let of_entry_points: Vec<u32> = of_entry_points.collect();
        let of_instructions = OF_INSTRUCTIONS.iter().enumerate().filter(|(at, _)| self.0 & 1 << at != 0);
        let of_instructions = of_instructions.map(|(_, one)| *one as u32);
        for capability in of_entry_points.into_iter().chain(of_instructions).chain(others) {
            to.extend([2 << 16 | Op::Capability as u32, capability]);
        }
        let extensions: BTreeSet<&[u32]> = own.extensions.iter().copied().collect();
        extensions.into_iter().for_each(|one| to.extend_from_slice(one));
    }
}

/// Capabilities and extensions that a module declares.
#[derive(Debug, Default)]
pub struct Declared<'m> {
    pub capabilities: Vec<u32>,
    /// Instructions.
    pub extensions: Vec<&'m [u32]>,
}

/// Capabilities and extensions that were taken out of a module.
#[derive(Debug)]
pub struct Taken(Vec<u32>);

impl Taken {
    /// Takes those out of a module of naga's that follow from its instructions: they are declared again for the module that is made anew.
    /// `None`, and the module is as it was, if it declares something that is not known here. `marks_indices`: what naga says of indices
    /// stays.
    pub fn from_module(module: &mut Vec<u32>, marks_indices: bool) -> Option<Taken> {
        let place = Taken::place(module)?;
        let mut rest = Vec::new();
        for instruction in words::instructions(&module[place.clone()]) {
            let stays = if words::opcode(instruction[0]) == Op::Extension as u32 {
                let is_one = |names: &[&str]| names.iter().any(|name| instruction[1..] == *words::string(name));
                let is_of_indices = is_one(&[OF_DESCRIPTORS]);
                let is_taken = is_one(&[OF_SMALL_NUMBERS]) || is_of_indices && !marks_indices;
                (is_taken || is_of_indices || is_one(&KEPT_EXTENSIONS)).then_some(!is_taken)?
            } else {
                let number = *instruction.get(1)?;
                let is_one = |of: &[Capability]| of.iter().any(|one| *one as u32 == number);
                let is_of_indices = is_one(&[OF_INDICES]);
                let is_taken = is_one(&OF_INSTRUCTIONS) || is_of_indices && !marks_indices;
                (is_taken || is_of_indices || is_one(&OF_ENTRY_POINTS)).then_some(!is_taken)?
            };
            if stays {
                rest.extend_from_slice(instruction);
            }
        }
        Some(Taken(module.splice(place, rest).collect()))
    }

    /// Puts them back.
    pub fn put_back(self, module: &mut Vec<u32>) {
        if let Some(place) = Taken::place(module) {
            module.splice(place, self.0);
        }
    }

    /// Where a module declares its capabilities and extensions.
    fn place(module: &[u32]) -> Option<Range<usize>> {
        let is_one = |instruction: &&[u32]| {
            [Op::Capability, Op::Extension].iter().any(|one| *one as u32 == words::opcode(instruction[0]))
        };
        let length: usize = words::instructions(module.get(HEADER..)?).take_while(is_one).map(<[u32]>::len).sum();
        Some(HEADER..HEADER + length)
    }
}
