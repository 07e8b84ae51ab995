main.fx:4:56+8: error[hlsl/unsupported]: the input attachment `g_Albedo` for any target but SPIR-V cannot be compiled by the embedded chain
    help: Read a texture at the pixel's position there.
main.fx:5:74+10: error[hlsl/unsupported]: the input attachment `g_Material` for any target but SPIR-V cannot be compiled by the embedded chain
    help: Read a texture at the pixel's position there.
