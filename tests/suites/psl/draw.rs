//! Draws a technique of an archive on the software device, with the environment of a PSL program.

use std::time::Duration;

use uberc_judge::batch::{Content, Kind, Module, Outcome, Stage, Usage};
use uberc_judge::format::{RGBA32_FLOAT, RGBA32_UINT};
use uberc_judge::runner;
use uberc_judge::triangle::{Resource, picture, triangle};
use uberc_runtime::{Binding, BindingKind, Technique};

use super::{Environment, Image};

fn texture(image: &Image) -> Content {
    // The first row of a texture is at the top.
    let rows = image.pixels.chunks(image.width).rev().flatten();
    let bytes = rows.flatten().flat_map(|lane| lane.to_le_bytes()).collect();
    picture(RGBA32_FLOAT, [image.width as u32, image.height as u32], Usage::Sampled, bytes)
}

/// What a program's unit or the machine's shader has at a binding. `program`: the image for the machine's shader.
fn resource(binding: &Binding<'_>, environment: &Environment<'_>, program: &[u8]) -> (Kind, Content) {
    let name = binding.name.to_ascii_lowercase();
    match binding.kind {
        BindingKind::UniformBuffer => {
            (Kind::UniformBuffer, Content::Buffer { format: None, bytes: environment.constants() })
        }
        BindingKind::Sampler => (Kind::Sampler, Content::Sampler { linear: true, repeat: false, compare: false }),
        BindingKind::SampledTexture if name.contains("program") => {
            let mut bytes = program.to_vec();
            bytes.resize(64 * 64 * 16, 0);
            (Kind::SampledImage, picture(RGBA32_UINT, [64, 64], Usage::Sampled, bytes))
        }
        BindingKind::SampledTexture => {
            let images = [
                ("self", environment.previous),
                ("camera", environment.camera),
                ("video", environment.video),
                ("audio", environment.audio),
            ];
            let black = Image { width: 1, height: 1, pixels: vec![[0.0; 4]] };
            let found = images.iter().find(|(word, _)| name.contains(word)).and_then(|(_, image)| *image);
            (Kind::SampledImage, texture(found.unwrap_or(&black)))
        }
        _ => (Kind::StorageBuffer, Content::Buffer { format: None, bytes: program.to_vec() }),
    }
}

/// One frame of a technique. `program`: the image for the machine's shader.
pub fn draw(technique: &Technique<'_>, environment: &Environment<'_>, program: &[u8]) -> Result<Image, String> {
    let [width, height] = environment.resolution.map(|size| size as usize);
    let (mut modules, mut resources) = (Vec::new(), Vec::new());
    for (stage, variant) in [(Stage::Vertex, technique.vertex()), (Stage::Pixel, technique.pixel())] {
        let variant = variant.ok_or("a stage is missing")?;
        let spirv = variant.code().map_err(|error| error.to_string())?;
        modules.push(Module { stage, entry: variant.entry_point().to_owned(), spirv });
        resources.extend(variant.bindings().map(|binding| {
            let (kind, content) = resource(&binding, environment, program);
            Resource { set: binding.set, binding: binding.binding, kind, content }
        }));
    }
    let job = triangle([width as u32, height as u32], modules, resources, Duration::from_secs(120));
    let outcomes = runner::run(&[job])?;
    let [Outcome::Done(read)] = outcomes.as_slice() else { return Err(format!("{outcomes:?}")) };
    let bytes = read.get(&0).ok_or("nothing was read back")?;
    let lanes = bytes.chunks_exact(4).map(|lane| f32::from_le_bytes([lane[0], lane[1], lane[2], lane[3]]));
    let lanes: Vec<f32> = lanes.collect();
    // The device's viewport is not turned over as an engine's: the first row that it writes is the bottom one.
    let pixels = lanes.chunks_exact(4).map(|lane| [lane[0], lane[1], lane[2], lane[3]]).collect();
    Ok(Image { width, height, pixels })
}

/// Pixels of which a channel differs by more than 1 of 255.
pub fn differing(one: &Image, other: &Image) -> usize {
    let byte = |lane: f32| (lane.clamp(0.0, 1.0) * 255.0 + 0.5) as i32;
    let differs = |(a, b): (&[f32; 4], &[f32; 4])| a.iter().zip(b).any(|(a, b)| (byte(*a) - byte(*b)).abs() > 1);
    one.pixels.iter().zip(&other.pixels).filter(|pair| differs(*pair)).count()
}
