main.fx:13:6+4: error[hlsl/unsupported]: a shader of the amplification stage for any target but SPIR-V cannot be compiled by the embedded chain
    help: Leave the technique out for other targets: in the sidecar, `RENDERER_VULKAN` is true for SPIR-V.
