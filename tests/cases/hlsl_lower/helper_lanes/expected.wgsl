main.fx:2:54+5: error[hlsl/unsupported]: VK::HELPERINVOCATION for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:4:18+12: error[hlsl/unsupported]: IsHelperLane for any target but SPIR-V cannot be compiled by the embedded chain
