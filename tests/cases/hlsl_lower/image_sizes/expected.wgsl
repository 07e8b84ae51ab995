error[hlsl/unsupported]: this cannot be written as wgpu: it has no arrays of one-dimensional textures
