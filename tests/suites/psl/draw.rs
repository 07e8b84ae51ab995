//! Draws a technique of an archive on the software device, with the environment of a PSL program.

use std::time::Duration;

use uberc_judge::batch::{
    Content, Descriptor, Draw, Image as DeviceImage, Job, Kind, Module, Object, Outcome, Stage, Topology, Usage, View,
    Work,
};
use uberc_judge::format::{Format, RGBA32_FLOAT, RGBA32_UINT};
use uberc_judge::runner;
use uberc_runtime::{BindingKind, Technique};

use super::{Environment, Image};

fn texture(image: &Image) -> Content {
    // The first row of a texture is at the top.
    let rows = image.pixels.chunks(image.width).rev().flatten();
    let bytes = rows.flatten().flat_map(|lane| lane.to_le_bytes()).collect();
    picture(RGBA32_FLOAT, [image.width, image.height], Usage::Sampled, bytes)
}

fn picture(format: Format, size: [usize; 2], usage: Usage, bytes: Vec<u8>) -> Content {
    Content::Image(DeviceImage {
        view: View::D2,
        format,
        extent: [size[0] as u32, size[1] as u32, 1],
        layers: 1,
        levels: 1,
        samples: 1,
        usage,
        bytes,
    })
}

/// The constants, as the translator and the machine's shader declare them.
fn constants(environment: &Environment<'_>) -> Vec<u8> {
    let time = environment.time;
    let inverse = |x: f32| if x == 0.0 { 0.0 } else { 1.0 / x };
    let (delta, smooth) = (environment.delta, environment.smoothed_delta);
    let mut numbers = vec![time / 20.0, time, 2.0 * time, 3.0 * time, delta, inverse(delta), smooth, inverse(smooth)];
    numbers.extend(environment.button);
    numbers.extend(environment.axis);
    numbers.extend(environment.resolution);
    numbers.extend([f32::from(u8::from(environment.audio.is_some())), 0.0]);
    numbers.into_iter().flat_map(f32::to_le_bytes).collect()
}

/// One frame of a technique. `program`: the image for the machine's shader.
pub fn draw(technique: &Technique<'_>, environment: &Environment<'_>, program: &[u8]) -> Result<Image, String> {
    let [width, height] = environment.resolution.map(|size| size as usize);
    let mut job = Job {
        limit: Duration::from_secs(120),
        modules: Vec::new(),
        objects: Vec::new(),
        push: Vec::new(),
        descriptors: Vec::new(),
        work: Work::Dispatch([1; 3]),
        again: Vec::new(),
    };
    let target = picture(RGBA32_FLOAT, [width, height], Usage::Target, vec![0; width * height * 16]);
    job.objects.push(Object { read_back: true, content: target });
    let parts = [(Stage::Vertex, technique.vertex()), (Stage::Pixel, technique.pixel())];
    for (stage, variant) in parts {
        let variant = variant.ok_or("a stage is missing")?;
        let spirv = variant.code().map_err(|error| error.to_string())?;
        job.modules.push(Module { stage, entry: variant.entry_point().to_owned(), spirv });
        for binding in variant.bindings() {
            let black = Image { width: 1, height: 1, pixels: vec![[0.0; 4]] };
            let of = |image: Option<&Image>| texture(image.unwrap_or(&black));
            let name = binding.name.to_ascii_lowercase();
            let (kind, content) = match binding.kind {
                BindingKind::UniformBuffer => {
                    (Kind::UniformBuffer, Content::Buffer { format: None, bytes: constants(environment) })
                }
                BindingKind::Sampler => {
                    (Kind::Sampler, Content::Sampler { linear: true, repeat: false, compare: false })
                }
                BindingKind::SampledTexture if name.contains("program") => {
                    let mut bytes = program.to_vec();
                    bytes.resize(64 * 64 * 16, 0);
                    (Kind::SampledImage, picture(RGBA32_UINT, [64, 64], Usage::Sampled, bytes))
                }
                BindingKind::SampledTexture => {
                    let image = [
                        ("self", environment.previous),
                        ("camera", environment.camera),
                        ("video", environment.video),
                        ("audio", environment.audio),
                    ];
                    let found = image.iter().find(|(word, _)| name.contains(word)).and_then(|(_, image)| *image);
                    (Kind::SampledImage, of(found))
                }
                _ => (Kind::StorageBuffer, Content::Buffer { format: None, bytes: program.to_vec() }),
            };
            let object = job.objects.len();
            job.objects.push(Object { read_back: false, content });
            let elements = vec![(object, None)];
            job.descriptors.push(Descriptor { set: binding.set, binding: binding.binding, kind, elements });
        }
    }
    job.work = Work::Draw(Draw {
        size: [width as u32, height as u32],
        vertices: 3,
        instances: 1,
        topology: Topology::Triangles,
        buffers: Vec::new(),
        attributes: Vec::new(),
        targets: vec![Some(0)],
        depth: None,
        input_attachments: Vec::new(),
        feedback: None,
    });
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
