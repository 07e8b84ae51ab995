CreateInfo("same"):fragment_out(0, Type.float4, "a"):fragment_out(0, Type.float4, "b")
CreateInfo("alone"):fragment_out(0, Type.float4, "c", DualBlend.SRC_1)
CreateInfo("far"):fragment_out(8, Type.float4, "d")
CreateInfo("right"):fragment_out(0, Type.float4, "e", DualBlend.SRC_0):fragment_out(0, Type.float4, "f", DualBlend.SRC_1)
