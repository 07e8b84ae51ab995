main.fx:6:53+6: error[hlsl/unsupported]: the image `g_Free`, which has no format, for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:13:26+6: error[hlsl/unsupported]: a clamp of the level of detail for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:14:20+10: error[hlsl/unsupported]: a clamp of the level of detail for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:15:20+10: error[hlsl/unsupported]: a clamp of the level of detail for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:16:20+11: error[hlsl/unsupported]: the status of a tiled resource for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:17:23+13: error[hlsl/unsupported]: SampleCmpBias for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:18:23+13: error[hlsl/unsupported]: SampleCmpGrad of a texture that is compared for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:19:23+14: error[hlsl/unsupported]: SampleCmpLevel of any level but 0 for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:23:18+4: error[hlsl/unsupported]: the status of a tiled resource for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:24:22+4: error[hlsl/unsupported]: the status of a tiled resource for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:26:20+9: error[hlsl/unsupported]: the status of a tiled resource for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:27:16+22: error[hlsl/unsupported]: CheckAccessFullyMapped for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:28:19+22: error[hlsl/unsupported]: CheckAccessFullyMapped for any target but SPIR-V cannot be compiled by the embedded chain
