CreateInfo("a"):vertexin(0, Type.float, "x")
