main.fx:4:72+2: error[hlsl/unsupported]: this cannot be written as wgsl: the array `g_Many`: it has no arrays of resources, and one of more than 64 is not split into bindings
