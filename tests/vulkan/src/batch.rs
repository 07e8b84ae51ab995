//! Jobs and outcomes, and the files that carry them to the runner and back.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::format::Format;

/// One dispatch or draw, with all it needs.
#[derive(Clone, Debug)]
pub struct Job {
    /// The runner gives up after this.
    pub limit: Duration,
    pub modules: Vec<Module>,
    pub objects: Vec<Object>,
    pub push: Vec<u8>,
    pub descriptors: Vec<Descriptor>,
    pub work: Work,
    /// The work is done once more for each of these, with everything as at the start but other bytes in these objects. What
    /// is read back then counts on: object 2 of the first repetition is object 2 + the number of objects.
    pub again: Vec<Vec<(usize, Vec<u8>)>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    Vertex,
    Pixel,
    Compute,
}

#[derive(Clone, Debug)]
pub struct Module {
    pub stage: Stage,
    pub entry: String,
    pub spirv: Vec<u8>,
}

/// Memory of the device. What is read back comes with the outcome, by its index.
#[derive(Clone, Debug)]
pub struct Object {
    pub read_back: bool,
    pub content: Content,
}

#[derive(Clone, Debug)]
pub enum Content {
    /// With a format, also a texel buffer.
    Buffer {
        format: Option<Format>,
        bytes: Vec<u8>,
    },
    Image(Image),
    Sampler {
        linear: bool,
        /// Repeats, or takes the edge.
        repeat: bool,
        compare: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Image {
    pub view: View,
    pub format: Format,
    pub extent: [u32; 3],
    /// Faces count.
    pub layers: u32,
    pub levels: u32,
    pub samples: u32,
    pub usage: Usage,
    /// Levels, each layers, each slices, rows, texels. Of an image of several samples: one texel for each layer.
    pub bytes: Vec<u8>,
}

/// `VkImageViewType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    D1 = 0,
    D2 = 1,
    D3 = 2,
    Cube = 3,
    D1Array = 4,
    D2Array = 5,
    CubeArray = 6,
}

/// `VkImageUsageFlagBits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    Sampled = 4,
    Storage = 8,
    Target = 0x10,
    Depth = 0x20,
    InputAttachment = 0x80,
}

/// `VkDescriptorType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sampler = 0,
    Combined = 1,
    SampledImage = 2,
    StorageImage = 3,
    UniformTexels = 4,
    StorageTexels = 5,
    UniformBuffer = 6,
    StorageBuffer = 7,
    InputAttachment = 10,
}

#[derive(Clone, Debug)]
pub struct Descriptor {
    pub set: u32,
    pub binding: u32,
    pub kind: Kind,
    /// For each element its object, and the sampler of a combined one.
    pub elements: Vec<(usize, Option<usize>)>,
}

#[derive(Clone, Debug)]
pub enum Work {
    Dispatch([u32; 3]),
    Draw(Draw),
}

#[derive(Clone, Debug)]
pub struct Draw {
    /// Pixels.
    pub size: [u32; 2],
    pub vertices: u32,
    pub instances: u32,
    pub topology: Topology,
    pub buffers: Vec<VertexBuffer>,
    pub attributes: Vec<Attribute>,
    /// By location.
    pub targets: Vec<Option<usize>>,
    pub depth: Option<usize>,
    /// By the index of the input attachment.
    pub input_attachments: Vec<Option<usize>>,
    /// Takes the vertices' outputs; then nothing is rasterised.
    pub feedback: Option<usize>,
}

/// `VkPrimitiveTopology`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    Points = 0,
    Triangles = 3,
}

#[derive(Clone, Copy, Debug)]
pub struct VertexBuffer {
    pub object: usize,
    pub stride: u32,
    pub per_instance: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    pub location: u32,
    /// Index into `Draw::buffers`.
    pub buffer: u32,
    pub format: Format,
    pub offset: u32,
}

/// What became of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Bytes of each object that is read back.
    Done(BTreeMap<usize, Vec<u8>>),
    /// The device has not what the job asks for.
    Unsupported(String),
    /// The job is not well-formed, or the driver refused it.
    Failed(String),
    /// The driver ended the process.
    Crashed(String),
    TimedOut,
}

const NONE: u32 = u32::MAX;

struct Words(Vec<u8>);

impl Words {
    fn word(&mut self, word: u32) {
        self.0.extend(word.to_le_bytes());
    }

    fn words(&mut self, words: &[u32]) {
        words.iter().for_each(|word| self.word(*word));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u32);
        self.0.extend(bytes);
        self.0.resize(self.0.len().next_multiple_of(4), 0);
    }

    fn index(&mut self, index: Option<usize>) {
        self.word(index.map_or(NONE, |index| index as u32));
    }
}

/// The runner's first file.
pub(crate) fn write(jobs: &[Job]) -> Vec<u8> {
    let mut out = Words(Vec::new());
    out.word(jobs.len() as u32);
    for job in jobs {
        let mut body = Words(Vec::new());
        write_job(job, &mut body);
        out.bytes(&body.0);
    }
    out.0
}

fn write_job(job: &Job, out: &mut Words) {
    // A timer of zero would never ring.
    out.word(u32::try_from(job.limit.as_millis()).unwrap_or(u32::MAX).max(1));
    out.word(job.modules.len() as u32);
    for module in &job.modules {
        // VkShaderStageFlagBits
        out.word(match module.stage {
            Stage::Vertex => 1,
            Stage::Pixel => 0x10,
            Stage::Compute => 0x20,
        });
        out.bytes(module.entry.as_bytes());
        out.bytes(&module.spirv);
    }
    out.word(job.objects.len() as u32);
    for object in &job.objects {
        match &object.content {
            Content::Buffer { format, bytes } => {
                out.words(&[0, u32::from(object.read_back), format.map_or(0, |format| format.vulkan)]);
                out.bytes(bytes);
            }
            Content::Image(image) => {
                out.words(&[1, u32::from(object.read_back), image.view as u32, image.format.vulkan]);
                // VkImageAspectFlagBits
                out.word(if image.format == crate::format::D32_FLOAT { 2 } else { 1 });
                out.word(image.format.size() as u32);
                out.words(&image.extent);
                out.words(&[image.layers, image.levels, image.samples, image.usage as u32]);
                out.bytes(&image.bytes);
            }
            Content::Sampler { linear, repeat, compare } => {
                out.words(&[2, 0, u32::from(*linear), if *repeat { 0 } else { 2 }, u32::from(*compare)]);
            }
        }
    }
    out.bytes(&job.push);
    out.word(job.descriptors.len() as u32);
    for descriptor in &job.descriptors {
        out.words(&[descriptor.set, descriptor.binding, descriptor.kind as u32, descriptor.elements.len() as u32]);
        for (object, sampler) in &descriptor.elements {
            out.index(Some(*object));
            out.index(*sampler);
        }
    }
    match &job.work {
        Work::Dispatch(groups) => out.words(groups),
        Work::Draw(draw) => {
            out.words(&draw.size);
            out.words(&[draw.vertices, draw.instances, draw.topology as u32, draw.buffers.len() as u32]);
            for buffer in &draw.buffers {
                out.words(&[buffer.object as u32, buffer.stride, u32::from(buffer.per_instance)]);
            }
            out.word(draw.attributes.len() as u32);
            for attribute in &draw.attributes {
                out.words(&[attribute.location, attribute.buffer, attribute.format.vulkan, attribute.offset]);
            }
            out.word(draw.targets.len() as u32);
            draw.targets.iter().for_each(|target| out.index(*target));
            out.index(draw.depth);
            out.index(draw.feedback);
            out.word(draw.input_attachments.len() as u32);
            draw.input_attachments.iter().for_each(|object| out.index(*object));
        }
    }
    out.word(job.again.len() as u32);
    for changes in &job.again {
        out.word(changes.len() as u32);
        for (object, bytes) in changes {
            out.index(Some(*object));
            out.bytes(bytes);
        }
    }
}

/// The runner's second file: an outcome for each job, in order, and how long the device took for the work and for each
/// repetition of it.
pub(crate) fn read(mut bytes: &[u8], count: usize) -> Result<Vec<(Outcome, Vec<Duration>)>, String> {
    let bytes = &mut bytes;
    let mut outcomes = Vec::with_capacity(count);
    for _ in 0..count {
        let status = word(bytes)?;
        let message = String::from_utf8_lossy(block(bytes)?).into_owned();
        let (mut outputs, mut times) = (BTreeMap::new(), Vec::new());
        for _ in 0..word(bytes)? {
            times.push(Duration::from_micros(word(bytes)?.into()));
            for _ in 0..word(bytes)? {
                let object = word(bytes)? as usize;
                outputs.insert(object, block(bytes)?.to_vec());
            }
        }
        let outcome = match status {
            0 => Outcome::Done(outputs),
            1 => Outcome::Unsupported(message),
            2 => Outcome::Failed(message),
            3 => Outcome::Crashed(message),
            4 => Outcome::TimedOut,
            other => return Err(format!("the runner wrote status {other}")),
        };
        outcomes.push((outcome, times));
    }
    Ok(outcomes)
}

fn word(bytes: &mut &[u8]) -> Result<u32, String> {
    let (word, rest) = bytes.split_first_chunk().ok_or("the runner's results end too early")?;
    *bytes = rest;
    Ok(u32::from_le_bytes(*word))
}

fn block<'a>(bytes: &mut &'a [u8]) -> Result<&'a [u8], String> {
    let length = word(bytes)? as usize;
    let padded = length.next_multiple_of(4);
    let (block, rest) = bytes.split_at_checked(padded).ok_or("the runner's results end too early")?;
    *bytes = rest;
    Ok(&block[..length])
}
