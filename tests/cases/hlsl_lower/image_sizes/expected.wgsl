main.fx:8:13+13: error[hlsl/unsupported]: this cannot be written as wgpu: it has no arrays of one-dimensional textures
