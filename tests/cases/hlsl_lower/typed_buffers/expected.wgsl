main.fx:4:16+8: error[hlsl/unsupported]: the typed buffer `g_Points` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:5:15+7: error[hlsl/unsupported]: the typed buffer `g_Pairs` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:6:15+9: error[hlsl/unsupported]: the typed buffer `g_Weights` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:8:18+5: error[hlsl/unsupported]: the typed buffer `g_Out` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:9:15+8: error[hlsl/unsupported]: the typed buffer `g_Counts` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:11:17+7: error[hlsl/unsupported]: the typed buffer `g_Sizes` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
