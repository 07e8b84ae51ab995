//! What resources hold: bytes from a seed.

use std::collections::BTreeMap;

use rspirv::spirv::Dim;

use super::{SIZE, Scene};
use crate::batch::{Image, Usage, View};
use crate::format::{D32_FLOAT, Format, Numbers, RGBA32_FLOAT, RGBA32_SINT, RGBA32_UINT};
use crate::noise;
use crate::shape::{ImageType, Scalar, Type};

/// Words of a raw buffer.
pub const RAW_WORDS: u32 = 1024;

/// A buffer of words that nothing says more about.
pub fn is_raw(ty: &Type) -> bool {
    let Type::Struct(members) = ty else { return false };
    let Some(Type::Array { element, count: None, .. }) = members.last().map(|member| &member.ty) else { return false };
    **element == Type::Vector(Scalar::Uint(32), 1)
}

/// Bytes of a buffer: floats from 1/8 up to 1, matrices near identity, whole numbers up to `most`, so that a loop ends.
pub struct Filling<'a> {
    hints: &'a BTreeMap<String, Vec<f64>>,
    seed: u64,
    /// Of arrays without a length.
    elements: u32,
    most: u64,
    bytes: Vec<u8>,
}

impl<'a> Filling<'a> {
    pub fn of(scene: &'a Scene, name: &str, element: u32, ty: &Type, elements: u32, most: u64) -> Vec<u8> {
        let seed = noise::hash(&[noise::name(scene.seed, name), u64::from(element)]);
        let bytes = vec![0; ty.size(elements) as usize];
        let mut filling = Filling { hints: &scene.hints, seed, elements, most, bytes };
        filling.fill(ty, 0, None);
        filling.bytes
    }

    fn fill(&mut self, ty: &Type, at: usize, hint: Option<&[f64]>) {
        match ty {
            Type::Vector(scalar, lanes) => {
                for lane in 0..*lanes as usize {
                    let at = at + lane * scalar.size() as usize;
                    let random = noise::hash(&[self.seed, at as u64]);
                    let known = hint.and_then(|hint| hint.get(lane).copied());
                    let real = known.unwrap_or(0.125 + 0.875 * noise::unit(random));
                    self.put(*scalar, real, known.map_or(random % (self.most + 1), |known| known as u64), at);
                }
            }
            Type::Matrix { scalar, columns, rows, stride, row_major } => {
                let (lines, lanes) = if *row_major { (*rows, *columns) } else { (*columns, *rows) };
                for (line, lane) in (0..lines).flat_map(|line| (0..lanes).map(move |lane| (line, lane))) {
                    let at = at + (line * stride + lane * scalar.size()) as usize;
                    let random = noise::hash(&[self.seed, at as u64]);
                    let one = if line == lane { 1.0 } else { 0.0 };
                    self.put(*scalar, one + 0.125 * (noise::unit(random) - 0.5), random % (self.most + 1), at);
                }
            }
            Type::Array { element, count, .. } => {
                let count = count.unwrap_or(self.elements);
                let stride = ty.size(self.elements) / count.max(1);
                // Components for one element or for several; then it begins anew.
                let lanes = if let Type::Vector(_, lanes) = &**element { *lanes as usize } else { usize::MAX };
                let mut hints = hint.into_iter().flat_map(|hint| hint.chunks(lanes)).cycle();
                for index in 0..count {
                    self.fill(element, at + (index * stride) as usize, hints.next());
                }
            }
            Type::Struct(members) => {
                let hints = self.hints;
                for member in members {
                    let hint = hints.get(&member.name).map(Vec::as_slice);
                    self.fill(&member.ty, at + member.offset as usize, hint);
                }
            }
            _ => {}
        }
    }

    fn put(&mut self, scalar: Scalar, real: f64, whole: u64, at: usize) {
        let bytes: [u8; 8] = match scalar {
            Scalar::Float(64) => real.to_le_bytes(),
            Scalar::Float(16) => u64::from(crate::format::half_bits(real as f32)).to_le_bytes(),
            Scalar::Float(_) => u64::from((real as f32).to_bits()).to_le_bytes(),
            Scalar::Int(_) | Scalar::Uint(_) | Scalar::Bool => whole.to_le_bytes(),
        };
        let size = scalar.size() as usize;
        // A malformed layout may reach beyond the end.
        if let Some(place) = self.bytes.get_mut(at..at + size) {
            place.copy_from_slice(&bytes[..size]);
        }
    }
}

fn image_format(image: &ImageType) -> Format {
    let any = match image.scalar {
        Scalar::Int(_) => RGBA32_SINT,
        Scalar::Uint(_) | Scalar::Bool => RGBA32_UINT,
        Scalar::Float(_) => RGBA32_FLOAT,
    };
    if image.storage { Format::of_spirv(image.format).unwrap_or(any) } else { any }
}

fn texel(seed: u64, format: Format, place: [f64; 3], at: [u32; 3], layer: u32, level: u32) -> [f64; 4] {
    let channel = |channel| {
        let value = noise::texel(seed, place, at, layer, level, channel);
        match format.numbers {
            Numbers::Float | Numbers::Unorm | Numbers::Snorm => value,
            Numbers::Uint | Numbers::Sint | Numbers::Packed => (value * 16.0).floor(),
        }
    };
    [channel(0), channel(1), channel(2), channel(3)]
}

pub fn texels(image: &ImageType, seed: u64) -> (Format, Vec<u8>) {
    let format = image_format(image);
    let mut bytes = Vec::new();
    for at in 0..RAW_WORDS {
        let place = f64::from(at) / f64::from(RAW_WORDS);
        format.encode(texel(seed, format, [place, 0.0, 0.0], [at, 0, 0], 0, 0), &mut bytes);
    }
    (format, bytes)
}

pub fn picture(image: &ImageType, seed: u64, compares: bool, storage: bool) -> Result<Image, String> {
    let format = if compares && !storage { D32_FLOAT } else { image_format(image) };
    let (view, extent, faces) = match (image.dim, image.arrayed) {
        (Dim::Dim1D, false) => (View::D1, [64, 1, 1], 1),
        (Dim::Dim1D, true) => (View::D1Array, [64, 1, 1], 1),
        (Dim::Dim2D | Dim::DimSubpassData, false) => (View::D2, [SIZE[0], SIZE[1], 1], 1),
        (Dim::Dim2D, true) => (View::D2Array, [32, 24, 1], 1),
        (Dim::Dim3D, _) => (View::D3, [16, 12, 8], 1),
        (Dim::DimCube, false) => (View::Cube, [16, 16, 1], 6),
        (Dim::DimCube, true) => (View::CubeArray, [16, 16, 1], 6),
        (other, _) => return Err(format!("the judge has no {other:?} image")),
    };
    let layers = faces * if image.arrayed { 4 } else { 1 };
    let samples = if image.multisampled { 4 } else { 1 };
    let largest = extent.into_iter().max().unwrap_or(1);
    let is_attachment = image.dim == Dim::DimSubpassData;
    let levels = if storage || image.multisampled || is_attachment { 1 } else { largest.ilog2() + 1 };
    let mut bytes = Vec::new();
    if image.multisampled {
        for layer in 0..layers {
            format.encode(texel(seed, format, [0.5; 3], [0; 3], layer, 0), &mut bytes);
        }
    } else {
        for level in 0..levels {
            let sides = extent.map(|side| (side >> level).max(1));
            for layer in 0..layers {
                for z in 0..sides[2] {
                    for y in 0..sides[1] {
                        for x in 0..sides[0] {
                            let at = [x, y, z];
                            let place = [0, 1, 2].map(|axis: usize| f64::from(at[axis]) / f64::from(sides[axis]));
                            format.encode(texel(seed, format, place, at, layer, level), &mut bytes);
                        }
                    }
                }
            }
        }
    }
    let usage = match (is_attachment, storage) {
        (true, _) => Usage::InputAttachment,
        (false, true) => Usage::Storage,
        (false, false) => Usage::Sampled,
    };
    Ok(Image { view, format, extent, layers, levels, samples, usage, bytes })
}
