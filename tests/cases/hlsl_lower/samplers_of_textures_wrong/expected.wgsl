main.fx:2:43+9: error[hlsl/unsupported]: `g_OfFirst`, half of one descriptor of a texture and a sampler, for any target but SPIR-V, cannot be compiled by the embedded chain
main.fx:10:33+9: error[hlsl/unsupported]: `g_First` sampled with `g_OfPlain`, where `g_First` and `g_OfFirst` are one descriptor, cannot be compiled by the embedded chain
main.fx:11:27+10: error[hlsl/unsupported]: `g_Plain` sampled with `g_OfSecond`, where `g_Second` and `g_OfSecond` are one descriptor, cannot be compiled by the embedded chain
