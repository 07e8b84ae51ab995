main.fx:3:17+5: error[hlsl/unsupported]: the typed buffer `g_Out` (`Buffer<T>`, `RWBuffer<T>`) for any target but SPIR-V cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:4:42+7: error[hlsl/binding]: `discard` outside of a pixel shader
main.fx:8:10+5: error[hlsl/binding]: `clip` outside of a pixel shader
