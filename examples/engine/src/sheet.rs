//! Every technique of a shader on one sheet, for people to look at.

use std::error::Error;

use crate::archive::Archive;
use crate::gpu::Gpu;
use crate::renderer::Renderer;

/// Pixels between pictures.
const GAP: usize = 2;

/// A picture of many.
pub(crate) struct Sheet {
    pub(crate) size: [u32; 2],
    pub(crate) pixels: Vec<u8>,
    /// What each picture is of, row by row.
    pub(crate) legend: Vec<String>,
}

/// Draws each technique whose final values agree with the branches that were asked for.
pub(crate) fn draw(gpu: &Gpu, renderer: &mut Renderer, archive: &Archive) -> Result<Sheet, Box<dyn Error>> {
    let generation = archive.live.current();
    let shader = generation.shader(archive.shader)?;
    let asked = archive.choice(&generation)?.picture;
    let (mut pictures, mut legend) = (Vec::new(), Vec::new());
    for technique in shader.techniques() {
        let key = technique.final_values();
        if key.bits() & asked.bits() != asked.bits() {
            continue;
        }
        let colored = renderer.draw(gpu, &generation, archive.around(&generation, key)?)?;
        pictures.push(renderer.picture(gpu, colored)?);
        legend.push(shader.describe(key.bits()).to_string());
    }
    if pictures.is_empty() {
        return Err("no technique has these branches".into());
    }
    let [width, height] = renderer.size.map(|side| side as usize);
    let columns = (1..).find(|columns| columns * columns * width >= pictures.len() * height).unwrap_or(1);
    let rows = pictures.len().div_ceil(columns);
    let whole = [columns * (width + GAP), rows * (height + GAP)];
    let mut pixels = [40, 40, 40, 255].repeat(whole[0] * whole[1]);
    for (at, picture) in pictures.iter().enumerate() {
        let (left, top) = (at % columns * (width + GAP), at / columns * (height + GAP));
        for (row, line) in picture.chunks_exact(width * 4).enumerate() {
            let start = ((top + row) * whole[0] + left) * 4;
            pixels[start..start + line.len()].copy_from_slice(line);
        }
    }
    let place = |(at, text): (usize, String)| format!("row {} column {}: {text}", at / columns + 1, at % columns + 1);
    let legend = legend.into_iter().enumerate().map(place).collect();
    Ok(Sheet { size: whole.map(|side| side as u32), pixels, legend })
}
