main.fx:11:18+25: error[hlsl/unsupported]: EvaluateAttributeAtSample for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:12:15+27: error[hlsl/unsupported]: EvaluateAttributeAtCentroid for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:13:16+25: error[hlsl/unsupported]: EvaluateAttributeAtSample for any target but SPIR-V cannot be compiled by the embedded chain
