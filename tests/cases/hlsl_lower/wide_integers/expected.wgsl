main.fx:14:33+2: error[hlsl/unsupported]: this cannot be written as wgpu: it has no 64-bit integers
