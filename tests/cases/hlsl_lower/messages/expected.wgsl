main.fx:9:5+6: error[hlsl/unsupported]: `printf` for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:10:5+6: error[hlsl/unsupported]: `printf` for any target but SPIR-V cannot be compiled by the embedded chain
