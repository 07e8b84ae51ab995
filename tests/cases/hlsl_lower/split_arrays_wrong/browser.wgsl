main.fx:4:72+2: error[hlsl/unsupported]: this cannot be written as wgsl: the array `g_Many`: browsers have no arrays of resources, and one of more than 64 is not split; target `wgpu` has
