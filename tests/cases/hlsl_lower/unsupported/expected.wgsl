main.fx:1:16+7: error[hlsl/unsupported]: the typed buffer `g_Typed` (`Buffer<T>`, `RWBuffer<T>`) cannot be compiled by the embedded chain
    help: Use a StructuredBuffer or a ByteAddressBuffer.
main.fx:7:12+7: error[hlsl/unsupported]: a texel offset that is not constant cannot be compiled by the embedded chain
main.fx:8:12+7: error[hlsl/unsupported]: CalculateLevelOfDetail cannot be compiled by the embedded chain
main.fx:9:18+24: error[hlsl/unsupported]: EvaluateAttributeSnapped cannot be compiled by the embedded chain
