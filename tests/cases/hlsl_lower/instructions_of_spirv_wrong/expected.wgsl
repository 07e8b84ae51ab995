main.fx:38:5+7: error[hlsl/unsupported]: the instruction 99999 of SPIR-V cannot be compiled by the embedded chain
main.fx:39:5+14: error[hlsl/unsupported]: the instruction 200 of GLSL.std.450 cannot be compiled by the embedded chain
main.fx:40:5+9: error[hlsl/unsupported]: the set `OpenCL.std` of instructions of SPIR-V cannot be compiled by the embedded chain
main.fx:41:5+11: error[hlsl/unsupported]: the instruction OpTypeInt inside of a function cannot be compiled by the embedded chain
main.fx:42:5+6: error[hlsl/unsupported]: the instruction OpReturn inside of a function cannot be compiled by the embedded chain
main.fx:43:5+9: error[hlsl/binding]: the instruction 205 of SPIR-V has other operands, or another result, than `no_result`
main.fx:44:5+3: error[hlsl/binding]: the instruction 205 of SPIR-V has other operands, or another result, than `two`
main.fx:45:5+3: error[hlsl/binding]: the instruction 128 of SPIR-V has other operands, or another result, than `one`
main.fx:46:5+7: error[hlsl/binding]: the instruction 205 of SPIR-V has other operands, or another result, than `literal`
main.fx:47:16+1: error[hlsl/binding]: the operand is part of the instruction, so it must be an integer constant of 32 bits
main.fx:48:5+9: error[hlsl/unsupported]: the instruction 158 of SPIR-V, which shaders do not have, cannot be compiled by the embedded chain
main.fx:49:10+5: error[hlsl/unsupported]: a reference to this place for an instruction of SPIR-V cannot be compiled by the embedded chain
main.fx:50:5+10: error[hlsl/binding]: the instruction 86 of SPIR-V has other operands, or another result, than `of_texture`
main.fx:51:5+5: error[hlsl/unsupported]: the capability 99999 of SPIR-V cannot be compiled by the embedded chain
main.fx:52:24+1: error[hlsl/unsupported]: values of these types for this instruction of SPIR-V cannot be compiled by the embedded chain
main.fx:53:40+1: error[hlsl/binding]: the types of `sum_of_whole_numbers` are not those of the instruction 129 of SPIR-V
main.fx:54:33+1: error[hlsl/binding]: the types of `sum_of_widths` are not those of the instruction 128 of SPIR-V
main.fx:55:38+1: error[hlsl/binding]: the types of `quotient_of_signed` are not those of the instruction 134 of SPIR-V
main.fx:56:33+1: error[hlsl/binding]: the types of `bits_of_four` are not those of the instruction 124 of SPIR-V
main.fx:57:27+1: error[hlsl/binding]: the types of `is_less` are not those of the instruction 184 of SPIR-V
main.fx:58:44+1: error[hlsl/binding]: the types of `product_of_whole_numbers` are not those of the instruction 148 of SPIR-V
main.fx:59:26+1: error[hlsl/binding]: the types of `store_other` are not those of the instruction 62 of SPIR-V
main.fx:60:22+1: error[hlsl/binding]: the types of `elect` are not those of the instruction 333 of SPIR-V
main.fx:61:38+1: error[hlsl/binding]: the types of `sine_of_double` are not those of the instruction 13 of SPIR-V
main.fx:62:37+3: error[hlsl/binding]: the types of `mix_by_one` are not those of the instruction 46 of SPIR-V
main.fx:63:26+1: error[hlsl/unsupported]: values of these types for this instruction of SPIR-V cannot be compiled by the embedded chain
