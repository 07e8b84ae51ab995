main.fx:9:17+5: error[hlsl/unsupported]: a ray query for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:11:11+14: error[hlsl/unsupported]: a ray query for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:12:24+7: error[hlsl/unsupported]: a ray query for any target but SPIR-V cannot be compiled by the embedded chain
