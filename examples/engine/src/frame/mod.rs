//! **In:** a scene and an archive. **Out:** its picture: shadows, surfaces, occlusion, lights, sky, what is transparent, glow, tone curve,
//! edges. Every pass is a technique that is looked up by shader and branches. **Never:** a shader's text.

mod encode;
mod environment;
mod loaded;
mod passes;
mod targets;

use std::error::Error;

use crate::archive::{Archive, Choice, Generation};
use crate::constants::{CASCADES, Viewer};
use crate::gpu::Gpu;
use crate::image::Image;
use crate::pipelines::Pipelines;
use crate::resources::{Resources, Scope};
use crate::scene::Scene;
use encode::{Attachments, Draw, NOTHING, Recorder};
use loaded::{Loaded, Materials};
use passes::{Output, Passes, Queue, Role};
use targets::{DEPTHS, LIT, OVER_LIT, Pictures, SCREEN, SHADOWS, SURFACES};

/// Groups of light_cull.fx, one a cluster.
const CLUSTERS: [u32; 3] = [16, 9, 24];
/// Pixels that a group of ssao.fx works on: a square, and a run of its blur.
const TILE: u32 = 8;
const RUN: u32 = 64;

pub(crate) struct Renderer {
    pub(crate) size: [u32; 2],
    pub(crate) pipelines: Pipelines,
    passes: Passes,
    pictures: Pictures,
    shader: String,
    time: f32,
    debug_view: u32,
    scene: Loaded,
    /// The archive whose sky the environment was made with.
    environment: Option<u64>,
}

/// What of the pictures is to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    Color,
    /// Nothing wrote colours.
    Depth,
}

/// Everything that is drawn, in the order of the objects.
struct Draws {
    casters: Vec<Draw>,
    depth: Vec<Draw>,
    opaque: Vec<Draw>,
    forward: Vec<Draw>,
    /// The last of what any of them writes.
    output: Output,
}

impl Renderer {
    /// `shader`: that of meshes; `time`: seconds, which moves the wind; `debug_view`: a number of debug_views.fxh.
    pub(crate) fn new(
        gpu: &Gpu,
        archive: &Archive,
        shader: &str,
        scene: Scene,
        (size, time, debug_view): ([u32; 2], f32, u32),
    ) -> Result<Renderer, Box<dyn Error>> {
        Ok(Renderer {
            size,
            pipelines: Pipelines::new(),
            passes: Passes::new(archive, shader)?,
            pictures: Pictures::new(gpu, size),
            scene: Loaded::new(gpu, archive, shader, scene, Materials::new(), (size, time, debug_view))?,
            shader: shader.to_owned(),
            time,
            debug_view,
            environment: None,
        })
    }

    /// Another scene in the place of this one; materials stay.
    pub(crate) fn load(mut self, gpu: &Gpu, archive: &Archive, scene: Scene) -> Result<Renderer, Box<dyn Error>> {
        let materials = self.scene.into_materials();
        let settings = (self.size, self.time, self.debug_view);
        self.scene = Loaded::new(gpu, archive, &self.shader, scene, materials, settings)?;
        Ok(self)
    }

    /// Moves the wind.
    #[cfg(feature = "window")]
    pub(crate) fn set_time(&mut self, gpu: &Gpu, time: f32) {
        self.time = time;
        self.scene.set_time(gpu, self.size, time);
    }

    /// Draws; the picture stays on the device. `forced`: what every object is drawn with, instead of its own branches.
    pub(crate) fn draw(
        &mut self,
        gpu: &Gpu,
        generation: &Generation,
        forced: Option<Choice>,
    ) -> Result<Shown, Box<dyn Error>> {
        let draws = self.draws(generation, forced)?;
        gpu.checked(|| self.record(gpu, generation, &draws))??;
        Ok(if draws.depth.is_empty() { Shown::Color } else { Shown::Depth })
    }

    fn draws(&self, generation: &Generation, forced: Option<Choice>) -> Result<Draws, Box<dyn Error>> {
        let mut draws = Draws {
            casters: Vec::new(),
            depth: Vec::new(),
            opaque: Vec::new(),
            forward: Vec::new(),
            output: Output::Light,
        };
        let mut shadows = false;
        for (object, own) in self.scene.passes().enumerate() {
            let choice = forced.map_or_else(|| own.choice(generation), Ok)?;
            let Role { queue, output, receives } = self.passes.role(generation, choice)?;
            let draw = Draw { object, choice };
            match queue {
                Queue::Depth => draws.depth.push(draw),
                Queue::Opaque => draws.opaque.push(draw),
                Queue::Forward => draws.forward.push(draw),
            }
            draws.output = draws.output.max(output);
            shadows |= receives;
            // Light goes through what is transparent, unless all is.
            if queue != Queue::Forward || forced.is_some() {
                draws.casters.push(Draw { object, choice: self.passes.caster.over(generation, choice.key)? });
            }
        }
        if !shadows {
            draws.casters.clear();
        }
        Ok(draws)
    }

    fn record(&mut self, gpu: &Gpu, generation: &Generation, draws: &Draws) -> Result<(), Box<dyn Error>> {
        self.light_environment(gpu, generation)?;
        let Renderer { pipelines, passes, pictures, scene, size, .. } = self;
        let mut recorder = Recorder::new(gpu, generation, pipelines);
        let shot = Shot { passes, pictures, scene, size: *size };
        shot.shadows(&mut recorder, draws)?;
        shot.surfaces(&mut recorder, draws)?;
        match draws.output {
            Output::Light if draws.depth.is_empty() => shot.light(&mut recorder)?,
            _ => pictures.copy_light(&mut recorder.encoder),
        }
        shot.forward(&mut recorder, draws)?;
        if draws.depth.is_empty() {
            shot.finish(&mut recorder, draws)?;
        }
        recorder.submit();
        Ok(())
    }

    /// Again when the sky's code is another.
    fn light_environment(&mut self, gpu: &Gpu, generation: &Generation) -> Result<(), Box<dyn Error>> {
        let Renderer { pipelines, passes, pictures, scene, environment, .. } = self;
        let recorder = Recorder::new(gpu, generation, pipelines);
        let made = environment::sky_made(recorder, &passes.sky, scene, &pictures.side_sky)?;
        if *environment != Some(made) {
            let recorder = Recorder::new(gpu, generation, pipelines);
            environment::capture(recorder, &passes.sky, scene, &pictures.side_sky, &pictures.environment)?;
            *environment = Some(made);
        }
        Ok(())
    }

    pub(crate) fn picture(&self, gpu: &Gpu, shown: Shown) -> Result<Image, Box<dyn Error>> {
        let pixels = match shown {
            Shown::Color => {
                let mut pixels = gpu.read(&self.pictures.shown)?;
                // The tone mapping pass left luma there.
                pixels.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
                pixels
            }
            Shown::Depth => depth_picture(&gpu.read(&self.pictures.depth)?),
        };
        Ok(Image { size: self.size, pixels })
    }

    /// What was drawn, for a window.
    #[cfg(feature = "window")]
    pub(crate) fn shown(&self) -> &wgpu::TextureView {
        &self.pictures.shown_view
    }
}

/// Grey, nearer is brighter.
fn depth_picture(bytes: &[u8]) -> Vec<u8> {
    let depths: Vec<f32> = bytes.as_chunks().0.iter().map(|depth| f32::from_le_bytes(*depth)).collect();
    // Perspective crowds them at the far end: their reciprocals are even.
    let near = |depth: f32| 1.0 / (1.0 - depth).max(1e-6);
    let drawn = || depths.iter().copied().filter(|depth| *depth < 1.0).map(near);
    let (low, high) = (drawn().fold(f32::MAX, f32::min), drawn().fold(0.0, f32::max));
    let shade = |depth: f32| match depth {
        0.0..1.0 => 0.95 - 0.85 * ((near(depth) - low) / (high - low).max(1e-6)).sqrt(),
        _ => 0.0,
    };
    depths.into_iter().flat_map(|depth| [(shade(depth) * 255.0) as u8; 3].into_iter().chain([255])).collect()
}

/// The passes of one picture.
struct Shot<'a> {
    passes: &'a Passes,
    pictures: &'a Pictures,
    scene: &'a Loaded,
    size: [u32; 2],
}

impl Shot<'_> {
    /// Unless nothing receives them.
    fn shadows(&self, recorder: &mut Recorder<'_>, draws: &Draws) -> Result<(), Box<dyn Error>> {
        let cascades = if draws.casters.is_empty() { 0 } else { CASCADES };
        for cascade in 0..cascades {
            let depth = Some(&self.pictures.cascades[cascade]);
            let on = Attachments { targets: SHADOWS, colors: &[], clear: Some(NOTHING), depth };
            let frame = [self.scene.view(Viewer::Sun(cascade)), &self.scene.lighting, &self.pictures.shared];
            recorder.meshes(self.scene, &draws.casters, on, &frame)?;
        }
        Ok(())
    }

    fn frame(&self) -> [&Resources; 3] {
        [self.scene.view(Viewer::Camera), &self.scene.lighting, &self.pictures.shared]
    }

    fn surfaces(&self, recorder: &mut Recorder<'_>, draws: &Draws) -> Result<(), Box<dyn Error>> {
        let depth = Some(&self.pictures.depth_view);
        let colors = self.pictures.surfaces.each_ref();
        let on = Attachments { targets: SURFACES, colors: &colors, clear: Some(NOTHING), depth };
        recorder.meshes(self.scene, &draws.opaque, on, &self.frame())?;
        if draws.depth.is_empty() {
            return Ok(());
        }
        let on = Attachments { targets: DEPTHS, colors: &[], clear: Some(NOTHING), depth };
        recorder.meshes(self.scene, &draws.depth, on, &self.frame())
    }

    /// Occlusion, the lights of each cluster, lighting, and the sky where nothing is.
    fn light(&self, recorder: &mut Recorder<'_>) -> Result<(), Box<dyn Error>> {
        let [width, height] = self.size;
        let [view, lighting, shared] = self.frame();
        let pictures = self.pictures;
        let [raw, along, down] = &pictures.occlusion;
        let tiles = [width.div_ceil(TILE), height.div_ceil(TILE), 1];
        recorder.compute(&self.passes.occlusion, tiles, Scope(&[raw, view, shared]))?;
        let [horizontal, vertical] = &self.passes.occlusion_blur;
        recorder.compute(horizontal, [width.div_ceil(RUN), height, 1], Scope(&[along, view, shared]))?;
        recorder.compute(vertical, [height.div_ceil(RUN), width, 1], Scope(&[down, view, shared]))?;
        self.scene.reset_culling(&mut recorder.encoder);
        recorder.compute(&self.passes.light_culling, CLUSTERS, Scope(&[view, lighting]))?;
        recorder.cleared(
            &self.passes.lighting,
            LIT,
            &pictures.lit_view,
            Scope(&[&pictures.lighting, view, lighting, shared]),
        )?;
        let depth = Some(&pictures.depth_view);
        let on = Attachments { targets: OVER_LIT, colors: &[&pictures.lit_view], clear: None, depth };
        recorder.screen(&self.passes.sky, on, Scope(&[&pictures.sky, self.scene.view(Viewer::Sky)]))
    }

    fn forward(&self, recorder: &mut Recorder<'_>, draws: &Draws) -> Result<(), Box<dyn Error>> {
        let depth = Some(&self.pictures.depth_view);
        let on = Attachments { targets: OVER_LIT, colors: &[&self.pictures.lit_view], clear: None, depth };
        recorder.meshes(self.scene, &draws.forward, on, &self.frame())
    }

    /// From light to what is looked at.
    fn finish(&self, recorder: &mut Recorder<'_>, draws: &Draws) -> Result<(), Box<dyn Error>> {
        let pictures = self.pictures;
        if draws.output == Output::Plain {
            let scope = Scope(&[&pictures.plain, &pictures.shared]);
            return recorder.cleared(&self.passes.plain, SCREEN, &pictures.shown_view, scope);
        }
        for (index, below) in pictures.bloom.iter().enumerate() {
            let pass = if index == 0 { &self.passes.bloom_first } else { &self.passes.bloom_down };
            recorder.cleared(pass, LIT, &below.view, Scope(&[&below.down, &pictures.shared]))?;
        }
        for (below, above) in pictures.bloom.iter().skip(1).zip(&pictures.bloom).rev() {
            let on = Attachments { targets: LIT, colors: &[&above.view], clear: None, depth: None };
            recorder.screen(&self.passes.bloom_up, on, Scope(&[&below.up, &pictures.shared]))?;
        }
        recorder.cleared(
            &self.passes.tone_map,
            SCREEN,
            &pictures.toned,
            Scope(&[&pictures.tone_map, &pictures.shared]),
        )?;
        recorder.cleared(
            &self.passes.anti_alias,
            SCREEN,
            &pictures.shown_view,
            Scope(&[&pictures.anti_alias, &pictures.shared]),
        )
    }
}
