//! What shaders read and write, by its name in the shader.

use std::collections::BTreeMap;

use uberc_runtime::{Binding, BindingKind};

/// A resource on the device.
pub(crate) enum Resource {
    Buffer(wgpu::Buffer),
    Texture(wgpu::TextureView, wgpu::TextureViewDimension, wgpu::TextureSampleType),
    /// A texture that compute shaders write.
    Storage(wgpu::TextureView, wgpu::TextureFormat),
    Sampler(wgpu::Sampler, wgpu::SamplerBindingType),
}

#[derive(Default)]
pub(crate) struct Resources(BTreeMap<&'static str, Resource>);

impl Resources {
    pub(crate) fn set(&mut self, name: &'static str, resource: Resource) {
        self.0.insert(name, resource);
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Resource> {
        self.0.get(name)
    }

    pub(crate) fn buffer(&mut self, name: &'static str, buffer: wgpu::Buffer) {
        self.set(name, Resource::Buffer(buffer));
    }

    pub(crate) fn texture(
        &mut self,
        name: &'static str,
        view: wgpu::TextureView,
        dimension: wgpu::TextureViewDimension,
        sample: wgpu::TextureSampleType,
    ) {
        self.set(name, Resource::Texture(view, dimension, sample));
    }

    /// The whole of a texture of one layer, as what its format is sampled as.
    pub(crate) fn target(&mut self, name: &'static str, texture: &wgpu::Texture) {
        // A depth that a shader does not compare is a number that cannot be filtered.
        let sample = match texture.format() {
            wgpu::TextureFormat::Depth32Float => wgpu::TextureSampleType::Float { filterable: false },
            wgpu::TextureFormat::R32Uint => wgpu::TextureSampleType::Uint,
            _ => wgpu::TextureSampleType::Float { filterable: true },
        };
        self.texture(name, texture.create_view(&Default::default()), wgpu::TextureViewDimension::D2, sample);
    }
}

/// Places where a name is looked for, the first that has it wins.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a>(pub(crate) &'a [&'a Resources]);

impl Scope<'_> {
    fn get(&self, name: &str) -> Option<&Resource> {
        self.0.iter().find_map(|resources| resources.get(name))
    }

    /// How a binding of the archive is declared to wgpu.
    pub(crate) fn declaration(&self, binding: &Binding<'_>) -> Result<wgpu::BindingType, String> {
        let buffer = |ty| wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None };
        let resource = self.get(binding.name).ok_or_else(|| format!("the engine has no `{}`", binding.name))?;
        Ok(match (resource, binding.kind) {
            (Resource::Buffer(_), BindingKind::UniformBuffer) => buffer(wgpu::BufferBindingType::Uniform),
            (Resource::Buffer(_), BindingKind::ReadOnlyStorageBuffer) => {
                buffer(wgpu::BufferBindingType::Storage { read_only: true })
            }
            (Resource::Buffer(_), BindingKind::StorageBuffer) => {
                buffer(wgpu::BufferBindingType::Storage { read_only: false })
            }
            (Resource::Texture(_, view_dimension, sample_type), BindingKind::SampledTexture) => {
                wgpu::BindingType::Texture {
                    sample_type: *sample_type,
                    view_dimension: *view_dimension,
                    multisampled: false,
                }
            }
            (Resource::Storage(_, format), BindingKind::StorageTexture) => wgpu::BindingType::StorageTexture {
                access: wgpu::StorageTextureAccess::WriteOnly,
                format: *format,
                view_dimension: wgpu::TextureViewDimension::D2,
            },
            (Resource::Sampler(_, ty), BindingKind::Sampler) => wgpu::BindingType::Sampler(*ty),
            (_, kind) => return Err(format!("the engine's `{}` is no {}", binding.name, kind.name())),
        })
    }

    pub(crate) fn bound(&self, name: &str) -> Option<wgpu::BindingResource<'_>> {
        Some(match self.get(name)? {
            Resource::Buffer(buffer) => buffer.as_entire_binding(),
            Resource::Texture(view, ..) | Resource::Storage(view, _) => wgpu::BindingResource::TextureView(view),
            Resource::Sampler(sampler, _) => wgpu::BindingResource::Sampler(sampler),
        })
    }
}
