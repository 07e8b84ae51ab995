main.fx:5:18+25: error[hlsl/binding]: `EvaluateAttributeAtCentroid` of an input that is not interpolated
main.fx:6:12+25: error[hlsl/unsupported]: EvaluateAttributeAtCentroid of a system value cannot be compiled by the embedded chain
main.fx:7:12+25: error[hlsl/unsupported]: EvaluateAttributeAtSample of a value that is no unchanged input cannot be compiled by the embedded chain
