//! Pictures as PNG.

use std::io::Cursor;

use super::environment::Image;

/// How colours become bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Encoding {
    /// From linear to sRGB.
    pub srgb: bool,
    /// Alpha is what the program says, and not 1.
    pub alpha: bool,
    /// The first row of the file is the bottom one.
    pub flip_y: bool,
}

/// Pixels of a picture of another program may have this many bytes.
const MOST_PIXELS: usize = 1 << 26;

/// One channel, clamped and rounded to 8 bits.
pub fn to_byte(value: f32, srgb: bool) -> u8 {
    let value = value.clamp(0.0, 1.0);
    let value = match srgb {
        true if value <= 0.003_130_8 => 12.92 * value,
        true => 1.055 * value.powf(1.0 / 2.4) - 0.055,
        false => value,
    };
    (value * 255.0 + 0.5) as u8
}

/// Four bytes a pixel, rows from the top.
pub fn to_bytes(image: &Image, encoding: Encoding) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(image.pixels.len() * 4);
    for row in 0..image.height {
        let row = if encoding.flip_y { row } else { image.height - 1 - row };
        for pixel in &image.pixels[row * image.width..(row + 1) * image.width] {
            bytes.extend(pixel[..3].iter().map(|lane| to_byte(*lane, encoding.srgb)));
            bytes.push(if encoding.alpha { to_byte(pixel[3], false) } else { 255 });
        }
    }
    bytes
}

/// A PNG file.
///
/// # Errors
/// The encoder's, for example for a picture without pixels.
pub fn to_png(image: &Image, encoding: Encoding) -> Result<Vec<u8>, String> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, image.width as u32, image.height as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&to_bytes(image, encoding)).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(file)
}

/// The picture of a PNG file, as numbers from 0 to 1.
///
/// # Errors
/// The bytes are no PNG, or it has more than 2^26 bytes of pixels.
pub fn from_png(bytes: &[u8]) -> Result<Image, String> {
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: 4 * MOST_PIXELS });
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let size = reader.output_buffer_size().filter(|size| *size <= MOST_PIXELS).ok_or("it is too large")?;
    let mut data = vec![0; size];
    let info = reader.next_frame(&mut data).map_err(|error| error.to_string())?;
    let (width, height) = (info.width as usize, info.height as usize);
    let channels = info.color_type.samples();
    let number = |byte: u8| f32::from(byte) / 255.0;
    let mut pixels = vec![[0.0; 4]; width * height];
    for (at, texel) in data.chunks_exact(channels).take(width * height).enumerate() {
        let place = (height - 1 - at / width) * width + at % width;
        pixels[place] = match texel {
            [grey, alpha] => [number(*grey), number(*grey), number(*grey), number(*alpha)],
            [r, g, b, a] => [number(*r), number(*g), number(*b), number(*a)],
            _ => [0.0; 4],
        };
    }
    Ok(Image { width, height, pixels })
}
