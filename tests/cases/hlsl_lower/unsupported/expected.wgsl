main.fx:6:20+6: error[hlsl/unsupported]: a texel offset that is not constant cannot be compiled by the embedded chain
main.fx:7:20+22: error[hlsl/unsupported]: CalculateLevelOfDetail for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:8:18+24: error[hlsl/unsupported]: EvaluateAttributeSnapped cannot be compiled by the embedded chain
