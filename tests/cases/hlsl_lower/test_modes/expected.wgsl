main.fx:13:46+9: error[hlsl/unsupported]: the system value SV_STENCILREF as an output for any target but SPIR-V cannot be compiled by the embedded chain
