//! Passes as they are recorded: over the screen, of meshes, and of compute shaders.

use std::error::Error;

use crate::archive::{Choice, Generation, Pass};
use crate::frame::loaded::{Drawn, Loaded};
use crate::gpu::Gpu;
use crate::pipelines::{PipelineId, Pipelines, Targets};
use crate::resources::{Resources, Scope};

/// What a pass draws on.
#[derive(Clone, Copy)]
pub(crate) struct Attachments<'a> {
    pub(crate) targets: Targets,
    pub(crate) colors: &'a [&'a wgpu::TextureView],
    /// Or what is there stays.
    pub(crate) clear: Option<wgpu::Color>,
    pub(crate) depth: Option<&'a wgpu::TextureView>,
}

/// Black; no light.
pub(crate) const NOTHING: wgpu::Color = wgpu::Color { r: 0.0, g: 0.0, b: 0.0, a: 1.0 };

/// An object, and the permutation it is drawn with.
#[derive(Clone, Copy)]
pub(crate) struct Draw {
    pub(crate) object: usize,
    pub(crate) choice: Choice,
}

/// The passes of a picture in the order in which the device runs them.
pub(crate) struct Recorder<'a> {
    pub(crate) gpu: &'a Gpu,
    pub(crate) generation: &'a Generation,
    pub(crate) pipelines: &'a mut Pipelines,
    pub(crate) encoder: wgpu::CommandEncoder,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(gpu: &'a Gpu, generation: &'a Generation, pipelines: &'a mut Pipelines) -> Recorder<'a> {
        let encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        Recorder { gpu, generation, pipelines, encoder }
    }

    /// One triangle over the whole picture.
    pub(crate) fn screen(&mut self, pass: &Pass, on: Attachments<'_>, scope: Scope<'_>) -> Result<(), Box<dyn Error>> {
        let choice = pass.choice(self.generation)?;
        let id = self.pipelines.prepare(self.gpu, self.generation, choice, on.targets, scope)?;
        let pipeline = self.pipelines.get(id)?;
        let (render, group) = (pipeline.render()?, pipeline.bind(self.gpu, scope));
        let mut pass = begin(&mut self.encoder, on);
        pass.set_pipeline(render);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
        Ok(())
    }

    /// The same on one picture, of which nothing stays.
    pub(crate) fn cleared(
        &mut self,
        pass: &Pass,
        targets: Targets,
        view: &wgpu::TextureView,
        scope: Scope<'_>,
    ) -> Result<(), Box<dyn Error>> {
        self.screen(pass, Attachments { targets, colors: &[view], clear: Some(NOTHING), depth: None }, scope)
    }

    pub(crate) fn compute(&mut self, pass: &Pass, groups: [u32; 3], scope: Scope<'_>) -> Result<(), Box<dyn Error>> {
        const NOTHING: Targets = Targets { name: "nothing", colors: &[], depth: None };
        let choice = pass.choice(self.generation)?;
        let id = self.pipelines.prepare(self.gpu, self.generation, choice, NOTHING, scope)?;
        let pipeline = self.pipelines.get(id)?;
        let (compute, group) = (pipeline.compute()?, pipeline.bind(self.gpu, scope));
        let mut pass = self.encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(compute);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(groups[0], groups[1], groups[2]);
        Ok(())
    }

    /// Objects, each with its own technique; `frame`: what all of them see.
    pub(crate) fn meshes(
        &mut self,
        scene: &Loaded,
        draws: &[Draw],
        on: Attachments<'_>,
        frame: &[&Resources],
    ) -> Result<(), Box<dyn Error>> {
        let mut prepared: Vec<(PipelineId, Drawn<'_>)> = Vec::new();
        for draw in draws {
            let drawn = scene.drawn(draw.object)?;
            let names = [&[drawn.object, drawn.material], frame].concat();
            let id = self.pipelines.prepare(self.gpu, self.generation, draw.choice, on.targets, Scope(&names))?;
            prepared.push((id, drawn));
        }
        let mut pass = begin(&mut self.encoder, on);
        for (id, drawn) in prepared {
            let names = [&[drawn.object, drawn.material], frame].concat();
            let pipeline = self.pipelines.get(id)?;
            pass.set_pipeline(pipeline.render()?);
            pass.set_bind_group(0, &pipeline.bind(self.gpu, Scope(&names)), &[]);
            pass.set_vertex_buffer(0, drawn.mesh.vertices.slice(..));
            pass.set_index_buffer(drawn.mesh.indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..drawn.mesh.count, 0, 0..1);
        }
        Ok(())
    }

    pub(crate) fn submit(self) {
        self.gpu.queue.submit([self.encoder.finish()]);
    }
}

fn begin<'e>(encoder: &'e mut wgpu::CommandEncoder, on: Attachments<'_>) -> wgpu::RenderPass<'e> {
    let load = |clear: Option<wgpu::Color>| clear.map_or(wgpu::LoadOp::Load, wgpu::LoadOp::Clear);
    let ops = wgpu::Operations { load: load(on.clear), store: wgpu::StoreOp::Store };
    let attachments: Vec<Option<wgpu::RenderPassColorAttachment<'_>>> = (on.colors.iter())
        .map(|view| Some(wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops }))
        .collect();
    let depth_load = if on.clear.is_some() { wgpu::LoadOp::Clear(1.0) } else { wgpu::LoadOp::Load };
    let depth_ops = Some(wgpu::Operations { load: depth_load, store: wgpu::StoreOp::Store });
    encoder
        .begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &attachments,
            depth_stencil_attachment: on.depth.map(|view| wgpu::RenderPassDepthStencilAttachment {
                view,
                depth_ops,
                stencil_ops: None,
            }),
            ..Default::default()
        })
        .forget_lifetime()
}
