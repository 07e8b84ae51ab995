//! Frames: every pixel of a program, rows in parallel.

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::environment::{Environment, Image};
use super::{Counters, Machine};
use crate::dialect::shaderception::bytecode::Program;

/// How `self` reads the frame before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    #[default]
    Linear,
    Nearest,
}

/// A frame, and what it took: the sum of steps, the most jumps and values of one pixel.
#[derive(Clone, Debug)]
pub struct Picture {
    pub image: Image,
    pub counters: Counters,
}

/// The inputs of a run of frames, apart from pictures.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    pub size: [usize; 2],
    /// Of the first frame; later ones add `delta`.
    pub time: f32,
    pub delta: f32,
    pub button: [f32; 4],
    pub axis: [f32; 4],
    pub filter: Filter,
}

impl Frames {
    /// The inputs of frame `number`.
    pub fn environment<'a>(&self, number: u32, previous: Option<&'a Image>) -> Environment<'a> {
        Environment {
            time: self.time + number as f32 * self.delta,
            delta: self.delta,
            smoothed_delta: self.delta,
            resolution: [self.size[0] as f32, self.size[1] as f32],
            button: self.button,
            axis: self.axis,
            previous,
            nearest: self.filter == Filter::Nearest,
            ..Environment::default()
        }
    }
}

/// Draws one frame. `shade` gives the colour of the pixel at a uv; it is called with one state for each row.
pub fn draw_with<S>(
    size: [usize; 2],
    state: impl Fn() -> S + Sync,
    shade: impl Fn(&mut S, [f32; 2]) -> ([f32; 4], Counters) + Sync,
) -> Picture {
    let [width, height] = size;
    let mut pixels = vec![[0.0; 4]; width * height];
    let rows = pixels.par_chunks_mut(width.max(1)).enumerate().map_init(&state, |state, (y, row)| {
        let mut sum = Counters::default();
        for (x, pixel) in row.iter_mut().enumerate() {
            let uv = [(x as f32 + 0.5) / width as f32, (y as f32 + 0.5) / height as f32];
            let (colour, counters) = shade(state, uv);
            *pixel = colour;
            sum = add(sum, counters);
        }
        sum
    });
    let counters = rows.reduce(Counters::default, add);
    Picture { image: Image { width, height, pixels }, counters }
}

fn add(one: Counters, other: Counters) -> Counters {
    Counters { steps: one.steps + other.steps, jumps: one.jumps.max(other.jumps), stack: one.stack.max(other.stack) }
}

/// Draws one frame of a program of the machine.
pub fn draw(program: &Program, environment: &Environment<'_>) -> Picture {
    let size = environment.resolution.map(|size| size as usize);
    draw_with(size, Machine::default, |machine, uv| machine.run(program, environment, uv))
}
