error[hlsl/unsupported]: this cannot be written as wgsl: it has no 64-bit floats
