//! What a program can ask for.

/// A picture of four floats a pixel, the first row at the bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<[f32; 4]>,
}

/// The inputs of a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Environment<'a> {
    /// Seconds since the start.
    pub time: f32,
    /// Seconds since the frame before, and a smoothed value of it.
    pub delta: f32,
    pub smoothed_delta: f32,
    /// Pixels.
    pub resolution: [f32; 2],
    /// Use, jump, grab, drop.
    pub button: [f32; 4],
    /// Move x and y, look x and y.
    pub axis: [f32; 4],
    /// The frame before; black if there is none.
    pub previous: Option<&'a Image>,
    pub camera: Option<&'a Image>,
    pub video: Option<&'a Image>,
    /// 128 wide.
    pub audio: Option<&'a Image>,
    /// Whether `self` takes the nearest pixel.
    pub nearest: bool,
}

impl Environment<'_> {
    /// The constant block `PslEnvironment` of translated programs and of the machine's shader: 20 little-endian floats.
    pub fn constants(&self) -> Vec<u8> {
        let inverse = |x: f32| if x == 0.0 { 0.0 } else { 1.0 / x };
        let (time, delta, smooth) = (self.time, self.delta, self.smoothed_delta);
        let mut numbers =
            vec![time / 20.0, time, 2.0 * time, 3.0 * time, delta, inverse(delta), smooth, inverse(smooth)];
        numbers.extend(self.button);
        numbers.extend(self.axis);
        numbers.extend(self.resolution);
        numbers.extend([f32::from(u8::from(self.audio.is_some())), 0.0]);
        numbers.into_iter().flat_map(f32::to_le_bytes).collect()
    }
}

impl Image {
    /// The pixel at whole coordinates, clamped.
    pub fn texel(&self, x: i64, y: i64) -> [f32; 4] {
        let x = x.clamp(0, self.width as i64 - 1) as usize;
        let y = y.clamp(0, self.height as i64 - 1) as usize;
        self.pixels.get(y * self.width + x).copied().unwrap_or_default()
    }

    /// Clamped; `at` is from 0 to 1 in both directions.
    pub fn sample(&self, at: [f32; 2], nearest: bool) -> [f32; 4] {
        let place = |at: f32, size: usize| (at.clamp(0.0, 1.0) * size as f32) - 0.5;
        let (x, y) = (place(at[0], self.width), place(at[1], self.height));
        if nearest {
            return self.texel((x + 0.5).floor() as i64, (y + 0.5).floor() as i64);
        }
        let (left, low) = (x.floor(), y.floor());
        let (fx, fy) = (x - left, y - low);
        let (left, low) = (left as i64, low as i64);
        let mix = |a: [f32; 4], b: [f32; 4], t: f32| [0, 1, 2, 3].map(|lane| a[lane] + (b[lane] - a[lane]) * t);
        let bottom = mix(self.texel(left, low), self.texel(left + 1, low), fx);
        let top = mix(self.texel(left, low + 1), self.texel(left + 1, low + 1), fx);
        mix(bottom, top, fy)
    }
}
