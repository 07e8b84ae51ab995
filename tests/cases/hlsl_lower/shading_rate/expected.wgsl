main.fx:2:18+4: error[hlsl/unsupported]: the system value SV_SHADINGRATE as an input for any target but SPIR-V cannot be compiled by the embedded chain
