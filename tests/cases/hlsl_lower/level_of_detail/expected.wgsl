main.fx:13:21+22: error[hlsl/unsupported]: CalculateLevelOfDetail for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:14:21+31: error[hlsl/unsupported]: CalculateLevelOfDetailUnclamped for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:15:22+22: error[hlsl/unsupported]: CalculateLevelOfDetail for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:16:19+22: error[hlsl/unsupported]: CalculateLevelOfDetail for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:18:19+10: error[hlsl/unsupported]: a bias of a one-dimensional texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:19:20+11: error[hlsl/unsupported]: a texel offset that is not constant for any target but SPIR-V cannot be compiled by the embedded chain
