//! Frames as an animated GIF.

use gif::{Encoder, Frame, Repeat};

use super::options::WrongOption;
use crate::dialect::shaderception::machine::{Encoding, Frames, Image, to_bytes};

/// Pixels of all frames together.
const MOST_PIXELS: u64 = 1 << 31;
/// Of the search for 256 colours, 1 (best) to 30 (fast).
const COLOUR_SPEED: i32 = 10;
/// Hundredths of a second: viewers show shorter frames as if they had ten.
const SHORTEST: f32 = 2.0;

/// A GIF in the making.
pub struct Film {
    encoder: Encoder<Vec<u8>>,
    /// Each n-th frame is taken.
    every: u32,
    /// Hundredths of a second of a frame.
    delay: f32,
    /// Frames that were taken.
    count: u32,
}

impl Film {
    /// A film that repeats for ever.
    ///
    /// # Errors
    /// More pixels than fit.
    pub fn begin(frames: &Frames, count: u32, every: u32) -> Result<Film, WrongOption> {
        let [width, height] = frames.size;
        let pixels = (width * height) as u64 * u64::from(count.div_ceil(every));
        if pixels > MOST_PIXELS {
            let message = format!("a GIF of {} frames of {width}x{height} pixels is too large", count.div_ceil(every));
            return Err((
                message,
                "Use fewer or smaller frames, up to 2^31 pixels, or write PNG files with `--every`.",
            ));
        }
        let wrong = |error: gif::EncodingError| (format!("the GIF cannot be made: {error}"), "Use another size.");
        // Sides are at most 8192.
        let mut encoder = Encoder::new(Vec::new(), width as u16, height as u16, &[]).map_err(wrong)?;
        encoder.set_repeat(Repeat::Infinite).map_err(wrong)?;
        Ok(Film { encoder, every, delay: (frames.delta * 100.0 * every as f32).clamp(SHORTEST, 65535.0), count: 0 })
    }

    /// Takes a frame, if it is one of those that are wanted.
    ///
    /// # Errors
    /// The encoder's.
    pub fn add(&mut self, number: u32, image: &Image, encoding: Encoding) -> Result<(), String> {
        if !number.is_multiple_of(self.every) {
            return Ok(());
        }
        let mut bytes = to_bytes(image, encoding);
        let mut frame = Frame::from_rgba_speed(image.width as u16, image.height as u16, &mut bytes, COLOUR_SPEED);
        // Hundredths that one frame loses to rounding, another gets.
        let until = |frames: u32| (f64::from(self.delay) * f64::from(frames)).round();
        frame.delay = (until(self.count + 1) - until(self.count)) as u16;
        self.count += 1;
        self.encoder.write_frame(&frame).map_err(|error| error.to_string())
    }

    /// The file.
    ///
    /// # Errors
    /// The encoder's.
    pub fn end(self) -> Result<Vec<u8>, String> {
        self.encoder.into_inner().map_err(|error| error.to_string())
    }
}
