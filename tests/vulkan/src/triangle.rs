//! The plainest draw: one triangle, three vertices that the vertex stage makes from their numbers, on one target of floats.

use std::time::Duration;

use crate::batch::{Content, Descriptor, Draw, Image, Job, Kind, Module, Object, Topology, Usage, View, Work};
use crate::format::{Format, RGBA32_FLOAT};

/// What a stage has at a binding.
#[derive(Clone, Debug)]
pub struct Resource {
    pub set: u32,
    pub binding: u32,
    pub kind: Kind,
    pub content: Content,
}

/// A picture in two dimensions, one level and one layer. `size`: width and height.
pub fn picture(format: Format, size: [u32; 2], usage: Usage, bytes: Vec<u8>) -> Content {
    Content::Image(Image {
        view: View::D2,
        format,
        extent: [size[0], size[1], 1],
        layers: 1,
        levels: 1,
        samples: 1,
        usage,
        bytes,
    })
}

/// The job of a draw on a target of four floats a pixel, which is object 0 and is read back.
pub fn triangle(size: [u32; 2], modules: Vec<Module>, resources: Vec<Resource>, limit: Duration) -> Job {
    let bytes = vec![0; size[0] as usize * size[1] as usize * 16];
    let target = Object { read_back: true, content: picture(RGBA32_FLOAT, size, Usage::Target, bytes) };
    let mut objects = vec![target];
    let mut descriptors = Vec::new();
    for Resource { set, binding, kind, content } in resources {
        descriptors.push(Descriptor { set, binding, kind, elements: vec![(objects.len(), None)] });
        objects.push(Object { read_back: false, content });
    }
    let draw = Draw {
        size,
        vertices: 3,
        instances: 1,
        topology: Topology::Triangles,
        buffers: Vec::new(),
        attributes: Vec::new(),
        targets: vec![Some(0)],
        depth: None,
        input_attachments: Vec::new(),
        feedback: None,
    };
    Job { limit, modules, objects, push: Vec::new(), descriptors, work: Work::Draw(draw), again: Vec::new() }
}
