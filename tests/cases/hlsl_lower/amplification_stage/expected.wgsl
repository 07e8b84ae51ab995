main.fx:13:6+4: error[hlsl/unsupported]: a shader of the amplification stage for any target but SPIR-V cannot be compiled by the embedded chain
