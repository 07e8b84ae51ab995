//! A job put together: objects with their content, what they are bound to, and which of them are read back.

use std::collections::BTreeMap;
use std::time::Duration;

use super::content::{Filling, RAW_WORDS, is_raw, picture, texels};
use super::{Part, SIZE, Scene, Way, locations};
use crate::batch::{
    Attribute, Content, Descriptor, Draw, Image, Job, Kind, Object, Outcome, Stage, Topology, Usage, VertexBuffer,
    View, Work,
};
use crate::compare::{Reading, Written};
use crate::format::{D32_FLOAT, Format, Numbers};
use crate::noise;
use crate::packing::moved;
use crate::shape::{Binding, Io, Scalar, Shape, Type};

/// Elements of a structured buffer.
const ELEMENTS: u32 = 64;
/// Quads along a side of the mesh.
const GRID: u32 = 6;

/// A job, and where in it are what a program writes.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub job: Job,
    outputs: Vec<Output>,
}

#[derive(Clone, Debug)]
pub struct Output {
    pub object: usize,
    pub name: String,
    pub view: OutputView,
}

#[derive(Clone, Debug)]
pub enum OutputView {
    Words,
    /// Words of a buffer that the reference lays out in another way.
    Moved {
        own: Type,
        reference: Type,
        elements: u32,
    },
    /// Only so many channels were declared; the others are anything.
    Texels(Format, u32),
    /// Of each vertex, these bytes.
    Vertices {
        stride: usize,
        start: usize,
        length: usize,
    },
}

impl Prepared {
    /// What the job wrote, by name; `None` if it did not run.
    pub fn written(&self, outcome: &Outcome) -> Option<BTreeMap<String, Written>> {
        let Outcome::Done(objects) = outcome else { return None };
        let read = |output: &Output| {
            let bytes = objects.get(&output.object)?;
            let (reading, bytes) = match &output.view {
                OutputView::Words => (Reading::Words, bytes.clone()),
                OutputView::Moved { own, reference, elements } => {
                    let mut bytes = moved(bytes, own, reference, *elements);
                    bytes.resize(bytes.len().next_multiple_of(16), 0);
                    (Reading::Words, bytes)
                }
                OutputView::Texels(format, channels) => {
                    let kept = (channels * format.bits / 8) as usize;
                    let bytes = bytes.chunks_exact(format.size()).flat_map(|texel| &texel[..kept]).copied().collect();
                    (Reading::Texels(Format { channels: *channels, ..*format }), bytes)
                }
                OutputView::Vertices { stride, start, length } => {
                    let of_vertex = bytes.chunks_exact(*stride).flat_map(|vertex| &vertex[*start..start + length]);
                    (Reading::Words, of_vertex.copied().collect())
                }
            };
            Some((output.name.clone(), Written { reading, bytes }))
        };
        Some(self.outputs.iter().filter_map(read).collect())
    }
}

/// A job in the making.
pub struct Build<'a> {
    scene: &'a Scene,
    pub job: Job,
    pub outputs: Vec<Output>,
    /// Objects of a resource's name, one for each element.
    made: BTreeMap<(String, u32), Vec<usize>>,
    /// By their index.
    input_attachments: Vec<Option<usize>>,
}

impl<'a> Build<'a> {
    pub fn new(scene: &'a Scene, parts: &[&Part]) -> Result<Build<'a>, String> {
        let mut build = Build {
            scene,
            job: Job {
                // Wall-clock time: the longest program of glslang's tests takes the driver 21 s on a quiet machine.
                limit: Duration::from_secs(90),
                modules: parts.iter().map(|part| part.module.clone()).collect(),
                objects: Vec::new(),
                push: Vec::new(),
                descriptors: Vec::new(),
                work: Work::Dispatch([1; 3]),
                again: Vec::new(),
            },
            outputs: Vec::new(),
            made: BTreeMap::new(),
            input_attachments: Vec::new(),
        };
        for part in parts {
            for binding in scene.renamed(&part.shape.bindings) {
                build.bind(&binding)?;
            }
            if let Some(push) = &part.shape.push {
                let layout = scene.push.as_ref().unwrap_or(push);
                build.job.push = Filling::of(scene, "push constants", 0, layout, 1, 3);
                build.job.push.resize(push.size(1).next_multiple_of(4) as usize, 0);
            }
        }
        Ok(build)
    }

    pub fn finish(self) -> Prepared {
        Prepared { job: self.job, outputs: self.outputs }
    }

    pub fn object(&mut self, read_back: bool, content: Content) -> usize {
        self.job.objects.push(Object { read_back, content });
        self.job.objects.len() - 1
    }

    fn bind(&mut self, binding: &Binding) -> Result<(), String> {
        let same = |known: &&Descriptor| known.set == binding.set && known.binding == binding.binding;
        if let Some(known) = self.job.descriptors.iter().find(same) {
            // Two variables may be views of one resource, never of two.
            return if known.kind == binding.kind {
                Ok(())
            } else {
                Err(format!("set {} binding {} is two kinds of resource", binding.set, binding.binding))
            };
        }
        let key = (binding.name.clone(), binding.kind as u32);
        let mut objects = self.made.get(&key).cloned().unwrap_or_default();
        for element in objects.len() as u32..binding.count {
            let seed = noise::hash(&[noise::name(self.scene.seed, &binding.name), u64::from(element)]);
            let (content, view) = self.content(binding, element, seed)?;
            let object = self.object(binding.written, content);
            objects.push(object);
            if let (true, Some(view)) = (binding.written, view) {
                let name =
                    if binding.count > 1 { format!("{}[{element}]", binding.name) } else { binding.name.clone() };
                self.outputs.push(Output { object, name, view });
            }
        }
        // A combined image needs a sampler of its own.
        let sampler = (binding.kind == Kind::Combined)
            .then(|| self.object(false, Content::Sampler { linear: true, repeat: true, compare: binding.compares }));
        self.job.descriptors.push(Descriptor {
            set: binding.set,
            binding: binding.binding,
            kind: binding.kind,
            elements: objects.iter().take(binding.count as usize).map(|object| (*object, sampler)).collect(),
        });
        if let Some(first) = binding.input_attachment {
            for (at, object) in (first as usize..).zip(&objects) {
                if self.input_attachments.len() <= at {
                    self.input_attachments.resize(at + 1, None);
                }
                self.input_attachments[at] = Some(*object);
            }
        }
        self.made.insert(key, objects);
        Ok(())
    }

    fn content(&self, binding: &Binding, element: u32, seed: u64) -> Result<(Content, Option<OutputView>), String> {
        Ok(match (&binding.ty, binding.kind) {
            (_, Kind::UniformBuffer | Kind::StorageBuffer) => {
                let uniform = binding.kind == Kind::UniformBuffer;
                let layout = self.scene.layouts.get(&binding.name).unwrap_or(&binding.ty);
                let elements = if is_raw(layout) { RAW_WORDS } else { ELEMENTS };
                let most = if uniform { 3 } else { 15 };
                let mut bytes = Filling::of(self.scene, &binding.name, element, layout, elements, most);
                if let Some(known) = self.scene.contents.get(&binding.name) {
                    bytes.clone_from(known);
                }
                let mut view = OutputView::Words;
                if let Some(own) = self.scene.moved.get(&binding.name) {
                    bytes = moved(&bytes, layout, own, elements);
                    view = OutputView::Moved { own: own.clone(), reference: layout.clone(), elements };
                }
                let wanted = bytes.len().max(binding.ty.size(elements) as usize);
                bytes.resize(wanted.next_multiple_of(16), 0);
                (Content::Buffer { format: None, bytes }, Some(view))
            }
            (Type::Sampler, _) => (Content::Sampler { linear: true, repeat: true, compare: binding.compares }, None),
            (Type::Image(image), Kind::UniformTexels | Kind::StorageTexels) => {
                let (format, bytes) = texels(image, seed);
                let view = OutputView::Texels(format, format.channels);
                (Content::Buffer { format: Some(format), bytes }, Some(view))
            }
            (Type::Image(image) | Type::SampledImage(image), _) => {
                let content = picture(image, seed, binding.compares, binding.kind == Kind::StorageImage)?;
                let view = OutputView::Texels(content.format, content.format.channels);
                (Content::Image(content), Some(view))
            }
            _ => return Err(format!("`{}` is a resource that the judge does not know", binding.name)),
        })
    }

    /// A grid of vertices if the shader takes any in, else numbers for two rectangles.
    pub fn mesh(&mut self, vertex: &Part) -> Result<Draw, String> {
        let mut draw = Draw {
            size: SIZE,
            vertices: 12,
            instances: 2,
            topology: Topology::Triangles,
            buffers: Vec::new(),
            attributes: Vec::new(),
            targets: Vec::new(),
            depth: None,
            input_attachments: self.input_attachments.clone(),
            feedback: None,
        };
        let keys = self.scene.keys(Stage::Vertex, Way::In, &vertex.shape.inputs);
        let mut inputs: Vec<(Vec<String>, &Io)> = keys.into_iter().zip(&vertex.shape.inputs).collect();
        inputs.retain(|(_, input)| input.built_in.is_none());
        if inputs.is_empty() {
            return Ok(draw);
        }
        (draw.vertices, draw.instances) = (GRID * GRID * 6, 2);
        let mut columns: BTreeMap<u32, (String, Scalar, Numbers, u32)> = BTreeMap::new();
        let mut stride = 0;
        for (keys, input) in inputs {
            let first = input.location.ok_or_else(|| format!("input `{}` has no location", input.name))?;
            for ((at, (scalar, lanes)), key) in locations(&input.ty)?.into_iter().enumerate().zip(keys) {
                let numbers = match scalar {
                    Scalar::Float(32) => Numbers::Float,
                    Scalar::Int(32) => Numbers::Sint,
                    Scalar::Uint(32) => Numbers::Uint,
                    other => return Err(format!("no vertex attribute of {other:?}")),
                };
                // Attributes that share a location are one.
                let column = columns.entry(first + at as u32).or_insert((key, scalar, numbers, 0));
                column.3 = (input.component + lanes).max(column.3);
            }
        }
        for (location, (_, _, numbers, lanes)) in &columns {
            let format = Format::wide(*numbers, *lanes);
            draw.attributes.push(Attribute { location: *location, buffer: 0, format, offset: stride });
            stride += 4 * lanes;
        }
        let mut bytes = Vec::new();
        for vertex in 0..draw.vertices {
            let place = grid(vertex);
            for (key, scalar, _, lanes) in columns.values() {
                let seed = noise::name(self.scene.seed, key);
                for lane in 0..*lanes {
                    let value = if key.starts_with("POSITION") && *scalar == Scalar::Float(32) {
                        place[lane as usize]
                    } else if *scalar == Scalar::Float(32) {
                        let along = [(place[0] + 1.0) / 2.0, (place[1] + 1.0) / 2.0, 0.0];
                        noise::texel(seed, along, [vertex / 6, 0, 0], 0, 0, lane)
                    } else {
                        (noise::hash(&[seed, u64::from(vertex / 6), u64::from(lane)]) % 4) as f64
                    };
                    let word = if *scalar == Scalar::Float(32) { (value as f32).to_bits() } else { value as u32 };
                    bytes.extend(word.to_le_bytes());
                }
            }
        }
        let object = self.object(false, Content::Buffer { format: None, bytes });
        draw.buffers.push(VertexBuffer { object, stride, per_instance: false });
        Ok(draw)
    }

    /// A target for each colour that the pixel shader puts out, and one for depth.
    pub fn targets(&mut self, pixel: &Shape, draw: &mut Draw) {
        // Outputs that share a location are one target.
        let mut all: BTreeMap<usize, (Numbers, u32)> = BTreeMap::new();
        for output in &pixel.outputs {
            let (Some(first), Ok(lanes)) = (output.location, locations(&output.ty)) else { continue };
            for (at, (scalar, lanes)) in lanes.into_iter().enumerate() {
                let numbers = match scalar {
                    Scalar::Int(_) => Numbers::Sint,
                    Scalar::Uint(_) | Scalar::Bool => Numbers::Uint,
                    Scalar::Float(_) => Numbers::Float,
                };
                let (_, known) = all.entry(first as usize + at).or_insert((numbers, 0));
                *known = (output.component + lanes).max(*known);
            }
        }
        for (location, (numbers, lanes)) in all {
            let format = Format::wide(numbers, 4);
            if draw.targets.len() <= location {
                draw.targets.resize(location + 1, None);
            }
            let image = target(format, Usage::Target, [0.25, 0.5, 0.75, 1.0]);
            let object = self.object(true, image);
            draw.targets[location] = Some(object);
            let view = OutputView::Texels(format, lanes);
            self.outputs.push(Output { object, name: format!("target {location}"), view });
        }
        let object = self.object(true, target(D32_FLOAT, Usage::Depth, [1.0; 4]));
        draw.depth = Some(object);
        self.outputs.push(Output { object, name: "depth".to_owned(), view: OutputView::Texels(D32_FLOAT, 1) });
    }
}

fn target(format: Format, usage: Usage, value: [f64; 4]) -> Content {
    let mut bytes = Vec::new();
    for _ in 0..SIZE[0] * SIZE[1] {
        format.encode(value, &mut bytes);
    }
    let extent = [SIZE[0], SIZE[1], 1];
    Content::Image(Image { view: View::D2, format, extent, layers: 1, levels: 1, samples: 1, usage, bytes })
}

/// Where a vertex of the grid is: over most of the picture, a little tilted.
fn grid(vertex: u32) -> [f64; 4] {
    const CORNERS: [[u32; 2]; 6] = [[0, 0], [1, 0], [0, 1], [0, 1], [1, 0], [1, 1]];
    let (quad, corner) = (vertex / 6, CORNERS[(vertex % 6) as usize]);
    let along = |quad: u32, corner: u32| f64::from(quad + corner) / f64::from(GRID) * 1.75 - 0.875;
    let (x, y) = (along(quad % GRID, corner[0]), along(quad / GRID, corner[1]));
    [x, y, 0.5 + 0.125 * x - 0.0625 * y, 1.0]
}
