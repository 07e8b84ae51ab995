main.fx:5:47+1: error[hlsl/unsupported]: an atomic function on an element of an array of textures for any target but SPIR-V cannot be compiled by the embedded chain
