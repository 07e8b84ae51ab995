CreateInfo("a"):push_constant(Type.float, "below", -1)
