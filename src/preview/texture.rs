//! Textures of a scene.

use std::io::Cursor;

use half::f16;

use super::environment;
use crate::dialect::materialx::emit::Shader;
use crate::dialect::materialx::value::Value;

/// Texels of a side of what stands for a texture that is not there, and of its squares.
const CHECKER: u32 = 256;
const SQUARE: u32 = 32;

/// A picture of floats.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    pub width: u32,
    pub height: u32,
    /// RGBA, rows from the top.
    pub texels: Vec<[f32; 4]>,
}

impl Texture {
    /// The texels of all levels as 16-bit floats, and the number of levels. A texel of a level is the average of four.
    pub fn with_levels(self) -> (Vec<u8>, u32) {
        let (mut level, mut bytes, mut levels) = (self, Vec::new(), 0);
        loop {
            let words = level.texels.iter().flatten().flat_map(|value| f16::from_f32(*value).to_le_bytes());
            bytes.extend(words);
            levels += 1;
            if level.width == 1 && level.height == 1 {
                return (bytes, levels);
            }
            level = level.halved();
        }
    }

    fn halved(&self) -> Texture {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let at = |x: u32, y: u32| self.texels[(y.min(self.height - 1) * self.width + x.min(self.width - 1)) as usize];
        let average = |(x, y): (u32, u32)| {
            let four = [at(2 * x, 2 * y), at(2 * x + 1, 2 * y), at(2 * x, 2 * y + 1), at(2 * x + 1, 2 * y + 1)];
            std::array::from_fn(|channel| four.iter().map(|texel| texel[channel]).sum::<f32>() / 4.0)
        };
        let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(average).collect();
        Texture { width, height, texels }
    }

    fn flat(color: [f32; 4]) -> Texture {
        Texture { width: 1, height: 1, texels: vec![color] }
    }

    /// Light and dark squares.
    pub fn checker() -> Texture {
        let at = |(x, y): (u32, u32)| {
            let value = if (x / SQUARE + y / SQUARE).is_multiple_of(2) { 0.75 } else { 0.35 };
            [value, value, value, 1.0]
        };
        let texels = (0..CHECKER).flat_map(|y| (0..CHECKER).map(move |x| (x, y))).map(at).collect();
        Texture { width: CHECKER, height: CHECKER, texels }
    }
}

/// The texture of a shader's sampler: that of the environment, the document's file, or squares.
pub fn texture_of(shader: &Shader, name: &str, load: &mut dyn FnMut(&str) -> Option<Texture>) -> Texture {
    match name {
        "u_envRadiance" => environment::radiance_map(),
        "u_envIrradiance" => environment::irradiance_map(),
        // No occlusion and no shadow.
        "u_ambOccMap" | "u_shadowMap" => Texture::flat([1.0; 4]),
        "u_albedoTable" => Texture::flat([0.5, 0.5, 0.5, 1.0]),
        _ => {
            let uniform = shader.interface.pixel_public.iter().find(|uniform| uniform.name == name);
            let file = match uniform.and_then(|uniform| uniform.value.as_ref()) {
                Some(Value::Text(file)) => file.as_str(),
                _ => "",
            };
            load(file).unwrap_or_else(Texture::checker)
        }
    }
}

/// Reads a PNG. Values are those of the file from 0 to 1, in the file's colour space.
///
/// # Errors
/// What is wrong with the file.
pub fn from_png(bytes: &[u8]) -> Result<Texture, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width > uberc_render::MOST_SIDE || height > uberc_render::MOST_SIDE {
        return Err(format!("a side has more than {} texels", uberc_render::MOST_SIDE));
    }
    let size = reader.output_buffer_size().ok_or("the picture is too large")?;
    let mut data = vec![0; size];
    let info = reader.next_frame(&mut data).map_err(|error| error.to_string())?;
    let values: Vec<f32> = match info.bit_depth {
        png::BitDepth::Sixteen => {
            data.as_chunks().0.iter().map(|word| f32::from(u16::from_be_bytes(*word)) / 65535.0).collect()
        }
        _ => data.iter().map(|byte| f32::from(*byte) / 255.0).collect(),
    };
    let texels = match info.color_type {
        png::ColorType::GrayscaleAlpha => {
            values.as_chunks().0.iter().map(|[value, alpha]| [*value, *value, *value, *alpha]).collect()
        }
        _ => values.as_chunks().0.to_vec(),
    };
    let texture = Texture { width, height, texels };
    let is_whole = texture.texels.len() == width as usize * height as usize;
    if is_whole { Ok(texture) } else { Err("the picture has another size than it says".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_end_with_one_texel_and_keep_the_average() {
        let texels = vec![[0.0; 4], [1.0; 4], [0.5; 4], [0.5; 4], [1.0; 4], [0.0; 4]];
        let (bytes, levels) = Texture { width: 3, height: 2, texels }.with_levels();
        assert_eq!((bytes.len(), levels), (8 * 7, 2));
        assert_eq!(f16::from_le_bytes([bytes[48], bytes[49]]).to_f32(), 0.625, "of 0, 1, 0.5 and 1");
    }
}
