main.fx:4:34+22: error[hlsl/unsupported]: `ResourceDescriptorHeap` for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:12:35+22: error[hlsl/unsupported]: `ResourceDescriptorHeap` for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:14:16+22: error[hlsl/unsupported]: `ResourceDescriptorHeap` for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:15:31+21: error[hlsl/unsupported]: `SamplerDescriptorHeap` for any target but SPIR-V cannot be compiled by the embedded chain
