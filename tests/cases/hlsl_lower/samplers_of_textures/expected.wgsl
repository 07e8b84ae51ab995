main.fx:4:65+2: error[hlsl/unsupported]: `s0`, half of one descriptor of a texture and a sampler, for any target but SPIR-V, cannot be compiled by the embedded chain
