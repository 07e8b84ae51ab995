//! Pictures in memory: put beside each other, written on, and saved.

use std::convert::Infallible;
use std::error::Error;
use std::path::Path;

use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::{Dimensions, DrawTarget, Drawable, OriginDimensions, Pixel, Point, Size};
use embedded_graphics::text::{Baseline, Text};

/// Four bytes a pixel, row by row.
pub(crate) struct Image {
    pub(crate) size: [u32; 2],
    pub(crate) pixels: Vec<u8>,
}

impl Image {
    pub(crate) fn filled(size: [u32; 2], color: [u8; 3]) -> Image {
        let [r, g, b] = color;
        Image { size, pixels: [r, g, b, 255].repeat(size[0] as usize * size[1] as usize) }
    }

    /// What does not fit is cut off.
    pub(crate) fn place(&mut self, other: &Image, [left, top]: [u32; 2]) {
        let width = other.size[0].min(self.size[0].saturating_sub(left)) as usize * 4;
        let rows = self.size[1].saturating_sub(top) as usize;
        for (row, line) in other.pixels.chunks_exact(other.size[0] as usize * 4).take(rows).enumerate() {
            let start = ((top as usize + row) * self.size[0] as usize + left as usize) * 4;
            self.pixels[start..start + width].copy_from_slice(&line[..width]);
        }
    }

    /// A line of text from its upper left corner on; what does not fit is cut off.
    pub(crate) fn write(&mut self, text: &str, [left, top]: [u32; 2], font: &MonoFont<'_>, color: [u8; 3]) {
        let style = MonoTextStyle::new(font, Rgb888::new(color[0], color[1], color[2]));
        let at = Point::new(left as i32, top as i32);
        // Drawing into memory cannot fail.
        let Ok(_) = Text::with_baseline(text, at, style, Baseline::Top).draw(self);
    }

    /// Written aside and renamed, so that who looks finds a whole picture.
    pub(crate) fn save(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let aside = path.with_extension("png.new");
        let file = std::fs::File::create(&aside).map_err(|error| format!("{}: {error}", aside.display()))?;
        let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), self.size[0], self.size[1]);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()?;
        std::fs::rename(&aside, path).map_err(|error| format!("{}: {error}", path.display()).into())
    }
}

impl OriginDimensions for Image {
    fn size(&self) -> Size {
        Size::new(self.size[0], self.size[1])
    }
}

impl DrawTarget for Image {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        let area = self.bounding_box();
        for Pixel(at, color) in pixels.into_iter().filter(|Pixel(at, _)| area.contains(*at)) {
            let start = (at.y as usize * self.size[0] as usize + at.x as usize) * 4;
            self.pixels[start..start + 3].copy_from_slice(&[color.r(), color.g(), color.b()]);
        }
        Ok(())
    }
}
