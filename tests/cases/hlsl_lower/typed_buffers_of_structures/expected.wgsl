main.fx:5:17+10: error[hlsl/unsupported]: the typed buffer `g_Surfaces` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:6:16+7: error[hlsl/unsupported]: the typed buffer `g_Pairs` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:7:19+5: error[hlsl/unsupported]: the typed buffer `g_Out` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
