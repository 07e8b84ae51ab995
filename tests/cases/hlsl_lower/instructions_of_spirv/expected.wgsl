main.fx:25:6+4: error[hlsl/unsupported]: a function that needs something of SPIR-V, for any target but SPIR-V, cannot be compiled by the embedded chain
