error[hlsl/unsupported]: this cannot be written as wgpu: it has no 16-bit integers
