//! The device, and pictures back from it.

use std::error::Error;

use wgpu::util::DeviceExt;

/// A device that needs no window.
pub(crate) struct Gpu {
    #[cfg(feature = "window")]
    pub(crate) instance: wgpu::Instance,
    #[cfg(feature = "window")]
    pub(crate) adapter: wgpu::Adapter,
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
}

impl Gpu {
    /// Opens the best adapter there is; Mesa's llvmpipe will do.
    pub(crate) fn open() -> Result<Gpu, Box<dyn Error>> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::VULKAN;
        let instance = wgpu::Instance::new(descriptor);
        let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()))
            .map_err(|error| format!("no Vulkan device: {error} (Debian: mesa-vulkan-drivers)"))?;
        let wanted = wgpu::DeviceDescriptor {
            // What a technique may ask for and not every device has.
            required_features: adapter.features()
                & (wgpu::Features::POLYGON_MODE_LINE | wgpu::Features::DEPTH_CLIP_CONTROL),
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&wanted))?;
        Ok(Gpu {
            #[cfg(feature = "window")]
            instance,
            #[cfg(feature = "window")]
            adapter,
            device,
            queue,
        })
    }

    /// A picture to draw on, and to read back.
    pub(crate) fn target(&self, size: [u32; 2], layers: u32, format: wgpu::TextureFormat) -> wgpu::Texture {
        self.texture(size, layers, format, wgpu::TextureUsages::RENDER_ATTACHMENT)
    }

    /// A picture that compute shaders write.
    pub(crate) fn storage(&self, size: [u32; 2], format: wgpu::TextureFormat) -> wgpu::Texture {
        self.texture(size, 1, format, wgpu::TextureUsages::STORAGE_BINDING)
    }

    fn texture(
        &self,
        size: [u32; 2],
        layers: u32,
        format: wgpu::TextureFormat,
        written: wgpu::TextureUsages,
    ) -> wgpu::Texture {
        self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: layers },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: written
                | wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_SRC
                | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        })
    }

    /// A buffer that begins with these bytes, and takes others later.
    pub(crate) fn buffer(&self, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let usage = usage | wgpu::BufferUsages::COPY_DST;
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents: bytes, usage })
    }

    pub(crate) fn uniform(&self, bytes: &[u8]) -> wgpu::Buffer {
        self.buffer(bytes, wgpu::BufferUsages::UNIFORM)
    }

    /// Runs what would report to nobody, and gives wgpu's complaint about it.
    pub(crate) fn checked<T>(&self, run: impl FnOnce() -> T) -> Result<T, String> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let result = run();
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(error.to_string()),
            None => Ok(result),
        }
    }

    /// A picture's texels, row by row, layer by layer.
    pub(crate) fn read(&self, texture: &wgpu::Texture) -> Result<Vec<u8>, Box<dyn Error>> {
        let size = texture.size();
        let texel = texture.format().block_copy_size(None).ok_or("a format without a size")?;
        let row = (size.width * texel).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(row) * u64::from(size.height * size.depth_or_array_layers),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: Some(size.height) };
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
            size,
        );
        self.queue.submit([encoder.finish()]);
        // The mapping is done when the queue is.
        buffer.map_async(wgpu::MapMode::Read, .., |_| {});
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        let mapped = buffer.get_mapped_range(..)?;
        Ok(mapped.chunks_exact(row as usize).flat_map(|row| &row[..(size.width * texel) as usize]).copied().collect())
    }
}
