main.fx:13:19+5: error[hlsl/unsupported]: the system value SV_CLIPDISTANCE1 as an input for any target but SPIR-V cannot be compiled by the embedded chain
