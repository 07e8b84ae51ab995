main.fx:11:27+6: error[hlsl/unsupported]: Sample, which needs derivatives, in a compute shader for any target but SPIR-V cannot be compiled by the embedded chain
