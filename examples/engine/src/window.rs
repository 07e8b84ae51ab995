//! The picture in a window, drawn again when the archive is replaced.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::window::{Window, WindowId};

use crate::archive::Archive;
use crate::complain;
use crate::gpu::Gpu;
use crate::renderer::Renderer;

/// Between two looks at the archive.
const PAUSE: Duration = Duration::from_millis(50);

struct Shown {
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    blitter: wgpu::util::TextureBlitter,
}

struct App {
    gpu: Gpu,
    renderer: Renderer,
    archive: Archive,
    shown: Option<Shown>,
    failed: Option<Box<dyn Error>>,
}

/// Runs until the window is closed.
pub(crate) fn run(gpu: Gpu, renderer: Renderer, archive: Archive) -> Result<(), Box<dyn Error>> {
    let events = EventLoop::new()?;
    let mut app = App { gpu, renderer, archive, shown: None, failed: None };
    events.run_app(&mut app)?;
    app.failed.map_or(Ok(()), Err)
}

impl App {
    fn open(&self, events: &ActiveEventLoop) -> Result<Shown, Box<dyn Error>> {
        let [width, height] = self.renderer.size;
        let attributes =
            Window::default_attributes().with_title("uberc").with_inner_size(PhysicalSize::new(width, height));
        let window = Arc::new(events.create_window(attributes)?);
        let surface = self.gpu.instance.create_surface(Arc::clone(&window))?;
        let size = window.inner_size();
        let config = surface
            .get_default_config(&self.gpu.adapter, size.width.max(1), size.height.max(1))
            .ok_or("the device cannot show pictures in this window")?;
        surface.configure(&self.gpu.device, &config);
        let blitter = wgpu::util::TextureBlitter::new(&self.gpu.device, config.format);
        Ok(Shown { window, surface, config, blitter })
    }

    fn draw(&mut self) -> Result<(), Box<dyn Error>> {
        let generation = self.archive.live.current();
        let choice = self.archive.choice(&generation)?;
        self.renderer.draw(&self.gpu, &generation, choice)?;
        let Some(shown) = &self.shown else { return Ok(()) };
        let frame = match shown.surface.get_current_texture() {
            wgpu::CurrentSurfaceTexture::Success(frame) | wgpu::CurrentSurfaceTexture::Suboptimal(frame) => frame,
            // The next event brings another.
            _ => return Ok(shown.surface.configure(&self.gpu.device, &shown.config)),
        };
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let target = frame.texture.create_view(&Default::default());
        shown.blitter.copy(&self.gpu.device, &mut encoder, &self.renderer.color(), &target);
        self.gpu.queue.submit([encoder.finish()]);
        shown.window.pre_present_notify();
        self.gpu.queue.present(frame);
        Ok(())
    }
}

impl ApplicationHandler for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        match self.open(events) {
            Ok(shown) => self.shown = Some(shown),
            Err(error) => {
                self.failed = Some(error);
                events.exit();
            }
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::Resized(size) => {
                if let Some(shown) = &mut self.shown {
                    (shown.config.width, shown.config.height) = (size.width.max(1), size.height.max(1));
                    shown.surface.configure(&self.gpu.device, &shown.config);
                    shown.window.request_redraw();
                }
            }
            WindowEvent::RedrawRequested => {
                // What is wrong now may be right in the next archive.
                if let Err(error) = self.draw() {
                    complain(&format!("error: {error}"));
                }
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        if self.archive.reload(&mut complain)
            && let Some(shown) = &self.shown
        {
            shown.window.request_redraw();
        }
        events.set_control_flow(ControlFlow::WaitUntil(Instant::now() + PAUSE));
    }
}
