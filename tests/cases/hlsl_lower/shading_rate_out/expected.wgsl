main.fx:2:95+7: error[hlsl/unsupported]: the system value SV_SHADINGRATE as an output for any target but SPIR-V cannot be compiled by the embedded chain
