//! Inputs invented for a program, and the jobs that run it with them.
//!
//! What a resource holds follows from its name, the seed and the layout that the *reference* has: a second program of the same source
//! is given the same bytes, so one that expects another layout computes something else, as it would in a game.

use std::collections::BTreeMap;
use std::time::Duration;

use rspirv::spirv::Dim;

use crate::batch::{
    Attribute, Content, Descriptor, Draw, Image, Job, Kind, Module, Object, Outcome, Stage, Topology, Usage,
    VertexBuffer, View, Work,
};
use crate::compare::{Reading, Written};
use crate::format::{D32_FLOAT, Format, Numbers, RGBA32_FLOAT, RGBA32_SINT, RGBA32_UINT};
use crate::noise;
use crate::partner::{self, Captured};
use crate::shape::{Binding, ImageType, Io, Scalar, Shape, Type, shape};

/// Pixels of a picture. Not square, so that exchanged sides show.
pub const SIZE: [u32; 2] = [64, 48];
/// Elements of a structured buffer, and words of a raw one.
const ELEMENTS: u32 = 64;
const RAW_WORDS: u32 = 1024;
/// Quads along a side of the mesh.
const GRID: u32 = 6;
/// Descriptor sets of the pixel stage begin here: stages compiled one by one may use the same numbers for different resources.
const PIXEL_SETS: u32 = 4;

/// A module and what it wants.
#[derive(Clone, Debug)]
pub struct Part {
    pub module: Module,
    pub shape: Shape,
}

impl Part {
    /// Reads the entry point of this name, or the module's only one.
    pub fn new(spirv: Vec<u8>, entry: &str) -> Result<Part, String> {
        let shape = shape(&spirv, entry)?;
        let module = Module { stage: shape.stage, entry: shape.entry.clone(), spirv };
        Ok(Part { module, shape })
    }
}

/// The world that programs of one source are run in.
#[derive(Clone, Debug)]
pub struct Scene {
    pub seed: u64,
    /// Of buffers, by name.
    layouts: BTreeMap<String, Type>,
    /// Values of members, by their name.
    hints: BTreeMap<String, Vec<f64>>,
    /// What buffers hold, by their name.
    contents: BTreeMap<String, Vec<u8>>,
    /// The reference's variables between stages.
    interface: BTreeMap<(Stage, Way), Vec<Known>>,
    /// Set, binding, kind and name of the reference's resources, in order.
    resources: Vec<(u32, u32, Kind, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    In,
    Out,
}

/// A job, and where in it are what a program writes.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub job: Job,
    outputs: Vec<Output>,
}

#[derive(Clone, Debug)]
struct Output {
    object: usize,
    name: String,
    view: OutputView,
}

#[derive(Clone, Debug)]
enum OutputView {
    Words,
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
            let (reading, bytes) = match output.view {
                OutputView::Words => (Reading::Words, bytes.clone()),
                OutputView::Texels(format, channels) => {
                    let kept = (channels * format.bits / 8) as usize;
                    let bytes = bytes.chunks_exact(format.size()).flat_map(|texel| &texel[..kept]).copied().collect();
                    (Reading::Texels(Format { channels, ..format }), bytes)
                }
                OutputView::Vertices { stride, start, length } => {
                    let of_vertex = bytes.chunks_exact(stride).flat_map(|vertex| &vertex[start..start + length]);
                    (Reading::Words, of_vertex.copied().collect())
                }
            };
            Some((output.name.clone(), Written { reading, bytes }))
        };
        Some(self.outputs.iter().filter_map(read).collect())
    }
}

impl Scene {
    /// For programs that mean what the reference means.
    pub fn of(seed: u64, reference: &[&Shape]) -> Scene {
        let mut scene = Scene {
            seed,
            layouts: BTreeMap::new(),
            hints: BTreeMap::new(),
            contents: BTreeMap::new(),
            interface: BTreeMap::new(),
            resources: Vec::new(),
        };
        for shape in reference {
            for binding in &shape.bindings {
                if matches!(binding.kind, Kind::UniformBuffer | Kind::StorageBuffer) {
                    scene.layouts.entry(binding.name.clone()).or_insert_with(|| binding.ty.clone());
                }
            }
            scene
                .resources
                .extend(shape.bindings.iter().map(|known| (known.set, known.binding, known.kind, known.name.clone())));
            for (way, list) in [(Way::In, &shape.inputs), (Way::Out, &shape.outputs)] {
                scene.interface.insert((shape.stage, way), known(&spread(list)));
            }
        }
        scene
    }

    /// The scene with these components for every member of this name, where numbers that mean nothing make a picture of nothing.
    pub fn with(mut self, member: &str, components: &[f64]) -> Scene {
        self.hints.insert(member.to_owned(), components.to_vec());
        self
    }

    /// The scene with a buffer that holds these bytes.
    pub fn holding(mut self, buffer: &str, bytes: Vec<u8>) -> Scene {
        self.contents.insert(buffer.to_owned(), bytes);
        self
    }

    /// What a texture of this name holds, for who computes what a shader finds in it. `compares`: depths are compared with it.
    pub fn image(&self, name: &str, ty: &ImageType, compares: bool) -> Result<Image, String> {
        picture(ty, noise::hash(&[noise::name(self.seed, name), 0]), compares, ty.storage)
    }

    /// What a texel buffer of this name holds.
    pub fn texels(&self, name: &str, ty: &ImageType) -> (Format, Vec<u8>) {
        texels(ty, noise::hash(&[noise::name(self.seed, name), 0]))
    }

    /// A few groups of a compute shader.
    pub fn dispatch(&self, part: &Part) -> Result<Prepared, String> {
        let [x, y, z] = part.shape.group.map(|side| side.max(1));
        let groups = [
            SIZE[0].div_ceil(x).clamp(2, 8),
            if y > 1 { SIZE[1].div_ceil(y).clamp(1, 8) } else { 1 },
            if z > 1 { 2 } else { 1 },
        ];
        let mut build = Build::new(self, &[part])?;
        build.job.work = Work::Dispatch(groups);
        Ok(build.finish())
    }

    /// A picture of a vertex and a pixel shader together.
    pub fn draw(&self, vertex: &Part, pixel: &Part) -> Result<Prepared, String> {
        let moved = Part {
            module: Module { spirv: partner::move_sets(&pixel.module.spirv, PIXEL_SETS)?, ..pixel.module.clone() },
            shape: Shape {
                bindings: pixel
                    .shape
                    .bindings
                    .iter()
                    .map(|binding| Binding { set: binding.set + PIXEL_SETS, ..binding.clone() })
                    .collect(),
                ..pixel.shape.clone()
            },
        };
        let mut build = Build::new(self, &[vertex, &moved])?;
        let mut draw = build.mesh(vertex)?;
        build.targets(&pixel.shape, &mut draw);
        build.job.work = Work::Draw(draw);
        Ok(build.finish())
    }

    /// A picture of a pixel shader alone: a rectangle whose corners have what it takes in.
    pub fn fill(&self, pixel: &Part) -> Result<Prepared, String> {
        let keys = self.keys(Stage::Pixel, Way::In, &pixel.shape.inputs);
        let inputs: Vec<(Vec<String>, &Io)> = keys.into_iter().zip(&pixel.shape.inputs).collect();
        self.draw(&partner::vertex_for(self.seed, &inputs)?, pixel)
    }

    /// The vertices a vertex shader puts out.
    pub fn vertices(&self, vertex: &Part) -> Result<Prepared, String> {
        let (spirv, captured) = partner::capture(
            &vertex.module.spirv,
            &vertex.shape,
            &self.keys(Stage::Vertex, Way::Out, &vertex.shape.outputs),
        )?;
        let Some(stride) = captured.iter().map(|output| output.offset + output.size).max() else {
            return Err("the vertex shader puts nothing out".to_owned());
        };
        let part = Part { module: Module { spirv, ..vertex.module.clone() }, shape: vertex.shape.clone() };
        let mut build = Build::new(self, &[&part])?;
        let mut draw = build.mesh(&part)?;
        draw.topology = Topology::Points;
        let bytes = vec![0; (stride * draw.vertices * draw.instances) as usize];
        let object = build.object(true, Content::Buffer { format: None, bytes });
        draw.feedback = Some(object);
        for Captured { name, offset, size } in captured {
            let view = OutputView::Vertices { stride: stride as usize, start: offset as usize, length: size as usize };
            build.outputs.push(Output { object, name, view });
        }
        build.job.work = Work::Draw(draw);
        Ok(build.finish())
    }

    /// What runs an entry point of this stage by itself.
    pub fn alone(&self, part: &Part) -> Result<Prepared, String> {
        match part.shape.stage {
            Stage::Vertex => self.vertices(part),
            Stage::Pixel => self.fill(part),
            Stage::Compute => self.dispatch(part),
        }
    }

    /// Resources under the reference's names. Not every compiler keeps the name of a buffer, so what is left over on both sides is
    /// matched by its number, then by its place among those of its kind.
    fn renamed(&self, bindings: &[Binding]) -> Vec<Binding> {
        let mut renamed = bindings.to_vec();
        let known = |binding: &Binding| {
            self.resources.iter().any(|(_, _, kind, name)| *kind == binding.kind && *name == binding.name)
        };
        let mut open: Vec<&(u32, u32, Kind, String)> = self
            .resources
            .iter()
            .filter(|(_, _, kind, name)| !bindings.iter().any(|binding| binding.kind == *kind && binding.name == *name))
            .collect();
        for by_number in [true, false] {
            for binding in &mut renamed {
                let same = |(set, number, kind, _): &&(u32, u32, Kind, String)| {
                    *kind == binding.kind && (!by_number || (*set, *number) == (binding.set, binding.binding))
                };
                if !known(binding)
                    && let Some(at) = open.iter().position(same)
                {
                    binding.name = open.remove(at).3.clone();
                }
            }
        }
        renamed
    }

    /// What the reference calls each of a module's variables: by the semantic where it is the only one of both, then by location.
    /// One for each location of each variable.
    fn keys(&self, stage: Stage, way: Way, list: &[Io]) -> Vec<Vec<String>> {
        let mut single = self.single_keys(stage, way, &spread(list)).into_iter();
        list.iter()
            .map(|variable| single.by_ref().take(spread(std::slice::from_ref(variable)).len()).collect())
            .collect()
    }

    fn single_keys(&self, stage: Stage, way: Way, list: &[Io]) -> Vec<String> {
        let mut open: Vec<&Known> = self.interface.get(&(stage, way)).into_iter().flatten().collect();
        let mut keys: Vec<Option<String>> =
            list.iter().map(|variable| variable.built_in.as_ref().map(|_| variable.key())).collect();
        for by_semantic in [true, false] {
            let alone = |key: &str| list.iter().filter(|variable| variable.key() == key).count() == 1;
            for (key, variable) in keys.iter_mut().zip(list).filter(|(key, _)| key.is_none()) {
                let same = |known: &&Known| {
                    if by_semantic {
                        known.alone && known.key == variable.key() && alone(&known.key)
                    } else {
                        known.location == variable.location
                    }
                };
                if let Some(at) = open.iter().position(same) {
                    *key = Some(open.remove(at).unique.clone());
                }
            }
        }
        keys.into_iter().zip(list).map(|(key, variable)| key.unwrap_or_else(|| variable.key())).collect()
    }
}

/// Arrays and matrices as a variable for each location, with the semantics that HLSL gives these: a compiler may split them.
fn spread(list: &[Io]) -> Vec<Io> {
    let split = |variable: &Io| match locations(&variable.ty) {
        Ok(parts) if parts.len() > 1 && variable.built_in.is_none() => (0..)
            .zip(parts)
            .map(|(at, (scalar, lanes))| Io {
                location: variable.location.map(|location| location + at),
                semantic: variable.semantic.as_deref().map(|semantic| advanced(semantic, at)),
                ty: Type::Vector(scalar, lanes),
                ..variable.clone()
            })
            .collect(),
        _ => vec![variable.clone()],
    };
    list.iter().flat_map(split).collect()
}

/// `COLOR2` by 1 is `COLOR3`.
fn advanced(semantic: &str, by: u32) -> String {
    let name = semantic.trim_end_matches(|c: char| c.is_ascii_digit());
    let index: u32 = semantic[name.len()..].parse().unwrap_or(0);
    format!("{name}{}", index.saturating_add(by))
}

/// A variable of the reference.
#[derive(Clone, Debug)]
struct Known {
    key: String,
    /// No other has this key.
    alone: bool,
    /// The key, made different from all others.
    unique: String,
    location: Option<u32>,
}

fn known(list: &[Io]) -> Vec<Known> {
    list.iter()
        .filter(|variable| variable.built_in.is_none())
        .map(|variable| {
            let key = variable.key();
            let alone = list.iter().filter(|other| other.key() == key).count() == 1;
            let unique = if alone { key.clone() } else { format!("{key} at {:?}", variable.location) };
            Known { key, alone, unique, location: variable.location }
        })
        .collect()
}

/// A job in the making.
struct Build<'a> {
    scene: &'a Scene,
    job: Job,
    outputs: Vec<Output>,
    /// Objects of a resource's name, one for each element.
    made: BTreeMap<(String, u32), Vec<usize>>,
}

impl<'a> Build<'a> {
    fn new(scene: &'a Scene, parts: &[&Part]) -> Result<Build<'a>, String> {
        let mut build = Build {
            scene,
            job: Job {
                limit: Duration::from_secs(20),
                modules: parts.iter().map(|part| part.module.clone()).collect(),
                objects: Vec::new(),
                push: Vec::new(),
                descriptors: Vec::new(),
                work: Work::Dispatch([1; 3]),
            },
            outputs: Vec::new(),
            made: BTreeMap::new(),
        };
        for part in parts {
            for binding in scene.renamed(&part.shape.bindings) {
                build.bind(&binding)?;
            }
            if let Some(push) = &part.shape.push {
                build.job.push = Filling::of(scene, "push constants", 0, push, 1, 3);
            }
        }
        Ok(build)
    }

    fn finish(self) -> Prepared {
        Prepared { job: self.job, outputs: self.outputs }
    }

    fn object(&mut self, read_back: bool, content: Content) -> usize {
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
                let wanted = bytes.len().max(binding.ty.size(elements) as usize);
                bytes.resize(wanted.next_multiple_of(16), 0);
                (Content::Buffer { format: None, bytes }, Some(OutputView::Words))
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
    fn mesh(&mut self, vertex: &Part) -> Result<Draw, String> {
        let mut draw = Draw {
            size: SIZE,
            vertices: 12,
            instances: 2,
            topology: Topology::Triangles,
            buffers: Vec::new(),
            attributes: Vec::new(),
            targets: Vec::new(),
            depth: None,
            feedback: None,
        };
        let keys = self.scene.keys(Stage::Vertex, Way::In, &vertex.shape.inputs);
        let mut inputs: Vec<(Vec<String>, &Io)> = keys.into_iter().zip(&vertex.shape.inputs).collect();
        inputs.retain(|(_, input)| input.built_in.is_none());
        if inputs.is_empty() {
            return Ok(draw);
        }
        (draw.vertices, draw.instances) = (GRID * GRID * 6, 2);
        let mut columns: Vec<(String, Scalar, u32)> = Vec::new();
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
                draw.attributes.push(Attribute {
                    location: first + at as u32,
                    buffer: 0,
                    format: Format::wide(numbers, lanes),
                    offset: stride,
                });
                stride += 4 * lanes;
                columns.push((key, scalar, lanes));
            }
        }
        let mut bytes = Vec::new();
        for vertex in 0..draw.vertices {
            let place = grid(vertex);
            for (key, scalar, lanes) in &columns {
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
    fn targets(&mut self, pixel: &Shape, draw: &mut Draw) {
        for output in &pixel.outputs {
            let (Some(first), Ok(lanes)) = (output.location, locations(&output.ty)) else { continue };
            for (at, (scalar, lanes)) in lanes.into_iter().enumerate() {
                let numbers = match scalar {
                    Scalar::Int(_) => Numbers::Sint,
                    Scalar::Uint(_) | Scalar::Bool => Numbers::Uint,
                    Scalar::Float(_) => Numbers::Float,
                };
                let format = Format::wide(numbers, 4);
                let location = first as usize + at;
                if draw.targets.len() <= location {
                    draw.targets.resize(location + 1, None);
                }
                let image = target(format, Usage::Target, [0.25, 0.5, 0.75, 1.0]);
                let object = self.object(true, image);
                draw.targets[location] = Some(object);
                let view = OutputView::Texels(format, lanes);
                self.outputs.push(Output { object, name: format!("target {location}"), view });
            }
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

/// Type and lanes of each location that a variable between stages takes.
pub(crate) fn locations(ty: &Type) -> Result<Vec<(Scalar, u32)>, String> {
    match ty {
        Type::Vector(scalar, lanes) if scalar.size() <= 4 => Ok(vec![(*scalar, *lanes)]),
        Type::Matrix { scalar, columns, rows, .. } if scalar.size() <= 4 => {
            Ok(vec![(*scalar, *rows); *columns as usize])
        }
        Type::Array { element, count: Some(count), .. } if *count <= 32 => {
            let one = locations(element)?;
            Ok((0..*count).flat_map(|_| one.iter().copied()).collect())
        }
        other => Err(format!("the judge has no vertex attribute or target of {other:?}")),
    }
}

/// A buffer of words that nothing says more about.
fn is_raw(ty: &Type) -> bool {
    let Type::Struct(members) = ty else { return false };
    let Some(Type::Array { element, count: None, .. }) = members.last().map(|member| &member.ty) else { return false };
    **element == Type::Vector(Scalar::Uint(32), 1)
}

/// Bytes of a buffer: floats from 1/8 up to 1, matrices near identity, whole numbers up to `most`, so that a loop ends.
struct Filling<'a> {
    hints: &'a BTreeMap<String, Vec<f64>>,
    seed: u64,
    /// Of arrays without a length.
    elements: u32,
    most: u64,
    bytes: Vec<u8>,
}

impl<'a> Filling<'a> {
    fn of(scene: &'a Scene, name: &str, element: u32, ty: &Type, elements: u32, most: u64) -> Vec<u8> {
        let seed = noise::hash(&[noise::name(scene.seed, name), u64::from(element)]);
        let bytes = vec![0; ty.size(elements) as usize];
        let mut filling = Filling { hints: &scene.hints, seed, elements, most, bytes };
        filling.fill(ty, 0, None);
        filling.bytes
    }

    fn fill(&mut self, ty: &Type, at: usize, hint: Option<&[f64]>) {
        match ty {
            Type::Vector(scalar, lanes) => {
                for lane in 0..*lanes as usize {
                    let at = at + lane * scalar.size() as usize;
                    let random = noise::hash(&[self.seed, at as u64]);
                    let known = hint.and_then(|hint| hint.get(lane).copied());
                    let real = known.unwrap_or(0.125 + 0.875 * noise::unit(random));
                    self.put(*scalar, real, known.map_or(random % (self.most + 1), |known| known as u64), at);
                }
            }
            Type::Matrix { scalar, columns, rows, stride, row_major } => {
                let (lines, lanes) = if *row_major { (*rows, *columns) } else { (*columns, *rows) };
                for (line, lane) in (0..lines).flat_map(|line| (0..lanes).map(move |lane| (line, lane))) {
                    let at = at + (line * stride + lane * scalar.size()) as usize;
                    let random = noise::hash(&[self.seed, at as u64]);
                    let one = if line == lane { 1.0 } else { 0.0 };
                    self.put(*scalar, one + 0.125 * (noise::unit(random) - 0.5), random % (self.most + 1), at);
                }
            }
            Type::Array { element, count, .. } => {
                let count = count.unwrap_or(self.elements);
                let stride = ty.size(self.elements) / count.max(1);
                for index in 0..count {
                    self.fill(element, at + (index * stride) as usize, hint);
                }
            }
            Type::Struct(members) => {
                let hints = self.hints;
                for member in members {
                    let hint = hints.get(&member.name).map(Vec::as_slice);
                    self.fill(&member.ty, at + member.offset as usize, hint);
                }
            }
            _ => {}
        }
    }

    fn put(&mut self, scalar: Scalar, real: f64, whole: u64, at: usize) {
        let bytes: [u8; 8] = match scalar {
            Scalar::Float(64) => real.to_le_bytes(),
            Scalar::Float(16) => u64::from(crate::format::half_bits(real as f32)).to_le_bytes(),
            Scalar::Float(_) => u64::from((real as f32).to_bits()).to_le_bytes(),
            Scalar::Int(_) | Scalar::Uint(_) | Scalar::Bool => whole.to_le_bytes(),
        };
        let size = scalar.size() as usize;
        // A malformed layout may reach beyond the end.
        if let Some(place) = self.bytes.get_mut(at..at + size) {
            place.copy_from_slice(&bytes[..size]);
        }
    }
}

fn image_format(image: &ImageType) -> Format {
    let any = match image.scalar {
        Scalar::Int(_) => RGBA32_SINT,
        Scalar::Uint(_) | Scalar::Bool => RGBA32_UINT,
        Scalar::Float(_) => RGBA32_FLOAT,
    };
    if image.storage { Format::of_spirv(image.format).unwrap_or(any) } else { any }
}

fn texel(seed: u64, format: Format, place: [f64; 3], at: [u32; 3], layer: u32, level: u32) -> [f64; 4] {
    let channel = |channel| {
        let value = noise::texel(seed, place, at, layer, level, channel);
        match format.numbers {
            Numbers::Float | Numbers::Unorm | Numbers::Snorm => value,
            Numbers::Uint | Numbers::Sint | Numbers::Packed => (value * 16.0).floor(),
        }
    };
    [channel(0), channel(1), channel(2), channel(3)]
}

fn texels(image: &ImageType, seed: u64) -> (Format, Vec<u8>) {
    let format = image_format(image);
    let mut bytes = Vec::new();
    for at in 0..RAW_WORDS {
        let place = f64::from(at) / f64::from(RAW_WORDS);
        format.encode(texel(seed, format, [place, 0.0, 0.0], [at, 0, 0], 0, 0), &mut bytes);
    }
    (format, bytes)
}

fn picture(image: &ImageType, seed: u64, compares: bool, storage: bool) -> Result<Image, String> {
    let format = if compares && !storage { D32_FLOAT } else { image_format(image) };
    let (view, extent, faces) = match (image.dim, image.arrayed) {
        (Dim::Dim1D, false) => (View::D1, [64, 1, 1], 1),
        (Dim::Dim1D, true) => (View::D1Array, [64, 1, 1], 1),
        (Dim::Dim2D, false) => (View::D2, [SIZE[0], SIZE[1], 1], 1),
        (Dim::Dim2D, true) => (View::D2Array, [32, 24, 1], 1),
        (Dim::Dim3D, _) => (View::D3, [16, 12, 8], 1),
        (Dim::DimCube, false) => (View::Cube, [16, 16, 1], 6),
        (Dim::DimCube, true) => (View::CubeArray, [16, 16, 1], 6),
        (other, _) => return Err(format!("the judge has no {other:?} image")),
    };
    let layers = faces * if image.arrayed { 4 } else { 1 };
    let samples = if image.multisampled { 4 } else { 1 };
    let largest = extent.into_iter().max().unwrap_or(1);
    let levels = if storage || image.multisampled { 1 } else { largest.ilog2() + 1 };
    let mut bytes = Vec::new();
    if image.multisampled {
        for layer in 0..layers {
            format.encode(texel(seed, format, [0.5; 3], [0; 3], layer, 0), &mut bytes);
        }
    } else {
        for level in 0..levels {
            let sides = extent.map(|side| (side >> level).max(1));
            for layer in 0..layers {
                for z in 0..sides[2] {
                    for y in 0..sides[1] {
                        for x in 0..sides[0] {
                            let at = [x, y, z];
                            let place = [0, 1, 2].map(|axis: usize| f64::from(at[axis]) / f64::from(sides[axis]));
                            format.encode(texel(seed, format, place, at, layer, level), &mut bytes);
                        }
                    }
                }
            }
        }
    }
    let usage = if storage { Usage::Storage } else { Usage::Sampled };
    Ok(Image { view, format, extent, layers, levels, samples, usage, bytes })
}
