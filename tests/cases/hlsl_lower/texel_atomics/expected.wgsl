main.fx:7:16+8: error[hlsl/unsupported]: the typed buffer `g_Counts` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:8:17+7: error[hlsl/unsupported]: the typed buffer `g_Found` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:9:16+13: error[hlsl/unsupported]: the typed buffer `g_FoundSigned` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:14:36+4: error[hlsl/unsupported]: an atomic exchange on a texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:28:36+1: error[hlsl/unsupported]: the original value of an atomic function on a texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:32:50+7: error[hlsl/unsupported]: the original value of an atomic function on a texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:33:82+1: error[hlsl/unsupported]: an atomic exchange on a texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:34:70+1: error[hlsl/unsupported]: an atomic exchange on a texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:36:34+1: error[hlsl/unsupported]: the original value of an atomic function on a texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:37:50+3: error[hlsl/unsupported]: an atomic exchange on a texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:38:50+1: error[hlsl/unsupported]: an atomic exchange on a texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:39:56+1: error[hlsl/unsupported]: an atomic exchange on a texture for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:40:59+1: error[hlsl/unsupported]: an atomic exchange on a texture for any target but SPIR-V cannot be compiled by the embedded chain
