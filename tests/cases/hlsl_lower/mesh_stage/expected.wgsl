main.fx:44:6+4: error[hlsl/unsupported]: a shader of the mesh stage for any target but SPIR-V cannot be compiled by the embedded chain
