CreateInfo("negative"):push_constant(Type.float, "below", -1)
