//! Texel formats: their numbers in Vulkan and SPIR-V, and values to bytes and back.

use rspirv::spirv::ImageFormat;

/// How a channel's bits are a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Float,
    Unorm,
    Snorm,
    Uint,
    Sint,
    /// Several channels in one word; taken as the word.
    Packed,
}

/// A texel format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// `VkFormat`.
    pub vulkan: u32,
    pub numbers: Numbers,
    pub channels: u32,
    /// Bits of a channel.
    pub bits: u32,
}

const fn of(vulkan: u32, numbers: Numbers, channels: u32, bits: u32) -> Format {
    Format { vulkan, numbers, channels, bits }
}

pub const R32_FLOAT: Format = of(100, Numbers::Float, 1, 32);
pub const RGBA32_FLOAT: Format = of(109, Numbers::Float, 4, 32);
pub const RGBA32_UINT: Format = of(107, Numbers::Uint, 4, 32);
pub const RGBA32_SINT: Format = of(108, Numbers::Sint, 4, 32);
pub const D32_FLOAT: Format = of(126, Numbers::Float, 1, 32);

impl Format {
    /// A 32-bit format of one to four channels, as vertex attributes and targets have.
    pub fn wide(numbers: Numbers, channels: u32) -> Format {
        let first = match numbers {
            Numbers::Uint | Numbers::Packed => 98,
            Numbers::Sint => 99,
            Numbers::Float | Numbers::Unorm | Numbers::Snorm => 100,
        };
        of(first + 3 * (channels.clamp(1, 4) - 1), numbers, channels, 32)
    }

    /// Of a storage image; `None` for `Unknown` and what Vulkan has no format for.
    pub fn of_spirv(format: ImageFormat) -> Option<Format> {
        use Numbers::{Float, Packed, Sint, Snorm, Uint, Unorm};
        Some(match format {
            ImageFormat::Rgba32f => RGBA32_FLOAT,
            ImageFormat::Rgba16f => of(97, Float, 4, 16),
            ImageFormat::R32f => R32_FLOAT,
            ImageFormat::Rgba8 => of(37, Unorm, 4, 8),
            ImageFormat::Rgba8Snorm => of(38, Snorm, 4, 8),
            ImageFormat::Rg32f => of(103, Float, 2, 32),
            ImageFormat::Rg16f => of(83, Float, 2, 16),
            ImageFormat::R11fG11fB10f => of(122, Packed, 1, 32),
            ImageFormat::R16f => of(76, Float, 1, 16),
            ImageFormat::Rgba16 => of(91, Unorm, 4, 16),
            ImageFormat::Rgb10A2 => of(64, Packed, 1, 32),
            ImageFormat::Rg16 => of(77, Unorm, 2, 16),
            ImageFormat::Rg8 => of(16, Unorm, 2, 8),
            ImageFormat::R16 => of(70, Unorm, 1, 16),
            ImageFormat::R8 => of(9, Unorm, 1, 8),
            ImageFormat::Rgba16Snorm => of(92, Snorm, 4, 16),
            ImageFormat::Rg16Snorm => of(78, Snorm, 2, 16),
            ImageFormat::Rg8Snorm => of(17, Snorm, 2, 8),
            ImageFormat::R16Snorm => of(71, Snorm, 1, 16),
            ImageFormat::R8Snorm => of(10, Snorm, 1, 8),
            ImageFormat::Rgba32i => RGBA32_SINT,
            ImageFormat::Rgba16i => of(96, Sint, 4, 16),
            ImageFormat::Rgba8i => of(42, Sint, 4, 8),
            ImageFormat::R32i => of(99, Sint, 1, 32),
            ImageFormat::Rg32i => of(102, Sint, 2, 32),
            ImageFormat::Rg16i => of(82, Sint, 2, 16),
            ImageFormat::Rg8i => of(21, Sint, 2, 8),
            ImageFormat::R16i => of(75, Sint, 1, 16),
            ImageFormat::R8i => of(14, Sint, 1, 8),
            ImageFormat::Rgba32ui => RGBA32_UINT,
            ImageFormat::Rgba16ui => of(95, Uint, 4, 16),
            ImageFormat::Rgba8ui => of(41, Uint, 4, 8),
            ImageFormat::R32ui => of(98, Uint, 1, 32),
            ImageFormat::Rgb10a2ui => of(68, Packed, 1, 32),
            ImageFormat::Rg32ui => of(101, Uint, 2, 32),
            ImageFormat::Rg16ui => of(81, Uint, 2, 16),
            ImageFormat::Rg8ui => of(20, Uint, 2, 8),
            ImageFormat::R16ui => of(74, Uint, 1, 16),
            ImageFormat::R8ui => of(13, Uint, 1, 8),
            _ => return None,
        })
    }

    /// Bytes of a texel.
    pub fn size(self) -> usize {
        (self.channels * self.bits / 8) as usize
    }

    /// Appends a texel. Values are what a shader reads: 0 to 1 for normalised formats.
    pub fn encode(self, values: [f64; 4], out: &mut Vec<u8>) {
        for value in values.into_iter().take(self.channels as usize) {
            let scaled = |steps: f64| (value * steps).round_ties_even();
            let all = f64::from(u32::MAX >> (32 - self.bits));
            let word: u32 = match self.numbers {
                Numbers::Float if self.bits == 32 => (value as f32).to_bits(),
                Numbers::Float => u32::from(half_bits(value as f32)),
                Numbers::Unorm => scaled(all).clamp(0.0, all) as u32,
                Numbers::Snorm => scaled((all - 1.0) / 2.0) as i32 as u32,
                Numbers::Uint | Numbers::Packed => value as u32,
                Numbers::Sint => value as i32 as u32,
            };
            out.extend(&word.to_le_bytes()[..(self.bits / 8) as usize]);
        }
    }

    /// The channels of all texels, as a shader would read them.
    pub fn decode(self, bytes: &[u8]) -> Vec<f64> {
        bytes
            .chunks_exact((self.bits / 8) as usize)
            .map(|channel| {
                let mut word = [0; 4];
                word[..channel.len()].copy_from_slice(channel);
                let word = u32::from_le_bytes(word);
                let shift = 32 - self.bits;
                let signed = f64::from((word << shift) as i32 >> shift);
                match self.numbers {
                    Numbers::Float if self.bits == 32 => f64::from(f32::from_bits(word)),
                    Numbers::Float => half_value(word as u16),
                    Numbers::Unorm => f64::from(word) / f64::from(u32::MAX >> shift),
                    Numbers::Snorm => (signed / f64::from(u32::MAX >> (shift + 1))).max(-1.0),
                    Numbers::Uint | Numbers::Packed => f64::from(word),
                    Numbers::Sint => signed,
                }
            })
            .collect()
    }
}

/// IEEE 754 binary16, rounded to nearest even.
pub fn half_bits(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = f64::from(value.abs());
    if value.is_nan() {
        return sign | 0x7e00;
    }
    // 65520 is half way between the largest half and the next power of two.
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // Steps of the smallest exponent are 2^-24; of exponent e, 2^(e-10).
    let exponent = if magnitude < 2f64.powi(-14) { -14 } else { (bits >> 23 & 0xff) as i32 - 127 };
    let steps = (magnitude * 2f64.powi(10 - exponent)).round_ties_even() as u32;
    // A step count of 2048 carries into the exponent by itself.
    sign | ((((exponent + 14) as u32) << 10) + steps) as u16
}

/// IEEE 754 binary16.
pub fn half_value(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, mantissa) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    sign * match exponent {
        0 => mantissa * 2f64.powi(-24),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + mantissa) * 2f64.powi(exponent - 25),
    }
}
