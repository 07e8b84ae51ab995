error[hlsl/unsupported]: this cannot be written as wgsl: it has no arrays of one-dimensional textures
