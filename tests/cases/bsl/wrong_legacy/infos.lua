CreateInfo("known"):push_constant(Type.float, "x")
