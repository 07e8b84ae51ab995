//! The picture in a window: leaves move in the wind, and the archive is followed.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::window::{Window, WindowId};

use crate::archive::{Archive, Pass};
use crate::complain;
use crate::frame::Renderer;
use crate::gpu::Gpu;

/// Between two pictures, and two looks at the archive.
const PAUSE: Duration = Duration::from_millis(16);

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
    forced: Option<Pass>,
    started: Instant,
    shown: Option<Shown>,
    failed: Option<Box<dyn Error>>,
}

/// Runs until the window is closed.
pub(crate) fn run(gpu: Gpu, renderer: Renderer, archive: Archive, forced: Option<Pass>) -> Result<(), Box<dyn Error>> {
    let events = EventLoop::new()?;
    let mut app = App { gpu, renderer, archive, forced, started: Instant::now(), shown: None, failed: None };
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
        let mut config = surface
            .get_default_config(&self.gpu.adapter, size.width.max(1), size.height.max(1))
            .ok_or("the device cannot show pictures in this window")?;
        // The tone mapping pass encodes colours for the eye; the window must not do it again.
        let formats = surface.get_capabilities(&self.gpu.adapter).formats;
        let encoded = config.format.remove_srgb_suffix();
        if formats.contains(&encoded) {
            config.format = encoded;
        }
        surface.configure(&self.gpu.device, &config);
        let blitter = wgpu::util::TextureBlitter::new(&self.gpu.device, config.format);
        Ok(Shown { window, surface, config, blitter })
    }

    fn draw(&mut self) -> Result<(), Box<dyn Error>> {
        let generation = self.archive.live.current();
        let choice = self.forced.as_ref().map(|pass| pass.choice(&generation)).transpose()?;
        self.renderer.set_time(&self.gpu, self.started.elapsed().as_secs_f32());
        self.renderer.draw(&self.gpu, &generation, choice)?;
        let Some(shown) = &self.shown else { return Ok(()) };
        let frame = match shown.surface.get_current_texture() {
            wgpu::CurrentSurfaceTexture::Success(frame) | wgpu::CurrentSurfaceTexture::Suboptimal(frame) => frame,
            // The next event brings another.
            _ => {
                shown.surface.configure(&self.gpu.device, &shown.config);
                return Ok(());
            }
        };
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let target = frame.texture.create_view(&Default::default());
        shown.blitter.copy(&self.gpu.device, &mut encoder, self.renderer.shown(), &target);
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
        self.archive.reload(&mut complain);
        if let Some(shown) = &self.shown {
            shown.window.request_redraw();
        }
        events.set_control_flow(ControlFlow::WaitUntil(Instant::now() + PAUSE));
    }
}
