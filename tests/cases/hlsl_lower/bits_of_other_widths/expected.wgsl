main.fx:16:32+4: error[hlsl/unsupported]: this cannot be written as wgpu: it has no 64-bit integers
