main.fx:10:46+8: error[hlsl/unsupported]: the system value SV_RENDERTARGETARRAYINDEX as an output for any target but SPIR-V cannot be compiled by the embedded chain
