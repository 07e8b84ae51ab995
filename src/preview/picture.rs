//! The picture: what was drawn before the environment, encoded for the eye.

use half::f16;

use super::{camera, environment};

/// A PNG of a square picture. `drawn`: what `uberc-render` wrote, of linear colours that are multiplied by their
/// opacity.
///
/// # Errors
/// `drawn` is of another size, or the encoder's message.
pub fn to_png(drawn: &[u8], size: u32) -> Result<Vec<u8>, String> {
    if drawn.len() != (size * size) as usize * uberc_render::TEXEL {
        return Err(format!("{} bytes were drawn, not a picture of {size} x {size}", drawn.len()));
    }
    let mut pixels = Vec::with_capacity((size * size * 3) as usize);
    for (texel, at) in drawn.chunks_exact(uberc_render::TEXEL).zip(0_u32..) {
        let channel = |channel: usize| f16::from_le_bytes([texel[2 * channel], texel[2 * channel + 1]]).to_f32();
        let along = |at: u32| (at as f32 + 0.5) / size as f32 * 2.0 - 1.0;
        // The background is blurred, so that the shape stands out.
        let behind = environment::radiance(camera::direction(along(at % size), -along(at / size)));
        let behind = behind.map(|value| value.min(1.0) * 0.6);
        let open = 1.0 - channel(3).clamp(0.0, 1.0);
        for (at, behind) in behind.iter().enumerate() {
            let value = channel(at) + behind * open;
            pixels.push((encoded(value) * 255.0).round() as u8);
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size, size);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let write = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    write.map_err(|error| error.to_string())?;
    Ok(file)
}

/// The encoding of sRGB. What is no number is 0.
fn encoded(value: f32) -> f32 {
    let value = if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 };
    if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 }
}
