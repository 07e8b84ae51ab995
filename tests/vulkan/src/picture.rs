//! Written texels as PNG files, for a person to look at.

use std::io::BufWriter;
use std::path::Path;

use crate::compare::{Reading, Written};

/// Writes the first `width` × `height` texels as 8-bit colour: values of 0 to 1, or scaled to that range. The few largest and
/// smallest do not set the scale.
pub fn write_png(path: &Path, written: &Written, width: u32, height: u32) -> Result<(), String> {
    let Reading::Texels(format) = written.reading else { return Err("words are no picture".to_owned()) };
    let values = format.decode(&written.bytes);
    let mut finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    finite.sort_by(f64::total_cmp);
    let few = finite.len() / 50;
    let low = finite.get(few).copied().unwrap_or(0.0).min(0.0);
    let high = finite.len().checked_sub(few + 1).map_or(1.0, |at| finite[at]).max(1.0);
    let mut pixels = Vec::new();
    for texel in values.chunks_exact(format.channels as usize).take((width * height) as usize) {
        for channel in 0..3 {
            let value = texel.get(channel).or(texel.first().filter(|_| format.channels == 1)).copied().unwrap_or(0.0);
            // What is no number stands out.
            let shown = if value.is_finite() { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 1.0 };
            pixels.push((shown * 255.0).round() as u8);
        }
    }
    let text = |error: png::EncodingError| error.to_string();
    let file = std::fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().map_err(text)?.write_image_data(&pixels).map_err(text)
}
