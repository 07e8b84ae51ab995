main.fx:31:40+5: error[hlsl/unsupported]: a ray query for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:32:11+14: error[hlsl/unsupported]: a ray query for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:34:18+7: error[hlsl/unsupported]: a ray query for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:36:15+15: error[hlsl/unsupported]: a ray query for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:47:24+14: error[hlsl/unsupported]: a ray query for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:48:43+7: error[hlsl/unsupported]: a ray query for any target but SPIR-V cannot be compiled by the embedded chain
