main.fx:13:38+1: error[hlsl/unsupported]: an atomic function on 64-bit values in a buffer for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:14:31+6: error[hlsl/unsupported]: an atomic function on 64-bit values in a buffer for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:15:36+6: error[hlsl/unsupported]: an atomic function on 64-bit values in a buffer for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:16:46+6: error[hlsl/unsupported]: an atomic function on 64-bit values in a buffer for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:17:57+1: error[hlsl/unsupported]: an atomic function on 64-bit values in a buffer for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:18:42+6: error[hlsl/unsupported]: an atomic function on 64-bit values in a buffer for any target but SPIR-V cannot be compiled by the embedded chain
