main.fx:8:18+9: error[hlsl/unsupported]: WaveMatch for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:9:19+9: error[hlsl/unsupported]: WaveMatch for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:10:16+18: error[hlsl/unsupported]: WaveMultiPrefixSum for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:11:21+22: error[hlsl/unsupported]: WaveMultiPrefixProduct for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:12:18+20: error[hlsl/unsupported]: WaveMultiPrefixBitOr for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:13:17+21: error[hlsl/unsupported]: WaveMultiPrefixBitAnd for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:14:69+24: error[hlsl/unsupported]: WaveMultiPrefixCountBits for any target but SPIR-V cannot be compiled by the embedded chain
