main.fx:26:5+7: error[hlsl/unsupported]: the instruction 99999 of SPIR-V cannot be compiled by the embedded chain
main.fx:27:5+14: error[hlsl/unsupported]: the instruction 200 of GLSL.std.450 cannot be compiled by the embedded chain
main.fx:28:5+9: error[hlsl/unsupported]: the set `OpenCL.std` of instructions of SPIR-V cannot be compiled by the embedded chain
main.fx:29:5+11: error[hlsl/unsupported]: the instruction OpTypeInt inside of a function cannot be compiled by the embedded chain
main.fx:30:5+6: error[hlsl/unsupported]: the instruction OpReturn inside of a function cannot be compiled by the embedded chain
main.fx:31:5+9: error[hlsl/binding]: the instruction 205 of SPIR-V has other operands, or another result, than `no_result`
main.fx:32:5+3: error[hlsl/binding]: the instruction 205 of SPIR-V has other operands, or another result, than `two`
main.fx:33:5+3: error[hlsl/binding]: the instruction 128 of SPIR-V has other operands, or another result, than `one`
main.fx:34:5+7: error[hlsl/binding]: the instruction 205 of SPIR-V has other operands, or another result, than `literal`
main.fx:35:16+1: error[hlsl/binding]: the operand is part of the instruction, so it must be an integer constant of 32 bits
main.fx:36:5+9: error[hlsl/unsupported]: the instruction 158 of SPIR-V, which shaders do not have, cannot be compiled by the embedded chain
main.fx:37:10+5: error[hlsl/unsupported]: a reference to this place for an instruction of SPIR-V cannot be compiled by the embedded chain
main.fx:38:5+10: error[hlsl/binding]: the instruction 86 of SPIR-V has other operands, or another result, than `of_texture`
main.fx:39:5+5: error[hlsl/unsupported]: the capability 99999 of SPIR-V cannot be compiled by the embedded chain
main.fx:40:16+7: error[hlsl/unsupported]: a structure or an array of this instruction of SPIR-V cannot be compiled by the embedded chain
