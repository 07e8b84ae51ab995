main.fx:11:21+20: error[hlsl/unsupported]: GetAttributeAtVertex for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:12:18+20: error[hlsl/unsupported]: GetAttributeAtVertex for any target but SPIR-V cannot be compiled by the embedded chain
main.fx:13:41+20: error[hlsl/unsupported]: GetAttributeAtVertex for any target but SPIR-V cannot be compiled by the embedded chain
