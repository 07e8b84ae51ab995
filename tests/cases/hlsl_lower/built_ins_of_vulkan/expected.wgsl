main.fx:3:46+4: error[hlsl/unsupported]: the system value VK::DRAWINDEX as an input for any target but SPIR-V cannot be compiled by the embedded chain
