//! What a compute shader prints: BSL's `printf` and `assert` write records to a storage buffer, which is read back here.
//!
//! A record is the number of a text and a word for each value; that of an assertion is the number of its file, the line, a word that
//! is 0, and the three numbers of the invocation. What a number stands for is in the technique's metadata: `printf NUMBER` is
//! `FILE:LINE: TEXT`, and `assert NUMBER` is a file.

use std::error::Error;

use uberc_runtime::{BindingKind, Decoder, Scalar, Technique};

use crate::archive::{Archive, Pass};
use crate::gpu::Gpu;

/// The name of the buffer in the shader.
const BUFFER: &str = "print_buffer";
/// Bytes of each buffer; what does not fit is not printed.
const BYTES: u64 = 1 << 16;
/// Words of an assertion's record.
const ASSERT_WORDS: usize = 6;

/// Runs the compute shader that was asked for once, and returns the lines that it printed.
pub(crate) fn run(gpu: &Gpu, archive: &Archive, pass: &Pass, groups: [u32; 3]) -> Result<Vec<String>, Box<dyn Error>> {
    let generation = archive.live.current();
    let choice = pass.choice(&generation)?;
    let shader = generation.shader(choice.shader)?;
    let technique = shader.technique(choice.key).map_err(|miss| miss.to_string())?;
    let words = dispatch(gpu, &technique, groups)?;
    lines(&technique, &words)
}

/// The words of the print buffer behind its cursor.
fn dispatch(gpu: &Gpu, technique: &Technique<'_>, groups: [u32; 3]) -> Result<Vec<u32>, Box<dyn Error>> {
    let variant = technique.compute().ok_or("the shader has no compute stage")?;
    let mut text = Vec::new();
    Decoder::new().decode(variant.blob(), &mut text).map_err(|error| error.to_string())?;
    let mut buffers = Vec::new();
    for binding in variant.bindings() {
        let ty = match binding.kind {
            BindingKind::UniformBuffer => wgpu::BufferBindingType::Uniform,
            BindingKind::StorageBuffer => wgpu::BufferBindingType::Storage { read_only: false },
            BindingKind::ReadOnlyStorageBuffer => wgpu::BufferBindingType::Storage { read_only: true },
            kind => return Err(format!("`{}` is a {}, and not a buffer", binding.name, kind.name()).into()),
        };
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_SRC;
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(binding.name),
            size: BYTES,
            usage,
            mapped_at_creation: false,
        });
        buffers.push((binding, ty, buffer));
    }
    let printed = buffers.iter().find(|(binding, ..)| binding.name == BUFFER);
    let (.., printed) =
        printed.ok_or("the shader prints nothing: set `printf` or `assertions` of `Options` in its sidecar")?;
    let layout_entry = |(binding, ty, _): &(uberc_runtime::Binding<'_>, wgpu::BufferBindingType, wgpu::Buffer)| {
        let ty = wgpu::BindingType::Buffer { ty: *ty, has_dynamic_offset: false, min_binding_size: None };
        wgpu::BindGroupLayoutEntry {
            binding: binding.binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty,
            count: None,
        }
    };
    let layout_entries: Vec<_> = buffers.iter().map(layout_entry).collect();
    let layout =
        gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &layout_entries });
    let entries: Vec<_> = buffers
        .iter()
        .map(|(binding, _, buffer)| wgpu::BindGroupEntry {
            binding: binding.binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let group =
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries });
    let pipeline_layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let source = wgpu::ShaderSource::Wgsl(std::str::from_utf8(&text)?.into());
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let pipeline = gpu.checked(|| {
        gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(variant.entry_point()),
            compilation_options: Default::default(),
            cache: None,
        })
    })?;
    let back = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: BYTES,
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(groups[0], groups[1], groups[2]);
    }
    encoder.copy_buffer_to_buffer(printed, 0, &back, 0, BYTES);
    gpu.queue.submit([encoder.finish()]);
    // The mapping is done when the queue is.
    back.map_async(wgpu::MapMode::Read, .., |_| {});
    gpu.device.poll(wgpu::PollType::wait_indefinitely())?;
    let mapped = back.get_mapped_range(..)?;
    let mut words = mapped.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    let count = words.next().unwrap_or(0) as usize;
    Ok(words.take(count).collect())
}

/// Reads the records one behind the other.
fn lines(technique: &Technique<'_>, words: &[u32]) -> Result<Vec<String>, Box<dyn Error>> {
    let metadata = technique.metadata();
    let text_of = |kind: &str, number: u32| match metadata.get(&format!("{kind} {number}")) {
        Some(Scalar::String(text)) => Some(text),
        _ => None,
    };
    let mut lines = Vec::new();
    let mut at = 0;
    while let Some(number) = words.get(at) {
        if let Some(file) = text_of("assert", *number) {
            let Some([_, line, _, x, y, z]) = words.get(at..at + ASSERT_WORDS) else { break };
            lines.push(format!("{file}:{line}: assertion failed in invocation ({x}, {y}, {z})"));
            at += ASSERT_WORDS;
        } else if let Some(text) = text_of("printf", *number) {
            let (line, used) = formatted(text, &words[at + 1..]);
            lines.push(line);
            at += 1 + used;
        } else {
            return Err(format!("the print buffer has the number {number}, which the technique does not know").into());
        }
    }
    Ok(lines)
}

/// A text with values in the place of `%u`, `%d`, `%f` and `%x`, and how many there were.
fn formatted(text: &str, words: &[u32]) -> (String, usize) {
    let mut out = String::new();
    let mut used = 0;
    let mut letters = text.trim_end_matches('\n').chars();
    while let Some(letter) = letters.next() {
        if letter != '%' {
            out.push(letter);
            continue;
        }
        let conversion = letters.next();
        if conversion == Some('%') {
            out.push('%');
            continue;
        }
        let word = words.get(used).copied().unwrap_or(0);
        used += 1;
        out += &match conversion {
            Some('d') => word.cast_signed().to_string(),
            Some('f') => f32::from_bits(word).to_string(),
            Some('x') => format!("{word:x}"),
            _ => word.to_string(),
        };
    }
    (out, used)
}
