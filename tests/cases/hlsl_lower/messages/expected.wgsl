main.fx:10:5+6: error[hlsl/unsupported]: `printf` for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:11:5+6: error[hlsl/unsupported]: `printf` for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:12:5+6: error[hlsl/unsupported]: `printf` for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:13:5+6: error[hlsl/unsupported]: `printf` for any target but SPIR-V cannot be compiled by the embedded chain
