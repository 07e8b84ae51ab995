main.fx:13:32+1: error[hlsl/unsupported]: this cannot be written as wgpu: it has no 16-bit integers
