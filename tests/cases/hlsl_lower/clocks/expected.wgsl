main.fx:7:22+2: error[hlsl/unsupported]: vk::ReadClock for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:8:16+2: error[hlsl/unsupported]: vk::ReadClock for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:9:16+2: error[hlsl/unsupported]: vk::ReadClock for any target but SPIR-V cannot be compiled by the embedded chain
